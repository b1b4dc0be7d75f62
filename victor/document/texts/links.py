"""Which line a link around several lines belongs to: cards are often one link as a whole."""

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.document.vocabulary import LINE_TAGS
from victor.tree.tree import Tree

_LONGEST = 1_500  # characters of a link around a heading: an unclosed one has more
_SHORT = 200  # of one without a heading that applies to the text after its image
_MOST_TEXTS = 100


def linked_lines(tree: Tree, texts: Bools, links: Bools, headings: Bools, images: Ints) -> Ints:
    """[m] what a link around several lines applies to, besides the image at its start.

    This is the first heading in it; the link itself for the first line with words, if there is no
    heading; or 0 for the first line of any kind, in all other links.

    Args:
        tree: the page's tree.
        texts: [t] whether each text is content.
        links: [m] the links that hold content.
        headings: [m] the elements that become headings.
        images: the images that are content.
    """
    found = np.zeros(len(links), np.int32)
    if not len(images) or not some(links):
        return found
    around, count = tree.nearest(links), np.zeros(len(texts) + 1, np.int32)
    images = images[around[images] > 0]
    if not len(images):
        return found
    texts.cumsum(dtype=np.int32, out=count[1:])
    first = count[tree.opened[images]] == count[tree.opened[around[images]]]
    link = np.array(sorted({*around[images[first]].tolist()}), np.int32)
    link = link[count[tree.closed[link]] > count[tree.opened[link]]]
    short = _with_most(tree, link, _SHORT)
    found[short] = short
    longer = _with_most(tree, link, _LONGEST)
    if longer:
        held = places(headings)
        inner = _outer_lines(tree, held[count[tree.closed[held]] > count[tree.opened[held]]])
        inner = inner[np.isin(around[inner], longer)]
        found[around[inner][::-1]] = inner[::-1]  # the first of each
    return found


def _outer_lines(tree: Tree, headings: Ints) -> Ints:
    """The headings that are in no other line of text."""
    lines = tree.nearest(tree.named(LINE_TAGS))
    return np.asarray(headings[lines[tree.parent[headings]] == 0])


def _with_most(tree: Tree, elements: Ints, most: int) -> list[int]:
    """The elements with at most ``most`` characters."""
    sides = (side[elements].tolist() for side in (tree.opened, tree.closed))
    return [
        element
        for element, first, last in zip(elements.tolist(), *sides, strict=True)
        if last - first <= _MOST_TEXTS and sum(map(len, tree.text[first:last])) <= most
    ]
