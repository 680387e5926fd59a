"""The report copes with whatever a run left, and trusts nothing that a model wrote."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("matplotlib")

from microcoder import cli
from microcoder.runs import RunFolder

HOSTILE = "```python\nprint('</pre><script>alert(1)</script><img src=http://x.test/a>')\n```"


def evaluation(step: int, value: float) -> dict[str, Any]:
    return {
        "step": step, "set": "compose held-out", "problems": 50, "samples": 4, "temperature": 1.0,
        "max_response_tokens": 96, "pass_at_1": value, "low": value - 0.05, "high": value + 0.05,
        "greedy_pass_at_1": value + 0.1, "pass_at_k": {"1": value, "4": value + 0.2},
        "by_difficulty": {"1": {"pass_at_1": value, "problems": 50}},
        "response_tokens": 40.0, "truncated_share": 0.1,
    }  # fmt: skip


def metrics(step: int) -> dict[str, Any]:
    return {
        "step": step, "reward_mean": 0.01 * step, "pass_rate": 0.01 * step, "response_tokens": 50.0,
        "diversity": 0.5, "masked_share": 0.1, "truncated_share": 0.2, "entropy": 0.3,
        "seconds_sampling": 1.0, "seconds_judging": 0.5, "seconds_update": 2.0, "seconds": 3.5,
        "tokens": 1000, "verdicts": {"AC": step, "WA": 10},
    }  # fmt: skip


def rollout(step: int, completion: str, verdict: str = "WA") -> dict[str, Any]:
    return {
        "step": step, "problem_id": "compose/<b>x</b>", "sample": 0, "completion": completion,
        "tokens": 12, "truncated": False, "verdict": verdict, "reward": 0.0, "advantage": -0.5,
        "masked": False,
    }  # fmt: skip


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    folder = RunFolder(tmp_path / "run").create()
    folder.write_recipe("[rollout]\ntemperature = 1.2\n")
    folder.update_info(version="0.1.0", seed=7, model="nano", command="microcoder train x")
    folder.append("metrics", *(metrics(s) for s in range(1, 21)))
    folder.append("evaluations", evaluation(0, 0.3125), evaluation(20, 0.4875))
    folder.append("rollouts", rollout(1, HOSTILE), rollout(20, "print(1)", "AC"))
    return folder


def page_of(run: RunFolder, *more: str) -> str:
    assert cli.main(["report", str(run.path), *more]) == 0
    return (run.path / "report.html").read_text(encoding="utf-8")


def test_the_headline_tells_before_and_after(run: RunFolder) -> None:
    page = page_of(run)
    text = re.sub(r"<[^>]+>", " ", page)
    assert re.search(r"31\.[23]\s*%", text)
    assert re.search(r"48\.[78]\s*%", text)
    assert page.count("<svg") >= 6
    assert "temperature = 1.2" in text
    assert "microcoder train x" in text


def test_what_a_model_wrote_is_shown_and_never_obeyed(run: RunFolder) -> None:
    page = page_of(run)
    assert "<script" not in page.lower()
    assert "<img" not in page.lower()
    assert "&lt;/pre&gt;&lt;script&gt;alert(1)" in page
    assert "&lt;b&gt;x&lt;/b&gt;" in page
    assert "default-src 'none'" in page


def test_the_page_loads_nothing_from_anywhere(run: RunFolder) -> None:
    page = page_of(run)
    tags = re.findall(r"<[^>]+>", page)  # escaped text may name any address
    loading = r"""\b(?:xlink:)?(?:src|href)\s*=\s*["']?(?!["'#])"""
    assert [t for t in tags if re.search(loading, t)] == []
    styles = "".join(re.findall(r"<style.*?</style>", page, re.DOTALL))
    assert "@import" not in styles
    assert "url(" not in styles


@pytest.mark.parametrize("missing", ["metrics", "evaluations", "rollouts"])
def test_a_partial_run_gives_a_page(run: RunFolder, missing: Any) -> None:
    run.file(missing).unlink()
    assert "</html>" in page_of(run)


def test_a_run_that_has_only_begun_gives_a_page(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run").create()
    folder.update_info(status="running")
    assert "</html>" in page_of(folder)


def test_a_torn_last_line_is_passed_over(run: RunFolder) -> None:
    with run.file("metrics").open("a") as file:
        file.write('{"step": 21, "reward_m')
    assert "</html>" in page_of(run)


def test_rows_of_a_wrong_shape_are_gaps(run: RunFolder) -> None:
    run.append("metrics", {"step": 21, "reward_mean": "high", "verdicts": [1], "seconds": None})
    run.append("evaluations", {"step": 21, "pass_at_1": None, "by_difficulty": 3})
    assert "</html>" in page_of(run)


def test_runs_can_be_laid_side_by_side(run: RunFolder, tmp_path: Path) -> None:
    other = RunFolder(tmp_path / "other-run").create()
    other.append("metrics", *(metrics(s) for s in range(1, 6)))
    other.append("evaluations", evaluation(0, 0.3), evaluation(5, 0.35))
    assert "other-run" in page_of(run, "--compare", str(other.path))


def test_a_folder_that_is_no_run_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "holiday.jpg").write_text("x")
    assert cli.main(["report", str(tmp_path)]) == 2
    assert "not the folder of a run" in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["holiday.jpg"]


def test_a_page_that_cannot_be_written_is_one_line(
    run: RunFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = run.path / "file"
    blocked.write_text("x")
    assert cli.main(["report", str(run.path), "--out", str(blocked / "report.html")]) == 2
    assert "cannot be written" in capsys.readouterr().err
