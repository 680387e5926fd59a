"""Make starter.jsonl from the authoring modules: python -m microcoder.problemsets.starter.build

Every reference and every wrong program is run here, so a problem that gets through has examples
that are true, tests that tell each listed mistake from the right answer, and outputs that are not
all alike. Seeds come from the ids, so the same sources give the same bytes on any machine.
"""

from __future__ import annotations

import argparse
import copy
import io
import json
import math
import random
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from types import FrameType
from typing import Any

from microcoder.errors import MicrocoderError, ProblemError
from microcoder.problem import Limits, Problem, Solution, Source, TestCase, save_problems
from microcoder.problemsets.starter import (
    conversations,
    expressions,
    grids,
    intervals,
    lists,
    numbers,
    planning,
    reports,
    search,
    simulation,
    strings,
    tables,
    text_input,
)
from microcoder.problemsets.starter.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    *numbers.ENTRIES,
    *strings.ENTRIES,
    *lists.ENTRIES,
    *tables.ENTRIES,
    *grids.ENTRIES,
    *simulation.ENTRIES,
    *intervals.ENTRIES,
    *search.ENTRIES,
    *planning.ENTRIES,
    *expressions.ENTRIES,
    *text_input.ENTRIES,
    *reports.ENTRIES,
    *conversations.ENTRIES,
)
HELD_OUT = frozenset(
    {
        "numbers/compare",
        "numbers/parity",
        "strings/words",
        "lists/map",
        "lists/pairs",
        "tables/lookup",
        "grids/transform",
        "simulation/calendar",
        "simulation/queues",
        "intervals/pairs",
        "search/choices",
        "planning/sums",
        "expressions/marks",
        "input/words",
        "reports/shapes",
        "reports/accounts",
        "conversations/networks",
    }
)
"""Families kept for measuring; chosen so that each level and both kinds occur in either split."""

PUBLIC = 2
TESTS = 10
MOST_TESTS = 12
DRAWS = 2000
LIMITS = Limits(cpu_seconds=2.0)
OUT = Path(__file__).with_name("starter.jsonl")


def build(entries: Sequence[Entry] = ENTRIES) -> list[Problem]:
    """All problems, in the order of the authoring modules.

    Raises:
        ProblemError: an entry breaks a promise; the message names the entry and the promise.
    """
    for what, count in Counter(entry.id for entry in entries).items():
        if count > 1:
            raise ProblemError(f"{what}: {count} entries have this id; ids must be unique")
    return [build_problem(entry) for entry in entries]


def build_problem(entry: Entry) -> Problem:
    """One problem: choose the tests, try every mistake on them, write the examples.

    Raises:
        ProblemError: see `build`.
    """
    tests = choose_tests(entry)
    solutions = [Solution(entry.reference, "AC")]
    for code in entry.wrong:
        verdict = verdict_of(entry, code, tests)
        if verdict == "AC":
            raise ProblemError(f"{entry.id}: all tests accept this wrong program:\n{code}")
        solutions.append(Solution(code, verdict))
    split = "held-out" if entry.family in HELD_OUT else "train"
    return Problem(
        id=f"starter/{entry.id}",
        statement=f"{entry.statement}\n\n{examples(entry, tests[:PUBLIC])}",
        kind=entry.kind,
        tests=tests,
        entry_point=entry.entry_point,
        starter_code=f"def {entry.signature}:\n    pass\n" if entry.signature else None,
        limits=LIMITS,
        difficulty=entry.difficulty,
        source=Source(platform="microcoder", license="Apache-2.0"),
        solutions=tuple(solutions),
        tags=(f"family:{entry.family}", f"split:{split}"),
    )


def choose_tests(entry: Entry) -> tuple[TestCase, ...]:
    """The edges in their order, then draws, then whatever draw catches a mistake still at large."""
    rng = random.Random(f"starter/{entry.id}")
    program = program_of(entry, entry.reference)
    seen: set[str] = set()
    inputs: list[Any] = []
    outputs: list[Any] = []

    def reference(given: Any) -> Any:
        try:
            return program(given)
        except Exception as error:
            message = f"{entry.id}: the reference fails on {given!r}: {error!r}"
            raise ProblemError(message) from error

    def take(given: Any, varied: bool = True) -> bool:
        key = json.dumps(given)
        if key in seen:
            return False
        output = reference(given)
        # Half of the tests may share an answer, no more: otherwise a constant nearly passes.
        if varied and 2 * sum(not differ(output, other) for other in outputs) >= TESTS:
            return False
        seen.add(key)
        inputs.append(given)
        outputs.append(output)
        return True

    for edge in entry.edges:
        given = as_json(edge)
        if not take(given, varied=False):
            raise ProblemError(f"{entry.id}: the edge {given!r} is listed twice")
    for _ in range(DRAWS):
        if len(inputs) >= TESTS:
            break
        take(as_json(entry.draw(rng)))
    for code in entry.wrong:
        mistaken = program_of(entry, code)
        if any(map(lambda given, output: fails(mistaken, given, output), inputs, outputs)):
            continue
        for _ in range(DRAWS):
            given = as_json(entry.draw(rng))
            if fails(mistaken, given, reference(given)) and take(given, varied=False):
                break

    if not TESTS - 2 <= len(inputs) <= MOST_TESTS:
        raise ProblemError(
            f"{entry.id}: {len(inputs)} tests; give edges and draws for 8 to 12 different ones"
        )
    if not any(differ(outputs[0], output) for output in outputs):
        raise ProblemError(f"{entry.id}: every test has the output {outputs[0]!r}")
    for value in [*inputs, *outputs]:
        if not is_clean(value):
            raise ProblemError(f"{entry.id}: {value!r} would not come back from JSON as it is")
    return tuple(
        TestCase(given, output, public=i < PUBLIC)
        for i, (given, output) in enumerate(zip(inputs, outputs, strict=True))
    )


