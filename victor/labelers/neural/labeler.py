"""A linear-chain conditional random field whose potentials a small network gives.

Lample et al., *Neural architectures for named entity recognition* (2016), have the same field over
a recurrent network. Here residual dilated convolutions over the blocks (Bai, Kolter, Koltun, *An
empirical evaluation of generic convolutional and recurrent networks for sequence modeling*, 2018)
see a block's surroundings, and attention to the page's segments sees the rest. Torch learns it,
arrays apply it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Ints
from victor.data import Potentials
from victor.errors import VictorError, require
from victor.labelers.attribution import Attribution
from victor.labelers.checks import other_columns, wrong_numbers, wrong_row
from victor.labelers.neural import network as _network

if TYPE_CHECKING:
    from victor.labelers import Instance
    from victor.labelers.crf.template import Layout

NEEDS_CODES = False
NEEDS_TEMPLATE = False
NEEDS_PAGES = True
LEARNED_BY: Sequence[str] = ("torch",)
STARTS = True


@dataclass(frozen=True)
class Options:
    """How the network learns."""

    width: int = 64  # numbers that the network keeps of a block
    epochs: int = 16  # times that each page is seen
    min_steps: int = 400  # few pages are seen more often, until there are so many steps
    learning_rate: float = 0.003  # the highest; it rises to it and falls to nought
    weight_decay: float = 0.02
    dropout: float = 0.15  # share of values left out while learning
    temperature: float = 1.2  # what scores are divided by: networks are surer than they are right
    seed: int = 0


def learn(
    pages: "Sequence[Instance]",
    y: Sequence[Ints],
    labels: Sequence[str],
    layout: "Layout",
    options: Options,
    progress: Callable[[int, float], None] | None = None,
    start: Mapping[str, NDArray[Any]] | None = None,
) -> dict[str, NDArray[Any]]:
    """Learn the arrays of :func:`victor.labelers.neural.network.shapes` and ``columns``, their names.

    Pages without blocks teach nothing and are passed over. ``progress`` gets the epoch and the
    mean loss of its pages in nats. The same input gives the same weights. With ``start`` it goes
    on from those weights, of their width.

    Raises:
        VictorError: the extra ``neural`` is not installed; the options cannot be.
    """
    require("torch", "neural")
    from victor.labelers.neural import training as _training

    _check_options(options)
    chosen = asdict(options)
    width, temperature = chosen.pop("width"), chosen.pop("temperature")
    schedule = _training.Schedule(**chosen)
    data = [
        _training.Page(page.table.values, labels_, page.blocks.words)
        for page, labels_ in zip(pages, y, strict=True)
        if len(labels_)
    ]
    random = np.random.default_rng(options.seed)
    first = (
        _training.initial(data, width, len(labels), random)
        if start is None
        else _tempered(start, 1 / temperature)
    )
    learned = _training.learn(data, first, schedule, random, progress)
    weights = _tempered(learned, temperature)
    return {"columns": np.array(pages[0].table.names), **weights}


def _tempered(weights: Mapping[str, NDArray[Any]], temperature: float) -> dict[str, NDArray[Any]]:
    """Weights whose scores are divided (Guo et al., *On calibration of neural networks*, 2017)."""
    return {
        name: array / np.float32(temperature if name in _network.SCORES else 1)
        for name, array in weights.items()
        if name != "columns"
    }


def _check_options(options: Options) -> None:
    if options.width < 1 or options.width % _network.HEADS:
        raise VictorError(f"width: expected a multiple of {_network.HEADS}, found {options.width}")
    if options.epochs < 1:
        raise VictorError(f"epochs: expected 1 or more, found {options.epochs}")
    if options.temperature <= 0:
        raise VictorError(f"temperature: expected more than 0, found {options.temperature}")
    if not 0 <= options.dropout < 1:
        raise VictorError(f"dropout: expected a share below 1, found {options.dropout}")


def check(
    weights: Mapping[str, NDArray[Any]], layout: "Layout", labels: int, columns: Sequence[str]
) -> str | None:
    """What is wrong with the weights, None if nothing is."""
    if wrong := wrong_row(weights, "columns", "input_bias"):
        return wrong
    if wrong := other_columns(weights["columns"].tolist(), columns):
        return wrong
    width = len(weights["input_bias"])
    if width < 1 or width % _network.HEADS:
        return f"the array 'input_bias' has {width} values, not a multiple of {_network.HEADS}"
    return wrong_numbers(weights, _network.shapes(len(columns), width, labels))


def scorer(
    weights: Mapping[str, NDArray[Any]], layout: "Layout"
) -> "Callable[[Instance], Potentials]":
    """The function from a page's columns to potentials: [n, k] and [k, k], natural logarithms."""
    forward = _network.forward(weights)
    transition = weights["transition"].astype(np.float64)

    def score(page: "Instance") -> Potentials:
        return Potentials(forward(page.table.values).astype(np.float64), transition)

    return score


def explain(
    weights: Mapping[str, NDArray[Any]],
    layout: "Layout",
    page: "Instance",
    rows: Ints,
    label: Ints,
    against: Ints,
) -> Attribution:
    """What each column adds, by integrated gradients (:mod:`victor.labelers.neural.attribution`)."""
    from victor.labelers.neural import attribution as _attribution

    return _attribution.shares(weights, page.table.values, rows, label, against)
