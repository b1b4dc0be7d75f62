"""Helpers shared by feature families."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Floats, Ints, factorize
from victor.compiled import door
from victor.config import Task
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree, ancestor_bits

# Of a group of blocks: how many, their share of the page's words, their link density, the distance
# from the first to the last of them in blocks of the page, words per block; then the number of each
# block among them, from 1.
GROUP_MEASURES = ("count", "words", "link", "span", "block_words", "number")


def stack(columns: Mapping[str, NDArray[Any]], names: Sequence[str]) -> Floats:
    """[n, len(names)] the columns [n] with these names, as one array."""
    return np.array([columns[name] for name in names], np.float32).T


def ratio(part: NDArray[Any], whole: NDArray[Any] | float) -> NDArray[np.float64]:
    """``part / whole``, and 0 where ``whole`` is 0 or less."""
    return np.asarray(part / np.maximum(whole, 1e-9) * (np.asarray(whole) > 0))


def tag_sets(names: Sequence[str], task: Task) -> tuple[frozenset[str], ...]:
    """The tags that each name stands for: a tag, or ``class_NAME`` for a tag class of the task."""
    return _tag_sets(tuple(names), tuple(task.tag_classes.items()))


@lru_cache(maxsize=64)
def _tag_sets(
    names: tuple[str, ...], classes: tuple[tuple[str, frozenset[str]], ...]
) -> tuple[frozenset[str], ...]:
    sets = {f"class_{name}": frozenset(tags) for name, tags in classes}
    return tuple(sets.get(name, frozenset((name,))) for name in names)


def tag_bits(tree: Tree, sets: tuple[frozenset[str], ...]) -> NDArray[np.uint64]:
    """[m] for each element, bit i is set if its tag is in the i-th of at most 64 sets."""
    bits = _bits(sets)
    of_tag = np.array([bits.get(tag, 0) for tag in tree.tags], np.uint64)
    return np.asarray(of_tag[tree.tag])


@lru_cache(maxsize=64)
def _bits(sets: tuple[frozenset[str], ...]) -> Mapping[str, int]:
    tags = frozenset().union(*sets)
    return {tag: sum(1 << i for i, members in enumerate(sets) if tag in members) for tag in tags}


def around(blocks: Blocks, bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """[n] the union of the bits [m] of all elements that contain some text of the block."""
    tree = blocks.tree
    of_text = ancestor_bits(bits, tree.parent)[tree.node]
    return np.bitwise_or.reduceat(of_text, blocks.first[:-1])


def block_range(blocks: Blocks, elements: Ints) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The blocks ``low:high`` that contain text of each element, as two arrays of the same shape.

    A block that is only partly in the element is included.
    """
    tree, of_text = blocks.tree, blocks.of_text
    low = np.append(of_text, len(blocks) - 1)[tree.opened[elements]]
    high = np.append(0, of_text + 1)[tree.closed[elements]]
    return low, high


@door("columns", GROUP_MEASURES=len(GROUP_MEASURES))
def group_measures(keys: NDArray[np.uint64], words: Floats, link: Floats) -> Floats:
    """[measures, n] of the blocks that share each block's key [n]; 0 for a key of all ones."""
    group = factorize(keys)
    n, place = len(group), np.arange(len(group))
    count = np.bincount(group)
    first, last = np.empty_like(count), np.empty_like(count)
    first[group[::-1]], last[group] = place[::-1], place  # the last of those that are set stays
    held, linked = np.bincount(group, weights=words), np.bincount(group, weights=words * link)
    share = ratio(held, float(words.sum(dtype=np.float64)))
    number = np.empty(n)
    starts = np.repeat(np.cumsum(count) - count, count)
    number[np.argsort(group, kind="stable")] = place - starts + 1
    measures = (count, share, ratio(linked, held), (last - first) / n, held / count)
    out = np.array([*(values[group] for values in measures), number], np.float32)
    return np.where(keys == np.iinfo(np.uint64).max, np.float32(0), out)
