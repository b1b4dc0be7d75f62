"""Recognise files that are not pages."""

import json

from victor.text.regex import regex

_AFTER_TYPE = regex(r"[;,\s]")
_KINDS = {
    b"%PDF-": "a PDF file",
    b"%!PS-Adobe": "a PostScript file",
    b"{\\rtf1": "an RTF document",
    b"\xd0\xcf\x11\xe0": "an Office document",
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF87a": "a GIF image",
    b"GIF89a": "a GIF image",
    b"II*\0": "a TIFF image",
    b"MM\0*": "a TIFF image",
    b"\0\0\1\0": "an icon",
    b"OggS\0": "a sound or a video",
    b"ID3\2": "a sound",
    b"ID3\3": "a sound",
    b"ID3\4": "a sound",
    b"fLaC\0": "a sound",
    b"\x1aE\xdf\xa3": "a video",
    b"wOFF\0\1": "a font",
    b"wOFFOTTO": "a font",
    b"wOF2\0\1": "a font",
    b"wOF2OTTO": "a font",
    b"OTTO\0": "a font",
    b"\0\1\0\0": "a font",
    b"PK\x03\x04": "a ZIP archive",
    b"\x1f\x8b": "a gzip archive",
    b"BZh91AY": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"\x28\xb5\x2f\xfd": "a Zstandard archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!\x1a\7": "a RAR archive",
    b"SQLite format 3": "a database",
    b"PAR1\x15": "a Parquet file",
    b"WARC/1.": "a WARC file",
    b"\x7fELF": "a program",
    b"\0asm": "a program",
    b"\xca\xfe\xba\xbe": "a program",
}
_STARTS = tuple(_KINDS)
_MAY_BE_JSON = regex(rb"\s{0,100}(?:\{\s{0,100}\"|\[\s{0,100}\{\s{0,100}\")")
# The root element of an XML file, after declarations and comments. Some feeds have no declaration,
# and neither have SVG images at the start of a page.
_ROOT = regex(
    rb"(?:\xef\xbb\xbf)?\s{0,100}(<\?xml\s[^>]{0,200}>)?(?:\s{0,100}<[?!][^>]{0,1000}>){0,5}"
    rb"\s{0,100}<([\w:]{1,30})"
)
_KINDS_OF_XML = {
    b"rss": "an RSS feed",
    b"rdf:RDF": "an RSS feed or other RDF",
    b"feed": "an Atom feed",
    b"urlset": "a sitemap",
    b"sitemapindex": "a sitemap",
    b"opml": "an OPML list",
}
_SIGNATURE = 16  # characters, more than those above
# Without those that ISO-2022 encodings use.
_CONTROLS = bytes([*range(9), *range(16, 27), *range(28, 32)])
_HEAD = 4096  # bytes that are searched
# Of 4,500 pages, three have control characters, at most 17 of 4,096; a tenth of random bytes are.
_SHARE, _SHARE_OF_PAGES = 50, 10  # one of so many bytes; in a head with markup
_LEAST = 8  # control characters
_WIDE_MARKUP = regex(rb"<\0[a-zA-Z!/]\0|\0<\0[a-zA-Z!/]")
_MARKUP = regex(rb"(?i)<(?:!doctype|html|head|body|title|meta|div|p)[\s>]")


def kind_of_file(data: bytes | str) -> str | None:
    """The kind of a file that is not a page, such as ``a PDF file`` or ``JSON``; otherwise None.

    Args:
        data: the bytes, or characters of which each was a byte.
    """
    start = data[:_SIGNATURE]
    signature = start.encode("latin-1", "replace") if isinstance(start, str) else start
    return _kind_by_signature(signature) or _kind_of_text(data)


def _kind_by_signature(data: bytes) -> str | None:
    if data[4:8] == b"ftyp" and data[:3] == b"\0\0\0":
        return "a video"
    if data.startswith(b"RIFF") and data[8:12] in (b"WEBP", b"WAVE", b"AVI "):
        return "an image, a sound or a video"
    if not data.startswith(_STARTS):
        return None
    return next((kind for start, kind in _KINDS.items() if data.startswith(start)), None)


def _kind_of_text(text: bytes | str) -> str | None:
    start = text[:_HEAD] if isinstance(text, bytes) else text[:_HEAD].encode("utf-8", "replace")
    if _MAY_BE_JSON.match(start) and _is_json(text):
        return "JSON"
    if not (root := _ROOT.match(start)):
        return None
    return "an SVG image" if root[1] and root[2] == b"svg" else _KINDS_OF_XML.get(root[2])


def _is_json(text: bytes | str) -> bool:
    """Whether a text is JSON, or begins with a JSON value that another follows."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.msg == "Extra data" and error.doc[error.pos] in "{["
    except (ValueError, RecursionError):
        return False
    return True


def media_type(stated: str | None) -> str:
    """The media type in a header ``Content-Type``, in lower case; empty if there is none.

    Some servers send the header twice, which joins the values by a comma, or forget the semicolon.
    """
    return _AFTER_TYPE.split((stated or "").strip(), 1)[0].lower()


def looks_binary(data: bytes) -> str | None:
    """The kind of a binary file, such as ``a PDF file``; None if it may be a page."""
    if kind := kind_of_file(data):
        return kind
    head = data[:_HEAD]
    controls = _controls_in(head)
    if not controls or _is_wide(head):
        return None
    is_dense, is_several = controls * _SHARE_OF_PAGES > len(head), controls >= _LEAST
    if _MARKUP.search(head):
        is_binary = is_dense and is_several
    else:
        is_binary = is_dense or (is_several and controls * _SHARE > len(head))
    return "binary data" if is_binary else None


def _is_wide(head: bytes) -> bool:
    """Whether bytes may be UTF-16: with markup, or with zeros as one of the bytes of letters."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or _WIDE_MARKUP.search(head):
        return True
    zeros = sorted((head[::2].count(0), head[1::2].count(0)))
    is_alternating = zeros[1] * 4 > len(head) and zeros[0] * _SHARE < len(head)
    letters = head.replace(b"\0", b"")
    return is_alternating and _controls_in(letters) * _SHARE < len(letters)


def _controls_in(data: bytes) -> int:
    return len(data) - len(data.translate(None, _CONTROLS))
