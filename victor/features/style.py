"""``style.*``: how a block looks, by ``style`` attributes and the rules of ``style`` elements.

Thesis, section 7.1, among future ideas. No style sheet is fetched: most pages tell little.
Of selectors ``tag``, ``.class``, ``#id``, ``tag.class`` and ``tag#id`` count, alone or in lists;
rules within ``@media`` and the like do not. The later rule wins, and the attribute over all rules.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from victor.blocks import Blocks, Bools, Floats, Ints, Tree
from victor.config import Task
from victor.features._columns import stack

_NAMES = ("hidden", "bold", "italic", "centred", "uppercase", "size")
_PROPERTIES = "display|visibility|font-size|font-weight|font-style|text-align|text-transform"
_DECLARATION = re.compile(rf"(?:^|;)\s*({_PROPERTIES})\s*:\s*([^;!]*)", re.IGNORECASE)
_MAY_COUNT = re.compile("display|font-|text-|visib", re.IGNORECASE).search
_LENGTH = re.compile(r"(\d{0,4}(?:\.\d{0,6})?)(px|pt|em|rem|%)")
_LARGEST = 50_000  # characters of rules that are read
_LONGEST = 1_000  # characters of a selector's list, a rule or an attribute that are read
_USUAL = 16.0  # pixels of a browser's text
_POINT, _PERCENT = 4 / 3, 0.01
_WORDS = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0,
    "x-large": 24.0, "xx-large": 32.0,
}  # fmt: skip

_SELECTOR = re.compile(r"([A-Za-z][\w-]*)?(?:([.#])([\w-]+))?")

Declarations = Mapping[str, str]  # a property's name to its value
Rule = tuple[int, str, str]  # its place among all rules, the tag that it is for, its body
Rules = Mapping[str, Mapping[str, Sequence[Rule]]]  # by "", "." or "#", and the name after it


def known(task: Task) -> Sequence[str]:
    """Whether a block is hidden, bold, italic, centred or upper case, and its size."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)]; ``size`` is relative to the page's usual one, 1 or 0 in the others."""
    declared = _by_property(blocks.tree)
    columns = {
        "hidden": blocks.inside(_hidden(blocks.tree, declared)),
        "bold": _anywhere(blocks, declared["font-weight"], _is_bold),
        "italic": _anywhere(blocks, declared["font-style"], ("italic", "oblique").__contains__),
        "centred": _anywhere(blocks, declared["text-align"], "center".__eq__),
        "uppercase": _anywhere(blocks, declared["text-transform"], "uppercase".__eq__),
        "size": _sizes(blocks, declared["font-size"]),
    }
    return stack(columns, names)


def _by_property(tree: Tree) -> dict[str, dict[int, str]]:
    """Of each property, the elements with text that declare it, in their order, and its values."""
    holding = np.flatnonzero(tree.closed > tree.opened).tolist()
    out: dict[str, dict[int, str]] = {name: {} for name in _PROPERTIES.split("|")}
    rules = _rules(tree.styles)
    if rules:
        for element, found in _by_rules(tree, holding, rules).items():
            for name, value in found.items():
                out[name][element] = value
    attributes = tree.attributes
    for element in [e for e in holding if "style" in attributes[e]]:
        for name, value in declarations(attributes[element]["style"][:_LONGEST]).items():
            out[name][element] = value
    return {name: dict(sorted(values.items())) for name, values in out.items()}


@lru_cache(maxsize=1 << 12)
def declarations(text: str) -> Declarations:
    """The properties that count, of what stands between a rule's braces or in an attribute."""
    return {name.lower(): value.strip().lower() for name, value in _DECLARATION.findall(text)}


def _by_rules(tree: Tree, holding: Sequence[int], rules: Rules) -> dict[int, Declarations]:
    """What the rules declare of each element; most have the tag and class of another."""
    known: dict[tuple[str, str, str], Declarations] = {}
    out: dict[int, Declarations] = {}
    tags, attributes = tree.tags, tree.attributes
    for element, tag in zip(holding, tree.tag[holding].tolist(), strict=True):
        found = attributes[element]
        key = (tags[tag], "", "")
        if found:  # of many there are none
            key = (tags[tag], found.get("class", ""), found.get("id", ""))
        if (merged := known.get(key)) is None:
            merged = known[key] = _merged(rules, *key)
        if merged:
            out[element] = merged
    return out


def _merged(rules: Rules, tag: str, classes: str, id: str) -> Declarations:
    matching = list(rules[""].get(tag, ()))
    for name in classes.split() if classes else ():
        matching += rules["."].get(name, ())
    matching += rules["#"].get(id, ())
    out: dict[str, str] = {}
    for _, wanted, body in sorted(matching):
        if wanted in ("", tag):
            out.update(declarations(body))
    return out


