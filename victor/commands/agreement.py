"""Measure inter-annotator agreement.

Takes one file or directory of annotations per annotator; files of the same name in directories
annotate the same page. Prints observed agreement, Fleiss' kappa and Cohen's kappa of each pair,
over blocks, over words and by label, and the blocks on which annotators differ.
"""

import argparse
from pathlib import Path

from victor.commands.options import add_json, check_json, check_least, write_results
from victor.errors import notify


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("annotations", nargs="+", metavar="FILE|DIR",
                        help="one file or directory per annotator")  # fmt: skip
    parser.add_argument("--differences", type=int, default=20, metavar="N",
                        help="differing blocks to list (default: 20; 0: all)")  # fmt: skip
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the agreement."""
    from victor.evaluate import agreement

    check_least("--differences", arguments.differences, 0)
    check_json(arguments, "by_blocks", arguments.annotations)
    annotators = agreement.read([Path(name) for name in arguments.annotations])
    found = agreement.compare(annotators)
    for line in agreement.warnings_about_annotations(annotators, found.pages):
        notify(line)
    if not found.pieces:
        notify("no block has a label from every annotator")
    tables = agreement.agreement_markdown(found, arguments.differences)
    write_results(arguments, agreement.as_json(found), tables)
    return 0
