"""Parse text into a tidied :class:`Tree`: columns, without what is never prose.

libxml2 reports tags and text as events; they go straight into the columns of a
:class:`~victor.tree.tree.Tree`. No element objects are created, which makes parsing about as fast
as in a C++ extractor. ``native/parse.c`` holds the same handlers, compiled.
"""

import os
import re
import warnings
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntFlag
from functools import lru_cache
from html.parser import HTMLParser, commentclose  # type: ignore[attr-defined]
from typing import Any, Literal, NamedTuple, cast

import numpy as np
from lxml import etree
from numpy.typing import NDArray

from victor.compiled import choose, door, part
from victor.text.regex import regex
from victor.tree import headings, mails
from victor.tree.attributes import Written
from victor.tree.html_tags import VOID
from victor.tree.json_state import (
    SCHEMA,
    Passage,
    Script,
    every_passage,
    missing_passages,
    script_kind,
)
from victor.tree.listings import exact_tags
from victor.tree.tree import Tree

# A comment after the page's last byte: if it is not reported, the parser has stopped before.
_END = "victor: end of page"
_END_COMMENT = f"<!--{_END}-->"
# Deleted elements that describe the page: see `_head`. Scripts do where they are wanted.
_DESCRIBING = frozenset(("meta", "link", "title", "style", "base", "script", "math"))
# The entries of links, by relation.
_RELATIONS = {"canonical": "canonical", "author": "link:author", "license": "link:license"}
# Around the TeX of a script; `str.format` with how it is displayed.
_TEX_START = '<math display="{}"><annotation encoding="application/x-tex">'
_TEX_END = "</annotation></math>"
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_SCREENS = frozenset(("all", "screen"))
# What the parser puts around a fragment.
_FRAME = frozenset(("html", "head", "body"))
# White space, marks, joiners and fillers that leave nothing to see.
_INVISIBLE = (
    " \t\n\r\f\v\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
    "\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u00ad\u034f\u200b\u200c\u200d\u200e\u200f\u2060\u2063"
    "\u3000\ufeff\ufffc"
)
_PREFORMATTED = frozenset(("pre", "textarea", "listing", "xmp"))
# What a browser puts a box for: the words before and after it are two.
_BOXED = frozenset(
    "img input select button textarea iframe object embed video audio canvas svg applet".split()
)
# What BeautifulSoup reads to the page's end if nothing closes it, and what does.
_OPEN = (
    (regex(r"<"), regex(r">")),
    (regex(r"<(?=!--)"), commentclose),  # which differs by version of Python
    (
        regex(r"<(?=!\[\s*(?:temp|cdata|ignore|include|rcdata))", re.I),
        regex(r"\]\s*\]\s*>"),
    ),
    (regex(r"<(?=!\[)"), regex(r"\]\s*>")),
)
# A tag up to a place that is not within quotes; nothing is looked at twice.
_TAG_SO_FAR = regex(
    r"""[^<]*+ (?: <(?!/?[a-z]) [^<]*+ )*+ <
    (?: [^'"=] | =\s*+ (?: '[^']*+' | "[^"]*+" | (?!['"]) ) | ['"] )*+""",
    re.I | re.X,
)
_OPEN_SEARCHED = 200_000_000  # open elements that libxml2 may look through in vain
_OPEN_SEARCHED_PER_BYTE = 200  # of a page so large that this is more
_FEW_BODIES = 100_000  # bytes of a page that has too few ``body`` tags for that
_FEW_TAGS = 1_000  # as many do not lower by much how deep elements may be
# Elements that any page may have open: a tag has two bytes, so that half of the bytes are tags.
_NEVER_TOO_DEEP = 2 * _OPEN_SEARCHED_PER_BYTE - 1
_BODY = regex(rb"<body", re.I)
_DEEPEST = 2_000  # elements in each other that BeautifulSoup is given
_AROUND_MAIL = 4  # elements at and above the text of a hidden address
_VOID_SEARCHED = 20_000_000  # empty elements that it may look through for end tags


