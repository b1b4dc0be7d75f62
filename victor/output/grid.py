"""The cells of a table as a grid."""

from victor.document.parts import Part

_WIDEST = 200  # columns; longer rows continue on the next line


def grid(table: Part) -> list[list[Part | None]]:
    """The rows of a table, padded to the same length, without columns that have no cell.

    Args:
        table: a part of the kind ``table``.

    Returns:
        A list per row; None where a cell is missing or another cell extends.
    """
    rows: list[list[Part | None]] = []
    below: dict[int, int] = {}  # by column: rows that a cell above still spans
    for row in (part for part in table.parts if part.kind == "row"):
        rows += _lines(row.parts, below)
    width = max(map(len, rows), default=0)
    rows = [row + [None] * (width - len(row)) for row in rows]
    used = [any(row[column] for row in rows) for column in range(width)]
    return [[cell for cell, use in zip(row, used, strict=True) if use] for row in rows]


def _lines(cells: list[Part], below: dict[int, int]) -> list[list[Part | None]]:
    """The cells of a row as one line, or as several if they do not fit."""
    lines: list[list[Part | None]] = [[]]
    for left, cell in zip(range(len(cells) - 1, -1, -1), cells, strict=True):
        if below:
            _skip(lines[-1], below)
        if len(lines[-1]) >= _WIDEST:
            lines.append([])
        line, about = lines[-1], cell.attributes
        across, down = about["colspan"], about["rowspan"]
        if across == down == 1:  # the usual case
            line.append(cell)
            continue
        span = across if len(line) + across + left <= _WIDEST else 1
        if down > 1:
            below.update(dict.fromkeys(range(len(line), len(line) + span), down - 1))
        line += [cell, *[None] * (span - 1)]
    _skip(lines[-1], below)
    return lines


def _skip(line: list[Part | None], below: dict[int, int]) -> None:
    """Append None for the columns that cells of previous rows span."""
    while below.get(len(line), 0) > 0 and len(line) < _WIDEST:
        below[len(line)] -= 1
        line.append(None)
