"""Discretise feature values with the bins of a configuration (thesis, section 3.4)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from victor.arrays import Ints
from victor.config import Bins
from victor.data import Table


class Discretiser(NamedTuple):
    """A function from a table to codes; columns with equal bins are discretised together."""

    sizes: tuple[int, ...]  # number of codes of each column
    groups: tuple[tuple[Bins, Ints], ...]  # bins, and the columns with these bins

    def __call__(self, table: Table) -> Ints:
        """[n, f] codes from 0.

        With listed values, the code is the index of the largest bound that is at most the value, 0
        if there is none. With a scale, it is the index of an equal-width interval of 0..1.
        """
        by_column = table.values.T
        codes = np.empty(by_column.shape, np.int32)
        for bins, columns in self.groups:
            values = by_column[columns]
            if bins.scale:
                codes[columns] = np.minimum(np.maximum(values * bins.scale, 0), bins.scale - 1)
            elif len(bins.values) == 2:  # indicators, as are most columns
                codes[columns] = values >= np.float32(bins.values[1])
            else:
                edges = np.asarray(bins.values[1:], np.float32)
                interval = np.searchsorted(edges, values.ravel(), side="right")
                codes[columns] = interval.reshape(values.shape)
        return codes.T


def discretiser(bins: Sequence[Bins]) -> Discretiser:
    """The discretiser for columns with these bins, in the order of the columns."""
    groups: dict[Bins, list[int]] = {}
    for column, column_bins in enumerate(bins):
        groups.setdefault(column_bins, []).append(column)
    return Discretiser(
        sizes=tuple(column_bins.size for column_bins in bins),
        groups=tuple((group, np.array(columns, np.int32)) for group, columns in groups.items()),
    )
