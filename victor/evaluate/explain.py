"""Explain labels: the contribution of each feature and of neighbouring labels to a block's score.

The score of a label is the natural logarithm of its probability. The difference between two labels'
scores is the difference of the block's state scores plus that of the forward and backward messages,
which come from the blocks before and after. The labeler attributes the former to features
(:meth:`victor.labelers.base.Labeler.explain`), so that all contributions sum to the difference.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

import numpy as np

from victor.arrays import Doubles, Floats, Ints
from victor.config import Task
from victor.data import Labels, Table
from victor.decode import messages
from victor.errors import VictorError
from victor.labelers.attribution import Origin, Step
from victor.pipeline import Cleaner, Run, advance
from victor.tree.blocks import Blocks

NEGLIGIBLE = 0.005  # contributions with smaller absolute values are not shown


class Share(NamedTuple):
    """A contribution to the difference between two labels' scores."""

    name: str
    value: float | None  # value of the column, if the origin is one column of one block
    amount: float  # natural logarithm
    of_columns: bool = True  # False: of a part of the labeler, or a sum


class Change(NamedTuple):
    """A change of a block's label by a filter."""

    filter: str
    before: int
    after: int


@dataclass(frozen=True)
class Explanation:
    """The comparison of a block's label with the runner-up."""

    block: int
    label: int
    runner_up: int  # the most probable of the other labels
    probabilities: Sequence[float]  # [k]
    origins: Sequence[Origin]  # [w] of the labeler's contributions
    amounts: Doubles  # [w] contributions, natural logarithms
    columns: Table  # the features of the page
    before: float  # contribution of the labels before
    after: float  # contribution of the labels after
    steps: Sequence[Step]
    note: str
    changes: Sequence[Change]  # by filters, in order

    @property
    def difference(self) -> float:
        """The score of the label minus that of the runner-up, a natural logarithm."""
        return float(self.amounts.sum()) + self.before + self.after

    def largest(self, count: int) -> list[Share]:
        """The ``count`` largest contributions by absolute value, without those below 0.005."""
        order = np.argsort(-np.abs(self.amounts), kind="stable").tolist()
        first = order[:count]
        chosen = takewhile(lambda i: abs(self.amounts[i]) >= NEGLIGIBLE, first)
        return [self._share(i) for i in chosen]

    def ledger(self, count: int) -> list[Share]:
        """The ``count`` largest contributions, followed by the sum of the others.

        If the remainder were larger than every listed contribution, it would hide the decisive
        ones. So sums of column families are split off, the largest first, until it no longer is.
        """
        shown = self.largest(count)
        places = np.argsort(-np.abs(self.amounts), kind="stable")[len(shown) :]
        rest = places[self.amounts[places] != 0].tolist()
        for family, members in self._families(rest):
            amount = float(self.amounts[rest].sum())
            if abs(amount) <= max((abs(share.amount) for share in shown), default=0.0):
                break
            shown.append(self._sum(members, f"other {family}.*"))
            rest = [place for place in rest if place not in members]
        return [*shown, self._sum(rest, "others")] if rest else shown

    def _families(self, places: Sequence[int]) -> list[tuple[str, set[int]]]:
        """The contributions of columns by family, the largest sums first."""
        found: dict[str, set[int]] = {}
        for place in places:
            if columns := self.origins[place].columns:
                found.setdefault(columns[0].partition(".")[0], set()).add(place)
        return sorted(found.items(), key=lambda one: -abs(self.amounts[sorted(one[1])].sum()))

    def _sum(self, places: Iterable[int], name: str) -> Share:
        """The sum of several contributions as one share; a single one keeps its name."""
        several = sorted(places)
        if len(several) == 1:
            return self._share(several[0])
        amount = float(self.amounts[several].sum())
        return Share(f"{len(several)} {name}", None, amount, False)

    def _share(self, place: int) -> Share:
        origin = self.origins[place]
        value = _value(origin, self.columns, self.block)
        return Share(origin.name, value, float(self.amounts[place]), bool(origin.columns))


