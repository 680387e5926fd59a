"""Distinct n-grams, against a set of tuples."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from microcoder.errors import InputError
from microcoder.grpo import distinct_n, size_free_diversity
from microcoder.grpo.diversity import diversity


def grams(sequences, n):
    return [tuple(s[i : i + n]) for s in sequences for i in range(len(s) - n + 1)]


def test_two_responses_sharing_one_of_three_grams_each():
    # 1234 2345 3456 | 3456 4567 5678: six 4-grams, five of them different
    assert distinct_n([[1, 2, 3, 4, 5, 6], [3, 4, 5, 6, 7, 8]]) == pytest.approx(5 / 6)


def test_no_gram_reaches_from_one_response_into_the_next():
    # pooled by concatenation, 1 2 | 1 2 would hold the 2-gram (2, 1)
    assert distinct_n([[1, 2], [1, 2]], n=2) == 0.5


def test_responses_too_short_for_a_gram_add_nothing():
    assert distinct_n([[1, 2, 3], [1, 2, 3, 4], []]) == 1
    assert math.isnan(distinct_n([[1, 2, 3]]))
    assert math.isnan(distinct_n([]))


token = st.one_of(st.integers(0, 3), st.sampled_from([151_935, 2**31, 2**40, 2**62, -5]))


@given(st.lists(st.lists(token, max_size=12), max_size=6), st.integers(1, 6))
def test_the_count_is_that_of_a_set_of_tuples(sequences, n):
    oracle = grams(sequences, n)
    found = distinct_n(sequences, n)
    if not oracle:
        assert math.isnan(found)
    else:
        assert found == len(set(oracle)) / len(oracle)


def test_long_grams_over_many_tokens_are_still_counted_exactly():
    # 300 different tokens take 9 bits; 8 of them take 72: the packing must renumber on the way
    rng = np.random.default_rng(0)
    sequences = [rng.integers(0, 300, 2000) for _ in range(3)]
    sequences.append(sequences[0][500:900])
    oracle = grams([s.tolist() for s in sequences], 8)
    assert distinct_n(sequences, 8) == len(set(oracle)) / len(oracle)


def test_a_gram_of_nothing_is_refused():
    with pytest.raises(InputError, match="at least 1"):
        distinct_n([[1]], 0)


def test_diversity_is_the_mean_over_prompts_not_over_responses():
    same, other = [1, 2, 3, 4], [5, 6, 7, 8]
    # prompt 0: three times the same, 1/3; prompt 1: one response, 1
    assert diversity([same, same, other, same], [0, 0, 1, 0]) == pytest.approx((1 / 3 + 1) / 2)


def test_a_prompt_without_a_gram_is_left_out_of_the_mean():
    assert diversity([[1, 2, 3, 4], [1]], [0, 1]) == 1
    assert math.isnan(diversity([[1], [1]], [0, 1]))


def test_the_size_free_measure_is_zero_for_copies_and_one_for_strangers():
    answer, stranger = [1, 2, 3, 4, 1, 2, 3, 4], [10, 11, 12, 13, 14, 15, 16, 17]
    for copies in (2, 3, 8):
        assert size_free_diversity([answer] * copies, [0] * copies) == pytest.approx(0)
    assert size_free_diversity([answer, stranger], [0, 0]) == pytest.approx(1)


def test_the_size_free_measure_worked_by_hand():
    # six 4-grams, 5 unique pooled; single = 6/6: (5/6 - 1/2) / (1 - 1/2) = 2/3
    pair = [[1, 2, 3, 4, 5, 6], [3, 4, 5, 6, 7, 8]]
    assert size_free_diversity(pair, [0, 0]) == pytest.approx(2 / 3)


def test_the_size_free_measure_needs_two_responses():
    assert math.isnan(size_free_diversity([[1, 2, 3, 4], [1]], [0, 0]))


@given(st.lists(st.lists(st.integers(0, 2), max_size=14), min_size=1, max_size=6))
def test_the_size_free_measure_stays_within_zero_and_one(sequences):
    value = size_free_diversity(sequences, [0] * len(sequences))
    assert math.isnan(value) or -1e-12 <= value <= 1 + 1e-12


def test_labels_must_fit_the_responses():
    with pytest.raises(InputError, match="2 responses"):
        diversity([[1], [2]], [0])
