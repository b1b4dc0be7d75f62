"""The progress of a run, so that the same command resumes an interrupted run.

The output is first written to ``NAME.part``. ``NAME.journal`` records the finished chunks and the
size of the output, one line per commit, written after the bytes are on disk. A resumed run discards
the bytes that the last complete line does not include. As the boundaries of chunks are fixed, an
interruption does not change the output.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from victor.errors import VictorError, error_text
from victor.files import make_directory

FORMAT = 1
_NAMES = {  # in messages
    "inputs": "inputs (names, sizes or times of files)",
    "model": "model or its options",
}
RESTART = "use --restart to start over"
RESUME = "run the same command again to resume"
Counts = Counter[tuple[str, str | None]]


@dataclass(frozen=True)
class State:
    """The progress of a run."""

    done: int = 0  # all chunks with smaller numbers are done
    also: frozenset[int] = frozenset()  # further chunks that are done
    size: int = 0  # bytes of output
    counts: Counts = field(default_factory=Counter)
    bytes: int = 0  # of the input
    finished: bool = False

    def has(self, number: int) -> bool:
        """Whether a chunk is done."""
        return number < self.done or number in self.also

    def after(self, number: int, size: int, counts: Counts, read: int) -> "State":
        """The state after one more chunk, with ``size`` bytes of output and ``read`` of input."""
        done, also = self.done, {*self.also, number}
        while done in also:
            also.remove(done)
            done += 1
        counts = self.counts + counts
        return State(done, frozenset(also), self.size + size, counts, self.bytes + read)

    def line(self) -> str:
        """The state as a line of the journal."""
        counts = [[status, reason, n] for (status, reason), n in self.counts.items()]
        return json.dumps(vars(self) | {"also": sorted(self.also), "counts": counts}) + "\n"


def files_beside(output: Path) -> tuple[Path, Path, Path]:
    """The partial output, the journal, and the file that replaces the output at the end."""
    part, journal, whole = (
        output.with_name(output.name + end) for end in (".part", ".journal", ".whole")
    )
    return part, journal, whole


def _state(line: Mapping[str, Any]) -> State:
    """The state of a line.

    Raises:
        ValueError, KeyError, TypeError: the line is damaged.
    """
    numbers = (line["done"], line["size"], line["bytes"], *line["also"])
    numbers += tuple(n for *_, n in line["counts"])
    if any(type(n) is not int or n < 0 for n in numbers) or type(line["finished"]) is not bool:
        raise ValueError("expected numbers of 0 or more")
    counts: Counts = Counter({(status, reason): n for status, reason, n in line["counts"]})
    return State(**{**line, "also": frozenset(line["also"]), "counts": counts})


class Journal:
    """The journal and the partial output, open for one run."""

    def __init__(
        self,
        path: Path,
        part: Path,
        job: Mapping[str, str],
        sync: bool,
        restart: bool = False,
        resumable: bool = True,
    ) -> None:
        """Open or create both files.

        Args:
            path: the journal.
            part: the partial output.
            job: everything that the output depends on, by name.
            sync: whether workers write files, which a commit has to wait for.
            restart: discard the progress of an unfinished run.
            resumable: whether the input can be read again; if not, the same run starts over.

        Raises:
            VictorError: they belong to a different job, are damaged or in use, or cannot be
                written.
        """
        self.path, self.part, self.sync, self.state = path, part, sync, State()
        self.moved = False  # whether an earlier run finished except for removing the journal
        with _writing(path, begun=False):
            make_directory(path.parent)
            # Then all files in the directory are of this run, and it can be resumed.
            self._owned = sync and (path.exists() or not any(path.parent.iterdir()))
            self._lines = _locked(path)
            if restart:
                self._discard()
            self._read(job)
            if not resumable and self.state != State():
                self._discard()
                self._read(job)
            self.moved = self.state.finished and not part.exists()
            self._open_output()

    def _discard(self) -> None:
        """Discard the progress."""
        self._lines.truncate(0)
        self.part.unlink(missing_ok=True)
        self.state = State()

    def _open_output(self) -> None:
        self._out: IO[bytes] = self.part.open("ab")
        size = self._out.seek(0, os.SEEK_END)
        if size < self.state.size and not self.moved:
            found = f"found {size} bytes, expected {self.state.size}"
            raise VictorError(f"{self.part}: damaged: {found}; {RESTART}")
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
            if not isinstance(before, dict):
                raise ValueError("expected an object")
            state = _state(states[-1]) if states else State()
        except (ValueError, KeyError, TypeError, RecursionError):
            raise VictorError(f"{self.path}: damaged; {RESTART}") from None
        here = {"format": FORMAT, **job}
        if other := [key for key in {**before, **here} if before.get(key) != here.get(key)]:
            names = sorted(_NAMES.get(key, key) for key in other)
            found = f"the unfinished run differs in {', '.join(names)}"
            raise VictorError(f"{self.path}: {found}: resume it with its own command, or {RESTART}")
        self._lines.truncate(len(whole.encode()))
        self.state = state

    def write(self, data: bytes) -> None:
        """Append to the output; takes effect when ``state`` is set and :meth:`commit` called."""
        with _writing(self.part):
            self._out.write(data)

    def commit(self) -> None:
        """Sync the output to disk, then add a line to the journal."""
        with _writing(self.part):
            if self.sync:
                os.sync()
            self._out.flush()
            os.fsync(self._out.fileno())
        with _writing(self.path):
            self._add(self.state.line())

    def _add(self, line: str) -> None:
        self._lines.write(line)
        self._lines.flush()
        os.fsync(self._lines.fileno())

    def seal(self) -> None:
        """Close the output so that it can be moved; the journal stays locked."""
        with suppress(OSError):  # write errors have already been reported
            self._out.close()

    def close(self) -> None:
        """Close output and journal; remove them if nothing has been written."""
        self.seal()
        nothing = not self.state.counts and not self.state.finished and not self._has_files()
        if nothing:
            self.part.unlink(missing_ok=True)
        self._release(nothing)

    def _has_files(self) -> bool:
        """Whether workers of this run have written files, even if no chunk is done."""
        return self._owned and any({*self.part.parent.iterdir()} - {self.part, self.path})

    def remove(self) -> None:
        """Close output and journal, and remove the journal."""
        self.seal()
        self._release(True)

    def _release(self, over: bool) -> None:
        """Unlock the journal; if the run is over, remove it first."""
        if os.name == "nt":  # which cannot remove open files
            self._lines.close()
        if over:
            self.path.unlink(missing_ok=True)
        with suppress(OSError):
            self._lines.close()


@contextmanager
def _writing(path: Path, begun: bool = True) -> Iterator[None]:
    """Name the file in errors of the system; a run that has begun can be resumed."""
    try:
        yield
    except OSError as error:
        hint = f"; {RESUME}" if begun else ""
        raise VictorError(f"{path}: cannot be written: {error_text(error)}{hint}") from None


def _locked(path: Path) -> IO[str]:
    """Open the journal and lock it."""
    while True:
        file = path.open("a+", encoding="utf-8", errors="replace")
        _lock(file, path)
        with suppress(FileNotFoundError):  # another run has just removed it
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
