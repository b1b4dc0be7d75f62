"""``ancestor``: of what is kept, the part of the tree with most text stays.

Viveros-Jiménez et al., *Improving the Boilerpipe Algorithm for Boilerplate Removal in News Articles
Using HTML Tree Structure* (2018), section 4: good content stands below a single node. A block's
paragraph is the nearest element around it of the paper's list of tags; blocks are grouped by their
paragraph's n-th ancestor, and the group with most characters stays.
"""

from dataclasses import dataclass, replace

import numpy as np

from victor.arrays import Ints
from victor.config import Task
from victor.data import Labels
from victor.tree.blocks import Blocks

_PARAGRAPHS = frozenset("div table ul ol p section article h1 h2 h3 h4 h5 h6 header body".split())


@dataclass(frozen=True)
class Options:
    """How far up groups are looked for."""

    depth: int = 2  # 1: parents, 2: grandparents; 0: the paragraphs themselves


def apply(labels: Labels, blocks: Blocks, task: Task, options: Options) -> Labels:
    """All boilerplate but the kept blocks of the one group; of equal groups the first in the page."""
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
    """[n] the element ``depth`` levels above each block's paragraph, the topmost if it is less."""
    tree = blocks.tree
    parent = tree.parent
    element = tree.nearest(tree.named(_PARAGRAPHS))[tree.node[blocks.first[:-1]]]
    for _ in range(depth):
        above = parent[element]
        element = np.where(above == 0, element, above)
    return element
