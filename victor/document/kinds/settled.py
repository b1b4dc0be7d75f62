"""Which texts are content, and the kinds of elements, by tags, classes and purpose of tables."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from victor.arrays import Bools, Ints, places, some, union
from victor.document.kinds.callouts import callouts, titles_of
from victor.document.kinds.code import VERBATIM
from victor.document.kinds.elements import (
    CAPTION,
    CELL,
    CODE,
    FIGURE,
    HEADING,
    IMAGE,
    QUOTATION,
    RULE,
    USES,
    Kinds,
    Uses,
    holding_content,
    uses_in_content,
    uses_of,
    uses_of_kinds,
    wide_lines,
)
from victor.document.kinds.figures import FIGURES, QUOTATIONS, captioned, quoted
from victor.document.kinds.headings import headings_by_role, names_of_writers
from victor.document.kinds.quotations import no_quotations
from victor.document.kinds.rendered import Formulas, Rendered, holding_formulas, without_drawn
from victor.document.kinds.signs import (
    BLOCK_SIGNS,
    CODE_SIGNS,
    DRAWN_NAME_SIGNS,
    DRAWN_SIGNS,
    FIGURE_SIGNS,
    NOTE_SIGNS,
    QUOTATION_SIGNS,
    VERBATIM_SIGNS,
    Signs,
    matching,
)
from victor.document.kinds.standfirst import bold_paragraphs
from victor.document.pictures.icons import ICON_SIGNS, ICONS, has_name
from victor.document.vocabulary import BLOCKS, LEVEL
from victor.text.regex import regex
from victor.tree.tables import boxes, gutters, holding_others, layout_tables
from victor.tree.tree import Tree

IMAGES = ("img", "amp-img")
_TABLE = frozenset("table caption tr td th".split())
# Classes of generated text: MediaWiki's links to edit a section and to jump, and its note on where
# the page is from; the icons of HighWire, which journals use, before authors: "View ORCID Profile";
# the links to source code of Sphinx, pdoc and RDoc; and the prompts of notebooks, "In [1]:".
_DRAWN = regex(
    r"(?:^|\s)(?:(?:mw-)?editsection|mw-jump-link|printfooter|hw-author-orcid-logo|viewcode-link"
    r"|view-source-button|method-click-advice|jp-(?:In|Out)putPrompt|(?:in|out)put_prompt"
    r"|prompt highlight-none)(?:\s|$)"
)
_DRAWN_NAME = regex(r"^(?:siteSub|jump-to-nav)$")  # ids, of MediaWiki
# Classes of the numbers that LaTeXML repeats at the start of a note within the text, and of the
# names of its commands: "footnotemark:".
_NOTE_NUMBER = regex(r"(?:^|\s)ltx_(?:note_mark|note_type|tag_note)(?:\s|$)")
_NOTE_CONTENT = regex(r"(?:^|\s)ltx_note_content(?:\s|$)")
# Classes of ``code`` that is a block.
_CODE_BLOCK = regex(r"(?:^|\s)(?:block|code-?block|multiline)(?:\s|$)")
_CODE_NAME = regex(r"(?:^|\s)code-?(?:block|snippet)(?:\s|$)")
_NO_CODE = ("a", *IMAGES)  # not in code that a reader could copy
# Kinds of elements: 1 for block-level parts except cells and code, 0 for others.
_KINDS = dict.fromkeys(BLOCKS, 1) | {"td": CELL, "th": CELL, "hr": RULE}
_KINDS |= dict.fromkeys(IMAGES, IMAGE)
_KINDS |= {tag: CODE for tag, what in BLOCKS.items() if what == "code"}


def of_content(tree: Tree, uses: Uses, holds: Bools) -> Uses:
    """[m] the uses of elements; see :func:`~victor.document.kinds.elements.uses_in_content`."""
    return uses_in_content(uses, tree.parent, tree.opened, tree.closed, tree.hidden, holds)


class Settled(NamedTuple):
    """Texts, kinds and uses of elements after tags, classes and the purpose of tables."""

    texts: Bools  # [t] are content
    kind: Kinds  # [m]
    uses: Uses  # [m]


def settle(
    tree: Tree,
    signs: Signs,
    texts: Bools,
    rendered: Rendered,
    formulas: Formulas,
    summary: Callable[[Bools], Sequence[int]],
) -> Settled:
    """Determine which texts are content, and the kinds and uses of elements.

    Args:
        tree: the page's tree.
        signs: the signs in its attribute values.
        texts: [t] whether each text is in a block that is kept.
        rendered: what scripts have drawn from formulas.
        formulas: the formulas that are content.
        summary: a function from the texts to the heading that is the standfirst, if there is one.
    """
    uses, kind = uses_of(tree), tree.numbered(_KINDS, np.int8)
    if "amp-img" in tree.tags:
        kind = _without_fallbacks(tree, kind)
    texts = _without_generated(tree, signs, without_drawn(texts, rendered))
    kind = _with_figures(tree, _with_blocks(tree, kind, signs), signs)
    kind = with_kind(kind, headings_by_role(tree, kind), HEADING)
    wide, long = wide_lines(uses_of_kinds(uses, kind), tree.opened, tree.closed, tree.text)
    kind = with_kind(kind, wide, 0)
    paragraphs = [*bold_paragraphs(tree, long), *summary(texts), *names_of_writers(tree).tolist()]
    kind = with_kind(kind, paragraphs, 0)
    if "blockquote" in tree.tags:
        kind = with_kind(kind, no_quotations(tree, texts, kind), 0)
    if some(kind == CELL):
        holds = holding_formulas(tree, holding_content(texts, tree.opened, tree.closed), formulas)
        found = _without_boxes(tree, holds), gutters(tree, holds)
        texts, kind = _flattened(tree, texts, kind, *found)
    kind = _with_quotations(tree, kind, signs)
    return Settled(texts, kind, uses_of_kinds(uses, kind))


def _without_fallbacks(tree: Tree, kind: Kinds) -> Kinds:
    """Kinds without the images in images of AMP, which are placeholders and fallbacks."""
    inner = tree.nearest(tree.named(("amp-img",)))[tree.parent] > 0
    return np.where(inner & (kind == IMAGE), 0, kind).astype(np.int8)


def _without_generated(tree: Tree, signs: Signs, texts: Bools) -> Bools:
    """Drop generated texts: icons, numbers of notes, and links of software."""
    for generated in (
        matching(tree, signs, "class", _DRAWN, DRAWN_SIGNS),
        matching(tree, signs, "id", _DRAWN_NAME, DRAWN_NAME_SIGNS),
        _icons(tree, signs),
        _note_numbers(tree, signs),
    ):
        if generated is not None:
            texts = texts & (tree.enclosing_count(generated) == 0)
    return texts


def _icons(tree: Tree, signs: Signs) -> Bools | None:
    """[m] the elements with the name of an icon that a font draws; None if there are none."""
    chosen = matching(tree, signs, "class", ICONS, ICON_SIGNS)
    if chosen is None:
        return None
    for element in places(chosen).tolist():
        chosen[element] = has_name(tree, element)
    return chosen


def _note_numbers(tree: Tree, signs: Signs) -> Bools | None:
    """[m] the numbers at the start of notes within the text, which repeat the reference.

    None if there are none.
    """
    content = matching(tree, signs, "class", _NOTE_CONTENT, NOTE_SIGNS)
    numbers = matching(tree, signs, "class", _NOTE_NUMBER, NOTE_SIGNS)
    if content is None or numbers is None:
        return None
    return numbers & (tree.nearest(content) > 0)


def _without_boxes(tree: Tree, holds: Bools) -> list[int]:
    """The layout tables, without boxes of facts but with the tables nested in these."""
    layout, boxed = layout_tables(tree, holds), boxes(tree, holds)
    if layout and (others := holding_others(tree, holds)):
        layout = [one for one in layout if one not in others]
    if not boxed:
        return layout
    chosen = tree.mask(boxed)
    inner = tree.named(("table",)) & (tree.nearest(chosen)[tree.parent] > 0)
    return sorted({*layout, *places(inner).tolist()} - set(places(chosen & ~inner).tolist()))


def with_kind(kind: Kinds, elements: Sequence[int] | Ints, value: int) -> Kinds:
    """Set the kind of some elements; the array is copied if it changes."""
    if len(elements):
        kind = kind.copy()
        kind[elements] = value
    return kind


def without_lists(settled: Settled, lists: Ints) -> Settled:
    """Texts, kinds and uses, in which some lists and list items are none.

    Args:
        settled: see :func:`settle`.
        lists: elements.
    """
    uses = settled.uses.copy()
    uses[lists] &= ~np.uint16(USES["LIST"] | USES["ITEM"] | USES["HOLDER"])
    return Settled(settled.texts, with_kind(settled.kind, lists, 0), uses)


def _flattened(
    tree: Tree, texts: Bools, kind: Kinds, layout: list[int], numbers: list[int]
) -> tuple[Bools, Kinds]:
    """Texts without line numbers, and kinds without layout tables."""
    if numbers:
        texts = texts & (tree.enclosing_count(tree.mask(numbers)) == 0)
    if layout:
        inner = tree.named(_TABLE) & (kind != CODE)
        inner &= tree.mask(layout)[tree.nearest(tree.named(("table",)))]
        kind = np.where(inner, 0, kind).astype(np.int8)
    return texts, kind


def _with_blocks(tree: Tree, kind: Kinds, signs: Signs) -> Kinds:
    """Kinds with code blocks by class or style, and callouts, as parts."""
    found = [_plain_code(tree, signs), tree.listings]
    if "code" in tree.tags:
        found.append(_code_by_style(tree, signs))
    code, prose = union(found), tree.prose_in_pre
    kind = kind if prose is None else with_kind(kind, places(prose), 0)
    kind = kind if code is None else np.where(code, CODE, kind).astype(np.int8)
    noted = callouts(tree, signs)
    if noted is not None:
        noted &= True if code is None else ~code
        kind = with_kind(with_kind(kind, places(noted), 1), titles_of(tree, noted), 0)
    return kind


def _with_figures(tree: Tree, kind: Kinds, signs: Signs) -> Kinds:
    """Kinds with the figures and captions that are known by their class."""
    boxes = matching(tree, signs, "class", FIGURES, FIGURE_SIGNS, ("div",))
    if boxes is None:
        return kind
    figures, captions = captioned(tree, boxes, kind > 0)
    return with_kind(with_kind(kind, figures, FIGURE), captions, CAPTION)


def _with_quotations(tree: Tree, kind: Kinds, signs: Signs) -> Kinds:
    """Kinds with the quotations in posts that are known by their class."""
    named = matching(tree, signs, "class", QUOTATIONS, QUOTATION_SIGNS, ("div", "td"))
    if named is None:
        return kind
    found = quoted(tree, named, tree.named(("blockquote",)) & (kind > 0))
    return with_kind(kind, found[kind[found] == 0], QUOTATION)


def _code_by_style(tree: Tree, signs: Signs) -> Bools | None:
    """[m] the ``code`` elements that are shown as a block; None if there are none."""
    chosen = union(
        (
            matching(tree, signs, "class", _CODE_BLOCK, BLOCK_SIGNS, ("code",)),
            matching(tree, signs, "style", VERBATIM, VERBATIM_SIGNS, ("code",)),
            _broken_code(tree),
        )
    )
    return None if chosen is None else chosen & ~tree.named(("pre",))[tree.parent]


def _broken_code(tree: Tree) -> Bools | None:
    """[m] the ``code`` elements with a line break between texts; None if there are none.

    They occupy whole lines, or no space follows them, and hold neither links, images nor
    block-level elements: one that does was never closed.
    """
    code = tree.named(("code",))
    chosen = tree.broken(code | tree.named(("pre",))) & code
    if not some(chosen):
        return None
    others = tree.named(LEVEL) | tree.named(_NO_CODE)
    chosen[tree.nearest(code)[others]] = False
    chosen &= tree.nearest(tree.named(("a",))) == 0
    tags = tree.tags_before(tree.named(LEVEL) | tree.named(("br", "hr")))
    tagged = np.concatenate((tags > 0, [True]))
    ends = tagged.copy()
    ends[:-1] |= ~tree.spaced
    return np.asarray(chosen & tagged[tree.opened] & ends[tree.closed])


def _plain_code(tree: Tree, signs: Signs) -> Bools | None:
    """[m] the ``div`` elements named as code blocks that hold only text; None if there are none."""
    chosen = matching(tree, signs, "class", _CODE_NAME, CODE_SIGNS, ("div",))
    if chosen is None:
        return None
    for element in chosen.nonzero()[0].tolist():
        holders = tree.node[tree.opened[element] : tree.closed[element]]
        chosen[element] = len(holders) > 0 and bool((holders == element).all())
    return chosen
