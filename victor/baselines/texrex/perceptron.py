"""A perceptron with one hidden layer, block by block: torch learns it, arrays apply it.

Schäfer, *Efficient High-precision Boilerplate Detection Using Multilayer Perceptrons*, section 3:
half as many hidden units as columns, Gaussian functions in them, outputs cut to -1..1, mean square
error, RPROP (Riedmiller, Braun, *A direct adaptive method for faster backpropagation learning*,
1993) on all blocks at once. Columns are taken as they are, and should be scaled to 0..1.

There is an output for every label but the first, which has what the others leave of 1; of two
labels, content and boilerplate, the one output is how much of a block is boilerplate.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Ints
from victor.data import Potentials
from victor.errors import VictorError, require
from victor.labelers.attribution import LEFT, Attribution, Doubles, Origin, column_at
from victor.labelers.checks import other_columns, wrong_numbers, wrong_row

if TYPE_CHECKING:
    from victor.labelers import Instance
    from victor.labelers.crf.template import Layout

NEEDS_CODES = False
NEEDS_TEMPLATE = False
NEEDS_PAGES = True
LEARNED_BY: Sequence[str] = ("torch",)
STARTS = False
_LEAST = 1e-4  # scores below it are taken for it: they become logarithms
_PLACES = 64  # on the way that a share is summed up on
_STILL = 1e-9  # an output that changes by no more has no shares
_SNAPSHOT = 50  # epochs after which weights are kept if they are the best so far

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Options:
    """How the network learns, and what its scores must exceed."""

    hidden: int = 0  # units of the hidden layer; 0: half as many as columns
    epochs: int = 300  # times that all blocks are seen
    threshold: float = 0.5  # of the score of every label but the first
    seed: int = 0  # of the first weights


def learn(
    pages: "Sequence[Instance]",
    y: Sequence[Ints],
    labels: Sequence[str],
    layout: "Layout",
    options: Options,
    progress: Callable[[int, float], None] | None = None,
    start: Mapping[str, NDArray[Any]] | None = None,
) -> Arrays:
    """Learn ``input`` [f, h], ``input_bias`` [h], ``output`` [h, k - 1], ``output_bias`` [k - 1].

    And ``columns`` [f], their names, and ``threshold`` [1]. ``progress`` gets the epoch and the
    mean square error. The same input gives the same weights.

    Raises:
        VictorError: the extra ``neural`` is not installed; the options cannot be.
    """
    from victor.labelers.neural import training as _training

    torch = require("torch", "neural")
    _check_options(options)
    values = np.concatenate([page.table.values for page in pages])
    wanted = np.eye(len(labels), dtype=np.float32)[np.concatenate(y), 1:]
    hidden = options.hidden or max(1, values.shape[1] // 2)
    shapes = _shapes(values.shape[1], hidden, len(labels))
    random = np.random.default_rng(options.seed)
    first = {name: random.uniform(-0.5, 0.5, shape) for name, shape in shapes.items()}
    with _training.alone(torch):
        weights = _descend(torch, values, wanted, first, options.epochs, progress)
    names = np.array(pages[0].table.names)
    return {"columns": names, "threshold": np.array([options.threshold], np.float32), **weights}


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
    progress: Callable[[int, float], None] | None,
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


def check(
    weights: Mapping[str, NDArray[Any]], layout: "Layout", labels: int, columns: Sequence[str]
) -> str | None:
    """What is wrong with the weights, None if nothing is."""
    if wrong := wrong_row(weights, "columns", "input_bias"):
        return wrong
    if wrong := other_columns(weights["columns"].tolist(), columns):
        return wrong
    wanted = _shapes(len(columns), len(weights["input_bias"]), labels) | {"threshold": (1,)}
    return wrong_numbers(weights, wanted)


def scorer(
    weights: Mapping[str, NDArray[Any]], layout: "Layout"
) -> "Callable[[Instance], Potentials]":
    """The function from a page's columns to potentials [n, k], natural logarithms, no chain.

    A score is divided by its threshold: where they are equal, so are the labels.
    """

    def score(page: "Instance") -> Potentials:
        return Potentials(_logarithms(weights, forward(weights, page.table.values)))

    return score


def _logarithms(weights: Mapping[str, NDArray[Any]], outputs: NDArray[np.float32]) -> Doubles:
    """[n, k] potentials of the outputs [n, k - 1]."""
    threshold, others = float(weights["threshold"][0]), outputs.astype(np.float64)
    scores = np.concatenate((1 - others.sum(axis=1, keepdims=True), others), axis=1)
    cuts = np.array([1 - threshold] + [threshold] * others.shape[1])
    return np.asarray(np.log(np.clip(scores, _LEAST, 1) / cuts))


def forward(
    weights: Mapping[str, NDArray[Any]], values: NDArray[np.float32]
) -> NDArray[np.float32]:
    """[n, k - 1] what the network gives of columns [n, f], between -1 and 1."""
    units = 2 * np.exp(-np.square(values @ weights["input"] + weights["input_bias"])) - 1
    return np.asarray(np.clip(units @ weights["output"] + weights["output_bias"], -1, 1))


def explain(
    weights: Mapping[str, NDArray[Any]],
    layout: "Layout",
    page: "Instance",
    rows: Ints,
    label: Ints,
    against: Ints,
) -> Attribution:
    """What each column adds, on the way from a block whose columns are all 0.

    Integrated gradients (Sundararajan, Taly, Yan, *Axiomatic attribution for deep networks*, 2017)
    of the outputs before they are cut; from there to the logarithms each output's change is handed
    on as one (*rescale* of Shrikumar, Greenside, Kundaje, *DeepLIFT*, 2017, section 3.5.2).
    """
    values = page.table.values[rows].astype(np.float64)
    start, end = (_state(weights, part) for part in (np.zeros_like(values), values))
    added = _integrated(weights, values)
    first = -added.sum(axis=2, keepdims=True)  # what the others leave
    added = np.concatenate((first, added), axis=2)
    whole = added.sum(axis=1)
    rate = (end - start) / np.where(np.abs(whole) > _STILL, whole, np.inf)
    moved = added * rate[:, None]
    picked = np.arange(len(rows))
    columns = moved[picked, :, label] - moved[picked, :, against]
    base, reached = (side[picked, label] - side[picked, against] for side in (start, end))
    left = reached - base - columns.sum(axis=1)
    rest = [Origin(name, (), None) for name in ("the start: a block of noughts", LEFT)]
    origins = [*(column_at(name, 0) for name in page.table.names), *rest]
    return Attribution(origins, np.column_stack((columns, base, left)))


def _state(weights: Mapping[str, NDArray[Any]], values: Doubles) -> Doubles:
    return _logarithms(weights, forward(weights, values.astype(np.float32)))


def _integrated(weights: Mapping[str, NDArray[Any]], values: Doubles) -> Doubles:
    """[r, f, k - 1] what each column adds to each output, by Gauss and Legendre's places."""
    slopes = np.zeros((*weights["input"].shape[1:], len(values)))
    places, sizes = np.polynomial.legendre.leggauss(_PLACES)
    drive = values @ weights["input"]
    for place, size in zip((places + 1) / 2, sizes / 2, strict=True):
        at = place * drive + weights["input_bias"]
        slopes += size * (-4 * at * np.exp(-np.square(at))).T
    by_unit = np.einsum("hr,ho->rho", slopes, weights["output"].astype(np.float64))
    return np.asarray(values[:, :, None] * (weights["input"].astype(np.float64) @ by_unit))
