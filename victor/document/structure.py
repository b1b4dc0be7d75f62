"""The structure of a page's main content: from labelled blocks to parts.

The columns of the tree determine which elements matter: those that have a meaning in documents and
hold content (:mod:`~victor.document.building.selection`). What is left, some hundreds of elements
and texts in document order, are the events (:mod:`~victor.document.building.source`) from which
:mod:`~victor.document.building.builder` builds a tree of parts in one pass.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from victor.arrays import some
from victor.document.content import Content
from victor.document.parts import Part

if TYPE_CHECKING:
    from victor.document.roles import Post

_HOLDERS = frozenset("item list figure quotation".split())  # may hold only an image
_NESTING = _HOLDERS | frozenset("post definitions definition table row cell footnote".split())


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
    from victor.document.building.source import source_of

    source = source_of(content, posts, marked)
    parts, details = built(source), source.details
    if not marked:
        return parts
    from victor.document.arranging.arrangement import arranged
    from victor.document.arranging.bullets import without_bullets

    if details.numbered:
        from victor.document.building.numbers import number_items

        number_items(details.numbered, details.attributes, details.tree)
    parts = arranged(parts, source)
    without_bullets(parts, source.texts.piece, source.starts)
    return _without_empty(parts) if None in details.pictures.values() else parts


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
