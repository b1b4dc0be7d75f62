"""YAML with the file and line of each value, and strict construction of dataclasses from it."""

import dataclasses
import math
import re
import types
import typing
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import yaml

from victor.config.ranges import Range
from victor.errors import VictorError, did_you_mean, escaped, shown
from victor.files import decoded, read_bytes

T = TypeVar("T")
_LARGEST = 500_000  # maximum bytes of a file
_MOST_VALUES = 50_000  # maximum values of a file, including those repeated by aliases
_LARGEST_INTEGER = 10**15  # below 2**53, so that floats hold it exactly


@dataclass(frozen=True, slots=True)
class Located:
    """A YAML value with its file, line and dotted key; containers hold ``Located`` values."""

    value: Any
    file: str = field(compare=False)
    line: int = field(compare=False)  # from 1; 0: not from a file
    key: str = field(default="", compare=False)
    note: str = field(default="", compare=False)  # on a missing value, for messages

    @property
    def found(self) -> str:
        """The value as the file states it, for messages: ``null``, ``true``, ``'text'``, a list."""
        if self.value is None or isinstance(self.value, bool):
            return {None: "null", True: "true", False: "false"}[self.value] + self.note
        if isinstance(self.value, dict):
            return "a mapping"
        return "a list" if isinstance(self.value, list) else shown(self.value)

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


class _Loader(yaml.SafeLoader):
    """A safe loader that reads ``yes``, ``no``, ``on``, ``off`` and dates as strings."""


class _FastLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """The loader in C, without protection against deep nesting."""


_AS_STRINGS = ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:timestamp")
for _one in (_Loader, _FastLoader):
    _one.yaml_implicit_resolvers = {
        first: [(tag, rule) for tag, rule in rules if tag not in _AS_STRINGS]
        for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    _one.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), ["t", "f"])
_OPEN = {  # what PyYAML calls values that may not end
    "while parsing a flow sequence": "list",
    "while parsing a flow mapping": "mapping",
    "while scanning a quoted scalar": "quoted text",
}
_COMMENT = re.compile(r"(?:[\[{,]\s*|[:-]\s+)#[^\s#]")  # may be meant as a selector
_QUOTE = "quote text that begins with '#'"
_LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")  # as PyYAML counts lines
_DEEPEST = 2_000  # bound of the nesting depth for the loader in C


def parse(text: str, file: str) -> Located:
    """Parse YAML whose top level is a mapping; an empty text is an empty mapping.

    Raises:
        VictorError: the YAML is invalid, has a duplicate key, a value that is neither text nor a
            number, or too many values, or is not a mapping.
    """
    try:
        node = _compose(text)
        tree = _Locator(file, text).locate(node) if node else Located({}, file, 1)
    except yaml.MarkedYAMLError as error:
        line, problem = _invalid(error, text)
        raise Located(None, file, line).error(problem) from None
    except yaml.reader.ReaderError as error:  # its position counts characters
        line = text.count("\n", 0, error.position) + 1
        problem = f"invalid YAML: control character {chr(error.character)!r}"
        raise Located(None, file, line).error(problem) from None
    except RecursionError:
        raise VictorError(f"{file}: invalid YAML: nested too deeply") from None
    if not isinstance(tree.value, dict):
        raise tree.error(f"expected a mapping, found {tree.found}")
    return tree


def _invalid(error: yaml.MarkedYAMLError, text: str) -> tuple[int, str]:
    """The line of an error, from 1, and what is wrong; states where an open value begins."""
    lines_of_text = _LINE_BREAK.split(text.rstrip())
    marks = (error.problem_mark, error.context_mark)
    lines = [min(mark.line, len(lines_of_text) - 1) for mark in marks if mark] or [0]
    at, begins = lines[0], lines[-1]
    problem = f"invalid YAML: {error.problem}"
    if begins < at and (what := _OPEN.get(error.context or "")):
        problem += f"; the {what} begins on line {begins + 1}"
    if _COMMENT.search("\n".join(lines_of_text[begins : at + 1])):
        problem += f"; {_QUOTE}"
    return at + 1, problem


