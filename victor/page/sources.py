"""Sources of pages: bytes, text, a path, an open file or an lxml tree."""

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, Protocol, TypeAlias

from victor.errors import NOT_HTML, VictorError, check_text, error_text, shown
from victor.files import PAGE_ENDINGS, read_bytes
from victor.page.binary import kind_of_file, looks_binary
from victor.page.encodings import is_utf8
from victor.page.page import Page
from victor.text.regex import regex
from victor.tree.html_tags import TAGS


class LxmlTree(Protocol):
    """An lxml tree or element; other objects are refused on reading."""

    def iter(self, *tags: Any) -> Any:
        """The elements in document order."""


Source: TypeAlias = (
    bytes | bytearray | memoryview | str | os.PathLike[str] | IO[bytes] | IO[str] | LxmlTree | Page
)
_ADDRESS = regex(r"(?:https?|ftp|file)://\S+|www\.[\w-]+\.\S+", re.IGNORECASE)
_SCHEME = regex(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)  # RFC 3986, section 3.1
_START = 4096  # first characters, which nearly always contain a tag
_LONGEST_NAME = 1024  # maximum characters of a text that may be a file name
_TAG = regex(r"</?([a-z][a-z0-9]{0,12})(?=[\s/>])|<!doctype|<!--|<\?xml", re.IGNORECASE)
_KNOWN = frozenset(TAGS)
_WHOLE = regex(r"<(?:html|head|body|frameset|!doctype)\b", re.IGNORECASE)
_BLANK_LINES = regex(r"\n[^\S\n]*\n\s*")


class SourceError(VictorError, TypeError):
    """The object passed cannot be a page."""


def read_source(source: Source) -> bytes | str | Page:
    """The bytes or text of a page from any of the types of :data:`Source`.

    Args:
        source: the page. Files are read to their end, trees are serialised as HTML.

    Raises:
        SourceError: ``source`` has another type, is text that is a URL or a file name, or is a PDF
            file, an image or an archive.
        VictorError: the file cannot be read.
    """
    if type(source) is bytes:  # most often
        return _checked(source)
    if isinstance(source, Page):
        _check_page(source)
        return source
    if isinstance(source, os.PathLike):
        return _checked(read_bytes(Path(source)))
    if callable(getattr(source, "read", None)):
        source = _content(source)
    elif type(source).__module__.startswith("lxml."):
        return _written(source)
    if isinstance(source, bytearray | memoryview):
        source = bytes(source)
    if not isinstance(source, bytes | str):
        raise SourceError(_unknown(source))
    return _checked(source)


def source_name(source: object) -> str:
    """The file name of a source; empty if it has none."""
    if isinstance(source, bytes | str):
        return ""
    name = source if isinstance(source, os.PathLike) else getattr(source, "name", None)
    return Path(name).name if isinstance(name, str | os.PathLike) else ""


def is_url(name: str) -> bool:
    """Whether a name is an HTTP or HTTPS URL."""
    return name[:8].lower().startswith(("http://", "https://"))


def check_url(url: str | None, name: str = "url") -> None:
    """Check the URL that a caller states for a page; an empty one is unknown.

    Args:
        url: the URL.
        name: its place in the call, for messages.

    Raises:
        VictorError: it is not text, or relative: links could not be resolved against it.
    """
    check_text(name, url)
    if url and not _SCHEME.match(url):
        wanted = "expected an absolute URL such as 'https://example.org/page'"
        raise VictorError(f"{name}: {wanted}, found {shown(url)}{meant_url(url)}")


def meant_url(text: str) -> str:
    """The end of a message about a text that is no URL: ``; did you mean 'https://a.example'?``."""
    plain = text.strip().removeprefix("//")
    if not is_url(plain):
        host = plain.partition("/")[0]
        if "." not in host.strip(".") or ":" in plain or plain.lower().endswith(PAGE_ENDINGS):
            return ""
        plain = f"https://{plain}"
    return f"; did you mean {shown(plain)}?"


