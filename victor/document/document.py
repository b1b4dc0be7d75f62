"""A page with labelled blocks, whether a model or an annotator has labelled them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from victor.config import CONTINUATION, OTHER, UNDECIDED
from victor.data import Labels
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree


class Block(NamedTuple):
    """A unit of the text of a page with its label."""

    label: str  # its key in the task: p
    role: str  # what the key means: paragraph
    text: str
    space_before: bool = True  # whether white space or a block-level tag precedes it
    score: float = 1.0  # probability of the label
    element: int = 0  # its number in ``tree``
    tree: Tree | None = None

    @property
    def xpath(self) -> str:
        """Its element in the parsed page, as ``/html/body/p[2]``; empty if unknown."""
        return self.tree.xpath(self.element) if self.tree else ""

    def __repr__(self) -> str:
        text = self.text if len(self.text) <= 60 else f"{self.text[:59]}…"
        return f"<Block {self.label} {self.score:.2f} {text!r}>"


class Segment(NamedTuple):
    """A paragraph, header or list item: a block joined with its continuations."""

    label: str
    role: str
    text: str


@dataclass(frozen=True)
class LabelledBlocks(Sequence[Block]):
    """The n blocks of a page as columns; each :class:`Block` is created on access."""

    y: NDArray[np.int32]  # [n] numbers of labels
    labels: Sequence[tuple[str, str]]  # key and role, by number
    text: Sequence[str]  # [n]
    space_before: NDArray[np.bool_]  # [n]
    score: NDArray[np.float32]  # [n]
    element: NDArray[np.int32]  # [n] numbers of elements in ``tree``
    tree: Tree

    def __len__(self) -> int:
        return len(self.y)

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
        """The blocks with the numbers [c]."""
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
        """Label, role, text and ``space_before`` of each block, without creating it."""
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
    score = labels.scores[np.arange(len(labels.y)), labels.y]
    return LabelledBlocks(
        labels.y,
        list(names.items()),
        blocks.text,
        blocks.space_before,
        score,
        blocks.node,
        blocks.tree,
    )


@dataclass(frozen=True)
class Document:
    """A labelled page."""

    id: str
    url: str | None
    blocks: Sequence[Block]
    labels: Mapping[str, str]  # key to role
    title: str = ""
    task: str = ""
    confidence: float = 1.0  # expected word F1
    at: int | None = None  # the block where an annotator stopped

    @property
    def segments(self) -> list[Segment]:
        """The main content, continuations attached; a leading one starts a segment."""
        parts: list[tuple[str, str, list[str]]] = []
        for label, role, text, space_before in self._rows():
            if role in (OTHER, UNDECIDED):
                continue
            if role == CONTINUATION and parts:
                parts[-1][2].append(f" {text}" if space_before else text)
            else:
                parts.append((label, role, [text]))
        return [Segment(label, role, "".join(texts)) for label, role, texts in parts]

    def _rows(self) -> Iterable[tuple[str, str, str, bool]]:
        if isinstance(self.blocks, LabelledBlocks):
            return self.blocks.rows()
        return (block[:4] for block in self.blocks)
