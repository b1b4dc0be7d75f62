"""Compare the structure of Markdown by Victor and other systems with the gold of a corpus.

The corpus has WCXB's layout with Markdown (``main_content_markdown``). A page is scored by F1 of
its headings, list items, links and table rows as multisets. Texts are compared by words, as dashes
and quotation marks differ between the gold and the pages. The mean of a kind is over the pages
where the gold or the system has any.

The gold is incomplete: of the headings and list items of the pages that are lines of the gold, it
marks about 80% and 60%. No system reaches 1; compare systems, not absolute values.
"""

import json
import sys
from argparse import ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import lxml.html
from tqdm import tqdm

from benchmarks import command_line
from benchmarks.markdown_items import Item, items, parsed, parsed_gold, text_of
from benchmarks.systems import guarded
from victor import config, pipeline
from victor.errors import VictorError, did_you_mean, pluralize
from victor.evaluate import evaluation
from victor.evaluate.gold import read_gold, wcxb
from victor.evaluate.gold.align import tokens
from victor.evaluate.metrics.words import word_scores
from victor.evaluate.tables import table
from victor.files import read_bytes, read_text
from victor.model import load as load_model
from victor.page import host
from victor.pipeline import Cleaner

Items = Mapping[str, Counter[Item]]  # by kind
Counts = tuple[int, int, int]  # items that gold and system share, of the system, of the gold
System = Callable[[bytes, str], str]  # from a page and its address to Markdown
Json = dict[str, Any]

VICTOR = "victor"
KINDS = ("headings", "headings, level", "list items", "links", "link texts", "table rows")


# Scores


def by_words(found: Items) -> dict[str, Counter[Item]]:
    """The items of :data:`KINDS` reduced to their words; items without words are dropped."""
    return {kind: _by_words(kind, found.get(kind, Counter())) for kind in KINDS}


def _by_words(kind: str, found: Counter[Item]) -> Counter[Item]:
    kept: Counter[Item] = Counter()
    for item, count in found.items():
        if key := _WORDS[kind](item):
            kept[key] += count
    return kept


def _text_and(number: int, item: Item) -> Item:
    """The item with its text at index ``number`` reduced to words; empty if it has none."""
    words = " ".join(tokens(item[number]))
    return (*item[:number], words, *item[number + 1 :]) if words else ()


_WORDS: Mapping[str, Callable[[Item], Item]] = {
    **dict.fromkeys(KINDS, partial(_text_and, 0)),
    "headings, level": partial(_text_and, 1),
    "table rows": lambda row: tuple(tokens(" ".join(row))),  # wherever cells start
}


def counts(found: Counter[Item], gold: Counter[Item]) -> Counts:
    """The numbers of items in both, of the system, and of the gold."""
    return (found & gold).total(), found.total(), gold.total()


def summed(pages: Sequence[Sequence[int]]) -> Counts:
    """The sum of the counts of several pages."""
    both, ours, theirs = (sum(page[i] for page in pages) for i in range(3))
    return both, ours, theirs


def precision(of: Sequence[int]) -> float:
    """Precision; NaN without items of the system."""
    return of[0] / of[1] if of[1] else float("nan")


def recall(of: Sequence[int]) -> float:
    """Recall; NaN without items in the gold."""
    return of[0] / of[2] if of[2] else float("nan")


def f1(of: Sequence[int]) -> float:
    """F1; NaN if both have no items."""
    return 2 * of[0] / (of[1] + of[2]) if of[1] + of[2] else float("nan")


# Systems


