"""Is this output the expected one? Ladders of named comparisons; whoever accepts signs.

A rung is a plain function (actual, expected, rules) -> bool. A ladder is climbed from the
strictest rung up, and the first that accepts is named in the result. Printed text and returned
values have rungs of their own. No rung raises, and none calls a method of the program's.

    robust   nothing that loses order or multiplicity; whole numbers are never close
    strict   the same characters, line by line, but for white space at line ends
    paper    the chain published with APPS and TACO, order-losing rungs included, for reproduction
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

from microcoder.judge.values import SetValue


@dataclass(frozen=True, slots=True)
class Rules:
    """What a problem says about its answers."""

    tolerance: float = 1e-6
    """Absolute or relative, for expected values written as real numbers."""
    any_order: bool = False
    """The order of lines, or of the outermost list, is free."""
    answers_are_words: bool = False
    """Every expected output of the problem consists of yes/no or true/false."""


TextRung = Callable[[str, str, Rules], bool]
ValueRung = Callable[[Any, Any, Rules], bool]


@dataclass(frozen=True, slots=True)
class Ladder:
    """The comparisons tried in turn."""

    name: str
    text: tuple[TextRung, ...]
    value: tuple[ValueRung, ...]


def compare_text(actual: str, expected: str, ladder: Ladder, rules: Rules) -> str | None:
    """The name of the rung that accepts the printed text, or None."""
    if rules.any_order:
        return _compare_lines_in_any_order(actual, expected, ladder, rules)
    return _climb(ladder.text, actual, expected, rules)


def compare_value(actual: Any, expected: Any, ladder: Ladder, rules: Rules) -> str | None:
    """The name of the rung that accepts the returned value, or None."""
    if rules.any_order and (by := _compare_items_in_any_order(actual, expected, ladder, rules)):
        return by
    return _climb(ladder.value, actual, expected, rules)


def answers_are_words(expected: Iterable[Any]) -> bool:
    """Whether all expected outputs of a problem are yes/no, or all true/false, in any case."""
    seen: set[str] = set()
    for text in expected:
        if not isinstance(text, str):
            return False
        words = {_lower(t) for t in _tokens(text)}
        seen |= words
        if not words or not (seen <= YES_NO or seen <= TRUE_FALSE):
            return False
    return bool(seen)


def _climb(
    rungs: Sequence[Callable[..., bool]], actual: Any, expected: Any, rules: Rules
) -> str | None:
    for rung in rungs:
        try:
            if rung(actual, expected, rules):
                return rung.__name__
        except Exception:  # a rung that cannot read the answer does not accept it
            continue
    return None


# --- text: robust ------------------------------------------------------------------------------

WHITE = " \t\r\n\v\f"  # not what str.split() takes for white space: U+00A0 may be part of an answer
INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)", re.ASCII)
REAL = re.compile(
    r"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*(?:[eE][+-]?[0-9]+)?|[eE][+-]?[0-9]+)"
    r"|\.[0-9]+(?:[eE][+-]?[0-9]+)?)",
    re.ASCII,
)
YES_NO = frozenset({"yes", "no"})
TRUE_FALSE = frozenset({"true", "false"})


def exact(actual: str, expected: str, rules: Rules) -> bool:
    """The same characters."""
    return actual == expected


def lines(actual: str, expected: str, rules: Rules) -> bool:
    """The same lines, whatever their line ends, trailing white space and blank lines around."""
    return _lines(actual) == _lines(expected)


def tokens(actual: str, expected: str, rules: Rules) -> bool:
    """The same tokens, whatever white space stands between them."""
    return _tokens(actual) == _tokens(expected)


def numbers(actual: str, expected: str, rules: Rules) -> bool:
    """The same tokens, numbers by value: integers exactly, real numbers within the tolerance."""
    got, wanted = _tokens(actual), _tokens(expected)
    return len(got) == len(wanted) and all(
        a == e or _same_number(a, e, rules.tolerance) for a, e in zip(got, wanted, strict=True)
    )


def words(actual: str, expected: str, rules: Rules) -> bool:
    """yes/no and true/false in any case, where the problem knows no other answers."""
    if not rules.answers_are_words:
        return False
    return [_lower(t) for t in _tokens(actual)] == [_lower(t) for t in _tokens(expected)]


def literals(actual: str, expected: str, rules: Rules) -> bool:
    """Lists, tuples and dicts written as Python or as JSON, compared as values."""
    wanted = _read_literals(expected)
    if wanted is None:
        return False
    got = _read_literals(actual)
    return got is not None and _same_written(got, wanted, rules)


def _lines(text: str) -> list[str]:
    rows = [row.rstrip(WHITE) for row in text.replace("\r\n", "\n").split("\n")]
    first, last = 0, len(rows)
    while first < last and not rows[first]:
        first += 1
    while last > first and not rows[last - 1]:
        last -= 1
    return rows[first:last]


def _tokens(text: str) -> list[str]:
    # bytes.split() knows ASCII white space alone, and is ten times faster than a pattern
    raw = text.encode("utf-8", "surrogatepass").split()
    return [token.decode("utf-8", "surrogatepass") for token in raw]


def _lower(text: str) -> str:
    return text.lower() if text.isascii() else text


def _same_number(actual: str, expected: str, tolerance: float) -> bool:
    """Whether two unequal tokens are the same number, the expected one saying how exactly."""
    actual_is_whole = INTEGER.fullmatch(actual) is not None
    if not actual_is_whole and not REAL.fullmatch(actual):
        return False
    if INTEGER.fullmatch(expected):
        try:
            return Decimal(actual) == Decimal(expected)  # 5.0 is 5; exact at any length
        except InvalidOperation:
            return False
    return REAL.fullmatch(expected) is not None and _close(actual, expected, tolerance)


def _close(actual: str, expected: str, tolerance: float) -> bool:
    a, e = float(actual), float(expected)
    if math.isfinite(a) and math.isfinite(e) and abs(e) < 1e300:
        return abs(a - e) <= max(tolerance, tolerance * abs(e))
    try:
        big, true = Decimal(actual), Decimal(expected)
        bound = Decimal(tolerance)
        return abs(big - true) <= max(bound, bound * abs(true))
    except ArithmeticError:
        return False


class _Real(str):
    """A real number as it was written: how exactly it must be met depends on that."""

    __slots__ = ()


class _Whole(str):
    __slots__ = ()


LITERAL = re.compile(
    r"[ \t\r\n\v\f]*(?:(?P<open>[\[({])|(?P<close>[\])}])|(?P<mark>[,:])"
    r"|(?P<text>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
    r"|(?P<word>[^\s,:\[\](){}\"']+))",
    re.ASCII,
)
WORDS = {"True": True, "true": True, "False": False, "false": False, "None": None, "null": None}
CLOSERS = {"[": "]", "(": ")", "{": "}"}
MAX_LITERAL = 4_000_000


def _read_literals(text: str) -> list[Any] | None:
    """Every container in a text that is nothing but containers; None when it is not."""
    if len(text) > MAX_LITERAL or text.lstrip(WHITE)[:1] not in ("[", "(", "{"):
        return None
    try:
        found, at, end = [], 0, len(text.rstrip(WHITE))
        while at < end:
            value, at = _read_literal(text, at, 0)
            if not isinstance(value, (list, tuple, dict, SetValue)):
                return None
            found.append(value)
        return found
    except (ValueError, RecursionError):
        return None


def _read_literal(text: str, at: int, depth: int) -> tuple[Any, int]:
    match = LITERAL.match(text, at)
    if match is None or depth > 200:
        raise ValueError("no literal")
    at = match.end()
    if quoted := match["text"]:
        return _unquote(quoted), at
    if (word := match["word"]) is not None:
        if word in WORDS:
            return WORDS[word], at
        if INTEGER.fullmatch(word):
            return _Whole(word), at
        if REAL.fullmatch(word):
            return _Real(word), at
        raise ValueError("no literal")
    if (bracket := match["open"]) is None:
        raise ValueError("no literal")
    return _read_container(text, at, bracket, depth)


def _read_container(text: str, at: int, bracket: str, depth: int) -> tuple[Any, int]:
    items: list[Any] = []
    pairs: list[tuple[Any, Any]] = []
    trailing = False
    while True:
        match = LITERAL.match(text, at)
        if match is None:
            raise ValueError("unclosed")
        if match["close"]:
            if match["close"] != CLOSERS[bracket]:
                raise ValueError("brackets do not match")
            at = match.end()
            break
        item, at = _read_literal(text, at, depth + 1)
        match = LITERAL.match(text, at)
        if bracket == "{" and match is not None and match["mark"] == ":":
            value, at = _read_literal(text, match.end(), depth + 1)
            pairs.append((item, value))
            match = LITERAL.match(text, at)
        else:
            items.append(item)
        trailing = match is not None and match["mark"] == ","
        if trailing and match is not None:
            at = match.end()
        elif match is None or not match["close"]:
            raise ValueError("a comma is missing")
    if bracket == "[":
        return items, at
    if bracket == "(":
        if len(items) == 1 and not trailing:
            raise ValueError("parentheses, not a tuple")
        return tuple(items), at
    if items and pairs:
        raise ValueError("half a set, half a dict")
    if items:
        return SetValue(items), at
    table = {(type(k).__name__, k): v for k, v in pairs}
    return {k: v for (_, k), v in table.items()}, at


def _unquote(quoted: str) -> str:
    if "\\" not in quoted:
        return quoted[1:-1]
    if quoted[0] == '"':
        try:
            return str(json.loads(quoted))
        except ValueError:
            pass
    return re.sub(r"\\(.)", lambda m: ESCAPES.get(m[1], m[0]), quoted[1:-1], flags=re.DOTALL)


ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "/": "/"}


def _same_written(actual: Any, expected: Any, rules: Rules) -> bool:
    if isinstance(expected, (_Whole, _Real)):
        return isinstance(actual, (_Whole, _Real)) and (
            str(actual) == str(expected) or _same_number(actual, expected, rules.tolerance)
        )
    if isinstance(actual, (_Whole, _Real)):
        return False
    return _same_shape(actual, expected, rules, _same_written)


# --- values: robust ----------------------------------------------------------------------------


def same(actual: Any, expected: Any, rules: Rules) -> bool:
    """Equal, type by type at every depth; a tuple is a list, and JSON's keys are strings."""
    if isinstance(expected, float) and not isinstance(expected, bool):
        return type(actual) is float and (
            actual == expected or (math.isnan(actual) and math.isnan(expected))
        )
    if isinstance(expected, int) or isinstance(actual, (int, float)):
        return type(actual) is type(expected) and bool(actual == expected)
    return _same_shape(actual, expected, rules, same)


