"""``repeats``: remove repeated content.

Pages repeat their own text: a copy each for narrow and wide screens, carousels that wrap around,
quotations. Decoding labels every copy as content. The filter keeps the first copy of each text,
one that is shown rather than a hidden one, and compares blocks by their full text, so that no text
is lost. Tables, code and refrains, whose repetitions are intended, are skipped.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count, pairwise

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Floats, some
from victor.compiled import door
from victor.config import Task
from victor.data import Labels
from victor.text.hashing import hashes
from victor.tree.blocks import Blocks

_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_THINGS = frozenset(("img", "amp-img", "picture", "video", "td", "th", "tr"))
_EXEMPT = ("code", "table")  # tag classes
_LINE = 16  # words of a line of a verse


@dataclass(frozen=True)
class Options:
    """Options of the filter."""

    words: int = 12  # least number of words of a repeated run of blocks


def apply(labels: Labels, blocks: Blocks, task: Task, options: Options) -> Labels:
    """Runs of content blocks that repeat an earlier run become boilerplate."""
    places = (labels.y != task.other).nonzero()[0]
    text = [blocks.text[place] for place in places.tolist()]
    if len(set(text)) == len(text):
        return labels  # so on most pages
    y = labels.y.copy()
    y[_headings_twice(text, places, blocks)] = task.other
    if _repeated_words(text, blocks.words[places]) >= options.words:
        y[_copies((y != task.other).nonzero()[0], blocks, task, options.words)] = task.other
    return replace(labels, y=y)


def _headings_twice(text: Sequence[str], places: NDArray[np.intp], blocks: Blocks) -> list[int]:
    """Of two equal headings side by side, as for two screens, the one of the lower level.

    None of a section and its first part, or of two images or cells.
    """
    tree, out = blocks.tree, list[int]()
    for place in [i for i, (one, after) in enumerate(pairwise(text)) if one == after]:
        pair = places[place : place + 2]
        first, second = blocks.node[pair].tolist()
        tags = [tree.tags[tree.tag[element]] for element in (first, second)]
        if _HEADINGS.issuperset(tags) and first != second and tags[0] >= tags[1]:
            between = {tree.tags[code] for code in tree.tag[first + 1 : second].tolist()}
            if between.isdisjoint(_THINGS):
                out.append(int(pair[int(tags[0] == tags[1])]))
    return out


def _repeated_words(text: Sequence[str], words: Floats) -> float:
    """The words of the texts that occur before."""
    seen, total = set[str](), 0.0
    for one, size in zip(text, words.tolist(), strict=True):
        total += size if one in seen else 0.0
        seen.add(one)
    return total


def _copies(places: NDArray[np.intp], blocks: Blocks, task: Task, least: int) -> NDArray[np.intp]:
    """The blocks, of those at some places, that belong to a run of words that occurs before."""
    exempt = {tag for name in _EXEMPT for tag in task.tag_classes.get(name, ())}
    if not exempt.isdisjoint(blocks.tree.tags):
        places = places[~blocks.inside(blocks.tree.named(exempt))[places]]
    ids = _numbers([blocks.text[place] for place in places.tolist()])
    words = blocks.words[places]
    if not _may_repeat(ids.tolist(), words.tolist(), least):
        return places[:0]
    gone = repeated(ids, words, least)
    if some(gone) and "br" in blocks.tree.tags:
        gone &= ~_refrains(ids, places, gone, blocks)
    hidden = blocks.hidden[places]
    if some(hidden) and some(gone & ~hidden):
        gone ^= _exchanged(ids, words, gone, hidden, least)
    return places[gone]


def _exchanged(
    ids: NDArray[np.uint64], words: Floats, gone: Bools, hidden: Bools, least: int
) -> Bools:
    """[m] the hidden blocks that are to go for blocks that are shown and repeat them, and those.

    A forum has each post a second time, hidden, for those who quote it. Where more is hidden and
    nowhere else than is shown, a script shows it, and the hidden blocks stay.

    Args:
        ids: [m] numbers from 1, equal for equal texts.
        words: [m] word counts.
        gone: [m] whether a block repeats an earlier one.
        hidden: [m] whether it is hidden.
        least: least number of words of a run.
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


def _refrains(
    ids: NDArray[np.uint64], places: NDArray[np.intp], gone: Bools, blocks: Blocks
) -> Bools:
    """[m] whether a block that is gone is a line of a verse that repeats one of the same poem.

    A verse is an element with lines that ``br`` separates, a poem the one around it. Where half of
    the lines or more are repeated, they are a copy of it, as for another screen.
    """
    verse, lines = blocks.node[places], _lines(blocks)[places]
    poem = np.where(lines, blocks.tree.parent[verse], 0)
    few = 2 * np.bincount(poem, gone) < np.bincount(poem)
    out = gone & lines & few[poem]
    if some(out):
        out &= _occurred(zip(ids.tolist(), poem.tolist(), strict=True))
    return out


def _occurred(keys: Iterable[tuple[int, int]]) -> Bools:
    """[m] whether a key is one of those before it."""
    seen = dict[tuple[int, int], int]()
    return np.array([seen.setdefault(key, i) < i for i, key in enumerate(keys)], bool)


def _lines(blocks: Blocks) -> Bools:
    """[n] whether a block is short, and a ``br`` is between it and another of its element."""
    breaks = blocks.tree.tags_before(blocks.tree.named(("br",)))[blocks.first[:-1]] > 0
    joined = breaks[1:] & (blocks.node[1:] == blocks.node[:-1])
    beside = np.concatenate(([False], joined)) | np.concatenate((joined, [False]))
    return np.asarray(beside & (blocks.words <= _LINE))


def _may_repeat(ids: Sequence[int], words: Sequence[float], least: int) -> bool:
    """Whether a run of blocks that all occur before has enough words."""
    most, run = 0, 0.0
    for number, size in zip(ids, words, strict=True):
        run = run + size if number <= most else 0.0  # they are numbered as they first appear
        if number <= most and run >= least:
            return True
        most = max(most, number)
    return False


def _numbers(text: Iterable[str]) -> NDArray[np.uint64]:
    """[m] numbers from 1, equal for equal texts."""
    number: dict[str, int] = defaultdict(count(1).__next__)
    return np.fromiter(map(number.__getitem__, text), np.uint64)


@door("columns")
def repeated(ids: NDArray[np.uint64], words: Floats, least: float) -> Bools:
    """[m] whether a block belongs to a run that also occurs, without overlap, before itself.

    Only the shortest runs that start or end at each block are compared: every block of a longer
    repeated run lies in one of them.

    Args:
        ids: [m] numbers above 0, equal for equal texts.
        words: [m] word counts.
        least: least number of words of a run.
    """
    at, total = np.arange(len(ids)), np.concatenate(([0.0], np.cumsum(words, dtype=np.float64)))
    ends = np.maximum(np.searchsorted(total, total[:-1] + least), at + 1)
    starts = np.minimum(np.searchsorted(total, total[1:] - least, side="right") - 1, at)
    starts, ends = np.concatenate((at, starts)), np.concatenate((ends, at + 1))
    whole = (starts >= 0) & (ends <= len(ids))
    starts, ends = starts[whole], ends[whole]
    _, first, same = np.unique(hashes(ids, starts, ends), return_index=True, return_inverse=True)
    copy = ends[first[same]] <= starts
    opened, closed = (np.bincount(x[copy], minlength=len(ids) + 1) for x in (starts, ends))
    return np.cumsum(opened - closed)[:-1] > 0
