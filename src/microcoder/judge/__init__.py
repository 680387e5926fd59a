"""The evaluator: runs programs behind walls and says what they are worth.

with Judge() as judge:
    judgement = judge.judge(submission, problem)
"""

from __future__ import annotations

from microcoder.judge.extraction import Extraction, extract
from microcoder.judge.pool import Judge
from microcoder.judge.rewards import (
    all_or_nothing,
    fraction_passed,
    trl_reward,
    verifiers_reward,
    verifiers_rubric_reward,
    verl_compute_score,
)
from microcoder.judge.sandbox import isolation
from microcoder.judge.verdict import CaseResult, Judgement, Verdict

__all__ = [
    "CaseResult",
    "Extraction",
    "Judge",
    "Judgement",
    "Verdict",
    "all_or_nothing",
    "extract",
    "fraction_passed",
    "isolation",
    "trl_reward",
    "verifiers_reward",
    "verifiers_rubric_reward",
    "verl_compute_score",
]
