"""Columns at offsets, for labelers that see values and no codes: written ``token.words@-1``."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Floats, Ints, shifted
from victor.data import Table
from victor.errors import VictorError
from victor.labelers.attribution import Origin, column_at

if TYPE_CHECKING:
    from victor.labelers.base import Instance, Space


def shown(space: "Space") -> list[str]:
    """The columns that the template shows by themselves: ``token.words@-1``."""
    return [f"{space.columns[column]}@{offset}" for column, offset in space.layout.seen]


def gathered(table: Table, names: Sequence[str]) -> Floats:
    """[n, len(names)] the columns at their offsets, 0 beyond the page's ends."""
    n = len(table.values)
    out = np.zeros((len(names), n), np.float32)
    for row, name in zip(out, names, strict=True):
        column, _, offset = name.rpartition("@")
        here, there = shifted(n, int(offset))
        row[here] = table.values[there, table.names.index(column)]
    return out.T


def origins(names: Sequence[str]) -> list[Origin]:
    """The origins of shares of columns at offsets."""
    pairs = (name.rpartition("@") for name in names)
    return [column_at(column, int(offset)) for column, _, offset in pairs]


def collected(
    pages: "Sequence[Instance]", y: Sequence[Ints], space: "Space"
) -> tuple[list[str], Floats, Ints, NDArray[np.float64]]:
    """What the pages' blocks teach: names [w], values [n, w], labels [n], weights [n].

    A block weighs as many words as it has, one without words a little.

    Raises:
        VictorError: the template shows no column.
    """
    names = shown(space)
    if not names:
        raise VictorError("nothing to learn from: the template shows no column by itself")
    values = np.concatenate([gathered(page.table, names) for page in pages])
    words = np.concatenate([page.blocks.words for page in pages]).astype(np.float64)
    return names, values, np.concatenate(y), np.maximum(words, 0.1)


def wrong_names(weights: Mapping[str, NDArray[Any]], columns: Sequence[str]) -> str | None:
    """What is wrong with the array ``columns`` of weights for a task's columns."""
    if "columns" not in weights or weights["columns"].ndim != 1:
        return "the array 'columns' is missing or not a row"
    for name in weights["columns"].astype(str).tolist():
        column, _, offset = name.rpartition("@")
        if not offset.removeprefix("-").isdigit():
            return f"the array 'columns' has {name!r}, not a column at an offset"
        if column not in columns:
            return f"it looks at {column!r}, which is not among the task's features"
    return None
