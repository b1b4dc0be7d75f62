"""How to write the parts of a document: :class:`Style`."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any


@dataclass(frozen=True)
class Style:
    """How to write parts; headings, cells and link texts have derived styles."""

    links: bool
    images: bool
    html_tables: bool
    dollars: bool  # the document has formulas, so dollar signs are escaped
    notes: frozenset[str]  # labels of linked footnotes; others are plain text
    in_cell: bool = False
    in_link: bool = False
    on_a_line: bool = False  # a line break would end the part
    beside_text: bool = False  # readers may join the part with others to one paragraph

    @cached_property
    def of_link(self) -> "Style":
        """The style of link texts and alternative texts."""
        return replace(self, in_link=True)

    @cached_property
    def of_line(self) -> "Style":
        """The style of headings, captions and terms."""
        return replace(self, on_a_line=True)

    @cached_property
    def of_joined(self) -> "Style":
        """The style of terms and definitions, and of the labels of notes."""
        return replace(self, beside_text=True)

    @cached_property
    def of_cell(self) -> "Style":
        """The style of table cells."""
        return replace(self, in_cell=True, on_a_line=True)


@lru_cache(maxsize=64)
def style_of(*fields: Any) -> Style:
    """A style, cached together with the styles derived from it."""
    return Style(*fields)
