"""Labels of accordions and callouts: lines that open the text below them, or name its purpose."""

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.document.kinds.elements import LONGEST_HEADING
from victor.document.kinds.headings import is_short
from victor.document.kinds.signs import CALLOUT_SIGNS, Signs, matching
from victor.document.vocabulary import LEVEL, LINE_TAGS
from victor.text.regex import regex
from victor.tree.attributes import may_have, values_of
from victor.tree.tree import Tree

LABELS = ("summary", "button", "p", "div")
_TITLE = regex(r"(?:^|\s)(?:admonition|alert|callout|custom-block)[-_]?(?:title|[Hh]eading)")
_OPENS = "aria-expanded"  # of buttons
_ENDS = LEVEL | {"br"}  # tags that end a line
_ELSEWHERE = (*LINE_TAGS, "td", "th")  # such lines say what they are


def labels(tree: Tree, signs: Signs, texts: Bools, parts: Bools) -> Ints:
    """The ``summary`` elements, buttons and titles of callouts that are a line above their text.

    Args:
        tree: the page's tree.
        signs: the signs in its attribute values.
        texts: [t] whether each text is content.
        parts: [m] the elements that become parts.
    """
    found = _named(tree, signs)
    if not some(found):
        return places(found)
    found &= tree.holds & (tree.nearest(tree.named(_ELSEWHERE)) == 0)
    found[tree.nearest(found)[places(parts)]] = False
    follows = np.append(texts & (tree.enclosing_count(found) == 0), False)
    starts = np.append(tree.tags_before(tree.named(_ENDS)) > 0, True)  # a line
    found &= starts[tree.opened] & starts[tree.closed] & follows[tree.closed]
    short = [one for one in places(found).tolist() if is_short(tree, one, LONGEST_HEADING)]
    return np.array(short, np.int32)


def _named(tree: Tree, signs: Signs) -> Bools:
    """[m] the elements that may be labels."""
    found = tree.named(("summary",))
    if "button" in tree.tags and may_have(tree.attributes, (_OPENS,)):
        found |= tree.named(("button",)) & tree.mask([*values_of(tree.attributes, _OPENS)])
    titles = matching(tree, signs, "class", _TITLE, CALLOUT_SIGNS, LABELS)
    return found if titles is None else found | titles
