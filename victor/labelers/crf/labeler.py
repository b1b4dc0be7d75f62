"""The linear-chain conditional random field: CRFsuite learns it, arrays apply it.

Lafferty, McCallum, Pereira, *Conditional random fields* (2001). The weights are those of CRFsuite,
by attribute and label and by pair of labels.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import tee
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Ints, shifted
from victor.data import Codes, Potentials
from victor.errors import require
from victor.labelers.attribution import Attribution, Doubles, Origin, column_at
from victor.labelers.base import Array, Instance, Labeler, Progress, Scorer, Weights
from victor.labelers.checks import wrong_numbers
from victor.labelers.crf.template import Layout

_CHUNK = 4096  # blocks whose indicators are expanded at a time


@dataclass(frozen=True)
class Options:
    """Options of CRFsuite's L-BFGS."""

    c1: float = 0.0  # L1 regularisation
    c2: float = 1.0  # L2 regularisation
    max_iterations: int = 100
    min_freq: float = 0.0  # least number of occurrences of an attribute


class CRF(Labeler):
    """A linear chain over the indicators of the template."""

    Options = Options
    needs_codes = True
    needs_template = True
    learned_by = ("sklearn-crfsuite", "python-crfsuite")

    def learn(
        self,
        pages: Sequence[Instance],
        y: Sequence[Ints],
        progress: Progress | None = None,
        start: Weights | None = None,
    ) -> dict[str, Array]:
        """Learn ``state`` [offsets * width, k] and ``transition`` [k, k]; see :class:`Labeler`.

        Raises:
            VictorError: the extra ``learn`` is not installed.
        """
        sklearn_crfsuite = require("sklearn_crfsuite", "learn")
        size = self.space.layout.width * len(self.space.layout.offsets)
        with tempfile.TemporaryDirectory() as folder:
            model = sklearn_crfsuite.CRF(
                algorithm="lbfgs",
                c1=self.options.c1,
                c2=self.options.c2,
                max_iterations=self.options.max_iterations,
                min_freq=self.options.min_freq,
                all_possible_transitions=self.space.layout.label_bigrams,
                model_filename=str(Path(folder) / "model"),
                trainer_cls=_trainer(progress),
            )
            left, right = tee(_chains(pages, y, size, self.space.layout.label_bigrams))
            model.fit((rows for rows, _ in left), (tags for _, tags in right))
            return _export(model, size, len(self.space.labels))

    def check(self, weights: Weights) -> str | None:
        """What is wrong with the weights; the layout stands for the columns."""
        k, layout = len(self.space.labels), self.space.layout
        rows = len(layout.offsets) * layout.width
        return wrong_numbers(weights, {"state": (rows, k), "transition": (k, k)})

    def scorer(self, weights: Weights) -> Scorer:
        """The function from a page's codes to potentials.

        Each block's indicators become 0 and 1; one product gives what they add at every offset,
        and shifting by the offset and adding gives the block's score.
        """
        labels, offsets = weights["transition"].shape[0], self.space.layout.offsets
        by_offset = weights["state"].reshape(len(offsets), self.space.layout.width, labels)
        active = np.where(self.space.layout.active[:, :, None], by_offset, 0).astype(np.float32)
        flat = np.ascontiguousarray(active.transpose(1, 0, 2).reshape(self.space.layout.width, -1))
        transition = weights["transition"].astype(np.float64)

        def score(page: Instance) -> Potentials:
            parts = _products(page.codes, flat).reshape(-1, len(offsets), labels)
            state = np.zeros((len(parts), labels))
            for o, offset in enumerate(offsets):
                here, there = shifted(len(parts), offset)
                state[here] += parts[there, o]
            return Potentials(state, transition)

        return score

    def explain(
        self, weights: Weights, page: Instance, rows: Ints, label: Ints, against: Ints
    ) -> Attribution:
        """What each line of the template adds at each offset: its weights, as they are."""
        labels, offsets = weights["transition"].shape[0], self.space.layout.offsets
        by_offset = (
            weights["state"]
            .reshape(len(offsets), self.space.layout.width, labels)
            .astype(np.float64)
        )
        origins = [
            origin
            for offset in offsets
            for origin in _origins(self.space.layout, page.table.names, offset)
        ]
        parts = [
            _added(
                by_offset[o],
                page.codes,
                self.space.layout.active[o],
                rows,
                rows + offset,
                label,
                against,
            )
            for o, offset in enumerate(offsets)
        ]
        joined = np.concatenate(parts, axis=1)
        some = np.flatnonzero(joined.any(axis=0))
        return Attribution([origins[i] for i in some.tolist()], joined[:, some])


