"""Measure from how many pages learning all weights is worthwhile.

    python -m experiments.conventions.few CORPORA --models DIR [--only NAME ...]

Takes the models of left-out corpora (which ``run.py`` saves in ``--models``), learns a convention
or all weights from some pages of the corpus, and scores both on the same held-out pages. Needs
PyTorch.
"""

import random
import time
from collections.abc import Iterator, Sequence
from statistics import fmean

from benchmarks import command_line
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
    """Weights learned from pages, starting from a model, and the convention to clean with."""
    used = learning.fit(pages)
    data = learning.training(used, start=found.weights, taught=taught)
    weights = pipeline.plan(found.task).learn(data)
    return weights, taught or pages[0].gold.corpus


def draws(found: Model, data: Sequence[Example], count: int) -> Iterator[dict[str, float]]:
    """The F1 of held-out pages before and after learning, in both ways, and the seconds."""
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
    parser = command_line.parser(__doc__)
    parser.add_argument("corpora", type=command_line.existing)
    parser.add_argument("--models", type=command_line.existing, required=True)
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
    command_line.run(main)
