"""Evaluate a model on annotated pages.

Scores a model on gold. With --folds N, cross-validates on folds split by host: each is scored by
what 'victor learn' would learn from the others. With --leave-out CORPUS, learns from the other
corpora and scores the pages of this one, under each of their conventions and under none. With
--texts PATH, scores the texts of another system. With --ceiling, scores the gold projected onto
blocks, approximately an upper bound for every labeler. Prints Markdown tables.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from victor.commands.options import (
    add_json,
    add_model,
    add_pages,
    add_start,
    check_json,
    check_least,
    gold_paths,
    load_cleaner,
    names,
    naming_options,
    pages_directory,
    progress,
    write_results,
)
from victor.errors import VictorError, notify, pluralize

if TYPE_CHECKING:
    from victor.config import Task
    from victor.evaluate.evaluation import PageScore
    from victor.evaluate.gold.page import GoldPage
    from victor.evaluate.learning import Example
    from victor.model import Model
    from victor.plan import Plan

    Scored = tuple[Task, str, list[PageScore]]  # the task, how it was measured, and the scores


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    from victor.evaluate.evaluation import DEFAULT_SCORES, SCORES

    parser.add_argument("gold", nargs="+", metavar="FILE|CORPUS", help="annotated pages")
    add_pages(parser)
    add_model(parser)
    method = parser.add_mutually_exclusive_group()
    method.add_argument("--folds", type=int, metavar="N", help="number of cross-validation folds")
    method.add_argument("--leave-out", metavar="CORPUS",
                        help="learn from the other corpora, and score this one")  # fmt: skip
    method.add_argument("--texts", metavar="PATH",
                        help="score texts: a directory of files with the names of the pages, or "
                        "JSON lines or Parquet with the columns id and text")  # fmt: skip
    method.add_argument("--ceiling", action="store_true", help="score gold projected onto blocks")
    add_start(parser)
    parser.add_argument("--without", action="append", metavar="PATTERN", help="features to drop")
    parser.add_argument("--scores", type=names, metavar="LIST",
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
    from victor.evaluate import evaluation
    from victor.evaluate.tables import as_json, evaluation_markdown

    wanted = _scores(arguments)
    check_least("--worst", arguments.worst, 0)
    _check_combination(arguments)
    check_json(arguments, "means", arguments.gold)
    corpora = _corpora(arguments)  # fail early: reading the pages is slow
    task, how, scored = (_of_texts if arguments.texts else _of_labels)(arguments, wanted)
    about = {"corpus": ", ".join(corpora), "how": how}
    if task.gold or not arguments.texts:  # texts only depend on a task that renames roles
        about = {"config": task.name, **about}
    result = evaluation.Evaluation(task, scored, about)
    write_results(arguments, as_json(result), evaluation_markdown(result, arguments.worst))
    return 0


def _corpora(arguments: argparse.Namespace) -> list[str]:
    """The names of the corpora; raises a ``VictorError`` if a path is none."""
    from victor.evaluate.gold import corpus_name, folder_name

    paths = gold_paths(arguments)
    for path in paths:
        corpus_name(path)
    return list(dict.fromkeys(map(folder_name, paths)))


def _golds(arguments: argparse.Namespace) -> "Iterator[GoldPage]":
    from victor.evaluate.gold import read_gold

    return iter(progress(read_gold(gold_paths(arguments), pages_directory(arguments))))


def _of_texts(arguments: argparse.Namespace, wanted: tuple[str, ...]) -> "Scored":
    """The scores of texts; pages without a text count as empty, and are reported."""
    from victor import config
    from victor.batch.texts import read_texts
    from victor.evaluate.texts import score_texts

    task = config.load(arguments.config)
    texts = read_texts(Path(arguments.texts))
    golds = [replace(gold.mapped(task.gold), html=b"") for gold in _golds(arguments)]
    golds = _with_corpora(golds)
    scored, missing = score_texts(golds, texts, wanted)
    if len(missing) == len(golds):
        example = f"{missing[0]!r}, found texts such as {next(iter(texts))!r}"
        raise VictorError(f"--texts {arguments.texts}: no text of any page, such as {example}")
    if missing:
        count = f"{pluralize(len(missing), 'page')} without a text, scored as empty"
        notify(f"{arguments.texts}: {count}: {', '.join(missing[:10])}")
    return task, f"texts of {arguments.texts}", scored


def _of_labels(arguments: argparse.Namespace, wanted: tuple[str, ...]) -> "Scored":
    """The scores of a model, of models learned from other pages, or of the projected gold."""
    from victor.evaluate import learning

    plan, model = _plan(arguments)
    data = list(learning.examples(_golds(arguments), plan))
    golds = _with_corpora([one.gold for one in data])
    data = [replace(one, gold=gold) for one, gold in zip(data, golds, strict=True)]
    for page in data:
        if doubt := learning.mismatch_reason(page):
            notify(f"{page.id}: {doubt}")
    how, scored = _score(arguments, plan, model, data, wanted)
    if arguments.prefer:
        how += f", prefer {arguments.prefer}"
    if arguments.convention and arguments.leave_out is None:  # which names it itself
        how += f", convention {arguments.convention}"
    return plan.task, how, scored


def _with_corpora(golds: "Sequence[GoldPage]") -> "list[GoldPage]":
    """The pages; those of several corpora with ids such as ``CORPUS/ID``, which are then unique.

    Raises:
        VictorError: there is no page.
    """
    if not golds:
        raise VictorError("nothing to evaluate: no page has gold")
    if len({gold.corpus for gold in golds}) > 1:
        golds = [replace(gold, id=f"{gold.corpus}/{gold.id}") for gold in golds]
    _warn_of_repeated(golds)
    return list(golds)


def _warn_of_repeated(golds: "Sequence[GoldPage]") -> None:
    """Warn of texts that are annotated several times, as they count several times."""
    count = Counter(gold.text for gold in golds if gold.text)
    twice = [gold.id for gold in golds if count[gold.text] > 1]
    if twice:
        shown = ", ".join(twice[:10]) + (", ..." if len(twice) > 10 else "")
        notify(f"{len(twice):,} pages have the text of another page: {shown}")


def _plan(arguments: argparse.Namespace) -> "tuple[Plan, Model | None]":
    """The plan, and the model; None with ``--folds``, ``--leave-out`` or ``--ceiling``."""
    from victor import pipeline
    from victor.plan import check_prefer

    if _scores_a_model(arguments):
        cleaner = load_cleaner(arguments)
        return cleaner.plan, cleaner.model
    plan = pipeline.plan(_task(arguments))
    with naming_options():
        check_prefer(plan, arguments.prefer)
    if arguments.convention not in (None, "none") and not plan.labeler.can_be_taught:
        name = plan.task.labeler.name
        raise VictorError(f"--convention {arguments.convention}: {name} has no conventions")
    return plan, None


def _scores_a_model(arguments: argparse.Namespace) -> bool:
    """Whether an existing model is scored, not the projected gold or models still to be learned."""
    return arguments.folds is None and arguments.leave_out is None and not arguments.ceiling


def _task(arguments: argparse.Namespace) -> "Task":
    """The task of ``--config`` with the changes that the other options make."""
    from victor import config
    from victor.evaluate.learning import started

    task = config.load(arguments.config)
    if arguments.folds is not None:  # no shipped model has fewer features
        task = started(task, arguments.start or ("none" if arguments.without else None))
    with naming_options():
        task = config.following(config.preferring(task, arguments.prefer), arguments.convention)
    if not arguments.without:
        return task
    return config.override(task, {"without": [*task.without, *arguments.without]}, "--without")


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
        return _in_folds(arguments, plan, data, wanted)
    if arguments.leave_out is not None:
        return _left_out(arguments, plan, data, wanted)
    if model is not None:
        _warn_of_overlap(model, data)
        how = f"model {arguments.model or arguments.config}"
        return how, evaluation.evaluate_model(plan, model.weights, data, wanted)
    scored = [evaluation.score_page(one, None, plan.task, wanted) for one in data]
    return "ceiling: projected gold", scored


def _in_folds(
    arguments: argparse.Namespace,
    plan: "Plan",
    data: "Sequence[Example]",
    wanted: tuple[str, ...],
) -> "tuple[str, list[PageScore]]":
    """Score each fold by what is learned from the others."""
    from victor.evaluate import evaluation, learning

    count, seed, workers = arguments.folds, arguments.seed or 0, arguments.workers or 1
    _check_folds(count, data)
    pages = len(learning.fit(data)) * (count - 1) // count  # from which each fold learns
    taught = learning.taught(plan, pages, arguments.weights or "auto")
    if taught and arguments.convention:
        raise VictorError("--convention has no effect: each fold learns its own (--weights all)")
    if start := plan.task.start:
        _warn_of_overlap(plan.model("start"), data, f"{start}, which learning starts from,")
    scored = evaluation.cross_validate(plan, data, count, wanted, workers, seed, _to_stderr, taught)
    how = f"{count} folds by host, seed {seed}"
    learned = "a convention on top of" if taught else "starting from"
    return f"{how}, {learned} {start}" if start else how, scored


def _left_out(
    arguments: argparse.Namespace,
    plan: "Plan",
    data: "Sequence[Example]",
    wanted: tuple[str, ...],
) -> "tuple[str, list[PageScore]]":
    """Learn from the other corpora, print scores by convention, and score the left-out corpus."""
    from victor.errors import did_you_mean
    from victor.evaluate import evaluation
    from victor.evaluate.tables import table

    corpus, names = arguments.leave_out, list(dict.fromkeys(page.gold.corpus for page in data))
    if corpus not in names:
        known = did_you_mean(corpus, names)
        raise VictorError(f"--leave-out: no corpus is named {corpus!r}{known}")
    if len(names) < 2:
        raise VictorError(f"--leave-out: expected another corpus to learn from besides {corpus!r}")
    if arguments.convention:  # without it, that of the task if the corpora teach it
        _check_convention(plan, [name for name in names if name != corpus])
    weights, pages = evaluation.learn_without(plan, data, corpus)
    means = evaluation.by_convention(plan, weights, pages)
    print(table(("convention", "precision", "recall", "word F1"), means, 4), end="\n\n")
    used = plan.task.convention in plan.labeler.conventions(weights)
    how = f"learned from {', '.join(name for name in names if name != corpus)}"
    how += f", scored on {corpus}, convention {plan.task.convention if used else 'none'}"
    return how, evaluation.evaluate_model(plan, weights, pages, wanted)


def _check_convention(plan: "Plan", corpora: "Sequence[str]") -> None:
    """Check that the convention of the task is one that the corpora teach, or a mixture."""
    from victor.errors import did_you_mean

    mixtures = getattr(plan.labeler.options, "mixtures", {})
    known, name = [*corpora, *mixtures], plan.task.convention
    if name and name not in known:
        raise VictorError(f"--convention: unknown convention {name!r}{did_you_mean(name, known)}")


def _warn_of_overlap(model: "Model", data: "Sequence[Example]", name: str = "the model") -> None:
    from victor.evaluate.learning import overlap

    if count := overlap(model, data):
        learned = f"{count} of {pluralize(len(data), 'page')}"
        notify(f"{name} was learned from {learned}: scores on these pages are too high")


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr)


def _scores(arguments: argparse.Namespace) -> tuple[str, ...]:
    from victor.errors import did_you_mean
    from victor.evaluate.evaluation import DEFAULT_SCORES, SCORES
    from victor.evaluate.texts import TEXT_SCORES

    known = TEXT_SCORES if arguments.texts else SCORES
    if arguments.scores is None:
        return tuple(name for name in DEFAULT_SCORES if name in known)
    wanted = known if arguments.scores == ["all"] else tuple(arguments.scores)
    for name in wanted:
        if name not in SCORES:
            raise VictorError(f"--scores: unknown score {name!r}{did_you_mean(name, SCORES)}")
        if name not in known:
            raise VictorError(f"--scores {name}: texts have only {' and '.join(known)}")
    return wanted


def _check_combination(arguments: argparse.Namespace) -> None:
    """Reject options that have no effect together, and fewer than one worker."""
    for name in ("workers", "seed", "start", "weights"):
        if getattr(arguments, name) is not None and arguments.folds is None:
            raise VictorError(f"--{name} needs --folds")
    for name in ("model", "prefer", "convention", "without"):
        if getattr(arguments, name) and arguments.texts:
            raise VictorError(f"--{name} has no effect on --texts, which needs no model")
    if not arguments.texts:
        _check_model_options(arguments)
    if arguments.workers is not None:
        check_least("--workers", arguments.workers, 1)


def _check_model_options(arguments: argparse.Namespace) -> None:
    """Reject options that contradict whether an existing model is scored."""
    if arguments.without and _scores_a_model(arguments):
        needed = "--folds, --leave-out or --ceiling"
        raise VictorError(f"--without needs {needed}: the features of a model are fixed")
    if arguments.model and not _scores_a_model(arguments):
        needed = "--folds, --leave-out and --ceiling"
        raise VictorError(f"{needed} need --config: they do not use a model")
    for name in ("prefer", "convention"):
        if getattr(arguments, name) and arguments.ceiling:
            raise VictorError(f"--{name} needs a model or --folds: --ceiling does not decode")


def _check_folds(count: int, data: "Sequence[Example]") -> None:
    hosts = len({one.host for one in data})
    if hosts < 2:
        raise VictorError(
            "--folds: all pages are of one site, which is never divided; hold some out"
        )
    if not 2 <= count <= hosts:
        raise VictorError(f"--folds: expected 2 to {hosts}, the number of hosts, found {count}")
