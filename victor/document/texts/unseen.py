"""Texts within blocks that readers do not see, or that repeat visible text for screen readers.

Blocks that are hidden as a whole may be content that a script shows; the labels decide about them.
Within a line of text, hidden text is meant for programs or screen readers.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.compiled import door
from victor.document.texts.latex_macros import without_definitions
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.buttons import is_button
from victor.tree.html_tags import HEADINGS
from victor.tree.tree import Tree, is_hidden_style

_SHORT = 15  # most hidden words of a block that are dropped: a script may show longer text
_IN_HEADING = 30  # elements within a heading that are examined
_HEADINGS = 15  # headings that are searched
_WORDS = regex(r"[^\W_]+")
_BETWEEN_PIECES = regex(r"\s[-–—|·•:/]+\s|[|:_：｜]")  # of a title
_LONGEST_TITLE = 400  # characters
_COMPARED = 200  # most characters of a text that is compared with adjacent text
_FEW_TEXTS = 20  # most texts of an element for screen readers only
# Classes for screen readers only, also as CSS modules write them: ``utils_visuallyHidden__x3F``.
_EAR = regex(
    r"(?:^|[\s_-])(?<!not-)(?:screen-reader-text|sr-only|visually-?hidden)"
    r"(?:__[\w-]{1,40})?(?:\s|$)"
    r"|(?:^|\s)clipped(?:\s|$)",
    re.IGNORECASE,
)
_EAR_SIGNS = ("screen-reader-text", "sr-only", "hidden", "clipped")  # ASCII classes contain one
# Classes for narrow screens only, of Tailwind or of Bootstrap.
_ON_NARROW = regex(r"(?:^|\s)(?:(sm|md|lg|xl|2xl):hidden|d-(sm|md|lg|xl|xxl)-none)(?:\s|$)")
_RAISED = ("sup", "sub")  # have another meaning: a power, a note
_CLIMB = 4  # levels climbed from a text with an adjacent copy
_MARKUP = regex(r"\s*<(?:iframe|script|blockquote|object|embed)\b", re.IGNORECASE)
_OPENS = ("?", "…", "...", ":")  # after these, a script may show what is hidden


def seen_texts(blocks: Blocks, texts: Bools) -> Bools:
    """[t] the texts that are content, without those that readers do not see.

    These are a few hidden words within a block; hidden text with an adjacent copy; copies for
    screen readers or for wider screens; buttons and animations in headings; markup to copy in a
    ``textarea``; and definitions of LaTeX commands.

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
    out = without_definitions(tree, _without_echoes(blocks, out))
    return _without_markup(tree, out) if "textarea" in tree.tags else out


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


def elements_in(tree: Tree, heading: int) -> list[int]:
    """The first elements within a heading that hold text.

    Args:
        tree: the page's tree.
        heading: its element.
    """
    last, found = tree.closed.item(heading), []
    for one in range(heading + 1, min(heading + _IN_HEADING, len(tree.tag))):
        low = tree.opened.item(one)
        if low >= last:
            break
        if low < tree.closed.item(one):
            found.append(one)
    return found


def texts_of(tree: Tree, elements: Iterable[int]) -> set[int]:
    """The numbers of the texts of some elements.

    Args:
        tree: the page's tree.
        elements: their numbers.
    """
    return {place for one in elements for place in range(tree.opened[one], tree.closed[one])}


def tools_in(tree: Tree, heading: int) -> list[int]:
    """The elements of a heading that are not part of its text: buttons and hidden elements.

    They contain words that the page's title lacks, and the heading has other text. A button may
    also be a word that a script explains, or a choice: "Weather in [Berlin]" for the title
    "Weather today".

    Args:
        tree: the page's tree.
        heading: its element.
    """
    first, last = tree.bounds(heading)
    found = [one for one in elements_in(tree, heading) if _is_tool(tree, one)]
    if not found:
        return []
    out = texts_of(tree, found)
    left = [place for place in range(first, last) if place not in out and tree.text[place].strip()]
    if not left:
        return []
    return [one for one in found if tree.hidden[one] or _is_beside_title(tree, one, left)]


def _is_beside_title(tree: Tree, button: int, left: Sequence[int]) -> bool:
    """Whether a button is before or after the rest of a heading, which is like the page's title.

    On that side, the rest begins or ends with the same word as a piece of the title.
    """
    is_last = tree.opened[button] > left[-1]
    if not (is_last or tree.closed[button] <= left[0]):
        return False
    end = -1 if is_last else 0
    near = _WORDS.findall(tree.text[left[end]].lower())
    pieces = map(_WORDS.findall, _BETWEEN_PIECES.split(tree.title[:_LONGEST_TITLE].lower()))
    return bool(near) and any(piece[end] == near[end] for piece in pieces if piece)


