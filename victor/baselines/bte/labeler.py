"""Body text extraction: the one region of the page with many words and few tags.

Finn, Kushmerick, Smyth, *Fact or fiction: content classification for digital libraries* (2001): of
all regions the one that has most words inside and most tags outside. Words inside less tags inside
say the same, so that it is found in linear time, as the greatest run of gains. Nothing is learned.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Ints, greatest_run
from victor.data import Potentials
from victor.errors import VictorError, pluralize
from victor.labelers.attribution import Attribution, Step, whole
from victor.labelers.base import Array, Instance, Labeler, Progress, Scorer, Weights
from victor.labelers.checks import wrong_numbers
from victor.tree.blocks import Blocks
from victor.tree.html_tags import VOID

_SURE = 5.0  # natural logarithm of the odds of the label against any other


@dataclass(frozen=True)
class Options:
    """What a tag takes away."""

    tag: float = 1.0  # in words


class BTE(Labeler):
    """The region with the most words inside and the most tags outside."""

    Options = Options
    needs_pages = False

    def learn(
        self,
        pages: Sequence[Instance],
        y: Sequence[Ints],
        progress: Progress | None = None,
        start: Weights | None = None,
    ) -> dict[str, Array]:
        """``tag`` [1] as the options have it, and ``state`` [2, k] of boilerplate and of content."""
        if self.options.tag < 0:
            raise VictorError(f"tag: expected 0 words or more, found {self.options.tag}")
        state = _SURE * np.eye(len(self.space.labels))[[self.space.boilerplate, self.space.content]]
        return {"tag": np.array([self.options.tag]), "state": state}

    def check(self, weights: Weights) -> str | None:
        """What is wrong with the weights; None if they fit."""
        return wrong_numbers(weights, {"tag": (1,), "state": (2, len(self.space.labels))})

    def scorer(self, weights: Weights) -> Scorer:
        """The function from a page to potentials [n, k]: the region is almost certainly content."""
        tag, state = float(weights["tag"][0]), weights["state"]

        def score(page: Instance) -> Potentials:
            return Potentials(state[body(page.blocks, tag).astype(np.int32)])

        return score

    def explain(
        self, weights: Weights, page: Instance, rows: Ints, label: Ints, against: Ints
    ) -> Attribution:
        """Where the region is: it is chosen as a whole, so that no column has a share."""
        inside = body(page.blocks, float(weights["tag"][0]))
        state = weights["state"][inside[rows].astype(np.int32)]
        origins, parts = whole("the region", state, label, against)
        text = _region(page.blocks, inside)
        other = weights["state"].argmax(axis=1).tolist()
        steps = [
            [Step(f"{'inside' if inside[row] else 'outside'} {text}", other[1 - int(inside[row])])]
            for row in rows.tolist()
        ]
        note = "one region of the page is chosen whole: no column has a share"
        return Attribution(origins, parts, steps, note)


def body(blocks: Blocks, tag: float = 1.0) -> Bools:
    """[n] the blocks of the region that has most words, less ``tag`` for each start and end tag."""
    tags = _tags(blocks)
    first = tags[blocks.first[:-1]]
    # What stands before a block counts only where the region goes on from the block before.
    gains = np.empty(2 * len(blocks))
    gains[::2] = -tag * first
    gains[1::2] = blocks.words - tag * (blocks.sum_of(tags) - first)
    return greatest_run(gains)[1::2]


def _tags(blocks: Blocks) -> NDArray[np.float64]:
    """[t] start and end tags before each text, since the one before it."""
    tree = blocks.tree
    void = tree.named(VOID)
    paired = ~void
    paired[0] = False  # the root has no tags
    return np.asarray(tree.tags_before(paired) + tree.tags_before(void) / 2, np.float64)


def _region(blocks: Blocks, inside: Bools) -> str:
    places = np.flatnonzero(inside)
    if not len(places):
        return "the region, which is empty: no text outweighs the tags around it"
    words = pluralize(int(blocks.words[inside].sum()), "word")
    return f"the region of blocks {places[0] + 1} to {places[-1] + 1}, which holds {words}"
