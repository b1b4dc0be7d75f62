"""Fold-wise ablation: every feature left out, every family left out, markup only, content only.

    python scripts/ablation.py CORPUS --config cleaneval-exp1 --folds 6 --workers 2 --json FILE

Each row learns and scores all folds anew; the folds are the same in every row.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from victor import config, pipeline
from victor.evaluate import evaluation, learning
from victor.evaluate.gold import read_gold
from victor.evaluate.tables import accuracies, table

# The division of the thesis, chapter 4: what markup tells, what text tells. Position and the
# counts of the document are neither; the thesis does not say where it put them.
MARKUP = ("container", "split", "div_group", "td_group")
CONTENT = ("char", "token", "sentence", "duplicate", "regexp", "bullet")


@dataclass(frozen=True)
class Row:
    """One setting: a name, and the columns that it does without."""

    name: str
    without: tuple[str, ...]


def settings(columns: Sequence[str]) -> list[Row]:
    """All settings for a task's columns."""
    families = list(dict.fromkeys(name.partition(".")[0] for name in columns))
    others = [family for family in families if family not in MARKUP + CONTENT]
    rows = [Row("all features", ())]
    for name, kept in (("markup only", MARKUP), ("content only", CONTENT)):
        dropped = [f"{family}.*" for family in families if family not in kept]
        rows.append(Row(name, tuple(dropped)))
    if others:
        rows.append(Row("markup and content", tuple(f"{family}.*" for family in others)))
    rows += [Row(f"without {family}.*", (f"{family}.*",)) for family in families]
    rows += [Row(f"without {column}", (column,)) for column in columns]
    return rows


def measure(row: Row, given: argparse.Namespace) -> dict[str, float]:
    """A setting's scores, in percent."""
    task = config.load(given.config)
    task = config.override(task, {"without": [*task.without, *row.without]})
    plan = pipeline.plan(task)
    data = list(learning.examples(read_gold([given.corpus]), plan))
    scored = evaluation.cross_validate(
        plan, data, given.folds, evaluation.DEFAULT_SCORES, given.workers, given.seed
    )
    result = evaluation.Evaluation(task, scored)
    full, half = accuracies(result)
    means = {name: result.mean(name)[0] for name in result.score_names}
    values = {"full": full, "content_boilerplate": half, **means}
    return {name: round(100 * value, 2) for name, value in values.items()}


def main() -> None:
    """Run all settings and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--config", default="cleaneval-exp1")
    parser.add_argument("--folds", type=int, default=6)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--families-only", action="store_true")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    rows = settings(pipeline.plan(config.load(given.config)).columns)
    if given.families_only:
        rows = [row for row in rows if len(row.without) != 1 or row.without[0].endswith("*")]
    found = {}
    for row in rows:
        found[row.name] = measure(row, given)
        print(row.name, found[row.name], file=sys.stderr, flush=True)
    shown = ("full", "content_boilerplate", "text_and_markup", "text_only", "total", "word_f1")
    header = ("features", *(name.replace("_", " ") for name in shown))
    print(table(header, [(k, *(f"{v[n]:.2f}" for n in shown)) for k, v in found.items()]))
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
