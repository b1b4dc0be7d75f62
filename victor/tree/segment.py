"""Segment a tree into :class:`~victor.tree.blocks.Blocks`."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Ints, places, some
from victor.compiled import door
from victor.text.characters import UNSPACED_LETTER
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

_WITHIN_WORDS = frozenset("b big em font i mark s small strong sub sup u".split())
_ENDS = frozenset(".?!:…)")  # of sentences
_SIGNS = frozenset("$£€¥₹#")  # before numbers
_QUOTES = frozenset('"”“»«')  # single ones may be apostrophes
_FEW = 50  # pairs of texts that are searched on the page; the words of pages with more are counted
_WORD = regex(r"\w+")
_FONTS = ("font-family", "mso-")  # in a style
_RUNS = ("normaltextrun", "white-space:pre", "white-space: pre")
_RUN_CLASS = regex(r"(?:^|\s)NormalTextRun(?:\s|$)")
_RUN_STYLE = regex(r"white-space:\s?pre-wrap")
_NUMBER = 4  # maximum characters of the number of an item
_WIDTH = 60  # characters that hold nearly all words


def segment(
    tree: Tree, block_tags: Collection[str], every_tag: bool, through: Collection[str] = ()
) -> Blocks:
    """Cut the texts of a page into blocks.

    ``every_tag``: cut at every tag (thesis, section 3.2), otherwise only at the tags in
    ``block_tags``. Tags in ``through`` never cut: boilerpipe cuts at every tag except ``a``
    (Kohlschuetter et al., 2010, section 4.1). In any case, ``block_tags`` separate words like white
    space.
    """
    separating, within = tree.named(block_tags), tree.named(_WITHIN_WORDS)
    if "button" in tree.tags:
        separating[_in_sentences(tree, separating)] = False
    within = _with_torn(tree, _with_runs(tree, _with_fonts(tree, within)), separating)
    level = np.ones(len(tree.tag), bool) if every_tag else separating.copy()
    if through:
        level &= ~tree.named(through)
    columns = tree.node, tree.spaced, tree.opened, tree.closed
    text, first, space_before = cut(tree.text, *columns, level, separating, within)
    return Blocks(tree=tree, text=text, first=first, level=level, space_before=space_before)


def _with_fonts(tree: Tree, within: Bools) -> Bools:
    """[m] ``within``, plus the spans that only choose a font, on pages without spaces.

    Word processors enclose each run of one script: ``<span>今年</span><span lang=EN-US>1</span>``.
    """
    if "span" not in tree.tags or not tree.looked_at.has(*_FONTS):
        return within
    fonts = tree.matching("style", _chooses_font) & tree.named(("span",))
    if not some(fonts) or not UNSPACED_LETTER.search(tree.joined):
        return within
    return within | fonts


def _with_runs(tree: Tree, within: Bools) -> Bools:
    """[m] ``within``, plus the spans of Word and Google Docs, whose texts have all spaces."""
    if "span" not in tree.tags or not tree.looked_at.has(*_RUNS):
        return within
    spans = tree.named(("span",))
    runs = tree.matching("class", _RUN_CLASS.search, spans)
    return within | runs | tree.matching("style", _RUN_STYLE.search, spans)


def _chooses_font(style: str) -> bool:
    style = style.lower()
    return any(map(style.__contains__, _FONTS))


def _in_sentences(tree: Tree, separating: Bools) -> NDArray[np.int64]:
    """The buttons within a sentence, such as glossary terms, directly between visible texts.

    A hidden explanation may follow the term and end the paragraph: the sentence then continues in
    the enclosing element.
    """
    buttons = (tree.named(("button",)) & separating & tree.holds).nonzero()[0]
    if not len(buttons):
        return buttons
    holder = tree.nearest(separating)
    buttons = buttons[tree.opened[holder[tree.parent[buttons]]] < tree.opened[buttons]]
    if not len(buttons):  # nearly always: no button has text before it in its element
        return buttons
    seen = (tree.enclosing_count(tree.hidden) == 0).nonzero()[0]
    before = np.searchsorted(seen, tree.opened[buttons]) - 1
    after = np.searchsorted(seen, tree.closed[buttons])
    inside = ((before >= 0) & (after < len(seen)) & (after - before > 1)).nonzero()[0]
    left, right = (holder[tree.node[seen[one[inside]]]] for one in (before, after))
    buttons = buttons[inside]
    own = holder[tree.parent[buttons]]
    outer = holder[tree.parent[own]]
    texts = [tree.text[text] for text in seen[after[inside]].tolist()]
    goes_on = np.array([text.lstrip()[:1].islower() for text in texts], bool)
    follows = (right == own) | ((right == outer) & goes_on)
    found: NDArray[np.int64] = buttons[(left == own) & follows]
    return found


def _with_torn(tree: Tree, within: Bools, separating: Bools) -> Bools:
    """[m] ``within``, plus the elements into which editors split words.

    Pasted or edited text has many: ``<span>tools includin</span><span>g maps</span>``. Pages with
    such elements in code are skipped: highlighters use one per command.
    """
    columns = tree.node, tree.spaced, tree.opened, tree.closed
    likely = meeting(tree.text, *columns, separating, within).tolist()
    page = "\n".join(tree.text) if likely else ""
    if len(likely) <= _FEW:
        likely = [i for i in likely if _may_be_torn(tree, i, page)]
    if not likely or some(tree.nearest(tree.named(("pre", "code")))[tree.node[likely]]):
        return within
    words = Counter(_WORD.findall(page))
    found = [i for i in likely if _is_torn(tree, i, words)]
    left, right, out = tree.node[:-1], tree.node[1:], within.copy()
    out[left[found]] = out[right[found]] = True
    marked = out[left] & out[right] & ~tree.spaced[1:]
    marked[found] = False
    adjacent = _are_adjacent(tree.node, tree.opened, tree.closed)
    for place in places(marked & adjacent).tolist():  # undo changes of other pairs
        pair = tree.node[place : place + 2]
        out[pair] = within[pair]
    return out


@door("text")
def meeting(
    text: Sequence[str],
    node: Ints,
    spaced: Bools,
    opened: Ints,
    closed: Ints,
    separating: Bools,
    within: Bools,
) -> Ints:
    """The texts that end with a lower-case letter, if the next text begins with one.

    The elements of both are adjacent. For the arguments, see :func:`cut`.
    """
    left, right = node[:-1], node[1:]
    apart = spaced[1:] | separating[left] | separating[right] | (within[left] & within[right])
    beside = places(_are_adjacent(node, opened, closed) & ~apart).tolist()
    found = [i for i in beside if _is_small(text[i][-1:]) and _is_small(text[i + 1][:1])]
    return np.array(found, np.int32)


def _are_adjacent(node: Ints, opened: Ints, closed: Ints) -> Bools:
    """[t - 1] whether a text's element ends where the element of the next text begins."""
    place = np.arange(1, len(node))
    return np.asarray((closed[node[:-1]] == place) & (opened[node[1:]] == place))