def _utf8(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _trafilatura() -> System:
    import trafilatura

    def convert(data: bytes, url: str) -> str:
        markdown = trafilatura.extract(
            data,
            url or None,
            output_format="markdown",
            include_links=True,
            include_formatting=True,
            include_tables=True,
            include_images=True,
        )
        return markdown or ""

    return convert


def _readability(converter: Callable[[], Callable[[str], str]]) -> System:
    import readability

    write = converter()
    return lambda data, url: write(_absolute(readability.Document(_utf8(data)).summary(), url))


def _resiliparse() -> System:
    from resiliparse.extract.html2text import extract_plain_text

    write = _markdownify()
    main: Json = {"preserve_formatting": "minimal_html", "main_content": True, "links": True}
    return lambda data, url: write(_absolute(extract_plain_text(_utf8(data), **main), url))


def _whole_page() -> System:
    write = _html2text()
    return lambda data, url: write(_absolute(_utf8(data), url))


def _absolute(html: str, url: str) -> str:
    root = lxml.html.document_fromstring(html.encode(), lxml.html.HTMLParser(encoding="utf-8"))
    if url:
        root.make_links_absolute(url, handle_failures="ignore")
    return str(lxml.html.tostring(root, encoding="unicode"))


def _markdownify() -> Callable[[str], str]:
    from markdownify import markdownify

    return partial(markdownify, heading_style="ATX")


def _html2text() -> Callable[[str], str]:
    import html2text

    return lambda html: html2text.HTML2Text(bodywidth=0).handle(html)


SYSTEMS: Mapping[str, Callable[[], System]] = {
    "trafilatura": _trafilatura,
    "readability-lxml + markdownify": lambda: _readability(_markdownify),
    "readability-lxml + html2text": lambda: _readability(_html2text),
    "resiliparse + markdownify": _resiliparse,
    "html2text of the whole page": _whole_page,
}


def victor(cleaner: Cleaner) -> System:
    """Victor as one of the systems."""
    return lambda data, url: cleaner.clean(data, url=url or None).format("markdown")


NO_TITLE = "victor, without title"


def victor_in_folds(models: Path, folder: Path, form: str = "markdown") -> System:
    """Victor with the model of each page's fold, which was not trained on its site.

    Args:
        models: the folder of ``fold-I-of-N``, from ``python -m experiments.keep.run --models``.
        folder: the corpus of the folds.
        form: the output format.

    Raises:
        VictorError: there are no models.
    """
    kept = sorted(models.glob("fold-*-of-*"))
    if not kept:
        raise VictorError(f"{models}: no models for folds; see experiments/keep")
    task, golds = config.load("web"), list(read_gold([folder]))
    cleaners: dict[str, Cleaner] = {}
    for place, part in zip(kept, evaluation.folds(golds, len(kept)), strict=True):
        cleaner = Cleaner(replace(load_model(place), task=task))
        cleaners |= {host(golds[i].url): cleaner for i in part}
    return lambda data, url: cleaners[host(url)].clean(data, url=url).format(form)


def installed(names: Sequence[str], config: str) -> dict[str, System]:
    """Load the systems that are installed; report the others on standard error.

    Raises:
        VictorError: the model or task ``config`` of Victor is missing or damaged.
    """
    found: dict[str, System] = {}
    for name in names:
        try:
            found[name] = victor(pipeline.load(config)) if name == VICTOR else load(name)
        except ImportError as error:
            print(f"{name} is not installed: {error}", file=sys.stderr)
    return found


def load(name: str) -> System:
    """Load another system; it returns an empty text for pages on which it fails.

    Raises:
        ImportError: it is not installed (extra ``bench``).
    """
    return _guarded(SYSTEMS[name]())


def _guarded(system: System) -> System:
    return lambda data, url: guarded(lambda page: system(page, url))(data)


# The corpus


@dataclass(frozen=True)
class Page:
    """A page of a corpus with its content as Markdown."""

    id: str
    html: bytes
    url: str
    markdown: str
    kind: str = ""


def pages(folder: Path, count: int | None = None) -> list[Page]:
    """The pages that have Markdown, or ``count`` of them, evenly spread.

    Raises:
        VictorError: the folder does not have the layout of WCXB, or has no Markdown.
    """
    if not wcxb.recognises(folder):
        raise VictorError(f"{folder}: expected the folders 'html' and 'ground-truth'")
    every = sorted((folder / "ground-truth").glob("*.json"))
    found = [page for file in every if (page := _page(file, folder)).markdown]
    if not found:
        raise VictorError(f"{folder}: no page has 'main_content_markdown'")
    print(f"{pluralize(len(found), 'page')} with Markdown, {len(every) - len(found)} without")
    return spread(found, count)


def spread(found: Sequence[Page], count: int | None) -> list[Page]:
    """``count`` of the pages, evenly spread; all if ``count`` is None or larger."""
    size = min(count or len(found), len(found))
    return [found[i * len(found) // size] for i in range(size)]


def _page(file: Path, folder: Path) -> Page:
    row = json.loads(read_text(file))
    kind = row.get("_internal", {}).get("page_type", {}).get("primary", "")
    markdown = row["ground_truth"].get("main_content_markdown") or ""
    html = read_bytes(folder / "html" / f"{file.stem}.html.gz") if markdown else b""
    return Page(file.stem, html, row.get("url") or "", markdown, kind)


# Results


def results(systems: Mapping[str, System], found: Sequence[Page]) -> list[Json]:
    """For each page, counts by kind and system, and word F1 by system."""
    shown = tqdm(found, disable=None)
    return [{"id": page.id, "type": page.kind, **_result(systems, page)} for page in shown]


def _result(systems: Mapping[str, System], page: Page) -> Json:
    root = parsed_gold(page.markdown)
    gold, text = by_words(items(root, page.url)), text_of(root)
    row: Json = {"word_f1": {}, **{kind: {} for kind in KINDS}}
    for name, system in systems.items():
        ours = parsed(system(page.html, page.url))
        row["word_f1"][name] = word_scores(text_of(ours), text)[2]
        found = by_words(items(ours, page.url))
        for kind in KINDS:
            row[kind][name] = counts(found[kind], gold[kind])
    return row


def tables(rows: Sequence[Json]) -> str:
    """Tables of macro and micro scores by system and kind, and of the pages that count."""
    systems = list(rows[0]["word_f1"])
    grids = {
        "Macro mean of F1 over pages": lambda of: _mean([f1(page) for page in of]),
        "Pages of that mean": lambda of: sum(any(page) for page in of),
        "Micro F1": lambda of: f1(summed(of)),
        "Micro precision": lambda of: precision(summed(of)),
        "Micro recall": lambda of: recall(summed(of)),
    }
    return "\n\n".join(f"{title}:\n\n{_grid(rows, systems, cell)}" for title, cell in grids.items())


def _grid(rows: Sequence[Json], systems: Sequence[str], cell: Callable[..., float]) -> str:
    lines = []
    for name in systems:
        words = _mean([row["word_f1"][name] for row in rows])
        cells = [cell([row[kind][name] for row in rows]) for kind in KINDS]
        lines.append((name, words, *cells))
    return table(("system", "words", *KINDS), lines)


def _mean(values: Sequence[float]) -> float:
    """The mean of the values that are not NaN."""
    kept = [value for value in values if value == value]
    return sum(kept) / len(kept) if kept else float("nan")


def names(text: str) -> list[str]:
    """Parse the value of ``--systems``.

    Raises:
        ArgumentTypeError: one of them is unknown.
    """
    found = text.split(",")
    for name in found:
        if name not in (VICTOR, *SYSTEMS):
            known = did_you_mean(name, [VICTOR, *SYSTEMS])
            raise ArgumentTypeError(f"unknown system {name!r}{known}")
    return found


def main() -> None:
    """Measure and print."""
    given = options()
    systems = installed(given.systems, given.config)
    if given.models:
        systems[VICTOR] = victor_in_folds(given.models, given.folder)
        systems[NO_TITLE] = victor_in_folds(given.models, given.folder, "markdown-title")
    found = pages(given.folder, given.pages)
    rows = results(systems, found)
    print(f"Measured on {pluralize(len(found), 'page')}; words: mean word F1.\n\n{tables(rows)}")
    if VICTOR in systems and not given.models:
        print("\nThe model of victor may have been learned from these pages.")
    command_line.write_json({"pages": rows}, given.json)


def options() -> Namespace:
    """Parse the command line."""
    parser = command_line.parser(__doc__)
    parser.add_argument(
        "folder", type=command_line.existing, help="a corpus with the layout of WCXB"
    )
    parser.add_argument("--pages", type=int, help="number of pages, evenly spread (all)")
    parser.add_argument("--config", default="web", help="shipped model or model directory (web)")
    parser.add_argument(
        "--models",
        type=command_line.existing,
        metavar="DIR",
        help="measure victor in folds, with the models of experiments.keep.run",
    )
    parser.add_argument("--systems", type=names, metavar="NAME,...", default=[VICTOR, *SYSTEMS],
                        help=f"systems (all): {VICTOR}, {', '.join(SYSTEMS)}")  # fmt: skip
    parser.add_argument("--json", type=Path, help="write the counts of each page as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    command_line.run(main)