def is_fragment(page: Page) -> bool:
    """Whether a page is an HTML fragment or plain text: without doctype, ``head`` and ``body``."""
    return not _WHOLE.search(page.html)


def with_paragraphs(page: Page) -> Page:
    """Convert plain text to paragraphs (``p``) and line breaks (``br``); other pages stay the same.

    Text without HTML tags is plain. Blank lines separate paragraphs.
    """
    # Most pages have markup at the start: then the rest need not be decoded.
    if _has_markup(page.start(_START)) or _has_markup(page.html):
        return page
    lines = page.html.replace("\r\n", "\n").replace("\r", "\n").strip()
    if "\n" not in lines and "<" not in lines and not page.head:
        return page
    paragraphs = _BLANK_LINES.split(lines.replace("<", "&lt;"))
    made = "\n".join(f"<p>{one.replace(chr(10), '<br>')}</p>" for one in paragraphs)
    return replace(page, source=page.head + made)


def _has_markup(text: str) -> bool:
    return any(_is_markup(found) for found in _TAG.finditer(text))


def _is_markup(found: re.Match[str]) -> bool:
    """Whether a match is markup, unlike ``<anna@example.org>`` and placeholders in plain text."""
    return found[1] is None or found[1].lower() in _KNOWN


def _check_page(page: Page) -> None:
    """Refuse a page that is not decoded."""
    source: object = page.source
    if not isinstance(source, bytes | str):
        raise SourceError(f"source of a Page: expected text or bytes, found {shown(source)}")
    if isinstance(source, bytes) and not is_utf8(source)[0]:
        raise SourceError("source of a Page: bytes that are not UTF-8; read_page decodes others")


def _checked(source: bytes | str) -> bytes | str:
    if isinstance(source, str) and (wrong := _mistaken(source)):
        raise SourceError(wrong)
    kind = looks_binary(source) if isinstance(source, bytes) else kind_of_file(source)
    if kind:
        raise SourceError(f"{NOT_HTML}: {kind}")
    return source


def _mistaken(text: str) -> str | None:
    """An error message if a text is certainly a URL or a file name, else None."""
    name = text.strip()
    if "<" in name or "\n" in name or len(name) > _LONGEST_NAME:
        return None
    if _ADDRESS.fullmatch(name):
        url = name if "://" in name else f"https://{name}"
        return f"expected a page, found a URL: victor.extract(url={url!r}) fetches it"
    if _names_file(name):
        return f"expected a page, found the name of a file: pass Path({name!r})"
    return None


def _names_file(name: str) -> bool:
    ending = name.lower().endswith((*PAGE_ENDINGS, ".pdf", ".warc", ".warc.gz"))
    if ending and not any(char.isspace() for char in name):
        return True
    return (ending or "/" in name or os.sep in name) and _exists(name)


def _exists(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def _content(file: Any) -> Any:
    """The rest of an open file."""
    try:
        return file.read()
    except UnicodeDecodeError:
        name = source_name(file) or "the file"
        raise VictorError(f"{name}: cannot be decoded: open it in binary mode, 'rb'") from None
    except (OSError, ValueError) as error:
        name = source_name(file) or "the file"
        raise VictorError(f"{name}: cannot be read: {error_text(error)}") from None


def _written(tree: Any) -> str:
    """Serialise an lxml tree as HTML."""
    from lxml import etree

    try:
        return str(etree.tostring(tree, encoding="unicode", method="html", with_tail=False))
    except (TypeError, AssertionError, ValueError, etree.LxmlError):
        raise SourceError(_unknown(tree)) from None


def _unknown(source: object) -> str:
    expected = "expected bytes, str, Path, an open file or a tree of lxml"
    hint = "; pass str(soup)" if type(source).__module__.startswith("bs4") else ""
    return f"not a page: {expected}, found {type(source).__name__}{hint}"
