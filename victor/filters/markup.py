"""``markup``: label the blocks of the content by their tags where these say what a block is.

A block in a heading is a header, one in an item of a list or a cell of a table is of a list, and
one that only a line break separates from the block before goes on with its paragraph. Gold often
does not say so, and models that learned from it less.
"""

from dataclasses import dataclass, replace

import numpy as np

from victor.arrays import Bools, Ints
from victor.config import COMMON, CONTINUATION, HEADER, LIST, Task
from victor.data import Labels
from victor.tree.blocks import Blocks

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


@dataclass(frozen=True)
class Options:
    """This filter has no options."""


def apply(labels: Labels, blocks: Blocks, task: Task, options: Options) -> Labels:
    """Labels that follow the tags of the content; what is content does not change.

    Args:
        labels: of n blocks.
        blocks: the n blocks.
        task: says which labels there are.
        options: none.
    """
    return replace(labels, y=by_markup(labels.y, blocks, task))


def by_markup(y: Ints, blocks: Blocks, task: Task) -> Ints:
    """[n] the labels, changed where tags say more.

    Args:
        y: [n] labels.
        blocks: the n blocks.
        task: only its common labels are assigned or changed; labels with other roles stay.
    """
    content = y != task.other
    if not content.any():
        return y
    wanted = (
        (LIST, blocks.inside(blocks.tree.named(("li",))) | _in_data_table(blocks)),
        (HEADER, blocks.inside(blocks.tree.named(_HEADINGS))),
        (CONTINUATION, _goes_on(blocks, content)),
    )
    common = np.zeros(len(task.labels) + 1, bool)  # the last: roles that the task does not have
    common[[task.role(role) for role in COMMON]] = True
    content &= common[y]
    out = y.copy()
    for role, chosen in wanted:
        if task.role(role) >= 0:
            out[content & chosen] = task.role(role)
    return out


def _in_data_table(blocks: Blocks) -> Bools:
    """[n] whether a block is in a table that is not layout."""
    return np.asarray(blocks.tree.named(("table",))[blocks.undivided] & (blocks.undivided > 0))


def _goes_on(blocks: Blocks, content: Bools) -> Bools:
    """[n] whether at most one ``br`` is between a block and the content before it."""
    tree, first = blocks.tree, blocks.first[1:-1]
    br = tree.named(("br",))
    tags = np.flatnonzero(blocks.level | br)
    weight = np.where(br[tags], 1, 3)  # a `br` counts twice, where it starts and where it ends
    size = len(tree.text) + 1
    passed = sum(np.bincount(side[tags], weight, size) for side in (tree.opened, tree.closed))
    total = np.cumsum(passed)
    return np.concatenate([[False], (total[first] - total[first - 1] <= 2) & content[:-1]])
