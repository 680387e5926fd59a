"""Is this output the expected one? Ladders of named comparisons; whoever accepts signs.

A rung is a plain function (actual, expected, rules) -> bool. A ladder is climbed from the
strictest rung up, and the first that accepts is named in the result. Printed text and returned
values have rungs of their own. No rung raises, and none calls a method of the program's.

    robust   nothing that loses order or multiplicity; whole numbers are never close
    strict   the same characters, line by line, but for white space at line ends
    paper    the chain published with APPS and TACO, order-losing rungs included, for reproduction

Outputs can be large: robust and strict walk both texts side by side, a stretch at a time, and stop
at the first difference. They hold neither text's tokens, which would take thirty times its memory.
"""

from __future__ import annotations

import json
import math
import re
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import zip_longest
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
    compare = _compare_lines_in_any_order if rules.any_order else _compare_in_order
    by = compare(actual, expected, ladder, rules)
    if by is None and expected.startswith(BYTE_ORDER_MARK):  # an accident of the data set's files
        return compare(actual, expected[1:], ladder, rules)
    return by


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
        found = False
        for stretch in _token_lists(text):
            seen.update(map(_lower, stretch))
            found = found or bool(stretch)
            if not (seen <= YES_NO or seen <= TRUE_FALSE):
                return False
        if not found:
            return False
    return bool(seen)


def _compare_in_order(actual: str, expected: str, ladder: Ladder, rules: Rules) -> str | None:
    return _climb(ladder.text, actual, expected, rules)


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
BYTE_ORDER_MARK = "\ufeff"
YES_NO = frozenset({"yes", "no"})
TRUE_FALSE = frozenset({"true", "false"})


def exact(actual: str, expected: str, rules: Rules) -> bool:
    """The same characters."""
    return actual == expected


def lines(actual: str, expected: str, rules: Rules) -> bool:
    """The same lines, whatever their line ends, trailing white space and blank lines around."""
    return all(got == wanted for got, wanted in _abreast(_line_lists, actual, expected))


def tokens(actual: str, expected: str, rules: Rules) -> bool:
    """The same tokens, whatever white space stands between them."""
    return all(
        got == wanted for got, wanted in _abreast(_token_lists, actual, expected)
    ) and not _quotes_otherwise(actual, expected, rules)


def numbers(actual: str, expected: str, rules: Rules) -> bool:
    """The same tokens, numbers by value: integers exactly, real numbers within the tolerance."""
    if not _may_be_respelled(actual) and not _may_be_respelled(expected):
        return actual == expected  # the rung below has seen all there is
    return all(
        got == wanted or _same_numbers(got, wanted, rules.tolerance)
        for got, wanted in _abreast(_token_lists, actual, expected)
    ) and not _quotes_otherwise(actual, expected, rules)


def _quotes_otherwise(actual: str, expected: str, rules: Rules) -> bool:
    """Whether a literal was expected and this is another: white space inside quotes counts."""
    return (
        expected.lstrip(WHITE)[:1] in ("[", "(", "{")
        and ('"' in expected or "'" in expected)
        and literals(expected, expected, rules)
        and not literals(actual, expected, rules)
    )


def words(actual: str, expected: str, rules: Rules) -> bool:
    """yes/no and true/false in any case, where the problem knows no other answers."""
    return rules.answers_are_words and all(
        list(map(_lower, got)) == list(map(_lower, wanted))
        for got, wanted in _abreast(_token_lists, actual, expected)
    )


def literals(actual: str, expected: str, rules: Rules) -> bool:
    """Lists, tuples, sets and dicts written as Python or as JSON; text around them by token."""
    if not OPENING.search(expected) or not OPENING.search(actual):
        return False
    try:
        return _same_literals(actual, expected, rules)
    except (ValueError, RecursionError):  # one of them is none
        return False


def _same_literals(actual: str, expected: str, rules: Rules) -> bool:
    for a, e in zip_longest(_parts(actual), _parts(expected)):
        if a != e and not (a and e and _same_part(a, e, rules.tolerance)):
            break
    else:
        return True
    if "{" not in expected or len(actual) > MAX_UNORDERED or len(expected) > MAX_UNORDERED:
        return False
    got, wanted = _build(actual), _build(expected)  # the members of a set have no order
    return _same_tree(got, wanted, rules, _same_written)


