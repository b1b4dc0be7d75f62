"""Tree to :class:`~victor.blocks.Blocks`."""

from collections.abc import Collection
from itertools import pairwise

import numpy as np

from victor.blocks import Blocks, Ints, Tree


def segment(tree: Tree, block_tags: Collection[str], every_tag: bool) -> Blocks:
    """Cut the texts of a page into blocks.

    ``every_tag``: at every tag, as Victor does (thesis, section 3.2); otherwise at the tags in
    ``block_tags`` only, as boilerpipe does. Either way ``block_tags`` set a block apart as white
    space does.
    """
    size = len(tree.text)
    apart = tree.tags_before(tree.named(block_tags)) > 0
    starts = np.ones(size, bool) if every_tag else apart.copy()
    starts[:1] = True
    first = np.append(np.flatnonzero(starts), size).astype(np.int32)
    text = _join(tree, first)
    level = np.ones(len(tree.tag), bool) if every_tag else tree.named(block_tags)
    return Blocks(
        tree=tree,
        text=text,
        first=first,
        level=level,
        glue=(apart | tree.spaced)[first[:-1]],
    )


def _join(tree: Tree, first: Ints) -> list[str]:
    """The blocks' texts, white space normalised."""
    text, spaced = tree.text, tree.spaced.tolist()
    if len(first) == len(text) + 1:
        return [" ".join(piece.split()) for piece in text]
    bounds = first.tolist()
    out = []
    for low, high in pairwise(bounds):
        if high - low == 1:
            piece = text[low]
        else:
            piece = "".join([f" {text[i]}" if spaced[i] else text[i] for i in range(low, high)])
        out.append(" ".join(piece.split()))
    return out
