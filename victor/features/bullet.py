"""``bullet.pattern``: what a block begins with that suggests a list item (thesis, section 4.2).

Each of the task's ``bullet`` expressions that matches at the start adds its power of two, so that
every combination has a value of its own.
"""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Floats
from victor.config import Task
from victor.features.regexp import check, compiled
from victor.tree.blocks import Blocks

_HEAD = 12  # characters that an expression can see


def known(task: Task) -> Sequence[str]:
    """``pattern``, where the task has expressions."""
    check(task.bullet, task.place("bullet"))
    return ("pattern",) if task.bullet else ()


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, 1] the sum of the powers of two of the expressions that match."""
    out = np.zeros((len(blocks), 1), np.float32)
    patterns = [compiled(pattern) for pattern in task.bullet]
    any_of = compiled("|".join(f"(?:{pattern})" for pattern in task.bullet)).match
    for block in [i for i, text in enumerate(blocks.text) if any_of(text, 0, _HEAD)]:
        text = blocks.text[block]
        hits = (2**i for i, pattern in enumerate(patterns) if pattern.match(text, 0, _HEAD))
        out[block] = sum(hits)
    return out
