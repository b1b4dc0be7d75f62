"""Labels of code boxes: "Code:" with a select button, the name of the language, line numbers.

The text needs none of them: the code itself is kept, and its language is an attribute.
"""

import re
from dataclasses import dataclass

from victor.arrays import Bools, Ints, Numbers, sums_before
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.code_languages import named_before, outermost_code
from victor.tree.tree import Tree

_MOST_BLOCKS = 3  # maximum blocks of a label
_LONGEST = 60  # maximum characters of a label
_CLIMB = 8  # maximum levels from a code block up to the element with its label
# Elements whose text is more than a label.
_NO_LABEL = frozenset("h1 h2 h3 h4 h5 h6 dt th td caption figcaption li summary".split())
_SELECT = (
    r"(?:select(?: all)?|expand|alles (?:auswählen|selecteren)|selecteer alles|tout sélectionner"
    r"|selec+ionar tod[oa]s?|seleziona tutto|выделить вс[её]|zaznacz (?:wszystko|cały)|vybrat vše"
    r"|auswählen|erweitern|sélectionner|agrandir|seleccionar|expandir|selezionar?e?|espandi|выделить"
    r"|развернуть|selecteer|uitklappen|zaznacz|rozwiń|全选|全選|すべて選択)"
)
_CODE = regex(
    r"(?:code|quell(?:code|text)|code source|código|codigo|codice|kod|kód|koodi|kode|код|代[码碼]"
    rf"|コード|코드|كود)(?:\s*[:：]|(?=\s*[\[ ]))(?:\s*(?:\[{_SELECT}\]|{_SELECT})){{0,3}}",
    re.IGNORECASE,
)
_BUTTON = regex(rf"\b{_SELECT}\b", re.IGNORECASE)


@dataclass(frozen=True)
class _Page:
    """A page with n blocks and m elements."""

    blocks: Blocks
    kept: Bools  # [n] whether each block is content
    before: Numbers  # [n + 1] number of content blocks before each block
    excluded: Ints  # [m] the nearest element at or above each that cannot hold a label


def code_labels(kept: Bools, blocks: Blocks) -> list[int]:
    """Blocks that are the label of a code block and share an element with nothing else.

    What only screen readers read there is a label, too. A lower-case language name may also be
    alone in the line directly before the code. The numbers of its lines may be before or after it,
    in elements with a class that says so.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    tree = blocks.tree
    code = outermost_code(tree)
    code = code[kept[blocks.of_text[tree.opened[code]]]] if len(code) else code
    if not len(code):
        return []
    notes = [block for block in blocks.of_code if kept[block]]
    if notes:
        kept = kept.copy()
        kept[notes] = False
    page = _Page(blocks, kept, sums_before(kept), tree.nearest(tree.named(_NO_LABEL)))
    return notes + [
        block
        for element in code.tolist()
        for block in _in_box(page, element) or _in_line(page, element)
    ]


def _in_box(page: _Page, element: int) -> list[int]:
    """Blocks of the label in the nearest ancestor with text before the code block, if any."""
    blocks, tree = page.blocks, page.blocks.tree
    box = box_around(tree, element, _CLIMB)
    low, start, *ends = (
        int(blocks.of_text[text])
        for text in (tree.opened[box], tree.opened[element],
                     tree.closed[element] - 1, tree.closed[box] - 1)
    )  # fmt: skip
    after = page.before[ends[1] + 1] > page.before[ends[0] + 1]
    if not box or after or start - low > _MOST_BLOCKS or blocks.first[low] < tree.opened[box]:
        return []
    label = [one for one in range(low, start) if page.kept[one]]
    if (page.excluded[blocks.at_holder[label]] > box).any():
        return []
    return label if _is_label(blocks, element, " ".join(blocks.text[one] for one in label)) else []


def box_around(tree: Tree, element: int, climb: int) -> int:
    """The nearest ancestor with text before an element, which may be its label; 0 if too far.

    Args:
        tree: the page's tree.
        element: such as a code block.
        climb: maximum levels up to the ancestor.
    """
    box = int(tree.parent[element])
    for _ in range(climb):
        if not box or tree.opened[box] < tree.opened[element]:
            return box
        box = int(tree.parent[box])
    return 0


def _is_label(blocks: Blocks, element: int, text: str) -> bool:
    """Whether a text only announces code or names the language of the element."""
    if not text or len(text) > _LONGEST:
        return False
    name = text.lower().rstrip(" :：")
    return _CODE.fullmatch(text) is not None or name == blocks.language(element)


def _in_line(page: _Page, element: int) -> list[int]:
    """The block before a code block that names the language or has buttons, if any."""
    blocks, tree = page.blocks, page.blocks.tree
    if not tree.opened[element]:
        return []
    block = int(blocks.of_text[tree.opened[element] - 1])
    if _has_buttons(blocks.text[block]):  # SMF
        return [block] if page.kept[block] else []
    name = named_before(tree, element)
    if not name or name != blocks.language(element):
        return []
    return [block] if blocks.first[block + 1] - blocks.first[block] == 1 else []


def _has_buttons(text: str) -> bool:
    """Whether a text is "Code:" with buttons to select or unfold it."""
    return len(text) <= _LONGEST and bool(_BUTTON.search(text) and _CODE.fullmatch(text))
