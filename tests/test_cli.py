"""The command line is quick, and a mistake is one line and exit code 2."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from microcoder import cli


def test_importing_microcoder_and_its_command_line_loads_nothing_heavy() -> None:
    script = (
        "import sys, microcoder, microcoder.cli; "
        "microcoder.cli.parser().format_help(); "
        "print([m for m in ('numpy', 'pydantic', 'torch', 'rich', 'trl') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["train", "nowhere.toml"], "nowhere.toml: no such file"),
        (["bench", "run", "nosuch"], "no problem set 'nosuch'"),
        (["bench", "run", "compose", "--samples", "0"], "must be at least 1"),
        (["report", "nowhere"], "nowhere"),
        (["judge", "run", "nowhere.json", "nowhere.py"], "nowhere.json: no such file"),
    ],
)
def test_a_mistake_is_one_line_on_standard_error(
    argv: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(argv) == 2
    errors = capsys.readouterr().err
    assert says in errors
    assert errors.startswith("microcoder: ")
    assert errors.count("\n") == 1


def test_dry_run_prints_a_recipe_that_reads_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[rollout]\ntemperature = 0.9\n")
    argv = ["train", str(path), "--dry-run", "--set", "grpo.preset=dapo", "--model", "smollm2"]
    assert cli.main(argv) == 0
    printed = capsys.readouterr().out
    assert "64 problems x 8 = 512 completions, then 1 update(s)" in printed
    again = tmp_path / "again.toml"
    again.write_text(printed)
    assert cli.main(["train", str(again), "--dry-run"]) == 0
    assert capsys.readouterr().out == printed
    assert "temperature = 0.9" in printed
    assert 'name = "smollm2"' in printed


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::DeprecationWarning")
def test_bench_run_reports_and_writes_a_row_per_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    out = tmp_path / "summary.json"
    argv = ["bench", "run", "compose", "--model", "nano", "--count", "6", "--samples", "2",
            "--max-tokens", "96", "--depths", "1", "-o", str(out)]  # fmt: skip
    assert cli.main(argv) == 0
    assert "pass@1" in capsys.readouterr().out
    summary = json.loads(out.read_text())
    assert len(summary["per_problem"]) == 6
    assert all(row["of"] == 2 for row in summary["per_problem"].values())
    right = sum(row["right"] for row in summary["per_problem"].values())
    assert summary["pass_at_1"] == pytest.approx(right / 12)
