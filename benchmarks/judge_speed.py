"""How fast is the judge beside one fresh python3 per test, on the same programs in the same run?

    python benchmarks/judge_speed.py [--submissions 100] [--tests 10] [--workers N] [--rounds 3]

Mixes: accepted (every test runs), wrong (fails at the first test), loops (5 % endless, CPU limit
1 s). Figures are submissions a second, the median over rounds, and the ratio of medians.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from microcoder.judge import Judge, Verdict
from microcoder.problem import Limits, Problem, Submission, TestCase

RIGHT = "n = int(input())\nprint(sum(i * i for i in range(n)) % 1000007)\n# {i}\n"
WRONG = "n = int(input())\nprint(n + 1)\n# {i}\n"
LOOP = "while True:\n    pass\n# {i}\n"


def problem_of(tests: int) -> Problem:
    """Sums of squares, about 10 ms of user code a test."""
    sizes = [100_000 + 1000 * k for k in range(tests)]
    return Problem(
        "squares",
        "",
        "stdin",
        tuple(TestCase(f"{n}\n", f"{sum(i * i for i in range(n)) % 1000007}\n") for n in sizes),
        limits=Limits(cpu_seconds=1.0),
    )


def with_judge(workers: int) -> Callable[[list[str], Problem], list[bool]]:
    """Our judge, started once, as in training."""

    def run(codes: list[str], problem: Problem) -> list[bool]:
        with Judge(workers=workers) as judge:
            pairs = ((Submission(str(i), problem.id, code=c), problem) for i, c in enumerate(codes))
            return [j.verdict is Verdict.AC for j in judge.many(pairs)]

    return run


def with_python(codes: list[str], problem: Problem) -> list[bool]:
    """One interpreter a test, one after another, stopping at the first failure; no walls."""
    results = []
    for code in codes:
        right = True
        for test in problem.tests:
            try:
                done = subprocess.run(
                    [sys.executable, "-c", code],
                    input=test.input,
                    capture_output=True,
                    text=True,
                    timeout=1.0,
                )
            except subprocess.TimeoutExpired:
                right = False
                break
            if done.returncode or done.stdout.strip() != test.output.strip():
                right = False
                break
        results.append(right)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--submissions", type=int, default=100)
    parser.add_argument("--tests", type=int, default=10)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    problem, n = problem_of(args.tests), args.submissions
    mixes = {
        "accepted": [RIGHT.format(i=i) for i in range(n)],
        "60 % wrong": [(WRONG if i % 5 < 3 else RIGHT).format(i=i) for i in range(n)],
        "5 % loops": [(LOOP if i % 20 == 0 else RIGHT).format(i=i) for i in range(n)],
    }
    peers = {
        f"judge, {args.workers} workers": with_judge(args.workers),
        "python3 a test": with_python,
    }
    print("| mix | " + " | ".join(f"{p} (1/s)" for p in peers) + " | ratio |")
    print("|---|" + "---|" * (len(peers) + 1))
    for mix, codes in mixes.items():
        rates: dict[str, list[float]] = {p: [] for p in peers}
        verdicts: dict[str, list[bool]] = {}
        for _ in range(args.rounds):
            for name, run in peers.items():
                started = time.perf_counter()
                verdicts[name] = run(codes, problem)
                rates[name].append(n / (time.perf_counter() - started))
        first, second = verdicts.values()
        assert first == second, f"the two disagree on {mix}"
        ours, theirs = (statistics.median(r) for r in rates.values())
        print(f"| {mix} | {ours:.1f} | {theirs:.1f} | {ours / theirs:.1f} |", flush=True)


if __name__ == "__main__":
    main()
