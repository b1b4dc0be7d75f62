"""Doors: Python functions with a faster implementation in a compiled part, if it was built.

The Python function is the reference and the fallback; the C function has the same name and is in
``native/``. Tests compare every pair. Two environment variables, read at import, override the
choice: ``VICTOR_PURE=1`` uses the references, ``VICTOR_CHECK_COMPILED=1`` runs both and compares.
"""

import os
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import cache, wraps
from hashlib import sha256
from importlib import import_module
from itertools import starmap
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

PARTS = ("parse", "text", "columns", "network", "elements", "parts", "markdown")
_NATIVE = Path(__file__).parent.parent / "native"
_F = TypeVar("_F", bound=Callable[..., Any])


class Door(NamedTuple):
    """A Python function, its compiled version, and a function that runs and compares both."""

    reference: Callable[..., Any]
    compiled: Callable[..., Any] | None  # None: not built
    checked: Callable[..., Any]


DOORS: dict[str, Door] = {}
COMPARED: dict[str, set[str]] = {source: set() for source in PARTS}  # names of constants
Mode = Literal["reference", "compiled", "checked"]


def door(source: str, **constants: int | str) -> Callable[[_F], _F]:
    """Replace a function by the function of the same name in ``victor._SOURCE``.

    Args:
        source: the name of the part.
        constants: constants of both, by their name in the part; a part with others is not used.
    """

    def replaced(reference: _F) -> _F:
        return choose(reference, getattr(part(source, **constants), reference.__name__, None))

    return replaced


def choose(reference: _F, compiled: Callable[..., Any] | None) -> _F:
    """Register a door and return the function to use."""
    DOORS[reference.__name__] = Door(reference, compiled, _checked(reference, compiled))
    used: _F = _in_use(DOORS[reference.__name__], _mode())
    return used


def _mode() -> Mode:
    if _is_set("VICTOR_PURE"):
        return "reference"
    return "checked" if _is_set("VICTOR_CHECK_COMPILED") else "compiled"


def _is_set(name: str) -> bool:
    return os.environ.get(name, "") not in ("", "0")


def _in_use(one: Door, mode: Mode) -> Any:
    return getattr(one, mode) if one.compiled else one.reference


@contextmanager
def using(mode: Mode) -> Iterator[None]:
    """A context in which all loaded modules use references, compiled functions or both."""
    changed = []
    for module in [module for name, module in sys.modules.items() if name.startswith("victor")]:
        for name in DOORS.keys() & vars(module).keys():
            before, one = vars(module)[name], DOORS[name]
            if any(before is function for function in one if function):
                changed.append((module, name, before))
                setattr(module, name, _in_use(one, mode))
    try:
        yield
    finally:
        for module, name, before in changed:
            setattr(module, name, before)


def _checked(reference: _F, compiled: Callable[..., Any] | None) -> _F:
    @wraps(reference)
    def run(*arguments: Any) -> Any:
        found, wanted = (compiled or reference)(*arguments), reference(*arguments)
        if not alike(found, wanted):
            message = f"{reference.__name__}: compiled {found!r}, reference {wanted!r}"
            raise AssertionError(message)
        return found

    return run  # type: ignore[return-value]


def alike(found: Any, wanted: Any) -> bool:
    """Whether two results are equal; floats up to rounding."""
    import numpy as np  # imported here, as the build loads this file without it

    if isinstance(wanted, np.ndarray):
        if (found.dtype, found.shape) != (wanted.dtype, wanted.shape):
            return False
        if wanted.dtype.kind == "f":
            return bool(np.allclose(found, wanted, rtol=2e-5, atol=1e-5, equal_nan=True))
        return bool((found == wanted).all())
    if is_dataclass(wanted) and not isinstance(wanted, Sequence):
        names = [one.name for one in fields(wanted)]
        return all(alike(getattr(found, name), getattr(wanted, name)) for name in names)
    if isinstance(wanted, Mapping):  # including their order
        return list(found.items()) == list(wanted.items())
    if slots := getattr(type(wanted), "__slots__", ()):
        return type(found) is type(wanted) and all(
            alike(getattr(found, name), getattr(wanted, name)) for name in slots
        )
    if isinstance(wanted, Sequence) and not isinstance(wanted, str | bytes):
        pairs = zip(found, wanted, strict=False)
        return len(found) == len(wanted) and all(starmap(alike, pairs))
    return bool(found == wanted)


def part(source: str, **constants: int | str) -> Any:
    """The module compiled from ``native/SOURCE.c``.

    None if it was not compiled, or from other sources or with other constants.
    """
    module = _module(source)
    COMPARED[source] |= constants.keys()
    known = getattr(module, "CONSTANTS", {})
    for name, value in constants.items() if module else ():
        if known.get(name) != value:
            message = f"{source}.c was built with {name} {known.get(name)!r}, not {value!r}"
            warnings.warn(f"{message}: not used", RuntimeWarning, stacklevel=2)
            return None
    return module


@cache
def _module(source: str) -> Any:
    try:
        module = import_module(f"victor._{source}")
    except ImportError:
        return None
    file = _NATIVE / f"{source}.c"  # in a checkout
    return None if file.is_file() and digest(file) != module.SOURCES else module


def digest(file: Path) -> str:
    """A hash of a source file and the headers in its directory."""
    files = (file, *sorted(file.parent.glob("*.h")))
    return sha256(b"".join(one.read_bytes() for one in files)).hexdigest()[:16]


def built() -> bool:
    """Whether all parts are compiled and in use; if not, cleaning is slower, with equal results."""
    loaded = all(map(_module, PARTS)) and all(one.compiled for one in DOORS.values())
    return loaded and _mode() != "reference"
