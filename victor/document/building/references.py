"""References to footnotes among the marks around texts."""

from victor.document.building.inline import Writer
from victor.document.building.source import Source
from victor.document.parts import Part
from victor.document.vocabulary import KINDS


class References:
    """The references to footnotes and the links back from notes; each reference is added once."""

    def __init__(self, source: Source) -> None:
        self._labels, self._back = source.notes.references, source.notes.back
        self._elements = source.elements
        self._added: set[int] = set()
        self._known = {0: 0}  # see `_nearest`

    def take(self, writer: Writer, mark: int, space: bool) -> bool:
        """Add a reference instead of the text in it, and nothing instead of that in a link back.

        Args:
            writer: of the current line.
            mark: the innermost mark around the text.
            space: whether a space precedes the text.

        Returns:
            Whether the text is in a reference or a link back.
        """
        found = self._nearest(mark) if self._labels else 0
        if found in self._labels and found not in self._added:
            self._added.add(found)
            writer.enter(self._around(found), space)
            writer.spot.append(Part("reference", None, found, label=self._labels[found]))
        return found > 0

    def _nearest(self, mark: int) -> int:
        """The nearest mark from ``mark`` upwards that is a reference or a link back; 0 for none."""
        path, found = [], self._known
        while mark not in found:
            is_one = mark in self._labels or mark in self._back
            path.append(mark)
            mark = found.setdefault(mark, mark) if is_one else self._elements.outer_mark(mark)
        found.update(dict.fromkeys(path, found[mark]))
        return found[mark]

    def _around(self, reference: int) -> int:
        """The nearest mark around a reference that is not a superscript; 0 if there is none."""
        mark = self._elements.outer_mark(reference)
        while mark and KINDS[self._elements.marks.item(mark)] == "superscript":
            mark = self._elements.outer_mark(mark)
        return mark
