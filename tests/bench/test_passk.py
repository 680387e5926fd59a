"""pass@k against counting, and the interval against what it must contain."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from microcoder.bench.passk import Estimate, bootstrap_interval, estimate, pass_at_k
from microcoder.errors import InputError


def test_two_right_of_four_worked_by_hand():
    # pairs without a right one: C(2, 2) = 1 of C(4, 2) = 6
    assert pass_at_k(4, 2, 2) == pytest.approx(5 / 6)
    assert pass_at_k(4, 2, 1) == 0.5


def test_fewer_attempts_than_k_say_nothing():
    assert math.isnan(pass_at_k(4, 4, 8))


def test_more_attempts_than_floats_can_count_are_no_trouble():
    assert pass_at_k(5000, 1, 2500) == pytest.approx(0.5)


@given(st.integers(1, 7).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))))
def test_the_estimate_counts_the_subsets_that_hold_a_right_one(drawn):
    n, c = drawn
    for k in range(1, n + 1):
        subsets = list(itertools.combinations([True] * c + [False] * (n - c), k))
        assert pass_at_k(n, c, k) == pytest.approx(sum(map(any, subsets)) / len(subsets))


@pytest.mark.parametrize(("n", "c", "k"), [(4, 5, 1), (4, -1, 1), (4, 2, 0)])
def test_impossible_counts_are_refused(n, c, k):
    with pytest.raises(InputError):
        pass_at_k(n, c, k)


def test_the_interval_of_a_fair_coin_is_that_of_the_normal_curve():
    low, high = bootstrap_interval([0.0, 1.0] * 200, seed=0)
    half = 1.96 * 0.5 / math.sqrt(400)
    assert low == pytest.approx(0.5 - half, abs=0.005)
    assert high == pytest.approx(0.5 + half, abs=0.005)


def test_one_seed_gives_one_interval_and_another_seed_another():
    values = [1 / n for n in range(1, 40)]  # so many different means that quantiles hardly agree
    assert bootstrap_interval(values, 1) == bootstrap_interval(values, 1)
    assert bootstrap_interval(values, 1) != bootstrap_interval(values, 2)


def test_a_higher_level_gives_a_wider_interval():
    values = [0.0, 0.25, 1.0, 0.5] * 5
    narrow, wide = bootstrap_interval(values, 0, 0.5), bootstrap_interval(values, 0, 0.99)
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_problems_without_a_value_are_left_out():
    assert estimate([1.0, math.nan, 0.0], 0) == estimate([1.0, 0.0], 0)
    assert estimate([1.0, math.nan, 0.0], 0).value == 0.5


def test_no_problem_gives_no_number():
    nothing = estimate([], 0)
    assert all(math.isnan(x) for x in (nothing.value, nothing.low, nothing.high))


def test_problems_that_all_agree_leave_no_width():
    assert estimate([0.25] * 9, 0) == Estimate(0.25, 0.25, 0.25)


@pytest.mark.parametrize("setting", [{"level": 0.0}, {"level": 1.0}, {"rounds": 0}])
def test_impossible_settings_are_refused(setting):
    with pytest.raises(InputError):
        bootstrap_interval([1.0], 0, **setting)
