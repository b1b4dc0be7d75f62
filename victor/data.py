"""Data passed between the stages after segmentation: table, codes, potentials, labels."""

from dataclasses import dataclass

import numpy as np

from victor.arrays import Bools, Doubles, Floats, Ints, shifted


@dataclass(frozen=True)
class Table:
    """The features of a page: one row per block, one column per name."""

    names: tuple[str, ...]
    values: Floats  # [n, f]


@dataclass(frozen=True)
class Codes:
    """A table after applying a feature template: the active indicator of each block and line.

    An attribute is an indicator at an offset. Its number is ``o * width + indicator`` for the o-th
    of ``offsets``.
    """

    lines: Ints  # [n, l] indicator below ``width``, -1 for none
    width: int  # number of indicators
    offsets: tuple[int, ...]
    active: Bools  # [o, width] whether the template uses an indicator at an offset

    def attributes(self) -> Ints:
        """[n, o * l] attribute numbers, -1 for none."""
        n, columns = self.lines.shape
        out = np.full((n, len(self.offsets), columns), -1, np.int32)
        for o, offset in enumerate(self.offsets):
            here, there = shifted(n, offset)
            ids = self.lines[there]
            wanted = (ids >= 0) & self.active[o, np.maximum(ids, 0)]
            out[here, o] = np.where(wanted, ids + o * self.width, -1)
        return out.reshape(n, len(self.offsets) * columns)


@dataclass(frozen=True)
class Potentials:
    """Scores before decoding: natural logarithms, up to a constant per block."""

    state: Doubles  # [n, k] score of each label
    transition: Doubles | None = None  # [k, k] from label to label; None: no chain
    # [2, n] blocks that filters must not make content, and boilerplate; None: no such blocks
    fixed: Bools | None = None


@dataclass(frozen=True)
class Labels:
    """The labels of a page's blocks, and the probability of each label."""

    y: Ints  # [n] indices of labels
    scores: Floats  # [n, k] probabilities
