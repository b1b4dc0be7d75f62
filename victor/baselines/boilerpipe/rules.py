"""Rules that no page teaches: those of boilerpipe and its baselines, as fixed trees.

Kohlschuetter, Fankhauser, Nejdl, *Boilerplate Detection using Shallow Text Features* (2010),
section 4.3. Content gets the task's first label that is neither boilerplate nor a continuation.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from victor.arrays import Ints
from victor.labelers.base import Array, Instance, Progress, Weights
from victor.labelers.trees.tree import Row, Split, TreeLabeler, arrays

_CERTAIN = 0.9  # probability of the label that a rule gives

_WORDS, _TEXT, _LINK = "token.words", "shallow.text", "shallow.link"


@dataclass(frozen=True)
class Minimum:
    """What a block must have at least."""

    words: int = 10


@dataclass(frozen=True)
class Threshold:
    """What a block must have: text density at least, link density at most."""

    density: float = 7.0
    link: float = 0.35


class Rules(TreeLabeler):
    """A labeler whose weights follow from its options."""

    needs_pages = False

    def learn(
        self,
        pages: Sequence[Instance],
        y: Sequence[Ints],
        progress: Progress | None = None,
        start: Weights | None = None,
    ) -> dict[str, Array]:
        """The rule as the arrays of a tree, whatever the pages."""
        k = len(self.space.labels)
        return arrays(self.rule(_row(k, self.space.content), _row(k, self.space.boilerplate)))

    def rule(self, content: Row, boilerplate: Row) -> Split | Row:
        """The rule as a tree whose leaves are the rows ``content`` and ``boilerplate`` [k]."""
        raise NotImplementedError


class DensityRules(Rules):
    """Algorithm 1, by text density."""

    def rule(self, content: Row, boilerplate: Row) -> Split:
        """The rule as a tree of ``content`` and ``boilerplate``."""
        short = _at_most(_TEXT, 1, 10, _at_most(_TEXT, -1, 4, boilerplate, content), content)
        long = _at_most(_TEXT, 1, 0, boilerplate, content)
        free = _at_most(_TEXT, 0, 9, short, long)
        after_links = _at_most(_TEXT, 1, 11, boilerplate, content)
        return _at_most(_LINK, 0, 1 / 3, _at_most(_LINK, -1, 5 / 9, free, after_links), boilerplate)


class WordRules(Rules):
    """Algorithm 2, by the number of words."""

    def rule(self, content: Row, boilerplate: Row) -> Split:
        """The rule as a tree of ``content`` and ``boilerplate``."""
        short = _at_most(_WORDS, 1, 15, _at_most(_WORDS, -1, 4, boilerplate, content), content)
        free = _at_most(_WORDS, 0, 16, short, content)
        after_links = _at_most(
            _WORDS, 0, 40, _at_most(_WORDS, 1, 17, boilerplate, content), content
        )
        return _at_most(_LINK, 0, 1 / 3, _at_most(_LINK, -1, 5 / 9, free, after_links), boilerplate)


class KeepEverything(Rules):
    """The baseline: nothing is boilerplate."""

    def rule(self, content: Row, boilerplate: Row) -> Row:
        """The rule as a tree of ``content`` and ``boilerplate``."""
        return content


class MinimumWords(Rules):
    """Blocks of some words (section 4.3.2)."""

    Options = Minimum

    def rule(self, content: Row, boilerplate: Row) -> Split:
        """The rule as a tree of ``content`` and ``boilerplate``."""
        return _at_least(_WORDS, self.options.words, boilerplate, content)


class DensityThreshold(Rules):
    """The rule found on CleanEval (section 4.3.2)."""

    Options = Threshold

    def rule(self, content: Row, boilerplate: Row) -> Split:
        """The rule as a tree of ``content`` and ``boilerplate``."""
        dense = _at_least(_TEXT, self.options.density, boilerplate, content)
        return _at_most(_LINK, 0, self.options.link, dense, boilerplate)


def _row(labels: int, chosen: int) -> Row:
    """[labels] a rule is certain of one; the others share the rest."""
    rest = (1 - _CERTAIN) / max(labels - 1, 1)
    return [_CERTAIN if i == chosen else rest for i in range(labels)]


def _at_most(column: str, offset: int, value: float, low: Split | Row, high: Split | Row) -> Split:
    # The values are single precision: one third must be what it is there.
    return Split(f"{column}@{offset}", float(np.float32(value)), low, high)


def _at_least(column: str, value: float, low: Split | Row, high: Split | Row) -> Split:
    below = np.nextafter(np.float32(value), np.float32(-np.inf))
    return Split(f"{column}@0", float(below), low, high)
