"""``repeat.class_*`` and ``repeat.tag_*``: blocks that stand in the same structure.

Blocks whose holding element, its parent and the parent's parent have the same tags and ``class``
attributes (``tag_``: the same tags) are a group: the paragraphs of an article, the entries of a
menu, the prices of a shop.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Floats, Ints
from victor.config import Task
from victor.features.columns import GROUP_MEASURES, group_measures, stack
from victor.tree.blocks import Blocks

_STEPS = 3
# Of both kinds of groups: blocks, share of the page's words, link density, blocks of the page from
# the first to the last of them, and words per block.
NAMES = tuple(f"{kind}_{name}" for kind in ("class", "tag") for name in GROUP_MEASURES[:-1])


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)]."""
    path = _path(blocks)
    keys = {"class": _class_keys(blocks, path), "tag": _tag_keys(blocks, path)}
    columns = {
        f"{kind}_{name}": values
        for kind, key in keys.items()
        for name, values in zip(
            GROUP_MEASURES, group_measures(key, blocks.words, blocks.link_share), strict=False
        )
    }
    return stack(columns, names)


def _path(blocks: Blocks) -> Ints:
    """[steps, n] each block's element and those above it; the root where there are no more."""
    parent = blocks.tree.parent
    path = [blocks.node]
    for _ in range(_STEPS - 1):
        path.append(parent[path[-1]])
    return np.array(path, np.int32)


def _tag_keys(blocks: Blocks, path: Ints) -> NDArray[np.uint64]:
    """[n] the same number for the same tags."""
    codes = np.append(blocks.tree.tag + 1, 0)[path]
    return _joined(codes, len(blocks.tree.tags) + 1)


def _class_keys(blocks: Blocks, path: Ints) -> NDArray[np.uint64]:
    """[n] the same number for the same tags and classes."""
    tree, seen = blocks.tree, blocks.tree.looked_at
    rows, size = seen.rows("class"), len(seen.values) + 1
    codes = np.zeros(len(tree.tag) + 1, np.int64)
    codes[:-1] = (tree.tag + 1) * size
    codes[seen.element[rows]] += seen.value[rows] + 1
    return _joined(codes[path], (len(tree.tags) + 1) * size)


def _joined(codes: NDArray[np.int64], size: int) -> NDArray[np.uint64]:
    """[n] one number for the codes [steps, n] below ``size``; exact while size**steps < 2**64."""
    key = np.zeros(codes.shape[1], np.uint64)
    for row in codes.astype(np.uint64):
        key = key * np.uint64(size) + row
    return key