def _is_tool(tree: Tree, element: int) -> bool:
    """Whether an element is a button or hidden, and the page's title lacks a word of it.

    One with a number may offer a choice: a size that opens a list of sizes.
    """
    if not (is_button(tree, element) or (tree.hidden[element] and _is_out(tree, element))):
        return False
    own = "".join(tree.text[tree.opened[element] : tree.closed[element]])[:_COMPARED].lower()
    title = set(_WORDS.findall(tree.title[:_LONGEST_TITLE].lower()))
    is_number = any(map(str.isdecimal, own))
    return bool(title) and not is_number and not title.issuperset(_WORDS.findall(own))


def _is_out(tree: Tree, element: int) -> bool:
    """Whether a hidden element is hidden from everyone, not only from screen readers."""
    is_mute = tree.attribute(element, "aria-hidden").lower() == "true"
    return not is_mute or is_hidden_style(tree.attribute(element, "style"))


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
    for first, last in _runs(blocks, hidden & ~gone):
        gone[first:last] = _is_beside(blocks, first, last)
    seen = hidden & ~gone & (tree.enclosing_count(hiding) == 0)
    return texts & ~gone & ~_repeats_visible_text(blocks, seen)


def _repeats_visible_text(blocks: Blocks, seen: Bools) -> Bools:
    """[t] the texts for screen readers only that repeat adjacent visible text in more words.

    Those with other numbers stay, as they say more.

    Args:
        blocks: the page's blocks.
        seen: [t] the visible texts that are hidden from screen readers.
    """
    tree, out = blocks.tree, np.zeros(len(seen), bool)
    runs = _runs(blocks, seen)
    for_ear = tree.matching("class", _is_for_screen_readers) if runs else out
    if not some(for_ear):
        return out
    around = tree.nearest(for_ear)[tree.node]
    for first, last in runs:
        own = _words(tree.text[first : min(last, first + _FEW_TEXTS + 1)])
        for place in (last, first - 1):
            if 0 <= place < len(around) and blocks.of_text[place] == blocks.of_text[first]:
                low, high = (int(one[around[place]]) for one in (tree.opened, tree.closed))
                is_outside = around[place] > 0 and (high <= first or low >= last)
                is_short = max(high - low, last - first) <= _FEW_TEXTS
                if is_outside and is_short and _says(_words(tree.text[low:high]), own):
                    out[low:high] = True
    return out


def _is_for_screen_readers(classes: str) -> bool:
    """Whether an element with these classes is for screen readers only."""
    small = classes.lower()
    likely = not small.isascii() or any(sign in small for sign in _EAR_SIGNS)
    return likely and _EAR.search(classes) is not None


def _words(texts: Sequence[str]) -> list[str]:
    """The words and numbers of some texts, case-folded; none if the texts are long."""
    whole = "".join(texts)
    return re.findall(r"\w+", whole.casefold()) if len(whole) <= _COMPARED else []


def _says(words: list[str], own: list[str]) -> bool:
    """Whether ``words`` contain ``own`` in order, and no further numbers.

    ``own`` has a number, such as a price, or is most of the words; else it may be mere initials.
    """
    rest = iter(words)
    if not own or not all(one in rest for one in own):
        return False
    numbers = sum(map(str.isdecimal, own))
    is_most = numbers > 0 or 2 * len(own) > len(words)
    return is_most and sum(map(str.isdecimal, words)) == numbers


def _without_animations(tree: Tree, texts: Bools) -> Bools:
    """Drop animated text in headings that has a complete copy for screen readers."""
    headings = places(tree.named(HEADINGS) & tree.holds)[:_HEADINGS].tolist()
    moving = [one for heading in headings for one in animated_in(tree, heading)]
    return _without(tree, texts, moving)


def animated_in(tree: Tree, heading: int) -> list[int]:
    """The hidden elements of a heading that repeat its other texts, once or several times.

    Args:
        tree: the page's tree.
        heading: its element.
    """
    first, last = tree.bounds(heading)
    found = [one for one in elements_in(tree, heading) if tree.hidden[one]]
    if not found:
        return []
    out = texts_of(tree, found)
    own = _plain("".join(tree.text[place] for place in sorted(out)))
    others = _plain("".join(tree.text[place] for place in range(first, last) if place not in out))
    times = len(own) // max(len(others), 1)
    return found if others and times and own == others * times else []


def _without_echoes(blocks: Blocks, texts: Bools) -> Bools:
    """Drop texts that repeat an adjacent one for screen readers or for wide screens."""
    found = _echoes(blocks, texts)
    if not found:
        return texts
    out = texts.copy()
    out[found] = False
    return out


def echoes_in(blocks: Blocks, element: int) -> list[int]:
    """The texts of an element that repeat adjacent ones for screen readers or wide screens.

    Args:
        blocks: the page's blocks.
        element: its number.
    """
    first, last = blocks.tree.bounds(element)
    texts = np.zeros(len(blocks.tree.text), bool)
    texts[first:last] = True
    return _echoes(blocks, texts) if last - first > 1 else []


