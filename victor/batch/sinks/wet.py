"""``wet``: the text of pages as WARC conversion records, like Common Crawl's WET files.

A record per cleaned page: ``WARC-Refers-To`` is the record that it came from, the body its text.
"""

import io
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from victor import __version__
from victor.batch.record import CLEANED, Outcome
from victor.batch.sinks import _packing
from victor.errors import VictorError, require

if TYPE_CHECKING:
    from victor.batch.sinks import Writing

ENDINGS: tuple[str, ...] = (".wet", ".warc")
FORMATS: tuple[str, ...] = ("text",)
_NO_DATE = "1970-01-01T00:00:00Z"  # the field is mandatory, and the time of day would differ


def check(writing: "Writing") -> None:
    """FastWARC writes; WARC is packed by gzip alone."""
    require("fastwarc", "warc")
    if writing.packing == ".zst":
        raise VictorError(f"{writing.output}: WARC is packed as .gz")


def begin(writing: "Writing") -> bytes:
    """The record that tells what wrote the file."""
    about = f"software: Victor {__version__}\r\nmodel: {writing.model}\r\nformat: WARC 1.1\r\n"
    headers = {"Content-Type": "application/warc-fields", "WARC-Date": _NO_DATE}
    return _record("warcinfo", about.encode(), headers, writing)


def render(outcome: Outcome, writing: "Writing") -> bytes | None:
    """A conversion record."""
    if outcome.result is None or outcome.status != CLEANED:
        return None
    record, document = outcome.record, outcome.result.document
    headers = {
        "WARC-Target-URI": _one_line(document.url or record.id),
        "WARC-Date": _one_line(record.date or _NO_DATE),
        "Content-Type": "text/plain",
    }
    if record.id.startswith("urn:"):
        headers["WARC-Refers-To"] = f"<{_one_line(record.id)}>"
    text = outcome.result.text.encode("utf-8", "replace")
    return _record("conversion", text, headers, writing, record.source, record.id, record.offset)


def pack(pages: Sequence[bytes], writing: "Writing") -> bytes:
    """Records, each a member of gzip."""
    return b"".join(pages)


def finish(strung: Path, target: Path, writing: "Writing") -> None:
    """Move it there."""
    _packing.finish(strung, target, writing.packing)


def _record(
    kind: str, body: bytes, headers: dict[str, str], writing: "Writing", *origin: object
) -> bytes:
    from fastwarc.warc import WarcRecord, WarcRecordType

    name = uuid.uuid5(uuid.NAMESPACE_URL, "\n".join(map(str, ("victor", kind, *origin))))
    record = WarcRecord()
    record.init_headers(getattr(WarcRecordType, kind), record_urn=f"uuid:{name}".encode())
    for key, value in headers.items():
        record.headers[key] = value
    record.set_bytes_content(body)
    out = io.BytesIO()
    record.write(out, checksum_data=True)
    return _packing.packed(out.getvalue(), writing.packing)


def _one_line(value: str) -> str:
    return " ".join(value.encode("utf-8", "replace").decode().split())
