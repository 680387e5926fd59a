"""A labelled corpus of answers made from real problems: right ones in another dress, wrong ones.

Labels are made without the judge's comparison. A dress is right by construction, under the rule its
docstring names; a wrong answer is one that ``text_label`` or ``value_label``, exact comparisons of
our own, call wrong. What they call a dress or leave open is left out and counted.

Problems that may have many right answers give dresses but no wrong answers.
"""

from __future__ import annotations

import ast
import gzip
import json
import math
import random
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from microcoder.judge.values import SetValue
from microcoder.problem import Limits, Problem, Solution, TestCase
from microcoder.problemsets import humaneval, mbpp

Label = Literal["same", "dress", "open", "wrong"]
ORDER: tuple[Label, ...] = ("same", "dress", "open", "wrong")
MAX_CHARACTERS = 20_000
"""Longer expected outputs are left out: their dresses say nothing new and cost the most."""


@dataclass(frozen=True, slots=True)
class Pair:
    """An answer to one test of a problem, and whether it is right."""

    problem: Problem
    test: int
    answer: Any
    right: bool
    kind: str
    reason: str

    @property
    def expected(self) -> Any:
        """What the test expects."""
        return self.problem.tests[self.test].output


@dataclass(frozen=True, slots=True)
class Program:
    """A program for a problem; ``right`` is None where only running it can tell."""

    problem: Problem
    code: str
    kind: str
    right: bool | None = None


def rng_of(*what: object) -> random.Random:
    """A generator that depends on its name alone, so that a part can be rebuilt by itself."""
    return random.Random(zlib.crc32(repr(what).encode()))


# --- what the statement says -------------------------------------------------------------------

MANY = re.compile(
    r"any order|in arbitrary order|any of (?:them|the|those|these)|(?:output|print|return|find) any"
    r"|any (?:valid|one|suitable|correct|appropriate|such|possible) "
    r"|(?:multiple|several|many|more than one) (?:\w+ )?(?:\w+ )?"
    r"(?:answers?|solutions?|ways?|options?|results?|sequences?|arrangements?|possib)"
    r"|special judge|there exist multiple|not unique|order does not matter",
    re.IGNORECASE,
)
POWER = re.compile(r"(?:10\s*\^?\s*\{?\s*[-−–]\s*|1e-)(\d+)", re.IGNORECASE)
MANY_BY_NAME = (
    "find-indices-with-index-and-value-difference-i",
    "find-indices-with-index-and-value-difference-ii",
)
"""LeetCode problems with many right answers whose statements do not say it in these words."""


def has_one_answer(problem: Problem) -> bool:
    """Whether what differs from the expected output must be wrong.

    Without a statement only outputs of one token, or of one a test case, are trusted to be unique.
    """
    if any(part in MANY_BY_NAME for part in problem.id.split("/")):
        return False
    if problem.statement:
        return not MANY.search(problem.statement)
    return all(_one_token_a_case(test) for test in problem.tests)


def _one_token_a_case(test: TestCase) -> bool:
    found = str(test.output).split()
    rows = [row for row in str(test.output).split("\n") if row.strip()]
    given = str(test.input).split()[:1]
    return len(found) == 1 or (len(rows) == len(found) and given == [str(len(rows))])


def stated_tolerance(problem: Problem) -> float | None:
    """The error that the statement allows, if it names one."""
    near = re.search(r"(?:relative|absolute|error|within|accepted|precision)", problem.statement)
    found = [int(power) for power in POWER.findall(problem.statement)] if near else []
    return 10.0 ** -max(found) if found else None


# --- exact comparison, our own -----------------------------------------------------------------

WHOLE = re.compile(r"-?(?:0|[1-9][0-9]*)", re.ASCII)
REAL = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+", re.ASCII)
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][+-]?[0-9]{1,3})?", re.ASCII)
WORDS = ({"yes", "no"}, {"true", "false"})


def worst(labels: Iterable[Label]) -> Label:
    """The label of a whole, from those of its parts."""
    return ORDER[max(map(ORDER.index, labels), default=0)]


def text_label(actual: str, expected: str, words: bool = False) -> Label:
    """How a printed answer stands to the expected one, token by token, numbers as fractions."""
    if actual == expected:
        return "same"
    value, wanted_value = _literal(actual), _literal(expected)
    if value is not None and wanted_value is not None:
        return worst(("dress", value_label(value, wanted_value)))
    got, wanted = actual.split(), expected.split()
    if len(got) != len(wanted):
        return "wrong"
    parts = worst(_token_label(a, e, words) for a, e in zip(got, wanted, strict=True))
    return "dress" if parts == "same" else parts


def _token_label(actual: str, expected: str, words: bool) -> Label:
    if actual == expected:
        return "same"
    if NUMBER.fullmatch(actual) and NUMBER.fullmatch(expected):
        if WHOLE.fullmatch(expected):
            return "dress" if Fraction(actual) == int(expected) else "wrong"
        return _error_label(Fraction(actual), Fraction(expected))
    if actual.lower() == expected.lower() and any(expected.lower() in kind for kind in WORDS):
        return "dress" if words else "open"
    return "wrong"


def _error_label(actual: Fraction, expected: Fraction) -> Label:
    error = abs(actual - expected) / max(Fraction(1), abs(expected))
    if error <= Fraction(9, 10**7):
        return "dress"
    return "wrong" if error > Fraction(1, 10**4) else "open"


def value_label(actual: Any, expected: Any) -> Label:
    """How a returned value stands to the expected one: types count, tuples are lists."""
    if isinstance(expected, (list, tuple)):
        if not isinstance(actual, (list, tuple)) or len(actual) != len(expected):
            return "wrong"
        inside = worst(value_label(a, e) for a, e in zip(actual, expected, strict=True))
        return worst((inside, "same" if type(actual) is type(expected) else "dress"))
    if isinstance(expected, dict):
        if not isinstance(actual, dict) or len(actual) != len(expected):
            return "wrong"
        keys: dict[str, Any] = {str(k): v for k, v in actual.items()}
        if set(keys) != {str(k) for k in expected}:
            return "wrong"
        inside = worst(value_label(keys[str(k)], v) for k, v in expected.items())
        return inside if list(actual) == list(expected) else worst((inside, "dress"))
    if type(actual) is type(expected) and not isinstance(expected, float):
        return "same" if actual == expected else "wrong"
    kinds = {type(actual), type(expected)}
    if kinds <= {int, float}:
        return _number_label(actual, expected)
    if kinds <= {int, float, bool}:
        return "open" if actual == expected else "wrong"
    return "wrong"


def _number_label(actual: int | float, expected: int | float) -> Label:
    if not (math.isfinite(actual) and math.isfinite(expected)):
        return (
            "same" if actual == expected or (actual != actual and expected != expected) else "wrong"
        )
    if actual == expected:
        return "same" if type(actual) is type(expected) else "dress"
    label = _error_label(Fraction(actual), Fraction(expected))
    if isinstance(expected, int):  # 4.9999999 for 5: the author's asserts do not say which
        return "wrong" if label == "wrong" else "open"
    return label


