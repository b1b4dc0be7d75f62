"""Kernels: functions that a compiled part does as well, and faster, where it was built.

The function in Python is the reference and the fall-back; the one in C has its name and is in
``native/``. Tests hold every pair equal.
"""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

_NATIVE = Path(__file__).parent.parent / "native"
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


@cache
def part(source: str) -> Any:
    """The module that ``native/SOURCE.c`` was compiled to; None if it was not, or was another."""
    try:
        module = import_module(f"victor._{source}")
    except ImportError:
        return None
    file = _NATIVE / f"{source}.c"  # in a checkout
    return None if file.is_file() and digest(file) != module.SOURCES else module


def digest(file: Path) -> str:
    """What tells a source, with the headers beside it, from what it was before."""
    files = (file, *sorted(file.parent.glob("*.h")))
    return sha256(b"".join(one.read_bytes() for one in files)).hexdigest()[:16]


def built() -> bool:
    """Whether all parts of cleaning are compiled: if not it is slower, and else equal."""
    return all(kernel.compiled for kernel in KERNELS.values())