class Kind(IntFlag):
    """How to treat a tag, as bits."""

    DELETED = 1  # with all that it holds
    IGNORED = 2  # what it holds is in the element around it
    PREFORMATTED = 4  # its line breaks show
    BOXED = 8  # the words before and after it are two
    PICTURE = 16  # its alternative text is text
    DESCRIBING = 32  # deleted, but `_head` is asked what of it is kept
    DATA = 64  # a script whose data are wanted, whatever it is
    FORMULA = 128  # deleted, but kept as an inset if it is a formula
    VERBATIM = 256  # its white space is kept as insets


Kinds = Mapping[str, int]  # by the name of the tag; 0 for others


class Embedded(NamedTuple):
    """A key in ``_Columns.head``: the text of a ``style`` or ``script``, a formula, or a name."""

    tag: str  # ``math`` for formulas, ``name`` for the name of an item of schema.org
    kind: str  # of a script: what it may hold
    number: int  # of a name, the element that is the item


_NO_ATTRIBUTES: Mapping[str, str] = {}


def _root() -> "array[int]":
    """The root's entry; numpy uses arrays without copying, but would convert a list."""
    return array("i", [0])


@dataclass(frozen=True)
class _Columns:
    """What the events fill; see :class:`~victor.tree.tree.Tree` for the meaning of each column."""

    tag: "array[int]" = field(default_factory=_root)
    tags: dict[str, int] = field(default_factory=lambda: {"": 0})
    parent: "array[int]" = field(default_factory=_root)
    opened: "array[int]" = field(default_factory=_root)
    closed: "array[int]" = field(default_factory=_root)
    text: list[str] = field(default_factory=list)
    node: "array[int]" = field(default_factory=lambda: array("i"))
    spaced: "array[int]" = field(default_factory=lambda: array("b"))
    head: dict[str | Embedded, str] = field(default_factory=dict)  # see `_head`
    inset: "array[int]" = field(default_factory=lambda: array("i"))  # four for each
    source: list[str | Embedded] = field(default_factory=list)  # of each: text, or a key of head
    attributes: Written | list[Mapping[str, str]] = field(default_factory=lambda: [_NO_ATTRIBUTES])


class _TooDeepError(Exception):
    """Raised if so many elements are open that libxml2 would take too long."""


class _Events:
    """What to call for each event."""

    start: Callable[[str, dict[str, str]], None]
    end: Callable[[str], None]
    data: Callable[[str], None]
    finish: Callable[[], None]  # when all is reported


class _Target:
    """lxml's parser target: passes events on, up to a depth."""

    def __init__(self, events: _Events, deepest: int) -> None:
        self.events, self.data = events, events.data
        self.deepest = deepest
        self.open = 0  # elements of libxml2
        self.finished = False  # the end of the page was reached

    def start(self, name: str, attrs: dict[str, str]) -> None:
        self.events.start(name, attrs)
        self.open += 1
        if self.open > self.deepest:
            raise _TooDeepError

    def end(self, name: str) -> None:
        self.open -= 1
        self.events.end(name)

    def comment(self, text: str) -> None:
        """Ignore comments: they do not split a text."""
        self.finished = text == _END

    def close(self) -> None:
        """Required by lxml; the columns are already complete."""


def parse(
    html: str | bytes,
    delete: Collection[str] = (),
    ignore: Collection[str] = (),
    image_text: bool = True,
    json_text: Literal["never", "missing", "always"] = "never",
    doctype: str | None = None,
) -> Tree:
    """Parse ``html``; the options are those of ``preclean`` in the configuration reference.

    Bytes must be valid UTF-8; passing them saves encoding the page again. A ``doctype`` is what the
    page was found to begin with.

    libxml2 reads the page. If it stops early, BeautifulSoup reads it again and the result
    with more text is used (``Tree.parser`` names the parser).
    """
    with_scripts = json_text != "never"
    kinds = _kinds(frozenset(delete), frozenset(ignore), image_text, with_scripts)
    columns, parser = _parse(html, kinds)
    if with_scripts and (passages := _passages(columns, json_text == "always")):
        _append_json(columns, passages, kinds)
    _show_mails(columns)
    if doctype:
        columns.head["doctype"] = doctype
    return _tree(columns, parser)


def _show_mails(columns: _Columns) -> None:
    """The addresses of mail that a script would write in place of "[email protected]"."""
    for element, mail in mails.hidden(columns.attributes):
        low, high = columns.opened[element], columns.closed[element]
        if high == low + 1 and columns.text[low].strip().startswith("["):
            columns.text[low] = mail
    page = "".join(columns.text)
    if mails.SHOWN[0] in page and mails.SHOWN in page:  # one character is found in less time
        _show_linked_mails(columns)


