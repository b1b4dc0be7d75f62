"""Compare the throughput of systems in one process, in several processes, and in threads.

The systems take turns: each cleans the same few pages in each of the given number of processes or
threads at once, then the next system does. Environment variables and affinity are not set, as
callers would not set them. Rates are sums over all processes; for each turn, the round with the
smallest time counts. With fewer threads, the pages are cleaned more often, as short turns are more
likely to be undisturbed. Compare ratios, not seconds.
"""

import multiprocessing
import os
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from benchmarks import command_line, systems
from benchmarks.corpus import samples
from benchmarks.speed import names, victor
from victor import pipeline
from victor.evaluate.tables import table

Json = dict[str, Any]


class Way(NamedTuple):
    """A system and its numbers of processes and threads, each of which cleans all pages."""

    system: str
    processes: int
    threads: int


class Spent(NamedTuple):
    """The seconds of a turn."""

    wall: float
    cpu: float  # of all processes


def _serve(pipe: Connection, system: str, threads: int, pages: Sequence[bytes]) -> None:
    """Clean the requested pages until the pipe closes; send the processor seconds of each turn."""
    extract = victor(pipeline.load()) if system == "victor" else systems.load(system)
    try:
        while True:
            start, end, times = pipe.recv()
            spent = time.process_time()
            _in_threads(partial(_extract, extract, pages[start:end] * times), threads)
            pipe.send(time.process_time() - spent)
    except EOFError:
        return


def _extract(extract: systems.System, pages: Sequence[bytes]) -> None:
    for page in pages:
        extract(page)


def _in_threads(work: Callable[[], None], threads: int) -> None:
    if threads == 1:
        work()
        return
    started = [Thread(target=work) for _ in range(threads)]
    for one in started:
        one.start()
    for one in started:
        one.join()


@contextmanager
def workers(way: Way, pages: Sequence[bytes]) -> Iterator[list[Connection]]:
    """Start the processes of a way; yield pipes to them."""
    context = multiprocessing.get_context("spawn")
    ends = [context.Pipe() for _ in range(way.processes)]
    started = [
        context.Process(target=_serve, args=(far, way.system, way.threads, pages), daemon=True)
        for _, far in ends
    ]
    for one in started:
        one.start()
    for _, far in ends:
        far.close()
    try:
        yield [near for near, _ in ends]
    finally:
        for one in started:
            one.kill()


def turn(pipes: Sequence[Connection], start: int, end: int, times: int = 1) -> Spent:
    """Clean the pages from ``start`` to ``end`` in all processes at once, ``times`` times.

    Returns:
        The seconds of one repetition.
    """
    begun = time.perf_counter()
    for pipe in pipes:
        pipe.send((start, end, times))
    cpu = sum(pipe.recv() for pipe in pipes)
    return Spent((time.perf_counter() - begun) / times, cpu / times)


def measured(ways: Sequence[Way], pages: Sequence[bytes], size: int, rounds: int) -> list[Json]:
    """Pages per second and processor milliseconds per page of each way; the ways take turns."""
    starts, most = range(0, len(pages), size), max(way.threads for way in ways)
    best: dict[Way, list[Spent | None]] = {way: [None] * len(starts) for way in ways}
    with ExitStack() as stack:
        pipes = {way: stack.enter_context(workers(way, pages)) for way in ways}
        for way in ways:  # the first turn loads models
            turn(pipes[way], 0, 1)
        for number in range(rounds):
            for i, start in enumerate(starts):
                shift = (i + number) % len(ways)
                for way in (*ways[shift:], *ways[:shift]):
                    end, times = min(start + size, len(pages)), most // way.threads
                    found = turn(pipes[way], start, end, times)
                    known = best[way][i]
                    best[way][i] = found if known is None else min(found, known)
    return [_row(way, [one for one in best[way] if one], len(pages)) for way in ways]


def _row(way: Way, turns: Sequence[Spent], pages: int) -> Json:
    done = pages * way.processes * way.threads
    wall, cpu = (sum(column) for column in zip(*turns, strict=True))
    return {**way._asdict(), "pages_per_second": done / wall, "cpu_ms": 1000 * cpu / done}


def lines(rows: Sequence[Json]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each way, compared with the first system's under the same conditions."""
    first = {_kind(row): row for row in reversed(rows) if row["system"] == rows[0]["system"]}
    for row in rows:
        base = first[_kind(row)]
        yield (
            row["system"],
            str(row["processes"]),
            str(row["threads"]),
            f"{row['pages_per_second']:.1f}",
            f"{base['pages_per_second'] / row['pages_per_second']:.2f}",
            f"{row['cpu_ms']:.2f}",
            f"{row['cpu_ms'] / base['cpu_ms']:.2f}",
        )


def _kind(row: Mapping[str, Any]) -> tuple[int, int]:
    return row["processes"], row["threads"]


HEADER = ("system", "processes", "threads", "pages/s", "Victor's / its pages/s", "CPU ms per page",
          "its / Victor's CPU")  # fmt: skip


def main() -> None:
    """Measure and print."""
    given = options()
    kinds = [(one, 1) for one in given.processes] + [(1, one) for one in given.threads]
    found = ("victor", *given.systems)
    ways = [Way(name, *kind) for kind in dict.fromkeys(kinds) for name in found]
    rows: dict[str, list[Json]] = {}
    for folder in given.folders:
        pages = [page.html for page in samples(folder, given.pages, given.seed)]
        rows[folder.name] = measured(ways, pages, given.turn, given.rounds)
        size = sum(map(len, pages)) / len(pages) / 1000
        print(f"{folder.name}: {len(pages)} pages of {size:.0f} kB on average, {given.turn} at a "
              f"time, {os.cpu_count()} cores\n")  # fmt: skip
        print(table(HEADER, lines(rows[folder.name])) + "\n")
    command_line.write_json(rows, given.json)


def options() -> Namespace:
    """Parse the command line."""
    parser = command_line.parser(__doc__)
    parser.add_argument(
        "folders", type=command_line.existing, nargs="+", help="corpora, or folders of pages"
    )
    parser.add_argument("--pages", type=int, default=200, help="number of random pages (200)")
    parser.add_argument("--seed", type=int, default=0, help="random seed for the choice of pages")
    parser.add_argument("--turn", type=int, default=25, help="pages at a time (25)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds; the fastest counts (3)")
    parser.add_argument("--processes", type=int, nargs="*", default=[1, 2, 4],
                        help="numbers of processes (1 2 4)")  # fmt: skip
    parser.add_argument("--threads", type=int, nargs="*", default=[],
                        help="numbers of threads of one process")  # fmt: skip
    parser.add_argument("--systems", type=names, metavar="NAME,...",
                        default=["resiliparse", "trafilatura"],
                        help="other systems (resiliparse,trafilatura)")  # fmt: skip
    parser.add_argument("--json", type=Path, help="write the full results as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    command_line.run(main)
