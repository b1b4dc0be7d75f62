"""The exact text of code blocks."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import inf
from operator import itemgetter
from textwrap import dedent
from typing import NamedTuple

import numpy as np

from victor.arrays import Bools, Ints, places, some, sums_before
from victor.text.characters import CONTROLS
from victor.text.regex import regex
from victor.tree.players import is_player
from victor.tree.tree import Tree

_MOST_STARTS = 8  # elements that may begin between a number and its line
_GUTTER = regex(
    r"(?:^|[\s_-])(?:line-?num\w*|linenos?|lineno|(?<!hljs-)ln|ln-n(?:umbers)?|lnt|gutter\w*"
    r"|line-numbers-rows|blob-num|tag_listingline)(?:$|[\s_-])",
    re.IGNORECASE,
)
# Text of a gutter: numbers with punctuation or after letters, as in ``L1`` and ``In [1]``.
_NUMBERS = regex(
    r"[\s.:|+~-]*|(?=\D*\d)(?:\d|[^\w={};,<\"'`$&@%*/\\!?^]|[^\W\d_]{1,2}[\s\[(.:]{0,2}(?=\d))*"
)
_TOOLS = regex(
    r"(?:^|[\s_-])(?:copy\w*|toolbar|code(?:-block)?[-_]*header|btn|clipboard\w*|select-none"
    r"|ttc|listing_data)(?:$|[\s_-])",
    re.IGNORECASE,
)
# A script adds the first class; runnable examples have the others before it runs.
_FOLDS = regex(r"(?:^|\s)(?:hide-boring|playground|language-rust)(?:\s|$)")
_FOLDED = regex(r"(?:^|\s)boring(?:\s|$)")
_UNSELECTED = regex(r"user-select:\s*none")
_LINE = regex(
    r"(?:^|[\s_-])(?:line|code-line|cl|view-line|react-code-line|CodeMirror-line|cm-line)(?:$|\s)"
)


_MOST_DIGITS = 9  # of the number of a line
_EXACT = frozenset(("pre", "code", "listing", "xmp"))  # elements whose white space is kept
# Elements whose line feeds only lay out the markup.
_BOXES = ("div", "td", "tr", "tbody", "thead", "table", "ol", "li")
_CONTROL = regex(f"[{''.join(map(chr, CONTROLS))}]")
VERBATIM = regex(r"white-space:\s*(?:pre|break-spaces)")  # in a style
_FEEDS = regex(r"^(?:[ \t]*\r?\n)+")
# Elements that are a line of code each.
_LINES = frozenset(("div", "li", "tr", "p", "ol", "ul", "table", "section", "figure"))


class Special(NamedTuple):
    """The elements of code blocks that do more than mark text."""

    skipped: Bools  # [m] left out with their content: gutters, buttons, folded lines
    line: Bools  # [m] a line each
    feed: Bools  # [m] line feeds
    stacked: frozenset[int]  # lines displayed as blocks: a line feed after one is a blank line
    around: Ints  # [m] the nearest special element at or above each, 0 for none
    feeds: Ints  # [m + 1] the number of line feeds before each element


def structured(tree: Tree, code: Ints) -> Special:
    """Find the elements of code blocks that do more than mark text.

    Args:
        tree: the page's tree.
        code: the code blocks.
    """
    within = tree.named(("pre", "code"))
    within[code] = True
    within = tree.nearest(within) > 0
    button = tree.named(("button",))
    skipped = button | tree.matching("style", _UNSELECTED.search, within)
    skipped |= _gutters(tree, within) | _links_beside(tree, within)
    skipped |= tree.matching("class", _TOOLS.search, within) | _folded(tree, within)
    line = tree.matching("class", _LINE.search, within) & ~button
    line |= tree.named(_LINES) | _parts(tree)
    feed = tree.named(("br",))
    stacked = _stacked(tree, line & tree.named(("span",)), feed)
    feeds = sums_before(feed)
    return Special(skipped, line, feed, stacked, tree.nearest(skipped | line | feed), feeds)


def _parts(tree: Tree) -> Bools | np.bool_:
    """[m] the ``code`` elements of a ``pre`` with nothing between them: lines or versions."""
    code = places(tree.named(("code",)) & tree.holds & tree.named(("pre",))[tree.parent])
    first, second = code[:-1], code[1:]
    near = (tree.parent[first] == tree.parent[second]) & (tree.closed[first] == tree.opened[second])
    if not some(near):
        return np.False_
    return tree.mask(np.concatenate((first[near], second[near])))


def _links_beside(tree: Tree, within: Bools) -> Bools | np.bool_:
    """[m] the links of a ``pre`` that otherwise holds only ``code``: "Run"."""
    code, link = tree.named(("code",)), tree.named(("a",)) & within & tree.holds
    link &= tree.nearest(code) == 0
    if not some(link) or not some(code):
        return np.False_
    around = tree.nearest(tree.named(("pre",)))
    others = (tree.enclosing_count(code | link) == 0) & (around[tree.node] > 0)
    said = [place for place in places(others).tolist() if not tree.text[place].isspace()]
    only = tree.mask(around[code]) & ~tree.mask(around[tree.node[said]])
    return np.asarray(link & (around > 0) & only[around])


def _gutters(tree: Tree, within: Bools) -> Bools:
    """[m] the elements with classes of line numbers that hold nothing but numbers.

    An ``ol`` with such a class holds the code: ``<ol class="linenums">`` numbers it itself.
    """
    found = tree.matching("class", _GUTTER.search, within) & ~tree.named(("ol",))
    if not some(found):
        return found
    others = (_NUMBERS.fullmatch(text) is None for text in tree.text)
    return np.asarray(found & (tree.sums(np.fromiter(others, bool, len(tree.text))) == 0))


def _folded(tree: Tree, within: Bools) -> Bools:
    """[m] the lines that mdBook hides until a click, as they only make an example complete."""
    folds = tree.matching("class", _FOLDS.search, within)
    if not some(folds):
        return folds
    return tree.matching("class", _FOLDED.search, tree.nearest(folds) > 0)


def _stacked(tree: Tree, line: Bools, feed: Bools) -> frozenset[int]:
    """The lines with a class that two adjacent lines without a line feed between them have.

    These must be displayed as blocks; lines that are each followed by a line feed need not be.
    """
    lines = np.flatnonzero(line)
    if len(lines) < 2:
        return frozenset()
    lines = lines[tree.nearest(tree.named(("pre", "code")))[lines] > 0]
    first, second = lines[:-1], lines[1:]
    near = (tree.closed[first] == tree.opened[second]) & (tree.parent[first] == tree.parent[second])
    feeds = np.cumsum(feed)
    near &= (feeds[first] == feeds[second]) & (tree.closed[first] > tree.opened[first])
    seen, named = tree.looked_at, np.full(len(tree.tag), -1, np.int32)
    rows = seen.rows("class")
    named[seen.element[rows]] = seen.value[rows]
    return frozenset(lines[np.isin(named[lines], named[first[near]])].tolist())


def code_text(tree: Tree, element: int, special: Special) -> str:
    """The text of a code block with exact white space, without line numbers and buttons.

    A line ends at a line feed, at ``br``, and where an element that is a line ends.

    Args:
        tree: the page's tree.
        element: the code block.
        special: see :func:`structured`.
    """
    end = _end(tree, element)
    if any(one[element + 1 : end].any() for one in special[:2]):
        text = _structured_text(tree, element, end, special)
    else:
        text = _marked_text(tree, element, end)
    if tree.tag_of(element) not in ("pre", "ol"):
        text = dedent(text.strip("\n"))
    lines = text.split("\n")
    kept = [number for number, line in enumerate(lines) if line.strip()]
    return "\n".join(lines[kept[0] : kept[-1] + 1]).rstrip() if kept else ""


def _marked_text(tree: Tree, element: int, end: int) -> str:
    """The text of a code block whose elements only mark text."""
    breaks = np.flatnonzero(tree.tag[element:end] == _code(tree, "br")) + element
    pieces = _found(tree, element, end)
    for number, text in zip(breaks.tolist(), tree.opened[breaks].tolist(), strict=True):
        pieces.append((number + 1, text, -1, 0, "\n"))  # before what follows the element
    in_order = sorted(pieces, key=itemgetter(0, 1, 2))
    if _is_exact(tree, element):
        return _plain("".join([piece for *_, piece in in_order]))
    return _plain("".join(_without_feeds(in_order)))


def _is_exact(tree: Tree, element: int) -> bool:
    """Whether an element shows line feeds; ``code`` without such a style shows only ``br``."""
    if tree.tag_of(element) != "code":
        return True
    return VERBATIM.search(tree.attribute(element, "style")) is not None


def _without_feeds(pieces: Iterable[tuple[int, int, int, int, str]]) -> Iterator[str]:
    """The pieces without the line feeds of the markup that follow a ``br``."""
    after_break = False
    for *_, rank, _, piece in pieces:
        if rank < 0:
            after_break = True
        elif after_break:
            piece = _FEEDS.sub("", piece)
            after_break = not piece
        yield piece


def _code(tree: Tree, tag: str) -> int:
    return tree.tags.index(tag) if tag in tree.tags else -1


def _plain(text: str) -> str:
    text = text.replace("\r", "").replace("\xa0", " ")
    # As in other texts: with them, a page could steer a terminal.
    return text.translate(CONTROLS) if _CONTROL.search(text) else text


def _structured_text(tree: Tree, element: int, end: int, special: Special) -> str:
    """The text of a code block with elements that are lines, gutters or buttons."""
    writer = _Lines(special.stacked)
    skipped, line, feed = (one[element:end].tolist() for one in special[:3])
    around = np.maximum(special.around[element:end], element).tolist()
    held = [element]  # elements that are open
    for place, _, _, holder, text in _events(tree, element, end, special):
        while held[-1] > around[holder - element]:
            writer.end(held.pop())
        if text is not None:
            writer.write(text)
            continue
        held.append(place)
        if feed[place - element]:
            writer.feed()
        elif skipped[place - element]:
            writer.skip(place)
        elif line[place - element]:
            writer.start(place)
    while held[-1] > element:
        writer.end(held.pop())
    return writer.text


def _is_number(text: str) -> bool:
    plain = text.strip()
    return len(plain) <= _MOST_DIGITS and plain.isdecimal()


class _Lines:
    """Collects the lines of a code block."""

    def __init__(self, stacked: frozenset[int]) -> None:
        self.stacked = stacked
        self.out: list[str] = []
        self.ends = False  # a line has ended; its line feed is added before what follows
        self.alone = False  # the line that has ended is in ``stacked``
        self.lines: dict[int, int] = {}  # the size of ``out`` when each open line began
        self.joined: list[int] = []  # indices in ``out`` of line feeds between number and line
        self.numbers: list[int] = []  # indices in ``out`` of numbers at the start of a line
        self.skipped = 0  # the element that is left out with its content; 0 for none

    @property
    def text(self) -> str:
        is_numbered = self._is_numbered()
        for place in self.numbers if is_numbered else self.joined:
            self.out[place] = "" if is_numbered else "\n"
        return _plain("".join(self.out))

    def _is_numbered(self) -> bool:
        """Whether each line begins with its number, in a separate text."""
        lines = "".join(self.out).strip("\n").count("\n") + 1
        found = [int(self.out[place].strip()) for place in self.numbers]
        first = found[0] if found else 0
        return len(found) == lines > 1 and found == list(range(first, first + lines))

    def write(self, text: str) -> None:
        if self.skipped:
            return
        if self.ends:
            self._feed()
        out = self.out
        # `_is_at_start`, inlined for speed.
        if (not out or out[-1].endswith("\n")) and _is_number(text):
            self.numbers.append(len(out))
        out.append(text)

    def feed(self) -> None:
        if not self.skipped:
            if self.alone:
                self._feed()
            self.ends = False
            self.out.append("\n")

    def skip(self, element: int) -> None:
        if self.skipped:
            return
        self.skipped = element
        if self.out[-1:] == [" "] and "".join(self.out[-2:-1])[-1:] in ("", "\n"):
            self.out.pop()  # the space before a button at the start of a line

    def start(self, element: int) -> None:
        if self.skipped:
            return
        if self._is_after_number():
            self.joined.append(len(self.out))  # the line after its number
            self.out.append("")
        else:
            self.ends = self.ends or not self._is_at_start()
            self._feed()
        self.lines[element] = len(self.out)

    def _is_after_number(self) -> bool:
        """Whether there is nothing between a number at the start of a line and what follows."""
        if not self.numbers or len(self.out) - self.numbers[-1] > _MOST_STARTS:
            return False
        return not any(self.out[self.numbers[-1] + 1 :])

    def end(self, element: int) -> None:
        if element == self.skipped:
            self.skipped = 0
        size = self.lines.pop(element, None)
        if size is not None:
            self.ends = len(self.out) == size or not self._is_at_start()
            self.alone = element in self.stacked

    def _is_at_start(self) -> bool:
        """Whether what follows starts a line; a line feed may be the end of a longer piece."""
        return not self.out or self.out[-1].endswith("\n")

    def _feed(self) -> None:
        if self.ends:
            self.out.append("\n")
            self.ends = False


def _events(
    tree: Tree, element: int, end: int, special: Special
) -> list[tuple[int, float, int, int, str | None]]:
    """The starts of special elements in a code block, and its texts and white space, in order.

    Rows are those of :func:`_found`; elements have None as text.
    """
    inner = np.flatnonzero(special.around[element + 1 : end] == np.arange(element + 1, end))
    inner += element + 1
    events: list[tuple[int, float, int, int, str | None]] = [
        (one, inf, 0, holder, None)  # after texts with as many elements before them
        for one, holder in zip(inner.tolist(), tree.parent[inner].tolist(), strict=True)
    ]
    found = _found(tree, element, end)
    events += found
    if tree.tag_of(element) not in _EXACT:
        events += _spaces(tree, found, special)
    return sorted(events, key=itemgetter(0, 1, 2))


def _spaces(
    tree: Tree, found: Sequence[tuple[int, int, int, int, str]], special: Special
) -> Iterator[tuple[int, int, int, int, str]]:
    """White space between the texts of a line, which the tree keeps in ``pre`` and ``code`` only.

    Takes and yields rows of :func:`_found`.
    """
    texts = [one for one in found if one[2] == 1]
    insets = _insets(tree, texts[0][1], texts[-1][1])
    sources = zip(tree.inset[insets, 0].tolist(), tree.source[insets], strict=True)
    # These texts have their white space already.
    kept = {place for place, source in sources if not is_player(source)}
    around, feeds = special.around, special.feeds
    for (before, _, _, left, _), (number, text, _, holder, _) in pairwise(texts):
        is_joined = around[left] == around[holder] and feeds[before] == feeds[number]
        if is_joined and tree.spaced[text] and text not in kept and not _is_spaced(tree.text, text):
            yield number, text, 0, holder, " "


def _is_spaced(texts: Sequence[str], place: int) -> bool:
    """Whether a text begins with white space, or the one before ends with it."""
    return texts[place][:1].isspace() or texts[place - 1][-1:].isspace()


def _end(tree: Tree, element: int) -> int:
    """The first element after an element and its descendants."""
    low, size = element + 1, 64
    while low < len(tree.tag):  # search no further than needed
        after = np.flatnonzero(tree.parent[low : low + size] < element)[:1]
        if len(after):
            return low + int(after[0])
        low, size = low + size, 2 * size
    return len(tree.tag)


def _found(tree: Tree, element: int, end: int) -> list[tuple[int, int, int, int, str]]:
    """The texts and white space in an element, unsorted.

    Each row has the sort keys (the number of elements before it, the text that it is or precedes,
    and its rank there), the element that holds it, and the text.
    """
    low, high = tree.bounds(element)
    numbers = np.arange(low, high, dtype=tree.opened.dtype)  # another type would copy the column
    before = np.searchsorted(tree.opened[:end], numbers, "right").tolist()
    holders, texts = tree.node[low:high].tolist(), range(low, high)
    found = [
        (number, text, 1, holder, tree.text[text])
        for number, text, holder in zip(before, texts, holders, strict=True)
    ]
    insets = _insets(tree, low, high)
    for place, row in enumerate(tree.inset[insets].tolist(), insets.start):
        text, _, holder, number = row
        if element <= holder < end and _is_code(tree, element, holder, tree.source[place]):
            found.append((number, text, 0, holder, tree.source[place]))
    return found


def _insets(tree: Tree, first: int, last: int) -> slice:
    """The insets in or before a range of texts; found without copying the column."""
    texts = tree.inset[:, 0]
    return slice(bisect_left(texts, first), bisect_right(texts, last))


def _is_code(tree: Tree, element: int, holder: int, source: str) -> bool:
    """Whether an inset is white space of code: no formula or player, not between boxed lines."""
    if source.startswith("<") or is_player(source):
        return False
    if holder == element and tree.tag_of(element) == "ol":
        return False  # between items
    is_exact = "\n" not in source or tree.tag_of(element) in _EXACT
    return is_exact or tree.tag_of(holder) not in _BOXES
