"""Training of ``neural_crf`` with PyTorch: initial weights, batches, gradient descent.

All randomness comes from local generators with the given seed, so that training neither depends on
the global random state nor changes it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from victor.arrays import Floats
from victor.errors import require
from victor.labelers.neural.network import (
    CONVENTION,
    convention_shapes,
    curves,
    ranking,
    shapes,
)
from victor.labelers.neural.torch_network import (
    Batch,
    Parameters,
    Prepare,
    Tensor,
    TrainingPage,
    drop,
    loss,
    padded,
    scores,
)

_UNDECAYED = ("transition", *CONVENTION.values())  # like biases
_AVERAGED = 2 / 3  # fraction of the steps after which weights are averaged
_FIXED = ("edges", "ranks")  # quantiles of the columns, not updated by gradient descent
_WINDOW = 2048  # size of the random window of a longer page that an epoch uses
_STEP, _PAGES = 2048, 8  # maximum blocks (including padding) and pages per step
_SAMPLE = 256  # maximum blocks per page from which the quantiles are computed
_WARM_UP = 0.1  # fraction of the steps in which the learning rate rises
_GRADIENT = 1.0  # norm at which gradients are clipped


@dataclass(frozen=True)
class Schedule:
    """The training schedule; see :class:`victor.labelers.neural.labeler.Options`."""

    epochs: int
    min_steps: int
    learning_rate: float
    weight_decay: float
    dropout: float
    family_dropout: float
    hidden: float
    average: float
    seed: int
    families: tuple[int, ...]  # [f] the index of the family of each column


def learn(
    pages: Sequence[TrainingPage],
    weights: Mapping[str, Floats],
    schedule: Schedule,
    random: np.random.Generator,
    progress: Callable[[int, float], None] | None = None,
) -> dict[str, Floats]:
    """Train a network; returns arrays of :func:`victor.labelers.neural.network.shapes`.

    AdamW (Loshchilov, Hutter, *Decoupled weight decay regularization*, 2019) with linear warm-up
    and cosine decay. It runs in one thread, as the order of summation would vary with more.

    Args:
        pages: non-empty pages.
        weights: initial weights.
        schedule: the training schedule.
        random: source of the order and windows of pages.
        progress: called with the epoch and the mean loss per page, in nats.

    Raises:
        VictorError: the extra ``neural`` is not installed.
    """
    torch = require("torch", "neural")
    with deterministic(torch):
        fixed = {name: weights[name] for name in _FIXED}
        free = {
            n: torch.tensor(w, requires_grad=True) for n, w in weights.items() if n not in fixed
        }
        _descend(pages, free, ranking(fixed), schedule, random, progress or (lambda *_: None))
        return fixed | {name: tensor.detach().numpy() for name, tensor in free.items()}


@contextmanager
def deterministic(torch: Any) -> Iterator[None]:
    """Use one thread and deterministic algorithms; restore the previous settings on exit."""
    threads, strict = torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
        torch.use_deterministic_algorithms(strict)


def initial(
    pages: Sequence[TrainingPage],
    width: int,
    labels: int,
    random: np.random.Generator,
    conventions: int = 0,
) -> dict[str, Floats]:
    """Initial weights: quantiles of the columns, and He initialisation of the layers.

    He et al., *Delving deep into rectifiers* (2015). Biases, transitions and the last layer of each
    residual branch are zero, so that each branch starts as the identity.
    """
    sizes = shapes(pages[0].values.shape[1], width, labels)
    edges, ranks = curves(np.concatenate([_sample(page.values) for page in pages]))
    out = {"edges": edges, "ranks": ranks}
    for name, shape in sizes.items():
        if name in _FIXED:
            continue
        zero = name.endswith("bias") or name in ("transition", "mix", "narrow", "output")
        fan_in = 3 * shape[-2] if name == "convolution" else shape[0]
        normal = random.normal(0, (2 / max(fan_in, 1)) ** 0.5, shape)
        out[name] = (normal * (not zero)).astype(np.float32)
    if conventions:
        empty = convention_shapes(width, labels, conventions).items()
        out |= {name: np.zeros(shape, np.float32) for name, shape in empty}
    return out


def _sample(values: Floats) -> Floats:
    """At most ``_SAMPLE`` evenly spaced rows, so that long pages do not dominate."""
    count = min(len(values), _SAMPLE)
    return values[np.arange(count) * len(values) // max(count, 1)]


def _descend(
    pages: Sequence[TrainingPage],
    free: Parameters,
    prepare: Prepare,
    schedule: Schedule,
    random: np.random.Generator,
    progress: Callable[[int, float], None],
) -> None:
    torch = require("torch", "neural")
    optimiser = torch.optim.AdamW(list(_groups(free, schedule.weight_decay)))
    generator = torch.Generator().manual_seed(schedule.seed)
    epochs = max(schedule.epochs, -(-schedule.min_steps // len(batches(pages, random))))
    averages: dict[str, Tensor] = {}
    averaged = 0
    for epoch in range(epochs):
        losses, steps = [], batches(pages, random)
        for i, step in enumerate(steps):
            _set_learning_rate(optimiser, schedule, (epoch + i / len(steps)) / epochs)
            batch = _disturbed(padded(step, prepare), schedule, generator)
            state = scores(free, batch, schedule.dropout, generator)
            total = loss(state, free["transition"], batch).sum()
            _update(optimiser, free, total * len(steps) / len(pages))
            if schedule.average and (epoch + i / len(steps)) / epochs > _AVERAGED:
                averaged += 1
                _average(averages, free, min(schedule.average, 1 - 1 / averaged))
            losses.append(float(total.detach()))
        progress(epoch + 1, sum(losses) / len(pages))
    for name, tensor in averages.items():
        free[name].data.copy_(tensor)


def _average(averages: dict[str, Tensor], free: Parameters, decay: float) -> None:
    """Add the weights to their exponential moving average.

    Polyak, Juditsky, *Acceleration of stochastic approximation by averaging* (1992).
    """
    for name, tensor in free.items():
        if name in averages:
            averages[name].lerp_(tensor.detach(), 1 - decay)
        else:
            averages[name] = tensor.detach().clone()


def _disturbed(batch: Batch, schedule: Schedule, generator: Any) -> Batch:
    """Drop some feature families and conventions of a batch.

    The network then relies on no single family, and can score pages without a convention.
    """
    torch = require("torch", "neural")
    size, inputs = len(batch.convention), batch.inputs
    if schedule.family_dropout:
        families = torch.tensor(schedule.families)
        count = max(schedule.families) + 1
        kept = drop(torch.ones(size, count), schedule.family_dropout, generator)
        inputs = inputs * kept[:, families][:, None]
    chance = torch.empty(size).uniform_(generator=generator)
    convention = torch.where(chance < schedule.hidden, -1, batch.convention)
    return replace(batch, inputs=inputs, convention=convention)


def _update(optimiser: Any, free: Parameters, total: Tensor) -> None:
    torch = require("torch", "neural")
    optimiser.zero_grad()
    total.backward()
    torch.nn.utils.clip_grad_norm_(list(free.values()), _GRADIENT)
    optimiser.step()


def _groups(free: Parameters, weight_decay: float) -> Iterator[dict[str, Any]]:
    """Parameter groups: weight decay for matrices, none for biases and transitions."""
    plain = [n for n in free if n.endswith("bias") or n in _UNDECAYED]
    yield {"params": [free[n] for n in free if n not in plain], "weight_decay": weight_decay}
    yield {"params": [free[n] for n in plain], "weight_decay": 0.0}


def _set_learning_rate(optimiser: Any, schedule: Schedule, done: float) -> None:
    """Set the learning rate for a fraction ``done`` of the steps."""
    falling = 0.5 * (1 + np.cos(np.pi * (done - _WARM_UP) / (1 - _WARM_UP)))
    share = max(done / _WARM_UP, 0.01) if done < _WARM_UP else falling
    for group in optimiser.param_groups:
        group["lr"] = schedule.learning_rate * float(share)


def batches(pages: Sequence[TrainingPage], random: np.random.Generator) -> list[list[TrainingPage]]:
    """Batches of pages of similar length, in random order; every page is in one batch."""
    cut = [_window(page, random) for page in pages]
    lengths = np.array([len(page.y) for page in cut])
    order = np.argsort(lengths * random.uniform(0.8, 1.25, len(cut)), kind="stable")
    out: list[list[TrainingPage]] = []
    longest = 0
    for i in order.tolist():
        longest = max(longest, int(lengths[i]))
        if not out or len(out[-1]) == _PAGES or longest * (len(out[-1]) + 1) > _STEP:
            out.append([])
            longest = int(lengths[i])
        out[-1].append(cut[i])
    return [out[i] for i in random.permutation(len(out))]


def _window(page: TrainingPage, random: np.random.Generator) -> TrainingPage:
    if len(page.y) <= _WINDOW:
        return page
    start = int(random.integers(len(page.y) - _WINDOW + 1))
    rows = slice(start, start + _WINDOW)
    return replace(page, values=page.values[rows], y=page.y[rows], words=page.words[rows])
