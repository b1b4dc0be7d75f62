"""The uses of each element in the text, and which elements hold content, as columns.

There are m elements and t texts, as in :class:`~victor.tree.tree.Tree`, whose columns are
arguments of the same names. Both the structure of a document and its plain text start from this.
"""

from collections.abc import Sequence
from itertools import chain
from string import ascii_lowercase

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Ints, places, some, sums_before
from victor.compiled import door
from victor.document.vocabulary import LEVEL, LINE_TAGS
from victor.text.regex import regex
from victor.tree.nesting import nearest, tags_before
from victor.tree.tree import Tree

Uses = NDArray[np.uint16]
Kinds = NDArray[np.int8]
# Uses of elements in the text, a bit each, by tag. Whether one is a part depends on more.
TAGS = {
    "LIST": ("ul", "ol", "menu", "dir"),
    "DEFINITIONS": ("dl",),
    "ITEM": ("li", "dt", "dd"),
    "LINE": tuple(LINE_TAGS),
    "CAPTION": ("caption", "figcaption"),
    "TABLE": ("table",),
    "ROW": ("tr",),
    "CELL": ("td", "th"),
    "LEVEL": tuple(LEVEL),
    "BREAK": ("br",),
    "RULE": ("hr",),
    "PART": (),
    "LINK": ("a",),
    # An image in one of these stays with its text.
    "HOLDER": tuple("figure p li td th dd dt a h1 h2 h3 h4 h5 h6 pre blockquote".split()),
    "FIGURE": ("figure", "figcaption"),
}
USES = {name: 1 << place for place, name in enumerate(TAGS)}
_OF_TAG = {
    tag: sum(USES[name] for name, tags in TAGS.items() if tag in tags)
    for tag in chain.from_iterable(TAGS.values())
}
_LEVEL, _BREAK, _LINE, _LINK, _HOLDER, _FIGURE = (
    np.uint16(USES[name]) for name in ("LEVEL", "BREAK", "LINE", "LINK", "HOLDER", "FIGURE")
)
# Kinds of elements; 1 is any other part, 0 is no part. The last four are known by class or by
# ARIA role.
CELL, CODE, IMAGE, RULE = 2, 3, -1, -2
FIGURE, CAPTION, QUOTATION, HEADING = 4, 5, 6, 7
_KINDS = {"IMAGE": -IMAGE, "RULE": -RULE}
LONGEST_HEADING = 400  # characters
LONG_LINE = 120  # characters, above which a heading may be a paragraph
_MOST_TAGS = 8  # block-level tags between texts of a heading, term or caption
SHORT = 10  # most characters of a link that may be a reference to a footnote
_MOST_TEXTS = 3  # most texts of such a link: [, 1 and ]
_BREAK_CLASS = regex(r"(?:^|\s)br(?:\s|$)")
_OF_BREAKS = ("\nbr\n", "\nbr ", " br ", " br\n")  # of which one is in a page with such a class


def uses_of(tree: Tree) -> Uses:
    """[m] the uses of elements in the text, by their tags, as bits of :data:`USES`.

    A ``noscript`` in a sentence that holds neither text nor a block-level element ends no line:
    images and formulas that are loaded later have such elements beside them.
    """
    uses: Uses = tree.numbered(_OF_TAG, np.uint16)
    if "noscript" in tree.tags and len(silent := _silent_noscripts(tree)):
        uses[silent] &= ~_LEVEL
    if "span" in tree.tags and tree.looked_at.has(*_OF_BREAKS):
        uses[_styled_breaks(tree)] |= _BREAK
    return uses


def uses_of_kinds(uses: Uses, kind: Kinds) -> Uses:
    """[m] the uses of elements, including those of parts known by their class or ARIA role.

    Args:
        uses: [m] the uses of elements, by tag.
        kind: [m] the kinds of elements.
    """
    if not some(kind >= FIGURE):
        return uses
    uses = uses.copy()
    uses[kind == FIGURE] |= _HOLDER | _FIGURE
    uses[kind == CAPTION] |= _LINE | np.uint16(USES["CAPTION"])
    uses[kind == HEADING] |= _LINE | _LEVEL | _HOLDER
    uses[kind == QUOTATION] &= ~np.uint16(USES["CELL"])
    return uses


