r"""Measure what a few pages of a site teach about its other pages.

    python -m experiments.sites.run CORPORA --models DIR [--pages N ...] [--json FILE]

DIR has the models of ``experiments.conventions.run``, each learned without one corpus. For every
site of this corpus, the model is taught by N pages, as `victor learn` does, and the other pages are
scored: three random draws. Prints the mean word F1 over the sites before, with the convention that
was learned alone, and with what was learned about the site.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks import command_line
from experiments.conventions.run import CORPORA, mean, scores, taught, texts
from victor import config, model, pipeline
from victor.evaluate import learning
from victor.evaluate.gold import read_gold
from victor.evaluate.learning import TAUGHT, Example
from victor.evaluate.tables import table
from victor.labelers.base import Weights, without
from victor.labelers.neural import site
from victor.model import Model
from victor.pipeline import Plan

DRAWS = 3
HEADER = ("left out", "taught", "sites", "before", "convention", "with site", "better", "worse")
Row = tuple[float, float, float]


def sites(pages: Sequence[Example], count: int) -> list[list[Example]]:
    """The pages of each site with more than ``count`` pages that can be learned from."""
    found = defaultdict(list)
    for page in pages:
        found[page.host].append(page)
    return [some for some in found.values() if len(learning.fit(some)) > count]


def draws(found: Model, pages: Sequence[Example], count: int) -> Iterator[Row]:
    """F1 of a site's other pages: before, with the convention alone, with the site."""
    plan = pipeline.plan(found.task)
    after = pipeline.plan(config.following(found.task, TAUGHT))
    for seed in range(DRAWS):
        lessons = random.Random(seed).sample(learning.fit(pages), count)
        chosen = {page.id for page in lessons}
        rest = [page for page in pages if page.id not in chosen]
        weights = taught(found, lessons)
        alone = _f1(after, without(weights, site.NAMES), rest)
        yield _f1(plan, found.weights, rest), alone, _f1(after, weights, rest)


def _f1(plan: Plan, weights: Weights, pages: Sequence[Example]) -> float:
    return mean(scores(texts(plan, weights, pages), pages))


def row(name: str, found: Model, pages: Sequence[Example], count: int) -> list[Any]:
    """The row of a corpus and a number of pages."""
    each = [
        [fmean(column) for column in zip(*draws(found, some, count), strict=True)]
        for some in sites(pages, count)
    ]
    means = [fmean(column) for column in zip(*each, strict=True)]
    better = sum(after > before for before, _, after in each)
    worse = sum(after < before for before, _, after in each)
    return [name, count, len(each), *means, better, worse]


def main() -> None:
    """Print the table."""
    parser = command_line.parser(__doc__)
    parser.add_argument("corpora", type=command_line.existing, metavar="CORPORA")
    parser.add_argument("--models", type=command_line.existing, required=True, metavar="DIR")
    parser.add_argument("--pages", type=int, nargs="+", default=[1, 3], metavar="N")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the rows to FILE")
    given = parser.parse_args()
    rows = []
    for name in CORPORA:
        found = model.load(given.models / f"without-{name}")
        plan = pipeline.plan(found.task)
        pages = list(learning.examples(read_gold([given.corpora / name]), plan))
        rows += [row(name, found, pages, n) for n in given.pages if sites(pages, n)]
    print(table(HEADER, rows))
    command_line.write_json(rows, given.json)


if __name__ == "__main__":
    command_line.run(main)
