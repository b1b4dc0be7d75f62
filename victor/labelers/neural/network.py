"""The network of ``neural_crf`` on arrays: columns as ranks, and the forward pass.

Torch learns it (:mod:`victor.labelers.neural.training`), numpy applies it; a test compares both.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Floats, Numbers
from victor.compiled import door
from victor.labelers.base import Weights

EDGES = 32  # points of a column's curve
_GRID = 1024  # entries of the curve's lookup table
DILATIONS = (1, 2, 4, 8)  # the receptive field is 15 blocks to either side
HEADS = 4
SEGMENTS = 32  # maximum segments of a page that its blocks attend to
# Arrays in which scores are linear.
SCORES = ("output", "output_bias", "transition", "convention_output")
# Arrays of `scored`, in its order; "asked" is the product of "query" and "key".
_ARRAYS = (
    *("input", "input_bias", "convolution", "convolution_bias", "asked", "value", "mix"),
    *("page", "page_bias", "widen", "widen_bias", "narrow", "narrow_bias", "output", "output_bias"),
)
# The biases, and the arrays that conventions add to them.
CONVENTION = {"input_bias": "convention_input", "output_bias": "convention_output"}
EPSILON = 1e-5
LONG = 100.0  # words above which the weight of a block in the loss no longer grows
_MOST = 80.0  # logits are clipped to this, as their exponentials would overflow
_CLOSEST = 1e-38  # minimum distance between a column's outer edges
_CHUNK = 512  # blocks processed at a time


def shapes(columns: int, width: int, labels: int) -> dict[str, tuple[int, ...]]:
    """The shapes of the arrays of a network, by name; all but the first two are trained."""
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


def convention_shapes(width: int, labels: int, count: int) -> dict[str, tuple[int, ...]]:
    """The shapes of the arrays of ``count`` conventions, by name.

    What counts as content differs by corpus (title, date, captions, comments): each convention has
    a vector that is added to the bias of the input and one for the bias of the output.
    """
    return {"convention_input": (count, width), "convention_output": (count, labels)}


def convention_names(weights: Weights) -> list[str]:
    """The names in the array ``conventions``; empty without it."""
    return list(weights["conventions"].tolist()) if "conventions" in weights else []


def loss_weights(words: Numbers) -> Numbers:
    """[n] the weights of blocks in a page's loss, by their words [n]; the sum is 1."""
    capped = 1 + np.minimum(words, LONG)
    return np.asarray(capped / capped.sum())


def curves(sample: Numbers) -> tuple[Floats, Floats]:
    """``edges`` and ``ranks`` [f, EDGES] of a sample of values [s, f], s > 0.

    A value becomes its rank, from -1 to 1, halfway between its rank among all values and its rank
    among the distinct ones: ranks among all values alone would not distinguish long blocks, which
    are rare. Columns of two values become 0 and 1.
    """
    made = [_curve(column) for column in np.asarray(sample, np.float32).T]
    edges = np.array([edge for edge, _ in made], np.float32).reshape(-1, EDGES)
    return edges, np.array([rank for _, rank in made], np.float32).reshape(-1, EDGES)


def _curve(column: Floats) -> tuple[Floats, Floats]:
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


def ranking(weights: Weights) -> Callable[[Numbers], Floats]:
    """A function from values [n, f] to ranks [n, f], by the curves of :func:`curves`."""
    learned = _lookup(weights)
    return lambda values: ranked(_columns(values), *learned).T


def _lookup(weights: Weights) -> tuple[Floats, Floats, Floats]:
    """``low`` and ``scale`` [f] and the table [f, _GRID] of :func:`ranked`.

    Values are interpolated linearly between edges and constant beyond the outer ones. The entries
    of the table are quadratically spaced, as most columns have mostly low values.
    """
    edges, ranks = (weights[name].astype(np.float64) for name in ("edges", "ranks"))
    low, high = edges[:, :1], edges[:, -1:]
    places = low + np.linspace(0, 1, _GRID) ** 2 * (high - low)
    table = np.array([np.interp(*column) for column in zip(places, edges, ranks, strict=True)])
    # Edges so close that the scale overflows single precision make a constant column, too.
    distant = high - low > _CLOSEST
    scale = np.where(distant, 1 / np.where(distant, high - low, 1), 0)
    flat = low.reshape(-1).astype(np.float32), scale.reshape(-1).astype(np.float32)
    return *flat, table.astype(np.float32).reshape(len(edges), _GRID)


