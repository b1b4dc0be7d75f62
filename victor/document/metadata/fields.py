"""The record of a page's metadata: :class:`Metadata`."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Metadata:
    """The metadata of a page; unknown fields are None or empty.

    ``sources`` states where each field was found, such as ``json-ld`` or ``meta og:title``.
    """

    title: str | None = None
    authors: tuple[str, ...] = ()
    date: str | None = None  # of publication, ISO 8601: 2026-03-14, or with a time
    modified: str | None = None  # ISO 8601
    site: str | None = None
    description: str | None = None
    language: str | None = None  # BCP 47
    url: str | None = None  # canonical, absolute
    image: str | None = None  # absolute
    licence: str | None = None
    tags: tuple[str, ...] = ()
    page_type: str | None = None
    page_type_probability: float | None = None
    robots: tuple[str, ...] = ()  # directives such as noindex, noai
    sources: Mapping[str, str] = field(default_factory=dict)

    @property
    def author(self) -> str | None:
        """The authors, joined by a comma and a space."""
        return ", ".join(self.authors) or None
