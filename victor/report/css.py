"""Sanitise style sheets: keep declarations of appearance, remove anything that loads a resource.

tinycss2 parses them according to CSS Syntax Module Level 3, so escapes and comments hide nothing.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from victor.errors import require

_AT_RULES = {"media", "supports"}  # conditional rules
_OPENED = {"layer"}  # replaced by their rules
# Functions that refer to a resource, some by a plain string, with or without a vendor prefix; and
# functions that old browsers executed.
_LOADING = set("url src image image-set image-rect cross-fade element filter expression".split())
_PREFIX = re.compile(r"-[a-z]+-")
_DROPPED = {"behavior", "-moz-binding", "cursor"}
_PINNED = {"fixed", "sticky", "-webkit-sticky"}  # would cover the page's text
_DEEPEST = 16  # maximum depth of nested rules
_DEEPEST_VALUE = 100  # maximum depth of nested brackets: tinycss2 serialises recursively
_ADDRESS = re.compile("//|progid", re.IGNORECASE)  # progid: loads filters in old browsers
# Links are written without ``href``, so browsers do not match them as links: ``:link`` is replaced
# by a pseudo-class of the same specificity that always matches.
_LINKS, _ANY = re.compile(r":(?:any-)?link\b", re.IGNORECASE), ":not(.victor)"


def sheet(text: str) -> str:
    """A style sheet without imports, fonts, namespaces, animations and URLs.

    The result has no ``</``, the only way to end the surrounding ``style`` element (HTML Standard,
    13.2.5.12, RAWTEXT less-than sign state).
    """
    rules = _css().parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
    return _inert("".join(_rules(rules, 0)))


@lru_cache(maxsize=4096)
def declarations(text: str) -> str:
    """The value of a ``style`` attribute, sanitised in the same way."""
    parsed = _css().parse_declaration_list(text, skip_comments=True, skip_whitespace=True)
    return _inert("".join(_kept(parsed)))


def _css() -> Any:
    return require("tinycss2", "report")


def _inert(css: str) -> str:
    return css.replace("</", r"<\/")


def _rules(rules: Sequence[Any], depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        return
    for rule in rules:
        if rule.type == "error" or _loads(rule.prelude) or _ADDRESS.search(_written(rule.prelude)):
            continue
        if rule.type == "qualified-rule":
            yield from _rule(rule, depth)
        elif rule.type == "at-rule" and rule.content is not None:
            name = rule.lower_at_keyword
            parsed = _css().parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
            inner = "".join(_rules(parsed, depth + 1)) if name in _AT_RULES | _OPENED else ""
            if inner and name in _AT_RULES:
                yield f"@{name} {_written(rule.prelude)}{{{inner}}}"
            elif inner and name in _OPENED:
                yield inner


def _rule(rule: Any, depth: int) -> Iterator[str]:
    """A rule with its nested rules."""
    content = _css().parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
    inner = "".join(_kept(content))
    inner += "".join(_rules([one for one in content if one.type != "declaration"], depth + 1))
    selector = _written(rule.prelude)
    if inner and "data-victor" not in selector.lower():  # no page may hide the report's marks
        yield f"{_LINKS.sub(_ANY, selector)}{{{inner}}}"


def _kept(parsed: Sequence[Any]) -> Iterator[str]:
    for one in parsed:
        if one.type != "declaration" or _unwanted(one):
            continue
        value, important = _written(one.value), " !important" if one.important else ""
        if not _ADDRESS.search(value):  # also in strings
            yield f"{_written_name(one)}:{value}{important};"


def _unwanted(one: Any) -> bool:
    name = one.lower_name
    if name in _DROPPED or _loads(one.value):
        return True
    return name == "position" and any(map(_pins, one.value))


def _pins(token: Any) -> bool:
    """Whether a token of ``position`` is fixed or sticky, or no keyword, such as ``var()``."""
    return token.type != "whitespace" and (token.type != "ident" or token.lower_value in _PINNED)


def _loads(tokens: Sequence[Any]) -> bool:
    """Whether a token at any depth names a resource or is invalid; true if nested too deeply."""
    level = list(tokens)
    for _ in range(_DEEPEST_VALUE):
        if any(map(_names_resource, level)):
            return True
        level = [inner for token in level for inner in _inside(token)]
    return bool(level)


def _names_resource(token: Any) -> bool:
    if token.type == "function":
        return _PREFIX.sub("", token.lower_name, count=1) in _LOADING
    return token.type in ("url", "error", "at-keyword") or token == ";"


def _inside(token: Any) -> Sequence[Any]:
    return getattr(token, "arguments", None) or getattr(token, "content", None) or ()


def _written(tokens: Sequence[Any]) -> str:
    """Tokens as text, without outer white space: stripping text could break an escape."""
    solid = [i for i, token in enumerate(tokens) if token.type != "whitespace"]
    return str(_css().serialize(tokens[solid[0] : solid[-1] + 1])) if solid else ""


def _written_name(one: Any) -> str:
    from tinycss2.serializer import serialize_identifier

    return str(serialize_identifier(one.name))
