"""What outputs are given: a page's labelled blocks, wherever the labels come from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from victor.config import CONTINUATION, OTHER


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

    @property
    def segments(self) -> list[Segment]:
        """The content, continuations attached; the first block is never one."""
        out: list[Segment] = []
        for block in self.blocks:
            if block.role == OTHER:
                continue
            if block.role == CONTINUATION and out:
                last = out[-1]
                joined = last.text + (" " if block.glue else "") + block.text
                out[-1] = Segment(last.label, last.role, joined)
            else:
                out.append(Segment(block.label, block.role, block.text))
        return out
