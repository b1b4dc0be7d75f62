"""``ancestor.MEASURE_K``: properties of the block-level ancestors of a block.

Level 1 is the nearest element of the tag class ``block`` that holds the block, level 2 the next
above it, and so on; the outermost replaces missing levels. The text of an article is in an element
with many words and few links, a menu entry in one with few words and many links, however similar
the two blocks are.
"""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Bits, Floats, Ints, sums_before
from victor.compiled import door
from victor.config import Task
from victor.features.columns import Columns, bits_by_tag, chosen_by, picked, ratio, set_bits
from victor.tree.blocks import Blocks
from victor.tree.nesting import holding, nearest

_LEVELS = 5
_MEASURES = ("words", "link", "block_words", "sentences", "p_words")
# For each level: share of the page's words, link density, words and sentences per block, and share
# of the words in paragraphs (``p``).
NAMES = tuple(f"{name}_{level}" for level in range(1, _LEVELS + 1) for name in _MEASURES)


def prepare(names: Sequence[str], task: Task) -> Columns:
    """Shares from 0 to 1, and words and sentences per block."""
    bits = bits_by_tag([task.tag_classes["block"], {"p"}])

    def table(blocks: Blocks) -> Floats:
        tree = blocks.tree
        places = tree.tag, tree.parent, tree.opened, tree.closed, blocks.first, blocks.of_text
        measures = blocks.words, blocks.link_share, blocks.sentences
        return around_blocks(blocks.holder, set_bits(tree.tags, bits), *places, *measures)

    return picked(table, NAMES, names)


@door("columns", LEVELS=_LEVELS, MEASURES=len(_MEASURES))
def around_blocks(
    node: Ints,
    sets: Bits,
    tag: Ints,
    parent: Ints,
    opened: Ints,
    closed: Ints,
    first: Ints,
    of_text: Ints,
    words: Floats,
    link: Floats,
    sentences: Ints,
) -> Floats:
    """[levels * measures, n] the columns.

    Args:
        node: [n] the element that holds each block's first text.
        sets: [c] bits of each tag code: bit 0 for a block-level tag, bit 1 for ``p``.
        tag: [m] see :class:`~victor.tree.tree.Tree`, also for ``parent``, ``opened``, ``closed``.
        first: [n + 1] see :class:`~victor.tree.blocks.Blocks`.
        of_text: [t] the block that each text is in.
        words: [n] per block, as are ``link`` (density) and ``sentences``.
    """
    around = _levels(node, nearest(chosen_by(sets, 0, tag), parent), parent)
    in_p = holding(chosen_by(sets, 1, tag), opened, closed, first, len(of_text))
    n = len(words)
    low = np.append(of_text, n - 1)[opened[around]]
    high = np.append(0, of_text + 1)[closed[around]]
    words = words.astype(np.float64)
    sums = (words, words * link, sentences, words * in_p)
    totals = np.stack([*map(sums_before, sums)])
    held, linked, ends, paragraphs = totals[:, high] - totals[:, low]
    measures = (
        ratio(held, float(totals[0, -1])),
        ratio(linked, held),
        held / (high - low),
        ends / (high - low),
        ratio(paragraphs, held),
    )
    return np.stack(measures, axis=1).reshape(-1, n).astype(np.float32)


def _levels(node: Ints, nearest: Ints, parent: Ints) -> Ints:
    """[levels, n] the block-level ancestors of each block; the root if it has none."""
    above = nearest[parent]
    levels = [nearest[node]]
    for _ in range(_LEVELS - 1):
        next_one = above[levels[-1]]
        levels.append(np.where(next_one == 0, levels[-1], next_one))
    return np.array(levels, np.int32)
