"""Tables that compare sources: a column for each source, with several numbers in a cell."""

from collections.abc import Iterable, Sequence

from victor.evaluate.tables import table

_SPACE = "\u00a0"  # numbers of a cell stay on one line


def side_by_side(
    first: str,
    sources: Iterable[str],
    names: Iterable[str],
    rows: Iterable[tuple[str, Sequence[str]]],
) -> str:
    """A Markdown table.

    Args:
        first: header of the first column.
        sources: s corpora or papers, a column each.
        names: n scores, which the header of each source lists.
        rows: the name of each row, and its s * n numbers by source; "-" where there is none.
    """
    listed = list(names)
    header = [f"{source}: {', '.join(listed)}" for source in sources]
    return table((first, *header), [(name, *_cells(row, len(listed))) for name, row in rows])


def _cells(numbers: Sequence[str], count: int) -> list[str]:
    parts = (numbers[i : i + count] for i in range(0, len(numbers), count))
    return ["-" if set(part) == {"-"} else _SPACE.join(part) for part in parts]
