"""What is suggested for each block: the model's word, and what the annotator said of its like.

A decision speaks for the blocks that are alike, here and on the other pages: once a line of a list
has been corrected, the suggestions for the others follow (correction propagation; Culotta,
Kristjansson, McCallum and Viola, *Corrective feedback and persistent learning for information
extraction*, 2006). With probabilities p of the model and counts n of the labels that were given to
alike blocks, a label's is (p + sum of w n) / (1 + sum of w N): one decision is enough where the
model was not sure, two are wherever it was wrong. It weighs most for blocks that the model took for
the same: of paragraphs that share every tag, those that it mistook.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from victor.annotate.view import NONE, PageView
from victor.arrays import Numbers

WEIGHTS = (0.02, 0.05, 0.1, 0.5)  # of a decision on a block of the same kind, wide to narrow
Counts = NDArray[np.float64]  # [..., k] decisions by label
Told = Mapping[str, Counts]  # by kind


@dataclass(frozen=True)
class Suggestions:
    """A suggestion for each of n blocks."""

    label: tuple[int, ...]  # [n] number of a label, NONE if nothing is known
    certainty: tuple[float, ...]  # [n] its probability


def suggestions(sheet: PageView, labels: Sequence[int]) -> Suggestions:
    """Suggestions, given what has been decided: labels [n], NONE where it has not."""
    if sheet.blind or not len(sheet):
        return Suggestions((NONE,) * len(sheet), (0.0,) * len(sheet))
    known, heard = sheet.told.copy(), np.array(labels)
    decided = heard != NONE
    if decided.any():
        for weight, kind in zip(WEIGHTS, sheet.kinds, strict=True):
            known += weight * _counts(kind, heard, known.shape[1])
    weight = known.sum(axis=1)
    p = (sheet.p + known) / (1 + weight)[:, None]
    best = p.argmax(axis=1)
    # Decided blocks and those that nothing was said of have the model's own choice of labels.
    own = decided | (weight == 0)
    label = np.where(own, sheet.suggestion, best)
    certainty = np.where(own, sheet.certainty, p[np.arange(len(p)), best])
    return Suggestions(tuple(label.tolist()), tuple(certainty.tolist()))


def _counts(kind: Numbers, labels: Numbers, k: int) -> Counts:
    """[n, k] how many decided blocks of each block's kind have each label."""
    decided = labels != NONE
    size = (int(kind.max()) + 1) * k
    found = np.bincount(kind[decided] * k + labels[decided], minlength=size)
    return found.reshape(-1, k)[kind].astype(np.float64)


def told(sheet: PageView, labels: Sequence[int]) -> Told:
    """What a page's decisions tell of other pages: how often each kind has each label."""
    out: dict[str, Counts] = {}
    k = sheet.p.shape[1]
    for names in sheet.kind_names:
        for name, label in zip(names, labels, strict=True):
            if label != NONE:
                out.setdefault(name, np.zeros(k))[label] += 1
    return out


def hear(sheet: PageView, others: Sequence[Told]) -> NDArray[np.float64]:
    """[n, k] what other pages' decisions say of each block, weighted as above."""
    out = np.zeros_like(sheet.p)
    for weight, names in zip(WEIGHTS, sheet.kind_names, strict=True):
        for i, name in enumerate(names):
            for one in others:
                if name in one:
                    out[i] += weight * one[name]
    return out
