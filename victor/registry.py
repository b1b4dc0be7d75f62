"""Registries of what a configuration or option can name, imported on first use."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeVar

from victor.errors import VictorError, did_you_mean

T = TypeVar("T")


@dataclass(frozen=True)
class NoOptions:
    """``Options`` of filters and labelers that have none."""


class Registry(Mapping[str, T]):
    """A mapping from names to modules or objects, in the order listed.

    Args:
        kind: the kind of entry for messages, such as ``labeler``.
        places: ``package.module`` or ``package.module:name`` by name.
    """

    def __init__(self, kind: str, places: Mapping[str, str]) -> None:
        self.kind = kind
        self._places = dict(places)
        self._found: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._found:
            module, _, attribute = self._places[name].partition(":")
            found: Any = import_module(module)
            self._found[name] = getattr(found, attribute) if attribute else found
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def find(self, name: str) -> T:
        """The entry called ``name``.

        Raises:
            VictorError: the name is unknown; the message suggests the nearest one.
        """
        if name not in self:
            raise VictorError(self.unknown(name))
        return self[name]

    def unknown(self, name: str) -> str:
        """The message for a name that is not listed."""
        return f"unknown {self.kind} {name!r}{did_you_mean(name, self)}"