# --- dresses of printed answers ----------------------------------------------------------------
# (expected, problem, rng) -> another way of printing the same, or None where it does not apply.
# The docstring is the reason why the answer stays right.

TextChange = Callable[[str, Problem, random.Random], "str | None"]
SIMPLE = re.compile(r"[A-Za-z0-9_.+-]+", re.ASCII)


def _rows(text: str) -> list[str]:
    return text.rstrip("\n").split("\n")


def _plain(text: str) -> bool:
    """Simple tokens, one space between, nothing that might be a picture."""
    return all(
        row.split(" ") == row.split() and all(map(SIMPLE.fullmatch, row.split()))
        for row in (row.rstrip() for row in _rows(text))
    )


def _numeric(text: str) -> bool:
    return _plain(text) and all(map(NUMBER.fullmatch, text.split())) and bool(text.split())


def trailing_spaces(text: str, problem: Problem, rng: random.Random) -> str:
    """White space at line ends is not part of an answer."""
    return "".join(row + " " * rng.randint(1, 3) + "\n" for row in _rows(text))


def no_final_newline(text: str, problem: Problem, rng: random.Random) -> str | None:
    """The last line may end with the file."""
    return text.rstrip("\n") if text.endswith("\n") else None


def final_newlines(text: str, problem: Problem, rng: random.Random) -> str:
    """Blank lines at the end are not part of an answer."""
    return text.rstrip("\n") + "\n" * rng.randint(2, 4)


def blank_line_first(text: str, problem: Problem, rng: random.Random) -> str:
    """A blank line before the answer is not part of it."""
    return "\n" + text


def crlf(text: str, problem: Problem, rng: random.Random) -> str:
    """Windows line ends are line ends."""
    return "".join(row + "\r\n" for row in _rows(text))


def wide_spaces(text: str, problem: Problem, rng: random.Random) -> str | None:
    """Tokens may stand apart by more than one space, where the answer is no picture."""
    return (
        text.replace(" ", " " * rng.randint(2, 4)) if _plain(text) and " " in text.strip() else None
    )


def tabs(text: str, problem: Problem, rng: random.Random) -> str | None:
    """A tab separates tokens as a space does, where the answer is no picture."""
    return text.replace(" ", "\t") if _plain(text) and " " in text.strip() else None


def indented(text: str, problem: Problem, rng: random.Random) -> str | None:
    """A space before the first token is no token."""
    return "".join(f" {row}\n" for row in _rows(text)) if _plain(text) else None


def blank_lines_between(text: str, problem: Problem, rng: random.Random) -> str | None:
    """Blank lines between rows of numbers are no numbers."""
    rows = _rows(text)
    return "\n\n".join(rows) + "\n" if _numeric(text) and len(rows) > 1 else None


def on_one_line(text: str, problem: Problem, rng: random.Random) -> str | None:
    """Numbers separated by any white space are the same numbers."""
    found = text.split()
    return " ".join(found) + "\n" if _numeric(text) and len(_rows(text.strip())) > 1 else None


def one_token_a_line(text: str, problem: Problem, rng: random.Random) -> str | None:
    """Numbers separated by any white space are the same numbers."""
    return "\n".join(text.split()) + "\n" if _numeric(text) and " " in text.strip() else None


def _with_tokens(text: str, change: Callable[[str], str]) -> str | None:
    """The text with each of its tokens changed; None if none did."""
    changed = re.sub(r"\S+", lambda match: change(match[0]), text)
    return changed if changed != text else None


def real_with_more_digits(text: str, problem: Problem, rng: random.Random) -> str | None:
    """Zeros behind a decimal fraction change nothing."""
    return _with_tokens(text, lambda t: t + "000" if REAL.fullmatch(t) else t)


def real_with_fewer_digits(text: str, problem: Problem, rng: random.Random) -> str | None:
    """Zeros behind a decimal fraction change nothing."""
    return _with_tokens(
        text, lambda t: t.rstrip("0") + "0" * t.endswith(".0") if REAL.fullmatch(t) else t
    )


def real_with_exponent(text: str, problem: Problem, rng: random.Random) -> str | None:
    """The same real number in scientific notation, digit for digit."""
    return _with_tokens(text, lambda t: f"{Decimal(t):e}" if REAL.fullmatch(t) else t)


def real_as_whole(text: str, problem: Problem, rng: random.Random) -> str | None:
    """5 for 5.000: the same real number."""
    return _with_tokens(
        text,
        lambda t: (
            str(int(Decimal(t))) if REAL.fullmatch(t) and Decimal(t) == int(Decimal(t)) else t
        ),
    )


def real_within_tolerance(text: str, problem: Problem, rng: random.Random) -> str | None:
    """Off by 4e-7, absolute or relative, where the statement allows 1e-6 or more."""
    if (stated_tolerance(problem) or 0.0) < 1e-6:
        return None

    def moved(token: str) -> str:
        if not REAL.fullmatch(token):
            return token
        value = Decimal(token)
        return str(value + rng.choice((-1, 1)) * Decimal("4e-7") * max(Decimal(1), abs(value)))

    return _with_tokens(text, moved)


def whole_as_real(text: str, problem: Problem, rng: random.Random) -> str | None:
    """5.0 for 5, in answers of nothing but numbers: the judge's rule, laxer than most contests'."""
    found = text.split()
    if not _numeric(text) or not all(map(WHOLE.fullmatch, found)) or len(max(found, key=len)) > 15:
        return None
    if all(set(t) <= {"0", "1"} for t in found):  # bits may be a text
        return None
    return _with_tokens(text, lambda t: t + ".0")


def words_in_other_case(text: str, problem: Problem, rng: random.Random) -> str | None:
    """yes for YES, where all expected outputs of the problem are yes/no or true/false."""
    if not all_words(problem):
        return None
    return _with_tokens(text, rng.choice((str.lower, str.upper, str.title, str.swapcase)))


def all_words(problem: Problem) -> bool:
    """Whether the problem's answers are yes/no, or true/false, and nothing else."""
    found = {t.lower() for test in problem.tests for t in str(test.output).split()}
    return bool(found) and any(found <= kind for kind in WORDS) and problem.kind == "stdin"


def literal_as_json(text: str, problem: Problem, rng: random.Random) -> str | None:
    """A list written by json.dumps, without or with spaces."""
    value = _literal(text)
    if value is None:
        return None
    tight = rng.random() < 0.5
    written = json.dumps(value, separators=(",", ":") if tight else None, ensure_ascii=False)
    return written + "\n" if written != text.strip() else None


def literal_as_python(text: str, problem: Problem, rng: random.Random) -> str | None:
    """A list as print() writes it: None and True for null and true, single quotes."""
    value = _literal(text)
    return repr(value) + "\n" if value is not None and repr(value) != text.strip() else None


