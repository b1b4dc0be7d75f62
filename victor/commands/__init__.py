"""The command line: a module per command, each with ``add`` (arguments) and ``run``.

To add a command: a module, and its line in ``COMMANDS``.
"""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from victor import __version__
from victor.errors import VictorError, did_you_mean

# Imported when asked for: a command should not wait for what others need.
COMMANDS = (
    *("clean", "annotate", "learn", "evaluate", "compare", "agreement", "report"),
    *("features", "explain", "configs", "convert"),
)
OK, USAGE = 0, 2


class _Parser(argparse.ArgumentParser):
    """Errors as the rest of Victor gives them."""

    def error(self, message: str) -> NoReturn:
        wrong = message.removeprefix("unrecognized arguments: ").split()
        if len(wrong) < len(message.split()) and wrong[0].startswith("-"):
            given = wrong[0].partition("=")[0]
            message = f"unknown option {given!r}{did_you_mean(given, self._option_string_actions)}"
        print(f"{self.prog}: {message}\n{self.format_usage().strip()}", file=sys.stderr)
        raise SystemExit(USAGE)


class _Version(argparse.Action):
    """The version, and whether cleaning is as fast as it can be; looked up only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        import victor.pipeline  # noqa: F401 - it registers doors
        from victor.compiled import built

        print(f"victor {__version__}, {'compiled' if built() else 'pure Python'}")
        parser.exit()


def parser(commands: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser with some or all commands."""
    top = _Parser(
        prog="victor",
        description="Clean web pages; teach the cleaner; see how good it is.",
        epilog="'victor COMMAND --help' says more.",
    )
    top.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    added = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in commands:
        module = import_module(f"victor.commands.{name}")
        summary, _, rest = (module.__doc__ or "").partition("\n")
        command = added.add_parser(
            name,
            help=summary.rstrip("."),
            description=summary + "\n" + rest,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add(command)
        command.set_defaults(run=module.run, parser=command)
    return top


def _parsed(given: Sequence[str], commands: Sequence[str]) -> argparse.Namespace:
    """The arguments; a command itself says what it does not know."""
    top = parser(commands)
    chosen, left = top.parse_known_args(given)
    if left:
        chosen.parser.error(f"unrecognized arguments: {' '.join(left)}")
    return chosen


def _write_utf8() -> None:
    """Text that goes to files and pipes is UTF-8 wherever this runs; terminals show what they can.

    Half surrogate pairs, from names of files, become question marks.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        encoding = None if sys.stdout.isatty() else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="replace")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status: 0 done, 1 some pages failed, 2 wrong use."""
    # Arrays here are small: threads would only wait for each other, and for other processes.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    given = list(sys.argv[1:] if arguments is None else arguments)
    named = given[0] if given and not given[0].startswith("-") else None
    if named and named not in COMMANDS:
        print(f"victor: unknown command {named!r}{did_you_mean(named, COMMANDS)}", file=sys.stderr)
        return USAGE
    chosen = _parsed(given, [named] if named else COMMANDS)
    _write_utf8()
    try:
        return int(chosen.run(chosen))
    except VictorError as error:
        print(f"victor: {error}", file=sys.stderr)
        return USAGE
    except BrokenPipeError:
        # The reader has gone, as `head` does; Python would complain again while closing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        print("victor: interrupted", file=sys.stderr)
        return 130
