"""Draw a random sample of pages from files and crawls: :func:`sample`."""

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from victor.batch.chunk import Reading
from victor.batch.inputs import inputs
from victor.batch.record import Record, page_of
from victor.batch.sources import SOURCES
from victor.errors import VictorError
from victor.page.urls import host


class Drawn(NamedTuple):
    """A page with its random number."""

    number: bytes
    site: str
    record: Record


@dataclass
class Sample:
    """Random pages, at most ``count``, and at most ``per_host`` of a site.

    Which pages are drawn depends on the seed and on their ids, not on their order.
    """

    count: int
    per_host: int
    seed: int = 0
    pages: list[Drawn] = field(default_factory=list)  # sorted by number
    seen: int = 0  # inputs that are pages, as far as they had to be read
    skipped: int = 0  # other inputs

    @property
    def records(self) -> list[Record]:
        """The pages that were drawn, in random order."""
        return [page.record for page in self.pages]

    def add(self, record: Record) -> None:
        """Draw a page, or not.

        Args:
            record: the page, as read by a source.
        """
        if record.skip is not None:
            self.skipped += 1
            return
        self.seen += 1
        number = self._number(record)
        if len(self.pages) < self.count or number < self.pages[-1].number:
            page = Drawn(number, _site(record), record)
            pages = self._with(page)
            if not any(one is page for one in pages):
                return
            if _is_page(record):
                self.pages = pages
            else:
                self.seen, self.skipped = self.seen - 1, self.skipped + 1

    def _number(self, record: Record) -> bytes:
        name = f"{self.seed}\0{record.source}\0{record.id}".encode("utf-8", "replace")
        return blake2b(name, digest_size=8).digest()

    def _with(self, page: Drawn) -> list[Drawn]:
        """The pages with the smallest numbers, of each site and of all, if a page is added."""
        pages = self.pages.copy()
        insort(pages, page, key=attrgetter("number"))
        of_site = Counter[str]()
        kept = []
        for one in pages:
            of_site[one.site] += 1
            if of_site[one.site] <= self.per_host:
                kept.append(one)
        return kept[: self.count]


def sample(records: Iterable[Record], count: int, per_host: int, seed: int = 0) -> Sample:
    """Draw pages at random, in memory for ``count`` pages.

    Args:
        records: pages, as read by sources.
        count: the maximum number of pages.
        per_host: the maximum number of pages of a site.
        seed: of the random numbers.
    """
    found = Sample(count, per_host, seed)
    for record in records:
        found.add(record)
    return found


def records(names: Sequence[str], kind: str | None, reading: Reading) -> Iterator[Record]:
    """Yield the pages of files, directories and crawls.

    Args:
        names: see :func:`~victor.batch.inputs.inputs`, also for ``kind``.
        reading: how to read them.

    Raises:
        VictorError: see :func:`~victor.batch.inputs.inputs`; there is a URL, or an extra is
            missing.
    """
    for one_kind, group in groupby(inputs(names, kind), key=lambda one: one.kind):
        if one_kind not in SOURCES:
            raise VictorError(f"{next(group).name}: save this page to a file first")
        source = SOURCES[one_kind](reading)
        for chunk in source.chunks(group):
            yield from source.records(chunk)


def _is_page(record: Record) -> bool:
    try:
        page_of(record)
    except VictorError:
        return False
    return True


def _site(record: Record) -> str:
    """The host of a page; its own id without a URL, so that each page is a site."""
    return host(record.url) or record.id