def literal_as_tuple(text: str, problem: Problem, rng: random.Random) -> str | None:
    """A tuple printed for a list."""
    value = _literal(text)
    return repr(tuple(value)) + "\n" if isinstance(value, list) and value else None


def literal_over_lines(text: str, problem: Problem, rng: random.Random) -> str | None:
    """A list printed with one item a line."""
    value = _literal(text)
    return json.dumps(value, indent=1) + "\n" if isinstance(value, list) and value else None


def _literal(text: str) -> Any:
    """The list, tuple or dict that a whole text spells, in JSON or in Python, or None."""
    if text.strip()[:1] not in ("[", "{", "("):
        return None
    for read in (json.loads, ast.literal_eval):
        try:
            value = read(text.strip())
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            continue
        return value if isinstance(value, (list, dict, tuple)) and value else None
    return None


TEXT_DRESSES: tuple[TextChange, ...] = (
    trailing_spaces,
    no_final_newline,
    final_newlines,
    blank_line_first,
    crlf,
    wide_spaces,
    tabs,
    indented,
    blank_lines_between,
    on_one_line,
    one_token_a_line,
    real_with_more_digits,
    real_with_fewer_digits,
    real_with_exponent,
    real_as_whole,
    real_within_tolerance,
    whole_as_real,
    words_in_other_case,
    literal_as_json,
    literal_as_python,
    literal_as_tuple,
    literal_over_lines,
)
OUTER = (trailing_spaces, no_final_newline, final_newlines, blank_line_first, crlf)
"""May be put on top of any other dress."""


# --- wrong printed answers ---------------------------------------------------------------------


def _at_one(
    text: str,
    rng: random.Random,
    fits: Callable[[str], object],
    change: Callable[[str], str],
) -> str | None:
    """The text with one of the tokens that fit changed."""
    places = [match for match in re.finditer(r"\S+", text) if fits(match[0])]
    if not places:
        return None
    place = rng.choice(places)
    return text[: place.start()] + change(place[0]) + text[place.end() :]


def _whole_between(low: int, high: int | None) -> Callable[[str], bool]:
    def fits(token: str) -> bool:
        if not WHOLE.fullmatch(token):
            return False
        size = abs(int(token))
        return low <= size and (high is None or size < high)

    return fits


def last_digit_changed(text: str, problem: Problem, rng: random.Random) -> str | None:
    """A whole number with another last digit."""
    return _at_one(
        text, rng, WHOLE.fullmatch, lambda t: t[:-1] + str((int(t[-1]) + rng.randint(1, 9)) % 10)
    )


def _off_by_one(rng: random.Random) -> Callable[[str], str]:
    return lambda token: str(int(token) + rng.choice((-1, 1)))


def off_by_one(text: str, problem: Problem, rng: random.Random) -> str | None:
    """A whole number below 100000, off by one."""
    return _at_one(text, rng, _whole_between(0, 10**5), _off_by_one(rng))


def off_by_one_near_1e6(text: str, problem: Problem, rng: random.Random) -> str | None:
    """A whole number of 6 to 12 digits, off by one: closeness for reals would take it."""
    return _at_one(text, rng, _whole_between(10**5, 10**12), _off_by_one(rng))


def off_by_one_near_1e17(text: str, problem: Problem, rng: random.Random) -> str | None:
    """A whole number of more than 15 digits, off by one: a float cannot tell."""
    return _at_one(text, rng, _whole_between(10**15, None), _off_by_one(rng))


def sign_flipped(text: str, problem: Problem, rng: random.Random) -> str | None:
    """A number with the other sign."""
    return _at_one(
        text,
        rng,
        lambda t: NUMBER.fullmatch(t) and Fraction(t) != 0,
        lambda t: t[1:] if t[0] == "-" else "-" + t,
    )


def real_off_by_1e_3(text: str, problem: Problem, rng: random.Random) -> str | None:
    """A real number off by 1e-3, where 1e-4 or less is allowed, or six decimals are expected."""
    stated = stated_tolerance(problem)
    if (stated or 0.0) > 1e-4:
        return None

    def fits(token: str) -> bool:
        exact = len(token.partition(".")[2]) >= 6 or stated is not None
        return REAL.fullmatch(token) is not None and exact

    def moved(token: str) -> str:
        value = Decimal(token)
        return str(value + rng.choice((-1, 1)) * Decimal("1e-3") * max(Decimal(1), abs(value)))

    return _at_one(text, rng, fits, moved)


def real_off_by_5e_6(text: str, problem: Problem, rng: random.Random) -> str | None:
    """A real number off by 5e-6, where the statement allows 1e-6 or less."""
    if not 0 < (stated_tolerance(problem) or 0.0) <= 1e-6:
        return None

    def moved(token: str) -> str:
        value = Decimal(token)
        return str(value + rng.choice((-1, 1)) * Decimal("5e-6") * max(Decimal(1), abs(value)))

    return _at_one(text, rng, REAL.fullmatch, moved)


def not_finite(text: str, problem: Problem, rng: random.Random) -> str | None:
    """nan or inf for a number."""
    return _at_one(text, rng, NUMBER.fullmatch, lambda t: rng.choice(("nan", "inf", "-inf")))


def leading_zero(text: str, problem: Problem, rng: random.Random) -> str | None:
    """007 for 7: not how a number is written."""
    return _at_one(
        text,
        rng,
        _whole_between(1, None),
        lambda t: t.replace("-", "-0", 1) if t[0] == "-" else "0" + t,
    )


def underscored(text: str, problem: Problem, rng: random.Random) -> str | None:
    """1_000 for 1000: Python reads it, no checker does."""
    return _at_one(text, rng, _whole_between(10, None), lambda t: f"{t[:-1]}_{t[-1]}")


def full_width_digits(text: str, problem: Problem, rng: random.Random) -> str | None:
    """Digits of another script: Python's int() reads them, no checker does."""
    wide = {ord("0") + d: 0xFF10 + d for d in range(10)}
    return _at_one(text, rng, _whole_between(0, None), lambda t: t.translate(wide))


def number_split(text: str, problem: Problem, rng: random.Random) -> str | None:
    """1 2 for 12."""
    return _at_one(text, rng, _whole_between(10, None), lambda t: f"{t[:-1]} {t[-1]}")


def numbers_glued(text: str, problem: Problem, rng: random.Random) -> str | None:
    """12 for 1 2."""
    places = [m.start() for m in re.finditer(r"(?<=\d) (?=\d)", text)]
    at = rng.choice(places) if places else None
    return None if at is None else text[:at] + text[at + 1 :]


def token_dropped(text: str, problem: Problem, rng: random.Random) -> str | None:
    """One token is missing."""
    return _at_one(text, rng, bool, lambda t: "")


