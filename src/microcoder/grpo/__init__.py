"""The formulas: arrays in, arrays out; no engine, no file, no clock.

The mean over groups, ``diversity``, is imported from ``microcoder.grpo.diversity``: a package that
exported it would hide the module of that name.
"""

from microcoder.grpo.advantages import group_advantages, zero_variance_share
from microcoder.grpo.credit import Credit, Masking, assign_credit
from microcoder.grpo.diversity import distinct_n, size_free_diversity
from microcoder.grpo.loss import ClipShares, clip_shares, policy_loss
from microcoder.grpo.masking import loops, masked, non_incorrect, repeats, uniform_draws

__all__ = [
    "ClipShares",
    "Credit",
    "Masking",
    "assign_credit",
    "clip_shares",
    "distinct_n",
    "group_advantages",
    "loops",
    "masked",
    "non_incorrect",
    "policy_loss",
    "repeats",
    "size_free_diversity",
    "uniform_draws",
    "zero_variance_share",
]
