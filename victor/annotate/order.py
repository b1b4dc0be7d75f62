"""The entries of the page list, and its sort orders."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from victor.annotate.state import State
from victor.annotate.store import File
from victor.annotate.suggestions import Decisions, decisions, weighted_counts
from victor.annotate.view import PageView
from victor.page import host


@dataclass(frozen=True)
class Entry:
    """A page in the list, as last loaded or saved."""

    path: Path
    file: File
    title: str
    blocks: int
    decided: int
    entropy: float  # bits
    site: str  # the host; empty if unknown
    decisions: Decisions  # for suggestions on other pages of the site

    @property
    def done(self) -> bool:
        """Whether every block has a label."""
        return self.decided == self.blocks


def entry(path: Path, file: File, view: PageView, state: State) -> Entry:
    """The list entry of a page in a given state."""
    counts, site = decisions(view, state.labels), host(view.url)
    return Entry(path, file, view.title, len(view), state.decided, view.entropy, site, counts)


def with_other_pages(view: PageView, path: Path, entries: Sequence[Entry]) -> PageView:
    """The view of the page at ``path`` with the decisions on other pages of its site."""
    site = host(view.url)
    others = [one.decisions for one in entries if one.site == site and one.path != path]
    return replace(view, from_other_pages=weighted_counts(view, others))


def by_uncertainty(entries: Sequence[Entry]) -> list[Entry]:
    """Unfinished pages first, by decreasing total token entropy.

    The sum of the entropies of all blocks, not their mean: a long page with many uncertain blocks
    teaches more than a short one (Settles and Craven, *An Analysis of Active Learning Strategies
    for Sequence Labeling Tasks*, 2008, section 3.1).
    """
    return sorted(entries, key=lambda one: (one.done, -one.entropy, str(one.path)))


def by_name(entries: Sequence[Entry]) -> list[Entry]:
    """Sort by path."""
    return sorted(entries, key=lambda one: str(one.path))


ORDERS: Mapping[str, Callable[[Sequence[Entry]], list[Entry]]] = {
    "uncertain": by_uncertainty,
    "name": by_name,
}
