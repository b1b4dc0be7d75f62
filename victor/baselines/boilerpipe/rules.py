"""Rules that no page teaches: those of boilerpipe and its baselines, as fixed trees.

Kohlschuetter, Fankhauser, Nejdl, *Boilerplate Detection using Shallow Text Features* (2010),
section 4.3. Content gets the task's first label that is neither boilerplate nor a continuation.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Ints
from victor.config import CONTINUATION, OTHER
from victor.labelers.trees import tree as _tree
from victor.labelers.trees.tree import Row, Split

if TYPE_CHECKING:
    from victor.labelers import Instance
    from victor.labelers.crf.template import Layout

Rule = Callable[[Any, Row, Row], Split | Row]  # of options, content and boilerplate
_CERTAIN = 0.9  # probability of what a rule says

_WORDS, _TEXT, _LINK = "token.words", "shallow.text", "shallow.link"


@dataclass(frozen=True)
class NoOptions:
    """None."""


@dataclass(frozen=True)
class Minimum:
    """What a block must have at least."""

    words: int = 10


@dataclass(frozen=True)
class Threshold:
    """What a block must have: text density at least, link density at most."""

    density: float = 7.0
    link: float = 0.35


class RuleLabeler:
    """A labeler whose weights follow from its options."""

    NEEDS_CODES = False
    NEEDS_TEMPLATE = False
    NEEDS_PAGES = False
    LEARNED_BY: Sequence[str] = ()
    STARTS = False

    def __init__(self, rule: Rule, options: type[Any] = NoOptions) -> None:
        self.rule = rule
        self.Options = options

    def learn(
        self,
        pages: "Sequence[Instance]",
        y: Sequence[Ints],
        labels: Sequence[str],
        layout: "Layout",
        options: Any,
        progress: Callable[[int, float], None] | None = None,
        start: Mapping[str, NDArray[Any]] | None = None,
    ) -> dict[str, NDArray[Any]]:
        """The rule as arrays (:mod:`victor.labelers.trees.tree`), whatever the pages."""
        other = labels.index(OTHER)
        kept = (i for i, role in enumerate(labels) if role not in (OTHER, CONTINUATION))
        boilerplate = _row(len(labels), other)
        return _tree.arrays(self.rule(options, _row(len(labels), next(kept, other)), boilerplate))

    check = staticmethod(_tree.check)
    scorer = staticmethod(_tree.scorer)
    explain = staticmethod(_tree.explain)


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


def _density(options: NoOptions, content: Row, boilerplate: Row) -> Split:
    """Algorithm 1."""
    short = _at_most(_TEXT, 1, 10, _at_most(_TEXT, -1, 4, boilerplate, content), content)
    long = _at_most(_TEXT, 1, 0, boilerplate, content)
    free = _at_most(_TEXT, 0, 9, short, long)
    after_links = _at_most(_TEXT, 1, 11, boilerplate, content)
    return _at_most(_LINK, 0, 1 / 3, _at_most(_LINK, -1, 5 / 9, free, after_links), boilerplate)


def _words(options: NoOptions, content: Row, boilerplate: Row) -> Split:
    """Algorithm 2."""
    short = _at_most(_WORDS, 1, 15, _at_most(_WORDS, -1, 4, boilerplate, content), content)
    free = _at_most(_WORDS, 0, 16, short, content)
    after_links = _at_most(_WORDS, 0, 40, _at_most(_WORDS, 1, 17, boilerplate, content), content)
    return _at_most(_LINK, 0, 1 / 3, _at_most(_LINK, -1, 5 / 9, free, after_links), boilerplate)


def _everything(options: NoOptions, content: Row, boilerplate: Row) -> Row:
    """The baseline: nothing is boilerplate."""
    return content


def _minimum(options: Minimum, content: Row, boilerplate: Row) -> Split:
    """Blocks of some words (section 4.3.2)."""
    return _at_least(_WORDS, options.words, boilerplate, content)


def _threshold(options: Threshold, content: Row, boilerplate: Row) -> Split:
    """The rule found on CleanEval (section 4.3.2)."""
    dense = _at_least(_TEXT, options.density, boilerplate, content)
    return _at_most(_LINK, 0, options.link, dense, boilerplate)


density_rules = RuleLabeler(_density)
word_rules = RuleLabeler(_words)
keep_everything = RuleLabeler(_everything)
minimum_words = RuleLabeler(_minimum, Minimum)
density_threshold = RuleLabeler(_threshold, Threshold)
