"""What is asked and how an answer is tried: Problem, TestCase, Limits, Source, Submission.

One problem is one JSON object, one line of JSONL:

    {"id", "statement", "kind": "stdin" | "function" | "script", "entry_point", "starter_code",
     "tests": [{"input", "output", "public"}],
     "limits": {"cpu_seconds", "wall_seconds", "memory_bytes", "output_bytes"},
     "checker": null | {"kind": "python", "code"} | {"kind": "icpc", "path"},
     "order": "exact" | "any", "tolerance", "difficulty", "source": {"platform", "url", "date",
     "license"}, "solutions": [{"code", "verdict", "source"}], "tags": [...]}

A test's meaning depends on the kind. stdin: input and output are strings. function: input is a
list of positional or an object of keyword values, output a value. script: input is
``{"script": "assert ..."}``, run after the code, and output is absent.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast

from microcoder.errors import ProblemError

Kind = Literal["stdin", "function", "script"]
KINDS: tuple[Kind, ...] = ("stdin", "function", "script")
MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """What one test of one submission may use."""

    cpu_seconds: float = 4.0
    """Processor time, the limit that decides TLE."""
    wall_seconds: float | None = None
    """Elapsed time, there to catch sleepers; None means three times the CPU limit plus 2 s."""
    memory_bytes: int = 1024 * MEBIBYTE
    """Address space a program may map beyond what the bare interpreter holds."""
    output_bytes: int = 16 * MEBIBYTE
    """Standard output and error, each."""

    @property
    def wall(self) -> float:
        """The wall limit in force, seconds."""
        return self.wall_seconds if self.wall_seconds is not None else 3 * self.cpu_seconds + 2


@dataclass(frozen=True, slots=True)
class TestCase:
    """One input and what must come out for it."""

    __test__ = False  # pytest must not collect it

    input: Any
    output: Any
    public: bool = False
    """Shown to the solver, as an example in the statement."""


@dataclass(frozen=True, slots=True)
class Checker:
    """Decides where many answers are right: a Python ``check(input, output, expected)`` or an
    ICPC output validator (a folder whose program exits 42 for yes, 43 for no)."""

    kind: Literal["python", "icpc"]
    code: str | None = None
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """Where a problem comes from; every field may be unknown."""

    platform: str | None = None
    url: str | None = None
    date: str | None = None
    """ISO 8601, as precise as known: 2024, 2024-08 or 2024-08-15."""
    license: str | None = None


@dataclass(frozen=True, slots=True)
class Solution:
    """A stored program and the verdict it must get."""

    code: str
    verdict: str = "AC"
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A programming problem with its tests."""

    id: str
    statement: str
    kind: Kind
    tests: tuple[TestCase, ...]
    entry_point: str | None = None
    """Function problems: ``f`` or ``Solution.f``."""
    starter_code: str | None = None
    limits: Limits = Limits()
    checker: Checker | None = None
    order: Literal["exact", "any"] = "exact"
    """"any": the order of lines (stdin) or of the outermost list (function) is free."""
    tolerance: float = 1e-6
    """Absolute or relative, for expected values written as real numbers."""
    difficulty: float | None = None
    source: Source = Source()
    solutions: tuple[Solution, ...] = ()
    tags: tuple[str, ...] = ()

    @property
    def references(self) -> tuple[Solution, ...]:
        """Stored programs that must be accepted."""
        return tuple(s for s in self.solutions if s.verdict == "AC")

    @property
    def wrong_programs(self) -> tuple[Solution, ...]:
        """Stored programs that must not be accepted."""
        return tuple(s for s in self.solutions if s.verdict != "AC")


@dataclass(frozen=True, slots=True)
class Submission:
    """A program, or a completion to extract one from, for a problem."""

    id: str
    problem_id: str
    code: str | None = None
    completion: str | None = None
    truncated: bool = False
    """The completion was cut at the length limit (no stop token)."""
    problem: Problem | None = field(default=None, compare=False)


# --- JSON in -----------------------------------------------------------------------------------


def _field(row: dict[str, Any], name: str, kind: type | tuple[type, ...], where: str) -> Any:
    if name not in row:
        raise ProblemError(f"{where}: field '{name}' is missing")
    value = row[name]
    if not isinstance(value, kind):
        wanted = " or ".join(k.__name__ for k in (kind if isinstance(kind, tuple) else (kind,)))
        raise ProblemError(f"{where}: field '{name}' must be {wanted}, not {type(value).__name__}")
    return value


