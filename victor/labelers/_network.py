"""The network of ``neural_crf`` over arrays: columns made alike, and the pass from page to scores.

Torch learns it (:mod:`victor.labelers._training`), numpy applies it; a test holds both equal.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Weights = Mapping[str, NDArray[Any]]

EDGES = 32  # places of a column's curve
_GRID = 1024  # places of the table that it is read from
DILATIONS = (1, 2, 4, 8)  # together a convolution sees 15 blocks to either side
HEADS = 4
SEGMENTS = 64  # parts of a page that its blocks attend to
SCORES = ("output", "output_bias", "transition")  # arrays that scores are linear in
EPSILON = 1e-5
_MOST = 80.0  # logits above it are cut: their exponentials would overflow
_CHUNK = 512  # blocks worked on at a time


def shapes(columns: int, width: int, labels: int) -> dict[str, tuple[int, ...]]:
    """The arrays of a network, by name; all but the first two are learned by gradient."""
    square = (width, width)
    return {
        "edges": (columns, EDGES),
        "ranks": (columns, EDGES),
        "input": (columns, width),
        "input_bias": (width,),
        "convolution": (len(DILATIONS), 3, *square),
        "convolution_bias": (len(DILATIONS), width),
        "query": square,
        "key": square,
        "value": square,
        "mix": square,
        "page": square,
        "page_bias": (width,),
        "widen": (width, 2 * width),
        "widen_bias": (2 * width,),
        "narrow": (2 * width, width),
        "narrow_bias": (width,),
        "output": (width, labels),
        "output_bias": (labels,),
        "transition": (labels, labels),
    }


def curves(sample: NDArray[Any]) -> tuple[Array, Array]:
    """``edges`` and ``ranks`` [f, EDGES] of a sample of values [s, f], s > 0.

    A value becomes its rank, from -1 to 1, halfway between its rank among all values and its rank
    among the distinct ones: the first alone would leave no room for long blocks, which are few.
    Columns of two values become 0 and 1.
    """
    made = [_curve(column) for column in np.asarray(sample, np.float32).T]
    edges = np.array([edge for edge, _ in made], np.float32).reshape(-1, EDGES)
    return edges, np.array([rank for _, rank in made], np.float32).reshape(-1, EDGES)


def _curve(column: Array) -> tuple[Array, Array]:
    values, counts = np.unique(column, return_counts=True)
    mass = counts / (2 * len(column)) + 1 / (2 * len(values))
    ends = np.cumsum(mass)
    ranks = 2 * (ends - mass / 2) - 1 if len(values) > 2 else np.arange(len(values))
    chosen = np.arange(len(values))
    if len(values) > EDGES:
        wanted = np.searchsorted(ends, np.linspace(0, 1, EDGES))
        chosen = np.unique(np.minimum(wanted, len(values) - 1))
    chosen = np.pad(chosen, (0, EDGES - len(chosen)), mode="edge")
    return values[chosen], ranks[chosen].astype(np.float32)


def alike(weights: Weights) -> Callable[[NDArray[Any]], Array]:
    """The function from values [n, f] to ranks [n, f], as :func:`curves` learned them.

    Between edges by straight lines, beyond the outer ones as at them; read from a table of _GRID
    places, which lie as squares do: most columns have most of their values at their low end.
    """
    edges, ranks = (weights[name].astype(np.float64) for name in ("edges", "ranks"))
    low, high = edges[:, :1], edges[:, -1:]
    places = low + np.linspace(0, 1, _GRID) ** 2 * (high - low)
    table = np.array([np.interp(*column) for column in zip(places, edges, ranks, strict=True)])
    table = table.astype(np.float32).reshape(-1)
    low = low.astype(np.float32)
    scale = (1 / np.where(high > low, high - low, np.inf)).astype(np.float32)
    start = np.arange(len(edges), dtype=np.int32)[:, None] * _GRID

    def apply(values: NDArray[Any]) -> Array:
        unit = (values.T - low) * scale  # as columns lie in memory
        np.sqrt(np.clip(unit, 0, 1, out=unit), out=unit)
        unit *= _GRID - 1
        return np.asarray(table.take(np.rint(unit, out=unit).astype(np.int32) + start).T)

    return apply


@dataclass(frozen=True)
class _Context:
    """What the blocks see of their whole page, which has m segments."""

    keys: Array  # [d, heads * m] the segments as each head asks for them
    values: Array  # [heads * m, d + heads] what each head is told; last, ones to add up weights
    page: Array  # [d]


def forward(weights: Weights) -> Callable[[NDArray[Any]], Array]:
    """The function from a page's values [n, f] to the scores of its labels [n, k]."""
    prepare = alike(weights)

    def apply(values: NDArray[Any]) -> Array:
        if not len(values):
            return np.zeros((0, len(weights["output_bias"])), np.float32)
        hidden = np.empty((len(values), len(weights["input_bias"])), np.float32)
        for rows in _chunks(len(values)):
            ranks = prepare(values[rows])
            hidden[rows] = np.maximum(ranks @ weights["input"] + weights["input_bias"], 0)
        for layer, dilation in enumerate(DILATIONS):
            _convolve(hidden, weights, layer, dilation)
        context = _context(hidden, weights)
        return np.concatenate([_scores(hidden[r], context, weights) for r in _chunks(len(values))])

    return apply


