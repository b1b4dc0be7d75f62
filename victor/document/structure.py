"""The structure of a page's main content: from elements and labelled blocks to parts.

The columns of the tree say in numpy which elements matter: those that mean something for a document
and hold content. What is left, some hundreds of elements and texts in document order, are the
events from which :mod:`victor.document.builder` makes a tree of parts in one pass.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.document.addresses import attributes_of
from victor.document.arrangement import arranged
from victor.document.builder import (
    Builder,
    Elements,
    Events,
    Labels,
    Numbers,
    Source,
    Tags,
    built,
    content_texts,
    counted,
)
from victor.document.bullets import without_bullets
from victor.document.code import VERBATIM
from victor.document.details import Details
from victor.document.elements import (
    CAPTION,
    CELL,
    CODE,
    FIGURE,
    IMAGE,
    LONGEST_HEADING,
    QUOTATION,
    RULE,
    USES,
    Kinds,
    Uses,
    holding_content,
    ordered_events,
    shown_images,
    uses_in_content,
    uses_of,
    uses_of_kinds,
    wide_lines,
)
from victor.document.figures import FIGURES, QUOTATIONS, captioned, quoted
from victor.document.footnotes import NONE, Footnotes, footnotes
from victor.document.formulas import NAMES_OF_IMAGES, may_have_formulas
from victor.document.icons import ICON_SIGNS, ICONS, has_name
from victor.document.links import linked_lines
from victor.document.parts import Part
from victor.document.permalinks import without_permalinks
from victor.document.quotations import no_quotations
from victor.document.unseen import seen_texts
from victor.document.vocabulary import (
    BLOCKS,
    HEADINGS,
    LEVEL,
    LINE_TAGS,
    MARKS,
    NUMBERS,
    PERMALINKS,
    TO_TOP,
)
from victor.text.cues import signs_in
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.tables import boxes, gutters, layout_tables
from victor.tree.tree import Tree

if TYPE_CHECKING:
    from victor.document.roles import Post

_LOWER_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_STANDFIRST = 100  # characters that one has at least
_TITLE = 40  # characters at the start of one that the title of the page must lack
_ENDS = (*PERMALINKS, *TO_TOP)  # of a text with a link to itself, or up
_SENTENCE = regex(r"[.…。!！][\"'”’»」)]*$")
_HOLDERS = frozenset("item list figure quotation".split())  # of images, perhaps
_IMAGES = ("img", "amp-img")
_WITH_ATTRIBUTES = frozenset((*"a ol td th".split(), *_IMAGES))
_AROUND_POSTS = 3  # elements at and above a post of which one may be the item of a list
_TABLE = frozenset("table caption tr td th".split())
# Classes of what is no text: what KaTeX and MathJax draw beside the source of a formula, what
# MediaWiki puts around an article: links to edit a section and to jump, and where it is from; and
# the icons that HighWire, which journals use, puts before authors: "View ORCID Profile".
_DRAWN = regex(
    r"(?:^|\s)(?:katex-html|MathJax_Preview|MathJax(?:_Display|_SVG|_CHTML)?|(?:mw-)?editsection"
    r"|mw-jump-link|printfooter|hw-author-orcid-logo)(?:\s|$)"
)
_DRAWN_SIGNS = (
    *("katex-html", "MathJax", "editsection", "mw-jump-link", "printfooter"),
    "hw-author-orcid-logo",
)
_DRAWN_NAME = regex(r"^(?:siteSub|jump-to-nav)$")  # of MediaWiki's elements, too
_DRAWN_NAME_SIGNS = ("siteSub", "jump-to-nav")
# Classes of the numbers that LaTeXML writes at the start of a note within the text, again.
_NOTE_NUMBER = regex(r"(?:^|\s)ltx_(?:note_mark|tag_note)(?:\s|$)")
_NOTE_CONTENT = regex(r"(?:^|\s)ltx_note_content(?:\s|$)")
_NOTE_SIGNS = ("ltx_",)
# Classes of notes that are set apart, and of ``code`` that is a block.
_CALLOUT = regex(
    r"(?:^|\s)(?:admonition(?:block)?|callout|notecard|alert|markdown-alert)(?:[\s_-]|$)"
)
_CODE_BLOCK = regex(r"(?:^|\s)(?:block|code-?block|multiline)(?:\s|$)")
_CODE_NAME = regex(r"(?:^|\s)code-?(?:block|snippet)(?:\s|$)")
_CODE_SIGNS = ("code-block", "codeblock", "code-snippet", "codesnippet")
_NO_CODE = ("a", *_IMAGES)  # what code that a reader could copy does not hold
_SECTIONS = ("div", "aside", "section")  # that a note may be
_CALLOUT_SIGNS = ("admonition", "callout", "notecard", "alert")
_BLOCK_SIGNS = ("block", "multiline")
_VERBATIM_SIGNS = ("white-space",)
_FIGURE_SIGNS, _QUOTATION_SIGNS = ("wp-caption", "thumbinner"), ("quote", "Quote")
_SIGNS = (
    *(*_DRAWN_SIGNS, *_DRAWN_NAME_SIGNS, *_CODE_SIGNS, *_CALLOUT_SIGNS, *_BLOCK_SIGNS),
    *(*_VERBATIM_SIGNS, *_FIGURE_SIGNS, *_QUOTATION_SIGNS, *ICON_SIGNS),
    *(*_NOTE_SIGNS, *NAMES_OF_IMAGES),
)
# The kinds of elements: block-level parts are 1, but for cells and code; others 0.
_KINDS = dict.fromkeys(BLOCKS, 1) | {"td": CELL, "th": CELL, "hr": RULE}
_KINDS |= dict.fromkeys(_IMAGES, IMAGE)
_KINDS |= {tag: CODE for tag, what in BLOCKS.items() if what == "code"}
# The kinds of parts that are known by the class of their element.
_NAMED = {FIGURE: "figure", CAPTION: "caption", QUOTATION: "quotation"}


@dataclass(frozen=True)
class Content:
    """What of a page is the text, for :func:`structure`."""

    blocks: Blocks
    kept: Bools  # [n]
    headings: Bools  # [n] labelled as headers
    items: Bools  # [n] labelled as items of lists
    continues: Bools  # [n] labelled as going on with the block before
    url: str | None = None

    @cached_property
    def texts(self) -> Bools:
        """[t] the texts of the blocks that are kept; not to be changed."""
        return self.kept[self.blocks.of_text]

    @cached_property
    def standfirst(self) -> list[int]:
        """See :func:`standfirst`."""
        return standfirst(self.blocks.tree, self.texts)

    @cached_property
    def signs(self) -> "_Signs":
        """The signs in the values of attributes."""
        return _signs(self.blocks.tree)

    @cached_property
    def settled(self) -> "Settled":
        """What is content, and what elements are; not to be changed."""
        tree = self.blocks.tree
        uses, kind = uses_of(tree), tree.numbered(_KINDS, np.int8)
        if "amp-img" in tree.tags:
            kind = _without_fallbacks(tree, kind)
        return _settled(self, seen_texts(self.blocks, self.texts), kind, uses)

    @cached_property
    def may_have_formulas(self) -> bool:
        """Whether there is a formula on the page, or an image that may be one."""
        is_named = self.signs.any & _bits(NAMES_OF_IMAGES) > 0
        return may_have_formulas(self.blocks.tree, is_named)


def structure(content: Content, posts: "Sequence[Post]" = (), marked: bool = True) -> list[Part]:
    """The block-level parts of the main content.

    Args:
        content: the blocks of a page, and which of them are the text.
        posts: those that become parts.
        marked: include images, links, emphasis and so on, and arrange parts as a reader sees them.
            The words of the text do not depend on it.
    """
    if not some(content.kept):
        return []
    source = source_of(content, posts, marked)
    parts = built(source)
    if marked:
        parts = arranged(parts, source)
        without_bullets(parts, source.texts.piece)
    if None in source.details.pictures.values():
        parts = _without_empty(parts)
    return parts


def _without_empty(parts: Sequence[Part], numbered: bool = False) -> list[Part]:
    """Parts without those that held an image that is not shown, and nothing else.

    Items of numbered lists stay before others, whose numbers would change.
    """
    for part in parts:
        if inner := part.parts:
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
    """What the parts of a page are made from; see :func:`structure` for the arguments."""
    by_element = {post.element: post for post in posts}
    elements = _elements(content, list(by_element), marked)
    blocks, tree, notes = content.blocks, content.blocks.tree, elements.notes
    code, numbers = places(elements.code), places(elements.texts)
    images, attributes = elements.images, _attributes(tree, elements)
    details = Details(blocks, content.url, attributes, images, code, by_element, notes.notes)
    part, marks = _numbers(tree, elements, by_element)
    return Source(
        details,
        _events(blocks, elements),
        content_texts(blocks, numbers, elements.tags),
        Labels(content.headings, content.items, content.continues),
        Elements(
            *(tree.parent, tree.opened, part, marks),
            *(elements.mark, details.as_usual, elements.linked),
        ),
        numbers,
        notes,
    )


def _attributes(tree: Tree, elements: "_Elements") -> dict[int, Mapping[str, str]]:
    """The attributes of elements whose parts have some."""
    chosen = elements.blocks | elements.marks
    chosen[elements.images] = True
    asked = places(chosen & tree.named(_WITH_ATTRIBUTES))
    return dict(zip(asked.tolist(), attributes_of(tree, asked), strict=True))


def _numbers(
    tree: Tree, elements: "_Elements", posts: "Mapping[int, Post]"
) -> tuple[Numbers, Numbers]:
    """[m] the parts and the marks that elements become, by number in KINDS."""
    parts, marks = (by_tag.take(tree.tag) for by_tag in _numbers_by_tag(tree.tags))
    if elements.kind is not None:
        for kind, name in _NAMED.items():
            parts[elements.kind == kind] = NUMBERS[name]
    parts[elements.code] = NUMBERS["code"]
    parts[list(elements.notes.notes)] = NUMBERS["footnote"]
    parts[list(posts)] = NUMBERS["post"]
    return parts, marks


@lru_cache(maxsize=64)
def _numbers_by_tag(tags: tuple[str, ...]) -> tuple[Numbers, Numbers]:
    """The same by tag, before code, footnotes and posts; callouts are quotations."""
    parts = [NUMBERS[BLOCKS.get(tag, "quotation")] for tag in tags]
    marks = [NUMBERS[MARKS.get(tag, "document")] for tag in tags]
    return np.array(parts, np.uint8), np.array(marks, np.uint8)


@dataclass(frozen=True)
class _Elements:
    """Which elements matter, as columns."""

    texts: Bools  # [t] are content
    blocks: Bools  # [m] become block-level parts
    images: Ints  # content
    rules: Ints  # content
    anchor: Ints  # [m] the nearest of ``blocks`` at or above each
    marks: Bools  # [m] mark text
    mark: Ints  # [m] the nearest of ``marks`` at or above each
    level: Ints  # [m] the nearest block-level element at or above each
    notes: Footnotes
    tags: Tags
    code: Bools  # [m] become code blocks
    kind: Kinds | None  # [m] where parts are known by the class of their element
    linked: Ints  # [m] as :func:`~victor.document.links.linked_lines` returns it


def has_permalinks(content: Content) -> bool:
    """Whether the text of a heading, term or caption begins or ends as a link to itself does.

    Args:
        content: the blocks of a page, and which of them are the text.
    """
    heading = content.blocks.inside(content.blocks.tree.named(LINE_TAGS)) & content.kept
    return any(is_permalink(content.blocks.text[block]) for block in places(heading).tolist())


def is_permalink(text: str) -> bool:
    """Whether a text begins or ends as a link of a heading to itself does.

    Args:
        text: of a heading, term or caption.
    """
    text = text.lower()
    return text.startswith(PERMALINKS) or text.endswith(_ENDS)


def _elements(content: Content, posts: list[int], marked: bool) -> _Elements:
    """The columns, step by step: what is a part changes which texts are content, and back."""
    tree = content.blocks.tree
    texts, kind, uses = content.settled
    kind = _with_kind(_with_kind(kind, _lists_of(tree, posts), 0), posts, 1)
    holds = holding_content(texts, tree.opened, tree.closed)
    notes = footnotes(tree, uses, holds)
    # Before images are content: the text is the same without them.
    tags = counted(tree, of_content(tree, uses, holds))
    marked = marked or content.may_have_formulas or has_permalinks(content)
    images, rules, holds = shown_images(
        kind, uses, tree.parent, tree.opened, texts, holds, tree.hidden,
        int(marked or bool(notes.notes)),
    )  # fmt: skip
    texts = without_permalinks(content.blocks, texts)  # which images may be beside
    chosen = chosen_parts(tree, kind, holds, notes)
    marks = tree.named(MARKS) & holds
    marks = marks if marked else _marks_of_notes(tree, marks, notes)
    chosen, code, outer = code_blocks(tree, chosen, kind, texts)
    if some(code):
        outside = outer[tree.parent] == 0
        chosen, marks = chosen & outside, marks & outside
        images, rules = images[outside[images]], rules[outside[rules]]
        texts = texts & (outer[tree.node] == 0)
    return _Elements(
        texts,
        chosen,
        images,
        rules,
        tree.nearest(chosen),
        marks,
        tree.nearest(marks) if some(marks) else np.zeros(len(kind), np.int32),
        tree.nearest(uses & np.uint16(USES["LEVEL"]) > 0),
        notes,
        tags,
        code,
        kind if kind.max(initial=0) >= FIGURE else None,
        linked_lines(tree, texts, marks & tree.named(("a",)), chosen, images),
    )


def _lists_of(tree: Tree, posts: list[int]) -> Ints:
    """The lists whose items are posts or hold them, and their items."""
    items, lists = tree.named(("li",)), np.zeros(len(tree.tag), bool)
    around = np.array(posts, np.int32)
    for _ in range(_AROUND_POSTS if posts and some(items) else 0):
        is_item = items[around]
        lists[tree.parent[around[is_item]]] = True
        around = tree.parent[around[~is_item]]
    lists &= tree.named(("ul", "ol"))
    return places(lists | (items & lists[tree.parent]))


def _without_fallbacks(tree: Tree, kind: Kinds) -> Kinds:
    """Kinds without the images in images of AMP: what is shown before or instead of these."""
    inner = tree.nearest(tree.named(("amp-img",)))[tree.parent] > 0
    return np.where(inner & (kind == IMAGE), 0, kind).astype(np.int8)


def of_content(tree: Tree, uses: Uses, holds: Bools) -> Uses:
    """[m] what elements are for the text; see :func:`~victor.document.elements.uses_in_content`."""
    return uses_in_content(uses, tree.parent, tree.opened, tree.closed, tree.hidden, holds)


class Settled(NamedTuple):
    """What tags, classes and the purpose of tables say."""

    texts: Bools  # [t] are content
    kind: Kinds  # [m]
    uses: Uses  # [m]


def _settled(content: Content, texts: Bools, kind: Kinds, uses: Uses) -> Settled:
    """Texts, kinds and uses, given as tags alone say them, by classes and the purpose of tables."""
    tree, signs = content.blocks.tree, content.signs
    for drawn in (
        _matching(tree, signs, "class", _DRAWN, _DRAWN_SIGNS),
        _matching(tree, signs, "id", _DRAWN_NAME, _DRAWN_NAME_SIGNS),
        _icons(tree, signs),
        _note_numbers(tree, signs),
    ):
        if drawn is not None:
            texts = texts & (tree.enclosing_count(drawn) == 0)
    kind = _with_figures(tree, _with_blocks(tree, kind, signs), signs)
    wide, long = wide_lines(_used(uses, kind, signs), tree.opened, tree.closed, tree.text)
    kind = _with_kind(kind, wide, 0)
    summary = content.standfirst if texts is content.texts else standfirst(tree, texts)
    kind = _with_kind(kind, [*_paragraphs(tree, long), *summary], 0)
    if "blockquote" in tree.tags:
        kind = _with_kind(kind, no_quotations(tree, texts, kind), 0)
    if some(kind == CELL):
        holds = holding_content(texts, tree.opened, tree.closed)
        found = _without_boxes(tree, holds), gutters(tree, holds)
        texts, kind = _flattened(tree, texts, kind, *found)
    kind = _with_quotations(tree, kind, signs)
    return Settled(texts, kind, _used(uses, kind, signs))


def _icons(tree: Tree, signs: "_Signs") -> Bools | None:
    """[m] the elements with the name of an icon, which a font shows instead; None without any."""
    chosen = _matching(tree, signs, "class", ICONS, ICON_SIGNS)
    if chosen is None:
        return None
    for element in places(chosen).tolist():
        chosen[element] = has_name(tree, element)
    return chosen


def _note_numbers(tree: Tree, signs: "_Signs") -> Bools | None:
    """[m] the numbers of notes within the text that these begin with, as the reference before does.

    None without any.
    """
    content = _matching(tree, signs, "class", _NOTE_CONTENT, _NOTE_SIGNS)
    numbers = _matching(tree, signs, "class", _NOTE_NUMBER, _NOTE_SIGNS)
    if content is None or numbers is None:
        return None
    return numbers & (tree.nearest(content) > 0)


class _Signs(NamedTuple):
    """The signs in the values of attributes that are looked at, as bits by place in ``_SIGNS``."""

    of_value: Ints  # [v]
    any: int  # those that some value has: pages have few


def _signs(tree: Tree) -> _Signs:
    of_value = signs_in(tree.looked_at.values, _SIGNS)
    return _Signs(of_value, int(np.bitwise_or.reduce(of_value)))


@cache
def _bits(signs: tuple[str, ...]) -> int:
    return sum(1 << _SIGNS.index(sign) for sign in signs)


def _used(uses: Uses, kind: Kinds, signs: _Signs) -> Uses:
    """Uses where some parts are known by their class."""
    is_likely = signs.any & _bits(_FIGURE_SIGNS + _QUOTATION_SIGNS)
    return uses_of_kinds(uses, kind) if is_likely else uses


def _without_boxes(tree: Tree, holds: Bools) -> list[int]:
    """The layout tables, less those of facts that hold other tables; these are layout instead."""
    layout, boxed = layout_tables(tree, holds), boxes(tree, holds)
    if not boxed:
        return layout
    chosen = np.zeros(len(holds), bool)
    chosen[boxed] = True
    inner = tree.named(("table",)) & (tree.nearest(chosen)[tree.parent] > 0)
    return sorted({*layout, *places(inner).tolist()} - set(places(chosen & ~inner).tolist()))


def _paragraphs(tree: Tree, long: Ints) -> list[int]:
    """The headings below the first level with so much text that they are paragraphs set in bold.

    Args:
        tree: of the page.
        long: the headings and others with many characters, white space among them.
    """
    lower = (one for one in long.tolist() if tree.tags[tree.tag[one]] in _LOWER_HEADINGS)
    return [one for one in lower if _is_long(tree, one)]


def _is_long(tree: Tree, heading: int) -> bool:
    """Whether a heading is too long for one."""
    first, last = int(tree.opened[heading]), int(tree.closed[heading])
    whole = "".join(tree.text[first : min(last, first + LONGEST_HEADING)])  # each has a character
    start = whole[: 4 * LONGEST_HEADING]  # nearly always enough: many may hold a long text
    return any(len(" ".join(text.split())) > LONGEST_HEADING for text in (start, whole))


def standfirst(tree: Tree, texts: Bools) -> list[int]:
    """The heading right after the title that sums the text up in sentences, if there is one.

    Where others are as long, the page is a list of such; so may be the title itself.

    Args:
        tree: of the page.
        texts: [t] those that are content.
    """
    found = _heading_at(tree, texts, 0)
    if found and tree.tags[tree.tag[found]] == "h1":
        found = _heading_at(tree, texts, int(tree.closed[found]))
    if not found or not _sums_up(tree, found) or _may_be_title(tree, found):
        return []
    lower = places(tree.named(_LOWER_HEADINGS) & tree.holds).tolist()
    return [found] if [one for one in lower if _sums_up(tree, one)] == [found] else []


def _heading_at(tree: Tree, texts: Bools, start: int) -> int:
    """The heading with the first text that is content from a place on; 0 if that is in none."""
    place = start + int(texts[start:].argmax()) if start < len(texts) else -1
    element = int(tree.node[place]) if place >= 0 and texts[place] else 0
    while element and tree.tags[tree.tag.item(element)] not in HEADINGS:
        element = tree.parent.item(element)
    return element


def _sums_up(tree: Tree, heading: int) -> bool:
    """Whether a heading is long and ends as a sentence does that asks nothing."""
    first, last = int(tree.opened[heading]), int(tree.closed[heading])
    if last <= first or not _SENTENCE.search(tree.text[last - 1][-10:].rstrip()):
        return False
    return sum(map(len, tree.text[first : min(last, first + _STANDFIRST)])) > _STANDFIRST


def _may_be_title(tree: Tree, heading: int) -> bool:
    """Whether a heading begins as the title of the page, or is not below one of the first level."""
    text = " ".join(tree.text[int(tree.opened[heading])].split())
    titles = tree.named(("h1",)) & tree.holds & (tree.closed <= tree.opened[heading])
    return text[:_TITLE] in tree.title or not some(titles)


def _with_kind(kind: Kinds, elements: Sequence[int] | Ints, value: int) -> Kinds:
    """Kinds with a value for some elements."""
    if len(elements):
        kind = kind.copy()
        kind[elements] = value
    return kind


def chosen_parts(tree: Tree, kind: Kinds, holds: Bools, notes: Footnotes = NONE) -> Bools:
    """[m] whether an element becomes a part: it holds content, or a cell's row does.

    Args:
        tree: of the page.
        kind: [m] see :class:`Settled`.
        holds: [m] the elements that hold content.
        notes: of the page.
    """
    kind = _with_kind(_with_kind(kind, notes.lists, 0), list(notes.notes), 1)
    cells = kind == CELL
    if some(cells):
        holds = holds | (cells & holds[tree.nearest(tree.named(("tr",)))])
    return np.asarray((kind > 0) & holds)


def _marks_of_notes(tree: Tree, marks: Bools, notes: Footnotes) -> Bools:
    """[m] the marks by which references and labels of notes are found, where no other is wanted."""
    chosen = np.zeros(len(marks), bool)
    if notes.notes:
        chosen[list(notes.notes)] = True
        chosen = tree.nearest(chosen) > 0
        chosen[[*notes.references, *notes.back]] = True
    return marks & chosen


def code_blocks(tree: Tree, chosen: Bools, kind: Kinds, texts: Bools) -> tuple[Bools, Bools, Ints]:
    """[m] the parts without code that is none, the code blocks, and the nearest of these.

    The last is at or above each element: a code block is one part, whatever is in it. They hold
    text; in a heading, term or caption code is text, too.

    Args:
        tree: of the page.
        chosen: [m] the elements that become parts.
        kind: [m] see :class:`Settled`, also for ``texts`` [t].
    """
    likely = chosen & (kind == CODE)
    if not some(likely):
        return chosen, likely, np.zeros(len(kind), np.int32)
    code = likely & holding_content(texts, tree.opened, tree.closed)
    code &= tree.nearest(chosen & tree.named(LINE_TAGS))[tree.parent] == 0
    return chosen & (code | ~likely), code, tree.nearest(code)


def _flattened(
    tree: Tree, texts: Bools, kind: Kinds, layout: list[int], numbers: list[int]
) -> tuple[Bools, Kinds]:
    """Texts without line numbers, and kinds without layout tables."""
    if numbers:
        chosen = np.zeros(len(kind), bool)
        chosen[numbers] = True
        texts = texts & (tree.enclosing_count(chosen) == 0)
    if layout:
        is_layout = np.zeros(len(kind), bool)
        is_layout[layout] = True
        inner = tree.named(_TABLE) & (kind != CODE)
        inner &= is_layout[tree.nearest(tree.named(("table",)))]
        kind = np.where(inner, 0, kind).astype(np.int8)
    return texts, kind


def _with_blocks(tree: Tree, kind: Kinds, signs: _Signs) -> Kinds:
    """Kinds in which ``code`` that is a block, and notes that are set apart, are parts, too."""
    found = [_plain_code(tree, signs), tree.listings]
    if "code" in tree.tags:
        found.append(_code_by_style(tree, signs))
    code = _any_of(found)
    kind = kind if code is None else np.where(code, CODE, kind).astype(np.int8)
    noted = (*_SECTIONS, "blockquote")
    callouts = _matching(tree, signs, "class", _CALLOUT, _CALLOUT_SIGNS, noted)
    if callouts is not None:
        callouts &= tree.nearest(callouts)[tree.parent] == 0  # names of parts begin like that
        callouts &= True if code is None else ~code
        kind = _with_kind(kind, callouts.nonzero()[0].tolist(), 1)
    return kind


def _with_figures(tree: Tree, kind: Kinds, signs: _Signs) -> Kinds:
    """Kinds in which what classes name as figures and their captions are these."""
    boxes = _matching(tree, signs, "class", FIGURES, _FIGURE_SIGNS, ("div",))
    if boxes is None:
        return kind
    figures, captions = captioned(tree, boxes, kind > 0)
    return _with_kind(_with_kind(kind, figures, FIGURE), captions, CAPTION)


def _with_quotations(tree: Tree, kind: Kinds, signs: _Signs) -> Kinds:
    """Kinds in which what classes name as quotations in posts are these."""
    named = _matching(tree, signs, "class", QUOTATIONS, _QUOTATION_SIGNS, ("div", "td"))
    if named is None:
        return kind
    found = quoted(tree, named, tree.named(("blockquote",)) & (kind > 0))
    return _with_kind(kind, found[kind[found] == 0], QUOTATION)


def _any_of(found: Sequence[Bools | None]) -> Bools | None:
    """[m] what is in one of several choices; None if there are none."""
    chosen = [one for one in found if one is not None]
    return np.asarray(np.logical_or.reduce(chosen)) if chosen else None


def _code_by_style(tree: Tree, signs: _Signs) -> Bools | None:
    """[m] the ``code`` elements that are shown as a block; None if there are none."""
    chosen = _any_of(
        (
            _matching(tree, signs, "class", _CODE_BLOCK, _BLOCK_SIGNS, ("code",)),
            _matching(tree, signs, "style", VERBATIM, _VERBATIM_SIGNS, ("code",)),
            _broken_code(tree),
        )
    )
    return None if chosen is None else chosen & ~tree.named(("pre",))[tree.parent]


def _broken_code(tree: Tree) -> Bools | None:
    """[m] the ``code`` elements with a line break between texts; None if there are none.

    They stand in lines of their own and hold neither links, images nor block-level elements: one
    that does was never closed.
    """
    chosen = tree.broken(tree.named(("code", "pre"))) & tree.named(("code",))
    if not some(chosen):
        return None
    others = tree.named(LEVEL) | tree.named(_NO_CODE)
    chosen[tree.nearest(tree.named(("code",)))[others]] = False
    chosen &= tree.nearest(tree.named(("a",))) == 0
    tags = tree.tags_before(tree.named(LEVEL) | tree.named(("br", "hr")))
    apart = np.concatenate((tags > 0, [True]))
    return np.asarray(chosen & apart[tree.opened] & apart[tree.closed])


def _matching(
    tree: Tree,
    signs: _Signs,
    name: str,
    pattern: re.Pattern[str],
    wanted: tuple[str, ...],
    tags: tuple[str, ...] = (),
) -> Bools | None:
    """[m] the elements with a value of an attribute in which a pattern is found; None without any.

    Args:
        tree: of the page.
        signs: those in the values that are looked at.
        name: of the attribute.
        pattern: what is searched in values with one of the signs ``wanted``.
        tags: of the elements; by default all.
    """
    bits = _bits(wanted)
    if not signs.any & bits:
        return None
    seen, likely = tree.looked_at, (signs.of_value & bits).nonzero()[0].tolist()
    found = [value for value in likely if pattern.search(seen.values[value])]
    if not found:
        return None
    rows, passes = seen.rows(name), np.zeros(len(seen.values), bool)
    passes[found] = True
    elements = seen.element[rows[passes[seen.value[rows]]]]
    chosen = np.zeros(len(tree.tag), bool)
    chosen[elements] = True
    chosen &= tree.named(tags) if tags else True
    return chosen if some(chosen) else None


def _plain_code(tree: Tree, signs: _Signs) -> Bools | None:
    """[m] the ``div`` elements called code blocks that hold nothing but text; None without any."""
    chosen = _matching(tree, signs, "class", _CODE_NAME, _CODE_SIGNS, ("div",))
    if chosen is None:
        return None
    for element in chosen.nonzero()[0].tolist():
        holders = tree.node[tree.opened[element] : tree.closed[element]]
        chosen[element] = len(holders) > 0 and bool((holders == element).all())
    return chosen


def _events(blocks: Blocks, elements: _Elements) -> Events:
    """The events in document order."""
    tree, images = blocks.tree, elements.images
    insets = _formulas(tree, elements.texts)
    is_break = tree.named(("br",)) if len(images) or len(insets) else None
    if is_break is not None:
        images = np.union1d(images, places(is_break)).astype(np.int32)
    kind, number, holder = ordered_events(
        elements.texts, elements.blocks, images, elements.rules, insets, tree.inset,
        tree.opened, tree.node, tree.parent,
    )  # fmt: skip
    if is_break is not None:
        found = places(kind == Builder.IMAGE)
        kind[found[is_break[number[found]]]] = Builder.BREAK
    around = (elements.anchor[holder], elements.mark[holder], elements.level[holder])
    return Events(kind, number, *around)


def _formulas(tree: Tree, texts: Bools) -> Ints:
    """The formulas beside or in texts that are content."""
    if not len(tree.source):
        return np.zeros(0, np.int32)
    is_formula = np.fromiter((one.startswith("<") for one in tree.source), bool, len(tree.source))
    around = np.concatenate((texts, [False]))
    place = np.minimum(tree.inset[:, 0], len(texts))
    beside = around[place] | ((tree.inset[:, 1] == 0) & around[place - 1])
    return places(is_formula & beside)
