"""Any YAML, read with PyYAML, as :class:`~victor.config.located.Located` values."""

import dataclasses
import re
from contextlib import suppress
from typing import Any

import yaml

from victor.config.located import Located, kind_of
from victor.errors import VictorError, shown

_MOST_VALUES = 50_000  # maximum values of a file, including those repeated by aliases
_LARGEST_INTEGER = 10**15  # below 2**53, so that floats hold it exactly


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
_DEEPEST = 2_000  # bound of the nesting depth for the loader in C


def parse(text: str, file: str) -> Located:
    """Parse YAML whose top level is a mapping; an empty text is an empty mapping.

    Raises:
        VictorError: the YAML is invalid, has a duplicate key, a value that is neither text nor a
            number, or too many values, or is not a mapping.
    """
    try:
        node = _compose(text)
        tree = _Locator(file).locate(node) if node else Located({}, file, 1)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = f"invalid YAML: {error.problem}"
        raise Located(None, file, mark.line + 1 if mark else 1).error(problem) from None
    except yaml.reader.ReaderError as error:  # its position counts characters
        line = text.count("\n", 0, error.position) + 1
        problem = f"invalid YAML: control character {chr(error.character)!r}"
        raise Located(None, file, line).error(problem) from None
    except RecursionError:
        raise VictorError(f"{file}: invalid YAML: nested too deeply") from None
    if not isinstance(tree.value, dict):
        raise tree.error(f"expected a mapping, found {kind_of(tree.value)}")
    return tree


def _compose(text: str) -> yaml.Node | None:
    """The root node of a document; errors are from the Python loader, which has better messages.

    Nesting is at most as deep as the number of brackets plus the length of the longest line.
    """
    brackets = text.count("[") + text.count("{")
    if brackets + max(map(len, text.splitlines()), default=0) < _DEEPEST:
        with suppress(yaml.YAMLError):
            return yaml.compose(text, _FastLoader)
    return yaml.compose(text, _Loader)


class _Locator:
    """Values of nodes with their positions; limits their number, as aliases can multiply them."""

    def __init__(self, file: str) -> None:
        self._file = file
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
        return dataclasses.replace(place, value=value)

    def _mapping(self, node: yaml.MappingNode, key: str) -> dict[str, Located]:
        found: dict[str, Located] = {}
        for name_node, child in node.value:
            place = Located(None, self._file, name_node.start_mark.line + 1, key)
            if not isinstance(name_node, yaml.ScalarNode):
                raise place.error("expected a name as key, found a mapping or a list")
            name = str(self._scalar(name_node, place))
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
