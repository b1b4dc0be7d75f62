"""Reads Markdown as other programs do."""

import re

from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
PARSER.use(footnote_plugin)
_WORD = re.compile(r"[^\W_]+")
_TAG = re.compile(r"</?su[bp]>")


def words(text):
    """The words of a text: runs of letters and digits."""
    return _WORD.findall(text)


def shown(markdown):
    """The text that a reader of Markdown sees, without the alternative texts of images."""
    return "".join(_text(token) for token in PARSER.parse(markdown))


def html(markdown):
    """Markdown as HTML, on one line."""
    return PARSER.render(markdown).replace("\n", "")


def _text(token):
    if token.type == "inline":
        return "".join(map(_inline, token.children)) + "\n"
    if token.type == "footnote_open":
        return f"[{token.meta['label']}] "
    return f"{token.content}\n"


def _inline(token):
    if token.type == "footnote_ref":
        return f"[{token.meta['label']}]"
    if token.type == "html_inline" and _TAG.fullmatch(token.content):
        return ""
    if token.type in ("softbreak", "hardbreak") or token.content == "<br>":
        return "\n"
    return "" if token.type == "image" else token.content
