"""``sentence.{count,avg_length,begin,end}`` (thesis, section 4.2), in any script.

Where a sentence ends: :attr:`victor.blocks.Blocks.sentences`. Abbreviations are not looked for, as
in the thesis.
"""

from collections.abc import Sequence

import numpy as np

from victor.blocks import Blocks, Bools, Floats, Numbers
from victor.characters import CLOSING, LOWER, STOP, WHITE, WIDE_STOP, WORD
from victor.config import Task
from victor.features._columns import first_place, last_place, ratio, stack

_NAMES = ("count", "avg_length", "begin", "end")


def known(task: Task) -> Sequence[str]:
    """Sentences, their average length in words, and whether the block begins or ends one."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)]."""
    sentences = blocks.sentences
    columns: dict[str, Numbers] = {
        "count": sentences,
        "avg_length": ratio(blocks.words, np.maximum(sentences, 1)),
        "begin": _begins(blocks),
        "end": _ends(blocks),
    }
    return stack(columns, names)


def _begins(blocks: Blocks) -> Bools:
    """[n] whether the first letter or digit is not a small letter."""
    place = first_place(blocks, (blocks.flags & WORD) != 0)
    return np.asarray((place >= 0) & ((blocks.flags[place] & LOWER) == 0))


def _ends(blocks: Blocks) -> Bools:
    """[n] whether the last character is a stop, closing marks left aside."""
    place = last_place(blocks, (blocks.flags & (WHITE | CLOSING)) == 0)
    return np.asarray((place >= 0) & ((blocks.flags[place] & (STOP | WIDE_STOP)) != 0))
