"""Read Markdown, and list its items: headings, list items, links, rows, code, and others."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from urllib.parse import unquote, urljoin, urlsplit

import lxml.etree
import lxml.html
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode as Node
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

Item = tuple[str, ...]
Found = tuple[str, Item]  # an item with its kind

_LISTS = ("bullet_list", "ordered_list")
_INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]")
_SPACED = re.compile(r" ?([^\w\s]) ?")
_CALLOUT = re.compile(r"\[!\w+\][+-]? ?")  # > [!note] Title
_BREAK = re.compile(r"<br\b", re.IGNORECASE)
_LINE = re.compile(r"\s*(?:([-*+•]|\d{1,9}[.)])(?:\s|$)|([|>]))")  # an item, a row, a quotation


def _reader(*disabled: str) -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"maxNesting": 100}).enable(["table", "strikethrough"])
    footnote_plugin(reader, inline=False, move_to_end=False)
    dollarmath_plugin(reader, allow_space=False, allow_digits=False, double_inline=True)
    return reader.disable(disabled)


_STANDARD = _reader()
_PLAIN_LINES = _reader("lheading", "code")  # in the gold, rulers and indented lines are text


def parsed(markdown: str) -> Node:
    """Parse CommonMark with tables, strikethrough, footnotes and formulas in dollar signs."""
    return Node(_STANDARD.parse(markdown))


def parsed_gold(markdown: str) -> Node:
    """Parse the gold, in which every line starts a block even without a blank line before it."""
    lines: list[str] = []
    before, fenced = "", False
    for line in markdown.splitlines():
        kind = _line_kind(line)
        if not fenced and (kind != before or not kind):
            lines.append("")
        lines.append(line)
        before, fenced = kind, fenced ^ line.lstrip().startswith("```")
    return Node(_PLAIN_LINES.parse("\n".join(lines)))


def _line_kind(line: str) -> str:
    if match := _LINE.match(line):
        return "item" if match[1] else match[2]
    return ""


def items(root: Node, url: str = "") -> dict[str, Counter[Item]]:
    """The items of Markdown by kind, each as a tuple of texts.

    White space is normalised, also around punctuation, except in code.

    Args:
        root: see :func:`parsed`.
        url: the address of the page, for relative addresses.
    """
    found: dict[str, Counter[Item]] = {}
    for node in root.walk():
        for kind, item in _READERS[node.type](node, url) if node.type in _READERS else ():
            found.setdefault(kind, Counter())[item] += 1
    return found


def text_of(node: Node, without: Sequence[str] = ()) -> str:
    """The rendered text, without alternative texts and nodes of the types in ``without``."""
    return " ".join(_INVISIBLE.sub("", "".join(_pieces(node, without))).split())


def _pieces(node: Node, without: Sequence[str]) -> Iterator[str]:
    if node.type == "html_inline":
        yield " " if _BREAK.match(node.content) else ""
    elif node.type in ("softbreak", "hardbreak"):
        yield " "
    elif node.type == "html_block":
        yield " ".join(one.text_content() for one in _elements(node))
    elif node.type != "image" and not node.children and not node.is_root:
        yield _without_space(node.content) if "math" in node.type else node.content
    elif node.type != "image":
        yield from _pieces_of_children(node, without)


def _pieces_of_children(node: Node, without: Sequence[str]) -> Iterator[str]:
    for child in node.children:
        if child.type not in without:
            yield from _pieces(child, without)
            yield " " if child.block and child.type != "inline" else ""


def _tight(text: str) -> str:
    """Remove spaces around punctuation: converters add some around marks, as in *n* -by- *n*."""
    return _SPACED.sub(r"\1", text).strip()


def _without_space(text: str) -> str:
    return "".join(text.split())


def address(given: str, url: str) -> str:
    """An absolute address, normalised for comparison."""
    try:
        absolute = urljoin(url, given.strip())
        bare = urlsplit(absolute).netloc and not urlsplit(absolute).path
    except ValueError:
        return given
    return unquote(absolute + "/" if bare and absolute[-1] not in "/?#" else absolute)


def _heading(node: Node, url: str) -> Iterator[Found]:
    text = _tight(text_of(node))
    yield "headings", (text,)
    yield "headings, level", (node.tag[1:], text)


def _list_item(node: Node, url: str) -> Iterator[Found]:
    text = _tight(text_of(node, _LISTS))
    yield "list items", (text,)
    yield "list items, depth", (str(_depth(node)), text)


def _depth(node: Node) -> int:
    depth, above = 0, node.parent
    while above is not None:
        depth, above = depth + (above.type in _LISTS), above.parent
    return depth


def _code(node: Node, url: str) -> Iterator[Found]:
    code = node.content.removesuffix("\n")
    yield "code blocks", (code,)
    if language := node.info.split()[:1]:
        yield "code, language", (language[0].lower(), code)


def _link(node: Node, url: str) -> Iterator[Found]:
    target, text = address(str(node.attrs["href"]), url), _tight(text_of(node))
    yield "links", (text, target)
    yield "link addresses", (target,)
    if text:
        yield "link texts", (text,)


def _image(node: Node, url: str) -> Iterator[Found]:
    yield "images", (address(str(node.attrs["src"]), url),)


def _row(node: Node, url: str) -> Iterator[Found]:
    cells = tuple(_tight(text_of(cell)) for cell in node.children)
    if any(cells):
        yield "table rows", cells


def _quotation(node: Node, url: str) -> Iterator[Found]:
    if text := _tight(_CALLOUT.sub("", text_of(node, ("blockquote",)), count=1)):
        yield "quotations", (text,)


def _formula(node: Node, url: str) -> Iterator[Found]:
    yield "formulas", (_without_space(node.content),)


def _simple(kind: str, node: Node, url: str) -> Iterator[Found]:
    yield kind, (_tight(text_of(node)),)


def _elements(node: Node) -> list[lxml.html.HtmlElement]:
    try:
        return [lxml.html.fragment_fromstring(node.content, create_parent=True)]
    except (ValueError, lxml.etree.LxmlError):
        return []


def _html(node: Node, url: str) -> Iterator[Found]:
    """Yield the rows of tables written as HTML, as Markdown cannot express them."""
    for row in (row for root in _elements(node) for row in root.iter("tr")):
        cells = (" ".join(cell.text_content().split()) for cell in row.iterchildren("td", "th"))
        if any(texts := tuple(map(_tight, cells))):
            yield "table rows", texts


_READERS: Mapping[str, Callable[[Node, str], Iterator[Found]]] = {
    "heading": _heading,
    "list_item": _list_item,
    "fence": _code,
    "code_block": _code,
    "link": _link,
    "image": _image,
    "tr": _row,
    "blockquote": _quotation,
    "math_inline": _formula,
    "math_inline_double": _formula,
    "math_block": _formula,
    "html_block": _html,
    "em": partial(_simple, "emphasis"),
    "strong": partial(_simple, "strong"),
    "footnote_reference": partial(_simple, "footnotes"),
}
