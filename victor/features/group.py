"""``div_group.word_ratio`` and ``td_group.word_ratio`` (thesis, section 4.2).

Blocks whose nearest ``div`` (``td``) is the same are a group; its size is the share of the page's
words outside links that it holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from victor.blocks import Blocks, Floats
from victor.config import Task
from victor.features._columns import stack


@dataclass(frozen=True)
class Group:
    """The family of the groups by one tag."""

    tags: frozenset[str]

    def known(self, task: Task) -> Sequence[str]:
        """The group's share of the words, and of the blocks."""
        return ("word_ratio", "block_ratio")

    def compute(self, blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
        """[n, len(names)]."""
        columns = {
            "word_ratio": self.share(blocks, blocks.free_words),
            "block_ratio": self.share(blocks, np.ones(len(blocks), np.float32)),
        }
        return stack(columns, names)

    def share(self, blocks: Blocks, weights: Floats) -> Floats:
        """[n] the share of the page's ``weights`` [n] that a block's group has; 0 in no group."""
        tree = blocks.tree
        nearest = tree.nearest(tree.named(self.tags))
        texts = tree.node[blocks.first[:-1]]
        group = np.append(nearest, np.int32(-1))[texts] + 1
        sums = np.bincount(group, weights=weights, minlength=1)
        sums[0] = 0
        return (sums[group] / max(float(weights.sum()), 1e-9)).astype(np.float32)


div = Group(frozenset(("div",)))
td = Group(frozenset(("td", "th")))
