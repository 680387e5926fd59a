"""Many submissions at once: order, bounds, failures of our own, and an end that leaves nothing."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import aclosing
from pathlib import Path

import pytest
from processes import descendants

from microcoder.errors import InputError, JudgeBusy, JudgeError
from microcoder.judge import Judge, Judgement, Verdict
from microcoder.judge.jobs import LOOK_AHEAD, SECONDS_BUCKETS
from microcoder.problem import Limits, Problem, Submission, TestCase

PROBLEM = Problem("p", "", "stdin", (TestCase("1\n", "2\n"), TestCase("2\n", "3\n")))
RIGHT = "print(int(input()) + 1)"


SLEEPER = "import time; time.sleep(60)"
PATIENT = Problem("p", "", "stdin", PROBLEM.tests, limits=Limits(wall_seconds=60))


def submit(id_: str, code: str = RIGHT) -> tuple[Submission, Problem]:
    return Submission(id_, "p", code=code), PROBLEM


def until(holds: Callable[[], bool], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.01)


@pytest.fixture
def held() -> Iterator[Judge]:
    """One worker, busy for a minute, and room for two more."""
    with Judge(workers=1, queue_size=2) as judge:
        judge.submit(Submission("held", "p", code=SLEEPER), PATIENT)
        until(lambda: judge.stats().running == 1)
        yield judge


def test_verdicts_come_in_the_order_asked() -> None:
    codes = ["import time; time.sleep(.2)\n" + RIGHT, RIGHT, "print(0)", "x("]
    with Judge(workers=2) as judge:
        judged = list(judge.many([submit(str(i), c) for i, c in enumerate(codes)]))
    assert [(j.id, j.verdict.value) for j in judged] == [
        ("0", "AC"), ("1", "AC"), ("2", "WA"), ("3", "CE"),
    ]  # fmt: skip


def test_without_order_the_quick_ones_come_first_and_none_is_lost() -> None:
    codes = {"slow": "import time; time.sleep(1)\n" + RIGHT} | {
        str(i): f"{RIGHT}  # {i}" for i in range(9)
    }
    with Judge(workers=2) as judge:
        ids = [j.id for j in judge.many((submit(i, c) for i, c in codes.items()), ordered=False)]
    assert sorted(ids) == sorted(codes)
    assert ids[0] != "slow"


def test_reading_runs_a_bounded_number_ahead() -> None:
    read = 0

    def endless() -> Iterator[tuple[Submission, Problem]]:
        nonlocal read
        while True:
            read += 1
            yield submit(str(read), f"{RIGHT}  # {read}")

    with Judge(workers=1) as judge:
        judgements = judge.many(endless())
        for _ in range(3):
            assert next(judgements).accepted
    assert read <= 3 + LOOK_AHEAD


def test_the_same_code_is_run_once_and_answered_for_each() -> None:
    draw = "import random; print(random.random())"
    with Judge(workers=2) as judge:
        a, b = judge.many([submit("a", draw), submit("b", draw)])
        (c,) = judge.many([submit("c", draw)])
    assert (a.id, b.id) == ("a", "b")
    assert a.cases == b.cases
    assert a.cases != c.cases


def test_the_first_failing_test_ends_it_unless_a_fraction_is_asked_for() -> None:
    half = "print(3)"
    with Judge(workers=1) as judge:
        assert len(judge.judge(*submit("s", half)).cases) == 1
    with Judge(workers=1, reward="fraction_passed") as judge:
        judged = judge.judge(*submit("s", half))
    assert (judged.verdict, judged.passed, judged.reward) == (Verdict.WA, 1, 0.5)


def test_a_sandbox_that_dies_is_replaced_and_the_job_done_again() -> None:
    with Judge(workers=1) as judge:
        assert judge.judge(*submit("a")).accepted
        bench = judge._crew[0][1]
        sandbox = bench.programs
        os.kill(descendants(sandbox._process.pid)[1], 9)  # the supervisor
        assert judge.judge(*submit("b")).accepted
        assert bench.programs is not sandbox
        assert judge.stats().restarts == 1


def test_what_fails_twice_is_je_and_has_no_reward(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise JudgeError("no room")

    monkeypatch.setattr("microcoder.judge.pool.grade", fail)
    with Judge(workers=1) as judge:
        judged = judge.judge(*submit("a"))
    assert (judged.verdict, judged.reward, judged.detail) == (Verdict.JE, None, "no room")


def test_a_problem_without_tests_accepts_nobody() -> None:
    with Judge(workers=1) as judge:
        judged = judge.judge(Submission("a", "p", code=RIGHT), Problem("p", "", "stdin", ()))
    assert (judged.verdict, judged.reward) == (Verdict.JE, None)


def test_closing_ends_what_runs_and_leaves_no_process() -> None:
    judge = Judge(workers=1)
    waiting = threading.Thread(
        target=judge.judge, args=(Submission("a", "p", code=SLEEPER), PATIENT)
    )
    waiting.start()
    until(lambda: bool(judge._crew) and judge._crew[0][1]._programs is not None)
    outer = judge._crew[0][1].programs._process.pid
    processes = [outer, *descendants(outer)]
    began = time.monotonic()
    judge.close()
    waiting.join()
    assert time.monotonic() - began < 20
    assert not [pid for pid in processes if Path(f"/proc/{pid}").exists()]
    with pytest.raises(JudgeError, match="closed"):
        judge.judge(*submit("b"))


@pytest.mark.parametrize(
    "arguments", [{"workers": 0}, {"ladder": "loose"}, {"reward": "some"}, {"queue_size": 0}]
)
def test_unknown_settings_are_refused_by_name(arguments: dict[str, object]) -> None:
    with pytest.raises(InputError, match=next(iter(arguments))):
        Judge(**arguments)  # type: ignore[arg-type]


def test_a_missing_layer_of_isolation_is_named() -> None:
    with (
        pytest.raises(JudgeError, match="moat"),
        Judge(workers=1, require_isolation=["moat"]),
    ):
        pass


def test_a_completion_is_judged_by_the_program_in_it() -> None:
    with Judge(workers=1) as judge:
        whole = judge.judge(Submission("a", "p", completion=f"```python\n{RIGHT}\n```"), PROBLEM)
        cut = judge.judge(
            Submission("b", "p", completion=f"```python\n{RIGHT}\n", truncated=True), PROBLEM
        )
    assert (whole.verdict, whole.complete_code) == (Verdict.AC, True)
    assert (cut.verdict, cut.complete_code, cut.reward) == (Verdict.NC, False, 0.0)


# --- the queue ---------------------------------------------------------------------------------


def test_a_full_queue_says_so_at_once_or_makes_the_caller_wait(held: Judge) -> None:
    waiting = [held.submit(*submit(i)) for i in "ab"]
    with pytest.raises(JudgeBusy, match="2 jobs wait"):
        held.submit(*submit("c"), wait=False)
    came = threading.Event()

    def third() -> None:
        held.submit(*submit("c"))
        came.set()

    thread = threading.Thread(target=third)
    thread.start()
    assert not came.wait(0.2)
    assert waiting[0].cancel()
    assert came.wait(5)
    thread.join()
    assert held.stats().queued == 2


def test_what_is_cancelled_before_it_begins_is_never_run(held: Judge) -> None:
    future = held.submit(*submit("a"))
    assert future.cancel()
    assert held.stats().queued == 0
    with pytest.raises(CancelledError):
        future.result()


def test_leaving_a_stream_early_takes_back_what_it_had_queued() -> None:
    with Judge(workers=1) as judge:
        judgements = judge.many(
            [submit("0")]
            + [submit(str(i), f"import time; time.sleep(.5)  # {i}") for i in (1, 2, 3)]
        )
        assert next(judgements).accepted
        judgements.close()  # type: ignore[attr-defined]
        assert judge.stats().queued == 0


def test_those_who_wait_when_it_closes_are_told(held: Judge) -> None:
    future = held.submit(*submit("a"))
    held.close()
    with pytest.raises(JudgeError, match="closed before"):
        future.result()


def test_counters_tell_what_was_done() -> None:
    with Judge(workers=1) as judge:
        list(judge.many([submit("a"), submit("b", "print(0)"), submit("c", "x(")]))
        judge.run_program("print(1)")
        stats = judge.stats()
    assert {v: n for v, n in stats.done.items() if n} == {"AC": 1, "WA": 1, "CE": 1}
    assert (stats.judgements, stats.judge_errors, stats.programs) == (3, 0, 1)
    assert (stats.queued, stats.running, stats.restarts) == (0, 0, 0)
    assert len(stats.buckets) == len(SECONDS_BUCKETS) + 1
    assert sum(stats.buckets) == 3
    assert stats.seconds > 0


def test_a_failure_of_ours_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    from microcoder.judge.pool import grade

    failures = iter([True, True])

    def fail_first(*arguments: object) -> Judgement:
        if next(failures, False):
            raise JudgeError("no room")
        return grade(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("microcoder.judge.pool.grade", fail_first)

    def one_by_one() -> Iterator[tuple[Submission, Problem]]:
        yield submit("a")
        until(lambda: judge.stats().judgements == 1)
        yield submit("b")

    with Judge(workers=1) as judge:
        assert [j.verdict.value for j in judge.many(one_by_one())] == ["JE", "AC"]


# --- programs without a problem ----------------------------------------------------------------


def test_a_program_can_be_run_without_a_problem(judge: Judge) -> None:
    run = judge.run_program("print(input()[::-1])", b"abc")
    assert (run.exit_status, run.stdout) == (0, b"cba\n")
    failed = judge.run_program("print('so far'); import sys; sys.exit(3)")
    assert (failed.exit_status, failed.stdout) == (3, b"so far\n")
    broken = judge.run_program("print(")
    assert broken.exit_status == 1
    assert "SyntaxError" in broken.stderr
    slow = judge.run_program("while True: pass", limits=Limits(cpu_seconds=0.3))
    assert slow.stopped is not None


# --- async -------------------------------------------------------------------------------------


def test_an_event_loop_judges_and_goes_on_meanwhile(judge: Judge) -> None:
    async def main() -> tuple[list[Judgement], int]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        ticking = asyncio.create_task(tick())
        code = "import time; time.sleep(.2)\n" + RIGHT
        judged = await asyncio.gather(*(judge.ajudge(*submit(i, f"{code}#{i}")) for i in "abc"))
        ticking.cancel()
        return list(judged), ticks

    judged, ticks = asyncio.run(main())
    assert [j.id for j in judged] == ["a", "b", "c"]
    assert all(j.accepted for j in judged)
    assert ticks > 10


@pytest.mark.parametrize("ordered", [True, False])
def test_an_async_stream_gives_what_many_gives(judge: Judge, ordered: bool) -> None:
    pairs = [submit(str(i), "print(0)" if i % 3 else f"{RIGHT}  # {i}") for i in range(12)]

    async def slowly() -> AsyncIterator[tuple[Submission, Problem]]:
        for pair in pairs:
            await asyncio.sleep(0)
            yield pair

    async def main() -> list[tuple[str, str]]:
        plain = [(j.id, j.verdict.value) async for j in judge.amany(pairs, ordered=ordered)]
        slow = [(j.id, j.verdict.value) async for j in judge.amany(slowly(), ordered=ordered)]
        assert sorted(plain) == sorted(slow)
        return plain

    said = asyncio.run(main())
    wanted = [(j.id, j.verdict.value) for j in judge.many(pairs)]
    assert (said if ordered else sorted(said)) == (wanted if ordered else sorted(wanted))


def test_an_answer_does_not_wait_for_the_next_question(judge: Judge) -> None:
    answered = asyncio.Event()

    async def one_after_the_other() -> AsyncIterator[tuple[Submission, Problem]]:
        yield submit("a")
        await answered.wait()
        yield submit("b")

    async def main() -> None:
        async for judgement in judge.amany(one_after_the_other()):
            assert judgement.accepted
            answered.set()

    asyncio.run(asyncio.wait_for(main(), 20))


def test_cancelling_a_task_takes_its_submissions_back(held: Judge) -> None:
    async def stream() -> None:
        async with aclosing(held.amany([submit("b"), submit("c", "print(0)")])) as judgements:
            async for _ in judgements:
                pass

    async def main() -> None:
        tasks = [asyncio.create_task(held.ajudge(*submit("a"))), asyncio.create_task(stream())]
        while held.stats().queued < 3:
            await asyncio.sleep(0.01)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        while held.stats().queued:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(main(), 10))


# --- the end of our own process ----------------------------------------------------------------

HOST = """
import sys, tempfile
tempfile.tempdir = sys.argv[1]
from microcoder.judge import Judge
from microcoder.problem import Limits, Problem, Submission, TestCase

