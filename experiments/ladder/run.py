"""What each step gives: the linear chain, more features, learned potentials, decoding.

    python scripts/ladder.py CORPUS [--folds 5] [--every 3] [--workers 2] [--json FILE]

Every rung is learned on the same folds by host of every third page, and decided in several ways.
"""

import argparse
import json
import multiprocessing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from victor import config, pipeline
from victor.evaluate import evaluation, learning
from victor.evaluate.gold import read_gold
from victor.evaluate.gold.page import GoldPage
from victor.evaluate.metrics.intervals import mean_interval
from victor.evaluate.tables import table
from victor.pipeline import Plan

NETWORK = config.load("web")
SAME_TEXT = {"preclean": {"image_text": False}}  # in every row
WINDOWS = [
    {"offsets": "-2..2", "columns": list(config.load("web-crf").template.windows[0].columns)},
    {"offsets": "0", "columns": ["position.*", "document.*", "density.page_link", "duplicate.*",
                                 "ancestor.*", "repeat.*", "attribute.*", "title.*", "landmark.*",
                                 "shape.*"]},
]  # fmt: skip


@dataclass(frozen=True)
class Rung:
    """A task, and the ways in which its scores are decided."""

    name: str
    task: str
    changes: Mapping[str, Any] = field(default_factory=dict)
    ways: tuple[str, ...] = ("expected_f1",)


RUNGS = (
    Rung("linear chain, the thesis's kinds of features", "web-crf", SAME_TEXT,
         ("viterbi", "marginal", "expected_f1")),
    Rung("linear chain, all features", "web-crf",
         {**SAME_TEXT, "features": list(NETWORK.features), "template": {"windows": WINDOWS}}),
    Rung("learned potentials, the thesis's kinds of features", "web",
         {"features": list(config.load("web-crf").features)}),
    Rung("learned potentials, all features", "web", {"filters": ["attach"]},
         ("viterbi", "marginal", "expected_f1")),
    Rung("the same, copies left out (`web`)", "web"),
)  # fmt: skip


def plans(rung: Rung) -> dict[str, Plan]:
    """A plan for each way of deciding."""
    task = config.override(config.load(rung.task), rung.changes)
    return {
        way: pipeline.plan(config.override(task, {"decode": {"method": way}})) for way in rung.ways
    }


_shared: Any = None  # what forked workers see: plans and examples are not sent


def fold(part: Sequence[int]) -> dict[str, list[float]]:
    """The word F1 of each page of a fold, by way."""
    how, data = _shared
    held_out, first = set(part), next(iter(how.values()))
    weights = learning.learn(first, [d for i, d in enumerate(data) if i not in held_out]).weights
    pages = [data[i] for i in part]
    scored = {
        way: evaluation.evaluate_model(plan, weights, pages, ("words",))
        for way, plan in how.items()
    }
    return {way: [page.scores["word_f1"] for page in found] for way, found in scored.items()}


def climb(rung: Rung, golds: Sequence[GoldPage], folds: int, workers: int) -> list[dict[str, Any]]:
    """A row for each way."""
    how = plans(rung)
    data = list(learning.examples(golds, next(iter(how.values()))))
    global _shared
    _shared = how, data
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        found = pool.map(fold, evaluation.folds(data, folds), chunksize=1)
    rows = []
    for way in rung.ways:
        mean, low, high = mean_interval([f1 for one in found for f1 in one[way]])
        rows.append({"rung": rung.name, "decode": way, "f1": mean, "low": low, "high": high})
        print(rows[-1], flush=True)
    return rows


def ladder_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """As Markdown."""
    lines = [
        (
            row["rung"],
            f"`{row['decode']}`",
            f"{row['f1']:.3f}",
            f"{row['low']:.3f} - {row['high']:.3f}",
        )
        for row in rows
    ]
    return table(("labeler and features", "decoding", "word F1", "95 % interval"), lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--every", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    golds = list(islice(read_gold([given.corpus]), 0, None, given.every))
    rows = [row for rung in RUNGS for row in climb(rung, golds, given.folds, given.workers)]
    print(ladder_table(rows))
    if given.json:
        found = {"pages": len(golds), "folds": given.folds, "rows": rows}
        given.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
