"""1R: a rule on the single column whose value ranges predict the labels with the least error.

Holte, *Very simple classification rules perform well on most commonly used datasets* (1993). Blocks
are weighted by words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from victor.arrays import Doubles, Ints, Numbers
from victor.config.ranges import NotNegative
from victor.labelers.base import Training
from victor.labelers.trees.tree import Row, Split, TreeLabeler, arrays
from victor.labelers.windows import training_data

Range = tuple[float, list[float]]  # lowest value, number of words of each label


@dataclass(frozen=True)
class Options:
    """Options of the rule."""

    least_words: NotNegative = 1000.0  # minimum number of words of a range's majority label


class OneRule(TreeLabeler):
    """A rule on one column, stored as a tree."""

    Options = Options
    needs_template = True

    def learn(self, data: Training) -> dict[str, Numbers]:
        """Learn the arrays of :mod:`victor.labelers.trees.tree`.

        Raises:
            VictorError: the template has no column outside of conjunctions.
        """
        names, values, gold, weight = training_data(data, self.space)
        rules = []
        for i in range(len(names)):
            rows, counts = _counts(values[:, i], gold, weight, len(self.space.labels))
            ranges = _merged(_ranges(rows, counts.tolist(), self.options.least_words))
            rules.append((sum(max(words) for _, words in ranges), ranges))
        best = max(range(len(names)), key=lambda i: rules[i][0])
        return arrays(_split(names[best], rules[best][1]))


def _counts(
    column: Numbers, gold: Ints, weight: Doubles, labels: int
) -> tuple[list[float], Doubles]:
    """The distinct values [u] and the words of each label [u, labels]."""
    values, which = np.unique(column, return_inverse=True)
    pairs = which * labels + gold
    counts = np.bincount(pairs, weight, len(values) * labels).astype(np.float64)
    return values.tolist(), counts.reshape(-1, labels)


def _ranges(values: list[float], counts: list[list[float]], least: float) -> Iterator[Range]:
    """Value ranges: a range ends once a label has enough words and the majority label changes."""
    low, words = values[0], counts[0]
    for value, row in zip(values[1:], counts[1:], strict=True):
        if max(words) >= least and _majority(row) != _majority(words):
            yield low, words
            low, words = value, row
        else:
            words = [a + b for a, b in zip(words, row, strict=True)]
    yield low, words


def _merged(ranges: Iterator[Range]) -> list[Range]:
    """Ranges after merging neighbours with the same majority label."""
    out: list[Range] = []
    for low, words in ranges:
        if out and _majority(out[-1][1]) == _majority(words):
            words = [a + b for a, b in zip(out[-1][1], words, strict=True)]
            low = out.pop()[0]
        out.append((low, words))
    return out


def _majority(words: list[float]) -> int:
    return words.index(max(words))


def _split(name: str, ranges: Sequence[Range]) -> Split | Row:
    """Ranges as a balanced tree; label probabilities of leaves have Laplace smoothing."""
    if len(ranges) == 1:
        words = ranges[0][1]
        return [(count + 1) / (sum(words) + len(words)) for count in words]
    middle = len(ranges) // 2
    bound = np.nextafter(np.float32(ranges[middle][0]), np.float32(-np.inf))
    return Split(name, float(bound), _split(name, ranges[:middle]), _split(name, ranges[middle:]))
