"""Which elements of a page become parts of its document, and which mark text."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.document.content import Content
from victor.document.kinds.elements import CELL, CODE, HEADING, Kinds, holding_content
from victor.document.kinds.footnotes import NONE, Footnotes, footnotes
from victor.document.kinds.labels import labels
from victor.document.kinds.rendered import holding_formulas
from victor.document.kinds.settled import of_content, with_kind
from victor.document.kinds.styled import styled_marks
from victor.document.pictures.media import Media, media_of
from victor.document.texts.permalinks import is_permalink, without_permalinks
from victor.document.texts.pieces import Tags, counted
from victor.document.vocabulary import LINE_TAGS, MARKS
from victor.tree.tree import Tree

_CURRENCIES = frozenset("$€£¥₹")
_AROUND_POSTS = 3  # levels from a post up at which the item of a list may be


@dataclass(frozen=True)
class Selection:
    """The texts and elements of a page from which its parts are built."""

    texts: Bools  # [t] are content
    parts: Bools  # [m] become block-level parts
    marks: Bools  # [m] mark text
    code: Bools  # [m] become code blocks
    kind: Kinds  # [m]
    media: Media
    notes: Footnotes
    tags: Tags
    styled: Mapping[int, str]  # elements that a style emphasises, and their kinds; "" for none


def selected(content: Content, posts: list[int], marked: bool) -> Selection:
    """Select elements step by step, as parts and content texts depend on each other.

    Args:
        content: the page's blocks, and which of them are content.
        posts: the elements of the posts that become parts.
        marked: see :func:`~victor.document.structure.structure`.
    """
    tree = content.blocks.tree
    texts, kind, uses = content.settled
    if posts:
        kind = with_kind(with_kind(kind, _lists_of(tree, posts), 0), posts, 1)
    holds = holding_content(texts, tree.opened, tree.closed)
    notes = footnotes(tree, uses, holds)
    holds = holding_formulas(tree, holds, content.formulas)
    # Before images count as content, so that the text is the same without them.
    tags = counted(tree, of_content(tree, uses, holds))
    with_marks = marked or content.has_written_images or _has_permalinks(content)
    media = media_of(content, kind, holds, with_marks or bool(notes.notes), marked)
    texts = without_permalinks(content.blocks, texts)  # only now, as images may be beside these
    parts = chosen_parts(tree, kind, media.holds, notes)
    styled = styled_marks(tree) if marked else {}
    marks = _marks(tree, holds, media, styled)
    if marked:
        marks[labels(tree, content.signs, content.settled.kind, texts, parts)] = True
    marks = marks if with_marks else _marks_of_notes(tree, marks, notes)
    parts, code, outer = code_blocks(tree, parts, kind, texts)
    if some(code):
        outside = outer[tree.parent] == 0
        parts, marks, media = parts & outside, marks & outside, media.outside(tree, outer)
        texts = texts & (outer[tree.node] == 0)
    return Selection(texts, parts, marks, code, kind, media, notes, tags, styled)


def _has_permalinks(content: Content) -> bool:
    """Whether a heading, term or caption begins or ends like a permalink."""
    heading = content.blocks.inside(content.blocks.tree.named(LINE_TAGS)) & content.kept
    return any(is_permalink(content.blocks.text[block]) for block in places(heading).tolist())


def _lists_of(tree: Tree, posts: list[int]) -> Ints:
    """The lists whose items are posts or hold them, and their items."""
    items, lists = tree.named(("li",)), tree.mask([])
    around = np.array(posts, np.int32)
    for _ in range(_AROUND_POSTS if some(items) else 0):
        is_item = items[around]
        lists[tree.parent[around[is_item]]] = True
        around = tree.parent[around[~is_item]]
    lists &= tree.named(("ul", "ol"))
    return places(lists | (items & lists[tree.parent]))


def chosen_parts(tree: Tree, kind: Kinds, holds: Bools, notes: Footnotes = NONE) -> Bools:
    """[m] whether an element becomes a part: it holds content, or a cell's row does.

    Args:
        tree: the page's tree.
        kind: [m] see :class:`~victor.document.kinds.settled.Settled`.
        holds: [m] the elements that hold content.
        notes: of the page.
    """
    kind = with_kind(with_kind(kind, notes.lists, 0), list(notes.notes), 1)
    cells = kind == CELL
    if some(cells):
        holds = holds | (cells & holds[tree.nearest(tree.named(("tr",)))])
    return np.asarray((kind > 0) & holds)


def _marks(tree: Tree, holds: Bools, media: Media, styled: Mapping[int, str]) -> Bools:
    """[m] the elements that mark text, and links of images.

    Args:
        tree: the page's tree.
        holds: [m] the elements that hold texts or formulas that are content.
        media: images and others that are content.
        styled: see :class:`Selection`.
    """
    marks = tree.named(MARKS)
    if styled:
        marks[[*styled]] = [kind != "" for kind in styled.values()]
    marks &= media.holds
    if len(media.images):  # emphasis of images alone means nothing
        marks &= holds | tree.named(("a",))
    if "sup" in tree.tags:
        marks[_raised_prices(tree, marks)] = False
    return marks


def _raised_prices(tree: Tree, marks: Bools) -> list[int]:
    """The superscripts that are the currency or the cents of a price: a matter of layout."""
    raised = tree.named(("sup",))
    found = places(marks & raised & (tree.closed - tree.opened == 1)).tolist()
    return [one for one in found if _is_of_price(tree, tree.opened.item(one), raised)]


def _is_of_price(tree: Tree, place: int, raised: Bools) -> bool:
    """Whether a text is a currency, or cents after digits that are not ``raised`` [m], too."""
    text, before = tree.text[place], tree.text[place - 1][-1:] if place else ""
    is_cents = len(text) == 3 and text[0] in ".," and text[1:].isdecimal() and before.isdecimal()
    return text in _CURRENCIES or (is_cents and not raised[tree.node[place - 1]])


def _marks_of_notes(tree: Tree, marks: Bools, notes: Footnotes) -> Bools:
    """[m] only the marks that are needed to find references and labels of footnotes."""
    chosen = tree.nearest(tree.mask(list(notes.notes))) > 0
    chosen[[*notes.references, *notes.back]] = True
    return marks & chosen


def code_blocks(tree: Tree, chosen: Bools, kind: Kinds, texts: Bools) -> tuple[Bools, Bools, Ints]:
    """[m] the parts without other code, the code blocks, and the nearest one at or above each.

    A code block is a single part, whatever is in it, and holds text. In a heading, term or
    caption, code is not a block.

    Args:
        tree: the page's tree.
        chosen: [m] the elements that become parts.
        kind: [m] see :class:`~victor.document.kinds.settled.Settled`, also for ``texts`` [t].
    """
    likely = chosen & (kind == CODE)
    if not some(likely):
        return chosen, likely, np.zeros(len(kind), np.int32)
    code = likely & holding_content(texts, tree.opened, tree.closed)
    lines = chosen & (tree.named(LINE_TAGS) | (kind == HEADING))
    code &= tree.nearest(lines)[tree.parent] == 0
    return chosen & (code | ~likely), code, tree.nearest(code)
