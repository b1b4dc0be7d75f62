"""datatrove pipelines write the rows of `victor clean`, also after interruptions."""

import contextlib
import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from conftest import DATA, ROOT

pytest.importorskip("datatrove", reason="needs the extra 'cluster'")
pytest.importorskip("fastwarc", reason="needs the extra 'warc'")

from datatrove.data import Document

from victor.batch import datatrove as steps
from victor.batch.datatrove import Clean, Pages, as_row
from victor.errors import VictorError

PAGES = sorted(DATA.glob("*.html"))


def write_warc(path: Path, pages: list[tuple[str, bytes]]) -> Path:
    """A gzip member for each response."""
    with path.open("wb") as file:
        for name, html in pages:
            http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html
            head = (
                f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:x:{name}>\r\n"
                f"WARC-Target-URI: http://a.example/{name}\r\nWARC-Date: 2024-05-01T00:00:00Z\r\n"
                f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}"
            )
            record = head.encode() + b"\r\n\r\n" + http + b"\r\n\r\n"
            file.write(gzip.compress(record, mtime=0))
    return path


@pytest.fixture
def crawl(tmp_path):
    """Four archives; among the pages are an empty one and a picture."""
    odd = [("nothing", b""), ("picture", b"\x89PNG\r\n\x1a\n" + bytes(100)), ("bare", b"<text ")]
    pages = [(page.name, page.read_bytes()) for page in PAGES] + odd
    folder = tmp_path / "crawl"
    folder.mkdir()
    for i in range(4):
        write_warc(folder / f"{i}.warc.gz", [(f"{i}-{name}", html) for name, html in pages[i::4]])
    return folder


def command(*arguments: object) -> list[str]:
    return [sys.executable, str(ROOT / "scripts" / "cluster.py"), *map(str, arguments)]


def run_cluster(*arguments: object) -> None:
    done = subprocess.run(command(*arguments), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]


def rows(out: Path) -> list[str]:
    files = sorted((out / "rows").glob("*.jsonl.gz"))
    lines = [line for file in files for line in gzip.decompress(file.read_bytes()).splitlines()]
    return sorted(line.decode() for line in lines)


@pytest.fixture
def expected(crawl, tmp_path, cli):
    """What `victor clean` writes of the same crawl."""
    status, _, err = cli("clean", "-o", tmp_path / "rows.jsonl", crawl)
    assert status in (0, 1), err
    lines = sorted((tmp_path / "rows.jsonl").read_text("utf-8").splitlines())
    assert len(lines) == len(PAGES) + 3
    return lines


def test_two_tasks_give_the_rows_of_clean(crawl, tmp_path, expected):
    run_cluster(crawl, "-o", tmp_path / "out", "--tasks", 2)
    assert rows(tmp_path / "out") == expected
    assert len(list((tmp_path / "out" / "rows").iterdir())) == 2
    stats = json.loads((tmp_path / "out" / "logs" / "stats.json").read_text())
    cleaning = next(step["stats"] for step in stats if "clean" in step["name"])
    by_status = Counter(json.loads(line)["status"] for line in expected)
    assert {status: cleaning[status] for status in by_status} == by_status
    assert cleaning["skipped: not HTML"] == 1
    labels = Counter(block["label"] for line in expected for block in json.loads(line)["blocks"])
    assert {label: cleaning[f"blocks labelled {label}"] for label in labels} == labels


def test_one_file_is_shared_among_tasks(tmp_path, crawl):
    path = crawl / "0.warc.gz"
    run_cluster(path, "-o", tmp_path / "two", "--tasks", 2, "--workers", 1)
    run_cluster(path, "-o", tmp_path / "one", "--tasks", 1)
    assert rows(tmp_path / "two") == rows(tmp_path / "one")
    assert len(list((tmp_path / "two" / "rows").iterdir())) == 2


@pytest.mark.slow
def test_a_killed_run_resumes(crawl, tmp_path, expected):
    arguments = (crawl, "-o", tmp_path / "out", "--tasks", 4, "--workers", 1)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command(*arguments), start_new_session=True, **quiet)
    marker = tmp_path / "out" / "logs" / "completions" / "00000"
    while not marker.exists() and process.poll() is None:
        time.sleep(0.005)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    run_cluster(*arguments)
    assert rows(tmp_path / "out") == expected


def test_an_interrupted_task_starts_over(crawl, tmp_path, expected):
    arguments = (crawl, "-o", tmp_path / "out", "--tasks", 2, "--workers", 1)
    run_cluster(*arguments)
    first, second = sorted((tmp_path / "out" / "rows").iterdir())
    untouched = first.stat().st_mtime_ns
    second.write_bytes(second.read_bytes()[:1000])
    (tmp_path / "out" / "logs" / "completions" / "00001").unlink()
    run_cluster(*arguments)
    assert rows(tmp_path / "out") == expected
    assert first.stat().st_mtime_ns == untouched


