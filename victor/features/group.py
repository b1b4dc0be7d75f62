"""``div_group.word_ratio`` and ``td_group.word_ratio`` (thesis, section 4.2).

Blocks whose nearest ``div`` (``td``) is the same are a group; its size is the share of the page's
words outside links that it holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from victor.arrays import Floats
from victor.config import Task
from victor.features.columns import group_measures, pick
from victor.tree.blocks import Blocks


@dataclass(frozen=True)
class Group:
    """The family of the groups by one tag."""

    column: Literal["div_group", "td_group"]

    NAMES = ("word_ratio", "block_ratio")  # the group's share of the words, and of the blocks

    def compute(self, blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
        """[n, len(names)]."""
        return pick(group_sizes(blocks, self.column), self.NAMES, names)


def group_sizes(blocks: Blocks, column: str) -> Floats:
    """[2, n] of the group of each block: its share of the words outside links, of the blocks.

    0 in none. ``column`` is ``div_group`` or ``td_group``.
    """
    if column not in blocks.kept:
        words, group = blocks.free_words, getattr(blocks, column)
        table = group_measures((group - 1).astype(np.uint64), words, words)[1::-1]
        table[1] /= len(blocks)
        blocks.kept[column] = table
    found: Floats = blocks.kept[column]
    return found


div = Group("div_group")
td = Group("td_group")
