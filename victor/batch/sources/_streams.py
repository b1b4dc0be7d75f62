"""Read files as streams of decompressed bytes, continuing after damage."""

import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from victor.batch.chunk import Input
from victor.batch.record import DAMAGED
from victor.errors import require

BLOCK = 1 << 20
_STEP = 16 << 10  # bytes decompressed at once, which limits the data lost by damage
_ZSTD_STEP = 1 << 10  # expands to at most 32 MB, as four bytes may encode 128 kB
GZIP, ZSTD = b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd"
Block = bytes | str  # decompressed bytes; a string describes damage at this place


@contextmanager
def opened(one: Input) -> Iterator[BinaryIO]:
    """Open an input as binary, without decompressing it."""
    if one.path is None:
        yield sys.stdin.buffer
        return
    with one.path.open("rb") as file:
        yield file


def decompressed(file: BinaryIO) -> Iterator[Block]:
    """Yield the decompressed stream in blocks; its first bytes indicate gzip or zstd."""
    first = file.read(BLOCK)
    if first.startswith(GZIP):
        yield from _gunzip(first, file)
    elif first.startswith(ZSTD):
        yield from _unzstd(first, file)
    else:
        while first:
            yield first
            first = file.read(BLOCK)


def _gunzip(data: bytes, file: BinaryIO) -> Iterator[Block]:
    """Yield the members in order; after damage, continue at the next start of a member."""
    member = zlib.decompressobj(31)
    while data:
        try:
            piece = member.decompress(data[:_STEP], BLOCK)
        except zlib.error as error:
            yield f"{DAMAGED}: gzip: {_message(error)}"
            data, member = _next_member(data[1:], file), zlib.decompressobj(31)
            continue
        if piece:
            yield piece
        if member.eof:
            data = member.unused_data + data[_STEP:] or file.read(_STEP)
            member = zlib.decompressobj(31)
            if not data:
                return
        else:
            data = member.unconsumed_tail + data[_STEP:] or file.read(_STEP)
    yield f"{DAMAGED}: gzip: truncated"


def _next_member(data: bytes, file: BinaryIO) -> bytes:
    """The data from the next possible start of a member; empty at the end of the file."""
    while data:
        found = data.find(GZIP)
        if found >= 0:
            return data[found:]
        more = file.read(BLOCK)
        data = data[-2:] + more if more else b""
    return b""


def _message(error: zlib.error) -> str:
    return str(error).partition("decompressing data: ")[2] or str(error)


def _unzstd(data: bytes, file: BinaryIO) -> Iterator[Block]:
    zstandard = require("zstandard", "warc")
    frame = zstandard.ZstdDecompressor().decompressobj()
    while data:
        try:
            for i in range(0, len(data), _ZSTD_STEP):
                if piece := frame.decompress(data[i : i + _ZSTD_STEP]):
                    yield piece
                if frame.eof:
                    data = frame.unused_data + data[i + _ZSTD_STEP :]
                    frame = zstandard.ZstdDecompressor().decompressobj()
                    break
            else:
                data = file.read(BLOCK)
                continue
        except zstandard.ZstdError as error:
            yield f"{DAMAGED}: zstd: {error}"
            return
        data = data or file.read(BLOCK)
        if not data:
            return
    yield f"{DAMAGED}: zstd: truncated"
