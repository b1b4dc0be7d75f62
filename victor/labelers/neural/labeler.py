"""A linear-chain conditional random field over a small neural network.

Lample et al., *Neural architectures for named entity recognition* (2016), combine such a field with
a recurrent network. Here, residual dilated convolutions over the blocks (Bai, Kolter, Koltun,
*An empirical evaluation of generic convolutional and recurrent networks for sequence modeling*,
2018) provide local context, and attention to segments of the page provides global context. The
network is learned with torch and applied with numpy.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from victor.arrays import Doubles, Floats, Ints, Numbers
from victor.config.ranges import Count, Fraction, NotNegative, Positive, PositiveCount, Range
from victor.data import Potentials
from victor.decode import marginals
from victor.errors import require
from victor.labelers.base import Instance, Labeler, Scorer, Training, Weights, without
from victor.labelers.checks import array_problem, column_mismatch, vector_problem
from victor.labelers.neural import network as _network
from victor.labelers.neural import roles, site

if TYPE_CHECKING:
    from victor.labelers.attribution import Attribution
    from victor.labelers.neural.teaching import Lesson
    from victor.labelers.neural.torch_network import TrainingPage

_LEAST = 1e-5  # probability of content or boilerplate
Width = Annotated[int, Range(least=_network.HEADS, step=_network.HEADS)]


@dataclass(frozen=True)
class Options:
    """Size of the network and training schedule."""

    width: Width = 64  # dimension of hidden layers
    epochs: PositiveCount = 16  # passes over the training pages
    min_steps: Count = 400  # minimum number of steps; with few pages, more epochs
    learning_rate: Positive = 0.003  # peak, after warm-up and before cosine decay to zero
    resume_rate: Positive = 0.001  # peak when starting from a model; min_steps is then ignored
    weight_decay: NotNegative = 0.02
    dropout: Fraction = 0.15  # fraction of values dropped during training
    family_dropout: Fraction = 0.1  # fraction of feature families dropped for a page
    hidden: Fraction = 0.25  # fraction of pages learned without their convention
    average: Fraction = 0.998  # decay of the average of weights in the last third; 0: no average
    temperature: Positive = 1.2  # divides the scores, as networks are overconfident
    seed: int = 0
    # Additional conventions by name: weighted means of learned ones.
    mixtures: Mapping[str, Mapping[str, Positive]] = field(default_factory=dict)


class NeuralCRF(Labeler):
    """A linear-chain conditional random field over a network that sees the whole page."""

    Options = Options
    learned_by = ("torch",)
    can_resume = True
    can_be_taught = True

    def learn(self, data: Training) -> dict[str, Numbers]:
        """Learn the arrays of :func:`victor.labelers.neural.network.shapes` and ``columns`` [f].

        Pages without blocks are skipped. ``progress`` is called with the epoch and the mean loss of
        its pages in nats. With ``start``, learning starts from those weights and keeps their width.

        Raises:
            VictorError: the extra ``neural`` is not installed, or an option is out of range.
        """
        if data.taught and data.start is not None:
            return self._teach(data, data.start)
        instead = "'--weights convention' learns only a convention, without it"
        require("torch", "neural", instead if data.start is not None else "")
        from victor.labelers.neural import conventions
        from victor.labelers.neural import training as _training

        names = conventions.to_learn(data)
        pages = _pages(data, names)
        random = np.random.default_rng(self.options.seed)
        first = self._initial(data, pages, names, random)
        schedule = _training.Schedule(**self._schedule(data), families=self._families())
        learned = _training.learn(pages, first, schedule, random, data.progress)
        weights = self._with_names(_tempered(learned, self.options.temperature), names, data)
        return {"columns": np.array(self.space.columns), **weights, **self._site_of(data, names)}

    def _initial(
        self,
        data: Training,
        pages: "Sequence[TrainingPage]",
        names: Sequence[str],
        random: "np.random.Generator",  # quoted, as the module is slow to import
    ) -> dict[str, Numbers]:
        """The weights that learning starts from: those of ``start``, or random ones."""
        from victor.labelers.neural import training as _training
        from victor.labelers.neural.conventions import with_zeros

        if data.start is None:
            width, labels = self.options.width, len(self.space.labels)
            return _training.initial(pages, width, labels, random, len(names))
        known = _tempered(_without_known(data.start), 1 / self.options.temperature)
        new = len(names) - len(self.conventions(data.start))
        return with_zeros(known, new) if new else known

    def _schedule(self, data: Training) -> dict[str, Any]:
        """The options of the training schedule; a lower learning rate with ``start``."""
        other = ("width", "temperature", "resume_rate", "mixtures")
        chosen = {name: one for name, one in asdict(self.options).items() if name not in other}
        if data.start is not None:
            chosen |= {"learning_rate": self.options.resume_rate, "min_steps": 1}
        return chosen

    def _with_names(self, weights: Weights, names: Sequence[str], data: Training) -> Weights:
        """Weights with the names of their conventions, and with the mixtures of these."""
        from victor.labelers.neural.conventions import with_mixtures

        named = {"conventions": np.array(names)} if names else {}
        mixtures = self.options.mixtures.items()
        mixed = {name: one for name, one in mixtures if name not in data.conventions}
        return with_mixtures({**named, **weights}, mixed)

    def _site_of(self, data: Training, names: Sequence[str]) -> dict[str, Numbers]:
        """What is known of a site after learning all weights: nothing without ``start``."""
        alone = data.conventions[0] if len(set(data.conventions)) == 1 else ""
        if data.start is None:
            return {}
        return self._site(data, alone, data.start) if alone in names else site.only(data.start)

    def _teach(self, data: Training, start: Weights) -> dict[str, Numbers]:
        """The initial weights, with a convention and what the pages say of sites and roles."""
        from victor.labelers.neural import conventions, teaching

        pages, other = _with_blocks(data), self.space.boilerplate
        known = dict(zip(self.conventions(start), conventions.vectors(start), strict=True))
        basis = [one for name, one in known.items() if name not in self.options.mixtures]
        departure = data.convention if data.convention in known else ""
        weights = self.under(start, departure) if departure else start
        before = start if site.convention_of(start) == data.taught else {}
        lessons = self._lessons(pages, weights, before)
        added = teaching.teach(weights, lessons, basis, other)
        if departure:
            added = (known[departure][0] + added[0], known[departure][1] + added[1])
        weights = conventions.with_convention(_without_known(start), data.taught, added)
        observed = self._observed(pages, self.under(weights, data.taught))
        of_roles = roles.learned(observed, before)
        return {**weights, **of_roles, **self._site(data, data.taught, start)}

    def _lessons(
        self, pages: Sequence[tuple[Instance, Ints]], weights: Weights, before: Weights
    ) -> "list[Lesson]":
        """What to learn a convention from: it need not explain what biases of roles explain."""
        from victor.labelers.neural.teaching import Lesson

        observed, other = self._observed(pages, _without_known(weights)), self.space.boilerplate
        bias = roles.biases(roles.learned(observed, before))
        return [
            Lesson(page.table.values, y != other, page.blocks.words, bias(page))
            for page, y in pages
        ]

    def _observed(
        self, pages: Sequence[tuple[Instance, Ints]], weights: Weights
    ) -> list[roles.Observed]:
        """The roles, the gold and the network's logits of the blocks of pages."""
        score, other = self.scorer(weights), self.space.boilerplate
        return [
            roles.Observed(
                roles.of(page), y != other, page.blocks.words, _logit(score(page), other)
            )
            for page, y in pages
        ]

    def _site(self, data: Training, convention: str, before: Weights) -> dict[str, Numbers]:
        """What the pages, all under one convention, and those before say about their site."""
        other = self.space.boilerplate
        pages = zip(data.pages, data.y, data.filtered or data.y, strict=True)
        votes = [
            site.votes_of(page.blocks, y != other, after != other)
            for page, y, after in pages
            if len(y)
        ]
        return site.remembered(votes, convention, before)

    def _families(self) -> tuple[int, ...]:
        """[f] the index of the family of each column."""
        names = [column.partition(".")[0] for column in self.space.columns]
        known = list(dict.fromkeys(names))
        return tuple(map(known.index, names))

    def check(self, weights: Weights) -> str | None:
        """Check the names of the columns and the shapes of the layers."""
        if problem := vector_problem(weights, "columns", "input_bias"):
            return problem
        if problem := column_mismatch(weights["columns"].tolist(), self.space.columns):
            return problem
        width = len(weights["input_bias"])
        if width < 1 or width % _network.HEADS:
            return f"the array 'input_bias' has {width} values, not a multiple of {_network.HEADS}"
        sizes = len(self.space.columns), width, len(self.space.labels)
        wanted = _network.shapes(*sizes)
        if "conventions" in weights:
            names = weights["conventions"]
            if names.ndim != 1 or (names.size and names.dtype.kind != "U"):
                return "the array 'conventions' has no list of names"
            wanted |= _network.convention_shapes(*sizes[1:], names.size)
        return array_problem(weights, wanted) or _problem(weights, self.conventions(weights))

    def conventions(self, weights: Weights) -> list[str]:
        """The names in the array ``conventions``.

        Args:
            weights: arrays by name, checked.
        """
        return _network.convention_names(weights)

    def under(self, weights: Weights, convention: str) -> Weights:
        """The weights, with the vectors of a convention added to the biases.

        What is known of a site and of roles stays if it was learned under this convention.
        """
        if convention != site.convention_of(weights):
            weights = _without_known(weights)
        if not convention:
            return weights
        row = self.conventions(weights).index(convention)
        added = {
            bias: weights[bias] + weights[name][row] for bias, name in _network.CONVENTION.items()
        }
        return {**weights, **added}

    def scorer(self, weights: Weights) -> Scorer:
        """Potentials [n, k] and [k, k]."""
        forward = _network.forward(weights)
        transition = weights["transition"].astype(np.float64)
        of_site, of_roles = site.reader(weights), roles.evidence(weights)
        other = self.space.boilerplate

        def score(page: Instance) -> Potentials:
            state, fixed = forward(page.table.values).astype(np.float64), None
            if of_site is not None:
                evidence, fixed = of_site(page.blocks)
                state[:, other] -= evidence
            if of_roles is not None:
                bias = of_roles(page)
                state[:, other] -= bias
                fixed = roles.fixed(bias) if fixed is None else fixed | roles.fixed(bias)
            return Potentials(state, transition, fixed)

        return score

    def summary(self, weights: Weights) -> str:
        """The roles that a taught model keeps or drops more often."""
        return roles.summary(weights)

    def baseline(self, weights: Weights) -> Floats:
        """[f] the median of each column, whose rank is 0."""
        pairs = zip(weights["ranks"], weights["edges"], strict=True)
        return np.array([np.interp(0.0, ranks, edges) for ranks, edges in pairs], np.float32)

    def explain(
        self, weights: Weights, page: Instance, rows: Ints, label: Ints, against: Ints
    ) -> "Attribution":
        """Attribute to columns and, if the model is taught, to what it knows of site and roles."""
        from victor.labelers.attribution import Origin  # not needed to clean pages

        found = super().explain(_without_known(weights), page, rows, label, against)
        known, other = _evidence(weights), self.space.boilerplate
        sign = (against == other).astype(np.float64) - (label == other)
        added = [sign * evidence(page)[rows] for evidence in known.values()]
        origins = [*found.origins, *(Origin(name, (), None) for name in known)]
        return replace(found, origins=origins, parts=np.column_stack((found.parts, *added)))


