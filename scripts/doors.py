"""The compiled doors beside their references: do they agree on every page, what does each save.

    python scripts/doors.py CORPUS... [--pages 300] [--rounds 5] [--model NAME]

Cleans all pages of the corpora with both sides of every door and compares. Then times each door on
the arguments that random pages of them give it: the least of the rounds, both sides in turn, in
milliseconds per page. Exit status 1 if a page is cleaned differently.
"""

import argparse
import sys
import time
from pathlib import Path

from bench import samples

from victor import pipeline
from victor.compiled import DOORS, built, using
from victor.evaluate.tables import table


def differs(cleaner, html):
    """What is different about a page, if anything is."""
    try:
        with using("checked"):
            found = cleaner.clean(html).text
        with using("reference"):
            return None if cleaner.clean(html).text == found else "text"
    except AssertionError as error:
        return str(error).partition(":")[0]


def recorded(cleaner, pages):
    """The arguments of every call, by door."""
    calls = {name: [] for name in DOORS}
    doors = dict(DOORS)
    for name, door in doors.items():

        def record(*arguments, calls=calls[name], compiled=door.compiled):
            calls.append(arguments)
            return compiled(*arguments)

        DOORS[name] = door._replace(checked=record)
    with using("checked"):
        for html in pages:
            cleaner.clean(html)
    DOORS.update(doors)
    return calls


def milliseconds(functions, calls, rounds):
    """The least time of each function over all calls."""
    least = [float("inf")] * len(functions)
    for _ in range(rounds):
        for i, function in enumerate(functions):
            start = time.process_time()
            for arguments in calls:
                function(*arguments)
            least[i] = min(least[i], 1000 * (time.process_time() - start))
    return least


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--pages", type=int, default=300, help="pages to time")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--model", default="web")
    given = parser.parse_args()
    cleaner = pipeline.load(given.model)
    if not built():
        print("the compiled parts are not built", file=sys.stderr)
        return 1
    pages = [sample for folder in given.folders for sample in samples(folder, 10**9, 0)]
    found = {page.id: differs(cleaner, page.html) for page in pages}
    different = [f"{id} ({door})" for id, door in found.items() if door]
    timed = [page.html for page in pages[: given.pages]]
    rows = []
    for name, calls in recorded(cleaner, timed).items():
        door = DOORS[name]
        fast, slow = milliseconds((door.compiled, door.reference), calls, given.rounds)
        per_page = (len(calls), fast, slow, slow - fast)
        rows.append((name, *(f"{value / len(timed):.3f}" for value in per_page)))
    rows.sort(key=lambda row: -float(row[-1]))
    print(table(("door", "calls", "compiled, ms", "Python, ms", "saved, ms"), rows))
    print(f"\n{len(pages)} pages; cleaned differently: {', '.join(different) or 'none'}")
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
