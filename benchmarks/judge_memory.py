"""Does the judge's memory stay flat over many judgements?

    python benchmarks/judge_memory.py [--judgements 200000] [--every 20000] [--workers N]

Each program differs, so that none is answered from memory. Resident MiB of this process and of all
sandbox processes together; exits 1 if either ends more than 20 % and 8 MiB above its first reading.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from microcoder.judge import Judge, Verdict
from microcoder.problem import Problem, Submission, TestCase

PROBLEM = Problem("p", "", "stdin", (TestCase("1\n", "2\n"),))
PROGRAMS = (
    "print(int(input()) + 1)  # {i}",
    "print({i})",
    "print(",
    "raise SystemExit({i} % 3)",
    "x = list(range({i} % 1000))\nprint(int(input()) + 1)",
)


def submissions(count: int) -> Iterator[tuple[Submission, Problem]]:
    """Tiny programs, no two alike, of several verdicts."""
    for i in range(count):
        yield Submission(str(i), "p", code=PROGRAMS[i % len(PROGRAMS)].format(i=i)), PROBLEM


def resident_mib(pid: int) -> float:
    """Resident memory of a process; 0 once it is gone."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024**2


def below(pid: int) -> list[int]:
    """Every process below ``pid``."""
    found: list[int] = []
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += [int(child), *below(int(child))]
    except OSError:
        pass
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--judgements", type=int, default=200_000)
    parser.add_argument("--every", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    readings: list[tuple[float, float]] = []
    errors = 0
    print("| judgements | ours (MiB) | sandboxes (MiB) | processes | 1/s | JE |")
    print("|---|---|---|---|---|---|")
    began = time.monotonic()
    with Judge(workers=args.workers) as judge:
        # the first thousands fill what is bounded: look back from there
        first = min(args.every, 5_000)
        for done, judged in enumerate(judge.many(submissions(args.judgements)), 1):
            errors += judged.verdict is Verdict.JE
            if done % args.every == 0 or done in (first, args.judgements):
                children = below(os.getpid())
                ours, theirs = resident_mib(os.getpid()), sum(map(resident_mib, children))
                readings.append((ours, theirs))
                rate = done / (time.monotonic() - began)
                print(
                    f"| {done} | {ours:.1f} | {theirs:.1f} | {len(children)} | {rate:.0f} "
                    f"| {errors} |",
                    flush=True,
                )
    grown = [(a, b) for a, b in zip(readings[0], readings[-1], strict=True) if b > 1.2 * a + 8]
    print("flat" if not grown else f"not flat: {grown}")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
