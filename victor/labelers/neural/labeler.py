"""A linear-chain conditional random field over a small neural network.

Lample et al., *Neural architectures for named entity recognition* (2016), combine the same field
with a recurrent network. Here, residual dilated convolutions over the blocks (Bai, Kolter, Koltun,
*An empirical evaluation of generic convolutional and recurrent networks for sequence modeling*,
2018) provide local context, and attention to segments of the page provides global context. The
network is learned with torch and applied with numpy.
"""

from dataclasses import asdict, dataclass

import numpy as np

from victor.arrays import Floats
from victor.data import Potentials
from victor.errors import VictorError, require
from victor.labelers.base import Array, Labeler, Scorer, Training, Weights
from victor.labelers.checks import array_problem, column_mismatch, vector_problem
from victor.labelers.neural import network as _network


@dataclass(frozen=True)
class Options:
    """Size of the network and training schedule."""

    width: int = 64  # dimension of hidden layers
    epochs: int = 16  # passes over the training pages
    min_steps: int = 400  # with few pages, more epochs until there are this many steps
    learning_rate: float = 0.003  # peak, after warm-up and before cosine decay to zero
    weight_decay: float = 0.02
    dropout: float = 0.15  # fraction of values dropped during training
    temperature: float = 1.2  # divides the scores, as networks are overconfident
    seed: int = 0


class NeuralCRF(Labeler):
    """A linear-chain conditional random field over a network that sees the whole page."""

    Options = Options
    learned_by = ("torch",)
    can_resume = True

    def learn(self, data: Training) -> dict[str, Array]:
        """Learn the arrays of :func:`victor.labelers.neural.network.shapes` and ``columns`` [f].

        Pages without blocks are skipped. ``progress`` is called with the epoch and the mean loss of
        its pages in nats. With ``start``, learning starts from those weights and keeps their width.

        Raises:
            VictorError: the extra ``neural`` is not installed, or an option is out of range.
        """
        require("torch", "neural")
        from victor.labelers.neural import training as _training

        _check_options(self.options)
        chosen = asdict(self.options)
        width, temperature = chosen.pop("width"), chosen.pop("temperature")
        schedule = _training.Schedule(**chosen)
        pages = [
            _training.Page(page.table.values, labels_, page.blocks.words)
            for page, labels_ in zip(data.pages, data.y, strict=True)
            if len(labels_)
        ]
        random = np.random.default_rng(self.options.seed)
        first = (
            _training.initial(pages, width, len(self.space.labels), random)
            if data.start is None
            else _tempered(data.start, 1 / temperature)
        )
        learned = _training.learn(pages, first, schedule, random, data.progress)
        weights = _tempered(learned, temperature)
        return {"columns": np.array(self.space.columns), **weights}

    def check(self, weights: Weights) -> str | None:
        """Check the names of the columns and the shapes of the layers."""
        if problem := vector_problem(weights, "columns", "input_bias"):
            return problem
        if problem := column_mismatch(weights["columns"].tolist(), self.space.columns):
            return problem
        width = len(weights["input_bias"])
        if width < 1 or width % _network.HEADS:
            return f"the array 'input_bias' has {width} values, not a multiple of {_network.HEADS}"
        wanted = _network.shapes(len(self.space.columns), width, len(self.space.labels))
        return array_problem(weights, wanted)

    def scorer(self, weights: Weights) -> Scorer:
        """Potentials [n, k] and [k, k]."""
        forward = _network.forward(weights)
        transition = weights["transition"].astype(np.float64)
        return lambda page: Potentials(forward(page.table.values).astype(np.float64), transition)

    def baseline(self, weights: Weights) -> Floats:
        """[f] the median of each column, whose rank is 0."""
        pairs = zip(weights["ranks"], weights["edges"], strict=True)
        return np.array([np.interp(0.0, ranks, edges) for ranks, edges in pairs], np.float32)


def _tempered(weights: Weights, temperature: float) -> dict[str, Array]:
    """Temperature scaling (Guo et al., *On calibration of modern neural networks*, 2017)."""
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
        raise VictorError(f"dropout: expected at least 0 and below 1, found {options.dropout}")
