"""The cells of a table as a grid."""

from victor.document.parts import Part

_WIDEST = 200  # columns; what does not fit goes on in a line below


def grid(table: Part) -> list[list[Part | None]]:
    """The rows of a table, all of the same length; None where a cell spans or is missing.

    Args:
        table: a part of the kind ``table``.
    """
    rows: list[list[Part | None]] = []
    below: dict[int, int] = {}  # rows that a cell above still spans, by column
    for row in (part for part in table.parts if part.kind == "row"):
        rows += _lines(row.parts, below)
    width = max(map(len, rows), default=0)
    rows = [row + [None] * (width - len(row)) for row in rows]
    used = [any(row[column] for row in rows) for column in range(width)]
    return [[cell for cell, use in zip(row, used, strict=True) if use] for row in rows]


def _lines(cells: list[Part], below: dict[int, int]) -> list[list[Part | None]]:
    """The cells of a row as a line, or as several if they are too many for one."""
    lines: list[list[Part | None]] = [[]]
    for left, cell in zip(range(len(cells) - 1, -1, -1), cells, strict=True):
        if below:
            _skip(lines[-1], below)
        if len(lines[-1]) >= _WIDEST:
            lines.append([])
        line, about = lines[-1], cell.attributes
        across, down = about["colspan"], about["rowspan"]
        if across == down == 1:  # most often
            line.append(cell)
            continue
        span = across if len(line) + across + left <= _WIDEST else 1
        if down > 1:
            below.update(dict.fromkeys(range(len(line), len(line) + span), down - 1))
        line += [cell, *[None] * (span - 1)]
    _skip(lines[-1], below)
    return lines


def _skip(line: list[Part | None], below: dict[int, int]) -> None:
    """Leave out the columns that cells of rows above span."""
    while below.get(len(line), 0) > 0 and len(line) < _WIDEST:
        below[len(line)] -= 1
        line.append(None)
