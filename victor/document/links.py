"""Which of its lines a link around several belongs to: cards have one around all they show."""

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.document.vocabulary import HEADINGS, LINE_TAGS
from victor.tree.tree import Tree

_LONGEST = 1_500  # characters of a link around a heading: an unclosed one has more
_SHORT = 200  # of another one that goes on after its image
_MOST_TEXTS = 100


def linked_lines(tree: Tree, texts: Bools, links: Bools, chosen: Bools, images: Ints) -> Ints:
    """[m] what of a link around several lines is linked, beside the image at its start.

    It is its first heading; the link itself where it is the first line with words, as it has no
    heading; and 0 for other links, of which the first line is, whatever it holds.

    Args:
        tree: of the page.
        texts: [t] those that are content.
        links: [m] those that hold content.
        chosen: [m] the elements that become parts.
        images: those that are content.
    """
    found = np.zeros(len(links), np.int32)
    if not len(images) or not some(links):
        return found
    around, count = tree.nearest(links), np.append(0, np.cumsum(texts))
    before, after = (count[side] for side in (tree.opened, tree.closed))
    first = before[images] == before[around[images]]
    link = np.unique(around[images[first]])
    link = link[(link > 0) & (after[link] > before[link])]
    short = _with_most(tree, link, _SHORT)
    found[short] = short
    longer = _with_most(tree, link, _LONGEST)
    if longer:
        headings = _headings(tree, chosen & (after > before))
        headings = headings[np.isin(around[headings], longer)]
        found[around[headings][::-1]] = headings[::-1]  # the first of each
    return found


def _headings(tree: Tree, chosen: Bools) -> Ints:
    """The headings among some elements that are in no other line of text."""
    headings = places(chosen & tree.named(HEADINGS))
    lines = tree.nearest(tree.named(LINE_TAGS))
    return np.asarray(headings[lines[tree.parent[headings]] == 0])


def _with_most(tree: Tree, elements: Ints, most: int) -> list[int]:
    """The elements with at most so many characters."""
    sides = (side[elements].tolist() for side in (tree.opened, tree.closed))
    return [
        element
        for element, first, last in zip(elements.tolist(), *sides, strict=True)
        if last - first <= _MOST_TEXTS and sum(map(len, tree.text[first:last])) <= most
    ]
