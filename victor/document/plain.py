"""The plain text of most pages without building their parts, in a fraction of the time.

What separates two blocks follows from the tags between them, computed by columns. The words are
those of the parts, and so are the lines, except in rare cases such as images in hidden elements:
tests compare both.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from victor.arrays import Bools, Ints, places, some
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
from victor.document.texts.permalinks import is_permalink, without_permalinks
from victor.document.texts.pieces import (
    INVISIBLE,
    content_pieces,
    has_invisible,
    named_sources,
    spoken,
)
from victor.document.texts.readings import readings
from victor.document.texts.separators import SEPARATORS, separators_before
from victor.tree.attributes import may_have
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

_PILCROW = "¶"
_SPANS = ("colspan", "rowspan")
_ADDING = (("q", spoken), ("dt", classifiers), ("rt", readings))  # signs to texts, by tag


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
    if not len(kept) or _have_spans(tree, found.parts & (found.uses & USES["CELL"] > 0)):
        return None
    before, tabs, line = separators_before(
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
    """The uses of elements in the text."""

    texts: Bools  # [t] whether each text is content
    uses: Uses  # [m]
    parts: Bools  # [m] whether each becomes a part
    code: Ints | None  # [m] the nearest code block at or above each; None if there are none


def _elements(content: Content) -> _Elements | None:
    """The uses of elements; None if parts add signs to the texts, or code is in cells."""
    tree, (texts, kind, uses) = content.blocks.tree, content.settled
    holds = holding_content(texts, tree.opened, tree.closed)
    chosen = chosen_parts(tree, kind, holds)
    texts = without_permalinks(content.blocks, texts)
    if _have_signs(content, texts, holds):
        return None
    chosen, code, outer = code_blocks(tree, chosen, kind, texts)
    if some(code):
        chosen &= outer[tree.parent] == 0
        outer = tree.nearest(code & chosen)
        if some(tree.nearest(kind == CELL)[code] > 0) or _is_within(content.blocks, outer):
            return None
    uses = of_content(tree, uses, holds)
    return _Elements(texts, uses, chosen, outer if some(code) else None)


def _have_signs(content: Content, texts: Bools, holds: Bools) -> bool:
    """Whether parts add signs to the texts, such as those of formulas, notes and quotations.

    Args:
        content: the page's blocks, and which of them are content.
        texts: [t] whether each text is content.
        holds: [m] the elements that hold content.
    """
    tree, uses = content.blocks.tree, content.settled.uses
    if _are_written(content, holds) or footnotes(tree, uses, holds).notes or named_sources(tree):
        return True
    if some(texts[tree.styled_lines]):
        return True
    return any(tag in tree.tags and find(tree, places(texts)) for tag, find in _ADDING)


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
    signs = [SEPARATORS[sign] for sign in before.tolist()]
    if some(tabs):
        signs = [sign + "\t" * count for sign, count in zip(signs, tabs.tolist(), strict=True)]
    pieces = [*signs, *texts]
    pieces[::2], pieces[1::2] = signs, texts
    return "".join(pieces)
