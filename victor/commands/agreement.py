"""See how far people agree who annotated the same pages.

A file or a folder of annotations for each of two people or more; pages of folders are the same
where their files have the same name. Prints observed agreement, Fleiss' kappa over all and Cohen's
of each pair, by blocks and by words, by label, and the blocks on which they differ.
"""

import argparse
import json
import sys
from pathlib import Path


def add(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("annotations", nargs="+", metavar="FILE|DIR", help="one of each person")
    shown = "blocks that differ to list (20; 0: all)"
    parser.add_argument("--differences", type=int, default=20, metavar="N", help=shown)
    parser.add_argument("--json", metavar="FILE", help="write all of it")


def run(arguments: argparse.Namespace) -> int:
    """Compare, print, write."""
    from victor.errors import VictorError
    from victor.evaluate import agreement
    from victor.files import write_text

    if arguments.differences < 0:
        raise VictorError(f"--differences: expected 0 or more, found {arguments.differences}")
    found = agreement.compare(agreement.read([Path(name) for name in arguments.annotations]))
    if not found.pieces:
        print("victor: nothing that all have decided", file=sys.stderr)
    print(agreement.agreement_markdown(found, arguments.differences))
    if arguments.json:
        text = json.dumps(agreement.as_json(found), indent=1, ensure_ascii=False, allow_nan=False)
        write_text(Path(arguments.json), text + "\n")
    return 0
