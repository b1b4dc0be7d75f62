"""Scores to labels: marginals, Viterbi, and the choice of greatest expected word F1.

Both recursions run as scans over all blocks of a page at once: products of k by k matrices are
associative, so that n of them need about log n array calls instead of n.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Floats, Ints, greatest_run
from victor.compiled import door
from victor.data import Labels, Potentials

Matrices = NDArray[np.float64]  # [n, ..., k, k]
Doubles = NDArray[np.float64]  # [n]
_NEVER = -1e9


def decode(
    potentials: Potentials, words: Floats, other: int, method: str, beta: float = 1.0
) -> Labels:
    """Label every block.

    ``viterbi``: the best sequence. ``marginal``: each block's likeliest label. Both count the
    probability of boilerplate beta^2 times less: in F-beta, content that is missed costs beta^2 times
    as much as boilerplate that is kept (Elkan, *The Foundations of Cost-Sensitive Learning*, 2001).
    ``expected_f1``: the set of blocks with the greatest expected word F-beta is content, each with
    its likeliest label but boilerplate. ``subsequence``: likewise, of the contiguous regions of the page
    the one with the greatest score.

    Args:
        potentials: of n blocks.
        words: [n] the words of each block.
        other: the number of the label that means boilerplate.
        method: one of the four.
        beta: above 1 for recall, below for precision.
    """
    scores = marginals(potentials)
    boilerplate = np.arange(scores.shape[1]) == other
    odds = np.where(boilerplate, beta**2, 1.0)
    if method == "marginal":
        y = (scores / odds).argmax(axis=1).astype(np.int32)
    elif method == "viterbi":
        state = potentials.state
        y = viterbi(replace(potentials, state=state - np.log(odds).astype(state.dtype)))
    else:
        choose = greatest_subsequence if method == "subsequence" else greatest_expected_f1
        chosen = choose(1 - scores[:, other], words, beta)
        content = np.where(boilerplate, -1.0, scores)
        y = np.where(chosen, content.argmax(axis=1), other).astype(np.int32)
    return Labels(y, scores.astype(np.float32))


def marginals(potentials: Potentials) -> NDArray[np.float64]:
    """[n, k] the probability of each label of each block."""
    local, messages = _recursions(potentials)
    return _normalised(local if messages is None else messages.prod(axis=0))


def messages(potentials: Potentials) -> tuple[Matrices, Matrices]:
    """[n, k] twice: what reaches each block from those before and after, natural logarithms.

    With the state they add up to the logarithms of the marginal probabilities, up to a constant for
    each block (Sutton and McCallum, *An introduction to conditional random fields*, 2012, section
    4.1).
    """
    local, found = _recursions(potentials)
    if found is None:
        return np.zeros_like(local), np.zeros_like(local)
    before, after = np.log(np.maximum(found, 1e-300))
    return before - np.log(np.maximum(local, 1e-300)), after


def _recursions(potentials: Potentials) -> tuple[Matrices, Matrices | None]:
    """[n, k] the exponentials of the state; [2, n, k] of :func:`chain`, None without a chain."""
    state = potentials.state
    local = np.exp(state - state.max(axis=1, keepdims=True, initial=_NEVER))
    if potentials.transition is None or len(state) < 2:
        return local, None
    local = np.ascontiguousarray(local, np.float64)
    edge = np.exp(np.asarray(potentials.transition - potentials.transition.max(), np.float64))
    return local, chain(local, edge)


@door("network")
def chain(local: Doubles, edge: Doubles) -> Doubles:
    """[2, n, k] the forward and the backward recursion over a chain, rows scaled to sum to 1.

    ``local`` [n, k] are the potentials of n blocks' labels, n > 1; ``edge`` [k, k] those from label
    to label (Lafferty, McCallum, Pereira, *Conditional random fields*, 2001, section 3).
    """
    steps = edge[None] * local[1:, None, :]
    # What follows a block: the products from its right to the end, read from the end.
    both = _scan(np.stack((steps, steps[::-1].transpose(0, 2, 1)), axis=1), np.matmul, _rescaled)
    forward, backward = np.empty_like(local), np.ones_like(local)
    forward[0] = local[0]
    forward[1:] = local[0] @ both[:, 0]
    backward[:-1] = both[::-1, 1].sum(axis=1)
    return np.array([_normalised(forward), _normalised(backward)])


def viterbi(potentials: Potentials) -> Ints:
    """[n] the labels of the best sequence; of equal ones the one with smaller numbers."""
    state, transition = potentials.state, potentials.transition
    if transition is None or len(state) < 2:
        return np.asarray(state.argmax(axis=1), np.int32)
    steps = transition[None] + state[1:, None, :]
    best = np.empty_like(state)
    best[0] = state[0]
    best[1:] = (state[0][None, :, None] + _scan(steps, _max_sum, lambda products: products)).max(
        axis=1
    )
    came_from = (best[:-1, :, None] + transition[None]).argmax(axis=1).tolist()
    y = [int(best[-1].argmax())]
    for row in reversed(came_from):
        y.append(row[y[-1]])
    return np.array(y[::-1], np.int32)


def greatest_expected_f1(content: NDArray[Any], words: NDArray[Any], beta: float = 1.0) -> Bools:
    """[n] the blocks that together have the greatest expected word F1, or F-beta.

    By probability from above, the prefix that maximises (1 + b^2) sum(w p) / (sum(w) + b^2 times
    the sum of w p over all blocks), w the words, p the probability that the block is content and
    b beta; nothing, if that is likelier to be right. A greater beta never chooses a smaller prefix.
    """
    if not len(content):
        return np.zeros(0, bool)
    p, weight = _weighted(content, words)
    order = np.argsort(-p, kind="stable")
    gain = np.cumsum((weight * p)[order])
    f = (1 + beta**2) * gain / (np.cumsum(weight[order]) + beta**2 * gain[-1])
    chosen = np.zeros(len(p), bool)
    if f.max() > _all_noise(p):
        chosen[order[: int(f.argmax()) + 1]] = True
    return chosen


def greatest_subsequence(content: NDArray[Any], words: NDArray[Any], beta: float = 1.0) -> Bools:
    """[n] the contiguous blocks that together have the greatest score; none if it is not above 0.

    Maximum subsequence segmentation (Pasternack and Roth, *Extracting article text from the web
    with maximum subsequence segmentation*, 2009): each word scores the probability that it is
    content less a threshold, here that of its block less 1 / (1 + beta^2), which is .5.
    """
    p, weight = _weighted(content, words)
    return greatest_run(weight * (p - 1 / (1 + beta**2)))


def expected_f1(labels: Labels, words: Floats, other: int) -> float:
    """The expected word F1 of a page's labels, 0 to 1: how good they probably are.

    As above; where nothing is content, the probability that this is right.

    Args:
        labels: of n blocks, by any method and after any filter.
        words: [n] the words of each block.
        other: the number of the label that means boilerplate.
    """
    p, weight = _weighted(1 - labels.scores[:, other], words)
    chosen = labels.y != other
    if not chosen.any():
        return _all_noise(p)
    gain = weight * p
    return float(2 * gain[chosen].sum() / (weight[chosen].sum() + gain.sum()))


def _weighted(content: NDArray[Any], words: NDArray[Any]) -> tuple[Doubles, Doubles]:
    """[n] probabilities and words; a block without words weighs a little, so that it is decided."""
    return np.asarray(content, np.float64), np.maximum(np.asarray(words, np.float64), 0.1)


def _all_noise(p: Doubles) -> float:
    return float(np.exp(np.log1p(-np.minimum(p, 1 - 1e-12)).sum()))


def _normalised(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(rows / np.maximum(rows.sum(axis=1, keepdims=True), 1e-300))


def _scan(
    steps: Matrices,
    product: Callable[[Matrices, Matrices], Matrices],
    rescaled: Callable[[Matrices], Matrices],
) -> Matrices:
    """The products of the first 1, 2, ... n matrices, pairing neighbours first.

    Neighbours are rescaled once they are paired; a prefix is a product of at most log n of these.
    """
    if len(steps) == 1:
        return steps
    pairs = _scan(rescaled(product(steps[:-1:2], steps[1::2])), product, rescaled)
    out = np.empty_like(steps)
    out[0] = steps[0]
    out[1::2] = pairs
    out[2::2] = product(pairs[: (len(steps) - 1) // 2], steps[2::2])
    return out


def _rescaled(products: Matrices) -> Matrices:
    """The same up to a factor each, so that long chains neither vanish nor overflow."""
    flat = products.reshape(*products.shape[:-2], -1)
    most = np.maximum(flat.max(axis=-1), 1e-300)
    return np.asarray(products / most[..., None, None])


def _max_sum(first: Matrices, second: Matrices) -> Matrices:
    return np.asarray((first[:, :, :, None] + second[:, None, :, :]).max(axis=2))
