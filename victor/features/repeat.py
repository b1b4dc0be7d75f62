"""``repeat.class_*`` and ``repeat.tag_*``: blocks that stand in the same structure.

Blocks whose holding element, its parent and the parent's parent have the same tags and ``class``
attributes (``tag_``: the same tags) are a group: the paragraphs of an article, the entries of a
menu, the prices of a shop.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Floats, Ints
from victor.compiled import door
from victor.config import Task
from victor.features.columns import GROUP_MEASURES, group_measures, pick
from victor.tree.blocks import Blocks

_STEPS = 3
_MEASURES = GROUP_MEASURES[:5]
# Of both kinds of groups: blocks, share of the page's words, link density, blocks of the page from
# the first to the last of them, and words per block.
NAMES = tuple(f"{kind}_{name}" for kind in ("class", "tag") for name in _MEASURES)


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)]."""
    words, link, size = blocks.words, blocks.link_share, len(_MEASURES)
    groups = [group_measures(keys, words, link)[:size] for keys in _structures(blocks)]
    return pick(np.concatenate(groups), NAMES, names)


def _structures(blocks: Blocks) -> NDArray[np.uint64]:
    tree, seen = blocks.tree, blocks.tree.looked_at
    classes = seen.rows("class")
    return structures(
        blocks.node,
        tree.parent,
        tree.tag,
        seen.element[classes],
        seen.value[classes],
        len(tree.tags),
        len(seen.values),
    )


@door("columns", STEPS=_STEPS)
def structures(
    node: Ints, parent: Ints, tag: Ints, element: Ints, value: Ints, k: int, v: int
) -> NDArray[np.uint64]:
    """[2, n] the same number for blocks in elements of the same tags and classes; of the same tags.

    Exact while ``((k + 1) * (v + 1))**steps < 2**64``.

    Args:
        node: [n] the element of each block; it counts, its parent, and the parent's parent.
        parent: [m] see :class:`~victor.tree.tree.Tree`, also for ``tag``.
        element: [a] the elements that have a class.
        value: [a] the number of its class.
        k: tags.
        v: classes.
    """
    tags = tag.astype(np.uint64) + np.uint64(1)
    both = tags * np.uint64(v + 1)
    both[element] += value.astype(np.uint64) + np.uint64(1)
    out = np.zeros((2, len(node)), np.uint64)
    for _ in range(_STEPS):
        out[0] = out[0] * np.uint64((k + 1) * (v + 1)) + both[node]
        out[1] = out[1] * np.uint64(k + 1) + tags[node]
        node = parent[node]
    return out
