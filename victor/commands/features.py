"""Print the features of the blocks of a page as tab-separated values.

Prints one row per block: its text, then the columns of the task, or those that --columns names.
"""

import argparse
import sys
from collections.abc import Sequence

from victor.commands.options import add_config, single_page


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("file", metavar="FILE|URL|-", help="page to read")
    add_config(parser)
    parser.add_argument("--columns", metavar="PATTERN", help="columns (e.g. 'token.*,position.*')")
    parser.add_argument("--codes", action="store_true", help="print codes of bins, not values")


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    from victor import config, pipeline
    from victor.errors import VictorError, pluralize
    from victor.text.characters import printable

    plan = pipeline.plan(config.load(arguments.config))
    if arguments.codes and not plan.labeler.needs_codes:
        labeler = plan.task.labeler.name
        raise VictorError(f"--codes: {arguments.config} has no bins, as its labeler is {labeler}")
    page = single_page(arguments.file)
    instance = pipeline.instance_of(plan, pipeline.blocks_of(plan, page))
    chosen = _chosen(arguments.columns, plan.columns)
    places = [plan.columns.index(name) for name in chosen]
    values = plan.discretise(instance.table) if arguments.codes else instance.table.values
    print("text", *chosen, sep="\t")
    for text, row in zip(instance.blocks.text, values[:, places].tolist(), strict=True):
        print(printable(text[:60]), *(f"{value:g}" for value in row), sep="\t")
    print(f"{pluralize(len(values), 'block')}, {pluralize(len(chosen), 'column')}", file=sys.stderr)
    return 0


def _chosen(columns: str | None, known: Sequence[str]) -> Sequence[str]:
    """The known columns that ``--columns`` names; all without it."""
    from victor.config.patterns import matching, nearest
    from victor.errors import VictorError

    for pattern in _patterns(columns or ""):
        if not matching(pattern, known):
            raise VictorError(f"--columns: no feature {pattern!r}{nearest(pattern, known)}")
    return matching("{" + columns + "}" if columns else "*", known)


def _patterns(columns: str) -> list[str]:
    """The patterns of a list, which commas outside braces separate."""
    pieces, depth = [""], 0
    for sign in columns:
        depth += (sign == "{") - (sign == "}")
        if sign == "," and not depth:
            pieces.append("")
        else:
            pieces[-1] += sign
    return [piece for piece in map(str.strip, pieces) if piece]
