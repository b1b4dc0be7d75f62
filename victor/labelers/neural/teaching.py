"""Teach a network a convention from a few pages; its weights do not change.

What a corpus or a user counts as content varies more than the look of pages. The new convention is
a combination of those that the network knows and of a bias towards content: about ten numbers,
which can be learned from ten pages in a few seconds, without torch and without forgetting. Its
other labels, such as header, do not change. :mod:`~victor.labelers.neural.roles` learns the rest.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from victor.arrays import Bools, Doubles, Numbers
from victor.data import Potentials
from victor.decode import marginals
from victor.labelers.base import Weights
from victor.labelers.neural.network import (
    DILATIONS,
    EPSILON,
    by_head,
    loss_weights,
    ranking,
    segment_starts,
)

_STEPS = 30
_RATE = 0.1  # initial learning rate; cosine decay to zero
_PULL = 0.05  # weight decay towards the convention of the weights
_FEW, _CAUTION = 10, 20  # pages up to which a third, and from which half of the step is taken
_ENTROPY, _F1 = 0.5, 2.0  # weights of the two parts of the loss
_FAR = 2.0  # multiple of the median loss above which a page loses weight
_WINDOW = 2048  # maximum blocks per page
_MOMENTS = 0.9, 0.99  # decay of the averages of gradients and of their squares
_LEAST = 1e-12  # lower bound of probabilities and losses

Vectors = tuple[Doubles, Doubles]  # [d] of the input, [k] of the output


@dataclass(frozen=True)
class Lesson:
    """A page to learn from."""

    values: Numbers  # [n, f]
    content: Bools  # [n]
    words: Numbers  # [n]
    bias: Doubles  # [n] towards content, from what else is known of the blocks


@dataclass(frozen=True)
class _Page:
    product: Numbers  # [n, d] the columns times the weights of the input, plus its bias
    content: Bools  # [n]
    words: Doubles  # [n]
    fits: Bools  # [n, k] whether a label agrees with the gold on content
    weight: Doubles  # [n] weight of each block in the cross-entropy
    bias: Numbers  # [n, k] added to the scores


def teach(
    weights: Weights, lessons: Sequence[Lesson], known: Sequence[Vectors], other: int
) -> Vectors:
    """The vectors that a new convention adds to the biases.

    They are learned by Adam (Kingma, Ba, 2015) from the convention of the weights, with decay
    towards it. The loss is the cross-entropy of content against boilerplate per block, plus 1 minus
    the expected word F1 of the page; its gradient treats the messages of the chain as constant.
    Where the pages disagree, nothing is learned: see :func:`_agreed`. From few pages, only a
    third of the step is taken: it has most of the gain, and little of the loss where pages mislead.

    Args:
        weights: the weights of a network by name, under the initial convention.
        lessons: pages with blocks.
        known: the vectors of the conventions that the network knows.
        other: the index of the boilerplate label.
    """
    network = {name: a.astype(np.float32) for name, a in weights.items() if a.dtype.kind == "f"}
    labels = np.arange(len(network["output_bias"])) != other
    width = len(network["input_bias"])
    bias = np.concatenate([np.zeros(width), np.where(labels, 0.5, -0.5)])
    basis = np.array([*map(np.concatenate, known), bias])
    pages = _trusted(network, _pages(network, lessons, labels))

    def slope(point: Doubles) -> Doubles:
        slopes = np.array([basis @ _gradient(network, page, point @ basis)[1] for page in pages])
        return _agreed(slopes) + _PULL * point

    count = max(len(pages), _FEW)
    found = _descend(slope, len(basis)) * count / (count + _CAUTION)
    return (found @ basis)[:width], (found @ basis)[width:]


def _agreed(slopes: Doubles) -> Doubles:
    """[b] the mean gradient of p pages, reduced by its standard error, at most to zero.

    Ten pages may contain one or two that differ from the rest of their corpus; a convention that
    follows them is worse than none. For the same reason, no gradient is longer than the median.
    One page has no standard error: its gradient is used as it is.

    Args:
        slopes: [p, b] the gradients of the pages.
    """
    if len(slopes) < 2:
        return np.asarray(slopes.mean(0))
    length = np.linalg.norm(slopes, axis=1, keepdims=True)
    slopes = slopes * np.minimum(1, np.median(length) / np.maximum(length, _LEAST))
    mean, error = slopes.mean(0), slopes.std(0, ddof=1) / np.sqrt(len(slopes))
    return np.asarray(np.sign(mean) * np.maximum(np.abs(mean) - error, 0))


def _trusted(network: Mapping[str, Numbers], pages: Sequence[_Page]) -> list[_Page]:
    """The pages; those with a loss far above the median get less weight.

    Their gold is often wrong (an article that ends after its first paragraphs) and would outweigh
    the others.
    """
    none = np.zeros(len(network["input_bias"]) + len(network["output_bias"]))
    losses = np.array([_gradient(network, page, none)[0] for page in pages])
    shares = np.minimum(1, _FAR * np.median(losses) / np.maximum(losses, _LEAST))
    return [replace(page, weight=page.weight * w) for page, w in zip(pages, shares, strict=True)]


def _pages(network: Mapping[str, Numbers], lessons: Sequence[Lesson], labels: Bools) -> list[_Page]:
    prepare = ranking(network)
    out = []
    for one in lessons:
        rows = slice(0, _WINDOW)
        product = prepare(one.values[rows]) @ network["input"] + network["input_bias"]
        words, content = one.words[rows].astype(np.float64), one.content[rows]
        weight = loss_weights(words) + 1 / len(words)
        bias = (one.bias[rows, None] * labels).astype(np.float32)
        out.append(_Page(product, content, words, content[:, None] == labels, weight, bias))
    return out


def _descend(slope: Callable[[Doubles], Doubles], size: int) -> Doubles:
    point = np.zeros(size)
    mean, square = np.zeros_like(point), np.zeros_like(point)
    for step in range(1, _STEPS + 1):
        now = slope(point)
        mean += (1 - _MOMENTS[0]) * (now - mean)
        square += (1 - _MOMENTS[1]) * (now * now - square)
        direction = mean / (1 - _MOMENTS[0] ** step)
        scale = np.sqrt(square / (1 - _MOMENTS[1] ** step)) + 1e-8
        point = point - _RATE * 0.5 * (1 + np.cos(np.pi * (step - 1) / _STEPS)) * direction / scale
    return point


def _gradient(network: Mapping[str, Numbers], page: _Page, point: Doubles) -> tuple[float, Doubles]:
    """The loss of a page, and its gradient [d + k] by the two vectors, joined.

    Args:
        network: the weights.
        page: the page.
        point: [d + k] the two vectors.
    """
    width, added = len(network["input_bias"]), point.astype(np.float32)
    scores, back = _forward(network, page.product + added[:width])
    loss, delta = _loss(scores + page.bias + added[width:], network, page)
    return loss, np.concatenate([back(delta).sum(0), delta.sum(0)]).astype(np.float64)


def _loss(scores: Numbers, network: Mapping[str, Numbers], page: _Page) -> tuple[float, Numbers]:
    """The loss of a page, and its gradient by the scores [n, k]."""
    potentials = Potentials(scores.astype(np.float64), network["transition"].astype(np.float64))
    found = marginals(potentials)
    right = np.where(page.fits, found, 0.0)
    p = np.maximum(right.sum(1), _LEAST)
    missing, change = _missing(np.where(page.content, p, 1 - p), page)
    loss = _F1 * missing - _ENTROPY * page.weight @ np.log(p)
    by_p = _F1 * np.where(page.content, change, -change) - _ENTROPY * page.weight / p
    return float(loss), (by_p[:, None] * (right - found * p[:, None])).astype(np.float32)


def _missing(p: Numbers, page: _Page) -> tuple[float, Numbers]:
    """1 minus the expected word F1, and its gradient by the probabilities of content ``p`` [n]."""
    wanted, both = page.words @ page.content, page.words @ (p * page.content)
    total = page.words @ p + wanted
    if not wanted:
        return 0.0, np.zeros_like(p)
    return 1 - 2 * both / total, 2 * page.words * (both - page.content * total) / total**2


# ---- the network of `victor.labelers.neural.network`, with its derivative ----

Back = Callable[[Numbers], Numbers]  # from the gradient by a step's output to that by its input


def _forward(network: Mapping[str, Numbers], product: Numbers) -> tuple[Numbers, Back]:
    """[n, k] the scores, and backpropagation to the input ``product`` [n, d]."""
    steps: list[Back] = []
    hidden = np.maximum(product, 0)
    for layer, dilation in enumerate(DILATIONS):
        hidden, back = _convolved(network, hidden, layer, dilation)
        steps.append(back)
    for step in (_context, _widened):
        hidden, back = step(network, hidden)
        steps.append(back)
    rows, back_normal = _normal(hidden)
    scores = rows @ network["output"] + network["output_bias"]

    def back_all(delta: Numbers) -> Numbers:
        delta = back_normal(delta @ network["output"].T)
        for back in reversed(steps):
            delta = back(delta)
        return np.asarray(delta * (product > 0))

    return scores, back_all


def _normal(hidden: Numbers) -> tuple[Numbers, Back]:
    scale = 1 / np.sqrt(np.square(hidden).mean(1, keepdims=True) + EPSILON)
    rows = hidden * scale
    return rows, lambda delta: scale * (delta - rows * (delta * rows).mean(1, keepdims=True))


def _convolved(
    network: Mapping[str, Numbers], hidden: Numbers, layer: int, dilation: int
) -> tuple[Numbers, Back]:
    rows, back_normal = _normal(hidden)
    n, weight = len(hidden), network["convolution"][layer]
    wide = np.pad(rows, ((dilation, dilation), (0, 0)))
    seen = np.concatenate([wide[p * dilation : p * dilation + n] for p in range(3)], 1)
    more = seen @ weight.reshape(-1, hidden.shape[1]) + network["convolution_bias"][layer]

    def back(delta: Numbers) -> Numbers:
        passed = delta * (more > 0)
        spread = np.zeros_like(wide)
        for place in range(3):
            spread[place * dilation : place * dilation + n] += passed @ weight[place].T
        return np.asarray(delta + back_normal(spread[dilation : dilation + n]))

    return hidden + np.maximum(more, 0), back


def _context(network: Mapping[str, Numbers], hidden: Numbers) -> tuple[Numbers, Back]:
    """Attention to the segments of the page, plus the page as a whole."""
    rows, back_normal = _normal(hidden)
    starts = segment_starts(len(rows))
    counts = np.diff(starts).astype(np.float32)[:, None]
    segments = np.add.reduceat(rows, starts[:-1]) / counts
    seen, back_attention = _attended(network, rows, segments)
    mean = rows.mean(0)
    page = mean @ network["page"] + network["page_bias"]

    def back(delta: Numbers) -> Numbers:
        of_rows, of_segments = back_attention(delta)
        of_page = (delta.sum(0) * (page > 0)) @ network["page"].T / len(rows)
        of_rows += np.repeat(of_segments / counts, np.diff(starts), 0) + of_page
        return np.asarray(delta + back_normal(of_rows))

    return hidden + seen + np.maximum(page, 0), back


def _attended(
    network: Mapping[str, Numbers], rows: Numbers, segments: Numbers
) -> tuple[Numbers, Callable[[Numbers], tuple[Numbers, Numbers]]]:
    query, key, value = (
        by_head(seen @ network[name])
        for seen, name in ((rows, "query"), (segments, "key"), (segments, "value"))
    )
    scale = np.float32(query.shape[2] ** -0.5)
    logits = query @ key.transpose(0, 2, 1) * scale
    weight = np.exp(logits - logits.max(2, keepdims=True))
    weight /= weight.sum(2, keepdims=True)
    found = _flat(weight @ value) @ network["mix"]

    def back(delta: Numbers) -> tuple[Numbers, Numbers]:
        of_seen = by_head(delta @ network["mix"].T)
        of_value = weight.transpose(0, 2, 1) @ of_seen
        of_weight = of_seen @ value.transpose(0, 2, 1)
        of_logits = weight * (of_weight - (of_weight * weight).sum(2, keepdims=True)) * scale
        of_query, of_key = of_logits @ key, of_logits.transpose(0, 2, 1) @ query
        of_segments = _flat(of_key) @ network["key"].T + _flat(of_value) @ network["value"].T
        return _flat(of_query) @ network["query"].T, of_segments

    return found, back


def _flat(rows: Numbers) -> Numbers:
    """[n, d] from [heads, n, d / heads]."""
    return rows.transpose(1, 0, 2).reshape(rows.shape[1], -1)


def _widened(network: Mapping[str, Numbers], hidden: Numbers) -> tuple[Numbers, Back]:
    rows, back_normal = _normal(hidden)
    wide = rows @ network["widen"] + network["widen_bias"]

    def back(delta: Numbers) -> Numbers:
        passed = (delta @ network["narrow"].T) * (wide > 0)
        return np.asarray(delta + back_normal(passed @ network["widen"].T))

    return hidden + np.maximum(wide, 0) @ network["narrow"] + network["narrow_bias"], back
