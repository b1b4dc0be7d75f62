"""Of two prices of a product in the markup, the one that readers see is content."""

import numpy as np

from victor.arrays import Ints, some
from victor.config import Task
from victor.tree.blocks import Blocks


def shown_prices(y: Ints, blocks: Blocks, task: Task) -> Ints:
    """[n] labels by which the price that readers see is content if the other was.

    Args:
        y: [n] labels.
        blocks: the n blocks.
        task: says which label means boilerplate.
    """
    out = y.copy() if blocks.hidden_prices else y
    for hidden, shown in blocks.hidden_prices:
        unseen = _blocks(blocks, hidden)
        kept = out[unseen][out[unseen] != task.other]
        seen = _blocks(blocks, shown) if shown else unseen
        if len(kept) and not some(out[seen] != task.other):
            out[seen] = kept[0]
        out[unseen] = task.other
    return out


def _blocks(blocks: Blocks, element: int) -> "np.ndarray[tuple[int], np.dtype[np.intp]]":
    """The blocks that have text of an element and no other."""
    tree = blocks.tree
    first, last = int(tree.opened[element]), int(tree.closed[element])
    low, high = blocks.first.searchsorted((first, last)).tolist()
    if blocks.first[high] > last:
        high -= 1
    return np.arange(low, max(low, high))
