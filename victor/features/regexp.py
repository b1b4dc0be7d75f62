"""``regexp.NAME``: which regular expression of a list matches a block (thesis, section 4.2).

All blocks are searched at once, but no expression can match across blocks. ``^`` and ``$`` match at
the start and end of a block, where look-around sees a line feed.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence

import numpy as np

from victor.arrays import Floats
from victor.config import Task
from victor.config.expressions import check, compiled
from victor.features.columns import Columns
from victor.tree.blocks import Blocks


def known(task: Task) -> Sequence[str]:
    """The names of the lists in ``regexp`` of ``task``."""
    for name, patterns in task.regexp.items():
        check(patterns, task.place("regexp", name))
    return tuple(task.regexp)


def prepare(names: Sequence[str], task: Task) -> Columns:
    """The number of the first matching expression of each list, from 1; 0 for none."""
    lists = [[compiled(pattern) for pattern in task.regexp[name]] for name in names]

    def numbers(blocks: Blocks) -> Floats:
        out = np.zeros((len(lists), len(blocks)), np.float32)
        bounds = blocks.chars.offsets.tolist()
        for row, patterns in enumerate(lists):
            for number, pattern in reversed(list(enumerate(patterns, start=1))):
                out[row, _matching_blocks(pattern, blocks.chars.joined, bounds)] = number
        return out

    return numbers


def _matching_blocks(pattern: re.Pattern[str], joined: str, bounds: Sequence[int]) -> list[int]:
    """Indices of the blocks that match; block i is ``joined[bounds[i] : bounds[i + 1] - 1]``."""
    hits, place = [], 0
    while match := pattern.search(joined, place):
        block = bisect_right(bounds, match.start()) - 1
        if block >= len(bounds) - 1:
            break
        start, end = bounds[block], bounds[block + 1] - 1
        if pattern.search(joined[start:end]):  # the match may have crossed the block's end
            hits.append(block)
        place = end + 1
    return hits