def _trainer(progress: Progress | None) -> Any:
    import pycrfsuite

    class Trainer(pycrfsuite.Trainer):  # type: ignore[misc]
        def on_iteration(self, log: Any, info: Mapping[str, Any]) -> None:
            if progress:
                progress(int(info["num"]), float(info["loss"]))

        def message(self, message: str) -> None:
            event = self.logparser.feed(message)
            if event == "iteration":
                self.on_iteration(message, self.logparser.last_iteration)

    return Trainer


def _chains(
    pages: Sequence[Instance], y: Sequence[Ints], size: int, whole: bool
) -> Iterator[tuple[list[list[str]], list[str]]]:
    """Pages as CRFsuite wants them, made one by one: all at once would not fit into memory.

    Not ``whole``: every block is a chain of its own, so that no label sees another.
    """
    names = np.array([str(i) for i in range(size)], object)
    for page, labels in zip(pages, y, strict=True):
        rows = [names[row[row >= 0]].tolist() for row in page.codes.attributes()]
        tags = [str(label) for label in labels.tolist()]
        if whole and rows:
            yield rows, tags
        elif not whole:
            yield from (([row], [tag]) for row, tag in zip(rows, tags, strict=True))


def _export(model: Any, size: int, labels: int) -> dict[str, NDArray[Any]]:
    state = np.zeros((size, labels), np.float32)
    for (attribute, label), weight in model.state_features_.items():
        state[int(attribute), int(label)] = weight
    transition = np.zeros((labels, labels), np.float32)
    for (one, other), weight in model.transition_features_.items():
        transition[int(one), int(other)] = weight
    return {"state": state, "transition": transition}


def _products(codes: Codes, flat: NDArray[np.float32]) -> NDArray[np.float32]:
    """[n, offsets * labels] what each block's indicators add up to."""
    out = np.empty((len(codes.lines), flat.shape[1]), np.float32)
    for start in range(0, len(out), _CHUNK):
        by_line = codes.lines[start : start + _CHUNK].T  # as they lie in memory
        on = by_line >= 0
        ones = np.zeros((by_line.shape[1], len(flat)), np.float32)
        ones[np.nonzero(on)[1], by_line[on]] = 1
        np.matmul(ones, flat, out=out[start : start + _CHUNK])
    return out


def _origins(layout: Layout, columns: Sequence[str], offset: int) -> Iterator[Origin]:
    """Of each line at an offset, that of every block first."""
    yield Origin(f"a block@{offset}" if offset else "any block", (), offset)
    for line in layout.lines:
        names = tuple(columns[column] for column in line)
        yield Origin(" & ".join(column_at(name, offset).name for name in names), names, offset)


def _added(
    weights: Doubles,
    codes: Codes,
    active: NDArray[np.bool_],
    rows: Ints,
    seen: Ints,
    label: Ints,
    against: Ints,
) -> Doubles:
    """[r, lines + 1] the weights [width, k] of what blocks ``seen`` [r] switch on for ``rows``."""
    there = (seen >= 0) & (seen < len(codes.lines))
    indicators = codes.lines[np.where(there, seen, 0)]
    on = (indicators >= 0) & there[:, None]
    on &= active[np.where(on, indicators, 0)]
    found = weights[np.where(on, indicators, 0)]
    picked = np.arange(len(rows))
    difference = found[picked, :, label] - found[picked, :, against]
    return np.asarray(np.where(on, difference, 0), np.float64)
