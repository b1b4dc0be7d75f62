"""Scores of labels against projected gold."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Confusion = NDArray[np.int64]  # [k, k] gold by predicted


def confusion(gold: NDArray[np.int32], predicted: NDArray[np.int32], labels: int) -> Confusion:
    """How often each gold label was given each label."""
    pairs = gold.astype(np.int64) * labels + predicted
    return np.bincount(pairs, minlength=labels * labels).reshape(labels, labels)


def accuracy(counts: Confusion) -> float:
    """Share of blocks on the diagonal; 1 if there are none."""
    return float(np.trace(counts) / counts.sum()) if counts.sum() else 1.0


def content_boilerplate(counts: Confusion, other: int) -> Confusion:
    """[2, 2] the same with all labels but ``other`` taken as one: boilerplate first."""
    boilerplate = np.arange(len(counts)) == other
    groups = np.stack((boilerplate, ~boilerplate)).astype(np.int64)
    return groups @ counts @ groups.T


def per_label(counts: Confusion, keys: Sequence[str]) -> Mapping[str, tuple[float, float, float]]:
    """Precision, recall, F1 by label; 0 where a label was not found or not given."""
    out = {}
    for i, key in enumerate(keys):
        precision = counts[i, i] / max(1, counts[:, i].sum())
        recall = counts[i, i] / max(1, counts[i].sum())
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        out[key] = (float(precision), float(recall), float(f1))
    return out


def balanced_threshold(
    scores: NDArray[Any], positive: NDArray[np.bool_], thresholds: NDArray[np.float64]
) -> float:
    """The threshold at which precision and recall are closest; of equal ones the lowest.

    Args:
        scores: [n]; above the threshold an item is taken for positive.
        positive: [n] whether it is.
        thresholds: those to choose from, rising.
    """
    found = np.searchsorted(thresholds, scores)  # how many thresholds each score is above
    above, right = (
        np.bincount(found[chosen], minlength=len(thresholds) + 1)[::-1].cumsum()[::-1][1:]
        for chosen in (np.ones(len(scores), bool), positive)
    )
    gap = np.abs(right / np.maximum(above, 1) - right / max(1, int(positive.sum())))
    return float(thresholds[np.where(right > 0, gap, np.inf).argmin()])
