"""Pages packed as crawls are."""

import gzip
import io
import json
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import zstandard
from conftest import DATA

from victor.page.encodings import decode

Pages = Sequence[tuple[str, bytes]]
SAMPLES: Pages = [(path.name, path.read_bytes()) for path in sorted(DATA.glob("*.html"))]


def record(url: str, body: bytes, content_type: str = "text/html", **more: str) -> bytes:
    """A WARC response; ``more``: ``kind``, ``status``, ``encoding``, ``transfer``."""
    if more.get("transfer") == "chunked":
        pieces = [body[i : i + 100] for i in range(0, len(body), 100)]
        body = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
    lines = [f"HTTP/1.1 {more.get('status', '200 OK')}"]
    lines += [f"Content-Type: {content_type}"] if content_type else []
    lines += [f"Content-Encoding: {more['encoding']}"] if "encoding" in more else []
    lines += [f"Transfer-Encoding: {more['transfer']}"] if "transfer" in more else []
    block = "\r\n".join(lines).encode() + b"\r\n\r\n" + body
    header = (
        f"WARC/1.0\r\nWARC-Type: {more.get('kind', 'response')}\r\nWARC-Target-URI: {url}\r\n"
        f"WARC-Date: 2024-05-06T07:08:09Z\r\nWARC-Record-ID: <urn:test:{url}>\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return header.encode() + block + b"\r\n\r\n"


def packed(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def records(pages: Pages) -> list[bytes]:
    """Each page, between other records of a crawl."""
    out = [record("info", b"software: x", kind="warcinfo")]
    for name, html in pages:
        url = f"http://a.example/{name}"
        out += [
            record(url, b"", kind="request"),
            record(url, html),
            record(url, b"", kind="metadata"),
        ]
    return out


def write(kind: str, folder: Path, pages: Pages) -> Path:
    """The pages in one of the ways of ``KINDS``."""
    path = folder / f"crawl.{kind}"
    if kind == "folder":
        path = folder / "pages"
        path.mkdir()
        for name, html in pages:
            (path / name).write_bytes(html)
    elif kind == "one-member.warc.gz":
        path.write_bytes(packed(b"".join(records(pages))))
    elif kind.startswith("warc"):
        path.write_bytes(b"".join(map(_packer(kind), records(pages))))
    elif kind.startswith("jsonl"):
        rows = [{"url": f"http://a.example/{n}", "html": decode(html)[0]}
                for n, html in pages]  # fmt: skip
        lines = "".join(json.dumps(row) + "\n" for row in rows).encode()
        path.write_bytes(_packer(kind)(lines))
    else:
        urls = [f"http://a.example/{name}" for name, _ in pages]
        table = pa.table({"url": urls, "content": [html for _, html in pages]})
        pq.write_table(table, path, row_group_size=7)
    return path


def _packer(kind: str):
    if kind.endswith(".gz"):
        return packed
    return zstandard.ZstdCompressor().compress if kind.endswith(".zst") else bytes


KINDS = {
    "folder": "pages",
    "warc": "warc",
    "warc.gz": "warc",
    "one-member.warc.gz": "warc",
    "warc.zst": "warc",
    "jsonl": "jsonl",
    "jsonl.gz": "jsonl",
    "jsonl.zst": "jsonl",
    "parquet": "parquet",
}


def rows(path: Path) -> list[dict]:
    """The rows of an output."""
    if path.name.endswith(".parquet"):
        return pq.read_table(path).to_pylist()
    data = path.read_bytes()
    if path.suffix == ".gz":
        data = gzip.decompress(data)
    if path.suffix == ".zst":  # as most readers do: the first frame and no more
        data = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data)).read()
    return [json.loads(line) for line in data.decode("utf-8").splitlines()]
