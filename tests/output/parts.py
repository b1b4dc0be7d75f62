"""Documents written by hand, and strategies that generate parts.

``trees`` are as the table in ``victor.document.parts`` has them; in ``loose_trees`` any part holds
any other. Both have strings and addresses that attack writers.
"""

from dataclasses import dataclass, field

from hypothesis import strategies as st

from victor.document.document import Block
from victor.document.metadata import Metadata
from victor.document.parts import INLINE, Part

BREAKING = {"break", "image"}
ODD = (
    "<script>alert(1)</script>",
    "</article></p></td>",
    "]]> <!-- & &amp; &lt; <![CDATA[",
    '" onload="x',
    "a\x00b\x08c",
    "\ud800 lone",
    "\ufffe\uffff",
    "a\r\nb\rc\x0cd",
    "\u00a0\u0085",
    "naïve 日本語 العربية हिन्दी 👩‍👩‍👧",
    "\ufeff\u200d",
    "   ",
    "",
)
ADDRESSES = (
    "https://example.org/a?b=1&c[]=2#d",
    "http://example.org:8080/ž%zz/|{}",
    "/relative/page.html",
    "../up?x=[1]#a#b",
    "#note",
    "#",
    "?",
    "/?#",
    "http://a.example:/x",
    "http://a@b@c.example/",
    "http://[::1]:80/[1]",
    ":",
    "a:b",
    "//example.org/x",
    "mailto:a@example.org",
    "tel:+420123456789",
    "ftp://example.org/f",
    "javascript:alert(1)",
    " java\tscript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "\x01javascript:alert(1)",
    "java\x00script:alert(1)",
    "data:text/html,<script>",
    "vbscript:x",
    "http://",
    "http:x",
    "http://[",
    "http://a:99999/",
    "//:1",
    "http://a b/",
    "http://[::1]/",
    '"><script>',
    "",
    None,
)
DATES = ("2026-03-14", "2026-03-14T10:20:30+01:00", "20260314", "yesterday", "2026-13-45", "", None)


@dataclass(frozen=True)
class Page:
    """What writers see of a document."""

    parts: list
    metadata: Metadata = field(default_factory=Metadata)
    id: str = "page"
    url: str | None = None
    title: str = ""
    heading: Part | None = None
    blocks: tuple[Block, ...] = ()
    confidence: float = 1.0
    task: str = "web"
    content: None = None

    def titled(self, parts):
        return [self.heading, *parts] if self.heading else parts


def paragraph(*children):
    return Part("paragraph", list(children))


def heading(level, *children):
    return Part("heading", list(children), level=level)


def bullets(*items, ordered=False, start=1):
    wrapped = [item if isinstance(item, Part) else bullet(item) for item in items]
    return Part("list", wrapped, ordered=ordered, start=start)


def bullet(*children, checked=None):
    inner = [paragraph(one) if isinstance(one, str) else one for one in children]
    return Part("item", inner, checked=checked)


def cell(*children, header=False, colspan=1, rowspan=1):
    inner = [paragraph(one) if isinstance(one, str) else one for one in children]
    return Part("cell", inner, header=header, colspan=colspan, rowspan=rowspan)


def row(*cells, header=False):
    return Part(
        "row", [one if isinstance(one, Part) else cell(one, header=header) for one in cells]
    )


def link(address, *children):
    return Part("link", list(children), address=address)


