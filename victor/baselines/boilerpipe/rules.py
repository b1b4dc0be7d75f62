"""Fixed rules: the classifiers of boilerpipe and its baselines, as decision trees.

Kohlschuetter, Fankhauser, Nejdl, *Boilerplate Detection using Shallow Text Features* (2010),
section 4.3. Content gets the task's first label that is neither boilerplate nor a continuation.
"""

from dataclasses import dataclass

import numpy as np

from victor.arrays import Numbers
from victor.config.ranges import Count, NotNegative
from victor.labelers.base import Training
from victor.labelers.trees.tree import Row, Split, TreeLabeler, arrays

_CERTAIN = 0.9  # probability of the predicted label

_WORDS, _TEXT, _LINK = "token.words", "shallow.text", "shallow.link"


@dataclass(frozen=True)
class Minimum:
    """Options of :class:`MinimumWords`."""

    words: Count = 10  # minimum number of words of a content block


@dataclass(frozen=True)
class Threshold:
    """Options of :class:`DensityThreshold`."""

    density: NotNegative = 7.0  # minimum text density of a content block
    link: NotNegative = 0.35  # maximum link density of a content block


class Rules(TreeLabeler):
    """Base class of labelers whose weights are computed from their options."""

    needs_pages = False

    def learn(self, data: Training) -> dict[str, Numbers]:
        """The arrays of :mod:`victor.labelers.trees.tree` for the rule; the pages are ignored."""
        k = len(self.space.labels)
        return arrays(self.rule(_row(k, self.space.content), _row(k, self.space.boilerplate)))

    def rule(self, content: Row, boilerplate: Row) -> Split | Row:
        """The decision tree of the rule.

        Args:
            content: [k] label probabilities of leaves that predict content.
            boilerplate: [k] label probabilities of leaves that predict boilerplate.
        """
        raise NotImplementedError


class DensityRules(Rules):
    """Algorithm 1 of the paper, which uses text density."""

    def rule(self, content: Row, boilerplate: Row) -> Split:
        """Text and link density of a block and its two neighbours."""
        short = _at_most(_TEXT, 1, 10, _at_most(_TEXT, -1, 4, boilerplate, content), content)
        long = _at_most(_TEXT, 1, 0, boilerplate, content)
        free = _at_most(_TEXT, 0, 9, short, long)
        after_links = _at_most(_TEXT, 1, 11, boilerplate, content)
        return _at_most(_LINK, 0, 1 / 3, _at_most(_LINK, -1, 5 / 9, free, after_links), boilerplate)


class WordRules(Rules):
    """Algorithm 2 of the paper, which uses the number of words."""

    def rule(self, content: Row, boilerplate: Row) -> Split:
        """Word count and link density of a block and its two neighbours."""
        short = _at_most(_WORDS, 1, 15, _at_most(_WORDS, -1, 4, boilerplate, content), content)
        free = _at_most(_WORDS, 0, 16, short, content)
        linked = _at_most(_WORDS, 1, 17, boilerplate, content)
        after_links = _at_most(_WORDS, 0, 40, linked, content)
        return _at_most(_LINK, 0, 1 / 3, _at_most(_LINK, -1, 5 / 9, free, after_links), boilerplate)


class KeepEverything(Rules):
    """The baseline that labels every block as content."""

    def rule(self, content: Row, boilerplate: Row) -> Row:
        """A single leaf."""
        return content


class MinimumWords(Rules):
    """A minimum number of words (section 4.3.2)."""

    Options = Minimum

    def rule(self, content: Row, boilerplate: Row) -> Split:
        """A threshold for the word count."""
        return _at_least(_WORDS, self.options.words, boilerplate, content)


class DensityThreshold(Rules):
    """The rule that the authors fitted to CleanEval (section 4.3.2)."""

    Options = Threshold

    def rule(self, content: Row, boilerplate: Row) -> Split:
        """Thresholds for text density and link density."""
        dense = _at_least(_TEXT, self.options.density, boilerplate, content)
        return _at_most(_LINK, 0, self.options.link, dense, boilerplate)


def _row(labels: int, chosen: int) -> Row:
    """[labels] probabilities: ``_CERTAIN`` for one label, the rest divided among the others."""
    rest = (1 - _CERTAIN) / max(labels - 1, 1)
    return [_CERTAIN if i == chosen else rest for i in range(labels)]


def _at_most(column: str, offset: int, value: float, low: Split | Row, high: Split | Row) -> Split:
    # Features are single precision, and so must 1/3 be.
    return Split(f"{column}@{offset}", float(np.float32(value)), low, high)


def _at_least(column: str, value: float, low: Split | Row, high: Split | Row) -> Split:
    below = np.nextafter(np.float32(value), np.float32(-np.inf))
    return Split(f"{column}@0", float(below), low, high)
