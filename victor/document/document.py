"""What outputs are given: a page's labelled blocks, wherever the labels come from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from victor.config import CONTINUATION, OTHER, UNDECIDED


class Block(NamedTuple):
    """A block of a page with what was decided."""

    label: str  # the task's key, as p
    role: str  # what the key means, as paragraph
    text: str
    space_before: bool = True  # whether white space stood before it
    score: float = 1.0  # probability of the label
    xpath: str = ""


class Segment(NamedTuple):
    """A paragraph, header or list item: a block and its continuations, joined as written."""

    label: str
    role: str
    text: str


@dataclass(frozen=True)
class Decided(Sequence[Block]):
    """Blocks as columns, n of them: each is made when it is asked for."""

    y: NDArray[np.int32]  # [n] the number of its label
    labels: Sequence[tuple[str, str]]  # key and role, by number
    text: Sequence[str]  # [n]
    space_before: NDArray[np.bool_]  # [n]
    score: NDArray[np.float32]  # [n]

    def __len__(self) -> int:
        return len(self.y)

    @overload
    def __getitem__(self, place: int) -> Block: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Block]: ...
    def __getitem__(self, place: Any) -> Any:
        places = np.arange(len(self))[place]
        return self.chosen(places) if isinstance(place, slice) else self.chosen([places])[0]

    def __iter__(self) -> Iterator[Block]:
        return iter(self.chosen(np.arange(len(self))))

    def chosen(self, places: Any) -> list[Block]:
        """The blocks of some numbers."""
        labels = [self.labels[number] for number in self.y[places].tolist()]
        text = [self.text[place] for place in np.asarray(places).tolist()]
        space_before, score = self.space_before[places].tolist(), self.score[places].tolist()
        return [
            Block(key, role, text, space_before, score)
            for (key, role), text, space_before, score in zip(
                labels, text, space_before, score, strict=True
            )
        ]

    def content(self) -> list[Block]:
        """The blocks that are not boilerplate."""
        boilerplate = np.array([role == OTHER for _, role in self.labels])  # every block is decided
        return self.chosen(np.flatnonzero(~boilerplate[self.y]))


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
    at: int | None = None  # the block that an annotator has come to

    @property
    def segments(self) -> list[Segment]:
        """The content, continuations attached; the first block is never one."""
        out: list[Segment] = []
        for label, role, text, space_before, _, _ in self._content():
            if role == CONTINUATION and out:
                last = out[-1]
                out[-1] = Segment(
                    last.label, last.role, f"{last.text}{' ' if space_before else ''}{text}"
                )
            else:
                out.append(Segment(label, role, text))
        return out

    def _content(self) -> Sequence[Block]:
        if isinstance(self.blocks, Decided):
            return self.blocks.content()
        return [block for block in self.blocks if block.role not in (OTHER, UNDECIDED)]
