"""What the parts of a page are built from, as columns."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Ints
from victor.document.kinds.footnotes import NONE, Footnotes
from victor.tree.players import is_player

if TYPE_CHECKING:
    from victor.document.building.details import Details

Numbers = NDArray[np.uint8]  # of kinds
_WRITTEN = frozenset(("formula", "smiley"))
IMAGE_EVENT, INSET_EVENT, BREAK_EVENT = 2, 4, 5  # kinds of events


class Texts(NamedTuple):
    """The c texts that are content, in document order."""

    block: Ints  # [c]
    piece: list[str]  # [c] white space normalised
    space: Bools  # [c] whether white space or a tag that ends a line precedes it
    divided: Bools  # [c] whether tags between the previous text and this one end a paragraph
    breaks: Bools  # [c] whether ``br`` is between the previous text and this one


class Events(NamedTuple):
    """The e events: texts, elements that become parts, images, rules, formulas and line breaks.

    They are in document order. Line breaks are included only on pages with images or formulas.

    The anchor, mark and level of an event are the nearest elements around it that become a part,
    that mark text, and that are block-level.
    """

    kind: Ints  # [e] 0 to 5, in the order above
    number: Ints  # [e] of the text among those that are content, of the element, or of the inset
    anchor: Ints  # [e]
    mark: Ints  # [e]
    level: Ints  # [e]


class Labels(NamedTuple):
    """The labels of the n blocks, as columns."""

    headings: Bools  # [n]
    items: Bools  # [n] of lists
    continues: Bools  # [n] continues the block before


class Elements(NamedTuple):
    """The m elements of the page."""

    parent: Ints  # [m]
    opened: Ints  # [m] see :class:`~victor.tree.tree.Tree`
    part: Numbers  # [m] the number in KINDS of the part that it becomes
    marks: Numbers  # [m] the number of the mark that it becomes
    mark: Ints  # [m] the nearest element at or above it that marks text
    as_usual: Bools  # [m] see :class:`~victor.document.building.details.Details`
    linked: Ints  # [m] as :func:`~victor.document.texts.links.linked_lines` returns it


@dataclass(frozen=True)
class Source:
    """What the parts of a page are built from."""

    details: "Details"
    events: Events
    texts: Texts
    labels: Labels
    elements: Elements
    numbers: Ints  # [c] the numbers of the texts in the tree
    notes: Footnotes = NONE
    drawn: Bools | None = None  # [t] the texts of the page that are drawn from formulas

    @property
    def columns(self) -> tuple[Events, Texts, Labels, Elements]:
        """The columns that :func:`assembled` reads."""
        return self.events, self.texts, self.labels, self.elements

    @property
    def is_simple(self) -> bool:
        """Whether there are no footnotes, formulas, smileys, and players within texts."""
        if self.notes.notes or self.notes.references:
            return False
        pictures = self.details.pictures.values()
        if any(one is not None and one.kind in _WRITTEN for one in pictures):
            return False
        tree, insets = self.details.tree, self.events.number[self.events.kind == INSET_EVENT]
        rows = zip(insets.tolist(), tree.inset[insets, 1].tolist(), strict=True)
        return all(not offset and is_player(tree.source[one]) for one, offset in rows)
