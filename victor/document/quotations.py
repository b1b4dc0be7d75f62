"""Quotations that quote nothing: elements ``blockquote`` for their looks, or for a whole post."""

import re

import numpy as np

from victor.arrays import Bools, Ints
from victor.tree.tree import Tree

_NEARLY_ALL, _SEVERAL = 0.9, 3  # share of the text, and paragraphs, of what is indented as a whole
_PARAGRAPHS = frozenset("p h1 h2 h3 h4 h5 h6 li td dd pre".split())
# XenForo 1, vBulletin 4 and others put the text of each post into one.
_POST = re.compile(
    r"(?:^|\s)(?:message|post|comment|entry)[-_]?(?:text|content|body|message)(?:\s|$)",
    re.IGNORECASE,
)


def no_quotations(tree: Tree, texts: Bools) -> Ints:
    """The elements ``blockquote`` that are no quotations.

    Pages of the nineties indent all of their text by one, in paragraphs; forums name one as the
    text of a post.

    Args:
        tree: of the page.
        texts: [t] those that are content.
    """
    quotes = tree.named(("blockquote",)) & tree.holds
    named = [e for e in np.flatnonzero(quotes).tolist() if _POST.search(tree.attribute(e, "class"))]
    posts = named if len(named) > 1 else []
    return np.array([*posts, *_indented(tree, texts, quotes)], np.int32)


def _indented(tree: Tree, texts: Bools, quotes: Bools) -> list[int]:
    """Those that hold nearly all of the text, and several paragraphs."""
    sizes = np.fromiter(map(len, tree.text), np.int64, len(tree.text)) * texts
    before = np.concatenate(([0], np.cumsum(sizes)))
    inside = before[tree.closed] - before[tree.opened]
    found = np.flatnonzero(quotes & (inside >= _NEARLY_ALL * before[-1]) & (inside > 0))
    paragraphs = tree.starts_within(tree.named(_PARAGRAPHS) & tree.holds, found)
    several = found[paragraphs >= _SEVERAL].tolist()
    return [one for one in several if not _is_quoted(tree, one)]


def _is_quoted(tree: Tree, element: int) -> bool:
    """Whether an element says that it quotes, or what is before or after it does."""
    first, last = int(tree.opened[element]), int(tree.closed[element])
    before = tree.text[first - 1] if first else ""
    after = tree.text[last] if last < len(tree.text) else ""
    stated = tree.attribute(element, "cite") or tree.attribute(element, "type") == "cite"
    return bool(stated or before.rstrip().endswith(":") or after.lstrip().startswith(("—", "–")))
