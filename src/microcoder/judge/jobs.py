"""Jobs, the bounded queue they wait in, and the threads that do them: what every judge shares.

Judge runs programs here, RemoteJudge asks servers, RayJudge asks actors. Each says how one worker
does one job; the rest (judge and many, waiting and async, back-pressure, cancelling, counting and
an end that leaves nothing) is written once, below.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import hashlib
import os
import threading
import time
import weakref
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, replace
from itertools import islice
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from microcoder.errors import InputError, JudgeBusy, JudgeError
from microcoder.judge.verdict import Judgement, Verdict
from microcoder.problem import Problem, Submission

LOOK_AHEAD = 4
"""Jobs in flight per worker and call: enough to keep it busy, few enough to bound memory."""

QUEUE_PER_WORKER = 64
"""Jobs that may wait per worker, where nothing else is said."""

REMEMBERED = 4096
"""Judgements kept for the same code to come again in one call."""

SECONDS_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""Upper bounds of the histogram of judging seconds; one more bucket is open."""

Pair = tuple[Submission, Problem]
T = TypeVar("T")


class Worker(Protocol):
    """Whoever does jobs for one thread."""

    def abandon(self) -> None:
        """End the job in progress; called from another thread, perhaps several times."""

    def close(self) -> None:
        """Give everything back."""


W = TypeVar("W", bound=Worker)


@dataclass(frozen=True, slots=True)
class Stats:
    """What a judge has done and is doing, at one moment."""

    workers: int
    queue_size: int
    queued: int
    """Jobs that wait."""
    running: int
    done: dict[str, int]
    """Judgements by verdict; every verdict has an entry."""
    programs: int
    """Runs without a problem."""
    seconds: float
    """Time that workers spent on judgements, all together."""
    buckets: tuple[int, ...]
    """Judgements by seconds: at most ``SECONDS_BUCKETS[i]`` and above the one before."""
    restarts: int
    """Workers' means (sandbox, host, actor) that failed and were replaced or put aside."""

    @property
    def judgements(self) -> int:
        """All verdicts together."""
        return sum(self.done.values())

    @property
    def judge_errors(self) -> int:
        """Those that say nothing about the program."""
        return self.done[Verdict.JUDGE_ERROR.value]


@dataclass(slots=True, eq=False)
class _Job(Generic[W]):
    do: Callable[[W], Any]
    future: Future[Any]


