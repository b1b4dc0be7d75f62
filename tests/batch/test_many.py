"""Many pages in one call from Python."""

import asyncio
import io
import json
import multiprocessing
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import hostile_cleaner
import pytest
from conftest import DATA, ROOT
from crawls import SAMPLES

import victor
from victor.output import jsonl
from victor.page import read_page

TASK = "boilerpipe"
FIELDS = ("id", "title", "text", "markdown", "status")


@pytest.fixture(scope="module")
def expected():
    cleaner = victor.load(TASK)
    return [cleaner.clean(html, name).text for name, html in SAMPLES]


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_results_are_in_order_whatever_a_page_is_given_as(workers, expected):
    cleaner = victor.load(TASK)
    paths = [DATA / name for name, _ in SAMPLES]
    for pages, names in (
        (SAMPLES, [name for name, _ in SAMPLES]),
        ([html for _, html in SAMPLES], [f"#{i}" for i in range(len(SAMPLES))]),
        ([(None, html) for _, html in SAMPLES], [f"#{i}" for i in range(len(SAMPLES))]),
        (paths, list(map(str, paths))),
        ([read_page(html, name) for name, html in SAMPLES], [name for name, _ in SAMPLES]),
        ((path.open("rb") for path in paths), [name for name, _ in SAMPLES]),
    ):
        found = list(victor.clean_many(pages, cleaner, workers=workers))
        assert [one.output for one in found] == expected
        assert [one.id for one in found] == names
        assert [one.number for one in found] == list(range(len(SAMPLES)))
        assert {one.status for one in found} <= {"cleaned", "empty"}


def test_fields_are_those_of_rows_and_do_not_depend_on_workers():
    alone, together = (
        list(victor.clean_many(SAMPLES, TASK, fields=FIELDS, workers=workers)) for workers in (0, 2)
    )
    assert alone == together
    assert [tuple(one.fields) for one in alone] == [FIELDS] * len(SAMPLES)
    assert all(one.output == "" for one in alone)  # it was not asked for
    cleaner = victor.load(TASK)
    for one, (_, html) in zip(alone, SAMPLES, strict=True):
        assert one.fields["markdown"] == cleaner.clean(html).markdown


def bad():
    return [
        b"<p>a",
        ("pdf", b"%PDF-1.7 "),
        Path("no-such-page.html"),
        17,
        "https://a.example/",
        ("x", 3, 5),
        b"<p>" + b"x" * 5000,
        "",
        io.StringIO("<p>b"),
        "<p>" + "é" * 2500,
    ]


@pytest.mark.parametrize("workers", [0, 2])
def test_what_is_no_page_is_a_result_with_a_reason(workers):
    found = list(victor.clean_many(bad(), "keep-everything", workers=workers, max_bytes=4000))
    assert [one.output.strip() for one in found if one.ok] == ["a", "", "b"]
    reasons = {one.id: one.reason for one in found if not one.ok}
    assert reasons["pdf"].startswith("not HTML")
    assert reasons["no-such-page.html"].startswith("cannot be read: No such file")
    assert "found int" in reasons["#3"]
    assert reasons["#4"].startswith("expected a page, found a URL")
    assert "found tuple" in reasons["#5"]
    assert reasons["#6"] == "too large: 5003 bytes"
    assert (found[7].status, found[7].reason) == ("empty", "no text")
    assert reasons["#9"] == "too large: 5003 bytes"


def hostile(folder, names, **how):
    cleaner = hostile_cleaner.loader(folder)()
    pages = [(name, f"<p>{name}".encode()) for name in names]
    return list(victor.clean_many(pages, cleaner, workers=2, **how))


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_page_that_kills_its_process_is_a_result_with_a_reason(tmp_path):
    found = hostile(tmp_path, ["a", "KILL", "b", *"c" * 30])
    assert [one.reason for one in found] == [None, "worker died: signal 9"] + [None] * 31
    assert found[2].output == "b\n"


@pytest.mark.slow
def test_a_page_that_takes_too_long_is_a_result_with_a_reason(tmp_path):
    found = hostile(tmp_path, ["a", "HANG", "b"], timeout=2)
    assert [one.reason for one in found] == [None, "took too long: more than 2 s", None]


