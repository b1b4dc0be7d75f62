"""Measure speed and accuracy of Victor and other systems on the pages of a folder.

All systems run in one process on one core, from the bytes of a page to its text, and take turns on
every page. Systems that are not installed are skipped and reported on standard error. Two more
tables split Victor's time by stage and by feature family, and one has the time of each output and
of the metadata. Compare ratios, not seconds.
"""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from benchmarks import command_line, stages, systems
from benchmarks.corpus import Sample, samples
from benchmarks.systems import SLOW, SYSTEMS, System
from benchmarks.timing import Seconds, in_child, interleaved, milliseconds, timer, total
from victor import pipeline
from victor.compiled import built
from victor.document.metadata import Metadata
from victor.document.roles import page_roles
from victor.errors import did_you_mean
from victor.evaluate.tables import table
from victor.pipeline import Cleaner
from victor.result import Result

Json = dict[str, Any]
_OF_MEMORY = 50  # pages cleaned to measure memory
_SCORES = ("f1", "precision", "recall")


def victor(cleaner: Cleaner) -> System:
    """Victor as one of the systems."""
    return systems.guarded(lambda data: cleaner.clean(data).text)


def run(
    found: Mapping[str, System], pages: Sequence[Sample], rounds: int
) -> tuple[dict[str, list[Seconds]], list[dict[str, str]]]:
    """The seconds by system and page, and the texts by page and system."""
    texts: list[dict[str, str]] = [{} for _ in pages]

    def measure(name: str) -> Any:
        def extract(i: int) -> None:
            texts[i][name] = found[name](pages[i].html)

        return timer(extract)

    return interleaved({name: measure(name) for name in found}, range(len(pages)), rounds), texts


def _clean(name: str, config: str, pages: Sequence[bytes]) -> Iterator[None]:
    system = victor(pipeline.load(config)) if name == "victor" else systems.load(name)
    for html in pages:
        system(html)
    yield


def peak_memory(name: str, config: str, pages: Sequence[Sample]) -> float | None:
    """Peak memory in MB of a process that only loads a system and cleans some pages."""
    return in_child(_clean, name, config, [page.html for page in pages[:_OF_MEMORY]])[1]


def results(
    seconds: Mapping[str, Sequence[Seconds]],
    texts: Sequence[Mapping[str, str]],
    pages: Sequence[Sample],
) -> Json:
    """Speed by system, and the scores of each page; ``victor compare`` reads them."""
    return {
        "pages_per_second": {k: len(pages) / sum(map(total, one)) for k, one in seconds.items()},
        "slowest_ms": {k: 1000 * max(map(total, one)) for k, one in seconds.items()},
        "pages": [
            {"id": page.id, "type": page.kind, **systems.scores(text, page.gold)}
            for page, text in zip(pages, texts, strict=True)
        ],
    }


def rates(row: Json) -> str:
    """A table of speed and memory by system."""
    speed = row["pages_per_second"]
    lines = [
        (name, f"{rate:.1f}", f"{speed['victor'] / rate:.2f}", f"{row['slowest_ms'][name]:.0f}",
         _megabytes(row["peak_mb"].get(name)))
        for name, rate in speed.items()
    ]  # fmt: skip
    header = ("system", "pages/s", "time / Victor's", "slowest page, ms", "peak MB")
    return table(header, lines)


