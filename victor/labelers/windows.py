"""Columns at offsets, named like ``token.words@-1``, for labelers that use unbinned values."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from victor.arrays import Doubles, Floats, Ints, Numbers, shifted
from victor.data import Table
from victor.errors import VictorError
from victor.labelers.attribution import Origin, column_at
from victor.labelers.checks import vector_problem
from victor.text.regex import regex

_OFFSET = regex(r"-?[0-9]{1,3}")

if TYPE_CHECKING:
    from victor.labelers.base import Space, Training


def window_columns(space: "Space") -> list[str]:
    """The columns that the template lists outside of conjunctions, at their offsets."""
    return [f"{space.columns[column]}@{offset}" for column, offset in space.layout.seen]


def gathered(table: Table, names: Sequence[str]) -> Floats:
    """[n, len(names)] values of columns at offsets, 0 beyond the ends of the page."""
    n = len(table.values)
    out = np.zeros((len(names), n), np.float32)
    for row, name in zip(out, names, strict=True):
        column, _, offset = name.rpartition("@")
        here, there = shifted(n, int(offset))
        row[here] = table.values[there, table.names.index(column)]
    return out.T


def origins(names: Sequence[str]) -> list[Origin]:
    """The origins of contributions of columns at offsets."""
    pairs = (name.rpartition("@") for name in names)
    return [column_at(column, int(offset)) for column, _, offset in pairs]


def training_data(data: "Training", space: "Space") -> tuple[list[str], Floats, Ints, Doubles]:
    """The blocks of all pages: names [w], values [n, w], labels [n], sample weights [n].

    The weight of a block is its number of words, or 0.1 if it has none.

    Raises:
        VictorError: the template has no column outside of conjunctions.
    """
    names = window_columns(space)
    if not names:
        raise VictorError("nothing to learn from: the template has no column in 'windows'")
    values = np.concatenate([gathered(page.table, names) for page in data.pages])
    words = np.concatenate([page.blocks.words for page in data.pages]).astype(np.float64)
    return names, values, np.concatenate(data.y), np.maximum(words, 0.1)


def window_problem(weights: Mapping[str, Numbers], columns: Sequence[str]) -> str | None:
    """Check the array ``columns`` of weights against a task's columns; the problem, or None."""
    if problem := vector_problem(weights, "columns"):
        return problem
    for name in weights["columns"].astype(str).tolist():
        column, _, offset = name.rpartition("@")
        if not _OFFSET.fullmatch(offset):
            return f"the array 'columns' has {name!r}, not a column at an offset"
        if column not in columns:
            return f"uses the feature {column!r}, which is not among the task's features"
    return None
