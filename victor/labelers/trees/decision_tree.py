"""A decision tree learned with scikit-learn by information gain.

It replaces C4.8 of Kohlschuetter et al. (2010), section 4.3.1 (Quinlan, *C4.5*, 1993, which uses
the gain ratio). Blocks are weighted by words, also in the minimum size of leaves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Doubles, Numbers
from victor.config.ranges import Count, NotNegative
from victor.errors import require
from victor.labelers.base import Training
from victor.labelers.trees.tree import Row, Split, TreeLabeler, arrays
from victor.labelers.windows import training_data


@dataclass(frozen=True)
class Options:
    """Limits on the size of the tree."""

    least_words: NotNegative = 1000.0  # minimum number of words of the training blocks in a leaf
    most_leaves: Count = 0  # number of leaves to prune the tree to; 0: no pruning


class DecisionTree(TreeLabeler):
    """A decision tree over columns at offsets."""

    Options = Options
    needs_template = True
    learned_by = ("scikit-learn",)

    def learn(self, data: Training) -> dict[str, Numbers]:
        """Learn the arrays of :mod:`victor.labelers.trees.tree`.

        Raises:
            VictorError: the extra ``learn`` is not installed.
        """
        tree = require("sklearn.tree", "learn")
        names, values, gold, weight = training_data(data, self.space)
        model = tree.DecisionTreeClassifier(
            criterion="entropy",
            min_weight_fraction_leaf=min(0.5, self.options.least_words / weight.sum()),
            random_state=0,
        )
        model.fit(values, gold, sample_weight=weight)
        ends = _leaves(model.tree_, self.options.most_leaves)
        return arrays(_split(model.tree_, ends, _rows(model, len(self.space.labels)), names))


def _leaves(tree: Any, most: int) -> Bools:
    """[m] whether each node is a leaf after pruning to ``most`` leaves; 0: no pruning.

    Cost-complexity pruning, weakest link first: the subtree that saves the fewest errors per leaf
    (Breiman, Friedman, Olshen, Stone, *Classification and Regression Trees*, 1984, section 3.3).
    """
    ends = np.array(tree.children_left < 0)
    errors = tree.weighted_n_node_samples * (1 - tree.value[:, 0].max(axis=1))
    while most:
        below, leaves, reached = _below(tree, ends, errors)
        if leaves[0] <= most:
            break
        cost = (errors - below) / np.maximum(leaves - 1, 1)
        ends[np.where(reached & ~ends, cost, np.inf).argmin()] = True
    return ends


def _below(tree: Any, ends: Bools, errors: Doubles) -> tuple[Doubles, NDArray[np.int64], Bools]:
    """[m] each: errors and number of leaves below a node; whether it is still in the tree."""
    below, leaves = errors.copy(), np.ones(len(ends), np.int64)
    reached = np.arange(len(ends)) == 0
    children = np.stack((tree.children_left, tree.children_right), axis=1)
    inner = np.flatnonzero(~ends)
    for node in inner:  # children come after their parents
        reached[children[node]] |= reached[node]
    for node in inner[::-1]:
        below[node], leaves[node] = below[children[node]].sum(), leaves[children[node]].sum()
    return below, leaves, reached


def _split(tree: Any, ends: Bools, rows: list[Row], names: Sequence[str]) -> Any:
    """A scikit-learn tree as nested splits, given label probabilities for its leaves."""

    def at(node: int) -> Split | Row:
        if ends[node]:
            return rows[node]
        name, threshold = names[tree.feature[node]], float(tree.threshold[node])
        low, high = int(tree.children_left[node]), int(tree.children_right[node])
        return Split(name, threshold, at(low), at(high))

    return at(0)


def _rows(model: Any, labels: int) -> list[Row]:
    """[m, labels] label probabilities of each node, with Laplace smoothing."""
    tree = model.tree_
    share = np.zeros((tree.node_count, labels))
    share[:, model.classes_] = tree.value[:, 0]
    size = tree.weighted_n_node_samples[:, None]
    rows: list[Row] = ((share * size + 1) / (size + labels)).tolist()
    return rows
