"""Write the inline parts of a line: text, the marks around it, and spaces."""

from typing import NamedTuple

from victor.document.building.details import Details
from victor.document.building.source import Elements
from victor.document.parts import Part
from victor.document.vocabulary import KINDS

Children = list[Part | str]
_CONTINUED = frozenset(("emphasis", "strong", "deleted", "link"))


class Mark(NamedTuple):
    """An open mark."""

    element: int  # negative if the next text closes it
    kind: str
    spot: Children  # where its text goes


class Writer:
    """Writes text and inline parts into the current line."""

    def __init__(self, details: Details, elements: Elements) -> None:
        self._details, self._elements = details, elements
        self.line: Part | None = None  # the current line
        self.spot: Children = []  # where text goes: the children of the line or a mark
        self.has_text = False  # whether the line has text
        # Whether a break follows the last text, image or formula; None if none follows a text.
        self.broken: bool | None = None
        self._marks: list[Mark] = []  # the open marks
        self._mark = 0  # the element of the last one; negative: for images only
        self._for_image = False  # whether marks are being opened for an image or a formula
        self._linked: dict[int, Part | None] = {}  # the line of each link

    def start(self, line: Part) -> None:
        """Make this the current line."""
        self.line, self.spot = line, line.children
        self._mark, self.has_text, self.broken = 0, False, None
        self._marks.clear()

    def follows(self, kind: str) -> bool:
        """Whether the last child is a part of this kind."""
        last = self.spot[-1] if self.spot else ""
        return not isinstance(last, str) and last.kind == kind

    def append(self, text: str) -> None:
        """Append text to the current line or mark."""
        spot = self.spot
        if spot and isinstance(spot[-1], str):
            spot[-1] += text
        else:
            spot.append(text)

    def write(self, text: str, mark: int, space: bool) -> None:
        """Add text in its marks; a space before it goes outside of the marks that begin here."""
        if mark == self._mark:
            text = f" {text}" if space else text
        else:
            self.enter(mark, space, _going(text))
        self.append(text)

    def add(self, part: Part, mark: int, space: bool) -> None:
        """Add an image, a formula or a player in its marks."""
        if mark != abs(self._mark):
            self._for_image = True
            self.enter(mark, space)
            self._for_image = False
        elif space:
            self.append(" ")
        self.spot.append(part)
        self.broken = False

    def end_line(self) -> None:
        """Add a line break outside of marks."""
        self.enter(0)
        self.spot.append(Part("break"))

    def in_code_with(self, mark: int) -> bool:
        """Whether the innermost open mark is a code span, and text in ``mark`` is in it, too."""
        last = self._marks[-1] if self._marks else None
        if last is None or last.kind != "code_span":
            return False
        return last.element in self._elements.marks_around(mark)

    def enter(self, mark: int, space: bool = False, goes_on: int = 0) -> None:
        """Close and open marks until text goes into ``mark``, which may continue the last one.

        ``goes_on``: see :func:`_going`.
        """
        line, marks, around = self.line, self._marks, self._elements.marks_around(mark)
        assert line is not None
        shared = 0
        while shared < min(len(marks), len(around)) and marks[shared].element == around[shared]:
            shared += 1
        del marks[shared:]
        self.spot = marks[-1].spot if marks else line.children
        self._mark = mark
        if space:
            self.append(" ")
        for element in around[shared:]:
            self._begin(element, goes_on)

    def _begin(self, element: int, goes_on: int) -> None:
        """Open a mark; if it has no effect, text still goes where it went before."""
        kind = KINDS[self._elements.marks.item(element)]
        part = Part(kind, None, element)
        if self._is_mute(kind) or (kind == "link" and not self._is_link(part)):
            self._marks.append(Mark(element, part.kind, self.spot))
            return
        before = _like_before(self.spot, part, goes_on) if goes_on else None
        if before:
            self._go_on(before)
        else:
            self.spot.append(part)
            self.spot = part.children
        if kind == "link" and self._is_elsewhere(element):
            element, self._mark = -element, -self._mark  # so that the next text closes it
        self._marks.append(Mark(element, kind, self.spot))

    def _go_on(self, part: Part) -> None:
        """Reopen a closed mark, and move the white space after it into it."""
        space = part is not self.spot[-1]
        if space:
            del self.spot[-1]
        self.spot = part.children
        if space:
            self.append(" ")

    def _is_mute(self, kind: str) -> bool:
        """Whether a mark has no effect, as one of its kind or a code span is open."""
        return bool(self._marks) and any(one.kind in (kind, "code_span") for one in self._marks)

    def _is_link(self, part: Part) -> bool:
        """Whether a link has a URL and belongs to this line; if so, set its URL.

        A link without a URL is often an anchor that is never closed: links in it are valid.
        """
        address = self._details.address(part.element)
        if not address:
            part.kind = "document"
            return False
        if not self._is_linked(part.element):
            return False
        part.attributes["address"] = address
        return True

    def _is_linked(self, link: int) -> bool:
        """Whether a link applies here: to one of the lines in it, and to images before that."""
        elsewhere = self._is_elsewhere(link)
        before = self._for_image if elsewhere else not self.has_text
        if before and self._elements.linked[link] and link not in self._linked:
            return True
        return not elsewhere and self._linked.setdefault(link, self.line) is self.line

    def _is_elsewhere(self, link: int) -> bool:
        """Whether a link around several lines belongs to a line other than this one."""
        assert self.line is not None
        return self._elements.linked.item(link) not in (0, link, self.line.element)


def _like_before(spot: Children, part: Part, goes_on: int) -> Part | None:
    """The preceding mark that a new one continues: editors split phrases into several marks.

    White space may separate emphasis, and links to the same URL if the second continues in lower
    case: others are buttons and names. A mark that ends in an image is not continued, nor is a
    label, which ends in a colon, across white space.
    """
    spaced = goes_on > (2 if part.kind == "link" else 1) and len(spot) > 1 and spot[-1] == " "
    before = spot[-2] if spaced else spot[-1] if spot else ""
    if isinstance(before, str) or before.kind != part.kind or part.kind not in _CONTINUED:
        return None
    last = before.children[-1] if before.children else ""
    is_image = isinstance(last, Part) and last.kind == "image"
    is_label = spaced and isinstance(last, str) and last.endswith(":")
    return None if is_image or is_label or before.attributes != part.attributes else before


def _going(text: str) -> int:
    """How a text may continue the mark before it.

    0 for punctuation, which continues none; 1 for a label, only without white space; 2 for other
    texts, also after white space in emphasis; 3 for lower case, also in links.
    """
    if not (text[:1].isalnum() or text[-1:].isalnum()):
        return 0
    if text[:1].islower():
        return 3
    return 1 if text.endswith(":") else 2
