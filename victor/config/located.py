"""Values of YAML with their file and line, and strict construction of dataclasses from them."""

import dataclasses
import math
import types
import typing
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeVar

from victor.config.ranges import Range
from victor.errors import VictorError, did_you_mean, escaped, shown

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Located:
    """A YAML value with its file, line and dotted key; containers hold ``Located`` values."""

    value: Any
    file: str = field(compare=False)
    line: int = field(compare=False)  # from 1; 0: not from a file
    key: str = field(default="", compare=False)

    def error(self, message: str) -> VictorError:
        """The error ``file:line: key: message``, without line or key if there is none."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        return VictorError(escaped(": ".join(filter(None, (place, self.key, message)))))

    def plain(self) -> Any:
        """The value without positions: only plain Python objects."""
        if isinstance(self.value, dict):
            return {key: item.plain() for key, item in self.value.items()}
        if isinstance(self.value, list):
            return [item.plain() for item in self.value]
        return self.value


def merge(below: Located, above: Located, whole: Collection[str] = ()) -> Located:
    """Merge mappings by key; values of ``above`` replace other values of ``below``.

    Mappings under a key in ``whole`` are replaced, not merged.
    """
    if not (isinstance(below.value, dict) and isinstance(above.value, dict)):
        return above
    merged = dict(below.value)
    for name, item in above.value.items():
        together = name in merged and name not in whole
        merged[name] = merge(merged[name], item) if together else item
    return dataclasses.replace(above, value=merged)


def build(kind: type[T], tree: Located) -> T:
    """Build a value of type ``kind`` from YAML.

    Supports dataclasses, ``Literal``, ``T | None``, ``tuple[T, ...]``, ``Mapping[str, T]``,
    scalars, those with a :class:`~victor.config.ranges.Range`, and classes with a method
    ``from_yaml(tree)``.

    Raises:
        VictorError: a key is unknown or missing, or a value has another type or is out of range.
    """
    return typing.cast(T, _build(kind, tree))


def _build(kind: Any, tree: Located) -> Any:
    if hasattr(kind, "from_yaml"):
        return kind.from_yaml(tree)
    if dataclasses.is_dataclass(kind):
        return _build_dataclass(kind, tree)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        return _in_range(arguments[1], _build(arguments[0], tree), tree)
    if origin is Literal:
        if tree.value not in arguments:
            known = did_you_mean(str(tree.value), map(str, arguments))
            raise tree.error(f"invalid value {shown(tree.value)}{known}")
        return tree.value
    if origin in (types.UnionType, typing.Union):
        if tree.value is None:
            return None
        return _build(next(option for option in arguments if option is not type(None)), tree)
    if origin is tuple:
        _expect(tree, list, "a list")
        return tuple(_build(arguments[0], item) for item in tree.value)
    if origin in (dict, Mapping):
        _expect(tree, dict, "a mapping")
        return {name: _build(arguments[1], item) for name, item in tree.value.items()}
    return _scalar(kind, tree)


def _build_dataclass(kind: Any, tree: Located) -> Any:
    _expect(tree, dict, "a mapping")
    hints = typing.get_type_hints(kind, include_extras=True)
    fields = {field.name: field for field in dataclasses.fields(kind) if field.init}
    for name, item in tree.value.items():
        if name not in fields:
            raise item.error(f"unknown key {shown(name)}{did_you_mean(name, fields)}")
    for name, known in fields.items():
        required = known.default is known.default_factory is dataclasses.MISSING
        if required and name not in tree.value:
            raise tree.error(f"missing key {name!r}")
    return kind(**{name: _build(hints[name], item) for name, item in tree.value.items()})


def _in_range(allowed: Range, number: Any, tree: Located) -> Any:
    if number not in allowed:
        raise tree.error(f"expected {allowed}, found {number}")
    return number


def _scalar(kind: Any, tree: Located) -> Any:
    value = tree.value
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, float) and kind is float and not math.isfinite(value):
        raise tree.error(f"expected a finite number, found {value}")
    if isinstance(value, kind) and not (isinstance(value, bool) and kind is not bool):
        return value
    wanted = {str: "a string", bool: "true or false", int: "an integer", float: "a number"}
    raise tree.error(f"expected {wanted.get(kind, kind)}, found {kind_of(value)}")


def _expect(tree: Located, kind: type, wanted: str) -> None:
    if not isinstance(tree.value, kind):
        raise tree.error(f"expected {wanted}, found {kind_of(tree.value)}")


def kind_of(value: Any) -> str:
    """What a value is, for messages."""
    if isinstance(value, dict):
        return "a mapping"
    return "a list" if isinstance(value, list) else shown(value)
