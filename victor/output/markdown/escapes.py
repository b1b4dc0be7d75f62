"""Escaping: backslashes before characters that Markdown would interpret."""

import re
from collections.abc import Container
from itertools import chain

from victor.output.markdown.style import Style
from victor.text.regex import regex

LONGEST_FORMULA = 1_000  # characters between delimiters
LONGEST_CODE, LONGEST_ENTITY = 7, 32  # characters of a numeric and of a named reference
_SPECIAL = regex(r"[\\`*_\[\]<&~$|!]")
_ENTITY = regex(
    rf"&(?:#[xX]?[0-9A-Fa-f]{{1,{LONGEST_CODE}}}|[A-Za-z][A-Za-z0-9]{{0,{LONGEST_ENTITY - 1}}});"
)
# Starts of lines that Markdown would interpret.
_STARTS = regex(r"(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|[=:|~-]+\s*$|:[\s:|-]|\|)")
_NUMBER = regex(r"\d{1,9}")
_AFTER_TEXT = ("(", ":", "[")  # signs after the text of a link
_IN_BOX = (" ", "x", "X")  # of a task
PUNCTUATION = regex(r"[^\w\s]|_")
# LaTeX in the text, for scripts such as MathJax, and the characters not escaped in it.
_MANY = f"{{1,{LONGEST_FORMULA}}}"
_RAW_FORMULA = regex(
    rf"\$\$[^$]{_MANY}\$\$|\$(?![\s$])[^$]{_MANY}(?<!\s)\$(?!\d)"
    rf"|\\\((?:[^\\]|\\(?![()\[\]])){_MANY}\\\)|\\\[(?:[^\\]|\\(?![()\[\]])){_MANY}\\\]"
)
_LATEX = regex(r"\\[A-Za-z]|[_^]")
_FARTHEST = 500  # characters of struck text between single tildes
_OF_FORMULAS = frozenset("_*\\~$")


def escaped(text: str, style: Style) -> str:
    """Text with a backslash before each character that Markdown would interpret."""
    if not _SPECIAL.search(text):
        return text
    within = _in_formulas(text) if "$" in text or "\\" in text else frozenset[int]()
    could_end = style.in_link and not _is_balanced(text)
    return _SPECIAL.sub(lambda found: _escape(found, style, within, could_end), text)


def _is_balanced(text: str) -> bool:
    """Whether each bracket has a counterpart, so that none ends the text of a link.

    No bracket must be escaped for another reason, or else only one of a pair would be.
    """
    depth = 0
    for sign, after in zip(text, text[1:] + " ", strict=True):
        depth += (sign == "[") - (sign == "]")
        if depth < 0 or (sign == "]" and after in _AFTER_TEXT) or {sign, after} == {"[", "^"}:
            return False
    return depth == 0 and not _is_box(text)


def _is_box(text: str) -> bool:
    """Whether a text begins like a task."""
    return text[:1] == "[" and text[1:2] in _IN_BOX and text[2:3] == "]"


def _in_formulas(text: str) -> frozenset[int]:
    """The positions inside delimited LaTeX formulas."""
    spans = (
        match.span()
        for match in _RAW_FORMULA.finditer(text)
        if match[0][0] == "\\" or _LATEX.search(match[0], 1)  # not "$5 or $6"
    )
    return frozenset(chain.from_iterable(range(*span) for span in spans))


def is_odd_run(text: str, end: int) -> bool:
    """Whether an odd number of backslashes precedes ``end``, so that the last escapes it."""
    start = end
    while text[start - 1 : start] == "\\":
        start -= 1
    return (end - start) % 2 == 1


def _escape(found: re.Match[str], style: Style, within: Container[int], could_end: bool) -> str:
    sign, text, place = found[0], found.string, found.start()
    after, before = text[place + 1 : place + 2], text[place - 1 : place] if place else ""
    if place in within and (sign in _OF_FORMULAS or is_odd_run(text, place)):
        return sign
    if sign == "_":
        needed = not (before.isalnum() and after.isalnum())
    elif sign == "*":
        needed = not (before.isspace() and after.isspace())
    elif sign == "<":
        needed = after.isalpha() or after in ("/", "!", "?", "")
    elif sign == "&":
        needed = bool(_ENTITY.match(text, place))
    elif sign == "[":
        needed = could_end or "^" in (before, after) or (place == 0 and _is_box(text))
    elif sign == "]":
        needed = could_end or after in _AFTER_TEXT
    elif sign == "\\":
        needed = not after.strip() or bool(PUNCTUATION.match(after))
    elif sign == "~":
        needed = "~" in (after, before) or not after or not before or _closes(text, place)
    elif sign == "!":
        needed = after == "["
    else:
        needed = {"`": True, "$": style.dollars, "|": style.in_cell}[sign]
    return f"\\{sign}" if needed else sign


def _closes(text: str, place: int) -> bool:
    """Whether a single tilde may end struck text that another one starts."""
    before, after = text[place - 1], text[place + 1]
    may_close = before.isalnum() or not (before.isspace() or after.isalnum())
    return may_close and "~" in text[max(0, place - _FARTHEST) : place]


def line_start(line: str) -> str:
    """A line of text, escaped if it starts like a heading, quotation, list or rule."""
    if line[0].isalpha() or not _STARTS.match(line):
        return line
    if number := _NUMBER.match(line):
        return f"{number[0]}\\{line[number.end() :]}"
    return f"\\{line}" if not line.startswith("\\") else line
