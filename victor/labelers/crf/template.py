"""Codes to the indicators that a sequence labeler weighs, by a template of windows.

A *line* is a column, or several joined. Code 0 of a line is its reference and switches nothing
on; every other code is an indicator. Indicator 0 is on for every block: seen at an offset, it
tells that there is a block.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from victor.arrays import Bools, Ints
from victor.data import Codes


@dataclass(frozen=True)
class Layout:
    """A template compiled for the columns of a task."""

    lines: tuple[tuple[int, ...], ...]  # columns of each line
    sizes: tuple[int, ...]  # codes of each line
    column_sizes: tuple[int, ...]
    offsets: tuple[int, ...]
    active: Bools  # [offsets, width]
    label_bigrams: bool = True  # whether labels see the label before

    @property
    def width(self) -> int:
        """Number of indicators."""
        return int(self.active.shape[1])

    def __call__(self, codes: Ints) -> Codes:
        """The indicators of every block, [n, lines + 1]."""
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
        """Each column that stands by itself, with each offset that it is seen at."""
        return [
            (line[0], offset)
            for line, base, size in zip(self.lines, self._bases[1:], self.sizes, strict=True)
            for offset, active in zip(self.offsets, self.active[:, base + 1], strict=True)
            if len(line) == 1 and size > 1 and active
        ]

    @cached_property
    def _bases(self) -> Ints:
        """[lines + 1] what makes a line's code an indicator's number."""
        return np.cumsum([-1, 1, *(size - 1 for size in self.sizes[:-1])]).astype(np.int32)


def layout(
    windows: Sequence[tuple[tuple[int, ...], tuple[int, ...]]],
    column_sizes: Sequence[int],
    label_bigrams: bool = True,
) -> Layout:
    """Of pairs: columns of a line, offsets; the same line twice is seen at both sets of offsets."""
    merged: dict[tuple[int, ...], set[int]] = {}
    for line, places in windows:
        merged.setdefault(line, set()).update(places)
    offsets = tuple(sorted({0}.union(*merged.values())))
    sizes = tuple(int(np.prod([column_sizes[c] for c in line])) for line in merged)
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
