"""Data of scripts in the markup, as JSON in hidden elements, which no reader sees."""

from victor.arrays import Bools
from victor.text.regex import regex
from victor.tree.tree import Tree

SIGN = '{"'
DATA = regex(r'\s*\[?\{\s*"[\w-]+"\s*:')


def with_data(tree: Tree, texts: Bools) -> Bools:
    """[t] the texts, and those that are data in a hidden element.

    Args:
        tree: the page's tree.
        texts: [t] some texts.
    """
    if SIGN not in tree.joined:  # true of most pages
        return texts
    data = [one for one, text in enumerate(tree.text) if SIGN in text and DATA.match(text)]
    found = texts.copy()
    found[data] |= tree.enclosing_count(tree.hidden)[data] > 0
    return found
