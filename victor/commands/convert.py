"""Convert annotation files to another format.

As `clean` prints them and people mend them: NAME.anno to CleanEval's format, text or JSON lines.
"""

import argparse
import sys
from pathlib import Path


def add(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="annotation files")
    parser.add_argument("--format", default="cleaneval", metavar="NAME", help="(cleaneval)")
    parser.add_argument("-o", "--output", metavar="DIR", help="a folder (default: print)")


def run(arguments: argparse.Namespace) -> int:
    """Convert each file; those that cannot be read are named and counted."""
    from victor.errors import VictorError
    from victor.files import write_text
    from victor.gold.annotation import parse
    from victor.output import output

    form = output(arguments.format)
    failed = 0
    for name in map(Path, arguments.files):
        try:
            text = form.render(parse(name).document)
        except VictorError as error:
            failed += 1
            print(f"victor: {error}", file=sys.stderr)
            continue
        if arguments.output is None:
            sys.stdout.write(text)
        else:
            write_text(Path(arguments.output) / (name.stem + form.SUFFIX), text)
    return 1 if failed else 0
