"""Elements that hold lines of verse."""

from victor.arrays import Bools
from victor.text.regex import regex
from victor.tree.tree import Tree

_SIGNS = b"stanza", b"strophe", b"poem", b"poetry", b"lyrics"
_CLASS = regex(r"(?i)(?<![a-z])(?:stanza|strophe|poem|poetry|lyrics)(?![a-z])")


def stanzas(tree: Tree) -> Bools | None:
    """[m] the elements whose class is that of verse; None if there are none.

    Args:
        tree: the page's tree.
    """
    if not any(sign in tree.looked_at.small for sign in _SIGNS):  # true of nearly all pages
        return None
    return tree.matching("class", _CLASS.search)
