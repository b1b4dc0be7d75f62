"""Patterns of names, such as ``token.{alpha,num}_{abs,rel}`` and ``container.*``."""

import re
from collections.abc import Callable, Iterable, Sequence
from fnmatch import translate
from functools import lru_cache

from victor.errors import VictorError, did_you_mean, most_similar, shown

_BRACES = re.compile(r"\{([^{}]*)\}")
_WILDCARD = re.compile(r"[*?[]")
_LONGEST = 10_000  # maximum characters of a pattern
_MOST = 1000  # maximum number of patterns after expansion: each pair of braces multiplies them


def expand_braces(pattern: str) -> list[str]:
    """The patterns that result from each choice in braces, in order.

    Raises:
        VictorError: there are more than 1,000, or the pattern is too long.
    """
    if len(pattern) > _LONGEST:
        raise VictorError(f"{shown(pattern)} has more than {_LONGEST:,} characters")
    left, done = [pattern], list[str]()
    while left:
        one = left.pop()
        if found := _BRACES.search(one):
            head, tail = one[: found.start()], one[found.end() :]
            left += [f"{head}{choice.strip()}{tail}" for choice in found[1].split(",")[::-1]]
        else:
            done.append(one)
        if len(left) + len(done) > _MOST:
            raise VictorError(f"{shown(pattern)} stands for more than {_MOST:,} names")
    return done


def matching(pattern: str, names: Iterable[str]) -> list[str]:
    """The names that match a pattern with braces and wildcards, in their order."""
    expanded = expand_braces(pattern)
    exact = {one for one in expanded if not _WILDCARD.search(one)}
    rules = [_rule(one) for one in expanded if one not in exact]
    return [name for name in names if name in exact or any(rule(name) for rule in rules)]


def starts(pattern: str) -> set[str]:
    """The texts before the first wildcard, with which all names start that match a pattern."""
    return {_WILDCARD.split(one, maxsplit=1)[0] for one in expand_braces(pattern)}


def nearest(pattern: str, names: Iterable[str]) -> str:
    """The end of a message about a pattern without matches: a similar name, or all families."""
    known = list(names)
    families = {f"{name.partition('.')[0]}.*" for name in known}
    close = most_similar(pattern, sorted({*known, *families}))
    return did_you_mean(pattern, [close] if close else families)


@lru_cache(maxsize=8192)
def _rule(pattern: str) -> Callable[[str], object]:
    return re.compile(translate(pattern)).match


def most_specific(name: str, patterns: Sequence[str]) -> str | None:
    """The pattern that equals ``name``, else the last that matches it, else None."""
    if name in patterns:
        return name
    return next((p for p in reversed(patterns) if matching(p, [name])), None)
