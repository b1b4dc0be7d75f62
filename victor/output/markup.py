"""Functions shared by the HTML and TEI writers: escaping, URLs, and the order of parts."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from victor.document.document import Document
from victor.document.parts import Part, text_in
from victor.text.regex import regex

SCHEMES = frozenset(("http", "https", "mailto", "tel", "ftp"))
_HOSTED = frozenset(("http", "https", "ftp"))
WEB = frozenset(("http", "https"))  # also for images
_WITH_PLAIN_HOST = regex(r"(?:https?|ftp)://[a-zA-Z0-9_.-]+(?:[/?#]|$)")
_LANGUAGE = regex(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")
_SPAN = 1000  # the limit of colspan in browsers
_REPLIES = 20  # levels of nested replies; deeper ones stay at the last level
_FORBIDDEN = regex("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WHITE = (("\r\n", "\n"), ("\r", "\n"), ("\f", " "), ("\v", " "))
_PERCENT = {code: f"%{code:02X}" for code in (*range(0x21), *b'"<>\\^`{|}', 0x7F)}


class Notes(NamedTuple):
    """What links lead to: the footnotes of a document, and other targets within it."""

    numbers: dict[str, int]  # by label
    footnotes: dict[str, Part]  # the first of each label
    references: dict[str, Part]  # also the first of each label
    fragments: list[str]  # the URLs of links that have a fragment
    linked: bool = False  # whether the text being written is inside a link
    ids: Mapping[int, str] = MappingProxyType({})  # of targets, see `key_of`
    links: Mapping[str, str | None] = MappingProxyType({})  # new URL by URL; None for plain text

    def id_of(self, part: Part) -> str | None:
        """The id of a part; None if no link leads to it."""
        return self.ids.get(key_of(part)) if self.ids else None

    def url_of(self, link: Part) -> str | None:
        """The URL of a link; None if it leads nowhere."""
        written = link.get("address")
        return self.links.get(written, written)


Write = Callable[[Part, Notes], str]  # writes a part


def inline(children: Sequence[Part | str], notes: Notes, writers: Mapping[str, Write]) -> str:
    """Text and inline parts; of block-level parts in the middle of a line, the text.

    Args:
        children: of a line.
        notes: what links lead to.
        writers: of inline parts, by kind.
    """
    return "".join(
        escape(one)
        if isinstance(one, str)
        else writers[one.kind](one, notes)
        if one.kind in writers
        else f" {inline(one.children, notes, writers)} "
        for one in children
    )


def code_span(part: Part, notes: Notes) -> str:
    """Code within a line."""
    return f"<code>{escape(text_in(part.children))}</code>"


def key_of(part: Part) -> int:
    """A key for a part: its identity, or for a post, which :func:`threaded` copies, its element.

    Args:
        part: a block-level part of a document.
    """
    return -part.element if part.kind == "post" else id(part)


def escape(text: str) -> str:
    """Escape a text for use between tags.

    Args:
        text: any text.
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def attributes(**values: object) -> str:
    """The attributes of a tag, each after a space; values of None are omitted.

    Args:
        values: by name; final underscores are dropped, others become colons.
    """
    return "".join(
        f' {name.rstrip("_").replace("_", ":")}="{_quoted(str(value))}"'
        for name, value in values.items()
        if value is not None
    )


def _quoted(text: str) -> str:
    return escape(text).replace('"', "&quot;").replace("\n", " ").replace("\r", " ")


def permitted(markup: str) -> str:
    """Remove the characters that XML forbids, and convert line ends to line feeds.

    Args:
        markup: a complete document, as one pass is faster than one per text.
    """
    for found, instead in _WHITE:
        markup = markup.replace(found, instead)
    return _FORBIDDEN.sub("", markup)


def address(written: object, schemes: Collection[str] = SCHEMES) -> str | None:
    """A safe URL, percent-encoded; None if it is unsafe, malformed, or only ``#`` or ``?``.

    Args:
        written: a URL, absolute or relative, or None.
        schemes: the allowed schemes, in lower case.
    """
    text = str(written or "").strip().translate(_PERCENT)
    if not text.isprintable():
        text = "".join(c if c.isprintable() else quote(c, errors="ignore") for c in text)
    start, colon, _ = text.partition(":")
    relative = not colon or any(mark in start for mark in "/?#")
    if not relative and start.lower() not in schemes:
        return None
    needed = not relative and start.lower() in _HOSTED
    return text if text.strip("#?") and _is_whole(text, needed) else None


def _is_whole(text: str, needed: bool) -> bool:
    """Whether the host of a URL is well-formed; it may lack one unless ``needed``."""
    if _WITH_PLAIN_HOST.match(text):  # true of nearly all
        return True
    try:
        parts = urlsplit(text)
        if not parts.netloc and not text.startswith("//"):
            return not needed
        return bool(parts.hostname) and "%" not in parts.netloc and (parts.port or 0) >= 0
    except ValueError:
        return False


def moment(written: object) -> str | None:
    """A date, or date and time, in XML Schema format; None if it is not in ISO 8601 format.

    Args:
        written: a date as the page states it, or None.
    """
    text = str(written or "").strip()
    try:
        if len(text) <= 10:
            return date.fromisoformat(text).isoformat()
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    shift = found.utcoffset() or timedelta()
    plain = abs(shift) <= timedelta(hours=14) and not shift % timedelta(minutes=1)
    return found.isoformat(timespec="seconds") if plain else found.date().isoformat()


