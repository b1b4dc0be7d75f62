"""Items and terms of lists that a model loses."""

import numpy as np

from victor.arrays import Bools, Indices, Ints, Numbers, indices, some, sums_before
from victor.text.characters import COLONS
from victor.text.regex import regex
from victor.tree.blocks import HEADING, Blocks
from victor.tree.tree import Tree

# Elements that make an item more than a line of text: a teaser, a product, an advertisement.
_MORE = frozenset("div img amp-img picture button h1 h2 h3 h4 h5 h6 form iframe".split())
_MOST = 0.6  # minimum share of a list's items that are content
_LONGEST_TERM = 12  # maximum words
_SHORTEST = 4  # minimum words of a definition; details about an author have fewer
_OF_TIMES = frozenset("0123456789[(")  # at their start
_TIME = regex(r"[\[(]?(?:\d{1,2}:)?\d{1,2}:\d\d(?!\d)")
_FEWEST = 4  # terms and definitions of a list that is completed
_HEADING_AND_PARAGRAPH = 2  # blocks up to the content before a list
_LINKED = 0.9  # link density from which a term is a menu link


def lost_items(lost: list[int], kept: Bools, blocks: Blocks) -> list[int]:
    """Blocks of plain list items labelled boilerplate between items that are content.

    Args:
        lost: the blocks in list items between content that are labelled boilerplate.
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    item, tree = blocks.item, blocks.tree
    here = item[kept]
    held = tree.mask(tree.parent[here[here > 0]])
    if not some(held[tree.parent[item[lost]]]):  # no list has both, as on most pages
        return []
    linked = tree.mask(tree.parent[item[blocks.link_share > 0]])
    missing = tree.mask(_missing(item, kept, linked, tree))
    return list(indices(missing[item]).tolist())


def _missing(item: Ints, kept: Bools, linked: Bools, tree: Tree) -> Indices:
    """The list items to restore: plain, lost, and between kept items, or at the start of a list.

    Args:
        item: [n] the list item of each block, 0 for none.
        kept: [n] whether each block is content.
        linked: [m] the lists with links.
        tree: the tree of the page.
    """
    items = indices(tree.mask(item[item > 0]))
    lists, is_held = tree.parent[items], tree.mask(item[kept])[items]
    every, some_held = (np.bincount(lists, weights) for weights in (None, is_held))
    holes = ~is_held & (some_held[lists] >= _MOST * every[lists])
    if some(holes):
        holes &= _are_between(is_held, items, lists, linked)
    if not some(holes):
        return items[:0]
    found = items[holes]
    return np.asarray(found[~_hold_more(found, tree)])


def _hold_more(elements: Numbers, tree: Tree) -> Bools:
    """Whether each of some elements, in which there is text, is more than lines of text.

    Elements around it, which may begin with the same text, do not count.
    """
    more = sums_before(tree.named(_MORE))
    return np.asarray(more[tree.opened.searchsorted(tree.closed[elements])] > more[elements + 1])


def _are_between(held: Bools, items: Indices, lists: Ints, linked: Bools) -> Bools:
    """Whether each item has kept items both before and after it in its list.

    In lists without links, the first item needs only those after it.
    """
    first = np.full(int(lists.max()) + 1, np.iinfo(np.int32).max)
    last = np.zeros(len(first), np.int64)
    first[lists[held][::-1]] = items[held][::-1]
    last[lists[held]] = items[held]
    return np.asarray(((items > first[lists]) | ~linked[lists]) & (items < last[lists]))


def announced(kept: Bools, blocks: Blocks) -> list[int]:
    """Blocks of lists after a paragraph that ends with a colon, with content in the same element.

    At the end of a text, such lists are related articles.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    before = indices(kept[:-1] > kept[1:]).tolist()
    before = [one for one in before if blocks.text[one].endswith(COLONS)]
    if not before:  # true of most pages
        return []
    content, visible = indices(kept), ~blocks.hidden
    lists = (_list_after(one, blocks, content) for one in before)
    return [block for found in lists for block in found if visible[block] and not kept[block]]


def _list_after(paragraph: int, blocks: Blocks, content: Indices) -> range:
    """The blocks of the list beside a paragraph; none if no content follows it.

    Args:
        paragraph: a block.
        blocks: the n blocks.
        content: those that are content.
    """
    tree, element = blocks.tree, int(blocks.node[paragraph])
    after = int(tree.closed[element])
    begun = np.arange(*tree.opened.searchsorted([after, after + 1]))
    lists = begun[(tree.parent[begun] == tree.parent[element]) & (tree.closed[begun] > after)]
    tags = [tree.tag_of(one) for one in (element, *lists[:1])]
    if tags not in (["p", "ul"], ["p", "ol"]):
        return range(0)
    ends = (tree.closed[lists[0]], tree.closed[tree.parent[element]])
    last, end = (int(blocks.of_text[one - 1]) for one in ends)
    first, following = content.searchsorted([last + 1, end + 1])
    return range(paragraph + 1, last + 1) if first < following else range(0)


