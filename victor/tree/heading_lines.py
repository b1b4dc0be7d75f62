"""Lines of headings that only a style sheet separates."""

from dataclasses import replace

from victor.arrays import places
from victor.text.regex import regex
from victor.tree.html_tags import HEADINGS
from victor.tree.tree import Tree

_NUMBER = regex(r"\s*(?:\d{1,3}\.?){1,4}")
_LEAST = 3  # minimum letters of the last word of a line; "i" and "Mc" begin longer words


def with_lines(tree: Tree) -> Tree:
    """The tree with a space before further lines of headings; the same object if there are none.

    Authors enclose only the second line: ``<h1>Black Lamp<span>Light for long nights</span></h1>``.
    """
    if not any(tag in tree.tags for tag in HEADINGS):
        return tree
    inside = tree.enclosing_count(tree.named(HEADINGS)) > 0
    meet = places(inside[1:] & inside[:-1] & ~tree.spaced[1:]).tolist()
    found = [one + 1 for one in meet if _are_lines(*tree.text[one : one + 2])]
    if not found:  # nearly always
        return tree
    spaced = tree.spaced.copy()
    spaced[found] = True
    return replace(tree, spaced=spaced)


def _are_lines(before: str, after: str) -> bool:
    """Whether two texts that meet are several words each, and the second begins with a capital.

    The first may also be the number of a section.
    """
    if not (after[:1].isupper() and after[1:2].islower()):
        return False
    if _NUMBER.fullmatch(before):
        return True
    if not (before[-1:].islower() or before[-1:].isdecimal()):
        return False
    words = before.split()
    is_word = len(words[-1]) >= _LEAST or words[-1].isdecimal()
    return is_word and len(words) > 1 and len(after.split()) > 1
