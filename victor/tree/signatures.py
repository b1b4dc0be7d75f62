"""Signatures below the posts of a forum, which are the same below all posts of a writer."""

import numpy as np

from victor.arrays import Bools, some
from victor.text.cues import signs_within
from victor.text.regex import regex
from victor.tree.html_tags import HEADINGS
from victor.tree.tree import Tree

_SIGNS = ("signature", "sig_", "sig-")
# Classes of forum software; ``sig`` by itself is that of a function in documentation.
_SIGNATURE = regex(
    r"(?:^|\s)(?:(?:post|forum|user|message|msg|comment|profile|bbp|js)[_-]?)?"
    r"(?:signature[_-]?|sig[_-](?!\s|$))"
    r"(?:text|body|content|container|cont|row|wrap(?:per)?|block|inner|box)?(?=\s|$)"
)
_SEVERAL = 2  # least signatures of a forum: that of a letter is a name
_CODE = ("dt", "code", "pre", "span", *HEADINGS)  # of documentation


def signatures(tree: Tree) -> Bools | None:
    """[m] the elements that hold signatures; None if there are not several.

    Args:
        tree: the page's tree.
    """
    if not some(signs_within(tree.looked_at.small, _SIGNS)):
        return None  # true of most pages
    found = tree.matching("class", _SIGNATURE.search) & ~tree.named(_CODE)
    outer = found & (tree.nearest(found)[tree.parent] == 0)
    return found if np.count_nonzero(outer) >= _SEVERAL else None
