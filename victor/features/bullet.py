"""``bullet.pattern``: what a block begins with that suggests a list item (thesis, section 4.2).

Each of the task's ``bullet`` expressions that matches at the start adds its power of two, so that
every combination has a value of its own.
"""

from collections.abc import Sequence

import numpy as np

from victor.blocks import Blocks, Floats
from victor.config import Task
from victor.features.regexp import check, compiled, matching_blocks

_HEAD = 12  # characters that an expression can see


def known(task: Task) -> Sequence[str]:
    """``pattern``, where the task has expressions."""
    check(task.bullet, task.place("bullet"))
    return ("pattern",) if task.bullet else ()


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, 1] the sum of the powers of two of the expressions that match."""
    heads = "\n".join([*(text[:_HEAD] for text in blocks.text), ""])
    bounds = np.concatenate(([0], np.cumsum(np.minimum(blocks.lengths, _HEAD) + 1))).tolist()
    out = np.zeros((len(blocks), 1), np.float32)
    for i, pattern in enumerate(task.bullet):
        out[matching_blocks(compiled(pattern), heads, bounds)] += 2**i
    return out
