"""``shape.*``: what kind of page it is; one value for all its blocks.

An article, a forum and a list of products call for different decisions about the same block.
"""

from collections.abc import Sequence

import numpy as np

from victor.blocks import Blocks, Bools, Floats
from victor.config import Task
from victor.features._columns import ratio

_LONG = 20  # words of a block that is likely to be prose
# Columns that count by a tag class, which a task need not have.
_CLASSES = {
    "heading_count": "header",
    "list_share": "list",
    "form_share": "form",
    "table_share": "table",
}


def known(task: Task) -> Sequence[str]:
    """Shares of words by what they stand in, headings, and the length of blocks."""
    by_class = (name for name, one in _CLASSES.items() if one in task.tag_classes)
    return ("p_share", "long_share", "median_words", *by_class)


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)]."""
    row = np.array([_value(blocks, name, task) for name in names], np.float32)
    return np.broadcast_to(row, (len(blocks), len(names)))


def _value(blocks: Blocks, name: str, task: Task) -> float:
    tree = blocks.tree
    if name == "long_share":
        return _share(blocks, blocks.words >= _LONG)
    if name == "median_words":
        middle = len(blocks) // 2
        return float(np.partition(blocks.words, middle)[middle])
    elements = tree.named({"p"} if name == "p_share" else task.tag_classes[_CLASSES[name]])
    if name == "heading_count":
        return float(np.sum(elements & (tree.closed > tree.opened)))
    return _share(blocks, blocks.inside(elements))


def _share(blocks: Blocks, chosen: Bools) -> float:
    """The share of the page's words that the chosen blocks [n] have."""
    return float(ratio(blocks.words[chosen].sum(), float(blocks.words.sum())))
