"""Arrange parts as a reader sees them: join divided lists, dissolve layout tables, and so on.

Plain text does not use this: it keeps the lines of the page.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from victor.arrays import Ints, places, some
from victor.document.arranging.aria import has_rows, with_tables_by_role
from victor.document.arranging.checks import with_check_marks
from victor.document.arranging.definitions import has_nested, with_siblings
from victor.document.arranging.depths import (
    depths_by_class,
    with_depths,
    with_word_lists,
    word_items,
)
from victor.document.arranging.enumerated import with_enumerations
from victor.document.arranging.feet import with_feet_last
from victor.document.arranging.grids import with_grids
from victor.document.arranging.indents import indenting, without_indents
from victor.document.arranging.layout import without_layout
from victor.document.arranging.lists import (
    begins_with_text,
    headings_between_items,
    joined_lists,
    lists_of_labels,
    with_headings_between,
    without_text_before,
    without_wrappers,
)
from victor.document.arranging.marks import without_general_marks
from victor.document.arranging.photos import described, photos, with_own_paragraphs
from victor.document.arranging.rules import without_idle_rules
from victor.document.arranging.separate_lines import (
    lines_of_pdf,
    with_verses,
    with_whole_paragraphs,
)
from victor.document.arranging.signatures import with_signatures
from victor.document.arranging.spans import with_whole_spans
from victor.document.arranging.tabs import tab_names, with_tab_names
from victor.document.arranging.typed import (
    has_typed_lists,
    has_typed_rules,
    with_rules,
    with_typed_lists,
)
from victor.document.building.source import PART_EVENT, RULE_EVENT, Source
from victor.document.kinds.verse import stanzas
from victor.document.parts import Part, text_in
from victor.document.vocabulary import NUMBERS
from victor.tree.tables import grids
from victor.tree.tree import Tree

_OF_ITEMS = frozenset(("list", "definitions"))
_HOLDERS = frozenset(("item", "definition", "quotation", "post"))
_LEAST_TITLE = 2  # words of an alternative text that may be a title
# A step, and the kinds of parts that it changes; without any of these, it does nothing.
Step = tuple[frozenset[str], Callable[[list[Part]], list[Part]]]
_LISTS, _TABLES = frozenset(("list",)), frozenset(("table",))
_ENTRIES, _DEFINITIONS = frozenset(("table", "definitions")), frozenset(("definitions",))
_LINES, _PARAGRAPHS = frozenset(("list", "paragraph")), frozenset(("paragraph",))
_KINDS = "heading list definitions table figure".split()  # which a step may depend on


def arranged(parts: list[Part], source: Source) -> list[Part]:
    """Arrange block-level parts as a reader sees them.

    Args:
        parts: block-level parts; modified in place.
        source: what the parts are built from.
    """
    tree, elements = source.details.tree, _by_kind(source)
    without_general_marks(parts, source)
    with_whole_spans(parts, source)
    if (tables := grids(tree)) is not None:
        parts = with_grids(parts, tree, tables)
    if source.labels.items.any():
        parts = lists_of_labels(parts, tree)
    if len(elements["table"]):
        with_check_marks(parts, tree)
    if (names := tab_names(tree, source.numbers, source.details.code)).of_panel:
        parts = with_tab_names(parts, names, tree.nearest(tree.mask([*names.of_panel])))
    if steps := list(_steps(source, elements)):
        parts = _in_all(parts, steps)
    parts = with_tables_by_role(parts, tree) if has_rows(tree) else parts
    return _with_rules(_with_pictures(parts, source, elements["figure"]), source)


def _by_kind(source: Source) -> dict[str, Ints]:
    """The elements that become parts, by the kinds of these that matter here."""
    elements = source.events.number[source.events.kind == PART_EVENT]
    found = source.elements.part[elements]
    present, none = {*found.tolist()}, elements[:0]
    numbers = {kind: NUMBERS[kind] for kind in _KINDS}
    return {kind: elements[found == n] if n in present else none for kind, n in numbers.items()}


def _steps(source: Source, elements: Mapping[str, Ints]) -> Iterator[Step]:
    """Yield the steps that this page needs, in their order; most pages need few of them."""
    yield from _for_lines(source.details.tree)
    if len(elements["list"]):
        yield from _for_nested_lists(source, elements)
    if any(map(begins_with_text, source.details.numbered)):
        yield _LISTS, without_text_before
    yield from _for_tables(source.details.tree, elements)
    yield from _for_unmarked_lists(source)
    if len(elements["list"]):
        tree = source.details.tree
        yield _LISTS, lambda found: joined_lists(without_wrappers(found, tree), tree)


def _for_lines(tree: Tree) -> Iterator[Step]:
    """Yield the steps for paragraphs that are lines of verse or of a converted PDF."""
    if (held := stanzas(tree)) is not None:
        yield _PARAGRAPHS, lambda found: with_verses(found, held, tree)
    if (lines := lines_of_pdf(tree)) is not None:
        yield _PARAGRAPHS, lambda found: with_whole_paragraphs(found, lines, tree)


def _for_nested_lists(source: Source, elements: Mapping[str, Ints]) -> Iterator[Step]:
    """Yield the steps for lists that only indent, and for headings between items."""
    tree = source.details.tree
    if indents := indenting(tree, elements["list"]):
        labelled = frozenset(places(source.labels.items).tolist())
        yield _LISTS, lambda found: without_indents(found, indents, labelled)
    if len(elements["heading"]) and (headings := headings_between_items(tree)):
        yield _LISTS, lambda found: with_headings_between(found, headings)


def _for_tables(tree: Tree, elements: Mapping[str, Ints]) -> Iterator[Step]:
    """Yield the steps for definitions, and for tables that enumerate, or arrange other parts."""
    if len(elements["definitions"]) and has_nested(tree):
        yield _DEFINITIONS, with_siblings
    if "tfoot" in tree.codes:
        yield _TABLES, lambda found: with_feet_last(found, tree)
    if len(elements["table"]) or len(elements["definitions"]):
        yield _ENTRIES, with_enumerations
    if len(elements["table"]):
        yield _TABLES, lambda found: without_layout(with_signatures(found, tree))


def _for_unmarked_lists(source: Source) -> Iterator[Step]:
    """Yield the steps for lists of paragraphs: those of Word, by class, and typed ones."""
    tree = source.details.tree
    if items := word_items(tree):
        yield _PARAGRAPHS, lambda found: with_word_lists(found, items)
    if depths := depths_by_class(tree):
        yield _LISTS, lambda found: with_depths(found, depths)
    if has_typed_lists(source.texts.piece, source.starts):
        yield _LINES, with_typed_lists


def _with_pictures(parts: list[Part], source: Source, figures: Ints) -> list[Part]:
    """The parts with images described, in paragraphs of their own, and never alone in headings."""
    if some(source.details.tree.holds[figures]):  # most have no text at all
        described(parts, source.details)
    if large := photos(source.details):
        parts = with_own_paragraphs(parts, large)
    _demote_pictures(parts)
    return parts


def _with_rules(parts: list[Part], source: Source) -> list[Part]:
    """The parts with the rules that divide them."""
    texts, has_rules = source.texts.piece, some(source.events.kind == RULE_EVENT)
    if typed := has_typed_rules(texts, source.starts):
        parts = with_rules(parts, texts)
    return without_idle_rules(parts, source.details.tree) if typed or has_rules else parts


def _demote_pictures(parts: Sequence[Part]) -> None:
    """Make paragraphs of headings that hold images only, and no title.

    A title is an alternative text of several words, unless another heading follows.
    """
    for part, after in pairwise([*parts, Part("document")]):
        if part.kind == "heading" and not _has_text(part):
            images = (one for one in part.walk() if one.kind == "image")
            is_untitled = all(len(one.attributes["alt"].split()) < _LEAST_TITLE for one in images)
            if is_untitled or after.kind == "heading":
                part.kind, part.attributes = "paragraph", {}


def _has_text(part: Part) -> bool:
    first = part.children[0] if part.children else ""
    starts = isinstance(first, str) and first.strip()  # nearly always
    return bool(starts or text_in(part.children).strip())


def _in_all(parts: list[Part], steps: Sequence[Step]) -> list[Part]:
    """Apply the steps to the parts nested in these parts, then to the parts themselves."""
    _in_held(parts, steps)
    for kinds, step in steps:
        if not kinds.isdisjoint([part.kind for part in parts]):
            parts = step(parts)
    return parts


def _in_held(parts: Sequence[Part], steps: Sequence[Step]) -> None:
    for part in parts:
        if part.kind in _OF_ITEMS:
            _in_held(part.parts, steps)
        elif part.kind in _HOLDERS and not _is_text(part):
            part.children[:] = _in_all(part.parts, steps)


def _is_text(part: Part) -> bool:
    """Whether a part holds only a paragraph with a single child, as most items do."""
    only = part.children[0] if len(part.children) == 1 else ""
    return isinstance(only, Part) and only.kind == "paragraph" and len(only.children) == 1
