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
from victor.features.columns import stack
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
        weights = {"word_ratio": blocks.free_words, "block_ratio": np.ones(len(blocks), np.float32)}
        columns = {name: self.share(blocks, weights[name]) for name in names}
        return stack(columns, names)

    def share(self, blocks: Blocks, weights: Floats) -> Floats:
        """[n] the share of the page's ``weights`` [n] that a block's group has; 0 in no group."""
        group = getattr(blocks, self.column)
        sums = np.bincount(group, weights=weights)
        sums[0] = 0
        total = max(float(weights.sum(dtype=np.float64)), 1e-9)
        return np.asarray(sums[group] / total, np.float32)


div = Group("div_group")
td = Group("td_group")
