"""Two-sided significance tests of two systems' scores on the same pages."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from victor.errors import require

DRAWS = 10_000
_EXACT = 14  # differing pages: 2^14 sign flips, about as many as DRAWS
_AT_ONCE = 1_000


def permutation_test(differences: Sequence[float]) -> float:
    """The p-value of the paired permutation test, by flipping the signs of differences.

    The share of sign flips with a sum at least as far from 0 as the observed one (Fisher, *The
    Design of Experiments*, 1935, section 21). All flips are tried for up to 14 differing pages,
    otherwise 10,000 random ones and the identity (Phipson and Smyth, 2010). 1 if no page differs.

    Args:
        differences: [n] differences of the pages' scores.
    """
    values = np.asarray([value for value in differences if value], np.float64)
    limit = abs(values.sum()) - 1e-9 * np.abs(values).sum()  # tolerates rounding
    exact = len(values) <= _EXACT
    flips = _all_flips(len(values)) if exact else _drawn_flips(len(values))
    reached = sum(int((np.abs(signs @ values) >= limit).sum()) for signs in flips)
    return reached / 2 ** len(values) if exact else (reached + 1) / (DRAWS + 1)


def _all_flips(n: int) -> Iterator[NDArray[np.int8]]:
    bits = np.arange(2**n)[:, None] >> np.arange(n)
    yield (1 - 2 * (bits & 1)).astype(np.int8)


def _drawn_flips(n: int) -> Iterator[NDArray[np.int8]]:
    random = np.random.default_rng(0)
    for _ in range(DRAWS // _AT_ONCE):
        yield 2 * random.integers(0, 2, (_AT_ONCE, n), np.int8) - 1


def wilcoxon(first: Sequence[float], second: Sequence[float]) -> float:
    """The p-value of the signed-rank test (Wilcoxon, 1945); 1 if no page differs.

    Raises:
        VictorError: SciPy is not installed.
    """
    stats = require("scipy.stats", "learn")
    if not np.any(np.asarray(first) - np.asarray(second)):
        return 1.0
    return float(stats.wilcoxon(first, second).pvalue)


def mann_whitney(first: Sequence[float], second: Sequence[float]) -> float:
    """The p-value of the unpaired U test (Mann and Whitney, 1947).

    Raises:
        VictorError: SciPy is not installed.
    """
    return float(require("scipy.stats", "learn").mannwhitneyu(first, second).pvalue)
