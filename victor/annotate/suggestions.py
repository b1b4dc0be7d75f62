"""Suggested labels: the model's predictions, revised by the annotator's decisions.

A decision counts for similar blocks, on the same page and on other pages of the site: once a line
of a list is corrected, the suggestions for the other lines follow (correction propagation;
Culotta, Kristjansson, McCallum and Viola, *Corrective feedback and persistent learning for
information extraction*, 2006). With the model's probabilities p and the numbers n of decisions for
a label among N decisions on blocks of the same kind, the probability of the label is
(p + sum of w n) / (1 + sum of w N), where the sums are over the kinds of the block and w is the
weight of a kind. One decision overrides an uncertain prediction, two override a certain one. The
weight is highest for blocks with the same prediction: among blocks with the same tags, a
correction mainly affects those with the same wrong prediction.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from victor.annotate.view import NO_LABEL, PageView
from victor.arrays import Doubles, Numbers

WEIGHTS = (0.02, 0.05, 0.1, 0.5)  # of a decision on a block of the same kind, from wide to narrow
Counts = Doubles  # [..., k] number of decisions for each label
Decisions = Mapping[str, Counts]  # [k] by kind


@dataclass(frozen=True)
class Suggestions:
    """A suggested label for each of n blocks."""

    label: tuple[int, ...]  # [n] NO_LABEL where nothing is suggested
    certainty: tuple[float, ...]  # [n] probability of the label


def suggestions(view: PageView, labels: Sequence[int]) -> Suggestions:
    """Suggestions given the labels [n] so far, NO_LABEL for undecided blocks.

    Decided blocks keep the model's own prediction, for comparison.
    """
    if view.blind or not len(view):
        return Suggestions((NO_LABEL,) * len(view), (0.0,) * len(view))
    counts, given = view.from_other_pages.copy(), np.array(labels)
    decided = given != NO_LABEL
    if decided.any():
        for weight, kind in zip(WEIGHTS, view.kinds, strict=True):
            counts += weight * _counts(kind, given, counts.shape[1])
    total = counts.sum(axis=1)
    p = (view.p + counts) / (1 + total)[:, None]
    best = p.argmax(axis=1)
    unrevised = decided | (total == 0)  # the decoder need not choose the most probable label
    label = np.where(unrevised, view.suggestion, best)
    certainty = np.where(unrevised, view.certainty, p[np.arange(len(p)), best])
    return Suggestions(tuple(label.tolist()), tuple(certainty.tolist()))


def _counts(kind: Numbers, labels: Numbers, k: int) -> Counts:
    """[n, k] number of decided blocks with each label among those of each block's kind."""
    decided = labels != NO_LABEL
    size = (int(kind.max()) + 1) * k
    found = np.bincount(kind[decided] * k + labels[decided], minlength=size)
    return found.reshape(-1, k)[kind].astype(np.float64)


def decisions(view: PageView, labels: Sequence[int]) -> Decisions:
    """The number of blocks with each label, by kind; only kinds with decided blocks."""
    out: dict[str, Counts] = {}
    k = view.p.shape[1]
    for names in view.kind_names:
        for name, label in zip(names, labels, strict=True):
            if label != NO_LABEL:
                out.setdefault(name, np.zeros(k))[label] += 1
    return out


def weighted_counts(view: PageView, others: Sequence[Decisions]) -> Counts:
    """[n, k] the decisions on other pages about blocks of the same kinds, weighted and summed."""
    out = np.zeros_like(view.p)
    for weight, names in zip(WEIGHTS, view.kind_names, strict=True):
        for i, name in enumerate(names):
            for other in others:
                if name in other:
                    out[i] += weight * other[name]
    return out
