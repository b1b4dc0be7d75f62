"""Which page comes first: the one that would teach most."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from victor.annotate.state import State
from victor.annotate.store import File
from victor.annotate.suggestions import Told, hear, told
from victor.annotate.view import PageView
from victor.page import host


@dataclass(frozen=True)
class Entry:
    """A page of the list, as it was when it was last looked at."""

    path: Path
    file: File
    title: str
    blocks: int
    decided: int
    entropy: float  # bits
    site: str  # the host, as far as it is known
    told: Told  # what its decisions say of pages of the same site

    @property
    def done(self) -> bool:
        """Whether every block has a label."""
        return self.decided == self.blocks


def entry(path: Path, file: File, sheet: PageView, state: State) -> Entry:
    """A page's line in the list."""
    site = host(sheet.url)
    said = told(sheet, state.labels)
    return Entry(path, file, sheet.title, len(sheet), state.decided, sheet.entropy, site, said)


def heard(sheet: PageView, path: Path, entries: Sequence[Entry]) -> PageView:
    """A page with what the decisions on the other pages of its site say of its blocks."""
    site = host(sheet.url)
    others = [one.told for one in entries if one.site == site and one.path != path]
    return replace(sheet, told=hear(sheet, others))


def by_uncertainty(entries: Sequence[Entry]) -> list[Entry]:
    """Pages that are not done first, and of these the one that the model knows least of.

    By total token entropy (Settles and Craven, *An Analysis of Active Learning Strategies for
    Sequence Labeling Tasks*, 2008, section 3.1): the entropies of all blocks added up, as a long
    page that is doubtful throughout teaches more than a short one.
    """
    return sorted(entries, key=lambda one: (one.done, -one.entropy, str(one.path)))


def by_name(entries: Sequence[Entry]) -> list[Entry]:
    """As the pages are called."""
    return sorted(entries, key=lambda one: str(one.path))


ORDERS: Mapping[str, Callable[[Sequence[Entry]], list[Entry]]] = {
    "uncertain": by_uncertainty,
    "name": by_name,
}
