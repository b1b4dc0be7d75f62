"""Let the threads of a process take turns, one page at a time.

The interpreter runs one thread at a time anyway, but numpy releases the global lock for every
larger array: threads that clean at the same time would switch hundreds of times per page, and eight
would be half as fast as one. Large pages do not take turns. The network computes without the global
lock, so another thread has its turn meanwhile.
"""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

_LARGE = 1_000_000  # characters or bytes, which take tens of milliseconds
# Whether the interpreter has a global lock, which may change if it can be disabled.
_is_one_at_a_time: Callable[[], bool] = getattr(sys, "_is_gil_enabled", lambda: True)


class _Turns:
    """A lock that a thread may take several times, and that knows its thread."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._thread, self._depth = 0, 0

    def __enter__(self) -> None:
        self._lock.acquire()
        self._thread = threading.get_ident()
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if not self._depth:
            self._thread = 0
        self._lock.release()

    @property
    def can_pause(self) -> bool:
        """Whether the current thread has its turn, and took it once."""
        return self._thread == threading.get_ident() and self._depth == 1


_turns = _Turns()


def turn(size: int) -> AbstractContextManager[object]:
    """A context that waits until no other thread has its turn, except for large pages.

    Args:
        size: the size of the page, in characters or bytes.
    """
    return _turns if size < _LARGE and _is_one_at_a_time() else nullcontext()


@contextmanager
def paused() -> Iterator[None]:
    """A context in which other threads may have their turn, for a long step without Python code."""
    turns = _turns
    if not turns.can_pause:
        yield
        return
    turns.__exit__()
    try:
        yield
    finally:
        turns.__enter__()


def _renew() -> None:
    """Replace the lock in a forked process, where a thread that held it no longer exists."""
    global _turns
    _turns = _Turns()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
