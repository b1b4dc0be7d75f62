"""Values to codes, by the bins that a configuration lists (thesis, section 3.4)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from victor.arrays import Ints
from victor.config import Bins
from victor.data import Table


@dataclass(frozen=True)
class Discretiser:
    """Columns grouped by their bins, so that each kind of bins is one array call."""

    sizes: tuple[int, ...]  # number of codes of each column
    groups: tuple[tuple[Bins, Ints], ...]  # bins, and the columns that have them

    def __call__(self, table: Table) -> Ints:
        """[n, f] codes from 0.

        Listed values: the number of the largest that is not greater, 0 below all of them. Scale:
        the step of a share in 0..1.
        """
        by_column = table.values.T
        codes = np.empty(by_column.shape, np.int32)
        for bins, columns in self.groups:
            values = by_column[columns]
            if bins.scale:
                codes[columns] = np.minimum(np.maximum(values * bins.scale, 0), bins.scale - 1)
            elif len(bins.values) == 2:  # indicators, which most columns are
                codes[columns] = values >= np.float32(bins.values[1])
            else:
                edges = np.asarray(bins.values[1:], np.float32)
                found = np.searchsorted(edges, values.ravel(), side="right")
                codes[columns] = found.reshape(values.shape)
        return codes.T


def discretiser(bins: Sequence[Bins]) -> Discretiser:
    """Of the bins of each column, in the columns' order."""
    groups: dict[Bins, list[int]] = {}
    for column, one in enumerate(bins):
        groups.setdefault(one, []).append(column)
    return Discretiser(
        sizes=tuple(one.size for one in bins),
        groups=tuple((one, np.array(columns, np.int32)) for one, columns in groups.items()),
    )