class _Odd:
    """A cleaner that fails on some pages."""

    def __init__(self):
        self.real = steps._loaded("web", None)
        self.model = self.real.model

    def clean(self, page):
        if "raise" in page.html:
            raise MemoryError("too much")
        while "endless" in page.html:
            time.sleep(0.01)
        return self.real.clean(page)


def test_a_page_that_fails_is_skipped(monkeypatch):
    odd = _Odd()
    monkeypatch.setattr(steps, "_loaded", lambda *_: odd)
    texts = ("<p>fine</p>", "<p>raise</p>", "<p>endless</p>", "x" * 2000, "\x00\x01" * 50)
    step = Clean(timeout=0.2, max_bytes=1000)
    made = [as_row(one) for one in step.run(Document(t, str(i)) for i, t in enumerate(texts))]
    assert [one["status"] for one in made][1:] == ["skipped"] * 4
    assert [one["reason"] for one in made][1:] == [
        "error: not enough memory",
        "took too long: more than 0.2 s",
        "too large: 2000 bytes",
        "not HTML: binary data",
    ]
    assert step.stats["skipped"].total == 4
    assert step.stats["skipped: took too long"].total == 1


def test_pages_are_not_decoded(tmp_path):
    html = "<meta charset=windows-1251><p>Это страница".encode("cp1251")
    path = write_warc(tmp_path / "a.warc.gz", [("a", html)])
    (document,) = Pages(str(path)).run()
    assert document.text == ""
    assert document.media[0].media_bytes == html
    (cleaned,) = Clean().run(iter([document]))
    assert [block["text"] for block in cleaned.metadata["blocks"]] == ["Это страница"]
    assert cleaned.media == []
    assert cleaned.metadata["url"] == "http://a.example/a"


def test_metadata_of_other_steps_is_kept():
    document = Document("<p>text", "a", metadata={"url": "http://a.example/", "score": 3})
    (cleaned,) = Clean().run(iter([document]))
    assert cleaned.metadata["score"] == 3
    assert list(as_row(cleaned))[:2] == ["id", "url"]


def test_remote_archives(tmp_path, crawl):
    here = [one.id for one in Pages(str(crawl / "*.warc.gz")).run()]
    there = [one.id for one in Pages(f"file://{crawl}/*.warc.gz").run()]
    assert there == here


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"model": "wbe"}, "did you mean 'web'"),
        ({"fields": ("titel",)}, "fields: unknown field 'titel'; did you mean 'title'?"),
        ({"keep": "titel"}, "did you mean 'title'?"),
        ({"encoding": "utf-9"}, "encoding: unknown encoding 'utf-9'; did you mean 'utf-8'?"),
        ({"max_bytes": "20M"}, "max_bytes: expected an integer of 1 or more, found '20M'"),
        ({"timeout": 0}, "timeout: expected seconds, or None for no limit, found 0"),
        ({"keep": 5}, "keep: expected a name or a list of names, found 5"),
        ({"workers": 5}, "unexpected keyword argument 'workers'"),
    ],
)
def test_wrong_options_are_reported_before_the_run(options, message):
    with pytest.raises((VictorError, TypeError), match=re.escape(message)):
        Clean(**options)


@pytest.mark.parametrize(
    ("names", "options", "message"),
    [
        ((), {}, "names: expected files, directories or URLs, found none"),
        ((["a.warc"],), {}, "names: expected a name as text, found ['a.warc']"),
        (("a",), {"kind": "parqet"}, "unknown source 'parqet'; did you mean 'parquet'?"),
        (("a",), {"columns": {"htm": "x"}}, "columns: unknown key 'htm'; did you mean 'html'?"),
        (("a",), {"max_bytes": 0}, "max_bytes: expected an integer of 1 or more, found 0"),
    ],
)
def test_wrong_inputs_are_reported_before_the_run(names, options, message):
    with pytest.raises(VictorError, match=re.escape(message)):
        Pages(*names, **options)


@pytest.mark.parametrize("scheme", ["", "file://"])
def test_files_that_do_not_exist_are_an_error(tmp_path, scheme):
    with pytest.raises(VictorError, match="no file matches"):
        list(Pages(f"{scheme}{tmp_path}/*.warc.gz").run())


def test_reasons_are_counted_whatever_fields_the_rows_have():
    step = Clean("keep-everything", fields=["id"])
    list(step.run(iter([Document("<p>Words", "a"), Document("%PDF-1.7", "b"), Document("", "c")])))
    counts = {name: step.stats[name].total for name in step.stats.stats if ":" in name}
    assert counts == {"skipped: not HTML": 1, "empty: no text": 1}
    assert step.stats["confidence"].n == 2


def test_options_reach_the_cleaner_and_ids_may_be_missing():
    document = Document("<p>Some <b>bold</b> words", None)
    (cleaned,) = Clean("keep-everything", remove=["b"]).run(iter([document]))
    assert cleaned.text == "Some words\n"