STRETCH = 1 << 14
SPACE = re.compile(f"[{WHITE}]")
TOKEN = re.compile(f"[^{WHITE}]+")


def _abreast(
    cut: Callable[[str], Iterator[list[str]]], actual: str, expected: str
) -> Iterator[tuple[list[str], list[str]]]:
    """Both texts cut up and in step: equally long lists, until one of the texts has no more."""
    theirs, ours = cut(actual), cut(expected)
    got, wanted = next(theirs, []), next(ours, [])
    while got and wanted:
        if len(got) == len(wanted):
            yield got, wanted
            got, wanted = next(theirs, []), next(ours, [])
            continue
        size = min(len(got), len(wanted))
        yield got[:size], wanted[:size]
        got, wanted = got[size:] or next(theirs, []), wanted[size:] or next(ours, [])
    if got or wanted:
        yield got, wanted


def _token_lists(text: str) -> Iterator[list[str]]:
    at = 0
    while at < len(text):
        space = SPACE.search(text, at + STRETCH) if at + STRETCH < len(text) else None
        end = space.end() if space else len(text)
        if found := _split(text[at:end]):
            yield found
        at = end


def _split(text: str) -> list[str]:
    # str.split() is ten times faster than a pattern, but has its own mind about white space
    if text.isascii() and not (
        "\x1c" in text or "\x1d" in text or "\x1e" in text or "\x1f" in text
    ):
        return text.split()
    return TOKEN.findall(text)


def _line_lists(text: str) -> Iterator[list[str]]:
    end = len(text.rstrip(WHITE))
    first = len(text) - len(text.lstrip(WHITE))
    at = text.rfind("\n", 0, first) + 1
    while at < end:
        stop = text.find("\n", at + STRETCH, end)
        stop = end if stop < 0 else stop
        rows = text[at:stop]
        if " \n" in rows or "\r" in rows or "\t" in rows or "\v" in rows or "\f" in rows:
            yield [row.rstrip(WHITE) for row in rows.split("\n")]
        else:
            yield rows.split("\n")
        at = stop + 1


def _lower(text: str) -> str:
    return text.lower() if text.isascii() else text


# --- numbers as they are written ---------------------------------------------------------------

NUMBER = re.compile(
    r"[+-]?+(?:(?:0|[1-9][0-9]*+)(?P<fraction>\.[0-9]*+)?+|(?P<bare>\.[0-9]++))"
    r"(?P<exponent>[eE][+-]?+[0-9]++)?+",
    re.ASCII,
)  # a leading zero, an underscore or another script's digit makes it text, not a number


def _may_be_respelled(text: str) -> bool:
    """Whether a number in it could have another spelling, said cheaply."""
    return "." in text or "e" in text or "E" in text or "+" in text or "-0" in text


def _same_numbers(actual: list[str], expected: list[str], tolerance: float) -> bool:
    return len(actual) == len(expected) and all(
        a == e or _same_number(a, e, tolerance) for a, e in zip(actual, expected, strict=True)
    )


def _same_number(actual: str, expected: str, tolerance: float) -> bool:
    """Whether two unequal tokens are the same number, the expected one saying how exactly."""
    wanted = NUMBER.fullmatch(expected)
    if wanted is None or (got := NUMBER.fullmatch(actual)) is None:
        return False
    if expected[0] == "+" != actual[0]:  # where a plus is expected, it is part of the form
        return False
    if wanted.lastgroup is not None:
        return _close_enough(actual, expected, tolerance)
    if got.lastgroup is None:
        return _whole(actual) == _whole(expected)
    return _canonical(actual) == _canonical(expected)  # 5.0 is 5; exact at any length


def _whole(token: str) -> str:
    return "0" if token == "-0" else token.lstrip("+")


def _canonical(token: str) -> str:
    """One spelling for all of a number's: digits without zeros at either end, and an exponent."""
    if not NUMBER.fullmatch(token):
        return token
    mantissa, _, exponent = token.lstrip("+-").replace("E", "e").partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    if not digits:
        return "0"
    if len(exponent) > 20:
        return token
    short = digits.rstrip("0")
    power = int(exponent or "0") - len(fraction) + len(digits) - len(short)
    return f"{'-' if token[0] == '-' else ''}{short}e{power}"


