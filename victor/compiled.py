"""Kernels: functions that a compiled part does as well, and faster, where it was built.

The function in Python is the reference and the fall-back; the one in C has its name and is in
``native/``. Tests hold every pair equal.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])


class Kernel(NamedTuple):
    """A function twice."""

    reference: Callable[..., Any]
    compiled: Callable[..., Any] | None  # None: not built


KERNELS: dict[str, Kernel] = {}


def kernel(source: str) -> Callable[[_F], _F]:
    """Have the function of the same name in ``victor._SOURCE`` stand in for a function."""

    def choose(reference: _F) -> _F:
        name = reference.__name__
        compiled = getattr(part(source), name, None)
        KERNELS[name] = Kernel(reference, compiled)
        return compiled or reference

    return choose


def part(source: str) -> Any:
    """The module that ``native/SOURCE.c`` was compiled to, None if it was not."""
    try:
        return import_module(f"victor._{source}")
    except ImportError:
        return None


def built() -> bool:
    """Whether every kernel that is loaded is compiled."""
    return all(compiled for _, compiled in KERNELS.values())