def _show_linked_mails(columns: _Columns) -> None:
    """Those that only the addresses of links say, a few elements above the text."""
    for place, text in enumerate(columns.text):
        if mails.SHOWN in text and text.strip() == mails.SHOWN:
            mail = _linked_mail(columns, columns.node[place])
            columns.text[place] = text.replace(mails.SHOWN, mail or mails.SHOWN)


def _linked_mail(columns: _Columns, element: int) -> str:
    """The mail that a link at or around an element leads to, less what else it fills in."""
    for _ in range(_AROUND_MAIL):
        if address := mails.address_of(columns.attributes[element]):
            return address.removeprefix("mailto:").partition("?")[0]
        element = columns.parent[element]
    return ""


@lru_cache
def _kinds(
    delete: frozenset[str], ignore: frozenset[str], image_text: bool, with_scripts: bool
) -> dict[str, int]:
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
    }
    kinds: dict[str, int] = {}
    for kind, names in tags.items():
        for name in names:
            kinds[name] = kinds.get(name, 0) | kind.value
    return kinds


def _parse(html: str | bytes, kinds: Kinds) -> tuple[_Columns, str]:
    """The columns of a page, and the parser that gave them.

    A few pages are parsed again: with whole headings, or with white space that is code.
    """
    columns, parser = _parse_once(html, kinds)
    again = _with_whole_headings(html, columns)
    exact = exact_tags(html, columns.tags, cast(dict[str, str], columns.head))
    if again is html and not exact:
        return columns, parser
    return _parse_once(
        again, {**kinds, **{tag: kinds.get(tag, 0) | Kind.VERBATIM for tag in exact}}
    )


def _with_whole_headings(html: str | bytes, columns: _Columns) -> str | bytes:
    """The same page if no heading was cut."""
    sides = columns.parent, columns.opened, columns.closed
    if not headings.may_be_cut(columns.tags, columns.tag, *sides):
        return html
    source = html if isinstance(html, bytes) else html.encode("utf-8", "replace")
    repaired = headings.repaired(source)
    return html if repaired == source else repaired


def _parse_once(html: str | bytes, kinds: Kinds) -> tuple[_Columns, str]:
    html = _without_nul(html)
    columns, finished = _parse_with_libxml2(html, kinds)
    if finished:
        return columns, "libxml2"
    text = html.decode() if isinstance(html, bytes) else html
    again, reader = _parse_plainly(text, kinds)
    if reader.depth <= _DEEPEST and reader.searched <= _VOID_SEARCHED:
        again = _parse_with_soup(text, kinds)
    better = sum(map(len, again.text)) > sum(map(len, columns.text))
    return (again, "beautifulsoup") if better else (columns, "libxml2")


def _without_nul(html: str | bytes) -> str | bytes:
    """A NUL, which would end the page for libxml2, becomes U+FFFD, as in HTML 5."""
    if isinstance(html, bytes):
        return html.replace(b"\x00", b"\xef\xbf\xbd")
    return html.replace("\0", "\ufffd")


def _parse_with_libxml2(html: str | bytes, kinds: Kinds) -> tuple[_Columns, bool]:
    source = html if isinstance(html, bytes) else html.encode("utf-8", "replace")
    columns, finished = parse_source(source, kinds, _NEVER_TOO_DEEP)
    if not finished:  # rarely, so that most pages are not searched for how deep they may be
        columns, finished = parse_source(source, kinds, _deepest(source))
    if not finished:
        _cut_end_comment(columns)
    return columns, finished


def _deepest(source: bytes) -> int:
    """How many elements libxml2 may have open at once, however their tags are treated.

    It searches all of them for each end tag without a start tag, and for each ``body`` tag.
    """
    searching = int(tags_starting(source, b"/")[0])
    if len(source) >= _FEW_BODIES:
        searching += _bodies(source)
    most = max(_OPEN_SEARCHED, _OPEN_SEARCHED_PER_BYTE * len(source))
    return most // (searching + 1)


def _bodies(source: bytes) -> int:
    """At least as many as there are ``body`` tags; few ``b`` and ``br`` tags are counted, too."""
    most = int(tags_starting(source, b"bB")[0])
    return most if most < _FEW_TAGS else sum(1 for _ in _BODY.finditer(source))


