"""Footnotes that LaTeXML writes within the text, behind their references."""

from collections import Counter
from collections.abc import Iterable

from victor.arrays import Bools, places
from victor.document.kinds.elements import USES, Uses
from victor.document.kinds.note_labels import unique_label
from victor.text.regex import regex
from victor.tree.tree import Tree

_SIGN = "ltx_note_content"
_CONTENT, _MARK = (regex(rf"(?:^|\s)ltx_note_{name}(?:\s|$)") for name in ("content", "mark"))
_LABEL = regex(r"[^\s\[\]]{1,10}")
_FEW = 3  # texts of a label


def inline_notes(
    tree: Tree, uses: Uses, holds: Bools, others: Iterable[str]
) -> tuple[dict[int, str], dict[int, str]]:
    """The references and notes in paragraphs, with their labels.

    Args:
        tree: the page's tree.
        uses: [m] see :func:`~victor.document.kinds.elements.uses_of`.
        holds: [m] the elements that hold content.
        others: the labels of other notes.
    """
    references, notes = dict[int, str](), dict[int, str]()
    if not tree.looked_at.has(_SIGN):  # true of nearly all pages
        return references, notes
    content = tree.matching("class", _CONTENT.search, holds)
    marks = places(tree.matching("class", _MARK.search, holds) & (tree.nearest(content) == 0))
    level = uses & USES["LEVEL"] > 0
    line, is_plain = tree.nearest(level), tree.starts_within(level) == 0
    count = Counter(label.partition("-")[0] for label in others)
    for note in places(content & tree.named(("p",))[line] & is_plain).tolist():
        mark = int(marks[: marks.searchsorted(note)][-1:].sum())  # the last one before it
        label = _label(tree, mark) if line[mark] == line[note] else ""
        if label and mark not in references:
            references[mark] = notes[note] = unique_label(label, count)
    return references, notes


def _label(tree: Tree, mark: int) -> str:
    """The text of a mark; ``""`` if it cannot be a label in Markdown."""
    first, last = tree.bounds(mark)
    text = "".join(tree.text[first : min(last, first + _FEW)]).strip()
    return text if _LABEL.fullmatch(text) else ""
