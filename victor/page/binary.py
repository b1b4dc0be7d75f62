"""Recognise files that are not pages."""

_KINDS = {
    b"%PDF-": "a PDF file",
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"PK\x03\x04": "a ZIP archive",
    b"\x1f\x8b": "a gzip archive",
    b"\x7fELF": "a program",
}
_CONTROLS = bytes([*range(9), *range(14, 27), *range(28, 32)])


def looks_binary(data: bytes) -> str | None:
    """The kind of a binary file, such as ``a PDF file``; None if it may be a page."""
    for start, kind in _KINDS.items():
        if data.startswith(start):
            return kind
    head = data[:4096]
    controls = len(head) - len(head.translate(None, _CONTROLS))
    wide = head[:2] in (b"\xff\xfe", b"\xfe\xff") or b"<\x00" in head or b"\x00<" in head
    return "binary data" if controls * 10 > len(head) and not wide else None
