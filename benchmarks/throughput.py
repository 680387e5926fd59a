"""How fast is the judge? Beside verl's prime_code and one python3 per test, in one run.

    python benchmarks/throughput.py [--verl-path DIR] [--submissions 200] [--workers N] [--rounds 3]

Mixes, every submission with another text: (a) accepted, 10 stdin tests of about 1.3 ms each; (b)
60 % wrong answers and crashes; (c) 5 % endless loops, all with the same limit of 6 s, which is
prime_code's own, once only; (d) function problems with 50 tests. Figures are submissions a second,
the median over rounds, and ratios of medians; every grader gets the same number of workers.
Verdicts that differ are named.
"""

from __future__ import annotations

import argparse
import atexit
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from peers import PrimeCode, prime_tests, verl_folder

from microcoder.judge import Judge, Verdict
from microcoder.problem import Limits, Problem, Submission, TestCase, write_text

LIMIT_SECONDS = 6.0
RIGHT = "n = int(input())\ns = 0\nfor i in range(n):\n    s += i * i\nprint(s % 1000007)\n# {i}\n"
WRONG = "n = int(input())\nprint(n + 1)\n# {i}\n"
CRASH = "n = int(input())\nprint([][n])\n# {i}\n"
LOOP = "while True:\n    pass\n# {i}\n"
FUNCTION = """\
class Solution:
    def count(self, nums: List[int], k: int) -> int:
        seen = collections.Counter()
        total = running = 0
        seen[0] = 1
        for x in nums:
            running += x
            total += seen[running - k]
            seen[running] += 1
        return total
# {i}
"""
Grader = Callable[[list[str], Problem], list[bool]]


def sums() -> Problem:
    """Ten tests of about 1.3 ms."""
    sizes = [13_000 + 100 * k for k in range(10)]
    tests = [TestCase(f"{n}\n", f"{sum(i * i for i in range(n)) % 1000007}\n") for n in sizes]
    return Problem("sums", "", "stdin", tuple(tests), limits=Limits(cpu_seconds=LIMIT_SECONDS))


def subarrays() -> Problem:
    """Fifty tests of a function, a few dozen microseconds each."""
    tests = []
    for t in range(50):
        nums, k = [(t * 7 + i * i) % 11 - 5 for i in range(40 + t)], t % 9 - 4
        right = sum(
            sum(nums[i:j]) == k for i in range(len(nums)) for j in range(i + 1, len(nums) + 1)
        )
        tests.append(TestCase([nums, k], right))
    limits = Limits(cpu_seconds=LIMIT_SECONDS)
    return Problem(
        "subarrays", "", "function", tuple(tests), entry_point="Solution.count", limits=limits
    )


def ours(workers: int) -> Grader:
    """Our judge, started for the call."""

    def run(codes: list[str], problem: Problem) -> list[bool]:
        with Judge(workers=workers) as judge:
            pairs = ((Submission(str(i), problem.id, code=c), problem) for i, c in enumerate(codes))
            return [j.verdict is Verdict.AC for j in judge.many(pairs)]

    return run


def prime_code(folder: Path, workers: int) -> Grader:
    """verl's grader in as many processes, kept warm between calls."""
    free: SimpleQueue[PrimeCode] = SimpleQueue()
    for _ in range(workers):
        peer = PrimeCode(folder)
        atexit.register(peer.__exit__)
        free.put(peer)

    def run(codes: list[str], problem: Problem) -> list[bool]:
        tests = prime_tests(problem, problem.tests)
        assert tests is not None
        head = "from typing import *\nimport collections\n" if problem.kind == "function" else ""

        def one(code: str) -> bool:
            peer = free.get()
            try:
                return bool(peer.accepts(head + code, tests))
            finally:
                free.put(peer)

        with ThreadPoolExecutor(workers) as pool:
            return list(pool.map(one, codes))

    return run


def python3(workers: int) -> Grader:
    """A fresh interpreter a test, stopping at the first failure; no walls."""

    def one(code: str, problem: Problem) -> bool:
        for test in problem.tests:
            program, given = code, test.input
            if problem.kind == "function":
                program = f"from typing import *\nimport collections\n{code}\n" + (
                    "import json, sys\nprint(json.dumps(Solution().count(*json.load(sys.stdin))))"
                )
                given = json.dumps(test.input)
            try:
                done = subprocess.run(
                    [sys.executable, "-c", program],
                    input=given,
                    capture_output=True,
                    text=True,
                    timeout=LIMIT_SECONDS,
                )
            except subprocess.TimeoutExpired:
                return False
            if done.returncode or done.stdout.strip() != str(test.output).strip():
                return False
        return True

    def run(codes: list[str], problem: Problem) -> list[bool]:
        with ThreadPoolExecutor(workers) as pool:
            return list(pool.map(lambda code: one(code, problem), codes))

    return run


