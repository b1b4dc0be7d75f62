"""``html``: the main content as a small HTML document that is safe to show.

Elements only have the attributes ``href``, ``src``, ``alt``, ``colspan``, ``rowspan``, ``scope``,
``start``, ``reversed``, ``value``, ``datetime``, ``id`` (of footnotes and other targets of links)
and ``class`` (of code, such as ``language-python``; LaTeX is ``language-math``). URLs are relative
or have one of the :data:`~victor.output.markup.SCHEMES`.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from victor.document.document import Document
from victor.document.parts import Part, numbers_of, text_in
from victor.output.markup import (
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

SUFFIX = ".html"
SEPARATOR = "\n"
Children = Sequence[Part | str]
_SCRIPT = 4  # characters of the name of a script
# Scripts that are written from right to left, and languages in these if they state no script.
_LEFTWARD_SCRIPTS = frozenset("arab hebr nkoo syrc thaa".split())
_LEFTWARD = frozenset("ar ckb dv fa he ps sd ug ur yi".split())


def render(document: Document) -> str:
    """A complete document: metadata in its ``head``, the main content as an ``article``."""
    markup = (
        f"<!doctype html>\n<html{_language(document)}>\n"
        f"<head>\n{_head(document)}</head>\n<body>\n{article(document)}\n</body>\n</html>\n"
    )
    return permitted(markup).replace("\xa0", "&nbsp;")


def _language(document: Document) -> str:
    """The language of the document, and the direction of its script if that is to the left."""
    language = language_of(document)
    name, *others = (language or "").lower().split("-")
    script = next((one for one in others if len(one) == _SCRIPT), "")
    is_leftward = script in _LEFTWARD_SCRIPTS if script else name in _LEFTWARD
    return attributes(lang=language, dir="rtl" if is_leftward else None)


def article(document: Document) -> str:
    """The main content as an ``article`` element.

    Args:
        document: the labelled page.
    """
    parts = document.titled(document.parts)
    notes = with_targets(notes_of(parts), document, parts)
    return f"<article>\n{_blocks(parts, notes)}</article>"


def fragment(parts: Sequence[Part]) -> str:
    """Block-level parts as HTML.

    Args:
        parts: see :mod:`victor.document.parts`.
    """
    return _blocks(parts, notes_of(parts))


def _head(document: Document) -> str:
    about = document.metadata
    named = [
        *(("author", author) for author in about.authors),
        ("description", about.description),
        ("keywords", ", ".join(about.tags)),
        ("robots", ", ".join(about.robots)),
    ]
    properties = [
        ("og:site_name", about.site),
        ("article:published_time", about.date),
        ("article:modified_time", about.modified),
        ("og:image", about.image if _is_absolute(about.image) else None),
    ]
    links = [
        ("canonical", address(about.url or document.url, WEB)),
        ("license", address(about.licence, WEB)),
    ]
    return "\n".join([
        '<meta charset="utf-8">',
        f"<title>{escape(about.title or document.title or document.id)}</title>",
        *(f"<meta{attributes(name=name, content=text)}>" for name, text in named if text),
        *(f"<meta{attributes(property=name, content=text)}>" for name, text in properties if text),
        *(f"<link{attributes(rel=name, href=href)}>" for name, href in links if _is_absolute(href)),
        "",
    ])  # fmt: skip


def _is_absolute(href: str | None) -> bool:
    return href is not None and href.lower().startswith(("http:", "https:"))


# Block-level parts ------------------------------------------------------------------------------


def _blocks(children: Children, notes: Notes) -> str:
    """Block-level elements, each followed by a line feed; runs of text become paragraphs."""
    return "".join(
        f"<p>{_inline(one, notes)}</p>\n" if isinstance(one, list) else _block(one, notes)
        for one in flow(threaded(children))
    )


def _block(part: Part, notes: Notes) -> str:
    write = _BLOCKS.get(part.kind)
    return write(part, notes) if write else _blocks(part.children, notes)


def _in_cell(children: Children, notes: Notes) -> str:
    """The content of an item or cell; a paragraph that is alone or before lists has no ``p``."""
    found = list(flow(children))
    first = _line_of(found[0]) if found else []
    rest = [one for one in found[1:] if isinstance(one, Part) and one.kind in _TIGHT]
    if first is None or len(rest) < len(found) - 1:
        return _blocks(children, notes)
    return "\n".join([_inline(first, notes), *(_block(one, notes) for one in rest)])


def _line_of(one: Part | list[Part | str]) -> Children | None:
    """The inline children of a run or paragraph; None for other parts."""
    if isinstance(one, list):
        return one
    return one.children if one.kind == "paragraph" else None


def _id(part: Part, notes: Notes) -> str:
    """The ``id`` of the target of a link, as an attribute; empty for other parts."""
    return attributes(id=notes.id_of(part)) if notes.ids else ""


def _heading(part: Part, notes: Notes) -> str:
    return _element(f"h{level_of(part)}", part.children, notes, _id(part, notes))


def _paragraph(part: Part, notes: Notes) -> str:
    return _element("p", part.children, notes, _id(part, notes))


def _element(tag: str, children: Children, notes: Notes, about: str = "") -> str:
    return "" if blank(children) else f"<{tag}{about}>{_inline(children, notes)}</{tag}>\n"


def _list(part: Part, notes: Notes) -> str:
    items = members(part, ("item",))
    if not items:
        return ""
    if part.get("ordered"):
        return _numbered(part, items, notes)
    written = "".join(_item(item, notes) for item in items)
    return f"<ul{_id(part, notes)}>\n{written}</ul>\n"


def _numbered(part: Part, items: Sequence[Part], notes: Notes) -> str:
    """An ordered list; its items have a ``value`` where they do not follow the one before."""
    numbers, is_reversed = numbers_of(part, items), bool(part.get("reversed"))
    step, usual = (-1, len(items)) if is_reversed else (1, 1)
    about = attributes(
        start=numbers[0] if numbers[0] != usual else None, reversed="" if is_reversed else None
    )
    after = [numbers[0], *(number + step for number in numbers)]
    written = "".join(
        _item(item, notes, attributes(value=number if number != following else None))
        for item, number, following in zip(items, numbers, after[:-1], strict=True)
    )
    return f"<ol{_id(part, notes)}{about}>\n{written}</ol>\n"


def _item(part: Part, notes: Notes, about: str = "") -> str:
    box = {True: "☑ ", False: "☐ "}.get(part.get("checked"), "")
    return f"<li{_id(part, notes)}{about}>{box}{_in_cell(part.children, notes)}</li>\n"


def _definitions(part: Part, notes: Notes) -> str:
    """A ``dl``, or an ordinary list if it has no terms or no definitions."""
    found = members(part, ("term", "definition"))
    if len({one.kind for one in found}) == 1:
        items = "".join(_item(one, notes) for one in found)
        return f"<ul{_id(part, notes)}>\n{items}</ul>\n"
    entries = "".join(
        f"<dt{_id(one, notes)}>{_inline(one.children, notes)}</dt>\n"
        if one.kind == "term"
        else f"<dd{_id(one, notes)}>{_in_cell(one.children, notes)}</dd>\n"
        for one in found
    )
    return f"<dl{_id(part, notes)}>\n{entries}</dl>\n" if entries else ""


def _table(part: Part, notes: Notes) -> str:
    rows, title = members(part, ("row",), but="caption"), captions(part)
    if not rows:
        return _element("p", title, notes, _id(part, notes))
    head = list(takewhile(_is_header, rows))
    caption = _element("caption", title, notes)
    return (
        f"<table{_id(part, notes)}>\n{caption}{_rows('thead', head, 'col', notes)}"
        f"{_rows('tbody', rows[len(head) :], 'row', notes)}</table>\n"
    )


def _is_header(row: Part) -> bool:
    return bool(row.children) and all(cell.get("header") for cell in members(row, ("cell",)))


def _rows(tag: str, rows: Sequence[Part], scope: str, notes: Notes) -> str:
    lines = [_row(row, scope, notes) for row in rows]
    return f"<{tag}>\n{''.join(lines)}</{tag}>\n" if lines else ""


def _row(part: Part, scope: str, notes: Notes) -> str:
    cells = "".join(_cell(cell, scope, notes) for cell in members(part, ("cell",)))
    return f"<tr{_id(part, notes)}>{cells}</tr>\n"


def _cell(part: Part, scope: str, notes: Notes) -> str:
    tag = "th" if part.get("header") else "td"
    about = _id(part, notes) + attributes(
        scope=scope if tag == "th" else None,
        colspan=span(part, "colspan"),
        rowspan=span(part, "rowspan"),
    )
    return f"<{tag}{about}>{_in_cell(part.children, notes)}</{tag}>"


def _code(part: Part, notes: Notes) -> str:
    language = programming_language(part)
    about = attributes(class_=f"language-{language}" if language else None)
    return f"<pre{_id(part, notes)}><code{about}>{escape(text_in(part.children))}</code></pre>\n"


def _quotation(part: Part, notes: Notes) -> str:
    return f"<blockquote{_id(part, notes)}>\n{_blocks(part.children, notes)}</blockquote>\n"


def _figure(part: Part, notes: Notes) -> str:
    inner = "".join(_in_figure(one, notes) for one in flow(without_captions(part)))
    caption = _element("figcaption", captions(part), notes)
    return f"<figure{_id(part, notes)}>\n{inner}{caption}</figure>\n"


def _in_figure(one: Part | list[Part | str], notes: Notes) -> str:
    """A run or part; images are in no paragraph."""
    if isinstance(one, list):
        return f"{_inline(one, notes)}\n"
    found = pictures(one)
    return f"{_inline(found, notes)}\n" if found else _block(one, notes)


def _display(part: Part, notes: Notes) -> str:
    return f"<pre{_id(part, notes)}>{_formula(part, notes)}</pre>\n"


def _footnote(part: Part, notes: Notes) -> str:
    label = label_of(part)
    number = notes.numbers[label]
    mark, known = escape(label), notes.footnotes.get(label) is part
    if label in notes.references:
        mark = f'<a href="#ref-{number}">{mark}</a>'
    text = _blocks(part.children, notes)
    text = f"<p>{mark} {text[3:]}" if text.startswith("<p>") else f"<p>{mark}</p>\n{text}"
    about = attributes(id=f"note-{number}") if known else _id(part, notes)
    return f"<aside{about}>\n{text}</aside>\n"


def _post(part: Part, notes: Notes) -> str:
    author, written = (str(part.get(name) or "").strip() for name in ("author", "date"))
    byline = [f"<cite>{escape(author)}</cite>"] if author else []
    if written and (when := moment(written)):
        byline.append(f"<time{attributes(datetime=when)}>{escape(written)}</time>")
    elif written:
        byline.append(f"<span>{escape(written)}</span>")
    header = f"<header>{' '.join(byline)}</header>\n" if byline else ""
    return f"<article{_id(part, notes)}>\n{header}{_blocks(part.children, notes)}</article>\n"


# Inline parts -----------------------------------------------------------------------------------


def _inline(children: Children, notes: Notes) -> str:
    return inline(children, notes, _INLINE)


def _within(tag: str) -> Write:
    return lambda part, notes: f"<{tag}>{_inline(part.children, notes)}</{tag}>"


def _link(part: Part, notes: Notes) -> str:
    href = None if notes.linked else address(notes.url_of(part))
    if href is None:
        return _inline(part.children, notes)
    inner = _inline(part.children, notes._replace(linked=True))
    return f"<a{attributes(href=href)}>{inner}</a>"


def _image(part: Part, notes: Notes) -> str:
    source = address(part.get("address"), WEB)
    return f"<img{attributes(src=source, alt=part.get('alt') or '')}>" if source else ""


def _formula(part: Part, notes: Notes) -> str:
    return f'<code class="language-math">{escape(text_in(part.children))}</code>'


def _reference(part: Part, notes: Notes) -> str:
    label = label_of(part)
    number, mark = notes.numbers[label], escape(label)
    if label in notes.footnotes and not notes.linked:
        mark = f'<a href="#note-{number}">{mark}</a>'
    first = notes.references.get(label) is part
    return f"<sup{attributes(id=f'ref-{number}' if first else None)}>{mark}</sup>"


_TIGHT = ("list", "definitions")  # parts that may follow the text of an item that has no ``p``
_BLOCKS: Mapping[str, Write] = {
    "heading": _heading,
    "paragraph": _paragraph,
    "caption": _paragraph,
    "list": _list,
    "definitions": _definitions,
    "table": _table,
    "code": _code,
    "quotation": _quotation,
    "figure": _figure,
    "rule": lambda part, notes: f"<hr{_id(part, notes)}>\n",
    "formula": _display,
    "footnote": _footnote,
    "post": _post,
}
_INLINE: Mapping[str, Write] = {
    "link": _link,
    "image": _image,
    "emphasis": _within("em"),
    "strong": _within("strong"),
    "deleted": _within("del"),
    "subscript": _within("sub"),
    "superscript": _within("sup"),
    "code_span": code_span,
    "formula": _formula,
    "break": lambda part, notes: "<br>",
    "reference": _reference,
}