def close(actual: Any, expected: Any, rules: Rules) -> bool:
    """Equal, with the tolerance where a real number is expected; 5.0 is 5, True is not 1."""
    if isinstance(expected, bool) or isinstance(actual, bool):
        return actual is expected
    if isinstance(expected, (int, float)):
        return type(actual) in (int, float) and _close_value(actual, expected, rules.tolerance)
    if isinstance(actual, (int, float)):
        return False
    return _same_shape(actual, expected, rules, close)


def _close_value(actual: int | float, expected: int | float, tolerance: float) -> bool:
    if isinstance(expected, int) or actual == expected:
        return actual == expected
    if math.isnan(expected) or math.isnan(actual):
        return math.isnan(expected) and math.isnan(actual)
    if math.isinf(expected) or math.isinf(actual):
        return False
    a, e = Decimal(actual), Decimal(expected)
    return abs(a - e) <= max(Decimal(tolerance), Decimal(tolerance) * abs(e))


def _same_shape(actual: Any, expected: Any, rules: Rules, same_item: ValueRung) -> bool:
    """Containers item by item, and what has no inside by type and equality."""
    if isinstance(expected, (list, tuple)):
        return (
            isinstance(actual, (list, tuple))
            and len(actual) == len(expected)
            and all(same_item(a, e, rules) for a, e in zip(actual, expected, strict=True))
        )
    if isinstance(expected, dict):
        if not isinstance(actual, dict) or len(actual) != len(expected):
            return False
        found = _with_string_keys(actual) if all(_is_text(k) for k in expected) else actual
        got, wanted = _with_kinds(found), _with_kinds(expected)
        return got.keys() == wanted.keys() and all(
            same_item(got[key], value, rules) for key, value in wanted.items()
        )
    if isinstance(expected, SetValue):
        return isinstance(actual, SetValue) and _match_all(
            actual.members, expected.members, rules, same_item
        )
    return type(actual) is type(expected) and bool(actual == expected)


