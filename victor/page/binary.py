"""Recognise files that are not pages."""

from victor.text.regex import regex

_KINDS = {
    b"%PDF-": "a PDF file",
    b"%!PS": "a PostScript file",
    b"{\\rtf": "an RTF document",
    b"\xd0\xcf\x11\xe0": "an Office document",
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"II*\0": "a TIFF image",
    b"MM\0*": "a TIFF image",
    b"\0\0\1\0": "an icon",
    b"RIFF": "an image, a sound or a video",
    b"OggS": "a sound or a video",
    b"ID3": "a sound",
    b"fLaC": "a sound",
    b"\x1aE\xdf\xa3": "a video",
    b"wOFF": "a font",
    b"wOF2": "a font",
    b"OTTO": "a font",
    b"\0\1\0\0": "a font",
    b"PK\x03\x04": "a ZIP archive",
    b"\x1f\x8b": "a gzip archive",
    b"BZh91AY": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"\x28\xb5\x2f\xfd": "a Zstandard archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a RAR archive",
    b"SQLite format 3": "a database",
    b"PAR1": "a Parquet file",
    b"\x7fELF": "a program",
    b"\0asm": "a program",
    b"\xca\xfe\xba\xbe": "a program",
}
_SIGNATURE = 16  # characters, more than those above
_CONTROLS = bytes([*range(9), *range(14, 27), *range(28, 32)])
_HEAD = 4096  # bytes that are searched
# Of 4,500 pages, three have control characters, at most 17 of 4,096; a tenth of random bytes are.
_SHARE, _SHARE_OF_PAGES = 50, 10  # one of so many bytes; in a head with markup
_LEAST = 8  # control characters
_MARKUP = regex(rb"(?i)<(?:!doctype|html|head|body|title|meta|div|p)[\s>]")


def signature_of(data: bytes | str) -> str | None:
    """The kind of file that data begin like, such as ``a PDF file``; None for other data.

    Args:
        data: the bytes, or characters of which each was a byte.
    """
    if isinstance(data, str):
        data = data[:_SIGNATURE].encode("latin-1", "replace")
    return next((kind for start, kind in _KINDS.items() if data.startswith(start)), None)


def looks_binary(data: bytes) -> str | None:
    """The kind of a binary file, such as ``a PDF file``; None if it may be a page."""
    if kind := signature_of(data):
        return kind
    head = data[:_HEAD]
    if head[4:8] == b"ftyp":
        return "a video"
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if not controls or _is_wide(head):
        return None
    is_dense, is_several = controls * _SHARE_OF_PAGES > len(head), controls >= _LEAST
    if _MARKUP.search(head):
        is_binary = is_dense and is_several
    else:
        is_binary = is_dense or (is_several and controls * _SHARE > len(head))
    return "binary data" if is_binary else None


def _is_wide(head: bytes) -> bool:
    """Whether bytes may be UTF-16, in which markup has many zero bytes."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    return head.count(0) * 16 > len(head) and (b"<\0" in head or b"\0<" in head)
