"""Judge: worker threads, each with a sandbox of its own, fed from one queue.

The threads only wait on sockets and compare outputs; programs run in the sandboxes' processes. A
sandbox that dies is replaced and its job tried once more; what fails twice is JE, never a zero.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace
from types import TracebackType

from microcoder.errors import InputError, JudgeError
from microcoder.judge.comparison import LADDERS, LadderName
from microcoder.judge.grading import Bench, Settings, conclude, grade
from microcoder.judge.rewards import REWARDS, RewardName
from microcoder.judge.sandbox import FULL_ISOLATION, Sandbox
from microcoder.judge.verdict import Judgement, Verdict
from microcoder.problem import Problem, Submission

LOOK_AHEAD = 4
"""Jobs in flight per worker: enough to keep it busy, few enough to bound memory."""

REMEMBERED = 20_000
"""Judgements kept for the same code to come again in one call."""

_Job = tuple[Submission, Problem, "Future[Judgement]"]


class Judge:
    """Judges submissions, several at a time. A context manager; safe to call from any thread.

    Args:
        workers: how many programs run at once; by default one per processor.
        ladder: "robust", "strict" or "paper" (see comparison.py).
        stop_early: stop at a submission's first failing test. With the reward
            "fraction_passed" all tests run, whatever is said here.
        reward: "all_or_nothing" or "fraction_passed".
        niceness: of the programs, 0 to 19; 19 leaves the processors to a trainer.
        packages: installed packages that programs may import, such as ``("numpy",)``.
        require_isolation: refuse to run where a layer is missing: "full", or their names.

    Raises:
        InputError: an argument is not one of the above.
        JudgeError: on entry, if no sandbox can be started or a required layer is missing.
    """

    def __init__(
        self,
        workers: int | None = None,
        ladder: LadderName = "robust",
        stop_early: bool = True,
        reward: RewardName = "all_or_nothing",
        *,
        niceness: int = 19,
        packages: Sequence[str] = (),
        require_isolation: str | Sequence[str] = (),
    ) -> None:
        if workers is None:
            workers = os.cpu_count() or 1
        if workers < 1:
            raise InputError(f"workers={workers}: the judge needs at least 1")
        if ladder not in LADDERS:
            raise InputError(f"ladder={ladder!r} is unknown; choose from: {', '.join(LADDERS)}")
        if reward not in REWARDS:
            raise InputError(f"reward={reward!r} is unknown; choose from: {', '.join(REWARDS)}")
        self.workers = workers
        self.settings = Settings(
            LADDERS[ladder], stop_early and reward != "fraction_passed", reward
        )
        self.niceness, self.packages = niceness, tuple(packages)
        self.required = FULL_ISOLATION if require_isolation == "full" else tuple(require_isolation)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._benches: list[Bench] = []
        self._lock = threading.Lock()
        self._closed = False

    def __enter__(self) -> Judge:
        if self.required:
            self._start_sandbox().close()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the workers, what they are running included; jobs left are dropped. Repeatable."""
        with self._lock:
            self._closed = True
            threads, self._threads = self._threads, []
            benches, self._benches = self._benches, []
        with contextlib.suppress(queue.Empty):
            while True:
                if (job := self._jobs.get_nowait()) is not None:
                    job[2].cancel()
        for _ in threads:
            self._jobs.put(None)
        for bench in benches:
            bench.abandon()
        for thread in threads:
            thread.join()

    def judge(self, submission: Submission, problem: Problem) -> Judgement:
        """The verdict on one submission; a failure of ours is a JE, not an exception."""
        return self._submit(submission, problem).result()

    judge_one = judge

    def many(
        self, pairs: Iterable[tuple[Submission, Problem]], ordered: bool = True
    ) -> Iterator[Judgement]:
        """Judge a stream, a bounded number ahead of the reader.

        The same code for the same problem is judged once within the call.

        Args:
            pairs: submissions with their problems; read as needed.
            ordered: in the order of ``pairs``; otherwise as they are done.
        """
        window = self.workers * LOOK_AHEAD
        known: OrderedDict[tuple[object, ...], Future[Judgement]] = OrderedDict()
        problems: dict[int, Problem] = {}  # kept alive: their ids are keys
        ahead: deque[tuple[Submission, Future[Judgement]]] = deque()
        for submission, problem in pairs:
            problems[id(problem)] = problem
            key = (id(problem), submission.code, submission.completion, submission.truncated)
            if key not in known:
                known[key] = self._submit(submission, problem)
                if len(known) > REMEMBERED:
                    known.popitem(last=False)
            ahead.append((submission, known[key]))
            while len(ahead) >= window:
                yield self._take(ahead, ordered)
        while ahead:
            yield self._take(ahead, ordered)

    def _take(self, ahead: deque[tuple[Submission, Future[Judgement]]], ordered: bool) -> Judgement:
        if not ordered:
            wait([future for _, future in ahead], return_when=FIRST_COMPLETED)
            index = next(i for i, (_, future) in enumerate(ahead) if future.done())
            ahead.rotate(-index)
        submission, future = ahead.popleft()
        if not ordered:
            ahead.rotate(index)
        return replace(future.result(), id=submission.id)

    def _submit(self, submission: Submission, problem: Problem) -> Future[Judgement]:
        future: Future[Judgement] = Future()
        with self._lock:
            if self._closed:
                raise JudgeError("the judge is closed; open another one")
            # Threads, and their sandboxes, come when there is work for them.
            if len(self._threads) < self.workers:
                bench = Bench(self._start_sandbox)
                thread = threading.Thread(
                    target=self._work, args=(bench,), name="judge", daemon=True
                )
                self._benches.append(bench)
                self._threads.append(thread)
                thread.start()
            self._jobs.put((submission, problem, future))
        return future

    def _start_sandbox(self) -> Sandbox:
        sandbox = Sandbox(self.niceness, self.packages)
        missing = [name for name in self.required if sandbox.layers.get(name) != "on"]
        if missing:
            sandbox.close()
            raise JudgeError(
                f"this machine lacks the required isolation: {', '.join(missing)}; "
                "see: microcoder judge isolation"
            )
        return sandbox

    def _work(self, bench: Bench) -> None:
        try:
            while (job := self._jobs.get()) is not None:
                submission, problem, future = job
                if future.set_running_or_notify_cancel():
                    future.set_result(self._judge_or_say_why_not(bench, submission, problem))
        finally:
            bench.close()

    def _judge_or_say_why_not(
        self, bench: Bench, submission: Submission, problem: Problem
    ) -> Judgement:
        reason = ""
        for _ in range(2):
            if self._closed:
                reason = reason or "the judge was closed"
                break
            try:
                return grade(bench, submission, problem, self.settings)
            except Exception as error:  # whatever it was, it was ours: JE, and a fresh sandbox
                reason = str(error) if isinstance(error, JudgeError) else repr(error)
                bench.close()
        return conclude(submission, problem, self.settings, (), None, Verdict.JUDGE_ERROR, reason)
