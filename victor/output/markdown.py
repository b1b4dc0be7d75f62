"""``markdown``: CommonMark (0.31) with the tables, task boxes and strikethrough of GFM.

It begins with the title, unless the text has it. Formulas stand between dollar signs, and LaTeX in
the text stays as it is. Footnotes are ``[^1]``. Options: ``links`` and ``images`` (as they are),
``html_tables`` (tables as HTML), ``front_matter`` (metadata as YAML before the text), ``title``.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, pairwise
from typing import Any, TypeGuard

from victor.compiled import door
from victor.document.document import Document
from victor.document.parts import Part
from victor.output.grid import grid
from victor.text.regex import regex

SUFFIX = ".md"
SEPARATOR = "\n"
OPTIONS = {
    "title": True,
    "links": True,
    "images": True,
    "html_tables": False,
    "front_matter": False,
}

_SPECIAL = regex(r"[\\`*_\[\]<&~$|!]")
_PLAIN = regex(r"[!-'*-;=?-\[\]-{}~]*")  # an address without signs that may end it
_ENTITY = regex(r"&(?:#[xX]?[0-9A-Fa-f]{1,7}|[A-Za-z][A-Za-z0-9]{0,31});")
# What a line may begin with that is no text.
_STARTS = regex(r"(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|--|\d{1,9}[.)](?:\s|$)|[=:|~-]+\s*$|[:|])")
_NUMBER = regex(r"\d{1,9}")
_PUNCTUATION = regex(r"[^\w\s]|_")
# LaTeX in the text, which a script replaces in a browser, and signs that are not escaped in it.
_RAW_FORMULA = regex(
    r"\$\$[^$]{1,1000}\$\$|\$(?![\s$])[^$]{1,1000}(?<!\s)\$(?!\d)"
    r"|\\\((?:[^\\]|\\(?![()\[\]])){1,1000}\\\)|\\\[(?:[^\\]|\\(?![()\[\]])){1,1000}\\\]"
)
_LATEX = regex(r"\\[A-Za-z]|[_^]")
_OF_FORMULAS = frozenset("_*\\~$")
_MARKS = {"emphasis": "*", "strong": "**", "deleted": "~~"}
_RULE = "---"


@dataclass(frozen=True)
class _Style:
    """How parts are written; a table's cells and link texts have styles of their own."""

    links: bool
    images: bool
    html_tables: bool
    dollars: bool  # the document has formulas: a dollar sign must be escaped
    notes: frozenset[str]  # labels of the footnotes that readers link: others are plain text
    in_cell: bool = False
    in_link: bool = False
    on_a_line: bool = False  # a line break would end the part

    @cached_property
    def of_link(self) -> "_Style":
        """The style of the text of a link."""
        return replace(self, in_link=True)

    @cached_property
    def of_line(self) -> "_Style":
        """The style of a heading."""
        return replace(self, on_a_line=True)

    @cached_property
    def of_cell(self) -> "_Style":
        """The style of a cell."""
        return replace(self, in_cell=True, on_a_line=True)


@lru_cache(maxsize=64)
def _style(*fields: Any) -> _Style:
    """A style, kept with those that are derived from it."""
    return _Style(*fields)


def render(document: Document, **options: bool) -> str:
    """The page as Markdown; empty if all blocks are boilerplate.

    Args:
        document: the labelled page.
        options: see :data:`OPTIONS`.
    """
    chosen = {**OPTIONS, **options}
    parts = document.titled(document.body) if chosen["title"] else document.body
    kinds = kinds_in(parts)
    notes = _linked_notes(parts) if "reference" in kinds else frozenset[str]()
    how = (chosen["links"], chosen["images"], chosen["html_tables"])
    style = _style(*how, "formula" in kinds, notes)
    text = "\n".join(block_lines(parts, style))
    head = _front_matter(document) if chosen["front_matter"] else ""
    return head + text + "\n" if text else head


@door("markdown")
def kinds_in(parts: Iterable[Part]) -> set[str]:
    """The kinds of parts and of all parts in them.

    Args:
        parts: of any level.
    """
    pending = list(parts)
    for part in pending:  # which grows
        pending += [one for one in part.children if isinstance(one, Part)]
    return {part.kind for part in pending}


