"""Bytes to ``.gz`` and ``.zst``: the same bytes to the same, and nothing of the time of day."""

import gzip
import os
import shutil
from pathlib import Path
from typing import BinaryIO

from victor.errors import require

_LEVEL = {".gz": 6, ".zst": 3}


def packed(data: bytes, packing: str) -> bytes:
    """A member of gzip, or a frame of zstd."""
    if packing == ".gz":
        return gzip.compress(data, _LEVEL[packing], mtime=0) if data else b""
    if packing == ".zst" and data:
        made: bytes = require("zstandard", "warc").ZstdCompressor(_LEVEL[packing]).compress(data)
        return made
    return data


def finish(strung: Path, target: Path, packing: str) -> None:
    """Move what is strung together; zstd becomes one frame: many readers stop after the first."""
    if packing == ".zst":
        aside = target.with_name(target.name + ".whole")
        with strung.open("rb") as old, aside.open("wb") as new:
            _one_frame(old, new)
            new.flush()
            os.fsync(new.fileno())
        aside.replace(target)
        strung.unlink()
    else:
        strung.replace(target)


def _one_frame(old: BinaryIO, new: BinaryIO) -> None:
    zstandard = require("zstandard", "warc")
    reader = zstandard.ZstdDecompressor().stream_reader(old, read_across_frames=True)
    writer = zstandard.ZstdCompressor(_LEVEL[".zst"]).stream_writer(new, closefd=False)
    with writer:
        shutil.copyfileobj(reader, writer, 1 << 20)
