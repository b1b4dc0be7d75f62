"""Helpers that the families share."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.blocks import Blocks, Bools, Floats
from victor.config import Task


def stack(columns: Mapping[str, NDArray[Any]], names: Sequence[str]) -> Floats:
    """[n, len(names)] the named ones of some columns [n]."""
    return np.stack([columns[name] for name in names], axis=1).astype(np.float32)


def ratio(part: NDArray[Any], whole: NDArray[Any] | float) -> NDArray[np.float64]:
    """``part / whole``, 0 where there is nothing to divide by."""
    return np.asarray(part / np.maximum(whole, 1e-9) * (np.asarray(whole) > 0))


def tag_sets(names: Sequence[str], task: Task) -> list[frozenset[str]]:
    """The tags that ``p`` or ``class_header`` mean."""
    return [
        frozenset(task.tag_classes[name.removeprefix("class_")])
        if name.startswith("class_")
        else frozenset((name,))
        for name in names
    ]


def tag_steps(blocks: Blocks, sets: Sequence[frozenset[str]], closing: int) -> NDArray[np.float32]:
    """[t + 1, len(sets)] tags of each set before each text: starts plus ``closing`` times ends."""
    tree = blocks.tree
    member = np.array([[tag in wanted for wanted in sets] for tag in tree.tags], np.float32)
    member = member.reshape(len(tree.tags), len(sets))
    used = np.flatnonzero(member.any(axis=1))
    rank = np.full(len(tree.tags), -1, np.int64)
    rank[used] = np.arange(len(used))
    chosen = rank[tree.tag] >= 0
    code, size = rank[tree.tag[chosen]], (len(tree.text) + 1) * len(used)
    opened = np.bincount(tree.opened[chosen] * len(used) + code, minlength=size)
    closed = np.bincount(tree.closed[chosen] * len(used) + code, minlength=size)
    steps = (opened + closing * closed).reshape(len(tree.text) + 1, len(used))
    return np.asarray(steps.astype(np.float32) @ member[used])


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
