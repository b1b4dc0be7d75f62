"""Escaping: backslashes before characters that Markdown would interpret."""

import re
from collections.abc import Container
from itertools import chain

from victor.output.markdown.style import Style
from victor.text.regex import regex

LONGEST_FORMULA = 1_000  # characters between delimiters
LONGEST_CODE, LONGEST_ENTITY = 7, 32  # characters of a numeric and of a named reference
_SPECIAL = regex(r"[\\`*_\[\]<&~$|!]")
ENTITY = regex(
    rf"&(?:#[xX]?[0-9A-Fa-f]{{1,{LONGEST_CODE}}}|[A-Za-z][A-Za-z0-9]{{0,{LONGEST_ENTITY - 1}}});"
)
# Starts of lines that Markdown would interpret.
_STARTS = regex(
    r"(?:#{1,6}(?:\s|$)|>|[-+*~](?:\s|$)|[0-9]{1,9}[.)](?:\s|$)|[=:|~-]+\s*$|([*_-])(?:\1|\s)*$|~~~|:[\s:|-]|\|)"
)
_NUMBER = regex(r"[0-9]{1,9}")
_AFTER_TEXT = ("(", ":")  # signs after the text of a link
_IN_BOX = (" ", "x", "X")  # of a task
PUNCTUATION = regex(r"[^\w\s]|_")
# LaTeX in the text, for scripts such as MathJax, and the characters not escaped in it.
_MANY = f"{{1,{LONGEST_FORMULA}}}"
_RAW_FORMULA = regex(
    rf"\$\$[^$]{_MANY}\$\$|(?<!\\)\$(?![\s$])[^$]{_MANY}(?<![\s\\])\$(?!\d)"
    rf"|\\\((?:[^\\]|\\(?![()\[\]])){_MANY}\\\)|\\\[(?:[^\\]|\\(?![()\[\]])){_MANY}\\\]"
)
_LATEX = regex(r"\\[A-Za-z]|[_^]")
_OF_FORMULAS = frozenset("_*\\~$")
# Signs that mean something only in pairs. A NUL, which no page has, precedes each of them until the
# rest of the text is known.
_PAIRED, UNDECIDED = frozenset("*_~"), "\0"
_RUN = regex(r"(?m)(^[^\S\n]*)?((?:\0?\*)+|(?:\0?_)+|(?:\0?~)+)")


def escaped(text: str, style: Style) -> str:
    """Text with a backslash before each character that Markdown would interpret.

    Before signs of pairs, there is a NUL instead; see :func:`decided`.
    """
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
    if sign in _PAIRED:
        return f"{UNDECIDED}{sign}"
    if sign == "<":
        needed = after.isalpha() or after in ("/", "!", "?", "")
    elif sign == "&":
        needed = bool(ENTITY.match(text, place))
    elif sign == "[":
        needed = could_end or "^" in (before, after) or (place == 0 and _is_box(text))
    elif sign == "]":
        needed = could_end or after in _AFTER_TEXT
    elif sign == "\\":
        needed = not after.strip() or bool(PUNCTUATION.match(after))
    elif sign == "!":
        needed = after == "["
    else:
        needed = {"`": True, "$": style.dollars, "|": style.in_cell}[sign]
    return f"\\{sign}" if needed else sign


def decided(text: str, style: Style) -> str:
    """Finished inline content with backslashes before the signs that could form pairs.

    A run of signs is escaped if it may begin a pair that a later run may end, or end one, or if it
    is next to a mark. This includes all pairs of CommonMark (6.2) and GFM. Where readers may join
    the text with other text, the other run may be there.

    Args:
        text: inline content, possibly of several lines, with signs as from :func:`escaped`.
        style: how to write it.
    """
    if UNDECIDED not in text:
        return text
    first, last = dict[str, int](), dict[str, int]()  # of the runs that may begin and end a pair
    for run in _RUN.finditer(text):
        if _begins(run):
            first.setdefault(run[2][-1], run.start())
        if _ends(run):
            last[run[2][-1]] = run.start()

    def write(run: re.Match[str]) -> str:
        sign, place = run[2][-1], run.start()
        is_first = _begins(run) and (style.beside_text or place < last.get(sign, place))
        is_last = _ends(run) and (style.beside_text or first.get(sign, place) < place)
        needed = is_first or is_last or _is_by_mark(run)
        return run[0].replace(UNDECIDED, "\\" if needed else "")

    return _RUN.sub(write, text)


def _begins(run: re.Match[str]) -> bool:
    """Whether a run of signs may begin a pair."""
    before, after = _beside(run)
    is_inside = run[2][-1] == "_" or _is_punctuation(after)
    return _is_by_mark(run) or (bool(after.strip()) and not (before.isalnum() and is_inside))


def _ends(run: re.Match[str]) -> bool:
    """Whether a run of signs may end a pair."""
    before, after = _beside(run)
    is_inside = run[2][-1] == "_" or _is_punctuation(before)
    return _is_by_mark(run) or (not before.isspace() and not (after.isalnum() and is_inside))


def _is_by_mark(run: re.Match[str]) -> bool:
    """Whether a run consists of signs and of a mark, which backslashes will separate."""
    return 0 < run[2].count(UNDECIDED) < run[2].count(run[2][-1])


def _beside(run: re.Match[str]) -> tuple[str, str]:
    """The characters before and after a run; at the start of a line, a backslash may precede it."""
    text, end = run.string, run.end()
    return "\\" if run[1] is not None else text[run.start() - 1], text[end : end + 1]


def _is_punctuation(sign: str) -> bool:
    """Whether a character is punctuation of ASCII, or a NUL, which stands for a backslash."""
    return sign.isascii() and not sign.isalnum() and not sign.isspace()


def line_start(line: str) -> str:
    """A line of text, escaped if it starts like a heading, quotation, list or rule."""
    if line[0].isalpha() or not _STARTS.match(line):
        return line
    if number := _NUMBER.match(line):
        return f"{number[0]}\\{line[number.end() :]}"
    return f"\\{line}" if not line.startswith("\\") else line
