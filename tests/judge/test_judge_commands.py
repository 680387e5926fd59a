"""``microcoder judge`` as a user meets it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

from microcoder.errors import ProblemError
from microcoder.judge import commands

PROBLEM = {
    "id": "p", "statement": "Add one.", "kind": "stdin",
    "tests": [{"input": "1\n", "output": "2\n"}, {"input": "2\n", "output": "3\n"}],
}  # fmt: skip


def command(*arguments: object) -> int:
    parser = argparse.ArgumentParser()
    commands.add(parser.add_subparsers())
    args = parser.parse_args(["judge", *map(str, arguments)])
    return int(args.run(args))


@pytest.fixture
def problem(tmp_path: Path) -> Path:
    path = tmp_path / "problem.json"
    path.write_text(json.dumps(PROBLEM))
    return path


def write_rows(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize(
    ("code", "status", "words"),
    [
        ("print(int(input()) + 1)", 0, "AC (accepted): 2 of 2"),
        ("print(2)", 1, "WA (wrong answer): 1 of 2"),
        ("print(", 1, "CE (compile error): 0 of 2"),
    ],
)
def test_run_exits_0_iff_accepted(
    problem: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str, status: int,
    words: str,
) -> None:  # fmt: skip
    solution = tmp_path / "solution.py"
    solution.write_text(code)
    assert command("run", problem, solution) == status
    assert words in capsys.readouterr().out


def test_what_a_program_prints_does_not_steer_the_terminal(
    problem: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    solution = tmp_path / "solution.py"
    solution.write_text("raise ValueError('\\x1b[2J\\x07')")
    command("run", problem, solution)
    assert "\x1b" not in capsys.readouterr().out


def test_batch_writes_one_judgement_a_line(
    problem: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    submissions = write_rows(
        tmp_path / "s.jsonl",
        {"id": "a", "problem_id": "p", "code": "print(int(input()) + 1)"},
        {"id": "b", "problem": PROBLEM, "completion": "no idea"},
        {"id": 3, "problem_id": "p", "completion": "```python\nprint(2)", "truncated": True},
    )
    out = tmp_path / "out.jsonl"
    assert command("batch", submissions, "--problems", problem, "-o", out, "--workers", 1) == 0
    rows = [json.loads(row) for row in out.read_text().splitlines()]
    assert [(r["id"], r["verdict"], r["reward"]) for r in rows] == [
        ("a", "AC", 1.0), ("b", "NC", 0.0), ("3", "NC", 0.0),
    ]  # fmt: skip
    assert set(rows[0]["cases"][0]) == {
        "verdict", "by", "cpu_seconds", "wall_seconds", "memory_bytes", "detail",
    }  # fmt: skip
    said = capsys.readouterr()
    assert said.out.split() == ["AC", "1", "NC", "2"]
    assert "judged 3/3" in said.err


def test_batch_exits_3_when_something_could_not_be_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = PROBLEM | {"checker": {"kind": "python", "code": "def check("}}
    submissions = write_rows(tmp_path / "s.jsonl", {"id": 1, "problem": broken, "code": "print(2)"})
    out = tmp_path / "out.jsonl"
    assert command("batch", submissions, "-o", out) == 3
    assert json.loads(out.read_text())["reward"] is None
    assert "1 of 1 could not be judged" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"problem_id": "p", "code": ""}, "row 2: field 'id'"),
        ({"id": "a", "problem_id": "p", "code": ""}, "'id' stands in row 1 too"),
        ({"id": "b", "code": ""}, "field 'problem_id'"),
        ({"id": "b", "problem_id": "q", "code": ""}, "no problem 'q'"),
        ({"id": "b", "problem_id": "p"}, "either field 'code' or field 'completion'"),
        ({"id": "b", "problem_id": "p", "code": 1}, "'code' must be text, not int"),
        ({"id": "b", "problem_id": "p", "code": "", "truncated": 1}, "'truncated' must be"),
        ({"id": "b", "problem_id": "p", "cod": ""}, "unknown field 'cod'"),
        ({"id": "b", "problem": {"id": 1}, "code": ""}, "'problem'.*'kind' is missing"),
    ],
)
def test_a_bad_row_is_named_and_nothing_is_written(
    problem: Path, tmp_path: Path, row: dict[str, Any], words: str
) -> None:
    good = {"id": "a", "problem_id": "p", "code": ""}
    submissions = write_rows(tmp_path / "s.jsonl", good, row)
    with pytest.raises(ProblemError, match=words) as error:
        command("batch", submissions, "--problems", problem, "-o", tmp_path / "out.jsonl")
    assert str(submissions) in str(error.value)
    assert "\n" not in str(error.value)
    assert not (tmp_path / "out.jsonl").exists()


def test_compare_says_which_rung_accepts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = tmp_path / "expected.txt"
    expected.write_text("1.0\n")
    assert command("compare", "1", expected) == 0
    assert "robust  accepts by numbers" in capsys.readouterr().out
    assert command("compare", "1", expected, "--ladder", "strict") == 1
    assert command("compare", "1 2", "2 1") == 1
    assert command("compare", "[1, 2]", "[1, 2]", "--values") == 0


def test_isolation_lists_each_layer(capsys: pytest.CaptureFixture[str]) -> None:
    assert command("isolation") in (0, 1)
    assert "pid namespace" in capsys.readouterr().out
