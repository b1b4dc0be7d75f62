"""``token.CLASS_abs``, ``token.CLASS_rel``, ``token.avg_length``, ``token.word_run``.

Thesis, section 4.2: tokens are runs of characters other than white space; they hold letters,
digits, both, or neither. Added: the average length of tokens in characters, the longest run of
tokens without digits that has a letter in each, and the shares of tokens that begin with a capital
and that have capitals only.
"""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Floats, Numbers
from victor.config import Task
from victor.features.columns import ratio, stack
from victor.tree.blocks import Blocks

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
