"""A linear-chain conditional random field whose potentials a small network gives.

Lample et al., *Neural architectures for named entity recognition* (2016), have the same field over
a recurrent network. Here residual dilated convolutions over the blocks (Bai, Kolter, Koltun, *An
empirical evaluation of generic convolutional and recurrent networks for sequence modeling*, 2018)
see a block's surroundings, and attention to the page's segments sees the rest. Torch learns it,
arrays apply it.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from victor.arrays import Floats, Ints
from victor.data import Potentials
from victor.errors import VictorError, require
from victor.labelers.base import Array, Instance, Labeler, Progress, Scorer, Weights
from victor.labelers.checks import other_columns, wrong_numbers, wrong_row
from victor.labelers.neural import network as _network


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


class NeuralCRF(Labeler):
    """A linear chain over the scores of a network that sees the whole page."""

    Options = Options
    learned_by = ("torch",)
    can_resume = True

    def learn(
        self,
        pages: Sequence[Instance],
        y: Sequence[Ints],
        progress: Progress | None = None,
        start: Weights | None = None,
    ) -> dict[str, Array]:
        """Learn the arrays of :func:`victor.labelers.neural.network.shapes` and ``columns``.

        Pages without blocks are skipped. ``progress`` gets the epoch and the mean loss of its pages
        in nats. With ``start``, learning resumes from those weights, at their width.

        Raises:
            VictorError: the extra ``neural`` is not installed, or an option is out of range.
        """
        require("torch", "neural")
        from victor.labelers.neural import training as _training

        _check_options(self.options)
        chosen = asdict(self.options)
        width, temperature = chosen.pop("width"), chosen.pop("temperature")
        schedule = _training.Schedule(**chosen)
        data = [
            _training.Page(page.table.values, labels_, page.blocks.words)
            for page, labels_ in zip(pages, y, strict=True)
            if len(labels_)
        ]
        random = np.random.default_rng(self.options.seed)
        first = (
            _training.initial(data, width, len(self.space.labels), random)
            if start is None
            else _tempered(start, 1 / temperature)
        )
        learned = _training.learn(data, first, schedule, random, progress)
        weights = _tempered(learned, temperature)
        return {"columns": np.array(self.space.columns), **weights}

    def check(self, weights: Weights) -> str | None:
        """What is wrong with the weights; None if they fit."""
        if wrong := wrong_row(weights, "columns", "input_bias"):
            return wrong
        if wrong := other_columns(weights["columns"].tolist(), self.space.columns):
            return wrong
        width = len(weights["input_bias"])
        if width < 1 or width % _network.HEADS:
            return f"the array 'input_bias' has {width} values, not a multiple of {_network.HEADS}"
        wanted = _network.shapes(len(self.space.columns), width, len(self.space.labels))
        return wrong_numbers(weights, wanted)

    def scorer(self, weights: Weights) -> Scorer:
        """The function from a page's columns to potentials: [n, k] and [k, k]."""
        forward = _network.forward(weights)
        transition = weights["transition"].astype(np.float64)
        return lambda page: Potentials(forward(page.table.values).astype(np.float64), transition)

    def baseline(self, weights: Weights) -> Floats:
        """[f] the value of each column whose rank is 0: its median."""
        pairs = zip(weights["ranks"], weights["edges"], strict=True)
        return np.array([np.interp(0.0, ranks, edges) for ranks, edges in pairs], np.float32)


def _tempered(weights: Weights, temperature: float) -> dict[str, Array]:
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
