"""From verdicts to rewards, and into the trainers' reward hooks.

A reward is None where the judge itself failed: such a rollout teaches nothing, and must be left
out of its group rather than count as wrong.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from microcoder.errors import JudgeError, ProblemError
from microcoder.judge.verdict import Verdict
from microcoder.problem import Problem, Submission

if TYPE_CHECKING:
    from microcoder.judge.jobs import JudgePool

RewardName = Literal["all_or_nothing", "fraction_passed"]


def all_or_nothing(verdict: Verdict, passed: int, total: int) -> float | None:
    """1 when every test passed, else 0; None when the judge failed."""
    if verdict is Verdict.JUDGE_ERROR:
        return None
    return 1.0 if verdict is Verdict.ACCEPTED else 0.0


def fraction_passed(verdict: Verdict, passed: int, total: int) -> float | None:
    """The share of tests passed, 0 to 1; None when the judge failed."""
    if verdict is Verdict.JUDGE_ERROR:
        return None
    return passed / total if total else 0.0


REWARDS: dict[RewardName, Callable[[Verdict, int, int], float | None]] = {
    "all_or_nothing": all_or_nothing,
    "fraction_passed": fraction_passed,
}


def _by_id(problems: Mapping[str, Problem] | Iterable[Problem]) -> dict[str, Problem]:
    return dict(problems) if isinstance(problems, Mapping) else {p.id: p for p in problems}


def _find(problems: Mapping[str, Problem], problem_id: Any, where: str) -> Problem:
    try:
        return problems[str(problem_id)]
    except KeyError:
        raise ProblemError(
            f"{where}: no problem with id '{problem_id}'; give the judge the problems that the "
            "training data names"
        ) from None


def _text(completion: Any) -> str:
    """A completion as text: TRL hands over chat completions as lists of messages."""
    if isinstance(completion, str):
        return completion
    return "".join(str(message.get("content") or "") for message in completion)


def trl_reward(
    judge: JudgePool[Any],
    problems: Mapping[str, Problem] | Iterable[Problem],
    column: str = "problem_id",
) -> Callable[..., list[float | None]]:
    """A reward function for TRL's GRPOTrainer.

    Args:
        judge: an open judge: Judge, RemoteJudge or RayJudge.
        problems: the problems that the training rows name.
        column: the column of the training data that holds a problem's id.

    Returns:
        ``judge_reward(prompts, completions, **columns)``; a column ``truncated``, where there is
        one, says which completions were cut.
    """
    known = _by_id(problems)

    def judge_reward(
        prompts: Sequence[Any], completions: Sequence[Any], **columns: Any
    ) -> list[float | None]:
        if column not in columns:
            raise ProblemError(
                f"the training data has no column '{column}'; it must name each row's problem"
            )
        cut = columns.get("truncated") or [False] * len(completions)
        pairs = [
            (
                Submission(str(i), str(id_), completion=_text(text), truncated=bool(end)),
                _find(known, id_, f"completion {i}"),
            )
            for i, (text, id_, end) in enumerate(
                zip(completions, columns[column], cut, strict=True)
            )
        ]
        return [judgement.reward for judgement in judge.many(pairs)]

    return judge_reward


def verl_compute_score(
    judge: JudgePool[Any], problems: Mapping[str, Problem] | Iterable[Problem]
) -> Callable[..., dict[str, Any]]:
    """A ``compute_score`` for verl, whose ``ground_truth`` is the problem's id.

    verl needs a number for every sample: one that could not be judged gets 0.0 and the flag
    ``unjudged``, by which a trainer leaves it out.
    """
    known = _by_id(problems)

    def compute_score(
        data_source: str,
        solution_str: str,
        ground_truth: Any,
        extra_info: Mapping[str, Any] | None = None,
        **_: Any,
    ) -> dict[str, Any]:
        cut = bool((extra_info or {}).get("truncated", False))
        submission = Submission(
            str(ground_truth), str(ground_truth), completion=solution_str, truncated=cut
        )
        judged = judge.judge(submission, _find(known, ground_truth, str(data_source)))
        return {
            "score": 0.0 if judged.reward is None else judged.reward,
            "unjudged": judged.reward is None,
            "verdict": judged.verdict.value,
            "complete_code": bool(judged.complete_code),
        }

    return compute_score


def verifiers_reward(
    judge: JudgePool[Any], problems: Mapping[str, Problem] | Iterable[Problem]
) -> Callable[..., Awaitable[float]]:
    """A reward for a ``verifiers.v1`` task, whose data's ``id`` is the problem's.

    Returns:
        ``await judge_reward(task, trace)``, to be called from a method under ``@vf.reward``. What
        could not be judged raises JudgeError there: its trace then carries an error, not a zero.
    """
    known = _by_id(problems)

    async def judge_reward(task: Any, trace: Any) -> float:
        problem = _find(known, task.id, "task")
        submission = Submission(
            problem.id, problem.id, completion=trace.last_reply, truncated=trace.is_truncated
        )
        judged = await judge.ajudge(submission, problem)
        if judged.reward is None:
            raise JudgeError(judged.detail)
        return judged.reward

    return judge_reward


def verifiers_rubric_reward(
    judge: JudgePool[Any],
    problems: Mapping[str, Problem] | Iterable[Problem],
    field: str = "problem_id",
) -> Callable[..., Awaitable[float]]:
    """A reward function for the ``Rubric`` of verifiers 0.1, whose ``info`` names the problem.

    A rubric takes numbers only: what could not be judged gets 0.0, and the reason stands in
    ``state["error"]``, for which trainers leave a rollout out.

    Returns:
        ``await judge_reward(completion, info, state)``, for ``Rubric(funcs=[judge_reward])``.
    """
    known = _by_id(problems)

    async def judge_reward(
        completion: Any, info: Mapping[str, Any], state: MutableMapping[str, Any]
    ) -> float:
        if field not in info:
            raise ProblemError(f"a row's info has no '{field}'; it must name the problem")
        problem = _find(known, info[field], "rollout")
        submission = Submission(
            problem.id,
            problem.id,
            completion=_text(completion),
            truncated=bool(state.get("is_truncated", False)),
        )
        judged = await judge.ajudge(submission, problem)
        if judged.reward is None:
            state["error"] = JudgeError(judged.detail)
            return 0.0
        return judged.reward

    return judge_reward
