"""Style sheets made harmless: what they say of looks is kept, what would load something is not.

tinycss2 reads them as CSS Syntax Module Level 3 has it, so that escapes and comments hide nothing.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from victor.errors import require

_AT_RULES = {"media", "supports"}  # their rules count under a condition
_OPENED = {"layer"}  # their rules are taken out of it
# Functions that name a resource, some of them by a mere string, with or without the prefix of a
# browser; and what old browsers ran or bound.
_LOADING = set("url src image image-set image-rect cross-fade element filter expression".split())
_PREFIX = re.compile(r"-[a-z]+-")
_DROPPED = {"behavior", "-moz-binding", "cursor"}
_PINNED = {"fixed", "sticky", "-webkit-sticky"}  # would lie over the page's text
_DEEPEST = 16  # rules in rules
_DEEPEST_VALUE = 100  # brackets in brackets: tinycss2 writes them by recursion
_ADDRESS = re.compile("//|progid", re.IGNORECASE)  # progid: what old browsers loaded them by
# Links are written without their addresses, and are no links to a browser: what is said of them
# shall hold of all ``a``, as strongly.
_LINKS, _ANY = re.compile(r":(?:any-)?link\b", re.IGNORECASE), ":not(.victor)"


def sheet(text: str) -> str:
    """A style sheet without imports, fonts, namespaces, animations and addresses.

    It holds no ``</``, which alone could end the ``style`` element that it is put into (HTML
    Standard, 13.2.5.12, RAWTEXT less-than sign state).
    """
    rules = _css().parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
    return _inert("".join(_rules(rules, 0)))


@lru_cache(maxsize=4096)
def declarations(text: str) -> str:
    """The same of a ``style`` attribute."""
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
    """A rule, and those nested in it, which are written as they are."""
    content = _css().parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
    inner = "".join(_kept(content))
    inner += "".join(_rules([one for one in content if one.type != "declaration"], depth + 1))
    selector = _written(rule.prelude)
    if inner and "data-victor" not in selector.lower():  # no page shall hide the report's marks
        yield f"{_LINKS.sub(_ANY, selector)}{{{inner}}}"


def _kept(parsed: Sequence[Any]) -> Iterator[str]:
    for one in parsed:
        if one.type != "declaration" or _unwanted(one):
            continue
        value, important = _written(one.value), " !important" if one.important else ""
        if not _ADDRESS.search(value):  # not in strings, either
            yield f"{_written_name(one)}:{value}{important};"


def _unwanted(one: Any) -> bool:
    name = one.lower_name
    if name in _DROPPED or _loads(one.value):
        return True
    return name == "position" and any(map(_pins, one.value))


def _pins(token: Any) -> bool:
    """Whether a position is, or could be by ``var()`` and its like, that of the window."""
    return token.type != "whitespace" and (token.type != "ident" or token.lower_value in _PINNED)


def _loads(tokens: Sequence[Any]) -> bool:
    """Whether some token, at any depth, names a resource or should not stand where it does.

    So it is of what is too deep to be looked into.
    """
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
    """Tokens as text, without white space at both ends: stripped as text, an escape would break."""
    solid = [i for i, token in enumerate(tokens) if token.type != "whitespace"]
    return str(_css().serialize(tokens[solid[0] : solid[-1] + 1])) if solid else ""


def _written_name(one: Any) -> str:
    from tinycss2.serializer import serialize_identifier

    return str(serialize_identifier(one.name))
