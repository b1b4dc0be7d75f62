"""Lines of links to the next, previous and upper section, as manuals by GNU Texinfo have."""

from collections.abc import Mapping

from victor.arrays import Ints
from victor.tree.attributes import may_have
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
    if "a" not in tree.tags or not may_have(tree.attributes, ("accesskey",)):
        return []
    found = dict[int, int]()  # the links in each block
    for link in (tree.named(("a",)) & tree.holds).nonzero()[0].tolist():
        if _leads_on(tree.attributes[link]):
            block = int(of_text[tree.opened[link]])
            found[block] = found.get(block, 0) + 1
    return [
        block
        for block, count in found.items()
        if _words_outside(tree, *first[block : block + 2].tolist()) <= _MOST * count
    ]


def _leads_on(attributes: Mapping[str, str]) -> bool:
    """Whether a link has a key, and leads to the next, previous or upper section."""
    return "accesskey" in attributes and attributes.get("rel", "").lower() in _SECTIONS


def _words_outside(tree: Tree, low: int, high: int) -> int:
    """The number of words of some texts that are in no link."""
    texts = (tree.text[one] for one in range(low, high) if not tree.linked[one])
    return sum(any(map(str.isalnum, word)) for text in texts for word in text.split())
