"""Build the tree of parts from events: texts, elements, images, rules, insets and breaks.

A *line* holds inline parts and text. It is a heading, a term, a caption or else a paragraph, which
begins wherever a block-level tag, whatever its name, separates two texts.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from victor.arrays import Bools
from victor.compiled import door
from victor.document.building.details import DEFAULTS, Details
from victor.document.building.source import Elements, Events, Labels, Source
from victor.document.kinds.formulas import is_display, latex
from victor.document.parts import Part
from victor.document.pictures.smileys import write_smileys
from victor.document.texts.content import INVISIBLE, Texts
from victor.document.texts.lines import tidy_line, without_brackets, without_label, without_space
from victor.document.vocabulary import KINDS, LINES, ONLY, WITHIN
from victor.tree.players import is_player

_DEEPEST = 40  # nested parts; deeper elements become no parts
_MOST_MARKS = 8  # nested inline parts around a text
_GROUPS = frozenset(("\\begingroup", "\\endgroup"))  # formulas that show nothing
_CLOSING = frozenset(",.;:!?)]}%…”’»")  # signs without a space before them
_GOING_ON = frozenset(("emphasis", "strong", "deleted", "link"))


def built(source: Source) -> list[Part]:
    """Build the block-level parts of a page.

    Args:
        source: what the parts are built from.
    """
    if not source.is_simple:
        return Builder(source).run()
    return assembled(source.details, *chain.from_iterable(source.columns))


@door("parts", KINDS=" ".join(KINDS), DEEPEST=_DEEPEST, MOST_MARKS=_MOST_MARKS)
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
        block, self.piece, *before = source.texts
        self.blocks: list[int] = block.tolist()
        self.space, self.divided, self.breaks = _lists(before)
        self.headings, self.items, self.continues = _lists(source.labels)
        self.document = Part("document")
        self.stack = [self.document]  # open parts
        self.open = [0]  # their elements
        self.instead: dict[int, int] = {}  # element that became no part: element of the part around
        self.line: Part | None = None  # the current line
        self.level = 0  # its block-level element
        self.lines: list[tuple[Part, Part]] = []  # lines to finish, and their holders
        self.all_lines = bool(source.notes.references) or len(self.tree.source) > 0
        self.spot: list[Part | str] = []  # where text goes: the children of the line or a mark
        self.mark = 0  # the innermost mark element that is open; negative: for images only
        self.marks: list[tuple[int, Part]] = []  # the open marks
        self.for_image = False  # whether marks are being opened for an image or a formula
        self.linked: dict[int, Part | None] = {}  # the line of each link
        self.references = source.notes.references
        self.referred: set[int] = set()  # references already added
        self.of_notes = {0: 0}  # see `noted`
        self.pending: list[tuple[int, Part]] = []  # insets in the next text, by offset
        self.has_text = False  # whether the line has text
        # Whether a break follows the last text, image or formula; None if none follows a text.
        self.broken: bool | None = None
        self.pictured: tuple[str, int, int] | None = None  # see `is_repeated`

    def run(self) -> list[Part]:
        """Process all events, and return the block-level parts."""
        events = zip(*(column.tolist() for column in self.source.events), strict=True)
        for kind, number, anchor, mark, level in events:
            self.add[kind](number, anchor, mark, level)
        return self.finish()

    def marks_around(self, element: int) -> list[int]:
        """The mark elements at or above an element, outermost first."""
        parent, nearest = self.source.elements.parent, self.source.elements.mark
        found = list[int]()
        element = int(nearest[element])
        while element and len(found) < _MOST_MARKS:
            found.append(element)
            element = int(nearest[parent[element]])
        return found[::-1]

    def outer_mark(self, element: int) -> int:
        """The nearest mark element above an element; 0 if there is none."""
        elements = self.source.elements
        return int(elements.mark[elements.parent[element]])

    # ---- block-level parts ----

    def climb(self, anchor: int) -> Part:
        """Close parts up to the part of an element, and return that part."""
        if self.instead:
            anchor = self.instead.get(anchor, anchor)
        if self.open[-1] != anchor:
            self.line = None
            while self.open[-1] != anchor:
                self.stack.pop()
                self.open.pop()
        return self.stack[-1]

    def block(self, element: int, anchor: int, mark: int, level: int) -> None:
        """Open the part of an element, unless parts of its kind are not allowed here."""
        top = self.climb(anchor)
        kind = KINDS[self.source.elements.part[element]]
        too_deep = len(self.stack) > _DEEPEST and kind != "code"  # the text of code would be lost
        if too_deep or not _may_be_in(kind, top.kind):
            self.instead[element] = self.open[-1]
            return
        part = Part(kind, None, element)
        self.details.describe(part)
        holder = self.holder(top, kind)
        holder.children.append(part)
        self.stack.append(part)
        self.open.append(element)
        self.line = None
        if kind in LINES:
            self.start(part, holder, element)

    def holder(self, top: Part, kind: str) -> Part:
        """The part to which a child of this kind can be added: ``top``, or a wrapper in it."""
        within, only = WITHIN.get(kind), ONLY.get(top.kind)
        if not within and not only:
            return top
        if kind == "cell" and top.kind == "table":
            return self.loose_row(top)
        if within and top.kind != within:
            return self.last_of(self.holder(top, within), within, top)
        if only and kind not in only:
            return self.holder(self.last_of(top, only[0], top), kind)
        return top

    def loose_row(self, table: Part) -> Part:
        """The row for a cell that is in no row."""
        last = table.children[-1] if table.children else None
        if not isinstance(last, Part) or last.kind != "row" or last.element != table.element:
            last = Part("row", None, table.element)
            table.children.append(last)
        return last

    def last_of(self, holder: Part, kind: str, top: Part) -> Part:
        """The last child if it is of this kind, else a new wrapper of this kind."""
        last = holder.children[-1] if holder.children else None
        if isinstance(last, Part) and last.kind == kind:
            return last
        part = Part(kind, None, top.element)
        self.details.describe(part, wraps=True)
        holder.children.append(part)
        return part

    def rule(self, element: int, anchor: int, mark: int, level: int) -> None:
        """Add a rule between block-level parts; none in a line, a list or a table."""
        top = self.climb(anchor)
        if top.kind in ("document", "quotation", "item", "definition", "post", "footnote"):
            self.line = None
            top.children.append(Part("rule", None, element))

    # ---- lines ----

    def start(self, line: Part, holder: Part, level: int) -> None:
        """Make this the current line."""
        self.line, self.level, self.spot = line, level, line.children
        if self.all_lines or line.kind != "paragraph":  # other paragraphs are never empty
            self.lines.append((line, holder))
        self.mark, self.has_text, self.broken = 0, False, None
        self.marks.clear()

    def paragraph(self, top: Part, level: int, block: int = -1) -> Part:
        """Start a paragraph, or a heading or list item if its first block is labelled as one."""
        line, holder = Part("paragraph", None, level), top
        if top is not self.document:
            holder = self.holder(top, "paragraph")
        elif block >= 0:
            if self.headings[block]:
                line = Part("heading", None, level, **DEFAULTS["heading"])
            if self.items[block]:
                holder = Part("item", None, level, **DEFAULTS["item"])
                self.last_of(top, "list", top).children.append(holder)
        holder.children.append(line)
        self.start(line, holder, level)
        return line

    def text(self, place: int, anchor: int, mark: int, level: int) -> None:
        """Add a text between two tags."""
        if self.open[-1] != anchor:
            self.climb(anchor)
        line, block = self.line, self.blocks[place]
        if line is None or self.is_divided(line, place, block, level):
            line, space = self.paragraph(self.stack[-1], level, block), False
            line.first = block
            if not mark and not self.pending:  # the usual case
                self.has_text, line.last = True, block
                self.spot.append(self.piece[place])
                return
        else:
            space = self.separate(line, place)
            line.first = block if line.first < 0 else line.first
        self.has_text, self.broken, line.last = True, None, block
        if self.references and mark and self.is_note_sign(mark, space):
            return
        if self.pending:
            self.with_insets(place, mark, level, space)
        else:
            self.write(self.piece[place], mark, space)

    def is_divided(self, line: Part, place: int, block: int, level: int) -> bool:
        """Whether a text begins a new paragraph."""
        if line is self.stack[-1] or self.continues[block]:
            return False
        if not self.has_text:  # only images or formulas
            return level != self.level
        if self.divided[place]:
            return True
        return self.breaks[place] and (line.kind == "heading" or self.is_heading(block))

    def is_heading(self, block: int) -> bool:
        """Whether a block is a heading by its label, outside of all block-level parts."""
        return self.headings[block] and self.stack[-1] is self.document

    def separate(self, line: Part, place: int) -> bool:
        """Add the line break before a text, if any; return whether a space precedes the text."""
        broken = self.broken  # for an image or formula before; between texts, `breaks` counts, too
        if self.has_text:
            broken = self.breaks[place] and broken is not False
        last = self.spot[-1] if self.spot else None
        if self.follows_smiley() and not broken:
            return self.space[place] and self.piece[place][0] not in _CLOSING
        if isinstance(last, Part) and last.kind == "formula":
            if not broken:
                return self.is_spaced(int(self.source.numbers[place]))
        elif not self.has_text and not (broken and self.spot):
            return bool(self.spot)
        if not broken:
            return self.space[place]
        if line.kind in LINES:
            return True
        if self.marks and self.marks[-1][1].kind == "code_span":
            self.append("\n")
        else:
            self.end_line()
        return False

    def follows_smiley(self) -> bool:
        """Whether the last child is a smiley: texts before images always end in white space."""
        last = self.spot[-1] if self.spot else None
        return isinstance(last, Part) and last.kind == "smiley"

    def line_break(self, element: int, anchor: int, mark: int, level: int) -> None:
        """Note a line break, to be added before the next text, image or formula of the line."""
        self.broken = True

    def end_line(self) -> None:
        """Add a line break outside of marks."""
        self.enter(0)
        self.spot.append(Part("break"))

    def is_note_sign(self, mark: int, space: bool) -> bool:
        """Whether a text belongs to a footnote reference, which is added, or to a link back."""
        outer = self.noted(mark)
        if outer and outer in self.references and outer not in self.referred:
            self.referred.add(outer)
            label = self.references[outer]
            self.enter(self.around_reference(outer), space)
            self.spot.append(Part("reference", None, outer, label=label))
        return outer > 0

    def noted(self, mark: int) -> int:
        """The nearest mark from ``mark`` upwards that is a reference or a link back; 0 for none."""
        path, found = [], self.of_notes
        while mark not in found:
            is_one = mark in self.references or mark in self.source.notes.back
            path.append(mark)
            mark = self.outer_mark(mark) if not is_one else found.setdefault(mark, mark)
        found.update(dict.fromkeys(path, found[mark]))
        return found[mark]

    def around_reference(self, element: int) -> int:
        """The nearest mark around a reference that is not a superscript; 0 if there is none."""
        mark = self.outer_mark(element)
        while mark and KINDS[self.source.elements.marks[mark]] == "superscript":
            mark = self.outer_mark(mark)
        return mark

    def append(self, text: str) -> None:
        """Append text to the current line or mark."""
        spot = self.spot
        if spot and isinstance(spot[-1], str):
            spot[-1] += text
        else:
            spot.append(text)

    def write(self, piece: str, mark: int, space: bool) -> None:
        """Add text in its marks; a space before it goes outside of the marks that begin here."""
        if mark == self.mark:
            piece = f" {piece}" if space else piece
        else:
            self.enter(mark, space, _going(piece))
        self.append(piece)

    def enter(self, mark: int, space: bool = False, goes_on: int = 0) -> None:
        """Close and open marks until text goes into ``mark``, which may continue the last one.

        ``goes_on``: see :func:`_going`.
        """
        line, marks, around = self.line, self.marks, self.marks_around(mark)
        assert line is not None
        shared = 0
        while shared < min(len(marks), len(around)) and marks[shared][0] == around[shared]:
            shared += 1
        del marks[shared:]
        self.spot = marks[-1][1].children if marks else line.children
        self.mark = mark
        if space:
            self.append(" ")
        for element in around[shared:]:
            self.begin(element, goes_on)

    def begin(self, element: int, goes_on: int) -> None:
        """Open a mark; it has no effect if ``is_mute`` or not ``is_link``."""
        kind = KINDS[self.source.elements.marks[element]]
        part = Part(kind, None, element)
        if self.is_mute(kind) or (kind == "link" and not self.is_link(part)):
            self.marks.append((element, Part(part.kind, self.spot)))  # text goes where it went
            return
        before = self.like_before(part, goes_on) if goes_on else None
        if before:
            self.go_on(before)
        else:
            self.spot.append(part)
            self.spot = part.children
        if kind == "link" and self.is_elsewhere(element):
            element, self.mark = -element, -self.mark  # so that the next text closes it
        self.marks.append((element, before or part))

    def like_before(self, part: Part, goes_on: int) -> Part | None:
        """The preceding mark that a new one continues: editors split phrases into several marks.

        White space may separate emphasis, and links to the same URL if the second continues in
        lower case: others are buttons and names. A mark that ends in an image is not continued, nor
        is a label, which ends in a colon, across white space.
        """
        spot = self.spot
        spaced = goes_on > (2 if part.kind == "link" else 1) and len(spot) > 1 and spot[-1] == " "
        before = spot[-2] if spaced else spot[-1] if spot else ""
        if isinstance(before, str) or before.kind != part.kind or part.kind not in _GOING_ON:
            return None
        last = before.children[-1] if before.children else ""
        is_image = isinstance(last, Part) and last.kind == "image"
        is_label = spaced and isinstance(last, str) and last.endswith(":")
        return None if is_image or is_label or before.attributes != part.attributes else before

    def is_mute(self, kind: str) -> bool:
        """Whether a mark has no effect, as one of its kind or a code span is open."""
        return bool(self.marks) and any(one.kind in (kind, "code_span") for _, one in self.marks)

    def is_link(self, part: Part) -> bool:
        """Whether a link has a URL and belongs to this line; if so, set its URL.

        A link without a URL is often an anchor that is never closed: links in it are valid.
        """
        address = self.details.address(part.element)
        if not address:
            part.kind = "document"
            return False
        if not self.is_linked(part.element):
            return False
        part.attributes["address"] = address
        return True

    def is_linked(self, link: int) -> bool:
        """Whether a link applies here: to one of the lines in it, and to images before that."""
        elsewhere, line = self.is_elsewhere(link), self.line
        before = self.for_image if elsewhere else not self.has_text
        if before and self.source.elements.linked[link] and link not in self.linked:
            return True
        return not elsewhere and self.linked.setdefault(link, line) is line

    def is_elsewhere(self, link: int) -> bool:
        """Whether a link around several lines belongs to a line other than this one."""
        assert self.line is not None
        return int(self.source.elements.linked[link]) not in (0, link, self.line.element)

    def go_on(self, part: Part) -> None:
        """Reopen a closed mark, and move the white space after it into it."""
        space = part is not self.spot[-1]
        if space:
            del self.spot[-1]
        self.spot = part.children
        if space:
            self.append(" ")

    # ---- images, formulas and players ----

    def image(self, element: int, anchor: int, mark: int, level: int) -> None:
        """Add an image, or the formula or smiley for which it stands, to the line or a new one."""
        part = self.details.pictures[element]
        if part and part.kind in ("formula", "smiley"):
            space = self.is_spaced_before(int(self.tree.opened[element]))
            space = space and not (part.kind == "smiley" and self.follows_smiley())
            self.add_formula(part, anchor, mark, level, space)
        elif part and not self.is_repeated(part, anchor, mark, level):
            self.inline(part, anchor, mark, level, bool(self.line and self.line.children))

    def is_repeated(self, image: Part, anchor: int, mark: int, level: int) -> bool:
        """Whether an unlinked image only repeats the one before, e.g. for other screen sizes.

        In another item or cell, it may have another meaning; in the same line, it may be a count.
        """
        seen, opened = self.pictured, int(self.source.elements.opened[image.element])
        self.pictured = (image.attributes["address"], opened, anchor)
        in_line = self.line is not None and level == self.level
        return self.pictured == seen and not mark and not in_line

    def inline(self, part: Part, anchor: int, mark: int, level: int, space: bool = False) -> None:
        """Add a part to the line, or to a new paragraph if the line has another element."""
        top = self.climb(anchor)
        if top.kind == "code":
            return
        if self.line is None or (self.line.kind == "paragraph" and level != self.level):
            self.paragraph(top, level)
            space = False
        elif self.broken and self.line.children:
            space = self.line.kind in LINES
            if not space:
                self.end_line()
        if mark != abs(self.mark):
            self.for_image = True
            self.enter(mark, space)
            self.for_image = False
        elif space:
            self.append(" ")
        self.spot.append(part)
        self.broken = False

    def inset(self, number: int, anchor: int, mark: int, level: int) -> None:
        """Add a formula or player before a text, or keep it until the text that it is in."""
        part = _of_inset(self.details, number)
        text, offset = self.tree.inset[number, :2].tolist()
        if part is None:
            return
        if offset:
            self.pending.append((offset, part))
            return
        is_formula = part.kind == "formula"
        self.add_inset(part, anchor, mark, level, is_formula and self.is_spaced_before(text))

    def is_spaced_before(self, text: int) -> bool:
        """Whether white space is between the content before a text and an inset there.

        That between two tags is known only if a script has drawn the formula.
        """
        last = int(np.searchsorted(self.source.numbers, text)) - 1
        last = int(self.source.numbers[last]) if last >= 0 else -1
        if self.is_drawn(last + 1):
            return bool(self.tree.spaced[last + 1])
        return last >= 0 and self.tree.text[last][-1:].isspace()

    def is_spaced(self, text: int) -> bool:
        """Whether white space is between a formula and a text, as far as it is known."""
        if self.is_drawn(text - 1):
            return bool(self.tree.spaced[text])
        return self.tree.text[text][:1].isspace()

    def is_drawn(self, text: int) -> bool:
        """Whether a script has drawn a text from a formula."""
        drawn = self.source.drawn
        return drawn is not None and 0 <= text < len(drawn) and bool(drawn[text])

    def add_inset(self, part: Part, anchor: int, mark: int, level: int, space: bool) -> None:
        """Add a formula, or a player, which is a paragraph, or a link in a heading or caption."""
        if part.kind == "formula":
            self.add_formula(part, anchor, mark, level, space)
            return
        top = self.climb(anchor)
        if top.kind in LINES:
            self.inline(part, anchor, 0, level, bool(top.children))
        elif top.kind != "code":
            self.holder(top, "paragraph").children.append(Part("paragraph", [part], level))
            self.line = None

    def add_formula(self, part: Part, anchor: int, mark: int, level: int, space: bool) -> None:
        """Add a formula to the line, or as a block-level part if it is displayed as one."""
        last = self.spot[-1] if self.spot else None
        space = space or (isinstance(last, Part) and last.kind == "formula")
        if not part.attributes["display"]:
            self.inline(part, anchor, mark, level, space)
            return
        top = self.climb(anchor)
        if top.kind in LINES or top.kind == "code":
            part.attributes["display"] = False
            self.inline(part, anchor, mark, level, space)
            return
        self.holder(top, "formula").children.append(part)
        self.line = None

    def with_insets(self, place: int, mark: int, level: int, space: bool) -> None:
        """Add a text with the pending formulas and players in it."""
        raw, done, pending = self.tree.text[self.source.numbers[place]], 0, self.pending
        self.pending = []
        for offset, part in [*pending, (len(raw), None)]:
            chunk, done = raw[done:offset], max(done, offset)
            words = " ".join(chunk.split())
            if words and self.line is None:
                line, block = self.paragraph(self.stack[-1], level), self.blocks[place]
                line.first = line.last = block
                self.has_text, space = True, False
            if words:
                self.write(words.translate(INVISIBLE), mark, space)
            if part:
                anchor = self.open[-1]
                self.add_inset(part, anchor, mark, level, chunk[-1:].isspace() and bool(words))
            space = raw[done : done + 1].isspace()

    # ---- the end ----

    def finish(self) -> list[Part]:
        """Tidy the lines, remove the empty ones, and return the block-level parts."""
        for line, holder in self.lines:
            if line.kind in LINES:
                tidy_line(line)
            if self.details.notes:
                without_brackets(line)
            if holder.kind == "footnote":
                without_label(line, holder)
                without_space(line)
        empty = {id(line): holder for line, holder in self.lines if not line.children}
        for holder in {id(one): one for one in empty.values()}.values():
            holder.children[:] = [one for one in holder.children if id(one) not in empty]
        if any(one and one.kind == "smiley" for one in self.details.pictures.values()):
            write_smileys(self.document)
        _span(self.document)
        return self.document.parts


def _lists(columns: Sequence[Bools]) -> list[list[bool]]:
    return [column.tolist() for column in columns]


def _going(piece: str) -> int:
    """How a text may continue the mark before it.

    0 for punctuation, which continues none; 1 for a label, only without white space; 2 for other
    texts, also after white space in emphasis; 3 for lower case, also in links.
    """
    if not (piece[:1].isalnum() or piece[-1:].isalnum()):
        return 0
    if piece[:1].islower():
        return 3
    return 1 if piece.endswith(":") else 2


def _of_inset(details: Details, number: int) -> Part | None:
    """The part of a formula, or the link to what a player plays; None if nothing is shown."""
    tree = details.tree
    source = tree.source[number]
    if is_player(source):
        return details.player(number)
    tex = latex(source)
    if not tex or tex.strip() in _GROUPS:
        return None
    return Part("formula", [tex], int(tree.inset[number, 2]), display=is_display(tree, number))


def _may_be_in(kind: str, top: str) -> bool:
    """Whether a part of this kind can be in a part of the kind ``top``."""
    if top in LINES:
        return False
    if kind == "footnote" and top not in ("document", "quotation", "footnote"):
        return True
    if kind == "row":
        return top == "table"
    if kind == "cell":
        return top in ("row", "table")
    return True


def _span(part: Part) -> None:
    """Set the first and last block of a part, and of the parts in it, from their children."""
    for child in part.children:
        if isinstance(child, Part):
            if child.first < 0:
                _span(child)
            if child.first >= 0:
                part.first = child.first if part.first < 0 else part.first
                part.last = max(part.last, child.last)