class JudgePool(ABC, Generic[W]):
    """A judge: asked from any thread or event loop, with a bounded queue before its workers.

    Raises:
        InputError: ``workers`` or ``queue_size`` is below 1.
    """

    def __init__(self, workers: int, queue_size: int | None = None) -> None:
        if workers < 1:
            raise InputError(f"workers={workers}: the judge needs at least 1")
        if queue_size is None:
            queue_size = workers * QUEUE_PER_WORKER
        if queue_size < 1:
            raise InputError(f"queue_size={queue_size}: the queue needs room for at least 1 job")
        self.workers, self.queue_size = workers, queue_size
        self._done: Counter[str] = Counter()
        self._programs = self._restarts = 0
        self._seconds = 0.0
        self._buckets = [0] * (len(SECONDS_BUCKETS) + 1)
        self._closed = False
        self._reset()
        _open_pools.add(self)

    def _reset(self) -> None:
        """Nobody hired, nothing queued: at first, and in a forked child, who has no threads."""
        self._lock = threading.Lock()
        self._arrived = threading.Condition(self._lock)
        self._left = threading.Condition(self._lock)
        self._queue: OrderedDict[Future[Any], _Job[W]] = OrderedDict()
        self._crew: list[tuple[threading.Thread, W]] = []
        self._running = self._idle = 0

    # --- what each judge says for itself -------------------------------------------------------

    @abstractmethod
    def _hire(self) -> W:
        """A worker for one more thread; what takes time is left to its first job."""

    @abstractmethod
    def _judge(self, worker: W, submission: Submission, problem: Problem) -> Judgement:
        """The verdict; our own failure is a JE."""

    # --- asking --------------------------------------------------------------------------------

    def judge(self, submission: Submission, problem: Problem) -> Judgement:
        """The verdict on one submission; a failure of ours is a JE, not an exception.

        Raises:
            JudgeError: the judge is closed.
        """
        return _result(self.submit(submission, problem))

    judge_one = judge

    def submit(
        self, submission: Submission, problem: Problem, *, wait: bool = True
    ) -> Future[Judgement]:
        """Queue one submission. Cancelling the future before it begins takes it out again.

        Args:
            submission: what is judged.
            problem: what for.
            wait: where the queue is full, until there is room; otherwise raise.

        Raises:
            JudgeBusy: the queue is full, and ``wait`` is False.
            JudgeError: the judge is closed.
        """
        return self._enqueue(lambda worker: self._judge(worker, submission, problem), wait)

    def many(self, pairs: Iterable[Pair], ordered: bool = True) -> Iterator[Judgement]:
        """Judge a stream, a bounded number ahead of the reader.

        The same code for the same problem is judged once within the call. Closing the iterator
        takes back what it had queued.

        Args:
            pairs: submissions with their problems; read as needed.
            ordered: in the order of ``pairs``; otherwise as they are done.
        """
        known = _Known(self.submit)
        ahead: deque[tuple[Submission, Future[Judgement]]] = deque()
        try:
            for submission, problem in pairs:
                ahead.append((submission, known.submit(submission, problem)))
                while len(ahead) >= self.window:
                    yield _take(ahead, ordered)
            while ahead:
                yield _take(ahead, ordered)
        finally:
            for _, future in ahead:
                future.cancel()

    @property
    def window(self) -> int:
        """How far ahead of its reader one call of ``many`` or ``amany`` goes."""
        return self.workers * LOOK_AHEAD

    async def ajudge(self, submission: Submission, problem: Problem) -> Judgement:
        """``judge`` for an event loop. Cancelling it takes the submission back if it waits.

        It waits whatever the length of the queue; to be refused instead, ask
        ``submit(..., wait=False)`` and await ``asyncio.wrap_future`` of that.

        Raises:
            JudgeError: the judge is closed.
        """
        return await asyncio.wrap_future(self._submit_unbounded(submission, problem))

    async def amany(
        self, pairs: Iterable[Pair] | AsyncIterable[Pair], ordered: bool = True
    ) -> AsyncIterator[Judgement]:
        """``many`` for an event loop, which it never blocks; a slow source delays no answer.

        Args:
            pairs: an iterable or an async iterable, read as needed.
            ordered: in the order of ``pairs``; otherwise as they are done.
        """
        known = _Known(self._submit_unbounded)
        ahead: deque[tuple[Submission, asyncio.Future[Judgement], Future[Judgement]]] = deque()
        source = aiter(pairs if isinstance(pairs, AsyncIterable) else _each(pairs))
        coming: asyncio.Task[Pair | None] | None = None
        ended = False
        try:
            while not ended or ahead:
                if coming is None and not ended and len(ahead) < self.window:
                    coming = asyncio.create_task(_pull(source))
                awaited: set[asyncio.Future[Any]] = {coming} if coming else set()
                awaited.update(f for _, f, _ in islice(ahead, 1 if ordered else None))
                await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
                if coming is not None and coming.done():
                    if (pair := coming.result()) is None:
                        ended = True
                    else:
                        job = known.submit(*pair)
                        ahead.append((pair[0], asyncio.wrap_future(job), job))
                    coming = None
                for _ in range(len(ahead)):
                    submission, future, _ = ahead[0]
                    if future.done():
                        ahead.popleft()
                        yield replace(future.result(), id=submission.id)
                    elif ordered:
                        break
                    else:
                        ahead.rotate(-1)
        finally:
            if coming is not None:
                coming.cancel()
            for _, _, job in ahead:
                job.cancel()

    def _submit_unbounded(self, submission: Submission, problem: Problem) -> Future[Judgement]:
        # The coroutine that awaits it is itself what waits in line.
        return self._enqueue(lambda worker: self._judge(worker, submission, problem), None)

    def stats(self) -> Stats:
        """Counters, as cheap as a dictionary."""
        with self._lock:
            return Stats(
                workers=self.workers,
                queue_size=self.queue_size,
                queued=len(self._queue),
                running=self._running,
                done={verdict.value: self._done[verdict.value] for verdict in Verdict},
                programs=self._programs,
                seconds=self._seconds,
                buckets=tuple(self._buckets),
                restarts=self._restarts,
            )

    # --- the queue and those who serve it ------------------------------------------------------

    def _enqueue(self, do: Callable[[W], T], wait: bool | None) -> Future[T]:
        """Queue a job. ``wait`` None: whatever the queue's length."""
        future: Future[T] = Future()
        with self._lock:
            while not self._closed and wait is not None and len(self._queue) >= self.queue_size:
                if not wait:
                    raise JudgeBusy(
                        f"the judge's queue is full ({self.queue_size} jobs wait); "
                        "ask again later, or raise queue_size"
                    )
                self._left.wait()
            if self._closed:
                raise JudgeError("the judge is closed; open another one")
            self._queue[future] = _Job(do, future)
            # Threads, and what they hold, come when there is work for them.
            if len(self._queue) > self._idle and len(self._crew) < self.workers:
                worker = self._hire()
                thread = threading.Thread(
                    target=self._work, args=(worker,), name="judge", daemon=True
                )
                self._crew.append((thread, worker))
                thread.start()
            self._arrived.notify()
        future.add_done_callback(self._withdraw)
        return future

    def _withdraw(self, future: Future[Any]) -> None:
        """A cancelled job leaves the queue at once, and makes room."""
        if not future.cancelled():
            return
        with self._lock:
            waited = self._queue.pop(future, None) is not None
            self._left.notify()
        if waited:  # else a worker holds it, and tells its waiters
            future.set_running_or_notify_cancel()

    def _work(self, worker: W) -> None:
        try:
            while (job := self._next()) is not None:
                if job.future.set_running_or_notify_cancel():
                    self._do(job, worker)
                with self._lock:
                    self._running -= 1
                job = None  # a judgement given away is not kept until the next one comes
        finally:
            worker.close()

    def _next(self) -> _Job[W] | None:
        with self._lock:
            self._idle += 1
            while not self._queue and not self._closed:
                self._arrived.wait()
            self._idle -= 1
            if self._closed:
                return None
            _, job = self._queue.popitem(last=False)
            self._running += 1
            self._left.notify()
            return job

    def _do(self, job: _Job[W], worker: W) -> None:
        began = time.monotonic()
        try:
            result = job.do(worker)
        except Exception as error:
            job.future.set_exception(error)
            return
        seconds = time.monotonic() - began
        with self._lock:
            if isinstance(result, Judgement):
                self._done[result.verdict.value] += 1
                self._seconds += seconds
                self._buckets[bisect_left(SECONDS_BUCKETS, seconds)] += 1
            else:
                self._programs += 1
        job.future.set_result(result)

    def _count_restart(self) -> None:
        with self._lock:
            self._restarts += 1

    # --- the end -------------------------------------------------------------------------------

    def close(self) -> None:
        """Stop the workers, what they are doing included; jobs left are dropped. Repeatable."""
        with self._lock:
            self._closed = True
            jobs, crew = list(self._queue.values()), list(self._crew)
            self._queue.clear()
            self._arrived.notify_all()
            self._left.notify_all()
        for job in jobs:
            if job.future.set_running_or_notify_cancel():
                job.future.set_exception(JudgeError("the judge was closed before this was judged"))
        for thread, worker in crew:
            while thread.is_alive():
                worker.abandon()  # again and again: it may have been between two sandboxes
                thread.join(0.2)
        with self._lock:
            self._crew.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