def _known(row: dict[str, Any], names: Iterable[str], where: str) -> None:
    allowed = set(names)
    for name in row:
        if name not in allowed:
            raise ProblemError(
                f"{where}: unknown field '{name}'; known are: {', '.join(sorted(allowed))}"
            )


def _read_test(row: Any, kind: Kind, where: str) -> TestCase:
    if not isinstance(row, dict):
        raise ProblemError(f"{where}: a test must be an object with 'input' and 'output'")
    _known(row, ("input", "output", "public"), where)
    if "input" not in row:
        raise ProblemError(f"{where}: field 'input' is missing")
    given = row["input"]
    if kind == "script":
        if not (isinstance(given, dict) and isinstance(given.get("script"), str)):
            raise ProblemError(f"{where}: a script test's input must be {{'script': '...'}}")
        return TestCase(given, None, bool(row.get("public", False)))
    if "output" not in row:
        raise ProblemError(f"{where}: field 'output' is missing: a test without it tests nothing")
    if kind == "stdin":
        for name in ("input", "output"):
            if not isinstance(row[name], str):
                raise ProblemError(f"{where}: field '{name}' must be text for a stdin problem")
    elif not isinstance(given, (list, dict)):
        raise ProblemError(
            f"{where}: field 'input' must be a list of positional or an object of keyword "
            "arguments for a function problem"
        )
    return TestCase(given, row["output"], bool(row.get("public", False)))


def _read_limits(row: Any, where: str) -> Limits:
    if row is None:
        return Limits()
    if not isinstance(row, dict):
        raise ProblemError(f"{where}: field 'limits' must be an object")
    _known(row, Limits.__slots__, f"{where}: limits")
    for name, value in row.items():
        if value is None and name == "wall_seconds":
            continue
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0:
            raise ProblemError(f"{where}: limits.{name} must be a number above 0, not {value!r}")
    return Limits(**row)


def _read_checker(row: Any, where: str) -> Checker | None:
    if row is None:
        return None
    if not isinstance(row, dict) or row.get("kind") not in ("python", "icpc"):
        raise ProblemError(f"{where}: checker.kind must be 'python' or 'icpc'")
    needed = "code" if row["kind"] == "python" else "path"
    if not isinstance(row.get(needed), str):
        raise ProblemError(f"{where}: a checker of kind '{row['kind']}' needs text in '{needed}'")
    return Checker(row["kind"], row.get("code"), row.get("path"))


def _read_solution(row: Any, where: str) -> Solution:
    if isinstance(row, str):
        return Solution(row)
    if not isinstance(row, dict) or not isinstance(row.get("code"), str):
        raise ProblemError(f"{where}: a solution must be text or an object with text in 'code'")
    return Solution(row["code"], str(row.get("verdict", "AC")), row.get("source"))


_PROBLEM_FIELDS = (*Problem.__slots__,)


def problem_from_json(row: Any, where: str = "problem") -> Problem:
    """Build a Problem from its JSON object.

    Raises:
        ProblemError: naming ``where`` (file and row), the field and what it must be.
    """
    if not isinstance(row, dict):
        raise ProblemError(f"{where}: a problem must be a JSON object, not {type(row).__name__}")
    _known(row, _PROBLEM_FIELDS, where)
    id_ = _field(row, "id", (str, int), where)
    where = f"{where} (id {id_})"
    kind = _field(row, "kind", str, where)
    if kind not in KINDS:
        raise ProblemError(f"{where}: field 'kind' must be stdin, function or script, not {kind!r}")
    statement = _field(row, "statement", str, where)
    tests = _field(row, "tests", list, where)
    if not tests:
        raise ProblemError(f"{where}: field 'tests' is empty; every program would pass")
    entry_point = row.get("entry_point")
    if kind == "function" and not (isinstance(entry_point, str) and entry_point):
        raise ProblemError(f"{where}: field 'entry_point' must name the function to call")
    order = row.get("order") or "exact"
    if order not in ("exact", "any"):
        raise ProblemError(f"{where}: field 'order' must be 'exact' or 'any', not {order!r}")
    tolerance = row.get("tolerance", 1e-6)
    if isinstance(tolerance, bool) or not isinstance(tolerance, (int, float)) or tolerance < 0:
        raise ProblemError(f"{where}: field 'tolerance' must be a number of at least 0")
    source = row.get("source") or {}
    if not isinstance(source, dict):
        raise ProblemError(f"{where}: field 'source' must be an object")
    _known(source, Source.__slots__, f"{where}: source")
    return Problem(
        id=str(id_),
        statement=statement,
        kind=kind,
        tests=tuple(_read_test(t, kind, f"{where}: tests[{i}]") for i, t in enumerate(tests)),
        entry_point=entry_point,
        starter_code=row.get("starter_code"),
        limits=_read_limits(row.get("limits"), where),
        checker=_read_checker(row.get("checker"), where),
        order="any" if order == "any" else "exact",
        tolerance=float(tolerance),
        difficulty=row.get("difficulty"),
        source=Source(**source),
        solutions=tuple(
            _read_solution(s, f"{where}: solutions[{i}]")
            for i, s in enumerate(row.get("solutions") or ())
        ),
        tags=tuple(row.get("tags") or ()),
    )


