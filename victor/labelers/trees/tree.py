"""Decision trees as arrays: m nodes, the root first, children after their parents.

``columns`` [w] are names as ``token.words@-1``. Of each node: ``column`` [m] is the place of what
it asks for, -1 in leaves; blocks with a value up to ``threshold`` [m] go to ``low`` [m], others to
``high`` [m]. ``share`` [m, k] is the probability of each label.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Floats, Ints
from victor.data import Potentials
from victor.labelers.attribution import Attribution, Step, column_at, whole
from victor.labelers.base import Array, Instance, Labeler, Scorer, Weights
from victor.labelers.checks import wrong_numbers
from victor.labelers.windows import gathered, wrong_names

Row = Sequence[float]  # [k] shares of labels
_LEAST = 1e-6  # the least probability whose logarithm is taken


@dataclass(frozen=True)
class Split:
    """A node that asks: is the column's value at most the threshold?"""

    column: str  # at an offset
    threshold: float
    low: "Split | Row"
    high: "Split | Row"


def arrays(root: Split | Row) -> dict[str, Array]:
    """The arrays of a tree whose leaves are rows of shares."""
    names: dict[str, int] = {}
    nodes: list[tuple[int, float, int, int, Row]] = []

    def add(node: Split | Row) -> int:
        number = len(nodes)
        if not isinstance(node, Split):
            nodes.append((-1, 0.0, 0, 0, node))
            return number
        nodes.append((0, 0.0, 0, 0, ()))
        place = names.setdefault(node.column, len(names))
        low, high = add(node.low), add(node.high)
        nodes[number] = (place, node.threshold, low, high, np.zeros_like(nodes[high][4]).tolist())
        return number

    add(root)
    column, threshold, low, high, share = zip(*nodes, strict=True)
    return {
        "columns": np.array(list(names), str),
        "column": np.array(column, np.int32),
        "threshold": np.array(threshold, np.float64),
        "low": np.array(low, np.int32),
        "high": np.array(high, np.int32),
        "share": np.array(share, np.float64),
    }


def leaves(weights: Weights, values: Floats) -> NDArray[np.int64]:
    """[n] the leaf that each row of values [n, w] arrives at."""
    node = np.zeros(len(values), np.int64)
    while True:
        asked = weights["column"][node]
        inner = np.flatnonzero(asked >= 0)
        if not len(inner):
            return node
        here = node[inner]
        below = values[inner, asked[inner]] <= weights["threshold"][here]
        node[inner] = np.where(below, weights["low"][here], weights["high"][here])


class TreeLabeler(Labeler):
    """A labeler whose weights are the arrays of a tree; subclasses learn them."""

    def check(self, weights: Weights) -> str | None:
        """What is wrong with the weights; None if they fit."""
        if wrong := wrong_names(weights, self.space.columns):
            return wrong
        size = weights["column"].size if "column" in weights else 0
        wanted = dict.fromkeys(("column", "threshold", "low", "high"), (size,))
        if wrong := wrong_numbers(weights, {**wanted, "share": (size, len(self.space.labels))}):
            return wrong
        inner, places = weights["column"] >= 0, np.arange(size)
        children = np.stack((weights["low"], weights["high"]))[:, inner]
        after = ((children > places[inner]) & (children < size)).all()
        if not size or not after or (weights["column"] >= len(weights["columns"])).any():
            return "its nodes are not those of a tree"
        return None

    def scorer(self, weights: Weights) -> Scorer:
        """The function from a page's columns to the logarithms of its leaves' shares."""
        names = weights["columns"].astype(str).tolist()
        state = np.log(np.maximum(weights["share"], _LEAST))

        def score(page: Instance) -> Potentials:
            return Potentials(state[leaves(weights, gathered(page.table, names))])

        return score

    def explain(
        self, weights: Weights, page: Instance, rows: Ints, label: Ints, against: Ints
    ) -> Attribution:
        """The decisions taken; the leaf that they lead to has the whole difference."""
        names = weights["columns"].astype(str).tolist()
        values = gathered(page.table, names)[rows]
        state = np.log(np.maximum(weights["share"], _LEAST))[leaves(weights, values)]
        origins, parts = whole("the leaf", state, label, against)
        steps = [_steps(weights, names, row) for row in values]
        note = "a tree: these are the decisions taken, no column has a share"
        return Attribution(origins, parts, steps, note)


def _steps(weights: Weights, names: Sequence[str], row: Floats) -> list[Step]:
    """The decisions of one block, and the label had each alone gone the other way."""
    steps, node = [], 0
    while weights["column"][node] >= 0:
        column, threshold = int(weights["column"][node]), float(weights["threshold"][node])
        low, high = int(weights["low"][node]), int(weights["high"][node])
        below = bool(row[column] <= threshold)
        name, _, offset = names[column].rpartition("@")
        text = f"{column_at(name, int(offset)).name} = {row[column]:.4g}, "
        text += f"{'at most' if below else 'more than'} {threshold:.4g}"
        other = _leaf(weights, row, high if below else low)
        steps.append(Step(text, int(weights["share"][other].argmax())))
        node = low if below else high
    return steps or [Step("nothing is asked: all blocks are alike")]


def _leaf(weights: Weights, row: Floats, node: int) -> int:
    """The leaf below a node that a block's values lead to."""
    while (column := int(weights["column"][node])) >= 0:
        below = row[column] <= weights["threshold"][node]
        node = int(weights["low" if below else "high"][node])
    return node
