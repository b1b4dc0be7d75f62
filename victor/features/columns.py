"""Helpers shared by feature families."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Floats, Ints, factorize, unpack_bits
from victor.compiled import door
from victor.config import Task
from victor.tree.tree import Tree

# Of a group of blocks: how many, their share of the page's words, their link density, the distance
# from the first to the last of them in blocks of the page, words per block; then of each block its
# number among them, from 1, and whether it is the first of several.
GROUP_MEASURES = ("count", "words", "link", "span", "block_words", "occurrence", "first")


def stack(columns: Mapping[str, NDArray[Any]], names: Sequence[str]) -> Floats:
    """[n, len(names)] the columns [n] with these names, as one array."""
    return np.array([columns[name] for name in names], np.float32).T


def same_for_all(values: Sequence[float], n: int) -> Floats:
    """[n, len(values)] the same values for all n blocks, a view."""
    row = np.array(values, np.float32)
    return np.ndarray((n, len(row)), np.float32, row, strides=(0, row.itemsize))


def pick(table: Floats, known: tuple[str, ...], names: Sequence[str]) -> Floats:
    """[n, len(names)] the rows of a ``table`` [k, n] with these names; ``known`` [k] names all.

    A view of the table if they are consecutive rows.
    """
    found: Floats = table[_rows_of(known, tuple(names))].T
    return found


@lru_cache(maxsize=256)
def _rows_of(known: tuple[str, ...], names: tuple[str, ...]) -> slice | list[int]:
    return as_slice([known.index(name) for name in names])


def as_slice(places: list[int]) -> slice | list[int]:
    """Consecutive positions as a slice, by which arrays are read and written faster."""
    run = slice(places[0], places[0] + len(places))
    return run if places == list(range(run.start, run.stop)) else places


def ratio(part: NDArray[Any], whole: NDArray[Any] | float) -> NDArray[np.float64]:
    """``part / whole``, and 0 where ``whole`` is 0 or less."""
    return np.asarray(part / np.maximum(whole, 1e-9) * (np.asarray(whole) > 0))


def quotient(part: float, whole: float) -> float:
    """The same of two numbers."""
    return part / whole if whole > 0 else 0.0


def tag_sets(names: Sequence[str], task: Task) -> tuple[frozenset[str], ...]:
    """The tags that each name stands for: a tag, or ``class_NAME`` for a tag class of the task."""
    return _tag_sets(tuple(names), tuple(task.tag_classes.items()))


@lru_cache(maxsize=64)
def _tag_sets(
    names: tuple[str, ...], classes: tuple[tuple[str, frozenset[str]], ...]
) -> tuple[frozenset[str], ...]:
    sets = {f"class_{name}": frozenset(tags) for name, tags in classes}
    return tuple(sets.get(name, frozenset((name,))) for name in names)


def set_bits(tree: Tree, sets: tuple[frozenset[str], ...]) -> NDArray[np.uint64]:
    """[c] for each tag code, bit i is set if the tag is in the i-th of at most 64 sets."""
    bits = _bits(sets)
    return np.array([bits.get(tag, 0) for tag in tree.tags], np.uint64)


def tag_bits(tree: Tree, sets: tuple[frozenset[str], ...]) -> NDArray[np.uint64]:
    """[m] the bits of each element's tag, as :func:`set_bits` gives them."""
    return set_bits(tree, sets).take(tree.tag)


@lru_cache(maxsize=64)
def _bits(sets: tuple[frozenset[str], ...]) -> Mapping[str, int]:
    tags = frozenset().union(*sets)
    return {tag: sum(1 << i for i, members in enumerate(sets) if tag in members) for tag in tags}


@door("columns")
def bits_near(bits: NDArray[np.uint64], parent: Ints, node: Ints, k: int) -> NDArray[np.uint64]:
    """[n] the union of the ``bits`` [m] of k elements: each ``node`` [n] and those above it.

    The root's ``parent`` [m] is itself.
    """
    out = np.zeros(len(node), np.uint64)
    for _ in range(k):
        out |= bits[node]
        node = parent[node]
    return out


@door("columns")
def indicators(bits: NDArray[np.uint64], k: int) -> Floats:
    """[k, n] 1 where one of the first k <= 64 ``bits`` [n] is set, else 0."""
    return unpack_bits(bits, k)


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
    occurrence = np.empty(n)
    starts = np.repeat(np.cumsum(count) - count, count)
    occurrence[np.argsort(group, kind="stable")] = place - starts + 1
    leads = (occurrence == 1) & (count[group] > 1)
    measures = (count, share, ratio(linked, held), (last - first) / n, held / count)
    out = np.array([*(values[group] for values in measures), occurrence, leads], np.float32)
    return np.where(keys == np.iinfo(np.uint64).max, np.float32(0), out)
