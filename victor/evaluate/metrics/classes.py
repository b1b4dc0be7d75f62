"""Label scores over weighted items, averaged over classes by class weight.

These are Weka's *Weighted Avg.*; Kohlschuetter, Fankhauser and Nejdl (2010), Table 2, report them
with blocks weighted by words.
"""

from typing import NamedTuple

import numpy as np

from victor.arrays import Doubles, Numbers


class Averages(NamedTuple):
    """Means over classes, weighted by their share of the gold, 0 to 1."""

    precision: float
    recall: float
    f1: float
    fp_rate: float  # share of the items of other classes that are assigned to a class


def averages(counts: Numbers) -> Averages:
    """Averages of a confusion [k, k], gold by predicted; 0 for ratios with an empty denominator."""
    right, gold, given = np.diag(counts), counts.sum(axis=1), counts.sum(axis=0)
    whole = gold.sum()
    precision, recall = _share(right, given), _share(right, gold)
    f1 = _share(2 * right, gold + given)
    fp_rate = _share(given - right, whole - gold)
    means = (_share(gold, whole) @ scores for scores in (precision, recall, f1, fp_rate))
    return Averages(*map(float, means))


def roc_auc(score: Numbers, positive: Numbers, weight: Numbers) -> float:
    """The area under the ROC curve: the weighted share of pairs with the positive item first.

    Ties count one half (Hanley and McNeil, 1982). 0.5 without positive or without negative items.

    Args:
        score: [n] higher for items that are likely to be positive.
        positive: [n] whether each is.
        weight: [n] such as words.
    """
    _, which = np.unique(score, return_inverse=True)
    heavy = np.asarray(weight, np.float64)
    yes = np.bincount(which, heavy * positive)
    no = np.bincount(which, heavy * ~np.asarray(positive, bool))
    pairs = yes.sum() * no.sum()
    return float(yes @ (np.cumsum(no) - no / 2) / pairs) if pairs else 0.5


def mean_roc_auc(scores: Numbers, gold: Numbers, weight: Numbers) -> float:
    """The mean one-vs-rest AUC of the labels' scores [n, k], weighted by share of the gold.

    Args:
        scores: [n, k].
        gold: [n] labels.
        weight: [n] such as words.
    """
    shares = np.bincount(gold, np.asarray(weight, np.float64), scores.shape[1])
    areas = [roc_auc(scores[:, k], gold == k, weight) for k in range(scores.shape[1])]
    return float(_share(shares, shares.sum()) @ np.array(areas))


def _share(part: Numbers, whole: Numbers) -> Doubles:
    """``part / whole``, 0 where ``whole`` is 0."""
    some = np.asarray(whole) > 0
    return np.asarray(np.where(some, part / np.where(some, whole, 1), 0.0))
