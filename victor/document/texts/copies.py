"""Copies of visible text for screen readers, or for screens of another width."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.compiled import door
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.screens import are_for_two_screens
from victor.tree.tree import Tree

_FEW_TEXTS = 20  # most texts of an element for screen readers only
# Classes for screen readers only, also as CSS modules write them: ``utils_visuallyHidden__x3F``.
_SCREEN_READERS = regex(
    r"(?:^|[\s_-])(?<!not-)(?:screen-reader-text|sr-only|visually-?hidden)"
    r"(?:__[\w-]{1,40})?(?:\s|$)"
    r"|(?:^|\s)clipped(?:\s|$)",
    re.IGNORECASE,
)
_SIGNS = ("screen-reader-text", "sr-only", "hidden", "clipped")  # ASCII classes contain one
_LONG, _SHORT = "__long", "__short"  # endings of classes for two forms of a date
_RAISED = ("sup", "sub")  # have another meaning: a power, a note
_CLIMB = 4  # levels climbed from a text with an adjacent copy
_LONGEST_CLASS = 400  # characters
_COMPARED = 200  # most characters of a text that is compared with adjacent text


def equal_copies_in(blocks: Blocks, element: int) -> list[int]:
    """The texts of an element that repeat adjacent ones for screen readers or wide screens.

    Args:
        blocks: the page's blocks.
        element: its number.
    """
    first, last = blocks.tree.bounds(element)
    texts = np.zeros(len(blocks.tree.text), bool)
    texts[first:last] = True
    return equal_copies(blocks, texts) if last - first > 1 else []


def equal_copies(blocks: Blocks, texts: Bools) -> list[int]:
    """The texts that repeat an adjacent one of their block and that readers do not see.

    Args:
        blocks: the page's blocks.
        texts: [t] whether each text may be one of them, or be repeated.
    """
    text, of_text = blocks.tree.text, blocks.of_text
    found = (_unseen_copy(blocks, one) for one in repeated_texts(text, texts, of_text).tolist())
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


def _unseen_copy(blocks: Blocks, place: int) -> int | None:
    """Which of two equal adjacent texts of a block readers do not see; None if they see both."""
    after = place + 1
    text = blocks.tree.text
    spaced = "".join(text[after + 1 : after + 2])[:1].isspace()
    is_ended = spaced or text[place].startswith(text[after])  # including its white space at the end
    one, other = (list(_around(blocks.tree, at)) for at in (place, after))
    for at, classes in ((after, other), (place, one)):
        if any(map(_SCREEN_READERS.search, classes)) and (at == place or is_ended):
            return at
    if is_ended and one and other and are_for_two_screens(one[-1], other[-1]):
        return after
    return None


def _around(tree: Tree, text: int) -> Iterator[str]:
    """The classes of the elements that hold a text and no other, innermost first."""
    element = int(tree.node[text])
    for _ in range(_CLIMB):
        tag, size = tree.tag_of(element), tree.closed[element] - tree.opened[element]
        if not element or size > 1 or tag in _RAISED:
            return
        yield tree.attribute(element, "class")[:_LONGEST_CLASS]
        element = int(tree.parent[element])


def short_dates(tree: Tree) -> list[int]:
    """The elements with the short form of a date for narrow screens, after its long form.

    Invision Community writes both: *April 2, 2024* and *1 yr*.
    """
    if "time" not in tree.tags or not tree.looked_at.has(_SHORT):
        return []
    dates = tree.named(("time",))[tree.parent]
    long, short = (_named(tree, dates, ending) for ending in (_LONG, _SHORT))
    beside = set(tree.parent[places(long)].tolist())
    return [one for one in places(short).tolist() if tree.parent.item(one) in beside]


def _named(tree: Tree, among: Bools, ending: str) -> Bools:
    """[m] the elements that have a class with this ending.

    Args:
        tree: the page's tree.
        among: [m] the elements that may have it.
        ending: of the class, as in ``ipsTime__short``.
    """
    return tree.matching(
        "class", lambda names: any(one.endswith(ending) for one in names.split()), among
    )


def longer_copies(blocks: Blocks, seen: Bools) -> Bools:
    """[t] the texts for screen readers only that repeat adjacent visible text in more words.

    Those with other numbers stay, as they say more.

    Args:
        blocks: the page's blocks.
        seen: [t] the visible texts that are hidden from screen readers.
    """
    tree, out = blocks.tree, np.zeros(len(seen), bool)
    runs = runs_in_blocks(blocks, seen)
    for_readers = tree.matching("class", _is_for_screen_readers) if runs else out
    if not some(for_readers):
        return out
    around = tree.nearest(for_readers)[tree.node]
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
    likely = not small.isascii() or any(sign in small for sign in _SIGNS)
    return likely and _SCREEN_READERS.search(classes) is not None


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


def runs_in_blocks(blocks: Blocks, texts: Bools) -> list[tuple[int, int]]:
    """The runs ``first:last`` of the chosen texts, each within a block.

    Args:
        blocks: the page's blocks.
        texts: [t] whether each text is chosen.
    """
    of = np.where(texts, blocks.of_text + 1, 0)
    bounds = np.flatnonzero(np.diff(of, prepend=0, append=0)).tolist()
    return [(low, high) for low, high in pairwise(bounds) if texts[low]]
