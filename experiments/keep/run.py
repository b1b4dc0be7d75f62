"""Measure the effect of kept and dropped roles on word F1.

    python -m experiments.keep.run ../shared/corpora [--models DIR] [--json FILE]

wcxb-dev is scored in folds by host, with models of `web` learned from the other folds (saved in
``--models``, if given, so that a second run only scores); the other corpora are scored with the
shipped `web`, which was learned from them, too. All variants of a page have the same labels.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks import command_line
from victor import config, model, pipeline
from victor.document.content import content_of
from victor.evaluate import evaluation, learning
from victor.evaluate.gold import read_gold
from victor.evaluate.gold.page import GoldPage
from victor.evaluate.metrics.intervals import mean_interval
from victor.evaluate.metrics.words import word_scores
from victor.evaluate.tables import table
from victor.output import OUTPUTS
from victor.pipeline import Cleaner
from victor.result import Result

LEARNED = "wcxb-dev"
OTHERS = ("naeb", "fundus-a", "magic-html", "zh-blog", "cleaneval-dev", "canola")
VARIANTS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "text": {},
    "keep title": {"keep": ["title"]},
    "keep title, subtitle": {"keep": ["title", "subtitle"]},
    "keep byline, date": {"keep": ["byline", "date"]},
    "keep caption": {"keep": ["caption"]},
    "keep comment": {"keep": ["comment"]},
    "keep post": {"keep": ["post"]},
    "drop title": {"drop": ["title"]},
    "drop subtitle": {"drop": ["subtitle"]},
    "drop byline, date": {"drop": ["byline", "date"]},
    "drop caption": {"drop": ["caption"]},
    "drop comment": {"drop": ["comment"]},
}


def learned(golds: Sequence[GoldPage], folder: Path | None, count: int) -> Iterator[Any]:
    """For each fold: a cleaner learned from the other folds, and the pages of the fold."""
    plan = pipeline.plan(config.load("web"))
    data = list(learning.examples(golds, plan))
    for number, part in enumerate(evaluation.folds(data, count)):
        place = folder / f"fold-{number}-of-{count}" if folder else None
        if place and place.exists():
            found = replace(model.load(place), task=plan.task)
        else:
            held_out = set(part)
            found = learning.learn(plan, [d for i, d in enumerate(data) if i not in held_out])
            if place:
                model.save(found, place)
        yield Cleaner(found), [golds[i] for i in part]


def scores(result: Result, gold: str) -> dict[str, float]:
    """The word F1 of a page by output: joined blocks, text with each variant of roles, Markdown."""
    document = result.document
    assert document.content is not None
    blocks = "\n".join(segment.text for segment in document.segments)
    found = {"blocks joined": word_scores(blocks, gold)[2]}
    for name, roles in VARIANTS.items():
        task = config.override(result.task, roles) if roles else result.task
        content = content_of(result.block_columns, result.labels, task, document.url)
        text = OUTPUTS.find("text").render(replace(document, content=content))
        found[name] = word_scores(text, gold)[2]
    found["markdown"] = word_scores(result.format("markdown"), gold)[2]
    found["markdown-title-links-images"] = word_scores(
        result.format("markdown-title-links-images"), gold
    )[2]
    return found


def measured(cleaner: Cleaner, golds: Sequence[GoldPage]) -> list[dict[str, float]]:
    """The scores of each page."""
    return [scores(cleaner.clean(one.html, one.id, one.url), one.text) for one in golds]


def main() -> None:
    parser = command_line.parser(__doc__)
    parser.add_argument("corpora", type=command_line.existing)
    parser.add_argument("--models", type=Path, help="directory for the models of the folds")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    golds = list(read_gold([given.corpora / LEARNED]))
    pages = [page for cleaner, part in learned(golds, given.models, given.folds)
             for page in measured(cleaner, part)]  # fmt: skip
    found = {LEARNED: pages}
    web = pipeline.load("web")
    for name in OTHERS:
        found[name] = measured(web, list(read_gold([given.corpora / name])))
    rows = [
        [
            variant,
            *(f"{mean_interval([page[variant] for page in one])[0]:.4f}" for one in found.values()),
        ]
        for variant in next(iter(found.values()))[0]
    ]
    print(table(["variant", *found], rows))
    if given.json:
        given.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    command_line.run(main)
