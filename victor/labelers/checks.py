"""What labelers that take columns check of weights."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def other_columns(learned: Sequence[str], columns: Sequence[str]) -> str | None:
    """How the columns that weights were learned with differ from a task's, None if they do not."""
    if len(learned) != len(columns):
        return f"learned with {len(learned)} columns, the task has {len(columns)}"
    for one, other in zip(learned, columns, strict=True):
        if one != other:
            return f"learned with the column {one!r} where the task has {other!r}"
    return None


def wrong_row(weights: Mapping[str, NDArray[Any]], *names: str) -> str | None:
    """Which of some arrays is missing or not a row, None if all are rows."""
    for name in names:
        if name not in weights or weights[name].ndim != 1:
            return f"the array {name!r} is missing or not a row"
    return None


def wrong_numbers(
    weights: Mapping[str, NDArray[Any]], wanted: Mapping[str, tuple[int, ...]]
) -> str | None:
    """What is wrong with arrays that should have these shapes and hold numbers."""
    for name, shape in wanted.items():
        if name not in weights:
            return f"the array {name!r} is missing"
        if weights[name].shape != shape:
            return f"the array {name!r} has shape {weights[name].shape}, the task needs {shape}"
        if weights[name].dtype.kind not in "fi" or not np.isfinite(weights[name]).all():
            return f"the array {name!r} has values that are not numbers"
    return None
