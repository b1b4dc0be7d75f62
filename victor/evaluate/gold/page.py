"""Annotated pages: HTML, and labelled text in reading order."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from victor.config import OTHER
from victor.page import host


@dataclass(frozen=True, slots=True)
class GoldSegment:
    """A labelled piece of text."""

    role: str  # paragraph, header, list, continuation, other, or a role of the corpus
    text: str


@dataclass(frozen=True)
class GoldPage:
    """A page with its gold: labelled texts, independent of a segmentation into blocks."""

    id: str
    html: bytes
    url: str | None
    segments: Sequence[GoldSegment]
    complete: bool = False  # whether the segments include the boilerplate, as ``other``
    kind: str = ""  # page type, if the corpus states one
    reference: str | None = None  # plain text to score against; None: that of the segments
    merge: Mapping[str, str] = field(default_factory=dict)  # corpus roles to common roles
    undecided: int = 0  # number of blocks that the annotator has not labelled
    corpus: str = ""  # name of its directory, and of the convention that the gold follows

    @property
    def host(self) -> str:
        """The site of the page, used to split folds.

        If the URL is unknown, the page's id up to an underscore, as in ``SITE_1``.
        """
        name = self.id.rpartition("/")[2]
        return host(self.url).removeprefix("www.") or name.partition("_")[0] or self.id

    @property
    def text(self) -> str:
        """The main content as plain text, to score words against."""
        if self.reference is not None:
            return self.reference
        return "\n".join(segment.text for segment in self.segments if self.role(segment) != OTHER)

    def mapped(self, roles: Mapping[str, str]) -> "GoldPage":
        """The page with its roles renamed.

        ``roles`` maps roles of the page, or the common roles they are merged into, to new roles. If
        content becomes boilerplate, the reference text is replaced by that of the segments.
        """
        if not roles:
            return self
        segments = [self._renamed(segment, roles) for segment in self.segments]
        pairs = zip(segments, self.segments, strict=True)
        is_less = any(new.role == OTHER != old.role for new, old in pairs)
        return replace(self, segments=segments, reference=None if is_less else self.reference)

    def _renamed(self, segment: GoldSegment, roles: Mapping[str, str]) -> GoldSegment:
        merged = self.merge.get(segment.role, segment.role)
        return replace(segment, role=roles.get(segment.role, roles.get(merged, segment.role)))

    def role(self, segment: GoldSegment, known: Collection[str] = ()) -> str:
        """The role of a segment if it is in ``known``, else the common role it is merged into."""
        return segment.role if segment.role in known else self.merge.get(segment.role, segment.role)


def natural(path: Path) -> tuple[int, str]:
    """Sort key that orders numeric file names by value: 2 before 10."""
    stem = path.name.partition(".")[0]
    return (int(stem) if stem.isdecimal() else 0, path.name)
