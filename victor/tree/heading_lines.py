"""Lines of headings, values and numbers of verses that only a style sheet separates."""

from collections.abc import Iterator, Sequence
from unicodedata import category as category_of

import numpy as np

from victor.arrays import places
from victor.text.regex import regex
from victor.tree.feeds import WIDE
from victor.tree.html_tags import HEADINGS
from victor.tree.tree import Tree

_LABELS = ("b", "strong", "span", "em", "i", "label", "cite", "font")
_CODE = ("pre", "code", "kbd", "samp", "tt", "textarea")
_NUMBER = regex(r"\s*(?:\d{1,3}\.?){1,4}")
_LINES = ("p", "div", "li", "td", "dd", "br", "section", "article", "blockquote")
_SENTENCE = 3  # words that a sentence has more than
_LOOKED_UP = 50  # pairs of words that are searched on the page, for linear time
_VERSE = regex(r"\d{1,3}\.?")  # a number
_ENDS = (".", ",", ";", ":", "!", "?", "»", "”", "؟", "،", "।")
_LEAST = 3  # minimum letters of the last word of a line; "i" and "Mc" begin longer words


def with_lines(tree: Tree) -> Tree:
    """The tree with a space before further lines of headings, before values, and around numbers.

    The same object if there are none. Authors enclose only the second line of a heading, the label,
    or the number of a verse: ``<h1>Black Lamp<span>Light for long nights</span></h1>``,
    ``<b>Maker:</b>Ada Quill``, ``<span>3</span>And the sea came.``
    """
    found = [*_of_headings(tree), *_after_labels(tree), *tree.styled_lines]
    if not found:  # nearly always
        return tree
    spaced = tree.spaced.copy()
    spaced[found] = True
    return tree.with_spaces(spaced)


def _of_headings(tree: Tree) -> Iterator[int]:
    """The texts that are further lines of headings."""
    if any(tag in tree.tags for tag in HEADINGS):
        inside = tree.enclosing_count(tree.named(HEADINGS)) > 0
        meet = places(inside[1:] & inside[:-1] & ~tree.spaced[1:]).tolist()
        yield from (one + 1 for one in meet if _are_lines(*tree.text[one : one + 2]))


def _after_labels(tree: Tree) -> list[int]:
    """The texts right after a label or number in its own element, in the same line, not in code.

    Also such a number itself, after a sentence.
    """
    holder = tree.node[:-1].astype(np.intp)  # NumPy reads arrays at these in less time
    label = tree.named(_LABELS)
    whole = label[holder] & (tree.closed[holder] - tree.opened[holder] == 1) & ~tree.spaced[1:]
    meet, text = places(whole).tolist(), tree.text
    numbers = [one for one in meet if text[one][:1].isdecimal() and _VERSE.fullmatch(text[one])]
    numbers = [one for one in numbers if _begins_sentence(text[one + 1])]
    ends = [one for one in meet if text[one].endswith((":", ")"))]
    found = [one + 1 for one in ends if _is_label(*text[one : one + 2])]
    around, after = tree.parent[holder], tree.node[1:].astype(np.intp)
    beside = (after == around) | ((tree.parent[after] == around) & label[after])
    found += _after_titles(tree, places(whole & beside).tolist())
    found += [one + 1 for one in numbers]
    found += [one for one in numbers if one and tree.text[one - 1].endswith(_ENDS)]
    if not found:  # nearly always
        return found
    other = tree.enclosing_count(tree.named(_CODE)) > 0
    other |= tree.tags_before(~tree.named((*_LABELS, "a"))) > 0
    return [one for one in found if not other[one]]


def _after_titles(tree: Tree, meet: Sequence[int]) -> list[int]:
    """The sentences right after a title that begins a line: ``<b>Mooring</b>We tie up boats.``

    Not if the page has both words as one elsewhere: ``<b>Buoy</b>Shop is a place for boats.``

    Args:
        tree: the page's tree.
        meet: the texts that are all of an element, without white space after them.
    """
    near = [one for one in meet if _are_title_and_text(*tree.text[one : one + 2])]
    if not near:  # nearly always
        return []
    begins = tree.tags_before(tree.named(_LINES)) > 0
    near = [one for one in near if begins[one]]
    words = [tree.text[one].split()[-1] + tree.text[one + 1].split()[0] for one in near]
    page = "\n".join(tree.text)
    are_words = {word for word in words[:_LOOKED_UP] if word in page}
    return [one + 1 for one, word in zip(near, words, strict=True) if word not in are_words]


def _are_title_and_text(before: str, after: str) -> bool:
    """Whether the first of two texts that meet ends with a word, and the second is a sentence."""
    if not (before[-1:].islower() and after[:1].isupper() and after[1:2].islower()):
        return False
    return len(before.split()[-1]) >= _LEAST and len(after.split(maxsplit=_SENTENCE)) > _SENTENCE


def _begins_sentence(text: str) -> bool:
    """Whether a text begins with a capitalised word, or in a script without capitals.

    Words of one letter may be units: "4K".
    """
    first, second = text[:1], text[1:2]
    if category_of(first) == "Lo":
        return not WIDE.match(first)
    return first.isupper() and (second.islower() or (second == " " and not first.isascii()))


def _is_label(before: str, after: str) -> bool:
    """Whether the first of two texts that meet ends like a label, and a word or number follows.

    Words in brackets are a label, too: the date of a quotation in MyBB.
    """
    letter = before[-2:-1]
    if before[-1:] == ")":
        is_whole = before.lstrip()[:1] == "(" and before.count("(") == 1 and " " in before.strip()
        return is_whole and after[0].isupper()
    return before[-1:] == ":" and letter.isalpha() and after[0].isalnum() and not WIDE.match(letter)


def _are_lines(before: str, after: str) -> bool:
    """Whether two texts that meet are several words each, and the second begins with a capital.

    The first may also be the number of a section.
    """
    if not (after[:1].isupper() and after[1:2].islower()):
        return False
    if _NUMBER.fullmatch(before):
        return True
    if not (before[-1:].islower() or before[-1:].isdecimal()):
        return False
    words = before.split()
    is_word = len(words[-1]) >= _LEAST or words[-1].isdecimal()
    return is_word and len(words) > 1 and len(after.split()) > 1
