"""The reference loss, on batches small enough for pen and paper."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from microcoder.errors import InputError
from microcoder.grpo import clip_shares, policy_loss

LOG = math.log


def test_on_policy_the_loss_is_minus_the_mean_advantage_of_the_tokens():
    # ratios 1: tokens carry 2, 2, 2 and -1: -(6 - 1) / 4
    logps = [[-1.0, -2.0, -3.0], [-1.0, 0.0, 0.0]]
    mask = [[1, 1, 1], [1, 0, 0]]
    assert policy_loss(logps, logps, [2, -1], mask) == pytest.approx(-5 / 4)


def test_the_sequence_mean_weighs_each_completion_alike():
    # -(2 + -1) / 2
    logps = [[-1.0, -2.0, -3.0], [-1.0, 0.0, 0.0]]
    mask = [[1, 1, 1], [1, 0, 0]]
    loss = policy_loss(logps, logps, [2, -1], mask, aggregation="sequence_mean")
    assert loss == pytest.approx(-1 / 2)


@pytest.mark.parametrize(
    ("ratio", "advantage", "expected"),
    [
        (1.2, 1, -1.2),  # inside the clip
        (1.5, 1, -1.28),  # clipped above
        (0.5, 1, -0.5),  # below, but the advantage is positive: the minimum keeps the ratio
        (0.5, -1, 0.8),  # clipped below
        (3.5, -1, 3.5),  # above with a negative advantage: unbounded, no dual clip
    ],
)
def test_each_side_of_the_clip_binds_only_where_it_limits_a_gain(ratio, advantage, expected):
    assert policy_loss([[LOG(ratio)]], [[0.0]], [advantage], [[1]]) == pytest.approx(expected)


def test_the_divergence_is_the_k3_estimate():
    # gap = ref - logp = ln 2: exp(gap) - gap - 1 = 1 - ln 2; advantage 0 leaves it alone
    loss = policy_loss([[LOG(0.25)]], [[LOG(0.25)]], [0], [[1]], ref_logps=[[LOG(0.5)]], beta=0.1)
    assert loss == pytest.approx(0.1 * (1 - LOG(2)))


def test_a_masked_completion_still_counts_in_the_token_mean():
    logps = [[-1.0, -1.0], [-1.0, -1.0]]
    assert policy_loss(logps, logps, [1, 0], [[1, 1], [1, 1]]) == pytest.approx(-1 / 2)


def test_padding_may_hold_anything():
    hostile = [[-1.0, -math.inf, math.nan, 1e308]]
    loss = policy_loss(
        hostile, hostile, [1.5], [[1, 0, 0, 0]], ref_logps=[[-1.0, math.nan, 0, -1e308]], beta=1.0
    )
    assert loss == pytest.approx(-1.5)


def test_a_batch_without_a_token_costs_nothing():
    assert policy_loss([[0.0]], [[0.0]], [1], [[0]]) == 0
    assert policy_loss([[0.0]], [[0.0]], [1], [[0]], aggregation="sequence_mean") == 0


def test_clip_shares_count_the_tokens_whose_gradient_is_cut():
    ratios = np.array([[1.5, 1.1, 0.5, 1.29], [0.5, 0.9, 1.5, 0.1]])
    mask = [[1, 1, 1, 1], [1, 1, 1, 0]]
    shares = clip_shares(np.log(ratios), np.zeros((2, 4)), [1, -1], mask)
    assert shares.high == pytest.approx(2 / 7)
    assert shares.low == pytest.approx(1 / 7)


batches = st.integers(1, 4).flatmap(
    lambda b: st.tuples(
        st.lists(st.lists(st.floats(-3, 0), min_size=3, max_size=3), min_size=b, max_size=b),
        st.lists(st.lists(st.floats(-3, 0), min_size=3, max_size=3), min_size=b, max_size=b),
        st.lists(st.floats(-2, 2), min_size=b, max_size=b),
        st.lists(st.lists(st.booleans(), min_size=3, max_size=3), min_size=b, max_size=b),
    )
)


@given(batches, st.sampled_from(["token_mean", "sequence_mean"]))
def test_the_loss_is_that_of_a_loop_over_tokens(batch, aggregation):
    logps, old, advantages, mask = batch
    rows = []
    for i, advantage in enumerate(advantages):
        row = []
        for t in range(3):
            if mask[i][t]:
                ratio = math.exp(logps[i][t] - old[i][t])
                bounded = min(max(ratio, 0.8), 1.28)
                row.append(-min(ratio * advantage, bounded * advantage))
        rows.append(row)
    if aggregation == "token_mean":
        flat = [x for row in rows for x in row]
        wanted = sum(flat) / max(len(flat), 1)
    else:
        wanted = sum(sum(row) / max(len(row), 1) for row in rows) / len(rows)
    assert policy_loss(logps, old, advantages, mask, aggregation=aggregation) == pytest.approx(
        wanted, abs=1e-9
    )


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"beta": 0.1}, "ref_logps"),
        ({"aggregation": "mean"}, "'mean'"),
        ({"advantages": [1, 2]}, "advantages"),
        ({"old_logps": [[0.0, 0.0]]}, "old_logps"),
        ({"mask": [1]}, "mask"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(change, named):
    arguments = {
        "logps": [[0.0]],
        "old_logps": [[0.0]],
        "advantages": [1],
        "mask": [[1]],
    } | change
    with pytest.raises(InputError, match=named):
        policy_loss(**arguments)
