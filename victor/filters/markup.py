"""``markup``: label content blocks by their tags, where these are specific.

A block in a heading is a header; one in a list item or a table cell is a list item, unless the list
only lays out the page. A block that only a line break separates from the previous one is a
continuation, as is the rest of a sentence that an element interrupts. Other continuations become
paragraphs where a block-level tag or several breaks precede them. Gold often lacks these
distinctions, and models trained on it even more.
"""

from functools import cache
from unicodedata import category

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Indices, Ints, indices, some
from victor.config import COMMON, CONTINUATION, HEADER, LIST, PARAGRAPH, Task
from victor.data import Labels
from victor.registry import NoOptions
from victor.tree.blocks import HEADING, ITEM, PARTED, Blocks
from victor.tree.lists import in_layout, layout_lists

_SIGNS = 8  # combinations of ITEM, HEADING and PARTED
_COMMAS = ",،、，"
_CLOSING = ")]}’”\"'»›」』）】》〉"


Options = NoOptions


def apply(labels: Labels, blocks: Blocks, task: Task, options: NoOptions) -> Labels:
    """Labels in which content follows its tags; boilerplate stays boilerplate.

    Args:
        labels: labels of n blocks.
        blocks: the n blocks.
        task: defines the labels.
        options: unused.
    """
    content = labels.y != task.other
    y, kept = _by_tags(labels.y, content, blocks, task), indices(content)
    y = _without_layout(y, content, blocks, task)
    y = _joined(y, kept, blocks, task) if "p" in blocks.tree.codes else y
    return Labels(_separated(y, kept, blocks, task), labels.scores)


def by_markup(y: Ints, blocks: Blocks, task: Task) -> Ints:
    """[n] the labels, changed where tags are more specific.

    Args:
        y: [n] labels.
        blocks: the n blocks.
        task: only its common labels are assigned or changed; labels with other roles stay.
    """
    return _by_tags(y, y != task.other, blocks, task)


def _by_tags(y: Ints, content: Bools, blocks: Blocks, task: Task) -> Ints:
    """[n] the labels, changed where tags are more specific; see :func:`by_markup`."""
    if not some(content):
        return y
    new = _by_signs(tuple(task.labels.values()))
    return new.take(y * np.int32(_SIGNS) + _signs(blocks, content))


@cache
def _by_signs(roles: tuple[str, ...]) -> Ints:
    """[k, _SIGNS] the new label of a block, by its current label and its bits of :func:`_signs`."""
    number = {role: i for i, role in reversed([*enumerate(roles)])}
    common = np.array([number[role] for role in COMMON if role in number], np.int32)
    out, signs = np.tile(np.arange(len(roles), dtype=np.int32)[:, None], _SIGNS), np.arange(_SIGNS)
    for role, chosen in (
        (LIST, signs & ITEM > 0),
        (HEADER, signs & HEADING > 0),
        (CONTINUATION, signs & PARTED == 0),
    ):
        if role in number:
            out[np.ix_(common, chosen)] = number[role]
    return out


def _signs(blocks: Blocks, content: Bools) -> NDArray[np.uint8]:
    """[n] bits of each block: in a list item or data cell, in a heading, parted from content.

    A block is parted unless content precedes it with at most a ``br`` in between.
    """
    signs = blocks.signs.copy()
    if some(blocks.undivided):
        signs[blocks.tabular] |= ITEM
    if "br" in blocks.tree.codes:
        signs[0] |= PARTED
        signs[1:] |= ~content[:-1] * np.uint8(PARTED)
    else:
        signs |= PARTED
    return signs


def _without_layout(y: Ints, content: Bools, blocks: Blocks, task: Task) -> Ints:
    """[n] labels in which list items in lists that are layout are paragraphs."""
    item, paragraph = task.role(LIST), task.role(PARAGRAPH)
    layout = layout_lists(blocks, content)
    if not len(layout) or min(item, paragraph) < 0:
        return y
    return np.where(in_layout(blocks, layout) & (y == item), np.int32(paragraph), y)


def _between(blocks: Blocks, kept: Indices) -> tuple[Bools, Bools]:
    """[k - 1] whether block-level tags separate a kept block from the next; same for several br."""
    br, places = blocks.tree.named(("br",)), kept.astype(np.int32)
    ends, breaks = (blocks.tags_between(one, places) for one in (blocks.level & ~br, br))
    return ends > 0, breaks > 2


