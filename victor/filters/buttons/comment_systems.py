"""Comments below an article that a script of a comment system has inserted."""

from victor.arrays import Bools, indices, some
from victor.tree.blocks import Blocks

_PROSE = 20  # least words of a paragraph of the article


def comments(kept: Bools, blocks: Blocks) -> list[int]:
    """The content blocks in a comment system, unless nothing else on the page is an article.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    if blocks.in_comment_system is None:  # true of nearly all pages
        return []
    inside = kept & blocks.in_comment_system
    is_article = some(kept & ~inside & (blocks.words >= _PROSE))
    return list(indices(inside).tolist()) if is_article else []
