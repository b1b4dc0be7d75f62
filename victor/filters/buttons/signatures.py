"""Signatures below the posts of a forum, which are the same below all posts of a writer."""

import numpy as np

from victor.arrays import Bools, places
from victor.text.cues import signs_in
from victor.text.regex import regex
from victor.tree.blocks import Blocks

_SIGNS = ("ignature", "sig_", "sig-")
# Classes of forum software; ``sig`` by itself is that of a function in documentation.
_SIGNATURE = regex(
    r"(?:^|\s)(?!sig(?:\s|$))(?:(?:post|forum|user|message|msg|comment|profile|bbp|js)[_-]?)?"
    r"sig(?:nature)?[_-]?(?:text|body|content|container|cont|row|wrap(?:per)?|block|inner|box)?"
    r"(?=\s|$)",
)
_SEVERAL = 2  # least signatures of a forum: that of a letter is a name
_CODE = ("dt", "code", "pre")


def signatures(kept: Bools, blocks: Blocks) -> list[int]:
    """Content blocks that are in one of several signatures.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    tree = blocks.tree
    if not signs_in(tree.looked_at.values, _SIGNS).any():
        return []  # true of most pages
    found = tree.matching("class", _SIGNATURE.search) & ~tree.named(_CODE)
    outer = found & (tree.nearest(found)[tree.parent] == 0)
    if np.count_nonzero(outer) < _SEVERAL:
        return []
    return [*places(kept & blocks.inside(found)).tolist()]