def token_repeated(text: str, problem: Problem, rng: random.Random) -> str | None:
    """One token stands twice."""
    return _at_one(text, rng, bool, lambda t: f"{t} {t}")


def tokens_swapped(text: str, problem: Problem, rng: random.Random) -> str | None:
    """Two neighbours on a line have changed places."""
    places = [m for m in re.finditer(r"(?<!\S)(\S+)([ \t]+)(\S+)", text) if m[1] != m[3]]
    if not places:
        return None
    m = rng.choice(places)
    return text[: m.start()] + m[3] + m[2] + m[1] + text[m.end() :]


def multiplicity_moved(text: str, problem: Problem, rng: random.Random) -> str | None:
    """1 2 2 for 1 1 2: the same set."""
    rows = [row.split(" ") for row in _rows(text)]
    fit = [row for row in rows if len(row) > len(set(row)) > 1]
    if not fit:
        return None
    row = rng.choice(fit)
    doubled = [token for token, count in Counter(row).items() if count > 1]
    gone = rng.choice(doubled)
    row[row.index(gone)] = rng.choice([token for token in set(row) if token != gone])
    return "\n".join(map(" ".join, rows)) + "\n"


def lines_reversed(text: str, problem: Problem, rng: random.Random) -> str | None:
    """The lines in opposite order."""
    return "\n".join(_rows(text.rstrip())[::-1]) + "\n"


def line_dropped(text: str, problem: Problem, rng: random.Random) -> str | None:
    """One line is missing; where equal ones stand side by side, one of those."""
    rows = _rows(text.rstrip())
    equal = [i for i in range(1, len(rows)) if rows[i] == rows[i - 1]]
    if len(rows) < 2:
        return None
    del rows[rng.choice(equal) if equal else rng.randrange(len(rows))]
    return "\n".join(rows) + "\n"


