"""The targets of a campaign: how inputs are generated, and how they are checked.

A check returns a description of the problem, or None. Exceptions that it raises and Python warnings
are also findings; ``running`` handles both, and measures time and memory.
"""

import io
import json
import random
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from benchmarks.campaign import generators, kills, pumps
from victor import commands, config, model, pipeline
from victor.batch import sinks
from victor.batch.chunk import Reading
from victor.batch.job import Job
from victor.batch.record import ERROR, SKIPPED, Outcome, Record, clean_record
from victor.batch.run import Batch, chunks
from victor.compiled import using
from victor.config import resources
from victor.errors import VictorError
from victor.evaluate import gold, learning
from victor.output import OUTPUTS
from victor.output.schema import ROW
from victor.page import read_page
from victor.pipeline import Cleaner

PAGE = (
    b"<title>A title</title><h1>A title</h1><ul><li><a href=/>A menu</a></ul><p>It rained all day."
)
_PLAIN = "keep-everything"  # a configuration without weights


@dataclass(frozen=True)
class Target:
    """One kind of input."""

    make: Callable[[random.Random], bytes]
    check: Callable[[bytes], str | None]
    suffix: str  # of files with inputs
    seconds: float = 10.0  # maximum processor time for an input
    tested: int = 20  # inputs in the ordinary tests; 0 if each takes seconds
    together: int = 50  # inputs per process, whose outcomes are written together


# ---- pages ----


@cache
def _cleaner(name: str) -> Cleaner:
    return pipeline.load(name)


def _some_cleaner(data: bytes) -> Cleaner:
    """The model ``web`` for half of the inputs, any usable task for the others, by hash."""
    names = _usable()
    number = zlib.crc32(data) % (2 * len(names))
    return _cleaner(names[number] if number < len(names) else "web")


@cache
def _usable() -> Sequence[str]:
    """The shipped tasks that can be loaded without learning, sorted."""
    found = []
    for name in sorted({*resources.names("configs"), *resources.names("models")}):
        with suppress(VictorError):
            _cleaner(name)
            found.append(name)
    return found


def check_page(data: bytes) -> str | None:
    """Check that all outputs can be written, and that compiled parts and reference agree."""
    return _checked(data, _written)


