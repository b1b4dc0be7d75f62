"""Helpers that the families share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.blocks import Blocks, Bools, Floats, Ints
from victor.config import Task

_KEPT = 1 << 18  # code points up to which powers are kept from page to page


def stack(columns: Mapping[str, NDArray[Any]], names: Sequence[str]) -> Floats:
    """[n, len(names)] the named ones of some columns [n]."""
    return np.array([columns[name] for name in names], np.float32).T


def ratio(part: NDArray[Any], whole: NDArray[Any] | float) -> NDArray[np.float64]:
    """``part / whole``, 0 where there is nothing to divide by."""
    return np.asarray(part / np.maximum(whole, 1e-9) * (np.asarray(whole) > 0))


def tag_sets(names: Sequence[str], task: Task) -> tuple[frozenset[str], ...]:
    """The tags that ``p`` or ``class_header`` mean."""
    return tuple(
        frozenset(task.tag_classes[name.removeprefix("class_")])
        if name.startswith("class_")
        else frozenset((name,))
        for name in names
    )


@lru_cache(maxsize=32)
def _membership(sets: tuple[frozenset[str], ...]) -> Mapping[str, Floats]:
    """For every tag of one of the sets, [len(sets)] 1 for the sets that have it."""
    tags = frozenset().union(*sets)
    return {tag: np.array([tag in wanted for wanted in sets], np.float32) for tag in tags}


@dataclass(frozen=True)
class TagEvents:
    """Start and end tags of the tags that some sets name: u tags, t texts."""

    tags: Sequence[str]  # [u]
    member: Floats  # [sets, u] 1 where a set has a tag
    opened: Ints  # [u, t + 1] start tags before each text
    closed: Ints  # [u, t + 1] end tags


def tag_events(blocks: Blocks, sets: tuple[frozenset[str], ...]) -> TagEvents:
    """Count the tags before each text, tag by tag."""
    tree, member = blocks.tree, _membership(sets)
    used = [tag for tag in tree.tags if tag in member]
    number = {tag: i for i, tag in enumerate(used)}
    code = np.array([number.get(tag, -1) for tag in tree.tags], np.int64)[tree.tag]
    chosen, width = code >= 0, len(tree.text) + 1
    base = code[chosen] * width
    opened, closed = (
        np.bincount(base + places[chosen], minlength=len(used) * width).reshape(len(used), width)
        for places in (tree.opened, tree.closed)
    )
    rows = np.array([member[tag] for tag in used], np.float32).reshape(len(used), len(sets))
    return TagEvents(used, rows.T, opened.astype(np.int32), closed.astype(np.int32))


def hashes(
    points: NDArray[Any], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.uint64]:
    """A number for each run ``points[start:end]``, the same for the same run of any array.

    A polynomial over the code points modulo 2**64 (Karp, Rabin, *Efficient randomized pattern-
    matching algorithms*, 1987), by differences of sums over all of them.
    """
    size = 1 << len(points).bit_length()
    powers, inverse = _powers(size) if size <= _KEPT else _powers.__wrapped__(size)
    sums = np.zeros(len(points) + 1, np.uint64)
    np.cumsum(points * powers[: len(points)], out=sums[1:])
    return np.asarray((sums[ends] - sums[starts]) * inverse[starts])


@lru_cache(maxsize=32)
def _powers(size: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """[size] twice: the powers of an odd number and those of its inverse modulo 2**64."""
    base = 0x9E3779B97F4A7C15
    made = np.ones((2, size), np.uint64)
    made[:, 1:] = [[base], [pow(base, -1, 1 << 64)]]
    return tuple(np.cumprod(made, axis=1, dtype=np.uint64))


def last_place(blocks: Blocks, mask: Bools) -> NDArray[np.int64]:
    """[n] where the last of the chosen code points of each block is, -1 if it has none."""
    places = np.flatnonzero(mask)
    rank = np.searchsorted(places, blocks.offsets[1:]) - 1
    found = np.append(places, -1)[rank]
    return np.where(found >= blocks.offsets[:-1], found, -1)


def first_place(blocks: Blocks, mask: Bools) -> NDArray[np.int64]:
    """[n] where the first of the chosen code points of each block is, -1 if it has none."""
    places = np.flatnonzero(mask)
    rank = np.searchsorted(places, blocks.offsets[:-1])
    found = np.append(places, len(mask))[rank]
    return np.where(found < blocks.offsets[1:], found, -1)


def block_range(blocks: Blocks, elements: Ints) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Of some elements, as arrays of their shape: the blocks ``low:high`` that hold their text.

    -1 stands for the whole page. A block that an element holds in part is counted in.
    """
    tree, whole = blocks.tree, elements < 0
    low = np.searchsorted(blocks.first, tree.opened[elements], side="right") - 1
    high = np.searchsorted(blocks.first, tree.closed[elements])
    return np.where(whole, 0, low), np.where(whole, len(blocks), high)
