"""A linear-chain conditional random field, learned with CRFsuite and applied with numpy.

Lafferty, McCallum, Pereira, *Conditional random fields* (2001). The weights are those of CRFsuite:
one for each attribute and label, and one for each pair of labels.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import tee
from pathlib import Path
from typing import Any

import numpy as np

from victor.arrays import Bools, Doubles, Floats, Ints, Numbers, shifted
from victor.config.ranges import NotNegative, PositiveCount
from victor.data import Codes, Potentials
from victor.errors import require
from victor.labelers.attribution import Attribution, Origin, column_at
from victor.labelers.base import Instance, Labeler, Progress, Scorer, Training, Weights
from victor.labelers.checks import array_problem
from victor.labelers.crf.template import Layout

_CHUNK = 4096  # number of blocks whose indicators are expanded at once


@dataclass(frozen=True)
class Options:
    """Options of CRFsuite's L-BFGS."""

    c1: NotNegative = 0.0  # L1 regularisation
    c2: NotNegative = 1.0  # L2 regularisation
    max_iterations: PositiveCount = 100
    min_freq: NotNegative = 0.0  # minimum number of occurrences of an attribute


class CRF(Labeler):
    """A linear-chain conditional random field over the indicators of the feature template."""

    Options = Options
    needs_codes = True
    needs_template = True
    learned_by = ("sklearn-crfsuite", "python-crfsuite")

    def learn(self, data: Training) -> dict[str, Numbers]:
        """Learn ``state`` [offsets * width, k] and ``transition`` [k, k].

        Raises:
            VictorError: the extra ``learn`` is not installed.
        """
        sklearn_crfsuite = require("sklearn_crfsuite", "learn")
        bigrams = self.space.layout.label_bigrams
        size = self.space.layout.width * len(self.space.layout.offsets)
        with tempfile.TemporaryDirectory() as folder:
            model = sklearn_crfsuite.CRF(
                algorithm="lbfgs",
                c1=self.options.c1,
                c2=self.options.c2,
                max_iterations=self.options.max_iterations,
                min_freq=self.options.min_freq,
                all_possible_transitions=bigrams,
                model_filename=str(Path(folder) / "model"),
                trainer_cls=_trainer(data.progress),
            )
            left, right = tee(_chains(data.pages, data.y, size, bigrams))
            model.fit((rows for rows, _ in left), (tags for _, tags in right))
            return _export(model, size, len(self.space.labels))

    def check(self, weights: Weights) -> str | None:
        """Check the shapes; names of columns are not stored, since the layout implies them."""
        k, layout = len(self.space.labels), self.space.layout
        rows = len(layout.offsets) * layout.width
        return array_problem(weights, {"state": (rows, k), "transition": (k, k)})

    def scorer(self, weights: Weights) -> Scorer:
        """Potentials [n, k] and [k, k].

        The indicators of all blocks form a 0-1 matrix. Its product with the weights of all offsets
        gives contributions, which are shifted by their offset and added up.
        """
        layout, labels = self.space.layout, weights["transition"].shape[0]
        by_offset = weights["state"].reshape(len(layout.offsets), layout.width, labels)
        active = np.where(layout.active[:, :, None], by_offset, 0).astype(np.float32)
        flat = np.ascontiguousarray(active.transpose(1, 0, 2).reshape(layout.width, -1))
        transition = weights["transition"].astype(np.float64)

        def score(page: Instance) -> Potentials:
            parts = _products(page.codes, flat).reshape(-1, len(layout.offsets), labels)
            state = np.zeros((len(parts), labels))
            for o, offset in enumerate(layout.offsets):
                here, there = shifted(len(parts), offset)
                state[here] += parts[there, o]
            return Potentials(state, transition)

        return score

    def explain(
        self, weights: Weights, page: Instance, rows: Ints, label: Ints, against: Ints
    ) -> Attribution:
        """Contributions of template lines at offsets: the weights of their indicators."""
        layout, names, labels = self.space.layout, page.table.names, len(self.space.labels)
        by_offset = weights["state"].reshape(len(layout.offsets), layout.width, labels)
        origins = [
            origin for offset in layout.offsets for origin in _origins(layout, names, offset)
        ]
        parts = [
            _contributions(state, page.codes, active, rows, rows + offset, label, against)
            for state, active, offset in zip(
                by_offset.astype(np.float64), layout.active, layout.offsets, strict=True
            )
        ]
        joined = np.concatenate(parts, axis=1)
        used = np.flatnonzero(joined.any(axis=0))
        return Attribution([origins[i] for i in used.tolist()], joined[:, used])


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
    """Yield attributes and labels of chains as strings; all chains would not fit into memory.

    If not ``whole``, each block is a separate chain, so that labels do not depend on each other.
    """
    names = np.array([str(i) for i in range(size)], object)
    for page, labels in zip(pages, y, strict=True):
        rows = [names[row[row >= 0]].tolist() for row in page.codes.attributes()]
        tags = [str(label) for label in labels.tolist()]
        if whole and rows:
            yield rows, tags
        elif not whole:
            yield from (([row], [tag]) for row, tag in zip(rows, tags, strict=True))


def _export(model: Any, size: int, labels: int) -> dict[str, Numbers]:
    state = np.zeros((size, labels), np.float32)
    for (attribute, label), weight in model.state_features_.items():
        state[int(attribute), int(label)] = weight
    transition = np.zeros((labels, labels), np.float32)
    for (before, after), weight in model.transition_features_.items():
        transition[int(before), int(after)] = weight
    return {"state": state, "transition": transition}


def _products(codes: Codes, flat: Floats) -> Floats:
    """[n, offsets * labels] sums of the weights of each block's indicators."""
    out = np.empty((len(codes.lines), flat.shape[1]), np.float32)
    for start in range(0, len(out), _CHUNK):
        by_line = codes.lines[start : start + _CHUNK].T  # the order in memory
        on = by_line >= 0
        ones = np.zeros((by_line.shape[1], len(flat)), np.float32)
        ones[np.nonzero(on)[1], by_line[on]] = 1
        np.matmul(ones, flat, out=out[start : start + _CHUNK])
    return out


def _origins(layout: Layout, columns: Sequence[str], offset: int) -> Iterator[Origin]:
    """The origin of the constant indicator at an offset, then those of all template lines."""
    yield Origin(f"a block@{offset}" if offset else "bias", (), offset)
    for line in layout.lines:
        names = tuple(columns[column] for column in line)
        yield Origin(" & ".join(column_at(name, offset).name for name in names), names, offset)


def _contributions(
    weights: Doubles,
    codes: Codes,
    active: Bools,
    rows: Ints,
    seen: Ints,
    label: Ints,
    against: Ints,
) -> Doubles:
    """[r, lines + 1] weight differences of the indicators of the blocks ``seen`` [r]."""
    there = (seen >= 0) & (seen < len(codes.lines))
    indicators = codes.lines[np.where(there, seen, 0)]
    on = (indicators >= 0) & there[:, None]
    on &= active[np.where(on, indicators, 0)]
    chosen = weights[np.where(on, indicators, 0)]
    picked = np.arange(len(rows))
    difference = chosen[picked, :, label] - chosen[picked, :, against]
    return np.asarray(np.where(on, difference, 0), np.float64)
