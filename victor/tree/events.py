"""Convert parser events, tags and texts, to columns and the entries of the head.

``native/parse.c`` has the same handlers, compiled.
"""

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntFlag
from itertools import islice
from typing import NamedTuple

from victor.text.regex import regex
from victor.tree.attributes import Written
from victor.tree.json_state import SCHEMA, script_kind
from victor.tree.players import player as played

# The head entries of links, by relation.
_RELATIONS = {"canonical": "canonical", "author": "link:author", "license": "link:license"}
# A style sheet in the folder beside a page in which browsers save its images, too.
_SAVED = regex(
    r"(?i)(?:\./)?([^/:?#]{1,250}[_-](?:files|dateien|fichiers|archivos|arquivos|pliki|soubory)/)"
    r"[^/]*$"
)
# Markup around the TeX of a script; a template for `str.format` with the display style.
_TEX_START = '<math display="{}"><annotation encoding="application/x-tex">'
_TEX_END = "</annotation></math>"
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
MOST_READ = 20_000  # characters of repeated meta elements
MOST_ATTRIBUTES = 1_000  # of an element; no real page has as many
SPACE, BOX = 1, 2  # before a text: white space of the page; that of an element such as an icon
_SCREENS = frozenset(("all", "screen"))
# White space, control characters, marks, joiners and fillers that are invisible.
INVISIBLE = (
    "\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x7f"
    " \t\n\r\f\v\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
    "\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u00ad\u034f\u200b\u200c\u200d\u200e\u200f\u2060\u2063"
    "\u3000\ufeff\ufffc"
)


class Kind(IntFlag):
    """The treatment of a tag, as bits."""

    DELETED = 1  # removed with its content
    IGNORED = 2  # its content belongs to the element around it
    PREFORMATTED = 4  # its line breaks are significant
    BOXED = 8  # separates words
    PICTURE = 16  # its alternative text is text
    DESCRIBING = 32  # deleted, but `head_of` may keep its data
    DATA = 64  # a script whose data are kept, whatever its kind
    FORMULA = 128  # deleted, but kept as an inset if it is a formula
    VERBATIM = 256  # its white space is kept as insets
    PLAYER = 512  # what it plays is kept as an inset
    VOID = 1024  # without content or end tag, which libxml2 does not know


# As integers, since operations on flags are slow.
_DELETED, _IGNORED, _PREFORMATTED, _BOXED, _PICTURE, _DESCRIBING, *_, _VERBATIM, _PLAYER, _VOID = (
    kind.value for kind in Kind
)
Kinds = Mapping[str, int]  # by the name of the tag; 0 for others


class Embedded(NamedTuple):
    """A key in ``Columns.head``: the text of a ``style`` or ``script``, a formula, or a name."""

    tag: str  # ``math`` for formulas, ``name`` for the name of a schema.org item
    kind: str  # the kind of a script, or the display style of a formula
    number: int  # the element of the item of a name, or a unique number


_NO_ATTRIBUTES: Mapping[str, str] = {}


def _root() -> "array[int]":
    """The entry of the root; numpy uses arrays without copying, but would convert lists."""
    return array("i", [0])


@dataclass(frozen=True)
class Columns:
    """The columns under construction; see :class:`~victor.tree.tree.Tree` for their meaning."""

    tag: "array[int]" = field(default_factory=_root)
    tags: dict[str, int] = field(default_factory=lambda: {"": 0})
    parent: "array[int]" = field(default_factory=_root)
    opened: "array[int]" = field(default_factory=_root)
    closed: "array[int]" = field(default_factory=_root)
    text: list[str] = field(default_factory=list)
    node: "array[int]" = field(default_factory=lambda: array("i"))
    spaced: "array[int]" = field(default_factory=lambda: array("b"))  # bits: SPACE, BOX
    head: dict[str | Embedded, str] = field(default_factory=dict)  # see `head_of`
    inset: "array[int]" = field(default_factory=lambda: array("i"))  # four per inset
    source: list[str | Embedded] = field(default_factory=list)  # per inset: itself or a key of head
    attributes: Written | list[Mapping[str, str]] = field(default_factory=lambda: [_NO_ATTRIBUTES])