def _silent_noscripts(tree: Tree) -> Ints:
    """The ``noscript`` elements within a line that hold neither text nor a tag that ends a line."""
    noscript = tree.named(("noscript",))
    silent = noscript & ~tree.holds
    if not any(_is_in_line(tree, place) for place in set(tree.opened[silent].tolist())):
        return np.zeros(0, np.int32)
    ends = tree.named(LEVEL) & ~noscript
    silent[tree.nearest(noscript)[places(ends | tree.named(("br", "hr")))]] = False
    found = places(silent & (tree.opened > 0) & (tree.opened < len(tree.text)))
    line = tree.nearest(tree.named(LEVEL) & ~silent)
    after = tree.opened[found]
    sides = (line[tree.node[place]] == line[found] for place in (after - 1, after))
    return np.asarray(found[np.logical_and(*sides)])


def _is_in_line(tree: Tree, after: int) -> bool:
    """Whether a text and the one before it may be in the same line."""
    if not 0 < after < len(tree.text):
        return False
    before, behind = tree.node.item(after - 1), tree.node.item(after)
    goes_on = tree.tag_of(before) not in LEVEL or tree.closed[before] > after
    went_on = tree.tag_of(behind) not in LEVEL or tree.opened[behind] < after
    return bool(goes_on and went_on)


@door("elements")
def holding_content(texts: Bools, opened: Ints, closed: Ints) -> Bools:
    """[m] whether an element holds any of the texts.

    Args:
        texts: [t] whether each text is one of them.
    """
    count = np.zeros(len(texts) + 1, np.int32)
    np.cumsum(texts, out=count[1:])
    return np.asarray(count.take(closed) > count.take(opened))


@door(
    "elements",
    LEVEL=int(_LEVEL),
    LINE=int(_LINE),
    MOST_TAGS=_MOST_TAGS,
    LONG_LINE=LONG_LINE,
)
def wide_lines(uses: Uses, opened: Ints, closed: Ints, text: Sequence[str]) -> tuple[Ints, Ints]:
    """The headings, terms and captions with too many block-level tags, and those with long text.

    Most of the first were never closed.

    Args:
        uses: [m] the uses of elements, by tag.
        text: [t] the page's texts.
    """
    lines = places((uses & _LINE > 0) & (closed > opened))
    ends = np.cumsum(tags_before(uses & _LEVEL > 0, opened, closed, len(text)))
    wide = ends[closed[lines] - 1] - ends[opened[lines]] > _MOST_TAGS
    bounds = zip(opened[lines].tolist(), closed[lines].tolist(), strict=True)
    pieces = (text[first : min(last, first + LONG_LINE)] for first, last in bounds)
    long = np.array([sum(map(len, some)) > LONG_LINE for some in pieces], bool)
    return lines[wide], lines[long]


def _styled_breaks(tree: Tree) -> Ints:
    """The empty ``span`` elements within a text with the class ``br``: news sites break lines so.

    Elsewhere, the class names corners of boxes and the flag of Brazil.
    """
    empty = tree.named(("span",)) & ~tree.holds
    around, after = tree.parent, tree.opened
    empty &= (tree.opened[around] < after) & (after < tree.closed[around])
    return places(tree.matching("class", _BREAK_CLASS.search, empty))