@door("columns")
def tags_starting(source: bytes, signs: bytes) -> NDArray[np.int64]:
    """[1] how many tags begin with one of some signs after the bracket."""
    return np.array([sum(source.count(bytes((ord("<"), sign))) for sign in signs)])


def parse_source(source: bytes, kinds: Kinds, deepest: int) -> tuple[_Columns, bool]:
    """The columns of a page without NUL, and whether its end was reached."""
    columns = _Columns()
    source += _END_COMMENT.encode()
    return columns, _read_events(source, _handlers(columns, kinds), deepest)


def _parse_source_compiled(source: bytes, kinds: Kinds, deepest: int) -> tuple[_Columns, bool]:
    found, attributes, finished = _part.parse(source, kinds, _head, deepest)
    every: tuple[Any, ...] = (*found, Written(*attributes))
    return _Columns(*every), finished


def _find_part() -> Any:
    """``native/parse.c``, if it was built and lxml shows the libxml2 that it uses."""
    found = part("parse", **{kind.name or "": kind.value for kind in Kind})
    try:
        if found:
            found.connect(os.fsencode(etree.__file__), _INVISIBLE, _END.encode(), Embedded)
    except ImportError:
        return None
    return found


_part = _find_part()
parse_source = choose(parse_source, _parse_source_compiled if _part else None)


def _read_events(source: bytes, events: _Events, deepest: int) -> bool:
    """Whether the end of the page was reached."""
    target = _Target(events, deepest)
    parser = etree.HTMLParser(
        target=cast(Any, target),
        encoding="utf-8",
        huge_tree=True,
        remove_pis=True,
    )
    try:
        etree.fromstring(source, parser)
    except (etree.LxmlError, _TooDeepError):
        target.finished = False
    events.finish()
    return target.finished


def _cut_end_comment(columns: _Columns) -> None:
    """Remove the comment after the last byte, which the parser may take for text."""
    text, head = columns.text, columns.head
    head.update({key: value.removesuffix(_END_COMMENT) for key, value in head.items()})
    if not text or not text[-1].endswith(_END_COMMENT):
        return
    text[-1] = text[-1].removesuffix(_END_COMMENT)
    if text[-1].strip(_INVISIBLE):
        return
    del text[-1], columns.node[-1], columns.spaced[-1]
    for places in (columns.opened, columns.closed):
        places[:] = array("i", [min(place, len(text)) for place in places])


def _parse_with_soup(html: str, kinds: Kinds) -> _Columns:
    from bs4 import BeautifulSoup
    from bs4.element import NavigableString, PreformattedString, Tag
    from bs4.exceptions import ParserRejectedMarkup

    columns = _Columns()
    events = _handlers(columns, kinds)
    try:
        with warnings.catch_warnings():  # that a text looks like a file's name, or like XML
            warnings.simplefilter("ignore")
            soup = BeautifulSoup(_settled(html), "html.parser", multi_valued_attributes=None)
    except (ParserRejectedMarkup, RecursionError, AssertionError, ValueError):
        return columns
    # A stack of our own: pages nest deeper than Python recurses.
    pending: list[tuple[bool, object]] = [(True, child) for child in reversed(soup.contents)]
    while pending:
        opening, item = pending.pop()
        if isinstance(item, Tag):
            if not opening:
                events.end(item.name)
                continue
            events.start(item.name, {key: str(value) for key, value in item.attrs.items()})
            pending.append((False, item))
            pending.extend((True, child) for child in reversed(item.contents))
        elif isinstance(item, NavigableString) and not isinstance(item, PreformattedString):
            events.data(str(item))
    events.finish()
    return columns


def _parse_plainly(html: str, kinds: Kinds) -> tuple[_Columns, "_Reader"]:
    """Parse like BeautifulSoup, but without a tree; return what it would cost, too.

    BeautifulSoup walks up its tree for every text, so that its time is quadratic in the depth, and
    looks through a list of empty elements for every end tag.
    """
    columns = _Columns()
    reader = _Reader(_handlers(columns, kinds))
    with suppress(AssertionError, ValueError):  # markup that it gives up on, as BeautifulSoup's
        reader.feed(_settled(html))
        reader.close()
    reader.events.finish()
    return columns, reader


