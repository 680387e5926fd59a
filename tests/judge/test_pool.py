"""Many submissions at once: order, bounds, failures of our own, and an end that leaves nothing."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from processes import descendants

from microcoder.errors import InputError, JudgeError
from microcoder.judge import Judge, Verdict
from microcoder.judge.pool import LOOK_AHEAD
from microcoder.problem import Limits, Problem, Submission, TestCase

PROBLEM = Problem("p", "", "stdin", (TestCase("1\n", "2\n"), TestCase("2\n", "3\n")))
RIGHT = "print(int(input()) + 1)"


def submit(id_: str, code: str = RIGHT) -> tuple[Submission, Problem]:
    return Submission(id_, "p", code=code), PROBLEM


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
        sandbox = judge._benches[0].programs
        os.kill(descendants(sandbox._process.pid)[-1], 9)
        assert judge.judge(*submit("b")).accepted
        assert judge._benches[0].programs is not sandbox


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
    sleeper = Problem("p", "", "stdin", PROBLEM.tests, limits=Limits(wall_seconds=60))
    waiting = threading.Thread(
        target=judge.judge, args=(Submission("a", "p", code="import time; time.sleep(60)"), sleeper)
    )
    waiting.start()
    while not judge._benches or judge._benches[0]._programs is None:
        time.sleep(0.01)
    outer = judge._benches[0].programs._process.pid
    processes = [outer, *descendants(outer)]
    began = time.monotonic()
    judge.close()
    waiting.join()
    assert time.monotonic() - began < 20
    assert not [pid for pid in processes if Path(f"/proc/{pid}").exists()]
    with pytest.raises(JudgeError, match="closed"):
        judge.judge(*submit("b"))


@pytest.mark.parametrize(
    "arguments", [{"workers": 0}, {"ladder": "loose"}, {"reward": "some"}]
)  # fmt: skip
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
