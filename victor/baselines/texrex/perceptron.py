"""A perceptron with one hidden layer, learned with torch, that classifies blocks independently.

Schäfer, *Efficient High-precision Boilerplate Detection Using Multilayer Perceptrons*, section 3:
half as many hidden units as columns, Gaussian activations, outputs clipped to -1..1, mean squared
error, full-batch RPROP (Riedmiller, Braun, *A direct adaptive method for faster backpropagation
learning*, 1993). Columns are not scaled, and should be in 0..1.

Every label except the first has an output; the score of the first is 1 minus their sum. With two
labels, content and boilerplate, the single output is the score of boilerplate.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from victor.arrays import Doubles, Floats, Numbers
from victor.config.ranges import Count, PositiveCount, Threshold
from victor.data import Potentials
from victor.errors import require
from victor.labelers.base import Labeler, Progress, Scorer, Training, Weights
from victor.labelers.checks import array_problem, column_mismatch, vector_problem

_LEAST = 1e-4  # lower bound of scores before taking the logarithm
_SNAPSHOT = 50  # epochs between comparisons with the best weights so far

Arrays = dict[str, Numbers]


@dataclass(frozen=True)
class Options:
    """Training schedule, and the decision threshold."""

    hidden: Count = 0  # units of the hidden layer; 0: half as many as columns
    epochs: PositiveCount = 300  # passes over the training blocks
    threshold: Threshold = 0.5  # for the score of every label except the first
    seed: int = 0  # random seed of the initial weights


class Perceptron(Labeler):
    """texrex's multilayer perceptron, applied to each block independently."""

    Options = Options
    learned_by = ("torch",)

    def learn(self, data: Training) -> Arrays:
        """Learn the arrays of :func:`_shapes`, ``columns`` [f] (their names) and ``threshold`` [1].

        ``progress`` is called with the epoch and the mean squared error.

        Raises:
            VictorError: the extra ``neural`` is not installed.
        """
        from victor.labelers.neural.training import deterministic

        torch = require("torch", "neural")
        values = np.concatenate([page.table.values for page in data.pages])
        targets = np.eye(len(self.space.labels), dtype=np.float32)[np.concatenate(data.y), 1:]
        hidden = self.options.hidden or max(1, values.shape[1] // 2)
        shapes = _shapes(values.shape[1], hidden, len(self.space.labels))
        random = np.random.default_rng(self.options.seed)
        first = {name: random.uniform(-0.5, 0.5, shape) for name, shape in shapes.items()}
        with deterministic(torch):
            weights = _descend(torch, values, targets, first, self.options.epochs, data.progress)
        threshold = np.array([self.options.threshold], np.float32)
        return {"columns": np.array(self.space.columns), "threshold": threshold, **weights}

    def check(self, weights: Weights) -> str | None:
        """Check the names of the columns and the shapes of the layers."""
        if problem := vector_problem(weights, "columns", "input_bias"):
            return problem
        if problem := column_mismatch(weights["columns"].tolist(), self.space.columns):
            return problem
        sizes = len(self.space.columns), len(weights["input_bias"]), len(self.space.labels)
        if problem := array_problem(weights, _shapes(*sizes) | {"threshold": (1,)}):
            return problem
        threshold = float(weights["threshold"][0])
        return None if 0 < threshold < 1 else f"threshold {threshold:g} is not in (0, 1)"

    def scorer(self, weights: Weights) -> Scorer:
        """Potentials [n, k], without transitions: logarithms of scores divided by thresholds."""
        return lambda page: Potentials(_logarithms(weights, forward(weights, page.table.values)))


def _shapes(columns: int, hidden: int, labels: int) -> dict[str, tuple[int, ...]]:
    return {
        "input": (columns, hidden),
        "input_bias": (hidden,),
        "output": (hidden, labels - 1),
        "output_bias": (labels - 1,),
    }


def _descend(
    torch: Any,
    values: Floats,
    targets: Floats,
    first: Mapping[str, Doubles],
    epochs: int,
    progress: Progress | None,
) -> Arrays:
    """The weights with the lowest error, compared every ``_SNAPSHOT`` epochs."""
    free = {
        name: torch.tensor(array.astype(np.float32), requires_grad=True)
        for name, array in first.items()
    }
    x, y = torch.from_numpy(np.ascontiguousarray(values)), torch.from_numpy(targets)
    descent = torch.optim.Rprop(free.values())
    least, best = np.inf, {}
    for epoch in range(epochs + 1):
        error = (outputs(x, free) - y).square().mean()
        if progress and epoch:
            progress(epoch, error.item())
        if (epoch == epochs or not epoch % _SNAPSHOT) and error.item() < least:
            least, best = error.item(), _arrays(free)
        descent.zero_grad()
        error.backward()
        descent.step()
    return best


def _arrays(free: Mapping[str, Any]) -> Arrays:
    return {name: tensor.detach().numpy().copy() for name, tensor in free.items()}


def outputs(x: Any, free: Mapping[str, Any]) -> Any:
    """Outputs [n, k - 1] for columns [n, f], as tensors; clipping does not affect gradients."""
    units = 2 * (-(x @ free["input"] + free["input_bias"]).square()).exp() - 1
    linear = units @ free["output"] + free["output_bias"]
    return linear + (linear.clamp(-1, 1) - linear).detach()


def _logarithms(weights: Weights, outputs: Floats) -> Doubles:
    """[n, k] potentials for outputs [n, k - 1]."""
    threshold, others = float(weights["threshold"][0]), outputs.astype(np.float64)
    scores = np.concatenate((1 - others.sum(axis=1, keepdims=True), others), axis=1)
    cuts = np.array([1 - threshold] + [threshold] * others.shape[1])
    return np.asarray(np.log(np.clip(scores, _LEAST, 1) / cuts))


def forward(weights: Weights, values: Floats) -> Floats:
    """[n, k - 1] outputs of the network for columns [n, f], between -1 and 1."""
    units = 2 * np.exp(-np.square(values @ weights["input"] + weights["input_bias"])) - 1
    return np.asarray(np.clip(units @ weights["output"] + weights["output_bias"], -1, 1))
