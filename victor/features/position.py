"""``position.*``: position in the document (thesis, section 4.3)."""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Floats
from victor.config import Task
from victor.features.columns import stack
from victor.tree.blocks import Blocks

# Relative position from 0 to 1, blocks before and after, and proportion of words before.
NAMES = ("relative", "from_start", "from_end", "words_before")


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """Positions in blocks, except for ``words_before``."""
    n = len(blocks)
    place = np.arange(n)
    before = np.cumsum(blocks.words) - blocks.words
    columns = {
        "relative": place / n,
        "from_start": place,
        "from_end": n - 1 - place,
        "words_before": before / max(float(blocks.words.sum()), 1.0),
    }
    return stack(columns, names)
