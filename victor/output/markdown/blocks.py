"""Write block-level parts as lines of Markdown."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from string import digits

from victor.compiled import door
from victor.document.parts import Part, text_in
from victor.output.markdown.escapes import decided
from victor.output.markdown.inline import inline, longest_run, paragraph, plain_label
from victor.output.markdown.style import Style
from victor.output.markdown.tables import table

_RULE = "---"
_HOLDERS = frozenset("list item definitions definition quotation figure post".split())
_NOT_INDENTED = frozenset(("definitions", "definition", "figure", "post"))


@door("markdown")
def block_lines(parts: Sequence[Part | str], style: Style) -> list[str]:
    """The lines of block-level parts, with blank lines between parts.

    Args:
        parts: block-level parts.
        style: how to write them.
    """
    return _blocks(parts, style)


def _blocks(
    parts: Sequence[Part | str], style: Style, tight: bool = False, other: bool = False
) -> list[str]:
    """The lines of parts, with blank lines between parts unless ``tight``.

    A list at the start has the other list marker if ``other``.
    """
    lines: list[str] = []
    before: Part | None = None
    ended = False  # whether that ends with the other list marker, which separates adjacent lists
    for part in parts:
        assert isinstance(part, Part)
        differs = other if before is None else _follows(before, part) and not ended
        written = rare_block(part, style, differs)
        if not written:
            continue
        if lines and not tight:
            lines.append("")
        lines += written
        before, ended = part, _ends_in_other(written)
    return lines


def rare_block(part: Part, style: Style, other: bool) -> list[str]:
    """The lines of a part; compiled code calls this for parts it does not handle."""
    writer = _WRITERS.get(part.kind)
    return writer(part, style, other) if writer else []


def _follows(before: Part, part: Part) -> bool:
    """Whether a list directly follows a similar one, so that a parser would join them."""
    before, part = _at_edge(before, -1), _at_edge(part, 0)
    is_list = before.kind == part.kind == "list"
    return is_list and before.get("ordered") == part.get("ordered")


def _at_edge(part: Part, place: int) -> Part:
    """The first (0) or last (-1) part in parts that are written without indentation."""
    while part.kind in _NOT_INDENTED and part.parts:
        part = part.parts[place]
    return part


def _ends_in_other(lines: Sequence[str]) -> bool:
    """Whether the last item of a list has the other list marker."""
    last = next((line for line in reversed(lines) if line[:1].strip()), "")
    return last.lstrip(digits)[:1] in ("*", ")")


def _heading(part: Part, style: Style, other: bool) -> list[str]:
    text = decided(inline(part.children, style.of_line), style).strip()
    if text.endswith("#"):
        text = f"{text[:-1]}\\#"
    return [f"{'#' * part.attributes['level']} {text}"] if text else []


def _list(part: Part, style: Style, other: bool) -> list[str]:
    tight = all(map(_is_tight, part.parts))
    found = [(item, _blocks(item.children, style, tight)) for item in part.parts]
    lines: list[str] = []
    for (item, written), marker in zip(found, _markers(part, found, other), strict=True):
        if not written:
            continue
        if lines and not tight:
            lines.append("")
        if written[0] == _RULE:  # `- ---` would be a rule, not an item
            written[0] = "___"
        box = "" if item.get("checked") is None else task_box(item, style)
        lines += _indented(written, marker + box, " " * len(marker))
    return lines


def _markers(part: Part, found: Sequence[tuple[Part, list[str]]], other: bool) -> list[str]:
    """The marker of each item; items without lines count.

    Parsers only read the first number of a list: before others, the delimiter changes, which begins
    a list.
    """
    if not part.get("ordered"):
        return ["* " if other else "- "] * len(found)
    number, step = _written_number(part.get("start") or 0), -1 if part.get("reversed") else 1
    markers, following = list[str](), None
    for item, written in found:
        own = item.get("number")
        number = max(number, 0) if own is None else _written_number(own)
        if written:
            other ^= following not in (None, number)
            following = number + 1
        markers.append(f"{number}{')' if other else '.'} ")
        number += step
    return markers


def _written_number(number: int) -> int:
    """A number of an item, limited to what Markdown allows."""
    return min(max(number, 0), 10**8)


def task_box(item: Part, style: Style) -> str:
    """The box of a task list item; empty unless it starts with a paragraph, as GFM requires."""
    first = next((one.kind for one in item.parts if _has_lines(one, style)), "")
    return "" if first != "paragraph" else "[x] " if item.get("checked") else "[ ] "


def _has_lines(part: Part, style: Style) -> bool:
    """Whether anything is written for a part; parts with parts are not written to find out."""
    if part.kind in _HOLDERS:
        return any(_has_lines(one, style) for one in part.parts)
    writer = _WRITERS.get(part.kind)
    return bool(writer(part, style, False) if writer else text_in(part.children).strip())


def _is_tight(item: Part) -> bool:
    """Whether an item needs no blank lines: a heading, or a paragraph, a tight list or both.

    After a paragraph, an ordered list must start at 1, as no other can interrupt a paragraph.
    """
    kinds = [part.kind for part in item.parts]
    if kinds == ["paragraph"]:
        return True
    if kinds not in (["list"], ["heading"], [], ["paragraph", "list"]):
        return False
    last = item.parts[-1] if kinds else None
    if last is not None and last.kind == "list":
        may_interrupt = not last.get("ordered") or _starts_at_one(last)
        return (may_interrupt or len(kinds) == 1) and all(map(_is_tight, last.parts))
    return True


def _starts_at_one(part: Part) -> bool:
    """Whether the first item that is written has the number 1; with numbers, it may be another."""
    first = part.parts[:1]
    return part.get("start") == 1 and all(one.parts and one.get("number") is None for one in first)


def _indented(lines: Sequence[str], first: str, others: str) -> list[str]:
    indented = [f"{others}{line}" if line.strip() else others.rstrip() for line in lines]
    indented[:1] = [f"{first}{line}" if line.strip() else first.rstrip() for line in lines[:1]]
    return indented


def _definitions(part: Part, style: Style, other: bool) -> list[str]:
    """A definition list as in PHP Markdown Extra and Pandoc: ``: definition`` below the term.

    The rest of a definition is indented by two spaces: by four, readers that do not know definition
    lists would show it as code. Definitions before the first term, without a paragraph at their
    start, or with headings or another definition list are plain blocks, and so are those after them
    for the same term. A blank line ends what else the definition before holds: rows of a table
    would continue.
    """
    lines, has_term, style = list[str](), False, style.of_joined
    for before, child in pairwise([part, *part.parts]):
        if child.kind == "term":
            written = paragraph(child, style.of_line, False)
            lines += ["", *written] if lines else written
            has_term = has_term or bool(written)
            continue
        written = _blocks(child.children, style)
        if has_term and written and _can_be_marked(child, style):
            lines += [""] * (before.kind == "definition" and not _is_text(before))
            lines += [f": {written[0]}", *(line and f"  {line}" for line in written[1:])]
        elif written:
            lines += ["", *written] if lines else written
            has_term = False
    return lines


def _is_text(definition: Part) -> bool:
    """Whether a definition is a paragraph and nothing else."""
    return [part.kind for part in definition.parts] == ["paragraph"]


def _can_be_marked(definition: Part, style: Style) -> bool:
    """Whether a definition starts with a paragraph, and has no sections and inner definitions."""
    first = definition.parts[0]
    starts = first.kind == "paragraph" and bool(paragraph(first, style, False))
    return starts and not _is_divided(definition)


def _is_divided(part: Part) -> bool:
    """Whether a part holds a term or a heading, directly or in parts that are not indented."""
    return any(
        one.kind in ("term", "heading") or (one.kind in _NOT_INDENTED and _is_divided(one))
        for one in part.parts
    )


def _code(part: Part, style: Style, other: bool) -> list[str]:
    text = str(part.children[0]) if part.children else ""
    if not text.strip():
        return []
    fence = "`" * max(3, 1 + longest_run(text))
    return [f"{fence}{part.get('language') or ''}", *text.split("\n"), fence]


def _quotation(part: Part, style: Style, other: bool) -> list[str]:
    return [f"> {line}" if line else ">" for line in _blocks(part.children, style)]


def _container(part: Part, style: Style, other: bool) -> list[str]:
    return _blocks(part.children, style, other=other)


def _rule(part: Part, style: Style, other: bool) -> list[str]:
    return [_RULE]


def _display(part: Part, style: Style, other: bool) -> list[str]:
    return ["$$", str(part.children[0]), "$$"]


def _image_block(part: Part, style: Style, other: bool) -> list[str]:
    return list(filter(None, [decided(inline([part], style), style)]))


def _footnote(part: Part, style: Style, other: bool) -> list[str]:
    lines = _blocks(part.children, style)
    if part.get("label") in style.notes:
        return _indented(lines, f"[^{part.get('label')}]: ", "    ")
    label = decided(plain_label(part, style), style.of_joined)
    starts = part.parts and part.parts[0].kind == "paragraph"
    return _indented(lines, f"{label} ", "") if starts else [label, "", *lines]


_WRITERS: Mapping[str, Callable[[Part, Style, bool], list[str]]] = {
    "paragraph": paragraph,
    "caption": paragraph,
    "term": paragraph,
    "heading": _heading,
    "list": _list,
    "definitions": _definitions,
    "table": table,
    "code": _code,
    "quotation": _quotation,
    "figure": _container,
    "post": _container,
    "definition": _container,
    "item": _container,
    "footnote": _footnote,
    "rule": _rule,
    "formula": _display,
    "image": _image_block,
}
