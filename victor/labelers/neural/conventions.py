"""The conventions in the weights of a network, as arrays to learn from and to add to.

Each convention is a row of every array that :data:`~victor.labelers.neural.network.CONVENTION`
names, and its name is in the array ``conventions``.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from victor.arrays import Numbers
from victor.labelers.base import Training, Weights
from victor.labelers.neural.network import CONVENTION, convention_names, convention_shapes


def to_learn(data: Training) -> list[str]:
    """The names of the conventions to learn: those of ``start``, then those of the pages.

    If all pages share one convention, its effect cannot be learned.
    """
    known = convention_names(data.start or {})
    named = sorted({name for name in data.conventions if name})
    found = named if len(named) > 1 or known else []
    return list(dict.fromkeys([*known, *found]))


def vectors(weights: Weights) -> list[tuple[Numbers, Numbers]]:
    """The vectors of each convention: [d] of the input, [k] of the output."""
    return list(zip(*(weights.get(name, ()) for name in CONVENTION.values()), strict=True))


def with_convention(
    weights: Weights, convention: str, vectors: Sequence[Numbers]
) -> dict[str, Numbers]:
    """Add a convention to the weights, or replace the vectors of an existing one.

    Args:
        weights: arrays by name.
        convention: its name.
        vectors: [d] of the input, and [k] of the output.
    """
    names = convention_names(weights)
    others = [row for row, name in enumerate(names) if name != convention]
    added = {"conventions": np.array([*(names[row] for row in others), convention])}
    for (bias, name), vector in zip(CONVENTION.items(), vectors, strict=True):
        before = weights.get(name, np.zeros((0, len(weights[bias])), np.float32))
        added[name] = np.concatenate([before[others], vector[None]]).astype(np.float32)
    return {**weights, **added}


def with_mixtures(weights: Weights, mixtures: Mapping[str, Mapping[str, float]]) -> Weights:
    """Add mixtures to the weights, each the weighted mean of its conventions that exist.

    Args:
        weights: arrays by name.
        mixtures: the weights of conventions, by the name of the mixture.
    """
    for mixture, shares in mixtures.items():
        used = np.array([shares.get(name, 0.0) for name in convention_names(weights)])
        if used.any():
            mean = [used / used.sum() @ weights[name] for name in CONVENTION.values()]
            weights = with_convention(weights, mixture, mean)
    return weights


def with_zeros(weights: Weights, count: int) -> dict[str, Numbers]:
    """Add ``count`` conventions of zeros, without their names, to the weights."""
    width, labels = len(weights["input_bias"]), len(weights["output_bias"])
    zeros = {
        name: np.zeros(shape, np.float32)
        for name, shape in convention_shapes(width, labels, count).items()
    }
    known = {name: weights.get(name, added[:0]) for name, added in zeros.items()}
    return {**weights, **{name: np.concatenate([known[name], zeros[name]]) for name in zeros}}
