"""Which columns pushed the network of ``neural_crf`` to its scores: integrated gradients.

Sundararajan, Taly, Yan, *Axiomatic attribution for deep networks* (2017), equation 1: the gradient
of the difference of two labels' scores, summed up on the straight way from a baseline to the page.
The baseline is a page of as many blocks, each of which has every column at its median: there the
ranks are 0. What the columns add then sums to the difference less that of the baseline (their
proposition 1), but for what a sum in place of an integral leaves.

A block sees itself, 15 blocks to either side, and the page's segments. The first two are followed
backward to every column; of the page as a whole there is one share, by the derivative forward along
the way, as every block would have its own row of all columns of all blocks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Floats, Ints
from victor.labelers.attribution import LEFT, Attribution, Origin, column_at
from victor.labelers.neural.network import DILATIONS, EPSILON, HEADS, SEGMENTS, alike

Weights = Mapping[str, NDArray[Any]]
Array = NDArray[Any]  # of single or double precision
STEPS = 32  # places on the way, by Gauss and Legendre: what they leave is a hundredth or so
_MORE = 4 * STEPS  # for blocks of which they leave more than _MUCH of all shares' sizes
_MUCH = 0.03
_ROWS = 256  # blocks worked on at a time


@dataclass(frozen=True)
class _Moving:
    """Numbers, and how fast they change along the way."""

    value: Array
    speed: Array

    def __matmul__(self, matrix: NDArray[Any]) -> "_Moving":
        return _Moving(self.value @ matrix, self.speed @ matrix)

    def __add__(self, other: "_Moving") -> "_Moving":
        return _Moving(self.value + other.value, self.speed + other.speed)

    def plus(self, constant: NDArray[Any]) -> "_Moving":
        return _Moving(self.value + constant, self.speed)

    def relu(self) -> "_Moving":
        on = self.value > 0
        return _Moving(np.where(on, self.value, 0), np.where(on, self.speed, 0))

    def normal(self) -> "_Moving":
        return _Moving(_normal(self.value), _normal_back(self.value, self.speed))


@dataclass(frozen=True)
class _Pass:
    """A page's n blocks at one place of the way."""

    before: Array  # [n, d] of the first layer, before nought cuts it
    hidden: Sequence[_Moving]  # [n, d] before each convolution, and after the last
    sums: Sequence[Array]  # [n, d] of each convolution, before nought cuts it
    keys: _Moving  # [heads, m, d / heads]
    values: _Moving
    page: _Moving  # [d]


def shares(
    weights: Weights, values: NDArray[Any], rows: Ints, label: Ints, against: Ints
) -> Attribution:
    """The shares of each column in some blocks' scores, for a page's values [n, f].

    Of each column there are three: the block's own, and those of the 15 blocks before and after.
    ``rows`` [r]: the blocks; ``label`` and ``against`` [r]: the two labels of each.
    """
    exact = {name: array for name, array in weights.items() if name != "columns"}
    exact = {name: array.astype(np.float64) for name, array in exact.items()}
    ranks = alike(weights)(np.asarray(values, np.float32)).astype(np.float64)
    wanted = exact["output"][:, label].T - exact["output"][:, against].T
    single = {name: array.astype(np.float32) for name, array in exact.items()}
    short, to = ranks.astype(np.float32), wanted.astype(np.float32)
    ends = [_scores(exact, place, rows) for place in (np.zeros_like(ranks), ranks)]
    picked = np.arange(len(rows))
    start, end = (end[picked, label] - end[picked, against] for end in ends)
    added = _integrated(single, short, to, rows, STEPS)
    rough = np.abs(end - start - added.sum(axis=1)) > _MUCH * np.abs(added).sum(axis=1)
    if rough.any():
        added[rough] = _integrated(single, short, to[rough], rows[rough], _MORE)
    parts = np.column_stack((added, start, end - start - added.sum(axis=1)))
    return Attribution(_origins(weights["columns"].tolist()), parts)


def _origins(columns: Sequence[str]) -> list[Origin]:
    sides = ("before", "after")
    around = [Origin(f"{name} {side}", (name,), None) for side in sides for name in columns]
    rest = ("the page as a whole", "the start: a block of medians", LEFT)
    own = [column_at(name, 0) for name in columns]
    return own + around + [Origin(name, (), None) for name in rest]