def _compose(text: str) -> yaml.Node | None:
    """The root node of a document; errors are from the Python loader, which has better messages.

    Nesting is at most as deep as the number of brackets plus the length of the longest line.
    """
    brackets = text.count("[") + text.count("{")
    if brackets + max(map(len, text.splitlines()), default=0) < _DEEPEST:
        with suppress(yaml.YAMLError):
            return yaml.compose(text, _FastLoader)
    return yaml.compose(text, _Loader)


def read(path: Path) -> Located:
    """Read and :func:`parse` a YAML file.

    Raises:
        VictorError: as in :func:`parse`; or the file cannot be read, is too large, or not UTF-8.
    """
    data = read_bytes(path, _LARGEST + 1)
    if len(data) > _LARGEST:
        raise VictorError(f"{path}: expected a configuration of at most {_LARGEST:,} bytes")
    return parse(decoded(path, data), str(path))


class _Locator:
    """Values of nodes with their positions; limits their number, as aliases can multiply them."""

    def __init__(self, file: str, text: str) -> None:
        self._file = file
        self._lines = _LINE_BREAK.split(text)
        self._constructor = yaml.constructor.SafeConstructor()
        self._left = _MOST_VALUES

    def locate(self, node: yaml.Node, key: str = "") -> Located:
        """The value of a node under a dotted key."""
        place = Located(None, self._file, node.start_mark.line + 1, key)
        self._left -= 1
        if self._left < 0:
            raise place.error(f"more than {_MOST_VALUES:,} values, those of aliases included")
        if isinstance(node, yaml.MappingNode):
            value: Any = self._mapping(node, key)
        elif isinstance(node, yaml.SequenceNode):
            value = [self.locate(child, f"{key}[{i}]") for i, child in enumerate(node.value)]
        else:
            value = self._scalar(node, place)
        note = f"; {_QUOTE}" if value is None and self._has_comment(place.line) else ""
        return dataclasses.replace(place, value=value, note=note)

    def _has_comment(self, line: int) -> bool:
        """Whether a comment on a line may be meant as text."""
        return bool(_COMMENT.search(self._lines[line - 1]))

    def _mapping(self, node: yaml.MappingNode, key: str) -> dict[str, Located]:
        found: dict[str, Located] = {}
        for name_node, child in node.value:
            place = Located(None, self._file, name_node.start_mark.line + 1, key)
            if not isinstance(name_node, yaml.ScalarNode):
                raise place.error("expected a name as key, found a mapping or a list")
            self._scalar(name_node, place)
            name = name_node.value
            path = f"{key}.{name}" if key else name
            if name in found:
                message = f"duplicate key; first used on line {found[name].line}"
                raise dataclasses.replace(place, key=path).error(message)
            found[name] = self.locate(child, path)
        return found

    def _scalar(self, node: yaml.Node, place: Located) -> Any:
        """Text, a number, a boolean or None."""
        try:
            value = self._constructor.construct_object(node)
            (value if isinstance(value, str) else "").encode()
        except (ValueError, OverflowError, LookupError, AttributeError):
            # A half surrogate pair, a date, 10,000 digits, ``!!bool maybe``.
            raise place.error(f"cannot be read: {shown(node.value)}") from None
        if not isinstance(value, str | bool | int | float | None):
            raise place.error(f"expected text or a number, found {node.tag} {shown(node.value)}")
        if isinstance(value, int) and abs(value) > _LARGEST_INTEGER:
            raise place.error(f"expected a smaller number, found {shown(node.value)}")
        return value


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
            raise tree.error(f"invalid value {tree.found}{known}")
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
    raise tree.error(f"expected {wanted.get(kind, kind)}, found {tree.found}")


def _expect(tree: Located, kind: type, wanted: str) -> None:
    if not isinstance(tree.value, kind):
        raise tree.error(f"expected {wanted}, found {tree.found}")