def language_of(document: Document) -> str | None:
    """The language of a document; None if it is unknown or not a BCP 47 tag.

    Args:
        document: the labelled page.
    """
    language = document.metadata.language or ""
    return language if _LANGUAGE.fullmatch(language) else None


def notes_of(parts: Sequence[Part]) -> Notes:
    """Collect the footnotes of a document, the references to them, and links with fragments.

    Args:
        parts: the block-level parts of the document.
    """
    notes = Notes({}, {}, {}, [])
    for top in parts:
        for part in top.walk():
            if part.kind == "link":
                if "#" in (url := part.get("address") or ""):
                    notes.fragments.append(url)
            elif part.kind in ("footnote", "reference"):
                label = label_of(part)
                notes.numbers.setdefault(label, len(notes.numbers) + 1)
                which = notes.footnotes if part.kind == "footnote" else notes.references
                which.setdefault(label, part)
    return notes


def label_of(part: Part) -> str:
    """The label, with white space normalised; ``*`` if there is none.

    Args:
        part: a footnote or reference.
    """
    return " ".join(str(part.get("label") or "").split()) or "*"


def flow(children: Sequence[Part | str]) -> Iterator[Part | list[Part | str]]:
    """Yield block-level parts, and runs of inline parts and strings between them as lists.

    Runs, headings and paragraphs are omitted if they are blank.

    Args:
        children: the children of a part, block-level and inline.
    """
    run: list[Part | str] = []
    for one in children:
        if isinstance(one, str) or one.is_inline:
            run.append(one)
            continue
        if not blank(run):
            yield run
        run = []
        if one.kind not in ("heading", "paragraph") or not blank(one.children):
            yield one
    if not blank(run):
        yield run


def blank(children: Sequence[Part | str]) -> bool:
    """Whether there is nothing visible: no text, image, reference, rule or footnote.

    Args:
        children: the children of a part.
    """
    for one in children:
        if isinstance(one, str):
            if one.strip():
                return False
        elif one.kind in ("image", "reference", "rule", "footnote") or not blank(one.children):
            return False
    return True


def members(part: Part, kinds: Sequence[str], but: str = "") -> list[Part]:
    """The children of a list, table or row; those of other kinds are wrapped in the last kind.

    Args:
        part: the list, table or row.
        kinds: the permitted kinds of its children.
        but: a kind to omit.
    """
    found = []
    for one in part.children:
        if isinstance(one, Part) and one.kind in kinds:
            found.append(one)
        elif one.strip() if isinstance(one, str) else one.kind != but:
            found.append(Part(kinds[-1], [one]))
    return found


def captions(part: Part) -> list[Part | str]:
    """The inline children of all captions, with breaks between captions.

    Args:
        part: a table or figure.
    """
    found: list[Part | str] = []
    for one in part.parts:
        if one.kind == "caption" and not blank(one.children):
            found += [*([Part("break")] if found else []), *one.children]
    return found


def without_captions(part: Part) -> list[Part | str]:
    """The children that are not captions.

    Args:
        part: a figure.
    """
    return [one for one in part.children if isinstance(one, str) or one.kind != "caption"]


def pictures(one: Part | Sequence[Part | str], linked: bool = True) -> Sequence[Part | str]:
    """The inline children of a run or paragraph that holds only images; empty for others.

    Args:
        one: a run of inline parts, or a block-level part.
        linked: whether the images may be linked.
    """
    if isinstance(one, Part):
        one = one.children if one.kind == "paragraph" else ()
    found = [child for child in one if not isinstance(child, str) or child.strip()]
    return found if all(_is_picture(child, linked) for child in found) else ()


def _is_picture(child: Part | str, linked: bool) -> bool:
    if isinstance(child, str):
        return False
    if child.kind == "link" and linked:
        return bool(child.children) and len(pictures(child.children, False)) > 0
    return child.kind == "image"


def level_of(heading: Part) -> int:
    """The level of a heading, 1 to 6.

    Args:
        heading: the heading.
    """
    return min(max(int(heading.get("level") or 1), 1), 6)


def programming_language(code: Part) -> str | None:
    """The language of code, in printable ASCII without spaces; None if it is unknown.

    Args:
        code: a block of code.
    """
    name = str(code.get("language") or "")
    return "".join(one for one in name if "!" <= one <= "~") or None


def span(part: Part, name: str) -> int | None:
    """The number of columns or rows that a cell spans, at most 1000; None for one.

    Args:
        part: a cell.
        name: ``colspan`` or ``rowspan``.
    """
    value = part.get(name)
    return min(value, _SPAN) if isinstance(value, int) and value > 1 else None


def threaded(children: Sequence[Part | str]) -> list[Part | str]:
    """The children, with each reply (a post of greater depth) nested in the post it follows.

    Args:
        children: the children of a part; they are not modified.
    """
    found: list[Part | str] = []
    above: list[tuple[int, Part]] = []  # posts that the next one may reply to, with their depths
    for one in children:
        if isinstance(one, str) or one.kind != "post":
            above.clear()
            found.append(one)
            continue
        depth = int(one.get("depth") or 0)
        while above and above[-1][0] >= depth:
            above.pop()
        # Replies to one post get the same depth, which makes the function idempotent.
        about = one.attributes | {"depth": min(len(above), _REPLIES)}
        post = Part("post", list(one.children), one.element, **about)
        (above[:_REPLIES][-1][1].children if above else found).append(post)
        above.append((depth, post))
    return found