def _is_text(key: Any) -> bool:
    return type(key) is str


def _with_kinds(table: dict[Any, Any]) -> dict[Any, Any]:
    """Keys that Python would take for one another (1, True, a number as written) kept apart."""
    return {
        (
            "number"
            if isinstance(k, (int, float, _Whole, _Real)) and not isinstance(k, bool)
            else type(k).__name__,
            k,
        ): v
        for k, v in table.items()
    }


def _with_string_keys(table: dict[Any, Any]) -> dict[Any, Any]:
    """Keys as JSON would have written them."""
    names = {None: "null"}
    return {
        k if type(k) is str
        else ("true" if k else "false") if isinstance(k, bool)
        else str(k) if isinstance(k, (int, float, str))
        else names.get(k, k): v
        for k, v in table.items()
    }  # fmt: skip


# --- free order --------------------------------------------------------------------------------


def _compare_lines_in_any_order(
    actual: str, expected: str, ladder: Ladder, rules: Rules
) -> str | None:
    got, wanted = _lines(actual), _lines(expected)
    if len(got) != len(wanted):
        return None
    got, wanted = sorted(got, key=_line_key), sorted(wanted, key=_line_key)
    highest = -1
    names = [rung.__name__ for rung in ladder.text]
    for a, e in zip(got, wanted, strict=True):
        by = _climb(ladder.text, a, e, rules)
        if by is None:
            return None
        highest = max(highest, names.index(by))
    return f"any order, {names[max(highest, 0)]}"


