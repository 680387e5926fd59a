"""pass@k and how sure one can be of it.

With n attempts at a problem of which c are right, the unbiased estimate of the chance that at
least one of k attempts is right is

    pass@k = 1 - C(n - c, k) / C(n, k)

(Chen et al. 2021, eq. 1). Intervals come from a bootstrap over problems: the problems of a set are
the sample, the attempts at one problem are not independent draws from the set.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from microcoder.errors import InputError


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over problems and its interval; nan where there was no problem."""

    value: float
    low: float
    high: float


def pass_at_k(n: int, c: int, k: int) -> float:
    """The unbiased estimate from ``c`` right ones of ``n`` attempts; nan where n < k.

    Raises:
        InputError: ``k`` is below 1, or ``c`` not between 0 and ``n``.
    """
    if k < 1:
        raise InputError(f"pass@k needs a k of at least 1, not {k}")
    if not 0 <= c <= n:
        raise InputError(f"{c} right attempts of {n}: must lie between 0 and {n}")
    if n < k:
        return math.nan
    return 1 - math.comb(n - c, k) / math.comb(n, k)


def bootstrap_interval(
    values_per_problem: Sequence[float] | NDArray[np.float64],
    seed: int,
    level: float = 0.95,
    rounds: int = 10_000,
) -> tuple[float, float]:
    """The percentile bootstrap interval of the mean over problems.

    Where all problems have one value the interval has no width: the sample shows no spread, which
    is not the same as being certain. Few problems (below 20, say) make it too narrow.

    Args:
        values_per_problem: (P,) one number per problem; nan is left out.
        seed: of the resampling; the same seed gives the same interval.
        level: the share of resampled means inside, above 0 and below 1.
        rounds: how many resamplings.

    Returns:
        (low, high); (nan, nan) without a problem.

    Raises:
        InputError: ``level`` or ``rounds`` is out of range.
    """
    if not 0 < level < 1:
        raise InputError(f"level must lie between 0 and 1, not {level}")
    if rounds < 1:
        raise InputError(f"rounds must be at least 1, not {rounds}")
    values = _known(values_per_problem)
    if not values.size:
        return math.nan, math.nan
    rng = np.random.default_rng(seed)
    means = np.empty(rounds)
    at_once = max(1, 2_000_000 // values.size)  # keeps the table of indices below 16 MB
    for start in range(0, rounds, at_once):
        size = min(at_once, rounds - start)
        drawn = rng.integers(0, values.size, (size, values.size))
        means[start : start + size] = values[drawn].mean(axis=1)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def estimate(
    values_per_problem: Sequence[float] | NDArray[np.float64],
    seed: int,
    level: float = 0.95,
    rounds: int = 10_000,
) -> Estimate:
    """The mean over problems and its interval; arguments as in ``bootstrap_interval``."""
    values = _known(values_per_problem)
    value = float(values.mean()) if values.size else math.nan
    return Estimate(value, *bootstrap_interval(values, seed, level, rounds))


def _known(values: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    array = np.asarray(values, dtype=np.float64).ravel()
    return array[~np.isnan(array)]
