"""See how good a model is on annotated pages.

With a model (or the shipped one): its scores on the gold. With --folds N: learn on all folds but
one and score on that one, folds split by host. With --ceiling: the scores of the gold itself as
projected onto the blocks, which no labeler can exceed by much. Prints Markdown tables.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from victor.commands.clean import add_prefer, shipped
from victor.errors import VictorError
from victor.files import write_text

if TYPE_CHECKING:
    from victor.evaluate.evaluation import PageScore
    from victor.evaluate.learning import Example
    from victor.labelers import Weights
    from victor.pipeline import Plan


def add(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("gold", nargs="+", metavar="FILE|CORPUS", help="annotated pages")
    task = parser.add_mutually_exclusive_group()
    task.add_argument("--config", default="web", metavar="NAME", help="task (default: web)")
    task.add_argument("--model", metavar="DIR", help="a model that you learned")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--folds", type=int, metavar="N", help="cross-validate")
    how.add_argument("--ceiling", action="store_true", help="score the projected gold")
    add_prefer(parser)
    parser.add_argument("--without", action="append", metavar="PATTERN", help="drop features")
    scores = "of words,characters,cleaneval,evert; or all"
    parser.add_argument("--scores", metavar="LIST", help=scores)
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes for folds")
    parser.add_argument("--seed", type=int, default=0, help="of the folds")
    parser.add_argument("--worst", type=int, default=10, metavar="N", help="worst pages to list")
    parser.add_argument("--json", metavar="FILE", help="write every page's scores")


def run(arguments: argparse.Namespace) -> int:
    """Evaluate, print, write."""
    from tqdm import tqdm

    from victor.evaluate import evaluation, learning
    from victor.evaluate.gold import corpus_name, read_gold
    from victor.evaluate.tables import as_json, evaluation_markdown

    wanted = _scores(arguments.scores)
    if arguments.worst < 0:
        raise VictorError(f"--worst: expected 0 or more, found {arguments.worst}")
    paths = [Path(name) for name in arguments.gold]
    corpora = ", ".join(corpus_name(path) for path in paths)
    plan, weights = _plan(arguments)
    pages = tqdm(read_gold(paths), desc="pages", unit="page", disable=None)
    data = list(learning.examples(pages, plan))
    how, scored = _score(arguments, plan, weights, data, wanted)
    if arguments.prefer:
        how += f", prefer {arguments.prefer}"
    about = {"config": plan.task.name, "corpus": corpora, "how": how}
    result = evaluation.Evaluation(plan.task, scored, about)
    print(evaluation_markdown(result, arguments.worst))
    if arguments.json:
        text = json.dumps(as_json(result), indent=1, ensure_ascii=False, allow_nan=False)
        write_text(Path(arguments.json), text + "\n")
    return 0


def _plan(arguments: argparse.Namespace) -> "tuple[Plan, Weights | None]":
    """The task, with a model's weights where one is to be scored."""
    from victor import config, pipeline

    learned = not (arguments.folds or arguments.ceiling)
    if arguments.without and learned:
        raise VictorError("--without goes with --folds or --ceiling: a model has its features")
    if arguments.model and not learned:
        raise VictorError("--folds and --ceiling go with --config: they do not use a model")
    if arguments.prefer and arguments.ceiling:
        raise VictorError("--prefer goes with a model or --folds: --ceiling does not decode")
    if learned:
        cleaner = pipeline.load(arguments.model or shipped(arguments.config), arguments.prefer)
        return cleaner.plan, cleaner.model.weights
    task = config.preferring(config.load(arguments.config), arguments.prefer)
    if arguments.without:
        task = config.override(task, {"without": [*task.without, *arguments.without]})
    return pipeline.plan(task), None


def _score(
    arguments: argparse.Namespace,
    plan: "Plan",
    weights: "Weights | None",
    data: "Sequence[Example]",
    wanted: tuple[str, ...],
) -> "tuple[str, list[PageScore]]":
    """How it was done, and each page's scores."""
    from victor.evaluate import evaluation

    if arguments.folds:
        count, seed = arguments.folds, arguments.seed
        _check_folds(count, data)
        scored = evaluation.cross_validate(
            plan, data, count, wanted, arguments.workers, seed, _to_stderr
        )
        return f"{count} folds by host, seed {seed}{_going_on(plan)}", scored
    if weights is not None:
        how = f"model {arguments.model or arguments.config}"
        return how, evaluation.evaluate_model(plan, weights, data, wanted)
    scored = [evaluation.score_page(one, None, plan.task, wanted) for one in data]
    return "ceiling: projected gold", scored


def _going_on(plan: "Plan") -> str:
    """What a task's model to start from has seen: scores on those pages would be no scores."""
    from victor.model import find, load

    if not plan.task.start:
        return ""
    corpora = load(find(plan.task.start)).meta.get("corpus", [])
    return f", going on from {plan.task.start}, learned from {', '.join(corpora)}"


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


def _check_folds(count: int, data: "Sequence[Example]") -> None:
    hosts = len({one.host for one in data})
    if not 2 <= count <= hosts:
        raise VictorError(f"--folds: {count} folds of {hosts} hosts; take 2 to {hosts}")
