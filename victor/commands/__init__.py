"""The command line: each command is a module with the functions ``add`` and ``run``.

``add`` adds the arguments to a parser. To add a command, write a module whose docstring is the help
text, and add its name to ``COMMANDS``.
"""

import argparse
import gc
import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any, NoReturn

from victor import __version__
from victor.errors import VictorError, did_you_mean, error_text, escaped, notify

# Imported lazily, so that no command waits for the imports of the others.
COMMANDS = (
    *("clean", "sample", "annotate", "learn", "evaluate", "compare", "agreement", "report"),
    *("features", "explain", "configs", "convert", "completion", "serve"),
)
OK, USAGE = 0, 2
_NAMES = ("DIR", "FILE", "DIR|FILE", "MODEL", "PATH")  # what options with such names take


class _Parser(argparse.ArgumentParser):
    """Formats errors like :class:`VictorError`, and suggests option names."""

    def error(self, message: str) -> NoReturn:
        wrong = message.removeprefix("unrecognized arguments: ").split()
        if len(wrong) < len(message.split()) and wrong[0].startswith("-"):
            given = wrong[0].partition("=")[0]
            message = f"unknown option {given!r}{did_you_mean(given, self._option_string_actions)}"
            if os.path.lexists(wrong[0]):  # names from a glob
                message = f"unknown option {given!r}; to read the file, write ./{wrong[0]}"
        message = message.replace("invalid int value:", "expected an integer, found")
        print(f"{self.prog}: {message}\n{self.format_usage().strip()}", file=sys.stderr)
        raise SystemExit(USAGE)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            message = f"unknown name {value!r}{did_you_mean(value, action.choices)}"
            raise argparse.ArgumentError(action, message)


class _Version(argparse.Action):
    """Prints the version, and whether the compiled parts are installed."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        import victor.pipeline  # noqa: F401 - registers all doors
        from victor.compiled import built

        print(f"victor {__version__}, {'compiled' if built() else 'pure Python'}")
        parser.exit()


def parser(commands: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """The argument parser with the given commands."""
    top = _Parser(
        prog="victor",
        description="Clean web pages; learn, evaluate and explain models.",
        epilog="Run 'victor COMMAND --help' for details.",
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
    """Parse the arguments; for unknown options, print the usage of the command and exit."""
    top = parser(commands)
    try:
        chosen, left = top.parse_known_args(given)
    except SystemExit:
        sys.stdout.flush()  # a full disk is an error here, too
        raise
    if left:
        chosen.parser.error(f"unrecognized arguments: {' '.join(left)}")
    _check_names(chosen)
    return chosen


def _check_names(chosen: argparse.Namespace) -> None:
    """Reject empty names of files and models, e.g. from unset variables: a path would be ``.``."""
    for action in chosen.parser._actions:
        given = getattr(chosen, action.dest, None)
        is_name = not action.option_strings or action.metavar in _NAMES
        if is_name and "" in (given if isinstance(given, list) else [given]):
            option = next(iter(action.option_strings), action.metavar or action.dest)
            chosen.parser.error(f"{option}: the name is empty")


def _write_utf8() -> None:
    """Write UTF-8 to files and pipes, regardless of the locale.

    Characters that cannot be encoded, such as lone surrogates of file names, become question marks.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        encoding = None if sys.stdout.isatty() else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="replace")


def _replace_closed_streams() -> None:
    """Replace closed standard streams: no file takes their place, and writing to them fails."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDONLY)
            if null != number:
                os.dup2(null, number)
                os.close(null)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", errors="replace"))


def _flush(status: int) -> None:
    """Flush standard output; ignore an error if the run has already failed.

    Raises:
        OSError: standard output cannot be written, and ``status`` is that of success.
    """
    try:
        sys.stdout.flush()
    except OSError:
        if status == OK:
            raise
        _discard_output()


def _discard_output() -> None:
    """Redirect standard output to the null device, so that flushing at exit cannot fail again."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        arguments: the command and its arguments; by default those of the process.

    Returns:
        the exit status: 0 for success, 1 if some pages failed, 2 for wrong usage and other errors,
            130 if interrupted.
    """
    _replace_closed_streams()
    # Arrays are small: multithreading would only add contention, also with other processes.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    given = list(sys.argv[1:] if arguments is None else arguments)
    named = given[0] if given and not given[0].startswith("-") else None
    if named and named not in COMMANDS:
        notify(f"unknown command {named!r}{did_you_mean(named, COMMANDS)}")
        return USAGE
    if not given:
        parser().print_help(sys.stderr)
        return USAGE
    status = exit_status(partial(_run, given, [named] if named else COMMANDS))
    if arguments is None:
        gc.freeze()  # before it exits, Python searches all objects for cycles, which takes 30 ms
    return status


def _run(given: Sequence[str], commands: Sequence[str]) -> int:
    """Run one of the commands, and return its exit status."""
    chosen = _parsed(given, commands)
    _write_utf8()
    return int(chosen.run(chosen))


def exit_status(run: Callable[[], int | None]) -> int:
    """Call a function, print errors that users can fix, and return the exit status.

    Args:
        run: returns the exit status if it succeeds; None for 0.
    """
    try:
        status = run() or OK
        _flush(status)
        return status
    except VictorError as error:
        notify(error)
        _flush(USAGE)
        return USAGE
    except BrokenPipeError:  # the reader has closed the pipe, as `head` does
        _discard_output()
        return OK
    except OSError as error:  # e.g. a full disk or an invalid file name
        where = escaped(str(error.filename or "standard output: cannot be written"), 300)
        notify(f"{where}: {error_text(error)}")
        _discard_output()
        return USAGE
    except KeyboardInterrupt:
        notify("interrupted")
        return 130
