"""Body text extraction: the contiguous region of the page with many words and few tags.

Finn, Kushmerick, Smyth, *Fact or fiction: content classification for digital libraries* (2001): the
region that maximises the words inside plus the tags outside. The words inside minus the tags inside
have the same maximum, found in linear time as a maximum-sum run. Nothing is learned.
"""

from dataclasses import dataclass

import numpy as np

from victor.arrays import Bools, Doubles, Ints, Numbers, greatest_run
from victor.config.ranges import NotNegative
from victor.data import Potentials
from victor.errors import pluralize
from victor.labelers.attribution import Attribution, Step, single_origin
from victor.labelers.base import Instance, Labeler, Scorer, Training, Weights
from victor.labelers.checks import array_problem
from victor.tree.blocks import Blocks
from victor.tree.html_tags import VOID

_SURE = 5.0  # natural logarithm of the odds of the predicted label against any other


@dataclass(frozen=True)
class Options:
    """Options of body text extraction."""

    tag: NotNegative = 1.0  # cost of a tag inside the region, in words


class BTE(Labeler):
    """Body text extraction as a labeler with one option and no training."""

    Options = Options
    needs_pages = False

    def learn(self, data: Training) -> dict[str, Numbers]:
        """``tag`` [1], the option, and ``state`` [2, k], scores of boilerplate and content."""
        state = _SURE * np.eye(len(self.space.labels))[[self.space.boilerplate, self.space.content]]
        return {"tag": np.array([self.options.tag]), "state": state}

    def check(self, weights: Weights) -> str | None:
        """Check the arrays ``tag`` and ``state``."""
        return array_problem(weights, {"tag": (1,), "state": (2, len(self.space.labels))})

    def scorer(self, weights: Weights) -> Scorer:
        """Potentials [n, k] with a high probability of content in the region; no transitions."""
        tag, state = float(weights["tag"][0]), weights["state"]

        def score(page: Instance) -> Potentials:
            return Potentials(state[body(page.blocks, tag).astype(np.int32)])

        return score

    def explain(
        self, weights: Weights, page: Instance, rows: Ints, label: Ints, against: Ints
    ) -> Attribution:
        """One step, which states the region; columns have no contributions."""
        inside = body(page.blocks, float(weights["tag"][0]))
        state = weights["state"][inside[rows].astype(np.int32)]
        origins, parts = single_origin("the region", state, label, against)
        text = _region(page.blocks, inside)
        other = weights["state"].argmax(axis=1).tolist()
        steps = [
            [Step(f"{'inside' if inside[row] else 'outside'} {text}", other[1 - int(inside[row])])]
            for row in rows.tolist()
        ]
        note = "selects one region of the page; features have no contributions"
        return Attribution(origins, parts, steps, note)


def body(blocks: Blocks, tag: float = 1.0) -> Bools:
    """[n] whether a block is in the region that maximises words minus ``tag`` words per tag."""
    tags = _tags(blocks)
    first = tags[blocks.first[:-1]]
    # Tags before a block count only if the region also contains the previous block.
    gains = np.empty(2 * len(blocks))
    gains[::2] = -tag * first
    gains[1::2] = blocks.words - tag * (blocks.sum_of(tags) - first)
    return greatest_run(gains)[1::2]


def _tags(blocks: Blocks) -> Doubles:
    """[t] the number of start and end tags between each text and the previous one."""
    tree = blocks.tree
    void = tree.named(VOID)
    paired = ~void
    paired[0] = False  # the root has no tags
    return np.asarray(tree.tags_before(paired) + tree.tags_before(void) / 2, np.float64)


def _region(blocks: Blocks, inside: Bools) -> str:
    places = np.flatnonzero(inside)
    if not len(places):
        return "the region, which is empty: no text outweighs its tags"
    words = pluralize(int(blocks.words[inside].sum()), "word")
    return f"the region, blocks {places[0] + 1} to {places[-1] + 1} with {words}"