def _line_key(line: str) -> list[tuple[int, float, str]]:
    return [
        (0, float(t), "") if INTEGER.fullmatch(t) or REAL.fullmatch(t) else (1, 0.0, t)
        for t in _tokens(line)
    ]


def _compare_items_in_any_order(
    actual: Any, expected: Any, ladder: Ladder, rules: Rules
) -> str | None:
    if isinstance(actual, SetValue):
        actual = actual.members
    if not (isinstance(actual, (list, tuple)) and isinstance(expected, (list, tuple))):
        return None
    for rung in ladder.value:
        if _match_all(actual, expected, rules, rung):
            return f"any order, {rung.__name__}"
    return None


MAX_MATCHED = 3000


def _match_all(
    actual: Sequence[Any], expected: Sequence[Any], rules: Rules, same_item: ValueRung
) -> bool:
    """Whether the items pair off: sorted first, then one by one where sorting did not settle it."""
    if len(actual) != len(expected):
        return False
    try:
        got, wanted = sorted(actual, key=_value_key), sorted(expected, key=_value_key)
        if all(same_item(a, e, rules) for a, e in zip(got, wanted, strict=True)):
            return True
        if len(got) > MAX_MATCHED:
            return False
        for e in wanted:
            index = next((i for i, a in enumerate(got) if same_item(a, e, rules)), None)
            if index is None:
                return False
            del got[index]
        return True
    except (ValueError, TypeError, ArithmeticError, RecursionError):
        return False


def _value_key(value: Any) -> tuple[Any, ...]:
    if value is None:
        return (0,)
    if isinstance(value, bool):
        return (1, value)
    if isinstance(value, (_Whole, _Real)):
        return (2, float(value))
    if isinstance(value, (int, float)):
        return (2, value)
    if isinstance(value, str):
        return (3, value)
    if isinstance(value, bytes):
        return (4, value)
    if isinstance(value, (list, tuple)):
        return (5, [_value_key(item) for item in value])
    if isinstance(value, SetValue):
        return (6, sorted(_value_key(item) for item in value.members))
    return (7, sorted((str(k), _value_key(v)) for k, v in value.items()))


# --- strict ------------------------------------------------------------------------------------


def stripped_lines(actual: str, expected: str, rules: Rules) -> bool:
    """The same lines once white space around the text and at line ends is gone."""
    return _lines(actual.strip(WHITE)) == _lines(expected.strip(WHITE))


# --- paper: the published chain ----------------------------------------------------------------
# Text is cut into lines; each rung below is one of its fall-backs, in its order. Known to accept
# wrong answers: sets forget order and multiplicity, rounding forgets digits, closeness is wide.


def text_or_lines(actual: str, expected: str, rules: Rules) -> bool:
    """The stripped text, its lines or its tokens are the same."""
    a, e = actual.strip(), expected.strip()
    return a == e or a.split("\n") == e.split("\n") or a.split() == e.split()