def _chunks(n: int) -> Iterator[slice]:
    return (slice(start, min(start + _CHUNK, n)) for start in range(0, n, _CHUNK))


def _normal(hidden: Array) -> Array:
    """Rows of root mean square 1 (Zhang, Sennrich, *Root mean square layer norm.*, 2019)."""
    squares = np.einsum("nd,nd->n", hidden, hidden) / hidden.shape[1]
    return np.asarray(hidden / np.sqrt(squares + EPSILON)[:, None], np.float32)


def _convolve(hidden: Array, weights: Weights, layer: int, dilation: int) -> None:
    """Add a dilated convolution of three places, nought beyond the page's ends, in place."""
    n, width = hidden.shape
    padded = np.zeros((n + 2 * dilation, width), np.float32)
    for rows in _chunks(n):
        padded[rows.start + dilation : rows.stop + dilation] = _normal(hidden[rows])
    for rows in _chunks(n):
        total = weights["convolution_bias"][layer]
        for place in range(3):
            seen = padded[rows.start + place * dilation : rows.stop + place * dilation]
            total = total + seen @ weights["convolution"][layer, place]
        hidden[rows] += np.maximum(total, 0)


def _context(hidden: Array, weights: Weights) -> _Context:
    segments, counts = _segments(hidden)
    mean = (counts @ segments) / np.float32(len(hidden))
    page = np.maximum(mean @ weights["page"] + weights["page_bias"], 0)
    keys = _keys(segments, weights)
    return _Context(keys, _values(segments @ weights["value"]), page)


def _keys(segments: Array, weights: Weights) -> Array:
    """Query and key in one product, as all blocks share both.

    Less the mean over segments, which softmax does not see: some logit is then at least nought,
    and no sum of exponentials vanishes.
    """
    keys = _by_head(segments @ weights["key"])
    asked = _by_head(weights["query"]) @ keys.transpose(0, 2, 1) / np.sqrt(keys.shape[2])
    asked -= asked.mean(axis=2, keepdims=True)
    return np.asarray(asked.transpose(1, 0, 2).reshape(len(weights["query"]), -1), np.float32)


def _values(told: Array) -> Array:
    """The heads of [m, d] on a diagonal, and a column of ones for each."""
    count, width = told.shape
    out = np.zeros((HEADS, count, width + HEADS), np.float32)
    for head, part in enumerate(_by_head(told)):
        out[head, :, head * part.shape[1] : (head + 1) * part.shape[1]] = part
        out[head, :, width + head] = 1
    return out.reshape(HEADS * count, -1)


def _by_head(matrix: Array) -> Array:
    """[heads, rows, d / heads] of [rows, d]."""
    return matrix.reshape(len(matrix), HEADS, -1).transpose(1, 0, 2)


def _segments(hidden: Array) -> tuple[Array, Array]:
    """The means of at most SEGMENTS runs of blocks [m, d], and how many each holds [m]."""
    n = len(hidden)
    count = min(n, SEGMENTS)
    starts = -(-np.arange(count + 1) * n // count)
    counts = np.diff(starts).astype(np.float32)
    sums = np.add.reduceat(_normal(hidden), starts[:-1])
    return np.asarray(sums / counts[:, None], np.float32), counts


def _scores(hidden: Array, context: _Context, weights: Weights) -> Array:
    """[c, k] of some blocks [c, d], once their context is known."""
    attended = _attended(_normal(hidden), context) @ weights["mix"]
    hidden = hidden + attended + context.page
    wide = np.maximum(_normal(hidden) @ weights["widen"] + weights["widen_bias"], 0)
    hidden = hidden + wide @ weights["narrow"] + weights["narrow_bias"]
    return np.asarray(_normal(hidden) @ weights["output"] + weights["output_bias"], np.float32)


def _attended(normal: Array, context: _Context) -> Array:
    """[c, d] what each head was told, side by side."""
    logits = normal @ context.keys
    told = np.exp(np.minimum(logits, _MOST, out=logits), out=logits) @ context.values
    width = normal.shape[1]
    by_head = told[:, :width].reshape(len(told), HEADS, -1) / told[:, width:, None]
    return np.asarray(by_head.reshape(len(told), width), np.float32)