def verdict_of(entry: Entry, code: str, tests: Sequence[TestCase]) -> str:
    """AC, or what the first test that is not passed shows: WA or RTE."""
    run = program_of(entry, code)
    for test in tests:
        try:
            actual = run(test.input)
        except OvertimeError:
            raise ProblemError(f"{entry.id}: this program does not end:\n{code}") from None
        except Exception:
            return "RTE"
        if differ(actual, test.output):
            return "WA"
    return "AC"


def examples(entry: Entry, tests: Sequence[TestCase]) -> str:
    """The worked examples, from the public tests themselves."""
    if entry.kind == "function":
        calls = "\n".join(
            f">>> {entry.entry_point}({', '.join(map(repr, t.input))})\n{t.output!r}" for t in tests
        )
        return f"Examples:\n\n```\n{calls}\n```"
    return "\n\n".join(
        f"Input:\n```\n{t.input.rstrip()}\n```\nOutput:\n```\n{t.output.rstrip()}\n```"
        for t in tests
    )


# --- running -----------------------------------------------------------------------------------


class OvertimeError(Exception):
    """A program of ours went on for longer than a build may take."""


class Program:
    """One of our own programs, run in this process: these sources are trusted."""

    def __init__(self, entry: Entry, code: str) -> None:
        self.entry = entry
        self.compiled = compile(code, f"<starter/{entry.id}>", "exec")

    def __call__(self, given: Any) -> Any:
        """What comes out for ``given``: the value returned, or the text printed."""
        space: dict[str, Any] = {"__name__": "__main__"}
        with at_most(seconds=10):
            if self.entry.kind == "function":
                exec(self.compiled, space)
                return as_json(space[str(self.entry.entry_point)](*copy.deepcopy(given)))
            printed, stdin = io.StringIO(), sys.stdin
            sys.stdin = io.StringIO(given)
            try:
                with redirect_stdout(printed):
                    exec(self.compiled, space)
            finally:
                sys.stdin = stdin
            return printed.getvalue()


def program_of(entry: Entry, code: str) -> Program:
    """The program, compiled.

    Raises:
        ProblemError: it is not Python.
    """
    try:
        return Program(entry, code)
    except SyntaxError as error:
        message = f"{entry.id}: line {error.lineno} does not compile ({error.msg}):\n{code}"
        raise ProblemError(message) from None


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Raise OvertimeError when the block takes longer; needs the main thread."""

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise OvertimeError

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def fails(program: Program, given: Any, expected: Any) -> bool:
    """Whether the program goes wrong on this input, by its answer or by an exception."""
    try:
        return differ(program(given), expected)
    except OvertimeError:
        message = f"{program.entry.id}: a wrong program does not end on {given!r}"
        raise ProblemError(message) from None
    except Exception:
        return True


# --- values ------------------------------------------------------------------------------------


def as_json(value: Any) -> Any:
    """Tuples become lists, as they would on the way through JSON."""
    if isinstance(value, (list, tuple)):
        return [as_json(item) for item in value]
    if isinstance(value, dict):
        return {key: as_json(item) for key, item in value.items()}
    return value


def is_clean(value: Any) -> bool:
    """Whether JSON gives the value back as it is: text keys, finite numbers, no other types."""
    if isinstance(value, list):
        return all(map(is_clean, value))
    if isinstance(value, dict):
        return all(isinstance(key, str) for key in value) and all(map(is_clean, value.values()))
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, (bool, int, str))


def differ(a: Any, b: Any) -> bool:
    """Whether two answers differ by more than any lenient comparison forgives.

    White space, the case of yes and no, 5.0 for 5 and True for 1 do not count as a difference: a
    wrong program must be wrong for every judge.
    """
    if isinstance(a, str) and isinstance(b, str):
        return [token_value(t) for t in a.split()] != [token_value(t) for t in b.split()]
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        if isinstance(a, float) or isinstance(b, float):
            return not math.isclose(a, b, rel_tol=1e-4, abs_tol=1e-4)
        return a != b
    if isinstance(a, list) and isinstance(b, list):
        return len(a) != len(b) or any(map(differ, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() != b.keys() or any(differ(a[key], b[key]) for key in a)
    return bool(a != b)


def token_value(token: str) -> str | float:
    """A number rounded to four places if it is written as one; yes and no in small letters."""
    if token.lower() in ("yes", "no", "true", "false"):
        return token.lower()
    try:
        value = float(token)
    except ValueError:
        return token
    return round(value, 4) if abs(value) < 2**53 else token


def main(argv: Sequence[str] | None = None) -> int:
    """Write the set and say what it holds; the exit code is 0, or 2 for an entry at fault."""
    parser = argparse.ArgumentParser(
        prog="python -m microcoder.problemsets.starter.build",
        description="Write the starter set and say what it holds.",
    )
    parser.add_argument(
        "out", nargs="?", type=Path, default=OUT, help="where to write (default: the shipped file)"
    )
    out: Path = parser.parse_args(argv).out
    try:
        problems = build()
        save_problems(out, problems)
    except MicrocoderError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    levels = Counter(int(p.difficulty or 0) for p in problems)
    held_out = sum("split:held-out" in p.tags for p in problems)
    print(
        f"{out}: {len(problems)} problems, {sum(p.kind == 'stdin' for p in problems)} stdin, "
        f"{held_out} held out; by level: "
        + ", ".join(f"{level}: {levels[level]}" for level in sorted(levels))
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