@pytest.mark.parametrize(("workers", "ahead"), [(0, 1), (1, 1), (2, 96)])
def test_the_iterable_is_read_a_bounded_distance_ahead(workers, ahead):
    read, done = 0, 0

    def pages():
        nonlocal read
        for i in range(400):
            read += 1
            assert read <= done + ahead, "read too far ahead"
            yield f"<p>page {i}"

    for one in victor.clean_many(pages(), "keep-everything", workers=workers):
        assert one.output == f"page {done}\n"
        done += 1
    assert done == 400


@pytest.mark.parametrize("workers", [0, 2])
def test_an_error_of_the_iterable_comes_after_the_results_before_it(workers):
    def pages():
        yield from ["<p>a", "<p>b"]
        raise LookupError("no more")

    results = victor.clean_many(pages(), "keep-everything", workers=workers)
    assert [next(results).output, next(results).output] == ["a\n", "b\n"]
    with pytest.raises(LookupError, match="no more"):
        next(results)


def slowly(pages, read):
    for page in pages:
        time.sleep(0.1)
        read.append(page)
        yield page


def test_results_of_a_slow_iterable_come_while_it_is_read():
    read, found = [], []
    pages = slowly([f"<p>{i}" for i in range(20)], read)
    for one in victor.clean_many(pages, "keep-everything", workers=2):
        found.append(one.output)
        if len(found) == 1:
            assert len(read) < 10
    assert found == [f"{i}\n" for i in range(20)]


def test_a_page_that_hangs_is_skipped_while_a_slow_iterable_is_read(tmp_path):
    read = []
    cleaner = hostile_cleaner.loader(tmp_path)()
    pages = slowly([b"<p>HANG", *[b"<p>c"] * 40], read)
    results = victor.clean_many(pages, cleaner, workers=2, timeout=1)
    assert next(results).reason == "took too long: more than 1 s"
    assert len(read) < 30
    assert all(one.ok for one in results)
    assert len(read) == 41


def test_an_interrupt_while_the_iterable_is_read_ends_the_processes():
    def pages():
        yield from ["<p>a"] * 20
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(victor.clean_many(pages(), "keep-everything", workers=2))
    assert not multiprocessing.active_children()


