"""Feature templates: from discretised columns to the indicators of a sequence labeler.

A *line* is a column or a conjunction of columns. Code 0 of a line is the reference and has no
indicator; every other code has one. Indicator 0 is on for every block: at an offset, it indicates
that a block exists there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from victor.arrays import Bools, Ints
from victor.data import Codes
from victor.errors import VictorError

_MOST = 10_000_000  # maximum indicators at all offsets; each has one weight per label


@dataclass(frozen=True)
class Layout:
    """A feature template compiled for the columns of a task."""

    lines: tuple[tuple[int, ...], ...]  # columns of each line
    sizes: tuple[int, ...]  # number of codes of each line
    column_sizes: tuple[int, ...]  # number of codes of each column
    offsets: tuple[int, ...]
    active: Bools  # [offsets, width] whether the template uses an indicator at an offset
    label_bigrams: bool = True  # whether labels depend on the previous label

    @property
    def width(self) -> int:
        """The number of indicators."""
        return int(self.active.shape[1])

    def __call__(self, codes: Ints) -> Codes:
        """The indicators [n, lines + 1] of blocks with codes [n, f]."""
        by_column = codes.T
        lines = np.empty((len(self.lines) + 1, len(codes)), np.int32)
        lines[0] = 1
        for place, line in enumerate(self.lines, start=1):
            lines[place] = by_column[line[0]]
            for column in line[1:]:
                lines[place] = lines[place] * self.column_sizes[column] + by_column[column]
        indicators = np.where(lines > 0, lines + self._bases[:, None], -1)
        return Codes(indicators.T, self.width, self.offsets, self.active)

    @property
    def seen(self) -> list[tuple[int, int]]:
        """Pairs of a column outside conjunctions and an offset at which the template uses it."""
        return [
            (line[0], offset)
            for line, base, size in zip(self.lines, self._bases[1:], self.sizes, strict=True)
            for offset, active in zip(self.offsets, self.active[:, base + 1], strict=True)
            if len(line) == 1 and size > 1 and active
        ]

    @cached_property
    def _bases(self) -> Ints:
        """[lines + 1] the difference between an indicator and its line's code."""
        return np.cumsum([-1, 1, *(size - 1 for size in self.sizes[:-1])]).astype(np.int32)


def layout(
    windows: Sequence[tuple[tuple[int, ...], tuple[int, ...]]],
    column_sizes: Sequence[int],
    label_bigrams: bool = True,
) -> Layout:
    """Compile a template.

    Args:
        windows: pairs of a line's columns and its offsets; those of equal lines are merged.
        column_sizes: number of codes of each column.
        label_bigrams: whether labels depend on the previous label.

    Raises:
        VictorError: there are too many indicators.
    """
    merged: dict[tuple[int, ...], set[int]] = {}
    for line, places in windows:
        merged.setdefault(line, set()).update(places)
    offsets = tuple(sorted({0}.union(*merged.values())))
    sizes = tuple(int(np.prod([column_sizes[c] for c in line])) for line in merged)
    if (count := sum(sizes) * len(offsets)) > _MOST:
        raise VictorError(f"template: {count:,} features of the template, more than {_MOST:,}")
    active = [np.ones((len(offsets), 1), bool)]
    for seen_at, size in zip(merged.values(), sizes, strict=True):
        seen = np.array([offset in seen_at for offset in offsets])
        active.append(np.repeat(seen[:, None], size - 1, axis=1))
    return Layout(
        lines=tuple(merged),
        sizes=sizes,
        column_sizes=tuple(column_sizes),
        offsets=offsets,
        active=np.concatenate(active, axis=1),
        label_bigrams=label_bigrams,
    )
