"""Codes to the indicators that a sequence labeler weighs, by a template of windows.

A *line* is a column, or several joined. Code 0 of a line is its reference and switches nothing
on; every other code is an indicator. Indicator 0 is on for every block: seen at an offset, it
tells that there is a block.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from victor.blocks import Bools, Codes, Ints


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
        bases = np.cumsum([1, *(size - 1 for size in self.sizes)])[:-1].astype(np.int32)
        columns = [self._line(codes, line) for line in self.lines]
        lines = np.stack(columns, axis=1) if columns else np.zeros((len(codes), 0), np.int32)
        indicators = np.where(lines > 0, lines - 1 + bases, -1)
        always = np.zeros((len(codes), 1), np.int32)
        return Codes(
            np.concatenate((always, indicators), axis=1).astype(np.int32),
            self.width,
            self.offsets,
            self.active,
        )

    def _line(self, codes: Ints, line: Sequence[int]) -> Ints:
        joint = codes[:, line[0]]
        for column in line[1:]:
            joint = joint * self.column_sizes[column] + codes[:, column]
        return joint


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
