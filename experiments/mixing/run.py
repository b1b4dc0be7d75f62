"""Measure what composite training pages add on corpora not learned from.

    python -m experiments.mixing.run CORPORA --agreed FOLDER [--seeds N]

Learns `web` from four fifths of wcxb-dev by host, zh-blog, canola, cleaneval-dev and the pages on
which systems agree (see ``experiments/pool``), with and without a composite page for each of them,
and scores the rest of wcxb-dev, naeb, magic-html, fundus-a and l3s-gn1.
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from statistics import fmean

from benchmarks import command_line
from experiments.conventions.run import scores, texts
from experiments.mixing.composites import composites
from victor import config, pipeline
from victor.evaluate import evaluation, learning
from victor.evaluate.gold import read_gold
from victor.evaluate.learning import Example
from victor.evaluate.tables import table

LEARNED, TESTED = (
    ("zh-blog", "canola", "cleaneval-dev"),
    ("naeb", "magic-html", "fundus-a", "l3s-gn1"),
)
SPLIT, FOLDS = "wcxb-dev", 5
LEAST_FOUND = 0.9  # share of the gold on a composite page
CONVENTIONS = ("general", "none")


def measure(
    data: Sequence[Example], tested: Mapping[str, Sequence[Example]], seed: int
) -> dict[str, list[float]]:
    """Word F1 on each tested corpus, by convention."""
    task = config.load("web")
    options = {**asdict(pipeline.plan(task).labeler.options), "seed": seed}
    plan = pipeline.plan(config.override(task, {"labeler": {task.labeler.name: options}}))
    model = learning.learn(plan, data)
    found = {}
    for name in CONVENTIONS:
        chosen = pipeline.plan(config.following(model.task, name))
        cleaned = ((texts(chosen, model.weights, pages), pages) for pages in tested.values())
        found[name] = [fmean(one[2] for one in scores(*pair)) for pair in cleaned]
    return found


def main() -> None:
    parser = command_line.parser(__doc__)
    parser.add_argument("corpora", type=command_line.existing)
    parser.add_argument("--agreed", type=command_line.existing, required=True)
    parser.add_argument("--seeds", type=int, default=2)
    given = parser.parse_args()
    plan = pipeline.plan(config.load("web"))
    split = list(read_gold([given.corpora / SPLIT]))
    held = set(evaluation.folds(split, FOLDS)[0])
    golds = [page for place, page in enumerate(split) if place not in held]
    golds += read_gold([*(given.corpora / name for name in LEARNED), given.agreed])
    tested = {SPLIT: list(learning.examples((split[place] for place in sorted(held)), plan))}
    for name in TESTED:
        tested[name] = list(learning.examples(read_gold([given.corpora / name]), plan))
    pages = list(learning.examples(golds, plan))
    mixed = [
        one for one in learning.examples(composites(golds, plan), plan) if one.found >= LEAST_FOUND
    ]
    print(f"{len(pages)} pages, {len(mixed)} composite pages", file=sys.stderr)
    rows = []
    for seed in range(given.seeds):
        for what, data in (("pages", pages), ("and composite pages", [*pages, *mixed])):
            for convention, found in measure(data, tested, seed).items():
                rows.append((what, seed, convention, *found, fmean(found)))
    print(table(("learned from", "seed", "convention", *tested, "mean"), rows))


if __name__ == "__main__":
    command_line.run(main)