def _echoes(blocks: Blocks, texts: Bools) -> list[int]:
    """The texts that repeat an adjacent one of their block and that readers do not see."""
    text, of_text = blocks.tree.text, blocks.of_text
    found = (_echo(blocks, one) for one in repeated_texts(text, texts, of_text).tolist())
    return [place for place in found if place is not None]


@door("text")
def repeated_texts(text: Sequence[str], chosen: Bools, of_text: Ints) -> Ints:
    """The chosen texts whose next text is also chosen, in the same block and equal.

    The white space at their ends may differ.

    Args:
        text: [t].
        chosen: [t].
        of_text: [t] the block that each text is in.
    """
    beside = places(chosen[:-1] & chosen[1:] & (of_text[:-1] == of_text[1:])).tolist()
    same = [one for one in beside if text[one].rstrip() == text[one + 1].rstrip() != ""]
    return np.array(same, np.int32)


def _echo(blocks: Blocks, place: int) -> int | None:
    """Which of two equal adjacent texts of a block readers do not see; None if they see both."""
    after = place + 1
    text = blocks.tree.text
    spaced = "".join(text[after + 1 : after + 2])[:1].isspace()
    is_ended = spaced or text[place].startswith(text[after])  # including its white space at the end
    one, other = (list(_around(blocks.tree, at)) for at in (place, after))
    for at, classes in ((after, other), (place, one)):
        if any(map(_EAR.search, classes)) and (at == place or is_ended):
            return at
    if is_ended and one and other and _are_for_two_screens(one[-1], other[-1]):
        return after
    return None


def _around(tree: Tree, text: int) -> Iterator[str]:
    """The classes of the elements that hold a text and no other, innermost first."""
    element = int(tree.node[text])
    for _ in range(_CLIMB):
        tag, size = tree.tag_of(element), tree.closed[element] - tree.opened[element]
        if not element or size > 1 or tag in _RAISED:
            return
        yield tree.attribute(element, "class")[:_LONGEST_TITLE]
        element = int(tree.parent[element])


def _are_for_two_screens(one: str, other: str) -> bool:
    """Whether one class is for narrow screens, and the other for all wider ones.

    Args:
        one: ``md:hidden`` (Tailwind) or ``d-md-none`` (Bootstrap).
        other: ``hidden md:block`` or ``d-none d-md-block``; or the other way round.
    """
    narrow, wide = (one, other) if _ON_NARROW.search(one) else (other, one)
    found, names = _ON_NARROW.search(narrow), wide.split()
    if not found:
        return False
    hidden, shown = ("hidden", f"{found[1]}:") if found[1] else ("d-none", f"d-{found[2]}-")
    starts = tuple(shown + display for display in ("block", "flex", "inline"))
    return hidden in names and any(name.startswith(starts) for name in names)


def _may_open(blocks: Blocks, texts: Bools, hidden: Bools) -> Bools:
    """[t] whether a text is in a block that leads to a hidden end, or shows no words."""
    out = np.zeros(len(texts), bool)
    for block in np.unique(blocks.of_text[hidden]).tolist():
        part = slice(int(blocks.first[block]), int(blocks.first[block + 1]))
        seen = [blocks.tree.text[t] for t in (np.flatnonzero(~hidden[part]) + part.start).tolist()]
        last = seen[-1].rstrip() if hidden[part.stop - 1] else ""
        out[part] = last.endswith(_OPENS) or not any(map(_plain, seen))
    return out


def _runs(blocks: Blocks, texts: Bools) -> list[tuple[int, int]]:
    """The runs ``first:last`` of the chosen texts, each within a block."""
    of = np.where(texts, blocks.of_text + 1, 0)
    bounds = np.flatnonzero(np.diff(of, prepend=0, append=0)).tolist()
    return [(low, high) for low, high in pairwise(bounds) if texts[low]]


def _is_beside(blocks: Blocks, first: int, last: int) -> bool:
    """Whether texts of a block are repeated directly before or after them in the block."""
    text, block = blocks.tree.text, int(blocks.of_text[first])
    low, high = int(blocks.first[block]), int(blocks.first[block + 1])
    own = _plain("".join(text[first : min(last, first + _COMPARED)])[: _COMPARED + 1])
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


def _plain(text: str) -> str:
    """The letters and digits of a text, case-folded."""
    return "".join(filter(str.isalnum, text)).casefold()


def _without_markup(tree: Tree, texts: Bools) -> Bools:
    """Drop markup in a ``textarea``."""
    found = places(tree.named(("textarea",)) & tree.holds).tolist()
    gone = [one for one in found if _MARKUP.match(tree.text[tree.opened[one]])]
    return _without(tree, texts, gone)
