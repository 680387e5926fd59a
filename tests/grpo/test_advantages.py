"""Advantages over the group, against numbers worked by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from microcoder.errors import InputError
from microcoder.grpo import group_advantages, zero_variance_share

NAN = float("nan")


def test_one_right_answer_in_four_gets_the_advantage_worked_by_hand():
    # mean 1/4; deviations 3/4, -1/4, -1/4, -1/4; squares sum to 3/4; std = sqrt(3/4 / 3) = 1/2
    assert group_advantages([1, 0, 0, 0], [7, 7, 7, 7]) == pytest.approx(
        [0.75 / 0.5001, -0.25 / 0.5001, -0.25 / 0.5001, -0.25 / 0.5001], rel=1e-12
    )


def test_the_standard_deviation_is_the_unbiased_one():
    # [0, 2]: ddof=1 gives sqrt(2), ddof=0 would give 1
    assert group_advantages([0, 2], [0, 0], epsilon=0.0)[1] == pytest.approx(1 / math.sqrt(2))


def test_what_could_not_be_judged_moves_nothing():
    with_gap = group_advantages([1, NAN, 0, 0], [0, 0, 0, 0])
    without = group_advantages([1, 0, 0], [0, 0, 0])
    assert with_gap[1] == 0
    assert with_gap[[0, 2, 3]] == pytest.approx(without, rel=1e-12)


def test_a_group_with_one_judged_member_teaches_nothing():
    assert group_advantages([1, NAN, 0, 1], [0, 0, 1, 1])[:2].tolist() == [0, 0]
    assert group_advantages([1, NAN], [0, 0], scale="none").tolist() == [0, 0]


def test_a_group_never_judged_gives_zeros_without_a_warning():
    assert group_advantages([NAN, NAN], [0, 0]).tolist() == [0, 0]


def test_equal_rewards_give_exactly_zero_even_where_their_mean_is_rounded():
    assert np.mean([0.1] * 3) != 0.1
    assert group_advantages([0.1] * 3, [0] * 3).tolist() == [0, 0, 0]


def test_groups_need_not_be_contiguous_nor_numbered():
    mixed = group_advantages([1, 5, 0, 9], ["b", "a", "b", "a"])
    assert mixed[[0, 2]] == pytest.approx(group_advantages([1, 0], [0, 0]))
    assert mixed[[1, 3]] == pytest.approx(group_advantages([5, 9], [0, 0]))


def test_scale_none_only_centres():
    assert group_advantages([1, 0, 0, 0], [0] * 4, scale="none").tolist() == [
        0.75,
        -0.25,
        -0.25,
        -0.25,
    ]


def test_an_empty_batch_has_no_advantages():
    assert group_advantages([], []).shape == (0,)


@pytest.mark.parametrize(
    ("rewards", "groups", "scale", "named"),
    [
        ([1, 0], [0], "std", "one length"),
        ([math.inf, 0], [0, 0], "std", "infinite"),
        ([1, 0], [0, 0], "batch", "'batch'"),
    ],
)
def test_what_cannot_be_normalised_is_refused_by_name(rewards, groups, scale, named):
    with pytest.raises(InputError, match=named):
        group_advantages(rewards, groups, scale=scale)


rewards_and_groups = st.lists(
    st.tuples(st.sampled_from([0.0, 0.25, 1.0, NAN]), st.integers(0, 3)), min_size=1, max_size=24
)


@given(rewards_and_groups)
def test_advantages_of_a_group_sum_to_zero(rows):
    rewards, groups = (np.array(column) for column in zip(*rows, strict=True))
    advantages = group_advantages(rewards, groups)
    for group in np.unique(groups):
        assert advantages[groups == group].sum() == pytest.approx(0, abs=1e-9)


@given(rewards_and_groups, st.integers(-3, 3))
def test_a_constant_added_to_every_reward_changes_nothing(rows, shift):
    rewards, groups = (np.array(column) for column in zip(*rows, strict=True))
    assert group_advantages(rewards + shift, groups) == pytest.approx(
        group_advantages(rewards, groups), abs=1e-9
    )


@given(rewards_and_groups)
def test_every_group_agrees_with_the_textbook_formula(rows):
    rewards, groups = (np.array(column) for column in zip(*rows, strict=True))
    advantages = group_advantages(rewards, groups)
    for group in np.unique(groups):
        here = groups == group
        judged = rewards[here & ~np.isnan(rewards)]
        if len(judged) < 2:
            assert not advantages[here].any()
            continue
        wanted = (rewards[here] - judged.mean()) / (judged.std(ddof=1) + 1e-4)
        assert advantages[here] == pytest.approx(np.nan_to_num(wanted), abs=1e-9)


def test_the_zero_variance_share_counts_groups_not_completions():
    # group 0 all right, group 1 mixed, group 2 all wrong, group 3 has one judged member
    rewards = [1, 1, 1, 1, 0, 0, 0, 1, NAN]
    groups = [0, 0, 0, 1, 1, 2, 2, 3, 3]
    assert zero_variance_share(rewards, groups) == pytest.approx(2 / 3)


def test_the_zero_variance_share_of_nothing_comparable_is_nan():
    assert math.isnan(zero_variance_share([1, NAN], [0, 1]))
