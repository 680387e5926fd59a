"""How a starter problem is written down: `function(...)` and `program(...)` make an Entry.

An author gives words, one right program, mistakes and inputs; examples, tests and verdicts follow
from running them (build.py). So an example cannot lie and an expected output is never typed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import dedent, indent
from typing import Any, Literal

from microcoder.errors import ProblemError

Slip = tuple[str, str]
"""A mistake as an edit of the reference: (a fragment standing there once, what was written)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One problem as its author wrote it."""

    id: str
    family: str
    """Shelf and habit, "lists/filter"; a family goes whole into one split."""
    difficulty: int
    """1, a line of code, to 5, an algorithm with state."""
    kind: Literal["function", "stdin"]
    statement: str
    """Plain words. In function problems ``{f}`` stands for the signature."""
    reference: str
    """A complete program that is right."""
    wrong: tuple[str, ...]
    """Complete programs that are wrong in a way people are."""
    edges: tuple[Any, ...]
    """Hand-picked inputs, in the order of the tests; the first two are public."""
    draw: Callable[[random.Random], Any]
    """One more input, from a seeded generator."""
    signature: str = ""
    """``name(a: int) -> int``; empty for stdin problems."""

    @property
    def entry_point(self) -> str | None:
        """The function to call; None for stdin problems."""
        return self.signature.partition("(")[0] or None


def function(
    id: str,
    family: str,
    difficulty: int,
    signature: str,
    statement: str,
    *,
    reference: str,
    wrong: Sequence[str | Slip],
    edges: Sequence[tuple[Any, ...]],
    draw: Callable[[random.Random], tuple[Any, ...]],
) -> Entry:
    """A problem answered by one function; programs are given as function bodies.

    An input is the tuple of positional arguments.
    """

    def whole(body: str) -> str:
        return f"def {signature}:\n{indent(_tidy(body), '    ')}"

    return Entry(
        id=id,
        family=family,
        difficulty=difficulty,
        kind="function",
        statement=_paragraph(statement).replace("{f}", f"`{signature}`"),
        reference=whole(reference),
        wrong=tuple(whole(body) for body in _mistakes(id, reference, wrong)),
        edges=tuple(edges),
        draw=draw,
        signature=signature,
    )


def program(
    id: str,
    family: str,
    difficulty: int,
    statement: str,
    *,
    reference: str,
    wrong: Sequence[str | Slip],
    edges: Sequence[str],
    draw: Callable[[random.Random], str],
) -> Entry:
    """A problem answered by a program that reads standard input and prints."""
    return Entry(
        id=id,
        family=family,
        difficulty=difficulty,
        kind="stdin",
        statement=_paragraph(statement),
        reference=_tidy(reference),
        wrong=tuple(_tidy(text) for text in _mistakes(id, reference, wrong)),
        edges=tuple(edges),
        draw=draw,
    )


def _tidy(text: str) -> str:
    return dedent(text).strip("\n").rstrip() + "\n"


def _paragraph(text: str) -> str:
    return " ".join(text.split())


def _mistakes(id: str, reference: str, wrong: Sequence[str | Slip]) -> list[str]:
    texts = []
    for mistake in wrong:
        if isinstance(mistake, tuple):
            fragment, written = mistake
            if reference.count(fragment) != 1:
                raise ProblemError(
                    f"{id}: the fragment {fragment!r} stands {reference.count(fragment)} times in "
                    "the reference; a slip needs one that stands there once"
                )
            mistake = reference.replace(fragment, written)
        texts.append(mistake)
    return texts
