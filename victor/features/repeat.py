"""``repeat.class_*`` and ``repeat.tag_*``: blocks in the same structure.

Blocks whose holding element, its parent and its grandparent have the same tags and ``class``
attributes (``tag_``: the same tags) form a group: the paragraphs of an article, the entries of a
menu, the prices of a shop.
"""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Floats, Ints
from victor.compiled import door
from victor.config import Task
from victor.features.columns import GROUP_MEASURES, Columns, group_measures, picked
from victor.tree.attributes import LOOKED_AT
from victor.tree.blocks import Blocks

_STEPS = 3
_MEASURES = GROUP_MEASURES[:5]
# For both kinds of groups: number of blocks, share of the page's words, link density, distance from
# the first to the last block relative to the page's blocks, and words per block.
NAMES = tuple(f"{kind}_{name}" for kind in ("class", "tag") for name in _MEASURES)
_CLASS = LOOKED_AT.index("class")


def prepare(names: Sequence[str], task: Task) -> Columns:
    """Numbers, shares, and words per block."""
    return picked(_table, NAMES, names)


def _table(blocks: Blocks) -> Floats:
    tree, seen = blocks.tree, blocks.tree.looked_at
    attributes = seen.element, seen.name, seen.value, _CLASS, len(seen.values)
    columns = tree.parent, tree.tag, len(tree.tags), *attributes
    return structures(blocks.node, *columns, blocks.words, blocks.link_share)


@door("columns", STEPS=_STEPS, REPEAT_MEASURES=len(_MEASURES))
def structures(
    node: Ints,
    parent: Ints,
    tag: Ints,
    c: int,
    element: Ints,
    name: Ints,
    value: Ints,
    number: int,
    v: int,
    words: Floats,
    link: Floats,
) -> Floats:
    """[2 * measures, n] measures of the groups by tags and classes, then of those by tags.

    Exact while ``((c + 1) * (v + 1))**steps < 2**64``.

    Args:
        node: [n] the element of each block; its parent and grandparent count, too.
        parent: [m] see :class:`~victor.tree.tree.Tree`, also for ``tag``.
        c: number of tags.
        element: [a] see :class:`~victor.tree.attributes.Attributes`, also for ``name``, ``value``.
        number: the number of the attribute ``class``.
        v: number of values.
        words: [n] per block, as is ``link`` (density).
    """
    classes = name == number
    tags = tag.astype(np.uint64) + np.uint64(1)
    both = tags * np.uint64(v + 1)
    both[element[classes]] += value[classes].astype(np.uint64) + np.uint64(1)
    keys = np.zeros((2, len(node)), np.uint64)
    for _ in range(_STEPS):
        keys[0] = keys[0] * np.uint64((c + 1) * (v + 1)) + both[node]
        keys[1] = keys[1] * np.uint64(c + 1) + tags[node]
        node = parent[node]
    groups = [group_measures(one, words, link)[: len(_MEASURES)] for one in keys]
    return np.concatenate(groups)