def _close_enough(actual: int | float | str, expected: int | float | str, tolerance: float) -> bool:
    """|actual - expected| <= tolerance * max(1, |expected|), and the bound itself is inside."""
    try:
        a, e = float(actual), float(expected)
        error, bound = abs(a - e), tolerance * max(1.0, abs(e))
        if error < bound * (1 - 1e-6) and bound < math.inf:
            return True
        if error > bound * (1 + 1e-6) + 1e-14 * abs(e) and error < math.inf:
            return False
    except OverflowError:
        pass
    try:  # too near to the bound, or too large, for binary arithmetic
        big, true, within = (Decimal(str(x)) for x in (actual, expected, tolerance))
        return abs(big - true) <= within * max(Decimal(1), abs(true))
    except ArithmeticError:
        return False


# --- lists and dicts as they are written -------------------------------------------------------
# A text is read as a row of parts, (kind, what): "open", "close", "colon", "word" (a number or a
# bare word), "text" (a quoted one) and "constant". Commas have done their duty once checked.

Part = tuple[str, Any]
OPENING = re.compile(r"[\[({]")
OUTSIDE = re.compile(rf"[{WHITE}]*+(?:(?P<open>[\[({{])|(?P<word>[^{WHITE}\[({{]++))")
INSIDE = re.compile(
    rf"[{WHITE}]*+(?:(?P<word>[^{WHITE},:\[\](){{}}\"']++)|(?P<comma>,)|(?P<open>[\[({{])"
    r"|(?P<close>[\])}])|(?P<colon>:)"
    r"|(?P<text>\"(?:[^\"\\\n]++|\\.)*+\"|'(?:[^'\\\n]++|\\.)*+'))",
    re.DOTALL,
)
CONSTANTS = {"True": True, "true": True, "False": False, "false": False, "None": None, "null": None}
CLOSERS = {"[": "]", "(": ")", "{": "}"}
MAX_UNORDERED = 500_000
MAX_DEPTH = 1000


@dataclass(slots=True)
class _Open:
    bracket: str
    items: int = 0
    colons: int = 0
    last: str = "open"  # the kind of the part before


def _parts(text: str) -> Iterator[Part]:
    """The parts of a text, containers checked for their grammar.

    Raises:
        ValueError: a bracket does not close, or what is in it is no literal.
    """
    at, begun, bare = 0, 0, False
    stack: list[_Open] = []
    while True:
        match = (INSIDE if stack else OUTSIDE).match(text, at)
        if match is None:
            if stack:
                raise ValueError("unclosed, or no literal")
            return
        kind, what = match.lastgroup, match[match.lastgroup or 0]
        before, at = at, match.end()
        top = stack[-1] if stack else None
        if top is None:
            glued = 0 < before == at - len(what)
            if glued:
                yield "glued", ""  # f(1) is not f (1), ()() not () ()
            if kind == "word":
                yield "word", what
                continue
            begun, bare = at - 1, True
        elif kind == "comma":
            if top.last != "item" or (top.colons and top.items != 2 * top.colons):
                raise ValueError("a comma where an item is due")
            top.last, bare = "comma", False
            continue
        elif kind == "colon":
            top.colons += 1
            if top.bracket != "{" or top.last != "item" or top.items != 2 * top.colons - 1:
                raise ValueError("a colon where none is due")
            top.last = "colon"
            yield "colon", ""
            continue
        elif kind == "close":
            if what != CLOSERS[top.bracket] or top.last == "colon":
                raise ValueError("brackets do not match")
            if top.colons and top.items != 2 * top.colons:
                raise ValueError("half a set, half a dict")
            stack.pop()
            form = ")" if what == ")" and top.items == 1 and top.last == "item" else ""
            if bare and not stack:  # nothing but brackets: they may be the answer themselves
                form = "".join(text[begun:at].split())
            yield "close", form
            continue
        if top is not None:
            if top.last == "item":
                raise ValueError("a comma is missing")
            top.last = "item"
            top.items += 1
        if kind == "open":
            if len(stack) == MAX_DEPTH:
                raise ValueError("nested too deep")
            stack.append(_Open(what))
            yield "open", what
        elif kind == "text":
            bare = False
            yield "text", _unquote(what)
        else:
            bare = False
            yield ("constant", CONSTANTS[what]) if what in CONSTANTS else ("word", what)


