"""Labels of accordions and callouts: lines that open the text below them, or name its purpose."""

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.document.kinds.callouts import SECTIONS, TITLE
from victor.document.kinds.elements import LONGEST_HEADING, Kinds
from victor.document.kinds.headings import is_short
from victor.document.kinds.signs import CALLOUT_SIGNS, Signs, matching
from victor.document.vocabulary import LEVEL, LINE_TAGS
from victor.tree.attributes import may_have, values_of
from victor.tree.buttons import is_button
from victor.tree.tree import Tree

_INNER = ("h3", "h4", "h5", "h6")  # titles of callouts that are written as headings
LABELS = ("summary", "button", "p", "div", "span", "th", *_INNER)
_LONGEST_TITLE = 40  # characters of a title that no class names
_ENDS_OF_TEXT = (".", ",", ";", "…", "。", "，")  # not of titles
_OPENS = "aria-expanded"  # of buttons
_BUTTONS = ("button", "p", "div", "span")  # the others by their role
_ENDS = LEVEL | {"br"}  # tags that end a line
_ELSEWHERE = (*LINE_TAGS, "td", "th")  # such lines say what they are


def labels(tree: Tree, signs: Signs, kind: Kinds, texts: Bools, parts: Bools) -> Ints:
    """The ``summary`` elements, buttons and titles of callouts that are a line above their text.

    Args:
        tree: the page's tree.
        signs: the signs in its attribute values.
        kind: [m] the kinds of elements.
        texts: [t] whether each text is content.
        parts: [m] the elements that become parts.
    """
    found = _named(tree, signs)
    found[_first_lines(tree, kind)] = True
    after = tree.closed[(found & tree.holds).nonzero()[0]]
    if not some(texts[after[after < len(texts)]]):  # true of most pages
        return np.zeros(0, np.int32)
    found &= tree.holds & (tree.nearest(tree.named(_ELSEWHERE) & (kind > 0)) == 0)
    found[tree.nearest(found)[places(parts)]] = False
    follows = np.append(texts & (tree.enclosing_count(found) == 0), False)
    starts = np.append(tree.tags_before(tree.named(_ENDS)) > 0, True)  # a line
    found &= starts[tree.opened] & starts[tree.closed] & follows[tree.closed]
    short = [one for one in places(found).tolist() if is_short(tree, one, LONGEST_HEADING)]
    return np.array(short, np.int32)


def _named(tree: Tree, signs: Signs) -> Bools:
    """[m] the elements that may be labels."""
    found = tree.named(("summary",))
    if may_have(tree.attributes, (_OPENS,)):
        opening = [
            one for one in values_of(tree.attributes, _OPENS) if tree.tag_of(one) in _BUTTONS
        ]
        found[[one for one in opening if is_button(tree, one)]] = True
    titles = matching(tree, signs, "class", TITLE, CALLOUT_SIGNS, LABELS)
    return found if titles is None else found | titles


def _first_lines(tree: Tree, kind: Kinds) -> list[int]:
    """The short first lines of callouts, unless they end like a sentence."""
    noted = places((kind == 1) & tree.named(SECTIONS) & tree.holds)
    if not len(noted):
        return []
    lines = tree.nearest(tree.named(LEVEL))[tree.node[tree.opened[noted]]]
    may_be = (tree.nearest(kind > 0)[lines] == noted) & tree.named(LABELS)[lines]
    may_be &= tree.closed[lines] < tree.closed[noted]
    return [line for line in lines[may_be].tolist() if _is_title(tree, line)]


def _is_title(tree: Tree, line: int) -> bool:
    first, last = tree.bounds(line)
    text = "".join(tree.text[first : min(last, first + _LONGEST_TITLE)]).strip()
    return len(text) <= _LONGEST_TITLE and not text.endswith(_ENDS_OF_TEXT)
