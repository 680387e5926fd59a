"""RayJudge: the same calls as Judge, answered by Ray actors on many machines. Extra ``ray``."""

from __future__ import annotations

import itertools
import threading
from collections import OrderedDict
from typing import Any

from microcoder.errors import InputError, JudgeError, MissingExtra
from microcoder.judge.comparison import LadderName
from microcoder.judge.jobs import JudgePool
from microcoder.judge.pool import Judge
from microcoder.judge.rewards import RewardName
from microcoder.judge.verdict import Judgement, Verdict
from microcoder.problem import Problem, Submission

try:
    import ray
except ModuleNotFoundError:
    raise MissingExtra("RayJudge", "ray", "ray") from None

TRIES = 3
"""Actors asked before a submission is a JE."""
PER_ACTOR_WORKER = 2
"""Submissions under way for each worker of an actor: one runs, one is on its way."""
POLL_SECONDS = 0.5
KEPT_PROBLEMS = 4096


class _Actor:
    """A Judge in a process of its own, on a machine that Ray chose."""

    def __init__(self, workers: int, settings: dict[str, Any]) -> None:
        self.judge_here = Judge(workers, **settings)

    def judge(self, submission: Submission, problem: Problem) -> Judgement:
        return self.judge_here.judge(submission, problem)

    def close(self) -> None:
        self.judge_here.close()


class _Asker:
    """One thread that waits for an actor."""

    def __init__(self) -> None:
        self.ended = threading.Event()

    def abandon(self) -> None:
        """Wait no longer."""
        self.ended.set()

    def close(self) -> None:
        """Nothing is held."""


class RayJudge(JudgePool[_Asker]):
    """Judges on a Ray cluster: the calls of Judge, and its judgements.

    Ray must be initialised. An actor that dies is started again by Ray, and what it was judging is
    asked of another one.

    Args:
        actors: how many; by default one per machine of the cluster.
        workers: programs at once in each actor; that many CPUs are asked of Ray for it.
        ladder, stop_early, reward, niceness, packages, require_isolation: as for Judge.
        queue_size: how many submissions may wait here; by default 64 per worker.

    Raises:
        InputError: Ray is not initialised, or a setting is unknown.
        MissingExtra: Ray is not installed (raised by the import).
    """

    def __init__(
        self,
        actors: int | None = None,
        workers: int = 4,
        ladder: LadderName = "robust",
        stop_early: bool = True,
        reward: RewardName = "all_or_nothing",
        *,
        queue_size: int | None = None,
        **settings: Any,
    ) -> None:
        if not ray.is_initialized():
            raise InputError("Ray is not initialised; call ray.init() first")
        settings |= {"ladder": ladder, "stop_early": stop_early, "reward": reward}
        Judge(workers, **settings).close()  # a wrong setting is said here, not by every actor
        if actors is None:
            nodes: list[dict[str, Any]] = ray.nodes()  # type: ignore[no-untyped-call]
            actors = len([node for node in nodes if node["Alive"]])
        if actors < 1:
            raise InputError(f"actors={actors}: at least 1 is needed")
        kind: Any = ray.remote(
            num_cpus=workers,
            max_concurrency=PER_ACTOR_WORKER * workers + 1,
            max_restarts=-1,
            scheduling_strategy="SPREAD",
        )(_Actor)  # type: ignore[call-overload]
        self._actors = [kind.remote(workers, settings) for _ in range(actors)]
        self._turn = itertools.cycle(range(actors))
        self._in_flight = [0] * actors
        self._choosing = threading.Lock()
        self._sent: OrderedDict[int, tuple[Problem, Any]] = OrderedDict()
        super().__init__(PER_ACTOR_WORKER * workers * actors, queue_size)

    def _hire(self) -> _Asker:
        return _Asker()

    def _judge(self, worker: _Asker, submission: Submission, problem: Problem) -> Judgement:
        reason = "the judge was closed"
        sent = self._send(problem)
        for _ in range(TRIES):
            if worker.ended.is_set():
                break
            number = self._choose()
            try:
                asked = self._actors[number].judge.remote(submission, sent)
                while not worker.ended.is_set():
                    if ray.wait([asked], timeout=POLL_SECONDS)[0]:
                        judged: Judgement = ray.get(asked)
                        return judged
                ray.cancel(asked)
            except ray.exceptions.RayTaskError as error:
                raise JudgeError(f"an actor could not judge: {error.cause!r}") from None
            except ray.exceptions.RayError as error:
                reason = f"actor {number}: {error}"
                self._count_restart()
            finally:
                with self._choosing:
                    self._in_flight[number] -= 1
        total = len(problem.tests)
        return Judgement(submission.id, Verdict.JUDGE_ERROR, 0, total, None, detail=reason)

    def _choose(self) -> int:
        """The actor with the least under way; in turn among equals."""
        with self._choosing:
            first = next(self._turn)
            order = [(first + i) % len(self._actors) for i in range(len(self._actors))]
            number = min(order, key=lambda i: self._in_flight[i])
            self._in_flight[number] += 1
            return number

    def _send(self, problem: Problem) -> Any:
        """A reference to the problem in Ray's object store, put there once."""
        with self._choosing:
            if id(problem) not in self._sent:
                self._sent[id(problem)] = problem, ray.put(problem)
                if len(self._sent) > KEPT_PROBLEMS:
                    self._sent.popitem(last=False)
            self._sent.move_to_end(id(problem))
            return self._sent[id(problem)][1]

    def close(self) -> None:
        """End the actors too."""
        super().close()
        actors, self._actors = self._actors, []
        if actors and ray.is_initialized():
            ray.wait([a.close.remote() for a in actors], num_returns=len(actors), timeout=5)
            for actor in actors:
                ray.kill(actor)
