"""Let the threads of a process take turns, one page at a time.

The interpreter runs one thread at a time anyway, but numpy releases the global lock for every
larger array: threads that clean at the same time would switch hundreds of times per page, and eight
would be half as fast as one. Large pages do not take turns.
"""

import os
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

_LARGE = 1_000_000  # characters or bytes, which take tens of milliseconds
_lock = threading.RLock()
# Whether the interpreter has a global lock, which may change if it can be disabled.
_is_one_at_a_time: Callable[[], bool] = getattr(sys, "_is_gil_enabled", lambda: True)


def turn(size: int) -> AbstractContextManager[object]:
    """A context that waits until no other thread has its turn, except for large pages.

    Args:
        size: the size of the page, in characters or bytes.
    """
    return _lock if size < _LARGE and _is_one_at_a_time() else nullcontext()


def _renew() -> None:
    """Replace the lock in a forked process, where a thread that held it no longer exists."""
    global _lock
    _lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
