"""``jsonl``: a row per input on a line, plain, ``.gz`` or ``.zst``."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from victor.batch.record import Outcome, row
from victor.batch.sinks import _packing
from victor.errors import require

if TYPE_CHECKING:
    from victor.batch.sinks import Writing

ENDINGS: tuple[str, ...] = (".jsonl", ".ndjson")
FORMATS: tuple[str, ...] = ("jsonl",)


def check(writing: "Writing") -> None:
    """Zstd needs an extra."""
    if writing.packing == ".zst":
        require("zstandard", "warc")


def begin(writing: "Writing") -> bytes:
    """Nothing."""
    return b""


def render(outcome: Outcome, writing: "Writing") -> bytes:
    """The row's line."""
    text = json.dumps(row(outcome, writing.model), ensure_ascii=False)
    return text.encode("utf-8", "replace") + b"\n"


def pack(pages: Sequence[bytes], writing: "Writing") -> bytes:
    """Lines, as a member of gzip or a frame of zstd."""
    return _packing.packed(b"".join(pages), writing.packing)


def finish(strung: Path, target: Path, writing: "Writing") -> None:
    """Move it there."""
    _packing.finish(strung, target, writing.packing)
