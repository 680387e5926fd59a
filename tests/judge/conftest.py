"""One judge for the tests of this folder, and a short way to ask it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import pytest

from microcoder.judge import Judge, Judgement
from microcoder.judge.sandbox import Sandbox
from microcoder.problem import Checker, Limits, Problem, Submission, TestCase

SMALL = Limits(
    cpu_seconds=1.0, wall_seconds=2.0, memory_bytes=512 * 1024**2, output_bytes=4 * 1024**2
)


class Ask(Protocol):
    def __call__(self, code: str, *tests: tuple[Any, Any], **problem: Any) -> Judgement: ...


@pytest.fixture(scope="session")
def judge() -> Iterator[Judge]:
    with Judge(workers=2, stop_early=False) as judge:
        yield judge


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def ask(judge: Judge) -> Ask:
    """Judge code against (input, output) pairs; without any, the output must be "1"."""

    def ask(code: str, *tests: tuple[Any, Any], **problem: Any) -> Judgement:
        cases = tuple(TestCase(*test) for test in tests or [("", "1\n")])
        checker = problem.pop("checker", None)
        fields: dict[str, Any] = {"kind": "stdin", "limits": SMALL} | problem
        if isinstance(checker, str):
            checker = Checker("python", code=checker)
        asked = Problem("p", "", tests=cases, checker=checker, **fields)
        return judge.judge(Submission("s", "p", code=code), asked)

    return ask
