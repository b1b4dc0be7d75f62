"""The attributes of a page's elements, as columns.

A page has thousands, but features read only a few: most never become strings.
"""

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress, repeat
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Ints, some
from victor.compiled import door
from victor.text.cues import signs_in, signs_within
from victor.tree.marks import MARKS

# The attributes that features read, in the order of their numbers. The values of `href`, which are
# many and long, are not read.
LOOKED_AT = (
    "class",
    "id",
    "role",
    "itemprop",
    "itemtype",
    "href",
    "style",
    "hidden",
    "aria-hidden",
)
_NUMBERS = {name: number for number, name in enumerate(LOOKED_AT)}


@dataclass(frozen=True)
class Attributes:
    """The a attributes in ``LOOKED_AT`` as columns, in document order."""

    element: Ints  # [a]
    name: Ints  # [a] index in LOOKED_AT
    value: Ints  # [a] index in ``values``; -1 for ``href``
    values: Sequence[str]  # distinct values

    @cached_property
    def small(self) -> bytes:
        """All values in lower case as UTF-8, each between line feeds, for tests for rare words."""
        return "\n".join(("", *self.values, "")).lower().encode("utf-8", "replace")

    @cached_property
    def marks(self) -> frozenset[str]:
        """Those of :data:`~victor.tree.marks.MARKS` that ``small`` contains."""
        return frozenset(self.occurring(MARKS))

    def occurring(self, signs: Sequence[str]) -> list[str]:
        """Those of some signs in lower case that ``small`` contains."""
        return [*compress(signs, signs_within(self.small, signs).tolist())]

    def has(self, *signs: str) -> bool:
        """Whether ``small`` contains one of some signs in lower case."""
        return some(signs_within(self.small, signs))

    def likely(self, among: Collection[int], signs: Sequence[str]) -> list[int]:
        """Those of some values that contain, in lower case, one of some ``signs``.

        For the signs, see :func:`~victor.text.cues.signs_in`.
        """
        values = [self.values[one].lower() for one in among]
        return [*compress(among, signs_in(values, signs).tolist())]

    def rows(self, *names: str) -> NDArray[np.int64]:
        """The rows of attributes with these names."""
        if len(names) == 1:
            return np.equal(self.name, _NUMBERS[names[0]]).nonzero()[0]
        wanted = np.zeros(len(LOOKED_AT), bool)
        wanted[[_NUMBERS[name] for name in names]] = True
        return wanted[self.name.astype(np.intp)].nonzero()[0]


def _integers() -> "array[int]":
    return array("i")


@dataclass(frozen=True)
class Written(Sequence[Mapping[str, str]]):
    """The a attributes of m elements, as output by the compiled parser.

    As a sequence, it has a mapping per element, created on access.
    """

    names: list[str] = field(default_factory=list)  # distinct names
    first: "array[int]" = field(default_factory=_integers)  # [m] each element's first attribute
    name: "array[int]" = field(default_factory=_integers)  # [a] index in ``names``
    end: "array[int]" = field(default_factory=_integers)  # [a] end of its value in ``values``
    values: "array[int]" = field(default_factory=lambda: array("B"))  # UTF-8

    def __len__(self) -> int:
        return len(self.first)

    @overload
    def __getitem__(self, element: int) -> Mapping[str, str]: ...
    @overload
    def __getitem__(self, element: slice) -> Sequence[Mapping[str, str]]: ...
    def __getitem__(self, element: Any) -> Any:
        if isinstance(element, slice):
            return [self[i] for i in range(*element.indices(len(self)))]
        place = range(len(self))[element]
        bounds = (*self.first[place : place + 2], len(self.name))
        return {self.names[self.name[i]]: self._value(i) for i in range(bounds[0], bounds[1])}

    def __iter__(self) -> Iterator[Mapping[str, str]]:
        return map(self.__getitem__, range(len(self)))

    def _value(self, attribute: int) -> str:
        start = self.end[attribute - 1] if attribute else 0
        return self.values[start : self.end[attribute]].tobytes().decode("utf-8", "replace")

    def value(self, element: int, name: str) -> str:
        """The value of an element's attribute; empty if it has none of that name."""
        code, first = self._codes.get(name), self.first
        if code is None:
            return ""
        low = first[element]
        own = self.name[low : first[element + 1] if element + 1 < len(first) else None]
        return self._value(low + own.index(code)) if code in own else ""

    @cached_property
    def _codes(self) -> dict[str, int]:
        return {name: code for code, name in enumerate(self.names)}

    def append(self, attributes: Mapping[str, str]) -> None:
        """Add the attributes of an element."""
        self.first.append(len(self.name))
        for name, value in attributes.items():
            code = self._codes.setdefault(name, len(self.names))
            if code == len(self.names):
                self.names.append(name)
            self.name.append(code)
            self.values.frombytes(value.encode("utf-8", "replace"))
            self.end.append(len(self.values))


