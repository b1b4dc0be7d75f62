"""Build the tree of parts from events: texts, elements, images, rules, insets and breaks.

A *line* holds inline parts and text. It is a heading, a term, a caption or else a paragraph, which
begins wherever a block-level tag, whatever its name, separates two texts.
"""

from itertools import chain
from typing import Any

from victor.compiled import door
from victor.document.building.details import Details
from victor.document.building.insets import (
    ATTACHED,
    add_formula,
    add_inset,
    is_spaced_after,
    is_spaced_before,
    part_of_inset,
)
from victor.document.building.lines import Lines
from victor.document.building.references import References
from victor.document.building.source import MOST_MARKS, Elements, Events, Labels, Source
from victor.document.building.stack import DEEPEST
from victor.document.parts import Part
from victor.document.texts.pieces import INVISIBLE, Texts
from victor.document.vocabulary import KINDS, LINES

_CLOSING = frozenset(",.;:!?)]}%…”’»")  # signs without a space before them
_WITH_RULES = frozenset("document quotation item definition post footnote".split())


def built(source: Source) -> list[Part]:
    """Build the block-level parts of a page.

    Args:
        source: what the parts are built from.
    """
    if not source.is_simple:
        return Builder(source).run()
    return assembled(source.details, *chain.from_iterable(source.columns))


@door("parts", KINDS=" ".join(KINDS), DEEPEST=DEEPEST, MOST_MARKS=MOST_MARKS)
def assembled(details: Details, *columns: Any) -> list[Part]:
    """Build the block-level parts of a page without footnotes, formulas and smileys.

    Args:
        details: the attributes of parts.
        columns: of :class:`Events`, :class:`Texts`, :class:`Labels` and :class:`Elements`.
    """
    events, texts = Events(*columns[:5]), Texts(*columns[5:10])
    labels, elements = Labels(*columns[10:13]), Elements(*columns[13:])
    numbers = texts.block  # stand-in: only footnotes and formulas need the numbers in the tree
    return Builder(Source(details, events, texts, labels, elements, numbers)).run()


