"""Inline content: text, emphasis, links, images, code, formulas, references."""

import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, pairwise
from typing import TypeGuard

from victor.compiled import door
from victor.document.parts import Part
from victor.output.markdown.escapes import (
    ENTITY,
    LONGEST_CODE,
    LONGEST_ENTITY,
    LONGEST_FORMULA,
    PUNCTUATION,
    UNDECIDED,
    decided,
    escaped,
    is_odd_run,
    line_start,
)
from victor.output.markdown.style import Style
from victor.text.regex import regex

_PLAIN = regex(r"[!-'*-;=?-\[\]-{}~]*")  # a URL that needs no encoding
# Spaces and punctuation without meaning in Markdown, which may stand inside or outside of marks.
_LOOSE = regex(
    r"""(?:[\s!"#%',\-./:;?@+=]"""
    r"|[^\w\0-\xa0\u0100-\u200f\u2060-\u3000\u3040-\uff00\uff66-\U0010ffff])*"
)
_RAISED = ("®", "™")  # signs that are raised anyway
_MARKS = {"emphasis": "*", "strong": "**", "deleted": "~~"}


def paragraph(part: Part, style: Style, other: bool) -> list[str]:
    """The lines of a paragraph, or of another part that is written as one."""
    text = decided(inline(part.children, style), style)
    if "\n" not in text:
        text = text.strip()
        return [line_start(text)] if text else []
    lines = [line_start(line) for line in map(str.lstrip, text.split("\n")) if line]
    return [*lines[:-1], lines[-1].rstrip()] if lines else []  # no break at the end


def longest_run(text: str) -> int:
    """The length of the longest run of backticks in a text."""
    return max((len(run) for run in re.findall("`+", text)), default=0)


def plain_label(part: Part, style: Style) -> str:
    """The label of a footnote or reference as text, where it cannot be linked."""
    return escaped(f"[{part.get('label')}]", style)


@door(
    "markdown",
    LONGEST_FORMULA=LONGEST_FORMULA,
    LONGEST_CODE=LONGEST_CODE,
    LONGEST_ENTITY=LONGEST_ENTITY,
)
def inline_text(children: Sequence[Part | str], style: Style) -> str:
    """Inline parts as Markdown.

    Args:
        children: inline parts and strings.
        style: how to write them.
    """
    return inline(children, style)


def inline(children: Sequence[Part | str], style: Style) -> str:
    """Inline parts as Markdown, in Python; see :func:`inline_text`, which may be compiled.

    See :func:`decided` for the signs that are not escaped yet.
    """
    if len(children) == 1 and isinstance(children[0], str):
        return escaped(children[0], style)
    pending = deque(_pieces(children, style))
    out: list[str] = []
    while pending:
        mark, text, inner = pending.popleft()
        if mark:
            marked = _marked(mark, text, _last_of(out), _first_of(pending))
            if marked is None and _ends_in_marks(text):
                pending.extendleft(reversed(_pieces(inner, style)))
                continue
            text = text if marked is None else marked
        if out and text[0] in "([:":
            out[-1], text = _as_text(out[-1], text)
        out.append(text)
    return "".join(out)


def _as_text(before: str, text: str) -> tuple[str, str]:
    """Two pieces with a backslash between if they would form an image, a link or a note.

    Args:
        before: a piece.
        text: the next piece, which begins with a bracket or a colon.
    """
    if text[0] == "[":
        return f"{before[:-1]}\\{before[-1]}" if before[-1] in "!^" else before, text
    if before.startswith("[^"):  # a reference
        return before, f"\\{text}"
    return (f"{before[:-1]}\\]" if _ends_in_bracket(before) else before), text


def _ends_in_bracket(text: str) -> bool:
    """Whether a text ends in a closing bracket that is not escaped."""
    return text[-1] == "]" and not is_odd_run(text, len(text) - 1)


_Pieces = Sequence[tuple[str, str, Sequence[Part | str]]]  # mark or "", text, and children


