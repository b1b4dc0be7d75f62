"""The pieces of text that are content, and what separates them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.compiled import door
from victor.document.kinds.elements import Uses, line_tags
from victor.document.texts.classifiers import classifiers
from victor.document.texts.readings import readings
from victor.document.vocabulary import LEVEL
from victor.text.characters import COLONS, CONTROLS
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

_CLOSING = frozenset(",.;:!?)]}»”’、。，．；：！？）」』")  # no space is before these
_APOSTROPHES = ("'", "’")
_QUOTES = frozenset("\"'“”„‟‘’‚«»‹›「」『』〝〞")
_INVISIBLE = "\u00ad\u200b\u2060\u2063\ufeff\x90\x9b\x9c\x9d"
# The control characters that pages have. With some, a page could steer a terminal.
_COMMON_CONTROLS = "\x1b\x07\x08\x01\x02\x03\x04\x7f"
INVISIBLE = CONTROLS | dict.fromkeys(map(ord, _INVISIBLE))


class Texts(NamedTuple):
    """The c texts that are content, in document order."""

    block: Ints  # [c]
    piece: list[str]  # [c] white space normalised
    space: Bools  # [c] whether white space or a tag that ends a line precedes it
    divided: Bools  # [c] whether tags between the previous text and this one end a paragraph
    breaks: Bools  # [c] whether ``br`` is between the previous text and this one


class Tags(NamedTuple):
    """The tags before each text [t], counted from the start of the page."""

    ends: Ints  # of block-level elements
    breaks: Ints  # ``br`` elements


def counted(tree: Tree, uses: Uses) -> Tags:
    """Count the tags before each text that end a line.

    Args:
        tree: the page's tree.
        uses: [m] as :func:`~victor.document.kinds.elements.uses_in_content` returns them.
    """
    ends, breaks = line_tags(uses, tree.opened, tree.closed, len(tree.text))
    lines = [*named_sources(tree), *_unbroken(tree.styled_lines, ends, breaks)]
    if lines:
        breaks += np.cumsum(np.bincount(lines, minlength=len(breaks)))[: len(breaks)]
    return Tags(ends, breaks)


def _unbroken(lines: list[int], ends: Ints, breaks: Ints) -> list[int]:
    """Those of some texts that no tag separates from the text before."""
    return [one for one in lines if ends[one] == ends[one - 1] and breaks[one] == breaks[one - 1]]


def named_sources(tree: Tree) -> list[int]:
    """The texts right after a ``cite`` that begins a quotation by naming its author.

    Forums display it as a line. It ends with a colon, or with a word or number that no space
    separates from the quotation.

    Args:
        tree: the page's tree.
    """
    if "cite" not in tree.tags:
        return []
    cites = np.flatnonzero(tree.named(("cite",)))
    quotation = tree.nearest(tree.named(("blockquote",)))[cites]
    ends = tree.closed[cites]
    begins = (tree.opened[cites] == tree.opened[quotation]) & (quotation > 0)
    ends = ends[begins & (ends < tree.closed[quotation]) & (ends > tree.opened[cites])]
    return [end for end in ends.tolist() if _is_source(*tree.text[end - 1 : end + 1])]


def _is_source(before: str, after: str) -> bool:
    """Whether the first of two texts ends like the name of a source above the second."""
    is_joined = before[-1:].isalnum() and after[:1].isalnum()
    return is_joined or before.rstrip().endswith(COLONS)


def content_texts(blocks: Blocks, numbers: Ints, tags: Tags) -> Texts:
    """The texts that are content.

    Args:
        blocks: the page's blocks.
        numbers: [c] the numbers of the texts.
        tags: the tags before each text of the page.
    """
    at = numbers.astype(np.intp)  # NumPy reads arrays at these in less time
    ends, breaks = (_steps(column[at]) for column in tags)
    ended = ends > 0
    block, found, spaces = content_pieces(blocks, numbers)
    for first, last in spoken(blocks.tree, numbers):
        found[first] = f'"{found[first]}'
        found[last] += '"'
    for first, last in readings(blocks.tree, numbers):
        found[first] = f"({found[first]}"
        found[last] += ")"
    for first in classifiers(blocks.tree, numbers):
        found[first] = f": {found[first]}"
        spaces[first] = True
    return Texts(block, found, spaces | ended, ended | (breaks > 1), breaks > 0)


def content_pieces(blocks: Blocks, numbers: Ints) -> tuple[Ints, list[str], Bools]:
    """[c] the blocks of texts, the texts as shown, and whether white space precedes each.

    Args:
        blocks: the page's blocks.
        numbers: [c] the numbers of the texts.
    """
    block = blocks.of_text[numbers]
    of_blocks = (blocks.text, block, blocks.space_before, blocks.first)
    found, spaces = pieces_of(blocks.tree.text, numbers, *of_blocks)
    spaces[1:] |= _spaced_before(blocks, numbers, block)
    if has_invisible(blocks.tree):
        for place, piece in enumerate(found):
            if not piece.isprintable():  # as those with such characters are
                shown = piece.translate(INVISIBLE)
                spaces[place] |= shown[:1].isspace()
                spaces[place + 1 : place + 2] |= shown[-1:].isspace()
                found[place] = " ".join(shown.split())
    return block, found, spaces


def spoken(tree: Tree, numbers: Ints) -> list[tuple[int, int]]:
    """The first and last text of each outermost ``q`` that needs the quotation marks of browsers.

    Those that have some, or that are a line by themselves, do not.

    Args:
        tree: the page's tree.
        numbers: [c] the numbers of the texts that are content.
    """
    if "q" not in tree.tags or not len(numbers):
        return []
    found = places(tree.outermost(tree.named(("q",))) & tree.holds)
    opened, last = tree.opened[found], tree.closed[found] - 1
    tags = tree.tags_before(tree.named((*LEVEL, "br"))) > 0
    starts, lines = np.concatenate((tags, [True])), np.cumsum(tags)
    chosen = (lines[opened] == lines[last]) & ~(starts[opened] & starts[last + 1])
    first = np.searchsorted(numbers, opened)
    end = first + last - opened
    chosen &= (end < len(numbers)) & (numbers.take(end, mode="clip") == last)  # all is content
    pairs = zip(first[chosen].tolist(), end[chosen].tolist(), strict=True)
    text = tree.text
    return [pair for pair in pairs if not _has_quotes(text, starts, *numbers[[*pair]].tolist())]


def _has_quotes(text: Sequence[str], starts: Bools, first: int, last: int) -> bool:
    """Whether texts begin with or are beside quotation marks, or end in a colon, as labels do.

    Args:
        text: [t] the page's texts.
        starts: [t + 1] whether a line starts before each text.
        first: the first of the texts.
        last: the last of the texts.
    """
    before = "" if not first or starts[first] else text[first - 1].rstrip()
    after = "" if starts[last + 1] else text[last + 1].lstrip()
    is_letter = before[-1:] in _APOSTROPHES and before[-2:-1].isalpha()
    beside = "" if is_letter else before[-1:], after[:1]
    inside = text[first].lstrip()[:1]
    return not _QUOTES.isdisjoint((*beside, inside)) or text[last].rstrip()[-1:] in ":："


def _spaced_before(blocks: Blocks, numbers: Ints, block: Ints) -> Bools:
    """[c - 1] whether white space is before or after texts of a block that are left out."""
    skipped = (numbers[1:] - numbers[:-1] > 1) & (block[1:] == block[:-1])
    if not some(skipped):
        return np.asarray(skipped)
    spaces, text = np.cumsum(blocks.tree.spaced), blocks.tree.text
    skipped &= spaces[numbers[1:]] > spaces[numbers[:-1]]
    for place in skipped.nonzero()[0].tolist():
        skipped[place] = text[numbers[place + 1]].lstrip()[:1] not in _CLOSING
    return np.asarray(skipped)


def _steps(column: Ints) -> Ints:
    """The difference between each value and the one before; 0 for the first."""
    steps = np.zeros_like(column)
    np.subtract(column[1:], column[:-1], out=steps[1:])
    return steps


@door("text")
def pieces_of(
    text: Sequence[str],
    number: Ints,
    blocks: Sequence[str],
    block: Ints,
    space_before: Bools,
    first: Ints,
) -> tuple[list[str], Bools]:
    """[c] texts with white space normalised, and whether white space precedes each.

    Args:
        text: [t] the page's texts.
        number: [c] the numbers of the texts.
        blocks: [n] the texts of blocks.
        block: [c] the block of each text.
        space_before: [n] see :class:`~victor.tree.blocks.Blocks`, also for ``first`` [n + 1].
    """
    found, spaces = [blocks[one] for one in block.tolist()], space_before[block]
    before, end = -1, 0  # the block of the previous text, and where that text ends in it
    for place in np.flatnonzero(first[block + 1] - first[block] > 1).tolist():
        whole, of = found[place], block.item(place)
        piece = found[place] = " ".join(text[number[place]].split())
        start = max(whole.find(piece, end if of == before else 0), 0)
        if number[place] > first[of]:
            spaces[place] = whole[start - 1 : start] == " "
        before, end = of, start + len(piece)
    return found, spaces


def has_invisible(tree: Tree) -> bool:
    """Whether texts of a page have invisible characters.

    Args:
        tree: the page's tree.
    """
    page = tree.joined
    signs = _COMMON_CONTROLS if page.isascii() else _COMMON_CONTROLS + _INVISIBLE
    return any(map(page.__contains__, signs))
