"""The corpus that the judge's accuracy is measured on: are its labels what they claim?"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import accuracy
import corpus
from peers import prime_tests

from microcoder.problem import Problem, Solution, TestCase

NUMBERS = Problem(
    "own/numbers",
    "Print the two numbers, then 2.50. An error of 10^-6 is accepted.",
    "stdin",
    (TestCase("1\n", "10 1000000\n2.50\n"), TestCase("2\n", "3 4\n0.125000\n")),
)
DECISION = Problem(
    "own/decision", "Decide.", "stdin", (TestCase("1\n", "YES\n"), TestCase("2\n", "NO\n"))
)
FREE = Problem("own/free", "If there are multiple answers, print any.", "stdin", NUMBERS.tests)
SQUARES = Problem(
    "own/squares",
    "The squares of a list.",
    "function",
    (TestCase([[1, 2, 2]], [1, 4, 4]), TestCase([[3]], [9])),
    entry_point="squares",
    solutions=(Solution("def squares(xs):\n    return sorted(x * x for x in xs)\n"),),
)


def pairs(problem: Problem) -> list[corpus.Pair]:
    return list(corpus.pairs_of(problem, range(len(problem.tests)), Counter()))


@pytest.mark.parametrize(
    ("actual", "expected", "label"),
    [
        ("1 2\n", "1 2\n", "same"),
        ("1  2", "1 2\n", "dress"),
        ("5.0", "5", "dress"),
        ("1000001", "1000000", "wrong"),
        ("100000000000000001", "100000000000000000", "wrong"),
        ("2.5000001", "2.50", "dress"),
        ("2.50001", "2.50", "open"),
        ("2.6", "2.50", "wrong"),
        ("nan", "2.50", "wrong"),
        ("05", "5", "wrong"),
        ("1 2 2", "1 1 2", "wrong"),
        ("yes", "YES", "open"),
        ("first", "First", "wrong"),
        ("(1, 2)", "[1,2]", "dress"),
        ("[1, 3]", "[1,2]", "wrong"),
    ],
)
def test_printed_answers_get_their_label(actual: str, expected: str, label: str) -> None:
    assert corpus.text_label(actual, expected) == label


@pytest.mark.parametrize(
    ("actual", "expected", "label"),
    [
        ([1, 2], [1, 2], "same"),
        ((1, 2), [1, 2], "dress"),
        (5.0, 5, "dress"),
        (4.9999999999, 5, "open"),
        (True, 1, "open"),
        ("1", 1, "wrong"),
        ([2, 1], [1, 2], "wrong"),
        ({1: 2}, {"1": 2}, "dress"),
        (float("nan"), 1.0, "wrong"),
        (None, [], "wrong"),
    ],
)
def test_returned_values_get_their_label(actual: Any, expected: Any, label: str) -> None:
    assert corpus.value_label(actual, expected) == label


@pytest.mark.parametrize("problem", [NUMBERS, DECISION])
def test_dresses_are_never_called_wrong_by_the_exact_comparison(problem: Problem) -> None:
    words = corpus.all_words(problem)
    dressed = [pair for pair in pairs(problem) if pair.right]
    assert len(dressed) > 10
    for pair in dressed:
        assert corpus.text_label(pair.answer, pair.expected, words) in ("same", "dress"), pair


@pytest.mark.parametrize("problem", [NUMBERS, DECISION, SQUARES])
def test_spoils_differ_from_what_is_expected(problem: Problem) -> None:
    spoilt = [pair for pair in pairs(problem) if not pair.right]
    assert len(spoilt) > 10
    assert all(repr(pair.answer) != repr(pair.expected) for pair in spoilt)  # [True] == [1]


def test_every_pair_has_a_reason() -> None:
    assert all(pair.reason for pair in pairs(NUMBERS) + pairs(SQUARES))


def test_many_right_answers_give_no_wrong_ones() -> None:
    assert not corpus.has_one_answer(FREE)
    assert all(pair.right for pair in pairs(FREE))


def test_the_corpus_is_the_same_each_time() -> None:
    assert pairs(NUMBERS) == pairs(NUMBERS)


def test_words_change_case_only_where_all_answers_are_words() -> None:
    kinds = {pair.kind for pair in pairs(DECISION)}
    assert "words_in_other_case" in kinds
    assert "words_in_other_case" not in {pair.kind for pair in pairs(NUMBERS)}


def test_pictures_keep_their_spaces() -> None:
    assert corpus.wide_spaces("*  *\n", NUMBERS, corpus.rng_of(1)) is None
    assert corpus.tabs(" # #\n", NUMBERS, corpus.rng_of(1)) is None


def test_mutants_are_one_edit_away_and_of_different_kinds() -> None:
    code = SQUARES.solutions[0].code
    made = corpus.mutants(code, corpus.rng_of("m"), 6, lists=True)
    assert len({kind for kind, _ in made}) == len(made) == 6
    assert all(ast.unparse(ast.parse(code)) != mutant for _, mutant in made)


def test_a_pair_becomes_a_program_that_gives_its_answer() -> None:
    pair = next(p for p in pairs(NUMBERS) if p.kind == "two_dresses")
    code, problem = corpus.program_of(pair)
    assert problem is NUMBERS
    assert repr(pair.answer) in code
    value = next(p for p in pairs(SQUARES) if p.kind == "set_for_list")
    code, problem = corpus.program_of(value)
    space: dict[str, Any] = {}
    exec(code, space)  # our own two lines
    assert space["squares"]([1, 2, 2]) == {1, 4}


def test_a_peer_sees_the_tests_in_its_own_form() -> None:
    assert prime_tests(SQUARES, SQUARES.tests[:1]) == {
        "fn_name": "squares",
        "inputs": ["[1, 2, 2]"],
        "outputs": ["[1, 4, 4]"],
    }


def test_the_interval_is_clopper_and_pearsons() -> None:
    assert accuracy.interval(0, 100) == pytest.approx((0.0, 0.036217), abs=1e-5)
    assert accuracy.interval(5, 100) == pytest.approx((0.016432, 0.112835), abs=1e-5)
    assert accuracy.interval(100, 100) == pytest.approx((0.963783, 1.0), abs=1e-5)


def test_a_small_corpus_is_judged_as_it_is_labelled() -> None:
    outcomes = [accuracy.compared(pair) for pair in pairs(NUMBERS) + pairs(SQUARES)]
    assert all(outcome.accepted["robust"] is outcome.right for outcome in outcomes)
