"""What a taught model knows of roles: how likely a title, a date or a comment is content.

Corpora and users differ in this more than in anything else, and the columns of the network hardly
distinguish these blocks from others. :mod:`victor.document.roles` finds them by rules, whatever the
site, so that a few pages are enough to learn a bias for each role.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from victor.arrays import Bools, Doubles, Numbers
from victor.config import ROLES
from victor.labelers.base import Instance, Weights
from victor.labelers.checks import array_problem, missing_problem

NAMES = ("role_names", "role_biases")
# Tables are left out: their labels depend on the page. So are posts, the body of their pages.
_LEARNED = ("title", "subtitle", "byline", "date", "caption", "comment", "code", "quotation")
_VARIANCE = 4.0  # of a bias before any page, in square nats
_LEAST = 2  # pages with a role
_AGREED = 1 / 3  # least share of these pages that a change of its bias agrees with
_STEPS, _LONGEST = 30, 1.0  # of Newton's method
_NOTABLE = 1.0  # least bias that users are informed of, in nats


class Observed(NamedTuple):
    """The n blocks of a page, and what the network predicts for them."""

    role: Numbers  # [n] see :class:`victor.labelers.base.Instance`
    content: Bools  # [n]
    words: Numbers  # [n]
    logit: Doubles  # [n] of the probability of content


def learned(pages: Sequence[Observed], before: Weights) -> dict[str, Numbers]:
    """The arrays of the weights that hold the bias of each role.

    A bias is added to the logit of a block. It is the most probable one under a normal prior, as
    in logistic regression, and each page with the role counts equally.

    Args:
        pages: the pages.
        before: weights; the prior is centred at their biases, if they have some.
    """
    known = _by_name(before)
    biases = [
        _bias([_of_role(page, ROLES.index(name) + 1) for page in pages], known.get(name, 0.0))
        for name in _LEARNED
    ]
    return dict(zip(NAMES, (np.array(_LEARNED), np.array(biases, np.float32)), strict=True))


def _by_name(weights: Weights) -> dict[str, float]:
    """The biases in weights by role."""
    names, biases = (weights.get(name, np.zeros(0)) for name in NAMES)
    return dict(zip(names.tolist(), biases.tolist(), strict=True))


def _of_role(page: Observed, role: int) -> tuple[Doubles, Doubles, Doubles]:
    """The logits of the blocks of a role, whether they are content, and their weights."""
    chosen = (page.role == role) & (page.words > 0)
    words = page.words[chosen].astype(np.float64)
    return page.logit[chosen], page.content[chosen].astype(np.float64), words / words.sum()


def _bias(pages: Sequence[tuple[Doubles, Doubles, Doubles]], before: float) -> float:
    """The bias of a role; that from before if too few pages have it.

    A few pages do not change it against the others: if comments are boilerplate on seven pages, as
    the network is sure of, they would become content because of the eighth.
    """
    with_role = [page for page in pages if len(page[0])]
    if len(with_role) < _LEAST:
        return before
    content = sum(float(weight @ kept) for _, kept, weight in with_role) / len(with_role)
    found = _most_probable(with_role, before)
    agreeing = content if found > before else 1 - content
    return found if agreeing >= _AGREED else before


def _most_probable(with_role: Sequence[tuple[Doubles, Doubles, Doubles]], before: float) -> float:
    """The bias of a role by Newton's method."""
    logit, content, weight = map(np.concatenate, zip(*with_role, strict=True))
    bias = before
    for _ in range(_STEPS):
        p = 1 / (1 + np.exp(-(logit + bias)))
        slope = weight @ (content - p) - (bias - before) / _VARIANCE
        step = slope / (weight @ (p * (1 - p)) + 1 / _VARIANCE)
        bias += min(max(float(step), -_LONGEST), _LONGEST)
    return bias


def evidence(weights: Weights) -> Callable[[Instance], Doubles] | None:
    """The function of :func:`biases`; None if all biases are 0."""
    return biases(weights) if any(_by_name(weights).values()) else None


def fixed(bias: Doubles) -> Bools:
    """[2, n] the blocks that filters must not make content, and boilerplate.

    These are blocks of the roles that are dropped more often, by their biases [n].
    """
    return np.stack((bias <= -_NOTABLE, np.zeros(len(bias), bool)))


def biases(weights: Weights) -> Callable[[Instance], Doubles]:
    """A function from a page to [n] the biases of its blocks' roles."""
    known = _by_name(weights)
    values = np.array([0.0, *(known.get(name, 0.0) for name in ROLES)])
    return lambda page: values[of(page)]


def of(page: Instance) -> Numbers:
    """[n] the roles of the blocks of a page; 0 if they are not known."""
    return np.zeros(len(page.table.values), np.int8) if page.roles is None else page.roles()


def summary(weights: Weights) -> str:
    """The roles with notable biases, as a line for users; empty if there are none.

    Args:
        weights: arrays by name, checked.
    """
    known = _by_name(weights).items()
    sides = {
        "kept": [name for name, bias in known if bias >= _NOTABLE],
        "dropped": [name for name, bias in known if bias <= -_NOTABLE],
    }
    named = [f"{side} more often: {', '.join(names)}" for side, names in sides.items() if names]
    return f"roles {'; '.join(named)}" if named else ""


def problem(weights: Weights) -> str | None:
    """What is wrong with the biases in weights that may come from a damaged file, or None."""
    if missing := missing_problem(weights, NAMES):
        return missing
    if NAMES[0] not in weights:
        return None
    names = weights[NAMES[0]]
    if names.ndim != 1 or names.dtype.kind != "U":
        return f"the array {NAMES[0]!r} has no list of names"
    return array_problem(weights, {NAMES[1]: names.shape})