sleeper = Problem("p", "", "stdin", (TestCase("", ""),), limits=Limits(wall_seconds=60))
judge = Judge(workers=2)
futures = [judge.submit(Submission(c, "p", code=f"import time; time.sleep(60)  # {c}"), sleeper)
           for c in "abc"]
while judge.stats().running < 2 or any(b._programs is None for _, b in judge._crew):
    pass
import time; time.sleep(0.3)
print("ready", flush=True)
futures[0].result()
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_however_it_ends_no_process_is_left(tmp_path: Path, how: signal.Signals) -> None:
    host = subprocess.Popen(
        [sys.executable, "-c", HOST, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert host.stdout is not None
    with host, host.stdout:
        assert host.stdout.readline() == "ready\n"
        processes = descendants(host.pid)
        assert len(processes) >= 4
        host.send_signal(how)
        host.wait(20)
    until(lambda: not [pid for pid in processes if Path(f"/proc/{pid}").exists()])
    if how is signal.SIGINT:
        assert list(tmp_path.iterdir()) == []


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_child_starts_afresh() -> None:
    with Judge(workers=1) as judge:
        assert judge.judge(*submit("a")).accepted
        child = os.fork()
        if child == 0:
            status = 1
            try:
                with judge:
                    status = 0 if judge.judge(*submit("b")).accepted else 1
            finally:
                os._exit(status)
        assert os.waitpid(child, 0)[1] == 0
        assert judge.judge(*submit("c")).accepted