def read_jsonl(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield (row number from 1, value) of each non-blank line.

    Raises:
        ProblemError: the file cannot be read, or a row is not JSON.
    """
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                try:
                    yield number, json.loads(line)
                except (json.JSONDecodeError, RecursionError) as error:
                    raise ProblemError(f"{path}: row {number}: not JSON: {error}") from None
    except FileNotFoundError:
        raise ProblemError(f"{path}: no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ProblemError(f"{path}: cannot be read: {error}") from None


def load_problems(path: str | os.PathLike[str]) -> list[Problem]:
    """Read problems from JSONL, a JSON list, or one JSON object.

    Raises:
        ProblemError: naming file, row and field; also for two problems of one id, or none.
    """
    path = Path(path)
    problems: list[Problem] = []
    rows: Iterable[tuple[int, Any]]
    if path.suffix == ".json":
        try:
            whole = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ProblemError(f"{path}: no such file") from None
        except (OSError, ValueError, RecursionError) as error:
            raise ProblemError(f"{path}: not a JSON file: {error}") from None
        rows = list(enumerate(whole if isinstance(whole, list) else [whole], 1))
    else:
        rows = read_jsonl(path)
    seen: dict[str, int] = {}
    for number, row in rows:
        problem = problem_from_json(row, f"{path}: row {number}")
        if problem.id in seen:
            raise ProblemError(
                f"{path}: row {number}: id '{problem.id}' stands in row {seen[problem.id]} too; "
                "ids must be unique"
            )
        seen[problem.id] = number
        problems.append(problem)
    if not problems:
        raise ProblemError(f"{path}: holds no problem")
    return problems


# --- JSON out ----------------------------------------------------------------------------------


def _without_defaults(value: Any, default: Any) -> dict[str, Any]:
    return {
        name: getattr(value, name)
        for name in value.__slots__
        if getattr(value, name) != getattr(default, name)
    }


def problem_to_json(problem: Problem) -> dict[str, Any]:
    """The JSON object of a problem; fields at their default are left out."""
    row: dict[str, Any] = {
        "id": problem.id,
        "statement": problem.statement,
        "kind": problem.kind,
    }
    for name in ("entry_point", "starter_code", "difficulty"):
        if getattr(problem, name) is not None:
            row[name] = getattr(problem, name)
    row["tests"] = [
        {"input": t.input}
        | ({} if problem.kind == "script" else {"output": t.output})
        | ({"public": True} if t.public else {})
        for t in problem.tests
    ]
    if limits := _without_defaults(problem.limits, Limits()):
        row["limits"] = limits
    if problem.checker is not None:
        row["checker"] = {
            k: v for k in Checker.__slots__ if (v := getattr(problem.checker, k)) is not None
        }
    if problem.order != "exact":
        row["order"] = problem.order
    if problem.tolerance != 1e-6:
        row["tolerance"] = problem.tolerance
    if source := _without_defaults(problem.source, Source()):
        row["source"] = source
    if problem.solutions:
        row["solutions"] = [
            cast(dict[str, Any], {"code": s.code, "verdict": s.verdict})
            | ({"source": s.source} if s.source else {})
            for s in problem.solutions
        ]
    if problem.tags:
        row["tags"] = list(problem.tags)
    return row


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a whole file or nothing: a temporary file beside it, fsync, rename."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def save_problems(path: str | os.PathLike[str], problems: Iterable[Problem]) -> int:
    """Write problems as JSONL, whole or not at all; returns how many."""
    lines = [json.dumps(problem_to_json(p), ensure_ascii=False) for p in problems]
    write_text(path, "".join(line + "\n" for line in lines))
    return len(lines)