class _Reader(HTMLParser):
    """Tags to events; an end tag closes what is open up to its start tag, if there is one."""

    def __init__(self, events: _Events) -> None:
        super().__init__()
        self.events = events
        self.open: list[str] = []
        self.depth = 0  # the most that were open
        self.empty = self.searched = 0  # empty elements; how many of them at all end tags
        self.count: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.events.start(tag, {key: value or "" for key, value in attrs})
        if tag in VOID:
            self.events.end(tag)
            self.empty += 1
        else:
            self.open.append(tag)
            self.count[tag] += 1
            self.depth = max(self.depth, len(self.open))

    def handle_endtag(self, tag: str) -> None:
        self.searched += self.empty
        while self.count[tag]:
            last = self.open.pop()
            self.count[last] -= 1
            self.events.end(last)
            if last == tag:
                return

    def handle_data(self, data: str) -> None:
        self.events.data(data)


def _settled(html: str) -> str:
    """The page with ``&lt;`` for the ``<`` of tags, comments and sections that are never closed.

    Newer versions of ``html.parser`` drop the rest of the page behind them; older ones read it as
    text, but each ``<`` after a search to the end of the page, so that many take quadratic time.
    """
    for quote in "'\"":
        html = _without_open_quote(html, quote)
    for opening, closing in _OPEN:
        end = max((found.end() for found in closing.finditer(html)), default=0)
        html = html[:end] + opening.sub("&lt;", html[end:])
    return html


def _without_open_quote(html: str, quote: str) -> str:
    """The page without the last of these quotes, if a value begins there: its tag never ends."""
    before, found, after = html.rpartition(quote)
    tag = before[before.rfind(">") + 1 :]
    opens = found and tag.rstrip().endswith("=") and _TAG_SO_FAR.fullmatch(tag)
    return before + after if opens else html


def _passages(columns: _Columns, every: bool) -> list[Passage]:
    """The text of scripts: ``every`` passage, or those that the page's own text lacks."""
    scripts = [Script(key.kind, text) for key, text in _embedded(columns, "script")]
    if every:
        return every_passage(scripts, columns.attributes)
    return missing_passages(scripts, columns.attributes, columns.text)


def _append_json(columns: _Columns, passages: Sequence[Passage], kinds: Kinds) -> None:
    """Passages after the page's last text, in an element ``json`` that no page has."""
    kinds = {name: kind & ~Kind.DESCRIBING.value for name, kind in kinds.items()}
    frame = {name: kinds.get(name, 0) | Kind.IGNORED.value for name in _FRAME}
    events = _handlers(columns, {**kinds, **frame})
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


def _append_html(html: str, events: _Events) -> None:
    """Markup within the page. libxml2 reads it where no more elements can be open than it may have.

    lxml cannot stop libxml2: after an exception of its target, it goes on without events.
    """
    source = html.encode()
    if source.count(b"<") <= _deepest(source):
        _read_events(source, events, len(source))
        return
    reader = _Reader(events)
    with suppress(AssertionError, ValueError):
        reader.feed(_settled(html))
        reader.close()
    for name in reversed(reader.open):
        events.end(name)


def _element(name: str, text: str, events: _Events) -> None:
    events.start(name, {})
    events.data(text)
    events.end(name)


