"""Remove line feeds of the source within Chinese and Japanese sentences, as CSS Text does."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from victor.arrays import Ints
from victor.text.regex import regex
from victor.tree.players import is_player
from victor.tree.tree import Tree

_PARAGRAPHS = frozenset(("p", "li", "dd"))  # elsewhere, line feeds often separate lines
_LEAST = 20  # minimum characters of a wrapped line; shorter ones are verse or names
_BLANK = " \t\r"
_BULLETS = "・･"  # start separate lines, though they are in the range of kana
# Radicals, punctuation, kana, ideographs and wide forms.
WIDE = regex(
    "[\u2e80-\u2fdf\u3001-\u303f\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff01-\uff60\uff65-\uff9f\U00020000-\U0003ffff]"
)


def without_feeds(tree: Tree) -> Tree:
    """The tree with the wrapped lines of paragraphs joined; the same object if there are none.

    Between other characters, a line feed is a space.
    """
    codes = {code for code, name in enumerate(tree.tags) if name in _PARAGRAPHS}
    insets = zip(tree.inset[:, 0].tolist(), tree.source, strict=True)
    fixed = {place for place, one in insets if not is_player(one)}  # the offsets would change
    tags = tree.tag[tree.node].tolist()
    found = {
        place: joined
        for place, text in enumerate(tree.text)
        if "\n" in text and tags[place] in codes and place not in fixed
        if (joined := _joined(text)) != text
    }
    if not found:
        return tree
    text = [found.get(place, text) for place, text in enumerate(tree.text)]
    return replace(tree, text=text, inset=_moved(tree, found))


def _moved(tree: Tree, texts: Mapping[int, str]) -> Ints:
    """The insets, with those within ``texts`` at their ends, as their places have moved."""
    inset = tree.inset.copy()
    for row in inset:
        if row[1] and (text := texts.get(int(row[0]))):
            row[1] = len(text)
    return inset


def _joined(text: str) -> str:
    """A text with its wrapped lines joined."""
    lines = text.split("\n")
    pieces = lines[:1]
    for before, line in pairwise(lines):
        if _is_wrapped(before, line):
            pieces[-1] = pieces[-1].rstrip(_BLANK)
            pieces.append(line.lstrip(_BLANK))
        else:
            pieces.append(f"\n{line}")
    return "".join(pieces)


def _is_wrapped(before: str, after: str) -> bool:
    """Whether a long line and the next one meet in characters written without spaces."""
    before, after = before.strip(_BLANK), after.lstrip(_BLANK)
    if len(before) < _LEAST or after[:1] in _BULLETS:
        return False
    return bool(WIDE.match(before[-1]) and WIDE.match(after))
