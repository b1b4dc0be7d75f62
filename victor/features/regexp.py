"""``regexp.NAME``: the number of the first of a list of expressions that a block matches, or 0.

Thesis, section 4.2. Expressions are searched in all blocks at once; none can match across blocks.
``^`` and ``$`` are a block's start and end; look-around sees a line feed there.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from victor.arrays import Floats
from victor.config import Task
from victor.config.located import Located
from victor.tree.blocks import Blocks


def known(task: Task) -> Sequence[str]:
    """The lists that the task has under ``regexp``."""
    for name, patterns in task.regexp.items():
        check(patterns, task.place("regexp", name))
    return tuple(task.regexp)


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)] 1 for the first expression of the list, 2 for the second, ...; 0 for none."""
    out = np.zeros((len(blocks), len(names)), np.float32)
    bounds = blocks.chars.offsets.tolist()
    for column, name in enumerate(names):
        for number, pattern in reversed(list(enumerate(task.regexp[name], start=1))):
            out[matching_blocks(compiled(pattern), blocks.chars.joined, bounds), column] = number
    return out


def check(patterns: Sequence[str], place: Located) -> None:
    """Refuse what is not a regular expression, by file, line and key."""
    for i, pattern in enumerate(patterns):
        try:
            compiled(pattern)
        except re.error as error:
            raise place.value[i].error(f"not a regular expression: {error}") from None


@lru_cache(maxsize=1024)
def compiled(pattern: str) -> re.Pattern[str]:
    """The expression, with ``^`` and ``$`` at line ends."""
    return re.compile(pattern, re.MULTILINE)


def matching_blocks(pattern: re.Pattern[str], joined: str, bounds: Sequence[int]) -> list[int]:
    """The blocks in which an expression matches; block i is ``bounds[i]:bounds[i + 1] - 1``."""
    hits, place = [], 0
    while found := pattern.search(joined, place):
        block = bisect_right(bounds, found.start()) - 1
        if block >= len(bounds) - 1:
            break
        start, end = bounds[block], bounds[block + 1] - 1
        if pattern.search(joined[start:end]):  # what was found may have crossed the border
            hits.append(block)
        place = end + 1
    return hits