class Events:
    """The handlers of parser events, which fill the columns of a page.

    Args:
        columns: the columns to append to.
        kinds: kinds of tags.
    """

    def __init__(self, columns: Columns, kinds: Kinds) -> None:
        self._columns, self._kinds = columns, kinds
        self._stack = [0]
        self._pieces: list[str] = []  # of the text since the last tag; entities are separate
        self._measured = self._characters = 0  # the pieces before the last inset; their length
        self._skipping = 0  # depth within a deleted element
        self._lined = 0  # depth within preformatted elements
        self._exact = 0  # depth within elements whose white space is kept
        self._keep_as: str | Embedded = ""  # the entry of ``head`` for the text of a deleted one
        self._kept: list[str] = []
        self._closing = ""  # the end of the current formula
        self._playing: dict[str, str] | None = None  # the attributes of a player without URL
        self._space = SPACE  # before the next text, as bits
        self._boxes = 0  # the last pieces, if they are the white space of elements

    def start(self, name: str, attrs: dict[str, str]) -> None:
        """Handle a start tag."""
        if len(attrs) > MOST_ATTRIBUTES:
            attrs = dict(islice(attrs.items(), MOST_ATTRIBUTES))
        kind = self._kinds.get(name, 0)
        if self._skipping or kind & _DELETED:
            self._delete(name, attrs, kind)
            return
        if kind & (_PLAYER | _BOXED):
            self._separate(attrs, kind)
        if kind & _IGNORED:
            self._stack.append(self._stack[-1])  # its content belongs to the element around it
            return
        if self._pieces:
            self._flush()
        self._open(name, attrs)
        if kind & _VOID:
            self._columns.closed[self._stack.pop()] = len(self._columns.text)
        elif kind:
            self._begin(attrs, kind)

    def end(self, name: str) -> None:
        """Handle an end tag."""
        kind = self._kinds.get(name, 0)
        if self._skipping:
            self._end_deleted(name)
        elif kind & _IGNORED:
            self._stack.pop()
        elif not kind & _VOID:
            if self._pieces:
                self._flush()
            self._columns.closed[self._stack.pop()] = len(self._columns.text)
            self._lined -= self._lined > 0 and kind & _PREFORMATTED > 0
            self._exact -= self._exact > 0 and kind & _VERBATIM > 0

    def data(self, piece: str) -> None:
        """Handle a piece of text."""
        if self._skipping:
            if self._keep_as:
                self._kept.append(_escaped(piece) if self._closing else piece)
        elif self._pieces or self._lined or not piece.isspace():
            self._pieces.append(piece)
            self._boxes = 0
        else:  # half of all texts: indentation of the markup
            self._space |= SPACE
            if self._exact:
                self._skip_blank(piece)

    def finish(self) -> None:
        """Close the elements that are still open, and a text at the end of the page."""
        self._end_description()
        if self._pieces:
            self._flush()
        for element in self._stack:
            self._columns.closed[element] = len(self._columns.text)

    def _open(self, name: str, attrs: dict[str, str]) -> None:
        """Append an element."""
        columns = self._columns
        columns.tag.append(columns.tags.setdefault(name, len(columns.tags)))
        columns.parent.append(self._stack[-1])
        self._stack.append(len(columns.opened))
        columns.opened.append(len(columns.text))
        columns.closed.append(0)
        columns.attributes.append(attrs or _NO_ATTRIBUTES)  # lxml's empty one cannot be pickled

    def _separate(self, attrs: dict[str, str], kind: int) -> None:
        """Handle what precedes an element: a player, whose URL is kept, and white space."""
        if kind & _PLAYER:
            if held := played(attrs):
                self._add_inset(held, self._offset_in_pieces())
            elif kind & _DELETED:
                self._playing = attrs
        if kind & _BOXED:
            self._add_box()

    def _add_box(self) -> None:
        """Add the white space of an element that is rendered as a box."""
        self._pieces.append(" ")
        self._boxes += 1

    def _begin(self, attrs: dict[str, str], kind: int) -> None:
        """Handle the treatment of an element's text."""
        self._lined += kind & _PREFORMATTED > 0
        self._exact += kind & _VERBATIM > 0
        if kind & _PICTURE:
            self._pieces.append(attrs.get("alt", ""))
            self._boxes = 0
        if kind & _BOXED:
            self._add_box()

    def _delete(self, name: str, attrs: dict[str, str], kind: int) -> None:
        """Handle the start of a deleted element, or of one within it."""
        if not self._skipping:
            self._separate(attrs, kind)
            if kind & _VOID:
                return
        elif self._playing is not None and name == "source":
            self._keep_source(self._playing, attrs)
        if self._closing:
            self._kept.append(_start_tag(name, attrs))
        else:
            self._end_description()
            if kind & _DESCRIBING and not self._skipping:
                self._describe(name, attrs, kind)
        self._skipping += 1

    def _keep_source(self, player: dict[str, str], source: dict[str, str]) -> None:
        """Keep the first source of a player."""
        if held := played(player, source):
            self._add_inset(held, self._offset_in_pieces())
            self._playing = None

    def _end_deleted(self, name: str) -> None:
        self._skipping -= 1
        if not self._skipping:
            self._playing = None
        if self._closing and self._skipping:
            self._kept.append(f"</{name}>")
        else:
            self._end_description()

    def _describe(self, name: str, attrs: dict[str, str], kind: int) -> None:
        """Keep what a deleted element states about the page."""
        head = self._columns.head
        _keep_name(head, name, attrs, self._stack[-1])
        self._keep_as = key = head_of(head, name, attrs, kind)
        if isinstance(key, Embedded) and key.tag == "math":
            self._start_formula(name, attrs, key)

    def _start_formula(self, name: str, attrs: dict[str, str], key: Embedded) -> None:
        """Keep the content of a formula as MathML, with the TeX of scripts as an annotation."""
        self._add_inset(key, self._offset_in_pieces())
        is_mathml = name == "math"
        self._kept.append(_start_tag(name, attrs) if is_mathml else _TEX_START.format(key.kind))
        self._closing = "</math>" if is_mathml else _TEX_END

    def _end_description(self) -> None:
        """Store the text of a deleted element, which is complete."""
        if self._kept:
            self._columns.head[self._keep_as] = "".join((*self._kept, self._closing))
            self._kept.clear()
        self._keep_as = self._closing = ""

    def _add_inset(self, held: str | Embedded, offset: int) -> None:
        columns = self._columns
        columns.inset.extend((len(columns.text), offset, self._stack[-1], len(columns.opened)))
        columns.source.append(held)

    def _offset_in_pieces(self) -> int:
        self._characters += sum(map(len, self._pieces[self._measured :]))
        self._measured = len(self._pieces)
        return self._characters

    def _flush(self) -> None:
        """Append the text since the last tag."""
        piece, boxes = "".join(self._pieces), self._boxes
        self._pieces.clear()
        self._measured = self._characters = self._boxes = 0
        if self._lined and "\n" in piece:
            self._append_lines(piece)
        else:
            self._append(piece, boxes)

    def _append(self, piece: str, boxes: int = 0) -> None:
        """Append a text that ends in the white space of some boxes, or skip a blank one."""
        own = piece[: len(piece) - boxes]
        if piece.isspace() or not piece.strip(INVISIBLE):
            self._space |= SPACE * any(map(str.isspace, own)) | BOX * (boxes > 0)
            self._skip_blank(piece)
            return
        self._columns.text.append(piece)
        self._columns.node.append(self._stack[-1])
        self._columns.spaced.append(self._space | SPACE * piece[0].isspace())
        self._space = SPACE * own[-1].isspace() | BOX * (boxes > 0)

    def _append_lines(self, piece: str) -> None:
        """Append each line as a separate text, separated by ``br`` (thesis, section 3.2)."""
        first, *others = piece.split("\n")
        self._append(first)
        for line in others:
            self.start("br", {})
            self.end("br")
            self._append(line)

    def _skip_blank(self, piece: str) -> None:
        """Move insets in a blank piece before the next text; keep exact white space."""
        inset, count = self._columns.inset, len(self._columns.text)
        last = len(inset) - 4
        while last >= 0 and inset[last] == count and inset[last + 1]:
            inset[last + 1] = 0
            last -= 4
        if self._exact and piece:
            self._add_inset(piece, 0)


