"""Learning of ``neural_crf`` with torch: the network over padded pages, the loss, the loop.

Torch is needed here and nowhere else. Everything random comes from the seed, through generators of
its own, so that neither the caller's random state matters nor is changed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.errors import require
from victor.labelers.neural.network import (
    DILATIONS,
    EPSILON,
    HEADS,
    SEGMENTS,
    alike,
    curves,
    shapes,
)

Tensor = Any  # torch may be missing where this is type-checked
Parameters = Mapping[str, Tensor]
Prepare = Callable[[NDArray[Any]], NDArray[np.float32]]  # values to ranks

_NEVER = -1e4  # a logarithm that no sum notices
_FIXED = ("edges", "ranks")  # learned by counting, not by gradient
_WINDOW = 2048  # longer pages are learned by windows of so many blocks, another one each epoch
_STEP, _PAGES = 2048, 8  # blocks of a step, padding included, and its pages, at most
_SAMPLE = 256  # blocks of a page that columns are made alike by
_WARM_UP = 0.1  # share of the steps in which the learning rate rises
_LONG = 100.0  # words from which on blocks count alike
_GRADIENT = 1.0  # norm at which gradients are cut


@dataclass(frozen=True)
class Page:
    """A page to learn from: values [n, f], labels [n], words [n]."""

    values: NDArray[np.float32]
    y: NDArray[np.int32]
    words: NDArray[np.float32]


@dataclass(frozen=True)
class Schedule:
    """How long and how fast (``neural_crf.Options``)."""

    epochs: int
    min_steps: int
    learning_rate: float
    weight_decay: float
    dropout: float
    seed: int


@dataclass(frozen=True)
class Batch:
    """Pages of b, padded to t blocks."""

    inputs: Tensor  # [b, t, f] ranks
    y: Tensor  # [b, t]
    weight: Tensor  # [b, t] share of the page's loss, 0 where padded
    real: Tensor  # [b, t, 1] 1 for blocks, 0 where padded
    pool: Tensor  # [b, SEGMENTS, t] what makes segments' means of blocks


def learn(
    pages: Sequence[Page],
    weights: Mapping[str, NDArray[np.float32]],
    schedule: Schedule,
    random: np.random.Generator,
    progress: Callable[[int, float], None] | None = None,
) -> dict[str, NDArray[np.float32]]:
    """The arrays of a network (:func:`victor.labelers.neural.network.shapes`) of non-empty pages.

    ``weights`` are those to begin with.

    AdamW (Loshchilov, Hutter, *Decoupled weight decay regularization*, 2019), the learning rate
    rising in the first steps and falling as a cosine after. One thread: more would add up in
    another order each time.

    Raises:
        VictorError: the extra ``neural`` is not installed.
    """
    torch = require("torch", "neural")
    with alone(torch):
        fixed = {name: weights[name] for name in _FIXED}
        free = {
            n: torch.tensor(w, requires_grad=True) for n, w in weights.items() if n not in fixed
        }
        _descend(pages, free, alike(fixed), schedule, random, progress or (lambda *_: None))
        return fixed | {name: tensor.detach().numpy() for name, tensor in free.items()}


@contextmanager
def alone(torch: Any) -> Iterator[None]:
    """One thread and nothing left to chance; as it was before, afterwards."""
    threads, strict = torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
        torch.use_deterministic_algorithms(strict)


def initial(
    pages: Sequence[Page], width: int, labels: int, random: np.random.Generator
) -> dict[str, NDArray[np.float32]]:
    """Weights to begin with: curves of the columns, noise of the inputs' scale, noughts.

    He et al., *Delving deep into rectifiers* (2015); biases, transitions and what ends a branch
    begin with nought, so that every layer first hands on what it got.
    """
    wanted = shapes(pages[0].values.shape[1], width, labels)
    edges, ranks = curves(np.concatenate([_spread(page.values) for page in pages]))
    out = {"edges": edges, "ranks": ranks}
    for name, shape in wanted.items():
        if name in _FIXED:
            continue
        still = name.endswith("bias") or name in ("transition", "mix", "narrow", "output")
        fan_in = 3 * shape[-2] if name == "convolution" else shape[0]
        noise = random.normal(0, (2 / max(fan_in, 1)) ** 0.5, shape)
        out[name] = (noise * (not still)).astype(np.float32)
    return out


def _spread(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """At most _SAMPLE rows, evenly spread: long pages are not all that there is."""
    count = min(len(values), _SAMPLE)
    return values[np.arange(count) * len(values) // max(count, 1)]


def _descend(
    pages: Sequence[Page],
    free: Parameters,
    prepare: Prepare,
    schedule: Schedule,
    random: np.random.Generator,
    progress: Callable[[int, float], None],
) -> None:
    torch = require("torch", "neural")
    optimiser = torch.optim.AdamW(list(_groups(free, schedule.weight_decay)))
    chance = torch.Generator().manual_seed(schedule.seed)
    epochs = max(schedule.epochs, -(-schedule.min_steps // len(batches(pages, random))))
    for epoch in range(epochs):
        losses, steps = [], batches(pages, random)
        for i, step in enumerate(steps):
            _set_pace(optimiser, schedule, (epoch + i / len(steps)) / epochs)
            batch = padded(step, prepare)
            state = scores(free, batch, schedule.dropout, chance)
            total = loss(state, free["transition"], batch).sum()
            _move(optimiser, free, total * len(steps) / len(pages))
            losses.append(float(total.detach()))
        progress(epoch + 1, sum(losses) / len(pages))


def _move(optimiser: Any, free: Parameters, total: Tensor) -> None:
    """One step down."""
    torch = require("torch", "neural")
    optimiser.zero_grad()
    total.backward()
    torch.nn.utils.clip_grad_norm_(list(free.values()), _GRADIENT)
    optimiser.step()


def _groups(free: Parameters, weight_decay: float) -> Iterator[dict[str, Any]]:
    """Matrices decay; biases and transitions stay."""
    plain = [n for n in free if n.endswith("bias") or n == "transition"]
    yield {"params": [free[n] for n in free if n not in plain], "weight_decay": weight_decay}
    yield {"params": [free[n] for n in plain], "weight_decay": 0.0}


def _set_pace(optimiser: Any, schedule: Schedule, done: float) -> None:
    """The learning rate when a share of the learning is done."""
    falling = 0.5 * (1 + np.cos(np.pi * (done - _WARM_UP) / (1 - _WARM_UP)))
    share = max(done / _WARM_UP, 0.01) if done < _WARM_UP else falling
    for group in optimiser.param_groups:
        group["lr"] = schedule.learning_rate * float(share)


def batches(pages: Sequence[Page], random: np.random.Generator) -> list[list[Page]]:
    """All pages, those of about the same length together, in random order."""
    cut = [_window(page, random) for page in pages]
    lengths = np.array([len(page.y) for page in cut])
    order = np.argsort(lengths * random.uniform(0.8, 1.25, len(cut)), kind="stable")
    out: list[list[Page]] = []
    longest = 0
    for i in order.tolist():
        longest = max(longest, int(lengths[i]))
        if not out or len(out[-1]) == _PAGES or longest * (len(out[-1]) + 1) > _STEP:
            out.append([])
            longest = int(lengths[i])
        out[-1].append(cut[i])
    return [out[i] for i in random.permutation(len(out))]


def _window(page: Page, random: np.random.Generator) -> Page:
    if len(page.y) <= _WINDOW:
        return page
    start = int(random.integers(len(page.y) - _WINDOW + 1))
    rows = slice(start, start + _WINDOW)
    return Page(page.values[rows], page.y[rows], page.words[rows])


def padded(pages: Sequence[Page], prepare: Prepare) -> Batch:
    """Pages side by side; ``prepare`` makes ranks of values."""
    torch = require("torch", "neural")
    shape = len(pages), max(len(page.y) for page in pages)
    inputs = np.zeros((*shape, pages[0].values.shape[1]), np.float32)
    y, weight = np.zeros(shape, np.int64), np.zeros(shape, np.float32)
    real, pool = np.zeros((*shape, 1), np.float32), np.zeros((shape[0], SEGMENTS, shape[1]), "f4")
    for i, page in enumerate(pages):
        n = len(page.y)
        inputs[i, :n], y[i, :n], real[i, :n] = prepare(page.values), page.y, 1
        capped = 1 + np.minimum(page.words, _LONG)
        weight[i, :n] = capped / capped.sum()
        segment = np.arange(n) * min(n, SEGMENTS) // n
        pool[i, segment, np.arange(n)] = 1 / np.bincount(segment)[segment]
    return Batch(*map(torch.from_numpy, (inputs, y, weight, real, pool)))


def scores(free: Parameters, batch: Batch, dropout: float = 0.0, chance: Any = None) -> Tensor:
    """[b, t, k] as :func:`victor.labelers.neural.network.forward`; ``dropout`` of inputs and outputs."""
    hidden = _drop(batch.inputs, dropout, chance) @ free["input"] + free["input_bias"]
    hidden = hidden.relu() * batch.real
    for layer, dilation in enumerate(DILATIONS):
        hidden = hidden + _convolved(_normal(hidden), free, layer, dilation) * batch.real
    normal = _normal(hidden)
    hidden = hidden + _attended(normal, batch, free) + _page(normal, batch, free)
    wide = (_normal(hidden) @ free["widen"] + free["widen_bias"]).relu()
    hidden = hidden + _drop(wide, dropout, chance) @ free["narrow"] + free["narrow_bias"]
    return _drop(_normal(hidden), dropout, chance) @ free["output"] + free["output_bias"]


def _drop(values: Tensor, share: float, chance: Any) -> Tensor:
    if not share:
        return values
    kept = values.new_empty(values.shape).bernoulli_(1 - share, generator=chance)
    return values * kept / (1 - share)


def _normal(hidden: Tensor) -> Tensor:
    return hidden * (hidden.square().mean(-1, keepdim=True) + EPSILON).rsqrt()


def _convolved(normal: Tensor, free: Parameters, layer: int, dilation: int) -> Tensor:
    torch = require("torch", "neural")
    wide, n = torch.nn.functional.pad(normal, (0, 0, dilation, dilation)), normal.shape[1]
    seen = torch.cat([wide[:, p * dilation : p * dilation + n] for p in range(3)], -1)
    weight = free["convolution"][layer].reshape(-1, normal.shape[-1])
    return (seen @ weight + free["convolution_bias"][layer]).relu()


def _attended(normal: Tensor, batch: Batch, free: Parameters) -> Tensor:
    """Multi-head attention (Vaswani et al., 2017) of blocks to the means of segments."""
    segments = batch.pool @ normal
    query, key, value = (
        (rows @ free[name]).unflatten(-1, (HEADS, -1)).transpose(1, 2)
        for rows, name in ((normal, "query"), (segments, "key"), (segments, "value"))
    )
    empty = (batch.pool.sum(-1) == 0) * _NEVER
    asked = query @ key.transpose(-1, -2) / key.shape[-1] ** 0.5 + empty[:, None, None, :]
    return (asked.softmax(-1) @ value).transpose(1, 2).flatten(-2) @ free["mix"]


def _page(normal: Tensor, batch: Batch, free: Parameters) -> Tensor:
    mean = (normal * batch.real).sum(1, keepdim=True) / batch.real.sum(1, keepdim=True)
    return (mean @ free["page"] + free["page_bias"]).relu()


def loss(state: Tensor, transition: Tensor, batch: Batch) -> Tensor:
    """[b] each page's loss, in nats by block; both halves count the same.

    One half is the chain's negative log-likelihood, by the number of blocks (Lafferty et al.,
    2001). The other is that of each block's label by itself, under the chain's marginals, by the
    block's words (at most _LONG): marginals are what decides, and words are what is scored.
    """
    forward, backward = messages(state, transition, batch.real)
    total = forward[:, -1].logsumexp(-1)
    own = _picked(forward + backward, batch.y) - total[:, None]
    by_words = -(own * batch.weight).sum(1)
    real = batch.real[..., 0]
    path = (_picked(state, batch.y) * real).sum(1)
    path = path + (transition[batch.y[:, :-1], batch.y[:, 1:]] * real[:, 1:]).sum(1)
    return by_words + (total - path) / real.sum(1)


def _picked(rows: Tensor, y: Tensor) -> Tensor:
    return rows.gather(-1, y[..., None])[..., 0]


def messages(state: Tensor, transition: Tensor, real: Tensor) -> tuple[Tensor, Tensor]:
    """[b, t, k] twice: logarithms of what leads to a label at a block, and of what follows it.

    Their sum at any block is the marginal but for the normaliser; padded blocks hand on what came.
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
    """[b, t, k, k] the products of the first 1, 2, ... t, as :mod:`victor.decode` has them."""
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
    """Sums of products, in logarithms."""
    return (first[..., :, :, None] + second[..., None, :, :]).logsumexp(-2)
