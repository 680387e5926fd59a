"""How much better than its group was each completion? (std with ddof = 1, as TRL and verl have it)

    A_i = (r_i - mean(r)) / (std(r) + epsilon)

over the judged members of the group of i. A missing reward (nan) is not a zero: it leaves the
group's mean and standard deviation, and its own advantage is 0.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from microcoder.errors import InputError

Scale = Literal["std", "none"]


def group_advantages(
    rewards: ArrayLike,
    groups: ArrayLike,
    *,
    scale: Scale = "std",
    epsilon: float = 1e-4,
) -> NDArray[np.float64]:
    """The advantage of each completion over its group.

    Args:
        rewards: (B,) floats; nan where the completion could not be judged.
        groups: (B,) labels, integers or texts, in any order; one label per prompt.
        scale: "std" divides by the group's standard deviation, "none" only centres (Dr. GRPO).
        epsilon: added to the standard deviation; 1e-4 is what TRL 1.16 adds.

    Returns:
        (B,) advantages; 0 for unjudged completions, for groups with fewer than two judged
        members and, exactly, for groups whose rewards are all equal.

    Raises:
        InputError: shapes differ, a reward is infinite, or ``scale`` is unknown.
    """
    if scale not in ("std", "none"):
        raise InputError(f"scale must be 'std' or 'none', not {scale!r}")
    values, member = _checked(rewards, groups)
    group = _statistics(values, member)
    judged = ~np.isnan(values)
    advantages = np.where(judged, values, 0.0) - group.mean[member]
    if scale == "std":
        advantages = advantages / (group.std[member] + epsilon)
    # A constant group must give 0 itself, not the rounding error of its mean over epsilon.
    teaches = judged & group.mixed[member]
    return np.where(teaches, advantages, 0.0)


def zero_variance_share(rewards: ArrayLike, groups: ArrayLike) -> float:
    """The share of groups, of those with at least two judged members, whose rewards are all equal.

    Such a group has advantage 0 throughout. nan where no group has two judged members.

    Args:
        rewards: (B,) floats, nan where unjudged.
        groups: (B,) labels.

    Raises:
        InputError: shapes differ or a reward is infinite.
    """
    group = _statistics(*_checked(rewards, groups))
    comparable = group.judged >= 2
    if not comparable.any():
        return float("nan")
    return float(np.mean(~group.mixed[comparable]))


class _Statistics(NamedTuple):
    """Per group (K,): over its judged members."""

    judged: NDArray[np.int64]
    mean: NDArray[np.float64]
    std: NDArray[np.float64]
    mixed: NDArray[np.bool_]


def _checked(
    rewards: ArrayLike, groups: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    values = np.asarray(rewards, dtype=np.float64)
    labels = np.asarray(groups)
    if values.ndim != 1 or labels.shape != values.shape:
        raise InputError(
            f"rewards {values.shape} and groups {labels.shape} must be of one length: "
            "one reward and one group label per completion"
        )
    if np.isinf(values).any():
        raise InputError("a reward is infinite; a completion that could not be judged is nan")
    member = np.unique(labels, return_inverse=True)[1]
    return values, member.astype(np.int64)


def _statistics(values: NDArray[np.float64], member: NDArray[np.int64]) -> _Statistics:
    number = int(member.max()) + 1 if member.size else 0
    seen = ~np.isnan(values)
    values, member = values[seen], member[seen]
    judged = np.bincount(member, minlength=number)
    mean = np.bincount(member, values, number) / np.maximum(judged, 1)
    squares = np.bincount(member, (values - mean[member]) ** 2, number)
    low, high = np.full(number, np.inf), np.full(number, -np.inf)
    np.minimum.at(low, member, values)
    np.maximum.at(high, member, values)
    return _Statistics(judged, mean, np.sqrt(squares / np.maximum(judged - 1, 1)), high > low)
