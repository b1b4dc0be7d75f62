"""Placeholders of templates that no script has filled in: ``{{price.total}}``."""

from collections.abc import Sequence

from victor.filters.buttons.outside import QUOTED, outside
from victor.text.regex import regex
from victor.tree.blocks import Blocks

SIGNS = ("{{",)
_LONGEST = 1000  # characters: AngularJS has expressions in them
# The name of a value: a path, an assignment or several words in one. Templates of wikis have
# simple names: ``{{stub}}``, ``{{Cite web|title=Tides}}``.
_NAME = r"[ \w-]*(?:[._=\[]|[a-z][A-Z])[^{}|]*"
_PLACEHOLDERS = regex(rf"(?:\W{{0,3}}\{{\{{{_NAME}(?:\|[^{{}}]*)?\}}\}})+\W{{0,3}}")
_CODE = (*QUOTED, "td", "th", "samp", "kbd")


def placeholders(content: Sequence[tuple[int, str]], blocks: Blocks) -> list[int]:
    """Content blocks that consist of placeholders only, outside code and tables.

    Args:
        content: the numbers and texts of the content blocks.
        blocks: the blocks of the page.
    """
    short = [(place, text) for place, text in content if len(text) <= _LONGEST]
    found = [place for place, text in short if SIGNS[0] in text and _PLACEHOLDERS.fullmatch(text)]
    return outside(found, _CODE, blocks)
