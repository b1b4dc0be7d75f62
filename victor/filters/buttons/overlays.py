"""Labels of form fields, and dialogs, tooltips and messages, which lie above the page."""

from victor.arrays import Bools, places, some
from victor.text.characters import QUESTION_MARKS
from victor.tree.blocks import Blocks

_LONGEST = 15  # maximum words of a label
_MOST = 0.2  # share of the content above which it is the text of the page: a quiz, an article


def overlays(kept: Bools, blocks: Blocks) -> list[int]:
    """Content blocks that are the label of a form field or in a dialog, tooltip or message.

    Questions stay: a label may open the answer to one. So do labels in data tables.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    found = list[int]()
    if "label" in blocks.tree.tags:
        labels = kept & (blocks.words <= _LONGEST) & (blocks.undivided == 0)
        labels &= blocks.within(blocks.tree.named(("label",)))
        asks = [one for one in places(labels).tolist() if blocks.text[one].endswith(QUESTION_MARKS)]
        labels[asks] = False
        found += _few(labels, kept, blocks)
    return found + _few(kept & blocks.overlaid, kept, blocks)


def _few(found: Bools, kept: Bools, blocks: Blocks) -> list[int]:
    """The found blocks, unless they have much of the content."""
    words = blocks.words
    if not some(found) or words[found].sum() > _MOST * words[kept].sum():
        return []
    return list(places(found).tolist())
