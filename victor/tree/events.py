"""Convert parser events, tags and texts, to columns and the entries of the head.

``native/parse.c`` has the same handlers, compiled.
"""

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntFlag
from typing import NamedTuple

from victor.tree.attributes import Written
from victor.tree.json_state import SCHEMA, script_kind
from victor.tree.players import player as played

# The head entries of links, by relation.
_RELATIONS = {"canonical": "canonical", "author": "link:author", "license": "link:license"}
# Markup around the TeX of a script; a template for `str.format` with the display style.
_TEX_START = '<math display="{}"><annotation encoding="application/x-tex">'
_TEX_END = "</annotation></math>"
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
MOST_READ = 20_000  # characters of repeated meta elements
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
    VOID = 1024  # deleted; without content or end tag, which libxml2 does not know


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
    spaced: "array[int]" = field(default_factory=lambda: array("b"))
    head: dict[str | Embedded, str] = field(default_factory=dict)  # see `head_of`
    inset: "array[int]" = field(default_factory=lambda: array("i"))  # four per inset
    source: list[str | Embedded] = field(default_factory=list)  # per inset: itself or a key of head
    attributes: Written | list[Mapping[str, str]] = field(default_factory=lambda: [_NO_ATTRIBUTES])


class Events:
    """The handlers of parser events."""

    start: Callable[[str, dict[str, str]], None]
    end: Callable[[str], None]
    data: Callable[[str], None]
    finish: Callable[[], None]  # at the end of the page


def handlers(columns: Columns, kinds: Kinds) -> Events:
    """The event handlers, as closures over local names, since they run for every tag of a page."""
    tag, tags, parent, opened = columns.tag, columns.tags, columns.parent, columns.opened
    closed, attributes, text = columns.closed, columns.attributes, columns.text
    node, spaced, head = columns.node, columns.spaced, columns.head
    inset, source = columns.inset, columns.source
    events, kind_of = Events(), kinds.get
    deleted, ignored, preformatted, boxed, picture, describing, *_, verbatim, player, void = (
        kind.value for kind in Kind
    )
    stack = [0]
    pieces: list[str] = []  # of the text since the last tag; entities are separate pieces
    measured = characters = 0  # the pieces before the last inset, and their characters
    skipping = 0  # depth within a deleted element
    lined = 0  # depth within preformatted elements
    exact = 0  # depth within elements whose white space is kept
    keep_as: str | Embedded = ""  # the entry of ``head`` for the text of a deleted element
    kept: list[str] = []
    closing = ""  # the end of the current formula
    space = True

    def start(name: str, attrs: dict[str, str]) -> None:
        nonlocal skipping, lined, exact, keep_as
        kind = kind_of(name, 0)
        if skipping or kind:
            if kind & player and not skipping:
                keep_player(attrs)
            if kind & boxed and not skipping:
                pieces.append(" ")
            if kind & void and not skipping:
                return
            if skipping or kind & deleted:
                if closing:
                    kept.append(_start_tag(name, attrs))
                else:
                    end_description()
                    if kind & describing and not skipping:
                        _keep_name(head, name, attrs, stack[-1])
                        keep_as = head_of(head, name, attrs, kind)
                        if isinstance(keep_as, Embedded) and keep_as.tag == "math":
                            start_formula(name, attrs, keep_as)
                skipping += 1
                return
            if kind & ignored:
                stack.append(stack[-1])  # its content belongs to the element around it
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
        if kind & (ignored | void):
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
        else:  # half of all texts: indentation of the markup
            space = True
            if exact:
                skip_blank(piece)

    def add_inset(held: str | Embedded, offset: int) -> None:
        inset.extend((len(text), offset, stack[-1], len(opened)))
        source.append(held)

    def offset_in_pieces() -> int:
        nonlocal measured, characters
        characters += sum(map(len, pieces[measured:]))
        measured = len(pieces)
        return characters

    def keep_player(attrs: Mapping[str, str]) -> None:
        """Keep the URL and title of what an element plays."""
        if held := played(attrs):
            add_inset(held, offset_in_pieces())

    def start_formula(name: str, attrs: dict[str, str], key: Embedded) -> None:
        """Keep the content of a formula as MathML, with the TeX of scripts as an annotation."""
        nonlocal closing
        add_inset(key, offset_in_pieces())
        kept.append(_start_tag(name, attrs) if name == "math" else _TEX_START.format(key.kind))
        closing = "</math>" if name == "math" else _TEX_END

    def end_description() -> None:
        """Store the text of a deleted element, which is complete."""
        nonlocal keep_as, closing
        if kept:
            head[keep_as] = "".join((*kept, closing))
            kept.clear()
        keep_as = closing = ""

    def flush() -> None:
        nonlocal measured, characters
        piece = pieces[0] if len(pieces) == 1 else "".join(pieces)
        pieces.clear()
        measured = characters = 0
        if lined and "\n" in piece:
            append_lines(piece)
        else:
            append(piece)

    def append(piece: str) -> None:
        nonlocal space
        if piece.isspace() or not piece.strip(INVISIBLE):
            space = space or any(map(str.isspace, piece))
            skip_blank(piece)
            return
        text.append(piece)
        node.append(stack[-1])
        spaced.append(space or piece[0].isspace())
        space = piece[-1].isspace()

    def skip_blank(piece: str) -> None:
        """Move insets in a blank piece before the next text; keep exact white space."""
        last = len(inset) - 4
        while last >= 0 and inset[last] == len(text) and inset[last + 1]:
            inset[last + 1] = 0
            last -= 4
        if exact and piece:
            add_inset(piece, 0)

    def append_lines(piece: str) -> None:
        """Append each line as a separate text, separated by ``br`` (thesis, section 3.2)."""
        first, *others = piece.split("\n")
        append(first)
        for line in others:
            start("br", {})
            end("br")
            append(line)

    def finish() -> None:
        """Close the elements that are still open, and a text at the end of the page."""
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


def head_of(
    head: dict[str | Embedded, str], name: str, attrs: dict[str, str], kind: int
) -> str | Embedded:
    """Keep what a deleted element states about the page; return the entry for its text, if any."""
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
