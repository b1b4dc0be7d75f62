"""``position.*``: position in the document (thesis, section 4.3)."""

from collections.abc import Sequence

from victor.arrays import Floats
from victor.config import Task
from victor.features.texts import columns_of
from victor.tree.blocks import Blocks

# Relative position from 0 to 1, blocks before and after, and proportion of words before.
NAMES = ("relative", "from_start", "from_end", "words_before")


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """Positions in blocks, except for ``words_before``."""
    return columns_of(blocks, "position", names)
