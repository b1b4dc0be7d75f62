"""Emphasis that only a style states: ``<span style="font-weight: bold">``.

Editors write it, and texts pasted from Google Docs have it. In pages that Google Docs, LibreOffice
and Apple's text system export, rules for classes with generated names state it: ``.c3``, ``.T1``.
"""

from collections.abc import Mapping

from victor.text.regex import regex
from victor.tree.tree import Tree

_ADDING = ("span", "font")  # tags of elements whose style may add emphasis
_ENDING = ("b", "strong", "i", "em")  # of those whose style may end it
_SIGNS = "font-weight", "font-style", "line-through"
_MARKS = {
    "strong": regex(r"(?i)(?<![\w-])font-weight\s*:\s*(?:bold|[6-9]00)"),
    "emphasis": regex(r"(?i)(?<![\w-])font-style\s*:\s*(?:italic|oblique)"),
    "deleted": regex(r"(?i)(?<![\w-])text-decoration[a-z-]*\s*:[^;]*line-through"),
}
_NONE = {
    **dict.fromkeys(("b", "strong"), regex(r"(?i)(?<![\w-])font-weight\s*:\s*(?:normal|[1-4]00)")),
    **dict.fromkeys(("i", "em"), regex(r"(?i)(?<![\w-])font-style\s*:\s*normal")),
}
# One of these is near the start of the style sheet of each export.
_EXPORTED = ("lst-kix", "ol{margin:0;padding:0}", "span.s1", "footnodeNumber")
_START = 1_000  # characters
_RULE = regex(r"\.([A-Za-z]{1,2}\d{1,3})\s*\{([^{}]{0,2000})\}")  # for a generated class
_MOST_STYLE = 200_000  # characters of a style sheet that are read


def styled_marks(tree: Tree) -> dict[int, str]:
    """The elements that a style emphasises, with the kind of their part; empty if it ends one.

    Not a single letter, such as the first one of a text.

    Args:
        tree: the page's tree.
    """
    found = _of_classes(tree)
    if tree.looked_at.has(*_SIGNS):
        found |= _of_styles(tree)
    return {element: kind for element, kind in found.items() if not _is_letter(tree, element)}


def _is_letter(tree: Tree, element: int) -> bool:
    first, last = tree.bounds(element)
    return last - first == 1 and len(tree.text[first].strip()) == 1


def _of_styles(tree: Tree) -> dict[int, str]:
    """The elements whose attribute ``style`` states emphasis, or none."""
    seen, found = tree.looked_at, dict[int, str]()
    rows = seen.rows("style")
    rows = rows[tree.named((*_ADDING, *_ENDING))[seen.element[rows]]]
    stated = {value: _kind(seen.values[value]) for value in {*seen.value[rows].tolist()}}
    for element, value in zip(seen.element[rows].tolist(), seen.value[rows].tolist(), strict=True):
        tag = tree.tag_of(element)
        if tag in _ADDING and stated[value]:
            found[element] = stated[value]
        elif tag in _NONE and _NONE[tag].search(seen.values[value]):
            found[element] = ""
    return found


def _of_classes(tree: Tree) -> dict[int, str]:
    """The ``span`` elements that a rule for a class with a generated name emphasises."""
    rules = _rules(tree)
    if not rules:  # true of most pages
        return {}
    seen, spans = tree.looked_at, tree.named(("span",))
    rows = seen.rows("class")
    rows = rows[spans[seen.element[rows]]]
    named = {
        value: next(filter(None, map(rules.get, seen.values[value].split())), "")
        for value in {*seen.value[rows].tolist()}
    }
    pairs = zip(seen.element[rows].tolist(), seen.value[rows].tolist(), strict=True)
    return {element: named[value] for element, value in pairs if named[value]}


def _rules(tree: Tree) -> Mapping[str, str]:
    """The emphasis that style sheets state for classes with generated names."""
    exported = [text for text in tree.styles if any(map(text[:_START].__contains__, _EXPORTED))]
    rules = (rule for text in exported for rule in _RULE.findall(text[:_MOST_STYLE]))
    return {name: kind for name, style in rules if (kind := _kind(style))}


def _kind(style: str) -> str:
    """The kind of emphasis that a style states; empty for none."""
    return next((kind for kind, pattern in _MARKS.items() if pattern.search(style)), "")
