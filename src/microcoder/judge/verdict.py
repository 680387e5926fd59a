"""What the judge says: Verdict, CaseResult, Judgement."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class Verdict(enum.StrEnum):
    """The outcome of one test, or of a submission: its first failing test decides."""

    ACCEPTED = "AC"
    WRONG_ANSWER = "WA"
    TIME_LIMIT = "TLE"
    MEMORY_LIMIT = "MLE"
    OUTPUT_LIMIT = "OLE"
    RUNTIME_ERROR = "RTE"
    COMPILE_ERROR = "CE"
    NO_CODE = "NC"
    JUDGE_ERROR = "JE"

    AC = ACCEPTED
    WA = WRONG_ANSWER
    TLE = TIME_LIMIT
    MLE = MEMORY_LIMIT
    OLE = OUTPUT_LIMIT
    RTE = RUNTIME_ERROR
    CE = COMPILE_ERROR
    NC = NO_CODE
    JE = JUDGE_ERROR

    @property
    def meaning(self) -> str:
        """The verdict in words."""
        return self.name.replace("_", " ").lower()


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One test of one submission."""

    verdict: Verdict
    by: str | None = None
    """The comparison rung that accepted, or "checker"."""
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    memory_bytes: int = 0
    """Peak resident memory beyond the bare interpreter's."""
    detail: str = ""
    """Why, for a reader: where the answers part, the end of a traceback."""

    def to_json(self) -> dict[str, Any]:
        """The case as a JSON object."""
        return {
            "verdict": self.verdict.value,
            "by": self.by,
            "cpu_seconds": round(self.cpu_seconds, 6),
            "wall_seconds": round(self.wall_seconds, 6),
            "memory_bytes": self.memory_bytes,
            "detail": self.detail,
        }

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> CaseResult:
        """What ``to_json`` gave, as a case again."""
        return cls(**{**row, "verdict": Verdict(row["verdict"])})


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on a submission and the tests that led to it."""

    id: str
    verdict: Verdict
    passed: int
    total: int
    """Tests of the problem; with early stopping fewer may have run."""
    reward: float | None
    """None exactly when the verdict is JE: what could not be judged teaches nothing."""
    cases: tuple[CaseResult, ...] = ()
    complete_code: bool | None = None
    """Whether a completion held a whole program; None where code was submitted as such."""
    detail: str = ""

    @property
    def accepted(self) -> bool:
        """Whether every test passed."""
        return self.verdict is Verdict.ACCEPTED

    def to_json(self) -> dict[str, Any]:
        """The judgement as a JSON object, one line of a judgements file."""
        return {
            "id": self.id,
            "verdict": self.verdict.value,
            "passed": self.passed,
            "total": self.total,
            "reward": self.reward,
            "complete_code": self.complete_code,
            "detail": self.detail,
            "cases": [case.to_json() for case in self.cases],
        }

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Judgement:
        """What ``to_json`` gave, as a judgement again.

        Raises:
            KeyError, TypeError, ValueError: it is none.
        """
        cases = tuple(CaseResult.from_json(case) for case in row["cases"])
        return cls(**{**row, "verdict": Verdict(row["verdict"]), "cases": cases})
