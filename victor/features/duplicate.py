"""``duplicate.*``: blocks with the same text (thesis, section 4.2).

Only letters are compared; in blocks without letters, all characters but white space are.
"""

from collections.abc import Sequence

from victor.arrays import Floats
from victor.config import Task
from victor.features.columns import GROUP_MEASURES, group_measures, pick
from victor.tree.blocks import Blocks

# Number of equal blocks, number of the block among them, and whether it is a first one.
NAMES = ("first", "count", "occurrence")


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """``count`` and ``occurrence`` start at 1; ``first`` is 1 only if the text is repeated."""
    measures = group_measures(blocks.text_stats.keys, blocks.words, blocks.words)
    return pick(measures, GROUP_MEASURES, names)
