"""Which truncated completions teach nothing this time?

    masked_i = |o_i| = L_max  and  non_incorrect(o_i)  and  not repeat(o_i, m)  and  U(0,1) < rho

A completion cut at the limit is not punished for being long when it was right or had not come to
its program yet, unless it was going in circles; rho keeps the share so excused small, because
masking all of them lets length saturate and training collapse.

The published repeat check compares the last m tokens with the m before them, so it sees a loop
only where the loop's period divides m (8 of the first 128 periods for m = 128). It is kept as
published; ``loops`` beside it sees any period.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from microcoder.errors import InputError

Reading = Literal["correct_or_incomplete", "correct"]


def repeats(token_ids: Sequence[int] | NDArray[np.int64], m: int = 128) -> bool:
    """Whether the last ``m`` tokens equal the ``m`` before them; False below 2m tokens.

    Raises:
        InputError: ``m`` is below 1.
    """
    if m < 1:
        raise InputError(f"the repeat window must be at least 1 token, not {m}")
    if len(token_ids) < 2 * m:
        return False
    tail = np.asarray(token_ids[-2 * m :])
    return bool(np.array_equal(tail[:m], tail[m:]))


def loops(token_ids: Sequence[int] | NDArray[np.int64], window: int = 256) -> bool:
    """Whether the last ``window`` tokens are one passage over and over, at least twice.

    Any period up to half the window counts, so ``loops(x, 2 * m)`` holds wherever
    ``repeats(x, m)`` does. False below ``window`` tokens.

    Raises:
        InputError: ``window`` is below 2.
    """
    if window < 2:
        raise InputError(f"the loop window must be at least 2 tokens, not {window}")
    if len(token_ids) < window:
        return False
    tail = np.asarray(token_ids[-window:])
    # Only distances at which the last token occurs again can be periods.
    candidates = np.flatnonzero(tail[::-1][1 : window // 2 + 1] == tail[-1]) + 1
    return any(np.array_equal(tail[period:], tail[:-period]) for period in candidates)


def uniform_draws(
    seed: int,
    rollout_index: int,
    prompt_ids: Sequence[str | int],
    sample_indices: Sequence[int] | NDArray[np.int64],
) -> NDArray[np.float64]:
    """One number in [0, 1) per completion, a pure function of what the completion is.

    The draw hashes (seed, rollout index, prompt id, sample index), so it is the same on any number
    of ranks, in any order of the batch, and after a resume; a generator's stream would be neither.

    Args:
        seed: of the run.
        rollout_index: which generation of the run, from 0.
        prompt_ids: (B,) ids; ``1`` and ``"1"`` are the same prompt, as in a problem file.
        sample_indices: (B,) which of the G answers to its prompt each completion is.

    Returns:
        (B,) multiples of 2**-53.

    Raises:
        InputError: the two lists differ in length.
    """
    if len(prompt_ids) != len(sample_indices):
        raise InputError(
            f"{len(prompt_ids)} prompt ids and {len(sample_indices)} sample indices: "
            "one of each per completion"
        )
    draws = np.empty(len(prompt_ids))
    for i, (prompt, sample) in enumerate(zip(prompt_ids, sample_indices, strict=True)):
        # The prompt id comes last: whatever characters it holds, it cannot imitate the numbers.
        key = f"{int(seed)} {int(rollout_index)} {int(sample)} {prompt}".encode(
            errors="surrogatepass"
        )
        digest = hashlib.blake2b(key, digest_size=8).digest()
        draws[i] = (int.from_bytes(digest, "big") >> 11) * 2.0**-53
    return draws


def non_incorrect(
    correct: ArrayLike, incomplete: ArrayLike, reading: Reading = "correct_or_incomplete"
) -> NDArray[np.bool_]:
    """Which completions count as not incorrect, (B,).

    Args:
        correct: (B,) accepted by the judge.
        incomplete: (B,) truncated before any program could be extracted.
        reading: "correct_or_incomplete" is the equation's; "correct" the narrower one, which
            excuses only completions that had solved the problem.

    Raises:
        InputError: ``reading`` is unknown.
    """
    if reading == "correct_or_incomplete":
        return np.logical_or(_flags(correct), _flags(incomplete))
    if reading == "correct":
        return _flags(correct)
    raise InputError(f"reading must be 'correct_or_incomplete' or 'correct', not {reading!r}")


def masked(
    truncated: ArrayLike,
    non_incorrect: ArrayLike,
    repeating: ArrayLike,
    draws: ArrayLike,
    rho: float,
) -> NDArray[np.bool_]:
    """The completions whose advantage is set to 0, (B,).

    Args:
        truncated: (B,) at the length limit, without a stop token.
        non_incorrect: (B,) from ``non_incorrect``.
        repeating: (B,) going in circles.
        draws: (B,) in [0, 1), from ``uniform_draws``.
        rho: the chance with which an eligible completion is masked, 0 to 1.

    Raises:
        InputError: ``rho`` lies outside 0 to 1.
    """
    if not 0 <= rho <= 1:
        raise InputError(f"rho must lie between 0 and 1, not {rho}")
    drawn = np.asarray(draws, dtype=np.float64) < rho
    eligible: NDArray[np.bool_] = _flags(truncated) & _flags(non_incorrect) & ~_flags(repeating)
    return np.logical_and(eligible, drawn)


def _flags(values: ArrayLike) -> NDArray[np.bool_]:
    return np.asarray(values, dtype=bool)