def _pieces(children: Sequence[Part | str], style: Style) -> _Pieces:
    """The mark, text and children of each child with text."""
    if _may_join(children, style):
        children = joined_spans(children, style)
    pieces = [
        ("", escaped(one, style), ())
        if isinstance(one, str)
        else (*_piece(one, style), one.children)
        for one in children
    ]
    return [piece for piece in pieces if piece[1]]


def _last_of(out: Sequence[str]) -> str:
    """The last character written; a NUL for a sign that will be escaped before a mark."""
    if not out:
        return ""
    return UNDECIDED if out[-1][-2:-1] == UNDECIDED else out[-1][-1]


def _first_of(pending: _Pieces) -> str:
    """The first character of the next piece, ignoring inner marks; empty if there is none."""
    if not pending:
        return ""
    mark, text, _ = pending[0]
    return (text.lstrip("*~") or text)[0] if mark else text[0]


def _ends_in_marks(text: str) -> bool:
    """Whether a text starts or ends with inner marks, which depend on adjacent characters."""
    inner = text.strip()
    return inner[0] in "*~" or inner[-1] in "*~"


def _may_join(children: Sequence[Part | str], style: Style) -> bool:
    """Whether two code spans may become adjacent in the output."""
    alike = ("code_span",) if style.links else ("code_span", "link")
    found = [isinstance(one, Part) and one.kind in alike for one in children]
    return any(first and second for first, second in pairwise(found))


def joined_spans(children: Sequence[Part | str], style: Style) -> list[Part | str]:
    """Children with adjacent code spans merged, since their backticks would run together."""
    out: list[Part | str] = []
    for one in children if style.links else chain.from_iterable(map(_without_link, children)):
        if not _is_code_span(one):
            out.append(one)
        elif out and _is_code_span(out[-1]) and not _is_space_between(out[-1], one):
            out[-1].children += one.children
        else:
            out.append(Part("code_span", list(one.children)))
    return out


def _is_space_between(before: Part, after: Part) -> bool:
    """Whether one code span ends or the next begins with white space, which separates them."""
    ends = (before.children[-1:], after.children[:1])
    last, first = (_of_code(Part("code_span", one)) for one in ends)
    return last[-1:].isspace() or first[:1].isspace()


def _without_link(child: Part | str) -> Sequence[Part | str]:
    """The content of a link, or the child itself, where links are omitted."""
    return child.children if isinstance(child, Part) and child.kind == "link" else [child]


def _is_code_span(child: Part | str) -> TypeGuard[Part]:
    return isinstance(child, Part) and child.kind == "code_span"


def _marked(mark: str, text: str, before: str, after: str) -> str | None:
    """Text in marks; None if a parser would not recognise them (CommonMark, 6.2).

    Next to a word, punctuation at the edges stays outside: ``**Opens**:today``. After a mark or a
    link, it could end a mark: ``*a*, *b*``. For cmark-gfm, a tilde is as the character before it.
    Punctuation alone has no marks.
    """
    if not any(map(str.isalnum, text)):
        return text
    is_word = before.isalnum() or before == "~"
    is_beside = is_word or before in (mark[0], ")")
    first, last = _outside(text, is_beside), _outside(text[::-1], after.isalnum())
    start, inner, end = text[:first], text[first : len(text) - last], text[len(text) - last :]
    if not inner:
        return None if text.strip() else text
    opens = start or not is_word or not PUNCTUATION.match(inner[0])
    closes = end or not after.isalnum() or not PUNCTUATION.match(inner[-1])
    if not opens or not closes or (not start and before in (mark[0], "\\")):
        return None
    return f"{start}{mark}{inner}{mark}{end}"


def _outside(text: str, is_beside: bool) -> int:
    """The number of characters at the start of a text that are written before its mark.

    Args:
        text: what is in the mark.
        is_beside: whether it is beside a word, so that these include punctuation.
    """
    spaces = len(text) - len(text.lstrip())
    found = _LOOSE.match(text) if is_beside and not spaces else None
    return found.end() if found else spaces