@door("elements", BREAK=int(_BREAK))
def uses_in_content(
    uses: Uses, parent: Ints, opened: Ints, closed: Ints, hidden: Bools, holds: Bools
) -> Uses:
    """[m] the uses of elements, without tags that end no line of the content.

    These are tags of hidden elements without content, and each ``br`` in a block-level element
    whose text is left out, such as an advertisement.

    Args:
        uses: [m] the uses of elements, by tag.
        holds: [m] the elements that hold content.
    """
    level = uses & _LEVEL > 0
    found = uses.copy()
    found[~holds & (nearest(hidden, parent) > 0)] &= ~_LEVEL
    alone = places((uses & _BREAK > 0) & ~holds[parent])
    around = nearest(level, parent)[alone]
    idle = (around > 0) & ~holds[around] & (closed > opened)[around]
    found[alone[idle]] &= ~_BREAK
    return found


@door("elements")
def line_tags(uses: Uses, opened: Ints, closed: Ints, t: int) -> tuple[Ints, Ints]:
    """[t] twice: the block-level tags and the ``br`` from the start of the page to each text.

    Args:
        uses: [m] as :func:`uses_in_content` returns them.
        t: the number of texts.
    """
    columns = (tags_before(uses & bit > 0, opened, closed, t) for bit in (_LEVEL, _BREAK))
    ends, breaks = (np.cumsum(column, dtype=np.int32) for column in columns)
    return ends, breaks // 2


@door("elements", HOLDER=int(_HOLDER), FIGURE=int(_FIGURE), **_KINDS)
def shown_images(
    kind: Kinds,
    uses: Uses,
    parent: Ints,
    opened: Ints,
    closed: Ints,
    texts: Bools,
    holds: Bools,
    hidden: Bools,
    wanted: int,
) -> tuple[Ints, Ints, Bools]:
    """The images and rules between texts that are content, and further images.

    Boilerplate in figures does not count: often, a caption is boilerplate and its image content.
    The further images are in parts with content, or their nearest element with text holds only
    content: the image before the first paragraph, or the photos after the last one.

    Args:
        kind: [m] -1 for images, -2 for rules.
        uses: [m] the uses of elements, by tag.
        texts: [t] whether each text is content.
        holds: [m] the elements that hold content.
        wanted: 0 for no images.

    Returns:
        The images; the rules; [m] the elements that hold content or one of the images.
    """
    of_tree = uses, parent, opened, closed
    images = places((kind == IMAGE) & bool(wanted))
    images = images[with_content(*of_tree, texts, holds, hidden, images, opened[images])]
    holds = holds.copy()
    hold(holds, parent, images)
    between = _between(uses, opened, closed, texts)[opened]
    return images, places((kind == RULE) & between), holds


def with_content(
    uses: Uses,
    parent: Ints,
    opened: Ints,
    closed: Ints,
    texts: Bools,
    holds: Bools,
    hidden: Bools,
    elements: Ints,
    before: Ints,
) -> Bools:
    """[c] whether something without text belongs to the content by what is around it.

    Args:
        uses: [m] see :func:`shown_images`, also for ``texts``, ``holds`` and ``hidden``.
        elements: [c] the elements that they are, or that hold them.
        before: [c] the number of texts before each.
    """
    part = nearest(uses & _HOLDER > 0, parent)[elements]
    outer = nearest(hidden, parent)[elements]
    around = nearest(closed > opened, parent)[elements]
    others = sums_before(~texts)
    whole = (around > 0) & (others[closed[around]] == others[opened[around]])
    between = _between(uses, opened, closed, texts)[before]
    shown = between | ((part > 0) & holds[part]) | whole
    return np.asarray(shown & ((outer == 0) | holds[outer]))


def held(holds: Bools, parent: Ints, elements: Ints) -> Bools:
    """[m] the elements that hold content, with some more and the elements around them.

    Args:
        holds: [m] the elements that hold content.
        parent: [m].
        elements: those to add.
    """
    out = holds.copy()
    out[elements] = True
    hold(out, parent, elements)
    return out


def hold(holds: Bools, parent: Ints, elements: Ints) -> None:
    """Mark the ancestors of elements as holding content.

    Args:
        holds: [m] the elements that hold content; modified in place.
        parent: [m].
        elements: inside the ancestors to mark.
    """
    for element in parent[elements].tolist():
        while not holds[element]:
            holds[element] = True
            element = int(parent[element])


