"""How different are the answers to one prompt? Distinct n-grams over all n-grams, n = 4.

The published definition is "unique 4-grams / total 4-grams over the G responses to one query".
What it leaves open is chosen here: n-grams of token ids, pooled over the group, and the mean over
the groups. The pooled share falls as G grows even where nothing repeats differently, so G has to
be noted beside it, and ``size_free_diversity`` gives a companion that does not depend on G.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from microcoder.errors import InputError

Tokens = Sequence[int] | NDArray[np.int64]


def distinct_n(sequences: Sequence[Tokens], n: int = 4) -> float:
    """Different n-grams over all n-grams of the sequences together; nan where there is none.

    No n-gram crosses from one sequence into the next; sequences shorter than n add nothing.

    The count is exact. An n-gram is packed into one uint64 whenever n times the bits of the
    largest token id fit into 64; otherwise ids are first renumbered densely, and where even that
    does not fit, n-grams are built up one token at a time with a renumbering in between. No step
    maps two different n-grams to one number.

    Args:
        sequences: token ids of each response.
        n: the n-gram's length, at least 1.

    Raises:
        InputError: ``n`` is below 1.
    """
    unique, total = _count(sequences, n)
    return unique / total if total else float("nan")


def diversity(sequences: Sequence[Tokens], groups: ArrayLike, n: int = 4) -> float:
    """The mean over groups of ``distinct_n`` of the group's responses.

    Groups without a single n-gram are left out; nan where that leaves none.

    Args:
        sequences: B responses' token ids.
        groups: (B,) labels, one per prompt.
        n: the n-gram's length.

    Raises:
        InputError: lengths differ or ``n`` is below 1.
    """
    return _mean([distinct_n(members, n) for members in _grouped(sequences, groups)])


def size_free_diversity(sequences: Sequence[Tokens], groups: ArrayLike, n: int = 4) -> float:
    """Diversity between responses, on a scale that does not depend on the group's size.

        (pooled - single / G) / (single - single / G)

    pooled is ``distinct_n`` of the group, single that of its responses taken one by one (their
    unique n-grams summed over their n-grams summed), G the number of responses that have an
    n-gram. 0: the responses hold the same n-grams. 1: they share none. Always within 0 to 1, since
    the pool holds at least the mean and at most the sum of its members' unique n-grams. The mean
    is over groups with G of at least 2; nan where there is none.

    Args:
        sequences: B responses' token ids.
        groups: (B,) labels, one per prompt.
        n: the n-gram's length.

    Raises:
        InputError: lengths differ or ``n`` is below 1.
    """
    shares = []
    for members in _grouped(sequences, groups):
        counted = [count for tokens in members if (count := _count([tokens], n))[1]]
        if len(counted) < 2:
            continue
        alone = sum(unique for unique, _ in counted)
        floor = alone / len(counted)
        pooled, _ = _count(members, n)  # all have one denominator, which cancels
        shares.append((pooled - floor) / (alone - floor))
    return _mean(shares)


def _count(sequences: Sequence[Tokens], n: int) -> tuple[int, int]:
    """(different n-grams, all n-grams)."""
    if n < 1:
        raise InputError(f"an n-gram needs at least 1 token, not {n}")
    long_enough = [tokens for tokens in sequences if len(tokens) >= n]
    if not long_enough:
        return 0, 0
    pool = np.concatenate([np.asarray(tokens, dtype=np.int64) for tokens in long_enough])
    ends = np.cumsum([len(tokens) for tokens in long_enough])
    starts_one = np.ones(pool.size - n + 1, dtype=bool)
    for end in ends[:-1]:  # the n-1 windows that reach across a seam are no n-grams
        starts_one[max(end - n + 1, 0) : end] = False
    grams = _packed(pool, n)[starts_one]
    # Sorting 64-bit integers beats the hash table that np.unique uses for them by a factor of 15.
    ordered = np.sort(grams)
    return int(np.count_nonzero(ordered[1:] != ordered[:-1])) + 1, int(grams.size)


def _packed(pool: NDArray[np.int64], n: int) -> NDArray[np.uint64]:
    """One number per window of n tokens, equal only where the windows are equal."""
    length = pool.size - n + 1
    if pool.min() < 0 or int(pool.max()).bit_length() * n > 64:
        pool = _renumbered(pool)
    tokens = pool.astype(np.uint64)
    token_bits = max(int(pool.max()).bit_length(), 1)
    packed, packed_bits = tokens[:length], token_bits
    for offset in range(1, n):
        if packed_bits + token_bits > 64:
            packed = np.unique(packed, return_inverse=True)[1].astype(np.uint64)
            packed_bits = max(int(packed.max()).bit_length(), 1)
        packed = (packed << np.uint64(token_bits)) | tokens[offset : offset + length]
        packed_bits += token_bits
    return packed


def _renumbered(tokens: NDArray[np.int64]) -> NDArray[np.int64]:
    """The same tokens under the ids 0 to (number of different tokens) - 1."""
    if tokens.min() < 0 or tokens.max() > 1 << 24:
        return np.unique(tokens, return_inverse=True)[1].astype(np.int64)
    present = np.zeros(int(tokens.max()) + 1, dtype=bool)  # a table suits every real vocabulary
    present[tokens] = True
    return (np.cumsum(present) - 1)[tokens].astype(np.int64)


def _grouped(sequences: Sequence[Tokens], groups: ArrayLike) -> list[list[Tokens]]:
    labels = np.asarray(groups)
    if labels.shape != (len(sequences),):
        raise InputError(
            f"{len(sequences)} responses and group labels of shape {labels.shape}: one label each"
        )
    members: dict[object, list[Tokens]] = {}
    for tokens, label in zip(sequences, labels.tolist(), strict=True):
        members.setdefault(label, []).append(tokens)
    return list(members.values())


def _mean(values: Sequence[float]) -> float:
    known = [value for value in values if value == value]  # nan is no value
    return float(np.mean(known)) if known else float("nan")
