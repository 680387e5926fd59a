"""Truncated completions: which of them are excused, and by what draw."""

import hashlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from microcoder.errors import InputError
from microcoder.grpo import loops, masked, non_incorrect, repeats, uniform_draws


def test_the_last_m_tokens_equal_to_the_m_before_are_a_repeat():
    assert repeats([9, 1, 2, 3, 1, 2, 3], m=3)


def test_one_different_token_is_no_repeat():
    assert not repeats([9, 1, 2, 3, 1, 2, 4], m=3)
    assert not repeats([9, 0, 2, 3, 1, 2, 3], m=3)


def test_fewer_than_two_windows_are_no_repeat():
    assert not repeats([1] * 255)
    assert repeats([1] * 256)


def test_the_published_check_sees_the_periods_that_divide_its_window_and_no_others():
    seen = [p for p in range(1, 129) if repeats((list(range(p)) * 300)[: 128 * 3])]
    assert seen == [1, 2, 4, 8, 16, 32, 64, 128]


def test_the_periodic_check_sees_every_period_up_to_half_its_window():
    seen = [p for p in range(1, 200) if loops((list(range(p)) * 300)[: 128 * 3], window=256)]
    assert seen == list(range(1, 129))


def test_a_loop_that_has_ended_is_no_loop():
    assert not loops([1, 2] * 20 + [3], window=16)


def test_fewer_tokens_than_the_window_are_no_loop():
    assert not loops([1] * 7, window=8)
    assert loops([1] * 8, window=8)


@given(st.lists(st.integers(0, 2), max_size=40), st.integers(1, 8))
def test_every_repeat_is_a_loop(tokens, m):
    assert loops(tokens, 2 * m) or not repeats(tokens, m)


@given(st.lists(st.integers(0, 2), max_size=30), st.integers(2, 14))
def test_the_periodic_check_agrees_with_trying_every_period(tokens, window):
    tail = tokens[-window:]
    periods = (
        p
        for p in range(1, window // 2 + 1)
        if all(a == b for a, b in zip(tail, tail[p:]))  # noqa: B905
    )
    assert loops(tokens, window) == (len(tokens) >= window and any(True for _ in periods))


@pytest.mark.parametrize("check", [lambda: repeats([1], 0), lambda: loops([1], 1)])
def test_a_window_without_room_is_refused(check):
    with pytest.raises(InputError, match="window"):
        check()


def test_a_draw_is_the_hash_of_what_the_completion_is():
    digest = hashlib.blake2b(b"5 2 3 two-sum", digest_size=8).digest()
    assert uniform_draws(5, 2, ["two-sum"], [3])[0] == (int.from_bytes(digest, "big") >> 11) / 2**53


@given(st.integers(0, 7), st.randoms(use_true_random=False))
def test_draws_are_the_same_whatever_the_sharding_and_the_order(cut, random):
    prompts, samples = ["a", "a", "b", "b", "c", "c", "d"], [0, 1, 0, 1, 0, 1, 0]
    whole = uniform_draws(3, 9, prompts, samples)
    parts = [
        uniform_draws(3, 9, prompts[part], samples[part]) for part in (slice(cut), slice(cut, None))
    ]
    assert np.concatenate(parts).tolist() == whole.tolist()
    order = list(range(7))
    random.shuffle(order)
    shuffled = uniform_draws(3, 9, [prompts[i] for i in order], [samples[i] for i in order])
    assert shuffled.tolist() == whole[order].tolist()


def test_every_part_of_the_key_changes_the_draw():
    base = (1, 2, "p", 3)
    changed = [(0, 2, "p", 3), (1, 3, "p", 3), (1, 2, "q", 3), (1, 2, "p", 4), (12, 2, "p", 3)]
    values = {uniform_draws(s, r, [p], [i])[0] for s, r, p, i in [base, *changed]}
    assert len(values) == 6


def test_a_number_and_its_text_are_the_same_prompt():
    assert uniform_draws(0, 0, [17], [0]) == uniform_draws(0, 0, ["17"], [0])


def test_draws_fill_the_unit_interval_evenly():
    draws = uniform_draws(0, 0, ["p"] * 20_000, range(20_000))
    assert draws.min() >= 0
    assert draws.max() < 1
    counts = np.histogram(draws, 10, (0, 1))[0]
    assert np.abs(counts - 2000).max() < 5 * np.sqrt(2000 * 0.9)


def test_unequal_lists_are_refused():
    with pytest.raises(InputError, match="2 prompt ids and 1 sample"):
        uniform_draws(0, 0, ["a", "b"], [0])


def test_the_two_readings_differ_on_incomplete_answers_alone():
    correct, incomplete = [True, False, False], [False, True, False]
    assert non_incorrect(correct, incomplete).tolist() == [True, True, False]
    assert non_incorrect(correct, incomplete, "correct").tolist() == [True, False, False]
    with pytest.raises(InputError, match="'wrong'"):
        non_incorrect(correct, incomplete, "wrong")


def test_only_truncated_not_incorrect_not_repeating_and_drawn_is_masked():
    truncated = [1, 0, 1, 1, 1]
    excused = [1, 1, 0, 1, 1]
    repeating = [0, 0, 0, 1, 0]
    draws = [0.19, 0.0, 0.0, 0.0, 0.2]
    assert masked(truncated, excused, repeating, draws, 0.2).tolist() == [
        True,
        False,
        False,
        False,
        False,
    ]


def test_rho_of_nothing_masks_nothing_and_of_one_masks_all_eligible():
    assert not masked([1], [1], [0], [0.0], 0).any()
    assert masked([1], [1], [0], [1 - 2**-53], 1).all()


def test_rho_outside_zero_to_one_is_refused():
    with pytest.raises(InputError, match=r"rho.*1\.5"):
        masked([1], [1], [0], [0.5], 1.5)
