"""Time functions in turns, with the minimum over rounds; read the memory of processes.

A *measure* runs something on an item and returns the seconds of each of its parts. Times are
processor times, so that other load on the machine hardly matters.
"""

import multiprocessing
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
Seconds = Mapping[str, float]  # by part
Measure = Callable[[T], Seconds]
clock = time.process_time


def timer(function: Callable[[T], object]) -> Measure[T]:
    """A measure with one part; the time includes freeing the result."""

    def measure(item: T) -> Seconds:
        start = clock()
        function(item)
        return {"all": clock() - start}

    return measure


def interleaved(
    measures: Mapping[str, Measure[T]], items: Sequence[T], rounds: int = 1
) -> dict[str, list[Seconds]]:
    """The seconds of each measure on each item, from the round with the smallest total.

    Every item goes through all measures before the next one, in an order that rotates from item to
    item and from round to round, so that other load slows all measures alike. Before that, each
    runs once on the first item.
    """
    names = list(measures)
    best: dict[str, list[Seconds]] = {name: [{}] * len(items) for name in names}
    for name in names:
        measures[name](items[0])
    for turn in range(rounds):
        for i, item in enumerate(items):
            shift = (i + turn) % len(names)
            for name in names[shift:] + names[:shift]:
                found = measures[name](item)
                best[name][i] = min(best[name][i] or found, found, key=total)
    return best


def total(seconds: Seconds) -> float:
    """The sum over all parts."""
    return sum(seconds.values())


def milliseconds(items: Sequence[Seconds]) -> dict[str, float]:
    """The mean milliseconds of each part over items that all have the same parts."""
    return {part: 1000 * sum(one[part] for one in items) / len(items) for part in items[0]}


def in_child(
    function: Callable[..., Iterable[Any]], *arguments: Any, patience: float | None = None
) -> tuple[list[Any], float | None]:
    """Run a generator function in a child process.

    Args:
        function: a function of a module; what it yields can be pickled.
        arguments: arguments that can be pickled.
        patience: seconds to wait for each item, after which the child is killed.

    Returns:
        The items, and the child's peak memory in MB, None if it was killed or crashed.
    """
    context = multiprocessing.get_context("spawn")
    near, far = context.Pipe()
    process = context.Process(target=_child, args=(far, function, *arguments), daemon=True)
    process.start()
    far.close()
    found: list[Any] = []
    peak: float | None = None
    try:
        while peak is None and near.poll(patience):
            item, peak = near.recv()
            found += [item] if peak is None else []
    except EOFError:
        pass
    process.kill()
    process.join()
    return found, peak


def _child(pipe: Connection, function: Callable[..., Iterable[Any]], *arguments: Any) -> None:
    for item in function(*arguments):
        pipe.send((item, None))
    # Not getrusage: its peak is that of the parent if the process starts as a copy of it.
    pipe.send((None, memory("VmHWM")))


def memory(field: str, pid: int | str = "self") -> float | None:
    """The memory of a process in MB (Linux); None if it has ended.

    Args:
        field: ``VmRSS``, the resident memory, or ``VmHWM``, its peak.
        pid: the process ID.
    """
    found = read_process(pid, "status").partition(f"{field}:")[2].split()
    return int(found[0]) / 1024 if found else None


def read_process(pid: int | str, name: str) -> str:
    """A file of ``/proc``; empty if the process has ended."""
    try:
        return Path("/proc", str(pid), name).read_text("utf-8", "replace")
    except OSError:
        return ""
