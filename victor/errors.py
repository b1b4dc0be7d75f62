"""Errors for people: what was found, where, and the nearest right name."""

from collections.abc import Iterable
from difflib import get_close_matches


class VictorError(Exception):
    """Something a user can mend: its message is shown as it is, without a traceback."""


def nearest(name: str, known: Iterable[str]) -> str:
    """The end of an error message: ``; did you mean 'x'?``, else the names that there are."""
    names = sorted(set(known))
    close = get_close_matches(name, names, n=1, cutoff=0.6)
    if close:
        return f"; did you mean {close[0]!r}?"
    shown = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
    return f"; known: {shown}" if names else ""
