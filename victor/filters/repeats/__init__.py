"""``repeats``: remove repeated content.

Pages repeat text: copies for narrow and wide screens, carousels that wrap around, quotations.
Decoding labels every copy as content. The filter keeps the first copy of each text, preferring
visible over hidden copies, and compares blocks by their full text, so that no text is lost. It
skips tables, code, refrains, items of other lists and headings of other texts, where repetition is
intended.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress, count
from operator import eq

import numpy as np

from victor.arrays import Bools, Floats, Hashes, Indices, Ints, indices, some, sums_before
from victor.compiled import door
from victor.config import Task
from victor.config.ranges import PositiveCount
from victor.data import Labels
from victor.filters.repeats.hidden import hidden_copies
from victor.filters.repeats.meant import is_meant, whole_headings
from victor.filters.repeats.narrow import narrow_copies
from victor.filters.repeats.prices import shown_prices
from victor.text.hashing import hashes
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

_THINGS = frozenset(("img", "amp-img", "picture", "video", "td", "th", "tr"))
_EXEMPT = ("code", "table")  # tag classes
_LINE = 16  # maximum words of a line of verse


@dataclass(frozen=True)
class Options:
    """Options of the filter."""

    words: PositiveCount = 12  # minimum number of words of a repeated run of blocks


def apply(labels: Labels, blocks: Blocks, task: Task, options: Options) -> Labels:
    """Labels in which runs of content blocks that repeat an earlier run are boilerplate."""
    y = shown_prices(_titles_for_links(labels.y, blocks, task), blocks, task)
    kept = y != task.other
    places = indices(kept)
    text = [*map(blocks.text.__getitem__, places.tolist())]
    if len(set(text)) < len(text):  # on a few pages
        y = _without(y, _headings_twice(text, places, blocks), task)
        y = _without(y, narrow_copies(y != task.other, blocks), task)
        if _repeated_words(text, blocks.words[places]) >= options.words:
            copies = _copies((y != task.other).nonzero()[0], blocks, task, options.words)
            y = _without(y, copies.tolist(), task)
        kept = y != task.other
    y = _without(y, hidden_copies(kept, blocks, task), task)
    return labels if y is labels.y else Labels(y, labels.scores)


def _without(y: Ints, gone: Sequence[int], task: Task) -> Ints:
    """[n] the labels, with the blocks ``gone`` as boilerplate."""
    if not gone:
        return y
    out = y.copy()
    out[gone] = task.other
    return out


def _titles_for_links(y: Ints, blocks: Blocks, task: Task) -> Ints:
    """[n] labels in which a title is content instead of a linked heading that repeats it.

    Shops show the name of a product as the page heading and, next to it, as the heading of a card.
    """
    tree = blocks.tree
    if not tree.h1:
        return y
    titles = [blocks.of_text.item(tree.opened.item(heading)) for heading in tree.h1]
    pairs = [
        (title, other)
        for title in titles
        for other in (title - 1, title + 1)
        if 0 <= other < len(y) and _is_link_to(blocks, other, title) and y[other] != task.other
    ]
    out = y.copy() if pairs else y
    headings = whole_headings(blocks).tolist() if pairs else []
    for title, other in pairs:
        if _are_beside(tree, headings[title], headings[other]):
            out[title] = out[other] if out[title] == task.other else out[title]
            out[other] = task.other
    return out


def _is_link_to(blocks: Blocks, other: int, title: int) -> bool:
    """Whether the block ``other`` is a link with the text of the title."""
    return blocks.text[other] == blocks.text[title] and bool(blocks.link_share[other] == 1)


def _are_beside(tree: Tree, title: int, linked: int) -> bool:
    """Whether a title and a linked heading (0: none) are in the same element."""
    above = int(tree.parent[linked])
    if tree.tag_of(above) == "a":
        above = int(tree.parent[above])
    return 0 < title != linked > 0 and above == int(tree.parent[title])


def _headings_twice(text: Sequence[str], places: Indices, blocks: Blocks) -> list[int]:
    """Of two equal adjacent headings, as for two screen sizes, the one of the lower level.

    Pairs of a section and its first subsection, of images or of table cells are not affected.
    """
    tree, out = blocks.tree, list[int]()
    found = [*compress(count(), map(eq, text, text[1:]))]
    if not found:
        return out
    headings = whole_headings(blocks)
    for pair in (places[place : place + 2] for place in found):
        first, second = headings[pair].tolist()
        tags = [tree.tag_of(element) for element in (first, second)]
        if 0 < first < second and tags[0] >= tags[1]:
            between = {tree.tags[code] for code in tree.tag[first + 1 : second].tolist()}
            if between.isdisjoint(_THINGS):
                out.append(int(pair[int(tags[0] == tags[1])]))
    return out


def _repeated_words(text: Sequence[str], words: Floats) -> float:
    """The number of words in texts that repeat an earlier one."""
    sizes: list[float] = words.tolist()
    return sum(sizes) - sum(dict(zip(text, sizes, strict=True)).values())


def _copies(places: Indices, blocks: Blocks, task: Task, least: int) -> Indices:
    """The blocks among ``places`` that belong to a run that repeats an earlier one."""
    exempt = {tag for name in _EXEMPT for tag in task.tag_classes.get(name, ())}
    if not blocks.tree.codes.keys().isdisjoint(exempt):
        places = places[~blocks.inside(blocks.tree.named(exempt))[places]]
    ids = _numbers(map(blocks.text.__getitem__, places.tolist()))
    words = blocks.words[places]
    gone = repeated(ids, words, least)
    if not some(gone):
        return places[:0]
    if "br" in blocks.tree.codes:
        gone &= ~_refrains(ids, places, gone, blocks)
    gone &= ~is_meant(gone, ids, places, blocks)
    hidden = blocks.hidden[places]
    if some(hidden) and some(gone & ~hidden):
        gone ^= _exchanged(ids, words, gone, hidden, least)
    return places[gone]


def _exchanged(ids: Hashes, words: Floats, gone: Bools, hidden: Bools, least: int) -> Bools:
    """[m] the visible blocks to restore and the hidden originals to drop in their place.

    Forums hold each post a second time, hidden, for quoting. If the text that occurs only in hidden
    blocks outweighs the visible text, a script shows it, and the hidden blocks stay.

    Args:
        ids: [m] numbers from 1, equal for equal texts.
        words: [m] word counts.
        gone: [m] whether a block repeats an earlier one.
        hidden: [m] whether it is hidden.
        least: minimum number of words of a run.
    """
    alone = hidden & ~np.isin(ids, ids[~hidden])
    if words[alone].sum() > words[~hidden].sum():
        return np.zeros(len(ids), bool)
    order = np.argsort(hidden, kind="stable")
    later = np.zeros(len(ids), bool)
    later[order] = repeated(ids[order], words[order], least)  # with the hidden ones last
    _, first, number = np.unique(ids, return_index=True, return_inverse=True)
    back = gone & ~later & ~hidden & (hidden & later)[first][number]
    return back | (hidden & later & ~gone & np.isin(ids, ids[back]))


def _refrains(ids: Hashes, places: Indices, gone: Bools, blocks: Blocks) -> Bools:
    """[m] whether a removed block is a line of verse that repeats a line of the same poem.

    A verse is an element with lines separated by ``br``; its parent is the poem. If at least half
    of the lines are repeated, they are a copy of the poem, as for another screen size.
    """
    verse, lines = blocks.node[places], _lines(blocks)[places]
    out = gone & lines
    if not some(out):
        return out
    poem = np.where(lines, blocks.tree.parent[verse], 0)
    few = 2 * np.bincount(poem, gone) < np.bincount(poem)
    return out & few[poem] & _occurred(zip(ids.tolist(), poem.tolist(), strict=True))


def _occurred(keys: Iterable[tuple[int, int]]) -> Bools:
    """[m] whether an equal key precedes each key."""
    seen = dict[tuple[int, int], int]()
    return np.array([seen.setdefault(key, i) < i for i, key in enumerate(keys)], bool)


def _lines(blocks: Blocks) -> Bools:
    """[n] whether a block is short and a ``br`` separates it from a neighbour in its element."""
    breaks = blocks.tree.tags_before(blocks.tree.named(("br",)))[blocks.first[:-1]] > 0
    joined = breaks[1:] & (blocks.node[1:] == blocks.node[:-1])
    beside = np.concatenate(([False], joined)) | np.concatenate((joined, [False]))
    return np.asarray(beside & (blocks.words <= _LINE))


def _numbers(text: Iterable[str]) -> Hashes:
    """[m] numbers from 1, equal for equal texts."""
    number: dict[str, int] = defaultdict(count(1).__next__)
    return np.fromiter(map(number.__getitem__, text), np.uint64)


@door("columns")
def repeated(ids: Hashes, words: Floats, least: float) -> Bools:
    """[m] whether a block belongs to a run that also occurs, without overlap, before itself.

    Only the shortest runs that start or end at each block are compared: every block of a longer
    repeated run lies in one of them.

    Args:
        ids: [m] numbers above 0, equal for equal texts.
        words: [m] word counts.
        least: minimum number of words of a run.
    """
    at, total = np.arange(len(ids)), sums_before(words.astype(np.float64))
    ends = np.maximum(np.searchsorted(total, total[:-1] + least), at + 1)
    starts = np.minimum(np.searchsorted(total, total[1:] - least, side="right") - 1, at)
    starts, ends = np.concatenate((at, starts)), np.concatenate((ends, at + 1))
    whole = (starts >= 0) & (ends <= len(ids))
    starts, ends = starts[whole], ends[whole]
    _, first, same = np.unique(hashes(ids, starts, ends), return_index=True, return_inverse=True)
    copy = ends[first[same]] <= starts
    opened, closed = (np.bincount(x[copy], minlength=len(ids) + 1) for x in (starts, ends))
    return np.cumsum(opened - closed)[:-1] > 0
