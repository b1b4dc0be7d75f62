"""Inter-annotator agreement: observed agreement and kappa coefficients.

Votes are an array [items, annotators] of label numbers. Items may be weighted, such as blocks by
their words, to measure agreement over words. Kappa is NaN if the expected agreement is 1, as all
votes are for one label.

Sections refer to Artstein and Poesio, *Inter-Coder Agreement for Computational Linguistics* (2008).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Doubles

Votes = NDArray[np.int64]  # [items, annotators] label numbers
Weights = Doubles  # [items], of any scale; None: all equal


def observed(votes: Votes, weights: Weights | None = None) -> float:
    """The share of annotator pairs that agree, over all items (A_o, section 2.5).

    NaN without items, or with one annotator.
    """
    counts = _counts(votes, _size(votes))
    return _pairs_agree(counts, votes.shape[1], _weights(votes, weights))


def cohen_kappa(first: Any, second: Any, weights: Weights | None = None) -> float:
    """Cohen's kappa of two annotators with separate label distributions (section 2.4).

    Args:
        first: [items] labels by the first annotator.
        second: [items] labels by the second annotator.
        weights: [items] weights of the items.
    """
    votes = np.stack((np.asarray(first, np.int64), np.asarray(second, np.int64)), axis=1)
    weight, size = _weights(votes, weights), _size(votes)
    if not weight.sum():
        return float("nan")
    shares = [np.bincount(one, weight, size) / weight.sum() for one in votes.T]
    return _kappa(observed(votes, weights), float(shares[0] @ shares[1]))


def fleiss_kappa(votes: Votes, weights: Weights | None = None) -> float:
    """Fleiss' kappa of any number of annotators, from the label distribution of all votes.

    Called multi-pi in section 2.5.
    """
    weight = _weights(votes, weights)
    counts = _counts(votes, _size(votes))
    if not weight.sum():
        return float("nan")
    share = weight @ counts / (weight.sum() * votes.shape[1])
    return _kappa(_pairs_agree(counts, votes.shape[1], weight), float(share @ share))


def label_kappa(votes: Votes, label: int, weights: Weights | None = None) -> float:
    """Fleiss' kappa of one label against all others."""
    return fleiss_kappa((votes == label).astype(np.int64), weights)


def label_agreement(votes: Votes, label: int, weights: Weights | None = None) -> float:
    """Specific agreement: how often another annotator gives a label, given that one does.

    Fleiss, Levin and Paik, *Statistical Methods for Rates and Proportions* (2003), section 18.1.
    NaN if nobody gives the label.
    """
    given = (votes == label).sum(axis=1).astype(np.float64)
    weight, others = _weights(votes, weights), votes.shape[1] - 1
    possible = float(weight @ given) * others
    return float(weight @ (given * (given - 1))) / possible if possible else float("nan")


def _kappa(agreed: float, expected: float) -> float:
    rest = 1 - expected
    return (agreed - expected) / rest if rest > 1e-12 else float("nan")


def _pairs_agree(counts: Doubles, annotators: int, weight: Weights) -> float:
    pairs = annotators * (annotators - 1)
    if not pairs or not weight.sum():
        return float("nan")
    return float(weight @ (counts * (counts - 1)).sum(axis=1)) / (pairs * float(weight.sum()))


def _counts(votes: Votes, size: int) -> Doubles:
    """[items, labels] number of annotators that gave each label."""
    return np.stack([(votes == label).sum(axis=1) for label in range(size)], axis=1).astype(float)


def _size(votes: Votes) -> int:
    return int(votes.max(initial=0)) + 1


def _weights(votes: Votes, weights: Weights | None) -> Weights:
    return np.ones(len(votes)) if weights is None else np.asarray(weights, np.float64)
