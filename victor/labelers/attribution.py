"""Attribution: the contribution of each column to the difference between two labels' scores."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from victor.arrays import Doubles, Floats, Ints
from victor.data import Table

_LONG = 2000  # blocks above which the columns of a family are attributed together


@dataclass(frozen=True)
class Origin:
    """The source of a contribution: columns of a block, or a part of the labeler."""

    name: str
    columns: tuple[str, ...] = ()  # several for a conjunction, none for a part of the labeler
    offset: int | None = 0  # of the block that has these columns; None: the whole page


class Step(NamedTuple):
    """A decision of a tree or rule on the path to a score."""

    text: str
    otherwise: int | None = None  # the label if only this decision had the opposite outcome


@dataclass(frozen=True)
class Attribution:
    """Contributions to the score differences of r blocks."""

    origins: Sequence[Origin]  # [w]
    parts: Doubles  # [r, w] natural logarithms; a row sums to state[label] - state[against]
    steps: Sequence[Sequence[Step]] = field(default=())  # [r], or empty
    note: str = ""  # the reason why columns have no contributions, if they have none


def column_at(name: str, offset: int) -> Origin:
    """The origin of a column at an offset, named like ``token.words@-1``; no suffix at offset 0."""
    return Origin(f"{name}@{offset}" if offset else name, (name,), offset)


def differences(rows: Doubles, label: Ints, against: Ints) -> Doubles:
    """[r, w] differences of the weights [w, k] of two labels [r] each."""
    return np.asarray((rows[:, label] - rows[:, against]).T, np.float64)


def single_origin(
    name: str, state: Doubles, label: Ints, against: Ints
) -> tuple[list[Origin], Doubles]:
    """One origin with the whole difference between two labels' scores ``state`` [r, k]."""
    picked = np.arange(len(state))
    parts = (state[picked, label] - state[picked, against])[:, None].astype(np.float64)
    return [Origin(name, (), None)], parts


def by_differences(
    difference: Callable[[Floats], Doubles], table: Table, baseline: Floats
) -> Attribution:
    """Contributions of columns to the output of any function of them.

    Starting with every column at its ``baseline`` value, columns get their values on the page one
    by one, in order and in reverse order; the contribution of a column is the mean of the two
    changes of the output. Contributions sum to the whole difference. They are Shapley values if at
    most two columns interact (Štrumbelj and Kononenko, *Explaining prediction models and individual
    predictions with feature contributions*, 2014; the pair of orders is the antithetic sample of
    Mitchell et al., 2022). The contribution of a column is that of its values on the whole page,
    not only on the block. On long pages, the columns of a family count as one, as every change
    requires scoring the page.

    Args:
        difference: maps values [n, f] to the score differences [r] of the blocks to explain.
        table: the page.
        baseline: [f] uninformative values of the columns.
    """
    values = np.asarray(table.values, np.float32)
    groups = _groups(table.names, len(values) > _LONG)
    differs = (values != baseline).any(axis=0)
    changed = [place for place, columns in enumerate(groups) if differs[columns].any()]
    start = difference(np.broadcast_to(baseline, values.shape).astype(np.float32))
    parts = np.zeros((len(start), len(groups) + 1))
    parts[:, -1] = start
    for order in (changed, changed[::-1]):
        mixed, before = np.tile(baseline, (len(values), 1)).astype(np.float32), start
        for place in order:
            columns = groups[place]
            mixed[:, columns] = values[:, columns]
            after = difference(mixed)
            parts[:, place] += (after - before) / 2
            before = after
    origins = [_origin([table.names[column] for column in columns]) for columns in groups]
    return Attribution([*origins, Origin("baseline", (), None)], parts)


def _groups(names: Sequence[str], by_family: bool) -> list[list[int]]:
    """The columns that change together: each alone, or those of a family."""
    found: dict[str, list[int]] = {}
    for column, name in enumerate(names):
        found.setdefault(name.partition(".")[0] if by_family else name, []).append(column)
    return list(found.values())


def _origin(names: Sequence[str]) -> Origin:
    """The origin of a column, or of several columns of a family, as ``token.*``."""
    name = names[0] if len(names) == 1 else f"{names[0].partition('.')[0]}.*"
    return Origin(name, tuple(names), 0)
