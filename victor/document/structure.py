"""The structure of a page's main content: from elements and labelled blocks to parts.

The columns of the tree determine which elements matter: those that have a meaning in documents and
hold content. What is left, some hundreds of elements and texts in document order, are the events
from which :mod:`victor.document.building.builder` builds a tree of parts in one pass.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.document.building.addresses import attributes_of
from victor.document.building.source import (
    BREAK_EVENT,
    IMAGE_EVENT,
    Elements,
    Events,
    Labels,
    Numbers,
    Source,
)
from victor.document.kinds.elements import (
    CAPTION,
    CELL,
    CODE,
    FIGURE,
    HEADING,
    IMAGE,
    QUOTATION,
    USES,
    Kinds,
    Uses,
    held,
    hold,
    holding_content,
    ordered_events,
    shown_images,
)
from victor.document.kinds.footnotes import NONE, Footnotes, footnotes
from victor.document.kinds.formulas import NAMES_OF_IMAGES, may_have_written_images
from victor.document.kinds.rendered import (
    Formulas,
    Rendered,
    formulas_of,
    holding_formulas,
    insets_in,
    rendered,
)
from victor.document.kinds.settled import (
    Settled,
    of_content,
    settle,
    with_kind,
    without_lists,
)
from victor.document.kinds.signs import Signs, bits_of, matching, signs_of
from victor.document.kinds.standfirst import standfirst
from victor.document.parts import Part
from victor.document.pictures.smileys import SMILEY_SIGNS, SMILEYS
from victor.document.texts.content import Tags, content_texts, counted
from victor.document.texts.links import linked_lines
from victor.document.texts.permalinks import without_permalinks
from victor.document.texts.unseen import seen_texts
from victor.document.vocabulary import (
    BLOCKS,
    HEADINGS,
    LINE_TAGS,
    MARKS,
    NUMBERS,
    PERMALINKS,
    TO_TOP,
)
from victor.tree.blocks import Blocks
from victor.tree.data_texts import with_data
from victor.tree.lists import layout_lists, lists_of_posts, lists_of_sections
from victor.tree.tree import Tree

if TYPE_CHECKING:
    from victor.document.roles import Post

_CURRENCIES = frozenset("$€£¥₹")
_ENDS = (*PERMALINKS, *TO_TOP)  # of a text with a permalink, or a link to the top
_HOLDERS = frozenset("item list figure quotation".split())  # may hold only an image
_NESTING = _HOLDERS | frozenset("post definitions definition table row cell footnote".split())
_WITH_ATTRIBUTES = frozenset("a ol td th".split())
_NO_LINK: Mapping[str, str] = {}  # attributes of a link that becomes text
_AROUND_POSTS = 3  # levels from a post up at which the item of a list may be
_PARTS, _MARKS = ({tag: NUMBERS[kind] for tag, kind in kinds.items()} for kinds in (BLOCKS, MARKS))
_OTHERWISE = NUMBERS["quotation"]  # the part of elements with other tags
# Parts that are known by the class or role of their element.
_NAMED = {FIGURE: "figure", CAPTION: "caption", QUOTATION: "quotation", HEADING: "heading"}


@dataclass(frozen=True)
class Content:
    """The content of a page, for :func:`structure`."""

    blocks: Blocks
    kept: Bools  # [n]
    headings: Bools  # [n] labelled as headers
    items: Bools  # [n] labelled as items of lists
    continues: Bools  # [n] labelled as continuing the block before
    url: str | None = None

    @cached_property
    def texts(self) -> Bools:
        """[t] the texts of the blocks that are kept; not to be modified."""
        return self.kept[self.blocks.of_text]

    @cached_property
    def standfirst(self) -> list[int]:
        """See :func:`standfirst`."""
        return standfirst(self.blocks.tree, self.texts)

    @cached_property
    def signs(self) -> Signs:
        """The signs in the values of attributes."""
        return signs_of(self.blocks.tree)

    @cached_property
    def settled(self) -> Settled:
        """The texts that are content, and what elements are; not to be modified."""
        known = self.rendered, self.formulas
        found = settle(self.blocks.tree, self.signs, self._seen, *known, self._summary)
        return without_lists(found, self.layout) if len(self.layout) else found

    @cached_property
    def _seen(self) -> Bools:
        """[t] the texts of the blocks that are kept, without those that readers do not see."""
        return seen_texts(self.blocks, self.texts)

    @cached_property
    def rendered(self) -> Rendered:
        """What scripts have drawn from formulas."""
        return rendered(self.blocks.tree, self.signs)

    @cached_property
    def formulas(self) -> Formulas:
        """The formulas that are content."""
        return formulas_of(self.blocks.tree, self._seen, self.texts, self.rendered)

    @cached_property
    def layout(self) -> Ints:
        """The lists that are layout, also around posts and sections; those with numbers are not."""
        tree = self.blocks.tree
        found, attributes = layout_lists(self.blocks, self.kept), tree.attributes
        for lists in (lists_of_posts(tree, self.texts), lists_of_sections(tree, self.texts)):
            if len(lists):
                found = np.union1d(found, lists)
        numbers = (attributes[one].get("start", attributes[one].get("value")) for one in found)
        return found if {*numbers} <= {None, "1"} else found[:0]

    def _summary(self, texts: Bools) -> list[int]:
        """The standfirst in some texts."""
        same = texts is self.texts
        return self.standfirst if same else standfirst(self.blocks.tree, texts)

    @cached_property
    def has_written_images(self) -> bool:
        """Whether there is a formula or smiley on the page, or an image that may be one."""
        tree, is_named = self.blocks.tree, self.signs.any & bits_of(NAMES_OF_IMAGES) > 0
        smileys = matching(tree, self.signs, "class", SMILEYS, SMILEY_SIGNS, ("img",))
        is_written = smileys is not None or len(self.rendered.stated) > 0
        return is_written or may_have_written_images(tree, is_named)


def structure(content: Content, posts: "Sequence[Post]" = (), marked: bool = True) -> list[Part]:
    """The block-level parts of the main content.

    Args:
        content: the page's blocks, and which of them are content.
        posts: the posts that become parts.
        marked: include images, links, emphasis and so on, and arrange parts as a reader sees them.
            The words of the text do not depend on it.
    """
    if not some(content.kept):
        return []
    # Plain text rarely needs parts, and never what is arranged and shown beside it: here and below,
    # this is imported when it is needed.
    from victor.document.building.builder import built

    source = source_of(content, posts, marked)
    parts = built(source)
    details = source.details
    if marked and details.numbered:
        from victor.document.building.numbers import number_items

        number_items(details.numbered, details.attributes, details.tree)
    if marked:
        from victor.document.arranging.arrangement import arranged
        from victor.document.arranging.bullets import without_bullets

        parts = arranged(parts, source)
        without_bullets(parts, source.texts.piece)
    if marked and None in details.pictures.values():
        parts = _without_empty(parts)
    return parts


def _without_empty(parts: Sequence[Part], numbered: bool = False) -> list[Part]:
    """Drop parts that held nothing but an image that is not shown.

    Items of numbered lists stay if others follow, whose numbers would change.
    """
    for part in parts:
        if part.kind in _NESTING and (inner := part.parts):
            is_numbered = part.kind == "list" and part.attributes["ordered"]
            kept = _without_empty(inner, is_numbered)
            if len(kept) < len(inner):
                found = set(map(id, kept))
                part.children[:] = [
                    one for one in part.children if isinstance(one, str) or id(one) in found
                ]
    full = [place for place, one in enumerate(parts) if one.children or one.kind not in _HOLDERS]
    return list(parts[: full[-1] + 1] if numbered and full else map(parts.__getitem__, full))


def source_of(content: Content, posts: "Sequence[Post]" = (), marked: bool = True) -> Source:
    """What the parts of a page are built from; see :func:`structure` for the arguments."""
    from victor.document.building.details import Details

    by_element = {post.element: post for post in posts}
    elements = _elements(content, list(by_element), marked)
    blocks, tree, notes = content.blocks, content.blocks.tree, elements.notes
    code, numbers = places(elements.code), places(elements.texts)
    images = elements.images
    attributes = _attributes(tree, elements) | dict.fromkeys(notes.lost, _NO_LINK)
    by_role = places(content.settled.kind == HEADING)
    known = attributes, images, code, by_role, by_element, notes.notes
    details = Details(blocks, content.url, *known, marked)
    part, marks = _numbers(tree, elements, by_element)
    return Source(
        details,
        _events(content, elements),
        content_texts(blocks, numbers, elements.tags),
        Labels(_headings(content), content.items, content.continues),
        Elements(
            *(tree.parent, tree.opened, part, marks),
            *(elements.mark, details.as_usual, elements.linked),
        ),
        numbers,
        notes,
        content.rendered.texts,
    )


def _headings(content: Content) -> Bools:
    """[n] the blocks labelled as headers, without those in headings found to be paragraphs."""
    blocks, tree = content.blocks, content.blocks.tree
    none = tree.named(HEADINGS) & (content.settled.kind == 0) & tree.holds
    return content.headings & ~blocks.inside(none) if some(none) else content.headings


def _attributes(tree: Tree, elements: "_Elements") -> dict[int, Mapping[str, str]]:
    """The attributes of elements whose parts have some."""
    chosen = elements.blocks | elements.marks
    chosen &= tree.named(_WITH_ATTRIBUTES)
    chosen[elements.images] = True
    asked = places(chosen)
    return dict(zip(asked.tolist(), attributes_of(tree, asked), strict=True))


def _numbers(
    tree: Tree, elements: "_Elements", posts: "Mapping[int, Post]"
) -> tuple[Numbers, Numbers]:
    """[m] the parts and the marks that elements become, by number in KINDS."""
    of_tag = np.fromiter((_PARTS.get(tag, _OTHERWISE) for tag in tree.tags), np.uint8)
    parts, marks = of_tag.take(tree.tag), tree.numbered(_MARKS)
    if elements.kind is not None:
        for kind, name in _NAMED.items():
            parts[elements.kind == kind] = NUMBERS[name]
    parts[elements.code] = NUMBERS["code"]
    if elements.notes.notes:
        parts[list(elements.notes.notes)] = NUMBERS["footnote"]
    if posts:
        parts[list(posts)] = NUMBERS["post"]
    return parts, marks


@dataclass(frozen=True)
class _Elements:
    """Which elements matter, as columns."""

    texts: Bools  # [t] are content
    blocks: Bools  # [m] become block-level parts
    images: Ints  # content, with the formulas that are stated in attributes
    rules: Ints  # content
    embedded: Ints  # posts of other sites, without content; among ``images``
    players: Ints  # content, as rows of the tree's insets
    anchor: Ints  # [m] the nearest of ``blocks`` at or above each
    marks: Bools  # [m] mark text
    mark: Ints  # [m] the nearest of ``marks`` at or above each
    level: Ints  # [m] the nearest block-level element at or above each
    notes: Footnotes
    tags: Tags
    code: Bools  # [m] become code blocks
    kind: Kinds | None  # [m] where parts are known by the class or role of their element
    linked: Ints  # [m] as :func:`~victor.document.texts.links.linked_lines` returns it


def _has_permalinks(content: Content) -> bool:
    """Whether a heading, term or caption begins or ends like a permalink."""
    heading = content.blocks.inside(content.blocks.tree.named(LINE_TAGS)) & content.kept
    return any(is_permalink(content.blocks.text[block]) for block in places(heading).tolist())


def is_permalink(text: str) -> bool:
    """Whether a text begins or ends like a permalink.

    Args:
        text: of a heading, term or caption.
    """
    text = text.lower()
    return text.startswith(PERMALINKS) or text.endswith(_ENDS)


class _Insets(NamedTuple):
    """Images, rules, embedded posts and players that are content, and the elements around them."""

    images: Ints
    rules: Ints
    embedded: Ints
    players: Ints
    holds: Bools  # [m] the elements that hold content or one of these


def _elements(content: Content, posts: list[int], marked: bool) -> _Elements:
    """Compute the columns step by step, as parts and content texts depend on each other."""
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
    insets = _insets(content, kind, holds, with_marks or bool(notes.notes), marked)
    texts = without_permalinks(content.blocks, texts)  # only now, as images may be beside these
    chosen = chosen_parts(tree, kind, insets.holds, notes)
    links = tree.named(("a",))
    marks = tree.named(MARKS) & insets.holds
    if len(insets.images):  # emphasis of images alone means nothing
        marks &= holds | links
    if "sup" in tree.tags:
        marks[_raised_prices(tree, marks)] = False
    marks = marks if with_marks else _marks_of_notes(tree, marks, notes)
    chosen, code, outer = code_blocks(tree, chosen, kind, texts)
    if some(code):
        outside = outer[tree.parent] == 0
        chosen, marks, insets = chosen & outside, marks & outside, _outside(insets, tree, outer)
        texts = texts & (outer[tree.node] == 0)
    headings = chosen & (tree.named(HEADINGS) | (kind == HEADING))
    return _Elements(
        texts=texts,
        blocks=chosen,
        images=insets.images,
        rules=insets.rules,
        embedded=insets.embedded,
        players=insets.players,
        anchor=tree.nearest(chosen),
        marks=marks,
        mark=tree.nearest(marks) if some(marks) else np.zeros(len(kind), np.int32),
        level=tree.nearest(uses & np.uint16(USES["LEVEL"]) > 0),
        notes=notes,
        tags=tags,
        code=code,
        kind=kind if kind.max(initial=0) >= FIGURE else None,
        linked=linked_lines(tree, texts, marks & links, headings, insets.images),
    )


def _insets(content: Content, kind: Kinds, holds: Bools, wanted: bool, marked: bool) -> _Insets:
    """The images, rules, embedded posts and players that are content.

    Args:
        content: the page's blocks, and which of them are content.
        kind: [m] see :class:`Settled`.
        holds: [m] the elements that hold content.
        wanted: whether images are wanted.
        marked: whether images beside boilerplate, posts and players are, too.
    """
    tree, (texts, _, uses) = content.blocks.tree, content.settled
    images, rules, holds = _shown(tree, Settled(texts, kind, uses), holds, wanted, marked)
    if len(content.formulas.stated):
        images = np.union1d(images, content.formulas.stated)
    if not marked:
        return _Insets(images, rules, images[:0], images[:0], holds)
    from victor.document.pictures.embedded import embedded_posts

    embedded = embedded_posts(tree, texts, holds)
    if len(embedded):
        images = np.union1d(images, embedded)
        holds = held(holds, tree.parent, tree.parent[embedded])
    players, holds = _players(tree, uses, texts, holds)
    return _Insets(images, rules, embedded, players, holds)


def _outside(insets: _Insets, tree: Tree, code: Ints) -> _Insets:
    """The insets without those in code blocks.

    Args:
        insets: of the page.
        tree: the page's tree.
        code: [m] the nearest code block at or above each element, 0 if there is none.
    """
    images, rules, players = insets.images, insets.rules, insets.players
    return insets._replace(
        images=images[code[tree.parent[images]] == 0],
        rules=rules[code[tree.parent[rules]] == 0],
        players=players[code[tree.inset[players, 2]] == 0],
    )


def _shown(
    tree: Tree, settled: Settled, holds: Bools, wanted: bool, further: bool
) -> tuple[Ints, Ints, Bools]:
    """The images and rules that are content, and the elements that hold content or images.

    Args:
        tree: the page's tree.
        settled: texts, kinds and roles of elements.
        holds: [m] the elements that hold content.
        wanted: whether images are wanted.
        further: whether images beside boilerplate are, too.
    """
    texts, kind, uses = settled
    shown = with_data(tree, texts)  # it does not separate an image from content
    images, rules, holds = shown_images(
        kind, uses, tree.parent, tree.opened, tree.closed, shown, holds, tree.hidden, int(wanted)
    )
    if further:
        images, holds = _with_further_images(tree, kind, texts, images, holds)
    return images, rules, holds


def _with_further_images(
    tree: Tree, kind: Kinds, texts: Bools, images: Ints, holds: Bools
) -> tuple[Ints, Bools]:
    """The images that are shown, and the elements that hold them, with images beside boilerplate.

    Text never needs these.
    """
    from victor.document.pictures.cards import card_images
    from victor.document.pictures.inserted import inserted_images
    from victor.document.pictures.lead import lead_image

    further = kind == IMAGE
    further[images] = False
    more = lead_image(tree, kind, texts, images)
    if some(further):
        with_text = holding_content(texts, tree.opened, tree.closed)
        more += inserted_images(tree, places(further), texts, with_text, images)
        more += card_images(tree, places(further), texts, images)
    if not more:
        return images, holds
    holds, found = holds.copy(), np.array(more, np.int32)
    hold(holds, tree.parent, found)
    return np.union1d(images, found), holds


def _players(tree: Tree, uses: Uses, texts: Bools, holds: Bools) -> tuple[Ints, Bools]:
    """The players that are shown, and the elements that hold content, images or one of these."""
    from victor.document.pictures.players import shown_players

    players = shown_players(tree, uses, texts, holds)
    if len(players):
        holds = held(holds, tree.parent, tree.inset[players, 2])
    return players, holds


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
        kind: [m] see :class:`Settled`.
        holds: [m] the elements that hold content.
        notes: of the page.
    """
    kind = with_kind(with_kind(kind, notes.lists, 0), list(notes.notes), 1)
    cells = kind == CELL
    if some(cells):
        holds = holds | (cells & holds[tree.nearest(tree.named(("tr",)))])
    return np.asarray((kind > 0) & holds)


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
        kind: [m] see :class:`Settled`, also for ``texts`` [t].
    """
    likely = chosen & (kind == CODE)
    if not some(likely):
        return chosen, likely, np.zeros(len(kind), np.int32)
    code = likely & holding_content(texts, tree.opened, tree.closed)
    lines = chosen & (tree.named(LINE_TAGS) | (kind == HEADING))
    code &= tree.nearest(lines)[tree.parent] == 0
    return chosen & (code | ~likely), code, tree.nearest(code)


def _events(content: Content, elements: _Elements) -> Events:
    """The events in document order."""
    tree, images = content.blocks.tree, elements.images
    insets = content.formulas.insets
    if len(insets):
        insets = insets_in(tree, insets, elements.texts)
    if len(elements.players):
        insets = np.union1d(insets, elements.players)
    is_break = tree.named(("br",)) if len(images) or len(insets) else None
    if is_break is not None:
        images = np.sort(np.concatenate((images, places(is_break))))
    kind, number, holder = ordered_events(
        elements.texts, elements.blocks, images, elements.rules, insets, tree.inset,
        tree.opened, tree.node, tree.parent,
    )  # fmt: skip
    if is_break is not None:
        found = places(kind == IMAGE_EVENT)
        kind[found[is_break[number[found]]]] = BREAK_EVENT
    level = elements.level[holder]
    if len(elements.embedded):  # each is a paragraph
        own = (kind == IMAGE_EVENT) & np.isin(number, elements.embedded)
        level[own] = number[own]
    return Events(kind, number, elements.anchor[holder], elements.mark[holder], level)
