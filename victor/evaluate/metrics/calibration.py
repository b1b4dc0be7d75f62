"""Calibration and ranking of probabilities, over weighted items.

Items are blocks, weighted equally or by their words, with their predicted probability of content
and their gold decision.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from victor.arrays import Doubles, Numbers

BINS = 10


class Bin(NamedTuple):
    """The items with probabilities from ``low`` to ``high``; means are 0 in an empty bin."""

    low: float
    high: float
    weight: float
    probability: float  # mean
    content: float  # observed share


def reliability(
    probability: Numbers, content: Numbers, weight: Numbers, bins: int = BINS
) -> list[Bin]:
    """Bins of equal width from 0 to 1; lower bounds are inclusive, upper bounds only in the last.

    Args:
        probability: [n] predicted probabilities of content, 0 to 1.
        content: [n] whether the item is content.
        weight: [n] weights of the items.
        bins: number of bins.
    """
    p = np.asarray(probability, np.float64)
    number = np.minimum((p * bins).astype(np.intp), bins - 1)
    total, predicted, observed = (
        np.bincount(number, np.asarray(values, np.float64), bins)
        for values in (weight, weight * p, weight * content)
    )
    some = np.where(total > 0, total, 1)
    rows = np.stack((total, predicted / some, observed / some), axis=1).tolist()
    return [Bin(i / bins, (i + 1) / bins, *row) for i, row in enumerate(rows)]


def calibration_error(bins: Sequence[Bin]) -> float:
    """The expected calibration error of reliability bins, 0 to 1.

    The weighted mean difference between probability and observed share (Guo, Pleiss, Sun and
    Weinberger, *On Calibration of Modern Neural Networks*, ICML 2017, equation 3).
    """
    total = sum(one.weight for one in bins)
    off = sum(one.weight * abs(one.probability - one.content) for one in bins)
    return off / total if total else 0.0


def precision_recall(
    probability: Numbers, content: Numbers, weight: Numbers
) -> tuple[Doubles, Doubles]:
    """The precision-recall curve.

    Args:
        probability: [n] of content, from 0 to 1.
        content: [n] whether each item is content.
        weight: [n] such as words.

    Returns:
        Precision and recall with each distinct probability as threshold, from the highest to the
        lowest. Items with weight 0 are ignored.
    """
    heavy = np.asarray(weight) > 0
    p, w = np.asarray(probability)[heavy], np.asarray(weight, np.float64)[heavy]
    order = np.argsort(-p, kind="stable")
    last = np.flatnonzero(np.diff(p[order], append=-1.0))
    taken = np.cumsum(w[order])[last]
    right = np.cumsum((w * np.asarray(content)[heavy])[order])[last]
    whole = right[-1] if len(right) and right[-1] else 1.0
    return right / taken, right / whole


def precision_at(recall: float, curve: tuple[Numbers, Numbers]) -> float:
    """The best precision at a recall of at least ``recall``; 0 if there is none."""
    found, reached = curve
    return float(found[reached >= recall].max(initial=0))


def recall_at(precision: float, curve: tuple[Numbers, Numbers]) -> float:
    """The best recall at a precision of at least ``precision``; 0 if there is none."""
    reached, found = curve
    return float(found[reached >= precision].max(initial=0))


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """Rank correlation, -1 to 1, with mean ranks for ties (Spearman, 1904).

    0 if one of the variables is constant.
    """
    ranks = [_ranks(np.asarray(values, np.float64)) for values in (first, second)]
    one, two = (rank - rank.mean() if len(rank) else rank for rank in ranks)
    spread = np.sqrt((one**2).sum() * (two**2).sum())
    return float((one * two).sum() / spread) if spread else 0.0


def _ranks(values: Doubles) -> Doubles:
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - (counts - 1) / 2)[which])