def _linked_notes(parts: Sequence[Part]) -> frozenset[str]:
    """The labels that a reference and a footnote have, both where Markdown has such."""
    labels: dict[str, set[str]] = {"reference": set(), "footnote": set()}
    pending = [(part, False) for part in parts]
    while pending:
        part, in_cell = pending.pop()
        if part.kind == "reference" or (part.kind == "footnote" and not in_cell):
            labels[part.kind].add(part.get("label"))
        if part.kind not in ("code_span", "link"):
            in_cell = in_cell or part.kind == "cell"
            pending += [(one, in_cell) for one in part.parts]
    return frozenset(labels["reference"] & labels["footnote"])


def _front_matter(document: Document) -> str:
    import yaml

    from victor.output.jsonl import stated

    hidden = ("author", "sources", "page_type_probability")
    known = {"url": document.url, **stated(document.metadata)}
    found = {name: value for name, value in known.items() if value and name not in hidden}
    return f"---\n{yaml.safe_dump(found, allow_unicode=True, sort_keys=False, width=10**6)}---\n\n"


# ---- block-level parts: lists of lines ----


@door("markdown")
def block_lines(parts: Sequence[Part | str], style: _Style) -> list[str]:
    """The lines of block-level parts, a blank line between two of them.

    Args:
        parts: block-level parts.
        style: how they are written.
    """
    return _blocks(parts, style)


def _blocks(parts: Sequence[Part | str], style: _Style, tight: bool = False) -> list[str]:
    """The lines of parts, a blank line between two of them unless they are ``tight``."""
    lines: list[str] = []
    before: Part | None = None
    other = False  # whether the list marker is the other one, as a list follows a list
    for part in parts:
        assert isinstance(part, Part)
        other = part.kind == "list" and _follows(before, part) and not other
        written = _rare_block(part, style, other)
        if not written:
            continue
        if lines and not tight:
            lines.append("")
        lines += written
        before = part
    return lines


def _rare_block(part: Part, style: _Style, other: bool) -> list[str]:
    """The lines of a part that compiled code does not write."""
    writer = _WRITERS.get(part.kind)
    return writer(part, style, other) if writer else []


def _follows(before: Part | None, part: Part) -> bool:
    """Whether a list stands directly after another, which would be one for a parser."""
    return (
        before is not None
        and before.kind == part.kind == "list"
        and before.get("ordered") == part.get("ordered")
    )


def _paragraph(part: Part, style: _Style, other: bool) -> list[str]:
    text = _inline(part.children, style)
    if "\n" not in text:
        text = text.strip()
        return [_line_start(text)] if text else []
    lines = [_line_start(line) for line in map(str.lstrip, text.split("\n")) if line]
    return [*lines[:-1], lines[-1].rstrip()] if lines else []  # no break at the end


def _heading(part: Part, style: _Style, other: bool) -> list[str]:
    text = _inline(part.children, style.of_line).strip()
    if text.endswith("#"):
        text = f"{text[:-1]}\\#"
    return [f"{'#' * part.attributes['level']} {text}"] if text else []


def _list(part: Part, style: _Style, other: bool) -> list[str]:
    ordered, number = part.get("ordered"), min(max(part.get("start") or 0, 0), 10**8)
    tight = all(map(_is_tight, part.parts))
    lines: list[str] = []
    for item in part.parts:
        marker = f"{number}{')' if other else '.'} " if ordered else "* " if other else "- "
        written = _blocks(item.children, style, tight)
        if not written:
            continue
        if lines and not tight:
            lines.append("")
        if written[0] == _RULE:  # with the marker before it, a rule without the item
            written[0] = "___"
        box = "" if item.get("checked") is None else _task_box(item, style)
        lines += _indented(written, marker + box, " " * len(marker))
        number += 1
    return lines


def _task_box(item: Part, style: _Style) -> str:
    """The box of an item of a task list, before a paragraph: before others it is no box."""
    first = next((one.kind for one in item.parts if _blocks([one], style)), "")
    return "" if first != "paragraph" else "[x] " if item.get("checked") else "[ ] "


def _is_tight(item: Part) -> bool:
    """Whether an item needs no blank line: a single paragraph, then a list at most."""
    kinds = [part.kind for part in item.parts]
    if kinds == ["paragraph"]:
        return True
    if kinds not in (["paragraph"], ["list"], ["heading"], [], ["paragraph", "list"]):
        return False
    last = item.parts[-1] if kinds else None
    if last is not None and last.kind == "list":
        may_interrupt = not last.get("ordered") or last.get("start") == 1
        return (may_interrupt or len(kinds) == 1) and all(map(_is_tight, last.parts))
    return True


def _indented(lines: Sequence[str], first: str, others: str) -> list[str]:
    indented = [f"{others}{line}" if line.strip() else others.rstrip() for line in lines]
    indented[:1] = [f"{first}{line}" if line.strip() else first.rstrip() for line in lines[:1]]
    return indented


