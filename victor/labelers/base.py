"""What a labeler is: one small class, with defaults for everything but learning and scoring."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Floats, Ints
from victor.config import CONTINUATION, OTHER
from victor.data import Codes, Potentials, Table
from victor.labelers.attribution import Attribution, by_differences
from victor.labelers.crf.template import Layout
from victor.tree.blocks import Blocks

Array = NDArray[Any]
Weights = Mapping[str, Array]
Progress = Callable[[int, float], None]


@dataclass(frozen=True)
class Instance:
    """A page as labelers see it."""

    blocks: Blocks
    table: Table
    codes: Codes  # of width 0 where the labeler does not need codes


Scorer = Callable[[Instance], Potentials]
EMPTY_CODES = Codes(np.zeros((0, 0), np.int32), 0, (0,), np.zeros((1, 0), bool))


@dataclass(frozen=True)
class Space:
    """What a task's labeler maps from and to."""

    columns: tuple[str, ...]  # [f] names of the table's columns
    labels: tuple[str, ...]  # [k] the role of each label, by number
    layout: Layout  # which columns the template shows at which offsets

    @property
    def boilerplate(self) -> int:
        """The number of the label for boilerplate."""
        return self.labels.index(OTHER)

    @property
    def content(self) -> int:
        """The number of the first label for content that is not a continuation."""
        kept = (i for i, role in enumerate(self.labels) if role not in (OTHER, CONTINUATION))
        return next(kept, self.boilerplate)


@dataclass(frozen=True)
class NoOptions:
    """None."""


class Labeler:
    """Scores the labels of a page's blocks.

    Subclasses override :meth:`learn`, :meth:`check` and :meth:`scorer`, and :meth:`explain` where
    they know better than the difference that each column makes.

    Args:
        options: an instance of ``Options``.
        space: the columns and labels of the task.
    """

    Options: ClassVar[type[Any]] = NoOptions  # a dataclass, read from the configuration
    needs_codes: ClassVar[bool] = False  # whether it sees discretised columns
    needs_template: ClassVar[bool] = False  # whether the template says what it sees
    needs_pages: ClassVar[bool] = True  # if not, its weights follow from its options
    can_resume: ClassVar[bool] = False  # whether learning can start from existing weights
    learned_by: ClassVar[tuple[str, ...]] = ()  # distributions whose versions a model records

    def __init__(self, options: Any, space: Space) -> None:
        self.options = options
        self.space = space

    def learn(
        self,
        pages: Sequence[Instance],
        y: Sequence[Ints],
        progress: Progress | None = None,
        start: Weights | None = None,
    ) -> dict[str, Array]:
        """Learn weights; the same input gives the same weights.

        Args:
            pages: what to learn from.
            y: [n] of each page, the labels of its blocks.
            progress: called with the iteration and the loss.
            start: weights for the same columns and labels to start from, if ``can_resume``.

        Raises:
            VictorError: an extra is not installed, an option is out of range, or the pages hold
                nothing to learn from.
        """
        raise NotImplementedError

    def check(self, weights: Weights) -> str | None:
        """What is wrong with ``weights`` for this task; None if they fit."""
        raise NotImplementedError

    def scorer(self, weights: Weights) -> Scorer:
        """The function from a page to potentials by ``weights`` that were checked."""
        raise NotImplementedError

    def baseline(self, weights: Weights) -> Floats:
        """[f] the values that :meth:`explain` compares columns with: zeros unless ``weights`` say."""
        return np.zeros(len(self.space.columns), np.float32)

    def explain(
        self, weights: Weights, page: Instance, rows: Ints, label: Ints, against: Ints
    ) -> Attribution:
        """Divide the differences between the scores of two labels among the columns.

        Args:
            weights: as checked.
            page: the page.
            rows: [r] the blocks to explain.
            label: [r] a label for each of them.
            against: [r] the label it is compared with.
        """
        score = self.scorer(weights)

        def difference(values: Floats) -> NDArray[np.float64]:
            table = Table(page.table.names, values)
            state = score(Instance(page.blocks, table, page.codes)).state
            return np.asarray(state[rows, label] - state[rows, against], np.float64)

        return by_differences(difference, page.table, self.baseline(weights))