def test_one_process_starts_neither_threads_nor_processes():
    code = (
        "import os, threading, victor\n"
        "pages = ['<p>a', '<p>b']\n"
        "for workers in (0, 1):\n"
        "    assert len(list(victor.clean_many(pages, 'boilerpipe', workers=workers))) == 2\n"
        "assert threading.active_count() == 1\n"
        "import multiprocessing; assert not multiprocessing.active_children()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_processes_end_with_the_results():
    results = victor.clean_many(["<p>a"] * 100, "keep-everything", workers=2)
    assert next(results).output == "a\n"
    assert multiprocessing.active_children()
    results.close()
    assert not multiprocessing.active_children()


def test_a_script_without_the_guard_is_told_so(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import victor\nprint(list(victor.clean_many(['<p>a'], workers=2)))\n")
    found = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=False, timeout=120
    )
    assert found.returncode != 0
    assert 'if __name__ == "__main__":' in found.stderr.splitlines()[-1]
    assert found.stderr.count("Traceback") == 1  # none of the workers


def cleaned_with(workers):
    """The outputs or the error in a process of a pool."""
    try:
        return [
            one.output for one in victor.clean_many(["<p>a"], "keep-everything", workers=workers)
        ]
    except victor.VictorError as error:
        return str(error)


def test_a_process_that_cannot_start_others_is_told_to_clean_by_itself():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(cleaned_with, [0]) == ["a\n"]
        assert "cannot start others: use workers=0" in pool.apply(cleaned_with, [2])


@pytest.mark.parametrize("workers", [0, 2])
def test_async_for_reads_an_asynchronous_iterable(workers, expected):
    async def fetched():
        for name, html in SAMPLES:
            await asyncio.sleep(0)
            yield name, html

    async def run():
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        ticking = asyncio.create_task(tick())
        results = victor.clean_many_async(fetched(), TASK, workers=workers)
        found = [one async for one in results]
        ticking.cancel()
        return found, ticks

    found, ticks = asyncio.run(run())
    assert [one.output for one in found] == expected
    assert ticks > 0  # the loop was free meanwhile


@pytest.mark.parametrize("workers", [0, 2])
def test_results_come_while_an_asynchronous_iterable_waits(tmp_path, workers):
    """The next page is there only after the results of those before it."""
    cleaner = hostile_cleaner.loader(tmp_path)()
    pages = ["a", "HANG" if workers else "b", "c"]

    async def run():
        received, found = asyncio.Semaphore(0), []

        async def answers():
            for page in pages:
                yield page, f"<p>{page}".encode()
                await received.acquire()

        options = {"workers": workers, "timeout": 1}
        async for one in victor.clean_many_async(answers(), cleaner, **options):
            found.append((one.id, one.ok))
            received.release()
        return found

    found = asyncio.run(asyncio.wait_for(run(), 60))
    assert found == [(page, page != "HANG") for page in pages]


def test_an_asynchronous_run_can_be_left():
    async def endless():
        while True:
            yield "<p>a"

    async def run():
        results = victor.clean_many_async(endless(), "keep-everything")
        async for one in results:
            await results.aclose()
            return one.output

    assert asyncio.run(asyncio.wait_for(run(), 60)) == "a\n"


class NoPages:
    """An asynchronous iterable."""

    def __aiter__(self):
        return self

    async def __anext__(self):
        raise StopAsyncIteration

    def __repr__(self):
        return "a stream of no pages"


@pytest.mark.parametrize(
    ("pages", "options", "message"),
    [
        (b"<p>a", {}, "pages: expected an iterable of pages, found one bytes: pass [page]"),
        (NoPages(), {}, "found a stream of no pages; clean_many_async takes it"),
        ([], {"workers": -1}, "workers: expected an integer of 0 or more, found -1"),
        ([], {"workers": "2"}, "workers: expected an integer of 0 or more, found '2'"),
        ([], {"timeout": -1}, "timeout: expected a number of 0 or more, found -1"),
        ([], {"max_bytes": "20M"}, "max_bytes: expected an integer of 1 or more, found '20M'"),
        ([], {"encoding": "utf-9"}, "encoding: unknown encoding 'utf-9'; did you mean 'utf-8'?"),
        ([], {"cleaner": None}, "cleaner: expected a Cleaner, a name or a path, found None"),
        ([], {"fields": ["titel"]}, "fields: unknown field 'titel'; did you mean 'title'?"),
        ([], {"fields": "title"}, "fields: expected a list of names, found 'title'"),
        ([], {"format": "markdwon"}, "markdwon"),
        (
            {"id": b"<p>a"},
            {},
            "pages: expected an iterable of pages, found a mapping: pass its items()",
        ),
        (
            [],
            {"max_memory": 1 << 30},
            "max_memory: limits processes, so it needs workers=2 or more",
        ),
    ],
)
def test_wrong_arguments_are_reported_at_the_call(pages, options, message):
    with pytest.raises(victor.VictorError, match=re.escape(message)):
        victor.clean_many(pages, **options)


def test_the_memory_that_a_process_needs_is_stated():
    found = victor.clean_many(["<p>a"], "boilerpipe", workers=2, max_memory=10)
    with pytest.raises(victor.VictorError, match=r"max_memory: 10 bytes .*; about \d+M is needed"):
        next(found)


def test_a_model_that_is_missing_is_reported():
    for workers in (0, 2):
        with pytest.raises(victor.VictorError, match="nosuch"):
            next(victor.clean_many(["<p>a"], "nosuch", workers=workers))


@pytest.mark.skipif(jsonl._dumps is None, reason="orjson is not installed")
def test_lines_of_json_have_the_same_bytes_with_and_without_the_library(monkeypatch):
    rows = [victor.load(TASK).clean(html, name).to_dict() for name, html in SAMPLES]
    rows += [{"a": "\ud800 half a pair", "b": None, "c": [1, -2.5, 0.0001, 1e-4, True]}]
    rows += [{"text": '\x00\x1f\x7f\u2028"\\/é😀', "sources": {}, "n": 2**53}]
    fast = [jsonl.line(row) for row in rows]
    monkeypatch.setattr(jsonl, "_dumps", None)
    assert fast == [jsonl.line(row) for row in rows]
    assert json.loads(fast[0]) == rows[0]