def _handlers(columns: _Columns, kinds: Kinds) -> _Events:
    """The three event handlers, as closures over local names: they run for every tag of a page."""
    tag, tags, parent, opened = columns.tag, columns.tags, columns.parent, columns.opened
    closed, attributes, text = columns.closed, columns.attributes, columns.text
    node, spaced, head = columns.node, columns.spaced, columns.head
    inset, source = columns.inset, columns.source
    events, kind_of = _Events(), kinds.get
    deleted, ignored, preformatted, boxed, picture, describing, *_, verbatim = (
        kind.value for kind in Kind
    )
    stack = [0]
    pieces: list[str] = []  # of the text since the last tag: each entity is a separate piece
    skipping = 0  # depth within an element that is deleted
    lined = 0  # depth within elements whose line breaks show
    exact = 0  # depth within elements whose white space is kept
    keep_as: str | Embedded = ""  # the entry of ``head`` for the text of a deleted element
    kept: list[str] = []
    closing = ""  # the end of the formula that is being kept
    space = True

    def start(name: str, attrs: dict[str, str]) -> None:
        nonlocal skipping, lined, exact, keep_as
        kind = kind_of(name, 0)
        if skipping or kind:
            if kind & boxed and not skipping:
                pieces.append(" ")
            if skipping or kind & deleted:
                if closing:
                    kept.append(_start_tag(name, attrs))
                else:
                    end_description()
                    if kind & describing and not skipping:
                        _keep_name(head, name, attrs, stack[-1])
                        keep_as = _head(head, name, attrs, kind)
                        if isinstance(keep_as, Embedded) and keep_as.tag == "math":
                            start_formula(name, attrs, keep_as)
                skipping += 1
                return
            if kind & ignored:
                stack.append(stack[-1])  # what is inside is in the element around it
                return
        if pieces:
            flush()
        tag.append(tags.setdefault(name, len(tags)))
        parent.append(stack[-1])
        stack.append(len(opened))
        opened.append(len(text))
        closed.append(0)
        attributes.append(attrs or _NO_ATTRIBUTES)  # lxml's empty mapping cannot be pickled
        if kind:
            lined += kind & preformatted > 0
            exact += kind & verbatim > 0
            if kind & picture:
                pieces.append(attrs.get("alt", ""))
            if kind & boxed:
                pieces.append(" ")

    def end(name: str) -> None:
        nonlocal skipping, lined, exact
        if skipping:
            skipping -= 1
            if closing and skipping:
                kept.append(f"</{name}>")
            else:
                end_description()
            return
        kind = kind_of(name, 0)
        if kind & ignored:
            stack.pop()
            return
        if pieces:
            flush()
        closed[stack.pop()] = len(text)
        if lined and kind & preformatted:
            lined -= 1
        if exact and kind & verbatim:
            exact -= 1

    def data(piece: str) -> None:
        nonlocal space
        if skipping:
            if keep_as:
                kept.append(_escaped(piece) if closing else piece)
        elif pieces or lined or not piece.isspace():
            pieces.append(piece)
        else:  # half of all texts: what indents the markup
            space = True
            if exact:
                skip_blank(piece)

    def start_formula(name: str, attrs: dict[str, str], key: Embedded) -> None:
        """What it holds is kept as markup: MathML, in which TeX of a script is an annotation."""
        nonlocal closing
        inset.extend((len(text), sum(map(len, pieces)), stack[-1], len(opened)))
        source.append(key)
        kept.append(_start_tag(name, attrs) if name == "math" else _TEX_START.format(key.kind))
        closing = "</math>" if name == "math" else _TEX_END

    def end_description() -> None:
        """The text of a deleted element is complete."""
        nonlocal keep_as, closing
        if kept:
            head[keep_as] = "".join((*kept, closing))
            kept.clear()
        keep_as = closing = ""

    def flush() -> None:
        piece = pieces[0] if len(pieces) == 1 else "".join(pieces)
        pieces.clear()
        if lined and "\n" in piece:
            append_lines(piece)
        else:
            append(piece)

    def append(piece: str) -> None:
        nonlocal space
        if piece.isspace() or not piece.strip(_INVISIBLE):
            space = space or any(map(str.isspace, piece))
            skip_blank(piece)
            return
        text.append(piece)
        node.append(stack[-1])
        spaced.append(space or piece[0].isspace())
        space = piece[-1].isspace()

    def skip_blank(piece: str) -> None:
        """Formulas in a blank piece are before the next text; white space may have to be exact."""
        last = len(inset) - 4
        while last >= 0 and inset[last] == len(text) and inset[last + 1]:
            inset[last + 1] = 0
            last -= 4
        if exact and piece:
            inset.extend((len(text), 0, stack[-1], len(opened)))
            source.append(piece)

    def append_lines(piece: str) -> None:
        """Append each line as a separate text, with a ``br`` between (thesis, section 3.2)."""
        first, *others = piece.split("\n")
        append(first)
        for line in others:
            start("br", {})
            end("br")
            append(line)

    def finish() -> None:
        """Close the elements that are still open, and a text that runs to the end of the page."""
        end_description()
        if pieces:
            flush()
        for element in stack:
            closed[element] = len(text)

    events.start, events.end, events.data, events.finish = start, end, data, finish
    return events


