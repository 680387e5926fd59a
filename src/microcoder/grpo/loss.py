"""The clipped policy loss, written out once as the reference every engine is tested against.

    loss_it = -min(ratio * A_i, clip(ratio, 1 - clip_low, 1 + clip_high) * A_i) + beta * KL_it
    ratio   = exp(logp_it - old_logp_it)
    KL_it   = exp(ref_it - logp_it) - (ref_it - logp_it) - 1          (k3; as TRL)

Both log-probabilities are at the sampling temperature. "token_mean" divides the sum over all
completion tokens by their number (DAPO): a long answer weighs more, a masked one still counts in
the denominator. "sequence_mean" takes the mean within each completion first (GRPO). Not written
here, and to be switched off in engines that have it: dual clipping, which bounds the ratio for
negative advantages from above.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from microcoder.errors import InputError

Aggregation = Literal["token_mean", "sequence_mean"]


class ClipShares(NamedTuple):
    """Shares of completion tokens whose gradient the clip cut off."""

    low: float
    """ratio below 1 - clip_low while the advantage is negative."""
    high: float
    """ratio above 1 + clip_high while the advantage is positive."""


def policy_loss(
    logps: ArrayLike,
    old_logps: ArrayLike,
    advantages: ArrayLike,
    mask: ArrayLike,
    *,
    clip_low: float = 0.2,
    clip_high: float = 0.28,
    ref_logps: ArrayLike | None = None,
    beta: float = 0.0,
    aggregation: Aggregation = "token_mean",
) -> float:
    """The loss of one batch; what lies outside the mask is never looked at.

    Args:
        logps: (B, T) log-probabilities under the policy being trained.
        old_logps: (B, T) under the policy that sampled.
        advantages: (B,).
        mask: (B, T) true on completion tokens, false on padding.
        clip_low, clip_high: how far the ratio may go below and above 1.
        ref_logps: (B, T) under the reference policy; needed where ``beta`` is not 0.
        beta: weight of the divergence from the reference.
        aggregation: "token_mean" or "sequence_mean".

    Raises:
        InputError: shapes do not fit, ``ref_logps`` is missing, or ``aggregation`` is unknown.
    """
    if aggregation not in ("token_mean", "sequence_mean"):
        raise InputError(
            f"aggregation must be 'token_mean' or 'sequence_mean', not {aggregation!r}"
        )
    inside, advantage, ratio = _ratios(logps, old_logps, advantages, mask)
    clipped = np.clip(ratio, 1 - clip_low, 1 + clip_high)
    per_token = -np.minimum(ratio * advantage, clipped * advantage)
    if beta != 0.0:
        if ref_logps is None:
            raise InputError(f"beta={beta} needs ref_logps, the reference policy's")
        gap = _like(inside, "ref_logps", ref_logps) - _like(inside, "logps", logps)
        per_token = per_token + beta * (np.exp(gap) - gap - 1)
    per_token = np.where(inside, per_token, 0.0)
    if aggregation == "token_mean":
        return float(per_token.sum() / max(inside.sum(), 1))
    lengths = np.maximum(inside.sum(axis=1), 1)
    return float((per_token.sum(axis=1) / lengths).mean()) if len(lengths) else 0.0


def clip_shares(
    logps: ArrayLike,
    old_logps: ArrayLike,
    advantages: ArrayLike,
    mask: ArrayLike,
    *,
    clip_low: float = 0.2,
    clip_high: float = 0.28,
) -> ClipShares:
    """How often each side of the clip bites, as shares of the completion tokens (0 for none).

    Arguments and errors as in ``policy_loss``.
    """
    inside, advantage, ratio = _ratios(logps, old_logps, advantages, mask)
    tokens = max(int(inside.sum()), 1)
    low = inside & (ratio < 1 - clip_low) & (advantage < 0)
    high = inside & (ratio > 1 + clip_high) & (advantage > 0)
    return ClipShares(float(low.sum() / tokens), float(high.sum() / tokens))


def _ratios(
    logps: ArrayLike, old_logps: ArrayLike, advantages: ArrayLike, mask: ArrayLike
) -> tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.float64]]:
    """(mask (B, T), advantages (B, 1), ratios (B, T), which are 1 outside the mask)."""
    inside = np.asarray(mask).astype(bool)
    if inside.ndim != 2:
        raise InputError(f"mask must have shape (completions, tokens), not {inside.shape}")
    advantage = np.asarray(advantages, dtype=np.float64)
    if advantage.shape != inside.shape[:1]:
        raise InputError(
            f"advantages {advantage.shape} must hold one number per row of the mask {inside.shape}"
        )
    gap = _like(inside, "logps", logps) - _like(inside, "old_logps", old_logps)
    return inside, advantage[:, None], np.exp(np.where(inside, gap, 0.0))


def _like(inside: NDArray[np.bool_], name: str, values: ArrayLike) -> NDArray[np.float64]:
    array = np.asarray(values, dtype=np.float64)
    if array.shape != inside.shape:
        raise InputError(f"{name} {array.shape} must have the mask's shape {inside.shape}")
    return np.where(inside, array, 0.0)  # padding may hold anything, -inf - -inf included
