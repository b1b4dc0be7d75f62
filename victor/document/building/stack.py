"""The block-level parts that are open while parts are built, and which parts may be in others."""

from victor.document.building.details import Details
from victor.document.parts import Part
from victor.document.vocabulary import LINES, ONLY, WITHIN

DEEPEST = 40  # nested parts; deeper elements become no parts


class Stack:
    """The block-level parts that are open, outermost first."""

    def __init__(self, details: Details) -> None:
        self._details = details
        self.document = self.top = Part("document")  # `top`: the innermost open part
        self.parts = [self.document]
        self.elements = [0]  # of the parts
        self._instead: dict[int, int] = {}  # elements that became no part: those of parts around

    def climb(self, anchor: int) -> bool:
        """Close parts up to the part of an element, and return whether this closed any."""
        anchor = self._instead.get(anchor, anchor)
        if self.elements[-1] == anchor:
            return False
        while self.elements[-1] != anchor:
            self.parts.pop()
            self.elements.pop()
        self.top = self.parts[-1]
        return True

    def open(self, part: Part) -> Part | None:
        """Open a part, and return the part that it was added to; None if it may not be here."""
        too_deep = len(self.parts) > DEEPEST and part.kind != "code"  # its text would be lost
        if too_deep or not _may_be_in(part.kind, self.top.kind):
            self._instead[part.element] = self.elements[-1]
            return None
        self._details.describe(part)
        holder = self.add(part)
        self.parts.append(part)
        self.elements.append(part.element)
        self.top = part
        return holder

    def add(self, part: Part) -> Part:
        """Add a part to the innermost open one, or to a wrapper in it; return which it was."""
        holder = self._holder(self.top, part.kind)
        holder.children.append(part)
        return holder

    def _holder(self, top: Part, kind: str) -> Part:
        """The part to which a child of this kind can be added: ``top``, or a wrapper in it."""
        within, only = WITHIN.get(kind), ONLY.get(top.kind)
        if not within and not only:
            return top
        if kind == "cell" and top.kind == "table":
            return _loose_row(top)
        if within and top.kind != within:
            return self._last_of(self._holder(top, within), within, top)
        if only and kind not in only:
            return self._holder(self._last_of(top, only[0], top), kind)
        return top

    def _last_of(self, holder: Part, kind: str, top: Part) -> Part:
        """The last child if it is of this kind, else a new wrapper of this kind."""
        last = holder.children[-1] if holder.children else None
        if isinstance(last, Part) and last.kind == kind:
            return last
        part = Part(kind, None, top.element)
        self._details.describe(part, wraps=True)
        holder.children.append(part)
        return part


def _loose_row(table: Part) -> Part:
    """The row for a cell that is in no row."""
    last = table.children[-1] if table.children else None
    if not isinstance(last, Part) or last.kind != "row" or last.element != table.element:
        last = Part("row", None, table.element)
        table.children.append(last)
    return last


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
