"""Patterns of names, such as ``token.{alpha,num}_{abs,rel}`` and ``container.*``."""

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

_BRACES = re.compile(r"\{([^{}]*)\}")


def expand_braces(pattern: str) -> list[str]:
    """The patterns that result from each choice in the braces, in order."""
    found = _BRACES.search(pattern)
    if not found:
        return [pattern]
    head, tail = pattern[: found.start()], pattern[found.end() :]
    return [
        name
        for choice in found[1].split(",")
        for name in expand_braces(f"{head}{choice.strip()}{tail}")
    ]


def matching(pattern: str, names: Iterable[str]) -> list[str]:
    """The names that a pattern with braces and ``*`` matches, in their order."""
    wanted = expand_braces(pattern)
    return [name for name in names if any(fnmatchcase(name, one) for one in wanted)]


def most_specific(name: str, patterns: Sequence[str]) -> str | None:
    """The pattern that equals ``name``, else the last that matches it, else None."""
    if name in patterns:
        return name
    return next((p for p in reversed(patterns) if matching(p, [name])), None)
