"""``markup``: label the blocks of the content by their tags where these say what a block is.

A block in a heading is a header, one in an item of a list or a cell of a table is of a list, and
one that only a line break separates from the block before goes on with its paragraph, as does the
rest of a sentence that an element interrupts. Gold often does not say so, and models that learned
from it less.
"""

from dataclasses import dataclass, replace

import numpy as np

from victor.arrays import Bools, Ints
from victor.config import COMMON, CONTINUATION, HEADER, LIST, Task
from victor.data import Labels
from victor.tree.blocks import Blocks
from victor.tree.tree import ancestor_bits

_ITEM, _HEADING = np.uint64(1), np.uint64(2)
_WITHIN = frozenset(",;)]’”،؛、，；）」』")  # signs within a sentence, none at its beginning
_BITS = {"li": _ITEM, **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), _HEADING)}


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
    item, heading = _inside(blocks)
    wanted = (
        (LIST, item | _in_data_table(blocks)),
        (HEADER, heading),
        (CONTINUATION, _goes_on(blocks, content) | _interrupted(blocks, content)),
    )
    number = {role: code for code, role in reversed([*enumerate(task.labels.values())])}
    common = np.zeros(len(task.labels), bool)
    common[[number[role] for role in COMMON if role in number]] = True
    content &= common[y]
    out = y.copy()
    for role, chosen in wanted:
        if role in number:
            out[content & chosen] = number[role]
    return out


def _inside(blocks: Blocks) -> tuple[Bools, Bools]:
    """[n] whether a block is in an item of a list, and whether it is in a heading."""
    tree = blocks.tree
    of_tag = np.array([_BITS.get(tag, 0) for tag in tree.tags], np.uint64)
    above = ancestor_bits(of_tag.take(tree.tag), tree.parent)[tree.node]
    bits = np.bitwise_or.reduceat(above, blocks.first[:-1])
    return bits & _ITEM != 0, bits & _HEADING != 0


def _in_data_table(blocks: Blocks) -> Bools:
    """[n] whether a block is in a table that is not layout."""
    return np.asarray(blocks.tree.named(("table",))[blocks.undivided] & (blocks.undivided > 0))


def _goes_on(blocks: Blocks, content: Bools) -> Bools:
    """[n] whether at most one ``br`` is between a block and the content before it."""
    tree, first = blocks.tree, blocks.first[1:-1]
    out = np.zeros(len(blocks), bool)
    if "br" not in tree.tags:
        return out
    br, size = tree.named(("br",)), len(tree.text) + 1
    ends, breaks = np.zeros(size, bool), np.zeros(size, np.int64)
    for side in (tree.opened, tree.closed):
        ends[side[blocks.level & ~br]] = True
        breaks += np.bincount(side[br], minlength=size)
    out[1:] = ~ends[first] & (breaks[first] <= 2) & content[:-1]
    return out


def _interrupted(blocks: Blocks, content: Bools) -> Bools:
    """[n] whether a block is the rest of a sentence whose ``p`` a block-level element has ended.

    No ``div`` may be in a ``p``: before an advertisement or an explanation within a sentence, a
    parser ends the paragraph, and the rest of the sentence stands beside it.
    """
    tree, out, kept = blocks.tree, np.zeros(len(blocks), bool), np.flatnonzero(content)
    before, after = blocks.node[kept[:-1]], blocks.node[kept[1:]]
    p = tree.named(("p",))
    places = np.flatnonzero(p[before] & (tree.parent[before] == after))
    if not len(places):
        return out
    starts = np.cumsum(np.bincount(tree.opened[blocks.level & ~p], minlength=len(tree.text) + 1))
    for i, j in zip(kept[places].tolist(), kept[places + 1].tolist(), strict=True):
        between = starts[blocks.first[j]] > starts[blocks.first[i + 1] - 1]
        out[j] = between and _is_unfinished(blocks.text[i]) and _is_rest(blocks.text[j])
    return out


def _is_unfinished(text: str) -> bool:
    """Whether a sentence may go on after a text."""
    return text[-1].isalnum() or text[-1] in _WITHIN


def _is_rest(text: str) -> bool:
    """Whether a text may begin within a sentence: with no capital, digit or opening bracket."""
    return (text[0].lower() == text[0] and text[0].isalpha()) or text[0] in _WITHIN
