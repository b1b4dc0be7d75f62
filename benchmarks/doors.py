"""Compare compiled functions (doors) with their Python references: results and time.

Every page of the corpora is cleaned with both sides of every door, and the results are compared.
Then both sides of each door are timed, in turns, on its arguments from random pages. The exit
status is 1 if the results differ on any page.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from functools import partial
from typing import Any

from benchmarks import command_line
from benchmarks.corpus import Sample, samples
from benchmarks.timing import interleaved, timer, total
from victor import pipeline
from victor.compiled import DOORS, Door, built, using
from victor.evaluate.tables import table
from victor.pipeline import Cleaner

Calls = Sequence[tuple[Any, ...]]  # the arguments of each call


def difference(cleaner: Cleaner, html: bytes) -> str | None:
    """The first door whose sides differ on a page, ``text`` if only the output does, or None."""
    try:
        with using("checked"):
            found = _written(cleaner, html)
        with using("reference"):
            return None if _written(cleaner, html) == found else "text"
    except AssertionError as error:
        return str(error).partition(":")[0]


def _written(cleaner: Cleaner, html: bytes) -> tuple[str, str]:
    result = cleaner.clean(html)
    return result.text, result.markdown


@contextmanager
def recording() -> Iterator[Mapping[str, list[tuple[Any, ...]]]]:
    """Record the arguments of every call, by door."""
    calls: dict[str, list[tuple[Any, ...]]] = {name: [] for name in DOORS}
    doors = dict(DOORS)

    def record(name: str, *arguments: Any) -> Any:
        calls[name].append(tuple(map(copy, arguments)))  # pages may change theirs later
        compiled = doors[name].compiled
        assert compiled is not None
        return compiled(*arguments)

    DOORS.update({k: door._replace(checked=partial(record, k)) for k, door in doors.items()})
    try:
        with using("checked"):
            yield calls
    finally:
        DOORS.update(doors)


def seconds(door: Door, calls: Calls, rounds: int) -> tuple[float, float]:
    """The total seconds of the calls, compiled and in the reference."""

    def measure(function: Any) -> Any:
        return timer(lambda calls: [function(*arguments) for arguments in calls])

    sides = {"compiled": measure(door.compiled), "reference": measure(door.reference)}
    found = interleaved(sides, [calls], rounds)
    return total(found["compiled"][0]), total(found["reference"][0])


def times(cleaner: Cleaner, pages: Sequence[Sample], rounds: int) -> list[tuple[str, ...]]:
    """For each door, per page: calls, milliseconds compiled, in Python and saved; most first."""
    with recording() as calls:
        for page in pages:
            _written(cleaner, page.html)
    rows = []
    for name, arguments in calls.items():
        fast, slow = (1000 * one for one in seconds(DOORS[name], arguments, rounds))
        per_page = (value / len(pages) for value in (len(arguments), fast, slow, slow - fast))
        rows.append((name, *(f"{value:.3f}" for value in per_page)))
    return sorted(rows, key=lambda row: -float(row[-1]))


def main() -> int:
    """Compare and print."""
    parser = command_line.parser(__doc__)
    parser.add_argument(
        "folders", type=command_line.existing, nargs="+", help="corpora, or folders of pages"
    )
    parser.add_argument("--pages", type=int, default=300, help="number of timed pages (300)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds; the fastest counts (5)")
    parser.add_argument("--config", default="web", help="shipped model or model directory (web)")
    given = parser.parse_args()
    if not built():
        print("not all compiled parts are built", file=sys.stderr)
        return 1
    cleaner = pipeline.load(given.config)
    pages = [page for folder in given.folders for page in samples(folder)]
    found = {page.id: difference(cleaner, page.html) for page in pages}
    different = [f"{id} ({door})" for id, door in found.items() if door]
    rows = times(cleaner, pages[: given.pages], given.rounds)
    print(table(("door", "calls", "compiled, ms", "Python, ms", "saved, ms"), rows))
    print(f"\n{len(pages)} pages; different results: {', '.join(different) or 'none'}")
    return bool(different)


if __name__ == "__main__":
    command_line.run(main)