@dataclass(frozen=True)
class Explained:
    """The final labels of a page, and explanations for some or all of its blocks."""

    labels: Labels
    explanations: Sequence[Explanation]


def explain(cleaner: Cleaner, blocks: Blocks, rows: Iterable[int] | None = None) -> Explained:
    """Label the blocks of a page, and explain the labels of the blocks ``rows``, or of all."""
    run = Run(cleaner.plan, scorer=cleaner.score)
    run.blocks = blocks
    advance(run, "decode", first="features")
    decoded = run.labels.y
    advance(run, "filter", first="filter")
    chosen = np.array(range(len(blocks)) if rows is None else list(rows), np.int32)
    if not len(chosen):
        return Explained(run.labels, [])
    return Explained(run.labels, _explanations(cleaner, run, chosen, decoded))


def _explanations(cleaner: Cleaner, run: Run, chosen: Ints, decoded: Ints) -> list[Explanation]:
    """Explain the labels of the blocks ``chosen`` [r]; ``decoded`` [n] are those before filters."""
    labels, y = run.labels, run.labels.y[chosen]
    runners = _runners_up(labels.scores[chosen], y)
    labeler, weights = cleaner.plan.labeler, cleaner.plan.under(cleaner.model.weights)
    attribution = labeler.explain(weights, run.instance, chosen, y, runners)
    before, after = (side[chosen, y] - side[chosen, runners] for side in messages(run.potentials))
    changes = _changes(decoded, run.filtered)
    return [
        Explanation(
            block=block,
            label=int(y[i]),
            runner_up=int(runners[i]),
            probabilities=labels.scores[block].tolist(),
            origins=attribution.origins,
            amounts=attribution.parts[i],
            columns=run.table,
            before=float(before[i]),
            after=float(after[i]),
            steps=attribution.steps[i] if attribution.steps else (),
            note=attribution.note,
            changes=changes.get(block, ()),
        )
        for i, block in enumerate(chosen.tolist())
    ]


def _changes(y: Ints, filtered: Sequence[tuple[str, Labels]]) -> dict[int, list[Change]]:
    """The label changes that filters made, by block."""
    changes: dict[int, list[Change]] = {}
    for name, labels in filtered:
        for block in np.flatnonzero(y != labels.y).tolist():
            change = Change(name, int(y[block]), int(labels.y[block]))
            changes.setdefault(block, []).append(change)
        y = labels.y
    return changes


def _runners_up(scores: Floats, y: Ints) -> Ints:
    """[r] the most probable label other than ``y``; the same label if there is only one."""
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


def chosen(blocks: Blocks, what: str) -> list[int]:
    """Indices of the blocks selected by a number (from 1), a range (``3-7``) or a text.

    Ranges that do not fit, and numbers above that of the last block, are searched for as text.

    Raises:
        VictorError: the number is 0.
    """
    if match := re.fullmatch(r"\s*([0-9]{1,9})(?:-([0-9]{1,9}))?\s*", what):
        first, last = int(match[1]), int(match[2] or match[1])
        if not first:
            raise VictorError("--block: blocks are counted from 1, found 0")
        if 1 <= first <= last <= len(blocks):
            return list(range(first - 1, last))
    return holding(blocks, what)


def holding(blocks: Blocks, text: str) -> list[int]:
    """Indices of the blocks that contain ``text``, ignoring case and runs of white space."""
    wanted = " ".join(text.split()).casefold()
    return [i for i, block in enumerate(blocks.text) if wanted in block.casefold()]


def label_name(task: Task, label: int) -> str:
    """A label's key and role, as in ``p paragraph``; only the key if they are equal."""
    key, role = list(task.labels.items())[label]
    return key if key == role else f"{key} {role}"
