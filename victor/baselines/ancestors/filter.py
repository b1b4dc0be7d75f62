"""``ancestor``: keep only the content of the subtree with the most text.

Viveros-Jiménez et al., *Improving the Boilerpipe Algorithm for Boilerplate Removal in News Articles
Using HTML Tree Structure* (2018), section 4: the main content lies below a single node. The
paragraph of a block is its nearest ancestor with a tag from the paper's list. Blocks are grouped by
the n-th ancestor of their paragraph; the group with the most characters is kept.
"""

from dataclasses import dataclass, replace

import numpy as np

from victor.arrays import Ints
from victor.config import Task
from victor.config.ranges import Count
from victor.data import Labels
from victor.tree.blocks import Blocks

_PARAGRAPHS = frozenset("div table ul ol p section article h1 h2 h3 h4 h5 h6 header body".split())


@dataclass(frozen=True)
class Options:
    """Options of the filter."""

    depth: Count = 2  # 1: parents, 2: grandparents; 0: the paragraphs themselves


def apply(labels: Labels, blocks: Blocks, task: Task, options: Options) -> Labels:
    """Labels in which content outside the largest group is boilerplate; the first wins ties."""
    kept = np.flatnonzero(labels.y != task.other)
    if not len(kept):
        return labels
    groups = groups_of(blocks, options.depth)[kept]
    _, first, inverse = np.unique(groups, return_index=True, return_inverse=True)
    sizes = np.bincount(inverse, blocks.lengths[kept])
    best = min(range(len(first)), key=lambda group: (-sizes[group], first[group]))
    y = labels.y.copy()
    y[kept[inverse != best]] = task.other
    return replace(labels, y=y)


def groups_of(blocks: Blocks, depth: int) -> Ints:
    """[n] the element ``depth`` levels above the paragraph of each block.

    Args:
        blocks: the n blocks of a page.
        depth: number of levels; the topmost element if there are fewer.
    """
    tree = blocks.tree
    parent = tree.parent
    element = tree.nearest(tree.named(_PARAGRAPHS))[tree.node[blocks.first[:-1]]]
    for _ in range(depth):
        above = parent[element]
        element = np.where(above == 0, element, above)
    return element