def truncated(text: str, problem: Problem, rng: random.Random) -> str | None:
    """Only the first half of the tokens."""
    places = [m.end() for m in re.finditer(r"\S+", text)]
    return text[: places[len(places) // 2 - 1]] + "\n" if len(places) > 1 else None


def extra_token(text: str, problem: Problem, rng: random.Random) -> str:
    """One token too many, at the end."""
    return f"{text.rstrip()} {rng.choice(('0', '1', '-1'))}\n"


def extra_line(text: str, problem: Problem, rng: random.Random) -> str:
    """A line too many: a forgotten print, before or after."""
    line = rng.choice(("0", "done", "debug: 1", text.split()[-1] if text.split() else "0"))
    return f"{line}\n{text}" if rng.random() < 0.5 else f"{text.rstrip()}\n{line}\n"


def prompted(text: str, problem: Problem, rng: random.Random) -> str:
    """A prompt printed before the answer, as input("n = ") does."""
    return rng.choice(("n = ", "Answer: ", "> ")) + text


def empty(text: str, problem: Problem, rng: random.Random) -> str | None:
    """Nothing printed."""
    return "" if text.strip() else None


def case_changed(text: str, problem: Problem, rng: random.Random) -> str | None:
    """A word in another case, where it is neither yes/no nor true/false."""
    return _at_one(
        text,
        rng,
        lambda t: t.isascii() and t.isalpha() and not any(t.lower() in kind for kind in WORDS),
        str.swapcase,
    )


def word_flipped(text: str, problem: Problem, rng: random.Random) -> str | None:
    """No for Yes."""
    flips = {"yes": "no", "no": "yes", "true": "false", "false": "true"}

    def flipped(token: str) -> str:
        other = flips[token.lower()]
        return other.upper() if token.isupper() else other.title() if token.istitle() else other

    return _at_one(text, rng, lambda t: t.lower() in flips, flipped)


def letter_changed(text: str, problem: Problem, rng: random.Random) -> str | None:
    """A word with one letter changed."""
    return _at_one(
        text,
        rng,
        lambda t: t.isascii() and t.isalpha() and len(t) > 1,
        lambda t: ("z" if t[0] != "z" else "q") + t[1:],
    )


TEXT_SPOILS: tuple[TextChange, ...] = (
    last_digit_changed,
    off_by_one,
    off_by_one_near_1e6,
    off_by_one_near_1e17,
    sign_flipped,
    real_off_by_1e_3,
    real_off_by_5e_6,
    not_finite,
    leading_zero,
    underscored,
    full_width_digits,
    number_split,
    numbers_glued,
    token_dropped,
    token_repeated,
    tokens_swapped,
    multiplicity_moved,
    lines_reversed,
    line_dropped,
    truncated,
    extra_token,
    extra_line,
    prompted,
    empty,
    case_changed,
    word_flipped,
    letter_changed,
)
BY_RULE = ("real_off_by_5e_6", "true_as_1", "number_as_true", "printed_true_as_1")
"""Wrong by what the statement or the judge's documented rules say, where our labels stay open."""


# --- returned values ---------------------------------------------------------------------------

ValueChange = Callable[[Any, Problem, random.Random], Any]
NOTHING = object()
"""A change that does not apply; None is a value."""


def _map_leaves(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(_map_leaves(item, change) for item in value)
    if isinstance(value, dict):
        return {k: _map_leaves(v, change) for k, v in value.items()}
    return change(value)


def _leaf_places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(value, (list, tuple, dict)):
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in inside:
            yield from _leaf_places(item, (*place, key))
    else:
        yield place, value


def _put(value: Any, place: tuple[Any, ...], item: Any) -> Any:
    if not place:
        return item
    if isinstance(value, dict):
        return {k: _put(v, place[1:], item) if k == place[0] else v for k, v in value.items()}
    changed = list(value)
    changed[place[0]] = _put(changed[place[0]], place[1:], item)
    return changed


def _at_one_leaf(
    value: Any, rng: random.Random, fits: Callable[[Any], object], change: Callable[[Any], Any]
) -> Any:
    places = [(place, leaf) for place, leaf in _leaf_places(value) if fits(leaf)]
    if not places:
        return NOTHING
    place, leaf = rng.choice(places)
    return _put(value, place, change(leaf))


def _is_whole(value: Any) -> bool:
    return type(value) is int


def _is_real(value: Any) -> bool:
    return type(value) is float and math.isfinite(value)


def tuple_for_list(value: Any, problem: Problem, rng: random.Random) -> Any:
    """A tuple for a list."""
    return tuple(value) if isinstance(value, list) else NOTHING


def tuples_at_depth(value: Any, problem: Problem, rng: random.Random) -> Any:
    """Tuples for the lists inside a list."""
    if not isinstance(value, list) or not any(isinstance(item, list) for item in value):
        return NOTHING
    return [tuple(item) if isinstance(item, list) else item for item in value]


def float_for_whole(value: Any, problem: Problem, rng: random.Random) -> Any:
    """5.0 for 5, the judge's rule; Python's == says the same."""
    leaves = [leaf for _, leaf in _leaf_places(value)]
    if not leaves or not all(_is_whole(leaf) and abs(leaf) < 2**53 for leaf in leaves):
        return NOTHING
    return _map_leaves(value, float)


def whole_for_float(value: Any, problem: Problem, rng: random.Random) -> Any:
    """5 for 5.0."""
    changed = _map_leaves(value, lambda v: int(v) if _is_real(v) and v.is_integer() else v)
    return (
        changed if any(_is_real(v) and v.is_integer() for _, v in _leaf_places(value)) else NOTHING
    )


def float_within_tolerance(value: Any, problem: Problem, rng: random.Random) -> Any:
    """A real number off by 4e-7, absolute or relative: other operations, other rounding."""
    if not any(_is_real(leaf) for _, leaf in _leaf_places(value)):
        return NOTHING
    return _map_leaves(value, lambda v: v + 4e-7 * max(1.0, abs(v)) if _is_real(v) else v)


def float_last_bit(value: Any, problem: Problem, rng: random.Random) -> Any:
    """A real number one step of rounding away."""
    if not any(_is_real(leaf) for _, leaf in _leaf_places(value)):
        return NOTHING
    return _map_leaves(value, lambda v: math.nextafter(v, math.inf) if _is_real(v) else v)


def dict_in_other_order(value: Any, problem: Problem, rng: random.Random) -> Any:
    """A dict's items have no order."""
    if not isinstance(value, dict) or len(value) < 2:
        return NOTHING
    return dict(reversed(value.items()))


def dict_with_whole_keys(value: Any, problem: Problem, rng: random.Random) -> Any:
    """{1: 2} where JSON could only write {"1": 2}."""
    if not isinstance(value, dict) or not value or not all(map(WHOLE.fullmatch, value)):
        return NOTHING
    return {int(k): v for k, v in value.items()}


VALUE_DRESSES: tuple[ValueChange, ...] = (
    tuple_for_list,
    tuples_at_depth,
    float_for_whole,
    whole_for_float,
    float_within_tolerance,
    float_last_bit,
    dict_in_other_order,
    dict_with_whole_keys,
)


def value_off_by_one(value: Any, problem: Problem, rng: random.Random) -> Any:
    """A whole number below 100000, off by one."""
    return _at_one_leaf(
        value, rng, lambda v: _is_whole(v) and abs(v) < 10**5, lambda v: v + rng.choice((-1, 1))
    )


def value_off_by_one_near_1e6(value: Any, problem: Problem, rng: random.Random) -> Any:
    """A whole number above 100000, off by one."""
    return _at_one_leaf(
        value, rng, lambda v: _is_whole(v) and abs(v) >= 10**5, lambda v: v + rng.choice((-1, 1))
    )


def value_sign_flipped(value: Any, problem: Problem, rng: random.Random) -> Any:
    """A number with the other sign."""
    return _at_one_leaf(value, rng, lambda v: (_is_whole(v) or _is_real(v)) and v, lambda v: -v)


def value_off_by_1e_3(value: Any, problem: Problem, rng: random.Random) -> Any:
    """A real number off by 1e-3."""
    return _at_one_leaf(value, rng, _is_real, lambda v: v + 1e-3 * max(1.0, abs(v)))


def value_not_finite(value: Any, problem: Problem, rng: random.Random) -> Any:
    """nan or inf for a real number."""
    return _at_one_leaf(value, rng, _is_real, lambda v: rng.choice((math.nan, math.inf)))


def bool_flipped(value: Any, problem: Problem, rng: random.Random) -> Any:
    """False for True."""
    return _at_one_leaf(value, rng, lambda v: isinstance(v, bool), lambda v: not v)


def true_as_1(value: Any, problem: Problem, rng: random.Random) -> Any:
    """1 for True, 0 for False: another type, though Python's == takes it."""
    return _at_one_leaf(value, rng, lambda v: isinstance(v, bool), int)


def number_as_true(value: Any, problem: Problem, rng: random.Random) -> Any:
    """True for 1, False for 0: another type, though Python's == takes it."""
    return _at_one_leaf(value, rng, lambda v: _is_whole(v) and v in (0, 1), bool)


def number_as_text(value: Any, problem: Problem, rng: random.Random) -> Any:
    """ "1" for 1."""
    return _at_one_leaf(value, rng, lambda v: _is_whole(v) or _is_real(v), str)


def bool_as_text(value: Any, problem: Problem, rng: random.Random) -> Any:
    """ "True" for True."""
    return _at_one_leaf(value, rng, lambda v: isinstance(v, bool), str)


def text_as_number(value: Any, problem: Problem, rng: random.Random) -> Any:
    """1 for "1"."""
    return _at_one_leaf(value, rng, lambda v: isinstance(v, str) and WHOLE.fullmatch(v), int)


def list_as_text(value: Any, problem: Problem, rng: random.Random) -> Any:
    """A list's text for the list."""
    return str(value) if isinstance(value, list) else NOTHING


def set_for_list(value: Any, problem: Problem, rng: random.Random) -> Any:
    """A set for a list: order and multiplicity are gone."""
    if not isinstance(value, list) or not value or any(map(_is_container, value)):
        return NOTHING
    return SetValue(list(dict.fromkeys(value)))


def _is_container(value: Any) -> bool:
    return isinstance(value, (list, dict, tuple))


def first_item_for_list(value: Any, problem: Problem, rng: random.Random) -> Any:
    """The first item for the list."""
    return value[0] if isinstance(value, list) and value else NOTHING


def list_of_it(value: Any, problem: Problem, rng: random.Random) -> Any:
    """[x] for x."""
    return [value]


def nothing_returned(value: Any, problem: Problem, rng: random.Random) -> Any:
    """None: a forgotten return."""
    return None if value is not None else NOTHING


def items_reversed(value: Any, problem: Problem, rng: random.Random) -> Any:
    """A list's items in opposite order."""
    return value[::-1] if isinstance(value, list) else NOTHING


def items_sorted(value: Any, problem: Problem, rng: random.Random) -> Any:
    """A list's items sorted where they were not."""
    return sorted(value, key=repr) if isinstance(value, list) else NOTHING


def item_dropped(value: Any, problem: Problem, rng: random.Random) -> Any:
    """One item is missing; where equal ones stand in the list, one of those."""
    if not isinstance(value, list) or not value:
        return NOTHING
    equal = [i for i, item in enumerate(value) if value.count(item) > 1] if len(value) < 500 else []
    at = rng.choice(equal) if equal else rng.randrange(len(value))
    return value[:at] + value[at + 1 :]


def item_repeated(value: Any, problem: Problem, rng: random.Random) -> Any:
    """One item stands twice."""
    if not isinstance(value, list) or not value:
        return NOTHING
    at = rng.randrange(len(value))
    return [*value[:at], value[at], *value[at:]]


def multiplicity_of_items_moved(value: Any, problem: Problem, rng: random.Random) -> Any:
    """[1, 2, 2] for [1, 1, 2]: the same set."""
    if not isinstance(value, list) or any(map(_is_container, value)):
        return NOTHING
    counts = Counter(map(repr, value))
    doubled = [v for v in value if counts[repr(v)] > 1]
    if not doubled or len(counts) < 2:
        return NOTHING
    gone = rng.choice(doubled)
    changed = list(value)
    changed[changed.index(gone)] = rng.choice([v for v in value if repr(v) != repr(gone)])
    return changed


def text_in_other_case(value: Any, problem: Problem, rng: random.Random) -> Any:
    """A text in another case."""
    return _at_one_leaf(
        value, rng, lambda v: isinstance(v, str) and v.swapcase() != v, str.swapcase
    )


def text_with_a_space(value: Any, problem: Problem, rng: random.Random) -> Any:
    """A text with a space behind it: a value has no line ends."""
    return _at_one_leaf(value, rng, lambda v: isinstance(v, str), lambda v: v + " ")


def text_cut(value: Any, problem: Problem, rng: random.Random) -> Any:
    """A text without its last character."""
    return _at_one_leaf(value, rng, lambda v: isinstance(v, str) and v, lambda v: v[:-1])


VALUE_SPOILS: tuple[ValueChange, ...] = (
    value_off_by_one,
    value_off_by_one_near_1e6,
    value_sign_flipped,
    value_off_by_1e_3,
    value_not_finite,
    bool_flipped,
    true_as_1,
    number_as_true,
    number_as_text,
    bool_as_text,
    text_as_number,
    list_as_text,
    set_for_list,
    first_item_for_list,
    list_of_it,
    nothing_returned,
    items_reversed,
    items_sorted,
    item_dropped,
    item_repeated,
    multiplicity_of_items_moved,
    text_in_other_case,
    text_with_a_space,
    text_cut,
)


def _printed(change: ValueChange) -> TextChange:
    """A spoilt value, printed as JSON, for outputs that are printed lists."""

    def printed(text: str, problem: Problem, rng: random.Random) -> str | None:
        value = _literal(text)
        spoilt = NOTHING if value is None else change(value, problem, rng)
        return None if spoilt is NOTHING else json.dumps(spoilt) + "\n"

    printed.__name__, printed.__doc__ = f"printed_{change.__name__}", change.__doc__
    return printed


PRINTED_SPOILS = tuple(
    _printed(change)
    for change in (
        value_off_by_one,
        value_off_by_one_near_1e6,
        value_sign_flipped,
        bool_flipped,
        true_as_1,
        number_as_text,
        items_reversed,
        items_sorted,
        item_dropped,
        item_repeated,
        multiplicity_of_items_moved,
        text_in_other_case,
        text_with_a_space,
        text_cut,
        list_of_it,
    )
)


# --- pairs -------------------------------------------------------------------------------------


def pairs_of(problem: Problem, tests: Sequence[int], left_out: Counter[str]) -> Iterator[Pair]:
    """All dresses and, where the problem has one answer, all spoils of the tests' outputs."""
    text = problem.kind == "stdin"
    one_answer = has_one_answer(problem)
    words = text and all_words(problem)
    for test in tests:
        expected = problem.tests[test].output
        rng = rng_of(problem.id, test)
        yield Pair(problem, test, expected, True, "as_expected", "The expected output itself.")
        for change in TEXT_DRESSES if text else VALUE_DRESSES:
            answer = change(expected, problem, rng)
            if answer is not None and answer is not NOTHING and not (text and answer == expected):
                yield Pair(problem, test, answer, True, change.__name__, change.__doc__ or "")
                if text and change not in OUTER:
                    outer = rng.choice(OUTER)
                    if (both := outer(answer, problem, rng)) not in (None, answer):
                        reason = f"{change.__doc__} {outer.__doc__}"
                        yield Pair(problem, test, both, True, "two_dresses", reason)
        if not one_answer:
            left_out["spoils: the problem may have many answers"] += 1
            continue
        for change in (*TEXT_SPOILS, *PRINTED_SPOILS) if text else VALUE_SPOILS:
            answer = change(expected, problem, rng)
            if answer is NOTHING or (text and answer is None):
                continue
            label = text_label(answer, expected, words) if text else value_label(answer, expected)
            if label == "wrong" or (label == "open" and change.__name__ in BY_RULE):
                yield Pair(problem, test, answer, False, change.__name__, change.__doc__ or "")
            else:
                left_out[f"spoils: {label}"] += 1


def program_of(pair: Pair, alone: bool = False) -> tuple[str, Problem]:
    """A program that gives the pair's answer, and the problem it is judged on.

    A printing program looks its answer up by its input: what is expected on the other tests. With
    ``alone`` the problem is cut to the pair's test.
    """
    problem = pair.problem
    if alone or problem.kind == "function":
        problem = replace(problem, tests=(problem.tests[pair.test],))
    if problem.kind == "stdin":
        answers = {_seen(test.input): test.output for test in problem.tests}
        answers[_seen(pair.problem.tests[pair.test].input)] = pair.answer
        code = f"import sys\nanswers = {answers!r}\nsys.stdout.write(answers[sys.stdin.read()])\n"
        if alone:
            code = f"import sys\nsys.stdout.write({pair.answer!r})\n"
        return code, problem
    value = _source(pair.answer)
    owner, _, name = (problem.entry_point or "").rpartition(".")
    code = f"def {name}(*given, **named):\n    return {value}\n"
    if owner:
        code = f"class {owner}:\n    {name} = lambda self, *given, **named: {value}\n"
    return code, problem


def _seen(given: str) -> str:
    return given.replace("\r\n", "\n")


def _source(value: Any) -> str:
    if isinstance(value, SetValue):
        return f"set({_source(value.members)})"
    if isinstance(value, (list, tuple)):
        inside = ", ".join(map(_source, value))
        return f"[{inside}]" if isinstance(value, list) else f"tuple([{inside}])"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k!r}: {_source(v)}" for k, v in value.items()) + "}"
    if isinstance(value, float) and not math.isfinite(value):
        return f"float('{value}')"
    return repr(value)


# --- dressed programs --------------------------------------------------------------------------

RETURN_DRESSES = {
    "returns_tuple": "tuple(x) if isinstance(x, list) else None",
    "returns_iterator": "iter(x) if isinstance(x, list) else None",
    "returns_generator": "(y for y in x) if isinstance(x, list) else None",
    "returns_deque": "__import__('collections').deque(x) if isinstance(x, list) else None",
    "returns_dict_items_reversed": "dict(reversed(x.items())) if isinstance(x, dict) else None",
    "returns_ordered_dict": "__import__('collections').OrderedDict(x) "
    "if isinstance(x, dict) else None",
    "returns_defaultdict": "__import__('collections').defaultdict(int, x) "
    "if isinstance(x, dict) else None",
    "returns_str_subclass": "type('S', (str,), {})(x) if isinstance(x, str) else None",
    "returns_int_subclass": "type('I', (int,), {})(x) if type(x) is int else None",
    "returns_list_subclass": "type('L', (list,), {})(x) if isinstance(x, list) else None",
    "returns_float": "float(x) if type(x) is int and abs(x) < 2**53 else None",
}
"""What a right program may return in place of its value; None where the dress does not fit it."""


def dressed_programs(problem: Problem, code: str) -> Iterator[Program]:
    """The reference, its value returned in another dress on every test that it fits."""
    outputs = [test.output for test in problem.tests]
    owner, _, name = (problem.entry_point or "").rpartition(".")
    for kind, dress in RETURN_DRESSES.items():
        fits = eval(f"lambda x: {dress}", {})  # our own table's text
        if all(fits(output) is None for output in outputs):
            continue
        target = f"{owner}.{name}" if owner else name
        wrapped = (
            f"{code}\n\ndef _dressed(plain):\n    def call(*given, **named):\n"
            f"        x = plain(*given, **named)\n        d = {dress}\n"
            f"        return x if d is None else d\n    return call\n"
            f"{target} = _dressed({target})\n"
        )
        yield Program(problem, wrapped, kind, True)


# --- mutants -----------------------------------------------------------------------------------

Edit = tuple[str, Callable[[], None]]
SWAPS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
TURNS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt,
    ast.Gt: ast.Lt,
    ast.LtE: ast.GtE,
    ast.GtE: ast.LtE,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitXor,
    ast.BitXor: ast.BitAnd,
}
DIVISIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.FloorDiv: ast.Div,
    ast.Div: ast.FloorDiv,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "lower": "upper", "upper": "lower"}
