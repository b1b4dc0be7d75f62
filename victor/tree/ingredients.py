"""Lists of ingredients, by the classes of recipe plugins and by microdata."""

from victor.arrays import Bools, some
from victor.text.regex import regex
from victor.tree.marks import INGREDIENTS
from victor.tree.tree import Tree

# Not the tags and categories of a post, which WordPress writes into the classes of its element.
_LIST = regex(r"(?:^|\s)(?!(?:tag|category|cat|post)[-_])[\w-]*ingredients?(?:[-_][\w-]*)?(?=\s|$)")


def ingredients(tree: Tree) -> Bools | None:
    """[m] the elements that hold ingredients; None if there are none.

    Args:
        tree: the page's tree.
    """
    if INGREDIENTS not in tree.looked_at.marks:  # true of most pages
        return None
    found = tree.matching(
        ("class", "itemprop"), lambda value: _LIST.search(value.lower()), signs=(INGREDIENTS,)
    )
    return found if some(found) else None
