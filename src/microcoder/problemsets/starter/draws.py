"""Small random inputs: numbers, words, sentences, and the lines of a standard input."""

from __future__ import annotations

import string
from collections.abc import Iterable
from random import Random

WORDS = [
    "apple",
    "bread",
    "candle",
    "door",
    "eagle",
    "fern",
    "gate",
    "hill",
    "ink",
    "jar",
    "kite",
    "lamp",
    "moon",
    "nest",
    "oak",
    "pond",
    "quill",
    "river",
    "stone",
    "tree",
    "umbrella",
    "violin",
    "window",
    "yard",
    "zebra",
    "ant",
    "bee",
    "cat",
    "dog",
    "elk",
    "fox",
    "goat",
    "hen",
    "owl",
    "pig",
    "rat",
    "sun",
    "tea",
    "boat",
    "cloud",
    "dust",
    "ember",
    "frost",
    "grain",
    "honey",
    "island",
]
NAMES = [
    "Ada",
    "Ben",
    "Cleo",
    "Dan",
    "Eve",
    "Finn",
    "Gus",
    "Hana",
    "Ivo",
    "June",
    "Kim",
    "Leo",
    "Mia",
    "Noa",
    "Otto",
    "Pia",
]


def ints(r: Random, sizes: tuple[int, int], low: int, high: int) -> list[int]:
    """A list of numbers in ``low..high``; its length lies in ``sizes``, both ends included."""
    return [r.randint(low, high) for _ in range(r.randint(*sizes))]


def distinct(r: Random, sizes: tuple[int, int], low: int, high: int) -> list[int]:
    """As `ints`, without repetition."""
    return r.sample(range(low, high + 1), r.randint(*sizes))


def letters(r: Random, sizes: tuple[int, int], alphabet: str = string.ascii_lowercase) -> str:
    """A string over ``alphabet``; its length lies in ``sizes``."""
    return "".join(r.choice(alphabet) for _ in range(r.randint(*sizes)))


def words(r: Random, sizes: tuple[int, int]) -> list[str]:
    """Words that may repeat."""
    return [r.choice(WORDS) for _ in range(r.randint(*sizes))]


def names(r: Random, sizes: tuple[int, int]) -> list[str]:
    """First names without repetition."""
    return r.sample(NAMES, r.randint(*sizes))


def sentence(r: Random, sizes: tuple[int, int]) -> str:
    """Words with a space between them."""
    return " ".join(words(r, sizes))


def grid(
    r: Random, rows: tuple[int, int], columns: tuple[int, int], low: int, high: int
) -> list[list[int]]:
    """A rectangle of numbers in ``low..high``."""
    height, width = r.randint(*rows), r.randint(*columns)
    return [[r.randint(low, high) for _ in range(width)] for _ in range(height)]


def drawing(r: Random, rows: tuple[int, int], columns: tuple[int, int], alphabet: str) -> list[str]:
    """A rectangle of characters, one string a row."""
    height, width = r.randint(*rows), r.randint(*columns)
    return ["".join(r.choice(alphabet) for _ in range(width)) for _ in range(height)]


def placed(r: Random, rows: list[str], marks: str) -> list[str]:
    """The drawing with each of ``marks`` written over a random cell of its own."""
    cells = [list(row) for row in rows]
    places = r.sample([(y, x) for y, row in enumerate(rows) for x in range(len(row))], len(marks))
    for (y, x), mark in zip(places, marks, strict=True):
        cells[y][x] = mark
    return ["".join(row) for row in cells]


def lines(*rows: object) -> str:
    """The text of a standard input: one row a line, a list's items set apart by spaces."""
    return "".join(
        " ".join(str(item) for item in row) + "\n" if isinstance(row, (list, tuple)) else f"{row}\n"
        for row in rows
    )


def counted(rows: Iterable[object]) -> str:
    """Like `lines`, with the number of rows on a line before them."""
    rows = list(rows)
    return lines(len(rows), *rows)


def measured(rows: list[str]) -> str:
    """The rows of a drawing, with its height and width on a line before them."""
    return lines([len(rows), len(rows[0])], *rows)
