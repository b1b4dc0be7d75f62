"""Measure from how many pages on all weights are worth learning.

    python -m experiments.conventions.few CORPORA --models DIR [--only NAME ...]

Teaches the models of corpora that were left out (``run.py`` keeps them in ``--models``) by some of
their pages, in both ways, and scores the same other pages. Needs PyTorch.
"""

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

from experiments.conventions.run import mean, scores, texts
from victor import config, model, pipeline
from victor.evaluate import learning
from victor.evaluate.gold import read_gold
from victor.evaluate.learning import Example
from victor.evaluate.tables import table
from victor.labelers import Weights
from victor.model import Model

CORPORA = ("naeb", "magic-html")
COUNTS, DRAWS = (10, 30, 100), 2


def learned(found: Model, pages: Sequence[Example], taught: str) -> tuple[Weights, str]:
    """Weights learned from pages on top of a model, and the convention to clean with."""
    used = [page for page in pages if learning.unfit(page) is None]
    data = learning.training(used, start=found.weights, taught=taught)
    weights = pipeline.plan(found.task).learn(data)
    return weights, taught or pages[0].gold.corpus


def draws(found: Model, data: Sequence[Example], count: int) -> Iterator[dict[str, float]]:
    """F1 of pages that were not learned from: before, and in both ways; seconds of each."""
    for seed in range(DRAWS):
        order = random.Random(seed).sample(range(len(data)), len(data))
        pages, rest = ([data[i] for i in part] for part in (order[:count], order[max(COUNTS) :]))
        row = {"before": _f1(found, found.weights, found.task.convention, rest)}
        for name, taught in (("convention", learning.TAUGHT), ("all", "")):
            start = time.perf_counter()
            weights, convention = learned(found, pages, taught)
            row[f"{name} s"] = time.perf_counter() - start
            row[name] = _f1(found, weights, convention, rest)
        yield row


def _f1(found: Model, weights: Weights, convention: str, pages: Sequence[Example]) -> float:
    plan = pipeline.plan(config.following(found.task, convention))
    return mean(scores(texts(plan, weights, pages), pages))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--only", nargs="+", default=CORPORA)
    given = parser.parse_args()
    columns = ("before", "convention", "all", "convention s", "all s")
    rows = []
    for name in given.only:
        found = model.load(given.models / f"without-{name}")
        plan = pipeline.plan(found.task)
        data = list(learning.examples(read_gold([given.corpora / name]), plan))
        for count in COUNTS:
            made = list(draws(found, data, count))
            rows.append((name, count, *(fmean(row[key] for row in made) for key in columns)))
    print(table(("left out", "pages", *columns), rows))


if __name__ == "__main__":
    main()