def _separated(y: Ints, kept: Indices, blocks: Blocks, task: Task) -> Ints:
    """[n] labels in which continuations after a block-level tag or several ``br`` are paragraphs.

    Those after a tag stay if they may complete a sentence, unless both are in a ``p``, as lines of
    verse may be. Networks learn continuations from line breaks: gold has hardly any across other
    tags.
    """
    goes_on, paragraph = task.role(CONTINUATION), task.role(PARAGRAPH)
    if min(goes_on, paragraph) < 0 or not some(y == goes_on):
        return y
    out, node = y.copy(), blocks.node[kept]
    ends, breaks = _between(blocks, kept)
    same, in_p = node[:-1] == node[1:], blocks.tree.named(("p",))[node]
    parted = breaks | (~same & in_p[:-1] & in_p[1:])
    wrong = (y[kept[1:]] == goes_on) & (ends | breaks)
    columns = (column[wrong].tolist() for column in (kept[:-1], kept[1:], parted, same))
    for before, after, is_parted, is_same in zip(*columns, strict=True):
        texts = blocks.text[before], blocks.text[after]
        if is_parted or not _may_be_one_sentence(*texts, is_same):
            out[after] = paragraph
    return out


def _may_be_one_sentence(text: str, rest: str, same: bool) -> bool:
    """Whether two texts may form one sentence, given that a model has labelled them so.

    In one element, scripts without capitals give no evidence. A full stop may end an abbreviation.
    """
    last, first = text[-1], rest[0]
    if (same and category(last) == category(first) == "Lo") or last in "([—–":
        return True
    may_abbreviate = last == "." and not text.endswith("..")
    return _is_one_sentence(text, rest) or (may_abbreviate and first.islower())


def _joined(y: Ints, kept: Indices, blocks: Blocks, task: Task) -> Ints:
    """[n] labels in which the rest of a sentence that an element interrupts is a continuation.

    A ``p`` cannot contain a ``div``: before an advertisement or an explanation within a sentence,
    the parser ends the paragraph, and the rest of the sentence is outside it.
    """
    tree, goes_on, node = blocks.tree, task.role(CONTINUATION), blocks.node[kept]
    before, after = node[:-1], node[1:]
    same = before == after
    begins = (same | (tree.parent[before] == after)) & tree.named(("p",))[before]
    if goes_on < 0 or not some(begins):
        return y
    joined = _is_between(blocks, blocks.level & ~tree.named(("p", "br")), kept)
    joined &= ~_is_between(blocks, tree.named(("hr", "img")), kept)
    if not some(joined[begins]):
        return y
    usual = np.array([role in COMMON and role != HEADER for role in task.labels.values()])[y[kept]]
    rest = _rests(blocks, kept, begins, joined & usual[:-1] & usual[1:], same)
    out = y.copy()
    out[rest] = goes_on
    return out


def _rests(blocks: Blocks, kept: Indices, begins: Bools, joined: Bools, same: Bools) -> list[int]:
    """Blocks that are the rest of an interrupted sentence.

    Args:
        blocks: the blocks of the page.
        kept: [k] the content blocks.
        begins: [k - 1] whether an interrupted sentence may begin in each.
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


def _is_between(blocks: Blocks, elements: Bools, kept: Indices) -> Bools:
    """[k - 1] whether one of ``elements`` [m] begins between a kept block and the next."""
    tree = blocks.tree
    begun = np.cumsum(np.bincount(tree.opened[elements], minlength=len(tree.text)))
    return begun[blocks.first[kept[1:]]] > begun[blocks.first[kept[:-1] + 1] - 1]


def _is_one_sentence(text: str, rest: str) -> bool:
    """Whether ``text`` may begin a sentence that ``rest`` continues.

    A comma must separate them, or ``text`` end without punctuation and ``rest`` start in lower
    case.
    """
    last = text.rstrip(_CLOSING)[-1:] or "."
    if last in _COMMAS or rest[0] in _COMMAS:
        return True
    return category(last)[0] in "LMN" and rest[0].islower()
