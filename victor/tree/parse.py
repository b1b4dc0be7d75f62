"""Parse HTML into a :class:`~victor.tree.tree.Tree`, without elements that are never prose.

The parser reports tags and text as events, which go directly into the columns of the tree. No
element objects are created, so that parsing is faster than in a C++ extractor.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Literal

import numpy as np

from victor.text.regex import regex
from victor.tree import headings, mails, players
from victor.tree.continued import completed
from victor.tree.events import BOX, Columns, Embedded, Events, Kind, Kinds
from victor.tree.heading_links import without_links
from victor.tree.json_state import SCHEMA, Passage, Script, every_passage, missing_passages
from victor.tree.kept_lines import with_kept_lines
from victor.tree.libxml2 import depth_limit, parse_with_libxml2, read_events
from victor.tree.listings import exact_tags
from victor.tree.papers import with_tables
from victor.tree.tree import Tree

# Deleted elements that describe the page; see `head_of`.
_DESCRIBING = frozenset(("meta", "link", "title", "style", "base", "script", "math"))
# Elements that the parser adds around a fragment.
_FRAME = frozenset(("html", "head", "body"))
# Elements without content, after which libxml2 reads on as if they had any.
_VOID = frozenset(("embed", "source", "track", "wbr"))
_PREFORMATTED = frozenset(("pre", "textarea", "listing", "xmp"))
# Elements that browsers render as boxes: they separate words.
_BOXED = frozenset(
    "img input select button textarea iframe object embed video audio canvas svg applet".split()
)
_LONGEST_TAG = 20_000  # maximum characters of a tag at the end that is dropped
_CUT_TAG, _CUT_TAG_BYTES = regex(r"<[a-zA-Z/!?]"), regex(rb"<[a-zA-Z/!?]")
_TITLE, _TITLE_END = regex(rb"(?i:<title\b[^>]*>)"), regex(rb"(?i:</title)")
_DEEPEST = 2_000  # maximum nesting depth for BeautifulSoup
_AROUND_MAIL = 4  # elements from the text of a hidden mail address upwards
_VOID_SEARCHED = 20_000_000  # maximum void elements that it may search for end tags


def parse(
    html: str | bytes,
    delete: Collection[str] = (),
    ignore: Collection[str] = (),
    image_text: bool = True,
    json_text: Literal["never", "unused", "missing", "always"] = "never",
    doctype: str | None = None,
) -> Tree:
    """Parse ``html``; the options are those of ``preclean`` in the configuration reference.

    With ``unused``, scripts are read as with ``missing``, but what they offer is not appended.
    Bytes must be valid UTF-8; passing them avoids encoding the page again. ``doctype`` is the
    page's document type declaration.

    The rules are those of libxml2. If the page ends within a comment or script, BeautifulSoup reads
    it again and the result with more text is used (``Tree.parser`` names the parser).
    """
    with_scripts = json_text != "never"
    kinds = kinds_of(frozenset(delete), frozenset(ignore), image_text, with_scripts)
    tree = _parsed(html, kinds, json_text, doctype)
    again = with_kept_lines(html, tree)
    return tree if again is html else _parsed(again, kinds, json_text, doctype)


def _parsed(
    html: str | bytes,
    kinds: Kinds,
    json_text: Literal["never", "unused", "missing", "always"],
    doctype: str | None,
) -> Tree:
    """The tree of a page."""
    columns, parser = _parse(html, kinds)
    if json_text != "never":
        columns, parser = _with_data(html, columns, parser, kinds, json_text)
    _show_mails(columns)
    if doctype:
        columns.head["doctype"] = doctype
    tree = _tree(columns, parser)
    if mails.SHOWN[0] in tree.joined and mails.SHOWN in tree.joined:  # one sign is found faster
        _show_linked_mails(columns)
        return _tree(columns, parser)
    return tree


def _show_mails(columns: Columns) -> None:
    """Replace "[email protected]" by the mail addresses that a script would insert."""
    for element, mail in mails.hidden(columns.attributes):
        low, high = columns.opened[element], columns.closed[element]
        if high == low + 1 and columns.text[low].strip().startswith("["):
            columns.text[low] = mail
    if mails.JOOMLA in columns.tags:
        _show_mails_of_joomla(columns)


def _show_mails_of_joomla(columns: Columns) -> None:
    """Replace "This email address is being protected from spambots" by the addresses."""
    tag = columns.tags[mails.JOOMLA]
    for element in (place for place, one in enumerate(columns.tag) if one == tag):
        low, high = columns.opened[element], columns.closed[element]
        if high == low + 1 and (mail := mails.in_joomla(columns.attributes[element])):
            columns.text[low] = mail


def _show_linked_mails(columns: Columns) -> None:
    """Replace placeholders whose mail address is only in a link around them."""
    for place, text in enumerate(columns.text):
        if mails.SHOWN in text and text.strip() == mails.SHOWN:
            mail = _linked_mail(columns, columns.node[place])
            columns.text[place] = text.replace(mails.SHOWN, mail or mails.SHOWN)


def _linked_mail(columns: Columns, element: int) -> str:
    """The mail address of a link at or around an element, without parameters; else empty."""
    for _ in range(_AROUND_MAIL):
        if address := mails.address_of(columns.attributes[element]):
            return address.removeprefix("mailto:").partition("?")[0]
        element = columns.parent[element]
    return ""


@lru_cache
def kinds_of(
    delete: frozenset[str], ignore: frozenset[str], image_text: bool, with_scripts: bool
) -> dict[str, int]:
    """How to treat each tag, as bits of :class:`Kind`; see :func:`parse`."""
    tags = {
        Kind.DELETED: delete,
        Kind.IGNORED: ignore,
        Kind.PREFORMATTED: _PREFORMATTED,
        Kind.BOXED: _BOXED,
        Kind.PICTURE: {"img"} if image_text else set(),
        Kind.DESCRIBING: _DESCRIBING,
        Kind.DATA: {"script"} if with_scripts else set(),
        Kind.FORMULA: {"math", "script"},
        Kind.VERBATIM: _PREFORMATTED | {"code"},
        Kind.PLAYER: players.TAGS,
        Kind.VOID: _VOID,
    }
    kinds: dict[str, int] = {}
    for kind, names in tags.items():
        for name in names:
            kinds[name] = kinds.get(name, 0) | kind.value
    return kinds


def _parse(html: str | bytes, kinds: Kinds) -> tuple[Columns, str]:
    """The columns of a page, and the name of the parser.

    A few pages are parsed twice: with repaired headings, with tables instead of spans, without
    links of headings to themselves, or to keep the white space of code.
    """
    columns, parser = _parse_once(html, kinds)
    if not columns.text and (closed := _with_closed_title(html)) is not html:
        html = closed
        columns, parser = _parse_once(html, kinds)
    again = with_tables(_with_whole_headings(html, columns), columns)
    again = without_links(again, columns.head)
    exact = exact_tags(html, columns)
    if again is html and not exact:
        return columns, parser
    return _parse_once(
        again, {**kinds, **{tag: kinds.get(tag, 0) | Kind.VERBATIM for tag in exact}}
    )


def _with_closed_title(html: str | bytes) -> str | bytes:
    """The page whose title, which lacks an end and holds the page, ends at the next tag.

    The same object if no title lacks an end.
    """
    source = html if isinstance(html, bytes) else html.encode("utf-8", "replace")
    found = _TITLE.search(source)
    end = source.find(b"<", found.end()) if found else -1
    if end < 0 or _TITLE_END.search(source):
        return html
    return source[:end] + b"</title>" + source[end:]


def _with_whole_headings(html: str | bytes, columns: Columns) -> str | bytes:
    """The page with repaired headings; the same object if no heading was cut."""
    sides = columns.parent, columns.opened, columns.closed
    if not headings.may_be_cut(columns.tags, columns.tag, *sides):
        return html
    source = html if isinstance(html, bytes) else html.encode("utf-8", "replace")
    repaired = headings.repaired(source)
    return html if repaired == source else repaired


def _parse_once(html: str | bytes, kinds: Kinds) -> tuple[Columns, str]:
    html = _without_cut_tag(without_nul(html))
    columns, finished = parse_with_libxml2(html, kinds)
    if finished:
        return columns, "libxml2"
    from victor.tree.soup import parse_plainly, parse_with_soup  # needed by few pages

    # As libxml2 reads it: lone surrogates are question marks.
    text = (html if isinstance(html, bytes) else html.encode("utf-8", "replace")).decode()
    again, reader = parse_plainly(text, kinds)
    if reader.depth <= _DEEPEST and reader.searched <= _VOID_SEARCHED:
        again = parse_with_soup(text, kinds)
    better = sum(map(len, again.text)) > sum(map(len, columns.text))
    return (again, "beautifulsoup") if better else (columns, "libxml2")


def without_nul(html: str | bytes) -> str | bytes:
    """Replace NUL, at which libxml2 would stop, by U+FFFD, as in HTML 5."""
    if isinstance(html, bytes):
        return html.replace(b"\x00", b"\xef\xbf\xbd")
    return html.replace("\0", "\ufffd")


def _without_cut_tag(html: str | bytes) -> str | bytes:
    """Drop a tag that a page breaks off in, as in HTML 5 (13.2.5.8); libxml2 reads it as text."""
    start = max(0, len(html) - _LONGEST_TAG)
    if isinstance(html, bytes):
        closed = html.rfind(b">", start)
        found = _CUT_TAG_BYTES.search(html, closed) if closed >= 0 else None
        return html[: found.start()] if found else html
    closed = html.rfind(">", start)
    match = _CUT_TAG.search(html, closed) if closed >= 0 else None
    return html[: match.start()] if match else html


def _with_data(
    html: str | bytes, columns: Columns, parser: str, kinds: Kinds, json_text: str
) -> tuple[Columns, str]:
    """The columns of a page with text from its scripts, and the name of the parser."""
    scripts = _scripts(columns)
    passages: list[Passage] = []
    if json_text == "always":
        passages = every_passage(scripts, columns.attributes)
    elif (whole := completed(html, scripts, columns.text)) is not html:
        columns, parser = _parse(whole, kinds)
    if json_text == "missing":
        passages = missing_passages(scripts, columns.attributes, columns.text)
    if passages:
        _append_json(columns, passages, kinds)
    return columns, parser


def _append_json(columns: Columns, passages: Sequence[Passage], kinds: Kinds) -> None:
    """Append passages after the page's last text, in an artificial element ``json``."""
    kinds = {name: kind & ~Kind.DESCRIBING.value for name, kind in kinds.items()}
    frame = {name: kinds.get(name, 0) | Kind.IGNORED.value for name in _FRAME}
    events = Events(columns, {**kinds, **frame})
    events.start("json", {})
    title = ""
    for passage in passages:
        if passage.title not in ("", title):
            _element("h2", passage.title, events)
        title = passage.title
        if passage.is_html:
            events.start("div", {})
            _append_html(passage.text, events)
            events.end("div")
        else:
            for line in passage.text.splitlines():
                _element("p", line, events)
    events.end("json")
    events.finish()


