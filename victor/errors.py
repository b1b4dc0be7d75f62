"""Errors that users can fix, the parts of their messages, and messages to standard error."""

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import islice
from math import nan
from numbers import Real
from pathlib import Path
from typing import Any

# Reasons for skipping a page. Details of the page follow after a colon; counts omit them.
NOT_HTML, HTTP_STATUS, UNREADABLE = "not HTML", "HTTP status", "cannot be read"
TOO_LARGE, TOO_LONG = "too large", "took too long"
_MOST_NAMES = 24  # known names in a message; there are fewer shipped tasks
_BESIDE = 1000  # maximum files of a directory to search for a similar name


class VictorError(Exception):
    """An error that users can fix: commands print its message without a traceback.

    Messages quote the content of files; terminal control characters are escaped.
    """

    def __str__(self) -> str:
        lines = super().__str__().split("\n")
        return "\n".join(escaped(line, len(line)) for line in lines)


class PageError(VictorError):
    """A page or file cannot be used; ``reason`` is the message without its name."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name, self.reason = name, reason

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name, self.reason)


class TooLargeError(PageError):
    """A page has too many tags or blocks to be cleaned in bounded memory."""


def notify(message: object) -> None:
    """Print a message to standard error, after the name of the program."""
    print(f"victor: {message}", file=sys.stderr)


def require(module: str, extra: str, instead: str = "") -> Any:
    """Import a module of an optional dependency.

    Args:
        module: its full name.
        extra: the extra of the distribution that installs it.
        instead: what works without it, for the message.

    Raises:
        VictorError: the module is not installed; the message states how to install it.
    """
    try:
        return import_module(module)
    except ImportError:
        raise missing(module, extra, instead) from None


def missing(module: str | None, extra: str, instead: str = "") -> VictorError:
    """The error for a module that is not installed; it states how to install it.

    Args:
        module: its full name.
        extra: the extra, or extras separated by commas, that install it.
        instead: what works without it.
    """
    package = (module or "a package").partition(".")[0]
    parts = f"{package} is required: pip install 'victor-cleaner[{extra}]'", instead
    return VictorError("; ".join(filter(None, parts)))


def nearest_file(path: Path) -> str:
    """The end of a message about a missing file: a similar name in its directory, if any.

    A name that looks like a URL gets a hint about its scheme.
    """
    if str(path).lower().startswith(("http:", "https:", "www.", "ftp:", "file:")):
        return "; a URL starts with https:// or http://"
    with suppress(OSError):
        beside = islice(os.scandir(path.parent), _BESIDE)
        names = sorted({one.name for one in beside} - {path.name})
        if close := most_similar(path.name, names, 0.8):
            return f"; did you mean {str(path.with_name(close))!r}?"
    return ""


def refuse_directory(option: str, name: str | None) -> None:
    """Raise a ``VictorError`` if the file that an option names is a directory."""
    with suppress(OSError):
        if name is not None and Path(name).is_dir():
            raise VictorError(f"{option} {name or '.'}: expected a file, found a directory")


def error_text(error: Exception) -> str:
    """The message of an error on one line of at most 200 characters, without an error number."""
    text = " ".join(str(getattr(error, "strerror", None) or error).split())
    if text.startswith("[Errno "):  # the message of an error of the system, wrapped in another
        text = text.partition("] ")[2]
    return text[:200]


def shown(value: object, most: int = 60) -> str:
    """A value for a message: quoted, on one line, shortened."""
    try:
        text = repr(value)
    except ValueError:  # an integer of thousands of digits
        text = "a number of thousands of digits"
    return shortened(text, most)


def shortened(text: str, most: int) -> str:
    """A text of at most ``most`` characters, the last of which is an ellipsis if it is cut."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def escaped(text: str, most: int = 1000) -> str:
    """A message of at most ``most`` characters, with unprintable ones escaped."""
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode() for c in shortened(text, most)
    )


def most_similar(name: str, known: Sequence[str], least: float = 0.6) -> str | None:
    """The known name that is most similar to a name, if any.

    Args:
        name: the name.
        known: the known names.
        least: the minimum similarity, from 0 to 1.
    """
    from difflib import get_close_matches  # only for messages

    return next(iter(get_close_matches(name, known, n=1, cutoff=least)), None)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: ``; did you mean 'x'?``, or the known names."""
    names = sorted(set(known))
    same = next((one for one in names if one.lower() == name.lower()), None)
    if close := same or most_similar(name, names):
        return f"; did you mean {close!r}?"
    shown = ", ".join(names[:_MOST_NAMES]) + (", ..." if len(names) > _MOST_NAMES else "")
    return f"; known: {shown}" if names else ""


def check_text(name: str, value: object) -> None:
    """Raise a ``VictorError`` if an argument is neither a string nor None."""
    if not isinstance(value, str | None):
        raise VictorError(f"{name}: expected text, found {shown(value)}")


def check_names(argument: str, given: str | Iterable[str] | None) -> list[str]:
    """A list of names, from an iterable, a single string or None.

    Args:
        argument: the name of the argument.
        given: the names.

    Raises:
        VictorError: the names are not strings.
    """
    found = [given] if isinstance(given, str | None) else given
    if not isinstance(found, Iterable) or isinstance(found, bytes):
        raise VictorError(f"{argument}: expected a name or a list of names, found {shown(given)}")
    out = [one for one in found if one is not None]
    for one in out:
        check_text(argument, one)
    return out


def check_number(name: str, value: object, least: float, kind: str = "an integer") -> None:
    """Raise a ``VictorError`` if an argument is not a number of this kind, or below ``least``."""
    number = float(value) if isinstance(value, Real) and not isinstance(value, bool) else nan
    if not number >= least or (kind == "an integer" and not number.is_integer()):
        raise VictorError(f"{name}: expected {kind} of {least:g} or more, found {shown(value)}")


def pluralize(count: int, name: str) -> str:
    """``1 page``, ``2,000 pages``."""
    return f"{count:,} {name}" if count == 1 else f"{count:,} {name}s"
