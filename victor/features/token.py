"""``token.CLASS_abs``, ``token.CLASS_rel``, ``token.avg_length``, ``token.word_run``.

Thesis, section 4.2: tokens are runs of characters other than white space; they hold letters,
digits, both, or neither. Added: the average length of tokens in characters, the longest run of
tokens without digits that has a letter in each, and the shares of tokens that begin with a capital
and that have capitals only.
"""

from collections.abc import Sequence

import numpy as np

from victor import characters
from victor.blocks import Blocks, Bools, Floats, Ints, Numbers
from victor.config import Task
from victor.features._columns import ratio, stack

_CLASSES = ("alpha", "num", "mixed", "other")
_NAMES = (
    *(f"{name}_{kind}" for name in _CLASSES for kind in ("abs", "rel")),
    "words",
    "avg_length",
    "word_run",
    "capital_rel",
    "upper_rel",
)


def known(task: Task) -> Sequence[str]:
    """Four classes absolute and relative; words, lengths, runs and capitals."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)]."""
    letters = (blocks.token_flags & characters.ALPHA) != 0
    digits = (blocks.token_flags & characters.NUM) != 0
    masks = (letters & ~digits, digits & ~letters, letters & digits, ~letters & ~digits)
    counts = {name: blocks.tokens_with(mask) for name, mask in zip(_CLASSES, masks, strict=True)}
    columns = {f"{name}_abs": count for name, count in counts.items()}
    shares = {f"{name}_rel": ratio(count, blocks.tokens) for name, count in counts.items()}
    solid = blocks.lengths - (blocks.tokens - 1)
    capital = (blocks.flags[blocks.token_starts] & characters.UPPER) != 0
    upper = (blocks.token_flags & (characters.UPPER | characters.LOWER)) == characters.UPPER
    others: dict[str, Numbers] = {
        "words": blocks.words,
        "avg_length": ratio(solid, blocks.tokens),
        "word_run": _longest_run(blocks, masks[0]),
        "capital_rel": ratio(blocks.tokens_with(capital), blocks.tokens),
        "upper_rel": ratio(blocks.tokens_with(upper), blocks.tokens),
    }
    return stack({**columns, **shares, **others}, names)


def _longest_run(blocks: Blocks, mask: Bools) -> Ints:
    """[n] the longest run of chosen tokens within each block."""
    if not len(mask):
        return np.zeros(len(blocks), np.int32)
    first = np.searchsorted(blocks.token_starts, blocks.offsets[:-1])
    places = np.arange(len(mask))
    # Distance to the last token that is not chosen or that ends the block before.
    barrier = np.where(mask, -1, places)
    barrier[first] = np.maximum(barrier[first], first - 1)
    run = places - np.maximum.accumulate(barrier)
    # A run that begins at a block's start is measured from before it; others from their barrier.
    return np.maximum.reduceat(np.where(mask, run, 0), first).astype(np.int32)
