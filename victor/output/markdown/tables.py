"""GFM tables, in which each cell is on one line."""

from collections.abc import Iterator, Sequence
from itertools import compress

from victor.compiled import door
from victor.document.parts import Part
from victor.output.grid import grid
from victor.output.markdown.escapes import decided
from victor.output.markdown.inline import formula, inline_text, paragraph, plain_label, ticked
from victor.output.markdown.style import Style
from victor.text.characters import COLONS

_LEAST_FACTS = 2  # rows


def table(part: Part, style: Style, other: bool) -> list[str]:
    """The lines of a caption and its table, as HTML if ``style.html_tables`` is set."""
    if style.html_tables:
        return _html_table(part)
    lines = [line for one in part.parts if one.kind == "caption"
             for line in paragraph(one, style.of_line, False)]  # fmt: skip
    cells = grid(part)
    texts = iter(cell_texts([cell for row in cells for cell in row if cell], style.of_cell))
    written = [[next(texts) if cell else "" for cell in row] for row in cells]
    used = [any(column) for column in zip(*written, strict=True)]
    if not all(used):
        cells = [[*compress(row, used)] for row in cells]
        written = [[*compress(row, used)] for row in written]
    rows = [f"| {' | '.join(row)} |" for row in written if any(row)]
    if not rows:
        return lines
    if _has_row_headers(cells) or _are_facts(cells, written):
        rows.insert(0, f"|{'  |' * len(cells[0])}")
    rows.insert(1, f"|{' --- |' * len(cells[0])}")
    return [*lines, "", *rows] if lines else rows


def _has_row_headers(cells: Sequence[Sequence[Part | None]]) -> bool:
    """Whether each row, including the first, starts with a header cell, and none is a header row.

    Rows with a single cell, such as a note below the table, are ignored.
    """
    first = [bool(cell.get("header")) for cell in cells[0] if cell]
    if all(first) or not first[0]:
        return False
    starts = (row[0] for row in cells if sum(cell is not None for cell in row) > 1)
    return all(cell is None or cell.get("header") for cell in starts)


def _are_facts(cells: Sequence[Sequence[Part | None]], written: Sequence[Sequence[str]]) -> bool:
    """Whether a table lists facts: two columns, the first with a label in bold or with a colon."""
    if len(cells) < _LEAST_FACTS or any(len(row) != 2 or row[0] is None for row in cells):
        return False
    if any(cell and cell.get("header") for row in cells for cell in row):
        return False
    pairs = [(label, value) for label, value in written if label or value]
    colons = all(label.rstrip("*").endswith(COLONS) for label, _ in pairs)
    return colons or all(_is_bold(label) and not _is_bold(value) for label, value in pairs)


def _is_bold(text: str) -> bool:
    return text.startswith("**") and text.endswith("**") and text.count("**") == 2


@door("markdown")
def cell_texts(cells: Sequence[Part], style: Style) -> list[str]:
    """The text of each cell, on one line.

    Args:
        cells: the cells of a table.
        style: the style of cells.
    """
    texts = ((on_one_line(part, style) for part in cell.parts) for cell in cells)
    return [decided("<br>".join(filter(None, one)), style) for one in texts]


def on_one_line(part: Part, style: Style) -> str:
    """A block-level part within a cell, as one line."""
    if part.kind == "code":
        return "<br>".join(_line_spans(str(part.children[0])))
    if part.kind == "formula":
        return formula(part, style)
    if part.kind in ("paragraph", "heading", "term", "caption"):
        return inline_text(part.children, style).strip()
    if part.kind == "rule":
        return ""
    separator = " " if part.kind in ("row", "item") else "<br>"
    text = separator.join(filter(None, (on_one_line(one, style) for one in part.parts)))
    return f"{plain_label(part, style)} {text}" if part.kind == "footnote" else text


def _line_spans(code: str) -> Iterator[str]:
    """Yield the nonblank lines of code as code spans, with their leading white space."""
    for line in code.splitlines():
        if line.strip():
            yield ticked(line.expandtabs().rstrip().replace("|", "\\|"))


def _html_table(part: Part) -> list[str]:
    from victor.output import html

    return [line for line in html.fragment([part]).splitlines() if line.strip()]
