"""``ancestor.MEASURE_K``: what the block-level elements around a block hold.

Level 1 is the nearest element of the tag class ``block`` that holds the block, level 2 the next
above it, and so on; where there are fewer the outermost stands in. An article's text sits in an
element with many words and few links, a menu's entry in one of the other kind, whatever the two
blocks look like by themselves.
"""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from victor.blocks import Blocks, Floats, Ints, Numbers
from victor.config import Task
from victor.features._columns import block_range, ratio, stack

_LEVELS = 5
_MEASURES = ("words", "link", "block_words", "sentences", "p_words")
_NAMES = tuple(f"{name}_{level}" for level in range(1, _LEVELS + 1) for name in _MEASURES)


def known(task: Task) -> Sequence[str]:
    """Of five levels: share of the page's words, link density, words and sentences per block, ...

    ... and the share of the words that stand in paragraphs (``p``).
    """
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)]."""
    low, high = block_range(blocks, _levels(blocks, task.tag_classes["block"]))
    totals = _totals(blocks)
    words, linked, sentences, in_p = totals[:, high] - totals[:, low]
    measures: dict[str, Numbers] = {
        "words": ratio(words, float(totals[0, -1])),
        "link": ratio(linked, words),
        "block_words": words / (high - low),
        "sentences": sentences / (high - low),
        "p_words": ratio(in_p, words),
    }
    columns = {
        f"{name}_{level}": values[level - 1]
        for name, values in measures.items()
        for level in range(1, _LEVELS + 1)
    }
    return stack(columns, names)


def _levels(blocks: Blocks, tags: Collection[str]) -> Ints:
    """[levels, n] the block-level elements around each block; -1 where it is in none at all."""
    tree = blocks.tree
    # One element more, at the end, so that -1 leads to -1.
    nearest = np.append(tree.nearest(tree.named(tags)), np.int32(-1))
    above = nearest[np.append(tree.parent, np.int32(-1))]
    levels = [nearest[tree.node[blocks.first[:-1]]]]
    for _ in range(_LEVELS - 1):
        next_one = above[levels[-1]]
        levels.append(np.where(next_one < 0, levels[-1], next_one))
    return np.array(levels, np.int32)


def _totals(blocks: Blocks) -> NDArray[np.float64]:
    """[4, n + 1] words, words in links, sentences and words in ``p`` before each block."""
    words = blocks.words.astype(np.float64)
    in_p = words * blocks.inside(blocks.tree.named({"p"}))
    rows = (words, words * blocks.link_share, blocks.sentences, in_p)
    return np.cumsum([np.concatenate(([0.0], row)) for row in rows], axis=1)
