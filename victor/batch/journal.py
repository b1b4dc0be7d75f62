"""What of a run is done, so that the same command goes on where it was cut off.

Output is strung together in a file aside (``NAME.part``), and the journal beside it
(``NAME.journal``) says up to which byte, and which chunks that covers. A line is added after the
bytes are on the disk; what lies behind the last whole line is cut off when a run goes on. Chunks
are cut and cleaned the same way every time, so that where a run was cut off leaves no trace.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from victor.errors import VictorError
from victor.files import make_folder

FORMAT = 1
_ANEW = "--restart begins anew"
Counts = Counter[tuple[str, str | None]]


@dataclass(frozen=True)
class State:
    """How far a run has come."""

    done: int = 0  # chunks with smaller numbers are done
    also: frozenset[int] = frozenset()  # and these
    size: int = 0  # bytes of output
    counts: Counts = field(default_factory=Counter)
    bytes: int = 0  # of the input
    finished: bool = False

    def has(self, number: int) -> bool:
        """Whether a chunk is done."""
        return number < self.done or number in self.also

    def after(self, number: int, size: int, counts: Counts, read: int) -> "State":
        """A chunk further: ``size`` bytes more of output, ``read`` of input."""
        done, also = self.done, {*self.also, number}
        while done in also:
            also.remove(done)
            done += 1
        counts = self.counts + counts
        return State(done, frozenset(also), self.size + size, counts, self.bytes + read)

    def line(self) -> str:
        """As it is written."""
        counts = [[status, reason, n] for (status, reason), n in self.counts.items()]
        told = {"done": self.done, "also": sorted(self.also), "size": self.size}
        told |= {"counts": counts, "bytes": self.bytes, "finished": self.finished}
        return json.dumps(told) + "\n"


def _state(told: Mapping[str, Any]) -> State:
    counts: Counts = Counter({(status, reason): n for status, reason, n in told["counts"]})
    also, size = frozenset(told["also"]), told["size"]
    return State(told["done"], also, size, counts, told["bytes"], told["finished"])


class Journal:
    """The journal and the output aside, open for one run."""

    def __init__(
        self, path: Path, part: Path, job: Mapping[str, str], others: bool, anew: bool = False
    ) -> None:
        """``job`` names what the output depends on, ``others``: workers write files, too.

        ``anew`` forgets what an unfinished run has done.

        Raises:
            VictorError: they are of another job, damaged, in use, or cannot be written.
        """
        self.path, self.part, self.others, self.state = path, part, others, State()
        self.moved = False  # all was done, and only the journal was left
        with _mending(path):
            make_folder(path.parent)
            self._lines = _locked(path)
            if anew:
                self._lines.truncate(0)
                part.unlink(missing_ok=True)
            self._read(job)
            self.moved = self.state.finished and not part.exists()
            self._open_output()

    def _open_output(self) -> None:
        self._out: IO[bytes] = self.part.open("ab")
        there = self._out.seek(0, os.SEEK_END)
        if there < self.state.size and not self.moved:
            said = f"{there} bytes, and {self.path.name} tells of {self.state.size}"
            raise VictorError(f"{self.part}: damaged: {said}; {_ANEW}")
        if not self.state.finished:
            self._out.truncate(self.state.size)
            self._out.seek(self.state.size)

    def _read(self, job: Mapping[str, str]) -> None:
        self._lines.seek(0)
        text = self._lines.read()
        whole = text[: text.rfind("\n") + 1]
        if not whole:
            self._lines.truncate(0)
            self._add(json.dumps({"format": FORMAT, **job}) + "\n")
            return
        try:
            before, *states = map(json.loads, whole.splitlines())
            state = _state(states[-1]) if states else State()
        except (ValueError, KeyError, TypeError, RecursionError):
            raise VictorError(f"{self.path}: damaged; {_ANEW}") from None
        here = {"format": FORMAT, **job}
        if other := [key for key in {**before, **here} if before.get(key) != here.get(key)]:
            said = f"an unfinished run with other {', '.join(sorted(other))}"
            raise VictorError(f"{self.path}: {said}: finish it with its command; {_ANEW}")
        self._lines.truncate(len(whole.encode()))
        self.state = state

    def write(self, data: bytes) -> None:
        """Append output; it counts once ``state`` is set and :meth:`commit` has been called."""
        with _mending(self.part):
            self._out.write(data)

    def commit(self) -> None:
        """Bytes to the disk, then the line that says so."""
        with _mending(self.part):
            if self.others:
                os.sync()
            self._out.flush()
            os.fsync(self._out.fileno())
        with _mending(self.path):
            self._add(self.state.line())

    def _add(self, line: str) -> None:
        self._lines.write(line)
        self._lines.flush()
        os.fsync(self._lines.fileno())

    def seal(self) -> None:
        """Close the output, which may be moved then; no other run can take it up."""
        with suppress(OSError):  # what could not be written was told
            self._out.close()

    def close(self) -> None:
        """Close both; they stay, if anything is done."""
        self.seal()
        nothing = not self.state.counts and not self.state.finished
        if nothing:
            self.part.unlink(missing_ok=True)
        self._release(nothing)

    def remove(self) -> None:
        """The run is over."""
        self.seal()
        self._release(True)

    def _release(self, over: bool) -> None:
        """Let other runs have the journal; or remove it, while none can have it."""
        if os.name == "nt":  # no file is removed there while it is open
            self._lines.close()
        if over:
            self.path.unlink(missing_ok=True)
        with suppress(OSError):
            self._lines.close()


@contextmanager
def _mending(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise VictorError(
            f"{path}: cannot be written: {error.strerror or error}; "
            "what is done is kept: the same command goes on from there"
        ) from None


def _locked(path: Path) -> IO[str]:
    """The journal, open and this run's alone."""
    while True:
        file = path.open("a+", encoding="utf-8", errors="replace")
        _lock(file, path)
        with suppress(FileNotFoundError):  # a run that ended meanwhile has removed it
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        file.close()


def _lock(file: IO[Any], path: Path) -> None:
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise VictorError(f"{path}: another run is writing this output") from None
