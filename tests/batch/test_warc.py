"""WARC files as crawlers leave them: damaged, truncated, with garbage between, nested."""

import gzip
import re
import zlib
from io import BytesIO
from pathlib import Path
from unittest.mock import patch

import brotli
import pytest
from crawls import SAMPLES, packed, record, records
from hypothesis import given
from hypothesis import strategies as st

from victor.batch import chunk as chunks
from victor.batch.chunk import LIMIT, Input, Reading
from victor.batch.sources import SOURCES, _members


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("warc")


def read(folder: Path, data: bytes, reading: Reading = Reading()):  # noqa: B008 - frozen
    """For each record, the end of its URL or the reason for skipping it; and the records."""
    path = folder / "x.warc"
    path.write_bytes(data)
    one = Input("warc", path, str(path), path.name, "x")
    source = SOURCES["warc"](reading)
    found = [r for c in source.chunks([one]) for r in source.records(c)]
    return [r.skip or (r.url or "").rpartition("/")[2] for r in found], found


PAGES = [record(f"http://a.example/{i}", f"<html><p>Page {i}".encode() * 9) for i in range(4)]
ZIPPED = [packed(page) for page in PAGES]
LENGTH = re.compile(rb"Content-Length: (\d+)")
LOST = "damaged record"


def with_length(page: bytes, length: str) -> bytes:
    return LENGTH.sub(b"Content-Length: " + length.encode(), page, count=1)


