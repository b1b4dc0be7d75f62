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
from victor.features.columns import group_measures, stack
from victor.tree.blocks import Blocks


@dataclass(frozen=True)
class Group:
    """The family of the groups by one tag."""

    column: Literal["div_group", "td_group"]

    NAMES = ("word_ratio", "block_ratio")  # the group's share of the words, and of the blocks

    def compute(self, blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
        """[n, len(names)]."""
        count, words = self.measures(blocks)
        return stack({"word_ratio": words, "block_ratio": count / len(blocks)}, names)

    def measures(self, blocks: Blocks) -> tuple[Floats, Floats]:
        """[n] the blocks of each block's group, and its share of the words; 0 in no group."""
        group, no_links = getattr(blocks, self.column), np.zeros(len(blocks), np.float32)
        found = group_measures(group.astype(np.uint64), blocks.free_words, no_links)
        found[:, group == 0] = 0
        return found[0], found[1]


div = Group("div_group")
td = Group("td_group")
