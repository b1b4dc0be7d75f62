"""Run targets on many inputs in child processes; keep journals, and write findings."""

import json
import random
import shlex
import traceback
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path

from benchmarks.campaign.targets import TARGETS
from benchmarks.timing import clock, in_child, memory
from victor.evaluate.tables import table

_PATIENCE = 300.0  # seconds without a result, after which a process is killed
_SHOWN = 5  # slowest inputs of a target


@dataclass(frozen=True)
class Outcome:
    """The outcome of checking an input."""

    number: int
    finding: str | None
    seconds: float = 0.0  # of processor time
    bytes: int = 0
    megabytes: float = 0.0  # peak memory of the process so far
    traceback: str = ""


def generated(target: str, seed: int, number: int) -> bytes:
    """The input of a target with this number, which depends only on the arguments."""
    return TARGETS[target].make(random.Random(f"{target} {seed} {number}"))


def outcome(target: str, data: bytes, number: int = 0) -> Outcome:
    """Check an input in this process; errors, warnings and excessive time are findings."""
    one, start, trace = TARGETS[target], clock(), ""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", FutureWarning)  # from re, about patterns in configurations
        try:
            finding = one.check(data)
        except Exception as error:
            trace = traceback.format_exc()
            frame = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(frame.filename).name}:{frame.lineno}"
            finding = f"{type(error).__name__} at {place}: {error}"[:500]
    seconds = clock() - start
    if not finding and warned:
        finding = f"warning: {warned[0].filename}:{warned[0].lineno}: {warned[0].message}"
    if not finding and seconds > one.seconds:
        finding = f"took {seconds:.1f} s, more than {one.seconds:g} s"
    peak = memory("VmHWM") or 0.0
    return Outcome(number, finding, round(seconds, 4), len(data), round(peak, 1), trace)


def outcomes(target: str, seed: int, numbers: Sequence[int]) -> Iterator[Outcome]:
    """Yield the outcomes of some inputs, in this process."""
    for number in numbers:
        yield outcome(target, generated(target, seed, number), number)


def survived(
    target: str, seed: int, numbers: Sequence[int], patience: float = _PATIENCE
) -> list[Outcome]:
    """The outcomes of some inputs, in child processes; one that dies or hangs is a finding."""
    done: list[Outcome] = []
    while len(done) < len(numbers):
        left = numbers[len(done) :]
        found, peak = in_child(outcomes, target, seed, left, patience=patience)
        done += found
        if peak is None and len(found) < len(left):
            finding = f"the process died, or took more than {patience:g} s"
            done.append(Outcome(left[len(found)], finding))
    return done


@dataclass(frozen=True)
class Journal:
    """The outcomes of a target with one seed, and a folder for the findings."""

    folder: Path
    target: str
    seed: int

    @property
    def file(self) -> Path:
        """The journal, with a line of JSON for each outcome."""
        return self.folder / f"{self.target}-{self.seed}.jsonl"

    def read(self) -> list[Outcome]:
        """The outcomes so far, sorted by number; truncated lines are ignored."""
        found = []
        for line in self.file.read_text("utf-8").splitlines() if self.file.exists() else ():
            with suppress(ValueError):
                found.append(Outcome(**json.loads(line)))
        return sorted(found, key=lambda one: one.number)

    def add(self, found: Iterable[Outcome]) -> None:
        """Append outcomes, and write the inputs of findings."""
        found = list(found)
        for one in found:
            if one.finding:
                self._write(one)
        with self.file.open("a", encoding="utf-8") as file:
            # Line feeds come first, as the last line may be truncated.
            file.write("".join("\n" + json.dumps(asdict(one)) for one in found))

    def path(self, number: int) -> Path:
        """The file for the input of a finding."""
        return self.folder / f"{self.target}-{self.seed}-{number}{TARGETS[self.target].suffix}"

    def _write(self, one: Outcome) -> None:
        path = self.path(one.number)
        path.write_bytes(generated(self.target, self.seed, one.number))
        command = f"python -m benchmarks.campaign {self.target} --replay {shlex.quote(str(path))}"
        path.with_name(path.name + ".txt").write_text(
            f"{one.finding}\n\n{command}\n\n{one.traceback}", "utf-8"
        )


def run(journals: Sequence[Journal], count: int, processes: int) -> None:
    """Run the first ``count`` inputs of each target that are not in its journal yet."""
    slices = chain.from_iterable(_slices(journal, count) for journal in journals)
    with ThreadPoolExecutor(processes) as pool:
        jobs = [pool.submit(_run, journal, numbers) for journal, numbers in slices]
        try:
            for job in jobs:
                job.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _slices(journal: Journal, count: int) -> Iterator[tuple[Journal, list[int]]]:
    done = {one.number for one in journal.read()}
    left = [number for number in range(count) if number not in done]
    step = TARGETS[journal.target].together
    for start in range(0, len(left), step):
        yield journal, left[start : start + step]


def _run(journal: Journal, numbers: Sequence[int]) -> None:
    found = survived(journal.target, journal.seed, numbers)
    journal.add(found)
    for one in found:
        if one.finding:
            print(f"{journal.path(one.number)}: {one.finding}", flush=True)


def summary(journals: Sequence[Journal]) -> str:
    """A table with a row for each target, the findings, and the slowest inputs."""
    done = {journal: journal.read() for journal in journals}
    header = ("target", "inputs", "findings", "MB", "seconds", "slowest", "peak MB")
    rows = [_row(journal, found) for journal, found in done.items() if found]
    return "\n".join((table(header, rows), *_findings(done), *_slowest(done)))


def _row(journal: Journal, found: Sequence[Outcome]) -> tuple[str, ...]:
    return (
        journal.target,
        f"{len(found):,}",
        str(sum(one.finding is not None for one in found)),
        f"{sum(one.bytes for one in found) / 1e6:.1f}",
        f"{sum(one.seconds for one in found):.0f}",
        f"{max(one.seconds for one in found):.2f}",
        f"{max(one.megabytes for one in found):.0f}",
    )


def _findings(done: Mapping[Journal, Sequence[Outcome]]) -> Iterator[str]:
    """Yield lines on the findings, grouped by their messages without digits."""
    for journal, found in done.items():
        kinds: dict[str, list[Outcome]] = {}
        for one in found:
            if one.finding:
                kinds.setdefault(_kind(one.finding), []).append(one)
        for alike in kinds.values():
            yield f"\n{len(alike)} of {journal.target}: {alike[0].finding}"
            yield f"  {journal.path(alike[0].number)}"


def _kind(finding: str) -> str:
    return "".join(c for c in finding if not c.isdecimal())[:60]


def _slowest(done: Mapping[Journal, Sequence[Outcome]]) -> Iterator[str]:
    yield "\nslowest inputs:"
    for journal, found in done.items():
        slow = sorted(found, key=lambda one: -one.seconds)[:_SHOWN]
        each = (f"{one.number} ({one.seconds:.2f} s, {one.bytes:,} bytes)" for one in slow)
        yield f"  {journal.target}-{journal.seed}: {', '.join(each)}"