def _same_part(actual: Part, expected: Part, tolerance: float) -> bool:
    """Whether unequal parts mean the same: a tuple is a list, a number has many spellings."""
    kind, what = expected
    if actual[0] != kind:
        return False
    if kind == "word":
        return _same_number(actual[1], what, tolerance)
    return kind == "open" and "{" not in (actual[1], what)


class _Word:
    """A number or bare word as it was written: how exactly a number must be met depends on that."""

    __slots__ = ("canonical", "written")

    def __init__(self, written: str) -> None:
        self.written = written
        self.canonical = _canonical(written)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Word) and self.canonical == other.canonical

    def __hash__(self) -> int:
        return hash(self.canonical)

    def __repr__(self) -> str:
        return self.written


def _build(text: str) -> list[Any]:
    """The parts of a text put together as values."""
    stack: list[tuple[str, list[Any], list[None]]] = [("[", [], [])]
    for kind, what in _parts(text):
        if kind == "open":
            stack.append((what, [], []))
            continue
        _, items, colons = stack[-1]
        if kind == "close":
            bracket, items, colons = stack.pop()
            value: Any = items
            if what not in ("", ")"):
                value = _Word(what)
            elif bracket == "(":
                value = items[0] if what == ")" else tuple(items)
            elif bracket == "{":
                value = SetValue(items) if items and not colons else _table(items)
            stack[-1][1].append(value)
        elif kind == "colon":
            colons.append(None)
        else:
            items.append(_Word(what) if kind in ("word", "glued") else what)
    return stack[0][1]


def _table(items: list[Any]) -> dict[Any, Any]:
    keys, values = items[::2], items[1::2]
    if len({_kind(k) for k in keys}) != len(keys):
        raise ValueError("a key stands twice")
    return dict(zip(keys, values, strict=True))


ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "a": "\a", "0": "\0"}


def _unquote(quoted: str) -> str:
    if "\\" not in quoted:
        return quoted[1:-1]
    if quoted[0] == '"':
        try:
            return str(json.loads(quoted))
        except ValueError:
            pass
    return ESCAPE.sub(_unescape, quoted[1:-1])


