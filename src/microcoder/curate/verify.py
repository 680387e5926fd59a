"""Do a problem's own reference programs pass its tests, and its wrong ones fail them?"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from microcoder.judge import Judge, Verdict
from microcoder.problem import Problem, Solution, Submission


@dataclass(frozen=True, slots=True)
class Surprise:
    """A stored program whose verdict is not the one it was stored with."""

    problem_id: str
    number: int
    """Of the program among the problem's solutions, from 0."""
    stored: str
    verdict: Verdict
    passed: int
    total: int
    detail: str

    def to_json(self) -> dict[str, Any]:
        """One line of a report."""
        return {
            "problem_id": self.problem_id,
            "solution": self.number,
            "stored": self.stored,
            "verdict": self.verdict.value,
            "passed": self.passed,
            "total": self.total,
            "detail": self.detail,
        }


@dataclass(frozen=True, slots=True)
class Verified:
    """One stored program, judged."""

    problem: Problem
    solution: Solution
    verdict: Verdict
    surprise: Surprise | None


def verify(
    judge: Judge, problems: Iterable[Problem], per_problem: int | None = None
) -> Iterator[Verified]:
    """Judge the stored programs, streaming.

    A program stored as AC must be accepted; any other must not be.

    Args:
        judge: who judges.
        problems: read as needed.
        per_problem: at most so many programs of each.
    """
    asked: deque[tuple[Problem, int]] = deque()

    def pairs() -> Iterator[tuple[Submission, Problem]]:
        for problem in problems:
            for number, solution in enumerate(problem.solutions[:per_problem]):
                asked.append((problem, number))
                yield Submission(str(number), problem.id, code=solution.code), problem

    for judged in judge.many(pairs()):
        problem, number = asked.popleft()
        solution = problem.solutions[number]
        surprise = None
        if judged.accepted is not (solution.verdict == "AC"):
            worst = next((c for c in judged.cases if c.verdict is judged.verdict), None)
            detail = worst.detail if worst else judged.detail
            surprise = Surprise(
                problem.id,
                number,
                solution.verdict,
                judged.verdict,
                judged.passed,
                judged.total,
                detail,
            )
        yield Verified(problem, solution, judged.verdict, surprise)
