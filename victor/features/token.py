"""``token.*``: tokens by class, words, lengths and capitals.

Thesis, section 4.2: tokens are runs of characters other than white space, with letters, digits,
both or neither. Added: the average length of tokens in characters, the longest run of tokens with
letters and without digits, and the proportions of capitalised and of upper-case tokens.
"""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Floats, Numbers
from victor.config import Task
from victor.features.columns import ratio, stack
from victor.tree.blocks import Blocks

_CLASSES = ("alpha", "num", "mixed", "other")
# Counts and proportions of four classes; words, average length, longest run and capitals.
NAMES = (
    *(f"{name}_{kind}" for name in _CLASSES for kind in ("abs", "rel")),
    *("words", "avg_length", "word_run", "capital_rel", "upper_rel"),
)


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """Counts, and proportions of the block's tokens from 0 to 1."""
    counts, tokens = blocks.text_stats, blocks.tokens
    parts = {f"{name}_rel": counts[f"{name}_tokens"] for name in _CLASSES} | {
        "capital_rel": counts["capitals"],
        "upper_rel": counts["uppers"],
        "avg_length": blocks.lengths - (tokens - 1),
    }
    shares = dict(zip(parts, ratio(np.array(list(parts.values())), tokens), strict=True))
    columns: dict[str, Numbers] = {
        **{f"{name}_abs": counts[f"{name}_tokens"] for name in _CLASSES},
        "words": blocks.words,
        "word_run": counts["word_run"],
    }
    return stack({**columns, **shares}, names)
