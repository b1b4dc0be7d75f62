"""What separates the blocks of plain text, by the tags between them."""

from typing import NamedTuple

import numpy as np

from victor.arrays import Bools, Ints, some
from victor.compiled import door
from victor.document.kinds.elements import USES, Uses
from victor.tree.nesting import nearest, tags_before

_LIST, _DEFINITIONS, _ITEM, _LINE, _CAPTION, _TABLE, _ROW, _CELL, *_ = USES.values()
_LEVEL, _BREAK, _RULE, _PART = (USES[name] for name in ("LEVEL", "BREAK", "RULE", "PART"))
_LISTS, _OF_TAGS = _LIST | _DEFINITIONS, _LEVEL | _BREAK | _RULE
_NOTHING, _SPACE, _FEED, _BLANK = range(4)  # what separates a block from the one before
SEPARATORS = ("", " ", "\n", "\n\n")  # by number


class _Places(NamedTuple):
    """The columns of :func:`separators_before`, and where its blocks are; 0 for no element."""

    uses: Uses  # [m]
    parent: Ints  # [m]
    around: Ints  # [m] the nearest part above each
    node: Ints  # [k] the element of each block
    part: Ints  # [k] the nearest part at or above it
    top: Ints  # [k] the outermost list
    line: Ints  # [k] the outermost heading, term or caption
    ended: Ints  # [k] tags of block-level elements since the block before
    breaks: Ints  # [k] ``br`` since then


