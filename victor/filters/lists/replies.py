"""Short replies in a thread that a model loses, as the last ones often are, and lines of posts."""

import numpy as np

from victor.arrays import Bools, indices, some
from victor.tree.blocks import Blocks
from victor.tree.discussions import SEVERAL

_MOST = 2 / 3  # share of the posts that have content
_LONG = 8  # least words of a line with digits
_LINKED = 0.5  # link density from which a text is no reply


def lost_replies(kept: Bools, blocks: Blocks) -> list[int]:
    """The blocks of posts without content, if most posts of the page have some, and lost lines.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    post = blocks.post
    if post is None or not some(lost := (post > 0) & ~kept):  # true of most pages
        return []
    every, held = np.unique(post[post > 0]), np.unique(post[(post > 0) & kept])
    lost &= ~blocks.hidden & (blocks.link_share < _LINKED) & (blocks.words > 0)
    within = lost & np.isin(post, held)
    lines = _lines(within, blocks) if len(held) >= SEVERAL else []
    if not max(SEVERAL, len(held) + 1) <= len(every) <= len(held) / _MOST:
        return lines
    return lines + list(indices(lost & ~within).tolist())


def _lines(lost: Bools, blocks: Blocks) -> list[int]:
    """The lost blocks of posts that are paragraphs: "Cheers!" at the end; not "4 May, 9:15"."""
    tree = blocks.tree
    lost = lost & (tree.named(("p",))[blocks.at_holder] | (blocks.at_holder == blocks.post))
    aside = tree.named(("aside",))
    if some(aside):  # around previews of links, and quotations
        lost &= ~aside[tree.nearest(aside | tree.named(("blockquote",)))[blocks.at_holder]]
    found = indices(lost).tolist()
    return [
        one
        for one in found
        if blocks.words[one] >= _LONG or not any(map(str.isdigit, blocks.text[one]))
    ]
