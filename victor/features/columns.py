"""Helpers that the families share."""

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
    """[n, len(names)] the named ones of some columns [n]."""
    return np.array([columns[name] for name in names], np.float32).T


def ratio(part: NDArray[Any], whole: NDArray[Any] | float) -> NDArray[np.float64]:
    """``part / whole``, 0 where there is nothing to divide by."""
    return np.asarray(part / np.maximum(whole, 1e-9) * (np.asarray(whole) > 0))


def tag_sets(names: Sequence[str], task: Task) -> tuple[frozenset[str], ...]:
    """The tags that ``p`` or ``class_header`` mean."""
    return _tag_sets(tuple(names), tuple(task.tag_classes.items()))


@lru_cache(maxsize=64)
def _tag_sets(
    names: tuple[str, ...], classes: tuple[tuple[str, frozenset[str]], ...]
) -> tuple[frozenset[str], ...]:
    sets = {f"class_{name}": frozenset(tags) for name, tags in classes}
    return tuple(sets.get(name, frozenset((name,))) for name in names)


def tag_bits(tree: Tree, sets: tuple[frozenset[str], ...]) -> NDArray[np.uint64]:
    """[m] for each element the sets that its tag is in, the i-th as bit i; at most 64 sets."""
    known = _bits(sets)
    of_tag = np.array([known.get(tag, 0) for tag in tree.tags], np.uint64)
    return np.asarray(of_tag[tree.tag])


@lru_cache(maxsize=64)
def _bits(sets: tuple[frozenset[str], ...]) -> Mapping[str, int]:
    """The bits of every tag of one of the sets."""
    tags = frozenset().union(*sets)
    return {tag: sum(1 << i for i, wanted in enumerate(sets) if tag in wanted) for tag in tags}


def around(blocks: Blocks, bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """[n] the bits of all elements [m] that hold some of a block's text."""
    tree = blocks.tree
    of_text = ancestor_bits(bits, tree.parent)[tree.node]
    return np.bitwise_or.reduceat(of_text, blocks.first[:-1])


def block_range(blocks: Blocks, elements: Ints) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Of some elements, as arrays of their shape: the blocks ``low:high`` that hold their text.

    -1 stands for the whole page. A block that an element holds in part is counted in.
    """
    tree, of_text, whole = blocks.tree, blocks.of_text, elements < 0
    # A place more, for -1: a page of nothing but text has no element at all.
    opened, closed = (np.append(places, 0)[elements] for places in (tree.opened, tree.closed))
    low = np.append(of_text, len(blocks) - 1)[opened]
    high = np.append(0, of_text + 1)[closed]
    return np.where(whole, 0, low), np.where(whole, len(blocks), high)


@door("columns", GROUP_MEASURES=len(GROUP_MEASURES))
def group_measures(keys: NDArray[np.uint64], words: Floats, link: Floats) -> Floats:
    """[measures, n] of the blocks with the same key as each; 0 for a key with all bits set."""
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
