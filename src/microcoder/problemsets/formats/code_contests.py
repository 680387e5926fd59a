"""CodeContests (Li et al. 2022): DeepMind's rows, and SandboxFusion's shorter ones."""

from __future__ import annotations

from typing import Any

from microcoder.errors import ProblemError
from microcoder.problem import Limits, Problem, Solution, Source, TestCase
from microcoder.problemsets.formats.payload import read_tests
from microcoder.problemsets.formats.rows import decoded, text

PLATFORMS = ("unknown", "codechef", "codeforces", "hackerearth", "codejam", "atcoder", "aizu")
PYTHON3 = 3
SECONDS = 4.0
"""Contest limits are made for compiled languages: a test gets what is stated, and at least this."""


def problem(row: dict[str, Any], where: str, id_: str) -> Problem:
    """The problem of a row.

    Raises:
        ProblemError: naming the field.
    """
    if "content" in row:
        labels = decoded(row.get("labels") or {}, "labels", where)
        tests = read_tests(row.get("test"), "test", where)
        stated = str(labels.get("difficulty") or "").lower()
        return Problem(
            id=f"code_contests/{row.get('id', id_)}",
            statement=text(row, "content", where),
            kind=tests.kind,
            tests=tests.cases,
            entry_point=tests.entry_point,
            source=Source(str(labels.get("source") or "code_contests").lower()),
            tags=(f"difficulty:{stated}",) if stated else (),
        )
    name = text(row, "name", where)
    cases = []
    for field in ("public_tests", "private_tests", "generated_tests"):
        group = row.get(field) or {"input": [], "output": []}
        if not isinstance(group, dict) or len(group["input"]) != len(group["output"]):
            raise ProblemError(f"{where}: field '{field}' must hold as many inputs as outputs")
        public = field == "public_tests"
        pairs = zip(group["input"], group["output"], strict=True)
        cases += [TestCase(str(i), str(o), public) for i, o in pairs]
    if not cases:
        raise ProblemError(f"{where}: has no test in public_tests, private_tests, generated_tests")
    if row.get("input_file") or row.get("output_file"):
        raise ProblemError(f"{where}: reads or writes named files, which a stdin problem does not")
    limit = row.get("time_limit") or {}
    stated_seconds = float(limit.get("seconds") or 0) + float(limit.get("nanos") or 0) / 1e9
    platform = row.get("source")
    if isinstance(platform, int) and 0 <= platform < len(PLATFORMS):
        platform = PLATFORMS[platform]
    return Problem(
        id=f"code_contests/{name}",
        statement=text(row, "description", where),
        kind="stdin",
        tests=tuple(cases),
        limits=Limits(cpu_seconds=max(SECONDS, stated_seconds)),
        source=Source(str(platform or "code_contests").lower()),
        solutions=(*_python(row.get("solutions"), "AC"),
                   *_python(row.get("incorrect_solutions"), "WA")),
        tags=tuple(f"topic:{t}" for t in row.get("cf_tags") or () if t),
    )  # fmt: skip


def _python(programs: Any, verdict: str) -> list[Solution]:
    """Those of the stored programs that are Python 3."""
    if not isinstance(programs, dict):
        return []
    pairs = zip(programs.get("language") or (), programs.get("solution") or (), strict=False)
    return [Solution(code, verdict) for kind, code in pairs if kind in (PYTHON3, "PYTHON3")]
