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
# Functions that name a resource, and what old browsers ran or bound.
_LOADING = {"url", "src", "image", "image-set", "-webkit-image-set", "element", "expression"}
_DROPPED = {"behavior", "-moz-binding", "cursor"}
_PINNED = {"fixed", "sticky", "-webkit-sticky"}  # would lie over the page's text
_DEEPEST = 16
_ADDRESS = "://"
# Links are written without their addresses, and are no links to a browser: what is said of them
# shall hold of all ``a``, as strongly.
_LINKS, _ANY = re.compile(r":(?:any-)?link\b", re.IGNORECASE), ":not(.victor)"


def sheet(text: str) -> str:
    """A style sheet without imports, fonts, namespaces, animations and addresses.

    It holds no ``<``, so that it cannot end the ``style`` element that it is put into.
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
    return css.replace("<", r"\3c ")


def _rules(rules: Sequence[Any], depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        return
    for rule in rules:
        if rule.type == "error" or _loads(rule.prelude) or _ADDRESS in _written(rule.prelude):
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
        if _ADDRESS not in value:  # not in strings, either
            yield f"{_written_name(one)}:{value}{important};"


def _unwanted(one: Any) -> bool:
    name = one.lower_name
    if name in _DROPPED or _loads(one.value):
        return True
    words = {token.lower_value for token in one.value if token.type == "ident"}
    return name == "position" and bool(words & _PINNED)


def _loads(tokens: Sequence[Any]) -> bool:
    """Whether some token, at any depth, names a resource or should not stand where it does."""
    pending = list(tokens)
    while pending:
        token = pending.pop()
        if token.type in ("url", "error", "at-keyword") or token == ";":
            return True
        if token.type == "function":
            if token.lower_name in _LOADING:
                return True
            pending.extend(token.arguments)
        pending.extend(getattr(token, "content", None) or ())
    return False


def _written(tokens: Sequence[Any]) -> str:
    """Tokens as text, without white space at both ends: stripped as text, an escape would break."""
    solid = [i for i, token in enumerate(tokens) if token.type != "whitespace"]
    return str(_css().serialize(tokens[solid[0] : solid[-1] + 1])) if solid else ""


def _written_name(one: Any) -> str:
    from tinycss2.serializer import serialize_identifier

    return str(serialize_identifier(one.name))