def _megabytes(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"


def scores(row: Json) -> str:
    """A table of mean word scores by system, over the pages with gold."""
    pages = [page for page in row["pages"] if page["word_f1"]]
    lines = []
    for name in row["pages_per_second"] if pages else ():
        columns = ([page[f"word_{one}"][name] for page in pages] for one in _SCORES)
        lines.append((name, *(f"{sum(column) / len(pages):.3f}" for column in columns)))
    return table(("system", *_SCORES), lines)


def splits(row: Json) -> str:
    """Tables of Victor's time by stage and by feature family."""
    by_stage, by_family = (stages.Split(**one) for one in (row["stages"], row["families"]))
    return "\n\n".join((
        stages.split_table(by_stage, "a whole page, timed separately"),
        stages.split_table(by_family, "the stage `features`"),
    ))  # fmt: skip


# The outcomes that are timed, as functions of a cleaned page.
OUTCOMES: Mapping[str, Callable[[Result], object]] = {
    "labels": lambda result: result.labels,
    "text": lambda result: result.format("text"),
    "segments joined": lambda result: "\n".join(one.text for one in result.segments),
    "markdown without title": lambda result: result.format("markdown-title"),
    "markdown": lambda result: result.format("markdown"),
    "html": lambda result: result.format("html"),
    "json": lambda result: result.format("json"),
    "text and metadata": lambda result: (result.format("text"), result.metadata),
    "the same, language stated": lambda result: (result.format("text"), _undetected(result)),
    "roles": lambda result: page_roles(result.block_columns),
}


def _undetected(result: Result) -> Metadata:
    """The metadata without detecting the language, which needs an extra."""
    return replace(result.document, language="en").metadata


def outcomes(cleaner: Cleaner, pages: Sequence[Sample], rounds: int) -> dict[str, float]:
    """Milliseconds per page from the bytes to each outcome; a page is cleaned again for each."""
    measures = {
        name: timer(lambda page, outcome=outcome: outcome(cleaner.clean(page.html)))
        for name, outcome in OUTCOMES.items()
    }
    found = interleaved(measures, pages, rounds)
    return {name: milliseconds(spent)["all"] for name, spent in found.items()}


def outcomes_table(times: Mapping[str, float]) -> str:
    """A table of the time of each outcome, and its excess over that of the text."""
    lines = [
        (name, f"{time:.2f}", f"{time / times['text'] - 1:+.1%}") for name, time in times.items()
    ]
    return table(("outcome", "ms per page", "compared with text"), lines)


def names(text: str) -> list[str]:
    """Parse the value of ``--systems``; ``none`` is an empty list.

    Raises:
        ArgumentTypeError: one of them is unknown.
    """
    found = [] if text == "none" else text.split(",")
    for name in found:
        if name not in SYSTEMS:
            raise ArgumentTypeError(f"unknown system {name!r}{did_you_mean(name, SYSTEMS)}")
    return found


def main() -> None:
    """Measure and print."""
    given = options()
    pages = samples(given.folder, given.pages, given.seed)
    cleaner = pipeline.load(given.config)
    found = {"victor": victor(cleaner), **systems.installed(given.systems)}
    row = results(*run(found, pages, given.rounds), pages)
    measured = () if given.no_memory else found
    row["peak_mb"] = {name: peak_memory(name, given.config, pages) for name in measured}
    divided = stages.measured(cleaner, [page.html for page in pages])
    row["stages"], row["families"] = map(asdict, divided)
    size = sum(len(page.html) for page in pages) / len(pages) / 1000
    parts = "compiled" if built() else "pure Python"
    print(f"{len(pages)} pages of {size:.0f} kB on average, one core, {parts}\n\n{rates(row)}\n")
    if any(page["word_f1"] for page in row["pages"]):
        print(f"{scores(row)}\n\nThe model of victor may have been learned from these pages.\n")
    print(splits(row))
    row["outcomes"] = outcomes(cleaner, pages, given.rounds)
    print(f"\n{outcomes_table(row['outcomes'])}")
    command_line.write_json(row, given.json)


def options() -> Namespace:
    """Parse the command line."""
    parser = command_line.parser(__doc__)
    parser.add_argument("folder", type=command_line.existing, help="a corpus, or a folder of pages")
    parser.add_argument("--pages", type=int, default=300, help="number of random pages (300)")
    parser.add_argument("--seed", type=int, default=0, help="random seed for the choice of pages")
    parser.add_argument("--rounds", type=int, default=1, help="rounds; the fastest counts (1)")
    parser.add_argument("--config", default="web", help="shipped model or model directory (web)")
    parser.add_argument("--systems", type=names, metavar="NAME,...",
                        default=[name for name in SYSTEMS if name not in SLOW],
                        help=f"other systems, or 'none'; known: {', '.join(SYSTEMS)}")  # fmt: skip
    parser.add_argument("--no-memory", action="store_true", help="do not measure memory")
    parser.add_argument("--json", type=Path, help="write the full results as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    command_line.run(main)
