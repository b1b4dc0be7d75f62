"""The cells of a table as a grid."""

from victor.document.parts import Part

_WIDEST = 200  # columns


def grid(table: Part) -> list[list[Part | None]]:
    """The rows of a table, all of the same length; None where a cell spans or is missing.

    Args:
        table: a part of the kind ``table``.
    """
    rows: list[list[Part | None]] = []
    below: dict[int, int] = {}  # rows that a cell above still spans, by column
    for row in (part for part in table.parts if part.kind == "row"):
        line: list[Part | None] = []
        for cell in row.parts:
            _skip(line, below)
            if len(line) >= _WIDEST:
                break
            span = min(cell.attributes["colspan"], _WIDEST - len(line))
            if cell.attributes["rowspan"] > 1:
                below.update(
                    dict.fromkeys(
                        range(len(line), len(line) + span), cell.attributes["rowspan"] - 1
                    )
                )
            line += [cell, *[None] * (span - 1)]
        _skip(line, below)
        rows.append(line)
    width = max(map(len, rows), default=0)
    rows = [row + [None] * (width - len(row)) for row in rows]
    used = [any(row[column] for row in rows) for column in range(width)]
    return [[cell for cell, use in zip(row, used, strict=True) if use] for row in rows]


def _skip(line: list[Part | None], below: dict[int, int]) -> None:
    """Leave out the columns that cells of rows above span."""
    while below.get(len(line), 0) > 0 and len(line) < _WIDEST:
        below[len(line)] -= 1
        line.append(None)
