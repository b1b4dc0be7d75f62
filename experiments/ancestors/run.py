"""Evaluate the ancestor filter on news articles and write docs/ancestors.md.

CORPORA holds wcxb-dev/ and l3s-gn1/. Measurements are written to FILE, which `victor compare
FILE --score character_f1` also reads. If FILE exists, only the page is written.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from benchmarks import command_line, systems
from benchmarks.templates import fill
from experiments.side_by_side import side_by_side
from victor import config, pipeline
from victor.baselines.ancestors.filter import groups_of
from victor.evaluate import comparison, learning
from victor.evaluate.gold import read_gold
from victor.evaluate.gold.page import GoldPage
from victor.evaluate.metrics.characters import CHARACTER_SCORES, character_scores
from victor.evaluate.tables import comparison_grid, markdown, table
from victor.filters import FILTERS
from victor.page import read_page
from victor.pipeline import blocks_of, instance_of, labels_of
from victor.result import Result
from victor.tree.blocks import Blocks

Json = dict[str, Any]
DEPTHS = (1, 2, 3, 4, 5)
EVERY = 6  # the gold of every sixth page is aligned with its tree
BOILERPIPE, JUSTEXT, FILTERED = "boilerpipe", "jusText", "boilerpipe, filtered"
SYSTEMS = (BOILERPIPE, JUSTEXT, FILTERED)

# Viveros-Jiménez et al., tables 1 and 2: precision, recall, F1.
PUBLISHED = {
    "Spanish": {
        BOILERPIPE: (0.83, 0.98, 0.90),
        JUSTEXT: (0.86, 0.93, 0.89),
        FILTERED: (0.97, 0.93, 0.95),
        1: (0.97, 0.92, 0.94),
        2: (0.97, 0.93, 0.95),
        3: (0.91, 0.95, 0.92),
        4: (0.90, 0.95, 0.92),
        5: (0.89, 0.95, 0.91),
    },
    "English": {
        BOILERPIPE: (0.76, 0.92, 0.83),
        JUSTEXT: (0.85, 0.84, 0.84),
        FILTERED: (0.95, 0.84, 0.89),
        1: (0.96, 0.82, 0.89),
        2: (0.95, 0.84, 0.89),
        3: (0.90, 0.88, 0.89),
        4: (0.87, 0.88, 0.87),
        5: (0.85, 0.89, 0.87),
    },
}


@dataclass(frozen=True)
class Corpus:
    """News articles: a folder, the page types, and the labels that count as boilerplate."""

    folder: str
    kinds: tuple[str, ...]
    boilerplate: tuple[str, ...] = ()


CORPORA = (Corpus("wcxb-dev", ("article",)), Corpus("l3s-gn1", ("",), boilerplate=("comment",)))


def articles(corpora: Path, corpus: Corpus) -> Iterator[GoldPage]:
    """The pages of a corpus; comments count as boilerplate, as in the paper."""
    for page in read_gold([corpora / corpus.folder]):
        if page.kind in corpus.kinds:
            yield replace(page, merge={**page.merge, **dict.fromkeys(corpus.boilerplate, "other")})


def boilerpipe(depths: Sequence[int]) -> Callable[[bytes], dict[str, str]]:
    """A function from a page to its text by the rules alone and by the filter at each depth."""
    cleaner, keep = pipeline.load("boilerpipe"), FILTERS["ancestor"]
    plan = cleaner.plan

    def clean(html: bytes) -> dict[str, str]:
        page = read_page(html)
        blocks = blocks_of(plan, page)
        found = {
            BOILERPIPE: labels_of(plan, blocks, cleaner.score(instance_of(plan, blocks))).labels
        }
        for depth in depths:
            options = keep.Options(depth=depth)
            found[str(depth)] = keep.apply(found[BOILERPIPE], blocks, plan.task, options)
        texts = {k: Result(page, blocks, v, plan.task).text for k, v in found.items()}
        return {**texts, FILTERED: texts["2"]}

    return clean


def measure(corpora: Path, corpus: Corpus) -> list[Json]:
    """The scores of each page by system."""
    rules, justext, out = boilerpipe(DEPTHS), systems.load(JUSTEXT), []
    for gold in articles(corpora, corpus):
        texts = {**rules(gold.html), JUSTEXT: justext(gold.html)}
        scores = systems.scores(texts, gold.text, character_scores, CHARACTER_SCORES)
        out.append({"id": f"{corpus.folder}/{gold.id}", "type": corpus.folder, **scores})
    return out


def largest_shares(corpora: Path, corpus: Corpus) -> list[float]:
    """The mean share of gold characters in the largest group of a page, by depth."""
    plan, shares = pipeline.plan(config.load("bte")), []
    for gold in islice(articles(corpora, corpus), 0, None, EVERY):
        one = learning.example(gold, plan)
        blocks, kept = one.instance.blocks, np.flatnonzero(one.y != plan.task.other)
        if len(kept):
            shares.append([_largest(blocks, kept, depth) for depth in DEPTHS])
    return np.mean(shares, axis=0).tolist()


def _largest(blocks: Blocks, kept: np.ndarray, depth: int) -> float:
    _, group = np.unique(groups_of(blocks, depth)[kept], return_inverse=True)
    sizes = np.bincount(group, blocks.lengths[kept])
    return float(sizes.max() / sizes.sum())


def means(pages: Sequence[Json], corpus: str, system: str) -> list[str]:
    """Mean precision, recall, F1."""
    chosen = [page for page in pages if page["type"] == corpus]
    return [f"{fmean(page[score][system] for page in chosen):.2f}" for score in CHARACTER_SCORES]


def systems_table(pages: Sequence[Json], names: Sequence[str], keys: Sequence[Any]) -> str:
    """Rows by system or depth; our scores, then the published ones."""
    rows = []
    for name, key in zip(names, keys, strict=True):
        ours = [text for one in CORPORA for text in means(pages, one.folder, str(key))]
        theirs = [f"{value:.2f}" for one in PUBLISHED.values() for value in one[key]]
        rows.append((name, [*ours, *theirs]))
    sources = [*(one.folder for one in CORPORA), *(f"paper, {name}" for name in PUBLISHED)]
    return side_by_side("system", sources, ("P", "R", "F1"), rows)


def shares_table(found: Json) -> str:
    """The shares of the largest groups by depth."""
    rows = [(name, *(f"{value:.2f}" for value in row)) for name, row in found["shares"].items()]
    return table(("corpus", *(f"depth {depth}" for depth in DEPTHS)), rows)


def tests(pages: Sequence[Json]) -> str:
    """The filter compared with both other systems, by the tests of `victor compare`."""
    kinds = {page["id"]: page["type"] for page in pages}
    systems = [
        comparison.System(name, {page["id"]: page["character_f1"][name] for page in pages}, kinds)
        for name in (FILTERED, BOILERPIPE, JUSTEXT)
    ]
    return markdown(comparison_grid(one, "character_f1") for one in comparison.compare(systems))


def parts_of(found: Json) -> dict[str, str]:
    """The text of each placeholder in the page."""
    pages = found["pages"]
    parts = {
        "systems": systems_table(pages, SYSTEMS, SYSTEMS),
        "depths": systems_table(pages, [f"depth {depth}" for depth in DEPTHS], DEPTHS),
        "tests": tests(pages),
        "shares": shares_table(found),
    }
    for one in CORPORA:
        parts[one.folder] = str(sum(page["type"] == one.folder for page in pages))
    return parts


def measure_all(corpora: Path) -> Json:
    """The scores of all pages, and the shares of the largest groups by corpus."""
    pages = [page for corpus in CORPORA for page in measure(corpora, corpus)]
    return {"pages": pages, "shares": {one.folder: largest_shares(corpora, one) for one in CORPORA}}


def main() -> None:
    """Measure, unless FILE exists, and write the page."""
    fill("ancestors", parts_of(command_line.measured(__doc__, measure_all)))


if __name__ == "__main__":
    command_line.run(main)
