"""Measure what each filter of `web` does to the word F1 of pages that its models have not seen.

    python -m experiments.filters.run CORPORA --agreed FOLDER --models DIR [--worst 10]

Cross-validates on all corpora together, in five folds by host, each corpus under its own
convention, with the models of `experiments.conventions.run --folds 5` in ``--models``; models that
are missing are learned. For each filter, pages are scored with all filters and without this one.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks import command_line
from experiments.conventions.run import LEARNED, fold, texts_of
from victor import config, pipeline
from victor.data import Labels
from victor.evaluate import evaluation, learning
from victor.evaluate.gold import read_gold
from victor.evaluate.learning import Example
from victor.evaluate.metrics.words import word_scores
from victor.evaluate.tables import table
from victor.pipeline import Plan, Run, advance

COUNT = 5  # folds
LEAST = 0.0005  # of a difference that counts


class Effect(NamedTuple):
    """What a filter does to a page."""

    filter: str
    corpus: str
    id: str
    before: float  # word F1 without the filter
    after: float


def effects(plan: Plan, page: Example, decided: Run) -> Iterator[Effect]:
    """The effects of the filters that change the labels of a page.

    Args:
        plan: of the page's convention.
        page: an annotated page.
        decided: the page after the stage ``decode``.
    """
    whole = _filtered(plan, decided, "")
    for name, _ in plan.filters:
        labels = _filtered(plan, decided, name)
        if (labels.y != whole.y).any():
            before, after = (_f1(plan, page, one) for one in (labels, whole))
            yield Effect(name, page.gold.corpus, page.id, before, after)


def _filtered(plan: Plan, decided: Run, left_out: str) -> Labels:
    labels = decided.labels
    for name, apply in plan.filters:
        labels = labels if name == left_out else apply(labels, decided.blocks)
    return labels


def _f1(plan: Plan, page: Example, labels: Labels) -> float:
    return word_scores(texts_of(plan, [page], [labels])[0], page.gold.text)[2]


def measured(corpora: Path, agreed: Path, models: Path) -> Iterator[Effect]:
    """The effects on all pages of all corpora."""
    plan = pipeline.plan(config.load("web"))
    data = list(learning.examples(read_gold([*(corpora / one for one in LEARNED), agreed]), plan))
    for number, part in enumerate(evaluation.folds(data, COUNT)):
        weights = fold(data, set(part), plan, models / f"fold-{number}-of-{COUNT}").weights
        for name in LEARNED:
            under = pipeline.plan(config.following(plan.task, name))
            score = under.scorer(weights)
            for page in (data[i] for i in part if data[i].gold.corpus == name):
                run = Run(under)
                run.blocks, run.potentials = page.instance.blocks, score(page.instance)
                yield from effects(under, page, advance(run, "decode", first="decode"))


def summary(found: Sequence[Effect]) -> str:
    """A table of the pages that each filter changes, by corpus."""
    rows = []
    for name in dict.fromkeys(one.filter for one in found):
        for corpus in LEARNED:
            gains = [x.after - x.before for x in found if (x.filter, x.corpus) == (name, corpus)]
            if gains:
                better, worse = (sum(sign * gain > LEAST for gain in gains) for sign in (1, -1))
                rows.append([name, corpus, len(gains), better, worse, f"{sum(gains):+.2f}"])
    return table(["filter", "corpus", "pages", "better", "worse", "sum of word F1"], rows)


def main() -> None:
    parser = command_line.parser(__doc__)
    parser.add_argument("corpora", type=command_line.existing)
    parser.add_argument(
        "--agreed", type=command_line.existing, required=True, help="from experiments.pool"
    )
    parser.add_argument(
        "--models", type=command_line.existing, required=True, help="folder of the models"
    )
    parser.add_argument("--worst", type=int, default=10, help="pages to list for each filter (10)")
    given = parser.parse_args()
    found = sorted(
        measured(given.corpora, given.agreed, given.models), key=lambda one: one.after - one.before
    )
    print(summary(found))
    for name in dict.fromkeys(one.filter for one in found):
        for one in [x for x in found if x.filter == name][: given.worst]:
            print(f"{name} {one.corpus}/{one.id}: {one.before:.3f} to {one.after:.3f}")


if __name__ == "__main__":
    command_line.run(main)
