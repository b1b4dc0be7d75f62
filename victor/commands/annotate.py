"""Annotate pages in the terminal.

Shows the blocks of each page, with what a model suggests: one key for each label, others for
elements, ranges and blocks that are alike. Every action is saved at once, to NAME.anno beside the
page or in a folder (-o); an annotated page goes on where it was left. Learn from it with
'victor learn'. Needs the extra 'annotate'.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from victor.errors import VictorError, did_you_mean, require

if TYPE_CHECKING:
    from victor.annotate.order import Entry
    from victor.annotate.store import File
    from victor.annotate.view import PageView
    from victor.pipeline import Cleaner, Plan

    Read = Callable[[Path], PageView]


def add(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("files", nargs="+", metavar="PAGE|DIR", help="pages to annotate")
    parser.add_argument("--config", metavar="NAME", help="task (default: the model's, or web)")
    parser.add_argument("--model", metavar="DIR", help="whose suggestions (default: the task's)")
    parser.add_argument("--blind", action="store_true", help="no suggestions")
    parser.add_argument("-o", "--output", metavar="DIR", help="a folder for the annotations")
    order = "uncertain: what would teach most first; or name"
    parser.add_argument("--order", default="uncertain", metavar="WHAT", help=order)


def run(arguments: argparse.Namespace) -> int:
    """Read the pages, annotate."""
    from victor.annotate.order import ORDERS

    if arguments.order not in ORDERS:
        raise VictorError(
            f"--order: found {arguments.order!r}{did_you_mean(arguments.order, ORDERS)}"
        )
    require("textual", "annotate")
    plan, cleaner = task_and_model(arguments)
    read = reader(plan, cleaner, arguments.blind)
    found, left_out = entries(arguments, plan, read)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise VictorError("annotate needs a terminal; 'victor clean' writes annotations to files")
    from victor.annotate.app import Annotator, Work

    Annotator(Work(plan.task, found, arguments.order, read, left_out)).run()
    return 0


def task_and_model(arguments: argparse.Namespace) -> "tuple[Plan, Cleaner | None]":
    """The task, and the model that suggests labels; none with --blind, or where none is shipped.

    Raises:
        VictorError: there is no such task or model, or the model cuts pages in another way.
    """
    from victor import config, pipeline
    from victor.annotate.view import same_blocks
    from victor.config import resources

    name = arguments.config or ("web" if not arguments.model else None)
    if name is None:
        cleaner = pipeline.load(arguments.model)
        return cleaner.plan, None if arguments.blind else cleaner
    plan = pipeline.plan(config.load(name))
    shipped = name in resources.names("models") or not plan.labeler.needs_pages
    model = arguments.model or (name if shipped else None)
    if model is None and not arguments.blind:
        print(f"victor: no model for {name}: no suggestions (--model gives them)", file=sys.stderr)
    if arguments.blind or model is None:
        return plan, None
    cleaner = pipeline.load(model)
    if not same_blocks(cleaner.plan.task, plan.task):
        raise VictorError(
            f"--model {model}: it cuts pages into other blocks than --config {name}; "
            "take one that agrees in preclean, segment and tag_classes.block, or --blind"
        )
    return plan, cleaner


def reader(plan: "Plan", cleaner: "Cleaner | None", blind: bool = False) -> "Read":
    """What reads a page's file to be annotated."""
    from dataclasses import replace

    from victor.annotate.view import page_view
    from victor.files import read_bytes
    from victor.page import read_page
    from victor.page.binary import looks_binary

    def read(path: Path) -> "PageView":
        data = read_bytes(path)
        if kind := looks_binary(data):
            raise VictorError(f"{path}: skipped: this is {kind}, not a page")
        return replace(page_view(read_page(data, path.name), plan, cleaner), blind=blind)

    return read


def entries(
    arguments: argparse.Namespace, plan: "Plan", read: "Read"
) -> "tuple[Sequence[Entry], int]":
    """A line of the list for each page; those that cannot be read are named and counted."""
    from tqdm import tqdm

    from victor.annotate import order, store

    out: list[Entry] = []
    failed = 0
    for file, page in tqdm(_files(arguments), desc="pages", unit="page", disable=None):
        try:
            made = read(page)
            state = store.load(file, made, plan.task)[1]
            out.append(order.entry(page, file, made, state))
        except VictorError as error:
            failed += 1
            tqdm.write(f"victor: {error}", file=sys.stderr)
    if not out:
        raise VictorError("no pages to annotate")
    return out, failed


def _files(arguments: argparse.Namespace) -> "list[tuple[File, Path]]":
    """Each page with its annotation's file; a page that is named twice is one."""
    from victor.annotate import store
    from victor.commands.clean import sources

    folder = Path(arguments.output) if arguments.output else None
    if folder and folder.exists() and not folder.is_dir():
        raise VictorError(f"-o {folder}: not a folder")
    out: dict[Path, tuple[File, Path]] = {}
    for source in sources(arguments.files):
        if source.path is None:
            raise VictorError("annotate takes files: standard input is where the keys come from")
        file = store.place(source.path, folder)
        _, known = out.setdefault(file.path, (file, source.path))
        if known != source.path:
            both = f"{known} and {source.path}"
            raise VictorError(f"{both} would both be annotated in {file.path}; annotate them apart")
    return list(out.values())
