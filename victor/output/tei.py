"""``tei``: the main content as TEI P5 (https://tei-c.org/guidelines/p5/).

Headings open nested ``div`` elements, as TEI allows ``head`` only there. In TEI, only a ``div`` may
follow a ``div``, so content after a post is wrapped in an untyped ``div``. In quotations, items and
cells, headings become paragraphs with ``rend="heading"``, and posts become ``floatingText``.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from urllib.parse import urlsplit

from victor.document.document import Document
from victor.document.parts import Part, numbers_of, text_in
from victor.output.markup import (
    SCHEMES,
    WEB,
    Notes,
    Write,
    address,
    attributes,
    blank,
    captions,
    code_span,
    escape,
    flow,
    inline,
    label_of,
    language_of,
    level_of,
    members,
    moment,
    notes_of,
    permitted,
    pictures,
    programming_language,
    span,
    threaded,
    without_captions,
)
from victor.output.targets import with_targets
from victor.text.regex import regex

SUFFIX = ".xml"
SEPARATOR = "\n"
Children = Sequence[Part | str]
_AFTER = 7  # the level of a div that only follows another; headings have levels 1 to 6
_ANYWHERE = ("<figure", "<note", "<milestone")
_BRACKETS = str.maketrans({"[": "%5B", "]": "%5D", "#": "%23"})
_TAIL = ("path", "query", "fragment")
_STRAY = regex("%(?![0-9A-Fa-f]{2})")


def render(document: Document) -> str:
    """A ``TEI`` element: metadata in its header, the main content in the body of its text."""
    parts = document.titled(document.parts)
    notes = with_targets(notes_of(parts), document, parts)
    markup = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0">\n'
        f"{_header(document)}<text{attributes(xml_lang=language_of(document))}>\n"
        f"{_body(parts, notes)}</text>\n</TEI>\n"
    )
    return permitted(markup)


# The header -------------------------------------------------------------------------------------


def _header(document: Document) -> str:
    about = document.metadata
    title = _tag("title", about.title or document.title, always=True)
    authors = "".join(_tag("author", author) for author in about.authors)
    publication = _tag("publisher", about.site, always=True) + _date(about.date, None)
    licence = _tag("licence", about.licence, target=_pointer(about.licence, WEB))
    publication += _wrapped("availability", licence)
    return (
        f"<teiHeader>\n<fileDesc>\n<titleStmt>\n{title}{authors}</titleStmt>\n"
        f"<publicationStmt>\n{publication}</publicationStmt>\n"
        f"<sourceDesc>\n<bibl>\n{title}{authors}{_source(document)}</bibl>\n</sourceDesc>\n"
        f"</fileDesc>\n{_wrapped('profileDesc', _profile(document))}</teiHeader>\n"
    )


def _source(document: Document) -> str:
    about = document.metadata
    url = document.url or about.url
    return (
        _tag("publisher", about.site)
        + _date(about.date, "published")
        + _date(about.modified, "modified")
        + _tag("ref", url, target=_pointer(url))
    )


def _profile(document: Document) -> str:
    about = document.metadata
    language = language_of(document)
    terms = "".join(_tag("term", tag) for tag in about.tags)
    terms += _tag("term", about.page_type, type="page_type")
    return (
        _wrapped("abstract", _tag("p", about.description))
        + _wrapped("langUsage", _tag("language", language, ident=language))
        + _wrapped("textClass", _wrapped("keywords", terms))
    )


def _date(written: str | None, kind: str | None) -> str:
    return _tag("date", written, type=kind, when=moment(written))


def _tag(name: str, text: str | None, always: bool = False, **about: object) -> str:
    return f"<{name}{attributes(**about)}>{escape(text or '')}</{name}>\n" if text or always else ""


def _wrapped(name: str, inner: str) -> str:
    return f"<{name}>\n{inner}</{name}>\n" if inner else ""


# Divisions --------------------------------------------------------------------------------------


def _body(children: Children, notes: Notes, byline: str = "") -> str:
    lines = _division(children, notes)
    if all(line.startswith(_ANYWHERE) for line in lines):
        lines.append("<p/>\n")  # TEI requires another element in a body
    return f"<body>\n{byline}{''.join(lines)}</body>\n"


def _division(children: Children, notes: Notes) -> list[str]:
    """The content of a ``body`` or ``div``, in divisions nested by heading level."""
    lines: list[str] = []
    levels: list[int] = []  # of the open divisions
    after = False  # whether the last child of the open division is a division
    for one in flow(threaded(children)):
        kind = "" if isinstance(one, list) else one.kind
        if kind == "heading" or kind == "post" or after:
            level, about = _AFTER, ""
            if isinstance(one, Part) and kind == "heading":
                level, about = level_of(one), _id(one, notes)
            _close(lines, levels, level)
            if kind != "post":
                lines.append(f"<div{about}>\n")
                levels.append(level)
        if text := _in_division(one, notes):
            lines.append(text)
        after = kind == "post"
    _close(lines, levels, 0)
    return lines


def _close(lines: list[str], levels: list[int], level: int) -> None:
    """Close the open divisions of this ``level`` or deeper."""
    while levels and levels[-1] >= level:
        levels.pop()
        lines.append("</div>\n")


def _in_division(one: Part | list[Part | str], notes: Notes) -> str:
    if isinstance(one, list) or one.kind not in ("heading", "post"):
        return _block(one, notes)
    if one.kind == "heading":
        return f'<head rend="h{level_of(one)}">{_inline(one.children, notes)}</head>\n'
    inner = "".join(_division(one.children, notes))
    return f'<div type="post"{_id(one, notes)}>\n{_byline(one)}{inner}</div>\n'


def _id(part: Part, notes: Notes) -> str:
    """The ``xml:id`` of the target of a link, as an attribute; empty for other parts."""
    return attributes(xml_id=notes.id_of(part)) if notes.ids else ""


def _byline(post: Part) -> str:
    author, written = (str(post.get(name) or "").strip() for name in ("author", "date"))
    lines = _tag("name", author) + _tag("date", written, when=moment(written))
    return _wrapped("byline", lines)


# Block-level parts ------------------------------------------------------------------------------


def _blocks(children: Children, notes: Notes) -> str:
    return "".join(_block(one, notes) for one in flow(threaded(children)))


def _block(one: Part | list[Part | str], notes: Notes) -> str:
    """A block-level element, followed by a line feed; a run of text becomes a paragraph."""
    if isinstance(one, list):
        return f"<p>{_inline(one, notes)}</p>\n"
    write = _BLOCKS.get(one.kind)
    return write(one, notes) if write else _blocks(one.children, notes)


def _mixed(children: Children, notes: Notes) -> str:
    """The content of an item or cell; text or a single paragraph has no ``p`` around it."""
    found = list(flow(children))
    if len(found) == 1:
        only = found[0]
        if isinstance(only, list) or only.kind == "paragraph":
            return _inline(only if isinstance(only, list) else only.children, notes)
    return _blocks(children, notes)


def _element(tag: str, children: Children, notes: Notes, about: str = "") -> str:
    return "" if blank(children) else f"<{tag}{about}>{_inline(children, notes)}</{tag}>\n"


def _heading(part: Part, notes: Notes) -> str:
    return _element("p", part.children, notes, f'{_id(part, notes)} rend="heading"')


def _paragraph(part: Part, notes: Notes) -> str:
    """A ``p``; figures for images alone, unless a link leads there."""
    found, about = pictures(part, linked=False), _id(part, notes)
    if found and not about:
        return "".join(f"{_image(one, notes)}\n" for one in found if isinstance(one, Part))
    return _element("p", part.children, notes, about)


def _list(part: Part, notes: Notes) -> str:
    ordered, items = part.get("ordered"), members(part, ("item",))
    numbers = _numbers(part, items) if ordered else [None] * len(items)
    pairs = zip(items, numbers, strict=True)
    written = "".join(_item(item, number, notes) for item, number in pairs)
    about = _id(part, notes) + attributes(rend="ordered" if ordered else "bulleted")
    return f"<list{about}>\n{written}</list>\n" if items else ""


def _numbers(part: Part, items: Sequence[Part]) -> Sequence[int | None]:
    """The numbers of the items of an ordered list; None for each if they are 1, 2, 3 and so on."""
    numbers = numbers_of(part, items)
    is_usual = numbers == list(range(1, len(items) + 1))
    return [None] * len(items) if is_usual else numbers


def _item(part: Part, number: int | None, notes: Notes) -> str:
    box = {True: "checked", False: "unchecked"}.get(part.get("checked"))
    about = _id(part, notes) + attributes(n=number, rend=box)
    return f"<item{about}>{_mixed(part.children, notes)}</item>\n"


def _definitions(part: Part, notes: Notes) -> str:
    """Pairs of a label and an item, as TEI requires; adjacent entries of one kind are merged.

    An ordinary list without terms or without definitions.
    """
    entries = members(part, ("term", "definition"))
    if len({one.kind for one in entries}) < 2:
        items = "".join(_item(one, None, notes) for one in entries)
        about = _id(part, notes) + ' rend="bulleted"'
        return f"<list{about}>\n{items}</list>\n" if items else ""
    lines, expected = [f'<list type="gloss"{_id(part, notes)}>\n'], "term"
    for kind, group in groupby(entries, lambda one: one.kind):
        if kind != expected:
            lines.append("<label/>\n")  # only the first item can lack its term
        write = _terms if kind == "term" else _meanings
        lines.append(write(list(group), notes))
        expected = "definition" if kind == "term" else "term"
    lines.append("<item/>\n" if expected == "definition" else "")
    return "".join([*lines, "</list>\n"])


def _terms(terms: Sequence[Part], notes: Notes) -> str:
    """Terms as a label, with line breaks between."""
    first, *others = (_inline(one.children, notes) for one in terms)
    marks = (f"<lb{_id(one, notes)}/>" for one in terms[1:])
    rest = "".join(mark + text for mark, text in zip(marks, others, strict=True))
    return f"<label{_id(terms[0], notes)}>{first}{rest}</label>\n"


def _meanings(definitions: Sequence[Part], notes: Notes) -> str:
    """Definitions as an item; anchors for links to others than the first."""
    anchors = "".join(f"<anchor{about}/>" for one in definitions[1:] if (about := _id(one, notes)))
    joined = [child for one in definitions for child in one.children]
    return f"<item{_id(definitions[0], notes)}>{anchors}{_mixed(joined, notes)}</item>\n"


def _table(part: Part, notes: Notes) -> str:
    rows, title = members(part, ("row",), but="caption"), captions(part)
    if not rows:
        return _element("p", title, notes, _id(part, notes))
    lines = "".join(_row(row, notes) for row in rows)
    return f"<table{_id(part, notes)}>\n{_element('head', title, notes)}{lines}</table>\n"


def _row(part: Part, notes: Notes) -> str:
    cells = members(part, ("cell",))
    role = "label" if cells and all(cell.get("header") for cell in cells) else None
    inner = "".join(_cell(cell, notes) for cell in cells)
    about = _id(part, notes) + attributes(role=role)
    return f"<row{about}>{inner or '<cell/>'}</row>\n"


def _cell(part: Part, notes: Notes) -> str:
    about = _id(part, notes) + attributes(
        role="label" if part.get("header") else None,
        cols=span(part, "colspan"),
        rows=span(part, "rowspan"),
    )
    return f"<cell{about}>{_mixed(part.children, notes)}</cell>"


def _code(part: Part, notes: Notes) -> str:
    about = attributes(lang=programming_language(part), xml_space="preserve")
    text = escape(text_in(part.children))
    return f'<ab type="code"{_id(part, notes)}><code{about}>{text}</code></ab>\n'


def _quotation(part: Part, notes: Notes) -> str:
    return f"<quote{_id(part, notes)}>\n{_blocks(part.children, notes)}</quote>\n"


def _figure(part: Part, notes: Notes) -> str:
    inner = "".join(
        _graphics(found) if (found := pictures(one, linked=False)) else _block(one, notes)
        for one in flow(without_captions(part))
    )
    return (
        f"<figure{_id(part, notes)}>\n{inner}{_element('head', captions(part), notes)}</figure>\n"
    )


def _graphics(run: Children) -> str:
    return "".join(_graphic(one) + "\n" for one in run if isinstance(one, Part))


def _footnote(part: Part, notes: Notes) -> str:
    label = label_of(part)
    known = notes.footnotes.get(label) is part
    own = f"note-{notes.numbers[label]}" if known else notes.id_of(part)
    about = attributes(place="foot", n=label, xml_id=own)
    return f"<note{about}>{_mixed(part.children, notes)}</note>\n"


def _post(part: Part, notes: Notes) -> str:
    body = _body(part.children, notes, _byline(part))
    return f'<floatingText type="post"{_id(part, notes)}>\n{body}</floatingText>\n'


# Inline parts -----------------------------------------------------------------------------------


def _inline(children: Children, notes: Notes) -> str:
    return inline(children, notes, _INLINE)


def _within(tag: str, rend: str | None = None) -> Write:
    about = attributes(rend=rend)
    return lambda part, notes: f"<{tag}{about}>{_inline(part.children, notes)}</{tag}>"


def _link(part: Part, notes: Notes) -> str:
    target = None if notes.linked else _pointer(notes.url_of(part))
    if target is None:
        return _inline(part.children, notes)
    inner = _inline(part.children, notes._replace(linked=True))
    return f"<ref{attributes(target=target)}>{inner}</ref>"


def _pointer(written: object, schemes: Collection[str] = SCHEMES) -> str | None:
    """A safe URL in the stricter syntax of XML Schema; None if it is unsafe."""
    found = address(written, schemes)
    if found is None:
        return None
    parts = urlsplit(_STRAY.sub("%25", found))
    user, at, host = parts.netloc.rpartition("@")
    tail = {name: getattr(parts, name).translate(_BRACKETS) for name in _TAIL}
    netloc = user.replace("@", "%40") + at + host.rstrip(":")
    return parts._replace(netloc=netloc, **tail).geturl() or None


def _image(part: Part, notes: Notes) -> str:
    inner = _graphic(part)
    return f"<figure>{inner}</figure>" if inner else ""


def _graphic(image: Part) -> str:
    source = _pointer(image.get("address"), WEB)
    if source is None:
        return ""
    alt = " ".join(str(image.get("alt") or "").split())
    described = f"<figDesc>{escape(alt)}</figDesc>" if alt else ""
    return f"<graphic{attributes(url=source)}/>{described}"


def _formula(part: Part, notes: Notes) -> str:
    return f'<formula notation="TeX">{escape(text_in(part.children))}</formula>'


def _display(part: Part, notes: Notes) -> str:
    latex = escape(text_in(part.children))
    return f'<p{_id(part, notes)}><formula notation="TeX" rend="display">{latex}</formula></p>\n'


def _reference(part: Part, notes: Notes) -> str:
    label = label_of(part)
    if label not in notes.footnotes or notes.linked:
        return f'<hi rend="superscript">{escape(label)}</hi>'
    target = f"#note-{notes.numbers[label]}"
    return f"<ref{attributes(type='footnote', target=target)}>{escape(label)}</ref>"


_BLOCKS: Mapping[str, Write] = {
    "heading": _heading,
    "paragraph": _paragraph,
    "caption": lambda part, notes: _element("p", part.children, notes, _id(part, notes)),
    "list": _list,
    "definitions": _definitions,
    "table": _table,
    "code": _code,
    "quotation": _quotation,
    "figure": _figure,
    "rule": lambda part, notes: f'<milestone unit="section" rend="rule"{_id(part, notes)}/>\n',
    "formula": _display,
    "footnote": _footnote,
    "post": _post,
}
_INLINE: Mapping[str, Write] = {
    "link": _link,
    "image": _image,
    "emphasis": _within("hi", "italic"),
    "strong": _within("hi", "bold"),
    "deleted": _within("del"),
    "subscript": _within("hi", "subscript"),
    "superscript": _within("hi", "superscript"),
    "code_span": code_span,
    "formula": _formula,
    "break": lambda part, notes: "<lb/>",
    "reference": _reference,
}
