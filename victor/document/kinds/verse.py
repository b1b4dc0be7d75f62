"""Elements that hold lines of verse."""

from victor.arrays import Bools
from victor.text.regex import regex
from victor.tree.tree import Tree

_NAMES = ("line-block", "verse")  # the start of a class
_SIGNS = (
    *("stanza", "strophe", "poem", "poetry", "lyrics"),
    *(f"{before}{name}" for name in _NAMES for before in ("\n", " ")),
)
_CLASS = regex(
    r"(?i)(?:(?<![a-z])(?:stanza|strophe|poem|poetry|lyrics)|(?:^|\s)(?:line-block|verse))(?![a-z])"
)


def stanzas(tree: Tree) -> Bools | None:
    """[m] the elements whose class is that of verse; None if there are none.

    Args:
        tree: the page's tree.
    """
    if not tree.looked_at.has(*_SIGNS):  # true of nearly all pages
        return None
    return tree.matching("class", _CLASS.search)
