"""Clean a crawl with one worker and with two; measure speed and the memory of each process.

The pages of a corpus, repeated until there are enough, become one WARC file. `victor clean` cleans
it with each number of workers, while the memory of its processes is read from /proc (Linux). Then
as many plain processes run FastWARC and resiliparse, to show how well the machine scales. A full
run takes a few minutes for each number of workers, and some GB in the temporary folder.

`--end-to-end` compares cleaning alone with the whole pipeline from the WARC to rows of text, title,
URL and Markdown, and with pipelines of FastWARC and resiliparse (main content) or trafilatura. The
systems take turns, each in a new process; its start-up time is measured with a crawl of one page
and subtracted.
"""

import argparse
import gzip
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

import victor
from benchmarks import command_line, corpus
from benchmarks.plotting import figure
from benchmarks.timing import memory, read_process
from victor.evaluate.tables import table
from victor.output import jsonl

Json = dict[str, Any]
_EVERY = 0.25  # seconds between two readings of the memory
_POINTS = 400  # maximum points of the curve of a process
_FINISHED = (0, 1)  # statuses of `victor clean`: 1 if pages were skipped
_WARM = 1_000  # pages after which memory should be constant


def write_crawl(folder: Path, pages: int, target: Path) -> int:
    """Write a WARC file with a gzip member per page; return the total bytes of the pages."""
    size = 0
    with target.open("wb") as file:
        for i, page in enumerate(islice(cycle(corpus.files(folder)), pages)):
            html = page.read()
            size += len(html)
            file.write(gzip.compress(_record(i, html), 1, mtime=0))
    return size


def _record(number: int, html: bytes) -> bytes:
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:page:{number}>\r\n"
        f"WARC-Target-URI: http://page.example/{number}\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"


def measured(crawl: Path, pages: int, workers: int, model: Sequence[str], folder: Path) -> Json:
    """Speed of one run of `victor clean`, and the memory of its processes over the pages."""
    output = folder / f"{workers}.jsonl.gz"
    command = [sys.executable, "-m", "victor", "clean", "--workers", str(workers), *model]
    start = time.perf_counter()
    process = subprocess.Popen([*command, "-o", str(output), str(crawl)], stderr=subprocess.PIPE)
    seen: dict[int, list[tuple[float, float]]] = {}
    while process.poll() is None:
        now = time.perf_counter() - start
        for pid in (process.pid, *children(process.pid)):
            if (resident := memory("VmRSS", pid)) is not None:
                seen.setdefault(pid, []).append((now, resident))
        time.sleep(_EVERY)
    seconds = time.perf_counter() - start
    messages = process.stderr.read().decode("utf-8", "replace") if process.stderr else ""
    if process.returncode not in _FINISHED or not output.exists():
        sys.exit(f"victor clean failed:\n{messages[-2000:]}")
    output.unlink()
    rate = pages / seconds
    curves = [[(round(at * rate), mb) for at, mb in curve] for curve in seen.values()]
    curves = [curve for curve in curves if curve[-1][0] - curve[0][0] > pages / 10]
    return {
        "workers": workers,
        "seconds": round(seconds, 1),
        "pages_per_second": round(rate, 2),
        "processes": [_process(curve, i) for i, curve in enumerate(curves)],
        "messages": messages.strip().splitlines()[-12:],
    }


