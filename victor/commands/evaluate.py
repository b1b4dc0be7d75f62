"""Evaluate a model on annotated pages.

Scores a model on gold. With --folds N, cross-validates on folds split by host. With --leave-out
CORPUS, learns from the other corpora and scores the pages of this one, under every convention that
the others have. With --ceiling, scores the gold projected onto blocks, approximately an upper bound
for every labeler. Prints Markdown tables.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from victor.commands.options import (
    add_json,
    add_model,
    check_json,
    check_least,
    load_cleaner,
    naming_options,
    pages_directory,
    progress,
    write_json,
)
from victor.errors import VictorError

if TYPE_CHECKING:
    from victor.evaluate.evaluation import PageScore
    from victor.evaluate.learning import Example
    from victor.model import Model
    from victor.pipeline import Plan


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    from victor.evaluate.evaluation import DEFAULT_SCORES, SCORES

    parser.add_argument("gold", nargs="+", metavar="FILE|CORPUS", help="annotated pages")
    parser.add_argument("--pages", metavar="DIR",
                        help="directory of pages that annotations elsewhere name")  # fmt: skip
    add_model(parser)
    method = parser.add_mutually_exclusive_group()
    method.add_argument("--folds", type=int, metavar="N", help="number of cross-validation folds")
    method.add_argument("--leave-out", metavar="CORPUS",
                        help="learn from the other corpora, and score this one")  # fmt: skip
    method.add_argument("--ceiling", action="store_true", help="score gold projected onto blocks")
    parser.add_argument("--without", action="append", metavar="PATTERN", help="features to drop")
    parser.add_argument("--scores", metavar="LIST",
                        help=f"all, or some of {','.join(SCORES)} "
                        f"(default: {','.join(DEFAULT_SCORES)})")  # fmt: skip
    parser.add_argument("--workers", type=int, metavar="N",
                        help="number of processes for folds (default: 1)")  # fmt: skip
    parser.add_argument(
        "--seed", type=int, metavar="N", help="random seed for the fold split (default: 0)"
    )
    parser.add_argument("--worst", type=int, default=10, metavar="N",
                        help="number of worst pages to list (default: 10)")  # fmt: skip
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the scores."""
    from victor.evaluate import evaluation, learning
    from victor.evaluate.gold import corpus_name, folder_name, read_gold
    from victor.evaluate.tables import as_json, evaluation_markdown

    wanted = _scores(arguments.scores)
    check_least("--worst", arguments.worst, 0)
    _check_for_folds(arguments)
    check_json(arguments, "means", arguments.gold)
    paths = [Path(name) for name in arguments.gold]
    for path in paths:
        corpus_name(path)  # fail early: reading the pages is slow
    corpora = ", ".join(dict.fromkeys(map(folder_name, paths)))
    pages = pages_directory(arguments)
    plan, model = _plan(arguments)
    data = list(learning.examples(progress(read_gold(paths, pages)), plan))
    if not data:
        raise VictorError("nothing to evaluate: no page has gold")
    data = _with_corpora(data)
    for page in data:
        if doubt := learning.mismatch_reason(page):
            _to_stderr(f"victor: {page.id}: {doubt}")
    how, scored = _score(arguments, plan, model, data, wanted)
    if arguments.prefer:
        how += f", prefer {arguments.prefer}"
    if arguments.convention and arguments.leave_out is None:  # which names it itself
        how += f", convention {arguments.convention}"
    about = {"config": plan.task.name, "corpus": corpora, "how": how}
    result = evaluation.Evaluation(plan.task, scored, about)
    print(evaluation_markdown(result, arguments.worst))
    write_json(arguments, as_json(result))
    return 0


def _with_corpora(data: "list[Example]") -> "list[Example]":
    """The pages; those of several corpora with ids such as ``CORPUS/ID``, which are then unique."""
    from dataclasses import replace

    if len({one.gold.corpus for one in data}) < 2:
        return data
    golds = (replace(one.gold, id=f"{one.gold.corpus}/{one.gold.id}") for one in data)
    return [replace(one, gold=gold) for one, gold in zip(data, golds, strict=True)]


