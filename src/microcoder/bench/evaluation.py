"""How good is a model on a set of problems? Sample, judge, and say how sure one can be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from microcoder.bench.passk import estimate, pass_at_k
from microcoder.judge import Judge, Verdict
from microcoder.problem import Problem, Submission
from microcoder.sampling import Completion, Sampler, as_messages


@dataclass(frozen=True, slots=True)
class Attempt:
    """One judged completion."""

    problem_id: str
    sample: int
    completion: Completion
    verdict: Verdict


def attempt(
    sampler: Sampler,
    problems: Sequence[Problem],
    judge: Judge,
    *,
    samples: int,
    temperature: float,
    max_tokens: int,
    seed: int,
    instruction: str = "",
    progress: Callable[[int], None] | None = None,
) -> list[Attempt]:
    """Try every problem ``samples`` times; attempts come in the order of the problems."""
    rows = sampler.sample(
        [as_messages(p, instruction) for p in problems],
        n=samples,
        temperature=temperature,
        max_tokens=max_tokens,
        seed=seed,
        progress=progress,
    )
    flat = [(p, k, c) for p, row in zip(problems, rows, strict=True) for k, c in enumerate(row)]
    pairs = (
        (Submission(f"{p.id}#{k}", p.id, completion=c.text, truncated=c.truncated), p)
        for p, k, c in flat
    )
    return [
        Attempt(p.id, k, c, judgement.verdict)
        for (p, k, c), judgement in zip(flat, judge.many(pairs), strict=True)
    ]


def summarise(
    attempts: Sequence[Attempt], problems: Sequence[Problem], *, seed: int = 0
) -> dict[str, Any]:
    """Accuracy with its 95 % interval over problems, pass@k, and shares.

    An attempt that could not be judged counts neither right nor wrong; its share is stated.
    """
    judged: dict[str, list[bool]] = defaultdict(list)
    for a in attempts:
        if a.verdict is not Verdict.JE:
            judged[a.problem_id].append(a.verdict is Verdict.AC)
    counts = {p.id: (len(judged[p.id]), sum(judged[p.id])) for p in problems if judged[p.id]}
    means = [c / n for n, c in counts.values()]
    overall = estimate(means, seed)
    most = max((n for n, _ in counts.values()), default=0)
    ks = [k for k in (1, 2, 4, 8, 16, 32, 64) if k <= most]
    levels: dict[str, list[float]] = defaultdict(list)
    for p in problems:
        if p.difficulty is not None and p.id in counts:
            n, c = counts[p.id]
            levels[f"{p.difficulty:g}"].append(c / n)
    total = max(1, len(attempts))
    return {
        "problems": len(counts),
        "samples": most,
        "pass_at_1": overall.value,
        "low": overall.low,
        "high": overall.high,
        "pass_at_k": {
            str(k): estimate([pass_at_k(n, c, k) for n, c in counts.values()], seed, rounds=1).value
            for k in ks
        },
        "by_difficulty": {
            level: {"pass_at_1": sum(v) / len(v), "problems": len(v)}
            for level, v in sorted(levels.items(), key=lambda item: float(item[0]))
        },
        "response_tokens": sum(a.completion.tokens for a in attempts) / total,
        "truncated_share": sum(a.completion.truncated for a in attempts) / total,
        "no_code_share": sum(a.verdict is Verdict.NC for a in attempts) / total,
        "unjudged_share": sum(a.verdict is Verdict.JE for a in attempts) / total,
        "verdicts": {
            v.value: n for v in Verdict if (n := sum(a.verdict is v for a in attempts)) > 0
        },
        "per_problem": {name: {"right": c, "of": n} for name, (n, c) in counts.items()},
    }
