"""``bullet.pattern``: patterns at the start of a block that suggest a list item (thesis, 4.2).

The i-th regular expression of the task's ``bullet`` adds 2^i if it matches, so that every
combination has a distinct value.
"""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Floats
from victor.config import Task
from victor.config.expressions import check, compiled
from victor.features.columns import Columns
from victor.tree.blocks import Blocks

_HEAD = 12  # number of characters at the start of a block that are matched


def known(task: Task) -> Sequence[str]:
    """``pattern`` if ``task`` has expressions, else nothing."""
    check(task.bullet, task.place("bullet"))
    return ("pattern",) if task.bullet else ()


def prepare(names: Sequence[str], task: Task) -> Columns:
    """Sums of powers of two."""
    patterns = [compiled(pattern) for pattern in task.bullet]
    any_of = compiled("|".join(f"(?:{pattern})" for pattern in task.bullet)).match

    def sums(blocks: Blocks) -> Floats:
        out = np.zeros((1, len(blocks)), np.float32)
        for block in [i for i, text in enumerate(blocks.text) if any_of(text, 0, _HEAD)]:
            text = blocks.text[block]
            hits = (2**i for i, pattern in enumerate(patterns) if pattern.match(text, 0, _HEAD))
            out[0, block] = sum(hits)
        return out

    return sums
