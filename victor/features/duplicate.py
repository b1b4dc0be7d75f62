"""``duplicate.*``: blocks with the same text (thesis, section 4.2).

Only letters are compared; in blocks without letters, all characters except white space.
"""

from collections.abc import Sequence

from victor.arrays import Floats
from victor.config import Task
from victor.features.columns import GROUP_MEASURES, Columns, group_measures, picked
from victor.tree.blocks import Blocks

# Whether a block is the first of several equal ones, their number, and its number among them.
NAMES = ("first", "count", "occurrence")


def prepare(names: Sequence[str], task: Task) -> Columns:
    """``count`` and ``occurrence`` start at 1; ``first`` is 1 only if the text is repeated."""
    return picked(_table, GROUP_MEASURES, names)


def _table(blocks: Blocks) -> Floats:
    # Only counts are used: the words stand in for the link density.
    return group_measures(blocks.text_stats.keys, blocks.words, blocks.words)
