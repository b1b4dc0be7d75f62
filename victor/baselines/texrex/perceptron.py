"""A perceptron with one hidden layer, block by block: torch learns it, arrays apply it.

Schäfer, *Efficient High-precision Boilerplate Detection Using Multilayer Perceptrons*, section 3:
half as many hidden units as columns, Gaussian functions in them, outputs cut to -1..1, mean square
error, RPROP (Riedmiller, Braun, *A direct adaptive method for faster backpropagation learning*,
1993) on all blocks at once. Columns are taken as they are, and should be scaled to 0..1.

There is an output for every label but the first, which has what the others leave of 1; of two
labels, content and boilerplate, the one output is how much of a block is boilerplate.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Ints
from victor.data import Potentials
from victor.errors import VictorError, require
from victor.labelers.attribution import Doubles
from victor.labelers.base import Instance, Labeler, Progress, Scorer, Weights
from victor.labelers.checks import other_columns, wrong_numbers, wrong_row

_LEAST = 1e-4  # scores below it count as this much: they become logarithms
_SNAPSHOT = 50  # epochs after which weights are kept if they are the best so far

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Options:
    """How the network learns, and what its scores must exceed."""

    hidden: int = 0  # units of the hidden layer; 0: half as many as columns
    epochs: int = 300  # times that all blocks are seen
    threshold: float = 0.5  # of the score of every label but the first
    seed: int = 0  # of the first weights


class Perceptron(Labeler):
    """texrex's network, block by block."""

    Options = Options
    learned_by = ("torch",)

    def learn(
        self,
        pages: Sequence[Instance],
        y: Sequence[Ints],
        progress: Progress | None = None,
        start: Weights | None = None,
    ) -> Arrays:
        """Learn the arrays of :func:`_shapes`, ``columns`` [f] (their names) and ``threshold`` [1].

        ``progress`` gets the epoch and the mean square error.

        Raises:
            VictorError: the extra ``neural`` is not installed, or an option is out of range.
        """
        from victor.labelers.neural.training import alone

        torch = require("torch", "neural")
        _check_options(self.options)
        values = np.concatenate([page.table.values for page in pages])
        wanted = np.eye(len(self.space.labels), dtype=np.float32)[np.concatenate(y), 1:]
        hidden = self.options.hidden or max(1, values.shape[1] // 2)
        shapes = _shapes(values.shape[1], hidden, len(self.space.labels))
        random = np.random.default_rng(self.options.seed)
        first = {name: random.uniform(-0.5, 0.5, shape) for name, shape in shapes.items()}
        with alone(torch):
            weights = _descend(torch, values, wanted, first, self.options.epochs, progress)
        threshold = np.array([self.options.threshold], np.float32)
        return {"columns": np.array(self.space.columns), "threshold": threshold, **weights}

    def check(self, weights: Weights) -> str | None:
        """What is wrong with the weights; None if they fit."""
        if wrong := wrong_row(weights, "columns", "input_bias"):
            return wrong
        if wrong := other_columns(weights["columns"].tolist(), self.space.columns):
            return wrong
        sizes = len(self.space.columns), len(weights["input_bias"]), len(self.space.labels)
        return wrong_numbers(weights, _shapes(*sizes) | {"threshold": (1,)})

    def scorer(self, weights: Weights) -> Scorer:
        """The function from a page's columns to potentials [n, k], natural logarithms, no chain.

        A score is divided by its threshold: where they are equal, so are the labels.
        """
        return lambda page: Potentials(_logarithms(weights, forward(weights, page.table.values)))


def _check_options(options: Options) -> None:
    if options.hidden < 0:
        raise VictorError(f"hidden: expected 1 or more, or 0 for half, found {options.hidden}")
    if options.epochs < 1:
        raise VictorError(f"epochs: expected 1 or more, found {options.epochs}")
    if not 0 < options.threshold < 1:
        raise VictorError(f"threshold: expected a number between 0 and 1, "
                          f"found {options.threshold}")  # fmt: skip


def _shapes(columns: int, hidden: int, labels: int) -> dict[str, tuple[int, ...]]:
    return {
        "input": (columns, hidden),
        "input_bias": (hidden,),
        "output": (hidden, labels - 1),
        "output_bias": (labels - 1,),
    }


def _descend(
    torch: Any,
    values: NDArray[np.float32],
    wanted: NDArray[np.float32],
    first: Mapping[str, NDArray[np.float64]],
    epochs: int,
    progress: Progress | None,
) -> Arrays:
    """The weights with the least error of those that were looked at."""
    free = {
        name: torch.tensor(array.astype(np.float32), requires_grad=True)
        for name, array in first.items()
    }
    x, y = torch.from_numpy(np.ascontiguousarray(values)), torch.from_numpy(wanted)
    descent = torch.optim.Rprop(free.values())
    least, best = np.inf, {}
    for epoch in range(epochs + 1):
        error = (outputs(x, free) - y).square().mean()
        if progress and epoch:
            progress(epoch, error.item())
        if (epoch == epochs or not epoch % _SNAPSHOT) and error.item() < least:
            least, best = error.item(), _numbers(free)
        descent.zero_grad()
        error.backward()
        descent.step()
    return best


def _numbers(free: Mapping[str, Any]) -> Arrays:
    return {name: tensor.detach().numpy().copy() for name, tensor in free.items()}


def outputs(x: Any, free: Mapping[str, Any]) -> Any:
    """[n, k - 1] of columns [n, f], as tensors; gradients pass the cut as if it were not there."""
    units = 2 * (-(x @ free["input"] + free["input_bias"]).square()).exp() - 1
    straight = units @ free["output"] + free["output_bias"]
    return straight + (straight.clamp(-1, 1) - straight).detach()


def _logarithms(weights: Weights, outputs: NDArray[np.float32]) -> Doubles:
    """[n, k] potentials of the outputs [n, k - 1]."""
    threshold, others = float(weights["threshold"][0]), outputs.astype(np.float64)
    scores = np.concatenate((1 - others.sum(axis=1, keepdims=True), others), axis=1)
    cuts = np.array([1 - threshold] + [threshold] * others.shape[1])
    return np.asarray(np.log(np.clip(scores, _LEAST, 1) / cuts))


def forward(weights: Weights, values: NDArray[np.float32]) -> NDArray[np.float32]:
    """[n, k - 1] what the network gives of columns [n, f], between -1 and 1."""
    units = 2 * np.exp(-np.square(values @ weights["input"] + weights["input_bias"])) - 1
    return np.asarray(np.clip(units @ weights["output"] + weights["output_bias"], -1, 1))
