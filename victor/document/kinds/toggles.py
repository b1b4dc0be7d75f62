"""Labels of accordions: lines that open the text below them."""

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.document.kinds.elements import LONGEST_HEADING
from victor.document.vocabulary import LEVEL, LINE_TAGS
from victor.tree.attributes import may_have, values_of
from victor.tree.tree import Tree

TOGGLES = ("summary", "button")
_OPENS = "aria-expanded"  # of buttons
_ENDS = LEVEL | {"br"}  # tags that end a line
_ELSEWHERE = (*LINE_TAGS, "td", "th")  # elements in which there is no accordion


def toggles(tree: Tree, texts: Bools, parts: Bools) -> Ints:
    """The ``summary`` elements and buttons that are a line above the text that they open.

    Args:
        tree: the page's tree.
        texts: [t] whether each text is content.
        parts: [m] the elements that become parts.
    """
    found = _named(tree)
    if not some(found):
        return places(found)
    found &= tree.holds & (tree.nearest(tree.named(_ELSEWHERE)) == 0)
    found[tree.nearest(found)[places(parts)]] = False
    follows = np.append(texts & (tree.enclosing_count(found) == 0), False)
    starts = np.append(tree.tags_before(tree.named(_ENDS)) > 0, True)  # a line
    found &= starts[tree.opened] & starts[tree.closed] & follows[tree.closed]
    return np.array([one for one in places(found).tolist() if _is_short(tree, one)], np.int32)


def _named(tree: Tree) -> Bools:
    """[m] the elements that may open others."""
    found = tree.named(("summary",))
    if "button" in tree.tags and may_have(tree.attributes, (_OPENS,)):
        found |= tree.named(("button",)) & tree.mask([*values_of(tree.attributes, _OPENS)])
    return found


def _is_short(tree: Tree, element: int) -> bool:
    first, last = tree.bounds(element)
    texts = tree.text[first : min(last, first + LONGEST_HEADING + 1)]
    return sum(map(len, texts)) <= LONGEST_HEADING