def list_against_expected(actual: str, expected: str, rules: Rules) -> bool:
    """The printed lines, stripped, are the list that the expected text spells."""
    found = _read_literals(expected)
    if found is None or len(found) != 1 or not isinstance(found[0], (list, tuple)):
        return False
    return _paper_lines(actual) == [str(item) for item in found[0]]


def nonblank_lines(actual: str, expected: str, rules: Rules) -> bool:
    """The same lines, blank ones dropped and each stripped."""
    return _paper_lines(actual) == _paper_lines(expected)


def allclose(actual: str, expected: str, rules: Rules) -> bool:
    """Lines, then tokens, as floats: ``|a - e| <= 1e-8 + 1e-5 |e|``, integers too."""
    for cut in (_paper_lines, str.split):
        got, wanted = cut(actual), cut(expected)
        try:
            if len(got) == len(wanted) and all(
                _np_close(float(a), float(e)) for a, e in zip(got, wanted, strict=True)
            ):
                return True
        except ValueError:
            continue
    return False


def token_sets(actual: str, expected: str, rules: Rules) -> bool:
    """Line by line, the same set of tokens."""
    got, wanted = _paper_lines(actual), _paper_lines(expected)
    return [set(row.split()) for row in got] == [set(row.split()) for row in wanted]


def sets_of_line_sets(actual: str, expected: str, rules: Rules) -> bool:
    """The same set of token sets, whatever the lines' order and number."""
    return _line_sets(actual, str) == _line_sets(expected, str)


def rounded_line_sets(actual: str, expected: str, rules: Rules) -> bool:
    """The same, numbers rounded to three decimals."""
    return _line_sets(actual, _rounded) == _line_sets(expected, _rounded)


def _paper_lines(text: str) -> list[str]:
    return [row.strip() for row in text.split("\n") if row.strip()]


def _line_sets(text: str, convert: Callable[[str], Any]) -> frozenset[frozenset[Any]]:
    return frozenset(frozenset(map(convert, row.split())) for row in _paper_lines(text))


def _rounded(token: str) -> float:
    return round(float(token), 3)


def _np_close(actual: float, expected: float) -> bool:
    return actual == expected or abs(actual - expected) <= 1e-8 + 1e-5 * abs(expected)


def equal(actual: Any, expected: Any, rules: Rules) -> bool:
    """Python's ``==`` with tuples as lists: 1 equals True equals 1.0."""
    return bool(_plain(actual) == _plain(expected))


def first_of_expected(actual: Any, expected: Any, rules: Rules) -> bool:
    """Equal to the first item of the expected list."""
    return isinstance(expected, list) and bool(expected) and _plain(actual) == _plain(expected[0])


def equal_text(actual: Any, expected: Any, rules: Rules) -> bool:
    """The same once written as text."""
    return str(_plain(actual)) == str(_plain(expected))


def allclose_values(actual: Any, expected: Any, rules: Rules) -> bool:
    """Numbers, or flat lists of them, within the published closeness; scalars broadcast."""
    a = actual if isinstance(actual, (list, tuple)) else [actual]
    e = expected if isinstance(expected, (list, tuple)) else [expected]
    if len(a) == 1 and len(e) > 1:
        a = list(a) * len(e)
    return len(a) == len(e) and all(
        _np_close(float(x), float(y)) for x, y in zip(a, e, strict=True)
    )


def value_sets(actual: Any, expected: Any, rules: Rules) -> bool:
    """The same set of items."""
    a = actual.members if isinstance(actual, SetValue) else actual
    if not isinstance(a, (list, tuple)) or not isinstance(expected, (list, tuple)):
        return False
    return {_frozen(x) for x in a} == {_frozen(y) for y in expected}


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    return value


def _frozen(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(map(_frozen, value))
    return value if value.__hash__ else repr(value)


# --- the ladders -------------------------------------------------------------------------------

ROBUST = Ladder("robust", (exact, lines, tokens, numbers, words, literals), (same, close))
STRICT = Ladder("strict", (exact, stripped_lines), (same,))
PAPER = Ladder(
    "paper",
    (
        text_or_lines,
        list_against_expected,
        nonblank_lines,
        allclose,
        token_sets,
        sets_of_line_sets,
        rounded_line_sets,
    ),
    (equal, first_of_expected, equal_text, allclose_values, value_sets),
)
LADDERS: dict[str, Ladder] = {ladder.name: ladder for ladder in (ROBUST, STRICT, PAPER)}
LadderName = Literal["robust", "strict", "paper"]
