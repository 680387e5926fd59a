"""What holds for every comparison, whatever two answers look like."""

from __future__ import annotations

import contextlib
import random
import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from microcoder.judge.comparison import (
    LADDERS,
    ROBUST,
    STRICT,
    Rules,
    compare_text,
    compare_value,
)
from microcoder.judge.harness import Encoder
from microcoder.judge.values import MalformedValue, SetValue, decode

TEXT = st.one_of(
    st.text(max_size=40),
    st.text(alphabet="01 .-e\n\t,[](){}'\":TrueFalsNnyo", max_size=40),
    st.lists(st.floats() | st.integers(), max_size=6).map(lambda xs: " ".join(map(str, xs))),
)
SCALAR = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
)
VALUE = st.recursive(
    SCALAR,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(max_size=3) | st.integers(), inner, max_size=3)
        | st.lists(inner, max_size=3).map(SetValue)
    ),
    max_leaves=12,
)
RULES = st.builds(
    Rules,
    tolerance=st.sampled_from([0.0, 1e-6, 1e-3]),
    any_order=st.booleans(),
    answers_are_words=st.booleans(),
)
EVERY_TEXT_RUNG = [rung for ladder in LADDERS.values() for rung in ladder.text]
OURS = [ROBUST, STRICT]


@given(TEXT, TEXT, RULES)
def test_no_ladder_raises_on_texts(actual: str, expected: str, rules: Rules) -> None:
    for ladder in LADDERS.values():
        compare_text(actual, expected, ladder, rules)


@given(VALUE, VALUE, RULES)
def test_no_ladder_raises_on_values(actual: Any, expected: Any, rules: Rules) -> None:
    for ladder in LADDERS.values():
        compare_value(actual, expected, ladder, rules)


@pytest.mark.parametrize("ladder", LADDERS.values(), ids=lambda ladder: ladder.name)
@given(text=TEXT, value=VALUE, rules=RULES)
def test_an_answer_equals_itself(ladder: Any, text: str, value: Any, rules: Rules) -> None:
    assert compare_text(text, text, ladder, rules)
    if ladder in OURS:
        assert compare_value(value, value, ladder, rules)


@pytest.mark.parametrize("rung", ROBUST.text[:4], ids=lambda rung: rung.__name__)
@given(text=TEXT)
def test_each_rung_takes_a_text_for_itself(rung: Any, text: str) -> None:
    assert rung(text, text, Rules())


@given(TEXT, TEXT, RULES)
def test_robust_takes_whatever_strict_takes(actual: str, expected: str, rules: Rules) -> None:
    if compare_text(actual, expected, STRICT, rules):
        assert compare_text(actual, expected, ROBUST, rules)


@given(VALUE, VALUE, RULES)
def test_robust_takes_what_strict_takes_of_values(actual: Any, expected: Any, rules: Rules) -> None:
    if compare_value(actual, expected, STRICT, rules):
        assert compare_value(actual, expected, ROBUST, rules)


@given(st.integers(), st.integers())
def test_whole_numbers_are_never_close(a: int, b: int) -> None:
    assert bool(compare_text(str(a), str(b), ROBUST, Rules(0.1))) == (a == b)
    assert bool(compare_value(a, b, ROBUST, Rules(0.1))) == (a == b)
    assert bool(compare_value([a], [b], ROBUST, Rules(0.1, any_order=True))) == (a == b)


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e200, max_value=1e200))
def test_a_real_number_has_its_tolerance_and_no_more(x: float) -> None:
    room = 1e-6 * max(1.0, abs(x))
    text = f"{x!r}" if any(c in repr(x) for c in ".e") else f"{x!r}.0"
    assert compare_text(repr(x + room / 2), text, ROBUST, Rules())
    assert not compare_text(repr(x + 3 * room), text, ROBUST, Rules())


@given(st.lists(st.integers(0, 9), min_size=1, max_size=8))
def test_multiplicity_counts(items: list[int]) -> None:
    for rules in (Rules(), Rules(any_order=True)):
        assert not compare_value([*items, items[0]], items, ROBUST, rules)
        text = "\n".join(map(str, items))
        assert not compare_text(f"{text}\n{items[0]}", text, ROBUST, rules)


@given(st.lists(st.integers(0, 9), min_size=2, max_size=8), st.randoms())
def test_order_counts_unless_it_is_free(items: list[int], rng: random.Random) -> None:
    mixed = items[:]
    rng.shuffle(mixed)
    text, other = "\n".join(map(str, items)), "\n".join(map(str, mixed))
    assert bool(compare_text(other, text, ROBUST, Rules())) == (mixed == items)
    assert compare_text(other, text, ROBUST, Rules(any_order=True))
    assert bool(compare_value(mixed, items, ROBUST, Rules())) == (mixed == items)
    assert compare_value(mixed, items, ROBUST, Rules(any_order=True))


@given(st.binary(max_size=60) | st.text(alphabet="NTFIDSBLUEMA0123456789:;-,", max_size=40))
def test_bytes_that_are_no_value_are_said_to_be_none(data: bytes | str) -> None:
    raw = data if isinstance(data, bytes) else data.encode()
    with contextlib.suppress(MalformedValue):
        decode(raw)


@pytest.mark.parametrize("lie", [b"L99999999999;", b"M99999999999;", b"S99999999999:x", b"L-1;"])
def test_a_count_is_not_believed(lie: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(MalformedValue):
            decode(lie)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(_plain(item) for item in value)
    if isinstance(value, SetValue):
        return _plain(value.members)
    return {k: _plain(v) for k, v in value.items()} if isinstance(value, dict) else value


@given(VALUE)
def test_a_value_survives_the_wall(value: Any) -> None:
    sent = _plain(value)
    assert decode(Encoder().encode(sent, 1 << 20)) == sent


def _large(kind: str, size: int) -> tuple[str, str]:
    rng = random.Random(1)
    if kind == "short tokens":
        text = " ".join(str(rng.randrange(100)) for _ in range(size // 3))
        return text + "\n", text.replace(" ", "\n")
    if kind == "one token a line":
        text = "\n".join(str(rng.randrange(10)) for _ in range(size // 2))
        return text, text[:-1] + "x"
    if kind == "real numbers":
        numbers = [rng.random() for _ in range(size // 12)]
        return (
            "\n".join(f"{x:.9f}" for x in numbers),
            "\n".join(f"{x:.10f}" for x in numbers),
        )
    return "x" * size, "x" * (size - 1) + "y"


@pytest.mark.parametrize("kind", ["short tokens", "one token a line", "real numbers", "one line"])
def test_a_large_answer_takes_little_more_memory_than_it_has(kind: str) -> None:
    actual, expected = _large(kind, 2_000_000)
    tracemalloc.start()
    try:
        compare_text(actual, expected, ROBUST, Rules())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 3 * (len(actual) + len(expected))


@settings(max_examples=30)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=6), st.randoms())
def test_free_order_pairs_off_within_the_tolerance(xs: list[float], rng: random.Random) -> None:
    moved = [x + rng.uniform(-9e-7, 9e-7) for x in xs]
    rng.shuffle(moved)
    assert compare_value(moved, xs, ROBUST, Rules(any_order=True))
