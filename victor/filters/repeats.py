"""``repeats``: what a page says twice is kept once.

Pages hold copies of their own text: one for narrow and one for wide screens, carousels that go
round, quotations. Decoding looks at one copy after the other and keeps all of them. Blocks are
compared by their whole text, so that nothing is lost: of every text the first copy stays. Tables
and code repeat themselves rightly and are left alone.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import compress, count

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Floats
from victor.config import Task
from victor.data import Labels
from victor.text.hashing import hashes
from victor.tree.blocks import Blocks

_SPARED = ("code", "table")  # tag classes


@dataclass(frozen=True)
class Options:
    """How many words a run of blocks must have for its repetition to go."""

    words: int = 12


def apply(labels: Labels, blocks: Blocks, task: Task, options: Options) -> Labels:
    """Boilerplate where blocks that are kept one after the other repeat some kept before them."""
    kept = labels.y != task.other
    if _words_again(blocks, kept) < options.words:
        return labels
    spared = {tag for name in _SPARED for tag in task.tag_classes.get(name, ())}
    kept &= ~blocks.inside(blocks.tree.named(spared))
    ids = _numbers(compress(blocks.text, kept.tolist()))
    y = labels.y.copy()
    y[np.flatnonzero(kept)[repeated(ids, blocks.words[kept], options.words)]] = task.other
    return replace(labels, y=y)


def _words_again(blocks: Blocks, kept: Bools) -> float:
    """How many words stand in blocks that repeat one kept before them."""
    places = np.flatnonzero(kept).tolist()
    first = {blocks.text[place]: place for place in reversed(places)}
    if len(first) == len(places):
        return 0.0
    return float(blocks.words[places].sum() - blocks.words[list(first.values())].sum())


def _numbers(text: Iterable[str]) -> NDArray[np.uint64]:
    """[m] from 1, the same number for the same text."""
    number: dict[str, int] = defaultdict(count(1).__next__)
    return np.fromiter(map(number.__getitem__, text), np.uint64)


def repeated(ids: NDArray[np.uint64], words: Floats, least: int) -> Bools:
    """[m] what belongs to a run of ``least`` words that stands whole before itself as well.

    ``ids`` are above 0. It is enough to look at the shortest runs from and to every place: all
    places of a longer one are in such a run that it holds.
    """
    at, total = np.arange(len(ids)), np.concatenate(([0.0], np.cumsum(words, dtype=np.float64)))
    ends = np.maximum(np.searchsorted(total, total[:-1] + least), at + 1)
    starts = np.minimum(np.searchsorted(total, total[1:] - least, side="right") - 1, at)
    starts, ends = np.concatenate((at, starts)), np.concatenate((ends, at + 1))
    whole = (starts >= 0) & (ends <= len(ids))
    starts, ends = starts[whole], ends[whole]
    _, first, same = np.unique(hashes(ids, starts, ends), return_index=True, return_inverse=True)
    again = ends[first[same]] <= starts
    begun, over = (np.bincount(x[again], minlength=len(ids) + 1) for x in (starts, ends))
    return np.cumsum(begun - over)[:-1] > 0
