"""One submission against one problem: extract, compile, run each test, compare, sum up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from microcoder.errors import JudgeError
from microcoder.judge.comparison import (
    Ladder,
    Rules,
    answers_are_words,
    compare_text,
    compare_value,
)
from microcoder.judge.extraction import extract
from microcoder.judge.rewards import REWARDS, RewardName
from microcoder.judge.sandbox import Run, Sandbox
from microcoder.judge.values import MalformedValue, SetValue, decode
from microcoder.judge.verdict import CaseResult, Judgement, Verdict
from microcoder.problem import Checker, Limits, Problem, Submission, TestCase

CHECKER_LIMITS = Limits(cpu_seconds=20.0)
DETAIL_CHARACTERS = 300


@dataclass(frozen=True, slots=True)
class Settings:
    """How strictly, how far, and for what reward."""

    ladder: Ladder
    stop_early: bool = True
    reward: RewardName = "all_or_nothing"


@dataclass(slots=True)
class Bench:
    """A worker's sandboxes: one for submissions; one for checkers, who know expected outputs."""

    start: Callable[[], Sandbox]
    _programs: Sandbox | None = field(default=None, repr=False)
    _checkers: Sandbox | None = field(default=None, repr=False)
    _loaded_checker: str | None = field(default=None, repr=False)

    @property
    def programs(self) -> Sandbox:
        """Where submissions run."""
        if self._programs is None:
            self._programs = self.start()
        return self._programs

    def checker(self, code: str) -> Sandbox:
        """Where checkers run, with this one loaded.

        Raises:
            JudgeError: it does not compile.
        """
        if self._checkers is None:
            self._checkers = self.start()
        if self._loaded_checker != code:
            self._loaded_checker = None
            if error := self._checkers.load(code):
                raise JudgeError(f"the checker does not compile: {_last_line(error)}")
            self._loaded_checker = code
        return self._checkers

    def abandon(self) -> None:
        """End what is running, from another thread; its user meets SandboxDied."""
        for sandbox in (self._programs, self._checkers):
            if sandbox is not None:
                sandbox.abandon()

    def close(self) -> None:
        """End both; the next use starts fresh ones."""
        for sandbox in (self._programs, self._checkers):
            if sandbox is not None:
                sandbox.close()
        self._programs = self._checkers = self._loaded_checker = None


def grade(bench: Bench, submission: Submission, problem: Problem, settings: Settings) -> Judgement:
    """The verdict on a submission. A bad program is data; only our own failure raises.

    Raises:
        JudgeError: the sandbox or the checker failed; the verdict would be JE.
    """
    code, complete = submission.code, None
    if code is None:
        found = extract(submission.completion or "", submission.truncated)
        code, complete = found.code, found.complete
        if code is None:
            return conclude(submission, problem, settings, (), complete, Verdict.NO_CODE)
    if error := bench.programs.load(code):
        return conclude(
            submission, problem, settings, (), complete, Verdict.COMPILE_ERROR, _last_line(error)
        )
    cases = []
    for case in _run_cases(bench, problem, settings):
        cases.append(case)
        if settings.stop_early and case.verdict is not Verdict.ACCEPTED:
            bench.programs.unload()
            break
    return conclude(submission, problem, settings, tuple(cases), complete)


def conclude(
    submission: Submission,
    problem: Problem,
    settings: Settings,
    cases: tuple[CaseResult, ...],
    complete: bool | None,
    verdict: Verdict | None = None,
    detail: str = "",
) -> Judgement:
    """Sum up: the first failing test decides, unless a verdict came before any test."""
    if verdict is None:
        failed = [case for case in cases if case.verdict is not Verdict.ACCEPTED]
        verdict = failed[0].verdict if failed else Verdict.ACCEPTED
        detail = failed[0].detail if failed else ""
    passed = sum(case.verdict is Verdict.ACCEPTED for case in cases)
    total = len(problem.tests)
    if not total:
        verdict, detail = Verdict.JUDGE_ERROR, f"problem '{problem.id}' has no test"
    return Judgement(
        id=submission.id,
        verdict=verdict,
        passed=passed,
        total=total,
        reward=REWARDS[settings.reward](verdict, passed, total),
        cases=cases,
        complete_code=complete,
        detail=detail,
    )


def _run_cases(bench: Bench, problem: Problem, settings: Settings) -> Iterator[CaseResult]:
    """The tests in order, each run when it is asked for."""
    rules = Rules(
        tolerance=problem.tolerance,
        any_order=problem.order == "any",
        answers_are_words=problem.kind == "stdin"
        and answers_are_words(test.output for test in problem.tests),
    )
    tests, ladder = problem.tests, settings.ladder
    ahead: list[Run] = []
    may_batch = True
    for number, test in enumerate(tests, 1):
        last = number == len(tests)
        if ahead:
            run = ahead.pop(0)
        else:
            run = _run(bench, problem, test, fresh=False, last=last)
        case = _judge_run(bench, problem, test, run, rules, ladder)
        # Tests share a process while it stays clean. Only what is right there counts at once:
        # whatever else was said is said again by a process of its own.
        if case.verdict is not Verdict.ACCEPTED and not run.first:
            run = _run(bench, problem, test, fresh=True, last=last or bool(ahead))
            case = _judge_run(bench, problem, test, run, rules, ladder)
        yield case
        if run.goes_on and may_batch:
            ahead = _run_ahead(bench, problem, tests[number:], run.cpu_seconds)
            may_batch = bool(ahead)