def _rules(styles: Iterable[str]) -> dict[str, dict[str, list[Rule]]]:
    """The rules of simple selectors that declare what counts; empty if there are none."""
    out: dict[str, dict[str, list[Rule]]] = {"": {}, ".": {}, "#": {}}
    rules = chain.from_iterable(map(_outer_rules, _within(styles, _LARGEST)))
    for place, (selectors, body) in enumerate(rules):
        if not (_MAY_COUNT(body) and declarations(body)):
            continue
        for selector in selectors.split(","):
            if found := _SELECTOR.fullmatch(selector.strip()):
                tag, kind, name = found.groups(default="")
                out[kind].setdefault(name or tag, []).append((place, tag, body))
    return out if any(out.values()) else {}


def _within(styles: Iterable[str], left: int) -> Iterator[str]:
    for style in styles:
        yield style[:left]
        left = max(0, left - len(style))


def _outer_rules(style: str) -> Iterator[tuple[str, str]]:
    """Selector and body of each rule that is in no other braces."""
    if "/*" in style:
        first, *others = style.split("/*")
        style = first + "".join(part.partition("*/")[2] for part in others)
    depth = 0
    for piece in style.split("}"):
        selector, brace, body = piece.partition("{")
        if depth or not brace or "{" in body:
            depth = max(0, depth + piece.count("{") - 1)
        else:
            yield selector.rpartition(";")[2][:_LONGEST], body[:_LONGEST]


def _hidden(tree: Tree, declared: Mapping[str, Mapping[int, str]]) -> Bools:
    """[m] whether an element is not shown; the page as a whole is, once its scripts have run."""
    hidden = np.zeros(len(tree.tag), bool)
    hidden[[e for e, value in declared["display"].items() if value == "none"]] = True
    invisible = ("hidden", "collapse")
    hidden[[e for e, value in declared["visibility"].items() if value in invisible]] = True
    return hidden & ~tree.named(("html", "body"))


def _is_bold(weight: str) -> bool:
    return weight in ("bold", "bolder") or (weight.isdecimal() and int(weight[:4]) >= 600)


def _anywhere(blocks: Blocks, declared: Mapping[int, str], test: Callable[[str], bool]) -> Bools:
    """[n] whether a property, which is inherited, passes a test for some of a block's text."""
    values = {e: float(test(value)) for e, value in declared.items() if value != "inherit"}
    if not any(values.values()):
        return np.zeros(len(blocks), bool)
    return blocks.any_of(_inherited(blocks.tree, values, 0.0))


def _inherited(tree: Tree, values: Mapping[int, float], otherwise: float) -> NDArray[np.float64]:
    """[t] the value of the nearest element that has one."""
    elements = list(values)
    own = np.full(len(tree.tag) + 1, otherwise)  # one more, for -1
    own[elements] = list(values.values())
    return own[_nearest(tree, elements)[tree.node]]


def _nearest(tree: Tree, elements: Sequence[int]) -> Ints:
    """[m + 1] the nearest of some elements at or above each; -1 for none, and last."""
    chosen = np.zeros(len(tree.tag), bool)
    chosen[elements] = True
    return np.append(tree.nearest(chosen), np.int32(-1))


def _sizes(blocks: Blocks, declared: Mapping[int, str]) -> NDArray[np.float64]:
    """[n] the mean size of a block's characters, by the size of the page's middle word."""
    tree = blocks.tree
    if not declared:
        return np.ones(len(blocks))
    lengths = np.fromiter(map(len, tree.text), np.float64, len(tree.text))
    pixels = _inherited(tree, _pixels(tree, declared), _USUAL)
    sizes = blocks.sum_of(pixels * lengths) / blocks.sum_of(lengths)
    order = np.argsort(sizes, kind="stable")
    words = np.cumsum(blocks.words[order])
    usual = sizes[order[np.searchsorted(words, words[-1] / 2)]]
    return np.clip(sizes / usual, 0, 10) if usual > 0 else np.ones(len(blocks))


def _pixels(tree: Tree, declared: Mapping[int, str]) -> dict[int, float]:
    """The size of each element that declares one, in pixels; those of others are inherited."""
    elements = list(declared)
    above = _nearest(tree, elements)[tree.parent[elements]].tolist()
    out: dict[int, float] = {}
    root = _USUAL
    for (element, value), outer in zip(declared.items(), above, strict=True):
        out[element] = min(_size(value, out.get(outer, _USUAL), root), 1_000.0)
        if tree.tags[tree.tag[element]] == "html":
            root = out[element]
    return out


def _size(value: str, around: float, root: float) -> float:
    """A size in pixels; what cannot be read is as large as what is around."""
    found = _LENGTH.fullmatch(value)
    if not found or found[1] in ("", "."):
        relative = {"smaller": around / 1.2, "larger": around * 1.2}
        return relative.get(value, _WORDS.get(value, around))
    unit = {"px": 1.0, "pt": _POINT, "em": around, "rem": root, "%": around * _PERCENT}
    return float(found[1]) * unit[found[2]]
