"""Recognise files that are not pages."""


def looks_binary(data: bytes) -> str | None:
    """What kind of binary file this is, as ``a PDF file``; None if it may be a page."""
    kinds = {
        b"%PDF-": "a PDF file",
        b"\x89PNG": "a PNG image",
        b"\xff\xd8\xff": "a JPEG image",
        b"GIF8": "a GIF image",
        b"PK\x03\x04": "a ZIP archive",
        b"\x1f\x8b": "a gzip archive",
        b"\x7fELF": "a program",
    }
    for start, kind in kinds.items():
        if data.startswith(start):
            return kind
    head = data[:4096]
    controls = sum(byte < 9 or 13 < byte < 27 or 27 < byte < 32 for byte in head)
    wide = head[:2] in (b"\xff\xfe", b"\xfe\xff") or b"<\x00" in head or b"\x00<" in head
    return "binary data" if controls * 10 > len(head) and not wide else None