def _piece(part: Part, style: Style) -> tuple[str, str]:
    """The mark around an inline part (empty if none), and its text."""
    mark = _MARKS.get(part.kind)
    if mark:
        return mark, inline(part.children, style)
    return "", rare_piece(part, style)


def rare_piece(part: Part, style: Style) -> str:
    """An inline part without a mark; compiled code calls this for those it does not handle."""
    return _INLINE[part.kind](part, style)


def _link(part: Part, style: Style) -> str:
    if not style.links or style.in_link:
        return inline(part.children, style)
    text = inline(part.children, style.of_link)
    return f"[{text}]({address_in(part.attributes['address'], style)})" if text.strip() else text


def _image(part: Part, style: Style) -> str:
    if not style.images:
        return ""
    alt = escaped(part.get("alt") or "", style.of_link)
    return f"![{alt}]({address_in(part.attributes['address'], style)})"


def address_in(address: str, style: Style) -> str:
    """A link destination; special characters are percent-encoded, unprintable ones removed."""
    if not _PLAIN.fullmatch(address):
        address = _encoded(address, style)
    return ENTITY.sub(r"\\\g<0>", address) if ";" in address else address


def _encoded(address: str, style: Style) -> str:
    """A URL without the characters that Markdown would interpret."""
    signs = {"<": "%3C", ">": "%3E", "\\": "%5C", " ": "%20"}
    if address.count("(") != address.count(")") or ")" in address.partition("(")[0]:
        signs |= {"(": "%28", ")": "%29"}
    if style.in_cell:
        signs["|"] = "%7C"
    for sign, code in signs.items():
        if sign in address:
            address = address.replace(sign, code)
    if address.isprintable():
        return address
    return "".join(one for one in address if one.isprintable())


def _code_span(text: str, style: Style) -> str:
    if not text.strip():
        return text
    before, after = (" " if one.isspace() else "" for one in (text[0], text[-1]))
    if style.in_cell:
        text = text.replace("|", "\\|")
    text = " ".join(text.split())
    return f"{before}{ticked(text)}{after}"


def ticked(text: str) -> str:
    """Text as a code span, between enough backticks."""
    ticks = "`" * (1 + longest_run(text))
    if len(ticks) == 2 and "``" not in text and not text.startswith("`") and not text.endswith("`"):
        return f"``{text}``"
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _code_span_part(part: Part, style: Style) -> str:
    pieces = (one if isinstance(one, str) else _of_code(one) for one in part.children)
    return _code_span("".join(pieces), style)


def _of_code(part: Part) -> str:
    """The plain text of a part within code."""
    if part.kind == "break":
        return " "
    if part.kind == "reference":
        return f"[{part.get('label')}]"
    if part.kind == "formula":
        return f"${part.children[0]}$"
    return "".join(one if isinstance(one, str) else _of_code(one) for one in part.children)


def formula(part: Part, style: Style) -> str:
    """An inline formula, between dollar signs."""
    tex = str(part.children[0]).replace("\n", " ")
    return f"${tex.replace('|', chr(92) + 'vert ') if style.in_cell else tex}$"


def _break(part: Part, style: Style) -> str:
    if style.in_cell:
        return "<br>"
    return " " if style.on_a_line else "  \n"


def _reference(part: Part, style: Style) -> str:
    label = part.get("label")
    return plain_label(part, style) if style.in_link or label not in style.notes else f"[^{label}]"


def _html_mark(tag: str) -> Callable[[Part, Style], str]:
    def write(part: Part, style: Style) -> str:
        text = inline(part.children, style)
        return text if text in _RAISED or not text.strip() else f"<{tag}>{text}</{tag}>"

    return write


_INLINE: Mapping[str, Callable[[Part, Style], str]] = {
    "link": _link,
    "image": _image,
    "code_span": _code_span_part,
    "formula": formula,
    "break": _break,
    "reference": _reference,
    "subscript": _html_mark("sub"),
    "superscript": _html_mark("sup"),
}