class Builder:
    """Builds parts from events in document order; ``add`` has a method for each kind of event.

    Each method takes the element, the inset, or the index of the text in :class:`Texts`, then the
    anchor, mark and level of the event; see :class:`Events`.
    """

    def __init__(self, source: Source) -> None:
        self.add = self.text, self.block, self.image, self.rule, self.inset, self.line_break
        self.source, self.details, self.tree = source, source.details, source.details.tree
        self.piece, self.blocks = source.texts.piece, source.texts.block.tolist()
        self.space, self.divided, self.breaks = (column.tolist() for column in source.texts[2:])
        self.continues = source.labels.continues.tolist()
        self.lines, self.references = Lines(source), References(source)
        self.writer = self.lines.writer
        self.pending: list[tuple[int, Part]] = []  # insets in the next text, by offset
        self.pictured: tuple[str, int, int] | None = None  # see `is_repeated`

    def run(self) -> list[Part]:
        """Process all events, and return the block-level parts."""
        events = zip(*(column.tolist() for column in self.source.events), strict=True)
        for kind, number, anchor, mark, level in events:
            self.add[kind](number, anchor, mark, level)
        return self.lines.finish()

    def block(self, element: int, anchor: int, mark: int, level: int) -> None:
        """Open the part of an element."""
        self.lines.climb(anchor)
        self.lines.open(Part(KINDS[self.source.elements.part.item(element)], None, element))

    def rule(self, element: int, anchor: int, mark: int, level: int) -> None:
        """Add a rule between block-level parts; none in a line, a list or a table."""
        if self.lines.climb(anchor).kind in _WITH_RULES:
            self.lines.add(Part("rule", None, element))

    def line_break(self, element: int, anchor: int, mark: int, level: int) -> None:
        """Note a line break, to be added before the next text, image or formula of the line."""
        self.writer.broken = True

    # ---- texts ----

    def text(self, place: int, anchor: int, mark: int, level: int) -> None:
        """Add a text between two tags."""
        self.lines.climb(anchor)
        writer, block = self.writer, self.blocks[place]
        line, space = writer.line, False
        if line is None or self.is_divided(line, place, block, level):
            line = self.lines.paragraph(level, block)
        else:
            space = self.separate(line, place, mark)
        line.first = block if line.first < 0 else line.first
        writer.has_text, writer.broken, line.last = True, None, block
        if mark and self.references.take(writer, mark, space):
            return
        if self.pending:
            self.with_insets(place, mark, level, space)
        else:
            writer.write(self.piece[place], mark, space)

    def is_divided(self, line: Part, place: int, block: int, level: int) -> bool:
        """Whether a text begins a new paragraph."""
        if line is self.lines.stack.top or self.continues[block]:
            return False
        if not self.writer.has_text:  # only images or formulas
            return not self.lines.is_in(level)
        if self.divided[place]:
            return True
        return self.breaks[place] and (line.kind == "heading" or self.lines.is_heading(block))

    def separate(self, line: Part, place: int, mark: int) -> bool:
        """Add the line break before a text, if any; return whether a space precedes the text."""
        writer = self.writer
        if not self.is_broken(place):
            return self.is_spaced(place)
        if line.kind in LINES:
            return True
        if writer.in_code_with(mark):
            writer.append("\n")
        else:
            writer.end_line()
        return False

    def is_broken(self, place: int) -> bool:
        """Whether a line break is between the children of the current line and a text."""
        writer = self.writer  # between texts, `breaks` counts, too
        if writer.has_text:
            return self.breaks[place] and writer.broken is not False
        return bool(writer.broken and writer.spot)

    def is_spaced(self, place: int) -> bool:
        """Whether a space is before a text that no line break precedes."""
        writer = self.writer
        if writer.follows("smiley"):  # texts before images always end in white space
            return self.space[place] and self.piece[place][0] not in _CLOSING
        if writer.follows("formula"):
            return is_spaced_after(self.source, int(self.source.numbers[place]))
        return self.space[place] if writer.has_text else bool(writer.spot)

    def with_insets(self, place: int, mark: int, level: int, space: bool) -> None:
        """Add a text with the pending formulas and players in it."""
        raw, block, done = self.tree.text[self.source.numbers[place]], self.blocks[place], 0
        pending, self.pending = self.pending, []
        for offset, part in [*pending, (len(raw), None)]:
            chunk, done = raw[done:offset], max(done, offset)
            words = " ".join(chunk.split())
            if words and self.writer.line is None:
                line, space = self.lines.paragraph(level), False
                line.first = line.last = block
                self.writer.has_text = True
            if words:
                self.writer.write(words.translate(INVISIBLE), mark, space)
            if part:
                anchor, is_spaced = self.lines.stack.elements[-1], chunk[-1:].isspace()
                add_inset(self.lines, part, anchor, mark, level, is_spaced and bool(words))
            space = raw[done : done + 1].isspace()

    # ---- images, formulas and players ----

    def image(self, element: int, anchor: int, mark: int, level: int) -> None:
        """Add an image, or the formula or smiley for which it stands, to the line or a new one."""
        part, lines = self.details.pictures[element], self.lines
        if part and part.kind in ("formula", "smiley"):
            space = is_spaced_before(self.source, int(self.tree.opened[element]))
            space = space and not (part.kind == "smiley" and self.writer.follows("smiley"))
            add_formula(lines, part, anchor, mark, level, space)
        elif part and not self.is_repeated(part, anchor, mark, level):
            line = self.writer.line
            lines.inline(part, anchor, mark, level, bool(line and line.children))

    def is_repeated(self, image: Part, anchor: int, mark: int, level: int) -> bool:
        """Whether an unlinked image only repeats the one before, e.g. for other screen sizes.

        In another item or cell, it may have another meaning; in the same line, it may be a count.
        """
        seen, opened = self.pictured, int(self.source.elements.opened[image.element])
        self.pictured = (image.attributes["address"], opened, anchor)
        return self.pictured == seen and not mark and not self.lines.is_in(level)

    def inset(self, number: int, anchor: int, mark: int, level: int) -> None:
        """Add a formula or player before a text, or keep it until the text that it is in."""
        part = part_of_inset(self.details, number)
        text, offset = self.tree.inset[number, :2].tolist()
        if part is None:
            return
        if offset:
            self.pending.append((offset, part))
            return
        space = part.kind == "formula" and is_spaced_before(self.source, text)
        space = space and not str(part.children[0]).startswith(ATTACHED)
        add_inset(self.lines, part, anchor, mark, level, space)
