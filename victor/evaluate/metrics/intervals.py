"""Means with bootstrap confidence intervals."""

from collections.abc import Sequence

import numpy as np

RESAMPLES = 1000


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean and the bounds of its 95 % interval by the bootstrap (Efron, Tibshirani, 1993).

    The percentiles of 1,000 resamplings. NaN without values.
    """
    data = np.asarray(values, np.float64)
    if not len(data):
        return float("nan"), float("nan"), float("nan")
    draws = np.random.default_rng(0).integers(0, len(data), (RESAMPLES, len(data)))
    means = data[draws].mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return float(data.mean()), float(low), float(high)