def _plan(arguments: argparse.Namespace) -> "tuple[Plan, Model | None]":
    """The plan, and the model; None with ``--folds``, ``--leave-out`` or ``--ceiling``."""
    from victor import config, pipeline

    learned = arguments.folds is None and arguments.leave_out is None and not arguments.ceiling
    if arguments.without and learned:
        needed = "--folds, --leave-out or --ceiling"
        raise VictorError(f"--without needs {needed}: the features of a model are fixed")
    if arguments.model and not learned:
        needed = "--folds, --leave-out and --ceiling"
        raise VictorError(f"{needed} need --config: they do not use a model")
    for name in ("prefer", "convention"):
        if getattr(arguments, name) and arguments.ceiling:
            raise VictorError(f"--{name} needs a model or --folds: --ceiling does not decode")
    if learned:
        cleaner = load_cleaner(arguments)
        return cleaner.plan, cleaner.model
    task = config.load(arguments.config)
    with naming_options():
        task = config.following(config.preferring(task, arguments.prefer), arguments.convention)
    if arguments.without:
        changes = {"without": [*task.without, *arguments.without]}
        task = config.override(task, changes, "--without")
    plan = pipeline.plan(task)
    if arguments.convention not in (None, "none") and not plan.labeler.can_be_taught:
        name = task.labeler.name
        raise VictorError(f"--convention {arguments.convention}: {name} has no conventions")
    return plan, None


def _score(
    arguments: argparse.Namespace,
    plan: "Plan",
    model: "Model | None",
    data: "Sequence[Example]",
    wanted: tuple[str, ...],
) -> "tuple[str, list[PageScore]]":
    """How the scores were measured, and the scores of each page."""
    from victor.evaluate import evaluation

    if arguments.folds is not None:
        count, seed, workers = arguments.folds, arguments.seed or 0, arguments.workers or 1
        _check_folds(count, data)
        scored = evaluation.cross_validate(plan, data, count, wanted, workers, seed, _to_stderr)
        return f"{count} folds by host, seed {seed}{_start(plan)}", scored
    if arguments.leave_out is not None:
        return _left_out(plan, data, arguments.leave_out, wanted)
    if model is not None:
        _warn_of_overlap(model, data)
        how = f"model {arguments.model or arguments.config}"
        return how, evaluation.evaluate_model(plan, model.weights, data, wanted)
    scored = [evaluation.score_page(one, None, plan.task, wanted) for one in data]
    return "ceiling: projected gold", scored


def _left_out(
    plan: "Plan", data: "Sequence[Example]", corpus: str, wanted: tuple[str, ...]
) -> "tuple[str, list[PageScore]]":
    """Learn from the other corpora, print scores by convention, and score the left-out corpus."""
    from victor.errors import did_you_mean
    from victor.evaluate import evaluation
    from victor.evaluate.tables import table

    names = list(dict.fromkeys(page.gold.corpus for page in data))
    if corpus not in names:
        known = did_you_mean(corpus, names)
        raise VictorError(f"--leave-out: no corpus is named {corpus!r}{known}")
    if len(names) < 2:
        raise VictorError(f"--leave-out: expected another corpus to learn from besides {corpus!r}")
    weights, pages = evaluation.learn_without(plan, data, corpus)
    means = evaluation.by_convention(plan, weights, pages)
    print(table(("convention", "precision", "recall", "word F1"), means, 4), end="\n\n")
    how = f"learned from {', '.join(name for name in names if name != corpus)}"
    how += f", scored on {corpus}, convention {plan.task.convention or 'none'}"
    return how, evaluation.evaluate_model(plan, weights, pages, wanted)


def _warn_of_overlap(model: "Model", data: "Sequence[Example]") -> None:
    from victor.errors import pluralize
    from victor.evaluate.learning import overlap

    if count := overlap(model, data):
        learned = f"{count} of {pluralize(len(data), 'page')}"
        _to_stderr(f"victor: the model was learned from {learned}: its scores there are too high")


def _start(plan: "Plan") -> str:
    """The start model and its corpora, on which scores are too high; empty without one."""
    from victor.model import find, load

    if not plan.task.start:
        return ""
    corpora = load(find(plan.task.start)).meta.get("corpus")
    names = ", ".join(map(str, corpora)) if isinstance(corpora, list) else "unknown pages"
    return f", starting from {plan.task.start}, learned from {names}"


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr)


def _scores(text: str | None) -> tuple[str, ...]:
    from victor.errors import did_you_mean
    from victor.evaluate.evaluation import DEFAULT_SCORES, SCORES

    if text is None:
        return DEFAULT_SCORES
    names = SCORES if text == "all" else tuple(text.split(","))
    for name in names:
        if name not in SCORES:
            raise VictorError(f"--scores: unknown score {name!r}{did_you_mean(name, SCORES)}")
    return names


def _check_for_folds(arguments: argparse.Namespace) -> None:
    """Reject ``--workers`` and ``--seed`` without ``--folds``, and fewer than one worker."""
    for name in ("workers", "seed"):
        if getattr(arguments, name) is not None and arguments.folds is None:
            raise VictorError(f"--{name} needs --folds")
    if arguments.workers is not None:
        check_least("--workers", arguments.workers, 1)


def _check_folds(count: int, data: "Sequence[Example]") -> None:
    hosts = len({one.host for one in data})
    if not 2 <= count <= hosts:
        raise VictorError(f"--folds: expected 2 to {hosts}, the number of hosts, found {count}")
