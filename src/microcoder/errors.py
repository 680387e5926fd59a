"""Every error a user of microcoder can meet, by whose mistake it is.

MicrocoderError
├── InputError          what we were given cannot be used (exit code 2)
│   ├── ProblemError    a problem, a test or a submission: names file, row and field
│   ├── RecipeError     a recipe: names the key
│   ├── ModelError      a model or tokenizer that cannot be loaded or used
│   └── MissingExtra    an optional dependency is not installed: names the pip command
├── RunError            a run that cannot go on, though its folder is intact (exit code 2)
│   └── NothingJudged   a step whose rewards are all missing: training on it would be noise
└── JudgeError          the judge itself failed; the verdict is JE, never a zero (exit code 3)
    └── JudgeBusy       its queue is full, and the caller would not wait
"""

from __future__ import annotations


class MicrocoderError(Exception):
    """Base of all; its text is one line a user can act on."""

    exit_code = 3


class InputError(MicrocoderError):
    """What we were given cannot be used."""

    exit_code = 2


class ProblemError(InputError):
    """A problem, test case or submission is malformed."""


class RecipeError(InputError):
    """A recipe has an unknown key, a wrong type or an impossible combination."""


class ModelError(InputError):
    """A model or tokenizer cannot be loaded or used."""


class MissingExtra(InputError):
    """An optional dependency is needed and not installed."""

    def __init__(self, what: str, extra: str, module: str = "") -> None:
        because = f" ({module} is not installed)" if module else ""
        super().__init__(
            f"{what} needs the extra '{extra}'{because}; "
            f"install it with: pip install 'microcoder[{extra}]'"
        )


class RunError(MicrocoderError):
    """What surrounds a run fails it (disk, judge, Ctrl-C); it is whole and resumable."""

    exit_code = 2


class NothingJudged(RunError):
    """Not one completion of a step could be judged."""


class JudgeError(MicrocoderError):
    """The judge itself failed (never the fault of the submission)."""


class JudgeBusy(JudgeError):
    """The judge's queue is full, and the caller would not wait."""
