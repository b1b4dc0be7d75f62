"""Cross-validate a task without each feature and each family, and on markup or content alone.

Each row of the table is cross-validated on the same folds.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import command_line
from victor import config, pipeline
from victor.evaluate import evaluation, learning
from victor.evaluate.gold import read_gold
from victor.evaluate.tables import accuracies, table

# Features of markup and of text, as chapter 4 of the thesis divides them. Position and the counts
# of the document are neither; the thesis does not say where they belong.
MARKUP = ("container", "split", "div_group", "td_group")
CONTENT = ("char", "token", "sentence", "duplicate", "regexp", "bullet")


@dataclass(frozen=True)
class Row:
    """A setting and the columns that it omits."""

    name: str
    without: tuple[str, ...]


def settings(columns: Sequence[str]) -> list[Row]:
    """All settings for the columns of a task."""
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
    """The mean scores of a setting, in percent."""
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
    parser = command_line.parser(__doc__)
    parser.add_argument("corpus", type=command_line.existing)
    parser.add_argument("--config", default="cleaneval-exp1", help="task (cleaneval-exp1)")
    parser.add_argument("--folds", type=int, default=6, help="number of folds by host (6)")
    parser.add_argument("--workers", type=int, default=1, help="number of processes (1)")
    parser.add_argument("--seed", type=int, default=0, help="random seed for the fold split")
    parser.add_argument("--families-only", action="store_true", help="skip single features")
    parser.add_argument("--json", type=Path, help="write the full results as JSON")
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
    command_line.write_json(found, given.json)


if __name__ == "__main__":
    command_line.run(main)
