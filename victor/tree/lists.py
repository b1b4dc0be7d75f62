"""Distinguish lists used for layout from lists of items."""

import numpy as np

from victor.arrays import Bools, Ints, places
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

_LISTS = frozenset(("li", "ul", "ol", "menu"))
_FEWEST = 3  # blocks directly in a list or an item that is layout
_NONE = np.zeros(0, np.int32)


def layout_lists(blocks: Blocks, content: Bools) -> Ints:
    """The lists and list items that are layout, each in the one before.

    Each holds more than half of the texts of the content; a list holds as many in a single child,
    and in no other item. At least three blocks are directly in the innermost. Templates write such
    lists, and so do pages that do not close the lists of their menus.

    Args:
        blocks: the n blocks of a page.
        content: [n] whether each block is content.
    """
    tree = blocks.tree
    if _LISTS.isdisjoint(tree.tags):
        return _NONE
    texts = content[blocks.of_text]
    if not _is_middle_in_list(tree, places(texts)):  # nearly always
        return _NONE
    before = np.concatenate(([0], np.cumsum(texts)))
    lists = tree.named(_LISTS)
    found = places(lists)
    inside = before[tree.closed[found]] - before[tree.opened[found]]
    most = found[2 * inside > before[-1]]
    if not len(most):
        return _NONE
    most = most[_are_single(tree, most, before)]
    direct = np.bincount(tree.nearest(lists)[blocks.holder[content]], minlength=len(lists))
    inner = places(direct[most] >= _FEWEST)
    return most[: inner[-1] + 1] if len(inner) else _NONE


def _is_middle_in_list(tree: Tree, texts: Ints) -> bool:
    """Whether the middle one of some texts is in a list, as it is if a list holds most of them."""
    element = tree.node.item(texts[len(texts) // 2]) if len(texts) else 0
    while element and tree.tags[tree.tag.item(element)] not in _LISTS:
        element = tree.parent.item(element)
    return element > 0


def _are_single(tree: Tree, most: Ints, before: Ints) -> Bools:
    """Whether each list has one child with most of the content, and no other item with content.

    Args:
        tree: the page's tree.
        most: lists and list items that hold most of the content.
        before: [t + 1] the number of content texts before each text.
    """
    inside = before[tree.closed] - before[tree.opened]
    items = tree.named(("li",))
    around = np.where(items[most], tree.parent[most], most)
    children = np.bincount(tree.parent[2 * inside > before[-1]], minlength=len(items))
    full = np.bincount(tree.parent[items & (inside > 0)], minlength=len(items))
    return np.asarray((children[around] == 1) & (full[around] <= 1))


def in_layout(blocks: Blocks, layout: Ints) -> Bools:
    """[n] the blocks in lists that are layout, and in no other list item and no data table.

    Args:
        blocks: the n blocks of a page.
        layout: see :func:`layout_lists`.
    """
    chosen = np.zeros(len(blocks.tree.tag), bool)
    chosen[layout] = True
    others = blocks.tree.named(("li",)) & ~chosen
    return blocks.inside(chosen) & ~blocks.inside(others) & ~blocks.tabular
