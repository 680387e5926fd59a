"""From verdicts to advantages in one call, the same for every engine.

    A_i = (r_i - mean) / (std + epsilon) * (1 - masked_i)

The mask multiplies after the group was normalised: a masked completion stays in its group's mean
and standard deviation, and its tokens stay in the loss's denominator. An unjudged one (reward nan)
leaves the mean. The two are not the same thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from microcoder.errors import InputError
from microcoder.grpo import masking as rule
from microcoder.grpo.advantages import Scale, group_advantages

Mode = Literal["none", "all", "conditional"]


@dataclass(frozen=True, slots=True)
class Masking:
    """How truncated completions are treated."""

    mode: Mode = "conditional"
    """"none": as any other. "all": every truncated one is masked. "conditional": the rule of
    ``masking``."""
    rho: float = 0.2
    """The chance with which an eligible completion is masked (conditional only)."""
    repeat_window: int = 128
    """m, tokens: the last m are compared with the m before them."""
    reading: rule.Reading = "correct_or_incomplete"
    """What "non incorrect" means."""
    any_period: bool = False
    """Count a loop of any period within the last 2m tokens as repeating, not only periods that
    divide m."""

    def __post_init__(self) -> None:
        if self.mode not in ("none", "all", "conditional"):
            raise InputError(f"mode must be 'none', 'all' or 'conditional', not {self.mode!r}")
        if not 0 <= self.rho <= 1:
            raise InputError(f"rho must lie between 0 and 1, not {self.rho}")
        if self.repeat_window < 1:
            raise InputError(f"repeat_window must be at least 1 token, not {self.repeat_window}")
        if self.reading not in ("correct_or_incomplete", "correct"):
            raise InputError(
                f"reading must be 'correct_or_incomplete' or 'correct', not {self.reading!r}"
            )


@dataclass(frozen=True, slots=True)
class Credit:
    """What each completion of a rollout teaches; every array is (B,)."""

    advantages: NDArray[np.float64]
    """After masking: what the engine multiplies the tokens' ratio by."""
    masked: NDArray[np.bool_]
    """Advantage set to 0 by the masking rule."""
    repeating: NDArray[np.bool_]
    """Going in circles at its end, truncated or not."""


def assign_credit(
    rewards: ArrayLike,
    groups: ArrayLike,
    *,
    token_ids: Sequence[Sequence[int]],
    truncated: ArrayLike,
    complete_code: ArrayLike,
    correct: ArrayLike,
    masking: Masking,
    seed: int,
    rollout_index: int,
    prompt_ids: Sequence[str | int],
    sample_indices: Sequence[int],
    scale: Scale = "std",
    epsilon: float = 1e-4,
) -> Credit:
    """Normalise within groups, then mask; the batch may be a shard if its groups are whole.

    Args:
        rewards: (B,) floats, nan where unjudged.
        groups: (B,) labels, one per prompt.
        token_ids: B completions' tokens, without prompt and padding.
        truncated: (B,) no stop token: cut at the length limit.
        complete_code: (B,) a program could be extracted.
        correct: (B,) accepted by the judge.
        masking: the rule.
        seed, rollout_index: of the run and of this generation; they fix the draws.
        prompt_ids: (B,) ids that do not depend on the batch's order.
        sample_indices: (B,) 0 to G-1 within the prompt.
        scale, epsilon: as in ``group_advantages``.

    Raises:
        InputError: the arguments differ in length, or one is out of range.
    """
    advantages = group_advantages(rewards, groups, scale=scale, epsilon=epsilon)
    cut, has_code, right = (
        np.asarray(flags, dtype=bool) for flags in (truncated, complete_code, correct)
    )
    _same_length(
        len(advantages),
        token_ids=len(token_ids),
        truncated=cut.size,
        complete_code=has_code.size,
        correct=right.size,
        prompt_ids=len(prompt_ids),
        sample_indices=len(sample_indices),
    )
    repeating = np.array([_in_circles(tokens, masking) for tokens in token_ids], dtype=bool)
    if masking.mode == "none":
        hidden = np.zeros(len(advantages), dtype=bool)
    elif masking.mode == "all":
        hidden = cut.copy()
    else:
        excused = rule.non_incorrect(right, cut & ~has_code, masking.reading)
        draws = rule.uniform_draws(seed, rollout_index, prompt_ids, sample_indices)
        hidden = rule.masked(cut, excused, repeating, draws, masking.rho)
    return Credit(np.where(hidden, 0.0, advantages), hidden, repeating)


def _same_length(size: int, **lengths: int) -> None:
    for name, length in lengths.items():
        if length != size:
            raise InputError(f"{name} has {length} entries for {size} rewards; give one of each")


def _in_circles(tokens: Sequence[int], masking: Masking) -> bool:
    if masking.any_period:
        return rule.loops(tokens, 2 * masking.repeat_window)
    return rule.repeats(tokens, masking.repeat_window)