def _unescape(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code:
        return chr(int(code, 16)) if int(code, 16) < 0x110000 else match[0]
    if match[4] in "\\'\"/":
        return match[4]
    return ESCAPES.get(match[4], match[0])


def _same_written(actual: Any, expected: Any, rules: Rules) -> bool:
    if isinstance(expected, _Word):
        return isinstance(actual, _Word) and (
            actual.written == expected.written
            or _same_number(actual.written, expected.written, rules.tolerance)
        )
    return type(actual) is type(expected) and bool(actual == expected)


# --- values: robust ----------------------------------------------------------------------------


def same(actual: Any, expected: Any, rules: Rules) -> bool:
    """Equal, type by type at every depth; a tuple is a list, and JSON's keys are strings."""
    return _same_tree(actual, expected, rules, _same_leaf)


def close(actual: Any, expected: Any, rules: Rules) -> bool:
    """Equal, with the tolerance where a real number is expected; 5.0 is 5, True is not 1."""
    return _same_tree(actual, expected, rules, _close_leaf)


def _same_leaf(actual: Any, expected: Any, rules: Rules) -> bool:
    if type(actual) is not type(expected):
        return False
    return bool(actual == expected) or (isinstance(expected, float) and _both_nan(actual, expected))


def _close_leaf(actual: Any, expected: Any, rules: Rules) -> bool:
    kinds = (type(actual), type(expected))
    if float not in kinds or not set(kinds) <= {int, float}:
        return _same_leaf(actual, expected, rules)
    if actual == expected or _both_nan(actual, expected):
        return True
    if kinds[1] is int or math.isnan(actual) or math.isinf(expected) or math.isnan(expected):
        return False
    if kinds[0] is float and math.isinf(actual):
        return False
    return _close_enough(actual, expected, rules.tolerance)


def _both_nan(actual: int | float, expected: int | float) -> bool:
    return actual != actual and expected != expected


def _same_tree(actual: Any, expected: Any, rules: Rules, same_leaf: ValueRung) -> bool:
    """Containers item by item, leaves by ``same_leaf``; with a stack, for values nest deep."""
    stack = [(actual, expected)]
    while stack:
        a, e = stack.pop()
        if isinstance(e, (list, tuple)):
            if not isinstance(a, (list, tuple)) or len(a) != len(e):
                return False
            kinds = set(map(type, e))
            if (kinds == {int} or kinds == {str}) and set(map(type, a)) == kinds:
                if list(a) != list(e):
                    return False
            else:
                stack.extend(zip(a, e, strict=True))
        elif isinstance(e, dict):
            if not isinstance(a, dict) or len(a) != len(e):
                return False
            found = _with_string_keys(a) if all(type(k) is str for k in e) else a
            got = {_kind(k): v for k, v in found.items()}
            wanted = {_kind(k): v for k, v in e.items()}
            if got.keys() != wanted.keys():
                return False
            stack.extend((got[key], value) for key, value in wanted.items())
        elif isinstance(e, SetValue):
            if not isinstance(a, SetValue):
                return False
            pairs = _pair_off(
                a.members,
                e.members,
                _shape,
                lambda x, y: _same_tree(x, y, rules, same_leaf),
                rules.tolerance,
            )
            if pairs is None:
                return False
        elif not same_leaf(a, e, rules):
            return False
    return True


def _kind(key: Any) -> Any:
    """A key with its kind: Python takes 1 for True."""
    if isinstance(key, tuple):
        return tuple(map(_kind, key))
    if isinstance(key, SetValue):
        return "set", frozenset(map(_kind, key.members))
    return "number" if type(key) in (int, float) else type(key).__name__, key


def _with_string_keys(table: dict[Any, Any]) -> dict[Any, Any]:
    """Keys as JSON would have written them."""
    names = {None: "null", True: "true", False: "false"}
    return {
        names[k] if k is None or isinstance(k, bool)
        else str(k) if isinstance(k, (int, float))
        else k.written if isinstance(k, _Word)
        else k: v
        for k, v in table.items()
    }  # fmt: skip


# --- free order --------------------------------------------------------------------------------

Shape = tuple[tuple[Any, ...], list[Any]]
"""What must be equal in two items for them to match, and the numbers, which need only be close."""

MAX_PAIRED = 2_000_000  # characters: pairing lists every line, at fifty times their memory
MAX_LOOKS = 1_000_000


def _compare_lines_in_any_order(
    actual: str, expected: str, ladder: Ladder, rules: Rules
) -> str | None:
    is_long = len(actual) > STRETCH or len(expected) > STRETCH
    tally = _sum if is_long else Counter
    for rung in ladder.text:
        spell = SPELLINGS.get(rung)
        if spell is None or (rung is words and not rules.answers_are_words):
            continue
        if rung is numbers and not (_may_be_respelled(actual) or _may_be_respelled(expected)):
            continue
        if tally(_spelled(actual, spell)) == tally(_spelled(expected, spell)):
            return f"any order, {rung.__name__}"
    only_spelled = ladder.text[0] is exact and literals not in ladder.text
    if only_spelled or (literals in ladder.text and not _must_be_paired(actual, expected)):
        return None
    if numbers in ladder.text and _same_reals(actual, expected, rules.tolerance):
        return f"any order, {numbers.__name__}"
    if len(actual) > MAX_PAIRED or len(expected) > MAX_PAIRED:
        return None
    got = [row for stretch in _line_lists(actual) for row in stretch]
    wanted = [row for stretch in _line_lists(expected) for row in stretch]
    names = [rung.__name__ for rung in ladder.text]
    pairs = _pair_off(
        got,
        wanted,
        (lambda row: _line_shape(row, rules)) if literals in ladder.text else _no_shape,
        lambda a, e: _climb(ladder.text, a, e, rules) is not None,
        rules.tolerance,
    )
    if pairs is None:
        return None
    used = {by for a, e in pairs if (by := _climb(ladder.text, a, e, rules))}
    return f"any order, {max(used, key=names.index, default=names[0])}"


def _tokens_spelled(row: str) -> str:
    return " ".join(_split(row))


def _numbers_spelled(row: str) -> str:
    return " ".join(map(_canonical, _split(row)))


# Rungs that take two lines for one another just where one spelling makes them equal
SPELLINGS: dict[TextRung, Callable[[str], str]] = {
    exact: str,
    tokens: _tokens_spelled,
    numbers: _numbers_spelled,
    words: lambda row: _lower(_tokens_spelled(row)),
}
UNSPELLED = re.compile(r"[\[({.]|[0-9][eE]|\+")


def _must_be_paired(actual: str, expected: str) -> bool:
    """Whether lines may match that have no spelling in common: lists, pluses, real numbers."""
    return "+" in actual or UNSPELLED.search(expected) is not None


def _spelled(text: str, spell: Callable[[str], str]) -> Iterator[str]:
    return (spell(row) for stretch in _line_lists(text) for row in stretch)


def _sum(rows: Iterator[str]) -> tuple[int, int]:
    """Their number, and a sum that knows no order: equal for unlike texts once in 2**64."""
    count = total = 0
    for row in rows:
        count += 1
        total += hash(row)
    return count, total


def _same_reals(actual: str, expected: str, tolerance: float) -> bool:
    """A real number on every line, which can be sorted: neither end of a tolerance overtakes."""
    wanted = _sorted_reals(expected, as_expected=True)
    got = _sorted_reals(actual, as_expected=False) if wanted else None
    return (
        got is not None
        and wanted is not None
        and len(got) == len(wanted)
        and all(_close_enough(a, e, tolerance) for a, e in zip(got, wanted, strict=True))
    )


def _sorted_reals(text: str, as_expected: bool) -> array[float] | None:
    found = array("d")  # a tenth of what the lines would take
    for row in _spelled(text, str.strip):
        match = NUMBER.fullmatch(row)
        if match is None or (as_expected and (match.lastgroup is None or row[0] == "+")):
            return None
        found.append(float(row))
    return array("d", sorted(found))


def _compare_items_in_any_order(
    actual: Any, expected: Any, ladder: Ladder, rules: Rules
) -> str | None:
    if isinstance(actual, SetValue):
        actual = actual.members
    if not (isinstance(actual, (list, tuple)) and isinstance(expected, (list, tuple))):
        return None
    if len(actual) != len(expected):
        return None
    by_type = same in ladder.value
    kinds = set(map(type, expected))
    if by_type and kinds in ({int}, {str}) and set(map(type, actual)) == kinds:
        return "any order, same" if Counter(actual) == Counter(expected) else None
    for rung in ladder.value:
        accepts = _accepting(rung, rules)
        pairs = _pair_off(
            actual, expected, _shape if by_type else _no_shape, accepts, rules.tolerance
        )
        if pairs is not None:
            return f"any order, {rung.__name__}"
    return None


def _accepting(rung: ValueRung, rules: Rules) -> Callable[[Any, Any], bool]:
    return lambda actual, expected: _climb((rung,), actual, expected, rules) is not None


def _shape(value: Any) -> Shape:
    skeleton: list[Any] = []
    found: list[Any] = []
    stack = [value]
    while stack:
        item = stack.pop()
        kind = type(item)
        if isinstance(item, (list, tuple)):
            skeleton.append(("list", len(item)))
            stack.extend(reversed(item))
        elif isinstance(item, (SetValue, dict)):
            size = len(item) if isinstance(item, dict) else len(item.members)
            skeleton.append((kind.__name__, size))
        elif (kind is int or kind is float) and item == item:
            skeleton.append("#")
            found.append(item)
        elif kind is _Word and NUMBER.fullmatch(item.written):
            skeleton.append("#")
            found.append(float(item.written))
        else:
            skeleton.append((kind.__name__, "nan" if kind is float else item))
    return tuple(skeleton), found


def _line_shape(row: str, rules: Rules) -> Shape:
    if OPENING.search(row):
        return ("[",), []
    cut = _split(_lower(row) if rules.answers_are_words else row)
    are_numbers = [NUMBER.fullmatch(token) is not None for token in cut]
    skeleton = ["#" if is_number else t for t, is_number in zip(cut, are_numbers, strict=True)]
    return (
        tuple(skeleton),
        [float(t) for t, is_number in zip(cut, are_numbers, strict=True) if is_number],
    )


def _no_shape(item: Any) -> Shape:
    return (), []


def _pair_off(
    actual: Sequence[Any],
    expected: Sequence[Any],
    shape: Callable[[Any], Shape],
    accepts: Callable[[Any, Any], bool],
    tolerance: float,
) -> list[tuple[Any, Any]] | None:
    """Each item with a partner of its own; None where some item must stay alone."""
    if len(actual) != len(expected):
        return None
    groups: dict[Any, tuple[list[Any], list[Any]]] = {}
    for side, items in enumerate((actual, expected)):
        for item in items:
            skeleton, found = shape(item)
            groups.setdefault(skeleton, ([], []))[side].append((found, item))
    if any(len(got) != len(wanted) for got, wanted in groups.values()):
        return None
    pairs: list[tuple[Any, Any]] = []
    for got, wanted in groups.values():
        matched = _match_group(got, wanted, accepts, tolerance)
        if matched is None:
            return None
        pairs += matched
    return pairs


def _match_group(
    got: list[tuple[list[Any], Any]],
    wanted: list[tuple[list[Any], Any]],
    accepts: Callable[[Any, Any], bool],
    tolerance: float,
) -> list[tuple[Any, Any]] | None:
    """A perfect matching: sorted pairs first, then augmenting paths from those left over.

    Sorting alone is not enough: two numbers within the tolerance of each other may stand in either
    order, and what follows them decides.
    """
    got.sort(key=lambda pair: pair[0])
    wanted.sort(key=lambda pair: pair[0])
    partner: list[int | None] = [
        i if accepts(a, e) else None
        for i, ((_, a), (_, e)) in enumerate(zip(got, wanted, strict=True))
    ]  # of each actual item
    chosen = list(partner)  # of each expected item
    firsts = [_first(found) for found, _ in got]
    looks = MAX_LOOKS
    for start in (i for i, g in enumerate(chosen) if g is None):
        reached: dict[int, int] = {}
        queue, free = [start], None
        for w in queue:
            first = _first(wanted[w][0])
            room = 2 * tolerance * max(1.0, abs(first)) + 1e-12 * abs(first)
            room = room if math.isfinite(room) else 0.0
            near = range(bisect_left(firsts, first - room), bisect_right(firsts, first + room))
            for g in near:
                looks -= 1
                if looks < 0:
                    return None
                if g in reached or not accepts(got[g][1], wanted[w][1]):
                    continue
                reached[g] = w
                owner = partner[g]
                if owner is None:
                    free = g
                    break
                queue.append(owner)
            if free is not None:
                break
        if free is None:
            return None
        at: int | None = free
        while at is not None:  # hand each item on the path to the one that reached it
            w = reached[at]
            partner[at], chosen[w], at = w, at, chosen[w]
    return [(got[g][1], wanted[w][1]) for w, g in enumerate(chosen) if g is not None]


def _first(found: list[Any]) -> float:
    """The first number, as far as a float can say it."""
    try:
        return float(found[0]) if found else 0.0
    except OverflowError:
        return math.inf if found[0] > 0 else -math.inf


# --- strict ------------------------------------------------------------------------------------


def stripped_lines(actual: str, expected: str, rules: Rules) -> bool:
    """The same lines once white space around the text and at line ends is gone."""
    return lines(actual.strip(WHITE), expected.strip(WHITE), rules)


# --- paper: the published chain ----------------------------------------------------------------
# Text is cut into lines; each rung below is one of its fall-backs, in its order. Known to accept
# wrong answers: sets forget order and multiplicity, rounding forgets digits, closeness is wide.


def text_or_lines(actual: str, expected: str, rules: Rules) -> bool:
    """The stripped text, its lines or its tokens are the same."""
    a, e = actual.strip(), expected.strip()
    return a == e or a.split("\n") == e.split("\n") or a.split() == e.split()


def list_against_expected(actual: str, expected: str, rules: Rules) -> bool:
    """The printed lines, stripped, are the list that the expected text spells."""
    found = [[]] if expected.split() in (["[]"], ["()"]) else _build(expected)
    if len(found) != 1 or not isinstance(found[0], (list, tuple)):
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
