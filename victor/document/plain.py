"""The text of simple pages without their structure, which takes a third of the time.

Most pages are paragraphs, headings and lists. What stands between two of their blocks follows from
the tags between them, by columns. It has the words of the parts, and their lines but for rare cases
such as images in hidden elements: tests compare both.
"""

import numpy as np

from victor.arrays import Bools, Ints, places
from victor.document.builder import Tags, counted, has_invisible
from victor.document.footnotes import footnotes
from victor.document.formulas import may_have_formulas
from victor.document.structure import CELL, Content, has_permalinks, holding, of_elements, settled
from victor.document.vocabulary import LINE_TAGS
from victor.tree.tree import Tree

_LISTS = frozenset("ul ol menu dir dl".split())
_COMPLEX = frozenset("pre listing xmp".split())
_BETWEEN = ("", " ", "\n", "\n\n")


def plain_text(content: Content) -> str | None:
    """The main content as plain text; None if only the parts can say what it is.

    Args:
        content: the blocks of a page, and which of them are the text.
    """
    kept = places(content.kept)
    if not len(kept):
        return ""
    if _needs_parts(content):
        return None
    tree, first = content.blocks.tree, content.blocks.first[kept]
    texts, kind = settled(tree, content.kept[content.blocks.of_text], of_elements(tree)[0])
    holds = holding(tree, texts)
    tags = counted(tree, holds)
    if _is_complex(content, texts, kind == CELL, holds, tags):
        return None
    chosen = (kind > 0) & holds
    lists = _outermost(tree, chosen & tree.named(_LISTS))
    leaves = _outermost(tree, chosen & tree.named(LINE_TAGS))
    columns = [tree.nearest(one)[tree.node[first]] for one in (chosen, lists, leaves)]
    if (content.items[kept] & (columns[0] == 0)).any() or _are_loose(tree, chosen, lists):
        return None
    text = _joined(content, kept, tags, *columns)
    return None if has_invisible((text,)) else text


def _needs_parts(content: Content) -> bool:
    """Whether there are formulas, or links or rules that change lines: found without much work."""
    tree = content.blocks.tree
    ruled = (content.continues & content.kept).any() and "hr" in tree.tags
    return bool(ruled) or may_have_formulas(tree) or has_permalinks(content)


def _is_complex(content: Content, texts: Bools, cells: Bools, holds: Bools, tags: Tags) -> bool:
    """Whether there is code, a table or a note, or a block is not a line."""
    blocks, tree = content.blocks, content.blocks.tree
    if (cells & holds).any() or (tree.named(_COMPLEX) & holds).any():
        return True
    if not np.array_equal(texts, content.kept[blocks.of_text]):
        return True
    last = blocks.first[1:] - 1
    lines = ((column[last] == column[blocks.first[:-1]])[content.kept] for column in tags)
    if not all(line.all() for line in lines):
        return True
    return bool(footnotes(tree, holds).notes)


def _are_loose(tree: Tree, chosen: Bools, lists: Bools) -> bool:
    """Whether items are in no list."""
    items = chosen & tree.named(("li", "dt", "dd"))
    return bool((tree.nearest(lists)[items] == 0).any())


def _outermost(tree: Tree, chosen: Bools) -> Bools:
    """[m] the chosen elements that are in no other."""
    return np.asarray(chosen & (tree.nearest(chosen)[tree.parent] == 0))


def _joined(content: Content, kept: Ints, tags: Tags, anchor: Ints, top: Ints, leaf: Ints) -> str:
    """The blocks, and between two of them what the tags there mean."""
    first, last = content.blocks.first[kept], content.blocks.first[kept + 1] - 1
    ended, breaks = (column[first[1:]] - column[last[:-1]] for column in tags)
    same_list = (top[1:] == top[:-1]) & (top[1:] > 0)
    same_leaf = (leaf[1:] == leaf[:-1]) & (leaf[1:] > 0)
    apart = (ended > 0) | (anchor[1:] != anchor[:-1]) | (breaks > 1)
    space = content.blocks.space_before[kept[1:]] | (ended > 0)
    line = same_leaf | (content.continues[kept[1:]] & (anchor[1:] == anchor[:-1]))
    feed = (breaks > 0) & ~same_leaf
    broken = breaks > 0
    between = np.where(apart & ~same_list, 3, np.where(apart | broken, 2, space))
    between = np.where(line, np.where(feed, 2, space | broken), between)
    texts = [content.blocks.text[block] for block in kept.tolist()]
    headings = content.headings[kept] & (anchor == 0)
    between[(between == 2) & (headings[1:] | headings[:-1])] = 3
    for place, code in enumerate(between.tolist(), 1):
        texts[place] = _BETWEEN[code] + texts[place]
    return "".join(texts)
