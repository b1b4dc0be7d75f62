"""The base class of labelers, with defaults for all but learning, checking and scoring."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from victor.arrays import Doubles, Floats, Ints, Numbers
from victor.config import CONTINUATION, OTHER
from victor.data import Codes, Potentials, Table
from victor.labelers.crf.template import Layout
from victor.registry import NoOptions
from victor.tree.blocks import Blocks

if TYPE_CHECKING:
    from victor.labelers.attribution import Attribution

Weights = Mapping[str, Numbers]
Progress = Callable[[int, float], None]


def without(weights: Weights, names: Collection[str]) -> dict[str, Numbers]:
    """The weights without the arrays of these names."""
    return {name: array for name, array in weights.items() if name not in names}


@dataclass(frozen=True)
class Instance:
    """A page as input of a labeler."""

    blocks: Blocks
    table: Table
    codes: Codes  # width 0 if the labeler does not need codes
    # Returns [n] the role of each block, as :func:`victor.document.roles.page_roles` does.
    roles: Callable[[], Numbers] | None = None


@dataclass(frozen=True)
class Training:
    """Labelled pages, and optional initial weights and conventions."""

    pages: Sequence[Instance]
    y: Sequence[Ints]  # [n] for each page, the labels of its blocks
    progress: Progress | None = None  # called with the iteration and the loss
    start: Weights | None = None  # weights for the same columns and labels, if ``can_resume``
    conventions: Sequence[str] = ()  # of each page: the name of what its gold counts as content
    taught: str = ""  # a convention: learn only it and its site, and keep the weights of ``start``
    convention: str = ""  # of ``start``: the initial value of ``taught``
    filtered: Sequence[Ints] = ()  # [n] for each page, what the task's filters make of y


Scorer = Callable[[Instance], Potentials]
EMPTY_CODES = Codes(np.zeros((0, 0), np.int32), 0, (0,), np.zeros((1, 0), bool))


@dataclass(frozen=True)
class Space:
    """The input columns and output labels of a task's labeler."""

    columns: tuple[str, ...]  # [f] names of the table's columns
    labels: tuple[str, ...]  # [k] role of each label
    layout: Layout  # the compiled feature template: columns and their offsets

    @property
    def boilerplate(self) -> int:
        """The index of the boilerplate label."""
        return self.labels.index(OTHER)

    @property
    def content(self) -> int:
        """The index of the first label that is neither boilerplate nor a continuation."""
        kept = (i for i, role in enumerate(self.labels) if role not in (OTHER, CONTINUATION))
        return next(kept, self.boilerplate)


class Labeler:
    """Base class of labelers, which score the labels of a page's blocks.

    Subclasses override :meth:`learn`, :meth:`check` and :meth:`scorer`, and :meth:`explain` if the
    model has better contributions than the default, model-agnostic ones.

    Args:
        options: an instance of ``Options``.
        space: the columns and labels of the task.
    """

    Options: ClassVar[type[Any]] = NoOptions  # a dataclass, read from the configuration
    needs_codes: ClassVar[bool] = False  # whether the input is discretised columns
    needs_template: ClassVar[bool] = False  # whether the input follows the feature template
    needs_pages: ClassVar[bool] = True  # False: the weights follow from the options
    can_resume: ClassVar[bool] = False  # whether learning can start from existing weights
    can_be_taught: ClassVar[bool] = False  # whether it can learn just a convention
    learned_by: ClassVar[tuple[str, ...]] = ()  # distributions whose versions a model records

    def __init__(self, options: Any, space: Space) -> None:
        self.options = options
        self.space = space

    def learn(self, data: Training) -> dict[str, Numbers]:
        """Learn weights, arrays by name; the same data give the same weights.

        Args:
            data: labelled pages and initial weights.

        Raises:
            VictorError: a required extra is not installed, an option is out of range, or the pages
                contain nothing to learn from.
        """
        raise NotImplementedError

    def check(self, weights: Weights) -> str | None:
        """Check that weights fit the task; they may come from a damaged or foreign file.

        Args:
            weights: arrays by name.

        Returns:
            The first problem, as a phrase for an error message, or None.
        """
        raise NotImplementedError

    def scorer(self, weights: Weights) -> Scorer:
        """A function from a page to its potentials; page-independent work is done here.

        Args:
            weights: arrays by name, checked.
        """
        raise NotImplementedError

    def conventions(self, weights: Weights) -> list[str]:
        """The names of the conventions in the weights: what counts as content, by corpus.

        Args:
            weights: arrays by name, checked.
        """
        return []

    def under(self, weights: Weights, convention: str) -> Weights:
        """The weights for pages of a convention.

        Args:
            weights: arrays by name, checked.
            convention: one of :meth:`conventions`, or empty for none.
        """
        return weights

    def summary(self, weights: Weights) -> str:
        """What is notable about learned weights, as a line for users; empty if nothing is.

        Args:
            weights: arrays by name, checked.
        """
        return ""

    def baseline(self, weights: Weights) -> Floats:
        """[f] uninformative values of the columns, with which :meth:`explain` compares.

        Args:
            weights: arrays by name, checked.
        """
        return np.zeros(len(self.space.columns), np.float32)

    def explain(
        self, weights: Weights, page: Instance, rows: Ints, label: Ints, against: Ints
    ) -> "Attribution":
        """Attribute the difference between two labels' scores to columns or parts of the model.

        Args:
            weights: arrays by name, checked.
            page: the page.
            rows: [r] indices of the blocks to explain.
            label: [r] a label for each of these blocks.
            against: [r] the label to compare with.
        """
        from victor.labelers.attribution import by_differences  # not needed to clean pages

        score = self.scorer(weights)

        def difference(values: Floats) -> Doubles:
            table = Table(page.table.names, values)
            state = score(replace(page, table=table)).state
            return np.asarray(state[rows, label] - state[rows, against], np.float64)

        return by_differences(difference, page.table, self.baseline(weights))