def check_snippet(data: bytes) -> str | None:
    """As :func:`check_page`, but for 90% of inputs with text, Markdown and labels only."""
    return _checked(data, _written if zlib.crc32(data) // 64 % 10 == 0 else _read)


def _checked(data: bytes, written: Callable[[Outcome], dict[str, Any]]) -> str | None:
    cleaner, found = _some_cleaner(data), {}
    for mode in ("compiled", "reference"):
        with using(mode):
            outcome, found[mode] = clean_record(cleaner, Record("page", data), written)
        if outcome.status == SKIPPED and (outcome.reason or "").startswith(ERROR):
            return f"{cleaner.plan.task.name}, {mode}: {outcome.reason}"
    differ = [name for name, text in found["compiled"].items() if found["reference"][name] != text]
    return f"{cleaner.plan.task.name}: the reference gives other {differ}" if differ else None


_WITH_SCORES = ("jsonl", "json", "label_studio")  # which agree only up to rounding


def _written(outcome: Outcome) -> dict[str, Any]:
    """The page in every output without scores; sinks are called, but their rows not returned."""
    for sink, fields in (("jsonl", tuple(ROW)), ("parquet", tuple(ROW)), ("wet", ())):
        made = sinks.SINKS[sink](sinks.Writing(sink, None, "text", fields=fields))
        rendered = made.render(outcome)
        made.pack([] if rendered is None else [rendered])
    if outcome.result is None:
        return _read(outcome)
    found = _read(outcome, tuple(OUTPUTS))
    for name in OUTPUTS:
        (found[name] or "").encode("utf-8", "replace")
    return {name: value for name, value in found.items() if name not in _WITH_SCORES}


def _read(outcome: Outcome, outputs: Sequence[str] = ("text", "markdown")) -> dict[str, Any]:
    """The labels and status of a page, and some outputs; the reason if it was skipped."""
    if outcome.result is None:
        return {"reason": outcome.reason}
    labels = {"labels": outcome.result.labels.y.tolist(), "status": outcome.status}
    return labels | {name: outcome.render(name) for name in outputs}


# ---- the command line ----


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def command(*arguments: object) -> str | None:
    """Run ``victor ARGUMENTS`` in this process; a wrong exit status or message, or None."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status = commands.main([str(one) for one in arguments])
        except SystemExit as stop:
            status = int(stop.code or 0)
    said = err.getvalue()
    if status not in (0, 1, 2):
        return f"exit status {status}"
    if status and "victor" not in said:
        return f"exit status {status} without a message"
    wrong = [line for line in said.splitlines() if "Traceback" in line or "\x1b" in line]
    return f"standard error: {wrong[0]!r}" if wrong else None


def _in_file(name: str, *arguments: object) -> Callable[[bytes], str | None]:
    """A check that runs a command on the input in a subfolder, and looks for stray outputs."""

    def check(data: bytes) -> str | None:
        with _folder() as folder:
            (folder / "page.html").write_bytes(PAGE)
            (folder / "inner").mkdir()
            (folder / "inner" / name).write_bytes(data)
            found = command(*(str(one).format(folder) for one in arguments))
            written = {path.name for path in folder.iterdir()} - {"page.html", "inner", "out"}
            return found or (f"written outside: {written}" if written else None)

    return check


def check_model(data: bytes) -> str | None:
    """Check that a model cleans, or is rejected with an error that names its directory."""
    with _folder() as folder:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                (folder / name).write_bytes(archive.read(name))
        _sign(folder)
        try:
            pipeline.load(str(folder)).clean(PAGE).format("jsonl")
        except VictorError as error:
            return None if str(folder) in str(error) else f"names no file: {error}"
    return None


def _sign(folder: Path) -> None:
    """Set the fingerprint of a model to that of its changed configuration."""
    with suppress(VictorError, ValueError, RecursionError, AttributeError, TypeError):
        fingerprint = config.load_alone(folder / model.CONFIG).fingerprint()
        meta = json.loads((folder / model.META).read_bytes())
        (folder / model.META).write_text(json.dumps({**meta, "fingerprint": fingerprint}), "utf-8")


def check_configuration(data: bytes) -> str | None:
    """Check that a configuration is rejected with a message, or can be used to clean."""
    with _folder() as folder:
        file = folder / "task.yaml"
        file.write_bytes(data)
        try:
            plan = pipeline.plan(config.load_file(file))
        except VictorError as error:
            return None if error.args and str(error) else "an empty message"
        pipeline.instance_of(plan, pipeline.blocks_of(plan, read_page(PAGE)))
        return command("clean", "--config", file, "--format", "text", *_sample(folder))


def _sample(folder: Path) -> list[Path]:
    (folder / "page.html").write_bytes(PAGE)
    return [folder / "page.html"]


def check_annotation(data: bytes) -> str | None:
    """Check that an annotation is rejected or can be learned from and converted."""
    with _folder() as folder:
        _sample(folder)
        (folder / "page.anno").write_bytes(data)
        with suppress(VictorError), redirect_stderr(io.StringIO()):
            plan = _cleaner("web-crf").plan
            examples = list(learning.examples(gold.read_gold([folder]), plan))
            list(learning.warnings_about_pages(examples, plan.task))
        for format in OUTPUTS:
            if found := command("convert", folder / "page.anno", "--format", format):
                return f"convert --format {format}: {found}"
    return None


# ---- sources ----


def rows(name: str, data: bytes) -> list[dict[str, Any]]:
    """The rows of a file, as workers write them, in this process."""
    with _folder() as folder:
        (folder / name).write_bytes(data)
        load = partial(_cleaner, _PLAIN)
        writing = sinks.choose(None, "rows.jsonl", None, "text")
        job = Job(load, Reading(max_bytes=1 << 20), writing)
        done = [job.done(chunk, load(), {}, SimpleNamespace(value=0))
                for chunk in chunks(Batch(job, [str(folder / name)]))]  # fmt: skip
    lines = b"".join(one.data for one in done).splitlines()
    if len(lines) != sum(sum(one.counts.values()) for one in done):
        raise AssertionError("rows and counts differ")
    return [json.loads(line) for line in lines]


def _raised(found: list[dict[str, Any]]) -> str | None:
    """A problem if the reason of a row is an unexpected exception, else None."""
    reasons = [one["reason"] or "" for one in found]
    return next((f"a row says {one!r}" for one in reasons if one.startswith(ERROR)), None)


def check_lines(data: bytes) -> str | None:
    """Check that no row reports an exception; uncompressed, each nonblank line has a row."""
    found = rows("rows.jsonl", data)
    if not data.startswith((b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd")):
        expected = sum(1 for line in data.split(b"\n") if line.strip())
        if len(found) != expected:
            return f"{expected} lines, {len(found)} rows"
    return _raised(found)


def check_warc(data: bytes) -> str | None:
    """Check that each undamaged record has a row, whatever surrounds it."""
    found = rows("crawl.warc.gz", data)
    names = {one["id"] for one in found}
    whole = {name for name, record in generators.warc_records()
             if record in data or generators.packed(record) in data}  # fmt: skip
    if whole - names:
        return f"no row for {sorted(whole - names)}"
    return "no row" if data and not found else _raised(found)


def check_table(data: bytes) -> str | None:
    """Check that each row of a table has a row; a damaged file has at least one."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    found = rows("table.parquet", data)
    try:
        with pq.ParquetFile(io.BytesIO(data)) as file:
            expected = len(file.read(use_threads=False))
    except (pa.ArrowException, OSError, ValueError):
        return _raised(found) if found else "no row"
    return _raised(found) if len(found) == expected else f"{expected} rows, found {len(found)}"


# ---- all of them ----

TARGETS: Mapping[str, Target] = {
    "pages": Target(generators.page, check_page, ".html", tested=15),
    "snippets": Target(generators.snippet, check_snippet, ".html", tested=100, together=5000),
    "models": Target(generators.model, check_model, ".zip", tested=60),
    "configurations": Target(generators.configuration, check_configuration, ".yaml", tested=40),
    "annotations": Target(generators.annotation, check_annotation, ".anno", tested=20),
    "exports": Target(
        generators.export,
        _in_file("export.json", "convert", "{0}/inner/export.json", "-o", "{0}/out"),
        ".json",
        tested=60,
    ),
    "jsonl": Target(generators.json_lines, check_lines, ".jsonl", tested=40),
    "zstd": Target(generators.zstd_lines, check_lines, ".jsonl.zst", tested=40),
    "warc": Target(generators.warc, check_warc, ".warc", tested=30),
    "parquet": Target(generators.table, check_table, ".parquet", tested=40),
    "pumps": Target(pumps.make, pumps.check, ".json", seconds=120, tested=2, together=10),
    "kills": Target(kills.make, kills.check, ".json", seconds=120, tested=0, together=2),
}
