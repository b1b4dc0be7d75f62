"""Repetition that is meant: an item of another list, or the heading of another text."""

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Ints, places, some
from victor.filters.lists import MORE, REPLY
from victor.tree.blocks import Blocks
from victor.tree.html_tags import HEADINGS

_QUOTING = ("blockquote", "aside")


def is_meant(
    gone: Bools, ids: NDArray[np.uint64], chosen: NDArray[np.intp], blocks: Blocks
) -> Bools:
    """[m] whether a repeated block belongs where it is.

    Args:
        gone: [m] whether a block repeats an earlier one.
        ids: [m] numbers, equal for equal texts.
        chosen: [m] the numbers of the blocks.
        blocks: of the page.
    """
    items, headings = _items(gone, ids, chosen, blocks), _headings(gone, ids, chosen, blocks)
    return np.asarray(items | headings)


def _items(gone: Bools, ids: NDArray[np.uint64], chosen: NDArray[np.intp], blocks: Blocks) -> Bools:
    """[m] the plain items of lists that also have items of their own.

    Two lists of requirements share lines, and two manuals share steps. A copy of a list repeats
    all items of it, and a carousel repeats items of the same list.
    """
    tree, out = blocks.tree, np.zeros(len(gone), bool)
    item = blocks.item[chosen]
    if not some(gone & (item > 0)):
        return out
    lists = np.where(item > 0, tree.parent[item], 0)
    _, first, number = np.unique(ids, return_index=True, return_inverse=True)
    first = first[number]
    own = np.zeros(len(tree.tag), bool)
    own[lists[~gone & (first == np.arange(len(ids)))]] = True
    out = gone & (lists > 0) & own[lists] & (lists != lists[first]) & ~blocks.hidden[chosen]
    out &= ~blocks.inside(tree.named(_QUOTING))[chosen]
    out[out] = tree.starts_within(tree.named(MORE), item[out]) == 0
    return np.asarray(out)


def _headings(
    gone: Bools, ids: NDArray[np.uint64], chosen: NDArray[np.intp], blocks: Blocks
) -> Bools:
    """[m] the headings whose text stays, unless the block before says the same."""
    heading, out = whole_headings(blocks)[chosen] > 0, np.zeros(len(gone), bool)
    likely = gone & heading & (blocks.link_share[chosen] < 1)
    if not some(likely):
        return out
    after, before = _neighbours(~heading, ~gone)
    restored = -1
    for place in places(likely).tolist():
        last = max(restored, int(before[place]))
        has_text = after[place] < len(gone) and not gone[after[place]]
        is_again = last >= 0 and ids[last] == ids[place]
        if has_text and not is_again and not REPLY.match(blocks.text[int(chosen[place])]):
            out[place], restored = True, place
    return out


def _neighbours(after: Bools, before: Bools) -> tuple[Ints, Ints]:
    """[m] the first place from each on that is in ``after``, and the last up to it in ``before``.

    They are m and -1 if there is none.
    """
    number = np.arange(len(after))
    following = np.where(after, number, len(after))[::-1]
    preceding = np.maximum.accumulate(np.where(before, number, -1))
    return np.minimum.accumulate(following)[::-1].astype(np.int32), preceding.astype(np.int32)


def whole_headings(blocks: Blocks) -> Ints:
    """[n] the heading whose whole text is the block, 0 for none.

    Args:
        blocks: of the page.
    """
    tree, number = blocks.tree, np.arange(len(blocks))
    found = tree.nearest(tree.named(HEADINGS))[blocks.holder]
    is_all = blocks.of_text[tree.opened[found]] == number
    is_all &= blocks.of_text[tree.closed[found] - 1] == number
    return np.where(is_all, found, 0).astype(np.int32)
