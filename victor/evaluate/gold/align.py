"""Project gold text onto block labels by the longest common subsequence of tokens."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Ints, sums_before
from victor.config import COMMON, CONTINUATION, OTHER, PARAGRAPH, Task
from victor.errors import VictorError, did_you_mean, require
from victor.evaluate.gold.page import GoldPage
from victor.filters.markup import by_markup
from victor.text.characters import TOKEN
from victor.tree.blocks import Blocks

_SHARE = 0.6  # minimum proportion of matched tokens of a content block
_SHORT = 4  # all tokens of a block with fewer tokens must match
_LONG = 10  # minimum number of tokens of a block that may match approximately, out of order
_RUN = 4  # length of token runs for approximate matches
_FOUND = 0.8  # minimum proportion of matched runs of such a block
_CELLS = 6e9  # maximum size of an alignment table in bits; larger pages are aligned in pieces


def tokens(text: str) -> list[str]:
    """Lower-case runs of letters and digits; single letters in scripts without spaces.

    In these, a block can end within a run.
    """
    return TOKEN.findall(text.lower())


def project(gold: GoldPage, blocks: Blocks, task: Task) -> Ints:
    """[n] the label of each block.

    A block is content if enough of its tokens match gold content in order. If the gold omits
    boilerplate, a block is also content if it occurs elsewhere in the unmatched gold, exactly or,
    if it is long, approximately. The first block of a gold segment gets the segment's label, the
    others are continuations. If the gold has no roles but paragraphs and boilerplate, content is
    labelled by its tags.

    Raises:
        VictorError: the gold has a role without a label in the task.
    """
    roles = _numbers(gold, task)
    ours = [tokens(text) for text in blocks.text]
    theirs = [tokens(segment.text) for segment in gold.segments]
    sizes = np.array([len(words) for words in ours], np.int64)
    starts = sums_before(sizes)
    counts = np.array([len(words) for words in theirs], np.intp)
    owner = np.repeat(np.arange(len(theirs)), counts)
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
    y = _attach_wordless(y, segment, sizes == 0, blocks, task)
    only_paragraphs = set(roles) <= {task.other, task.role(PARAGRAPH)}
    return by_markup(y, blocks, task) if only_paragraphs else y


def _first_matches(
    ours: Sequence[Sequence[str]],
    match: NDArray[np.int64],
    starts: NDArray[np.int64],
    places: "_Places",
) -> NDArray[np.int64]:
    """[n] the first gold token of each content block, -1 for boilerplate."""
    first = np.full(len(ours), -1, np.int64)
    for i, block in enumerate(ours):
        hits = match[starts[i] : starts[i + 1]]
        hits = hits[hits >= 0]
        wanted = len(block) if len(block) < _SHORT else _SHARE * len(block)
        if len(hits) and len(hits) >= wanted:
            first[i] = hits[0]
            places.use(hits)
    # Out of order, a block is content only if no other block has taken the tokens.
    for i in np.flatnonzero(first < 0).tolist():
        first[i] = places.take(ours[i])
    for i in np.flatnonzero(first < 0).tolist():
        first[i] = places.take_most(ours[i])
    return first


def _prefer_whole(
    segment: NDArray[np.int64], ours: Sequence[Sequence[str]], theirs: Sequence[Sequence[str]]
) -> NDArray[np.int64]:
    """[n] the segment of each block, preferring blocks whose words equal a whole segment.

    A title also occurs in menus and breadcrumbs above it, in full or in part, and the longest
    common subsequence is not unique. A block whose words equal a gold segment and that lies between
    the blocks of the neighbouring segments takes the segment; of several such blocks, the last one
    does, or the first if no content follows.
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
            continue  # a line that the gold splits, for example at every comma
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
    y: Ints, segment: NDArray[np.int64], wordless: Bools, blocks: Blocks, task: Task
) -> Ints:
    """Label blocks without words within or directly after a segment as continuations."""
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


