"""Short replies in a thread that a model loses, as the last ones often are."""

import numpy as np

from victor.arrays import Bools, indices, some
from victor.tree.blocks import Blocks
from victor.tree.discussions import SEVERAL

_MOST = 2 / 3  # share of the posts that have content
_LINKED = 0.5  # link density from which a text is no reply


def lost_replies(kept: Bools, blocks: Blocks) -> list[int]:
    """The blocks of posts without content, if most posts of the page have some.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    post = blocks.post
    if post is None or not some(lost := (post > 0) & ~kept):  # true of most pages
        return []
    every, held = np.unique(post[post > 0]), np.unique(post[(post > 0) & kept])
    if not max(SEVERAL, len(held) + 1) <= len(every) <= len(held) / _MOST:
        return []
    lost &= ~np.isin(post, held) & ~blocks.hidden & (blocks.link_share < _LINKED)
    return list(indices(lost & (blocks.words > 0)).tolist())
