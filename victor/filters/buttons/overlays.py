"""Labels of form fields, and dialogs, tooltips and messages, which lie above the page."""

from victor.arrays import Bools, indices, some
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
    labels = _labels(kept, blocks) if "label" in blocks.tree.codes else []
    return labels + _few(kept & blocks.overlaid, kept, blocks)


def _labels(kept: Bools, blocks: Blocks) -> list[int]:
    """The content blocks that are the label of a form field."""
    labels = kept & blocks.within(blocks.tree.named(("label",)))
    if not some(labels):  # true of most pages
        return []
    labels &= (blocks.words <= _LONGEST) & (blocks.undivided == 0)
    asks = [one for one in indices(labels).tolist() if blocks.text[one].endswith(QUESTION_MARKS)]
    labels[asks] = False
    return _few(labels, kept, blocks)


def _few(found: Bools, kept: Bools, blocks: Blocks) -> list[int]:
    """The found blocks, unless they have much of the content."""
    words = blocks.words
    if not some(found) or words[found].sum() > _MOST * words[kept].sum():
        return []
    return list(indices(found).tolist())
