"""Problems are read strictly, and the error says where and what."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from microcoder.errors import ProblemError
from microcoder.problem import load_problems, save_problems, write_text

GOOD: dict[str, Any] = {
    "id": "add",
    "statement": "Add.",
    "kind": "function",
    "entry_point": "f",
    "tests": [{"input": [1, 2], "output": 3}],
}


def written(tmp_path: Path, *rows: Any) -> Path:
    path = tmp_path / "problems.jsonl"
    path.write_text("".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in rows))
    return path


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("{broken", "row 2: not JSON"),
        ("[1]", "row 2: a problem must be a JSON object, not list"),
        (GOOD | {"id": None}, "field 'id' must be str or int"),
        ({k: GOOD[k] for k in GOOD if k != "statement"}, "(id add): field 'statement' is missing"),
        (GOOD | {"statment": "x"}, "unknown field 'statment'"),
        (GOOD | {"kind": "func"}, "field 'kind' must be stdin, function or script"),
        (GOOD | {"entry_point": None}, "field 'entry_point' must name the function"),
        (GOOD | {"tests": []}, "field 'tests' is empty"),
        (GOOD | {"tests": [{"input": [1]}]}, "tests[0]: field 'output' is missing"),
        (GOOD | {"tests": [{"input": 1, "output": 1}]}, "tests[0]: field 'input' must be a list"),
        (GOOD | {"limits": {"cpu_seconds": 0}}, "limits.cpu_seconds must be a number above 0"),
        (GOOD | {"checker": {"kind": "python"}}, "needs text in 'code'"),
        (GOOD | {"order": "some"}, "field 'order' must be 'exact' or 'any'"),
        (GOOD, "id 'add' stands in row 1 too"),
    ],
)  # fmt: skip
def test_a_bad_row_is_named_with_file_row_and_field(tmp_path: Path, row: Any, says: str) -> None:
    path = written(tmp_path, GOOD, row)
    with pytest.raises(ProblemError) as error:
        load_problems(path)
    assert str(path) in str(error.value)
    assert "row 2" in str(error.value)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_files_that_hold_nothing_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match="no such file"):
        load_problems(tmp_path / "none.jsonl")
    with pytest.raises(ProblemError, match="holds no problem"):
        load_problems(written(tmp_path, "", ""))
    (tmp_path / "latin.jsonl").write_bytes(b'{"id": "\xff"}\n')
    with pytest.raises(ProblemError, match="cannot be read"):
        load_problems(tmp_path / "latin.jsonl")


def test_what_is_saved_loads_as_it_was(tmp_path: Path) -> None:
    problems = load_problems(written(tmp_path, GOOD, GOOD | {"id": "b", "tolerance": 0.5}))
    assert save_problems(tmp_path / "again.jsonl", problems) == 2
    assert load_problems(tmp_path / "again.jsonl") == problems


def test_a_write_that_fails_leaves_the_old_file_and_no_litter(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    write_text(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_text(path, "\ud800")
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["kept.txt"]
