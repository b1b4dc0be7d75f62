"""Rules between the posts of a discussion, and lines above that state their author and date."""

from collections.abc import Iterator, Sequence

from victor.document.parts import Part, text_in

_HOLDERS = frozenset(("list", "item", "quotation", "post"))  # may hold posts
_BYLINE = 200  # characters at the start of a post, within which its author may be named


def with_bylines(parts: Sequence[Part]) -> list[Part]:
    """Parts in which posts begin with their author and date, if these are known.

    A rule divides adjacent posts, as the first paragraph of a post may look like the others.

    Args:
        parts: block-level parts; not modified.
    """
    found = (_with_byline(one) if one.kind in _HOLDERS else one for one in parts)
    return list(_divided(found))


def _divided(parts: Iterator[Part]) -> Iterator[Part]:
    """Yield the parts, with a rule between adjacent posts."""
    before = ""
    for part in parts:
        if before == part.kind == "post":
            yield Part("rule")
        before = part.kind
        yield part


def _with_byline(part: Part) -> Part:
    parts = _without_name(part) if part.kind == "post" else part.parts
    line = _byline(part, parts) if part.kind == "post" else []
    copy = Part(part.kind, [*line, *with_bylines(parts)], part.element, **part.attributes)
    copy.first, copy.last = part.first, part.last
    return copy


def _without_name(post: Part) -> list[Part]:
    """The parts of a post without a first line that is its author's name, unless a date follows."""
    parts, author, date = post.parts, post.get("author"), post.get("date")
    is_name = len(parts) > 1 and author and text_in(parts[0].children).strip() == author
    is_dated = date and date in text_in(parts[1:])[:_BYLINE]
    return parts[1:] if is_name and not is_dated else parts


def _byline(post: Part, parts: Sequence[Part]) -> list[Part]:
    """The line with author and date; none if the ``parts`` of the post begin with the name."""
    author, date = post.get("author"), post.get("date")
    if author and author in text_in(parts)[:_BYLINE]:
        return []
    line: list[Part | str] = [Part("strong", [author])] if author else []
    line += [", "] if author and date else []
    line += [date] if date else []
    return [Part("paragraph", line, post.element)] if line else []