def _process(curve: Sequence[tuple[int, float]], number: int) -> Json:
    """The memory of a process: its peak, its early and late peaks once warm, and its curve."""
    warm = [mb for page, mb in curve if page >= _WARM] or [curve[-1][1]]
    quarter = max(1, len(warm) // 4)
    step = -(-len(curve) // _POINTS)
    return {
        "name": f"worker {number}" if number else "parent",
        "peak_mb": round(max(mb for _, mb in curve), 1),
        "peak_mb_of_first_quarter": round(max(warm[:quarter]), 1),
        "peak_mb_of_last_quarter": round(max(warm[-quarter:]), 1),
        "curve": [(page, round(mb, 1)) for page, mb in curve[::step]],
    }


def children(pid: int) -> list[int]:
    """The IDs of all descendants of a process, except resource trackers."""
    found: list[int] = []
    for task in read_process(pid, f"task/{pid}/children").split():
        name = read_process(task, "cmdline")
        if "resource_tracker" not in name:
            found += [int(task), *children(int(task))]
    return found


def plot(row: Json, file: Path) -> None:
    """Plot the memory of each process over the pages, a panel for each number of workers."""
    runs = row["runs"]
    with figure(file, len(runs), figsize=(4.2 * len(runs), 3.2), sharey=True) as panels:
        for axes, run in zip(panels, runs, strict=True):
            for process in run["processes"]:
                axes.plot(*zip(*process["curve"], strict=True), label=process["name"], linewidth=1)
            axes.set(xlabel=f"pages, --workers {run['workers']}")
            axes.legend()
        panels[0].set(ylabel="resident memory, MB", ylim=(0, None))


def lines(row: Json) -> Iterator[tuple[str, ...]]:
    """A row for each number of workers, compared with the first."""
    for run in row["runs"]:
        peaks = ", ".join(f"{one['name']} {one['peak_mb']:.0f}" for one in run["processes"])
        late = max(
            (
                one["peak_mb_of_last_quarter"] - one["peak_mb_of_first_quarter"]
                for one in run["processes"]
            ),
            default=0.0,
        )
        ratio = run["pages_per_second"] / row["runs"][0]["pages_per_second"]
        rate = f"{run['pages_per_second']:.1f}"
        plain = f"{run.get('plain_ratio', math.nan):.2f}"
        yield str(run["workers"]), rate, f"{ratio:.2f}", peaks, f"{late:+.0f}", plain


HEADER = (
    "workers",
    "pages/s",
    "ratio",
    "peak MB",
    "peak growth, first to last quarter, MB",
    "ratio of plain processes",
)


# End to end. Each of these runs in a separate process: `python -m benchmarks.crawl --system`.

Rows = Iterator[dict[str, Any]]
FIELDS = ("text", "title", "url", "markdown")


def responses(crawl: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the URL and the page of each response, read by FastWARC."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    with crawl.open("rb") as file:
        for one in ArchiveIterator(file, WarcRecordType.response):
            yield one.headers["WARC-Target-URI"], one.reader.read()


def _resiliparse(crawl: Path) -> Rows:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree

    for url, html in responses(crawl):
        tree = HTMLTree.parse_from_bytes(html, detect_encoding(html))
        text = extract_plain_text(tree, main_content=True)
        yield {"text": text, "title": tree.title, "url": url}


def _trafilatura(crawl: Path) -> Rows:
    from trafilatura import bare_extraction

    for url, html in responses(crawl):
        found = bare_extraction(html, url=url, with_metadata=True)
        values = found.as_dict() if found else {}
        yield {"text": values.get("text"), "title": values.get("title"), "url": url}


def _cleaned(crawl: Path) -> Callable[[], None]:
    """A function that only cleans pages in memory, with the same outputs as the rows."""
    cleaner, pages = victor.load(), list(responses(crawl))

    def run() -> None:
        for url, html in pages:
            jsonl.row(cleaner.clean(html, url=url).document, FIELDS)

    return run


def _writes(rows: Callable[[Path], Rows]) -> Callable[[Path], Callable[[], None]]:
    def system(crawl: Path) -> Callable[[], None]:
        def run() -> None:
            with gzip.open(crawl.with_suffix(".rows"), "wb", 4) as out:
                for row in rows(crawl):
                    out.write(jsonl.line(row))

        return run

    return system


PLAIN: Mapping[str, Callable[[Path], Callable[[], None]]] = {
    "cleaning alone": _cleaned,
    "FastWARC, resiliparse": _writes(_resiliparse),
    "FastWARC, trafilatura": _writes(_trafilatura),
}
OUTPUTS = {"victor clean, JSON lines": "rows.jsonl.gz", "victor clean, Parquet": "rows.parquet"}


class Spent(NamedTuple):
    """Seconds of a run: wall time, and processor time of all its processes."""

    wall: float
    cpu: float


def spent(name: str, crawl: Path, model: Sequence[str] = ()) -> Spent:
    """The time of a system on a crawl, from the start of its process to its end.

    Exits if it fails, for example because an extra is not installed.
    """
    command = [sys.executable, "-m", "benchmarks.crawl", "--system", name, str(crawl)]
    target = crawl.with_name(OUTPUTS.get(name, crawl.name))
    if name in OUTPUTS:
        target.unlink(missing_ok=True)
        command = [sys.executable, "-m", "victor", "clean", "--workers", "1", *model, "--fields",
                   ",".join(FIELDS), "--restart", "-o", str(target), str(crawl)]  # fmt: skip
    start, before = time.perf_counter(), os.times()
    found = subprocess.run(command, env=_ENVIRONMENT, capture_output=True, text=True, check=False)
    after = os.times()
    expected = _FINISHED if name in OUTPUTS else (0,)
    if found.returncode not in expected or not target.exists():
        sys.exit(f"{name} failed:\n{found.stderr[-2000:]}")
    if name == "cleaning alone":  # excludes reading the crawl
        return Spent(*map(float, found.stdout.split()))
    cpu = after.children_user + after.children_system
    cpu -= before.children_user + before.children_system
    return Spent(time.perf_counter() - start, cpu)


_ENVIRONMENT = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def alone(name: str, crawl: Path) -> None:
    """Run a system of :data:`PLAIN` in this process; print its seconds, wall and processor time.

    For ``cleaning alone``, the model and the pages are loaded before.
    """
    run = PLAIN[name](crawl)
    start, cpu = time.perf_counter(), time.process_time()
    run()
    print(time.perf_counter() - start, time.process_time() - cpu)


def end_to_end(folder: Path, pages: int, rounds: int, model: Sequence[str], aside: Path) -> Json:
    """Pages per second of each system, excluding its start-up, from the fastest round."""
    full, single = aside / "crawl.warc.gz", aside / "one.warc.gz"
    write_crawl(folder, pages, full)
    write_crawl(folder, 1, single)
    names = [*PLAIN, *OUTPUTS]
    times: dict[str, list[tuple[Spent, Spent]]] = {name: [] for name in names}
    for turn in range(rounds):
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            times[name].append((spent(name, full, model), spent(name, single, model)))
    return {"pages": pages, "rounds": rounds, "systems": {
        name: {
            kind: (pages - 1) / (min(one[0][i] for one in found) - min(one[1][i] for one in found))
            for i, kind in enumerate(Spent._fields)
        } | {"start": min(one[1].wall for one in found)}
        for name, found in times.items()
    }}  # fmt: skip


def end_to_end_table(row: Json) -> str:
    """A table with a row for each system, and its speed relative to cleaning alone."""
    found = row["systems"]
    first = found["cleaning alone"]
    lines = [
        (name, f"{one['cpu']:.1f}", f"{one['cpu'] / first['cpu']:.2f}", f"{one['wall']:.1f}",
         f"{one['wall'] / first['wall']:.2f}", f"{one['start']:.2f}")
        for name, one in found.items()
    ]  # fmt: skip
    header = ("system", "pages per processor second", "share", "pages/s", "share", "start, s")
    return table(header, lines)


def plain_ratio(crawl: Path, processes: int) -> float:
    """The throughput of several plain resiliparse processes relative to that of one."""

    def seconds(count: int) -> float:
        name = "FastWARC, resiliparse"
        copies = [crawl.with_name(f"plain{i}.warc.gz") for i in range(count)]
        for copy in copies:
            copy.unlink(missing_ok=True)
            os.link(crawl, copy)
        start = time.perf_counter()
        with ThreadPoolExecutor(count) as threads:
            list(threads.map(lambda copy: spent(name, copy), copies))
        return time.perf_counter() - start

    return processes * seconds(1) / seconds(processes)


def arguments() -> argparse.Namespace:
    """The arguments of the command line."""
    parser = command_line.parser(__doc__)
    parser.add_argument("corpus", type=command_line.existing, help="a folder of pages")
    parser.add_argument("--system", choices=PLAIN, help="run a single system on a crawl")
    parser.add_argument("--end-to-end", action="store_true", help="compare with other systems")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each system (3)")
    parser.add_argument("--pages", type=int, default=20_000, help="pages of the crawl (20000)")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2],
                        help="numbers of workers to compare (1 2)")  # fmt: skip
    parser.add_argument("--model", nargs="*", default=[], help="further options of victor clean")
    parser.add_argument("--json", type=Path, help="write the full results as JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="plot memory over the pages")
    return parser.parse_args()


def compared(given: argparse.Namespace, folder: Path) -> Json:
    """Write a crawl, and measure each number of workers on it."""
    crawl = folder / "crawl.warc.gz"
    size = write_crawl(given.corpus, given.pages, crawl)
    print(f"{given.pages} pages of {size / given.pages / 1000:.0f} kB on average, ", end="")
    print(f"{crawl.stat().st_size / 1e6:.0f} MB as WARC.gz, {os.cpu_count()} cores\n")
    runs = [measured(crawl, given.pages, workers, given.model, folder) for workers in given.workers]
    for run in runs:
        run["plain_ratio"] = round(plain_ratio(crawl, run["workers"]), 2)
    return {"corpus": given.corpus.name, "pages": given.pages, "bytes": size, "runs": runs}


def main() -> None:
    """Measure and print."""
    given = arguments()
    if given.system:
        alone(given.system, given.corpus)
        return
    with tempfile.TemporaryDirectory(prefix="victor-") as name:
        folder = Path(name)
        if given.end_to_end:
            row = end_to_end(given.corpus, given.pages, given.rounds, given.model, folder)
        else:
            row = compared(given, folder)
    command_line.write_json(row, given.json)
    if given.end_to_end:
        print(end_to_end_table(row))
        return
    print(table(HEADER, lines(row)))
    print("\n" + "\n".join(row["runs"][-1]["messages"]))
    if given.plot:
        plot(row, given.plot)


if __name__ == "__main__":
    command_line.run(main)
