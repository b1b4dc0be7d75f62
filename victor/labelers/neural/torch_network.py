"""The network of ``neural_crf`` and its loss in PyTorch, over padded batches of pages.

:mod:`victor.labelers.neural.network` computes the same scores with arrays.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from victor.arrays import Floats, Ints, Numbers
from victor.errors import require
from victor.labelers.neural.network import (
    CONVENTION,
    DILATIONS,
    EPSILON,
    HEADS,
    SEGMENTS,
    loss_weights,
)

Tensor = Any  # torch may be missing where this is type-checked
Parameters = Mapping[str, Tensor]
Prepare = Callable[[Numbers], Floats]  # values to ranks

_NEVER = -1e4  # logarithm of a negligible probability


@dataclass(frozen=True)
class TrainingPage:
    """A training page."""

    values: Floats  # [n, f]
    y: Ints  # [n]
    words: Floats  # [n]
    convention: int = -1  # index; -1: none


@dataclass(frozen=True)
class Batch:
    """A batch of b pages, padded to t blocks."""

    inputs: Tensor  # [b, t, f] ranks
    y: Tensor  # [b, t]
    weight: Tensor  # [b, t] weight of the block in the page's loss, 0 for padding
    real: Tensor  # [b, t, 1] 1 for blocks, 0 for padding
    pool: Tensor  # [b, SEGMENTS, t] averages the blocks of each segment
    convention: Tensor  # [b] index of the convention, -1 for none


def padded(pages: Sequence[TrainingPage], prepare: Prepare) -> Batch:
    """Pages as one padded batch; ``prepare`` maps values to ranks."""
    torch = require("torch", "neural")
    shape = len(pages), max(len(page.y) for page in pages)
    inputs = np.zeros((*shape, pages[0].values.shape[1]), np.float32)
    y, weight = np.zeros(shape, np.int64), np.zeros(shape, np.float32)
    real, pool = np.zeros((*shape, 1), np.float32), np.zeros((shape[0], SEGMENTS, shape[1]), "f4")
    for i, page in enumerate(pages):
        n = len(page.y)
        inputs[i, :n], y[i, :n], real[i, :n] = prepare(page.values), page.y, 1
        weight[i, :n] = loss_weights(page.words)
        segment = np.arange(n) * min(n, SEGMENTS) // n
        pool[i, segment, np.arange(n)] = 1 / np.bincount(segment)[segment]
    convention = np.array([page.convention for page in pages])
    return Batch(*map(torch.from_numpy, (inputs, y, weight, real, pool, convention)))


def scores(free: Parameters, batch: Batch, dropout: float = 0.0, generator: Any = None) -> Tensor:
    """[b, t, k] scores, as :func:`victor.labelers.neural.network.forward` computes them."""
    hidden = drop(batch.inputs, dropout, generator) @ free["input"]
    hidden = hidden + _bias(free, "input_bias", batch)
    hidden = hidden.relu() * batch.real
    for layer, dilation in enumerate(DILATIONS):
        hidden = hidden + _convolved(_normal(hidden), free, layer, dilation) * batch.real
    normal = _normal(hidden)
    hidden = hidden + _attended(normal, batch, free) + _page(normal, batch, free)
    wide = (_normal(hidden) @ free["widen"] + free["widen_bias"]).relu()
    hidden = hidden + drop(wide, dropout, generator) @ free["narrow"] + free["narrow_bias"]
    product = drop(_normal(hidden), dropout, generator) @ free["output"]
    return product + _bias(free, "output_bias", batch)


def _bias(free: Parameters, name: str, batch: Batch) -> Tensor:
    """[b, 1, d] a bias plus the vector of each page's convention."""
    torch = require("torch", "neural")
    added = free.get(CONVENTION[name])
    if added is None:
        return free[name].expand(len(batch.convention), 1, -1)
    none = added.new_zeros(1, added.shape[1])
    return (free[name] + torch.cat([added, none])[batch.convention])[:, None]


def drop(values: Tensor, rate: float, generator: Any) -> Tensor:
    """Dropout: the values with a ``rate`` of them set to 0, and the others scaled to compensate."""
    if not rate:
        return values
    kept = values.new_empty(values.shape).bernoulli_(1 - rate, generator=generator)
    return values * kept / (1 - rate)


