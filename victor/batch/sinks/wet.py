"""``wet``: the text of pages as WARC conversion records, as in Common Crawl's WET files."""

import io
import uuid
from collections.abc import Sequence

from victor import __version__
from victor.batch.record import CLEANED, Outcome
from victor.batch.sinks.base import Sink, compress
from victor.errors import VictorError

_NO_DATE = "1970-01-01T00:00:00Z"  # mandatory; the current time would not be reproducible


class Wet(Sink):
    """Writes a record per cleaned page: its text, with its source as ``WARC-Refers-To``."""

    endings = (".wet", ".warc")
    formats = ("text",)
    requires = ("fastwarc", "warc")

    def check(self) -> None:
        """Check that the output can be written.

        Raises:
            VictorError: FastWARC is not installed, or the compression is not gzip.
        """
        super().check()
        if self.writing.compression == ".zst":
            raise VictorError(f"{self.writing.output}: WARC can only be compressed as .gz")

    def begin(self) -> bytes:
        """The ``warcinfo`` record with the version and the model."""
        lines = (f"software: Victor {__version__}", f"model: {self.writing.model}")
        body = "".join(f"{line}\r\n" for line in (*lines, "format: WARC 1.1"))
        headers = {"Content-Type": "application/warc-fields", "WARC-Date": _NO_DATE}
        return self._record("warcinfo", body.encode(), headers)

    def render(self, outcome: Outcome) -> bytes | None:
        """The ``conversion`` record of a page; None if it has no main content."""
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
        return self._record("conversion", text, headers, record.source, record.id, record.offset)

    def pack(self, pages: Sequence[bytes]) -> bytes:
        """Join the records of a chunk, each of which is a gzip member if compressed.

        Args:
            pages: the records.
        """
        return b"".join(pages)

    def _record(self, kind: str, body: bytes, headers: dict[str, str], *origin: object) -> bytes:
        from fastwarc.warc import WarcRecord, WarcRecordType

        text = "\n".join(map(str, ("victor", kind, *origin)))
        # File names and identifiers may have lone surrogates.
        name = uuid.uuid5(uuid.NAMESPACE_URL, text.encode("utf-8", "replace").decode())
        record = WarcRecord()
        record.init_headers(getattr(WarcRecordType, kind), record_urn=f"uuid:{name}".encode())
        for key, value in headers.items():
            record.headers[key] = value
        record.set_bytes_content(body)
        out = io.BytesIO()
        record.write(out, checksum_data=True)
        return compress(out.getvalue(), self.writing.compression, self.writing.level)


def _one_line(value: str) -> str:
    return " ".join(value.encode("utf-8", "replace").decode().split())