def _integrated(weights: Weights, ranks: Floats, wanted: Floats, rows: Ints, steps: int) -> Array:
    """[r, 3 f + 1] what columns add: of the block, before, after; last, the page as a whole.

    In single precision, which takes half the time and loses less than a sum of so few places does.
    """
    places, sizes = np.polynomial.legendre.leggauss(steps)
    added = np.zeros((len(rows), 3 * ranks.shape[1] + 1))
    for place, size in zip(((places + 1) / 2).tolist(), (sizes / 2).tolist(), strict=True):
        passed = _forward(weights, place * ranks, ranks)
        for start in range(0, len(rows), _ROWS):
            part = slice(start, start + _ROWS)
            back, whole = _head_back(weights, passed, rows[part], wanted[part])
            added[part, -1] += size * whole
            added[part, :-1] += size * _columns_back(weights, passed, ranks, rows[part], back)
    return added


def _forward(weights: Weights, ranks: Array, speed: Array) -> _Pass:
    first = (_Moving(ranks, speed) @ weights["input"]).plus(weights["input_bias"])
    hidden, sums = [first.relu()], []
    for layer, dilation in enumerate(DILATIONS):
        total = _convolved(hidden[-1].normal(), weights, layer, dilation)
        sums.append(total.value)
        hidden.append(hidden[-1] + total.relu())
    normal = hidden[-1].normal()
    segments, counts = (_Moving(*map(_segments, (normal.value, normal.speed))), _counts(ranks))
    mean = _Moving(*((counts @ side)[None] for side in (segments.value, segments.speed)))
    page = (mean @ weights["page"]).plus(weights["page_bias"]).relu()
    keys, values = (_by_head(segments @ weights[name]) for name in ("key", "value"))
    return _Pass(first.value, hidden, sums, keys, values, page)


def _convolved(normal: _Moving, weights: Weights, layer: int, dilation: int) -> _Moving:
    bias = np.broadcast_to(weights["convolution_bias"][layer], normal.value.shape)
    total = _Moving(bias, np.zeros_like(bias))
    for place, kernel in enumerate(weights["convolution"][layer]):
        by = (place - 1) * dilation
        total += _Moving(_shift(normal.value, by), _shift(normal.speed, by)) @ kernel
    return total


def _shift(rows: Array, by: int) -> Array:
    """Row i is what row i + by was, nought beyond the ends."""
    out = np.zeros_like(rows)
    if abs(by) < len(rows):
        out[max(0, -by) : len(rows) - max(0, by)] = rows[max(0, by) : len(rows) + min(0, by)]
    return out


