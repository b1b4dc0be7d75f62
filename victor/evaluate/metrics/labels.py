"""Label scores against projected gold."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Numbers

Confusion = NDArray[np.int64]  # [k, k] gold by predicted


def confusion(
    gold: Numbers, predicted: Numbers, labels: int, weight: Numbers | None = None
) -> Numbers:
    """[k, k] number of items by gold and predicted label, or their total weight.

    Args:
        gold: [n] labels.
        predicted: [n] labels.
        labels: number of labels, k.
        weight: [n] weights of the items; by default they are counted.
    """
    pairs = gold.astype(np.int64) * labels + predicted
    return np.bincount(pairs, weight, labels * labels).reshape(labels, labels)


def accuracy(counts: Confusion) -> float:
    """The share of correct labels; 1 without items."""
    return float(np.trace(counts) / counts.sum()) if counts.sum() else 1.0


def content_boilerplate(counts: Confusion, other: int) -> Confusion:
    """[2, 2] confusion of boilerplate (first) and content: all labels but ``other``."""
    boilerplate = np.arange(len(counts)) == other
    groups = np.stack((boilerplate, ~boilerplate)).astype(np.int64)
    return groups @ counts @ groups.T


def per_label(counts: Confusion, keys: Sequence[str]) -> Mapping[str, tuple[float, float, float]]:
    """Precision, recall and F1 by label; 0 for ratios with an empty denominator."""
    out = {}
    for i, key in enumerate(keys):
        precision = counts[i, i] / max(1, counts[:, i].sum())
        recall = counts[i, i] / max(1, counts[i].sum())
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        out[key] = (float(precision), float(recall), float(f1))
    return out
