"""``curate import`` as a data builder meets it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from microcoder.cli import main
from microcoder.problem import load_problems

RIGHT = "print(int(input()) + 1)"


def row(id_: str, *codes: str, **more: Any) -> dict[str, Any]:
    return {
        "problem_id": id_, "question": "Add one.", "solutions": json.dumps(codes),
        "input_output": json.dumps({"inputs": ["1", "5"], "outputs": ["2", "6"]}),
    } | more  # fmt: skip


def write(path: Path, *rows: Any) -> str:
    path.write_text("".join(json.dumps(r) + "\n" for r in rows))
    return str(path)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_rows_become_problems_and_the_rest_is_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = write(tmp_path / "apps.jsonl", row("a"), row("b", input_output="?"), row("c"))
    more = write(tmp_path / "more.jsonl", row("c"), row("d"))
    out = tmp_path / "out.jsonl"
    assert main(["curate", "import", "auto", rows, more, "-o", str(out)]) == 0
    assert [p.id for p in load_problems(out)] == ["a", "c", "d"]
    rejected = lines(tmp_path / "out.jsonl.rejected.jsonl")
    assert [(Path(r["path"]).name, r["row"]) for r in rejected] == [
        ("apps.jsonl", 2), ("more.jsonl", 1),
    ]  # fmt: skip
    assert "apps: 2 problems (2 stdin), 1 rejected" in capsys.readouterr().out


def test_stored_programs_are_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    models = json.dumps([{"code": RIGHT, "result": False}, {"code": "print(2)", "result": False}])
    rows = write(
        tmp_path / "apps.jsonl",
        row("good", RIGHT),
        row("bad", RIGHT, "print(2)"),
        row("none"),
        row("weak", RIGHT, gen_solutions=models),
    )
    out = tmp_path / "out.jsonl"
    arguments = ["curate", "import", "apps", rows, "-o", str(out), "--verify", "--workers", "2"]
    assert main(arguments) == 0
    assert len(load_problems(out)) == 4
    surprises = lines(tmp_path / "out.jsonl.surprises.jsonl")
    assert [(s["problem_id"], s["solution"], s["stored"], s["verdict"]) for s in surprises] == [
        ("bad", 1, "AC", "WA"), ("weak", 1, "WA", "AC"),
    ]  # fmt: skip
    assert "2 surprises" in capsys.readouterr().out
    assert main([*arguments, "--keep-verified"]) == 0
    assert [p.id for p in load_problems(out)] == ["good"]


def test_mistakes_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = write(tmp_path / "apps.jsonl", row("b", input_output="?"))
    out = str(tmp_path / "out.jsonl")
    assert main(["curate", "import", "apps", rows, "-o", out]) == 2
    assert "field 'input_output' is not JSON" in capsys.readouterr().err
    assert main(["curate", "import", "apps", rows, "-o", out, "--keep-verified"]) == 2
    assert "--keep-verified needs --verify" in capsys.readouterr().err
    assert not (tmp_path / "out.jsonl").exists()
