"""Lines of links to the next, previous and upper section, as manuals by GNU Texinfo have."""

from collections import Counter

from victor.arrays import Ints
from victor.tree.attributes import values_of
from victor.tree.tree import Tree

_MOST = 2  # maximum words before a link: "Nach oben:"
_SECTIONS = frozenset(("next", "prev", "previous", "up"))  # values of ``rel``


def lines_of_manuals(tree: Tree, first: Ints, of_text: Ints) -> list[int]:
    """The blocks of links with a key to other sections, each after a word or two.

    Args:
        tree: the page's tree.
        first: [n + 1] the first text of each block.
        of_text: [t] the block that each text is in.
    """
    links = [one for one in values_of(tree.attributes, "accesskey") if _leads_on(tree, one)]
    found = Counter(of_text[tree.opened[links]].tolist())  # the links in each block
    return [
        block
        for block, count in found.items()
        if _words_outside(tree, *first[block : block + 2].tolist()) <= _MOST * count
    ]


def _leads_on(tree: Tree, element: int) -> bool:
    """Whether an element is a link with text to the next, previous or upper section."""
    is_link = tree.tag_of(element) == "a" and tree.holds[element]
    return bool(is_link) and tree.attribute(element, "rel").lower() in _SECTIONS


def _words_outside(tree: Tree, low: int, high: int) -> int:
    """The number of words of some texts that are in no link."""
    texts = (tree.text[one] for one in range(low, high) if not tree.linked[one])
    return sum(any(map(str.isalnum, word)) for text in texts for word in text.split())
