"""``div_group.word_ratio`` and ``td_group.word_ratio`` (thesis, section 4.2).

Blocks whose nearest ``div`` (``td``) is the same are a group; its size is the share of the page's
words outside links that it holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from victor.arrays import Floats, Ints
from victor.config import Task
from victor.features.columns import group_measures, stack
from victor.tree.blocks import Blocks


@dataclass(frozen=True)
class Group:
    """The family of the groups by one tag."""

    column: Literal["div_group", "td_group"]

    def known(self, task: Task) -> Sequence[str]:
        """The group's share of the words, and of the blocks."""
        return ("word_ratio", "block_ratio")

    def compute(self, blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
        """[n, len(names)]."""
        count, words = group_sizes(blocks, getattr(blocks, self.column))
        return stack({"word_ratio": words, "block_ratio": count / len(blocks)}, names)


def group_sizes(blocks: Blocks, group: Ints) -> tuple[Floats, Floats]:
    """[n] the blocks of each one's ``group`` [n], its share of words outside links; 0 in none."""
    words = blocks.free_words
    count, share, *_ = group_measures(group.astype(np.uint64), words, words)
    return count, share


div = Group("div_group")
td = Group("td_group")