def lists_between(lost: list[int], kept: Bools, blocks: Blocks) -> list[int]:
    """Blocks labelled boilerplate in lists without links between content of the same element.

    Only a heading may also be between the content before and such a list. Tables, quotations and
    code there are such content, too. Items that begin with a time, as chapters of a recording do,
    may be links.

    Args:
        lost: the blocks in list items between content that are labelled boilerplate.
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    if not any(_is_plain(one, blocks) for one in lost):
        return []
    tree, content, seen = blocks.tree, indices(kept), ~blocks.hidden & (blocks.button == 0)
    lists = indices(tree.outermost(tree.named(("ul", "ol")) & tree.holds))
    first, last = blocks.of_text[tree.opened[lists]], blocks.of_text[tree.closed[lists] - 1]
    low, high = content.searchsorted(first), content.searchsorted(last, "right")
    chosen = (low > 0) & (high < len(content)) & (high - low <= last - first)  # some are lost
    lists, first, last = lists[chosen], first[chosen], last[chosen]
    before, after = content[low[chosen] - 1], content[high[chosen]]
    near = (after == last + 1) & (first - before <= _HEADING_AND_PARAGRAPH)
    for beside in (before, after):
        whole = blocks.undivided[beside]
        element = np.where(whole > 0, whole, blocks.at_node[beside])
        near &= tree.parent[element] == tree.parent[lists]
    near &= ~_hold_more(lists, tree)
    heading, out = blocks.signs & HEADING > 0, list[int]()
    for top, start, end in zip(*(x[near].tolist() for x in (before, first, last)), strict=True):
        is_seen = seen[start : end + 1].all() and heading[top + 1 : start].all()
        if is_seen and all(_is_plain(one, blocks) for one in range(start, end + 1)):
            out += [block for block in range(start, end + 1) if not kept[block]]
    return out


def _is_plain(block: int, blocks: Blocks) -> bool:
    """Whether a block has no links, or begins with a time."""
    if not blocks.link_share.item(block):
        return True
    text = blocks.text[block]
    return text[:1] in _OF_TIMES and _TIME.match(text) is not None


def lost_terms(kept: Bools, blocks: Blocks) -> list[int]:
    """Short terms labelled boilerplate before a definition that is content.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    terms, after = _terms(blocks)
    defined = sums_before(blocks.words * kept)
    bounds = (blocks.tree.opened[after], blocks.tree.closed[after] - 1)
    start, end = (blocks.of_text[texts] for texts in bounds)
    return _lost(terms[defined[end + 1] - defined[start] >= _SHORTEST], kept, blocks)


def lost_definitions(kept: Bools, blocks: Blocks) -> list[int]:
    """Short definitions labelled boilerplate after a term that is content: "Pages: 258".

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    terms, after = _terms(blocks)
    return _lost(after[kept[blocks.of_text[blocks.tree.opened[terms]]]], kept, blocks)


def lost_pairs(kept: Bools, blocks: Blocks) -> list[int]:
    """Short blocks labelled boilerplate in lists of definitions of which most words are content.

    Terms that are links stay lost: they are headlines of teasers.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    tree, both = blocks.tree, blocks.tree.named(("dt", "dd"))
    count = np.bincount(tree.parent[both & tree.holds], minlength=len(both))
    lists = tree.named(("dl",)) & (count >= _FEWEST)
    lists[indices(lists)[_hold_more(indices(lists), tree)]] = False
    of = tree.nearest(lists)[blocks.at_holder]
    words = np.maximum(blocks.words, 1).astype(np.float64)
    every, content = (np.bincount(of, one, len(lists)) for one in (words, words * kept))
    full = lists & (content >= _MOST * every)
    found = full[of] & ~kept & ~blocks.hidden & (blocks.button == 0)
    linked = (blocks.link_share >= _LINKED) & blocks.within(tree.named(("dt",)))
    return list(indices(found & ~linked & (blocks.words <= _LONGEST_TERM)).tolist())


def _terms(blocks: Blocks) -> tuple[Ints, Ints]:
    """The terms that have a definition right after them, and these definitions."""
    tree = blocks.tree
    both = indices(tree.named(("dt", "dd")) & tree.holds)
    terms, after = both[:-1], both[1:]
    beside = (tree.parent[terms] == tree.parent[after]) & tree.named(("dd",))[after]
    beside &= tree.named(("dt",))[terms]
    return terms[beside], after[beside]


def _lost(elements: Ints, kept: Bools, blocks: Blocks) -> list[int]:
    """The short blocks labelled boilerplate that are all of one of some elements, and no links."""
    tree, found = blocks.tree, np.zeros(len(kept), bool)
    first = blocks.of_text[tree.opened[elements]]
    found[first[blocks.of_text[tree.closed[elements] - 1] == first]] = True
    found &= ~kept & ~blocks.hidden & (blocks.words <= _LONGEST_TERM) & (blocks.button == 0)
    return list(indices(found & (blocks.link_share < _LINKED)).tolist())
