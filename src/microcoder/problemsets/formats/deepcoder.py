"""DeepCoder and rLLM rows: ``problem``, ``tests`` in several forms, sometimes ``solutions``."""

from __future__ import annotations

import re
from typing import Any

from microcoder.errors import ProblemError
from microcoder.problem import Limits, Problem, Solution, Source
from microcoder.problemsets.formats.leetcode import LIMITS, METHOD, order_of, script_tests
from microcoder.problemsets.formats.payload import in_class, read_tests
from microcoder.problemsets.formats.rows import decoded, text

STARTER = re.compile(r"```python\n(class Solution:.*?)```", re.DOTALL)


def problem(row: dict[str, Any], where: str, id_: str) -> Problem:
    """The problem of a row.

    Raises:
        ProblemError: naming the field.
    """
    statement = text(row, "problem", where)
    found = STARTER.search(statement)
    starter = row.get("starter_code") or (found.group(1).rstrip() if found else None)
    about = decoded(row.get("metadata") or {}, "metadata", where)
    function = about.get("func_name") if isinstance(about, dict) else None
    stored = row.get("solutions") or []
    codes = [stored] if isinstance(stored, str) else list(stored)
    if not all(isinstance(code, str) for code in codes):
        raise ProblemError(f"{where}: field 'solutions' must be text or a list of texts")
    tests = read_tests(row.get("tests"), "tests", where, function)
    entry = tests.entry_point
    if tests.kind != "stdin" and entry is None:
        method = METHOD.search(starter or "") or METHOD.search(codes[0] if codes else "")
        if method is None:
            raise ProblemError(f"{where}: field 'problem' shows no class Solution to be called")
        entry = method.group(1)
    entry = in_class(entry, starter, *codes[:1])
    date = row.get("contest_date") or row.get("release_date")
    return Problem(
        id=str(row.get("problem_id") or row.get("id") or id_),
        statement=statement,
        kind=tests.kind,
        tests=script_tests(tests.cases, entry),
        entry_point=entry,
        order=order_of(statement) if tests.kind == "function" else "exact",
        limits=Limits() if tests.kind == "stdin" else LIMITS,
        starter_code=starter,
        source=Source(row.get("data_source") or row.get("source") or None, date=date),
        solutions=tuple(Solution(code) for code in codes),
    )
