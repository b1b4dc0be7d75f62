"""Texts within blocks that readers do not see, or that repeat visible text for screen readers.

Blocks that are hidden as a whole may be content that a script shows; the labels decide about them.
Within a line of text, hidden text is meant for programs or screen readers.
"""

import re
from collections.abc import Sequence

import numpy as np

from victor.arrays import Bools, places, some
from victor.document.texts.copies import (
    equal_copies,
    longer_copies,
    runs_in_blocks,
    short_dates,
)
from victor.document.texts.heading_tools import animated_in, letters_of, tools_in
from victor.document.texts.latex_macros import without_definitions
from victor.document.texts.windows import without_announcements
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.html_tags import HEADINGS
from victor.tree.marks import POSITION
from victor.tree.tree import Tree, is_hidden_style

_SHORT = 15  # most hidden words of a block that are dropped: a script may show longer text
_HEADINGS = 15  # headings that are searched
_COMPARED = 200  # most characters of a text that is compared with adjacent text
_MARKUP = regex(r"\s*<(?:iframe|script|blockquote|object|embed)\b", re.IGNORECASE)
_OPENS = ("?", "…", "...", ":")  # after these, a script may show what is hidden


def seen_texts(blocks: Blocks, texts: Bools) -> Bools:
    """[t] the texts that are content, without those that readers do not see.

    These are a few hidden words within a block; hidden text with an adjacent copy; copies for
    screen readers or for wider screens, and short forms of dates; numbers of posts beside their
    dates; what links say about windows;
    buttons and animations in headings; markup to copy in a ``textarea``; and definitions of LaTeX
    commands.

    Args:
        blocks: the page's blocks.
        texts: [t] whether each text is in a block that is content; not modified.
    """
    tree = blocks.tree
    out = _without_buttons(tree, texts) if "button" in tree.tags and tree.first_h1 else texts
    if some(tree.hidden) and some(hidden := texts & (tree.enclosing_count(tree.hidden) > 0)):
        out = _without_animations(tree, out)
        hidden &= out
        within = blocks.any_of(hidden) & blocks.any_of(texts & ~hidden)
        out = _without_hidden(blocks, out, hidden & within[blocks.of_text]) if some(within) else out
    out = _without(tree, out, [*short_dates(tree), *_positions(tree)])
    out = without_announcements(tree, _without_equal_copies(blocks, out))
    out = without_definitions(tree, out)
    return _without_markup(tree, out) if "textarea" in tree.tags else out


def _positions(tree: Tree) -> list[int]:
    """The elements with the number of a post after its date, as Discourse writes for programs."""
    if POSITION not in tree.looked_at.marks:  # true of nearly all pages
        return []
    found = places(tree.matching("itemprop", "position".__eq__) & tree.holds).tolist()
    before = [int(tree.node[max(tree.opened[one] - 1, 0)]) for one in found]
    return [one for one, other in zip(found, before, strict=True) if tree.tag_of(other) == "time"]


def _without_buttons(tree: Tree, texts: Bools) -> Bools:
    """Drop the texts of tools in headings of the first level: "Copy item path"."""
    found = (one for heading in tree.h1[:_HEADINGS] for one in tools_in(tree, heading))
    return _without(tree, texts, [one for one in found if not tree.hidden[one]])


def _without(tree: Tree, texts: Bools, elements: Sequence[int]) -> Bools:
    """Drop the texts of some elements."""
    if not elements:
        return texts
    out = texts.copy()
    for element in elements:
        out[tree.opened[element] : tree.closed[element]] = False
    return out


def _without_hidden(blocks: Blocks, texts: Bools, hidden: Bools) -> Bools:
    """Drop hidden texts that are short or repeated, and longer copies for screen readers."""
    tree = blocks.tree
    hiding = tree.matching("style", is_hidden_style)
    hiding[tree.looked_at.element[tree.looked_at.rows("hidden")]] = True
    unseen = hiding.copy()
    unseen[tree.looked_at.element[tree.looked_at.rows("id")]] = False  # scripts may show these
    gone = hidden & (tree.enclosing_count(unseen) > 0) & ~_may_open(blocks, texts, hidden)
    words = np.zeros(len(tree.text), np.int32)
    for place in places(gone).tolist():
        words[place] = len(tree.text[place].split())
    gone &= (blocks.sum_of(words) <= _SHORT)[blocks.of_text]
    for first, last in runs_in_blocks(blocks, hidden & ~gone):
        gone[first:last] = _is_beside(blocks, first, last)
    seen = hidden & ~gone & (tree.enclosing_count(hiding) == 0)
    return texts & ~gone & ~longer_copies(blocks, seen)


def _without_animations(tree: Tree, texts: Bools) -> Bools:
    """Drop animated text in headings that has a complete copy for screen readers."""
    headings = places(tree.named(HEADINGS) & tree.holds)[:_HEADINGS].tolist()
    moving = [one for heading in headings for one in animated_in(tree, heading)]
    return _without(tree, texts, moving)


def _without_equal_copies(blocks: Blocks, texts: Bools) -> Bools:
    """Drop texts that repeat an adjacent one for screen readers or for wide screens."""
    found = equal_copies(blocks, texts)
    if not found:
        return texts
    out = texts.copy()
    out[found] = False
    return out


def _may_open(blocks: Blocks, texts: Bools, hidden: Bools) -> Bools:
    """[t] whether a text is in a block that leads to a hidden end, or shows no words."""
    out = np.zeros(len(texts), bool)
    for block in np.unique(blocks.of_text[hidden]).tolist():
        part = slice(int(blocks.first[block]), int(blocks.first[block + 1]))
        seen = [blocks.tree.text[t] for t in (np.flatnonzero(~hidden[part]) + part.start).tolist()]
        last = seen[-1].rstrip() if hidden[part.stop - 1] else ""
        out[part] = last.endswith(_OPENS) or not any(map(letters_of, seen))
    return out


def _is_beside(blocks: Blocks, first: int, last: int) -> bool:
    """Whether texts of a block are repeated directly before or after them in the block."""
    text, block = blocks.tree.text, int(blocks.of_text[first])
    low, high = int(blocks.first[block]), int(blocks.first[block + 1])
    own = letters_of("".join(text[first : min(last, first + _COMPARED)])[: _COMPARED + 1])
    if not own or len(own) > _COMPARED:
        return False
    before = "".join(text[max(low, first - _COMPARED) : first])[-2 * _COMPARED :]
    after = "".join(text[last : min(high, last + _COMPARED)])[: 2 * _COMPARED]
    return _begins(after, own) or _begins(before[::-1], own[::-1])


def _begins(text: str, own: str) -> bool:
    """Whether a text begins with the words ``own``, ignoring all but letters and digits."""
    kept = [(one, place) for place, one in enumerate(text) if one.isalnum()][: len(own)]
    if "".join(one for one, _ in kept).casefold() != own:
        return False
    return not text[kept[-1][1] + 1 :][:1].isalnum()


def _without_markup(tree: Tree, texts: Bools) -> Bools:
    """Drop markup in a ``textarea``."""
    found = places(tree.named(("textarea",)) & tree.holds).tolist()
    gone = [one for one in found if _MARKUP.match(tree.text[tree.opened[one]])]
    return _without(tree, texts, gone)
