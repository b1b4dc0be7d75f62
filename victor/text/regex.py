"""Regular expressions that are compiled when they are first used.

Few of those that pages may need are needed by any one page, and to compile all of them takes a
good part of the time that a cleaner takes to load.
"""

import re
from typing import Any, AnyStr, cast


class _Regex:
    """Stands for a compiled pattern; keeps the methods and attributes that are asked for."""

    def __init__(self, source: Any, flags: int) -> None:
        self._given = source, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = getattr(re.compile(*self._given), name)
        setattr(self, name, found)
        return found


def regex(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """The pattern ``re.compile(source, flags)``, compiled when it is first used.

    For constants of modules, whose sources are known to be valid: an error would come late.
    """
    return cast(re.Pattern[AnyStr], _Regex(source, flags))
