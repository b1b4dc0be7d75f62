"""Find regular expressions that can take exponential time on some text.

``re`` backtracks: before it fails, it tries every way in which repetitions can match a text. Their
number grows exponentially with the text if a loop of the automaton can read the same characters in
two ways: Weber, Seidl: On the degree of ambiguity of finite automata, 1991, criterion EDA.

A *position* is a place in the expression that matches one character, as in Glushkov's automaton.
Look-around, references and atomic groups count as matching nothing that others match.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import product
from operator import itemgetter
from typing import Any, NamedTuple

_parser: Any = re._parser  # type: ignore[attr-defined]
_op: Any = re._constants  # type: ignore[attr-defined]

_COPIED = 12  # bodies with at most this many repetitions are copied, others are loops
_MOST = 2000  # maximum positions of an expression; larger ones are refused
_MOST_PAIRS = 100_000  # maximum edges between pairs of positions in a loop
_CLASSES = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}
_APART: Mapping[Any, Callable[[Any], Any]] = {  # their bodies
    _op.ASSERT: itemgetter(1),
    _op.ASSERT_NOT: itemgetter(1),
    _op.ATOMIC_GROUP: list,
    _op.POSSESSIVE_REPEAT: lambda value: [(_op.MAX_REPEAT, value)],
}
_EMPTY = (_op.AT, _op.ASSERT, _op.ASSERT_NOT)
_COMMON = "aA0_ \n\té٣中-!"  # characters to try besides those in the expression

_Ends = tuple[int, ...]  # positions, repeated by their number of ways; 2 stands for more
_Pair = tuple[int, int]


class _Part(NamedTuple):
    """A part of an expression: its first and last positions, and its number of empty matches."""

    first: _Ends = ()
    last: _Ends = ()
    empty: int = 1


class _TooComplexError(Exception):
    pass


@lru_cache(maxsize=1024)
def explodes(pattern: str) -> bool:
    """Whether an expression may take exponential time on some text.

    Args:
        pattern: a valid regular expression.

    Returns:
        Also True if the expression is too complex to decide.
    """
    try:
        parsed = _parser.parse(pattern)
        return _Automaton(parsed, parsed.state.flags).explodes()
    except (_TooComplexError, RecursionError):
        return True


class _Automaton:
    """The positions of an expression, their successors with counts, and the outermost loops."""

    def __init__(self, parsed: Any, flags: int) -> None:
        self.items: list[tuple[Any, Any]] = []  # what each position matches
        self.follow: list[dict[int, int]] = []
        self.loops: list[range] = []
        self.within: list[_Automaton] = []  # look-around and atomic groups, matched separately
        self._parsed, self._flags = parsed, flags
        self._sequence(parsed)

    def explodes(self) -> bool:
        """Whether a loop is ambiguous."""
        return any(map(self.ambiguous, self.loops)) or any(one.explodes() for one in self.within)

    def _sequence(self, items: Iterable[Any]) -> _Part:
        whole = _Part()
        for name, value in items:
            whole = self._then(whole, self._part(name, value))
        return whole

    def _then(self, one: _Part, other: _Part) -> _Part:
        self._connect(one.last, other.first)
        first = (*one.first, *(other.first * one.empty))
        last = (*other.last, *(one.last * other.empty))
        return _Part(_few(first), _few(last), min(2, one.empty * other.empty))

    def _connect(self, before: _Ends, after: _Ends) -> None:
        for one, other in product(before, after):
            self.follow[one][other] = self.follow[one].get(other, 0) + 1

    def _part(self, name: Any, value: Any) -> _Part:
        if name is _op.SUBPATTERN:
            self._flags |= value[1]  # (?i:x) applies to the rest: at worst, more is refused
            return self._sequence(value[-1])
        if name is _op.BRANCH:
            return _either([self._sequence(one) for one in value[1]])
        if name in (_op.MAX_REPEAT, _op.MIN_REPEAT):
            return self._repeated(*value)
        if name is _op.GROUPREF_EXISTS:
            return _either([self._sequence(one or ()) for one in value[1:]])
        if name in _APART:
            self.within.append(_Automaton(_APART[name](value), self._flags))
        return _Part() if name in _EMPTY else self._position(name, value)

    def _position(self, name: Any, value: Any) -> _Part:
        if len(self.items) == _MOST:
            raise _TooComplexError
        new = (len(self.items),)
        self.items.append((name, value))
        self.follow.append({})
        return _Part(new, new, empty=0)

    def _repeated(self, least: int, most: int, body: Any) -> _Part:
        return self._loop(least, most, body) if most > _COPIED else self._copies(least, most, body)

    def _copies(self, least: int, most: int, body: Any) -> _Part:
        """``x{1,3}`` is ``x(x(x)?)?``."""
        whole = _Part()
        for number in reversed(range(most)):
            whole = self._then(self._sequence(body), whole)
            if number >= least:
                whole = whole._replace(empty=min(2, whole.empty + 1))
        return whole

    def _loop(self, least: int, most: int, body: Any) -> _Part:
        start = len(self.items)
        part = self._sequence(body)
        if part.empty and part.first and most is not _op.MAXREPEAT:
            raise _TooComplexError  # (a?){30}: which of the thirty are empty?
        self._connect(part.last, part.first)
        inside = range(start, len(self.items))  # all positions can reach each other
        self.loops = [one for one in self.loops if one.start < start] + [inside]
        return part._replace(empty=part.empty or int(not least))

    def ambiguous(self, loop: range) -> bool:
        """Whether a loop can read the same characters in two ways and return to its state."""
        inside = {one: [n for n in self.follow[one] if n in loop] for one in loop}
        if any(self.follow[one][after] > 1 for one in loop for after in inside[one]):
            return True
        if len(loop) == 1:
            return False
        pairs = self._pairs(inside)
        equal = [pair for pair in pairs if pair[0] == pair[1]]
        return any(one != other for one, other in _reached(equal, _reverse(pairs)))

    def _pairs(self, inside: Mapping[int, Sequence[int]]) -> dict[_Pair, list[_Pair]]:
        """Pairs of positions reachable by the same characters from equal ones, and their edges."""
        edges: dict[_Pair, list[_Pair]] = {}
        left, size = [(one, one) for one in inside], 0
        while left:
            pair = left.pop()
            if pair not in edges:
                edges[pair] = list(self._alike(inside[pair[0]], inside[pair[1]]))
                left += edges[pair]
                size += len(edges[pair])
            if size > _MOST_PAIRS:
                raise _TooComplexError
        return edges

    def _alike(self, ones: Sequence[int], others: Sequence[int]) -> Iterator[_Pair]:
        for one, other in product(ones, others):
            if one == other or self._matched[one] & self._matched[other]:
                yield one, other

    @cached_property
    def _matched(self) -> Mapping[int, frozenset[str]]:
        """The sample characters that each position of a loop matches."""
        sample = frozenset(_COMMON).union(*map(_around, _named(self._parsed)))
        fold = bool(self._flags & re.IGNORECASE)
        return {
            one: frozenset(c for c in sample if _matches(c, *self.items[one], fold))
            for loop in self.loops
            for one in loop
        }


def _few(ends: _Ends) -> _Ends:
    """Each position at most twice: more than two ways make no difference."""
    seen: dict[int, int] = {}
    for one in ends:
        seen[one] = min(2, seen.get(one, 0) + 1)
    return tuple(one for one, times in seen.items() for _ in range(times))


def _either(parts: Sequence[_Part]) -> _Part:
    first = tuple(one for part in parts for one in part.first)
    last = tuple(one for part in parts for one in part.last)
    return _Part(_few(first), _few(last), min(2, sum(part.empty for part in parts)))


def _matches(character: str, name: Any, value: Any, fold: bool) -> bool:
    """Whether an item of a parsed expression matches a character."""
    if name is _op.ANY:
        return character != "\n"
    if name is _op.NOT_LITERAL:
        return not _matches(character, _op.LITERAL, value, fold)
    if name is _op.IN:
        found = any(_matches(character, kind, one, fold) for kind, one in value)
        return found != (value[0][0] is _op.NEGATE)
    if name is _op.CATEGORY:
        kind = _CLASSES.get(str(value).rpartition("_")[2], ".")
        return (re.match(kind, character) is not None) != ("_NOT_" in str(value))
    if name not in (_op.LITERAL, _op.RANGE):
        return False
    low, high = value if name is _op.RANGE else (value, value)
    cases = {character, character.lower(), character.upper()} if fold else {character}
    return any(low <= ord(one) <= high for one in cases if len(one) == 1)


def _named(items: Any) -> Iterator[int]:
    """The code points, and other numbers, in a parsed expression."""
    if type(items) is int:
        yield items
    elif isinstance(items, list | tuple | _parser.SubPattern):
        for item in items:
            yield from _named(item)


def _around(code: int) -> Iterator[str]:
    yield from (chr(one) for one in range(code - 1, code + 2) if 0 <= one <= sys.maxunicode)


def _reverse(edges: Mapping[_Pair, Sequence[_Pair]]) -> dict[_Pair, list[_Pair]]:
    before: dict[_Pair, list[_Pair]] = {pair: [] for pair in edges}
    for pair, after in edges.items():
        for one in after:
            before[one].append(pair)
    return before


def _reached(start: Iterable[_Pair], edges: Mapping[_Pair, Sequence[_Pair]]) -> set[_Pair]:
    found, left = set(start), list(start)
    while left:
        new = [one for one in edges[left.pop()] if one not in found]
        found.update(new)
        left += new
    return found