def _is_small(sign: str) -> bool:
    return sign.islower() and sign.isalpha()


def _pieces(tree: Tree, place: int) -> tuple[str, str]:
    """The last word of a text and the first word of the next one, which meet."""
    before, after = tree.text[place], tree.text[place + 1]
    last, first = _WORD.findall(before[-_WIDTH:])[-1], _WORD.match(after)
    return last if len(last) < _WIDTH else _WORD.findall(before)[-1], first[0] if first else ""


def _may_be_torn(tree: Tree, place: int, page: str) -> bool:
    """Whether two pieces may be a word that occurs in a text; a cheap test.

    Args:
        tree: the page's tree.
        place: the number of the first text.
        page: the texts of the page, one per line, so that no two texts meet.
    """
    return "".join(_pieces(tree, place)) in page


def _is_torn(tree: Tree, place: int, words: Mapping[str, int]) -> bool:
    """Whether a text and the next one split a word.

    Both pieces together are a word of the page that at least one of them is not.
    """
    pieces = _pieces(tree, place)
    return any(words[one] == 1 for one in pieces) and words["".join(pieces)] > 0


@door("text")
def cut(
    text: Sequence[str],
    node: Ints,
    spaced: Bools,
    opened: Ints,
    closed: Ints,
    level: Bools,
    separating: Bools,
    within: Bools,
) -> tuple[list[str], Ints, Bools]:
    """``text``, ``first`` and ``space_before`` of :class:`~victor.tree.blocks.Blocks`.

    Args:
        text: [t] see :class:`~victor.tree.tree.Tree`, also for ``node``, ``spaced``, ``opened`` [m]
            and ``closed`` [m].
        level: [m] the elements at whose tags blocks end.
        separating: [m] the elements whose tags separate texts like white space.
        within: [m] the elements that may mark a part of a word.
    """
    starts, set_off = (
        _at_tags(chosen, opened, closed, len(text)) for chosen in (level, separating)
    )
    starts[:1] = True
    first = np.append(starts.nonzero()[0], len(text)).astype(np.int32)
    spaced = spaced | _side_by_side(text, node, spaced, opened, closed, within)
    return _join(text, spaced, first), first, (set_off | spaced)[first[:-1]]


