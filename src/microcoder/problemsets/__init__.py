"""Problem sets by name: our own (starter, compose), public ones, or any file of problems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from microcoder.errors import ProblemError
from microcoder.problem import Problem, load_problems

Split = Literal["train", "held-out", "all"]
NAMES = "compose, starter, humaneval, mbpp:FILE, or a .jsonl or .json file of problems"


def load_set(
    name: str,
    *,
    split: Split = "all",
    depths: Sequence[int] = (1, 2, 3),
    difficulty: Sequence[float] | None = None,
    count: int | None = None,
    seed: int = 0,
) -> list[Problem]:
    """The problems of a set, in its order.

    Args:
        name: one of ``NAMES``.
        split: of compose and starter, or of a file whose problems carry a ``split:`` tag.
        depths: of compose alone.
        difficulty: keep problems rated within [low, high].
        count: at most so many (compose needs one: it has no end).
        seed: of compose alone.

    Raises:
        ProblemError: an unknown name, or nothing is left.
    """
    problems: list[Problem]
    if name == "compose":
        from microcoder.problemsets import compose

        if split == "all":
            raise ProblemError("compose has no split 'all'; take 'train' or 'held-out'")
        try:
            problems = compose.load(split, count=count or 1000, seed=seed, depths=depths)
        except ValueError as error:
            raise ProblemError(f"compose: {error}") from None
    elif name == "starter":
        from microcoder.problemsets import starter

        problems = starter.load(split)
    elif name == "humaneval":
        from microcoder.problemsets import humaneval

        problems = humaneval.load()
    elif name.startswith("mbpp:"):
        from microcoder.problemsets import mbpp

        problems = mbpp.load(name.removeprefix("mbpp:"))
    elif name.endswith((".jsonl", ".json")):
        problems = load_problems(name)
        if split != "all" and any(t.startswith("split:") for p in problems for t in p.tags):
            problems = [p for p in problems if f"split:{split}" in p.tags]
    else:
        raise ProblemError(f"no problem set '{name}'; known are: {NAMES}")
    if difficulty is not None:
        low, high = min(difficulty), max(difficulty)
        problems = [p for p in problems if p.difficulty is not None and low <= p.difficulty <= high]
    if not problems:
        raise ProblemError(f"no problem of '{name}' is left after split and difficulty")
    return problems[:count]
