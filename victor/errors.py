"""Messages for people: what was found, where, and the nearest right name."""

import os
from collections.abc import Iterable
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

_BESIDE = 1000  # names of a folder that are looked through for the nearest


class VictorError(Exception):
    """Something a user can mend: its message is shown as it is, without a traceback."""


def require(module: str, extra: str) -> Any:
    """Import what an extra brings.

    Raises:
        VictorError: it is not installed; with the command that installs it.
    """
    try:
        return import_module(module)
    except ImportError:
        what = f"this needs {module.partition('.')[0]}, of the extra {extra!r}"
        raise VictorError(f"{what}: pip install 'victor-cleaner[{extra}]'") from None


def nearest_file(path: Path) -> str:
    """The end of a message on a file that is not there: the nearest name beside it, if any."""
    with suppress(OSError):
        names = sorted(one.name for one in islice(os.scandir(path.parent), _BESIDE))
        if close := get_close_matches(path.name, names, n=1, cutoff=0.8):
            return f"; did you mean {str(path.with_name(close[0]))!r}?"
    return ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of an error message: ``; did you mean 'x'?``, else the names that there are."""
    names = sorted(set(known))
    close = get_close_matches(name, names, n=1, cutoff=0.6)
    if close:
        return f"; did you mean {close[0]!r}?"
    shown = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
    return f"; known: {shown}" if names else ""


def pluralize(count: int, name: str) -> str:
    """``1 page``, ``2 pages``."""
    return f"{count} {name}" if count == 1 else f"{count} {name}s"