def _definitions(part: Part, style: _Style, other: bool) -> list[str]:
    """``term`` and ``: definition`` as in PHP Markdown Extra where these are paragraphs.

    What is before the first term defines none.
    """
    lines, has_term = list[str](), False
    for child in part.parts:
        if child.kind == "term":
            written = _paragraph(child, style.of_line, False)
            lines += ["", *written] if lines else written
            has_term = has_term or bool(written)
            continue
        written = _blocks(child.children, style)
        if has_term and written and all(one.kind == "paragraph" for one in child.parts):
            lines += [f": {written[0]}", *(line and f"  {line}" for line in written[1:])]
        else:
            lines += ["", *written] if lines and written else written
    return lines


def _table(part: Part, style: _Style, other: bool) -> list[str]:
    lines = [line for one in part.parts if one.kind == "caption"
             for line in _paragraph(one, style.of_line, False)]  # fmt: skip
    if style.html_tables:
        return [*lines, *([""] if lines else []), *_html_table(part)]
    cells = grid(part)
    texts = iter(cell_texts([cell for row in cells for cell in row if cell], style.of_cell))
    written = ([next(texts) if cell else "" for cell in row] for row in cells)
    rows = [f"| {' | '.join(row)} |" for row in written if any(row)]
    if not rows:
        return lines
    if _has_row_headers(cells):
        rows.insert(0, f"|{'  |' * len(cells[0])}")
    rows.insert(1, f"|{' --- |' * len(cells[0])}")
    return [*lines, "", *rows] if lines else rows


def _has_row_headers(cells: Sequence[Sequence[Part | None]]) -> bool:
    """Whether each row begins with a header, the first one too: none is the header of columns.

    Rows of a single cell, such as a note below the others, may begin with any.
    """
    first = [bool(cell.get("header")) for cell in cells[0] if cell]
    if all(first) or not first[0]:
        return False
    starts = (row[0] for row in cells if sum(cell is not None for cell in row) > 1)
    return all(cell is None or cell.get("header") for cell in starts)


@door("markdown")
def cell_texts(cells: Sequence[Part], style: _Style) -> list[str]:
    """The text of each cell, on one line.

    Args:
        cells: of a table.
        style: that of cells.
    """
    texts = ((_on_one_line(part, style) for part in cell.parts) for cell in cells)
    return ["<br>".join(filter(None, one)) for one in texts]


def _on_one_line(part: Part, style: _Style) -> str:
    """A block-level part within a cell."""
    if part.kind == "code":
        return "<br>".join(_line_spans(str(part.children[0])))
    if part.kind == "formula":
        return _formula(part, style)
    if part.kind in ("paragraph", "heading", "term", "caption"):
        return inline_text(part.children, style).strip()
    if part.kind == "rule":
        return ""
    separator = " " if part.kind in ("row", "item") else "<br>"
    text = separator.join(filter(None, (_on_one_line(one, style) for one in part.parts)))
    return f"{_plain_label(part)} {text}" if part.kind == "footnote" else text


def _line_spans(code: str) -> Iterator[str]:
    """The lines of code in a cell as spans, with the white space that they begin with."""
    for line in code.splitlines():
        if line.strip():
            yield _ticked(line.expandtabs().rstrip().replace("|", "\\|"))


def _html_table(part: Part) -> list[str]:
    from victor.output import html

    return [line for line in html.fragment([part]).splitlines() if line.strip()]


def _code(part: Part, style: _Style, other: bool) -> list[str]:
    text = str(part.children[0]) if part.children else ""
    if not text.strip():
        return []
    fence = "`" * max(3, 1 + _longest_run(text))
    return [f"{fence}{part.get('language') or ''}", *text.split("\n"), fence]


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


def _quotation(part: Part, style: _Style, other: bool) -> list[str]:
    return [
        f"> {line}".rstrip() if not line else f"> {line}" for line in _blocks(part.children, style)
    ]


def _container(part: Part, style: _Style, other: bool) -> list[str]:
    return _blocks(part.children, style)


def _rule(part: Part, style: _Style, other: bool) -> list[str]:
    return [_RULE]


def _display(part: Part, style: _Style, other: bool) -> list[str]:
    return ["$$", str(part.children[0]), "$$"]


def _image_block(part: Part, style: _Style, other: bool) -> list[str]:
    return list(filter(None, [_inline([part], style)]))


