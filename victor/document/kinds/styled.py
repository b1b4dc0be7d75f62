"""Emphasis that only a style states: ``<span style="font-weight: bold">``.

Editors write it, and texts pasted from Google Docs have it. In pages that Google Docs, LibreOffice
and Apple's text system export, rules for classes with generated names state it: ``.c3``, ``.T1``.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

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
# Classes of ``span`` elements with a common meaning, as in Tailwind, Bootstrap, Bulma and MDPI.
_CLASSES = {
    **dict.fromkeys(
        "bold font-bold font-semibold font-extrabold fw-bold fw-bolder fw-semibold font-weight-bold"
        " has-text-weight-bold text-bold html-bold strong".split(),
        "strong",
    ),
    **dict.fromkeys("italic italics fst-italic font-italic html-italic".split(), "emphasis"),
    **dict.fromkeys("line-through text-decoration-line-through strikethrough".split(), "deleted"),
}
_CLASS_SIGNS = "bold", "italic", "line-through", "strikethrough", "strong"
# One of these is near the start of the style sheet of each export.
_EXPORTED = ("lst-kix", "ol{margin:0;padding:0}", "span.s1", "footnodeNumber")
_START = 1_000  # characters
_RULE = regex(r"\.([A-Za-z]{1,2}\d{1,3})\s*\{([^{}]{0,2000})\}")  # for a generated class
_MOST_STYLE = 200_000  # characters of a style sheet that are read


def styled_marks(tree: Tree) -> dict[int, str]:
    """The elements that a style emphasises, with the kind of their part; empty if it ends one.

    Not the first letter of a word.

    Args:
        tree: the page's tree.
    """
    found = _of_classes(tree)
    if tree.looked_at.has(*_SIGNS):
        found |= _of_styles(tree)
    return {element: kind for element, kind in found.items() if not _is_initial(tree, element)}


def _is_initial(tree: Tree, element: int) -> bool:
    """Whether the text of an element is a letter, and the rest of the word follows."""
    first, last = tree.bounds(element)
    if last - first != 1 or last == len(tree.text) or len(tree.text[first].strip()) != 1:
        return False
    return not tree.spaced[last] and tree.text[last][:1].isalpha()


def _of_styles(tree: Tree) -> dict[int, str]:
    """The elements whose attribute ``style`` states emphasis, or none."""
    found, kinds = dict[int, str](), cache(_kind)
    for element, style in _stated(tree, "style", (*_ADDING, *_ENDING)):
        tag = tree.tag_of(element)
        if tag in _ADDING and kinds(style):
            found[element] = kinds(style)
        elif tag in _NONE and _NONE[tag].search(style):
            found[element] = ""
    return found


def _stated(tree: Tree, name: str, tags: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The elements of some tags with an attribute, and its value."""
    seen = tree.looked_at
    rows = seen.rows(name)
    rows = rows[tree.named(tags)[seen.element[rows]]]
    yield from zip(
        seen.element[rows].tolist(), map(seen.values.__getitem__, seen.value[rows]), strict=True
    )


def _of_classes(tree: Tree) -> dict[int, str]:
    """The ``span`` elements that a class emphasises, by its name or a rule for it."""
    rules = _rules(tree)
    if tree.looked_at.has(*_CLASS_SIGNS):
        rules = {**_CLASSES, **rules}
    if not rules:  # true of many pages
        return {}
    kinds = cache(lambda value: next(filter(None, map(rules.get, value.split())), ""))
    classes = _stated(tree, "class", ("span",))
    return {element: kind for element, value in classes if (kind := kinds(value))}


def _rules(tree: Tree) -> Mapping[str, str]:
    """The emphasis that style sheets state for classes with generated names."""
    exported = [text for text in tree.styles if any(map(text[:_START].__contains__, _EXPORTED))]
    rules = (rule for text in exported for rule in _RULE.findall(text[:_MOST_STYLE]))
    return {name: kind for name, style in rules if (kind := _kind(style))}


def _kind(style: str) -> str:
    """The kind of emphasis that a style states; empty for none."""
    return next((kind for kind, pattern in _MARKS.items() if pattern.search(style)), "")