RETURNED = {
    "return_reversed": "list(reversed({}))",
    "return_sorted": "sorted({})",
    "return_without_repeats": "list(dict.fromkeys({}))",
    "return_as_set": "set({})",
    "return_twice": "[*{0}, *{0}]",
}


def _set(node: ast.AST, field: str, value: Any) -> Callable[[], None]:
    return lambda: setattr(node, field, value)


def _put_at(items: list[Any], at: int, value: Any) -> Callable[[], None]:
    return lambda: items.__setitem__(at, value)


def edits(node: ast.AST, lists: bool) -> Iterator[Edit]:
    """The mutations that one node allows: (kind, what makes it)."""
    if isinstance(node, ast.Compare):
        kind = type(node.ops[0])
        if kind in SWAPS:
            yield "comparison_swapped", _put_at(node.ops, 0, SWAPS[kind]())
        if kind in TURNS:
            yield "comparison_turned", _put_at(node.ops, 0, TURNS[kind]())
    if isinstance(node, (ast.BinOp, ast.AugAssign)):
        if type(node.op) in ARITHMETIC:
            yield "arithmetic_swapped", _set(node, "op", ARITHMETIC[type(node.op)]())
        if type(node.op) in DIVISIONS:
            yield "division_swapped", _set(node, "op", DIVISIONS[type(node.op)]())
    if isinstance(node, ast.BoolOp):
        other: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and_or_swapped", _set(node, "op", other)
    if isinstance(node, (ast.If, ast.IfExp)):
        yield "condition_negated", _set(node, "test", ast.UnaryOp(ast.Not(), node.test))
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
        yield from _initial_values(node, node.value.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "constant_off_by_one", _set(node, "value", node.value + 1)
        yield "constant_off_by_one", _set(node, "value", node.value - 1)
    if isinstance(node, ast.Call):
        yield from _calls(node)
    if isinstance(node, ast.Return) and node.value is not None:
        yield "return_dropped", _set(node, "value", ast.Constant(None))
        if lists:
            for kind_, form in RETURNED.items():
                changed = ast.parse(form.format(f"({ast.unparse(node.value)})"), mode="eval").body
                yield kind_, _set(node, "value", changed)
    for field in ("body", "orelse"):
        body = getattr(node, field, None)
        if isinstance(body, list):
            yield from _statements(body, isinstance(node, ast.FunctionDef))


def _initial_values(node: ast.Assign, value: Any) -> Iterator[Edit]:
    if isinstance(value, bool):
        yield "initial_value", _set(node, "value", ast.Constant(not value))
    elif isinstance(value, (int, float)):
        yield "initial_value", _set(node, "value", ast.Constant(value + 1))
        yield "initial_value", _set(node, "value", ast.Constant(value - 1))


def _calls(node: ast.Call) -> Iterator[Edit]:
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    if name in NAMES and isinstance(node.func, ast.Name):
        yield "min_max_swapped", _set(node.func, "id", NAMES[name])
    elif name in NAMES and isinstance(node.func, ast.Attribute):
        yield "method_swapped", _set(node.func, "attr", NAMES[name])
    if name == "range" and node.args and not isinstance(node.args[-1], ast.Starred):
        at = 1 if len(node.args) > 1 else 0
        for op in (ast.Add(), ast.Sub()):
            bound = ast.BinOp(node.args[at], op, ast.Constant(1))
            yield "range_bound", _put_at(node.args, at, bound)
    if name == "sorted" and isinstance(node.func, ast.Name) and len(node.args) == 1:
        turned = [k for k in node.keywords if k.arg == "reverse"]
        if not turned:
            more = [*node.keywords, ast.keyword("reverse", ast.Constant(True))]
            yield "sort_reversed", _set(node, "keywords", more)

        def unsort() -> None:
            node.func = ast.Name("list", ast.Load())
            node.keywords = []

        yield "sort_removed", unsort
    if name == "round" and len(node.args) == 2:
        yield "rounded_otherwise", _put_at(node.args, 1, ast.Constant(1))


def _statements(body: list[Any], is_function: bool) -> Iterator[Edit]:
    for at, statement in enumerate(body):
        droppable = (ast.Continue, ast.Break, ast.AugAssign)
        calls = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
        if isinstance(statement, droppable) or calls:
            kind = (
                "sort_removed"
                if calls and ".sort(" in ast.unparse(statement)
                else (f"{type(statement).__name__.lower()}_dropped")
            )
            yield kind, _put_at(body, at, ast.Pass())
        loop = body[at - 1] if at else None
        if isinstance(statement, ast.Return) and isinstance(loop, (ast.For, ast.While)):

            def too_early(inside: list[Any] = loop.body, last: Any = statement) -> None:
                inside.append(last)

            yield "return_inside_loop", too_early
        if is_function and isinstance(statement, ast.If) and not statement.orelse:
            yield "special_case_dropped", _put_at(body, at, ast.Pass())


def mutants(code: str, rng: random.Random, count: int, lists: bool) -> list[tuple[str, str]]:
    """Up to ``count`` programs, each one edit away, as many kinds as there are."""
    tree = ast.parse(code)
    sites = [
        (kind, at, number)
        for at, node in enumerate(ast.walk(tree))
        for number, (kind, _) in enumerate(edits(node, lists))
    ]
    rng.shuffle(sites)
    met: Counter[str] = Counter()
    ranked = []
    for site in sites:
        ranked.append((met[site[0]], site))
        met[site[0]] += 1
    ranked.sort(key=lambda pair: pair[0])  # a stable sort: the first of each kind come first
    made = []
    for _, (kind, at, number) in ranked[:count]:
        copy = ast.parse(code)
        node = next(n for i, n in enumerate(ast.walk(copy)) if i == at)
        list(edits(node, lists))[number][1]()
        made.append((kind, ast.unparse(ast.fix_missing_locations(copy))))
    return made


# --- real problems -----------------------------------------------------------------------------

PROGRAM_LIMITS = Limits(cpu_seconds=1.0, wall_seconds=4.0)
MAX_TESTS = 5


def read_problems(data: Path, with_human_eval: bool) -> list[Problem]:
    """Every problem of the sets in ``data`` that has plain tests, with its reference programs."""
    found = [*mbpp.load(data / "mbpp" / "mbpp.jsonl"), *_leetcode(data / "leetcodedataset")]
    if with_human_eval:
        found += humaneval.load()
    found = [p for p in found if p.kind == "function"]
    found += [
        *_apps(data / "apps"),
        *_apps_examples(data / "apps"),
        *_deepcoder(data / "deepcoder"),
    ]
    found += _code_contests(data / "code_contests")
    return [p for problem in found if (p := _without_odd_tests(problem)) is not None]


def _without_odd_tests(problem: Problem) -> Problem | None:
    """Without tests whose output is empty, huge or not an output at all."""
    tests = [test for test in problem.tests if _is_usable(problem.kind, test)]
    if len(tests) > 12:
        tests = rng_of(problem.id).sample(tests, 12)
    return replace(problem, tests=tuple(tests), limits=PROGRAM_LIMITS) if tests else None


def _is_usable(kind: str, test: TestCase) -> bool:
    if kind != "stdin":
        return len(json.dumps([test.input, test.output])) < MAX_CHARACTERS
    text = test.output
    dirty = any(mark in text for mark in ("Explanation", "Example", "\xa0"))
    return bool(text.strip()) and not dirty and len(test.input) + len(text) < 4 * MAX_CHARACTERS


def _rows_of(path: Path) -> Iterator[Any]:
    read = gzip.decompress if path.suffix == ".gz" else bytes
    yield from map(json.loads, read(path.read_bytes()).splitlines())


def _leetcode(folder: Path) -> Iterator[Problem]:
    """Check functions of plain equalities; keyword arguments in the order of the signature."""
    seen: set[str] = set()
    for version in ("v0.3.1-test", "v0.2.0-test", "v0.2.0-train"):
        for row in _rows_of(folder / f"LeetCodeDataset-{version}.jsonl.gz"):
            name = row["entry_point"].rpartition(".")[2]
            names = _parameters(row["completion"], name)
            tests = list(_check_tests(row["test"], names)) if names else []
            if row["task_id"] in seen or not tests:
                continue
            seen.add(row["task_id"])
            yield Problem(
                f"leetcode/{row['task_id']}",
                row.get("problem_description") or row["query"],
                "function",
                tuple(tests),
                entry_point=f"Solution.{name}",
                solutions=(Solution(f"{row['prompt']}\n{row['completion']}"),),
            )


def _parameters(code: str, name: str) -> list[str] | None:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return [a.arg for a in node.args.args if a.arg != "self"]
    return None


def _check_tests(source: str, names: list[str]) -> Iterator[TestCase]:
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Assert) and isinstance(node.test, ast.Compare)):
            continue
        call = node.test.left
        if not (isinstance(call, ast.Call) and ast.unparse(call.func) == "candidate"):
            continue
        try:
            given = {k.arg: ast.literal_eval(k.value) for k in call.keywords}
            expected = ast.literal_eval(node.test.comparators[0])
            if list(given) == names:
                arguments = list(given.values())
                if json.loads(json.dumps([arguments, expected])) == [arguments, expected]:
                    yield TestCase(arguments, expected)
        except (ValueError, TypeError):
            continue


