"""Remove white space that stands for icons and other boxes before punctuation."""

from dataclasses import replace

from victor.arrays import places
from victor.tree.tree import Tree

_CLOSING = frozenset(".,;:!?)")


def without_boxes(tree: Tree) -> Tree:
    """The tree without such white space; the same object if there is none.

    A drawn icon follows the text of a link: ``<a href=/guide>guide<svg></svg></a>. Then``.
    """
    found = [one for one in places(tree.boxed).tolist() if _closes(tree.text[one])]
    if not found:  # nearly always
        return tree
    spaced, text = tree.spaced.copy(), [*tree.text]
    spaced[found] = False
    for one in found:
        text[one - 1] = text[one - 1].rstrip(" ")
    return replace(tree, spaced=spaced, text=text)


def _closes(text: str) -> bool:
    """Whether a text begins with punctuation that is no part of a word, such as ".NET"."""
    return text[0] in _CLOSING and not text[1:2].isalnum()
