"""Compare the title, authors and date that Victor and other systems read, on annotated pages.

Every system gets the bytes and the URL of a page. The first columns of a field score every page: an
empty value is right if the gold is empty. The columns from `gold:` on score the pages whose gold
has the field. `exact` compares titles after normalising case and white space, authors as sets of
names, dates by day; `F1` compares bags of words. The hosts of a corpus are split by a hash: rules
were developed on the pages of `develop`; `report` was only measured. With `--ms`, Victor's time per
page is also printed.
"""

import json
import logging
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import process_time
from urllib.parse import urlsplit

from benchmarks import command_line
from victor import pipeline
from victor.document.metadata.reader import read_metadata
from victor.evaluate.gold import read_gold
from victor.evaluate.tables import table
from victor.files import read_text

FIELDS = ("title", "authors", "date")
HALVES = ("develop", "report", "whole")
_TIMED = 300  # pages
_BETWEEN = re.compile(r"[,;|&]| and ")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Answer:
    """The metadata of a page, from a system or the gold; empty if unknown."""

    title: str = ""
    authors: str = ""  # names, separated by commas or similar
    date: str = ""  # starts with YYYY-MM-DD


@dataclass(frozen=True)
class Example:
    """An annotated page."""

    html: bytes
    url: str | None
    half: str
    gold: Answer


System = Callable[[bytes, str | None], Answer]


def examples(folder: Path) -> Iterator[Example]:
    """The pages of a corpus in the layout of WCXB."""
    for page in read_gold([folder]):
        row = json.loads(read_text(folder / "ground-truth" / f"{Path(page.id).name}.json"))
        gold = row["ground_truth"]
        answer = Answer(*(gold.get(key) or "" for key in ("title", "author", "publish_date")))
        name = urlsplit(page.url).hostname if page.url else Path(page.id).name.split("_")[0]
        yield Example(page.html, page.url, half_of(name or ""), answer)


def half_of(host: str) -> str:
    """The half of a corpus that a host belongs to."""
    return HALVES[sha256(host.encode()).digest()[0] % 2]


def victor() -> System:
    """Victor with its default model."""
    cleaner = pipeline.load()

    def read(html: bytes, url: str | None) -> Answer:
        found = cleaner.clean(html, url=url).metadata
        return Answer(found.title or "", "; ".join(found.authors), found.date or "")

    return read


def _trafilatura() -> System:
    import trafilatura

    def read(html: bytes, url: str | None) -> Answer:
        found = trafilatura.extract_metadata(html, default_url=url)
        return Answer(*(getattr(found, key, None) or "" for key in ("title", "author", "date")))

    return read


def _newspaper() -> System:
    from newspaper import Article, Config

    config = Config()
    config.fetch_images = False

    def read(html: bytes, url: str | None) -> Answer:
        article = Article(url or "http://page.example/", config=config)
        article.download(input_html=html.decode("utf-8", "replace"))
        article.parse()
        day = str(article.publish_date or "")[:10]
        return Answer(article.title or "", "; ".join(article.authors or ()), day)

    return read


SYSTEMS: Mapping[str, Callable[[], System]] = {
    "victor": victor,
    "trafilatura": _trafilatura,
    "newspaper4k": _newspaper,
}


def guarded(system: System) -> System:
    """A system that returns an empty answer for pages on which ``system`` fails."""

    def read(html: bytes, url: str | None) -> Answer:
        try:
            return system(html, url)
        except Exception:
            return Answer()

    return read


def exact(field: str, found: Answer, gold: Answer) -> float:
    """1 if a field equals the gold after normalisation, else 0."""
    mine, right = (_normal(field, getattr(one, field)) for one in (found, gold))
    return float(mine == right)


def _normal(field: str, text: str) -> object:
    text = " ".join(text.casefold().split())
    if field == "date":
        return text[:10]
    names = (name.strip(" .") for name in _BETWEEN.split(text))
    return {name for name in names if name} if field == "authors" else text


def word_f1(field: str, found: Answer, gold: Answer) -> float:
    """The F1 of the words of a field; 1 if both have none."""
    mine, right = (Counter(_WORD.findall(getattr(one, field).casefold())) for one in (found, gold))
    if not mine and not right:
        return 1.0
    return 2 * (mine & right).total() / (mine.total() + right.total())


def scores(pairs: Sequence[tuple[Answer, Answer]]) -> list[float]:
    """The scores of answers and gold, in the order of the columns of :func:`report`."""
    values = []
    for field in FIELDS:
        with_gold = [pair for pair in pairs if getattr(pair[1], field)]
        for chosen in (pairs, with_gold):
            measures = (exact,) if field == "date" else (exact, word_f1)
            values += [_mean(measure(field, *pair) for pair in chosen) for measure in measures]
    return values


def _mean(values: Iterable[float]) -> float:
    given = list(values)
    return sum(given) / len(given) if given else 0.0


HEADER = (
    "half", "system", "pages",
    "title exact", "F1", "gold: exact", "F1",
    "authors exact", "F1", "gold: exact", "F1",
    "date", "gold: date",
)  # fmt: skip


def report(pages: Sequence[Example], answers: Mapping[str, Sequence[Answer]]) -> str:
    """A table with a row for each half and system."""
    rows = []
    for half in HALVES:
        for name, found in answers.items():
            pairs = [
                (answer, page.gold)
                for answer, page in zip(found, pages, strict=True)
                if half in (page.half, HALVES[-1])
            ]
            rows.append([half, name, len(pairs), *scores(pairs)])
    return table(HEADER, rows)


def milliseconds(pages: Sequence[Example]) -> float:
    """The milliseconds of :func:`read_metadata` per page, the minimum of three rounds."""
    cleaner = pipeline.load()
    other = cleaner.plan.task.other
    spent = []
    for _ in range(3):
        total = 0.0
        for page in pages[:_TIMED]:
            run = cleaner.run(page.html, "filter", url=page.url)
            content = run.labels.y != other
            start = process_time()
            read_metadata(run.tree, page.url, None, run.blocks, content)
            total += process_time() - start
        spent.append(total / max(1, len(pages[:_TIMED])))
    return 1000 * min(spent)


def main() -> None:
    parser = command_line.parser(__doc__)
    parser.add_argument("corpora", type=command_line.existing, nargs="+", metavar="CORPUS")
    parser.add_argument("--systems", nargs="+", default=list(SYSTEMS), choices=SYSTEMS)
    parser.add_argument("--ms", action="store_true", help="measure Victor's time per page")
    given = parser.parse_args()
    logging.disable(logging.CRITICAL)
    for folder in given.corpora:
        pages = list(examples(folder))
        if given.ms:
            print(f"{folder.name}: {milliseconds(pages):.3f} ms per page", flush=True)
        answers = {}
        for name in given.systems:
            system = guarded(SYSTEMS[name]())
            answers[name] = [system(page.html, page.url) for page in pages]
            print(f"{folder.name}: {name} done", file=sys.stderr, flush=True)
        print(f"\n{folder.name}\n\n{report(pages, answers)}\n", flush=True)


if __name__ == "__main__":
    command_line.run(main)