def _columns(values: Numbers) -> Floats:
    """[f, n] from [n, f], which is column-major in memory."""
    return np.ascontiguousarray(values.T, np.float32)


@door("network")
def ranked(values: Floats, low: Floats, scale: Floats, table: Floats) -> Floats:
    """[f, n] the ranks of ``values`` [f, n] by the lookup tables ``table`` [f, entries].

    ``low`` and ``scale`` [f] map the values of a column to the range from 0 to 1, and NaN to 0.
    """
    with np.errstate(invalid="ignore", over="ignore"):
        unit = (values - low[:, None]) * scale[:, None]
    np.sqrt(np.fmin(np.fmax(unit, 0, out=unit), 1, out=unit), out=unit)
    unit *= table.shape[1] - 1
    start = np.arange(len(table), dtype=np.int32)[:, None] * table.shape[1]
    return np.asarray(table.reshape(-1).take((unit + np.float32(0.5)).astype(np.int32) + start))


def forward(weights: Weights) -> Callable[[Numbers], Floats]:
    """A function from a page's values [n, f] to the scores of its labels [n, k]."""
    lookup = _lookup(weights)
    numbers = {**weights, "asked": _asked(weights)}
    arrays = [np.ascontiguousarray(numbers[name], np.float32) for name in _ARRAYS]
    return lambda values: scored(_columns(values), *lookup, *arrays)


@door("network", HEADS=HEADS, SEGMENTS=SEGMENTS)
def scored(values: Floats, low: Floats, scale: Floats, table: Floats, *arrays: Floats) -> Floats:
    """[n, k] the scores of the labels of a page of n blocks.

    Args:
        values: [f, n] the columns.
        low: see :func:`ranked`, also for ``scale`` and ``table``.
        arrays: the weights named in ``_ARRAYS``.
    """
    weights = dict(zip(_ARRAYS, arrays, strict=True))
    n = values.shape[1]
    if not n:
        return np.zeros((0, len(weights["output_bias"])), np.float32)
    hidden = np.empty((n, len(weights["input_bias"])), np.float32)
    for rows in _chunks(n):
        seen = ranked(np.ascontiguousarray(values[:, rows]), low, scale, table)
        product = seen.T @ weights["input"]
        product += weights["input_bias"]
        np.maximum(product, 0, out=hidden[rows])
    for layer, dilation in enumerate(DILATIONS):
        hidden = _convolve(hidden, weights, layer, dilation)
    context = _context(hidden, weights)
    return np.concatenate([_scores(hidden[rows], context, weights) for rows in _chunks(n)])


class _Context(NamedTuple):
    """The context of the blocks of a page with m segments."""

    keys: Floats  # [d, heads * m] maps a block to its logits for each head and segment
    values: Floats  # [m, heads, d / heads] values of the segments for each head
    page: Floats  # [d] embedding of the page


def _chunks(n: int) -> Iterator[slice]:
    return (slice(start, min(start + _CHUNK, n)) for start in range(0, n, _CHUNK))


def _normal(hidden: Floats) -> Floats:
    """[n, d] rows scaled to a root mean square of 1.

    Zhang, Sennrich, *Root mean square layer normalization* (2019).
    """
    squares = np.einsum("nd,nd->n", hidden, hidden) / hidden.shape[1]
    return np.asarray(hidden / np.sqrt(squares + EPSILON)[:, None], np.float32)


