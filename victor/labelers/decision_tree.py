"""A decision tree that splits by entropy: scikit-learn learns it, arrays apply it.

In the place of C4.8 in Kohlschuetter et al. (2010), section 4.3.1 (Quinlan, *C4.5*, 1993; here the
information gain itself decides, and splits are binary). Blocks weigh their words, in the least
size of leaves too.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from victor.blocks import Ints
from victor.errors import VictorError, require
from victor.labelers import _tree
from victor.labelers._windows import collected

if TYPE_CHECKING:
    from victor.labelers import Instance
    from victor.template import Layout

NEEDS_CODES = False
NEEDS_TEMPLATE = True
NEEDS_PAGES = True
LEARNED_BY: Sequence[str] = ("scikit-learn",)
STARTS = False

check = _tree.check
scorer = _tree.scorer


@dataclass(frozen=True)
class Options:
    """How far the tree grows."""

    least_words: float = 1000.0  # words of the blocks of a leaf, at least
    most_leaves: int = 0  # the best splits are taken first; 0: as many as there are


def learn(
    pages: "Sequence[Instance]",
    y: Sequence[Ints],
    labels: Sequence[str],
    layout: "Layout",
    options: Options,
    progress: Callable[[int, float], None] | None = None,
    start: Mapping[str, NDArray[Any]] | None = None,
) -> dict[str, NDArray[Any]]:
    """Learn the arrays of :mod:`victor.labelers._tree`.

    Raises:
        VictorError: the extra ``learn`` is not installed; the options cannot be.
    """
    tree = require("sklearn.tree", "learn")
    if options.most_leaves < 0 or options.most_leaves == 1:
        raise VictorError(f"most_leaves: expected 0, or 2 or more, found {options.most_leaves}")
    names, values, known, weight = collected(pages, y, layout)
    model = tree.DecisionTreeClassifier(
        criterion="entropy",
        min_weight_fraction_leaf=min(0.5, max(0.0, options.least_words) / weight.sum()),
        max_leaf_nodes=options.most_leaves or None,
        random_state=0,
    )
    model.fit(values, known, sample_weight=weight)
    return _export(model, names, len(labels))


def _export(model: Any, names: Sequence[str], labels: int) -> dict[str, NDArray[Any]]:
    """scikit-learn's arrays, without the columns that no node asks for."""
    tree = model.tree_
    inner = tree.feature >= 0
    used, place = np.unique(tree.feature[inner], return_inverse=True)
    column = np.full(tree.node_count, -1, np.int32)
    column[inner] = place
    share = np.zeros((tree.node_count, labels))
    size = tree.weighted_n_node_samples[:, None]
    share[:, model.classes_] = tree.value[:, 0]
    return {
        "columns": np.array([names[i] for i in used], str),
        "column": column,
        "threshold": np.where(inner, tree.threshold, 0.0),
        "low": np.where(inner, tree.children_left, 0).astype(np.int32),
        "high": np.where(inner, tree.children_right, 0).astype(np.int32),
        "share": (share * size + 1) / (size + labels),  # Laplace's rule of succession
    }
