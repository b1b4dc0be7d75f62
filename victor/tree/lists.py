"""Distinguish lists used for layout from lists of items."""

import re

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.html_tags import HEADINGS
from victor.tree.tree import Tree

_LISTS = frozenset(("li", "ul", "ol", "menu"))
_FEWEST = 3  # blocks directly in a list or an item that is layout
_LEAST_POST = 3  # average texts of the posts in a list that may begin with links, as teasers do
# Names of posts as items (id), and of lists of posts (class or id), in XenForo, vBulletin, NodeBB,
# bbPress, Misago, DW Q&A and others.
_POST = regex(r"(?:post|reply|message|msg|pid)[_-]?(?=[a-f]*\d)[\da-f]{1,24}", re.IGNORECASE)
_POSTS = regex(
    r"(?:^|\s)(?:(?:posts?|messages?|replies|conversation)(?:[_-]?list)?|bbp-replies"
    r"|dw-singlereplies)(?=\s|$)",
    re.IGNORECASE,
)
# The class of lists of sections in older versions of Javadoc, and its start in lower case.
_SECTIONS, _SECTION = regex(r"blockList(?:Last)?"), "blocklist"
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
    tree, texts = blocks.tree, content[blocks.of_text]
    if not is_middle_in_list(tree, texts):  # nearly always
        return _NONE
    inside, lists = tree.sums(texts), tree.named(_LISTS)
    is_most = 2 * inside > np.count_nonzero(texts)
    most = places(lists & is_most)
    if not len(most):
        return _NONE
    most = most[_are_single(tree, most, is_most, inside > 0)]
    direct = np.bincount(tree.nearest(lists)[blocks.holder[content]], minlength=len(lists))
    inner = places(direct[most] >= _FEWEST)
    return most[: inner[-1] + 1] if len(inner) else _NONE


def lists_of_posts(tree: Tree, texts: Bools) -> Ints:
    """The lists of a discussion's posts and their items, if most of the content is in them.

    This asks for :func:`is_middle_in_list` first.

    Lists in each other stay: they show which posts are answers to which.

    Args:
        tree: the page's tree.
        texts: [t] whether each text is content.
    """
    inside = tree.sums(texts)
    items, posts = tree.named(("li",)), _posts(tree) & (inside > 0)
    lists = tree.mask(tree.parent[posts])
    size = inside[lists].sum()
    if 2 * size <= np.count_nonzero(texts):
        return _NONE
    if size < _LEAST_POST * posts.sum() and _begin_with_links(tree, places(posts), texts):
        return _NONE
    is_nested = some(lists & ~tree.outermost(lists))
    return _NONE if is_nested else places(lists | (items & lists[tree.parent]))


def _begin_with_links(tree: Tree, posts: Ints, texts: Bools) -> bool:
    """Whether most items begin with a link, as teasers do, with those texts that are content."""
    content = texts.nonzero()[0]
    first = content[np.searchsorted(content, tree.opened[posts])]
    return bool(2 * np.count_nonzero(tree.linked[first]) > len(posts))


def lists_of_sections(tree: Tree, texts: Bools) -> Ints:
    """The lists whose items are sections with headings, and their items, as Javadoc writes them.

    Args:
        tree: the page's tree.
        texts: [t] whether each text is content.
    """
    if "li" not in tree.codes:
        return _NONE
    items, chosen = tree.named(("li",)), np.zeros(len(tree.tag), bool)
    if tree.looked_at.has(_SECTION):
        chosen = tree.matching("class", _SECTIONS.fullmatch)
    if "section" in tree.codes and some(section := tree.named(("section",)) & items[tree.parent]):
        chosen |= _hold_sections(tree, texts, section)
    if not some(chosen):  # true of most pages
        return _NONE
    chosen &= tree.named(("ul", "ol"))
    return places(chosen | (items & chosen[tree.parent]))


def _hold_sections(tree: Tree, texts: Bools, section: Bools) -> Bools:
    """[m] whether the content of each item of an element is in a section that has a heading.

    Args:
        tree: the page's tree.
        texts: [t] whether each text is content.
        section: [m] the sections that are children of items.
    """
    inside = tree.sums(texts)
    items, headings = (tree.named(tags) & (inside > 0) for tags in (("li",), HEADINGS))
    headed = tree.mask(tree.nearest(section)[headings])
    whole = section & headed & items[tree.parent] & (inside == inside[tree.parent])
    size = len(items)
    count = np.bincount(tree.parent[items], minlength=size)
    of = tree.parent[tree.parent[whole]]
    return np.asarray((count > 0) & (np.bincount(of, minlength=size) == count))


def _posts(tree: Tree) -> Bools:
    """[m] the items that are named as posts, or in a list that is named so."""
    lists = tree.named(("ul", "ol"))
    items = tree.named(("li",)) & lists[tree.parent]
    named = tree.matching("class", _POSTS.search, lists) | tree.matching("id", _POSTS.search, lists)
    return np.asarray(tree.matching("id", _POST.fullmatch, items) | (items & named[tree.parent]))


def is_middle_in_list(tree: Tree, texts: Bools) -> bool:
    """Whether the middle one of some texts is in a list, as it is if a list holds most of them.

    Args:
        tree: the page's tree.
        texts: [t] the texts.
    """
    found = () if tree.codes.keys().isdisjoint(_LISTS) else texts.nonzero()[0]
    return len(found) > 0 and tree.around(tree.node.item(found[len(found) // 2]), _LISTS) > 0


def _are_single(tree: Tree, lists: Ints, most: Bools, held: Bools) -> Bools:
    """Whether each list has one child with most of the content, and no other item with content.

    Args:
        tree: the page's tree.
        lists: lists and list items that hold most of the content.
        most: [m] the elements that hold most of the content.
        held: [m] the elements that hold some.
    """
    items = tree.named(("li",))
    around = np.where(items[lists], tree.parent[lists], lists)
    children = np.bincount(tree.parent[most], minlength=len(items))
    full = np.bincount(tree.parent[items & held], minlength=len(items))
    return np.asarray((children[around] == 1) & (full[around] <= 1))


def in_layout(blocks: Blocks, layout: Ints) -> Bools:
    """[n] the blocks in lists that are layout, and in no other list item and no data table.

    Args:
        blocks: the n blocks of a page.
        layout: see :func:`layout_lists`.
    """
    chosen = blocks.tree.mask(layout)
    others = blocks.tree.named(("li",)) & ~chosen
    return blocks.inside(chosen) & ~blocks.inside(others) & ~blocks.tabular
