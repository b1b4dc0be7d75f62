"""Checks of weights, shared by labelers; each returns the first problem, or None."""

from collections.abc import Mapping, Sequence

import numpy as np

from victor.arrays import Numbers


def column_mismatch(learned: Sequence[str], columns: Sequence[str]) -> str | None:
    """Compare the columns of the weights with those of the task; the problem, or None."""
    if len(learned) != len(columns):
        return f"learned with {len(learned)} columns, the task has {len(columns)}"
    for theirs, ours in zip(learned, columns, strict=True):
        if theirs != ours:
            return f"learned with the column {theirs!r} where the task has {ours!r}"
    return None


def vector_problem(weights: Mapping[str, Numbers], *names: str) -> str | None:
    """Check that arrays exist and are one-dimensional."""
    for name in names:
        if name not in weights or weights[name].ndim != 1:
            return f"the array {name!r} is missing or not one-dimensional"
    return None


def missing_problem(weights: Mapping[str, Numbers], names: Sequence[str]) -> str | None:
    """Check that all of some arrays exist if any does."""
    missing = [name for name in names if name not in weights]
    return f"the array {missing[0]!r} is missing" if 0 < len(missing) < len(names) else None


def array_problem(
    weights: Mapping[str, Numbers], shapes: Mapping[str, tuple[int, ...]]
) -> str | None:
    """Check that arrays exist, have these shapes and hold finite numbers."""
    for name, shape in shapes.items():
        if name not in weights:
            return f"the array {name!r} is missing"
        if weights[name].shape != shape:
            return f"the array {name!r} has shape {weights[name].shape}, expected {shape}"
        if weights[name].dtype.kind not in "fi" or not np.isfinite(weights[name]).all():
            return f"the array {name!r} has values that are not numbers"
    return None
