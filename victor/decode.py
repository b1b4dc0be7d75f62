"""Decode potentials to labels: marginals, Viterbi, and maximum expected word F1.

The recursions are parallel scans over all blocks of a page: products of k by k matrices are
associative, so that n of them take about log n array operations instead of n.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from victor.arrays import Bools, Doubles, Floats, Ints, Numbers, greatest_run, some
from victor.compiled import door
from victor.data import Labels, Potentials

Matrices = Doubles  # [n, ..., k, k]
_NEVER = -1e9
UNSURE = 0.4  # below this probability of every block, a page is unlike those that the model knows


def decode(
    potentials: Potentials,
    words: Floats,
    other: int,
    method: str,
    beta: float = 1.0,
    unsure: float = 1.0,
) -> Labels:
    """Label every block; the scores of the result are marginal probabilities.

    ``viterbi``: the most probable label sequence. ``marginal``: the most probable label of each
    block. Both divide the probability of boilerplate by beta^2, as in F-beta missed content costs
    beta^2 times as much as kept boilerplate (Elkan, *The Foundations of Cost-Sensitive Learning*,
    2001).
    ``expected_f1``: the set of blocks with the maximum expected word F-beta becomes content, each
    block with its most probable content label. ``subsequence``: the same for the contiguous region
    with the maximum score.

    Args:
        potentials: potentials of n blocks.
        words: [n] number of words of each block.
        other: index of the boilerplate label.
        method: ``viterbi``, ``marginal``, ``expected_f1`` or ``subsequence``.
        beta: weight of recall relative to precision: above 1 favours recall.
        unsure: see :func:`greatest_expected_f1`; for ``expected_f1`` only.
    """
    edge = potentials.transition
    if method == "expected_f1" and edge is not None and len(edge) > 1:
        state, edge = (np.ascontiguousarray(one, np.float64) for one in (potentials.state, edge))
        weight = np.ascontiguousarray(words, np.float32)
        found, y = decided(state, edge, weight, other, beta, unsure)
        return Labels(y, found)
    scores = marginals(potentials)
    odds = np.where(np.arange(scores.shape[1]) == other, beta**2, 1.0)
    if method == "marginal":
        y = (scores / odds).argmax(axis=1).astype(np.int32)
    elif method == "viterbi":
        state = potentials.state
        y = viterbi(replace(potentials, state=state - np.log(odds).astype(state.dtype)))
    else:
        greatest = partial(greatest_expected_f1, unsure=unsure)
        select = greatest_subsequence if method == "subsequence" else greatest
        y = _with_content(scores, select(1 - scores[:, other], words, beta), other)
    return Labels(y, scores.astype(np.float32))


def _with_content(scores: Doubles, chosen: Bools, other: int) -> Ints:
    """[n] the most probable content label of ``chosen`` blocks, boilerplate for others."""
    content = np.where(np.arange(scores.shape[1]) == other, -1.0, scores)
    return np.where(chosen, content.argmax(axis=1), other).astype(np.int32)


@door("network")
def decided(
    state: Doubles, transition: Doubles, words: Floats, other: int, beta: float, unsure: float
) -> tuple[Floats, Ints]:
    """[n, k] marginal probabilities, and [n] labels with the maximum expected word F-beta.

    Args:
        state: [n, k] scores of the labels of a chain; see :class:`~victor.data.Potentials`.
        transition: [k, k].
        words: see :func:`decode`, also for ``other``, ``beta`` and ``unsure``.
    """
    if not 0 <= other < state.shape[1] > 1:
        raise ValueError("other: expected one of two labels or more")
    scores = marginals(Potentials(state, transition))
    chosen = greatest_expected_f1(1 - scores[:, other], words, beta, unsure)
    return scores.astype(np.float32), _with_content(scores, chosen, other)


def marginals(potentials: Potentials) -> Doubles:
    """[n, k] marginal probabilities of each block's labels."""
    local, messages = _recursions(potentials)
    return _normalised(local if messages is None else messages.prod(axis=0))


def messages(potentials: Potentials) -> tuple[Matrices, Matrices]:
    """[n, k] twice: messages to each block from the blocks before and after, natural logarithms.

    With the state scores they sum to the log-marginals, up to a constant per block (Sutton and
    McCallum, *An introduction to conditional random fields*, 2012, section 4.1).
    """
    local, scaled = _recursions(potentials)
    if scaled is None:
        return np.zeros_like(local), np.zeros_like(local)
    before, after = np.log(np.maximum(scaled, 1e-300))
    return before - np.log(np.maximum(local, 1e-300)), after


def _recursions(potentials: Potentials) -> tuple[Matrices, Matrices | None]:
    """[n, k] exponentials of the state scores; [2, n, k] of :func:`chain`, None without one."""
    state = potentials.state
    local = np.exp(state - state.max(axis=1, keepdims=True, initial=_NEVER))
    if potentials.transition is None or len(state) < 2:
        return local, None
    local = np.ascontiguousarray(local, np.float64)
    edge = np.exp(np.asarray(potentials.transition - potentials.transition.max(), np.float64))
    return local, chain(local, edge)


