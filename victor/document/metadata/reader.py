"""Read the metadata of a page: :func:`read_metadata`."""

from collections.abc import Mapping
from typing import Any

from victor.arrays import Bools
from victor.document.metadata import others
from victor.document.metadata.authors import authors
from victor.document.metadata.evidence import Evidence
from victor.document.metadata.fields import Metadata
from victor.document.metadata.languages import language as language_of
from victor.document.metadata.modified import changed_after, modified, named_change, shown_change
from victor.document.metadata.published import published
from victor.document.metadata.site_names import site_names
from victor.document.metadata.sites import site as site_of
from victor.document.metadata.statements import Found
from victor.document.metadata.tags import tags
from victor.document.metadata.titles import title
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree


def read_metadata(
    tree: Tree,
    url: str | None = None,
    language: str | None = None,
    blocks: Blocks | None = None,
    content: Bools | None = None,
) -> Metadata:
    """Read a page's metadata from its head, JSON-LD, markup and text.

    Args:
        tree: the page, with attributes and JSON-LD.
        url: its URL; relative URLs are resolved against it.
        language: the header ``Content-Language``, for pages whose markup states no language.
        blocks: the page's text blocks; bylines and dates in the text are read only with them.
        content: [n] whether a block is main content, from which the language is detected.

    Returns:
        The metadata; with the page type only if ``blocks`` and ``content`` are given.
    """
    page = Evidence(tree, url or None, None, blocks, content)
    spoken = language_of(page, language)
    page = Evidence(tree, url or None, spoken.value if spoken else None, blocks, content)
    site = site_of(page)
    names = site_names(page, site)
    changed = modified(page)
    issued = published(page, changed)
    headline = title(page, names)
    single = {
        "title": headline,
        "date": issued,
        "modified": _modified(page, issued, changed),
        "site": site,
        "description": others.description(page, headline),
        "language": spoken,
        "url": others.canonical(page),
        "image": others.image(page),
        "licence": others.licence(page),
    }
    people = authors(page, _stated(page, site, names))
    named = [*people[0], *([site.value] if site else [])]
    several = {
        "authors": people,
        "tags": tags(page, headline, named),
        "robots": others.robots(page),
    }
    kind, probability = page.kind
    typed = {"page_type": kind, "page_type_probability": round(probability, 4)}
    return _metadata(single, several, typed if kind else {})


def _modified(page: Evidence, issued: Found | None, changed: Found | None) -> Found | None:
    """When the page was modified: as stated or marked, as a line shows, or as any name states."""
    shown = None if changed else shown_change(page, issued)
    return shown or changed_after(issued, changed or named_change(page))


def _stated(page: Evidence, site: Found | None, names: list[str]) -> list[str]:
    """The names of the site without one guessed from the page, as it may be the author's."""
    return site_names(page, None) if site and site.source in ("title", "text") else names


def _metadata(
    single: dict[str, Found | None],
    several: dict[str, tuple[list[str], str]],
    typed: Mapping[str, object],
) -> Metadata:
    values: dict[str, Any] = {name: found.value for name, found in single.items() if found}
    values |= typed
    values |= {name: tuple(found) for name, (found, _) in several.items()}
    sources = {name: found.source for name, found in single.items() if found}
    sources |= {name: source for name, (found, source) in several.items() if found}
    return Metadata(**values, sources=sources)
