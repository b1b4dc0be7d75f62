"""Attribution: how much each column contributes to the difference between two labels' scores."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Floats, Ints
from victor.data import Table

Doubles = NDArray[np.float64]


@dataclass(frozen=True)
class Origin:
    """Where a contribution comes from: columns of a block, or a part of the labeler."""

    name: str
    columns: tuple[str, ...] = ()  # several: a conjunction; none: no column
    offset: int | None = 0  # of the block whose columns these are; None: the whole page


class Step(NamedTuple):
    """A decision taken on the way to a score."""

    text: str
    otherwise: int | None = None  # the label if this decision alone had gone the other way


@dataclass(frozen=True)
class Attribution:
    """Why r blocks have their scores."""

    origins: Sequence[Origin]  # [w]
    parts: Doubles  # [r, w] natural logarithms; a row sums to state[label] - state[against]
    steps: Sequence[Sequence[Step]] = field(default=())  # [r] or none
    note: str = ""  # why columns have no contributions, where they have none


def column_at(name: str, offset: int) -> Origin:
    """A column of the block itself, or of one before or after it: ``token.words@-1``."""
    return Origin(f"{name}@{offset}" if offset else name, (name,), offset)


def differences(rows: Doubles, label: Ints, against: Ints) -> Doubles:
    """[r, w] weights [w, k] for one label less those for the other."""
    return np.asarray((rows[:, label] - rows[:, against]).T, np.float64)


def whole(name: str, state: Doubles, label: Ints, against: Ints) -> tuple[list[Origin], Doubles]:
    """One origin that has all of the difference between two labels' scores ``state`` [r, k]."""
    picked = np.arange(len(state))
    parts = (state[picked, label] - state[picked, against])[:, None].astype(np.float64)
    return [Origin(name, (), None)], parts


def by_differences(
    difference: Callable[[Floats], Doubles], table: Table, baseline: Floats
) -> Attribution:
    """Contributions of columns by the difference that each makes when it is put in place.

    Starting from a page on which every column has its ``baseline`` value, the page's own columns
    are put in place one by one, first in their order, then in the reverse order; a column's
    contribution is the mean of the two changes. Contributions sum to the whole difference. They are
    Shapley values wherever at most two columns interact (Štrumbelj and Kononenko, *Explaining
    prediction models and individual predictions with feature contributions*, 2014; the pair of
    orders is the antithetic sample of Mitchell et al., 2022). A column's contribution is that of
    its values on the whole page: of the block, its neighbours and the rest.

    Args:
        difference: from values [n, f] to the differences in score [r] of the blocks in question.
        table: the page.
        baseline: [f] the values that stand for a column without information.
    """
    values = np.asarray(table.values, np.float32)
    changed = np.flatnonzero((values != baseline).any(axis=0))
    start = difference(np.broadcast_to(baseline, values.shape).astype(np.float32))
    parts = np.zeros((len(start), len(table.names) + 1))
    parts[:, -1] = start
    for order in (changed, changed[::-1]):
        mixed, before = np.tile(baseline, (len(values), 1)).astype(np.float32), start
        for column in order.tolist():
            mixed[:, column] = values[:, column]
            after = difference(mixed)
            parts[:, column] += (after - before) / 2
            before = after
    origins = [Origin(name, (name,), 0) for name in table.names]
    return Attribution([*origins, Origin("a page with baseline values", (), None)], parts)
