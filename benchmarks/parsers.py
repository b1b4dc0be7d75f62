"""Compare the compiled handlers of the parser with those in Python: results and speed.

All pages of the corpora are parsed by both; random ones of each are timed, the two taking turns on
every page. The exit status is 1 if a page is parsed differently.
"""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks import command_line
from benchmarks.corpus import samples
from benchmarks.timing import interleaved, milliseconds, timer
from victor import config
from victor.evaluate.tables import table
from victor.page import read_page
from victor.tree import parse

COMPILED = parse._compiled


def read(html: bytes | str, options: Any, handlers: Any) -> Any:
    """The columns of a page by the compiled handlers, or by those in Python (None)."""
    parse._compiled = handlers
    return parse._parse_with_libxml2(html, *options)


def same(html: bytes | str, options: Any) -> bool:
    """Whether both give the same columns, scripts included."""
    options = *options, parse._TOLD | {"script"}
    one, other = (_comparable(*read(html, options, handlers)) for handlers in (COMPILED, None))
    return one == other


def _comparable(columns: Any, finished: bool) -> Any:
    # Attributes are columns in one and a list in the other; the order of the tags matters.
    plain = replace(columns, attributes=list(map(dict, columns.attributes)))
    return plain, list(columns.tags), finished


def main() -> int:
    """Compare and print."""
    parser = command_line.parser(__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="corpora, or folders of pages")
    parser.add_argument("--pages", type=int, default=300, help="timed pages of each folder (300)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds; the fastest counts (3)")
    parser.add_argument("--config", default="web", help="shipped or other configuration (web)")
    given = parser.parse_args()
    if not COMPILED:
        print("the compiled parser is not built", file=sys.stderr)
        return 1
    task = config.load(given.config).preclean
    options = frozenset(task.delete), frozenset(task.ignore), task.image_text
    measures = {
        "compiled": timer(lambda html: read(html, options, COMPILED)),
        "Python": timer(lambda html: read(html, options, None)),
    }
    rows, different = [], []
    for folder in given.folders:
        pages = [(sample.id, read_page(sample.html)) for sample in samples(folder)]
        sources = [(id, page.utf8 or page.html) for id, page in pages]
        different += [id for id, html in sources if not same(html, options)]
        found = interleaved(measures, [html for _, html in sources[: given.pages]], given.rounds)
        fast, slow = (milliseconds(spent)["all"] for spent in found.values())
        row = (fast, slow, slow / fast)
        rows.append((folder.name, str(len(pages)), *(f"{value:.2f}" for value in row)))
    print(table(("corpus", "pages", "compiled, ms", "Python, ms", "ratio"), rows))
    print(f"\nparsed differently: {', '.join(different) or 'none'}")
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