def _run(bench: Bench, problem: Problem, test: TestCase, fresh: bool, last: bool) -> Run:
    return bench.programs.run(
        problem.kind,
        _given(problem, test),
        problem.limits,
        problem.entry_point,
        fresh=fresh,
        last=last,
    )


BATCH_TESTS = 256
BATCH_BYTES = 4 * 1024 * 1024
BATCH_CPU_SECONDS = 0.5


def _run_ahead(
    bench: Bench, problem: Problem, tests: Sequence[TestCase], seconds: float
) -> list[Run]:
    """The next tests in one go, in time that says little was wasted if it comes to nothing."""
    given: list[bytes] = []
    size = 0
    for test in tests[:BATCH_TESTS]:
        given.append(_given(problem, test))
        size += len(given[-1])
        if size > BATCH_BYTES:
            break
    cpu_seconds = min(problem.limits.cpu_seconds, BATCH_CPU_SECONDS + 4 * seconds * len(given))
    limits = replace(
        problem.limits,
        cpu_seconds=cpu_seconds,
        wall_seconds=min(problem.limits.wall, 3 * cpu_seconds + 2),
    )
    return bench.programs.run_batch(
        problem.kind, given, limits, problem.entry_point, last=len(given) == len(tests)
    )


def _judge_run(
    bench: Bench, problem: Problem, test: TestCase, run: Run, rules: Rules, ladder: Ladder
) -> CaseResult:
    if (verdict := verdict_of(run, problem.limits)) is not None:
        return _case(run, verdict, None, _why(run, verdict))
    return _judge_answer(bench, problem, test, run, rules, ladder)


def _given(problem: Problem, test: TestCase) -> bytes:
    if problem.kind == "function":
        return json.dumps(test.input).encode()
    text = test.input["script"] if problem.kind == "script" else test.input
    # Line ends are an accident of the data set: input() would keep the carriage return.
    return str(text).replace("\r\n", "\n").encode("utf-8", "surrogatepass")


def verdict_of(run: Run, limits: Limits) -> Verdict | None:
    """What a run's end says by itself; None when its answer must be looked at."""
    over_time = run.stopped in ("cpu", "wall") or run.cpu_seconds > limits.cpu_seconds
    if over_time or run.exit_status == -SIGXCPU:
        return Verdict.TIME_LIMIT
    if run.too_much_output or run.exit_status == -SIGXFSZ:
        return Verdict.OUTPUT_LIMIT
    if run.stopped == "files":
        return Verdict.RUNTIME_ERROR  # as where its folder has a size and is full
    if run.exit_status == 0:
        return None
    last = _last_line(run.stderr)
    if run.stopped == "memory" or last.startswith("MemoryError") or run.exit_status == -SIGKILL:
        return Verdict.MEMORY_LIMIT
    return Verdict.RUNTIME_ERROR


SIGKILL, SIGXCPU, SIGXFSZ = 9, 24, 25  # as Linux numbers them, where the programs run


def _judge_answer(
    bench: Bench, problem: Problem, test: TestCase, run: Run, rules: Rules, ladder: Ladder
) -> CaseResult:
    """A run that ended well: is what it said right?"""
    if problem.kind == "script":
        if run.result is None:
            return _case(
                run, Verdict.RUNTIME_ERROR, None, "the program ended before the test script did"
            )
        return _case(run, Verdict.ACCEPTED, "script", "")
    answer: Any
    if problem.kind == "function":
        if run.result is None:
            return _case(
                run, Verdict.RUNTIME_ERROR, None, "the program ended before the function returned"
            )
        try:
            answer = decode(run.result)
        except MalformedValue as error:
            return _case(run, Verdict.RUNTIME_ERROR, None, f"the returned value: {error}")
    else:
        answer = run.stdout.decode("utf-8", "surrogateescape")
    if problem.checker is not None:
        right = ask_checker(bench, problem.checker, test, answer)
        by = "checker" if right else None
    elif problem.kind == "function":
        by = compare_value(answer, test.output, ladder, rules)
    else:
        by = compare_text(answer, test.output, ladder, rules)
    if by is not None:
        return _case(run, Verdict.ACCEPTED, by, "")
    return _case(run, Verdict.WRONG_ANSWER, None, _difference(answer, test.output))


# --- checkers ----------------------------------------------------------------------------------


def ask_checker(bench: Bench, checker: Checker, test: TestCase, answer: Any) -> bool:
    """Whether the problem's checker takes the answer.

    A checker that fails on an answer but takes the expected output has met an answer it cannot
    read, which is a no. One that fails on the expected output too is itself broken.

    Raises:
        JudgeError: the checker is broken.
    """
    ask = _ask_validator if checker.kind == "icpc" else _ask_function
    said = ask(bench, checker, test, answer)
    if isinstance(said, bool):
        return said
    if test.output is not None and isinstance(ask(bench, checker, test, test.output), bool):
        return False
    raise JudgeError(f"the checker failed: {said}")