_open_pools: weakref.WeakSet[JudgePool[Any]] = weakref.WeakSet()


def _close_all() -> None:
    for pool in list(_open_pools):
        pool.close()


def _forget_all() -> None:
    for pool in list(_open_pools):
        pool._reset()


atexit.register(_close_all)  # who never closed the judge leaves no folder behind either
os.register_at_fork(after_in_child=_forget_all)


# --- a stream's bookkeeping --------------------------------------------------------------------


class _Known:
    """Submits for one call, the same code for the same problem once."""

    def __init__(self, submit: Callable[[Submission, Problem], Future[Judgement]]) -> None:
        self._submit = submit
        self._asked: OrderedDict[tuple[int, bytes], tuple[Problem, Future[Judgement]]] = (
            OrderedDict()
        )

    def submit(self, submission: Submission, problem: Problem) -> Future[Judgement]:
        # the problem is kept with its entry, so that its id stays its own
        key = (id(problem), _fingerprint(submission))
        _, future = self._asked.get(key, (None, None))
        if future is None or _failed(future):
            future = self._submit(submission, problem)
            self._asked[key] = (problem, future)
            if len(self._asked) > REMEMBERED:
                self._asked.popitem(last=False)
        return future


def _fingerprint(submission: Submission) -> bytes:
    text = repr((submission.code is None, submission.truncated))
    text += (submission.completion or "") if submission.code is None else submission.code
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _failed(future: Future[Judgement]) -> bool:
    """Whether asking again may give more than this answer: we failed, the program did not."""
    if not future.done():
        return False
    return future.cancelled() or future.exception() is not None or future.result().reward is None


def _take(ahead: deque[tuple[Submission, Future[Judgement]]], ordered: bool) -> Judgement:
    index = 0
    if not ordered:
        wait([future for _, future in ahead], return_when=FIRST_COMPLETED)
        index = next(i for i, (_, future) in enumerate(ahead) if future.done())
    submission, future = ahead[index]
    judgement = _result(future)
    del ahead[index]
    return replace(judgement, id=submission.id)


def _result(future: Future[Judgement]) -> Judgement:
    try:
        return future.result()
    except CancelledError:
        raise JudgeError("the submission was withdrawn before it was judged") from None
    except BaseException:
        future.cancel()  # Ctrl-C while it waits
        raise


async def _each(pairs: Iterable[Pair]) -> AsyncIterator[Pair]:
    for pair in pairs:
        yield pair


async def _pull(source: AsyncIterator[Pair]) -> Pair | None:
    with contextlib.suppress(StopAsyncIteration):
        return await anext(source)
    return None