def _without_known(weights: Weights) -> dict[str, Numbers]:
    """The weights without what a taught model knows besides its convention."""
    return without(weights, (*site.NAMES, *roles.NAMES))


def _evidence(weights: Weights) -> dict[str, Callable[[Instance], Doubles]]:
    """Functions from a page to [n] the evidence that each is content, by what is known."""
    found: dict[str, Callable[[Instance], Doubles]] = {}
    if (of_site := site.reader(weights)) is not None:
        found["site"] = lambda page: of_site(page.blocks).evidence
    if (of_roles := roles.evidence(weights)) is not None:
        found["role"] = of_roles
    return found


def _problem(weights: Weights, conventions: Sequence[str]) -> str | None:
    return site.problem(weights, conventions) or roles.problem(weights)


def _logit(potentials: Potentials, other: int) -> Doubles:
    """[n] the logit of the probability of content."""
    p = np.clip(marginals(potentials)[:, other], _LEAST, 1 - _LEAST)
    return np.asarray(np.log(1 - p) - np.log(p))


def _tempered(weights: Weights, temperature: float) -> dict[str, Numbers]:
    """Temperature scaling (Guo et al., *On calibration of modern neural networks*, 2017)."""
    return {
        name: array / np.float32(temperature if name in _network.SCORES else 1)
        for name, array in weights.items()
        if array.dtype.kind == "f"
    }


def _with_blocks(data: Training) -> list[tuple[Instance, Ints]]:
    """The pages with blocks, and their labels."""
    return [(page, y) for page, y in zip(data.pages, data.y, strict=True) if len(y)]


def _pages(data: Training, names: Sequence[str]) -> "list[TrainingPage]":
    """The pages that have blocks; their conventions as indices of ``names``, -1 for none."""
    from victor.labelers.neural.torch_network import TrainingPage

    numbers = [names.index(name) if name in names else -1 for name in data.conventions]
    numbers = numbers or [-1] * len(data.pages)
    return [
        TrainingPage(page.table.values, y, page.blocks.words, number)
        for page, y, number in zip(data.pages, data.y, numbers, strict=True)
        if len(y)
    ]