def _starts(n: int) -> NDArray[np.int64]:
    count = min(n, SEGMENTS)
    return -(-np.arange(count + 1) * n // count)


def _segments(rows: Array) -> Array:
    """[m, d] the means of at most SEGMENTS runs of blocks."""
    starts = _starts(len(rows))
    sizes = np.diff(starts).astype(rows.dtype)
    return np.asarray(np.add.reduceat(rows, starts[:-1]) / sizes[:, None])


def _counts(rows: Array) -> Array:
    """[m] the share of the page's blocks that each run holds."""
    return (np.diff(_starts(len(rows))) / len(rows)).astype(rows.dtype)


def _by_head(rows: _Moving) -> _Moving:
    """[heads, rows, d / heads] of [rows, d]."""
    return _Moving(*map(_heads, (rows.value, rows.speed)))


def _heads(rows: Array) -> Array:
    return rows.reshape(len(rows), HEADS, -1).transpose(1, 0, 2)


def _flat(heads: Array) -> Array:
    """[rows, d] of [heads, rows, d / heads]."""
    return heads.transpose(1, 0, 2).reshape(heads.shape[1], -1)


@dataclass(frozen=True)
class _Head:
    """What stands between some blocks' hidden numbers and their scores."""

    weight: Array  # [heads, r, m] attention
    joined: Array  # [r, d]
    wide: Array  # [r, 2 d] before nought cuts it
    last: Array  # [r, d]


def _head(weights: Weights, passed: _Pass, rows: Ints) -> _Head:
    hidden, scale = passed.hidden[-1].value[rows], sqrt(passed.keys.value.shape[2])
    asked = _heads(_normal(hidden) @ weights["query"])
    logits = asked @ passed.keys.value.transpose(0, 2, 1) / scale
    weight = np.exp(logits - logits.max(axis=2, keepdims=True))
    weight /= weight.sum(axis=2, keepdims=True)
    joined = hidden + _flat(weight @ passed.values.value) @ weights["mix"] + passed.page.value
    wide = _normal(joined) @ weights["widen"] + weights["widen_bias"]
    last = joined + np.maximum(wide, 0) @ weights["narrow"] + weights["narrow_bias"]
    return _Head(weight, joined, wide, last)


def _scores(weights: Weights, ranks: Array, rows: Ints) -> Array:
    """[r, k] the scores of some blocks, as the network gives them."""
    last = _head(weights, _forward(weights, ranks, np.zeros_like(ranks)), rows).last
    return np.asarray(_normal(last) @ weights["output"] + weights["output_bias"])


def _head_back(weights: Weights, passed: _Pass, rows: Ints, wanted: Array) -> tuple[Array, Array]:
    """[r, d] the gradient by each block's hidden numbers; [r] what the page's change adds."""
    head, scale = _head(weights, passed, rows), sqrt(passed.keys.value.shape[2])
    back = _normal_back(head.last, wanted)
    inner = np.where(head.wide > 0, back @ weights["narrow"].T, 0) @ weights["widen"].T
    back = back + _normal_back(head.joined, inner)
    by_head = _heads(back @ weights["mix"].T)
    told = by_head @ passed.values.value.transpose(0, 2, 1)
    logits = head.weight * (told - (head.weight * told).sum(axis=2, keepdims=True))
    hidden = passed.hidden[-1].value[rows]
    asked = _heads(_normal(hidden) @ weights["query"])
    of_keys = asked @ passed.keys.speed.transpose(0, 2, 1) / scale
    of_values = by_head @ passed.values.speed.transpose(0, 2, 1)
    whole = (logits * of_keys + head.weight * of_values).sum(axis=(0, 2))
    query = _flat(logits @ passed.keys.value / scale) @ weights["query"].T
    return back + _normal_back(hidden, query), whole + back @ passed.page.speed[0]


def _columns_back(weights: Weights, passed: _Pass, ranks: Array, rows: Ints, back: Array) -> Array:
    """[r, 3 f] gradient times way of every column: of the block, before it, after it."""
    around = {0: back}  # by distance from the block
    for layer in reversed(range(len(DILATIONS))):
        around = _convolution_back(weights, passed, layer, rows, around)
    out = np.zeros((3, len(rows), ranks.shape[1]), ranks.dtype)
    for distance, gradient in around.items():
        places, there = _places(rows, distance, len(ranks))
        gradient = np.where(passed.before[places] > 0, gradient, 0) * there
        side = 0 if not distance else 1 if distance < 0 else 2
        out[side] += (gradient @ weights["input"].T) * ranks[places]
    return np.concatenate(out, axis=1)


def _convolution_back(
    weights: Weights, passed: _Pass, layer: int, rows: Ints, around: Mapping[int, Array]
) -> dict[int, Array]:
    n = len(passed.before)
    normal: dict[int, Array] = {}
    for distance, gradient in around.items():
        places, there = _places(rows, distance, n)
        gradient = np.where(passed.sums[layer][places] > 0, gradient, 0) * there
        for place, kernel in enumerate(weights["convolution"][layer]):
            seen = distance + (place - 1) * DILATIONS[layer]
            normal[seen] = normal.get(seen, 0) + gradient @ kernel.T
    out = dict(around)
    for distance, gradient in normal.items():
        places, there = _places(rows, distance, n)
        added = _normal_back(passed.hidden[layer].value[places], gradient) * there
        out[distance] = out.get(distance, 0) + added
    return out


def _places(rows: Ints, distance: int, n: int) -> tuple[NDArray[np.int64], Array]:
    """[r] the blocks at a distance; [r, 1] 1 where there is one, 0 beyond the page's ends."""
    places = rows.astype(np.int64) + distance
    there = (places >= 0) & (places < n)
    return np.where(there, places, 0), there.astype(np.float32)[:, None]


def _normal(rows: Array) -> Array:
    return np.asarray(rows / _size(rows))


def _normal_back(rows: Array, gradient: Array) -> Array:
    """The gradient before rows were made normal; forward it is the same, as it is symmetric."""
    size = _size(rows)
    along = (rows * gradient).sum(axis=1, keepdims=True) / rows.shape[1]
    return np.asarray(gradient / size - rows * along / size**3)


def _size(rows: Array) -> Array:
    return np.asarray(np.sqrt((rows**2).mean(axis=1, keepdims=True) + EPSILON))
