"""MBPP (Austin et al. 2021, CC BY 4.0) from a file: mbpp.jsonl or sanitized-mbpp.json."""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from microcoder.errors import ProblemError
from microcoder.problem import Limits, Problem, Solution, Source, TestCase, read_jsonl
from microcoder.problemsets.asserts import called_name, function_tests

LOOSE = frozenset({414})
"""Task ids whose reference answers 0 where False is expected: ``==`` allows it, a typed comparison
does not, so they stay scripts."""


def load(path: str | os.PathLike[str]) -> list[Problem]:
    """All problems of the file, in their order.

    The asserts are shown in the statement, as is the set's custom: without them the name and the
    signature that are asked for cannot be known.

    Raises:
        ProblemError: naming file, row and field.
    """
    path = Path(path)
    rows: Iterable[tuple[int, Any]]
    if path.suffix == ".json":
        try:
            whole = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ProblemError(f"{path}: no such file") from None
        except (OSError, ValueError) as error:
            raise ProblemError(f"{path}: not a JSON file: {error}") from None
        if not isinstance(whole, list):
            raise ProblemError(f"{path}: must hold a list of problems")
        rows = enumerate(whole, 1)
    else:
        rows = read_jsonl(path)
    problems = [_problem(row, f"{path}: row {number}") for number, row in rows]
    if not problems:
        raise ProblemError(f"{path}: holds no problem")
    return problems


def from_row(row: dict[str, Any], where: str, _: str = "") -> Problem:
    """The problem of a row.

    Raises:
        ProblemError: naming the field.
    """
    return _problem(row, where)


def _problem(row: Any, where: str) -> Problem:
    if not isinstance(row, dict):
        raise ProblemError(f"{where}: a problem must be an object")
    asked = row.get("text", row.get("prompt"))
    if not isinstance(asked, str):
        raise ProblemError(f"{where}: field 'text' (or 'prompt') must be text")
    if not isinstance(row.get("task_id"), int):
        raise ProblemError(f"{where}: field 'task_id' must be a whole number")
    lines = row.get("test_list")
    if not isinstance(lines, list) or not lines or not all(isinstance(s, str) for s in lines):
        raise ProblemError(f"{where}: field 'test_list' must be a list of assert lines")
    if not isinstance(row.get("code"), str):
        raise ProblemError(f"{where}: field 'code' must be text")
    setup = "\n".join([row.get("test_setup_code") or "", *(row.get("test_imports") or [])]).strip()
    try:
        statements = [s for line in lines for s in ast.parse(line).body]
        name = called_name("\n".join(lines))
    except SyntaxError as error:
        raise ProblemError(f"{where}: field 'test_list': {error}") from None
    # set-up may define what the asserts lean on; imports alone cannot, once all is literal
    plain = name is not None and not row.get("test_setup_code") and row["task_id"] not in LOOSE
    tests = function_tests(statements, name) if plain and name else None
    scripts = [TestCase({"script": f"{setup}\n{line}\n"}, None, public=True) for line in lines]
    return Problem(
        id=f"mbpp/{row['task_id']}",
        statement=f"{asked.strip()}\n\nYour code must satisfy these tests:\n\n"
        "```python\n" + "\n".join(lines) + "\n```",
        kind="function" if tests else "script",
        entry_point=name,
        tests=tuple(tests or scripts),
        limits=Limits(cpu_seconds=5.0),
        source=Source(
            "mbpp", "https://github.com/google-research/google-research", "2021-08", "CC BY 4.0"
        ),
        solutions=(Solution(row["code"].replace("\r\n", "\n")),),
    )
