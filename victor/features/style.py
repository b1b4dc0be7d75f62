"""``style.*``: the appearance of a block, from ``style`` attributes and ``style`` elements.

Thesis, section 7.1, future work. External style sheets are not fetched, so that most pages provide
little information. The supported selectors are ``tag``, ``.class``, ``#id``, ``tag.class``,
``tag#id`` and lists of these; rules inside ``@media`` and the like are ignored. Later rules take
precedence over earlier ones, and attributes over rules.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Floats, Ints
from victor.config import Task
from victor.features.columns import stack
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

_NAMES = ("hidden", "bold", "italic", "centred", "uppercase", "size")
_PROPERTIES = frozenset(
    "display visibility font-size font-weight font-style text-align text-transform".split()
)
_LENGTH = re.compile(r"(\d{0,4}(?:\.\d{0,6})?)(px|pt|em|rem|%)")
_LARGEST = 50_000  # most characters of style elements that are read
_LONGEST = 1_000  # most characters of a selector list, a rule or an attribute that are read
_USUAL = 16.0  # default font size of browsers in pixels
_POINT, _PERCENT = 4 / 3, 0.01
_WORDS = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0,
    "x-large": 24.0, "xx-large": 32.0,
}  # fmt: skip

_SELECTOR = re.compile(r"([A-Za-z][\w-]*)?(?:([.#])([\w-]+))?")

Declarations = Mapping[str, str]  # values by property name
Rule = tuple[int, str, str]  # position among all rules, tag of the selector or "", body
Rules = Mapping[str, Mapping[str, Sequence[Rule]]]  # by "", "." or "#", and the name after it


def known(task: Task) -> Sequence[str]:
    """Whether a block is hidden, bold, italic, centred or upper-case, and its font size."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """``size`` is relative to the median font size of the page's words, the others are 1 or 0."""
    looks = _looks(blocks.tree)
    if not looks.declared:
        row = np.array([name == "size" for name in names], np.float32)
        return np.broadcast_to(row, (len(blocks), len(names)))
    columns = {
        "hidden": blocks.inside(_hidden(blocks.tree, looks)),
        "bold": _anywhere(blocks, looks, "font-weight", _is_bold),
        "italic": _anywhere(blocks, looks, "font-style", ("italic", "oblique").__contains__),
        "centred": _anywhere(blocks, looks, "text-align", "center".__eq__),
        "uppercase": _anywhere(blocks, looks, "text-transform", "uppercase".__eq__),
        "size": _sizes(blocks, looks),
    }
    return stack(columns, names)


@dataclass(frozen=True)
class _Looks:
    """The declarations of elements; equal ones are stored once."""

    element: NDArray[np.int64]  # [e] elements with text and declarations, in document order
    number: NDArray[np.int64]  # [e] index into ``declared``
    declared: Sequence[Declarations]

    def of(self, name: str) -> tuple[NDArray[np.int64], list[str]]:
        """The elements that declare a property, and its values."""
        values = [style.get(name, "") for style in self.declared]
        chosen = np.array([bool(value) for value in values], bool)[self.number]
        return self.element[chosen], [values[number] for number in self.number[chosen].tolist()]


def _looks(tree: Tree) -> _Looks:
    rules = _rules(tree.styles)
    classes, ids = rules["."].keys(), rules["#"]
    values = np.full((3, len(tree.tag)), -1, np.int32)
    if classes:
        values[0] = _values(tree, "class", lambda text: not classes.isdisjoint(text.split()))
    if ids:
        values[1] = _values(tree, "id", ids.__contains__)
    values[2] = _values(tree, "style", lambda text: bool(_declarations(text[:_LONGEST])))
    with_text = tree.closed > tree.opened
    elements = np.flatnonzero(with_text & ((values >= 0).any(axis=0) | tree.named(rules[""])))
    kinds: dict[tuple[int, ...], int] = {}
    keys = zip(tree.tag[elements].tolist(), *values[:, elements].tolist(), strict=True)
    numbers = [kinds.setdefault(kind, len(kinds)) for kind in keys]
    texts = [*tree.looked_at.values, ""]  # the last for -1
    declared = [
        _merged(rules, tree.tags[tag], *(texts[number] for number in attributes))
        for tag, *attributes in kinds
    ]
    return _Looks(elements, np.array(numbers, np.int64), declared)


def _values(tree: Tree, name: str, relevant: Callable[[str], bool]) -> Ints:
    """[m] the number of the attribute's value, -1 if it is missing or irrelevant."""
    seen, out = tree.looked_at, np.full(len(tree.tag), -1, np.int32)
    rows = seen.rows(name)
    number = np.full(len(seen.values), -1, np.int32)
    used = [value for value in set(seen.value[rows].tolist()) if relevant(seen.values[value])]
    number[used] = used
    out[seen.element[rows]] = number[seen.value[rows]]
    return out


@lru_cache(maxsize=1 << 12)
def _declarations(text: str) -> Declarations:
    """The relevant declarations of a rule's body or of a ``style`` attribute, in lower case."""
    out: dict[str, str] = {}
    text = text.lower()
    if not ("display" in text or "font-" in text or "text-" in text or "visib" in text):
        return out
    for declaration in text.split(";"):
        name, _, value = declaration.partition(":")
        name, value = name.strip(), value.partition("!")[0].strip()
        if name in _PROPERTIES and value:
            out[name] = value
    return out


