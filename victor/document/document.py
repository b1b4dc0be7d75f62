"""A page with blocks labelled by a model or an annotator."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np

from victor.arrays import Bools, Floats, Ints
from victor.config import CONTINUATION, HEADER, LIST, OTHER, UNDECIDED
from victor.data import Labels
from victor.document.content import Content
from victor.document.parts import Part
from victor.document.structure import structure
from victor.document.texts.pieces import INVISIBLE
from victor.document.title_heading import heading_of, with_heading, without_own_link
from victor.errors import pluralize, shortened
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

if TYPE_CHECKING:
    from victor.document.metadata import Metadata
    from victor.document.roles import Post

_LIKELY = 0.5  # probability that a page is a thread
_TEXT = 100  # characters of a text that is too long for a title


class Block(NamedTuple):
    """A unit of the text of a page with its label."""

    label: str  # its key in the task, e.g. p
    role: str  # the meaning of the key, e.g. paragraph
    text: str
    space_before: bool = True  # whether white space or a block-level tag precedes it
    score: float = 1.0  # probability of the label
    element: int = 0  # its number in ``tree``
    tree: Tree | None = None

    @property
    def xpath(self) -> str:
        """The XPath of its element in the parsed page: ``/html/body/p[2]``; empty if unknown."""
        return self.tree.xpath(self.element) if self.tree else ""

    def __repr__(self) -> str:
        text = shortened(self.text, 60)
        return f"<Block {self.label} {self.score:.2f} {text!r}>"


class Segment(NamedTuple):
    """A paragraph, header or list item: a block joined with its continuations."""

    label: str
    role: str
    text: str


@dataclass(frozen=True, eq=False)
class LabelledBlocks(Sequence[Block]):
    """The n blocks of a page as columns; each :class:`Block` is created on access."""

    y: Ints  # [n] numbers of labels
    labels: Sequence[tuple[str, str]]  # key and role, by number
    text: Sequence[str]  # [n]
    space_before: Bools  # [n]
    scores: Floats  # [n, k] probabilities of the k labels
    element: Ints  # [n] numbers of elements in ``tree``
    tree: Tree

    def __repr__(self) -> str:
        return f"<{pluralize(len(self), 'block')}>"

    def __len__(self) -> int:
        return len(self.y)

    @cached_property
    def score(self) -> Floats:
        """[n] the probability of each block's label."""
        return np.asarray(self.scores[np.arange(len(self.y)), self.y])

    @overload
    def __getitem__(self, place: int) -> Block: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Block]: ...
    def __getitem__(self, place: Any) -> Any:
        places = np.arange(len(self))[place]
        return self.take(places) if isinstance(place, slice) else self.take([places])[0]

    def __iter__(self) -> Iterator[Block]:
        return iter(self.take(np.arange(len(self))))

    def take(self, places: Any) -> list[Block]:
        """The blocks at ``places`` [c]."""
        columns = (self.space_before, self.score, self.element)
        space_before, score, element = (column[places].tolist() for column in columns)
        names = [self.labels[number] for number in self.y[places].tolist()]
        text = [self.text[place] for place in np.asarray(places).tolist()]
        return [
            Block(key, role, words, space, probability, node, self.tree)
            for (key, role), words, space, probability, node in zip(
                names, text, space_before, score, element, strict=True
            )
        ]

    def rows(self) -> Iterator[tuple[str, str, str, bool]]:
        """Label, role, text and ``space_before`` of each block; no :class:`Block` is created."""
        columns = (self.y.tolist(), self.text, self.space_before.tolist())
        for number, text, space_before in zip(*columns, strict=True):
            yield *self.labels[number], text, space_before


def labelled(blocks: Blocks, labels: Labels, names: Mapping[str, str]) -> LabelledBlocks:
    """The blocks of a page with their labels.

    Args:
        blocks: n blocks.
        labels: the labels of the blocks.
        names: the role of each key, in the order of the task.
    """
    return LabelledBlocks(
        labels.y,
        list(names.items()),
        blocks.text,
        blocks.space_before,
        labels.scores,
        blocks.node,
        blocks.tree,
    )