@door("text", **USES)
def separators_before(
    uses: Uses,
    chosen: Bools,
    parent: Ints,
    opened: Ints,
    closed: Ints,
    node: Ints,
    first: Ints,
    kept: Ints,
    headings: Bools,
    items: Bools,
    continues: Bools,
    space_before: Bools,
) -> tuple[Ints, Ints, Ints]:
    """What separates each of k blocks from the one before in plain text.

    Args:
        uses: [m] the uses of elements, as bits.
        chosen: [m] the elements that become parts; others only end lines.
        parent: [m] see :class:`~victor.tree.tree.Tree`, also for ``opened``, ``closed``, ``node``.
        first: [n + 1] the first text of each block; no block is empty.
        kept: [k] the blocks that are content, in order.
        headings: [n] see :class:`~victor.document.content.Content`, also for ``items`` and
            ``continues``.
        space_before: [n] see :class:`~victor.tree.blocks.Blocks`.

    Returns:
        [k] 0 for nothing, 1 for a space, 2 for a line feed, 3 for a blank line; [k] tabs after it;
        [k] the heading, term or caption of the block, 0 for none. All are empty if the text has to
        be made from parts: there are items in no list, cells in no row, blocks of several lines or
        rules that may end a line.
    """
    none = np.zeros(0, np.int32)
    uses = np.where(chosen, uses | _PART, uses & _OF_TAGS)
    starts, ends = first[kept], first[kept + 1] - 1
    counts = (tags_before(uses & bit > 0, opened, closed, len(node)) for bit in (_LEVEL, _BREAK))
    tags = [np.cumsum(column) for column in counts]
    if any((column[starts] != column[ends]).any() for column in tags):
        return none, none, none
    ended, breaks = (np.append(0, column[starts[1:]] - column[ends[:-1]]) for column in tags)
    parts = nearest(uses & _PART > 0, parent)
    top, line = (_outermost(uses & use > 0, parent, node[starts]) for use in (_LISTS, _LINE))
    around, node_of, part = parts[parent], node[starts], parts[node[starts]]
    of = _Places(uses, parent, around, node_of, part, top, line, ended, breaks // 2)
    ruled = np.zeros(len(node) + 1, bool)
    ruled[opened[uses & _RULE > 0]] = True
    bound = np.logical_or.reduceat(ruled[:-1], first[:-1]) & (continues | items)
    if some(bound[kept]) or _are_loose(of) or _are_loose_cells(of):
        return none, none, none
    by_label = [column[kept] & (part == 0) for column in (headings, items)]
    before = _separators(of, by_label[0], by_label[1], continues[kept], space_before[kept])
    return *_in_tables(of, before), of.line


def _outermost(chosen: Bools, parent: Ints, node: Ints) -> Ints:
    """[k] the outermost of the chosen elements at or above each node, 0 for none."""
    outer = chosen & (nearest(chosen, parent)[parent] == 0)
    return np.asarray(nearest(outer, parent)[node])


def _are_loose(of: _Places) -> bool:
    """Whether any item is in no list."""
    lists = nearest(of.uses & _LISTS > 0, of.parent)
    return some(lists[of.uses & _ITEM > 0] == 0)


def _are_loose_cells(of: _Places) -> bool:
    """Whether any table is in a line or another table, or has misplaced rows, cells or content."""
    uses, around = of.uses, of.uses[of.around]
    outer = nearest(uses & (_TABLE | _LINE) > 0, of.parent)[of.parent]
    wrong = (uses & _TABLE > 0) & (outer > 0)
    for inner, holder in ((_CELL, _ROW), (_ROW, _TABLE)):
        wrong |= (uses & inner > 0) & (around & holder == 0)
    for holder, inner in ((_TABLE, _ROW | _CAPTION), (_ROW, _CELL)):
        wrong |= (uses & _PART > 0) & (around & holder > 0) & (uses & inner == 0)
    return some(wrong) or some(uses[of.part] & (_TABLE | _ROW))


def _separators(
    of: _Places, headings: Bools, items: Bools, continues: Bools, space_before: Bools
) -> Ints:
    """[k] what separates each block from the one before, ignoring tables.

    Args:
        of: where the k blocks are.
        headings: [k] the blocks that are headings only by label; likewise ``items``.
        continues: [k] the blocks labelled as continuations.
        space_before: [k] see :class:`~victor.tree.blocks.Blocks`.
    """
    same, in_list, in_line = (_shared(one) for one in (of.part + 1, of.top, of.line))
    outer = _outermost(of.uses & _PART > 0, of.parent, of.node)
    listed = of.uses[outer] & _LIST > 0
    divided, broken = (of.ended > 0) | ~same | (of.breaks > 1), of.breaks > 0
    goes_on, space = in_line | (continues & same), space_before | (of.ended > 0)
    before, start = np.zeros(len(same), np.int32), 0  # the block that begins the line
    for i in range(1, len(before)):
        if goes_on[i]:
            feed = broken[i] and not in_line[i] and not headings[start]
            before[i] = _FEED if feed else space[i] | broken[i]
        elif divided[i] or (broken[i] and (headings[start] or headings[i])):
            follows = items[i] and (listed[i - 1] or items[start])
            before[i], start = _FEED if in_list[i] or follows else _BLANK, i
        else:
            before[i] = _FEED if broken[i] else space[i]
    return before


def _shared(elements: Ints) -> Bools:
    """[k] whether a block is in the same element as the one before; never for 0."""
    return np.append(False, (elements[1:] == elements[:-1]) & (elements[1:] > 0))


def _in_tables(of: _Places, before: Ints) -> tuple[Ints, Ints]:
    """[k] what separates each block from the one before, with rows as lines, and tabs after it."""
    table, row, cell = (
        nearest(of.uses & use > 0, of.parent)[of.node] for use in (_TABLE, _ROW, _CELL)
    )
    in_table, in_row, in_cell = map(_shared, (table, row, cell))
    within = np.where(in_cell, np.minimum(before, _SPACE), _NOTHING)
    rows = in_table & ~_shared(row + 1)
    column = _columns(of)[cell]
    tabs = column - np.where(in_row, np.roll(column, 1), 0)
    return np.where(in_row, within, np.where(rows, _FEED, before)).astype(np.int32), tabs


def _columns(of: _Places) -> Ints:
    """[m] the number of cells before each cell in its row; 0 for other elements."""
    cells = (of.uses & _CELL).nonzero()[0]
    cells = cells[np.argsort(of.around[cells], kind="stable")]
    rows = of.around[cells]
    column = np.zeros(len(of.uses), np.int32)
    column[cells] = np.arange(len(cells)) - np.searchsorted(rows, rows)
    return column
