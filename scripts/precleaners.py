"""The compiled precleaner beside the one in Python: do they read every page alike, how fast.

    python scripts/precleaners.py CORPUS... [--pages 300] [--rounds 3] [--config NAME]

Compares all pages of the corpora, and times random ones of each: the least of the rounds, the two
in turn on every page. Exit status 1 if a page is read differently.
"""

import argparse
import sys
import time
from pathlib import Path

from bench import samples

from victor import config
from victor.evaluate.tables import table
from victor.page import read_page
from victor.tree import parse as preclean

COMPILED = preclean._compiled


def read(html, options, handlers):
    """What is read of a page by the compiled handlers, or by those in Python (None)."""
    preclean._compiled = handlers
    return preclean._parse_with_libxml2(html, *options)


def alike(html, options):
    """Whether both read the same, scripts included."""
    options = *options, preclean._TOLD | {"script"}
    (one, one_finished), (other, other_finished) = (
        read(html, options, handlers) for handlers in (COMPILED, None)
    )
    same_order = list(one.tags) == list(other.tags)
    return one == other and same_order and one_finished == other_finished


def milliseconds(html, options, rounds):
    """The least time by the compiled handlers, and by those in Python, letting go included."""
    least = [float("inf")] * 2
    for _ in range(rounds):
        for i, handlers in enumerate((COMPILED, None)):
            start = time.perf_counter()
            read(html, options, handlers)
            least[i] = min(least[i], 1000 * (time.perf_counter() - start))
    return least


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--pages", type=int, default=300, help="pages of each to time")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--config", default="web")
    given = parser.parse_args()
    if not COMPILED:
        print("the compiled precleaner is not built", file=sys.stderr)
        return 1
    pre = config.load(given.config).preclean
    options = frozenset(pre.delete), frozenset(pre.ignore), pre.image_text
    rows, different = [], []
    for folder in given.folders:
        pages = [(sample.id, read_page(sample.html)) for sample in samples(folder, 10**9, 0)]
        sources = [(id, page.utf8 or page.html) for id, page in pages]
        different += [id for id, html in sources if not alike(html, options)]
        timed = [milliseconds(html, options, given.rounds) for _, html in sources[: given.pages]]
        fast, slow = (sum(column) / len(timed) for column in zip(*timed, strict=True))
        row = (fast, slow, slow / fast)
        rows.append((folder.name, str(len(pages)), *(f"{value:.2f}" for value in row)))
    print(table(("corpus", "pages", "compiled, ms", "Python, ms", "ratio"), rows))
    print(f"\nread differently: {', '.join(different) or 'none'}")
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