def _footnote(part: Part, style: _Style, other: bool) -> list[str]:
    lines = _blocks(part.children, style)
    if part.get("label") in style.notes:
        return _indented(lines, f"[^{part.get('label')}]: ", "    ")
    starts = part.parts and part.parts[0].kind == "paragraph"
    return (
        _indented(lines, f"{_plain_label(part)} ", "")
        if starts
        else [_plain_label(part), "", *lines]
    )


def _plain_label(part: Part) -> str:
    return f"\\[{part.get('label')}\\]"


_WRITERS: Mapping[str, Callable[[Part, _Style, bool], list[str]]] = {
    "paragraph": _paragraph,
    "caption": _paragraph,
    "term": _paragraph,
    "heading": _heading,
    "list": _list,
    "definitions": _definitions,
    "table": _table,
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


# ---- inline parts: strings ----


@door("markdown")
def inline_text(children: Sequence[Part | str], style: _Style) -> str:
    """What is in a line.

    Args:
        children: inline parts and strings.
        style: how they are written.
    """
    return _inline(children, style)


def _inline(children: Sequence[Part | str], style: _Style) -> str:
    if len(children) == 1:
        only = children[0]
        if isinstance(only, str):
            return _escaped(only, style)
        mark, text = _piece(only, style)
        return _marked(mark, text, "", "") if mark else text
    if _may_join(children, style):
        children = _joined_spans(children, style)
    pieces = [
        ("", _escaped(one, style)) if isinstance(one, str) else _piece(one, style)
        for one in children
    ]
    pieces = [piece for piece in pieces if piece[1]]
    out: list[str] = []
    for place, (mark, text) in enumerate(pieces):
        if mark:
            before = out[-1][-1] if out else ""
            after = pieces[place + 1][1][0] if place + 1 < len(pieces) else ""
            text = _marked(mark, text, before, after)
        elif text[0] == "[" and out and out[-1][-1] in "!^":
            out[-1] = f"{out[-1][:-1]}\\{out[-1][-1]}"  # no image, and no note
        elif text[0] in "(:" and out and out[-1].startswith("[^"):
            text = f"\\{text}"  # after a reference: neither a link nor a note
        out.append(text)
    return "".join(out)


def _may_join(children: Sequence[Part | str], style: _Style) -> bool:
    """Whether code spans may be written side by side."""
    alike = ("code_span",) if style.links else ("code_span", "link")
    found = [isinstance(one, Part) and one.kind in alike for one in children]
    return any(first and second for first, second in pairwise(found))


def _joined_spans(children: Sequence[Part | str], style: _Style) -> list[Part | str]:
    """Children with code spans side by side as one: their backticks would run together."""
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
    """Whether white space ends a code span, or begins the next: it is written between them."""
    ends = (before.children[-1:], after.children[:1])
    last, first = (_of_code(Part("code_span", one)) for one in ends)
    return last[-1:].isspace() or first[:1].isspace()


def _without_link(child: Part | str) -> Sequence[Part | str]:
    """What a child is where links are left out."""
    return child.children if isinstance(child, Part) and child.kind == "link" else [child]


def _is_code_span(child: Part | str) -> TypeGuard[Part]:
    return isinstance(child, Part) and child.kind == "code_span"


def _marked(mark: str, text: str, before: str, after: str) -> str:
    """Text in marks, unless they would not be read as such (CommonMark, 6.2)."""
    inner = text.strip()
    if not inner:
        return text
    start, end = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    opens = start or not before.isalnum() or not _PUNCTUATION.match(inner[0])
    closes = end or not after.isalnum() or not _PUNCTUATION.match(inner[-1])
    if not opens or not closes or (not start and before in ("*", "~", "\\") and before):
        return text
    return f"{start}{mark}{inner}{mark}{end}"


def _piece(part: Part, style: _Style) -> tuple[str, str]:
    """The mark around an inline part, and what is in it."""
    mark = _MARKS.get(part.kind)
    if mark:
        return mark, _inline(part.children, style)
    return "", _rare_piece(part, style)


def _rare_piece(part: Part, style: _Style) -> str:
    """An inline part without a mark around it; of these, compiled code does not write all."""
    return _INLINE[part.kind](part, style)


def _link(part: Part, style: _Style) -> str:
    if not style.links or style.in_link:
        return _inline(part.children, style)
    text = _inline(part.children, style.of_link)
    return f"[{text}]({_address(part.attributes['address'], style)})" if text.strip() else text


def _image(part: Part, style: _Style) -> str:
    if not style.images:
        return ""
    alt = _escaped(part.get("alt") or "", style.of_link)
    return f"![{alt}]({_address(part.attributes['address'], style)})"


def _address(address: str, style: _Style) -> str:
    """An address in parentheses: signs that would end it are encoded."""
    if _PLAIN.fullmatch(address):
        return address
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


def _code_span(text: str, style: _Style) -> str:
    if not text.strip():
        return text
    before, after = (" " if one.isspace() else "" for one in (text[0], text[-1]))
    if style.in_cell:
        text = text.replace("|", "\\|")
    text = " ".join(text.split())
    return f"{before}{_ticked(text)}{after}"


def _ticked(text: str) -> str:
    """Text between as many backticks as it needs."""
    ticks = "`" * (1 + _longest_run(text))
    if len(ticks) == 2 and "``" not in text and not text.startswith("`") and not text.endswith("`"):
        return f"``{text}``"
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _code_span_part(part: Part, style: _Style) -> str:
    pieces = (one if isinstance(one, str) else _of_code(one) for one in part.children)
    return _code_span("".join(pieces), style)


def _of_code(part: Part) -> str:
    """A part within code: what it says, as plain text."""
    if part.kind == "break":
        return " "
    if part.kind == "reference":
        return f"[{part.get('label')}]"
    if part.kind == "formula":
        return f"${part.children[0]}$"
    return "".join(one if isinstance(one, str) else _of_code(one) for one in part.children)


def _formula(part: Part, style: _Style) -> str:
    tex = str(part.children[0]).replace("\n", " ")
    return f"${tex.replace('|', chr(92) + 'vert ') if style.in_cell else tex}$"


def _break(part: Part, style: _Style) -> str:
    if style.in_cell:
        return "<br>"
    return " " if style.on_a_line else "  \n"


def _reference(part: Part, style: _Style) -> str:
    label = part.get("label")
    return _plain_label(part) if style.in_link or label not in style.notes else f"[^{label}]"


def _html_mark(tag: str) -> Callable[[Part, _Style], str]:
    def write(part: Part, style: _Style) -> str:
        text = _inline(part.children, style)
        return f"<{tag}>{text}</{tag}>" if text.strip() else text

    return write


_INLINE: Mapping[str, Callable[[Part, _Style], str]] = {
    "link": _link,
    "image": _image,
    "code_span": _code_span_part,
    "formula": _formula,
    "break": _break,
    "reference": _reference,
    "subscript": _html_mark("sub"),
    "superscript": _html_mark("sup"),
}


# ---- escapes ----


def _escaped(text: str, style: _Style) -> str:
    """Text with a backslash before what would not be read as text."""
    if not _SPECIAL.search(text):
        return text
    within = _in_formulas(text) if "$" in text or "\\" in text else frozenset[int]()
    return _SPECIAL.sub(lambda found: _escape(found, style, within), text)


def _in_formulas(text: str) -> frozenset[int]:
    """The places in formulas that the page writes as LaTeX between delimiters, for a script."""
    spans = (
        match.span()
        for match in _RAW_FORMULA.finditer(text)
        if match[0][0] == "\\" or _LATEX.search(match[0], 1)  # not "$5 or $6"
    )
    return frozenset(chain.from_iterable(range(*span) for span in spans))


def _is_odd_run(text: str, end: int) -> bool:
    """Whether an odd number of backslashes ends at a place: they escape what follows."""
    start = end
    while text[start - 1 : start] == "\\":
        start -= 1
    return (end - start) % 2 == 1


def _escape(found: re.Match[str], style: _Style, within: Container[int]) -> str:
    sign, text, place = found[0], found.string, found.start()
    after, before = text[place + 1 : place + 2], text[place - 1 : place] if place else ""
    if place in within and (sign in _OF_FORMULAS or _is_odd_run(text, place)):
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
        needed = style.in_link or after == "^" or before == "^" or place == 0
    elif sign == "]":
        needed = style.in_link or after in ("(", ":", "[", "")
    elif sign == "\\":
        needed = not after.strip() or bool(_PUNCTUATION.match(after))
    elif sign == "~":
        needed = after == "~" or before == "~" or not after or not before
    elif sign == "!":
        needed = after == "["
    else:
        needed = {"`": True, "$": style.dollars, "|": style.in_cell}[sign]
    return f"\\{sign}" if needed else sign


def _line_start(line: str) -> str:
    """A line of text that does not begin like a heading, a quotation, a list or a rule."""
    if line[0].isalpha() or not _STARTS.match(line):
        return line
    if number := _NUMBER.match(line):
        return f"{number[0]}\\{line[number.end() :]}"
    return f"\\{line}" if not line.startswith("\\") else line
