"""``regexp.NAME``: which regular expression of a list matches a block (thesis, section 4.2).

All blocks are searched at once, but no expression can match across blocks. ``^`` and ``$`` match at
the start and end of a block, where look-around sees a line feed.
"""

import re
import warnings
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from victor.arrays import Floats
from victor.config import Task
from victor.config.backtracking import explodes
from victor.config.located import Located
from victor.errors import shown
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


def check(patterns: Sequence[str], place: Located) -> None:
    """Check that patterns are valid regular expressions and cannot take exponential time.

    Args:
        patterns: the patterns of a list.
        place: the position of the list in the configuration.

    Raises:
        VictorError: a pattern is invalid, may take exponential time, or may change its meaning in a
            later Python; with file, line and key.
    """
    for i, pattern in enumerate(patterns):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", FutureWarning)
                compiled(pattern)
        except FutureWarning as warning:
            raise place.value[i].error(
                f"{shown(pattern)} may match something else in later versions of Python: "
                f"{warning}; put a backslash before this character"
            ) from None
        except (re.error, OverflowError, RecursionError) as error:
            raise place.value[i].error(f"not a regular expression: {error}") from None
        if explodes(pattern):
            raise place.value[i].error(
                f"{shown(pattern)} can take exponential time: a repetition in it can match the "
                "same text in several ways, as (a+)+ does"
            )


@lru_cache(maxsize=1024)
def compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern so that ``^`` and ``$`` match at line ends; results are cached.

    Args:
        pattern: a regular expression.
    """
    return re.compile(pattern, re.MULTILINE)


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
