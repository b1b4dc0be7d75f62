"""Gold text to labels of blocks, by the longest common subsequence of tokens."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Ints
from victor.config import CONTINUATION, OTHER, Task
from victor.errors import VictorError, did_you_mean, require
from victor.evaluate.gold.page import GoldPage
from victor.text.characters import UNSPACED_RANGE
from victor.tree.blocks import Blocks

# Letters of scripts without spaces stand alone, so that a block can end within what \w+ would take.
_TOKEN = re.compile(rf"[{UNSPACED_RANGE}]|[^\W_{UNSPACED_RANGE}]+")
_SHARE = 0.6  # of a block's tokens that make it content
_SHORT = 4  # tokens below which every one of them must be found
_LONG = 10  # tokens from which a block out of the gold's order need not be there word for word
_RUN = 4  # tokens that are looked for together there
_FOUND = 0.8  # of a long block's runs that make it content
_CELLS = 6e9  # of the alignment's table, a bit each; longer pages are aligned in pieces


def tokens(text: str) -> list[str]:
    """Lower-cased runs of letters and digits; single letters of scripts without spaces."""
    return _TOKEN.findall(text.lower())


def project(gold: GoldPage, blocks: Blocks, task: Task) -> Ints:
    """[n] the number of each block's label.

    A block is content when enough of its tokens are matched by content of the gold, in order, or
    when it stands elsewhere in what is left of the gold: all of it, of a long one most. The first
    block of a gold segment gets the segment's label, others of it are continuations.

    Raises:
        VictorError: the gold has a role that the task has no label for.
    """
    roles = _numbers(gold, task)
    ours = [tokens(text) for text in blocks.text]
    theirs = [tokens(segment.text) for segment in gold.segments]
    sizes = np.array([len(one) for one in ours], np.int64)
    starts = np.concatenate(([0], np.cumsum(sizes)))
    owner = np.repeat(np.arange(len(theirs)), np.array([len(one) for one in theirs], np.int64))
    content = np.array([role != task.other for role in roles], bool)[owner]
    match = match_tokens(_flat(ours), _flat(theirs))
    match[~np.append(content, False)[match]] = -1
    first = _first_matches(ours, match, starts, _Places(theirs, content, gold.complete))
    y = np.full(len(ours), task.other, np.int32)
    segment = np.where(first >= 0, np.append(owner, -1)[first], -1)
    if not gold.complete:
        segment = _prefer_whole(segment, ours, theirs)
    begun: set[int] = set()
    for i in np.flatnonzero(segment >= 0).tolist():
        y[i] = _label(roles[segment[i]], int(segment[i]) in begun, task)
        begun.add(int(segment[i]))
    return _attach_wordless(y, segment, sizes == 0, blocks, task)


def _first_matches(
    ours: Sequence[Sequence[str]],
    match: NDArray[np.int64],
    starts: NDArray[np.int64],
    places: "_Places",
) -> NDArray[np.int64]:
    """[n] the gold token that each content block begins with, -1 for the blocks that are boilerplate."""
    first = np.full(len(ours), -1, np.int64)
    for i, block in enumerate(ours):
        hits = match[starts[i] : starts[i + 1]]
        hits = hits[hits >= 0]
        wanted = len(block) if len(block) < _SHORT else _SHARE * len(block)
        if len(hits) and len(hits) >= wanted:
            first[i] = hits[0]
            places.use(hits)
    # Out of the gold's order: content only where no other block has that place.
    for i in np.flatnonzero(first < 0).tolist():
        first[i] = places.take(ours[i])
    for i in np.flatnonzero(first < 0).tolist():
        first[i] = places.take_most(ours[i])
    return first


def _prefer_whole(
    segment: NDArray[np.int64], ours: Sequence[Sequence[str]], theirs: Sequence[Sequence[str]]
) -> NDArray[np.int64]:
    """[n] segments of blocks, after choosing among blocks that have the same words.

    A title also stands in menus and paths above it, whole or in part, and of several longest
    common subsequences any may be found. A block that is a gold segment word for word, between the
    blocks of the segments around it, takes the segment; of several the one next to what follows.
    """
    same: dict[tuple[str, ...], list[int]] = {}
    for i, block in enumerate(ours):
        same.setdefault(tuple(block), []).append(i)
    out = segment.copy()
    for number, words in enumerate(theirs):
        equal = same.get(tuple(words), []) if words else []
        taken = np.flatnonzero(segment == number)
        if not equal or not len(taken) or list(taken) == equal:
            continue
        if any(len(ours[i]) > 2 * len(words) for i in taken.tolist()):
            continue  # a line that the gold has in pieces, such as at every comma
        before, after = segment[: taken[0]], segment[taken[-1] + 1 :]
        low = max(np.flatnonzero(before >= 0), default=-1)
        high = taken[-1] + 1 + min(np.flatnonzero(after >= 0), default=len(after))
        between = [i for i in equal if low < i < high]
        if between and (len(taken) > 1 or len(between) > 1 or between[0] != taken[0]):
            out[taken] = -1
            out[between[-1] if high < len(segment) else between[0]] = number
    return out


def _label(role: int, begun: bool, task: Task) -> int:
    continuation = task.role(CONTINUATION)
    return continuation if begun and continuation >= 0 else role


def _attach_wordless(
    y: Ints, segment: NDArray[np.int64], wordless: NDArray[np.bool_], blocks: Blocks, task: Task
) -> Ints:
    """Blocks of punctuation alone go on with the segment that they stand in or are written to."""
    continuation = task.role(CONTINUATION)
    if continuation < 0:
        return y
    following = _next_worded(segment, wordless)
    before = -1
    for i in range(len(y)):
        if not wordless[i]:
            before = segment[i]
        elif before >= 0 and (
            following[i] == before or (i and y[i - 1] != task.other and not blocks.space_before[i])
        ):
            y[i] = continuation
    return y


def _next_worded(segment: NDArray[np.int64], wordless: NDArray[np.bool_]) -> NDArray[np.int64]:
    """[n] the segment of the next block that has words, -1 where there is none."""
    out, after = np.full(len(segment), -1, np.int64), -1
    for i in range(len(segment) - 1, -1, -1):
        out[i] = after
        after = after if wordless[i] else segment[i]
    return out


def _numbers(gold: GoldPage, task: Task) -> list[int]:
    known = {role: number for number, role in enumerate(task.labels.values())}
    content = [role for role in known if role != OTHER]
    out = []
    for segment in gold.segments:
        role = gold.role(segment, known)
        # All content where the task has one label for it; what goes on as what it goes on with.
        if role not in known and (role == CONTINUATION or len(content) == 1):
            role = content[0]
        if role not in known:
            raise VictorError(
                f"page {gold.id}: the task has no label for {role!r}{did_you_mean(role, known)}"
            )
        out.append(known[role])
    return out


def _flat(lists: Sequence[Sequence[str]]) -> list[str]:
    return [token for one in lists for token in one]


class _Places:
    """Where blocks stand in the gold's content, token by token, and which places are taken."""

    def __init__(
        self, theirs: Sequence[Sequence[str]], content: NDArray[np.bool_], whole: bool
    ) -> None:
        flat = _flat(theirs)
        kept = [token if keep else "\x00" for token, keep in zip(flat, content, strict=True)]
        self.tokens = kept
        self.text = " " + " ".join(kept) + " "
        self.bounds = list(accumulate((len(one) + 1 for one in kept), initial=0))
        self.used = np.zeros(len(flat), bool)
        self.whole = whole  # gold that has the boilerplate too needs no second look

    def use(self, hits: NDArray[np.int64]) -> None:
        """Mark gold tokens as taken."""
        self.used[hits] = True

    def take(self, block: Sequence[str]) -> int:
        """The first free place where all of a block stands, now taken; -1 if there is none."""
        if self.whole or not block:
            return -1
        needle, place = " " + " ".join(block) + " ", -1
        while (place := self.text.find(needle, place + 1)) >= 0:
            token = bisect_right(self.bounds, place) - 1
            there = slice(token, token + len(block))
            if not self.used[there].any():
                self.used[there] = True
                return token
        return -1

    def take_most(self, block: Sequence[str]) -> int:
        """Where a long block begins of which most stands in free places, now taken; else -1.

        Runs of tokens are looked for, as single ones stand anywhere.
        """
        if self.whole or len(block) < _LONG:
            return -1
        runs = list(_runs(block))
        places = list(dict.fromkeys(place for run in runs if (place := self._free(run)) >= 0))
        if len(places) < _FOUND * len(runs):
            return -1
        for place in places:
            self.used[place : place + _RUN] = True
        return places[0]

    def _free(self, run: tuple[str, ...]) -> int:
        """The first free place of a run, -1 if there is none."""
        places = self._free_runs.get(run, [])
        while places and self.used[places[-1] : places[-1] + _RUN].any():
            places.pop()
        return places[-1] if places else -1

    @cached_property
    def _free_runs(self) -> dict[tuple[str, ...], list[int]]:
        """Where each run stands that was free when first asked for, the last place first."""
        out: dict[tuple[str, ...], list[int]] = {}
        taken = np.concatenate(([0], np.cumsum(self.used)))
        runs = list(_runs(self.tokens))
        for place in np.flatnonzero(taken[_RUN:] == taken[:-_RUN])[::-1].tolist():
            out.setdefault(runs[place], []).append(place)
        return out


