"""Judge: worker threads, each with a sandbox of its own, fed from one queue.

The threads only wait on sockets and compare outputs; programs run in the sandboxes' processes. A
sandbox that dies is replaced and its job tried once more; what fails twice is JE, never a zero.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import TypeVar

from microcoder.errors import InputError, JudgeError
from microcoder.judge.comparison import LADDERS, LadderName
from microcoder.judge.grading import Bench, Settings, conclude, grade
from microcoder.judge.jobs import JudgePool
from microcoder.judge.rewards import REWARDS, RewardName
from microcoder.judge.sandbox import FULL_ISOLATION, Run, Sandbox
from microcoder.judge.verdict import Judgement, Verdict
from microcoder.problem import Limits, Problem, Submission

T = TypeVar("T")
DEFAULT_LIMITS = Limits()


class Judge(JudgePool[Bench]):
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
        queue_size: how many submissions may wait; by default 64 per worker.

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
        queue_size: int | None = None,
    ) -> None:
        if ladder not in LADDERS:
            raise InputError(f"ladder={ladder!r} is unknown; choose from: {', '.join(LADDERS)}")
        if reward not in REWARDS:
            raise InputError(f"reward={reward!r} is unknown; choose from: {', '.join(REWARDS)}")
        super().__init__((os.cpu_count() or 1) if workers is None else workers, queue_size)
        self.ladder = ladder
        self.settings = Settings(
            LADDERS[ladder], stop_early and reward != "fraction_passed", reward
        )
        self.niceness, self.packages = niceness, tuple(packages)
        self.required = FULL_ISOLATION if require_isolation == "full" else tuple(require_isolation)

    def __enter__(self) -> Judge:
        if self.required:
            self.isolation()
        return self

    def isolation(self) -> dict[str, str]:
        """Each layer of isolation, "on" or why not, of a sandbox started to see.

        Raises:
            JudgeError: no sandbox can be started, or a required layer is missing.
        """
        with self._start_sandbox() as sandbox:
            return dict(sandbox.layers)

    def run_program(
        self,
        code: str,
        stdin: bytes = b"",
        limits: Limits = DEFAULT_LIMITS,
        *,
        arguments: Sequence[str] = (),
        files: Mapping[str, str] | None = None,
    ) -> Run:
        """Run a program without a problem, as ``python3 solution.py`` would; no verdict.

        One that does not compile ends with status 1 and says so in ``stderr``. Of one that prints
        more than it may, ``stdout`` is left out.

        Raises:
            JudgeError: the sandbox failed twice, or the judge is closed.
        """
        return self.submit_program(code, stdin, limits, arguments=arguments, files=files).result()

    def submit_program(
        self,
        code: str,
        stdin: bytes = b"",
        limits: Limits = DEFAULT_LIMITS,
        *,
        arguments: Sequence[str] = (),
        files: Mapping[str, str] | None = None,
        wait: bool | None = True,
    ) -> Future[Run]:
        """``run_program`` through the queue, with ``wait`` as in ``submit``.

        ``wait=None`` queues it however many wait, for callers who keep count themselves.
        """

        def run(bench: Bench) -> Run:
            if error := bench.programs.load(code):
                return _not_compiled(error)
            return bench.programs.run(
                "stdin", stdin, limits, None, files, arguments, keep_output=True
            )

        return self._enqueue(lambda bench: self._in_two_tries(bench, run), wait)

    def _hire(self) -> Bench:
        return Bench(self._start_sandbox)

    def _start_sandbox(self) -> Sandbox:
        sandbox = Sandbox(self.niceness, self.packages)
        missing = [name for name in self.required if sandbox.layers.get(name) != "on"]
        if missing or self._closed:
            sandbox.close()
        if missing:
            raise JudgeError(
                f"this machine lacks the required isolation: {', '.join(missing)}; "
                "see: microcoder judge isolation"
            )
        if self._closed:
            raise JudgeError("the judge was closed")
        return sandbox

    def _judge(self, worker: Bench, submission: Submission, problem: Problem) -> Judgement:
        try:
            return self._in_two_tries(
                worker, lambda bench: grade(bench, submission, problem, self.settings)
            )
        except JudgeError as error:
            return conclude(
                submission, problem, self.settings, (), None, Verdict.JUDGE_ERROR, str(error)
            )

    def _in_two_tries(self, bench: Bench, do: Callable[[Bench], T]) -> T:
        """Do a job; if that fails, once more with a fresh sandbox.

        Raises:
            JudgeError: it failed twice.
        """
        reason = ""
        for _ in range(2):
            if self._closed:
                reason = reason or "the judge was closed"
                break
            try:
                return do(bench)
            except Exception as error:  # whatever it was, it was ours
                reason = str(error) if isinstance(error, JudgeError) else repr(error)
                bench.close()
                self._count_restart()
        raise JudgeError(reason)


def _not_compiled(error: str) -> Run:
    return Run(
        exit_status=1,
        stopped=None,
        too_much_output=False,
        cpu_seconds=0.0,
        wall_seconds=0.0,
        memory_bytes=0,
        stdout=b"",
        stderr=error,
        result=None,
    )
