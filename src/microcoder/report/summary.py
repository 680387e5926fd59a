"""What a run's rows say, before anything is drawn: curves, before and after, examples.

Every key of every row may be missing or of a wrong type; what cannot be read is a gap (nan), never
a guess and never an error.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from microcoder.runs import RunFolder

VERDICTS = ("AC", "WA", "TLE", "MLE", "OLE", "RTE", "CE", "NC", "JE")
"""In the order in which they are stacked; any other code comes after them."""

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One set's result at one step; nan where unknown."""

    step: float
    pass_at_1: float
    low: float
    high: float
    greedy: float
    pass_at_k: Mapping[int, float]
    by_difficulty: Mapping[str, tuple[float, float]]
    """difficulty -> (pass@1, number of problems)"""
    response_tokens: float
    truncated_share: float
    problems: float
    samples: float
    temperature: float
    max_response_tokens: float


@dataclass(frozen=True, slots=True)
class Rollout:
    """One completion, chosen as an example."""

    step: float
    problem_id: str
    completion: str
    tokens: float
    truncated: bool
    verdict: str
    reward: float
    advantage: float
    masked: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything the page shows of a run."""

    name: str
    info: Mapping[str, Any]
    recipe: str | None
    metrics: Sequence[Row]
    evaluations: Mapping[str, Sequence[Evaluation]]
    """set -> its evaluations by step; all of a list sampled alike"""
    verdicts: Mapping[float, Counter[str]]
    """step -> how often each verdict fell"""
    examples: Sequence[Rollout] = field(default=())

    def steps(self) -> list[float]:
        """The steps of the metrics rows, in order."""
        return [number(row.get("step")) for row in self.metrics]

    def curve(self, key: str) -> list[float]:
        """One number per metrics row; nan where the row lacks it."""
        return [number(row.get(key)) for row in self.metrics]

    def has(self, key: str) -> bool:
        """Whether any row has a number under ``key``."""
        return any(not math.isnan(value) for value in self.curve(key))


def summarise(run: RunFolder, *, examples: bool = True) -> Summary:
    """Read a run's folder once; ``examples=False`` passes over the rollouts, the largest file.

    Raises:
        InputError: the folder holds no run, or a file in it is spoilt: names file and row.
    """
    run = run.opened()
    metrics = [row for row in run.rows("metrics") if not math.isnan(number(row.get("step")))]
    metrics.sort(key=lambda row: number(row["step"]))
    chosen = _Examples()
    verdicts: dict[float, Counter[str]] = {}
    for row in run.rows("rollouts") if examples else ():
        rollout = _rollout(row)
        if not math.isnan(rollout.step) and rollout.verdict:
            verdicts.setdefault(rollout.step, Counter())[rollout.verdict] += 1
            chosen.offer(rollout)
    return Summary(
        name=run.path.resolve().name,
        info=run.read_info(),
        recipe=run.read_recipe(),
        metrics=metrics,
        evaluations=_evaluations(run.rows("evaluations")),
        verdicts=dict(sorted(verdicts.items())),
        examples=chosen.picked(),
    )


def number(value: Any) -> float:
    """The value as a float; nan for everything that is no number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return math.nan
    try:
        return float(value)
    except OverflowError:  # a whole number beyond every float
        return math.nan


def smoothed(values: Sequence[float], window: int) -> list[float]:
    """The mean over the ``window`` values around each, fewer at the ends; nan stays a gap."""
    reach = window // 2
    means = []
    for i, value in enumerate(values):
        near = [x for x in values[max(0, i - reach) : i + reach + 1] if not math.isnan(x)]
        means.append(math.fsum(near) / len(near) if near and not math.isnan(value) else math.nan)
    return means


