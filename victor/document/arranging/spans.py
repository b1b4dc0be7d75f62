"""Emphasis that links divide: ``**Ask** [**us**](/us)`` becomes ``**Ask [us](/us)**``."""

from collections.abc import Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import TypeGuard

import numpy as np

from victor.arrays import places, some
from victor.document.building.source import TEXT_EVENT, Source
from victor.document.parts import Part, text_in
from victor.document.texts.tidy import has_words, joined_texts
from victor.document.vocabulary import NUMBERS
from victor.text.characters import COLONS

_MARKS = frozenset(("emphasis", "strong", "deleted"))
_MARKING = np.isin(np.arange(len(NUMBERS)), [NUMBERS[kind] for kind in _MARKS])
_LINK = NUMBERS["link"]
_LEVELS = 3  # of marks within a link that are looked at


def with_whole_spans(parts: Sequence[Part], source: Source) -> None:
    """Join marks with those that are all of a link beside them.

    Args:
        parts: block-level parts; modified in place.
        source: what the parts are built from.
    """
    if not _has_marks_in_links(source):
        return
    pending = [*parts]
    while pending:
        children = pending.pop().children
        if any(map(_is_marked_link, children)):
            children[:] = _joined(children)
        pending += [one for one in children if isinstance(one, Part)]


def _has_marks_in_links(source: Source) -> bool:
    """Whether a mark of a text is directly in a link."""
    events, elements = source.events, source.elements
    marks = places(_MARKING[elements.marks] & (elements.mark == np.arange(len(elements.mark))))
    if not some(elements.marks[elements.mark[elements.parent[marks]]] == _LINK):
        return False  # true of most pages
    inner = events.mark[events.kind == TEXT_EVENT]
    for _ in range(_LEVELS):
        outer = elements.mark[elements.parent[inner]]
        if some(_MARKING[elements.marks[inner]] & (elements.marks[outer] == _LINK)):
            return True
        inner = outer
    return False


def _joined(children: Sequence[Part | str]) -> list[Part | str]:
    """Children with each run of the same mark as one part; a label before a space ends a run."""
    marks = [_mark(one) for one in children]
    for place in range(1, len(children) - 1):
        is_within = children[place] == " " and marks[place - 1] == marks[place + 1]
        if is_within and not text_in(children[place - 1 : place]).endswith(COLONS):
            marks[place] = marks[place + 1]
    runs = groupby(zip(marks, children, strict=True), itemgetter(0))
    return list(chain.from_iterable(_as_one(mark, [one for _, one in run]) for mark, run in runs))


def _as_one(mark: str, run: list[Part | str]) -> list[Part | str]:
    """A run as one part with this mark if it has links and, outside of these, words."""
    links = [one for one in run if _is_marked_link(one)]
    others = [one for one in run if isinstance(one, Part) and one.kind == mark]
    if not links or not has_words([text_in(others)]):
        return run
    for link in links:
        link.children[:] = link.parts[0].children
    inner = ([one] if isinstance(one, str) or one in links else one.children for one in run)
    return [Part(mark, joined_texts(chain.from_iterable(inner)), others[0].element)]


def _mark(child: Part | str) -> str:
    """The kind of a mark, or of the mark that is all of a link; empty for other children."""
    if isinstance(child, str):
        return ""
    one = child.parts[0] if _is_marked_link(child) else child
    return one.kind if one.kind in _MARKS else ""


def _is_marked_link(child: Part | str) -> TypeGuard[Part]:
    """Whether a child is a link that holds only a mark."""
    if isinstance(child, str) or child.kind != "link" or len(child.children) != 1:
        return False
    only = child.children[0]
    return isinstance(only, Part) and only.kind in _MARKS
