"""Problem files as the field publishes them, read into Problems.

``load("livecodebench", path)`` gives what could be read and, row by row, what could not and why. A
format is one function from a row to a problem; what its rows are stored in (JSON, JSON lines,
either gzipped, parquet) is the same for all.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from microcoder.errors import InputError, ProblemError
from microcoder.problem import Problem, problem_from_json
from microcoder.problemsets import humaneval, mbpp
from microcoder.problemsets.formats import (
    apps,
    code_contests,
    deepcoder,
    leetcode,
    livecodebench,
    prime,
)
from microcoder.problemsets.formats.rows import read_rows

Reader = Callable[[dict[str, Any], str, str], Problem]
"""(row, where to say it stands, an id if the row has none) -> problem; raises ProblemError."""


@dataclass(frozen=True, slots=True)
class Format:
    """A published form of rows."""

    name: str
    read: Reader
    fields: tuple[tuple[str, ...], ...]
    """A row that has all fields of one of these looks like this format."""
    about: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """A row that is no problem, and why."""

    path: str
    row: int
    reason: str


@dataclass(slots=True)
class Loaded:
    """What a file held."""

    format: str
    problems: list[Problem] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)
    """The row of each problem, by its id."""


def _own(row: dict[str, Any], where: str, _: str) -> Problem:
    return problem_from_json(row, where)


FORMATS = {
    f.name: f
    for f in (
        Format("microcoder", _own, (("id", "kind", "statement", "tests"),), "our own rows"),
        Format(
            "livecodebench",
            livecodebench.problem,
            (
                ("question_content", "private_test_cases"),
                ("content", "test", "canonical_solution", "labels"),
                ("verifier_metadata", "responses_create_params"),
            ),
            "LiveCodeBench, SandboxFusion's and NeMo-Gym's forms of it too",
        ),
        Format(
            "code_contests",
            code_contests.problem,
            (("description", "public_tests", "private_tests"), ("content", "test", "labels")),
            "CodeContests, SandboxFusion's form of it too",
        ),
        Format(
            "apps",
            apps.problem,
            (("question", "input_output"),),
            "APPS and TACO: rows, or a folder of problem folders",
        ),
        Format(
            "leetcode",
            leetcode.problem,
            (("task_id", "completion", "entry_point", "test"),),
            "LeetCodeDataset",
        ),
        Format(
            "deepseek",
            leetcode.deepseek,
            (("task_id", "prompt_sft", "test", "meta"),),
            "DeepSeek-Coder's LeetCode contest problems",
        ),
        Format("prime", prime.problem, (("reward_model", "prompt"),), "PRIME, and verl's rows"),
        Format("deepcoder", deepcoder.problem, (("problem", "tests"),), "DeepCoder and rLLM"),
        Format("mbpp", mbpp.from_row, (("task_id", "test_list"),), "MBPP, full or sanitized"),
        Format(
            "humaneval",
            humaneval.from_row,
            (("task_id", "prompt", "test"),),
            "HumanEval",
        ),
    )
}


def detect(row: Any) -> Format | None:
    """The first format whose fields the row has."""
    if isinstance(row, dict):
        for known in FORMATS.values():
            if any(all(name in row for name in names) for names in known.fields):
                return known
    return None


def load(name: str, path: str | os.PathLike[str]) -> Loaded:
    """Read a file, or for APPS a folder.

    Args:
        name: one of ``FORMATS``, or "auto" to go by the fields of the first row.
        path: .jsonl, .json, either with .gz, .parquet, or a folder of APPS.

    Raises:
        InputError: the format is unknown, or not to be guessed.
        ProblemError: the file itself cannot be read.
    """
    path = Path(path)
    rows: Iterator[tuple[int, Any]]
    if path.is_dir():
        rows, name = apps.read_folder(path), "apps" if name == "auto" else name
    else:
        rows = read_rows(path)
    if name != "auto" and name not in FORMATS:
        raise InputError(f"format '{name}' is unknown; choose from: auto, {', '.join(FORMATS)}")
    chosen = FORMATS.get(name)
    loaded = Loaded(name)
    for number, row in rows:
        where = f"{path}: row {number}"
        if chosen is None:
            chosen = detect(row)
            if chosen is None:
                fields = ", ".join(row) if isinstance(row, dict) else type(row).__name__
                raise InputError(
                    f"{where}: no known format has these fields ({fields}); name one of: "
                    + ", ".join(FORMATS)
                )
            loaded.format = chosen.name
        try:
            if isinstance(row, Exception):
                raise ProblemError(f"{where}: {row}")
            if not isinstance(row, dict):
                raise ProblemError(f"{where}: a row must be an object, not {type(row).__name__}")
            problem = chosen.read(row, where, f"{path.name.partition('.')[0]}/{number}")
            if problem.id in loaded.rows:
                earlier = loaded.rows[problem.id]
                raise ProblemError(f"{where}: id '{problem.id}' stands in row {earlier} too")
        except ProblemError as error:
            reason = str(error).removeprefix(f"{where}: ")
            loaded.rejected.append(Rejected(str(path), number, reason))
            continue
        loaded.rows[problem.id] = number
        loaded.problems.append(problem)
    return loaded
