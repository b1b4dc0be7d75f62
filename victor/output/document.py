"""What outputs are given: a page's labelled blocks, wherever the labels come from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from victor.config import CONTINUATION, OTHER, UNDECIDED


class Block(NamedTuple):
    """A block of a page with what was decided."""

    label: str  # the task's key, as p
    role: str  # what the key means, as paragraph
    text: str
    glue: bool = True  # whether white space stood before it
    score: float = 1.0  # probability of the label
    xpath: str = ""


class Segment(NamedTuple):
    """A paragraph, header or list item: a block and its continuations, joined as written."""

    label: str
    role: str
    text: str


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
        for label, role, text, glue, _, _ in self.blocks:
            if role in (OTHER, UNDECIDED):
                continue
            if role == CONTINUATION and out:
                last = out[-1]
                out[-1] = Segment(last.label, last.role, f"{last.text}{' ' if glue else ''}{text}")
            else:
                out.append(Segment(label, role, text))
        return out
