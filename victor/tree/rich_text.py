"""Rich text in JSON: the trees that editors save, as lists of blocks such as paragraphs.

``{"type": "paragraph", "content": [{"type": "text", "value": "A "}, ...]}``: their names differ by
editor (ProseMirror, Slate, Lexical, Draft.js, Editor.js, Contentful, Sanity and newspapers' own),
but a block states its type, and its text is in the leaves below.
"""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from victor.text.regex import regex

_TYPES = ("type", "nodeType", "_type", "__typename")
_NAME = 40  # maximum characters of a type
_BLOCK = regex(
    r"(?i)(?:^|[/_-])(?:paragraph|unstyled|block|p|h[1-6]|head(?:ing|er)|(?:block)?quote|li"
    r"|(?:(?:un)?ordered-?)?list-?item)(?:[-_]?(?:one|two|three|four|five|six|[1-6]))?(?:block)?$"
)
_HEADING = regex(r"(?i)\bh(?:[1-6]$|ead(?:ing|er))")
_LEVEL = regex(r"[1-6]")
_INNER = ("content", "children", "nodes", "blocks", "model", "leaves", "data")
_DEEPEST = 10  # levels of a block
SEVERAL = 5  # minimum blocks of an article
_LARGEST = 1_000_000  # characters of a script


def is_in(text: str) -> bool:
    """Whether a script may hold an article as rich text, by its size and mentions of paragraphs.

    Args:
        text: the script.
    """
    return len(text) <= _LARGEST and text.count("aragraph") >= SEVERAL


def paragraphs(nodes: list[Any]) -> list[str]:
    """The blocks of a list of nodes as HTML elements; empty if none of these is a block.

    Args:
        nodes: a list in decoded JSON.
    """
    if not any(_is_block(node) for node in nodes):
        return []
    return [block for node in nodes for block in _blocks(node, 0)]


def _is_block(node: Any) -> bool:
    return type(node) is dict and _BLOCK.search(_type(node)) is not None


def _type(node: Mapping[str, Any]) -> str:
    """The type that a node states; empty if it states none."""
    for key in _TYPES:
        if type(name := node.get(key)) is str and len(name) <= _NAME:
            return name
    return ""


def _blocks(node: Any, depth: int) -> Iterator[str]:
    """The innermost blocks at or below a node."""
    if depth > _DEEPEST:
        return
    inner = _nodes_in(node)
    if _is_block(node) and not any(map(_is_block, inner)):
        if text := "".join(_leaves(node, 0)).strip():
            tag = _tag(node)
            yield f"<{tag}>{escape(text, quote=False)}</{tag}>"
        return
    for one in inner:
        yield from _blocks(one, depth + 1)


def _nodes_in(node: Any) -> list[Any]:
    """The nodes directly below a node."""
    if type(node) is not dict:
        return []
    inner = (node[key] for key in _INNER if key in node)
    return [one for value in inner for one in (value if type(value) is list else [value])]


def _leaves(node: Any, depth: int) -> Iterator[str]:
    """The texts of a node, in order."""
    if type(node) is not dict or depth > _DEEPEST:
        return
    text = node.get("text", node.get("value"))
    if type(text) is str:
        yield text
        return
    for one in _nodes_in(node):
        yield from _leaves(one, depth + 1)


def _tag(block: Mapping[str, Any]) -> str:
    """The tag of a block."""
    name, style = _type(block), block.get("style")
    if type(style) is str and _HEADING.search(style):
        name = style
    if _HEADING.search(name):
        stated = [block.get("level"), *(one.get("level") for one in _attributes(block))]
        level = _LEVEL.search(f"{name} {stated}")
        return f"h{level[0] if level else 2}"
    return "li" if "listItem" in block or name.lower().endswith(("item", "li")) else "p"


def _attributes(block: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (block[key] for key in ("attrs", "data") if type(block.get(key)) is dict)
