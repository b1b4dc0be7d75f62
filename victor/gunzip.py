"""Decompress gzip while data arrives."""

import sys
import zlib
from typing import Protocol

GZIP = b"\x1f\x8b"  # RFC 1952, section 2.3.1
_PIECE = 16 << 10  # bytes to feed at once: each member copies the rest of a piece


class Gunzip:
    """Decompresses a sequence of gzip members, and ignores bytes after them.

    Args:
        max_bytes: the maximum of compressed bytes, exceeded by one piece at most; a member without
            content can have any size.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._received = 0
        self._member = zlib.decompressobj(31)
        self._ahead = b""  # the first byte after a member, which may begin another
        self.ended = False  # whether the rest of the data is to be ignored

    def feed(self, data: bytes, most: int) -> bytes:
        """Decompress the next piece of the data.

        Args:
            data: the piece.
            most: the maximum of bytes to return; once it is reached, stop feeding.

        Raises:
            ValueError: the data are not gzip, or too long.
        """
        if self._received > self._max_bytes:
            raise ValueError(f"gzip of more than {self._max_bytes} bytes")
        self._received += len(data)
        data, out = self._ahead + data, bytearray()
        while len(out) < most and self._continues(data):
            out += self._decompressed(data, most - len(out))
            data = self._member.unused_data
        self._ahead = data if self._member.eof and not self.ended else b""
        return bytes(out)

    def close(self) -> None:
        """Check that the data are complete or empty.

        Raises:
            ValueError: they end within a member.
        """
        if self._received and not self._member.eof:
            raise ValueError("truncated gzip")

    def _continues(self, data: bytes) -> bool:
        """Whether data belong to the current member, or begin another."""
        if self._member.eof and data.startswith(GZIP):
            self._member = zlib.decompressobj(31)
        self.ended = self._member.eof and not GZIP.startswith(data)
        return bool(data) and not self._member.eof

    def _decompressed(self, data: bytes, most: int) -> bytes:
        try:
            return self._member.decompress(data, most)
        except zlib.error:
            raise ValueError("damaged gzip") from None


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


def gunzipped(file: _Readable, most: int, complete: bool = True) -> bytes:
    """At most ``most`` bytes of decompressed data; bytes after it are ignored.

    Args:
        file: the compressed data.
        most: the maximum of bytes to return.
        complete: whether data that end within a member are an error.

    Raises:
        ValueError: the data are not gzip, or incomplete.
    """
    gunzip, out = Gunzip(sys.maxsize), bytearray()
    while len(out) < most and not gunzip.ended and (piece := file.read(_PIECE)):
        out += gunzip.feed(piece, most - len(out))
    if complete and len(out) < most:
        gunzip.close()
    return bytes(out)