def _apps(folder: Path) -> Iterator[Problem]:
    """The five whole problems; their model programs stand as solutions without a verdict."""
    for path in sorted((folder / "train").iterdir()):
        tests = json.loads((path / "input_output.json").read_text())
        name = tests.get("fn_name")
        references = json.loads((path / "solutions.json").read_text())
        models = [row["code"] for row in json.loads((path / "gen_solutions.json").read_text())]
        entry = f"Solution.{name}" if name and "class Solution" in references[0] else name
        pairs = zip(tests["inputs"], tests["outputs"], strict=True)
        yield Problem(
            f"apps/{path.name}",
            (path / "question.txt").read_text(),
            "function" if name else "stdin",
            tuple(TestCase(given, output) for given, output in pairs),
            entry_point=entry,
            solutions=(
                *(Solution(code) for code in references),
                *(Solution(code, "?", "model") for code in models),
            ),
        )


def _apps_examples(folder: Path) -> Iterator[Problem]:
    for row in _rows_of(folder / "apps_test_example_tests.jsonl"):
        if example := row["example_input_output"]:
            pairs = zip(example["inputs"], example["outputs"], strict=False)
            tests = tuple(TestCase(given, output) for given, output in pairs)
            yield Problem(f"apps-examples/{row['apps_test_id']}", "", "stdin", tests)


