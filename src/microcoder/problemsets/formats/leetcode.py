"""LeetCode problems with assert scripts: LeetCodeDataset (Xia et al. 2025) and DeepSeek-Coder's."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Literal

from microcoder.errors import ProblemError
from microcoder.problem import Limits, Problem, Solution, Source, TestCase
from microcoder.problemsets.formats.payload import from_asserts, from_check, in_class
from microcoder.problemsets.formats.rows import text

LIMITS = Limits(cpu_seconds=10.0)
"""LeetCode states none; ten seconds hold for every reference of these sets."""
METHOD = re.compile(r"^\s*def ([a-zA-Z]\w*)\s*\(\s*self", re.MULTILINE)
ANY_ORDER = re.compile(r"\b(?:return|output|print)\b[^.]*\bin any order\b", re.IGNORECASE)
SPELT = {"meidum": "medium"}


def problem(row: dict[str, Any], where: str, id_: str) -> Problem:
    """The problem of a row of LeetCodeDataset, any of its versions.

    Raises:
        ProblemError: naming the field.
    """
    prompt, completion = text(row, "prompt", where), text(row, "completion", where)
    name = text(row, "entry_point", where).rpartition(".")[2]
    about = row.get("meta") if isinstance(row.get("meta"), dict) else {}
    assert isinstance(about, dict)
    statement = row.get("problem_description") or about.get("question_title") or row.get("query")
    if not isinstance(statement, str):
        raise ProblemError(f"{where}: field 'problem_description' (or 'query') must be text")
    program = f"{prompt}\n{completion}"
    entry = in_class(name, program)
    tests = from_check(text(row, "test", where), "test", where, prompt)
    slug = text(row, "task_id", where)
    tags = [f"topic:{t}" for t in row.get("tags") or ()]
    return Problem(
        id=f"leetcode/{slug}",
        statement=statement,
        kind=tests.kind,
        tests=script_tests(tests.cases, entry),
        entry_point=entry,
        limits=LIMITS,
        order=order_of(statement),
        starter_code=row.get("starter_code") or about.get("lang_code") or None,
        source=Source(
            "leetcode", f"https://leetcode.com/problems/{slug}", row.get("estimated_date") or None
        ),
        solutions=(Solution(program),),
        tags=(*tags, *_difficulty(row.get("difficulty") or about.get("difficulty"))),
    )


def deepseek(row: dict[str, Any], where: str, id_: str) -> Problem:
    """The problem of a row of DeepSeek-Coder's contest set, which has no solutions.

    Raises:
        ProblemError: naming the field.
    """
    prompt = text(row, "prompt", where)
    starter = prompt.rpartition('"""')[2].strip("\n")
    method = METHOD.search(starter)
    if method is None:
        raise ProblemError(f"{where}: field 'prompt' ends in no class Solution")
    tests = from_asserts([text(row, "test", where)], "test", where, method.group(1))
    entry = f"Solution.{method.group(1)}"
    slug = text(row, "title", where)
    statement = prompt.partition('"""')[2].rpartition('"""')[0].strip() or prompt
    began = row.get("start_time")
    date = f"{datetime.fromtimestamp(began, UTC):%Y-%m-%d}" if isinstance(began, int) else None
    about = row["meta"] if isinstance(row.get("meta"), dict) else {}
    return Problem(
        id=f"leetcode/{slug}",
        statement=statement,
        kind=tests.kind,
        tests=tests.cases,
        entry_point=entry,
        limits=LIMITS,
        order=order_of(statement),
        starter_code=starter,
        source=Source("leetcode", row.get("url") or None, date),
        tags=_difficulty(about.get("difficulty")),
    )


def order_of(statement: str) -> Literal["exact", "any"]:
    """ "any" where the statement asks for an answer "in any order"."""
    return "any" if ANY_ORDER.search(statement) else "exact"


def script_tests(cases: tuple[TestCase, ...], entry: str | None) -> tuple[TestCase, ...]:
    """Tests whose scripts call the function by its name, once that is known."""
    called = (entry or "").replace("Solution.", "Solution().")
    return tuple(
        replace(case, input={"script": case.input["script"].replace("{entry_point}", called)})
        if isinstance(case.input, dict) and isinstance(case.input.get("script"), str)
        else case
        for case in cases
    )


def _difficulty(stated: Any) -> tuple[str, ...]:
    word = str(stated or "").lower()
    return (f"difficulty:{SPELT.get(word, word)}",) if word else ()
