"""Permalink markers in lines of text: ``¶`` or ``#``."""

import re
from urllib.parse import unquote

import numpy as np

from victor.arrays import Bools, places
from victor.document.kinds.elements import holding_content
from victor.document.vocabulary import PERMALINKS, TO_TOP
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

MARKERS = frozenset(one for one in PERMALINKS if not one.isalpha())
_ENDS = (*PERMALINKS, *TO_TOP)  # of a text with a permalink, or a link to the top
_LONGEST = 40  # characters of a marker, with white space around it
_CLASS = regex(r"(?:^|[\s_-])(?:anchor|permalink|header-?link|hash-?link)", re.IGNORECASE)
_CLASSES = 400  # characters
_WITHIN = 3  # levels from the marker up to its link
_AROUND = 6  # levels from the link up to the element with its id


def is_permalink(text: str) -> bool:
    """Whether a text begins or ends like a permalink.

    Args:
        text: of a heading, term or caption.
    """
    text = text.lower()
    return text.startswith(PERMALINKS) or text.endswith(_ENDS)


def without_permalinks(blocks: Blocks, texts: Bools) -> Bools:
    """Drop markers that link to an element around them which has other texts, or are called so.

    They are at the end of a block or have a class of permalinks: others may be what the text is
    about. A marker before a number is part of a name: "§ 5".

    Args:
        blocks: the page's blocks.
        texts: [t] whether each text is content; not modified.
    """
    tree = blocks.tree
    found = _marked(tree)
    if not found:  # true of most pages
        return texts
    signs = np.zeros(len(texts), bool)
    signs[found] = True
    others = holding_content(texts & ~signs, tree.opened, tree.closed)
    out = np.array(texts)
    for place in places(texts & signs).tolist():
        link = link_of(tree, place)
        if link and not _is_in_name(tree, place, link):
            is_last = place + 1 == blocks.first[blocks.of_text[place] + 1]
            out[place] = not (_is_called(tree, link) or (is_last and others[_target(tree, link)]))
    return out


def _marked(tree: Tree) -> list[int]:
    """The texts that are nothing but a marker."""
    signs = filter(tree.joined.__contains__, MARKERS)
    few = ((place, text) for sign in signs for place, text in enumerate(tree.text) if sign in text)
    return [place for place, text in few if len(text) <= _LONGEST and text.strip() in MARKERS]


def _is_called(tree: Tree, link: int) -> bool:
    """Whether a link within the page is a permalink by its class."""
    is_inner = tree.attribute(link, "href").lstrip().startswith("#")
    return is_inner and _CLASS.search(tree.attribute(link, "class")[:_CLASSES]) is not None


def _is_in_name(tree: Tree, place: int, link: int) -> bool:
    """Whether a marker is in code or before a number."""
    return tree.tag_of(tree.node[place]) in ("code", "kbd") or _is_before_number(tree, link)


def _target(tree: Tree, link: int) -> int:
    """The element around a link that is its target; the link itself if there is none."""
    address, element = tree.attribute(link, "href").strip(), link
    names = (address[1:], unquote(address[1:]))
    for _ in range(_AROUND if address[:1] == "#" and address[1:] else 0):
        if tree.attribute(element, "id") in names:
            return element if element != link else int(tree.parent[link])
        element = int(tree.parent[element])
    return link


def link_of(tree: Tree, place: int) -> int:
    """The link that holds only this text, in an element with other texts; 0 if there is none.

    Args:
        tree: the page's tree.
        place: the number of the text.
    """
    element, link = int(tree.node[place]), 0
    for _ in range(2 * _WITHIN):
        if tree.closed[element] - tree.opened[element] != 1:
            return link
        link = link or (element if tree.tag_of(element) == "a" else 0)
        element = int(tree.parent[element])
    return 0


def _is_before_number(tree: Tree, link: int) -> bool:
    """Whether a number follows a link in the same element."""
    after = int(tree.closed[link])
    if after == len(tree.text) or tree.node[after] != tree.parent[link]:
        return False
    return tree.text[after].lstrip()[:1].isdigit()
