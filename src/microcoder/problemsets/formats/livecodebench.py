"""LiveCodeBench rows, in three forms.

The benchmark's own (``question_content``, ``public_test_cases``, ``private_test_cases``), that of
SandboxFusion (``content``, ``test``, ``labels``) and that of NeMo-Gym (``verifier_metadata``).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from microcoder.errors import ProblemError
from microcoder.problem import Limits, Problem, Source
from microcoder.problemsets.formats.leetcode import METHOD
from microcoder.problemsets.formats.payload import Tests, in_class, read_tests
from microcoder.problemsets.formats.rows import decoded, text

LIMITS = Limits(cpu_seconds=6.0)
"""LiveCodeBench's own time limit, per test."""
STARTER = re.compile(r"```python\n(class Solution:.*?)```", re.DOTALL)


def problem(row: dict[str, Any], where: str, id_: str) -> Problem:
    """The problem of a row.

    Raises:
        ProblemError: naming the field.
    """
    if "verifier_metadata" in row:
        return _nemo_gym(row, where, id_)
    if "question_content" in row:
        return _original(row, where)
    return _sandbox_fusion(row, where, id_)


def _original(row: dict[str, Any], where: str) -> Problem:
    starter = row.get("starter_code") or None
    about = decoded(row.get("metadata") or {}, "metadata", where)
    function = about.get("func_name") if isinstance(about, dict) else None
    if starter and not function:
        raise ProblemError(f"{where}: field 'metadata' names no 'func_name', which is called")
    groups = []
    for name in ("public_test_cases", "private_test_cases"):
        if value := row.get(name):
            tests = read_tests(value, name, where, function)
            public = name.startswith("public")
            cases = tuple(replace(case, public=public) for case in tests.cases)
            groups.append(replace(tests, cases=cases))
    if not groups:
        raise ProblemError(f"{where}: neither 'public_test_cases' nor 'private_test_cases'")
    if len({tests.kind for tests in groups}) > 1:
        raise ProblemError(f"{where}: public and private tests are of different kinds")
    platform = str(row.get("platform") or "livecodebench").lower()
    return Problem(
        id=f"{platform}/{text(row, 'question_id', where)}",
        statement=text(row, "question_content", where),
        kind=groups[0].kind,
        tests=tuple(case for tests in groups for case in tests.cases),
        entry_point=in_class(groups[0].entry_point, starter),
        starter_code=starter,
        limits=LIMITS,
        source=Source(platform, date=str(row.get("contest_date") or "")[:10] or None),
        tags=_tags(row.get("difficulty")),
    )


def _sandbox_fusion(row: dict[str, Any], where: str, id_: str) -> Problem:
    statement = text(row, "content", where)
    labels = decoded(row.get("labels") or {}, "labels", where)
    found = STARTER.search(statement)
    starter = found.group(1).rstrip() if found else None
    tests = read_tests(row.get("test"), "test", where)
    if tests.kind == "stdin" and starter:
        name = METHOD.search(starter)
        if name:
            tests = read_tests(row["test"], "test", where, name.group(1))
    return Problem(
        id=str(labels.get("task_id") or id_),
        statement=statement,
        kind=tests.kind,
        tests=tests.cases,
        entry_point=in_class(tests.entry_point, starter),
        starter_code=starter,
        limits=LIMITS,
        source=Source(labels.get("category")),
        tags=_tags(labels.get("difficulty")),
    )


def _nemo_gym(row: dict[str, Any], where: str, id_: str) -> Problem:
    about = row["verifier_metadata"]
    if not isinstance(about, dict):
        raise ProblemError(f"{where}: field 'verifier_metadata' must be an object")
    tests: Tests = read_tests(about.get("unit_tests"), "verifier_metadata.unit_tests", where)
    asked = row.get("responses_create_params")
    messages = asked.get("input") if isinstance(asked, dict) else None
    said = [
        m["content"]
        for m in (messages if isinstance(messages, list) else [])
        if isinstance(m, dict) and isinstance(m.get("content"), str) and m.get("role") == "user"
    ]
    if not said:
        raise ProblemError(f"{where}: field 'responses_create_params.input' has no user's message")
    return Problem(
        id=str(row.get("hash_id") or id_),
        statement=said[-1],
        kind=tests.kind,
        tests=tests.cases,
        entry_point=in_class(tests.entry_point, said[-1]),
        limits=LIMITS,
        source=Source(row.get("source") if isinstance(row.get("source"), str) else None),
    )


def _tags(difficulty: Any) -> tuple[str, ...]:
    return (f"difficulty:{str(difficulty).lower()}",) if difficulty else ()
