"""Labelers: what a page's features say about each block's label.

A labeler is a module with what :class:`Labeler` lists; ``Options`` is a dataclass that is read from
the configuration. To add one: a module, and its line in ``LABELERS``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Ints
from victor.baselines.boilerpipe import rules
from victor.baselines.bte import labeler as bte
from victor.baselines.texrex import perceptron
from victor.data import Codes, Potentials, Table
from victor.labelers import linear_svm
from victor.labelers.attribution import Attribution
from victor.labelers.crf import labeler as crf
from victor.labelers.crf.template import Layout
from victor.labelers.neural import labeler as neural_crf
from victor.labelers.trees import decision_tree, one_rule
from victor.tree.blocks import Blocks

Weights = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class Instance:
    """A page as labelers see it."""

    blocks: Blocks
    table: Table
    codes: Codes  # of width 0 where the labeler does not need codes


class Labeler(Protocol):
    """What a labeler module offers."""

    NEEDS_CODES: bool  # whether it sees codes; if not, the columns' values
    NEEDS_TEMPLATE: bool  # whether the task's template says what it sees at which offsets
    NEEDS_PAGES: bool  # if not, ``learn`` makes weights of the options alone
    LEARNED_BY: Sequence[str]  # distributions whose versions a model records
    STARTS: bool  # whether it can go on from weights
    Options: type[Any]

    def learn(
        self,
        pages: Sequence[Instance],
        y: Sequence[Ints],
        labels: Sequence[str],
        layout: Layout,
        options: Any,
        progress: Callable[[int, float], None] | None,
        start: Weights | None = None,
    ) -> dict[str, NDArray[Any]]:
        """Weights from pages and the numbers of their labels; the same input, the same weights.

        ``labels``: the role of each, in the order of their numbers.
        ``start``: weights of the same columns and labels to begin with, where ``STARTS``.
        """

    def check(
        self, weights: Weights, layout: Layout, labels: int, columns: Sequence[str]
    ) -> str | None:
        """What is wrong with weights for a task, None if they fit."""

    def scorer(self, weights: Weights, layout: Layout) -> Callable[[Instance], Potentials]:
        """The function that scores pages, with everything made ready."""

    def explain(
        self,
        weights: Weights,
        layout: Layout,
        page: Instance,
        rows: Ints,
        label: Ints,
        against: Ints,
    ) -> Attribution:
        """Why the blocks ``rows`` [r] score so much more for one label than ``against`` another.

        Each block has two labels of its own. Where columns have no shares, ``Attribution.note`` says
        why.
        """


LABELERS: Mapping[str, Labeler] = {
    "crf": crf,
    "neural_crf": neural_crf,
    "density_rules": rules.density_rules,
    "word_rules": rules.word_rules,
    "keep_everything": rules.keep_everything,
    "minimum_words": rules.minimum_words,
    "density_threshold": rules.density_threshold,
    "one_rule": one_rule,
    "decision_tree": decision_tree,
    "linear_svm": linear_svm,
    "perceptron": perceptron,
    "bte": bte,
}

EMPTY_CODES = Codes(np.zeros((0, 0), np.int32), 0, (0,), np.zeros((1, 0), bool))
