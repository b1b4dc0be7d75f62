"""Decision trees as arrays of m nodes: the root is first, and children follow their parents.

``columns`` [w] are names like ``token.words@-1``; ``column`` [m] is the index of the name that a
node compares, -1 in leaves. Blocks with a value up to ``threshold`` [m] go to the node ``low`` [m],
others to ``high`` [m]. ``share`` [m, k] are label probabilities, used in leaves.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Floats, Ints, Numbers
from victor.data import Potentials
from victor.labelers.attribution import Attribution, Step, column_at, single_origin
from victor.labelers.base import Instance, Labeler, Scorer, Weights
from victor.labelers.checks import array_problem
from victor.labelers.windows import gathered, window_problem

Row = Sequence[float]  # [k] label probabilities
_LEAST = 1e-6  # lower bound of probabilities before taking the logarithm


@dataclass(frozen=True)
class Split:
    """An inner node, which compares a column with a threshold."""

    column: str  # a name like ``token.words@-1``
    threshold: float
    low: "Split | Row"
    high: "Split | Row"


def arrays(root: Split | Row) -> dict[str, Numbers]:
    """The arrays of a tree, in depth-first order."""
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
    """[n] the leaf that each row of ``values`` [n, w] reaches."""
    node = np.zeros(len(values), np.int64)
    while True:
        column = weights["column"][node]
        inner = np.flatnonzero(column >= 0)
        if not len(inner):
            return node
        here = node[inner]
        below = values[inner, column[inner]] <= weights["threshold"][here]
        node[inner] = np.where(below, weights["low"][here], weights["high"][here])


class TreeLabeler(Labeler):
    """Base class of labelers whose weights are the arrays of a tree."""

    def check(self, weights: Weights) -> str | None:
        """Check the names of the columns and that the arrays form a tree."""
        if problem := window_problem(weights, self.space.columns):
            return problem
        size = weights["column"].size if "column" in weights else 0
        shapes = dict.fromkeys(("column", "threshold", "low", "high"), (size,))
        if problem := array_problem(weights, {**shapes, "share": (size, len(self.space.labels))}):
            return problem
        if any(weights[name].dtype.kind != "i" for name in ("column", "low", "high")):
            return "the nodes are not numbered by integers"
        inner, places = weights["column"] >= 0, np.arange(size)
        children = np.stack((weights["low"], weights["high"]))[:, inner]
        after = ((children > places[inner]) & (children < size)).all()
        if not size or not after or (weights["column"] >= len(weights["columns"])).any():
            return "the nodes do not form a tree"
        return None

    def scorer(self, weights: Weights) -> Scorer:
        """Log-probabilities [n, k] of the leaves that the blocks reach, without transitions."""
        names = weights["columns"].astype(str).tolist()
        state = np.log(np.maximum(weights["share"], _LEAST))

        def score(page: Instance) -> Potentials:
            return Potentials(state[leaves(weights, gathered(page.table, names))])

        return score

    def explain(
        self, weights: Weights, page: Instance, rows: Ints, label: Ints, against: Ints
    ) -> Attribution:
        """The decisions on the path to the leaf, to which the whole difference is attributed."""
        names = weights["columns"].astype(str).tolist()
        values = gathered(page.table, names)[rows]
        state = np.log(np.maximum(weights["share"], _LEAST))[leaves(weights, values)]
        origins, parts = single_origin("leaf", state, label, against)
        steps = [_steps(weights, names, row) for row in values]
        note = "a decision tree, shown by its decisions; features have no contributions"
        return Attribution(origins, parts, steps, note)


def _steps(weights: Weights, names: Sequence[str], row: Floats) -> list[Step]:
    """The decisions for a block with values ``row`` [w]."""
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
    return steps or [Step("no decision: all blocks get the same label")]


def _leaf(weights: Weights, row: Floats, node: int) -> int:
    """The leaf that values ``row`` [w] reach from a node."""
    while (column := int(weights["column"][node])) >= 0:
        below = row[column] <= weights["threshold"][node]
        node = int(weights["low" if below else "high"][node])
    return node
