"""Means with bootstrap confidence intervals."""

from collections.abc import Sequence

import numpy as np

RESAMPLES = 1000


def mean_interval(
    values: Sequence[float], level: float = 0.95, seed: int = 0
) -> tuple[float, float, float]:
    """The mean and the bounds of its percentile bootstrap interval (Efron and Tibshirani, 1993).

    Values are resampled 1,000 times. NaN without values.
    """
    data = np.asarray(values, np.float64)
    if not len(data):
        return float("nan"), float("nan"), float("nan")
    draws = np.random.default_rng(seed).integers(0, len(data), (RESAMPLES, len(data)))
    means = data[draws].mean(axis=1)
    tail = (1 - level) / 2 * 100
    low, high = np.percentile(means, [tail, 100 - tail])
    return float(data.mean()), float(low), float(high)
