"""Verdicts as rewards, and the hooks of the trainers."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from microcoder.errors import JudgeError, ProblemError
from microcoder.judge import Judge, Verdict, all_or_nothing, fraction_passed
from microcoder.judge.rewards import (
    trl_reward,
    verifiers_reward,
    verifiers_rubric_reward,
    verl_compute_score,
)
from microcoder.problem import Problem, TestCase

PROBLEMS = [Problem("p", "", "stdin", (TestCase("1", "2"), TestCase("2", "3")))]
RIGHT = "```python\nprint(int(input()) + 1)\n```"


def test_all_or_nothing_is_one_for_accepted_alone() -> None:
    assert {v: all_or_nothing(v, 1, 2) for v in Verdict} == dict.fromkeys(Verdict, 0.0) | {
        Verdict.AC: 1.0,
        Verdict.JE: None,
    }


def test_a_fraction_is_of_all_tests_and_unknown_when_we_failed() -> None:
    assert fraction_passed(Verdict.WA, 1, 4) == 0.25
    assert fraction_passed(Verdict.NC, 0, 0) == 0.0
    assert fraction_passed(Verdict.JE, 3, 4) is None


def test_trl_gets_one_reward_per_completion(judge: Judge) -> None:
    reward = trl_reward(judge, PROBLEMS)
    chat = [{"role": "assistant", "content": RIGHT}]
    rewards = reward(
        prompts=["q"] * 4,
        completions=[RIGHT, chat, "I do not know.", "```python\nprint(int(input()) + 1)"],
        problem_id=["p"] * 4,
        truncated=[False, False, False, True],
    )
    assert rewards == [1.0, 1.0, 0.0, 0.0]


def test_training_data_must_name_known_problems(judge: Judge) -> None:
    with pytest.raises(ProblemError, match="no problem with id 'q'"):
        trl_reward(judge, PROBLEMS)(prompts=["?"], completions=[RIGHT], problem_id=["q"])
    with pytest.raises(ProblemError, match="no column 'problem_id'"):
        trl_reward(judge, PROBLEMS)(prompts=["?"], completions=[RIGHT])


def test_verl_gets_a_number_and_a_flag(judge: Judge) -> None:
    score = verl_compute_score(judge, PROBLEMS)
    assert score("set", RIGHT, "p") == {
        "score": 1.0, "unjudged": False, "verdict": "AC", "complete_code": True,
    }  # fmt: skip
    cut = score("set", RIGHT.rstrip("`"), "p", {"truncated": True})
    assert (cut["score"], cut["verdict"]) == (0.0, "NC")


def test_what_could_not_be_judged_is_flagged_for_verl(judge: Judge) -> None:
    untested = Problem("u", "", "stdin", ())
    said = verl_compute_score(judge, [untested])("set", RIGHT, "u")
    assert (said["score"], said["unjudged"]) == (0.0, True)


def trace_of(reply: str, truncated: bool = False) -> Any:
    return SimpleNamespace(last_reply=reply, is_truncated=truncated)


def test_verifiers_gets_a_reward_or_an_error(judge: Judge) -> None:
    untested = Problem("u", "", "stdin", ())
    reward = verifiers_reward(judge, [*PROBLEMS, untested])
    task = SimpleNamespace(id="p")
    assert asyncio.run(reward(task, trace_of(RIGHT))) == 1.0
    assert asyncio.run(reward(task, trace_of(RIGHT.rstrip("`"), True))) == 0.0
    with pytest.raises(JudgeError):
        asyncio.run(reward(SimpleNamespace(id="u"), trace_of(RIGHT)))


def test_a_verifiers_task_scores_its_trace(judge: Judge) -> None:
    vf = pytest.importorskip("verifiers.v1", reason="verifiers is not installed")
    reward = verifiers_reward(judge, PROBLEMS)

    class CodeTask(vf.Task[vf.TaskData]):
        @vf.reward
        async def solved(self, task: Any, trace: Any) -> float:
            return await reward(task, trace)

    recorded: dict[str, float] = {}
    trace = SimpleNamespace(
        last_reply=RIGHT,
        is_truncated=False,
        metrics={},
        rewards={},
        record_reward=lambda name, value, weight: recorded.update({name: value * weight}),
    )
    asyncio.run(CodeTask(vf.TaskData(id="p")).score(trace))
    assert recorded == {"solved": 1.0}


def test_a_rubric_gets_a_number_and_its_state_the_reason(judge: Judge) -> None:
    untested = Problem("u", "", "stdin", ())
    reward = verifiers_rubric_reward(judge, [*PROBLEMS, untested])
    chat = [{"role": "assistant", "content": RIGHT}]

    def score(id_: str, state: dict[str, Any]) -> float:
        return asyncio.run(reward(chat, {"problem_id": id_}, state))

    state: dict[str, Any] = {}
    assert (score("p", state), state) == (1.0, {})
    assert score("u", state) == 0.0
    assert isinstance(state["error"], JudgeError)
    with pytest.raises(ProblemError, match="info has no 'problem_id'"):
        asyncio.run(reward(chat, {}, {}))
