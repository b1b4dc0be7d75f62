"""What the stages after segmentation hand on: table, codes, potentials, labels."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Floats, Ints, shifted


@dataclass(frozen=True)
class Table:
    """A page's features: one row per block, one column per name."""

    names: tuple[str, ...]
    values: Floats  # [n, f]


@dataclass(frozen=True)
class Codes:
    """What a template makes of a table: for each block and line, the indicator switched on.

    An attribute is an indicator seen at an offset: number ``o * width + indicator`` for the o-th
    of ``offsets``; ``active`` says which of them the template asks for.
    """

    lines: Ints  # [n, l] indicator below ``width``, -1 for none
    width: int
    offsets: tuple[int, ...]
    active: Bools  # [o, width]

    def attributes(self) -> Ints:
        """[n, o * l] attribute numbers, -1 where there is none."""
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

    state: NDArray[np.float64]  # [n, k]
    transition: NDArray[np.float64] | None = None  # [k, k] from label to label; None: no chain


@dataclass(frozen=True)
class Labels:
    """What each block was labelled, and the probability of each label."""

    y: Ints  # [n]
    scores: Floats  # [n, k]