def _start_tag(name: str, attrs: Mapping[str, str]) -> str:
    written = [f' {key}="{_escaped(value)}"' for key, value in attrs.items()]
    return f"<{name}{''.join(written)}>"


def _escaped(text: str) -> str:
    for character, entity in _ENTITIES.items():
        text = text.replace(character, entity)
    return text


def _head(
    head: dict[str | Embedded, str], name: str, attrs: dict[str, str], kind: int
) -> str | Embedded:
    """Keep what a deleted element states about the page; the entry for its text, if wanted."""
    if name == "meta":
        _keep_meta(head, attrs)
    if name == "base" and attrs.get("href"):
        head.setdefault("base", attrs["href"])
    if name == "link" and attrs.get("href"):
        for relation in attrs.get("rel", "").lower().split():
            if relation in _RELATIONS:
                head.setdefault(_RELATIONS[relation], attrs["href"])
    if name == "math" or (name == "script" and _is_tex(attrs)):
        block = "display" in attrs.get("type", "")
        return _entry(head, Embedded("math", "block" if block else "inline", len(head)))
    if name == "script" and (held := script_kind(attrs)) and (held == SCHEMA or kind & Kind.DATA):
        return Embedded("script", held, len(head))
    if name == "style" and _SCREENS.issuperset(attrs.get("media", "all").lower().split()):
        return Embedded("style", "", len(head))
    return "title" if name == "title" and "title" not in head else ""


def _is_tex(attrs: Mapping[str, str]) -> bool:
    return attrs.get("type", "").lower().startswith("math/tex")


def _entry(head: dict[str | Embedded, str], key: Embedded) -> Embedded:
    """The key, with an empty entry, so that no other has its number."""
    head[key] = ""
    return key


def _keep_meta(head: dict[str | Embedded, str], attrs: Mapping[str, str]) -> None:
    """The first content of each name is an entry; others are the lines of a second entry.

    Some sites write ``value`` for ``content``.
    """
    key = attrs.get("property") or attrs.get("name") or attrs.get("itemprop")
    content = attrs.get("content", attrs.get("value"))
    if not key and attrs.get("http-equiv", "").lower() == "content-language":
        key = "content-language"
    if not key or content is None:
        return
    key = key.lower()
    if f"meta:{key}" not in head:
        head[f"meta:{key}"] = content
    else:
        also = head.get(f"also:{key}", "")
        head[f"also:{key}"] = f"{also}{content}\n"


def _keep_name(
    head: dict[str | Embedded, str], tag: str, attrs: Mapping[str, str], element: int
) -> None:
    """The first name of the item of schema.org around a void element, which often has no text."""
    name = attrs.get("content", "") if attrs.get("itemprop", "") == "name" else ""
    if name and tag in ("meta", "link"):
        head.setdefault(Embedded("name", "", element), name)


def _embedded(columns: _Columns, tag: str) -> list[tuple[Embedded, str]]:
    """The texts of styles or scripts, with their keys."""
    items = columns.head.items()
    return [(key, text) for key, text in items if type(key) is Embedded and key.tag == tag]


def _tree(columns: _Columns, parser: str) -> Tree:
    head: dict[str, str] = {}
    texts: dict[Embedded, str] = {}
    for key, text in columns.head.items():
        if isinstance(key, Embedded):
            texts[key] = text
        else:
            head[key] = text
    return Tree(
        tags=tuple(columns.tags),
        tag=np.frombuffer(columns.tag, np.int32),
        parent=np.frombuffer(columns.parent, np.int32),
        opened=np.frombuffer(columns.opened, np.int32),
        closed=np.frombuffer(columns.closed, np.int32),
        attributes=columns.attributes,
        text=columns.text,
        node=np.frombuffer(columns.node, np.int32),
        spaced=np.frombuffer(columns.spaced, bool),
        head=head,
        parser=parser,
        styles=[text for key, text in texts.items() if key.tag == "style"],
        schema=[text for key, text in texts.items() if key.kind == SCHEMA],
        inset=np.frombuffer(columns.inset, np.int32).reshape(-1, 4),
        source=[texts[one] if isinstance(one, Embedded) else one for one in columns.source],
        names={key.number: text for key, text in texts.items() if key.tag == "name"},
    )
