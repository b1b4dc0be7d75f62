"""Create gold for unannotated pages on which independent systems agree.

    python -m experiments.pool.run ../shared/corpora/pool -o FOLDER [--third MODEL] [--least 0.93]

Writes a corpus in the layout of WCXB, with the pages for which the texts of two systems agree. The
gold is the text of trafilatura or of Readability, whichever agrees more with the others. With
``--third``, a model of Victor that was learned in a first round is the third system.
"""

import gzip
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from statistics import fmean

from benchmarks import command_line, systems
from benchmarks.corpus import files
from victor import pipeline
from victor.evaluate.gold.align import tokens
from victor.page import read_page

TEACHERS = ("trafilatura", "readability-lxml")  # whose texts become gold
LEAST = 0.93  # minimum word F1 of two texts that agree
SHORTEST = 300  # minimum characters of a text that is compared

Extract = Callable[[bytes], str]


def extractors(third: str | None) -> dict[str, Extract]:
    """The systems by name; all get the page as UTF-8, so that none misreads it."""
    found: dict[str, Extract] = {name: systems.load(name) for name in TEACHERS}
    if third:
        cleaner = pipeline.load(third, convention="none")
        found["victor"] = lambda data: cleaner.clean(data.decode()).text
    return {name: systems.guarded(extract) for name, extract in found.items()}


def agreement(one: str, other: str) -> float:
    """The F1 of two texts as multisets of tokens; each Chinese character is a token."""
    ours, theirs = Counter(tokens(one)), Counter(tokens(other))
    total = ours.total() + theirs.total()
    return 2 * (ours & theirs).total() / total if total else 0.0


def agreed(texts: Mapping[str, str], least: float) -> str | None:
    """The name of the system whose text becomes gold; None if no two agree."""
    long = [name for name, text in texts.items() if len(text) >= SHORTEST]
    score = {
        frozenset(pair): agreement(texts[pair[0]], texts[pair[1]])
        for pair in combinations(long, 2)
    }  # fmt: skip
    if max(score.values(), default=0.0) < least:
        return None
    means = {
        name: fmean(value for pair, value in score.items() if name in pair)
        for name in TEACHERS
        if name in long
    }
    return max(means, key=lambda name: means[name])


def corpus(
    pool: Path, found: Mapping[str, Extract], least: float
) -> Iterator[tuple[str, bytes, str]]:
    """The name, the HTML and the gold of each page on which systems agree."""
    for page in files(pool / "html"):
        html = page.read()
        read = read_page(html).html.encode("utf-8", "replace")
        texts = {name: extract(read) for name, extract in found.items()}
        if teacher := agreed(texts, least):
            yield page.target, html, texts[teacher]


def write(folder: Path, name: str, html: bytes, text: str) -> str:
    """Write a page in the layout of WCXB, and return its name."""
    row = {
        "_internal": {"page_type": {"primary": "agreed"}},
        "ground_truth": {"main_content": text},
    }
    (folder / "html" / f"{name}.html.gz").write_bytes(gzip.compress(html, mtime=0))
    (folder / "ground-truth" / f"{name}.json").write_text(json.dumps(row), "utf-8")
    return name


def main() -> None:
    parser = command_line.parser(__doc__)
    parser.add_argument("pool", type=command_line.existing)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--third", help="a model of Victor")
    parser.add_argument("--least", type=float, default=LEAST)
    given = parser.parse_args()
    found = extractors(given.third)
    for name in ("html", "ground-truth"):
        (given.output / name).mkdir(parents=True)
    pages = corpus(given.pool, found, given.least)
    names = [write(given.output, *page) for page in pages]
    print(f"{len(names)} pages on which systems agree", file=sys.stderr)


if __name__ == "__main__":
    command_line.run(main)
