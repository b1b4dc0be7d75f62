"""``markup``: label the blocks of the content by their tags where these say what a block is.

A block in a heading is a header, one in an item of a list or a cell of a table is of a list, and
one that only a line break separates from the block before goes on with its paragraph, as does the
rest of a sentence that an element interrupts. Other continuations become paragraphs where a
block-level tag or several breaks precede them. Gold often does not say so, and models that learned
from it less.
"""

from dataclasses import dataclass, replace
from unicodedata import category

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.config import COMMON, CONTINUATION, HEADER, LIST, PARAGRAPH, Task
from victor.data import Labels
from victor.tree.blocks import Blocks
from victor.tree.html_tags import HEADINGS

_ITEM, _HEADING = np.uint64(1), np.uint64(2)
_COMMAS = ",،、，"
_CLOSING = ")]}’”\"'»›」』）】》〉"
_BITS = {"li": _ITEM, **dict.fromkeys(HEADINGS, _HEADING)}


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
    y = by_markup(labels.y, blocks, task)
    y = _joined(y, blocks, task) if "p" in blocks.tree.tags else y
    return replace(labels, y=_apart(y, blocks, task))


def by_markup(y: Ints, blocks: Blocks, task: Task) -> Ints:
    """[n] the labels, changed where tags say more.

    Args:
        y: [n] labels.
        blocks: the n blocks.
        task: only its common labels are assigned or changed; labels with other roles stay.
    """
    content = y != task.other
    if not some(content):
        return y
    item, heading = _inside(blocks)
    wanted = (
        (LIST, item | _in_data_table(blocks)),
        (HEADER, heading),
        (CONTINUATION, _goes_on(blocks, content)),
    )
    common = np.zeros(len(task.labels) + 1, bool)
    common[[task.role(role) for role in COMMON]] = True  # those that are missing are the last
    content &= common[y]
    out = y.copy()
    for role, chosen in wanted:
        if task.role(role) >= 0:
            out[content & chosen] = task.role(role)
    return out


def _inside(blocks: Blocks) -> tuple[Bools, Bools]:
    """[n] whether a block is in an item of a list, and whether it is in a heading."""
    of_tag = np.array([_BITS.get(tag, 0) for tag in blocks.tree.tags], np.uint64)
    bits = blocks.around(of_tag.take(blocks.tree.tag))
    return bits & _ITEM != 0, bits & _HEADING != 0


def _in_data_table(blocks: Blocks) -> Bools:
    """[n] whether a block is in a table that is neither layout nor lines of code."""
    tables, listings = blocks.tree.named(("table",)), blocks.tree.listings
    if listings is not None:
        tables &= ~listings
    return np.asarray(tables[blocks.undivided] & (blocks.undivided > 0))


def _goes_on(blocks: Blocks, content: Bools) -> Bools:
    """[n] whether at most one ``br`` is between a block and the content before it."""
    out = np.zeros(len(blocks), bool)
    if "br" in blocks.tree.tags:
        ends, breaks = _between(blocks, np.arange(len(blocks), dtype=np.int32))
        out[1:] = ~ends & ~breaks & content[:-1]
    return out


def _between(blocks: Blocks, kept: Ints) -> tuple[Bools, Bools]:
    """[k - 1] whether block-level tags are between a block that is kept and the next; many br."""
    br = blocks.tree.named(("br",))
    ends, breaks = (blocks.tags_between(one, kept) for one in (blocks.level & ~br, br))
    return ends > 0, breaks > 2


def _apart(y: Ints, blocks: Blocks, task: Task) -> Ints:
    """[n] labels, with continuations after a block-level tag or several ``br`` as paragraphs.

    Those after a tag stay if they may complete a sentence. What a network learned of continuations,
    it learned from breaks: gold has hardly any across other tags.
    """
    roles = [*task.labels.values()]
    if CONTINUATION not in roles or PARAGRAPH not in roles:
        return y
    kept, goes_on = places(y != task.other), roles.index(CONTINUATION)
    if not some(y == goes_on):
        return y
    out = y.copy()
    ends, breaks = _between(blocks, kept)
    wrong = (y[kept[1:]] == goes_on) & (ends | breaks)
    columns = (column[wrong].tolist() for column in (kept[:-1], kept[1:], breaks))
    for before, after, several in zip(*columns, strict=True):
        if several or not _may_be_one_sentence(blocks.text[before], blocks.text[after]):
            out[after] = roles.index(PARAGRAPH)
    return out


def _may_be_one_sentence(text: str, rest: str) -> bool:
    """Whether a text and another may be a sentence, where a model says so.

    No letter tells in scripts without capitals, and a full stop may be that of an abbreviation.
    """
    last, first = text[-1], rest[0]
    if category(last) == category(first) == "Lo" or last in "([—–":
        return True
    return _is_one_sentence(text, rest) or (last == "." and first.islower())


def _joined(y: Ints, blocks: Blocks, task: Task) -> Ints:
    """[n] labels by which the rest of a sentence that an element interrupts goes on with it.

    No ``div`` may be in a ``p``: before an advertisement or an explanation within a sentence, a
    parser ends the paragraph, and the rest of the sentence stands beside it.
    """
    tree, kept = blocks.tree, places(y != task.other)
    node = blocks.node[kept]
    before, after, p = node[:-1], node[1:], tree.named(("p",))
    same = before == after
    begins = p[before] & (same | (tree.parent[before] == after))
    if not some(begins) or CONTINUATION not in task.labels.values():
        return y
    joined = _is_between(blocks, blocks.level & ~tree.named(("p", "br")), kept)
    joined &= ~_is_between(blocks, tree.named(("hr", "img")), kept)
    if not some(joined[begins]):
        return y
    usual = np.array([role in COMMON and role != HEADER for role in task.labels.values()])[y[kept]]
    rest = _rests(blocks, kept, begins, joined & usual[:-1] & usual[1:], same)
    out = y.copy()
    out[rest] = [*task.labels.values()].index(CONTINUATION)
    return out


def _rests(blocks: Blocks, kept: Ints, begins: Bools, joined: Bools, same: Bools) -> list[int]:
    """The blocks that are the rest of a sentence.

    Args:
        blocks: of the page.
        kept: [k] those that are content.
        begins: [k - 1] whether a sentence that is interrupted may begin in one.
        joined: [k - 1] whether the next one may be its rest.
        same: [k - 1] whether the next one is in the same element.
    """
    out: list[int] = []
    for place in joined.nonzero()[0].tolist():
        block, after = kept[place : place + 2].tolist()
        goes_on = begins[place] or (same[place] and out[-1:] == [block])
        if goes_on and _is_one_sentence(blocks.text[block], blocks.text[after]):
            out.append(after)
    return out


def _is_between(blocks: Blocks, elements: Bools, kept: Ints) -> Bools:
    """[k - 1] whether one of some elements [m] begins between a block that is kept and the next."""
    tree = blocks.tree
    begun = np.cumsum(np.bincount(tree.opened[elements], minlength=len(tree.text)))
    return begun[blocks.first[kept[1:]]] > begun[blocks.first[kept[:-1] + 1] - 1]


def _is_one_sentence(text: str, rest: str) -> bool:
    """Whether a text may be the beginning of a sentence and another its rest.

    It is if a comma is between them, or no sign but a small letter.
    """
    last = text.rstrip(_CLOSING)[-1:] or "."
    if last in _COMMAS or rest[0] in _COMMAS:
        return True
    return category(last)[0] in "LMN" and rest[0].islower()