def _runs(tokens: Sequence[str]) -> Iterable[tuple[str, ...]]:
    return zip(*(tokens[i:] for i in range(_RUN)), strict=False)


def match_tokens(ours: Sequence[str], theirs: Sequence[str]) -> NDArray[np.int64]:
    """[len(ours)] the token of ``theirs`` that each is matched with, -1 for none; rising."""
    opcodes = require("rapidfuzz.distance", "learn").LCSseq.opcodes
    match = np.full(len(ours), -1, np.int64)
    step = max(1, int(_CELLS / max(1, len(ours))))
    if len(theirs) > step:
        return _match_in_pieces(ours, theirs, step)
    ids: dict[str, int] = {}
    a = [ids.setdefault(token, len(ids)) for token in ours]
    b = [ids.setdefault(token, len(ids)) for token in theirs]
    for op in opcodes(a, b):
        if op.tag == "equal":
            match[op.src_start : op.src_end] = np.arange(op.dest_start, op.dest_end)
    return match


def _match_in_pieces(ours: Sequence[str], theirs: Sequence[str], step: int) -> NDArray[np.int64]:
    """Halves of both sides, cut at the gold's middle and where the page is as far."""
    middle = len(theirs) // 2
    anchor = max(1, min(len(ours) - 1, round(len(ours) * middle / len(theirs))))
    left = match_tokens(ours[:anchor], theirs[:middle])
    right = match_tokens(ours[anchor:], theirs[middle:])
    return np.concatenate((left, np.where(right >= 0, right + middle, -1)))
