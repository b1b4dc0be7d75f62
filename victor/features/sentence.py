"""``sentence.{count,avg_length,begin,end}`` (thesis, section 4.2), in any script.

Where a sentence ends: see :mod:`victor.text.statistics`. Abbreviations are not looked for, as
in the thesis.
"""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Floats, Numbers
from victor.config import Task
from victor.features.columns import ratio, stack
from victor.tree.blocks import Blocks

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
        "begin": blocks.text_stats["begins"],
        "end": blocks.text_stats["ends"],
    }
    return stack(columns, names)
