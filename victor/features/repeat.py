"""``repeat.class_*`` and ``repeat.tag_*``: blocks that stand in the same structure.

Blocks whose holding element, its parent and the parent's parent have the same tags and ``class``
attributes (``tag_``: the same tags) are a group: the paragraphs of an article, the entries of a
menu, the prices of a shop.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Floats, Ints, factorize
from victor.compiled import door
from victor.config import Task
from victor.features.columns import ratio, stack
from victor.tree.blocks import Blocks

_STEPS = 3
_MEASURES = ("count", "words", "link", "span", "block_words")
_NAMES = tuple(f"{kind}_{name}" for kind in ("class", "tag") for name in _MEASURES)


def known(task: Task) -> Sequence[str]:
    """Of both kinds of groups: blocks, share of the page's words, link density, reach, ...

    ... which is the distance from its first to its last block in blocks of the page, and the words
    per block.
    """
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)]."""
    path = _path(blocks)
    keys = {"class": _class_keys(blocks, path), "tag": _tag_keys(blocks, path)}
    columns = {
        f"{kind}_{name}": values
        for kind, key in keys.items()
        for name, values in zip(
            _MEASURES, group_measures(key, blocks.words, blocks.link_share), strict=True
        )
    }
    return stack(columns, names)


def _path(blocks: Blocks) -> Ints:
    """[steps, n] the elements above each block, from the one that it is in; the root past the top."""
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


@door("columns", MEASURES=len(_MEASURES))
def group_measures(keys: NDArray[np.uint64], words: Floats, link: Floats) -> Floats:
    """[measures, n] of the blocks with the same key as each block [n]."""
    group = factorize(keys)
    n, place = len(group), np.arange(len(group))
    count = np.bincount(group)
    first, last = np.empty_like(count), np.empty_like(count)
    first[group[::-1]], last[group] = place[::-1], place  # the last of those that are set stays
    held, linked = np.bincount(group, weights=words), np.bincount(group, weights=words * link)
    share = ratio(held, float(words.sum()))
    measures = (count, share, ratio(linked, held), (last - first) / n, held / count)
    return np.array([values[group] for values in measures], np.float32)