def _next_worded(segment: NDArray[np.int64], wordless: Bools) -> NDArray[np.int64]:
    """[n] the segment of the next block with words, -1 if there is none."""
    out, after = np.full(len(segment), -1, np.int64), -1
    for i in range(len(segment) - 1, -1, -1):
        out[i] = after
        after = after if wordless[i] else segment[i]
    return out


def _numbers(gold: GoldPage, task: Task) -> list[int]:
    """The label of each gold segment, as its number in the task."""
    known = {role: number for number, role in enumerate(task.labels.values())}
    content = [role for role in known if role not in (OTHER, CONTINUATION)]
    out = []
    for segment in gold.segments:
        role = gold.role(segment, known)
        # A common role falls back to the first content label; any role, to the only one.
        if role not in known and content and (role in COMMON or len(content) == 1):
            role = content[0]
        if role not in known:
            raise VictorError(
                f"page {gold.id}: the task has no label for {role!r}{did_you_mean(role, known)}; "
                "its key 'gold' can name one"
            )
        out.append(known[role])
    return out


def _flat(lists: Sequence[Sequence[str]]) -> list[str]:
    return [token for tokens in lists for token in tokens]


class _Places:
    """An index of the gold's content tokens, with a record of those that are taken."""

    def __init__(self, theirs: Sequence[Sequence[str]], content: Bools, ordered: bool) -> None:
        flat = _flat(theirs)
        kept = [token if keep else "\x00" for token, keep in zip(flat, content, strict=True)]
        self.tokens = kept
        self.text = " " + " ".join(kept) + " "
        self.bounds = list(accumulate((len(token) + 1 for token in kept), initial=0))
        self.used = np.zeros(len(flat), bool)
        self.ordered = ordered  # as gold is that includes boilerplate: no second search

    def use(self, hits: NDArray[np.int64]) -> None:
        """Mark gold tokens as taken."""
        self.used[hits] = True

    def take(self, block: Sequence[str]) -> int:
        """Take the first free occurrence of a block and return its start; -1 if there is none."""
        if self.ordered or not block:
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
        """Take free occurrences of most runs of a long block and return the first start, or -1.

        Runs are searched because single tokens match anywhere.
        """
        if self.ordered or len(block) < _LONG:
            return -1
        runs = list(_runs(block))
        places = list(dict.fromkeys(place for run in runs if (place := self._free(run)) >= 0))
        if len(places) < _FOUND * len(runs):
            return -1
        for place in places:
            self.used[place : place + _RUN] = True
        return places[0]

    def _free(self, run: tuple[str, ...]) -> int:
        """The start of the first free occurrence of a run, -1 if there is none."""
        places = self._free_runs.get(run, [])
        while places and self.used[places[-1] : places[-1] + _RUN].any():
            places.pop()
        return places[-1] if places else -1

    @cached_property
    def _free_runs(self) -> dict[tuple[str, ...], list[int]]:
        """The occurrences of each run that are free on first access, in reverse order."""
        out: dict[tuple[str, ...], list[int]] = {}
        taken = sums_before(self.used)
        runs = list(_runs(self.tokens))
        for place in np.flatnonzero(taken[_RUN:] == taken[:-_RUN])[::-1].tolist():
            out.setdefault(runs[place], []).append(place)
        return out


def _runs(tokens: Sequence[str]) -> Iterable[tuple[str, ...]]:
    return zip(*(tokens[i:] for i in range(_RUN)), strict=False)


def match_tokens(ours: Sequence[str], theirs: Sequence[str]) -> NDArray[np.int64]:
    """[len(ours)] the index of the matching token of ``theirs``, -1 for none.

    The matches are a longest common subsequence; very long inputs are aligned in pieces.
    """
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
    """Match halves: the gold is cut in the middle and the page at the same proportion."""
    middle = len(theirs) // 2
    anchor = max(1, min(len(ours) - 1, round(len(ours) * middle / len(theirs))))
    left = match_tokens(ours[:anchor], theirs[:middle])
    right = match_tokens(ours[anchor:], theirs[middle:])
    return np.concatenate((left, np.where(right >= 0, right + middle, -1)))