def mixes(n: int) -> dict[str, tuple[Problem, list[str]]]:
    """The four kinds of load."""
    loops = 40  # a peer may take minutes over each endless one
    return {
        "a: accepted, 10 tests": (sums(), [RIGHT.format(i=i) for i in range(n)]),
        "b: 60 % wrong or crashing": (
            sums(),
            [(WRONG, CRASH, WRONG, RIGHT, RIGHT)[i % 5].format(i=i) for i in range(n)],
        ),
        "c: 5 % endless loops": (
            sums(),
            [(LOOP if i % 20 == 0 else RIGHT).format(i=i) for i in range(loops)],
        ),
        "d: functions, 50 tests": (subarrays(), [FUNCTION.format(i=i) for i in range(n)]),
    }


def start_seconds() -> float:
    """From nothing to the first verdict of a pool."""
    began = time.perf_counter()
    ours(os.cpu_count() or 1)(["print(1)"], sums())
    return time.perf_counter() - began


def oversubscribed(count: int) -> dict[str, Any]:
    """Sixteen times as many workers as processors: verdicts that differ from the right ones."""
    workers = 16 * (os.cpu_count() or 1)
    codes = [(RIGHT, RIGHT, WRONG, CRASH)[i % 4].format(i=i) for i in range(count)]
    want = [(Verdict.AC, Verdict.AC, Verdict.WA, Verdict.RTE)[i % 4] for i in range(count)]
    problem = sums()
    with Judge(workers=workers) as judge:
        pairs = ((Submission(str(i), problem.id, code=c), problem) for i, c in enumerate(codes))
        got = [j.verdict for j in judge.many(pairs)]
    changed = sum(a is not b for a, b in zip(got, want, strict=True))
    return {"workers": workers, "verdicts": count, "changed": changed}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--verl-path", help="the folder that verl's wheel was unpacked to")
    parser.add_argument("--submissions", type=int, default=200)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--oversubscribed", type=int, default=5000, metavar="VERDICTS")
    parser.add_argument("--out", type=Path, help="write the figures as JSON")
    args = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = "1"
    graders = {"judge": ours(args.workers)}
    folder = verl_folder(args.verl_path)
    if folder is None:
        print("verl is not installed: without it (pip install --no-deps verl, or --verl-path)")
    else:
        graders["prime_code"] = prime_code(folder, args.workers)
    graders["python3 a test"] = python3(args.workers)

    report: dict[str, Any] = {
        "python": platform.python_version(),
        "workers": args.workers,
        "rounds": args.rounds,
        "start_seconds": round(start_seconds(), 3),
        "mixes": {},
        "workers_scaling": {},
    }
    print(f"first verdict of a new pool after {report['start_seconds']} s")
    names = list(graders)
    print("| mix | " + " | ".join(f"{n} (1/s)" for n in names) + " | ratios |")
    print("|---|" + "---|" * (len(names) + 1))
    for mix, (problem, codes) in mixes(args.submissions).items():
        rates: dict[str, list[float]] = {name: [] for name in names}
        verdicts: dict[str, list[bool]] = {}
        for _ in range(1 if "loops" in mix else args.rounds):
            for name, grade in graders.items():
                some = codes if name != "python3 a test" else codes[: max(20, len(codes) // 5)]
                began = time.perf_counter()
                verdicts[name] = grade(some, problem)
                rates[name].append(len(some) / (time.perf_counter() - began))
        for name in names[1:]:
            pairs = zip(verdicts["judge"], verdicts[name], strict=False)
            disagree = sum(a != b for a, b in pairs)
            if disagree:
                print(f"{name} disagrees on {disagree} of {mix}", flush=True)
        medians = {name: statistics.median(r) for name, r in rates.items()}
        report["mixes"][mix] = {name: [round(r, 2) for r in rates[name]] for name in names}
        ratios = ", ".join(f"{medians['judge'] / medians[n]:.1f}x" for n in names[1:])
        figures = " | ".join(f"{medians[n]:.1f}" for n in names)
        print(f"| {mix} | {figures} | {ratios} |", flush=True)

    problem, codes = mixes(args.submissions)["a: accepted, 10 tests"]
    for workers in sorted({1, 2, args.workers, 2 * args.workers}):
        began = time.perf_counter()
        ours(workers)(codes, problem)
        report["workers_scaling"][workers] = round(len(codes) / (time.perf_counter() - began), 1)
    print("mix a by workers:", report["workers_scaling"])
    if args.oversubscribed:
        report["oversubscribed"] = oversubscribed(args.oversubscribed)
        print("oversubscribed:", report["oversubscribed"])
    if args.out:
        write_text(args.out, json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
