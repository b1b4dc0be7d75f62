"""Where markup holds a product's price twice, keep the price that readers see."""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Ints, some
from victor.config import Task
from victor.tree.blocks import Blocks


def shown_prices(y: Ints, blocks: Blocks, task: Task) -> Ints:
    """[n] labels in which visible prices replace hidden ones as content.

    Args:
        y: [n] labels.
        blocks: the n blocks.
        task: defines the boilerplate label.
    """
    if not blocks.hidden_prices:
        return y
    out, other = y.copy(), task.other
    low, high = _bounds(blocks, blocks.hidden_prices)
    for hidden, shown in zip(low, high, strict=True):
        unseen, seen = (slice(*one) for one in zip(hidden, shown, strict=True))
        kept = out[unseen][out[unseen] != other]
        if len(kept) and not some(out[seen] != other):
            out[seen] = kept[0]
        out[unseen] = other
    return out


def _bounds(
    blocks: Blocks, elements: Sequence[tuple[int, int]]
) -> tuple[list[list[int]], list[list[int]]]:
    """First and last (exclusive) block of those entirely within each element."""
    tree, at = blocks.tree, np.array(elements, np.int32)
    at[:, 1] = np.where(at[:, 1] > 0, at[:, 1], at[:, 0])  # without a counterpart
    low, high = (blocks.first.searchsorted(one[at]) for one in (tree.opened, tree.closed))
    high = np.maximum(low, high - (blocks.first[high] > tree.closed[at]))
    return low.tolist(), high.tolist()
