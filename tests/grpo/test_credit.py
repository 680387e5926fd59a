"""The one call both engines make: normalise, then mask."""

import numpy as np
import pytest

from microcoder.errors import InputError
from microcoder.grpo import Masking, assign_credit, group_advantages

NAN = float("nan")
LOOP = [1, 2] * 8
PROSE = list(range(16))


def credit(masking, **changes):
    """Four answers to one prompt: right but cut, cut before any program, cut in a loop, wrong."""
    given = {
        "rewards": [1, 0, 0, 0],
        "groups": [0, 0, 0, 0],
        "token_ids": [PROSE, PROSE, LOOP, PROSE],
        "truncated": [True, True, True, False],
        "complete_code": [True, False, False, True],
        "correct": [True, False, False, False],
        "seed": 0,
        "rollout_index": 0,
        "prompt_ids": ["p"] * 4,
        "sample_indices": [0, 1, 2, 3],
    } | changes
    return assign_credit(given.pop("rewards"), given.pop("groups"), masking=masking, **given)


def test_masked_completions_lose_their_advantage_and_stay_in_mean_and_deviation():
    result = credit(Masking(rho=1.0, repeat_window=4))
    unmasked = group_advantages([1, 0, 0, 0], [0] * 4)
    assert result.masked.tolist() == [True, True, False, False]
    assert result.advantages.tolist() == [0, 0, unmasked[2], unmasked[3]]


def test_a_loop_at_the_end_is_reported_and_never_masked():
    result = credit(Masking(rho=1.0, repeat_window=4))
    assert result.repeating.tolist() == [False, False, True, False]
    assert not result.masked[2]


def test_a_loop_the_published_check_misses_is_seen_on_request():
    three = ([1, 2, 3] * 6)[:16]
    tokens = [PROSE, PROSE, three, PROSE]
    assert credit(Masking(rho=1.0, repeat_window=4), token_ids=tokens).masked[2]
    strict = Masking(rho=1.0, repeat_window=4, any_period=True)
    assert not credit(strict, token_ids=tokens).masked[2]


def test_a_truncated_answer_whose_program_fails_is_incorrect():
    result = credit(Masking(rho=1.0, repeat_window=4), complete_code=[True, True, False, True])
    assert result.masked.tolist() == [True, False, False, False]


def test_the_narrow_reading_masks_only_what_was_right():
    result = credit(Masking(rho=1.0, repeat_window=4, reading="correct"))
    assert result.masked.tolist() == [True, False, False, False]


def test_mask_all_takes_every_truncated_answer_loops_included():
    result = credit(Masking(mode="all"))
    assert result.masked.tolist() == [True, True, True, False]
    assert result.advantages[3] == group_advantages([1, 0, 0, 0], [0] * 4)[3]


def test_mode_none_is_the_plain_group_advantage():
    result = credit(Masking(mode="none"))
    assert not result.masked.any()
    assert result.advantages.tolist() == group_advantages([1, 0, 0, 0], [0] * 4).tolist()


def test_an_unjudged_completion_leaves_the_mean_where_a_masked_one_stays():
    unjudged = credit(Masking(mode="none"), rewards=[NAN, 0, 1, 0])
    assert unjudged.advantages[0] == 0
    assert unjudged.advantages[1:] == pytest.approx(group_advantages([0, 1, 0], [0] * 3))


def test_about_rho_of_the_eligible_completions_are_masked():
    b = 4000
    result = assign_credit(
        [1.0] * b,
        [0] * b,
        token_ids=[PROSE] * b,
        truncated=[True] * b,
        complete_code=[True] * b,
        correct=[True] * b,
        masking=Masking(rho=0.2),
        seed=1,
        rollout_index=0,
        prompt_ids=["p"] * b,
        sample_indices=range(b),
    )
    assert abs(result.masked.mean() - 0.2) < 5 * np.sqrt(0.2 * 0.8 / b)


def test_a_shard_of_whole_groups_gets_what_the_whole_batch_gives_it():
    rewards, groups, prompts = [1, 0, 0, 1], [0, 0, 1, 1], ["a", "a", "b", "b"]
    whole = credit(Masking(rho=0.5), rewards=rewards, groups=groups, prompt_ids=prompts)
    shard = assign_credit(
        rewards[2:],
        groups[2:],
        token_ids=[LOOP, PROSE],
        truncated=[True, False],
        complete_code=[False, True],
        correct=[False, False],
        masking=Masking(rho=0.5),
        seed=0,
        rollout_index=0,
        prompt_ids=prompts[2:],
        sample_indices=[2, 3],
    )
    assert shard.advantages.tolist() == whole.advantages[2:].tolist()
    assert shard.masked.tolist() == whole.masked[2:].tolist()


@pytest.mark.parametrize(
    "field", ["token_ids", "truncated", "complete_code", "correct", "prompt_ids", "sample_indices"]
)
def test_a_list_of_the_wrong_length_is_refused_by_name(field):
    with pytest.raises(InputError, match=f"{field} has 1 entries for 4 rewards"):
        credit(Masking(), **{field: [[1]] if field == "token_ids" else [1]})


@pytest.mark.parametrize(
    ("setting", "named"),
    [
        ({"mode": "some"}, "'some'"),
        ({"rho": -0.1}, "rho"),
        ({"repeat_window": 0}, "repeat_window"),
        ({"reading": "any"}, "'any'"),
    ],
)
def test_an_impossible_rule_is_refused_by_name(setting, named):
    with pytest.raises(InputError, match=named):
        Masking(**setting)
