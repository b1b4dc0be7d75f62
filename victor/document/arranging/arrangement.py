"""Arrange parts as a reader sees them: join divided lists, dissolve layout tables, and so on.

Plain text does not use this: it keeps the lines of the page.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from victor.arrays import places, some
from victor.document.arranging.aria import has_rows, with_tables_by_role
from victor.document.arranging.checks import with_check_marks
from victor.document.arranging.depths import (
    depths_by_class,
    with_depths,
    with_word_lists,
    word_items,
)
from victor.document.arranging.enumerated import with_enumerations
from victor.document.arranging.grids import has_grids, with_grids
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

_OF_ITEMS = frozenset(("list", "definitions"))
_HOLDERS = frozenset(("item", "definition", "quotation", "post"))
_LEAST_TITLE = 2  # words of an alternative text that may be a title
# A step, and the kinds of parts that it changes; without any of these, it does nothing.
Step = tuple[frozenset[str], Callable[[list[Part]], list[Part]]]
_LISTS, _TABLES = frozenset(("list",)), frozenset(("table",))
_ENTRIES = frozenset(("table", "definitions"))
_LINES, _PARAGRAPHS = frozenset(("list", "paragraph")), frozenset(("paragraph",))


def arranged(parts: list[Part], source: Source) -> list[Part]:
    """Arrange block-level parts as a reader sees them.

    Args:
        parts: block-level parts; modified in place.
        source: what the parts are built from.
    """
    tree, texts, events = source.details.tree, source.texts.piece, source.events
    elements = events.number[events.kind == PART_EVENT]
    found = source.elements.part[elements]
    counts = np.bincount(found, minlength=len(NUMBERS))
    without_general_marks(parts, source)
    with_whole_spans(parts, source)
    if source.labels.items.any():
        parts = lists_of_labels(parts, tree)
    steps: list[Step] = []
    if (held := stanzas(tree)) is not None:
        steps.append((_PARAGRAPHS, lambda found: with_verses(found, held, tree)))
    if (lines := lines_of_pdf(tree)) is not None:
        steps.append((_PARAGRAPHS, lambda found: with_whole_paragraphs(found, lines, tree)))
    lists = elements[found == NUMBERS["list"]]
    if len(lists) and (indents := indenting(tree, lists)):
        labelled = frozenset(places(source.labels.items).tolist())
        steps.append((_LISTS, lambda found: without_indents(found, indents, labelled)))
    if len(lists) and counts[NUMBERS["heading"]] and (headings := headings_between_items(tree)):
        steps.append((_LISTS, lambda found: with_headings_between(found, headings)))
    if any(map(begins_with_text, source.details.numbered)):
        steps.append((_LISTS, without_text_before))
    if counts[NUMBERS["table"]] or counts[NUMBERS["definitions"]]:
        steps.append((_ENTRIES, with_enumerations))
    if counts[NUMBERS["table"]]:
        with_check_marks(parts, tree)
        steps.append((_TABLES, lambda found: without_layout(with_signatures(found, tree))))
    if items := word_items(tree):
        steps.append((_PARAGRAPHS, lambda found: with_word_lists(found, items)))
    if depths := depths_by_class(tree):
        steps.append((_LISTS, lambda found: with_depths(found, depths)))
    if has_typed_lists(texts):
        steps.append((_LINES, with_typed_lists))
    if len(lists):
        steps.append((_LISTS, lambda found: joined_lists(without_wrappers(found, tree), tree)))
    parts = _in_all(parts, steps) if steps else parts
    parts = with_grids(parts, tree) if has_grids(tree) else parts
    parts = with_tables_by_role(parts, tree) if has_rows(tree) else parts
    if some(tree.holds[elements[found == NUMBERS["figure"]]]):  # most have no text at all
        described(parts, source.details)
    if large := photos(source.details):
        parts = with_own_paragraphs(parts, large)
    _demote_pictures(parts)
    typed = has_typed_rules(texts)
    parts = with_rules(parts, texts) if typed else parts
    return without_idle_rules(parts, tree) if typed or some(events.kind == RULE_EVENT) else parts


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
