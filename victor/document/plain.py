"""The plain text of most pages without building their parts, in a fraction of the time.

What separates two blocks follows from the tags between them, computed by columns. The words are
those of the parts, and so are the lines, except in rare cases such as images in hidden elements:
tests compare both.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.compiled import door
from victor.document.building.addresses import attributes_of
from victor.document.building.selection import chosen_parts, code_blocks
from victor.document.content import Content
from victor.document.kinds.code import code_text, structured
from victor.document.kinds.elements import (
    CELL,
    IMAGE,
    USES,
    Uses,
    holding_content,
    with_content,
)
from victor.document.kinds.footnotes import footnotes
from victor.document.kinds.formulas import is_written
from victor.document.kinds.settled import of_content
from victor.document.texts.classifiers import classifiers
from victor.document.texts.content import (
    INVISIBLE,
    content_pieces,
    has_invisible,
    named_sources,
    spoken,
)
from victor.document.texts.permalinks import is_permalink, without_permalinks
from victor.document.texts.readings import readings
from victor.tree.attributes import may_have
from victor.tree.blocks import Blocks
from victor.tree.nesting import nearest, tags_before
from victor.tree.tree import Tree

_LIST, _DEFINITIONS, _ITEM, _LINE, _CAPTION, _TABLE, _ROW, _CELL, *_ = USES.values()
_LEVEL, _BREAK, _RULE, _PART = (USES[name] for name in ("LEVEL", "BREAK", "RULE", "PART"))
_LISTS, _OF_TAGS = _LIST | _DEFINITIONS, _LEVEL | _BREAK | _RULE
_NOTHING, _SPACE, _FEED, _BLANK = range(4)  # what separates a block from the one before
_SIGNS = ("", " ", "\n", "\n\n")
_PILCROW = "¶"
_SPANS = ("colspan", "rowspan")


def plain_text(content: Content) -> str | None:
    """The main content as plain text; None if it has to be made from parts.

    Args:
        content: the page's blocks, and which of them are content.
    """
    if not some(content.kept):
        return ""
    found = _elements(content)
    if found is None:
        return None
    blocks, tree = content.blocks, content.blocks.tree
    kept, space_before, changed = _kept(content, found.texts)
    kept, code = _with_code(blocks, kept, found.code)
    labels = content.headings, content.items, content.continues
    if not len(kept) or _have_spans(tree, found.parts & (found.uses & _CELL > 0)):
        return None
    before, tabs, line = signs_before(
        found.uses, found.parts, tree.parent, tree.opened, tree.closed, tree.node, blocks.first,
        kept, *labels, space_before,
    )  # fmt: skip
    if not len(before):
        return None
    texts = _shown(tree, [changed.get(block) or blocks.text[block] for block in kept.tolist()])
    if not texts or _have_permalinks(blocks, kept, texts, line.nonzero()[0].tolist()):
        return None
    for place, text in code.items():
        texts[place] = text
    return _joined(texts, before, tabs) if all(code.values()) else None


class _Elements(NamedTuple):
    """The roles of elements in the text."""

    texts: Bools  # [t] whether each text is content
    uses: Uses  # [m]
    parts: Bools  # [m] whether each becomes a part
    code: Ints | None  # [m] the nearest code block at or above each; None if there are none


def _elements(content: Content) -> _Elements | None:
    """The roles of elements; None if there are formulas, smileys, notes or code in cells."""
    tree, (texts, kind, uses) = content.blocks.tree, content.settled
    holds = holding_content(texts, tree.opened, tree.closed)
    chosen = chosen_parts(tree, kind, holds)
    texts = without_permalinks(content.blocks, texts)
    if _are_written(content, holds) or footnotes(tree, uses, holds).notes or named_sources(tree):
        return None
    if "q" in tree.tags and spoken(tree, places(texts)):
        return None
    if "dt" in tree.tags and classifiers(tree, places(texts)):
        return None
    if "rt" in tree.tags and readings(tree, places(texts)):
        return None
    chosen, code, outer = code_blocks(tree, chosen, kind, texts)
    if some(code):
        chosen &= outer[tree.parent] == 0
        outer = tree.nearest(code & chosen)
        if some(tree.nearest(kind == CELL)[code] > 0) or _is_within(content.blocks, outer):
            return None
    uses = of_content(tree, uses, holds)
    return _Elements(texts, uses, chosen, outer if some(code) else None)


def _are_written(content: Content, holds: Bools) -> bool:
    """Whether a formula or smiley is content."""
    if not content.has_written_images:
        return False
    tree, (texts, kind, uses), formulas = content.blocks.tree, content.settled, content.formulas
    if len(formulas.insets) or len(formulas.stated):
        return True
    images = places(kind == IMAGE)
    images = images[[*map(is_written, attributes_of(tree, images))]]
    of_tree = uses, tree.parent, tree.opened, tree.closed
    return some(with_content(*of_tree, texts, holds, tree.hidden, images, tree.opened[images]))


def _kept(content: Content, texts: Bools) -> tuple[Ints, Bools, dict[int, str]]:
    """[k] the blocks with content, ``space_before`` of all, and the texts of those that changed.

    Args:
        content: the page's blocks, and which of them are content.
        texts: [t] whether each text is content.
    """
    blocks, kept = content.blocks, places(content.kept)
    if texts is content.texts or not some(lost := content.texts & ~texts):
        return kept, blocks.space_before, {}
    is_partial = np.zeros(len(blocks), bool)
    is_partial[blocks.of_text[lost]] = True
    found, space_before = dict.fromkeys(places(is_partial).tolist(), ""), blocks.space_before.copy()
    block, pieces, spaces = content_pieces(blocks, places(texts & is_partial[blocks.of_text]))
    for one, piece, space in zip(block.tolist(), pieces, spaces.tolist(), strict=True):
        if not found[one]:
            space_before[one] = space
        found[one] += " " + piece if found[one] and space else piece
    gone = [one for one, text in found.items() if not text]
    return np.setdiff1d(kept, gone), space_before, found


def _have_spans(tree: Tree, cells: Bools) -> bool:
    """Whether one of some cells spans several columns or rows."""
    if not some(cells) or not may_have(tree.attributes, _SPANS):
        return False
    found = attributes_of(tree, places(cells))
    return any(one[name] != "1" for one in found for name in _SPANS if name in one)


def _is_within(blocks: Blocks, code: Ints) -> bool:
    """Whether code begins or ends within a block."""
    of_text = code[blocks.tree.node]
    changes = (of_text[1:] != of_text[:-1]) & (blocks.of_text[1:] == blocks.of_text[:-1])
    return some(changes)


def _with_code(blocks: Blocks, kept: Ints, code: Ints | None) -> tuple[Ints, dict[int, str]]:
    """[k] the kept blocks, of code blocks only the first, and the texts of these by index."""
    tree = blocks.tree
    if code is None:
        return kept, {}
    of_block = code[tree.node[blocks.first[kept]]]
    chosen = np.append(True, of_block[1:] != of_block[:-1]) | (of_block == 0)
    kept, of_block = kept[chosen], of_block[chosen]
    special, found = structured(tree, of_block[of_block > 0]), of_block.nonzero()[0].tolist()
    return kept, {place: code_text(tree, int(of_block[place]), special) for place in found}


def _shown(tree: Tree, texts: list[str]) -> list[str]:
    """Texts without invisible characters; empty if white space would have to change."""
    if not has_invisible(tree):
        return texts
    page = "\n".join(texts)  # no text has a line feed
    for sign in filter(page.__contains__, map(chr, INVISIBLE)):  # faster than ``translate``
        page = page.replace(sign, "")
    texts = page.split("\n")
    return texts if all(text and text == " ".join(text.split()) for text in texts) else []


def _have_permalinks(
    blocks: Blocks, kept: Ints, texts: Sequence[str], lines: Sequence[int]
) -> bool:
    """Whether lines may begin or end with a permalink, which is a link or a pilcrow.

    Args:
        blocks: of the page.
        kept: [k] the blocks that are content.
        texts: [k] their texts.
        lines: the places in ``kept`` of those in a heading, term or caption.
    """
    found = [place for place in lines if is_permalink(texts[place])]
    if not found:  # nearly always
        return False
    if any(texts[place].endswith(_PILCROW) for place in found):
        return True
    return some(blocks.inside(blocks.tree.named(("a",)))[kept[found]])


def _joined(texts: Sequence[str], before: Ints, tabs: Ints) -> str:
    """Join blocks by what separates them."""
    signs = [_SIGNS[sign] for sign in before.tolist()]
    if some(tabs):
        signs = [sign + "\t" * count for sign, count in zip(signs, tabs.tolist(), strict=True)]
    pieces = [*signs, *texts]
    pieces[::2], pieces[1::2] = signs, texts
    return "".join(pieces)


class _Places(NamedTuple):
    """The columns of :func:`signs_before`, and where its blocks are; 0 for no element."""

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
def signs_before(
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
        uses: [m] the roles of elements, as bits.
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
    parts = nearest(uses & _PART > 0, parent)[0]
    top, line = (_outermost(uses & use > 0, parent, node[starts]) for use in (_LISTS, _LINE))
    around, node_of, part = parts[parent], node[starts], parts[node[starts]]
    of = _Places(uses, parent, around, node_of, part, top, line, ended, breaks // 2)
    ruled = np.zeros(len(node) + 1, bool)
    ruled[opened[uses & _RULE > 0]] = True
    bound = np.logical_or.reduceat(ruled[:-1], first[:-1]) & (continues | items)
    if some(bound[kept]) or _are_loose(of) or _are_loose_cells(of):
        return none, none, none
    by_label = [column[kept] & (part == 0) for column in (headings, items)]
    before = _signs(of, by_label[0], by_label[1], continues[kept], space_before[kept])
    return *_in_tables(of, before), of.line


def _outermost(chosen: Bools, parent: Ints, node: Ints) -> Ints:
    """[k] the outermost of the chosen elements at or above each node, 0 for none."""
    outer = chosen & (nearest(chosen, parent)[0][parent] == 0)
    return np.asarray(nearest(outer, parent)[0][node])


def _are_loose(of: _Places) -> bool:
    """Whether any item is in no list."""
    lists = nearest(of.uses & _LISTS > 0, of.parent)[0]
    return some(lists[of.uses & _ITEM > 0] == 0)


def _are_loose_cells(of: _Places) -> bool:
    """Whether any table is in a line or another table, or has misplaced rows, cells or content."""
    uses, around = of.uses, of.uses[of.around]
    outer = nearest(uses & (_TABLE | _LINE) > 0, of.parent)[0][of.parent]
    wrong = (uses & _TABLE > 0) & (outer > 0)
    for inner, holder in ((_CELL, _ROW), (_ROW, _TABLE)):
        wrong |= (uses & inner > 0) & (around & holder == 0)
    for holder, inner in ((_TABLE, _ROW | _CAPTION), (_ROW, _CELL)):
        wrong |= (uses & _PART > 0) & (around & holder > 0) & (uses & inner == 0)
    return some(wrong) or some(uses[of.part] & (_TABLE | _ROW))


def _signs(
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
        nearest(of.uses & use > 0, of.parent)[0][of.node] for use in (_TABLE, _ROW, _CELL)
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
