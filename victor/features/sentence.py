"""``sentence.*``: sentences, in any script (thesis, section 4.2).

Sentence ends are defined in :mod:`victor.text.statistics`. As in the thesis, abbreviations are not
detected.
"""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Floats, Numbers
from victor.config import Task
from victor.features.columns import ratio, stack
from victor.tree.blocks import Blocks

# Number of sentences, average length in words, and whether the block begins or ends one.
NAMES = ("count", "avg_length", "begin", "end")


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """A block without sentence ends counts as one sentence in ``avg_length``."""
    sentences = blocks.sentences
    columns: dict[str, Numbers] = {
        "count": sentences,
        "avg_length": ratio(blocks.words, np.maximum(sentences, 1)),
        "begin": blocks.text_stats["begins"],
        "end": blocks.text_stats["ends"],
    }
    return stack(columns, names)
