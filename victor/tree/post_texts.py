"""``blockquote`` elements that hold the texts of posts: they quote nothing."""

import re

from victor.arrays import Ints, places
from victor.text.regex import regex
from victor.tree.tree import Tree

# XenForo 1, vBulletin 4 and others put the text of each post into one.
_POST = regex(
    r"(?:^|\s)(?:message|post|comment|entry)[-_]?(?:text|content|body|message)(?:\s|$)",
    re.IGNORECASE,
)
_SEVERAL = 2  # posts of a page


def post_texts(tree: Tree) -> Ints:
    """The ``blockquote`` elements with the texts of several posts; empty if there are none.

    Args:
        tree: the page's tree.
    """
    found = places(tree.matching("class", _POST.search, tree.named(("blockquote",)) & tree.holds))
    return found if len(found) >= _SEVERAL else found[:0]
