"""Threads of a process take turns: one page at a time.

The interpreter runs one of them at a time anyway, but numpy lets the others go ahead for a moment
at every larger array: threads that clean at once would change places hundreds of times per page,
and eight would be half as fast as one. Large pages are not waited for.
"""

import os
import sys
import threading
from contextlib import AbstractContextManager, nullcontext

_LARGE = 1_000_000  # characters or bytes, which take some tens of milliseconds
_lock = threading.RLock()


def turn(size: int) -> AbstractContextManager[object]:
    """Wait until no other thread has its turn, then have it within the context.

    Args:
        size: of the page, in characters or bytes.
    """
    return _lock if size < _LARGE and _is_one_at_a_time() else nullcontext()


def _is_one_at_a_time() -> bool:
    """Whether this is not the interpreter without a global lock."""
    return bool(getattr(sys, "_is_gil_enabled", lambda: True)())


def _renew() -> None:
    """In a process that was forked while another thread had its turn, nobody would end that."""
    global _lock
    _lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
