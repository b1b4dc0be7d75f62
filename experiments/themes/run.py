"""Compare the Markdown of systems with the source of pages in many themes.

    python -m experiments.themes.run FOLDER [--worst N]

FOLDER has the pages of ``experiments.themes.build``. Prints, for each system, the mean F1 over the
pages of words and of the items of Markdown. The title above the text does not count.
"""

from collections import Counter
from functools import cache
from pathlib import Path
from statistics import fmean

from tqdm import tqdm

from benchmarks import command_line
from benchmarks.markdown_items import Item, items, parsed, text_of
from benchmarks.structure import by_words, counts, f1, load, victor
from experiments.themes.source import Source, sources
from victor import pipeline
from victor.evaluate.gold.align import tokens
from victor.evaluate.tables import table
from victor.files import read_bytes

KINDS = ("headings", "list items", "links", "table rows", "code blocks")
SYSTEMS = ("trafilatura", "readability-lxml + markdownify", "resiliparse + markdownify")
Scores = dict[str, float]
_URL = "https://letters.example.org/page/"


def found_in(markdown: str, title: str) -> dict[str, Counter[Item]]:
    """The words and items of Markdown without the title."""
    lines = (line for line in markdown.splitlines() if line.strip("# ") != title)
    root = parsed("\n".join(lines))
    every = items(root, _URL)
    words = Counter((word,) for word in tokens(text_of(root)))
    return {**by_words(every), "code blocks": every.get("code blocks", Counter()), "words": words}


@cache
def gold_of(source: Source) -> dict[str, Counter[Item]]:
    """The words and items of a source, which many themes show."""
    return found_in(source.markdown, source.title)


def scores(markdown: str, source: Source) -> Scores:
    """F1 of words and items; NaN where neither has any."""
    ours = found_in(markdown, source.title)
    gold = gold_of(source)
    return {kind: f1(counts(ours[kind], gold[kind])) for kind in ("words", *KINDS)}


def main() -> None:
    """Measure and print."""
    parser = command_line.parser(__doc__)
    parser.add_argument("folder", type=command_line.existing, metavar="FOLDER")
    parser.add_argument("--worst", type=int, default=5, metavar="N")
    given = parser.parse_args()
    systems = {"victor": victor(pipeline.load("web")), **{name: load(name) for name in SYSTEMS}}
    known = {source.name: source for source in sources()}
    files = [file for file in sorted(given.folder.glob("*/*.html")) if file.stem in known]
    rows: dict[str, list[tuple[Path, Scores]]] = {name: [] for name in systems}
    for file in tqdm(files, disable=None):
        page = read_bytes(file)
        for name, system in systems.items():
            found = scores(system(page, _URL), known[file.stem])
            rows[name].append((file, found))
    print(f"{len(files)} pages of {len({file.parent for file in files})} themes\n")
    print(table(("system", "words", *KINDS), [(name, *means(one)) for name, one in rows.items()]))
    worst = sorted(rows["victor"], key=lambda row: row[1]["words"])[: given.worst]
    print(*(f"{file.parent.name}/{file.name}: {one['words']:.3f}" for file, one in worst), sep="\n")


def means(rows: list[tuple[Path, Scores]]) -> list[float]:
    """The mean of each score, over the pages that have it."""
    kinds = ("words", *KINDS)
    return [fmean(one[kind] for _, one in rows if one[kind] == one[kind]) for kind in kinds]


if __name__ == "__main__":
    command_line.run(main)
