"""Which elements contain which texts and blocks, and the tags between them: array functions.

The columns of elements and texts are those of :class:`~victor.tree.tree.Tree`, ``first`` that of
:class:`~victor.tree.blocks.Blocks`.
"""

from collections.abc import Collection

import numpy as np

from victor.arrays import Bits, Bools, Ints
from victor.compiled import door


@door("columns")
def nearest(chosen: Bools, parent: Ints) -> Ints:
    """[m] the nearest chosen element at or above each, or the root."""
    _check_parents(parent)
    chosen = chosen.copy()
    chosen[:1] = True
    above = np.where(chosen, np.arange(len(chosen), dtype=np.int32), parent)
    # Pointer doubling: after i rounds every pointer has climbed 2**i levels or arrived.
    while (pending := ~chosen[above]).any():
        above = np.where(pending, above[above], above)
    return above.astype(np.int32)


@door("columns")
def ancestor_bits(bits: Bits, parent: Ints) -> Bits:
    """[m] the bits of each element and of all its ancestors."""
    _check_parents(parent)
    above = parent
    # After i rounds each element has the bits of 2**i levels; repeated bits do no harm.
    while above.any():
        bits, above = bits | bits[above], above[above]
    return bits | bits[above]


def _check_parents(parent: Ints) -> None:
    """Raise an IndexError if an element does not follow its parent, so that loops terminate."""
    if (parent < 0).any() or (parent > np.maximum(np.arange(len(parent)) - 1, 0)).any():
        raise IndexError("parent: an element is out of range")


@door("columns")
def enclosing(chosen: Bools, opened: Ints, closed: Ints, t: int) -> Ints:
    """[t] the number of chosen elements that contain each text.

    Args:
        chosen: [m].
        opened: [m] see :class:`~victor.tree.tree.Tree`, also for ``closed``.
        t: number of texts.
    """
    begun = np.bincount(opened[chosen], minlength=t + 1)
    ended = np.bincount(closed[chosen], minlength=t + 1)
    return np.cumsum(begun - ended, dtype=np.int32)[:-1]


@door("columns")
def tags_before(chosen: Bools, opened: Ints, closed: Ints, t: int) -> Ints:
    """[t] the number of start and end tags of chosen elements between each text and the previous.

    Args:
        chosen: [m].
        opened: [m] see :class:`~victor.tree.tree.Tree`, also for ``closed``.
        t: number of texts.
    """
    begun, ended = (np.bincount(side[chosen], minlength=t + 1) for side in (opened, closed))
    return (begun + ended)[:-1].astype(np.int32)


@door("columns")
def tags_between(
    chosen: Bools, opened: Ints, closed: Ints, first: Ints, kept: Ints, t: int
) -> Ints:
    """[k - 1] the number of tags of chosen elements between a kept block and the next.

    Args:
        chosen: [m].
        opened: [m] see :class:`~victor.tree.tree.Tree`, also for ``closed``.
        first: [n + 1] see :class:`~victor.tree.blocks.Blocks`.
        kept: [k] blocks, in order.
        t: number of texts.
    """
    count = np.cumsum(tags_before(chosen, opened, closed, t))
    return (count[first[kept[1:]]] - count[first[kept[:-1] + 1] - 1]).astype(np.int32)


@door("columns")
def with_tags(tag: Ints, codes: dict[str, int], count: int, names: Collection[str]) -> Bools:
    """[m] whether an element's tag is one of ``names``.

    Args:
        tag: [m] see :class:`~victor.tree.tree.Tree`.
        codes: the codes of the tags that occur.
        count: the number of tags that occur.
        names: names of tags.
    """
    chosen = np.zeros(count, bool)
    chosen[[codes[name] for name in names if name in codes]] = True
    return chosen[tag]


@door("columns")
def inside_marked(
    element: Ints,
    name: Ints,
    tag: Ints,
    opened: Ints,
    closed: Ints,
    attribute: int,
    code: int,
    t: int,
) -> Bools:
    """[t] whether a text is inside an element with a given tag and attribute.

    Args:
        element: [a] see :class:`~victor.tree.attributes.Attributes`, also for ``name``.
        tag: [m] see :class:`~victor.tree.tree.Tree`, also for ``opened`` and ``closed``.
        attribute: the index of the attribute.
        code: the code of the tag.
        t: number of texts.
    """
    chosen = np.zeros(len(tag), bool)
    marked = element[name == attribute]
    chosen[marked] = tag[marked] == code
    return enclosing(chosen, opened, closed, t) > 0


@door("columns")
def bits_around(bits: Bits, parent: Ints, node: Ints, first: Ints) -> Bits:
    """[n] the union of the bits of all elements that contain some text of a block.

    Args:
        bits: [m].
        parent: [m] see :class:`~victor.tree.tree.Tree`, also for ``node`` [t].
        first: [n + 1] see :class:`~victor.tree.blocks.Blocks`.
    """
    of_text = ancestor_bits(bits, parent)[node]
    return np.bitwise_or.reduceat(of_text, first[:-1])


@door("columns")
def block_of_each(first: Ints, t: int) -> Ints:
    """[t] the block that each text is in; ``first`` [n + 1], the last of which is t."""
    if first[0] or first[-1] != t:
        raise IndexError("first: blocks do not hold every text")
    return np.repeat(np.arange(len(first) - 1, dtype=np.int32), np.diff(first))


@door("columns")
def holding(chosen: Bools, opened: Ints, closed: Ints, first: Ints, t: int) -> Bools:
    """[n] whether some text of a block is inside one of the chosen elements.

    Args:
        chosen: [m].
        opened: [m] see :class:`~victor.tree.tree.Tree`, also for ``closed``.
        first: [n + 1] see :class:`~victor.tree.blocks.Blocks`.
        t: number of texts.
    """
    return _texts_inside(np.logical_or, chosen, opened, closed, first, t)


@door("columns")
def within(chosen: Bools, opened: Ints, closed: Ints, first: Ints, t: int) -> Bools:
    """[n] whether every text of a block is inside one of the chosen elements.

    Args: see :func:`holding`.
    """
    return _texts_inside(np.logical_and, chosen, opened, closed, first, t)


def _texts_inside(
    joined: np.ufunc, chosen: Bools, opened: Ints, closed: Ints, first: Ints, t: int
) -> Bools:
    if len(first) == 1:
        return np.zeros(0, bool)
    around = enclosing(chosen, opened, closed, t) != 0
    return np.asarray(joined.reduceat(around, first[:-1]))