def ends(values: Sequence[float]) -> tuple[float, float]:
    """The mean of the first and of the last tenth of the known values (at least one each)."""
    known = [value for value in values if not math.isnan(value)]
    if not known:
        return math.nan, math.nan
    share = max(1, len(known) // 10)
    return math.fsum(known[:share]) / share, math.fsum(known[-share:]) / share


def _evaluations(rows: Iterable[Row]) -> dict[str, list[Evaluation]]:
    found: dict[str, list[tuple[tuple[float, ...], Evaluation]]] = {}
    for row in rows:
        evaluation = _evaluation(row)
        if math.isnan(evaluation.step) or math.isnan(evaluation.pass_at_1):
            continue
        terms = tuple(
            -1.0 if math.isnan(x) else x
            for x in (
                evaluation.samples,
                evaluation.temperature,
                evaluation.max_response_tokens,
                evaluation.problems,
            )
        )
        found.setdefault(str(row.get("set", "evaluation")), []).append((terms, evaluation))
    sets: dict[str, list[Evaluation]] = {}
    for name, entries in found.items():
        # Numbers taken on different terms are no curve: each kind of sampling is its own.
        kinds = list(dict.fromkeys(terms for terms, _ in entries))
        for terms in kinds:
            label = name if len(kinds) == 1 else f"{name} ({_terms(terms)})"
            by_step = {e.step: e for kind, e in entries if kind == terms}  # the latest one counts
            sets[label] = [by_step[step] for step in sorted(by_step)]
    return sets


def _terms(terms: tuple[float, ...]) -> str:
    samples, temperature, tokens, problems = terms
    parts = [
        f"{samples:g} samples" if samples >= 0 else "",
        f"T {temperature:g}" if temperature >= 0 else "",
        f"{tokens:g} tokens" if tokens >= 0 else "",
        f"{problems:g} problems" if problems >= 0 else "",
    ]
    return ", ".join(part for part in parts if part) or "terms unknown"


def _evaluation(row: Row) -> Evaluation:
    at_k = row.get("pass_at_k")
    levels = row.get("by_difficulty")
    return Evaluation(
        step=number(row.get("step")),
        pass_at_1=number(row.get("pass_at_1")),
        low=number(row.get("low")),
        high=number(row.get("high")),
        greedy=number(row.get("greedy_pass_at_1")),
        pass_at_k={
            int(k): number(value)
            for k, value in (at_k.items() if isinstance(at_k, dict) else ())
            if k.isascii() and k.isdigit() and len(k) < 7 and not math.isnan(number(value))
        },
        by_difficulty={
            level: (number(entry.get("pass_at_1")), number(entry.get("problems")))
            for level, entry in (levels.items() if isinstance(levels, dict) else ())
            if isinstance(entry, dict)
        },
        **{
            name: number(row.get(name))
            for name in (
                "response_tokens",
                "truncated_share",
                "problems",
                "samples",
                "temperature",
                "max_response_tokens",
            )
        },
    )


def _rollout(row: Row) -> Rollout:
    completion, verdict = row.get("completion"), row.get("verdict")
    return Rollout(
        step=number(row.get("step")),
        problem_id=str(row.get("problem_id", "")),
        completion=completion if isinstance(completion, str) else "",
        tokens=number(row.get("tokens")),
        truncated=row.get("truncated") is True,
        verdict=verdict if isinstance(verdict, str) else "",
        reward=number(row.get("reward")),
        advantage=number(row.get("advantage")),
        masked=row.get("masked") is True,
    )


class _Examples:
    """Early and late, right and wrong: two of each, of different problems where there are."""

    def __init__(self) -> None:
        self._early: dict[bool, list[Rollout]] = {True: [], False: []}
        self._late: dict[bool, list[Rollout]] = {True: [], False: []}

    def offer(self, rollout: Rollout) -> None:
        right = rollout.verdict == "AC"
        early, late = self._early[right], self._late[right]
        if len(early) < 2 and all(rollout.problem_id != kept.problem_id for kept in early):
            early.append(rollout)
        late[:] = [kept for kept in late if kept.problem_id != rollout.problem_id][-1:]
        late.append(rollout)

    def picked(self) -> list[Rollout]:
        chosen: list[Rollout] = []
        for part in (self._early, self._late):
            for right in (True, False):
                chosen += [r for r in part[right] if not any(r is kept for kept in chosen)]
        return sorted(chosen, key=lambda r: (r.step, r.verdict != "AC"))
