"""YAML with the file and line of every value, and dataclasses built strictly from it."""

import dataclasses
import re
import types
import typing
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar

import yaml

from victor.errors import VictorError, did_you_mean
from victor.files import read_text

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
        return VictorError(f"{place}: {self.key}: {message}" if self.key else f"{place}: {message}")

    def plain(self) -> Any:
        """The value without positions: only plain Python objects."""
        if isinstance(self.value, dict):
            return {key: item.plain() for key, item in self.value.items()}
        if isinstance(self.value, list):
            return [item.plain() for item in self.value]
        return self.value


class _Loader(yaml.SafeLoader):
    """A safe loader that reads YAML 1.1's ``yes``, ``no``, ``on`` and ``off`` as strings."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, rule) for tag, rule in rules if tag != "tag:yaml.org,2002:bool"]
    for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))


def parse(text: str, file: str) -> Located:
    """Parse YAML whose top level is a mapping; an empty text is an empty mapping.

    Raises:
        VictorError: invalid YAML, a duplicate key, or no mapping.
    """
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        tree = _locate(node, file, "", loader) if node else Located({}, file, 1)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        raise VictorError(f"{file}:{line}: invalid YAML: {error.problem}") from None
    except RecursionError:
        raise VictorError(f"{file}: invalid YAML: nested too deeply") from None
    except yaml.YAMLError as error:
        raise VictorError(f"{file}: invalid YAML: {error}") from None
    finally:
        loader.dispose()
    if not isinstance(tree.value, dict):
        raise tree.error(f"expected a mapping, found {_kind(tree.value)}")
    return tree


def read(path: Path) -> Located:
    """Read and :func:`parse` a YAML file."""
    return parse(read_text(path), str(path))


def _locate(node: yaml.Node, file: str, key: str, loader: _Loader) -> Located:
    line = node.start_mark.line + 1
    if isinstance(node, yaml.SequenceNode):
        items = [_locate(child, file, f"{key}[{i}]", loader) for i, child in enumerate(node.value)]
        return Located(items, file, line, key)
    if not isinstance(node, yaml.MappingNode):
        return Located(loader.construct_object(node), file, line, key)
    found: dict[str, Located] = {}
    for name_node, child in node.value:
        name = str(loader.construct_object(name_node))
        path = f"{key}.{name}" if key else name
        if name in found:
            line = name_node.start_mark.line + 1
            first = found[name].line
            raise Located(None, file, line, path).error(
                f"duplicate key; first used on line {first}"
            )
        found[name] = _locate(child, file, path, loader)
    return Located(found, file, line, key)


def merge(below: Located, above: Located, whole: Collection[str] = ()) -> Located:
    """Merge mappings key by key; other values of ``below`` are replaced by those of ``above``.

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
    """A value of type ``kind`` built from YAML.

    Dataclasses, ``Literal``, ``T | None``, ``tuple[T, ...]``, ``Mapping[str, T]`` and scalars are
    supported, and classes with a method ``from_yaml(tree)``.

    Raises:
        VictorError: an unknown or missing key, or a value of another type.
    """
    return typing.cast(T, _build(kind, tree))


def _build(kind: Any, tree: Located) -> Any:
    if hasattr(kind, "from_yaml"):
        return kind.from_yaml(tree)
    if dataclasses.is_dataclass(kind):
        return _build_dataclass(kind, tree)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Literal:
        if tree.value not in arguments:
            known = did_you_mean(str(tree.value), map(str, arguments))
            raise tree.error(f"invalid value {tree.value!r}{known}")
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
    hints = typing.get_type_hints(kind)
    fields = {field.name: field for field in dataclasses.fields(kind) if field.init}
    for name, item in tree.value.items():
        if name not in fields:
            raise item.error(f"unknown key {name!r}{did_you_mean(name, fields)}")
    for name, known in fields.items():
        required = known.default is known.default_factory is dataclasses.MISSING
        if required and name not in tree.value:
            raise tree.error(f"missing key {name!r}")
    return kind(**{name: _build(hints[name], item) for name, item in tree.value.items()})


def _scalar(kind: Any, tree: Located) -> Any:
    value = tree.value
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, kind) and not (isinstance(value, bool) and kind is not bool):
        return value
    wanted = {str: "a string", bool: "true or false", int: "an integer", float: "a number"}
    raise tree.error(f"expected {wanted.get(kind, kind)}, found {_kind(value)}")


def _expect(tree: Located, kind: type, wanted: str) -> None:
    if not isinstance(tree.value, kind):
        raise tree.error(f"expected {wanted}, found {_kind(tree.value)}")


def _kind(value: Any) -> str:
    if isinstance(value, dict):
        return "a mapping"
    return "a list" if isinstance(value, list) else repr(value)