def _merged(rules: Rules, tag: str, classes: str, id: str, style: str) -> Declarations:
    matching = list(rules[""].get(tag, ()))
    for name in classes.split():
        matching += rules["."].get(name, ())
    matching += rules["#"].get(id, ())
    out: dict[str, str] = {}
    for _, selected, body in sorted(matching):
        if selected in ("", tag):
            out.update(_declarations(body))
    out.update(_declarations(style[:_LONGEST]))
    return out


def _rules(styles: Iterable[str]) -> Rules:
    """The rules with supported selectors that declare relevant properties."""
    out: dict[str, dict[str, list[Rule]]] = {"": {}, ".": {}, "#": {}}
    rules = chain.from_iterable(map(_outer_rules, _within(styles, _LARGEST)))
    for place, (selectors, body) in enumerate(rules):
        if not _declarations(body):
            continue
        for selector in selectors.split(","):
            if match := _SELECTOR.fullmatch(selector.strip()):
                tag, kind, name = match.groups(default="")
                out[kind].setdefault(name or tag, []).append((place, tag, body))
    return out


def _within(styles: Iterable[str], left: int) -> Iterator[str]:
    for style in styles:
        yield style[:left]
        left = max(0, left - len(style))


def _outer_rules(style: str) -> Iterator[tuple[str, str]]:
    """The selector and body of each rule that is not nested."""
    if "/*" in style:
        first, *others = style.split("/*")
        style = first + "".join(part.partition("*/")[2] for part in others)
    depth = 0
    for piece in style.split("}"):
        braces = piece.count("{")
        if depth or braces != 1:
            depth = max(0, depth + braces - 1)
        else:
            selector, _, body = piece.partition("{")
            yield selector.rpartition(";")[2][:_LONGEST], body[:_LONGEST]


def _hidden(tree: Tree, looks: _Looks) -> Bools:
    """[m] whether an element is hidden; html and body never are, as scripts show them later."""
    hiding = [
        style.get("display") == "none" or style.get("visibility") in ("hidden", "collapse")
        for style in looks.declared
    ]
    hidden = _chosen(tree, looks.element[np.array(hiding)[looks.number]])
    return hidden & ~tree.named(("html", "body"))


def _is_bold(weight: str) -> bool:
    return weight in ("bold", "bolder") or (weight.isdecimal() and int(weight[:4]) >= 600)


def _anywhere(blocks: Blocks, looks: _Looks, name: str, test: Callable[[str], bool]) -> Bools:
    """[n] whether an inherited property passes a test for some text of the block."""
    elements, values = looks.of(name)
    own = np.array([value != "inherit" for value in values], bool)
    passed = np.fromiter(map(test, values), bool, len(values))
    if not passed.any():
        return np.zeros(len(blocks), bool)
    if passed.all():
        return blocks.inside(_chosen(blocks.tree, elements))
    return blocks.any_of(_inherited(blocks.tree, elements[own], passed[own], 0))


def _inherited(
    tree: Tree, elements: NDArray[np.int64], values: NDArray[Any], otherwise: float
) -> NDArray[np.float64]:
    """[t] the value of the nearest element that has one, else ``otherwise``."""
    own = np.full(len(tree.tag), otherwise, np.float64)
    own[elements] = values
    return own[_nearest(tree, elements)[tree.node]]


def _nearest(tree: Tree, elements: NDArray[np.int64]) -> Ints:
    """[m] the nearest of ``elements`` at or above each element, 0 for none."""
    return tree.nearest(_chosen(tree, elements))


def _chosen(tree: Tree, elements: NDArray[np.int64]) -> Bools:
    """[m] True for ``elements``."""
    chosen = np.zeros(len(tree.tag), bool)
    chosen[elements] = True
    return chosen


def _sizes(blocks: Blocks, looks: _Looks) -> NDArray[np.float64]:
    """[n] mean font size of a block's characters, divided by the median over the page's words."""
    tree = blocks.tree
    elements, values = looks.of("font-size")
    if not values:
        return np.ones(len(blocks))
    lengths = np.fromiter(map(len, tree.text), np.float64, len(tree.text))
    pixels = _inherited(tree, elements, np.array(_pixels(tree, elements, values)), _USUAL)
    sizes = blocks.sum_of(pixels * lengths) / blocks.sum_of(lengths)
    order = np.argsort(sizes, kind="stable")
    words = np.cumsum(blocks.words[order])
    usual = sizes[order[np.searchsorted(words, words[-1] / 2)]]
    return np.clip(sizes / usual, 0, 10) if usual > 0 else np.ones(len(blocks))


def _pixels(tree: Tree, elements: NDArray[np.int64], values: Sequence[str]) -> list[float]:
    """The size in pixels of each element that declares one; other elements inherit theirs."""
    above = _nearest(tree, elements)[tree.parent[elements]].tolist()
    roots = tree.named({"html"})[elements].tolist()
    out: dict[int, float] = {}
    root = _USUAL
    for element, value, outer, is_root in zip(elements.tolist(), values, above, roots, strict=True):
        out[element] = min(_size(value, out.get(outer, _USUAL), root), 1_000.0)
        if is_root:
            root = out[element]
    return list(out.values())


def _size(value: str, around: float, root: float) -> float:
    """A size in pixels; an invalid value is ignored, so that the size is inherited."""
    length = _LENGTH.fullmatch(value)
    if not length or length[1] in ("", "."):
        relative = {"smaller": around / 1.2, "larger": around * 1.2}
        return relative.get(value, _WORDS.get(value, around))
    unit = {"px": 1.0, "pt": _POINT, "em": around, "rem": root, "%": around * _PERCENT}
    return float(length[1]) * unit[length[2]]
