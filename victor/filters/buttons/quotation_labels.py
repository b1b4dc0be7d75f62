"""Lines such as "Ada wrote:" above a quotation that is boilerplate, and "Quote:" above any.

Without the quotation, a reader takes what follows for the words of the other person. The word alone
says nothing that the marks of the quotation do not say.
"""

from victor.arrays import Bools, indices
from victor.filters.buttons.code_labels import box_around
from victor.text.characters import COLONS
from victor.tree.blocks import Blocks
from victor.tree.html_tags import HEADINGS

_LONGEST = 80  # characters of a line
_MOST_BLOCKS = 2  # of the line, in the element around it and the quotation
_CLIMB = 4  # levels from a quotation up to that element
_SHORT = 2  # maximum words of a label without a name
# Names of quotations in the software of forums; not those that are also a reference: "Citation:".
_NAMES = frozenset(
    (
        "quote", "zitat", "citaat", "cytat", "citát", "citat", "цитата", "alıntı", "idézet",
        "lainaus", "sitat", "παράθεση", "kutipan", "trích dẫn", "引用", "인용", "اقتباس", "ציטוט",
    )
)  # fmt: skip
_TERMS = frozenset(("dt", "th", *HEADINGS))


def quotation_labels(kept: Bools, blocks: Blocks) -> list[int]:
    """The blocks that only attribute a removed quotation, or only call a text a quotation.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    tree, names = blocks.tree, _named(kept, blocks)
    if "blockquote" not in tree.codes:
        return names
    removed = tree.holds & (tree.sums(kept[blocks.of_text]) == 0)
    found = indices(tree.named(("blockquote",)) & removed).tolist()
    return names + [block for quotation in found for block in _label(kept, blocks, quotation)]


def _named(kept: Bools, blocks: Blocks) -> list[int]:
    """The kept blocks that are the word for a quotation and a colon, above other content.

    At the start of a ``blockquote``, the colon may be missing.
    """
    text, tree = blocks.text, blocks.tree
    short = (kept & (blocks.words <= _SHORT)).nonzero()[0].tolist()
    found = [one for one in short if text[one].lower().rstrip(" :：") in _NAMES]
    found = [one for one in found if kept[one + 1 : one + 2].any()]
    if not found:  # nearly always
        return found
    quotation = tree.nearest(tree.named(("blockquote",)))[blocks.at_holder]
    begins = (quotation > 0) & (tree.opened[quotation] == blocks.first[:-1])
    begins &= tree.closed[quotation] > blocks.first[1:]
    found = [one for one in found if begins[one] or text[one].endswith(COLONS)]
    return [one for one in found if tree.tag_of(blocks.holder[one]) not in _TERMS]


def _label(kept: Bools, blocks: Blocks, quotation: int) -> list[int]:
    """The kept blocks before a quotation in the element around both, if they are its label."""
    tree, box = blocks.tree, box_around(blocks.tree, quotation, _CLIMB)
    low, start = (int(blocks.of_text[tree.opened[one]]) for one in (box, quotation))
    if not box or not 0 < start - low <= _MOST_BLOCKS or blocks.first[low] < tree.opened[box]:
        return []
    line = " ".join(blocks.text[low:start])
    is_label = len(line) <= _LONGEST and line.rstrip().endswith(COLONS)
    return [one for one in range(low, start) if kept[one]] if is_label else []
