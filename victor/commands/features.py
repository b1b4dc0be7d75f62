"""Show the features of a page's blocks, as tab-separated values.

A row per block: its text, then the columns of the task, or those that --columns names.
"""

import argparse
import sys

from victor.pipeline import blocks_of, instance_of


def add(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("file", metavar="FILE|-", help="a page")
    parser.add_argument("--config", default="web", metavar="NAME", help="task (default: web)")
    parser.add_argument("--columns", metavar="PATTERN", help="such as 'token.*,position.*'")
    parser.add_argument("--codes", action="store_true", help="codes instead of values")


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    from victor import config, pipeline
    from victor.commands.clean import single
    from victor.config.patterns import matching
    from victor.errors import VictorError, did_you_mean, pluralize
    from victor.page import read_page

    plan = pipeline.plan(config.load(arguments.config))
    source = single(arguments.file, "features are shown")
    instance = instance_of(plan, blocks_of(plan, read_page(source.read(), source.name)))
    pattern = "{" + arguments.columns + "}" if arguments.columns else "*"
    chosen = matching(pattern, plan.columns)
    if not chosen:
        found = arguments.columns
        raise VictorError(f"--columns: no feature {found!r}{did_you_mean(found, plan.columns)}")
    places = [plan.columns.index(name) for name in chosen]
    values = plan.discretise(instance.table) if arguments.codes else instance.table.values
    print("text", *chosen, sep="\t")
    for text, row in zip(instance.blocks.text, values[:, places].tolist(), strict=True):
        print(text[:60], *(f"{value:g}" for value in row), sep="\t")
    print(f"{pluralize(len(values), 'block')}, {pluralize(len(chosen), 'column')}", file=sys.stderr)
    return 0
