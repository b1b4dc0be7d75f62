"""Measure what each component contributes: linear chain, features, learned potentials, decoding.

Every row is cross-validated on the same folds by host; some are decoded in several ways.
"""

import multiprocessing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks import command_line
from experiments.scores import word_f1
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
    """A task, and the decoding methods to compare."""

    name: str
    task: str
    changes: Mapping[str, Any] = field(default_factory=dict)
    methods: tuple[str, ...] = ("expected_f1",)


RUNGS = (
    Rung("linear chain, feature families of the thesis", "web-crf", SAME_TEXT,
         ("viterbi", "marginal", "expected_f1")),
    Rung("linear chain, all features", "web-crf",
         {**SAME_TEXT, "features": list(NETWORK.features), "template": {"windows": WINDOWS}}),
    Rung("learned potentials, feature families of the thesis", "web",
         {"features": list(config.load("web-crf").features)}),
    Rung("learned potentials, all features", "web", {"filters": ["attach"]},
         ("viterbi", "marginal", "expected_f1")),
    Rung("the same, without copies (`web`)", "web"),
)  # fmt: skip


def plans(rung: Rung) -> dict[str, Plan]:
    """A plan for each decoding method."""
    task = config.override(config.load(rung.task), rung.changes)
    return {
        method: pipeline.plan(config.override(task, {"decode": {"method": method}}))
        for method in rung.methods
    }


_shared: Any = None  # plans and examples, which forked workers inherit


def fold(part: Sequence[int]) -> dict[str, list[float]]:
    """The word F1 of each page of a fold, by decoding method."""
    by_method, data = _shared
    held_out, first = set(part), next(iter(by_method.values()))
    weights = learning.learn(first, [d for i, d in enumerate(data) if i not in held_out]).weights
    pages = [data[i] for i in part]
    return {method: word_f1(plan, weights, pages) for method, plan in by_method.items()}


def climb(rung: Rung, golds: Sequence[GoldPage], folds: int, workers: int) -> list[dict[str, Any]]:
    """A row for each decoding method."""
    by_method = plans(rung)
    data = list(learning.examples(golds, next(iter(by_method.values()))))
    global _shared
    _shared = by_method, data
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        found = pool.map(fold, evaluation.folds(data, folds), chunksize=1)
    rows = []
    for method in rung.methods:
        mean, low, high = mean_interval([f1 for one in found for f1 in one[method]])
        rows.append({"rung": rung.name, "decode": method, "f1": mean, "low": low, "high": high})
        print(rows[-1], flush=True)
    return rows


def ladder_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """The rows as a Markdown table."""
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
    """Measure and print."""
    parser = command_line.parser(__doc__)
    parser.add_argument("corpus", type=command_line.existing)
    parser.add_argument("--folds", type=int, default=5, help="number of folds by host (5)")
    parser.add_argument("--every", type=int, default=3, help="use every N-th page (3)")
    parser.add_argument("--workers", type=int, default=2, help="number of processes (2)")
    parser.add_argument("--json", type=Path, help="write the full results as JSON")
    given = parser.parse_args()
    golds = list(islice(read_gold([given.corpus]), 0, None, given.every))
    rows = [row for rung in RUNGS for row in climb(rung, golds, given.folds, given.workers)]
    print(ladder_table(rows))
    found = {"pages": len(golds), "folds": given.folds, "rows": rows}
    command_line.write_json(found, given.json)


if __name__ == "__main__":
    command_line.run(main)
