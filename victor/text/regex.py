"""Regular expressions that are compiled on first use.

Any one page needs only a few of them, and compiling all of them takes a considerable part of a
cleaner's load time.
"""

import re
from typing import Any, AnyStr, cast


class _Regex:
    """A proxy of a compiled pattern that caches the methods and attributes used."""

    def __init__(self, source: Any, flags: int) -> None:
        self._given = source, flags
        self.pattern = source  # of which others are made at import

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = getattr(re.compile(*self._given), name)
        setattr(self, name, found)
        return found


def folded(text: str) -> str:
    """A text in lower case, for patterns in lower case.

    They match what ``IGNORECASE`` matches, several times as fast if they have many alternatives.
    """
    if not text.isascii():  # letters that count as others in this mode
        text = text.replace("İ", "i").replace("ı", "i").replace("ſ", "s")
    return text.lower()


def any_of(lines: str) -> str:
    """The source of the alternatives in some ``lines``, without blank ones; in no group."""
    return "|".join(filter(None, lines.splitlines()))


def alternatives(table: str) -> str:
    """The source of the alternatives between ``|`` on several lines; in no group."""
    return "|".join(" ".join(one.split()) for one in table.split("|"))


def possessive(body: str, bounds: str = "*") -> str:
    """The source of a group that is repeated possessively.

    Before version 3.11.5, Python continues where the last attempt to match the group failed, not
    where it began (gh-106052). An alternative that never matches returns to there.

    Args:
        body: the source of the group.
        bounds: how often it may match, as ``*`` or ``{2,50}``.
    """
    return f"(?:{body}|(?!)){bounds}+"


def regex(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """The pattern ``re.compile(source, flags)``, compiled on first use.

    For module constants, which are known to be valid: an error would only be raised on use.
    """
    return cast(re.Pattern[AnyStr], _Regex(source, flags))
