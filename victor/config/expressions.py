"""The regular expressions of a task: :func:`check_all`, :func:`compiled`."""

import re
import warnings
from collections.abc import Sequence
from functools import lru_cache

from victor.config.backtracking import explodes
from victor.config.located import Located
from victor.config.task import Task
from victor.errors import shown


def check_all(task: Task) -> None:
    """:func:`check` all expressions of a task.

    Raises:
        VictorError: see :func:`check`.
    """
    for name, patterns in task.regexp.items():
        check(patterns, task.place("regexp", name))
    check(task.bullet, task.place("bullet"))


def check(patterns: Sequence[str], place: Located) -> None:
    """Check that patterns are valid regular expressions and cannot take exponential time.

    Args:
        patterns: the patterns of a list.
        place: the position of the list in the configuration.

    Raises:
        VictorError: a pattern is invalid, may take exponential time, or may change its meaning in a
            later Python; with file, line and key.
    """
    for i, pattern in enumerate(patterns):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", FutureWarning)
                compiled(pattern)
        except FutureWarning as warning:
            raise place.value[i].error(
                f"{shown(pattern)} may match something else in later versions of Python: "
                f"{warning}; put a backslash before this character"
            ) from None
        except (re.error, OverflowError, RecursionError) as error:
            raise place.value[i].error(f"not a regular expression: {error}") from None
        if explodes(pattern):
            raise place.value[i].error(
                f"{shown(pattern)} can take exponential time: a repetition in it can match the "
                "same text in several ways, as (a+)+ does"
            )


@lru_cache(maxsize=1024)
def compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern so that ``^`` and ``$`` match at line ends; results are cached.

    Args:
        pattern: a regular expression.
    """
    return re.compile(pattern, re.MULTILINE)
