"""The starter set: small original problems from one-liners to algorithms, with mistakes attached.

`load` reads the shipped file. The sources stand beside it: a module per shelf, and `build`.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Literal, get_args

from microcoder.errors import ProblemError
from microcoder.problem import Problem, problem_from_json

Split = Literal["train", "held-out", "all"]

__all__ = ["Split", "load"]


def load(split: Split = "all") -> list[Problem]:
    """The problems of a split, in the order of the file; whole families fall into one split.

    Raises:
        ProblemError: there is no such split.
    """
    if split not in get_args(Split):
        known = ", ".join(get_args(Split))
        raise ProblemError(f"starter set: no split '{split}'; known are: {known}")
    text = files(__name__).joinpath("starter.jsonl").read_text(encoding="utf-8")
    problems = [
        problem_from_json(json.loads(line), f"starter.jsonl: row {number}")
        for number, line in enumerate(text.splitlines(), 1)
    ]
    return [p for p in problems if split == "all" or f"split:{split}" in p.tags]
