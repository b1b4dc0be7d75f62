"""Why a block has its label: what each feature, and the labels around it, add to the score.

The score of a label is the natural logarithm of its probability. Two labels' scores differ by what
the labeler says of the block itself and by what reaches it from the blocks before and after, along
the chain (the messages of the forward and backward recursions). The first is divided among the
features by the labeler (``explain`` in :mod:`victor.labelers`), so that all shares sum to the
difference.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Ints
from victor.config import Task
from victor.data import Labels, Table
from victor.decode import messages
from victor.errors import pluralize
from victor.labelers.attribution import Origin, Step
from victor.pipeline import Cleaner, Run, advance
from victor.tree.blocks import Blocks

Doubles = NDArray[np.float64]
_NOTHING = 0.005  # a share below it is not worth a line


class Share(NamedTuple):
    """What one thing adds to the difference."""

    name: str
    value: float | None  # of the column, where it is one column of one block
    amount: float  # natural logarithms
    of_columns: bool = True  # not: of the labeler's own


class Change(NamedTuple):
    """A filter that gave a block another label."""

    filter: str
    before: int
    after: int


@dataclass(frozen=True)
class Explanation:
    """Why a block has its label and not the runner-up."""

    block: int
    label: int
    runner_up: int  # the likeliest of the other labels
    probabilities: Sequence[float]  # [k]
    origins: Sequence[Origin]  # [w] of the labeler's shares
    amounts: Doubles  # [w]
    columns: Table
    before: float  # what the blocks before add by their labels
    after: float
    steps: Sequence[Step]
    note: str
    changes: Sequence[Change]

    @property
    def difference(self) -> float:
        """The label's score less the runner-up's, in natural logarithms."""
        return float(self.amounts.sum()) + self.before + self.after

    def largest(self, count: int) -> list[Share]:
        """The shares worth a line, the largest first: at most ``count``."""
        order = np.argsort(-np.abs(self.amounts), kind="stable").tolist()
        chosen = takewhile(lambda i: abs(self.amounts[i]) >= _NOTHING, islice(order, count))
        return [self._share(i) for i in chosen]

    def ledger(self, count: int) -> list[Share]:
        """The largest, and all others together: they sum to what the labeler says."""
        shown = self.largest(count)
        others = int(np.count_nonzero(self.amounts)) - len(shown)
        amount = float(self.amounts.sum()) - sum(one.amount for one in shown)
        return [*shown, Share(pluralize(others, "other"), None, amount, False)] if others else shown

    def _share(self, place: int) -> Share:
        origin = self.origins[place]
        value = _value(origin, self.columns, self.block)
        return Share(origin.name, value, float(self.amounts[place]), bool(origin.columns))


@dataclass(frozen=True)
class Explained:
    """A page's blocks, their final labels, and why some of them have these."""

    labels: Labels
    explanations: Sequence[Explanation]


def explain(cleaner: Cleaner, blocks: Blocks, rows: Iterable[int] | None = None) -> Explained:
    """Label a page's blocks, and explain those with the numbers ``rows``, or all."""
    run = Run(cleaner.plan, scorer=cleaner.score)
    run.blocks = blocks
    advance(run, "decode", first="features")
    decoded = run.labels.y
    labels = advance(run, "filter", first="filter").labels
    chosen = np.array(range(len(blocks)) if rows is None else list(rows), np.int32)
    if not len(chosen):
        return Explained(labels, [])
    y = labels.y[chosen]
    runners = _runners_up(labels.scores[chosen], y)
    labeler, weights = cleaner.plan.labeler, cleaner.model.weights
    found = labeler.explain(weights, run.instance, chosen, y, runners)
    before, after = (side[chosen, y] - side[chosen, runners] for side in messages(run.potentials))
    changes = _changes(decoded, run.filtered)
    explanations = [
        Explanation(
            block=block,
            label=int(y[i]),
            runner_up=int(runners[i]),
            probabilities=labels.scores[block].tolist(),
            origins=found.origins,
            amounts=found.parts[i],
            columns=run.table,
            before=float(before[i]),
            after=float(after[i]),
            steps=found.steps[i] if found.steps else (),
            note=found.note,
            changes=changes.get(block, ()),
        )
        for i, block in enumerate(chosen.tolist())
    ]
    return Explained(labels, explanations)


def _changes(y: Ints, filtered: Sequence[tuple[str, Labels]]) -> dict[int, list[Change]]:
    """The filters that changed a block's label, by block."""
    changes: dict[int, list[Change]] = {}
    for name, labels in filtered:
        for block in np.flatnonzero(y != labels.y).tolist():
            change = Change(name, int(y[block]), int(labels.y[block]))
            changes.setdefault(block, []).append(change)
        y = labels.y
    return changes


def _runners_up(scores: NDArray[np.float32], y: Ints) -> Ints:
    """[r] the likeliest label but the one given; with one label alone, that one."""
    others = scores.copy()
    others[np.arange(len(y)), y] = -1
    return np.asarray(others.argmax(axis=1), np.int32)


def _value(origin: Origin, table: Table, block: int) -> float | None:
    if len(origin.columns) != 1 or origin.offset is None:
        return None
    place = block + origin.offset
    if not 0 <= place < len(table.values):
        return None
    return float(table.values[place, table.names.index(origin.columns[0])])


def holding(blocks: Blocks, text: str) -> list[int]:
    """The numbers of the blocks whose text holds some text, whatever its case and white space."""
    wanted = " ".join(text.split()).casefold()
    return [i for i, one in enumerate(blocks.text) if wanted in one.casefold()]


def label_name(task: Task, label: int) -> str:
    """A label as people read it: ``p paragraph``."""
    key, role = list(task.labels.items())[label]
    return key if key == role else f"{key} {role}"
