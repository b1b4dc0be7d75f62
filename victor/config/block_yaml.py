"""YAML in block style, as :func:`victor.config.dump` writes it, read without PyYAML.

Models have their configuration in this style. Importing PyYAML takes longer than reading them.
"""

import re
from typing import Any

from victor.config.located import Located

_LINE = re.compile(r"( *)(- )?(?:([A-Za-z][\w.*{},-]{0,99}|'[^']{1,99}'):(?: (.+))?|(.+))")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?")
_QUOTED = re.compile(r"'(?:[^']|'')*'")
_PLAIN = re.compile(r"[A-Za-z(\\^].*|-?[0-9]+\.\.-?[0-9]+")  # the latter are offsets
_NULL = ("null", "Null", "NULL")
_DEEPEST, _MOST_LINES = 40, 20_000

_Line = tuple[int, bool, str, str]  # depth, whether it is an item, key, value


class OtherStyleError(Exception):
    """A text is not in block style, or has more than the plainest values."""


def parse(text: str, file: str) -> Located:
    """Parse a mapping in block style.

    Args:
        text: the YAML.
        file: its name.

    Raises:
        OtherStyleError: it has other YAML, or is not valid.
    """
    lines = text.removesuffix("\n").split("\n", _MOST_LINES)
    reader = _Reader([_line(line) for line in lines], file)
    tree = reader.block("")
    if reader.at < len(lines) or not isinstance(tree.value, dict):
        raise OtherStyleError
    return tree


def _line(line: str) -> _Line:
    found = _LINE.fullmatch(line)
    if not found or len(found[1]) > _DEEPEST or not line.isprintable():
        raise OtherStyleError
    return len(found[1]), bool(found[2]), found[3] or "", found[4] or found[5] or ""


class _Reader:
    """Reads lines from the current one on."""

    def __init__(self, lines: list[_Line], file: str) -> None:
        self.at = 0
        self._lines, self._file = lines, file

    def block(self, key: str) -> Located:
        """The value that begins at the current line, under a dotted key."""
        depth, is_item, name, text = self._lines[self.at]
        place = self.at + 1
        value: Any
        if is_item:
            value = self._items(depth, key)
        elif name:
            value = self._mapping(depth, key)
        else:
            value = _scalar(text)
            self.at += 1
        return Located(value, self._file, place, key)

    def _is(self, depth: int, is_item: bool) -> bool:
        return self.at < len(self._lines) and self._lines[self.at][:2] == (depth, is_item)

    def _items(self, depth: int, key: str) -> list[Located]:
        found: list[Located] = []
        while self._is(depth, True):
            _, _, name, text = self._lines[self.at]
            self._lines[self.at] = depth + 2, False, name, text
            found.append(self.block(f"{key}[{len(found)}]"))
        return found

    def _mapping(self, depth: int, key: str) -> dict[str, Located]:
        found: dict[str, Located] = {}
        while self._is(depth, False) and (name := self._lines[self.at][2]):
            name = str(_scalar(name))
            if name in found:
                raise OtherStyleError
            found[name] = self._value(depth, f"{key}.{name}" if key else name)
        return found

    def _value(self, depth: int, key: str) -> Located:
        """The value of a key: the rest of its line, or the lines below."""
        text = self._lines[self.at][3]
        self.at += 1
        if text:
            return Located(_scalar(text), self._file, self.at, key)
        if not self._is(depth, True) and (
            self.at == len(self._lines) or self._lines[self.at][0] <= depth
        ):
            raise OtherStyleError
        return self.block(key)


def _scalar(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    if text in ("[]", "{}"):
        return [] if text == "[]" else {}
    if number := _NUMBER.fullmatch(text):
        return float(text) if number[1] else int(text)
    if _QUOTED.fullmatch(text):
        return text[1:-1].replace("''", "'")
    if not _is_plain(text):
        raise OtherStyleError
    return text


def _is_plain(text: str) -> bool:
    """Whether a scalar without quotes is a string, on a line of its own."""
    found = _PLAIN.fullmatch(text) and text not in _NULL
    return bool(found) and ": " not in text and " #" not in text and text[-1] not in ": "