def nested(depth, text="deep"):
    """Quotations in lists in quotations, and emphasis in emphasis."""
    part = text
    for level in range(depth // 2):
        part = Part(("emphasis", "strong")[level % 2], [part])
    part = paragraph(part)
    for level in range(depth // 2):
        part = bullets(bullet(part)) if level % 2 else Part("quotation", [part])
    return part


def words(parts, between="\n"):
    """The words of parts, in order; of footnotes also the labels, of posts author and date."""
    return visible("".join(_strings(parts, between))).split()


def plain(children):
    """The strings in parts, in order."""
    for one in children:
        yield from [one] if isinstance(one, str) else plain(one.children)


def visible(text):
    """A text without the characters that neither XML nor HTML can have."""
    spaced = text.replace("\x0c", " ").replace("\x0b", " ").replace("\r", "\n")
    return "".join(c for c in spaced if c in "\t\n" or (c >= " " and not _forbidden(ord(c))))


def _forbidden(code):
    return 0xD800 <= code <= 0xDFFF or code in (0xFFFE, 0xFFFF)


def _strings(children, between):
    for one in children:
        if isinstance(one, str):
            yield one
            continue
        inner = list(_strings(one.children, between))
        if one.kind in ("footnote", "reference"):
            label = " ".join((one.get("label") or "").split()) or "*"
            inner.insert(0, label if one.kind == "reference" else f"{label} ")
        if one.kind == "post":
            inner[:0] = [f"{one.get(name) or ''} " for name in ("author", "date")]
        loose = not one.is_inline or one.kind == "break"
        yield from [between, *inner, between] if loose else inner


# Strategies -------------------------------------------------------------------------------------

TEXT = st.one_of(
    st.sampled_from(["one", "two ", " three", "česky ", "日本", "ελληνικά"]),
    st.sampled_from(ODD),
    st.text(st.characters(), max_size=8),
)
ADDRESS = st.one_of(
    st.sampled_from(ADDRESSES), st.text(max_size=8), TEXT.map("https://example.org/{}".format)
)
LABEL = st.sampled_from(["1", "2", "a b", "", '"><', "ž"])
SPAN = st.sampled_from([1, 1, 1, 2, 9007199254740991])
LANGUAGE = st.sampled_from(["", "python", "c++", "<b>", "a b", "\ufffe\ud800", "日本"])
ATTRIBUTES = {
    "heading": {"level": st.integers(1, 6)},
    "list": {
        "ordered": st.booleans(),
        "start": st.sampled_from([1, 1, 0, 7, -3]),
        "reversed": st.sampled_from([None, None, True]),
    },
    "item": {
        "checked": st.sampled_from([None, None, True, False]),
        "number": st.sampled_from([None, None, None, 2, 9, -3]),
    },
    "cell": {"header": st.booleans(), "colspan": SPAN, "rowspan": SPAN},
    "code": {"language": LANGUAGE},
    "footnote": {"label": LABEL},
    "reference": {"label": LABEL},
    "post": {
        "author": st.sampled_from(["", "Ann <b>", None]),
        "date": st.sampled_from(DATES),
        "depth": st.sampled_from([0, 1, 2, 50, None]),
    },
    "link": {"address": ADDRESS},
    "image": {"address": ADDRESS, "alt": st.one_of(st.none(), TEXT)},
}
BLOCKS = (
    *("heading", "paragraph", "list", "definitions", "table", "code", "quotation", "figure"),
    *("rule", "formula", "footnote", "post"),
)
LINES = (*sorted(INLINE), "formula")
HOLDS_BLOCKS = {"item", "definition", "cell", "quotation", "footnote", "post", "figure"}


@st.composite
def part(draw, kind, depth, display=True):
    """A part of a kind, with children as the table has them."""
    about = {name: draw(value) for name, value in ATTRIBUTES.get(kind, {}).items()}
    if kind == "formula":
        about["display"] = display
    return Part(kind, draw(children_of(kind, depth - 1)), **about)


def children_of(kind, depth):
    if kind in ("rule", "image", "break", "reference"):
        return st.just([])
    if kind in ("code", "code_span", "formula"):
        return st.lists(TEXT, min_size=1, max_size=1)
    if kind in ("list", "row"):
        return st.lists(part({"list": "item", "row": "cell"}[kind], depth), max_size=3)
    if kind == "definitions":
        one = st.sampled_from(["term", "definition"]).flatmap(lambda kind: part(kind, depth))
        return st.lists(one, max_size=4)
    if kind in ("table", "figure"):
        caption = st.lists(part("caption", depth), max_size=1)
        if kind == "table":
            return st.tuples(caption, st.lists(part("row", depth), max_size=3)).map(_joined)
        return st.tuples(blocks(depth), caption).map(_joined)
    return blocks(depth) if kind in HOLDS_BLOCKS else inline(depth)


def _joined(lists):
    return [one for some in lists for one in some]


def blocks(depth):
    """Lists of block-level parts."""
    kinds = BLOCKS if depth > 0 else ("paragraph", "code", "rule")
    one = st.sampled_from(kinds).flatmap(lambda kind: part(kind, depth))
    return st.lists(one, max_size=4)


def inline(depth):
    """Lists of strings and inline parts."""
    if depth <= 0:
        return st.lists(TEXT, max_size=2)
    one = st.sampled_from(LINES).flatmap(lambda kind: part(kind, depth, display=False))
    return st.lists(st.one_of(TEXT, TEXT, one), max_size=4)


trees = blocks(5)


@st.composite
def loose_part(draw, depth=4):
    """A part of any kind with any children."""
    kinds = sorted({*BLOCKS, *LINES, *HOLDS_BLOCKS, "row", "term", "caption"})
    kind = draw(st.sampled_from(kinds))
    about = {name: draw(value) for name, value in ATTRIBUTES.get(kind, {}).items()}
    if kind == "formula":
        about["display"] = draw(st.booleans())
    inner = TEXT if depth <= 0 else st.one_of(TEXT, loose_part(depth - 1))
    return Part(kind, draw(st.lists(inner, max_size=4)), **about)


loose_trees = st.lists(loose_part(), max_size=4)
metadata = st.builds(
    Metadata,
    title=st.one_of(st.none(), TEXT),
    authors=st.lists(TEXT, max_size=2).map(tuple),
    date=st.sampled_from(DATES),
    modified=st.sampled_from(DATES),
    site=st.one_of(st.none(), TEXT),
    description=st.one_of(st.none(), TEXT),
    language=st.sampled_from(["en", "zh-Hant", "<x>", "", None]),
    url=ADDRESS,
    image=ADDRESS,
    licence=ADDRESS,
    tags=st.lists(TEXT, max_size=2).map(tuple),
    page_type=st.sampled_from([None, "article"]),
    page_type_probability=st.sampled_from([None, 0.25, float("nan"), float("inf")]),
    robots=st.sampled_from([(), ("noindex", "noai")]),
)
