"""What each rung accepts, and above all what none may."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from microcoder.judge.comparison import (
    LADDERS,
    PAPER,
    ROBUST,
    STRICT,
    Rules,
    answers_are_words,
    compare_text,
    compare_value,
)
from microcoder.judge.values import SetValue

PLAIN = Rules()
ANY = Rules(any_order=True)


def text(actual: str, expected: str, rules: Rules = PLAIN) -> str | None:
    return compare_text(actual, expected, ROBUST, rules)


def value(actual: Any, expected: Any, rules: Rules = PLAIN) -> str | None:
    return compare_value(actual, expected, ROBUST, rules)


@pytest.mark.parametrize(
    ("actual", "expected", "by"),
    [
        ("1 2\n", "1 2\n", "exact"),
        ("\n1 2 \r\n\n", "1 2", "lines"),
        ("1\n2", "1 2", "tokens"),
        ("5.0", "5", "numbers"),
        ("1e-05", "0.00001", "numbers"),
        (".5", "0.50", "numbers"),
        ("-0.0", "0", "numbers"),
        ("1000000.5", "1000000.0", "numbers"),
        ("[1,2]", "[1, 2]", "literals"),
        ("(1, 2)", "[1, 2]", "literals"),
        ("{'a': True}", '{"a": true}', "literals"),
        ("{1: 2}", '{"1": 2}', "literals"),
        ("['a', \"b\"]", '["a","b"]', "literals"),
        ("[0.30000000000000004]", "[0.3]", "literals"),
        ("nan", "nan", "exact"),
    ],
)
def test_the_first_rung_that_accepts_signs(actual: str, expected: str, by: str) -> None:
    assert text(actual, expected) == by


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        ("6", "5"),
        ("1000001", "1000000"),
        ("100000000000000001", "100000000000000000"),
        ("1e17", "100000000000000001"),
        ("5.0000001", "5"),
        ("007", "7"),
        ("7", "007"),
        ("1_0", "10"),
        ("１０", "10"),
        ("nan", "1.0"),
        ("inf", "1.0"),
        ("1.0", "nan"),
        ("1e999", "2.5"),
        ("1e500", "1e400"),
        ("1e999999999999999999999", "1"),
        ("0x10", "16"),
        ("2 1", "1 2"),
        ("1 2 2", "1 1 2"),
        ("12", "1 2"),
        ("1", "1 1"),
        ("", "0"),
        ("0.0001", "0.0004"),
        ("4\0", "4"),
        ("a\xa0b", "a b"),
        ("yes", "YES"),
        ("abc", "ABC"),
        ("[1, 2]", "[2, 1]"),
        ("[1, 1]", "[1]"),
        ("[True]", "[1]"),
        ("['1']", "[1]"),
        ('{"1": 2}', "{1: 2}"),
        ("{True: 2}", "{1: 2}"),
        ("(1)", "[1]"),
        ("[1 2]", "[1, 2]"),
        ("[01]", "[1]"),
        ("[" * 100_000, "[1]"),
        ("[1, 2", "[1, 2]"),
    ],
)
def test_a_wrong_answer_passes_no_rung(actual: str, expected: str) -> None:
    assert text(actual, expected) is None


def test_yes_and_no_have_any_case_only_where_nothing_else_is_answered() -> None:
    rules = Rules(answers_are_words=answers_are_words(["Yes\n", "No\n"]))
    assert text("YES", "Yes", rules) == "words"
    assert text("NO", "Yes", rules) is None
    assert not answers_are_words(["Yes\n", "Yes 3\n"])
    assert not answers_are_words(["yes", "true"])
    assert not answers_are_words([])
    assert not answers_are_words([""])


def test_free_order_keeps_multiplicity() -> None:
    assert text("b\na\n", "a\nb\n") is None
    assert text("b\na\n", "a\nb\n", ANY) == "any order, exact"
    assert text("a\na\nb\n", "a\nb\nb\n", ANY) is None
    assert text("a b\n", "b a\n", ANY) is None
    assert text("2.0\n1\n", "1\n2\n", ANY) == "any order, numbers"


@pytest.mark.parametrize(
    ("actual", "expected", "by"),
    [
        ((1, 2), [1, 2], "same"),
        ([(1, (2,))], [[1, [2]]], "same"),
        ({1: "a"}, {"1": "a"}, "same"),
        ({(1,): 2}, {(1,): 2}, "same"),
        (5.0, 5, "close"),
        (9000031500036500003, 9.0000315000365e18, "close"),
        ([0.30000000000000004], [0.3], "close"),
        (float("nan"), float("nan"), "same"),
        (None, None, "same"),
    ],
)
def test_values_that_are_the_same(actual: Any, expected: Any, by: str) -> None:
    assert value(actual, expected) == by


def test_integers_of_any_length_are_compared() -> None:
    assert value(7**6000, 7**6000) == "same"
    assert value(7**6000 + 1, 7**6000) is None
    assert text("7" * 5000, "7" * 4999 + "8") is None
    assert text("7" * 5000 + ".0", "7" * 5000) == "numbers"


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (True, 1),
        (1, True),
        ("1", 1),
        (1, "1"),
        (None, 0),
        (None, False),
        ("true", True),
        ([], [1.1]),
        (1.1, [1.1]),
        (1.1, [1.1, 1.1]),
        ([1, 2], [2, 1]),
        ({"a": 1, "b": 2}, {"a": 1}),
        ({"1": 1, 1: 2}, {"1": 2}),
        (SetValue([1, 2]), [1, 2]),
        (b"a", "a"),
        (10**17 + 1, 10**17),
        (1e17, 10**17 + 1),
        (float("inf"), 1.0),
        (float("nan"), 1.0),
        (10**400, 1.5),
        (0, 0.5),
    ],
)
def test_values_that_are_not_the_same(actual: Any, expected: Any) -> None:
    assert value(actual, expected) is None


def test_the_outermost_list_may_be_free_and_no_inner_one() -> None:
    assert value([[2, 3], [1]], [[1], [2, 3]], ANY) == "any order, same"
    assert value([[3, 2], [1]], [[1], [2, 3]], ANY) is None
    assert value([1, 1, 2], [1, 2, 2], ANY) is None
    assert value([0.3, 0.1 + 0.2], [0.3, 0.3], ANY) == "any order, close"
    assert value([True, "a", None, 1], [1, None, "a", True], ANY) == "any order, same"


def test_strict_wants_the_same_lines() -> None:
    assert compare_text("1 2  \r\n\n", "1 2", STRICT, PLAIN) == "stripped_lines"
    assert compare_text("1\n2", "1 2", STRICT, PLAIN) is None
    assert compare_text("1  2", "1 2", STRICT, PLAIN) is None
    assert compare_text("0.1", "0.10", STRICT, PLAIN) is None


@pytest.mark.parametrize(
    ("actual", "expected", "by"),
    [
        ("1\n2\n3", "1 2 3", "text_or_lines"),
        ("a\nb", "['a', 'b']", "list_against_expected"),
        ("a\n\nb c", "a\nb c", "text_or_lines"),
        ("1000001", "1000000", "allclose"),
        ("1 2 2", "1 1 2", "token_sets"),
        ("b\na", "a\nb", "sets_of_line_sets"),
        ("0.0001 x", "0.0001 y", None),
        ("0.00010 5", "5 0.0001", "rounded_line_sets"),
        ("2", "1", None),
    ],
)
def test_the_published_chain_accepts_what_it_is_known_to(
    actual: str, expected: str, by: str | None
) -> None:
    assert compare_text(actual, expected, PAPER, PLAIN) == by


def test_the_published_chain_takes_values_by_pythons_equality() -> None:
    assert compare_value(True, 1, PAPER, PLAIN) == "equal"
    assert compare_value("5", 5, PAPER, PLAIN) == "equal_text"
    assert compare_value([2, 1], [1, 2], PAPER, PLAIN) == "value_sets"
    assert compare_value(3, [1, 2], PAPER, PLAIN) is None


PRINTED = st.text(alphabet="0123456789.-+eE_ \n[](){},:'\"abyesnotrufTN\\\0", max_size=60)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
KEYS = st.text(max_size=3)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)


@given(PRINTED, PRINTED, st.sampled_from(list(LADDERS.values())), st.booleans())
def test_no_text_makes_a_ladder_raise(a: str, b: str, ladder: Any, free: bool) -> None:
    compare_text(a, b, ladder, Rules(any_order=free, answers_are_words=free))


@given(PRINTED, st.sampled_from(list(LADDERS.values())), st.booleans())
def test_every_text_is_itself(a: str, ladder: Any, free: bool) -> None:
    assert compare_text(a, a, ladder, Rules(any_order=free)) is not None


@given(VALUES, VALUES, st.sampled_from(list(LADDERS.values())), st.booleans())
def test_no_value_makes_a_ladder_raise(a: Any, b: Any, ladder: Any, free: bool) -> None:
    compare_value(a, b, ladder, Rules(any_order=free))


@given(VALUES, st.booleans())
def test_every_value_is_itself(a: Any, free: bool) -> None:
    assert value(a, a, Rules(any_order=free)) is not None


@given(st.integers(), st.integers())
def test_whole_numbers_are_never_close(a: int, b: int) -> None:
    assert (text(str(a), str(b)) is not None) == (a == b)
    assert (value(a, b) is not None) == (a == b)


@given(st.lists(st.integers(0, 9), max_size=8), st.lists(st.integers(0, 9), max_size=8))
def test_order_and_multiplicity_always_count(a: list[int], b: list[int]) -> None:
    same_text = text(" ".join(map(str, a)), " ".join(map(str, b))) is not None
    assert same_text == (a == b)
    assert (value(a, b) is not None) == (a == b)
    assert (value(a, b, ANY) is not None) == (sorted(a) == sorted(b))


@given(st.floats(-1e9, 1e9), st.floats(-2, 2))
def test_real_numbers_are_close_within_the_tolerance(expected: float, factor: float) -> None:
    bound = 1e-6 * max(1.0, abs(expected))
    accepted = value(expected + factor * bound, float(expected)) is not None
    if abs(factor) < 0.99:
        assert accepted
    if abs(factor) > 1.01:
        assert not accepted


@pytest.mark.parametrize(
    ("actual", "right"),
    [
        ('["x =  ", 2]', False),
        ('["x = ",  2]', True),
        ('[ "x = ", 2 ]', True),
        ('["x\t= ", 2]', False),
        ("['x = ', 2]", True),
    ],
)
def test_white_space_inside_a_quoted_text_counts(actual: str, right: bool) -> None:
    assert bool(compare_text(actual, '["x = ", 2]\n', ROBUST, Rules())) is right


def test_brackets_that_are_no_literal_are_tokens_all_the_same() -> None:
    assert compare_text("[it's  1]", "[it's 1]", ROBUST, Rules()) == "tokens"
