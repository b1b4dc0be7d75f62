"""``duplicate.first`` and ``duplicate.count`` (thesis, section 4.2).

Blocks are compared without white space and other characters than letters; blocks without letters
by all they have but white space.
"""

from collections.abc import Sequence

from victor.arrays import Floats, Numbers
from victor.config import Task
from victor.features.columns import group_measures, stack
from victor.tree.blocks import Blocks

_NAMES = ("first", "count", "occurrence")


def known(task: Task) -> Sequence[str]:
    """Blocks with the same letters: how many, which of them, whether it is the first of several."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)]."""
    measures = group_measures(blocks.text_stats.keys, blocks.words, blocks.words)
    several, occurrence = measures[0], measures[-1]
    first = (occurrence == 1) & (several > 1)
    columns: dict[str, Numbers] = {"first": first, "count": several, "occurrence": occurrence}
    return stack(columns, names)
