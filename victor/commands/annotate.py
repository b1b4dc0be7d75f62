"""Annotate pages in the terminal.

Shows the blocks of each page with the labels that a model suggests. Each label has a key; other
keys label elements, ranges and similar blocks. Saves every action immediately to NAME.anno, beside
the page or in a directory (-o), and resumes pages that have annotations. Learn from the annotations
with 'victor learn'. Needs the extra 'annotate'.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from victor.commands.options import progress
from victor.config.resources import DEFAULT_TASK
from victor.errors import VictorError, did_you_mean, notify, require

if TYPE_CHECKING:
    from victor.annotate.order import Entry
    from victor.annotate.store import File
    from victor.annotate.teacher import Teacher
    from victor.annotate.view import PageView
    from victor.page import Page
    from victor.pipeline import Cleaner, Plan

    Read = Callable[[Path], PageView]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("files", nargs="+", metavar="PAGE|DIR", help="pages to annotate")
    task = f"task (default: the task of the model, or {DEFAULT_TASK})"
    parser.add_argument("--config", metavar="NAME", help=task)
    model = "model that suggests labels (default: the one for the task)"
    parser.add_argument("--model", metavar="DIR", help=model)
    parser.add_argument("--blind", action="store_true", help="show no suggestions")
    output = "output directory for annotations (default: beside each page)"
    parser.add_argument("-o", "--output", metavar="DIR", help=output)
    order = "uncertain (default): most informative pages first; or name"
    parser.add_argument("--order", default="uncertain", metavar="WHAT", help=order)


def run(arguments: argparse.Namespace) -> int:
    """Open the annotator."""
    from victor.annotate.order import ORDERS
    from victor.annotate.teacher import Teacher

    if arguments.order not in ORDERS:
        raise VictorError(
            f"--order: unknown order {arguments.order!r}{did_you_mean(arguments.order, ORDERS)}"
        )
    require("textual", "annotate")
    plan, cleaner = task_and_model(arguments)
    teacher = Teacher(cleaner, plan.task) if cleaner else None
    read = reader(plan, teacher, arguments.blind)
    found, left_out = entries(arguments, plan, read, teacher)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise VictorError("annotate needs a terminal; 'victor clean' writes annotations to files")
    from victor.annotate.app import Annotator, Work

    teach = partial(_teach, teacher) if teacher else None
    Annotator(Work(plan.task, found, arguments.order, read, left_out, teach)).run()
    return 0


def task_and_model(arguments: argparse.Namespace) -> "tuple[Plan, Cleaner | None]":
    """The plan of the task, and the cleaner that suggests labels.

    The cleaner is None with ``--blind``, or if no model is given and none is shipped for the task.

    Raises:
        VictorError: there is no such task or model, or the model splits pages into other blocks.
    """
    from victor import config, pipeline
    from victor.annotate.view import same_blocks
    from victor.plan import is_ready

    name = arguments.config or (DEFAULT_TASK if not arguments.model else None)
    if name is None:
        cleaner = pipeline.load(arguments.model)
        return cleaner.plan, None if arguments.blind else cleaner
    plan = pipeline.plan(config.load(name))
    model = arguments.model or (name if is_ready(name, plan.task) else None)
    if model is None and not arguments.blind:
        notify(f"no suggestions: no model for {name}; use --model")
    if arguments.blind or model is None:
        return plan, None
    cleaner = pipeline.load(model)
    if not same_blocks(cleaner.plan.task, plan.task):
        raise VictorError(
            f"--model {model}: splits pages into different blocks than --config {name}; use one "
            "with the same preclean, segment and tag_classes.block, or --blind"
        )
    return plan, cleaner


def reader(plan: "Plan", teacher: "Teacher | None", blind: bool = False) -> "Read":
    """A function that reads a page from a file, with the teacher's current suggestions."""
    from dataclasses import replace

    from victor.annotate.view import page_view

    def read(path: Path) -> "PageView":
        cleaner = teacher.cleaner if teacher else None
        return replace(page_view(_page(path), plan, cleaner), blind=blind)

    return read


def _page(path: Path) -> "Page":
    from victor.batch.inputs import file_input
    from victor.batch.record import page_of
    from victor.batch.sources import pages

    return page_of(pages.read(file_input(str(path), path.name, "pages", path)))


def _teach(teacher: "Teacher", path: Path, labels: Sequence[int]) -> None:
    teacher.add(str(path), _page(path), labels)


def entries(
    arguments: argparse.Namespace,
    plan: "Plan",
    read: "Read",
    teacher: "Teacher | None" = None,
) -> "tuple[Sequence[Entry], int]":
    """The pages to list, and the number of unreadable pages, which are reported.

    The last :data:`~victor.annotate.teacher.MOST` finished pages are passed to the teacher.

    Raises:
        VictorError: no page can be read, or the arguments are invalid.
    """
    from tqdm import tqdm

    from victor.annotate import order, store
    from victor.annotate.teacher import MOST

    out: list[Entry] = []
    done: list[tuple[Path, Sequence[int]]] = []
    failed = 0
    for file, page in progress(_files(arguments)):
        try:
            made = read(page)
            state = store.load(file, made, plan.task)[1]
            out.append(order.entry(page, file, made, state))
            if out[-1].done:
                done.append((page, state.labels))
        except VictorError as error:
            failed += 1
            tqdm.write(f"victor: {error}", file=sys.stderr)
    if not out:
        raise VictorError("no pages to annotate")
    if teacher:
        for page, labels in done[-MOST:]:
            _teach(teacher, page, labels)
    return out, failed


def _files(arguments: argparse.Namespace) -> "list[tuple[File, Path]]":
    """The annotation file and the path of each page, without duplicates."""
    from victor.annotate import store
    from victor.batch.inputs import pages

    folder = Path(arguments.output) if arguments.output else None
    if folder and folder.exists() and not folder.is_dir():
        raise VictorError(f"-o {folder}: not a directory")
    out: dict[Path, tuple[File, Path]] = {}
    for one in pages(arguments.files):
        if one.path is None:
            raise VictorError("annotate reads keys from standard input: give files")
        file = store.place(one.path, folder)
        _, known = out.setdefault(file.path, (file, one.path))
        if known != one.path:
            both = f"{known} and {one.path} have the same annotation file {file.path}"
            raise VictorError(f"{both}; annotate them with different -o")
    return list(out.values())
