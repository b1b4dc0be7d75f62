"""Crawls through the command line, and interruptions of long runs."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import hostile_cleaner
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import DATA, ROOT
from crawls import KINDS, SAMPLES, record, rows, write
from hypothesis import given
from hypothesis import strategies as st

from victor.batch import journal as journal_module
from victor.batch.chunk import Reading
from victor.batch.inputs import inputs
from victor.batch.job import Job
from victor.batch.journal import Journal, State
from victor.batch.pool import Pool, StartError, in_order
from victor.batch.record import Record, clean_record, model_name, row
from victor.batch.run import Batch, run
from victor.batch.sinks import SINKS, Writing
from victor.batch.sources import SOURCES, jsonl
from victor.commands.options import size
from victor.errors import VictorError
from victor.output import schema
from victor.pipeline import load

TASK = ("--config", "boilerpipe")
SAID = "A sentence that says something and goes on for long enough to be taken for text, number"


@pytest.fixture(scope="module")
def texts():
    cleaner = load("boilerpipe")
    return [cleaner.clean(html, name).text for name, html in SAMPLES]


def test_every_source_is_packed_here():
    assert set(KINDS.values()) == set(SOURCES)


@pytest.mark.parametrize("kind", KINDS)
def test_every_source_gives_the_same_texts(cli, tmp_path, texts, kind):
    crawl, out = write(kind, tmp_path, SAMPLES), tmp_path / "out.jsonl"
    status, printed, err = cli("clean", *TASK, "--workers", 1, "-o", out, crawl)
    assert (status, printed) == (0, "")
    assert f"{len(SAMPLES)} inputs: {len(SAMPLES)} cleaned" in err
    found = rows(out)
    assert [row["text"] for row in found] == texts
    assert len({row["id"] for row in found}) == len(found)
    assert all(Path(row["source"]).exists() for row in found)
    if kind != "folder":
        names = [row["url"].rpartition("/")[2] for row in found]
        assert names == [name for name, _ in SAMPLES]
    assert sorted(tmp_path.iterdir()) == sorted([crawl, out])  # no other files are left


OUTPUTS = {
    "jsonl": "out.jsonl",
    "jsonl.gz": "out.jsonl.gz",
    "jsonl.zst": "out.jsonl.zst",
    "parquet": "out.parquet",
    "wet": "out.wet.gz",
    "files": "out",
    "stream": "out.txt",
}


def test_every_sink_is_written_here():
    assert {name.partition(".")[0] for name in OUTPUTS} == set(SINKS)


def many(folder: Path, pages: int = 90) -> Path:
    html = "<html lang=en><title>T {0}</title><h1>Title {0}</h1>" + f"<p>{SAID} {{0}}.</p>" * 20
    named = [(f"{i:03d}.html", html.format(i).encode()) for i in range(pages)]
    return write("warc.gz", folder, named)


def bytes_of(path: Path) -> list[bytes]:
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    return [file.read_bytes() for file in files if file.is_file()]


@pytest.mark.parametrize("name", OUTPUTS)
def test_any_number_of_workers_gives_the_same_bytes(cli, tmp_path, name):
    crawl, made = many(tmp_path), []
    for workers in (1, 3):
        folder = tmp_path / str(workers)
        folder.mkdir()
        to = ("--to", "stream", "--format", "text") if name == "stream" else ()
        out = folder / OUTPUTS[name]
        status, _, err = cli("clean", *TASK, *to, "--workers", workers, "-o", out, crawl)
        assert status == 0, err
        made.append(bytes_of(out))
    assert made[0] == made[1]
    assert len(made[0]) == (90 if name == "files" else 1)
    if name in ("jsonl", "jsonl.gz", "jsonl.zst", "parquet"):
        found = rows(out)
        assert [row["title"] for row in found] == [f"T {i}" for i in range(90)]
        assert all(row["language"] == "en" and row["blocks"] for row in found)
    if name == "wet":
        from fastwarc.warc import ArchiveIterator, WarcRecordType

        found = list(ArchiveIterator(out.open("rb"), WarcRecordType.conversion))
        assert len(found) == 90
        assert found[3].headers["WARC-Refers-To"] == "<urn:test:http://a.example/003.html>"
    if name == "stream":
        assert out.read_text().count("number 7.") == 20


@pytest.mark.parametrize("name", ["out.jsonl.gz", "out.jsonl.zst", "out.parquet"])
def test_the_level_of_compression(cli, tmp_path, name):
    crawl, sizes, found = write("warc.gz", tmp_path, SAMPLES * 3), [], []
    for level in (1, 9):
        out = tmp_path / str(level) / name
        assert cli("clean", *TASK, "--workers", 1, "--level", level, "-o", out, crawl)[0] == 0
        sizes.append(out.stat().st_size)
        found.append(rows(out))
    assert sizes[0] > sizes[1]
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("level", "name", "message"),
    [
        (10, "out.jsonl.gz", "--level: expected 1 to 9 for .gz, found 10"),
        (20, "out.parquet", "--level: expected 1 to 19 for .parquet, found 20"),
        (3, "out.jsonl", "--level: only .gz, .zst and .parquet are compressed"),
    ],
)
def test_a_level_that_does_not_exist_is_refused(cli, tmp_path, level, name, message):
    crawl = write("warc.gz", tmp_path, SAMPLES[:1])
    status, _, err = cli("clean", *TASK, "--level", level, "-o", tmp_path / name, crawl)
    assert (status, err) == (2, f"victor: {message}\n")


def test_pages_in_a_folder_are_the_same_with_workers_and_without(cli, tmp_path):
    folder = write("folder", tmp_path, SAMPLES[:3])
    (folder / "sub").mkdir()
    (folder / "sub" / "a.htm").write_bytes(SAMPLES[0][1])
    alone, together = tmp_path / "alone", tmp_path / "together"
    assert cli("clean", *TASK, "-o", alone, folder)[0] == 0
    assert cli("clean", *TASK, "--workers", 2, "-o", together, folder)[0] == 0
    assert bytes_of(alone) == bytes_of(together)
    assert (together / "sub" / "a.md").is_file()


def test_unordered_rows_are_the_same_rows(cli, tmp_path):
    crawl, made = many(tmp_path), []
    for option in ((), ("--unordered",)):
        out = tmp_path / f"{len(option)}.jsonl"
        cli("clean", *TASK, "--workers", 2, *option, "-o", out, crawl)
        made.append(sorted(out.read_bytes().splitlines()))
    assert made[0] == made[1]


BAD = [
    record("http://a.example/large", b"<p>" + b"x" * 50_000),
    record("http://a.example/binary", b"%PDF-1.4 ..."),
    record("http://a.example/image", b"\xff\xd8\xff", "image/jpeg"),
    record("http://a.example/gone", b"<p>Not found.", status="404 Not Found"),
    record("http://a.example/empty", b"<html></html>"),
    record("http://a.example/good", f"<html lang=en><p>{SAID} 1.</p>".encode() * 5),
]


def test_every_input_is_accounted_for(cli, tmp_path):
    crawl, out = tmp_path / "x.warc", tmp_path / "out.jsonl"
    crawl.write_bytes(b"garbage\r\n".join(BAD))
    options = ("--max-bytes", "20k", "-o", out)
    status, _, err = cli("clean", "--config", "keep-everything", *options, crawl)
    found = [(row["status"], row["reason"]) for row in rows(out)]
    lost = ("skipped", "damaged record: no record: 13 bytes skipped")
    assert found[1::2] == [lost] * 5
    assert [why and why.partition(":")[0] for _, why in found[::2]] == [
        "too large", "not HTML", "not HTML", "HTTP status", "no text", None
    ]  # fmt: skip
    assert status == 1
    assert "11 inputs: 1 cleaned, 1 empty, 9 skipped" in err
    assert "5 skipped: damaged record" in err
    assert "2 skipped: not HTML" in err
    assert "x.warc, byte " in err


def test_a_row_says_where_a_page_comes_from(cli, tmp_path):
    crawl, out = tmp_path / "x.warc", tmp_path / "out.jsonl"
    crawl.write_bytes(BAD[0] + BAD[-1])
    cli("clean", "--config", "keep-everything", "-o", out, crawl)
    row = rows(out)[1]
    assert row["id"] == "urn:test:http://a.example/good"
    assert row["url"] == "http://a.example/good"
    assert row["crawl_date"] == "2024-05-06T07:08:09Z"
    assert row["language"] == "en"
    assert row["model"].startswith("keep-everything@")
    assert crawl.read_bytes()[row["offset"] :] == BAD[-1]


def batch(folder: Path, pages: list[str], **how) -> tuple[list[dict], object]:
    """Rows and tally of pages that a hostile cleaner is given."""
    crawl, out = folder / "crawl.jsonl", folder / "out.jsonl"
    crawl.write_text("".join(json.dumps({"html": f"<p>{page}</p>"}) + "\n" for page in pages))
    job = Job(hostile_cleaner.loader(folder), Reading(), Writing("jsonl", out, "jsonl"),
              max_memory=how.pop("max_memory", None))  # fmt: skip
    tally = run(Batch(job, [str(crawl)], workers=2, **how))
    assert tally.inputs == len(pages)
    return rows(out), tally


@pytest.mark.slow
def test_a_page_that_times_out_is_skipped(tmp_path):
    found, tally = batch(tmp_path, ["a", "HANG", "b", *"c" * 40], timeout=3)
    assert [row["status"] for row in found] == ["cleaned", "skipped"] + ["cleaned"] * 41
    assert found[1]["reason"] == "took too long: more than 3 s"
    assert tally.replaced == 1


def test_a_page_that_kills_its_worker_is_skipped(tmp_path):
    found, tally = batch(tmp_path, ["a", "KILL", "b"])
    assert [row["text"] for row in found] == ["a\n", "", "b\n"]
    assert found[1]["reason"] == "worker died: signal 9"
    assert tally.failures == 1


def test_too_little_memory_is_said_and_ends_the_run(tmp_path):
    with pytest.raises(
        VictorError, match=r"max_memory: 20M is not enough .*; about \d+M is needed"
    ):
        batch(tmp_path, ["a"], max_memory=20 << 20)


def test_workers_that_die_even_of_skipped_pages_end_the_run():
    with (
        pytest.raises(StartError, match="workers die at start: exit status 3"),
        Pool(hostile_cleaner.Dying(), 1, None) as pool,
    ):
        list(pool.results(iter([(0, "chunk")])))


def test_a_worker_killed_by_chance_loses_nothing(tmp_path):
    pages = ["a", "KILL-ONCE", "b"]
    found, tally = batch(tmp_path, pages)
    assert [row["text"] for row in found] == ["a\n", "KILL-ONCE\n", "b\n"]
    assert tally.replaced == 1


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is of Linux")
def test_a_page_that_needs_too_much_memory_is_skipped(tmp_path):
    found, _ = batch(tmp_path, ["a", "MEMORY", "b"], max_memory=2 << 30)
    assert [row["reason"] for row in found] == [None, "error: not enough memory", None]


def large(kind: str, folder: Path) -> Path:
    """Pages of which one has 80 MB."""
    said = f"<p>{f'{SAID}. ' * 20}</p>"
    pages = [("a.html", said), ("b.html", said * (80_000_000 // len(said))), ("c.html", said)]
    return write(kind, folder, [(name, html.encode()) for name, html in pages])


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is of Linux")
@pytest.mark.parametrize("kind", ["folder", "warc", "warc.gz", "jsonl", "parquet"])
def test_only_the_page_that_is_too_large_for_the_memory_is_skipped(cli, tmp_path, kind):
    crawl, out = large(kind, tmp_path), tmp_path / "out.jsonl"
    options = ("--workers", 1, "--max-bytes", "1G", "--max-memory", "300M", "-o", out)
    status, _, err = cli("clean", *TASK, *options, "--fields", "id,status,reason", crawl)
    reasons = [row["reason"] for row in rows(out)]
    assert (reasons[0], reasons[2], len(reasons)) == (None, None, 3), err
    if kind == "folder":
        assert (status, reasons[1]) == (1, "error: not enough memory")
    else:
        assert reasons[1].startswith("too large: ")
        assert reasons[1].endswith(" bytes, too much for --max-memory")


def test_large_rows_of_parquet_are_divided_among_chunks(tmp_path):
    table = tmp_path / "x.parquet"
    pq.write_table(pa.table({"html": ["x" * (3 << 20)] * 9 + ["<p>last"]}), table)
    source = SOURCES["parquet"](Reading())
    found = list(source.chunks(inputs([str(table)])))
    assert max(sum(len(data) for _, data in chunk.data) for chunk in found) < 9 << 20
    records = [one for chunk in found for one in source.records(chunk)]
    assert [one.offset for one in records] == list(range(10))
    assert records[-1].html == b"<p>last"


# Long runs, from outside.

DRIVER = """
import signal
import sys
from pathlib import Path
import hostile_cleaner
import victor.batch.run as batch
from victor.batch.chunk import Reading
from victor.batch.sinks import Writing, choose
from victor.batch.job import Job
from victor.commands.batch import summary
from victor.errors import VictorError
from victor.output import schema

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored around here
    batch._COMMIT = 0
    folder, crawl, out = map(Path, sys.argv[1:])
    writing = choose(None, str(out), None, "text")
    job = Job(hostile_cleaner.loader(folder), Reading(), writing)
    try:
        print(summary(batch.run(batch.Batch(job, [str(crawl)], workers=2, timeout=None))))
    except VictorError as error:
        sys.exit(str(error))