def _deepcoder(folder: Path) -> Iterator[Problem]:
    for name in ("codeforces", "code_contests"):
        rows = json.loads((folder / f"test_code_{name}.json").read_text())
        for number, row in enumerate(rows):
            tests = row["tests"]
            if isinstance(tests, dict):
                pairs = list(zip(tests["inputs"], tests["outputs"], strict=True))
            else:
                pairs = [(test["input"], test["output"]) for test in tests]
            cases = tuple(TestCase(given, output) for given, output in pairs)
            yield Problem(f"deepcoder-{name}/{number}", row["problem"], "stdin", cases)


def _code_contests(folder: Path) -> Iterator[Problem]:
    for row in _rows_of(folder / "code_eval_code_contests.jsonl"):
        tests = json.loads(row["test"])
        cases = tuple(TestCase(t["input"]["stdin"], t["output"]["stdout"]) for t in tests)
        yield Problem(f"code-contests/{row['id']}", row["content"], "stdin", cases)


def as_printed(problem: Problem) -> Problem | None:
    """A function problem whose values are lists, asked as printed text: what LiveCodeBench does."""
    tests = [
        TestCase(json.dumps(test.input), json.dumps(test.output) + "\n")
        for test in problem.tests
        if isinstance(test.output, (list, dict)) and test.output
    ]
    if not tests:
        return None
    return Problem(f"{problem.id}/printed", problem.statement, "stdin", tuple(tests[:12]))