def _at_tags(chosen: Bools, opened: Ints, closed: Ints, size: int) -> Bools:
    """[size] whether a tag of the chosen elements directly precedes each text."""
    out = np.zeros(size + 1, bool)
    out[opened[chosen]] = out[closed[chosen]] = True
    return out[:-1]


def _side_by_side(
    text: Sequence[str], node: Ints, spaced: Bools, opened: Ints, closed: Ints, within: Bools
) -> Bools:
    """[t] whether a text and the previous one, in adjacent elements, are separate words.

    Authors separate such words by style: ``<span>2 h</span><span>PG</span>``, and sentences and
    amounts alike. Elements that mark a part of a word do not count, nor does a single letter before
    the text, which is an initial.
    """
    found = np.zeros(len(text), bool)
    left, right = node[:-1], node[1:]
    two = _are_adjacent(node, opened, closed) & ~spaced[1:] & ~(within[left] & within[right])
    for i in (two.nonzero()[0] + 1).tolist():
        before, after = text[i - 1].lstrip(), text[i]
        found[i] = _are_words(before, after) or _are_sentences(before, after)
    return found


def _are_words(before: str, after: str) -> bool:
    """Whether two texts are words, the first with several characters, or a word and an amount.

    Or the number of an item and a word: "1.", "Quill A"; or a quotation and the next sentence.
    """
    if after[:1] in _SIGNS and after[1:2].isdecimal():
        return before[-1:].isalnum() or before[-1:] == ")"
    if before[-1:] == "." and before[:-1].isdecimal() and len(before) <= _NUMBER:
        return after[:1].isalpha() and not after[:1].islower()
    if before[-1:] in _QUOTES:
        ends = before[-2:-1].isalnum() or before[-2:-1] in _ENDS
        return ends and after[:1].isupper() and after[1:2].isalpha()
    return before[-1:].isalnum() and after[:1].isalnum() and len(before) > 1


def _are_sentences(before: str, after: str) -> bool:
    """Whether a text of several words ends like a sentence: not the path of a class in code.

    A number after a period may be the rest of one.
    """
    if before[-1:] not in _ENDS or not any(map(str.isspace, before)):
        return False
    return (after[:1].isupper() and after[1:2].isalpha()) or (
        after[:1].isdecimal() and before[-1:] != "."
    )


def _join(text: Sequence[str], spaced: Bools, first: Ints) -> list[str]:
    """[n] the joined texts of each block, white space normalised."""
    out = []
    for low, high in pairwise(first.tolist()):
        if high - low == 1:
            piece = text[low]
        else:
            piece = "".join([f" {text[i]}" if spaced[i] else text[i] for i in range(low, high)])
        out.append(" ".join(piece.split()))
    return out
