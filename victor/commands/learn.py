"""Learn a model from annotated pages.

Reads annotation files (.anno), directories of them, or corpora in their published layout: wcxb,
cleaneval, canola, l3s-gn1.
"""

import argparse
import json
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from victor.commands.options import (
    add_config,
    add_pages,
    add_start,
    gold_paths,
    pages_directory,
    progress,
)
from victor.errors import VictorError, notify
from victor.files import read_text

if TYPE_CHECKING:
    from victor.config import Task
    from victor.evaluate.learning import Example
    from victor.model import Model
    from victor.plan import Plan

_ENOUGH = 4  # pages of which two halves tell how well teaching works
_MOST = 40  # pages of these halves
_FAR = 0.75  # word F1 below which a task differs much from the one that is taught


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("gold", nargs="+", metavar="FILE|CORPUS", help="annotated pages")
    add_config(parser)
    add_pages(parser)
    parser.add_argument("-o", "--output", metavar="DIR",
                        help="model directory (default: NAME.model)")  # fmt: skip
    parser.add_argument("--force", action="store_true", help="replace an existing model")
    add_start(parser)
    parser.add_argument("--scores", metavar="FILE",
                        help="results of 'victor evaluate --json', for meta.json")  # fmt: skip
    parser.add_argument("--attribution", default="", metavar="TEXT",
                        help="source of the pages, for meta.json")  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Learn and save a model."""
    from victor import config, pipeline
    from victor.errors import require
    from victor.evaluate.learning import started
    from victor.files import make_directory, refuse_files_in

    pages = pages_directory(arguments)
    plan = pipeline.plan(started(config.load(arguments.config), arguments.start))
    plan.start()  # fail early: reading the pages is slow
    require("rapidfuzz", "learn")
    scores = _read_scores(arguments.scores)
    folder = Path(arguments.output or f"{plan.task.name}.model")
    if not arguments.force:
        refuse_files_in(folder)
    make_directory(folder)  # fail early: learning is slow
    try:
        _learn(plan, folder, pages, scores, arguments)
    finally:
        with suppress(OSError):
            folder.rmdir()  # only succeeds if it is empty: nothing was learned
    return 0


def _learn(
    plan: "Plan",
    folder: Path,
    pages: Path | None,
    scores: Mapping[str, Any],
    arguments: argparse.Namespace,
) -> None:
    from victor import model
    from victor.evaluate import learning
    from victor.evaluate.gold import folder_name, read_gold

    paths = gold_paths(arguments)
    data = list(learning.examples(progress(read_gold(paths, pages)), plan))
    for line in learning.warnings_about_pages(data, plan.task):
        notify(line)
    used = learning.fit(data)
    for line in learning.warnings_about_filters(used, plan):
        notify(line)
    if plan.labeler.needs_pages and not used:
        raise VictorError("nothing to learn from: no page has gold")
    taught = learning.taught(plan, len(used), arguments.weights or "auto")
    meta = {
        "corpus": [folder_name(path) for path in paths],
        "attribution": arguments.attribution,
        "scores": scores,
        "command": _command(arguments, plan.task, taught),
    }
    _print_counts(learning.label_counts(used, plan.task), plan.task.labels)
    if taught:
        print(f"learning a convention for {plan.task.start} (--weights all for all weights)",
              file=sys.stderr)  # fmt: skip
    learned, losses = _learned(plan, data, meta, taught)
    model.save(learned, folder)
    summary = [plan.labeler.summary(learned.weights)]
    if taught and len(used) >= _ENOUGH:
        summary += _expected(plan, used, taught)
    _print_summary(plan, used, losses, summary, folder)


def _expected(plan: "Plan", data: "Sequence[Example]", taught: str) -> Iterator[str]:
    """Yield how well a model taught by one half of the pages labels the other half.

    Nothing if the model before was taught some of the pages.
    """
    from victor.evaluate import learning

    start = plan.model("start")
    if learning.overlap(start, data):
        return
    halves = data[:_MOST:2], data[1:_MOST:2]
    before = fmean(learning.word_f1(start, half) for half in halves)
    models = (learning.learn(plan, half, taught=taught) for half in halves)
    after = fmean(map(learning.word_f1, models, halves[::-1]))
    yield f"word F1 of each half, taught by the other: {after:.2f}, before {before:.2f}"
    if after < _FAR:
        yield (
            f"this task differs much from {plan.task.start!r}: a model learned from these pages"
            " alone may be better (victor learn --config web-crf)"
        )


def _learned(
    plan: "Plan", data: "Sequence[Example]", meta: Mapping[str, Any], taught: str
) -> "tuple[Model, list[float]]":
    """The model, and the loss of each iteration, with a progress bar on a terminal."""
    from tqdm import tqdm

    from victor.evaluate import learning

    losses: list[float] = []
    total = getattr(plan.labeler.options, "max_iterations", None)
    with tqdm(total=total, desc="learning", unit="step", disable=None) as bar:

        def report(step: int, loss: float) -> None:
            losses.append(loss)
            bar.set_postfix(loss=f"{loss:.4g}", refresh=False)
            bar.update()

        return learning.learn(plan, data, meta, report, taught), losses


def _print_summary(
    plan: "Plan",
    data: "Sequence[Example]",
    losses: Sequence[float],
    summary: Sequence[str],
    folder: Path,
) -> None:
    from victor.errors import pluralize

    size = sum(file.stat().st_size for file in folder.iterdir())
    blocks = sum(len(one.y) for one in data)
    sizes = ((len(data), "page"), (blocks, "block"), (len(plan.columns), "column"))
    lines = [", ".join(pluralize(*size) for size in sizes)]
    if losses:
        lines.append(f"{len(losses)} iterations, loss {losses[0]:.4g} to {losses[-1]:.4g}")
    lines += filter(None, summary)
    lines.append(f"{folder}: {size / 1000:.0f} kB")
    lines.append(f"next: victor clean --model {folder} FILE...")
    print("\n".join(lines), file=sys.stderr)


def _command(arguments: argparse.Namespace, task: "Task", taught: str) -> str:
    """The command that reproduces the model, with file names instead of paths."""
    options = ["--config", arguments.config, "--start", Path(task.start or "none").name]
    if task.start:
        options += ["--weights", "convention" if taught else "all"]
    if arguments.scores:
        options += ["--scores", Path(arguments.scores).name]
    if arguments.attribution:
        options += ["--attribution", arguments.attribution]
    return shlex.join(["victor", "learn", *options, *(Path(name).name for name in arguments.gold)])


def _read_scores(file: str | None) -> dict[str, Any]:
    """The means of an evaluation and how they were measured."""
    if file is None:
        return {}
    try:
        row = json.loads(read_text(Path(file)))
        means = {name: round(value["mean"], 4) for name, value in row["means"].items()}
        return {"how": row["how"], "corpus": row["corpus"], **means}
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        message = f"--scores {file}: not results of 'victor evaluate --json': {error}"
        raise VictorError(message) from None


def _print_counts(counts: Mapping[str, int], roles: Mapping[str, str]) -> None:
    total = max(1, sum(counts.values()))
    for key, count in counts.items():
        share = 100 * count / total
        print(f"  {key} {roles[key]:<14} {count:>8} blocks {share:5.1f} %", file=sys.stderr)