def _append_html(html: str, events: Events) -> None:
    """Append markup to the page, parsed by libxml2 unless it may nest too deeply.

    lxml cannot stop libxml2: after an exception of its target, it continues without events.
    """
    source = html.encode()
    if source.count(b"<") <= depth_limit(source):
        read_events(source, events, len(source))
        return
    from victor.tree.soup import read_within

    read_within(html, events)


def _element(name: str, text: str, events: Events) -> None:
    events.start(name, {})
    events.data(text)
    events.end(name)


def _scripts(columns: Columns) -> list[Script]:
    """The scripts of a page, with their types."""
    items = columns.head.items()
    found = ((key, text) for key, text in items if type(key) is Embedded and key.tag == "script")
    return [Script(key.kind, text) for key, text in found]


def _tree(columns: Columns, parser: str) -> Tree:
    head: dict[str, str] = {}
    texts: dict[Embedded, str] = {}
    for key, text in columns.head.items():
        if isinstance(key, Embedded):
            texts[key] = text
        else:
            head[key] = text
    spaced = np.frombuffer(columns.spaced, np.int8)
    return Tree(
        tags=tuple(columns.tags),
        tag=np.frombuffer(columns.tag, np.int32),
        parent=np.frombuffer(columns.parent, np.int32),
        opened=np.frombuffer(columns.opened, np.int32),
        closed=np.frombuffer(columns.closed, np.int32),
        attributes=columns.attributes,
        text=columns.text,
        node=np.frombuffer(columns.node, np.int32),
        spaced=spaced > 0,
        boxed=spaced == BOX,
        head=head,
        parser=parser,
        styles=[text for key, text in texts.items() if key.tag == "style"],
        schema=[text for key, text in texts.items() if key.kind == SCHEMA],
        inset=np.frombuffer(columns.inset, np.int32).reshape(-1, 4),
        source=[texts[one] if isinstance(one, Embedded) else one for one in columns.source],
        names={key.number: text for key, text in texts.items() if key.tag == "name"},
    )
