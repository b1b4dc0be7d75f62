"""Helpers shared by feature families."""

from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np

from victor.arrays import Bits, Bools, Doubles, Floats, Hashes, Ints, Numbers, factorize
from victor.compiled import door
from victor.config import Task
from victor.tree.blocks import Blocks

Columns = Callable[[Blocks], Floats]  # a page's values [k, n] of k columns
_BITS = 64  # of an integer: one for each set of tags
# For a group of blocks: number of blocks, share of the page's words, link density, distance from
# the first to the last block relative to the page's blocks, words per block; then for each block
# its number in the group, from 1, and whether it is the first of several.
GROUP_MEASURES = ("count", "words", "link", "span", "block_words", "occurrence", "first")


def stack(columns: Mapping[str, Numbers], names: Sequence[str]) -> Floats:
    """[len(names), n] the columns [n] with these names, as one array."""
    return np.array([columns[name] for name in names], np.float32)


def same_for_all(values: Sequence[float], n: int) -> Floats:
    """[len(values), n] the same values for all n blocks, a view."""
    column = np.array(values, np.float32)
    return np.ndarray((len(column), n), np.float32, column, strides=(column.itemsize, 0))


def picked(table: Columns, known: Sequence[str], names: Sequence[str]) -> Columns:
    """The rows of a ``table`` with these names; ``known`` names all of them."""
    rows = as_slice([known.index(name) for name in names])

    def pick(blocks: Blocks) -> Floats:
        found: Floats = table(blocks)[rows]
        return found

    return pick


def in_groups(names: Sequence[str], prepare: Callable[[Sequence[str]], Columns]) -> Columns:
    """Columns that are prepared in groups of 64 names, as many as an integer has bits.

    Args:
        names: of the columns; at least one.
        prepare: returns the columns of a group.
    """
    parts = [prepare(names[start : start + _BITS]) for start in range(0, len(names), _BITS)]
    if len(parts) == 1:
        return parts[0]
    return lambda blocks: np.concatenate([part(blocks) for part in parts])


def as_slice(places: list[int]) -> slice | list[int]:
    """Consecutive positions as a slice, which makes array access faster."""
    run = slice(places[0], places[0] + len(places))
    return run if places == list(range(run.start, run.stop)) else places


def ratio(part: Numbers, whole: Numbers | float) -> Doubles:
    """``part / whole``, and 0 where ``whole`` is 0 or less."""
    return np.asarray(part / np.maximum(whole, 1e-9) * (np.asarray(whole) > 0))


def quotient(part: float, whole: float) -> float:
    """:func:`ratio` of two numbers."""
    return part / whole if whole > 0 else 0.0


def tag_sets(names: Sequence[str], task: Task) -> list[frozenset[str]]:
    """The tags of each name, which is a tag, or ``class_NAME`` for a tag class of the task."""
    sets = {f"class_{name}": frozenset(tags) for name, tags in task.tag_classes.items()}
    return [sets.get(name, frozenset((name,))) for name in names]


def bits_by_tag(sets: Sequence[Collection[str]]) -> dict[str, int]:
    """Bits of each tag in any of at most 64 ``sets``: bit i is set if it is in the i-th."""
    tags = {tag for members in sets for tag in members}
    return {tag: sum(1 << i for i, members in enumerate(sets) if tag in members) for tag in tags}


@door("columns")
def set_bits(tags: Sequence[str], bits: dict[str, int]) -> Bits:
    """[c] the ``bits`` of each of the ``tags`` [c], as :func:`bits_by_tag` gives them, or 0."""
    return np.array([bits.get(tag, 0) for tag in tags], np.uint64)


def chosen_by(sets: Bits, place: int, tag: Ints) -> Bools:
    """[m] whether each element's ``tag`` [m] is in the set of this ``place``; ``sets`` [c]."""
    return np.asarray(sets >> np.uint64(place) & np.uint64(1), bool)[tag]


@door("columns", GROUP_MEASURES=len(GROUP_MEASURES))
def group_measures(keys: Hashes, words: Floats, link: Floats) -> Floats:
    """[measures, n] the :data:`GROUP_MEASURES` of each block's group; 0 for a key of all ones.

    Args:
        keys: [n] equal for the blocks of a group.
        words: [n] per block, as is ``link`` (density).
    """
    group = factorize(keys)
    n, place = len(group), np.arange(len(group))
    count = np.bincount(group)
    first, last = np.empty_like(count), np.empty_like(count)
    first[group[::-1]], last[group] = place[::-1], place  # the last assignment counts
    held, linked = np.bincount(group, weights=words), np.bincount(group, weights=words * link)
    share = ratio(held, float(words.sum(dtype=np.float64)))
    occurrence = np.empty(n)
    starts = np.repeat(np.cumsum(count) - count, count)
    occurrence[np.argsort(group, kind="stable")] = place - starts + 1
    leads = (occurrence == 1) & (count[group] > 1)
    measures = (count, share, ratio(linked, held), (last - first) / n, held / count)
    out = np.array([*(values[group] for values in measures), occurrence, leads], np.float32)
    return np.where(keys == np.iinfo(np.uint64).max, np.float32(0), out)