@door("network")
def chain(local: Doubles, edge: Doubles) -> Doubles:
    """[2, n, k] forward and backward variables of a chain; each row [k] is scaled to sum to 1.

    ``local`` [n, k] and ``edge`` [k, k] are exponentials of state and transition scores, n > 1
    (Lafferty, McCallum, Pereira, *Conditional random fields*, 2001, section 3).
    """
    steps = edge[None] * local[1:, None, :]
    # The backward recursion is the forward recursion over the reversed, transposed steps.
    both = _scan(np.stack((steps, steps[::-1].transpose(0, 2, 1)), axis=1), np.matmul, _rescaled)
    forward, backward = np.empty_like(local), np.ones_like(local)
    forward[0] = local[0]
    forward[1:] = local[0] @ both[:, 0]
    backward[:-1] = both[::-1, 1].sum(axis=1)
    return np.array([_normalised(forward), _normalised(backward)])


def viterbi(potentials: Potentials) -> Ints:
    """[n] the most probable label sequence (Viterbi); the smaller label index wins ties."""
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


def greatest_expected_f1(
    content: Numbers, words: Numbers, beta: float = 1.0, unsure: float = 1.0
) -> Bools:
    """[n] whether a block is in the set with the maximum expected word F-beta.

    Blocks are sorted by decreasing probability p of content; the set is the prefix that maximises
    (1 + b^2) sum(w p) / (sum(w) + b^2 S) with w the words, b beta and S the sum of w p over all
    blocks. It is empty if the probability that the page has no content is higher. A greater beta
    never selects a smaller prefix.

    If no p reaches UNSURE, the page is unlike those that the model knows; such pages tend to have
    more content than it expects. Beta is then ``unsure``, if that is greater.

    Args:
        content: [n] the probabilities p.
        words: [n] the numbers of words w.
        beta: weight of recall relative to precision.
        unsure: the same on such pages; not used if ``beta`` favours precision.
    """
    chosen = np.zeros(len(content), bool)
    if not len(content):
        return chosen
    p, weight = _weighted(content, words)
    order = np.argsort(-p, kind="stable")
    expected = _expected(p[order], weight[order], beta)
    if expected.max() > _no_content(p):
        if p.max() < UNSURE and 1 <= beta < unsure:
            expected = _expected(p[order], weight[order], unsure)
        chosen[order[: int(expected.argmax()) + 1]] = True
    return chosen


def _expected(p: Doubles, weight: Doubles, beta: float) -> Doubles:
    """[n] the expected word F-beta of each prefix."""
    gain = np.cumsum(weight * p)
    return np.asarray((1 + beta**2) * gain / (np.cumsum(weight) + beta**2 * gain[-1]))


def greatest_subsequence(content: Numbers, words: Numbers, beta: float = 1.0) -> Bools:
    """[n] whether a block is in the contiguous region with the maximum score; empty if that is 0.

    Maximum subsequence segmentation (Pasternack and Roth, *Extracting article text from the web
    with maximum subsequence segmentation*, 2009): the score of a word is the probability that it is
    content, here that of its block in ``content`` [n], minus a threshold, here 1 / (1 + beta^2).
    """
    p, weight = _weighted(content, words)
    return greatest_run(weight * (p - 1 / (1 + beta**2)))


def expected_f1(labels: Labels, words: Floats, other: int) -> float:
    """The expected word F1 of a page's labels, from 0 to 1; a confidence score.

    Without content, it is the probability that the page has none.

    Args:
        labels: labels of n blocks, by any method and after any filters.
        words: [n] number of words of each block.
        other: index of the boilerplate label.
    """
    p, weight = _weighted(1 - labels.scores[:, other], words)
    chosen = labels.y != other
    if not some(chosen):
        return _no_content(p)
    gain = weight * p
    return float(2 * gain[chosen].sum() / (weight[chosen].sum() + gain.sum()))


def _weighted(content: Numbers, words: Numbers) -> tuple[Doubles, Doubles]:
    """[n] probabilities, and words; at least 0.1, so that blocks without words count, too."""
    return np.asarray(content, np.float64), np.maximum(np.asarray(words, np.float64), 0.1)


def _no_content(p: Doubles) -> float:
    """The probability that no block is content."""
    return float(np.exp(np.log1p(-np.minimum(p, 1 - 1e-12)).sum()))


def _normalised(rows: Doubles) -> Doubles:
    return np.asarray(rows / np.maximum(rows.sum(axis=1, keepdims=True), 1e-300))


def _scan(
    steps: Matrices,
    product: Callable[[Matrices, Matrices], Matrices],
    rescaled: Callable[[Matrices], Matrices],
) -> Matrices:
    """The products of the first 1, 2, ... n matrices, by a parallel prefix scan.

    Products of neighbours are rescaled; a prefix is the product of at most log n of these.
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
    """Matrices divided by their maximum, so that long chains neither underflow nor overflow."""
    flat = products.reshape(*products.shape[:-2], -1)
    most = np.maximum(flat.max(axis=-1), 1e-300)
    return np.asarray(products / most[..., None, None])


def _max_sum(first: Matrices, second: Matrices) -> Matrices:
    return np.asarray((first[:, :, :, None] + second[:, None, :, :]).max(axis=2))