def _ask_function(bench: Bench, checker: Checker, test: TestCase, answer: Any) -> bool | str:
    if checker.code is None:
        return "it has no code"
    try:
        given = json.dumps([test.input, _jsonable(answer), test.output]).encode()
    except (ValueError, TypeError, RecursionError) as error:
        return f"it cannot be shown the answer: {error}"
    run = bench.checker(checker.code).run("function", given, CHECKER_LIMITS, "check")
    if run.result is None or verdict_of(run, CHECKER_LIMITS) is not None:
        return _last_line(run.stderr) or run.stopped or "it ended early"
    value = decode(run.result)
    if not isinstance(value, bool):
        return f"check() must return True or False, not {value!r:.60}"
    return value


def _jsonable(value: Any) -> Any:
    """A returned value as a checker sees it: sets as lists."""
    if isinstance(value, SetValue):
        return [_jsonable(item) for item in value.members]
    if isinstance(value, (list, tuple)):
        return [_jsonable(item) for item in value]
    if isinstance(value, dict):
        return {k: _jsonable(v) for k, v in value.items()}
    if isinstance(value, str):  # bytes that are no UTF-8 were kept as lone surrogates
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return value


ICPC_YES, ICPC_NO = 42, 43


def _ask_validator(bench: Bench, checker: Checker, test: TestCase, answer: Any) -> bool | str:
    """ICPC: ``validator input answer feedback_dir < output``, exit status 42 for yes, 43 for no."""
    code = _validator_code(Path(checker.path or ""))
    run = bench.checker(code).run(
        "stdin",
        str(answer).encode("utf-8", "surrogateescape"),
        CHECKER_LIMITS,
        files={"judge.in": test.input, "judge.ans": test.output},
        arguments=("judge.in", "judge.ans", "."),
    )
    if run.stopped is None and run.exit_status in (ICPC_YES, ICPC_NO):
        return run.exit_status == ICPC_YES
    return _last_line(run.stderr) or run.stopped or f"exit status {run.exit_status}"


def _validator_code(path: Path) -> str:
    files = [path] if path.is_file() else sorted(path.glob("*.py"))
    if len(files) != 1 or files[0].suffix != ".py":
        raise JudgeError(
            f"checker.path={str(path)!r} must be one Python file, or a folder that holds one; "
            "validators in other languages are not run"
        )
    return files[0].read_text(encoding="utf-8")


# --- details for a reader ----------------------------------------------------------------------


def _case(run: Run, verdict: Verdict, by: str | None, detail: str) -> CaseResult:
    return CaseResult(
        verdict, by, run.cpu_seconds, run.wall_seconds, run.memory_bytes, detail[:1000]
    )


def _last_line(text: str) -> str:
    rows = [row.strip() for row in text.strip().split("\n") if row.strip()]
    return rows[-1][-DETAIL_CHARACTERS:] if rows else ""


def _why(run: Run, verdict: Verdict) -> str:
    if verdict is Verdict.TIME_LIMIT:
        asleep = run.stopped == "wall"
        return "it slept past the wall limit" if asleep else f"{run.cpu_seconds:.2f} s of CPU time"
    if verdict is Verdict.OUTPUT_LIMIT:
        return "more output than the limit allows"
    if run.stopped == "files":
        return "more files than its folder may hold"
    if run.exit_status < 0:
        return f"killed by signal {-run.exit_status}"
    return _last_line(run.stderr) or f"exit status {run.exit_status}"


def _difference(actual: Any, expected: Any) -> str:
    """Where two answers part, shortened for a table."""
    if not isinstance(actual, str) or not isinstance(expected, str):
        return f"got {_short(actual)}, expected {_short(expected)}"
    got, wanted = actual.split("\n"), expected.split("\n")
    for number, row in enumerate(wanted, 1):
        if number > len(got) or got[number - 1].strip() != row.strip():
            theirs = _short(got[number - 1]) if number <= len(got) else "nothing"
            return f"line {number}: got {theirs}, expected {_short(row)}"
    return (
        f"line {len(wanted) + 1}: got {_short(got[len(wanted)])}"
        if len(got) > len(wanted)
        else "the answers differ"
    )


def _short(value: Any) -> str:
    # only the head of a large value is written out
    if isinstance(value, str):
        value = value[:80]
    elif isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return f"an integer of {value.bit_length()} bits"
    elif isinstance(value, (list, tuple)) and len(value) > 20:
        return f"{_short(value[:20])[:-1]}, ... ({len(value)} items)"
    elif isinstance(value, SetValue):
        return f"the set {_short(value.members[:20])}"
    text = _repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _repr(value: Any) -> str:
    try:
        return repr(value)
    except (ValueError, RecursionError):  # an integer beyond the digit limit, deep nesting
        return f"a {type(value).__name__}"
