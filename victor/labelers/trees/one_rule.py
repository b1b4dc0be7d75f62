"""1R: the one column whose values, cut into ranges, tell labels apart with the least error.

Holte, *Very simple classification rules perform well on most commonly used datasets* (1993). Blocks
weigh their words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Ints
from victor.labelers.base import Array, Instance, Progress, Weights
from victor.labelers.trees.tree import Row, Split, TreeLabeler, arrays
from victor.labelers.windows import collected

Range = tuple[float, list[float]]  # the lowest value, the words of each label


@dataclass(frozen=True)
class Options:
    """How fine the ranges are."""

    least_words: float = 1000.0  # of the label that most words of a range have


class OneRule(TreeLabeler):
    """The one column that separates the labels best."""

    Options = Options
    needs_template = True

    def learn(
        self,
        pages: Sequence[Instance],
        y: Sequence[Ints],
        progress: Progress | None = None,
        start: Weights | None = None,
    ) -> dict[str, Array]:
        """Learn the arrays of :mod:`victor.labelers.trees.tree`.

        Raises:
            VictorError: the template shows no column.
        """
        names, values, known, weight = collected(pages, y, self.space)
        found = []
        for i in range(len(names)):
            rows, counts = _counted(values[:, i], known, weight, len(self.space.labels))
            ranges = _merged(_ranges(rows, counts.tolist(), self.options.least_words))
            found.append((sum(max(words) for _, words in ranges), ranges))
        best = max(range(len(names)), key=lambda i: found[i][0])
        return arrays(_split(names[best], found[best][1]))


def _counted(
    column: NDArray[Any], known: Ints, weight: NDArray[np.float64], labels: int
) -> tuple[list[float], NDArray[np.float64]]:
    """The distinct values [u] and the words of each label [u, labels]."""
    values, which = np.unique(column, return_inverse=True)
    pairs = which * labels + known
    counts = np.bincount(pairs, weight, len(values) * labels).astype(np.float64)
    return values.tolist(), counts.reshape(-1, labels)


def _ranges(values: list[float], counts: list[list[float]], least: float) -> Iterator[Range]:
    """Ranges of values: one ends when some label has enough words and another one is next."""
    low, words = values[0], counts[0]
    for value, row in zip(values[1:], counts[1:], strict=True):
        if max(words) >= least and _most(row) != _most(words):
            yield low, words
            low, words = value, row
        else:
            words = [a + b for a, b in zip(words, row, strict=True)]
    yield low, words


def _merged(ranges: Iterator[Range]) -> list[Range]:
    """Neighbours of which most words have the same label, as one."""
    out: list[Range] = []
    for low, words in ranges:
        if out and _most(out[-1][1]) == _most(words):
            words = [a + b for a, b in zip(out[-1][1], words, strict=True)]
            low = out.pop()[0]
        out.append((low, words))
    return out


def _most(words: list[float]) -> int:
    return words.index(max(words))


def _split(name: str, ranges: Sequence[Range]) -> Split | Row:
    """Ranges as a balanced tree; a leaf's shares by Laplace's rule of succession."""
    if len(ranges) == 1:
        words = ranges[0][1]
        return [(count + 1) / (sum(words) + len(words)) for count in words]
    middle = len(ranges) // 2
    bound = np.nextafter(np.float32(ranges[middle][0]), np.float32(-np.inf))
    return Split(name, float(bound), _split(name, ranges[:middle]), _split(name, ranges[middle:]))
