"""Clean a crawl with one worker and with two, and measure speed and the memory of each process.

The pages of a corpus, repeated until there are enough, become one WARC file; `victor clean` then
reads it with each number of workers, while the memory of its processes is read from /proc (Linux).
A full run takes a few minutes for each number of workers, and some GB in the temporary folder.
"""

import gzip
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from benchmarks import command_line, corpus
from benchmarks.plotting import figure
from benchmarks.timing import memory, read_process
from victor.evaluate.tables import table

Json = dict[str, Any]
_EVERY = 0.25  # seconds between two readings of the memory
_POINTS = 400  # of the curve of a process that are kept
_WARM = 1_000  # pages after which memory should be constant


def write_crawl(folder: Path, pages: int, target: Path) -> int:
    """Write a WARC file with a gzip member for each page; return the bytes of all pages."""
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
    if process.returncode not in (0, 1) or not output.exists():
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
    """The peak of a process, its growth once it is warm, and its curve over the pages."""
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
    """All descendants of a process, without those that only track resources."""
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
        yield str(run["workers"]), rate, f"{ratio:.2f}", peaks, f"{late:+.0f}"


HEADER = (
    "workers",
    "pages/s",
    "ratio",
    "peak MB",
    "peak growth, first to last quarter, MB",
)


def main() -> None:
    """Measure and print."""
    parser = command_line.parser(__doc__)
    parser.add_argument("corpus", type=Path, help="a folder of pages")
    parser.add_argument("--pages", type=int, default=20_000, help="pages of the crawl (20000)")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2],
                        help="numbers of workers to compare (1 2)")  # fmt: skip
    parser.add_argument("--model", nargs="*", default=[], help="further options of victor clean")
    parser.add_argument("--json", type=Path, help="write the full results as JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="plot memory over the pages")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="victor-") as folder:
        crawl = Path(folder, "crawl.warc.gz")
        size = write_crawl(given.corpus, given.pages, crawl)
        print(f"{given.pages} pages of {size / given.pages / 1000:.0f} kB on average, ", end="")
        print(f"{crawl.stat().st_size / 1e6:.0f} MB as WARC.gz, {os.cpu_count()} cores\n")
        runs = [
            measured(crawl, given.pages, workers, given.model, Path(folder))
            for workers in given.workers
        ]
    row = {"corpus": given.corpus.name, "pages": given.pages, "bytes": size, "runs": runs}
    print(table(HEADER, lines(row)))
    print("\n" + "\n".join(runs[-1]["messages"]))
    command_line.write_json(row, given.json)
    if given.plot:
        plot(row, given.plot)


if __name__ == "__main__":
    main()