@dataclass(frozen=True, eq=False)
class Document:
    """A labelled page."""

    id: str
    url: str | None
    blocks: Sequence[Block]
    labels: Mapping[str, str]  # key to role
    title: str = ""
    task: str = ""
    estimate: Callable[[], float] | None = field(default=None, repr=False, compare=False)
    at: int | None = None  # the block where an annotator stopped
    language: str | None = None  # declared by an HTTP header
    content: Content | None = field(default=None, repr=False)  # None: the page is not available

    @cached_property
    def confidence(self) -> float:
        """The expected word F1, 0 to 1; 1 if a person has labelled the blocks."""
        return self.estimate() if self.estimate else 1.0

    @property
    def is_empty(self) -> bool:
        """Whether there is no main content."""
        return not self.content.kept.any() if self.content else not self.segments

    @cached_property
    def parts(self) -> list[Part]:
        """The main content as block-level parts; see :mod:`victor.document.parts`."""
        if self.content is None or not self.posts:
            return self.body
        return structure(self.content, self.posts)

    @cached_property
    def body(self) -> list[Part]:
        """The main content as parts, without posts, for formats that cannot represent them."""
        return structure(self.content) if self.content else list(map(_part, self.segments))

    @cached_property
    def lines(self) -> list[Part]:
        """The main content as parts of plain text: no images, links and other marks."""
        if self.content is None:
            return self.body
        return structure(self.content, marked=False)

    @cached_property
    def posts(self) -> "list[Post]":
        """The comments and the posts of a discussion that contain main content."""
        if self.content is None:
            return []
        from victor.document.roles import page_roles, posts  # slow to import

        blocks, kept = self.content.blocks, self.content.kept
        return [
            one for one in posts(blocks, page_roles(blocks)) if kept[one.first : one.last + 1].any()
        ]

    @cached_property
    def metadata(self) -> "Metadata":
        """What the page states about itself."""
        from victor.document.metadata import Metadata
        from victor.document.metadata.reader import read_metadata

        if self.content is None:
            return Metadata(title=self.title or None, url=self.url)
        blocks, kept = self.content.blocks, self.content.kept
        found = read_metadata(blocks.tree, self.url, self.language, blocks, kept)
        is_thread = found.page_type == "forum" and (found.page_type_probability or 0) >= _LIKELY
        if is_thread and not (found.authors and found.date):
            return self._with_opening_post(found)
        return found

    def _with_opening_post(self, found: "Metadata") -> "Metadata":
        """Complete the metadata of a thread from its first post if no long text precedes it."""
        from victor.document.metadata.threads import with_opening_post

        if self.content is None or not self.posts:
            return found
        opening = self.posts[0]
        before = np.flatnonzero(self.content.kept[: opening.first]).tolist()
        if any(len(self.content.blocks.text[one]) >= _TEXT for one in before):
            return found
        return with_opening_post(found, opening, self.url or found.url)

    @cached_property
    def heading(self) -> Part | None:
        """The title as a heading; None if there is none or the main content contains it."""
        return heading_of(self.stated_title or "", self.body)

    @cached_property
    def stated_title(self) -> str | None:
        """The title of the metadata, found without reading the rest of the metadata."""
        from victor.document.metadata.titles import read_title

        if self.content is None or "metadata" in self.__dict__:
            return self.metadata.title
        blocks, kept = self.content.blocks, self.content.kept
        return read_title(blocks.tree, self.url, blocks, kept)

    def titled(self, parts: Sequence[Part]) -> list[Part]:
        """The parts, beginning with the title unless they contain it.

        A title at the top becomes a heading of the first level, and is no link to the page itself.

        Args:
            parts: ``parts`` or ``body`` of the document.
        """
        if self.heading:
            return [self.heading, *parts]
        found = with_heading(self.stated_title, parts) if self.stated_title else list(parts)
        head = self.content.blocks.tree.head if self.content else {}
        return without_own_link(found, [self.url or "", head.get("canonical", "")])

    @property
    def segments(self) -> list[Segment]:
        """The main content with continuations attached; a leading one starts a segment.

        Soft hyphens and other invisible characters are left out.
        """
        parts: list[tuple[str, str, list[str]]] = []
        for label, role, text, space_before in self._content():
            if role == CONTINUATION and parts:
                parts[-1][2].append(f" {text}" if space_before else text)
            else:
                parts.append((label, role, [text]))
        return [
            Segment(label, role, " ".join("".join(texts).translate(INVISIBLE).split()))
            for label, role, texts in parts
        ]

    def _content(self) -> Iterable[tuple[str, str, str, bool]]:
        """Label, role, text and ``space_before`` of the blocks that are content."""
        if self.content is None or not isinstance(self.blocks, LabelledBlocks):
            rows = (block[:4] for block in self.blocks)
            return (row for row in rows if row[1] not in (OTHER, UNDECIDED))
        kept = self.content.kept.tolist()
        return (row for row, wanted in zip(self.blocks.rows(), kept, strict=True) if wanted)


def _part(segment: Segment) -> Part:
    """The part of a segment, for documents whose page is not available."""
    if segment.role == HEADER:
        return Part("heading", [segment.text], level=2)
    paragraph = Part("paragraph", [segment.text])
    if segment.role != LIST:
        return paragraph
    return Part("list", [Part("item", [paragraph], checked=None)], ordered=False, start=1)