def _normal(hidden: Tensor) -> Tensor:
    return hidden * (hidden.square().mean(-1, keepdim=True) + EPSILON).rsqrt()


def _convolved(normal: Tensor, free: Parameters, layer: int, dilation: int) -> Tensor:
    torch = require("torch", "neural")
    wide, n = torch.nn.functional.pad(normal, (0, 0, dilation, dilation)), normal.shape[1]
    seen = torch.cat([wide[:, p * dilation : p * dilation + n] for p in range(3)], -1)
    weight = free["convolution"][layer].reshape(-1, normal.shape[-1])
    return (seen @ weight + free["convolution_bias"][layer]).relu()


def _attended(normal: Tensor, batch: Batch, free: Parameters) -> Tensor:
    """Multi-head attention (Vaswani et al., 2017) from blocks to segment means."""
    segments = batch.pool @ normal
    query, key, value = (
        (rows @ free[name]).unflatten(-1, (HEADS, -1)).transpose(1, 2)
        for rows, name in ((normal, "query"), (segments, "key"), (segments, "value"))
    )
    empty = (batch.pool.sum(-1) == 0) * _NEVER
    logits = query @ key.transpose(-1, -2) / key.shape[-1] ** 0.5 + empty[:, None, None, :]
    return (logits.softmax(-1) @ value).transpose(1, 2).flatten(-2) @ free["mix"]


def _page(normal: Tensor, batch: Batch, free: Parameters) -> Tensor:
    mean = (normal * batch.real).sum(1, keepdim=True) / batch.real.sum(1, keepdim=True)
    return (mean @ free["page"] + free["page_bias"]).relu()


def loss(state: Tensor, transition: Tensor, batch: Batch) -> Tensor:
    """[b] loss of each page in nats: the sum of two terms.

    The first is the negative log-likelihood of the label sequence, per block (Lafferty et al.,
    2001). The second is the cross-entropy of the marginal probabilities, weighted by words (at most
    ``LONG`` per block), since decoding uses marginals and evaluation counts words.
    """
    forward, backward = messages(state, transition, batch.real)
    total = forward[:, -1].logsumexp(-1)
    marginal = _picked(forward + backward, batch.y) - total[:, None]
    by_words = -(marginal * batch.weight).sum(1)
    real = batch.real[..., 0]
    path = (_picked(state, batch.y) * real).sum(1)
    path = path + (transition[batch.y[:, :-1], batch.y[:, 1:]] * real[:, 1:]).sum(1)
    return by_words + (total - path) / real.sum(1)


def _picked(rows: Tensor, y: Tensor) -> Tensor:
    return rows.gather(-1, y[..., None])[..., 0]


def messages(state: Tensor, transition: Tensor, real: Tensor) -> tuple[Tensor, Tensor]:
    """[b, t, k] twice: logarithms of forward and backward messages.

    Their sum at a block is the unnormalised log-marginal; padding passes messages on unchanged.
    """
    torch = require("torch", "neural")
    eye = torch.eye(state.shape[-1]).sub(1).mul(-_NEVER)
    steps = transition + state[:, :, None, :]
    steps = torch.where(real[..., None] > 0, steps, eye)
    first = state[:, :1, None, :].expand(-1, 1, state.shape[-1], -1)
    forward = _scan(torch.cat([first, steps[:, 1:]], 1))[:, :, 0]
    last = eye.expand(len(state), 1, -1, -1)
    after = torch.cat([last, steps[:, 1:].flip(1)], 1).transpose(-1, -2)
    return forward, _scan(after).logsumexp(-2).flip(1)


def _scan(steps: Tensor) -> Tensor:
    """[b, t, k, k] the products of the first 1, 2, ... t matrices, as in :mod:`victor.decode`."""
    torch = require("torch", "neural")
    count = steps.shape[1]
    if count == 1:
        return steps
    pairs = _scan(_product(steps[:, 0 : count - 1 : 2], steps[:, 1::2]))
    threes = _product(pairs[:, : (count - 1) // 2], steps[:, 2::2])
    size = threes.shape[1]
    inner = torch.stack([pairs[:, :size], threes], 2).flatten(1, 2)
    return torch.cat([steps[:, :1], inner, pairs[:, size:]], 1)


def _product(first: Tensor, second: Tensor) -> Tensor:
    """Matrix products in the log domain."""
    return (first[..., :, :, None] + second[..., None, :, :]).logsumexp(-2)
