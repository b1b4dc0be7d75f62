"""The structure of a document: a tree of :class:`Part` that outputs walk.

A part that stands by itself (a paragraph, a list) is *block-level*; one within a line of text (a
link, emphasis) is *inline*. Text between inline parts is a plain string in ``children``, white
space normalised: a space at its start or end separates it from its neighbours.

=============  ==============================================  ====================================
kind           children                                        attributes
=============  ==============================================  ====================================
heading        inline                                          level: 1 to 6
paragraph      inline
list           item                                            ordered; start: first number;
                                                               reversed: True if it counts down
item           block-level                                     checked: state of task box, or None;
                                                               number: if some do not follow others
definitions    term, definition
term           inline
definition     block-level
table          caption (at most one, first), row
row            cell
cell           block-level                                     header; colspan, rowspan: 1 or more
code           a single string, its white space exact          language: "" if unknown
quotation      block-level
figure         block-level, caption
caption        inline
rule           none
formula        a single string, LaTeX                          display: on its own line
footnote       block-level                                     label: the one in references to it
post           block-level                                     author, date: "" if unknown; depth
link           inline                                          address: absolute if possible
image          none                                            address, alt
emphasis       inline
strong         inline
deleted        inline
subscript      inline
superscript    inline
code_span      a single string
break          none
reference      none                                            label: of a footnote
=============  ==============================================  ====================================

A formula with ``display`` is block-level, others are inline. An image may be either.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from victor.errors import shortened

INLINE = frozenset(
    "link image emphasis strong deleted subscript superscript code_span break reference".split()
)

_OF_TEXT = INLINE | frozenset("heading paragraph term caption code formula rule".split())


class Part:
    """A part of a document.

    Not a dataclass, which would double the time to create it: documents have hundreds of parts.
    """

    __slots__ = ("attributes", "children", "element", "first", "kind", "last")

    def __init__(
        self,
        kind: str,
        children: "list[Part | str] | None" = None,
        element: int = 0,
        **attributes: Any,
    ) -> None:
        """Create a part.

        Args:
            kind: see the table of this module, also for ``attributes``.
            children: parts and strings; none by default.
            element: its element in the tree of the page.
        """
        self.kind = kind
        self.children: list[Part | str] = [] if children is None else children
        self.element = element
        self.first = self.last = -1  # its first and last block; -1 if it has no text
        self.attributes = attributes

    def get(self, name: str) -> Any:
        """An attribute; None if the part does not have it."""
        return self.attributes.get(name)

    @property
    def is_inline(self) -> bool:
        """Whether it is within a line of text."""
        return self.kind in INLINE or (self.kind == "formula" and not self.attributes["display"])

    @property
    def parts(self) -> "list[Part]":
        """The children that are parts."""
        return [one for one in self.children if isinstance(one, Part)]

    def walk(self) -> "Iterator[Part]":
        """The part and all parts in it, in document order."""
        pending = [self]
        while pending:
            part = pending.pop()
            yield part
            pending += [one for one in part.children[::-1] if isinstance(one, Part)]

    def __repr__(self) -> str:
        about = "".join(f" {name}={value!r}" for name, value in self.attributes.items())
        return f"<Part {self.kind}{about} {shortened(text_in(self.children), 60)!r}>"


def blocks_in(parts: "Iterable[Part]") -> "Iterator[Part]":
    """Block-level parts and those nested in them, in document order.

    Args:
        parts: block-level parts.
    """
    pending = [*parts][::-1]
    while pending:
        part = pending.pop()
        yield part
        if part.kind not in _OF_TEXT:
            pending += part.parts[::-1]


def cells_of(table: Part) -> "Iterator[Part]":
    """The cells of a table, row by row, and the inline parts of its caption.

    Args:
        table: a part.
    """
    return (cell for row in table.parts for cell in row.parts)


def numbers_of(part: Part, items: "Iterable[Part]") -> list[int]:
    """The numbers of the items of an ordered list.

    Args:
        part: the list.
        items: its items.
    """
    number, step, found = part.get("start"), -1 if part.get("reversed") else 1, list[int]()
    for item in items:
        own = item.get("number")
        found.append((1 if number is None else number) if own is None else own)
        number = found[-1] + step
    return found


def text_in(children: "Iterable[Part | str]") -> str:
    """Join all strings in children and their descendants.

    Args:
        children: parts and strings.
    """
    return "".join(one if isinstance(one, str) else text_in(one.children) for one in children)
