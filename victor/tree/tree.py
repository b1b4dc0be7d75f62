"""The elements of a page and the texts between their tags, as columns: :class:`Tree`."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from victor.arrays import Bools, Indices, Ints, Numbers, sums_before
from victor.compiled import door
from victor.text.regex import regex
from victor.tree.attributes import LOOKED_AT, Attributes, looked_at, value_of
from victor.tree.marks import PANELS
from victor.tree.nesting import enclosing, inside_marked, nearest, tags_before, with_tags
from victor.tree.urls import absolute

if TYPE_CHECKING:
    from victor.tree.stated import Stated

_HREF = LOOKED_AT.index("href")
_ODD = regex(r"[^a-z0-9_.-]")  # in names
_LONGEST_TITLE = 20_000  # characters that are read
_HIDING = np.array([LOOKED_AT.index(name) for name in ("hidden", "aria-hidden", "style")], np.int32)


@door("columns")
def hidden_by(
    element: Ints, name: Ints, value: Ints, values: Sequence[str], names: Ints, m: int
) -> Bools:
    """[m] whether an attribute hides an element.

    Args:
        element: [a] see :class:`~victor.tree.attributes.Attributes`, also for ``name``, ``value``
            and ``values``.
        names: the indices of ``hidden``, ``aria-hidden`` and ``style``.
        m: number of elements.
    """
    out = np.zeros(m, bool)
    tests = (_always, _is_true, is_hidden_style)
    for number, hides in zip(names.tolist(), tests, strict=True):
        for row in np.flatnonzero(name == number).tolist():
            out[element[row]] |= hides(values[value[row]])
    return out


def name_in_paths(name: str) -> str:
    """A name of an element or attribute as it is in XPaths, which broken markup may not allow.

    Args:
        name: as the page has it.
    """
    name = _ODD.sub("_", name.lower())
    return name if name[:1].isalpha() or name[:1] == "_" else f"_{name}"


def _always(value: str) -> bool:
    return True


def _is_true(value: str) -> bool:
    return value.lower() == "true"


def is_hidden_style(style: str) -> bool:
    """Whether a style hides its element."""
    style = style.lower()
    if "none" not in style and "hidden" not in style:
        return False
    style = style.replace(" ", "")
    return "display:none" in style or "visibility:hidden" in style


@dataclass(frozen=True)
class Dropped(Sequence[Any]):
    """A dropped column: any access raises a RuntimeError."""

    name: str

    def __len__(self) -> int:
        raise RuntimeError(f"the column {self.name!r} was dropped to save memory")

    def __getitem__(self, place: Any) -> Any:
        return len(self)

    def __iter__(self) -> Iterator[Any]:
        return iter(range(len(self)))


@dataclass(frozen=True, eq=False)
class Tree:
    """The m elements of a page in document order, and the t texts between tags.

    Element 0 is the root: it contains everything, has no tag (its name is empty) and no attributes,
    and is its own parent, so that climbing ends there.

    The position of an element is counted in texts: ``opened[e]`` texts precede its start tag and
    ``closed[e]`` its end tag, so that it contains the texts ``opened[e]:closed[e]``. Nesting,
    depth and the tags between two texts follow by counting.
    """

    tags: tuple[str, ...]  # names of the elements that occur, by tag code
    tag: Ints  # [m] tag code
    parent: Ints  # [m] parent element; 0 for the root
    opened: Ints  # [m]
    closed: Ints  # [m]
    attributes: Sequence[Mapping[str, str]]  # [m]
    text: Sequence[str]  # [t] as in the source, never blank
    node: Ints  # [t] element that holds the text
    spaced: Bools  # [t] whether white space separates the text from the previous one
    # title, canonical, doctype, base, "link:REL" to URL, "meta:NAME" to content; "also:NAME" has
    # the contents of further ``meta`` elements of the same name, one per line
    head: Mapping[str, str]
    parser: str  # libxml2 or beautifulsoup
    styles: Sequence[str] = ()  # the texts of ``style`` elements for screens
    schema: Sequence[str] = ()  # the texts of scripts with JSON-LD
    # [k, 4] insets between or within texts: formulas, players, and white space in preformatted
    # elements. The text that an inset is in or before, its offset there in characters, the element
    # that holds it, and the number of elements before it.
    inset: Ints = field(default_factory=lambda: np.zeros((0, 4), np.int32))
    source: Sequence[str] = ()  # [k] a formula as MathML, white space, or a player's URL and title
    # [t] whether only elements rendered as boxes, such as icons, separate it from the previous text
    boxed: Bools = field(default_factory=lambda: np.zeros(0, bool))
    # names of schema.org items in void microdata elements, by element of the item
    names: Mapping[int, str] = field(default_factory=dict)

    def light(self) -> "Tree":
        """The tree without columns that features do not need; accessing them raises RuntimeError.

        Listings, linked and stated texts are kept, as they depend on these columns.
        """
        names = ("attributes", "styles", "schema", "source")
        dropped: dict[str, Any] = {name: Dropped(name) for name in names}
        kept = replace(self, **dropped)
        kept.__dict__.update(listings=self.listings, linked=self.linked, stated=self.stated)
        return kept

    def with_spaces(self, spaced: Bools) -> "Tree":
        """The tree with another column ``spaced``, on which no cached property depends."""
        made = replace(self, spaced=spaced)
        made.__dict__.update({**self.__dict__, "spaced": spaced})
        return made

    @cached_property
    def title(self) -> str:
        """The start of the text of the page's first ``title``, white space normalised."""
        return " ".join(self.head.get("title", "")[:_LONGEST_TITLE].split())

    @property
    def url(self) -> str | None:
        """The absolute URL that the page declares for itself; None if there is none."""
        base = self._address("base", "https:") or "https:"
        stated = "canonical", "meta:og:url", "meta:savepage-url"  # the last by Save Page WE
        return next(filter(None, (self._address(name, base) for name in stated)), None)

    def _address(self, name: str, base: str) -> str | None:
        """An absolute URL in the head; None if it is missing or starts with ``www.``."""
        stated = self.head.get(name, "").strip()
        return None if stated[:4].lower() == "www." else absolute(stated, base)

    def named(self, names: Collection[str]) -> Bools:
        """[m] whether an element's tag is one of ``names``."""
        return with_tags(self.tag, self.codes, len(self.tags), names)

    def numbered(self, numbers: Mapping[str, int], kind: DTypeLike = np.uint8) -> Numbers:
        """[m] the number of each element's tag, 0 for other tags.

        Args:
            numbers: numbers by tag.
            kind: dtype of the array.
        """
        found = map(numbers.get, self.tags, repeat(0))
        numbered: Numbers = np.fromiter(found, kind, len(self.tags))[self._tag_indices]
        return numbered

    @cached_property
    def _tag_indices(self) -> Indices:
        """[m] ``tag`` as NumPy reads arrays at it in less time."""
        return self.tag.astype(np.intp)

    @cached_property
    def codes(self) -> dict[str, int]:
        """The codes of the tags that occur."""
        return {name: code for code, name in enumerate(self.tags)}

    def tag_of(self, element: int) -> str:
        """The name of an element's tag."""
        return self.tags[self.tag.item(element)]

    def bounds(self, element: int) -> tuple[int, int]:
        """The texts ``low:high`` of an element."""
        return self.opened.item(element), self.closed.item(element)

    def around(self, element: int, tags: Collection[str]) -> int:
        """The nearest element at or above an element whose tag is one of some; 0 for none."""
        while element and self.tags[self.tag.item(element)] not in tags:
            element = self.parent.item(element)
        return element

    def enclosing_count(self, elements: Bools) -> Ints:
        """[t] the number of chosen ``elements`` [m] that contain each text."""
        return enclosing(elements, self.opened, self.closed, len(self.text))

    def tags_before(self, elements: Bools) -> Ints:
        """[t] the number of start and end tags of the chosen ``elements`` before each text.

        They are counted from the previous text, or from the start of the page for the first text.
        """
        return tags_before(elements, self.opened, self.closed, len(self.text))

    def nearest(self, elements: Bools) -> Ints:
        """[m] the nearest chosen element at or above each, 0 if there is none."""
        return nearest(elements, self.parent)

    def outermost(self, elements: Bools) -> Bools:
        """[m] the chosen elements that are in no other one."""
        return np.asarray(elements & (self.nearest(elements)[self.parent.astype(np.intp)] == 0))

    def mask(self, elements: Numbers | Sequence[int]) -> Bools:
        """[m] whether an element is one of ``elements``, which are indices."""
        found = np.zeros(len(self.tag), bool)
        found[np.asarray(elements, np.intp)] = True
        return found

    def sums(self, per_text: Numbers, elements: Any = slice(None)) -> Numbers:
        """The sums of values [t] over the texts of each of ``elements``, by default all."""
        before = sums_before(per_text)
        low, high = (side[elements].astype(np.intp) for side in (self.opened, self.closed))
        return np.asarray(before[high] - before[low])

    def broken(self, elements: Bools) -> Bools:
        """[m] whether an element is the nearest chosen one around a ``br`` between its texts."""
        out, breaks = np.zeros(len(self.tag), bool), self.named(("br",))
        around, place = self.nearest(elements)[self.parent[breaks]], self.opened[breaks]
        out[around[(self.opened[around] < place) & (place < self.closed[around])]] = True
        out[0] = False  # for breaks in no chosen element
        return out

    def starts_within(self, others: Numbers, elements: Any = slice(None)) -> Ints:
        """The number of ``others`` that start within the texts of each of ``elements``.

        Args:
            others: the elements to count, as indices or a mask [m].
            elements: indices; by default all elements.
        """
        before = sums_before(np.bincount(self.opened[others], minlength=len(self.text) + 1))
        return np.asarray(before[self.closed[elements]] - before[self.opened[elements]])

    @cached_property
    def linked(self) -> Bools:
        """[t] whether a text is inside an ``a`` element with ``href``."""
        seen, size = self.looked_at, len(self.text)
        if "a" not in self.codes:
            return np.zeros(size, bool)
        columns = seen.element, seen.name, self.tag, self.opened, self.closed
        return inside_marked(*columns, _HREF, self.codes["a"], size)

    @cached_property
    def looked_at(self) -> Attributes:
        """The attributes that features read."""
        return looked_at(self.attributes)

    def attribute(self, element: int, name: str) -> str:
        """The value of an element's attribute; empty if it has none of that name."""
        return value_of(self.attributes, element, name)

    @cached_property
    def holds(self) -> Bools:
        """[m] whether an element contains text; must not be modified."""
        return self.closed > self.opened

    @cached_property
    def image_addresses(self) -> dict[int, str]:
        """The URLs of images that were read, by element."""
        return {}

    @cached_property
    def joined(self) -> str:
        """All texts joined, for cheap tests whether a page contains a rare string."""
        return "".join(self.text)

    @cached_property
    def listings(self) -> Bools | None:
        """[m] see :func:`~victor.tree.listings.code_listings`."""
        from victor.tree.listings import code_listings

        return code_listings(self)

    @cached_property
    def styled_lines(self) -> list[int]:
        """See :func:`~victor.tree.styled_lines.styled_lines`."""
        from victor.tree.styled_lines import styled_lines

        return styled_lines(self)

    @cached_property
    def prose_in_pre(self) -> Bools | None:
        """[m] see :func:`~victor.tree.listings.prose_in_pre`."""
        from victor.tree.listings import prose_in_pre

        return prose_in_pre(self)

    @cached_property
    def stated(self) -> "list[Stated]":
        """The texts that the page states as its content."""
        if not self.schema:  # true of half of the pages
            return []
        from victor.tree.stated import stated_texts

        return stated_texts(self.schema)

    @cached_property
    def frame(self) -> NDArray[np.int64]:
        """The elements ``html`` and ``body``, whose attributes describe the whole page."""
        return self.named(("html", "body")).nonzero()[0]

    @cached_property
    def frame_attributes(self) -> list[Mapping[str, str]]:
        """The attributes of each element of ``frame``."""
        return [self.attributes[element] for element in self.frame.tolist()]

    @cached_property
    def h1(self) -> list[int]:
        """The ``h1`` elements with text."""
        if "h1" not in self.codes:
            return []
        return list((self.named(("h1",)) & self.holds).nonzero()[0].tolist())

    @property
    def first_h1(self) -> int:
        """The first ``h1`` with text, 0 if there is none."""
        return self.h1[0] if self.h1 else 0

    @cached_property
    def hidden(self) -> Bools:
        """[m] whether an element itself is marked as hidden."""
        seen = self.looked_at
        return hidden_by(seen.element, seen.name, seen.value, seen.values, _HIDING, len(self.tag))

    @cached_property
    def concealed(self) -> Bools:
        """[m] the hidden elements, except panels of tabs: readers open these."""
        if PANELS not in self.looked_at.marks:
            return self.hidden
        return self.hidden & ~self.matching("role", "tabpanel".__eq__)

    def matching(
        self,
        name: str | tuple[str, ...],
        test: Callable[[str], object],
        among: Bools | None = None,
        signs: Sequence[str] = (),
    ) -> Bools:
        """[m] whether an attribute's value passes a test; distinct values are tested once.

        Args:
            name: one or several of the attributes that features read, except ``href``.
            test: whether a value passes.
            among: [m] the elements whose values are tested; by default all.
            signs: if given, every value that passes has one of them in lower case; a cheap test.
        """
        seen, chosen = self.looked_at, np.zeros(len(self.tag), bool)
        rows = seen.rows(*((name,) if isinstance(name, str) else name))
        rows = rows if among is None else rows[among[seen.element[rows].astype(np.intp)]]
        values = seen.value[rows]
        likely: Collection[int] = set(values.tolist())
        likely = seen.likely(likely, signs) if signs else likely
        passed = [value for value in likely if test(seen.values[value])]
        if passed:
            passes = np.zeros(len(seen.values), bool)
            passes[passed] = True
            chosen[seen.element[rows[passes[values.astype(np.intp)]]].astype(np.intp)] = True
        return chosen

    def xpath(self, element: int, most: int | None = None) -> str:
        """The XPath of an element, as ``/html/body/div[2]/p``; ``/`` for the root.

        Args:
            element: its index.
            most: omit outer elements once the path is longer than this many characters.
        """
        steps: list[str] = []
        size = 0
        while element and (most is None or size <= most):
            steps.append(self._step(element))
            size += len(steps[-1]) + 1
            element = self._parents[element]
        return "/" + "/".join(reversed(steps))

    def xpaths(self, deepest: int) -> Callable[[int], str]:
        """A function from elements to their XPaths, which is faster for many elements.

        Args:
            deepest: elements with more levels have an empty path, as all paths are kept.
        """
        known = {0: ("", 0)}  # paths and levels

        def path(element: int) -> str:
            inner = []
            while element not in known:
                inner.append(element)
                element = self._parents[element]
            found, level = known[element]
            for one in reversed(inner):
                level += 1
                found = f"{found}/{self._step(one)}" if level <= deepest else ""
                known[one] = found, level
            return found

        return path

    def _step(self, element: int) -> str:
        """An element's step in an XPath: its tag, numbered if siblings have the same."""
        (names, numbers), tag = self._steps, self.tag.item(element)
        return f"{names[tag]}[{numbers[element]}]" if numbers[element] else names[tag]

    @cached_property
    def _parents(self) -> list[int]:
        return list(self.parent.tolist())

    @cached_property
    def _steps(self) -> tuple[list[str], list[int]]:
        """Names of the tags [c], and the numbers of elements [m] among siblings; 0 if alone."""
        names = [name_in_paths(tag) for tag in self.tags]
        numbers = {name: number for number, name in enumerate(names)}
        of_tag = np.array([numbers[name] for name in names], np.int64)
        family = self.parent.astype(np.int64) * (len(names) + 1) + of_tag[self.tag]
        _, inverse, counts = np.unique(family, return_inverse=True, return_counts=True)
        order = np.argsort(inverse, kind="stable")
        rank = np.empty(len(order), np.int64)
        starts = np.cumsum(np.concatenate(([0], counts[:-1]))) if len(counts) else counts
        rank[order] = np.arange(len(order)) - np.repeat(starts, counts)
        return names, np.where(counts[inverse] > 1, rank + 1, 0).tolist()
