"""The lines of a page: started, filled with inline parts, and tidied at the end."""

from victor.document.building.details import DEFAULTS
from victor.document.building.inline import Writer
from victor.document.building.source import Source
from victor.document.building.stack import Stack
from victor.document.parts import Part
from victor.document.pictures.smileys import write_smileys
from victor.document.texts.tidy import tidy_line, without_brackets, without_label, without_space
from victor.document.vocabulary import LINES


class Lines:
    """The open block-level parts and the current line in them."""

    def __init__(self, source: Source) -> None:
        self.stack = Stack(source.details)
        self.writer = Writer(source.details, source.elements)
        self._details = source.details
        self._headings, self._items = (column.tolist() for column in source.labels[:2])
        self._level = 0  # the block-level element of the current line
        self._to_finish: list[tuple[Part, Part]] = []  # lines, and their holders
        self._all = bool(source.notes.references) or len(source.details.tree.source) > 0

    def climb(self, anchor: int) -> Part:
        """Close parts up to the part of an element, and return that part."""
        if self.stack.climb(anchor):
            self.writer.line = None
        return self.stack.top

    def open(self, part: Part) -> None:
        """Open a part in the innermost one, unless parts of its kind are not allowed here."""
        holder = self.stack.open(part)
        if holder is None:
            return
        self.writer.line = None
        if part.kind in LINES:
            self._start(part, holder, part.element)

    def add(self, part: Part) -> None:
        """Add a part that stands by itself."""
        self.writer.line = None
        self.stack.add(part)

    def paragraph(self, level: int, block: int = -1) -> Part:
        """Start a paragraph, or a heading or list item if its first block is labelled as one."""
        line = Part("paragraph", None, level)
        if block >= 0 and self.is_heading(block):
            line = Part("heading", None, level, **DEFAULTS["heading"])
        if block >= 0 and self._items[block] and self.stack.top is self.stack.document:
            holder = Part("item", [line], level, **DEFAULTS["item"])
            self.stack.add(holder)
        else:
            holder = self.stack.add(line)
        self._start(line, holder, level)
        return line

    def is_heading(self, block: int) -> bool:
        """Whether a block is a heading by its label, outside of all block-level parts."""
        return self._headings[block] and self.stack.top is self.stack.document

    def _start(self, line: Part, holder: Part, level: int) -> None:
        """Make this the current line."""
        self.writer.start(line)
        self._level = level
        if self._all or line.kind != "paragraph":  # other paragraphs are never empty
            self._to_finish.append((line, holder))

    def is_in(self, level: int) -> bool:
        """Whether there is a current line, of this block-level element."""
        return self.writer.line is not None and level == self._level

    def inline(self, part: Part, anchor: int, mark: int, level: int, space: bool = False) -> None:
        """Add a part to the line, or to a new paragraph if the line has another element."""
        if self.climb(anchor).kind == "code":
            return
        writer = self.writer
        if writer.line is None or (writer.line.kind == "paragraph" and level != self._level):
            self.paragraph(level)
            space = False
        elif writer.broken and writer.line.children:
            space = writer.line.kind in LINES
            if not space:
                writer.end_line()
        writer.add(part, mark, space)

    def finish(self) -> list[Part]:
        """Tidy the lines, remove the empty ones, and return the block-level parts."""
        for line, holder in self._to_finish:
            self._tidy(line, holder)
        empty = {id(line): holder for line, holder in self._to_finish if not line.children}
        for holder in {id(one): one for one in empty.values()}.values():
            holder.children[:] = [one for one in holder.children if id(one) not in empty]
        document = self.stack.document
        if any(one and one.kind == "smiley" for one in self._details.pictures.values()):
            write_smileys(document)
        _span(document)
        return document.parts

    def _tidy(self, line: Part, holder: Part) -> None:
        if line.kind in LINES:
            tidy_line(line)
        if self._details.notes:
            without_brackets(line)
        if holder.kind == "footnote":
            without_label(line, holder)
            without_space(line)


def _span(part: Part) -> None:
    """Set the first and last block of a part, and of the parts in it, from their children."""
    for child in part.children:
        if isinstance(child, Part):
            if child.first < 0:
                _span(child)
            if child.first >= 0:
                part.first = child.first if part.first < 0 else part.first
                part.last = max(part.last, child.last)