def _start_tag(name: str, attrs: Mapping[str, str]) -> str:
    written = [f' {key}="{_escaped(value)}"' for key, value in attrs.items()]
    return f"<{name}{''.join(written)}>"


def _escaped(text: str) -> str:
    for character, entity in _ENTITIES.items():
        text = text.replace(character, entity)
    return text


def head_of(
    head: dict[str | Embedded, str], name: str, attrs: dict[str, str], kind: int
) -> str | Embedded:
    """Keep what a deleted element states about the page; return the entry for its text, if any."""
    if name == "meta":
        _keep_meta(head, attrs)
    if name == "base" and attrs.get("href"):
        head.setdefault("base", attrs["href"])
    if name == "link" and attrs.get("href"):
        relations = attrs.get("rel", "").lower().split()
        for relation in relations:
            if relation in _RELATIONS:
                head.setdefault(_RELATIONS[relation], attrs["href"])
        if "stylesheet" in relations and (saved := _SAVED.match(attrs["href"])):
            head.setdefault("folder", saved[1])
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
    """The key, after adding an empty entry, so that no other key gets its number."""
    head[key] = ""
    return key


def _keep_meta(head: dict[str | Embedded, str], attrs: Mapping[str, str]) -> None:
    """Keep the first content of each name in one entry and others as lines of a second entry.

    Some sites use ``value`` instead of ``content``.
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
    elif len(also := head.get(f"also:{key}", "")) < MOST_READ:
        head[f"also:{key}"] = f"{also}{content}\n"


def _keep_name(
    head: dict[str | Embedded, str], tag: str, attrs: Mapping[str, str], element: int
) -> None:
    """Keep the first name of the schema.org item around a void element, often its only name."""
    name = attrs.get("content", "") if attrs.get("itemprop", "") == "name" else ""
    if name and tag in ("meta", "link"):
        head.setdefault(Embedded("name", "", element), name)
