"""An unlimited, seeded source of compositional problems: keep, map, sort, count, fold in a row.

A problem is a path of typed operations over lists, strings, numbers and grids; its depth (1 to 5
operations) is its difficulty. Whether a composition is held out depends on its sequence of
operations alone, so the held-out split asks for sequences that training never shows, and its score
measures the skill of composing. (At depth 1, where a sequence is one operation, the *parameters*
are held out.)
"""

from __future__ import annotations

import functools
import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from microcoder.problem import Limits, Problem, Solution, Source, TestCase

Domain = Literal["list", "string", "number", "grid"]
Split = Literal["train", "held-out"]
DEPTHS = (1, 2, 3, 4, 5)
TESTS_PER_PROBLEM = 6
HELD_OUT_SHARE = 0.25

VARIABLE: dict[Domain, str] = {"list": "a", "string": "s", "number": "n", "grid": "g"}
NOUN: dict[Domain, str] = {
    "list": "a list of integers",
    "string": "a string",
    "number": "a positive integer",
    "grid": "a grid of integers",
}
READ: dict[Domain, str] = {
    "list": "a = list(map(int, input().split()))",
    "string": "s = input()",
    "number": "n = int(input())",
}
READ_NOUN: dict[Domain, str] = {
    "list": "integers on one line",
    "string": "one line of text",
    "number": "a positive integer",
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One step: what it is called in words, and what it does in Python."""

    name: str
    takes: Domain
    gives: Domain
    phrases: tuple[str, ...]
    """Ways to ask for it; the first is the canonical one."""
    code: str
    """An expression in ``{v}`` (the value so far) and ``{k}`` (the parameter)."""
    parameters: tuple[Any, ...] = ()
    keep: str | None = None
    """For filters: the condition on ``x``; ``code`` is then the comprehension."""
    change: str | None = None
    """For maps: the new value of ``x``."""


def _keep(name: str, condition: str, *phrases: str, ks: Sequence[Any] = ()) -> Operation:
    code = "[x for x in {v} if " + condition + "]"
    return Operation(name, "list", "list", phrases, code, tuple(ks), keep=condition)


def _map(name: str, value: str, *phrases: str, ks: Sequence[Any] = ()) -> Operation:
    code = "[" + value + " for x in {v}]"
    return Operation(name, "list", "list", phrases, code, tuple(ks), change=value)


def _op(
    name: str, takes: Domain, gives: Domain, code: str, *phrases: str, ks: Sequence[Any] = ()
) -> Operation:
    return Operation(name, takes, gives, phrases, code, tuple(ks))


_SMALL = tuple(range(2, 10))
_FEW = (1, 2, 3, 4)
_LETTERS = ("a", "e", "o", "r", "s", "t")

OPERATIONS: tuple[Operation, ...] = (
    _keep("even", "x % 2 == 0", "keep the even numbers", "drop the odd numbers"),
    _keep("odd", "x % 2 == 1", "keep the odd numbers", "drop the even numbers"),
    _keep(
        "above", "x > {k}", "keep the numbers above {k}", "keep what is more than {k}", ks=_SMALL
    ),
    _keep(
        "below", "x < {k}", "keep the numbers below {k}", "keep what is less than {k}", ks=_SMALL
    ),
    _keep(
        "multiples",
        "x % {k} == 0",
        "keep the multiples of {k}",
        "keep the numbers divisible by {k}",
        ks=(3, 4, 5, 6, 7),
    ),
    _map("plus", "x + {k}", "add {k} to each number", "increase each number by {k}", ks=_SMALL),
    _map(
        "minus", "x - {k}", "subtract {k} from each number", "lower each number by {k}", ks=_SMALL
    ),
    _map("times", "x * {k}", "multiply each number by {k}", "scale each number by {k}", ks=_SMALL),
    _map("square", "x * x", "square each number", "multiply each number by itself"),
    _map("negate", "-x", "negate each number", "flip the sign of each number"),
    _map("absolute", "abs(x)", "take absolute values", "drop the sign of each number"),
    _map(
        "modulo", "x % {k}", "take each number modulo {k}", "reduce each number mod {k}", ks=_SMALL
    ),
    _op("ascending", "list", "list", "sorted({v})", "sort ascending", "order from small to large"),
    _op(
        "descending",
        "list",
        "list",
        "sorted({v}, reverse=True)",
        "sort descending",
        "order from large to small",
    ),
    _op("reverse", "list", "list", "{v}[::-1]", "reverse the list", "turn the list around"),
    _op(
        "unique",
        "list",
        "list",
        "list(dict.fromkeys({v}))",
        "remove duplicates",
        "keep the first of equal numbers",
    ),
    _op("first", "list", "list", "{v}[:{k}]", "take the first {k}", "cut to {k} items", ks=_FEW),
    _op(
        "skip",
        "list",
        "list",
        "{v}[{k}:]",
        "skip the first {k}",
        "drop {k} items in front",
        ks=_FEW,
    ),
    _op("last", "list", "list", "{v}[-{k}:]", "take the last {k}", "keep {k} at the end", ks=_FEW),
    _op("alternate", "list", "list", "{v}[::2]", "take every second item", "keep even positions"),
    _op(
        "gaps",
        "list",
        "list",
        "[y - x for x, y in zip({v}, {v}[1:])]",
        "take differences of neighbours",
        "subtract each number from the next",
    ),
    _op("total", "list", "number", "sum({v})", "sum the list", "add up the list"),
    _op("size", "list", "number", "len({v})", "count the items", "find how many items there are"),
    _op(
        "largest",
        "list",
        "number",
        "max({v}, default=0)",
        "find the largest, or 0 if none",
        "find the maximum, or 0 if none",
    ),
    _op(
        "smallest",
        "list",
        "number",
        "min({v}, default=0)",
        "find the smallest, or 0 if none",
        "find the minimum, or 0 if none",
    ),
    _op(
        "kinds",
        "list",
        "number",
        "len(set({v}))",
        "count the distinct numbers",
        "count the different numbers",
    ),
    _op(
        "squares",
        "list",
        "number",
        "sum(x * x for x in {v})",
        "sum the squares",
        "add up the squares",
    ),
    _op(
        "join",
        "list",
        "string",
        '"{k}".join(map(str, {v}))',
        'join with "{k}"',
        'glue with "{k}" between',
        ks=("-", "+", "/", ":"),
    ),
    _op("upper", "string", "string", "{v}.upper()", "make upper case", "turn into capitals"),
    _op("flip", "string", "string", "{v}[::-1]", "reverse the text", "write the text backwards"),
    _op(
        "vowels",
        "string",
        "string",
        '"".join(c for c in {v} if c in "aeiou")',
        "keep the vowels",
        "drop all but vowels",
    ),
    _op(
        "consonants",
        "string",
        "string",
        '"".join(c for c in {v} if c not in "aeiou")',
        "remove the vowels",
        "drop the vowels",
    ),
    _op(
        "without",
        "string",
        "string",
        '{v}.replace("{k}", "")',
        'remove each "{k}"',
        'delete every "{k}"',
        ks=_LETTERS,
    ),
    _op(
        "double",
        "string",
        "string",
        '"".join(c * 2 for c in {v})',
        "double each character",
        "write each character twice",
    ),
    _op(
        "alphabetic",
        "string",
        "string",
        '"".join(sorted({v}))',
        "sort the characters",
        "order the characters",
    ),
    _op(
        "head",
        "string",
        "string",
        "{v}[:{k}]",
        "take the first {k} characters",
        "cut to {k} characters",
        ks=(2, 3, 4, 5),
    ),
    _op(
        "repeat",
        "string",
        "string",
        "{v} * {k}",
        "repeat the text {k} times",
        "write the text {k} times",
        ks=(2, 3, 4),
    ),
    _op(
        "words",
        "string",
        "list",
        "[len(w) for w in {v}.split()]",
        "list the word lengths",
        "take the length of each word",
    ),
    _op(
        "places",
        "string",
        "list",
        '[i for i, c in enumerate({v}) if c == "{k}"]',
        'list the positions of "{k}"',
        'find where "{k}" stands',
        ks=_LETTERS,
    ),
    _op("length", "string", "number", "len({v})", "find the length", "count the characters"),
    _op(
        "count",
        "string",
        "number",
        '{v}.count("{k}")',
        'count the letter "{k}"',
        'find how often "{k}" occurs',
        ks=_LETTERS,
    ),
    _op(
        "variety",
        "string",
        "number",
        "len(set({v}))",
        "count the distinct characters",
        "count the different characters",
    ),
    _op("add", "number", "number", "{v} + {k}", "add {k}", "increase by {k}", ks=_SMALL),
    _op("multiply", "number", "number", "{v} * {k}", "multiply by {k}", "scale by {k}", ks=_SMALL),
    _op("power", "number", "number", "{v} ** 2", "square the number", "multiply it by itself"),
    _op(
        "rest",
        "number",
        "number",
        "{v} % {k}",
        "take it modulo {k}",
        "reduce it mod {k}",
        ks=_SMALL,
    ),
    _op(
        "halve",
        "number",
        "number",
        "{v} // 2",
        "halve it, rounding down",
        "divide by 2, rounding down",
    ),
    _op(
        "cross",
        "number",
        "number",
        "sum(map(int, str(abs({v}))))",
        "sum its digits",
        "add up its digits",
    ),
    _op(
        "digits",
        "number",
        "list",
        "[int(c) for c in str(abs({v}))]",
        "list its digits",
        "split it into digits",
    ),
    _op(
        "upto",
        "number",
        "list",
        "list(range(1, {v} + 1))",
        "list the numbers from 1 to it",
        "count from 1 up to it",
    ),
    _op(
        "divisors",
        "number",
        "list",
        "[d for d in range(1, {v} + 1) if {v} % d == 0]",
        "list its divisors",
        "find all its divisors",
    ),
    _op(
        "transpose",
        "grid",
        "grid",
        "[list(r) for r in zip(*{v})]",
        "transpose the grid",
        "swap rows and columns",
    ),
    _op("upside", "grid", "grid", "{v}[::-1]", "reverse the rows", "turn the grid upside down"),
    _op("mirror", "grid", "grid", "[r[::-1] for r in {v}]", "mirror each row", "reverse each row"),
    _op(
        "raise",
        "grid",
        "grid",
        "[[x + {k} for x in r] for r in {v}]",
        "add {k} to each cell",
        "increase each cell by {k}",
        ks=_SMALL,
    ),
    _op(
        "flatten",
        "grid",
        "list",
        "[x for r in {v} for x in r]",
        "flatten the grid",
        "list all cells",
    ),
    _op("rows", "grid", "list", "[sum(r) for r in {v}]", "list the row sums", "sum each row"),
    _op(
        "columns",
        "grid",
        "list",
        "[sum(c) for c in zip(*{v})]",
        "list the column sums",
        "sum each column",
    ),
    _op(
        "peaks",
        "grid",
        "list",
        "[max(r) for r in {v}]",
        "list the row maxima",
        "take the largest of each row",
    ),
)
BY_NAME = {operation.name: operation for operation in OPERATIONS}
_FROM: dict[Domain, tuple[Operation, ...]] = {
    domain: tuple(o for o in OPERATIONS if o.takes == domain) for domain in VARIABLE
}


@dataclass(frozen=True, slots=True)
class Step:
    """An operation with its parameter."""

    operation: Operation
    parameter: Any = None

    def __str__(self) -> str:
        if self.parameter is None:
            return self.operation.name
        return f"{self.operation.name}({self.parameter})"

    def fill(self, template: str, value: str = "") -> str:
        """Put the value so far and the parameter into a template."""
        return template.replace("{v}", value).replace("{k}", str(self.parameter))

    def phrase(self, which: int = 0) -> str:
        """How the step is asked for, in words."""
        return self.fill(self.operation.phrases[which])


@dataclass(frozen=True, slots=True)
class Composition:
    """Steps whose types fit one another, from ``domain`` on."""

    domain: Domain
    steps: tuple[Step, ...]

    @property
    def depth(self) -> int:
        """How many operations, the difficulty of the problem."""
        return len(self.steps)

    @property
    def gives(self) -> Domain:
        """The type of the answer."""
        return self.steps[-1].operation.gives

    @property
    def name(self) -> str:
        """Readable and unique: ``list.even.plus(3).total``."""
        return ".".join((self.domain, *map(str, self.steps)))

    @property
    def split(self) -> Split:
        """Train or held-out, by the sequence of operations (at depth 1: by the parameter)."""
        if self.depth == 1:
            if self.steps[0].parameter is None:
                return "train"
            key = self.name
        else:
            key = ".".join((self.domain, *(s.operation.name for s in self.steps)))
        digest = hashlib.blake2b(key.encode(), digest_size=8).digest()
        return "held-out" if int.from_bytes(digest, "big") / 2**64 < HELD_OUT_SHARE else "train"

    def lines(self) -> list[str]:
        """The plainest program: one assignment a step."""
        lines, variable = [], VARIABLE[self.domain]
        for step in self.steps:
            value = step.fill(step.operation.code, variable)
            variable = VARIABLE[step.operation.gives]
            lines.append(f"{variable} = {value}")
        return lines

    def program(self, kind: Literal["function", "stdin"] = "function") -> str:
        """The reference solution."""
        return wrap(self, self.lines(), VARIABLE[self.gives], kind)

    def __call__(self, value: Any) -> Any:
        """The right answer for one input.

        Raises:
            TooLarge: a value on the way is beyond what a readable test holds.
        """
        for step in self.steps:
            value = _function(step)(value)
            if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
                raise TooLarge(self.name)
            if isinstance(value, (list, str)) and len(value) > LONGEST_VALUE:
                raise TooLarge(self.name)
        return value


LARGEST_NUMBER = 10_000  # also what keeps "list the numbers from 1 to it" within reach
LONGEST_VALUE = 80


class TooLarge(ValueError):
    """A composition grows beyond what a readable test holds."""


@functools.cache
def _function(step: Step) -> Callable[[Any], Any]:
    """A step as a Python function, out of our own table of expressions."""
    function: Callable[[Any], Any] = eval("lambda v: " + step.fill(step.operation.code, "v"))
    return function


def wrap(
    composition: Composition, lines: Sequence[str], answer: str, kind: Literal["function", "stdin"]
) -> str:
    """A whole program around the lines that compute ``answer``."""
    if kind == "function":
        head = f"def f({VARIABLE[composition.domain]}):"
        return "\n".join((head, *(f"    {line}" for line in (*lines, f"return {answer}")))) + "\n"
    shown = f"print(*{answer})" if composition.gives == "list" else f"print({answer})"
    return "\n".join((READ[composition.domain], *lines, shown)) + "\n"


# --- drawing problems -----------------------------------------------------------------------

_WORDS = (
    "stone",
    "river",
    "tree",
    "cloud",
    "letter",
    "table",
    "road",
    "apple",
    "tower",
    "market",
    "winter",
    "silver",
    "castle",
    "forest",
    "paper",
    "morning",
    "sister",
    "garden",
    "yellow",
    "rocket",
)


def draw_input(domain: Domain, rng: random.Random) -> Any:
    """A random value of a domain, small enough to read."""
    if domain == "list":
        return [rng.randint(-15, 30) for _ in range(rng.randint(3, 9))]
    if domain == "string":
        return " ".join(rng.choice(_WORDS) for _ in range(rng.randint(1, 4)))
    if domain == "number":
        return rng.randint(1, 60)
    columns = rng.randint(2, 4)
    return [[rng.randint(-9, 20) for _ in range(columns)] for _ in range(rng.randint(2, 4))]


_DOMAINS: tuple[Domain, ...] = ("list", "string", "number", "grid")


def draw_composition(depth: int, rng: random.Random) -> Composition:
    """A random path of typed operations; no operation stands twice in a row."""
    domain: Domain = rng.choices(_DOMAINS, (5, 2, 2, 2))[0]
    at = domain
    steps: list[Step] = []
    while len(steps) < depth:
        operation = rng.choice(_FROM[at])
        if steps and steps[-1].operation is operation:
            continue
        steps.append(Step(operation, rng.choice(operation.parameters or (None,))))
        at = operation.gives
    return Composition(domain, tuple(steps))


_OPENINGS = {
    "function": ("Write f({v}) for {noun}:", "Define f({v}), where {v} is {noun}."),
    "stdin": ("Read {noun}.", "The input is {noun}."),
}
_ENDINGS = {
    "function": ("Return the result.", "Return what you get."),
    "stdin": ("Print the result.", "Print what you get."),
}


def state(composition: Composition, kind: Literal["function", "stdin"], rng: random.Random) -> str:
    """The problem in words; phrasing drawn from ``rng``."""
    noun = (NOUN if kind == "function" else READ_NOUN)[composition.domain]
    opening = rng.choice(_OPENINGS[kind]).format(v=VARIABLE[composition.domain], noun=noun)
    phrases = [s.phrase(rng.randrange(len(s.operation.phrases))) for s in composition.steps]
    asked = rng.choice((", then ", "; ")).join(phrases)
    if opening.endswith("."):
        asked = asked[0].upper() + asked[1:]
    return f"{opening} {asked}. {rng.choice(_ENDINGS[kind])}"


def _shown(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _neighbours(composition: Composition, rng: random.Random) -> Iterator[Composition]:
    """Compositions one slip away: a step forgotten, another parameter, another operation."""
    steps = composition.steps
    for i, step in enumerate(steps):
        operation = step.operation
        if operation.takes == operation.gives and len(steps) > 1:
            yield Composition(composition.domain, (*steps[:i], *steps[i + 1 :]))
    for i in rng.sample(range(len(steps)), len(steps)):
        operation = steps[i].operation
        others = [
            Step(o, rng.choice(o.parameters or (None,)))
            for o in OPERATIONS
            if (o.takes, o.gives) == (operation.takes, operation.gives)
        ]
        for other in rng.sample(others, len(others)):
            yield Composition(composition.domain, (*steps[:i], other, *steps[i + 1 :]))


def _make(
    composition: Composition, kind: Literal["function", "stdin"], rng: random.Random
) -> Problem | None:
    """The problem of a composition, or None where the tests could not tell it from a slip."""
    inputs = [draw_input(composition.domain, rng) for _ in range(TESTS_PER_PROBLEM)]
    try:
        outputs = [composition(value) for value in inputs]
    except TooLarge:
        return None
    seen = {repr(o) for o in outputs}
    if len(seen) < TESTS_PER_PROBLEM // 2 or any(len(r) > 160 for r in seen):
        return None  # nearly constant, or too long to read
    wrong: list[Composition] = []
    for i, slip in enumerate(_neighbours(composition, rng)):
        try:
            differs = [slip(value) for value in inputs] != outputs
        except TooLarge:
            continue
        forgets = i < composition.depth and slip.depth < composition.depth
        if forgets and not differs:
            return None  # a step that changes nothing is not a step
        if differs:
            wrong.append(slip)
        if len(wrong) >= 2 and not forgets:
            break
    if not wrong:
        return None
    if kind == "stdin":
        cases = tuple(
            TestCase(_shown(i) + "\n", _shown(o) + "\n", public=n < 2)
            for n, (i, o) in enumerate(zip(inputs, outputs, strict=True))
        )
    else:
        cases = tuple(
            TestCase([i], o, public=n < 2)
            for n, (i, o) in enumerate(zip(inputs, outputs, strict=True))
        )
    return Problem(
        id=f"compose/{kind}.{composition.name}",
        statement=state(composition, kind, rng),
        kind=kind,
        entry_point="f" if kind == "function" else None,
        tests=cases,
        limits=Limits(cpu_seconds=2.0),
        difficulty=float(composition.depth),
        source=Source(platform="microcoder", license="Apache-2.0"),
        solutions=(
            Solution(composition.program(kind)),
            *(Solution(w.program(kind), "WA") for w in wrong[:2]),
        ),
        tags=(f"split:{composition.split}", f"domain:{composition.domain}"),
    )


def generate(
    split: Split = "train", *, seed: int = 0, depths: Sequence[int] = DEPTHS
) -> Iterator[tuple[Composition, Problem]]:
    """Yield problems without end (until the depths asked for are exhausted), no id twice.

    The same seed, split and depths give the same problems in the same order.
    """
    if not depths or any(d not in DEPTHS for d in depths):
        raise ValueError(f"depths must be some of {DEPTHS}, not {tuple(depths)}")
    rng = random.Random(f"compose {seed} {split}")
    seen: set[str] = set()
    in_vain = 0
    while in_vain < 20_000:
        in_vain += 1
        composition = draw_composition(rng.choice(tuple(depths)), rng)
        kind: Literal["function", "stdin"] = "function"
        if composition.domain != "grid" and composition.gives != "grid" and rng.random() < 0.3:
            kind = "stdin"
        if composition.split != split or (name := f"{kind}.{composition.name}") in seen:
            continue
        problem = _make(composition, kind, random.Random(f"{seed} {name}"))
        if problem is None:
            continue
        seen.add(name)
        in_vain = 0
        yield composition, problem


def load(
    split: Split = "train", *, count: int, seed: int = 0, depths: Sequence[int] = DEPTHS
) -> list[Problem]:
    """The first ``count`` problems of :func:`generate` (fewer where the depths hold fewer)."""
    problems: list[Problem] = []
    for _, problem in generate(split, seed=seed, depths=depths):
        problems.append(problem)
        if len(problems) == count:
            break
    return problems
