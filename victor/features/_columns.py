"""Helpers that the families share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.blocks import Blocks, Bools, Floats, Ints
from victor.config import Task


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
    of_text = np.repeat(np.arange(len(blocks)), np.diff(blocks.first))
    # A place more, for -1: a page of nothing but text has no element at all.
    opened, closed = (np.append(places, 0)[elements] for places in (tree.opened, tree.closed))
    low = np.append(of_text, len(blocks) - 1)[opened]
    high = np.append(0, of_text + 1)[closed]
    return np.where(whole, 0, low), np.where(whole, len(blocks), high)