DAMAGED = {
    "whole": (b"".join(PAGES), "0 1 2 3"),
    "zipped": (b"".join(ZIPPED), "0 1 2 3"),
    "truncated": (b"".join(PAGES)[:-30], "0 1 2 -"),
    "zipped and truncated": (b"".join(ZIPPED)[:-30], "0 1 2 -"),
    "zipped as one and truncated": (gzip.compress(b"".join(PAGES), 0)[:-60], "0 1 2 -"),
    "garbage": (b"junk" + b"WARC boilerplate\0".join(PAGES) + b"end", "- 0 - 1 - 2 - 3 -"),
    "zipped, with garbage": (b"junk" + b"\x1f\x8b\x08 no".join(ZIPPED) + b"end",
                             "- 0 - 1 - 2 - 3 -"),
    "a changed byte": (ZIPPED[0] + ZIPPED[1][:80] + b"XXXX" + ZIPPED[1][84:] + ZIPPED[2],
                       "0 - 2"),
    "a member truncated": (ZIPPED[0] + ZIPPED[1][:80] + ZIPPED[2] + ZIPPED[3], "0 - 2 3"),
    "the first truncated": (ZIPPED[0][:80] + ZIPPED[1] + ZIPPED[2], "- 1 2"),
    "too long a length": (PAGES[0] + with_length(PAGES[1], "9999999") + PAGES[2], "0 - 2"),
    "far too long a length": (PAGES[0] + with_length(PAGES[1], "9" * 9) + PAGES[2], "0 - 2"),
    "too short a length": (PAGES[0] + with_length(PAGES[1], "99") + PAGES[2], "0 - 2"),
    "no length": (PAGES[0] + with_length(PAGES[1], "many") + PAGES[2], "0 - 2"),
    "zipped with a wrong length": (ZIPPED[0] + packed(with_length(PAGES[1], "9999")) + ZIPPED[2],
                                   "0 - 2"),
    "no archive": (b"just some text\n" * 99, "-"),
    "empty": (b"", "cannot be read: an empty file"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
def test_reading_continues_after_damage(folder, name):
    data, wanted = DAMAGED[name]
    urls, _ = read(folder, data)
    assert " ".join("-" if LOST in one else one for one in urls) == wanted


@pytest.mark.parametrize("level", [0, 9])
def test_an_archive_in_a_record_is_no_part_of_the_crawl(folder, level):
    inner = record("http://a.example/x.warc.gz", b"".join(ZIPPED[1:3]), "application/gzip")
    outer = gzip.compress(inner, level)
    assert read(folder, ZIPPED[0] + outer + ZIPPED[3])[0] == [
        "0",
        "not HTML: application/gzip",
        "3",
    ]
    assert read(folder, ZIPPED[0] + outer)[0] == ["0", "not HTML: application/gzip"]


HTML = b"<html><p>Some words that are the content of a page.</p></html>" * 9
ENCODED = {
    "chunked": record("http://a.example/", HTML, transfer="chunked"),
    "gzip": record("http://a.example/", packed(HTML), encoding="gzip"),
    "gzip, chunked": record("http://a.example/", packed(HTML), encoding="gzip", transfer="chunked"),
    "deflate": record("http://a.example/", zlib.compress(HTML), encoding="deflate"),
    "deflate, no header": record(
        "http://a.example/", zlib.compress(HTML, wbits=-15), encoding="deflate"
    ),
    "br": record("http://a.example/", brotli.compress(HTML), encoding="br"),
    "x-gzip": record("http://a.example/", packed(HTML), encoding="x-gzip"),
    "with a type stated twice": record("http://a.example/", HTML, "text/html, text/html"),
    "with a type and no semicolon": record("http://a.example/", HTML, "text/html charset=utf-8"),
    "declared as gzip, but plain": record("http://a.example/", HTML, encoding="gzip"),
    "declared as unknown": record("http://a.example/", HTML, encoding="x-own"),
    "without a type": record("http://a.example/", HTML, ""),
}


@pytest.mark.parametrize("name", ENCODED)
def test_content_is_unpacked(folder, name):
    (found,) = read(folder, ENCODED[name])[1]
    assert (found.html, found.skip) == (HTML, None)


def test_content_that_unpacks_to_too_much_is_too_large(folder):
    bomb = record("http://a.example/", packed(b"<p>" + b"x" * 9_000_000), encoding="gzip")
    urls, _ = read(folder, bomb, Reading(max_bytes=1 << 20))
    assert urls == ["too large: more than 1048576 bytes"]
    huge = packed(record("http://a.example/", b"<p>" + b"x" * 9_000_000))
    urls, _ = read(folder, ZIPPED[0] + huge + ZIPPED[1], Reading(max_bytes=1 << 20))
    assert urls[::2] == ["0", "1"]
    assert urls[1].startswith("too large: 9")


LARGE = {
    "one member": b"".join,
    "a member per record": lambda pages: b"".join(map(packed, pages)),
    "packed together": lambda pages: packed(b"".join(pages)),
}


@pytest.mark.parametrize("pack", LARGE.values(), ids=LARGE)
def test_what_is_too_large_is_named_by_its_headers(folder, pack):
    large = b"<p>" + b"x" * (2 << 20)
    pages = [
        PAGES[0],
        record("http://a.example/large", large),
        record("http://a.example/video", large, "video/mp4"),
        record("http://a.example/gone", large, status="404 Not Found"),
        record("http://a.example/request", large, kind="request"),
        PAGES[1],
    ]
    urls, found = read(folder, pack(pages), Reading(max_bytes=1 << 20))
    assert [urls[0], urls[-1]] == ["0", "1"]
    assert [one.url and one.url.rpartition("/")[2] for one in found[1:-1]] == [
        "large",
        "video",
        "gone",
    ]
    assert [one.id for one in found[1:-1]] == [f"urn:test:{one.url}" for one in found[1:-1]]
    assert found[1].skip.startswith("too large: 209")
    assert [one.skip for one in found[2:-1]] == ["not HTML: video/mp4", "HTTP status: 404"]


@pytest.mark.parametrize("pack", LARGE.values(), ids=LARGE)
def test_a_record_that_a_worker_has_no_memory_for_is_too_large(folder, pack):
    pages = [PAGES[0], record("http://a.example/large", b"<p>" + b"x" * (2 << 20)), PAGES[1]]
    urls, found = read(folder, pack(pages), Reading(max_memory=8 << 20))
    assert [urls[0], urls[2]] == ["0", "1"]
    assert found[1].skip.endswith("bytes, too much for --max-memory")
    assert found[1].url == "http://a.example/large"


def test_only_the_record_for_which_memory_does_not_suffice_is_lost(folder, monkeypatch):
    inflate = _members._inflate

    def limited(window, at, limit, most=1 << 30):
        found = inflate(window, at, limit, most)
        if len(found[0]) > 1 << 20:
            raise MemoryError
        return found

    monkeypatch.setattr(_members, "_inflate", limited)
    large = packed(record("http://a.example/large", b"<p>" + b"x" * (2 << 20)))
    urls, found = read(folder, ZIPPED[0] + large + ZIPPED[1])
    assert [urls[0], urls[2]] == ["0", "1"]
    assert (found[1].url, found[1].skip) == (
        "http://a.example/large",
        "error: not enough memory",
    )


def test_the_limit_of_pages_is_that_of_members(folder):
    page = record("http://a.example/", b"<p>" + b"x" * LIMIT)
    for file in (page, packed(page), packed(page + record("http://b.example/", b"<p>b"))):
        found = read(folder, file, Reading(max_bytes=LIMIT << 1))[1][0]
        assert (len(found.html), found.skip) == (LIMIT + 3, None)


def test_http_headers_go_with_the_page(folder):
    data = record("http://a.example/", HTML, "text/html; charset=ISO-8859-2")
    data = data.replace(b"HTTP/1.1 200 OK", b"HTTP/1.1 200 OK\r\nContent-Language: cs")
    data = with_length(data, str(int(LENGTH.search(data)[1]) + len("\r\nContent-Language: cs")))
    (found,) = read(folder, data)[1]
    assert (found.encoding.lower(), found.language) == ("iso-8859-2", "cs")


def test_http_headers_may_end_their_lines_in_line_feeds(folder):
    whole = record("http://a.example/", HTML, "text/html; charset=ISO-8859-2")
    start = whole.index(b"HTTP/1.1")
    end = whole.index(b"\r\n\r\n", start) + 4
    head = whole[start:end].replace(b"\r\n", b"\n")
    data = whole[:start] + head + whole[end:]
    data = with_length(data, str(int(LENGTH.search(data)[1]) + len(head) - (end - start)))
    for file in (data, packed(data)):
        (found,) = read(folder, file)[1]
        assert (found.html, found.encoding.lower(), found.skip) == (HTML, "iso-8859-2", None)


def test_a_page_that_cannot_be_decoded_keeps_its_address(folder):
    data = record("http://a.example/", b"\x28\xb5\x2f\xfd" + b"\0" * 40, encoding="zstd")
    (found,) = read(folder, data)[1]
    assert found.url == "http://a.example/"
    assert found.skip.startswith("damaged record: ")


def is_arc(data):
    """Whether Victor refuses the whole file: nothing in an ARC file is a lost page."""
    return data.startswith(b"filedesc://")


@given(st.data())
def test_what_is_whole_is_found_whatever_lies_between(folder, data):
    """Small chunks, so that they begin everywhere."""
    pieces, wanted = [], []
    kinds = st.sampled_from(["page", "page", "page", "request", "truncated", "garbage", "nested"])
    for i, kind in enumerate(data.draw(st.lists(kinds, min_size=1, max_size=12))):
        url = f"http://a.example/{i}"
        page = record(url, b"<html>" + b"x" * data.draw(st.integers(0, 300)))
        if kind == "page":
            pieces.append(packed(page))
            wanted.append(str(i))
        elif kind == "request":
            pieces.append(packed(record(url, b"", kind="request")))
        elif kind == "truncated":
            member = packed(page)
            pieces.append(member[: data.draw(st.integers(60, 100))])
        elif kind == "garbage":
            garbage = st.binary(min_size=1, max_size=40).filter(lambda b: not is_arc(b))
            pieces.append(data.draw(garbage))
        else:
            pieces.append(gzip.compress(record(url, packed(page) * 3, "application/gzip"), 0))
            wanted.append("not HTML: application/gzip")
    whole = b"".join(pieces)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_members, "_PACKED", 2)
        urls, found = read(folder, whole)
    assert [one for one in urls if LOST not in one] == wanted
    assert [r.offset for r in found] == sorted(r.offset for r in found)


@given(st.lists(st.integers(1, 400), max_size=40), st.integers(1, 5))
def test_cuts_cover_the_file(folder, sizes, records):
    path = folder / "cuts.warc.gz"
    path.write_bytes(b"".join(packed(record("http://a.example/", b"x" * n)) for n in sizes))
    end = path.stat().st_size
    with pytest.MonkeyPatch.context() as patch, path.open("rb") as file:
        patch.setattr(_members, "_PACKED", records)
        cuts = list(_members.member_ranges(file, end))
    assert [start for start, _ in cuts] == [0, *(stop for _, stop in cuts)][: len(cuts)]
    assert not end or cuts[-1][1] == end
    assert len(cuts) == -(-len(sizes) // records)


def test_a_chunk_is_small():
    assert chunks.RECORDS * 250_000 <= chunks.BYTES


@pytest.mark.parametrize("cut", [10, 14, 40, 60, 150, 200])
def test_a_header_that_is_cut_off_takes_no_record_with_it(folder, cut):
    one, two, three = (record(f"http://{name}.example/", SAMPLES[0][1]) for name in "abc")
    _, found = read(folder, one + two[:cut] + three)
    assert [page.url for page in found if page.html] == ["http://a.example/", "http://c.example/"]


def test_an_address_may_end_like_the_first_line_of_a_record(folder):
    _, (found,) = read(folder, record("http://a.example/WARC/1.0", SAMPLES[0][1]))
    assert found.url == "http://a.example/WARC/1.0"


def test_blanks_of_a_page_are_not_the_end_of_a_record(folder):
    one, two = (record(f"http://{name}.example/", b"<p>x" + b" " * 999) for name in "ab")
    cut = two.index(b"    ") + 10  # the length of the first ends among the blanks of the second
    _, found = read(folder, one[: -cut - 4] + two)
    assert "http://b.example/" in [page.url for page in found]


def test_a_field_is_not_the_beginning_of_a_record(folder):
    one, two = (record(f"http://{name}.example/", SAMPLES[0][1]) for name in "ab")
    lines = len(b"WARC/1.0\r\nWARC-Type: response\r\n")  # of the next one, that the length covers
    _, found = read(folder, one[: -lines - 8] + b"\r\n\r\n" + two)
    assert "http://b.example/" in [page.url for page in found]


@pytest.mark.skipif(_members._fast is None, reason="isal is not installed")
@given(st.integers(0, 10**6), st.sampled_from(["cut", "flip", "insert"]))
def test_damage_is_reported_in_the_same_way_with_and_without_isal(place, how):
    data = bytearray(b"".join(map(packed, records(SAMPLES[:2]))))
    at = place % len(data)
    if how == "cut":
        del data[at:]
    elif how == "flip":
        data[at] ^= 1 << place % 8
    else:
        data[at:at] = b"\x1f\x8b\x08 and garbage"
    with_isal_and_without(data)


@pytest.mark.skipif(_members._fast is None, reason="isal is not installed")
def test_flags_that_must_be_zero_are_damage():
    data = bytearray(b"".join(map(packed, records(SAMPLES[:2]))))
    data[3] |= 1 << 7
    assert [one.wrong for one in with_isal_and_without(data) if one.wrong]


def with_isal_and_without(data):
    """The records and problems of a file of members, which are the same."""
    found = []
    for fast in (_members._fast, None):
        with patch.object(_members, "_fast", fast):
            found.append(
                list(
                    _members.decompressed_members(
                        BytesIO(data), 0, len(data), Reading(max_bytes=1 << 20)
                    )
                )
            )
    assert found[0] == found[1]
    return found[0]
