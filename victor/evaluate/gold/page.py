"""An annotated page: the source, and labelled text in reading order."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from victor.config import OTHER
from victor.page import host


@dataclass(frozen=True, slots=True)
class GoldSegment:
    """A piece of a page with what it is: paragraph, header, list, other, or a corpus' own name."""

    role: str
    text: str


@dataclass(frozen=True)
class GoldPage:
    """A page with its gold.

    Gold ties to text, never to a block's number, so that segmentation can change under it.
    """

    id: str
    html: bytes
    url: str | None
    segments: Sequence[GoldSegment]
    complete: bool = False  # whether the segments hold the boilerplate too, as ``other``
    kind: str = ""  # page type, where the corpus says
    reference: str | None = None  # the plain text to score against, if not that of the segments
    merge: Mapping[str, str] = field(default_factory=dict)  # a corpus' own roles to common ones
    undecided: int = 0  # blocks that nobody has labelled yet

    @property
    def host(self) -> str:
        """What folds are split by: the site, else the page itself."""
        return host(self.url).removeprefix("www.") or self.id

    @property
    def text(self) -> str:
        """The content, to score words against."""
        if self.reference is not None:
            return self.reference
        return "\n".join(segment.text for segment in self.segments if self.role(segment) != OTHER)

    def role(self, segment: GoldSegment, known: Collection[str] = ()) -> str:
        """A segment's own role if it is among ``known``, else the common one."""
        return segment.role if segment.role in known else self.merge.get(segment.role, segment.role)


def natural(path: Path) -> tuple[int, str]:
    """A key that puts 2 before 10."""
    stem = path.name.partition(".")[0]
    return (int(stem) if stem.isdigit() else 0, path.name)
