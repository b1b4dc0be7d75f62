"""Labels of fields, by their class: ``field__label`` in Drupal, ``recipe-details__label``."""

import re

from victor.arrays import Bools
from victor.text.regex import regex
from victor.tree.marks import LABELS
from victor.tree.tree import Tree

_LABEL = regex(r"(?:^|[\s_-])label(?=\s|$)", re.IGNORECASE)


def field_labels(tree: Tree) -> Bools | None:
    """[m] the elements whose class says that they are labels; None if no class may say so.

    Args:
        tree: the page's tree.
    """
    if tree.looked_at.marks.isdisjoint(LABELS):
        return None
    return tree.matching("class", _LABEL.search, signs=("label",))
