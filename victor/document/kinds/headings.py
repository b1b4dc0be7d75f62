"""Headings by role, ``role="heading"`` at any tag, and headings that are names of writers.

Patents (Google Patents) have elements ``heading``, as in their XML.
"""

import numpy as np

from victor.arrays import Ints, places, some
from victor.document.kinds.elements import LONG_LINE, Kinds
from victor.document.vocabulary import HEADINGS, LEVEL
from victor.text.regex import regex
from victor.tree.tree import Tree

# Block-level elements that are in no heading; some forums give whole posts this role.
_BLOCKS = LEVEL - {"div"}
_HEADING = "heading"  # a role, and a tag
_SEVERAL = 2  # links of a line with the name, rank and date of a post
# Classes of the names of those who write posts, in XenForo, Invision and Flarum; of authors, as
# DocBook and Pandoc write them below titles.
_WRITER = regex(r"(?:^|\s)(?:message-name|cAuthorPane_author|PostUser-name)(?:\s|$)|^author$")
_WRITERS = ("message-name", "authorpane_author", "postuser-name", "\nauthor\n")
_LEVEL, _LOWEST = 2, 6  # without ``aria-level``; HTML has no lower level


def headings_by_role(tree: Tree, kind: Kinds) -> Ints:
    """The short elements with the role or tag of headings, neither in nor around other headings.

    With several links, they are lists of links, or the author, rank and date of a post.

    Args:
        tree: the page's tree.
        kind: [m] the kinds of elements; those that are parts stay what they are.
    """
    found = tree.named((_HEADING,))
    if tree.looked_at.has(_HEADING):
        found |= tree.matching("role", _is_heading)
    if not some(found):
        return np.zeros(0, np.int32)
    found &= (kind == 0) & tree.holds & (tree.nearest(tree.named(HEADINGS)) == 0)
    others = found | tree.named(_BLOCKS) | (kind > 0)
    found[tree.nearest(found)[tree.parent[places(others)]]] = False
    links = np.bincount(tree.nearest(found)[tree.named(("a",))], minlength=len(found))
    found &= links < _SEVERAL
    short = [one for one in places(found).tolist() if is_short(tree, one, LONG_LINE)]
    return np.array(short, np.int32)


def _is_heading(role: str) -> bool:
    return role.strip().lower() == _HEADING


def is_short(tree: Tree, element: int, most: int) -> bool:
    """Whether the texts of an element have at most ``most`` characters, without indents."""
    first, last = tree.bounds(element)
    texts = tree.text[first : min(last, first + most + 1)]
    return sum(len(" ".join(text.split())) for text in texts) <= most


def names_of_writers(tree: Tree) -> Ints:
    """The headings that forums make of the names of those who write posts.

    Args:
        tree: the page's tree.
    """
    if not tree.looked_at.has(*_WRITERS):
        return np.zeros(0, np.int32)  # true of most pages
    return places(tree.matching("class", _WRITER.search, tree.named(HEADINGS)))


def level_of(tree: Tree, heading: int) -> int:
    """The level of a heading by role, 1 to 6."""
    stated = tree.attribute(heading, "aria-level").strip()
    is_number = stated.isascii() and stated.isdecimal() and len(stated) < 3
    return min(max(int(stated), 1), _LOWEST) if is_number else _LEVEL