def value_of(attributes: Sequence[Mapping[str, str]], element: int, name: str) -> str:
    """The value of an element's attribute; empty if it has none of that name.

    Args:
        attributes: attributes of all elements.
        element: its index.
        name: of the attribute.
    """
    if isinstance(attributes, Written):
        return attributes.value(element, name)
    return attributes[element].get(name, "")


def may_have(attributes: Iterable[Mapping[str, str]], names: Collection[str]) -> bool:
    """Whether any element may have one of the attributes ``names``; a cheap test.

    Args:
        attributes: attributes of all elements.
        names: names of attributes.
    """
    return not isinstance(attributes, Written) or not set(names).isdisjoint(attributes.names)


def looked_at(attributes: Sequence[Mapping[str, str]]) -> Attributes:
    """The attributes of all elements that features read."""
    if not isinstance(attributes, Written):
        return _look_at(attributes)
    numbers = map(_NUMBERS.get, attributes.names, repeat(-1))
    wanted = np.fromiter(numbers, np.int32, len(attributes.names))
    columns = attributes.first, attributes.name, attributes.end, attributes.values
    element, name, value, values = look_at(*columns, wanted, _NUMBERS["href"])
    return Attributes(element, name, value, values)


@door("parse")
def look_at(
    first: "array[int]",
    name: "array[int]",
    end: "array[int]",
    values: "array[int]",
    wanted: Ints,
    address: int,
) -> tuple[Ints, Ints, Ints, list[str]]:
    """The columns of :class:`Attributes`, from those of :class:`Written`.

    Args:
        first: [m] see :class:`Written`, also for ``name``, ``end`` and ``values``.
        wanted: the index of each name in ``LOOKED_AT``, -1 for others.
        address: the index whose values are not read.
    """
    names = [LOOKED_AT[number] if number >= 0 else "" for number in wanted.tolist()]
    found = _look_at(Written(names, first, name, end, values))
    return found.element, found.name, found.value, list(found.values)


def values_of(attributes: Sequence[Mapping[str, str]], name: str) -> dict[int, str]:
    """The values of an attribute by element, in document order; not of elements without it.

    Args:
        attributes: of each element.
        name: of the attribute.
    """
    if not isinstance(attributes, Written):
        return {element: found[name] for element, found in enumerate(attributes) if name in found}
    if name not in attributes.names:
        return {}
    columns = attributes.first, attributes.name, attributes.end, attributes.values
    number, count = attributes.names.index(name), len(attributes.names)
    elements, values = values_named(number, count, *columns)
    return dict(zip(elements.tolist(), values, strict=True))


@door("parse")
def values_named(
    number: int,
    names: int,
    first: "array[int]",
    name: "array[int]",
    end: "array[int]",
    values: "array[int]",
) -> tuple[Ints, list[str]]:
    """[k] the elements that have an attribute, and its values.

    Args:
        number: of its name, of a number of ``names``.
        first: see :class:`Written`, also for ``name`` [a], ``end`` [a] and ``values``.
    """
    start = first[0] if len(first) else len(name)
    rows = [row for row in range(start, len(name)) if name[row] == number]
    element = np.searchsorted(np.array(first, np.int32), rows, side="right") - 1
    written = Written([], first, name, end, values)
    return element.astype(np.int32), [written._value(row) for row in rows]


def _look_at(attributes: Sequence[Mapping[str, str]]) -> Attributes:
    elements, names, values = [], [], []
    seen: dict[str, int] = {}
    for place, found in enumerate(attributes):
        for name in found:
            if name in _NUMBERS:
                elements.append(place)
                names.append(_NUMBERS[name])
                is_address = name == "href"
                values.append(-1 if is_address else seen.setdefault(found[name], len(seen)))
    columns = [np.array(column, np.int32) for column in (elements, names, values)]
    return Attributes(columns[0], columns[1], columns[2], list(seen))
