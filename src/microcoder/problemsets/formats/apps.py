"""APPS and TACO: rows, or APPS's folder of folders.

Values of functions stand in a list of one where the problem came from Codewars, and plain where it
came from LeetCode; the references' annotations tell which.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from microcoder.errors import ProblemError
from microcoder.problem import MEBIBYTE, Limits, Problem, Solution, Source
from microcoder.problemsets.formats.payload import in_class, read_tests
from microcoder.problemsets.formats.rows import decoded, text

SECONDS = 4.0
"""Contest limits are made for compiled languages: a test gets what is stated, and at least this."""


def read_folder(folder: Path) -> Iterator[tuple[int, Any]]:
    """The rows of APPS as it is unpacked: ``train/0001/question.txt`` and so on."""
    places = sorted(p.parent for p in folder.rglob("question.txt"))
    if not places:
        raise ProblemError(f"{folder}: holds no question.txt, which every problem of APPS has")
    for number, place in enumerate(places, 1):
        row: dict[str, Any] = {"id": f"apps/{place.parent.name}/{place.name}"}
        try:
            row["question"] = (place / "question.txt").read_text(encoding="utf-8")
            for field in ("input_output", "solutions", "gen_solutions"):
                if (place / f"{field}.json").is_file():
                    row[field] = (place / f"{field}.json").read_text(encoding="utf-8")
            if (place / "starter_code.py").is_file():
                row["starter_code"] = (place / "starter_code.py").read_text(encoding="utf-8")
            if (place / "metadata.json").is_file():
                row |= json.loads((place / "metadata.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            yield number, ValueError(f"{place.name}: cannot be read: {error}")
            continue
        yield number, row


def problem(row: dict[str, Any], where: str, id_: str) -> Problem:
    """The problem of a row.

    Raises:
        ProblemError: naming the field.
    """
    solutions = decoded(row.get("solutions") or [], "solutions", where)
    if not isinstance(solutions, list) or not all(isinstance(s, str) for s in solutions):
        raise ProblemError(f"{where}: field 'solutions' must be a list of programs")
    models = decoded(row.get("gen_solutions") or [], "gen_solutions", where)
    starter = row.get("starter_code") or None
    packed = decoded(row.get("input_output"), "input_output", where)
    function = packed.get("fn_name") if isinstance(packed, dict) else None
    wrapped = not any(_gives_list(s, str(function)) for s in (starter, *solutions))
    tests = read_tests(packed, "input_output", where, wrapped=wrapped)
    number = row.get("id", row.get("problem_id", row.get("task_id")))
    stated = str(row.get("difficulty") or "").lower()
    tags = tuple(str(t) for t in decoded(row.get("tags") or [], "tags", where))
    return Problem(
        id=id_ if number is None else str(number),
        statement=text(row, "question", where),
        kind=tests.kind,
        tests=tests.cases,
        entry_point=in_class(tests.entry_point, starter, *solutions[:1]),
        starter_code=starter,
        limits=_limits(row),
        source=Source(row.get("source") or None, row.get("url") or None, row.get("date") or None),
        solutions=tuple(Solution(s) for s in solutions)
        + tuple(
            Solution(m["code"], "AC" if m["result"] is True else "WA", "model")
            for m in models
            if isinstance(m, dict) and "code" in m and isinstance(m.get("result"), bool)
        ),
        tags=tags + ((f"difficulty:{stated}",) if stated and stated != "unknown" else ()),
    )


def _gives_list(code: str | None, function: str) -> bool:
    """Whether the function is annotated as returning a list."""
    if not code:
        return False
    try:
        tree = ast.parse(code if code.rstrip()[-1:] != ":" else code + "\n        pass")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == function and node.returns:
            return ast.unparse(node.returns).lower().startswith(("list", "typing.list"))
    return False


def _limits(row: dict[str, Any]) -> Limits:
    def number(name: str) -> float:
        first = str(row.get(name) or "").split()[:1]
        try:
            return float(first[0]) if first else 0.0
        except ValueError:
            return 0.0

    seconds = max(SECONDS, number("time_limit"))
    memory = number("memory_limit")
    if memory < 1024:  # "256.0 megabytes"; a larger number would be bytes
        memory *= MEBIBYTE
    return Limits(cpu_seconds=seconds, memory_bytes=max(Limits().memory_bytes, int(memory)))
