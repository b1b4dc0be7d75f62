"""Select elements by CSS and XPath, for users who know the pages of a site.

If there are selectors, the page is rebuilt from its columns as an lxml tree, in linear time. Most
selectors take linear time, too, but not all: ``~`` and ``:nth-child`` visit all preceding siblings
of an element, and an XPath may visit anything.
"""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from cssselect import ExpressionError, HTMLTranslator, SelectorError, SelectorSyntaxError
from cssselect.xpath import XPathExpr
from lxml import etree

from victor.arrays import Bools
from victor.errors import VictorError
from victor.text.regex import regex
from victor.tree.tree import Tree, name_in_paths

_XPATH = regex(r"\(*\s*\.?/")
# The start of an absolute path, which is relative to the element that represents the tree's root.
_ABSOLUTE = regex(r"""("[^"]*"|'[^']*')|((?:^|[|(\[,])\s*)/(?!/)""")
_NAME = regex(r"[A-Za-z_][A-Za-z0-9_-]*")
_MOST_NAMES = 100  # of a selector
_FORBIDDEN = regex("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONGEST = 10_000  # maximum characters of a selector
_DEEPEST = 128  # maximum levels; deeper elements become siblings, which bounds the time of paths
_SHOWN = 60  # maximum characters of a selector in messages


class _Translator(HTMLTranslator):
    """Translate CSS to XPaths of a single step; combinators become conditions.

    The steps of ``a b`` would return each ``b`` once for each ``a`` around it.
    """

    def xpath_descendant_combinator(self, left: XPathExpr, right: XPathExpr) -> XPathExpr:
        return right.add_condition(f"ancestor::{left}")

    def xpath_child_combinator(self, left: XPathExpr, right: XPathExpr) -> XPathExpr:
        return right.add_condition(f"parent::{left}")

    def xpath_direct_adjacent_combinator(self, left: XPathExpr, right: XPathExpr) -> XPathExpr:
        left.add_name_test()
        return right.add_condition(f"preceding-sibling::*[1][self::{left}]")

    def xpath_indirect_adjacent_combinator(self, left: XPathExpr, right: XPathExpr) -> XPathExpr:
        return right.add_condition(f"preceding-sibling::{left}")


_CSS = _Translator()


def select(tree: Tree, selectors: Sequence[str], where: str = "selector") -> Bools:
    """[m] whether any selector matches an element; never the root.

    A selector that begins with ``/``, ``./`` or ``(/`` is XPath 1.0, any other one CSS. The XPaths
    of :meth:`~victor.tree.tree.Tree.xpath` match their elements. In names of elements and
    attributes, characters other than ASCII letters, digits, ``-``, ``_`` and ``.`` are ``_``.

    Args:
        tree: the page.
        selectors: for example ``.ad, nav`` and ``//article``; may be empty.
        where: the source of the selectors, for messages.

    Raises:
        VictorError: a selector is invalid, or its result is not elements.
    """
    found = np.zeros(len(tree.tag), bool)
    paths = [_compiled(selector, where) for selector in selectors]
    if not paths:
        return found
    elements = _elements(tree)
    numbers = {element: number for number, element in enumerate(elements)}
    for selector, path in zip(selectors, paths, strict=True):
        for element in _matches(path, elements[0], selector, where):
            found[numbers[element]] = True
    found[0] = False
    return found


def unmatched(tree: Tree, selectors: Collection[str]) -> set[str]:
    """The selectors that match no element.

    Args:
        tree: the page.
        selectors: see :func:`select`.

    Raises:
        VictorError: a selector is invalid, or its result is not elements.
    """
    root, where = _elements(tree)[0], "selector"
    return {one for one in selectors if not _matches(_compiled(one, where), root, one, where)}


def check(selectors: Sequence[str], where: str = "selector") -> None:
    """Check selectors before any page is read.

    Raises:
        VictorError: a selector is invalid.
    """
    for selector in selectors:
        path = _compiled(selector, where)
        for root in (etree.Element("_"), _sample(selector)):
            _matches(path, root, selector, where)


def _sample(selector: str) -> Any:
    """Nested elements with all names in a selector, so that most of it is evaluated."""
    names = list(dict.fromkeys(_NAME.findall(selector)))[:_MOST_NAMES]
    root = inner = etree.Element("_")
    for name in names:
        inner = etree.SubElement(inner, name, dict.fromkeys(names, "x"))
        inner.text = "x"
    return root


def _compiled(selector: str, where: str) -> Any:
    """The selector as a compiled lxml XPath."""
    if len(selector) > _LONGEST:
        raise VictorError(f"{where}: {len(selector)} characters; at most {_LONGEST}")
    is_path = _XPATH.match(selector.strip()) is not None
    path = _below_root(selector.strip()) if is_path else _from_css(selector, where)
    try:
        return etree.XPath(path, smart_strings=False, regexp=False)
    except (etree.XPathError, ValueError) as error:
        raise _invalid(selector, where, "XPath", error) from None


def _below_root(path: str) -> str:
    """An XPath with its absolute paths starting below the document element."""
    return _ABSOLUTE.sub(lambda match: match[1] or f"{match[2]}/*/", path)


def _from_css(selector: str, where: str) -> str:
    try:
        return _CSS.css_to_xpath(selector)
    except (SelectorSyntaxError, ExpressionError, SelectorError, RecursionError) as error:
        raise _invalid(selector, where, "CSS selector", error) from None


def _invalid(selector: str, where: str, kind: str, error: Exception) -> VictorError:
    what = "nested too deeply" if isinstance(error, RecursionError) else str(error)
    return VictorError(f"{where} {selector[:_SHOWN]!r}: not a valid {kind}: {what}")


def _matches(path: Any, root: Any, selector: str, where: str) -> list[Any]:
    """The elements of an XPath's result."""
    try:
        result = path(root)
    except etree.XPathError as error:
        raise _invalid(selector, where, "XPath", error) from None
    if isinstance(result, list) and all(map(etree.iselement, result)):
        return result
    kinds = {float: "a number", bool: "true or false", str: "a string"}
    what = kinds.get(type(result), "text or attributes")
    raise VictorError(f"{where} {selector[:_SHOWN]!r}: selects {what}, not elements")


def _elements(tree: Tree) -> list[Any]:
    """[m] the elements of the tree as lxml elements, with attributes and texts."""
    names = ["_", *(name_in_paths(tag) for tag in tree.tags[1:])]
    built, depth, texts = [etree.Element("_")], [0], 0
    last: dict[int, Any] = {}  # the last child of each element
    rows = zip(tree.tag.tolist(), tree.parent.tolist(), tree.opened.tolist(), strict=True)
    for number, (tag, parent, opened) in enumerate(rows):
        if not number:
            continue
        _add_texts(tree, built, last, texts, opened)
        above = built[parent] if depth[parent] < _DEEPEST else built[parent].getparent()
        texts = opened
        depth.append(min(depth[parent] + 1, _DEEPEST))
        built.append(etree.SubElement(above, names[tag], _attributes(tree.attributes[number])))
        last[parent] = built[-1]
    _add_texts(tree, built, last, texts, len(tree.text))
    return built


def _add_texts(tree: Tree, built: list[Any], last: dict[int, Any], low: int, high: int) -> None:
    """Add the texts ``low:high`` after the current last child of their elements."""
    slots: dict[int, list[str]] = {}
    for text, node, spaced in zip(
        tree.text[low:high],
        tree.node[low:high].tolist(),
        tree.spaced[low:high].tolist(),
        strict=True,
    ):
        slots.setdefault(node, []).append((" " if spaced else "") + _FORBIDDEN.sub("", text))
    for node, parts in slots.items():
        before = last.get(node)
        if before is None:
            built[node].text = "".join(parts)
        else:
            before.tail = "".join(parts)


def _attributes(attributes: Any) -> dict[str, str]:
    return {name_in_paths(name): _FORBIDDEN.sub("", value) for name, value in attributes.items()}
