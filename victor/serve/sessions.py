"""The sessions of the playground: pages, corrections and taught models, in memory only."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from secrets import token_urlsafe

from victor.model import Model
from victor.serve.jobs import Choice, Corrections, Kept
from victor.serve.problem import Problem

MOST_SESSIONS, MOST_PAGES = 100, 50
MOST_BYTES, BYTES_OF_ALL = 40 << 20, 400 << 20  # of a session, and of all sessions
MOST_CORRECTIONS, CORRECTION = 20_000, 100  # per page, and bytes of each
LIFE, IDLE = 2 * 3600.0, 600.0  # idle seconds until a session ends; until it may be evicted


@dataclass(frozen=True)
class Entry:
    """A page of a session, how it was last shown, and its corrections by group of tasks."""

    page: Kept
    choice: Choice
    taught: bool = False
    done: bool = False  # whether its labels were confirmed and can be taught
    corrections: dict[str, Corrections] = field(default_factory=dict)

    @property
    def bytes(self) -> int:
        """The approximate size of the page and its corrections."""
        return len(self.page.html) + CORRECTION * sum(map(len, self.corrections.values()))

    def kept(self, group: str) -> Kept:
        """The page with the corrections for a group of tasks.

        Args:
            group: see :meth:`victor.serve.settings.Settings.group`.
        """
        return replace(self.page, corrections=self.corrections.get(group, {}))


@dataclass(frozen=True)
class Taught:
    """A model that was taught in a session."""

    task: str  # whose model it started from
    model: Model


class Session:
    """The pages and the taught model of one browser."""

    def __init__(self, now: float) -> None:
        self.seen = now
        self.entries: dict[int, Entry] = {}
        self.taught: Taught | None = None
        self.last = 0  # number of the last page that was added

    @property
    def bytes(self) -> int:
        """The approximate size of its pages and corrections."""
        return sum(entry.bytes for entry in self.entries.values())

    def entry(self, number: int) -> Entry:
        """The entry of a page.

        Args:
            number: the number of the page.

        Raises:
            Problem: 404, there is no such page.
        """
        if number not in self.entries:
            raise Problem(404, f"the session has no page {number}", "page")
        return self.entries[number]

    def add(self, entry: Entry) -> int:
        """Add a page; if the session is full, drop its oldest unfinished pages.

        Args:
            entry: the page; it gets a name that no other page of the session has.

        Returns:
            the number of the page.

        Raises:
            Problem: 429, the session is full of finished pages.
        """
        while len(self.entries) >= MOST_PAGES or self.bytes + entry.bytes > MOST_BYTES:
            spare = (number for number, one in self.entries.items() if not one.done)
            if (oldest := next(spare, None)) is None:
                raise _full()
            del self.entries[oldest]
        self.last += 1
        self.entries[self.last] = replace(entry, page=self._named(entry.page))
        return self.last

    def change(self, number: int, entry: Entry) -> None:
        """Replace the entry of a page.

        Args:
            number: the number of the page.
            entry: the new entry.

        Raises:
            Problem: 404, there is no such page; 429, there is no room for the corrections.
        """
        growth = entry.bytes - self.entry(number).bytes
        if growth > 0 and self.bytes + growth > MOST_BYTES:
            raise _full()
        self.entries[number] = entry

    def choose(self, number: int, choice: Choice, taught: bool) -> None:
        """Set the options of a page, if it is still in the session.

        Args:
            number: the number of the page.
            choice: the cleaning options.
            taught: whether to use the taught model.
        """
        if number in self.entries:
            self.entries[number] = replace(self.entries[number], choice=choice, taught=taught)

    def show_taught(self, task: str) -> None:
        """Use the taught model for all pages of a task."""
        for number, entry in self.entries.items():
            if entry.choice.task == task:
                self.entries[number] = replace(entry, taught=True)

    def _named(self, page: Kept) -> Kept:
        """The page with a name that is unique in the session, ignoring case."""
        used = {entry.page.name.casefold() for entry in self.entries.values()}
        stem, count, name = page.name.removesuffix(".html"), 1, page.name
        while name.casefold() in used:
            count += 1
            name = f"{stem}-{count}.html"
        return replace(page, name=name)


def _full() -> Problem:
    limits = f"{MOST_PAGES} pages, {MOST_BYTES >> 20} MB"
    return Problem(429, f"the session is full ({limits}): download it and start over")


class Sessions:
    """All sessions, by random tokens.

    Args:
        clock: returns the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._all: dict[str, Session] = {}

    def __len__(self) -> int:
        return len(self._all)

    @property
    def bytes(self) -> int:
        """The approximate size of all sessions."""
        return sum(session.bytes for session in self._all.values())

    def find(self, token: str) -> Session | None:
        """The session of a token, whose idle time starts over; None if unknown or expired.

        Args:
            token: from :meth:`begin`.
        """
        self._expire()
        session = self._all.get(token)
        if session is not None:
            session.seen = self._clock()
        return session

    async def expire(self) -> None:
        """End the sessions that have expired."""
        self._expire()

    def _expire(self) -> None:
        now = self._clock()
        self._all = {key: one for key, one in self._all.items() if now - one.seen < LIFE}

    def begin(self) -> tuple[str, Session]:
        """Begin a session; return its token and the session.

        Raises:
            Problem: 503, too many sessions are in use.
        """
        self._make_room(sessions=1)
        token, session = token_urlsafe(32), Session(self._clock())
        self._all[token] = session
        return token, session

    def make_room(self, size: int) -> None:
        """End idle sessions, the longest idle first, until there is room.

        Args:
            size: bytes to add.

        Raises:
            Problem: 413, this is more than a session may have; 503, too many sessions are in use.
        """
        if size > MOST_BYTES:
            raise Problem(413, f"expected at most {MOST_BYTES:,} bytes, found {size:,}")
        self._make_room(size=size)

    def _make_room(self, sessions: int = 0, size: int = 0) -> None:
        while len(self._all) + sessions > MOST_SESSIONS or self.bytes + size > BYTES_OF_ALL:
            token = min(self._all, key=lambda key: self._all[key].seen)
            if self._clock() - self._all[token].seen < IDLE:
                raise Problem(503, f"busy: {len(self._all)} sessions are in use", retry=60)
            del self._all[token]

    def end(self, token: str) -> None:
        """End a session.

        Args:
            token: from :meth:`begin`.
        """
        self._all.pop(token, None)