def _between(uses: Uses, opened: Ints, closed: Ints, texts: Bools) -> Bools:
    """[t + 1] whether content precedes and follows each place between texts.

    Boilerplate in figures does not count, and at both ends one side is enough.
    """
    figures, size = uses & _FIGURE > 0, len(texts) + 1
    change = np.bincount(opened[figures], minlength=size).astype(np.int64)
    change -= np.bincount(closed[figures], minlength=size)
    counts = texts | (np.cumsum(change)[:-1] <= 0)
    beside = texts[counts]
    beside = np.concatenate((beside[:1], beside, beside[-1:]))
    if not len(beside):
        return np.zeros(size, bool)
    return np.asarray((beside[:-1] & beside[1:])[sums_before(counts)])


@door("elements")
def ordered_events(
    texts: Bools,
    blocks: Bools,
    images: Ints,
    rules: Ints,
    insets: Ints,
    inset: Ints,
    opened: Ints,
    node: Ints,
    parent: Ints,
) -> tuple[Ints, Ints, Ints]:
    """Sort events in document order.

    Args:
        texts: [t] whether each text is content.
        blocks: [m] the elements that become block-level parts.
        images: elements, in order; likewise ``rules``.
        insets: [f] the formulas and players, in order, as rows of ``inset``.
        inset: [k, 4].

    Returns:
        The kind and number of each, as in :class:`~victor.document.building.source.Events`, and the
        element that holds it.
    """
    at, inner = inset[insets], np.concatenate((places(blocks), images, rules))
    chosen = places(texts)
    keys = [_key(chosen, 0xFFFFFFFF)]  # after the elements that start there
    keys += [_key(opened[inner], 2 * inner + 1), _key(at[:, 0], 2 * at[:, 3])]
    order = np.argsort(np.concatenate(keys), kind="stable")
    counts = [len(chosen), len(inner) - len(images) - len(rules), len(images), len(rules), len(at)]
    kinds = np.repeat(np.arange(5, dtype=np.int32), counts)
    number = np.concatenate((np.arange(len(chosen), dtype=np.int32), inner, insets))
    holder = np.concatenate((node[chosen], parent[inner], at[:, 2]))
    return kinds[order], number[order], holder[order]


def _key(text: Ints, rank: Ints | int) -> NDArray[np.int64]:
    """Sort keys of events: the text that they are or precede, then their rank there."""
    return text.astype(np.int64) << 32 | rank


@door("elements", LINK=int(_LINK), SHORT=SHORT, MOST_TEXTS=_MOST_TEXTS)
def short_links(uses: Uses, opened: Ints, closed: Ints, holds: Bools, text: Sequence[str]) -> Ints:
    """The short links that hold content; none if no text of theirs may refer to a footnote.

    Args:
        uses: [m] the uses of elements, by tag.
        holds: [m] the elements that hold content.
        text: [t].
    """
    links = places((uses & _LINK > 0) & holds & (closed > opened))
    sizes = np.array([len(text[first]) for first in opened[links].tolist()], np.int32)
    links = links[(sizes <= SHORT) & (closed[links] - opened[links] <= _MOST_TEXTS)]
    bounds = zip(opened[links].tolist(), closed[links].tolist(), strict=True)
    some = any(_may_be_sign("".join(text[first:last])) for first, last in bounds)
    return links if some else links[:0]


def _may_be_sign(text: str) -> bool:
    """Whether a short text has a digit, a footnote symbol, a single letter, or only i, v and x."""
    plain = "".join(text.split())
    if len(plain) > SHORT:
        return False
    if any(one.isdecimal() or one in "*†‡§¶" for one in plain):
        return True
    letters = [one for one in plain if one not in "[]().:"]
    known = ascii_lowercase if len(letters) == 1 else "ivx"
    return bool(letters) and set(letters) <= set(known)
