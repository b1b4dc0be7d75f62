"""Tables that are marked up as data but only lay out the page."""

from collections.abc import Collection, Sequence
from itertools import chain, pairwise

from victor.document.arranging.enumerated import with_enumerations
from victor.document.parts import Part, cells_of, text_in

_FEW = 3  # most cells of a row that only lays out the page
_LONGEST_SIGN = 3  # most characters of a symbol or number that belongs to the next cell


def without_layout(parts: Sequence[Part]) -> list[Part]:
    """Dissolve tables that hold only images or a single row; these are often nested.

    Args:
        parts: block-level parts.
    """
    out, wide = list[Part](), _widths_of_rows(parts)
    for part in parts:
        if part.kind != "table":
            out.append(part)
        elif _is_pictures(part) or _is_row(part, wide):
            cells = (with_enumerations(cell.parts) for cell in cells_of(part))
            out += chain.from_iterable(map(without_layout, cells))
        else:
            out.append(part)
    return out


def _is_pictures(table: Part) -> bool:
    """Whether a table has neither text nor formulas."""
    return table.first < 0 and all(one.kind != "formula" for one in table.walk())


def _widths_of_rows(parts: Sequence[Part]) -> set[int]:
    """The widths of rows of one table: adjacent tables of equal width, at most rules between."""
    tables = (part if part.kind == "table" else None for part in parts if part.kind != "rule")
    return {
        _width(one)
        for one, after in pairwise(tables)
        if one and after and _width(one) == _width(after)
    }


def _is_row(table: Part, wide: Collection[int]) -> bool:
    """Whether a table is a single row without headers, and no similar table is next to it.

    An adjacent table of the same width may be its header or more rows. A symbol or number in the
    first cell, such as that of a note, belongs to the next cell, and many cells may be data.

    Args:
        table: one of several parts.
        wide: the widths of tables among these parts that are rows of one table.
    """
    if len(table.children) != 1 or table.parts[0].kind != "row" or _has_headers(table):
        return False
    row = table.parts[0]
    if sum(bool(cell.children) for cell in row.parts) > _FEW:
        return False
    if len(row.children) > 1 and _is_sign(text_in(row.parts[0].children)):
        return False
    return len(row.children) not in wide


def _width(table: Part) -> int:
    """The number of cells in the widest row."""
    return max((len(row.children) for row in table.parts if row.kind == "row"), default=0)


def _has_headers(table: Part) -> bool:
    return any(cell.get("header") for cell in cells_of(table))


def _is_sign(text: str) -> bool:
    return len(text) == 1 or (0 < len(text) <= _LONGEST_SIGN and not any(map(str.isalpha, text)))