"""


def start(folder: Path, crawl: Path, out: Path, **how) -> subprocess.Popen:
    driver = folder / "driver.py"
    driver.write_text(DRIVER)
    paths = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    command = [sys.executable, driver, folder, crawl, out]
    return subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": paths}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how,
    )  # fmt: skip


def waiting_crawl(folder: Path) -> Path:
    """The later pages wait until there is a file ``go``."""
    words = ["Page" if i < 100 else "WAIT" for i in range(150)]
    named = [(f"{i}", f"<p>{word} {i}</p>".encode()) for i, word in enumerate(words)]
    return write("warc.gz", folder, named)


def until(true) -> None:
    for _ in range(15_000):
        if true():
            return
        time.sleep(0.02)
    raise AssertionError("timed out")


def done(out: Path) -> int:
    journal = out.with_name(out.name + ".journal")
    lines = journal.read_text().splitlines()[1:] if journal.exists() else []
    return sum(n for *_, n in json.loads(lines[-1])["counts"]) if lines else 0


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def receives_interrupts(pid: int) -> bool:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return False
    masks = [int(line.split()[1], 16) for line in lines if line.startswith(("SigBlk", "SigIgn"))]
    return not any(mask >> (signal.SIGINT - 1) & 1 for mask in masks)


def test_ctrl_c_does_not_reach_processes_that_start(tmp_path):
    first = start(tmp_path, waiting_crawl(tmp_path), tmp_path / "out.jsonl")
    seen: list[int] = []
    until(lambda: seen.extend(children(first.pid)) or len(set(seen)) > 2 or first.poll())
    found = [pid for pid in set(seen) if receives_interrupts(pid)]
    first.kill()
    first.communicate()
    assert len(set(seen)) > 2
    assert not found


@pytest.mark.parametrize(
    ("how", "name"),
    [
        (signal.SIGKILL, "out.jsonl.gz"),
        (signal.SIGINT, "out.parquet"),
        (signal.SIGTERM, "out.jsonl.zst"),
    ],
)
def test_an_interrupted_run_resumes_without_a_trace(tmp_path, how, name):
    crawl, out, whole = waiting_crawl(tmp_path), tmp_path / name, tmp_path / f"whole-{name}"
    first = start(tmp_path, crawl, out)
    until(lambda: done(out) or first.poll() is not None)
    workers = children(first.pid)
    first.send_signal(how)
    first.communicate()
    assert first.returncode != 0
    until(lambda: not any(map(alive, workers)))
    assert not out.exists()
    before = done(out)
    assert 0 < before < 150
    with out.with_name(name + ".journal").open("a") as journal:
        journal.write('{"done": 3, "al')  # a power failure in the middle of a line
    with out.with_name(name + ".part").open("ab") as part:
        part.write(b"and of bytes")
    (tmp_path / "go").touch()
    again = start(tmp_path, crawl, out)
    printed, err = again.communicate()
    assert again.returncode == 0, err
    assert "150 inputs: 150 cleaned" in printed
    assert f"{before} inputs already cleaned by an earlier run" in printed
    assert start(tmp_path, crawl, whole).communicate()[1] == ""
    assert out.read_bytes() == whole.read_bytes()
    assert [int(row["text"].split()[1]) for row in rows(out)] == list(range(150))
    assert not list(tmp_path.glob("*.part")) + list(tmp_path.glob("*.journal"))


@pytest.mark.slow
def test_a_full_disk_is_reported_and_the_run_resumes(tmp_path):
    crawl, out = many(tmp_path, 300), tmp_path / "out.jsonl"
    whole = tmp_path / "whole.jsonl"
    assert start(tmp_path, crawl, whole).communicate()[1] == ""
    limit = whole.stat().st_size // 2

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    first = start(tmp_path, crawl, out, preexec_fn=full)
    err = first.communicate()[1]
    assert first.returncode == 1
    assert "out.jsonl.part: cannot be written: File too large" in err
    assert "run the same command again to resume" in err
    assert "Traceback" not in err
    assert not out.exists()
    assert 0 < done(out) < 300
    assert start(tmp_path, crawl, out).communicate()[1] == ""
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("workers", [(), ("--workers", "1")])
def test_a_full_standard_output_is_reported(tmp_path, workers):
    folder = write("folder", tmp_path, SAMPLES[:2])
    command = [sys.executable, "-m", "victor", "clean", *TASK, *workers, str(folder)]
    with Path("/dev/full").open("wb") as full:
        found = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert found.returncode == 2
    assert found.stderr.count("standard output: cannot be written: No space left") == 1
    assert "Traceback" not in found.stderr


def test_an_unfinished_run_with_different_options_is_not_resumed(cli, tmp_path):
    crawl, out = many(tmp_path, 10), tmp_path / "out.jsonl"
    journal = tmp_path / "out.jsonl.journal"
    journal.write_text('{"format": 1, "model": "other", "version": "0"}\n')
    status, _, err = cli("clean", *TASK, "-o", out, crawl)
    assert status == 2
    assert (
        "out.jsonl.journal: the unfinished run differs in fields, inputs (names, sizes or times of "
        "files), model or its options" in err
    )
    assert "--restart" in err
    assert cli("clean", *TASK, "-o", out, "--restart", crawl)[0] == 0
    assert len(rows(out)) == 10
    for damaged in (b"no journal\n", b"\xff\xfe\n"):
        journal.write_bytes(damaged)
        assert "damaged; use --restart" in cli("clean", *TASK, "-o", out, crawl)[2]
        assert journal.read_bytes() == damaged


def test_an_unfinished_run_with_other_fields_is_not_resumed(cli, tmp_path, monkeypatch):
    crawl, out = many(tmp_path, 3), tmp_path / "out.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "remove", Journal.close)
        cli("clean", *TASK, "--fields", "id,text", "-o", out, crawl)
    for other in (("--fields", "id,title"), ("--no-blocks",)):
        status, _, err = cli("clean", *TASK, *other, "-o", out, crawl)
        assert status == 2
        assert "the unfinished run differs in fields" in err
    assert cli("clean", *TASK, "--fields", "id,text", "-o", out, crawl)[0] == 0


@pytest.mark.parametrize("options", [(), ("--workers", 1)])
def test_pages_are_never_overwritten_by_their_outputs(cli, tmp_path, options):
    folder = tmp_path / "pages"
    (folder / "sub").mkdir(parents=True)
    for name in ("a.html", "sub/b.html"):
        (folder / name).write_text(f"<p>{SAID}.</p>")
    for source, output in ((folder, folder), (folder / "a.html", folder / "sub" / "..")):
        arguments = (*TASK, *options, "--force", "--format", "html", "-o", output, source)
        status, _, err = cli("clean", *arguments)
        assert (status, "refusing to overwrite the input" in err) == (2, True)
    assert (folder / "a.html").read_text() == f"<p>{SAID}.</p>"
    arguments = (*TASK, *options, "--force", "--format", "html", "-o", folder, folder / "sub")
    assert cli("clean", *arguments)[0] == 0  # folder/b.html is no input
    assert (folder / "sub" / "b.html").read_text() == f"<p>{SAID}.</p>"


def unfinished(out: Path) -> Journal:
    """A run that has written something, still open."""
    journal = Journal(*_beside(out), {"inputs": "some"}, sync=False)
    journal.write(b"a row\n")
    journal.state = journal.state.after(0, 6, Counter({("cleaned", None): 1}), 9)
    journal.commit()
    return journal


def _beside(out: Path) -> tuple[Path, Path]:
    return out.with_name(out.name + ".journal"), out.with_name(out.name + ".part")


def test_output_shorter_than_the_journal_records_is_not_resumed(tmp_path):
    out = tmp_path / "out.jsonl"
    unfinished(out).close()
    journal, part = _beside(out)
    for left in (b"a r", b""):
        part.write_bytes(left)
        with pytest.raises(VictorError, match=r"damaged: found . bytes, expected 6"):
            Journal(journal, part, {"inputs": "some"}, sync=False)
        assert part.read_bytes() == left
    started = Journal(journal, part, {"inputs": "some"}, sync=False, restart=True)
    assert (started.state, part.read_bytes()) == (State(), b"")


@pytest.mark.parametrize("sealed", [False, True])
def test_restart_does_not_take_the_output_from_a_run(cli, tmp_path, sealed):
    """Until its output is in its place."""
    crawl, out = many(tmp_path, 10), tmp_path / "out.jsonl"
    first = unfinished(out)
    if sealed:
        first.seal()
    for more in ((crawl,), ("--restart", crawl), ("-",)):
        status, _, err = cli("clean", *TASK, "-o", out, *more, stdin=b"<p>Page.")
        assert (status, "another run is writing this output" in err) == (2, True)
    assert _beside(out)[1].read_bytes() == b"a row\n"
    first.remove()
    assert cli("clean", *TASK, "-o", out, "--restart", crawl)[0] == 0


def test_a_journal_removed_while_it_is_opened_is_created_again(tmp_path, monkeypatch):
    journal, part = _beside(tmp_path / "out.jsonl")
    taken = journal_module._lock

    def late(file, path):
        """The run before ends between opening and locking."""
        monkeypatch.setattr(journal_module, "_lock", taken)
        path.unlink()
        taken(file, path)

    monkeypatch.setattr(journal_module, "_lock", late)
    Journal(journal, part, {}, sync=False)
    assert journal.read_text() == '{"format": 1}\n'


def test_an_output_is_written_by_one_run(tmp_path):
    crawl, out = waiting_crawl(tmp_path), tmp_path / "out.jsonl"
    first = start(tmp_path, crawl, out)
    until(lambda: (tmp_path / "out.jsonl.journal").exists())
    second = start(tmp_path, crawl, out)
    assert "another run is writing this output" in second.communicate()[1]
    first.kill()
    first.communicate()


def test_a_run_finished_except_for_its_journal_is_left_alone(cli, tmp_path, monkeypatch):
    """A run that was killed between moving the output and removing its journal."""
    crawl, out = many(tmp_path, 10), tmp_path / "out.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "remove", Journal.close)
        cli("clean", *TASK, "-o", out, crawl)
    made, journal = out.stat(), tmp_path / "out.jsonl.journal"
    assert journal.exists()
    status, _, err = cli("clean", *TASK, "-o", out, crawl)
    assert status == 0
    assert "10 inputs already cleaned by an earlier run" in err
    assert (out.stat().st_mtime_ns, out.stat().st_size) == (made.st_mtime_ns, made.st_size)
    assert not journal.exists()


# Names of inputs.


def test_lists_globs_and_standard_input(cli, tmp_path):
    write("folder", tmp_path, SAMPLES[:4])
    names = [tmp_path / "pages" / name for name, _ in SAMPLES[:4]]
    (tmp_path / "list.txt").write_text("\n".join(map(str, names[:3])) + "\n\n")
    options = ("clean", *TASK, "--workers", 1, "--format", "jsonl")
    by_list = cli(*options, f"@{tmp_path / 'list.txt'}")[1].splitlines()
    by_glob = cli(*options, str(tmp_path / "pages" / "*.html"))[1].splitlines()
    assert by_list == by_glob[:3]
    assert len(by_glob) == 4
    lines = b'{"html": "<p>One.", "id": 7}\n\nnot json\n{"url": "u"}\n'
    status, out, _ = cli(*options, "--from", "jsonl", "-", stdin=lines)
    found = [json.loads(line) for line in out.splitlines()]
    assert [row["id"] for row in found] == ["7", "stdin#30", "stdin#39"]
    assert found[1]["reason"].startswith("damaged record: not a line of JSON: ")
    assert found[2]["reason"].startswith("damaged record: no column 'html' (--column")
    assert status == 1
    warc = b"".join(BAD[-2:])
    assert len(cli(*options, "--from", "warc", "-", stdin=warc)[1].splitlines()) == 2


def test_columns_are_named(cli, tmp_path):
    crawl = tmp_path / "x.jsonl"
    crawl.write_text('{"raw": "<p>Hello.", "html": "<p>no", "link": "http://l.example", "n": 5}\n')
    named = ("html=raw", "url=link", "id=n")
    options = [part for one in named for part in ("--column", one)]
    out = cli("clean", "--config", "keep-everything", "--format", "jsonl", *options, crawl)[1]
    row = json.loads(out)
    assert (row["text"], row["url"], row["id"]) == ("Hello.\n", "http://l.example", "5")


@pytest.mark.parametrize(
    ("value", "why"),
    [("[" * 400_000 + "]" * 400_000, "nested too deeply"), ("9" * 5_000, "Exceeds the limit")],
)
def test_a_line_that_json_does_not_read_has_a_reason_for_users(cli, value, why):
    lines = f'{{"html": "<p>One.", "n": {value}}}\n{{"html": "<p>Two."}}\n'.encode()
    options = ("--workers", 1, "--format", "jsonl", "--from", "jsonl", "-")
    status, out, _ = cli("clean", *TASK, *options, stdin=lines)
    damaged, cleaned = map(json.loads, out.splitlines())
    assert (status, cleaned["status"]) == (1, "cleaned")
    assert why in damaged["reason"]
    assert "recursion" not in damaged["reason"]
    assert "sys." not in damaged["reason"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[{"html": "<p>One"}]', "a list; jq -c '.[]' writes such lines"),
        ('\ufeff[\n {"html": "<p>One"}]', "a list; jq"),
        ('{\n "html": "<p>One"\n}', "an object over several lines; jq -c . writes such lines"),
        ('{\r\n "html": "<p>One"\r\n}', "an object over several lines"),
    ],
)
def test_json_that_is_not_in_lines_is_refused(cli, tmp_path, text, found):
    crawl = tmp_path / "x.json"
    crawl.write_text(text, "utf-8")
    status, out, err = cli("clean", *TASK, "--format", "jsonl", crawl)
    assert (status, out) == (2, "")
    assert f"x.json: expected one JSON object per line, found {found}" in err
    status, _, err = cli("evaluate", "--texts", crawl, DATA)
    assert (status, f"x.json: expected one JSON object per line, found {found}" in err) == (2, True)


@pytest.mark.parametrize(("data", "kind"), [(b"WARC/1.0\r\n", "warc"), (b'{"html": 1}', "jsonl")])
def test_a_crawl_under_another_name_gets_a_hint(cli, tmp_path, data, kind):
    (tmp_path / "page.html").write_bytes(data)
    status, _, err = cli("clean", *TASK, "--format", "text", tmp_path / "page.html")
    assert (status, f"; --from {kind} reads such files" in err) == (1, True)


@pytest.mark.parametrize("name", ["x.csv", "X.TSV.gz"])
def test_a_csv_table_is_no_page(cli, tmp_path, name):
    (tmp_path / name).write_text("id,html\n1,<p>One\n2,<p>Two\n")
    status, out, err = cli("clean", *TASK, "--format", "text", tmp_path / name)
    assert (status, out) == (1, "")
    assert "skipped: not HTML: a CSV table; JSON lines and Parquet are read" in err
    out = cli("clean", *TASK, "--format", "jsonl", "--workers", 1, tmp_path / name)[1]
    assert json.loads(out)["reason"].startswith("not HTML: a CSV table")


def test_parquet_is_not_written_to_a_terminal(cli, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    status, _, err = cli("clean", *TASK, "--to", "parquet", DATA)
    assert (status, "--to parquet: refusing to write to a terminal" in err) == (2, True)


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_columns_that_do_not_exist_are_named(cli, tmp_path, kind):
    crawl = tmp_path / f"x.{kind}"
    table = [{"html": "<p>Hello.", "link": "http://l.example"}, {"html": "<p>Bye."}]
    if kind == "jsonl":
        crawl.write_text("".join(json.dumps(row) + "\n" for row in table))
    else:
        pq.write_table(pa.Table.from_pylist(table), crawl)
    options = ("--config", "keep-everything", "--format", "jsonl", "--column")
    for wanted, nearest in (("url=lnk", "link"), ("html=htlm", "html")):
        status, out, err = cli("clean", *options, wanted, crawl)
        assert (status, out) == (2, "")
        assert f"{crawl}: --column {wanted}: no such column; did you mean '{nearest}'?" in err
    assert cli("clean", *options, "url=link", crawl)[0] == 0


def test_columns_are_checked_in_the_first_table_that_can_be_read(cli, tmp_path):
    (tmp_path / "a.parquet").write_bytes(b"no table")
    (tmp_path / "b.jsonl").write_text("")
    for name, column in (("c", "html"), ("d", "markup")):
        (tmp_path / f"{name}.jsonl").write_text(f'{{"{column}": "<p>Hello."}}\n')
    names = sorted(path for path in tmp_path.iterdir())
    options = ("clean", "--config", "keep-everything", "--format", "jsonl")
    status, out, err = cli(*options, *names)
    assert status == 1
    assert [json.loads(line)["status"] for line in out.splitlines()] == [
        "skipped",
        "cleaned",
        "skipped",
    ]
    assert "d.jsonl, byte 0: skipped: damaged record: no column 'html'" in err
    status, out, err = cli(*options, "--column", "html=markpu", *names)
    assert (status, out) == (2, "")
    assert "c.jsonl: --column html=markpu: no such column" in err


def test_only_tables_have_columns(cli, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(f"<p>{SAID}.</p>")
    status, _, err = cli("clean", *TASK, "--column", "url=link", page)
    assert (status, "--column: no input is a table" in err) == (2, True)


@pytest.mark.parametrize(
    ("text", "found"),
    [("7", 7), ("500k", 500 << 10), ("20M", 20 << 20), ("20MB", 20 << 20), ("2GiB", 2 << 30)],
)
def test_sizes_with_units(text, found):
    assert size(text) == found


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--workers", "0", "x"), "expected an integer of 1 or more, found '0'"),
        (("--max-bytes", "2kk", "x"), "expected bytes (e.g. 500k, 20M, 2G)"),
        (("--max-bytes", "lots", "x"), "expected bytes (e.g. 500k, 20M, 2G)"),
        (("--from", "wrac", "x"), "--from: unknown source 'wrac'; did you mean 'warc'?"),
        (("--to", "parqet", "-o", "x", "x"), "--to: unknown sink 'parqet'; did you mean 'parq"),
        (("--column", "htm=x", "x"), "expected html=NAME"),
        (("--format", "cleaneval", "-o", "x.jsonl", "x"), "--fields id,url,text; -o DIR/"),
        (("--format", "markdown", "-o", "x.parquet", "x"), "e.g. --fields id,url,markdown"),
        (("--fields", "url,blocks", "--no-blocks", "x"), "--fields has the field 'blocks'"),
        (("-o", "x.parquet.gz", "x"), "Parquet has its own compression: drop .gz and use --level"),
        (("--to", "files", "x"), "needs an output directory: -o DIR"),
        (("--workers", "2", "nowhere*.html"), "nowhere*.html: no file matches"),
        (("--workers", "2", "@nowhere"), "nowhere: cannot be read"),
    ],
)
def test_wrong_usage_is_reported(cli, arguments, message):
    status, _, err = cli("clean", *arguments)
    assert status == 2
    assert message in err


def test_a_table_without_pages_says_which_columns_it_has(cli, tmp_path):
    table = tmp_path / "x.parquet"
    pq.write_table(pa.table({"url": ["u"], "markup": ["<p>Hello."]}), table)
    options = ("clean", "--config", "keep-everything", "--format", "jsonl")
    status, out, err = cli(*options, table)
    assert (status, out) == (2, "")
    assert f"{table}: no column 'html' (--column html=NAME); known: markup, url" in err
    out = cli(*options, "--column", "html=markup", table)[1]
    assert json.loads(out)["text"] == "Hello.\n"


def test_a_folder_that_cannot_be_written_to_ends_the_run(cli, tmp_path):
    crawl, out = write("folder", tmp_path, SAMPLES[:2]), tmp_path / "out"
    (out / (SAMPLES[0][0].removesuffix(".html") + ".txt")).mkdir(parents=True)
    options = ("--workers", 1, "--format", "text", "--force", "-o", out)
    status, _, err = cli("clean", *TASK, *options, crawl)
    assert status == 2
    assert "cannot be written: Is a directory" in err
    assert not list(out.glob(".victor*"))  # nothing to resume


@pytest.mark.parametrize("workers", [1, 2])
def test_a_full_disk_does_not_keep_the_first_files_of_a_directory_from_being_resumed(
    tmp_path, workers
):
    crawl, out = write("folder", tmp_path, SAMPLES), tmp_path / "out"
    command = [sys.executable, "-m", "victor", "clean", *TASK, "--format", "text"]
    command += ["--workers", str(workers), "-o", str(out), str(crawl)]

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    for _ in range(2):
        first = subprocess.run(command, stderr=subprocess.PIPE, text=True, preexec_fn=full)
        assert first.returncode == 2
        resumed = "run the same command again to resume"
        assert f"cannot be written: File too large; {resumed}" in first.stderr
        assert list(out.glob("*.txt"))
    again = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    assert again.returncode == 0, again.stderr
    assert len(list(out.iterdir())) == len(SAMPLES)


@pytest.mark.parametrize("listed", [False, True])
def test_an_input_that_is_given_twice_is_named(cli, tmp_path, listed):
    crawl, out = write("warc.gz", tmp_path, SAMPLES[:2]), tmp_path / "out.jsonl"
    (tmp_path / "list.txt").write_text(f"{crawl}\n")
    status, _, err = cli(
        "clean", *TASK, "-o", out, crawl, f"@{tmp_path / 'list.txt'}" if listed else crawl
    )
    assert (status, len(rows(out))) == (0, 4)
    assert f"victor: {crawl}: given 2 times, so its pages are repeated\n" in err


def test_a_run_without_inputs_creates_no_directory(cli, tmp_path):
    (tmp_path / "empty").mkdir()
    out = tmp_path / "out"
    assert cli("clean", *TASK, "--workers", 1, "-o", f"{out}/", tmp_path / "empty")[0] == 1
    assert cli("clean", *TASK, "--workers", 1, "-o", f"{out}/", tmp_path / "missing")[0] == 2
    assert not out.exists()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="the folder is of Linux")
def test_a_run_that_cannot_begin_is_not_one_to_resume(cli, tmp_path):
    crawl = write("folder", tmp_path, SAMPLES[:2])
    status, _, err = cli("clean", *TASK, "-o", "/proc/victor.jsonl", crawl)
    assert (status, "cannot be written" in err, "resume" in err) == (2, True, False)


def test_a_name_that_is_too_long_for_its_output_is_skipped(cli, tmp_path):
    folder, out = tmp_path / "pages", tmp_path / "out"
    folder.mkdir()
    for name in ("n" * 248, "short"):
        (folder / f"{name}.htm").write_text(f"<p>{SAID}.</p>")
    status, _, err = cli("clean", *TASK, "--workers", 1, "--format", "text", "-o", out, folder)
    assert status == 1
    assert "skipped: error: the name of its output file is too long" in err
    assert "2 inputs: 1 cleaned, 1 skipped" in err
    assert [path.name for path in out.iterdir()] == ["short.txt"]


def test_files_that_cannot_be_read_are_inputs_that_are_skipped(cli, tmp_path):
    (tmp_path / "x.parquet").write_bytes(b"no table")
    (tmp_path / "y.arc.gz").write_bytes(b"filedesc://x.arc 0.0.0.0 2020")
    (tmp_path / "empty.warc.gz").write_bytes(b"")
    names = ("x.parquet", "y.arc.gz", "empty.warc.gz", "none.warc.gz", "none.html")
    (tmp_path / "list.txt").write_text("\n".join(str(tmp_path / name) for name in names))
    out = tmp_path / "out.jsonl"
    status, _, err = cli("clean", *TASK, "-o", out, f"@{tmp_path / 'list.txt'}")
    assert status == 1
    assert "5 inputs: 5 skipped" in err
    reasons = [row["reason"] for row in rows(out)]
    assert all(why.startswith("cannot be read: ") for why in reasons)
    assert "ARC" in reasons[1]
    assert reasons[2] == "cannot be read: an empty file"
    assert reasons[3] == reasons[4] == "cannot be read: No such file or directory"


@pytest.mark.parametrize("options", [(), ("--workers", 1)])
def test_a_missing_file_on_the_command_line_is_an_error_before_the_run(cli, tmp_path, options):
    crawl, out = write("folder", tmp_path, SAMPLES[:2]), tmp_path / "out"
    missing = crawl / "blog-em.html"
    status, _, err = cli("clean", *TASK, *options, "-o", out, crawl, missing)
    assert status == 2
    nearest = crawl / "blog-en.html"
    assert f"{missing}: no such file or directory; did you mean '{nearest}'?" in err
    assert not out.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("kind", ["warc", "warc.gz", "jsonl", "folder"])
def test_pipes_with_names_are_read(cli, tmp_path, kind):
    crawl, pipe, out = write(kind, tmp_path, SAMPLES[:2]), tmp_path / "pipe", tmp_path / "out.jsonl"
    page = crawl / SAMPLES[0][0]
    os.mkfifo(pipe)
    data = page.read_bytes() if kind == "folder" else crawl.read_bytes()
    writer = Thread(target=lambda: pipe.write_bytes(data))
    writer.start()
    source = "pages" if kind == "folder" else kind.partition(".")[0]
    status, _, err = cli("clean", *TASK, "--from", source, "-o", out, pipe)
    writer.join()
    assert status == 0, err
    assert len(rows(out)) == (1 if kind == "folder" else 2)


def test_two_inputs_with_one_target_are_refused(cli, tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "page.html").write_text("<p>x")
    both = (tmp_path / "a", tmp_path / "b")
    status, _, err = cli("clean", *TASK, "--workers", 1, "-o", tmp_path / "out", *both)
    assert status == 2
    output = tmp_path / "out" / "page.md"
    assert f"another input has the same output {output}; clean them separately" in err


@pytest.mark.parametrize("name", [".warc", "..warc", "...warc"])
def test_a_name_that_is_an_ending_stays_in_the_output_directory(cli, tmp_path, name):
    crawl, out = tmp_path / name, tmp_path / "out"
    crawl.write_bytes(write("warc", tmp_path, SAMPLES[:1]).read_bytes())
    status, _, err = cli("clean", *TASK, "--to", "files", "-o", out, crawl)
    assert status == 0, err
    assert [one.parent.name for one in out.rglob("*.md")] == [name]


def test_names_of_dots_have_separate_outputs(cli, tmp_path):
    pages, out = tmp_path / "pages", tmp_path / "out"
    (pages / "a").mkdir(parents=True)
    names = [".html", "..html", "a.html", "a..html", "a/.html", "a/..html"]
    for name in names:
        (pages / name).write_text("<p>x")
    status, _, err = cli("clean", *TASK, "--workers", 1, "-o", out, pages)
    assert status == 0, err
    found = sorted(str(one.relative_to(out)) for one in out.rglob("*.md"))
    assert found == sorted([".html.md", "..html.md", "a.md", "a..md", "a/.html.md", "a/..html.md"])


@pytest.mark.parametrize("html", [b"", b"\0" * 99, b"%PDF-1", b"<p>x</p>", bytes(range(256)) * 9])
def test_a_record_always_gives_a_row(html):
    cleaner = load("keep-everything")
    record, name = Record("r", html, encoding="no such"), model_name(cleaner)
    found = clean_record(cleaner, record, lambda outcome: row(outcome, name))[1]
    assert found["id"] == "r"
    assert found["status"] in ("cleaned", "empty", "skipped")
    assert (found["reason"] is None) == (found["status"] == "cleaned")
    assert json.loads(json.dumps(found)) == found


def test_rows_follow_the_schema(cli, tmp_path):
    crawl = tmp_path / "x.warc"
    crawl.write_bytes(BAD[0] + BAD[-1])
    for ending in ("jsonl", "parquet"):
        out = tmp_path / f"out.{ending}"
        cli("clean", "--config", "keep-everything", "-o", out, crawl)
        assert [list(row) for row in rows(out)] == [list(schema.FIELDS)] * 2
        assert list(rows(out)[1]["blocks"][0]) == list(schema.BLOCK)
    types = pq.read_schema(out)
    assert str(types.field("offset").type) == schema.ROW["offset"]
    text = cli("clean", "--config", "keep-everything", "--format", "jsonl", "-", stdin=b"<p>x")[1]
    assert tuple(json.loads(text)) == schema.PAGE


# Parts, against plain references.


@given(st.integers(1, 30).flatmap(lambda n: st.permutations(range(n))), st.integers(1, 9))
def test_results_are_put_in_order(numbers, done):
    results = ((done + i, None) for i in numbers)
    assert [n for n, _ in in_order(results, done)] == [done + i for i in range(len(numbers))]


@given(st.lists(st.integers(0, 12), unique=True))
def test_a_state_has_what_was_added(numbers):
    state = State()
    for number in numbers:
        state = state.after(number, 1, Counter({("cleaned", None): 2}), 3)
    assert [n for n in range(13) if state.has(n)] == sorted(numbers)
    assert (state.size, state.counts.total(), state.bytes) == (
        len(numbers), 2 * len(numbers), 3 * len(numbers)
    )  # fmt: skip


@given(st.lists(st.text("ab\n", max_size=9)), st.integers(1, 5))
def test_lines_of_a_stream(pieces, limit):
    data = [piece.encode() for piece in pieces]
    whole = b"".join(data)
    found = list(jsonl._lines(data, Reading(max_bytes=limit)))
    at, wanted = 0, []
    for line in whole.split(b"\n"):
        over = len(line) > limit
        wanted.append((at, f"too large: {len(line)} bytes" if over else line))
        at += len(line) + 1
    assert found == (wanted if wanted[-1][1] else wanted[:-1])


def test_if_reading_kills_a_worker_the_rest_of_the_part_is_reported(tmp_path):
    folder = write("folder", tmp_path, SAMPLES[:4])
    job = Job(lambda: None, Reading(), Writing("jsonl", None, "jsonl"))
    (chunk,) = SOURCES["pages"](job.reading).chunks(inputs([str(folder)]))
    step = SimpleNamespace(value=0)
    done = job.done(chunk, load("keep-everything"), {4: "worker died: signal 9"}, step)
    assert done.counts == {("cleaned", None): 2, ("skipped", "worker died"): 1}
    assert done.failed[0][1] == (
        "worker died: signal 9, while reading: the rest of this part is skipped"
    )


@pytest.mark.parametrize("end", [".part", ".whole"])
def test_files_beside_the_output_are_not_taken(cli, tmp_path, end):
    """Neither an input nor a file of someone else."""
    (crawl,) = (many(tmp_path, 2),)
    out, beside = tmp_path / "out.jsonl", tmp_path / f"out.jsonl{end}"
    beside.write_text('{"html": "<p>Page."}\n')
    status, _, err = cli("clean", *TASK, "--from", "jsonl", "-o", out, beside)
    assert (status, "refusing to overwrite the input" in err) == (2, True)
    status, _, err = cli("clean", *TASK, "-o", out, crawl)
    assert (status, f"{beside}: exists, but not from an unfinished run" in err) == (2, True)
    assert beside.read_text() == '{"html": "<p>Page."}\n'
    assert not out.exists()


def test_standard_input_does_not_discard_the_run_of_another_command(cli, tmp_path):
    out = tmp_path / "out.jsonl"
    unfinished(out).close()
    part = _beside(out)[1]
    before = part.read_bytes()
    status, _, err = cli("clean", *TASK, "-o", out, "-", stdin=b"<p>Page.")
    assert (status, "the unfinished run differs in" in err) == (2, True)
    assert part.read_bytes() == before
    out.write_text("precious")
    status, _, err = cli("clean", *TASK, "-o", out, "--restart", "-", stdin=b"<p>Page.")
    assert (status, "exists; use --force" in err) == (2, True)
    assert out.read_text() == "precious"


@pytest.mark.parametrize("line", ["1", "null", '"x"', "[1, 2]"])
def test_a_damaged_journal_is_reported(cli, tmp_path, line):
    crawl, out = many(tmp_path, 2), tmp_path / "out.jsonl"
    _beside(out)[0].write_text(f"{line}\n")
    status, _, err = cli("clean", *TASK, "-o", out, crawl)
    assert (status, "out.jsonl.journal: damaged" in err) == (2, True)


@pytest.mark.parametrize(
    ("key", "value"),
    [("done", "2"), ("done", -1), ("size", None), ("finished", "no"), ("also", [-1])],
)
def test_a_damaged_state_is_reported(cli, tmp_path, key, value):
    crawl, out = many(tmp_path, 2), tmp_path / "out.jsonl"
    unfinished(out).close()
    journal = _beside(out)[0]
    head, *_, last = journal.read_text().splitlines()
    journal.write_text(f"{head}\n{json.dumps(json.loads(last) | {key: value})}\n")
    status, _, err = cli("clean", *TASK, "-o", out, crawl)
    assert (status, "out.jsonl.journal: damaged" in err) == (2, True)


def test_names_that_are_no_text_get_into_a_wet_file(cli, tmp_path):
    pytest.importorskip("fastwarc")
    (tmp_path / "caf\udce9.html").write_text("<p>The harbour reopened on Monday, at last.")
    status, _, err = cli("clean", *TASK, "-o", tmp_path / "out.wet", tmp_path / "caf\udce9.html")
    assert (status, "1 input: 1 cleaned" in err) == (0, True)