def _attended(logits: Floats, values: Floats) -> Floats:
    """[n, d] output of all heads: ``values`` weighted by the softmax of the logits.

    Vaswani et al., *Attention is all you need* (2017), equation 1.

    Args:
        logits: [n, heads, m] natural logarithms; at least one per head is 0 or more.
        values: [m, heads, d / heads].
    """
    weight = np.exp(np.clip(logits, -_MOST, _MOST))
    weight /= weight.sum(axis=2, keepdims=True)
    seen = weight.transpose(1, 0, 2) @ values.transpose(1, 0, 2)
    return np.asarray(seen.transpose(1, 0, 2).reshape(len(logits), -1), np.float32)


def _convolve(hidden: Floats, weights: Weights, layer: int, dilation: int) -> Floats:
    """[n, d] ``hidden`` plus a dilated convolution of size 3, with zeros beyond the page's ends."""
    product = weights["convolution"][layer].reshape(-1, hidden.shape[1])
    padded = np.pad(_normal(hidden), ((dilation, dilation), (0, 0)))
    for rows in _chunks(len(hidden)):
        starts = range(rows.start, rows.start + 3 * dilation, dilation)
        size = rows.stop - rows.start
        seen = np.concatenate([padded[start : start + size] for start in starts], axis=1)
        more = seen @ product + weights["convolution_bias"][layer]
        hidden[rows] += np.maximum(more, 0)
    return hidden


def _context(hidden: Floats, weights: Weights) -> _Context:
    segments, counts = _segments(hidden)
    mean = (counts @ segments) / np.float32(len(hidden))
    page = np.maximum(mean @ weights["page"] + weights["page_bias"], 0)
    values = (segments @ weights["value"]).reshape(len(segments), HEADS, -1)
    return _Context(_keys(segments, weights["asked"]), values, page)


def _asked(weights: Weights) -> Floats:
    """[heads, d, d] the scaled product of query and key for each head."""
    query, key = (by_head(np.asarray(weights[name], np.float32)) for name in ("query", "key"))
    return np.asarray(query @ key.transpose(0, 2, 1) / np.sqrt(query.shape[2]), np.float32)


def _keys(segments: Floats, asked: Floats) -> Floats:
    """[d, heads * m] the matrix that maps a block's row to its logits.

    The mean over segments is subtracted, which does not change the softmax: at least one logit is
    then 0 or more, and no sum of exponentials vanishes.
    """
    m, width = segments.shape
    by_head = asked @ (segments - segments.mean(axis=0)).T
    return np.ascontiguousarray(by_head.transpose(1, 0, 2).reshape(width, HEADS * m), np.float32)


def by_head(matrix: Floats) -> Floats:
    """[heads, rows, d / heads] from [rows, d]."""
    return matrix.reshape(len(matrix), HEADS, -1).transpose(1, 0, 2)


def _segments(hidden: Floats) -> tuple[Floats, Floats]:
    """The means of at most SEGMENTS runs of blocks [m, d], and their numbers of blocks [m]."""
    starts = segment_starts(len(hidden))
    counts = np.diff(starts).astype(np.float32)
    sums = np.add.reduceat(_normal(hidden), starts[:-1])
    return np.asarray(sums / counts[:, None], np.float32), counts


def segment_starts(n: int) -> NDArray[np.int64]:
    """[m + 1] the starts of at most SEGMENTS runs of n blocks, and n."""
    count = min(n, SEGMENTS)
    return np.asarray(-(-np.arange(count + 1) * n // count))


def _scores(hidden: Floats, context: _Context, weights: Weights) -> Floats:
    """[c, k] the scores of blocks ``hidden`` [c, d], which is overwritten, given their context."""
    logits = _normal(hidden) @ context.keys
    seen = _attended(logits.reshape(len(hidden), HEADS, -1), context.values)
    hidden += seen @ weights["mix"]
    hidden += context.page
    wide = _normal(hidden) @ weights["widen"]
    wide += weights["widen_bias"]
    hidden += np.maximum(wide, 0, out=wide) @ weights["narrow"]
    hidden += weights["narrow_bias"]
    scores = _normal(hidden) @ weights["output"] + weights["output_bias"]
    return np.asarray(scores, np.float32)
