"""Emphasis without meaning, as nearly all of the text has it: some old pages are bold throughout.

Headings are not counted, and emphasis of less than a line is kept.
"""

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from victor.arrays import places
from victor.document.building.source import TEXT_EVENT, Source
from victor.document.parts import Part, text_in
from victor.document.texts.tidy import has_words, texts_outside, without_marks
from victor.document.vocabulary import NUMBERS

_MARKS = ("strong", "emphasis")
_LINES = frozenset(("paragraph", "term", "caption"))
_EMPHASIS = np.isin(np.arange(len(NUMBERS)), [NUMBERS[kind] for kind in _MARKS])
_SHARE = 0.9  # of the characters
_LEAST = 600  # characters: a short note may be bold to stand out elsewhere


def without_general_marks(parts: Sequence[Part], source: Source) -> None:
    """Remove the emphasis of whole lines if nearly all of the text has it.

    Args:
        parts: block-level parts; modified in place.
        source: what the parts are built from.
    """
    if not _may_be_general(source):
        return
    lines = [one for part in parts for one in part.walk() if one.kind in _LINES]
    size = sum(len(text_in(line.children)) for line in lines)
    for kind in _MARKS:
        outside = sum(len(text) for line in lines for text in texts_outside(line.children, kind))
        if size > _LEAST and size - outside > _SHARE * size:
            for line in lines:
                _unmark(line, kind)


def _may_be_general(source: Source) -> bool:
    """Whether more than half of the text is emphasised, by its nearest mark or the next one."""
    events, elements, texts = source.events, source.elements, source.texts.piece
    nearest = events.mark[events.kind == TEXT_EVENT].astype(np.intp)  # read in less time
    outer = elements.mark[elements.parent[nearest].astype(np.intp)].astype(np.intp)
    inside = places(_EMPHASIS[elements.marks[nearest]] | _EMPHASIS[elements.marks[outer]]).tolist()
    return bool(inside) and 2 * sum(len(texts[one]) for one in inside) > sum(map(len, texts))


def _unmark(line: Part, kind: str) -> None:
    """Remove the marks of a kind from each run between breaks that is marked as a whole."""
    found = list[Part | str]()
    for _, run in groupby(line.children, _is_break):
        children = list(run)
        is_whole = not has_words(texts_outside(children, kind))
        found += without_marks(children, kind) if is_whole else children
    line.children[:] = found


def _is_break(one: Part | str) -> bool:
    return isinstance(one, Part) and one.kind == "break"
