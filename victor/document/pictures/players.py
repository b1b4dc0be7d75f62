"""Embedded players of videos and sounds that are content, by what is around them."""

from itertools import islice

import numpy as np

from victor.arrays import Bools, Ints
from victor.document.kinds.elements import Uses, with_content
from victor.document.pictures.inserted import inserted_elements
from victor.tree.players import is_player, played
from victor.tree.tree import Tree

_MOST = 200  # players of a page


def shown_players(tree: Tree, uses: Uses, texts: Bools, holds: Bools) -> Ints:
    """The insets that are players between the texts of the content, or within one of them.

    Of several players of the same, the first is shown.

    Args:
        tree: the page's tree.
        uses: [m] see :class:`~victor.document.kinds.settled.Settled`.
        texts: [t] whether each text is content.
        holds: [m] the elements that hold content.
    """
    found = _players(tree)
    if not len(found):
        return found
    before, offset, holder = tree.inset[found, :3].T
    of_tree = uses, tree.parent, tree.opened, tree.closed
    beside = with_content(*of_tree, texts, holds, tree.hidden, holder, before)
    boxed = inserted_elements(tree, holder[~holds[holder]], texts, holds)
    within = np.append(texts, False)[before]
    shown = np.where(offset > 0, within, beside | np.isin(holder, boxed))
    return _distinct(tree, found[shown])


def _players(tree: Tree) -> Ints:
    """The first players among the insets."""
    found = (place for place, one in enumerate(tree.source) if is_player(one))
    return np.fromiter(islice(found, _MOST), np.int32)


def _distinct(tree: Tree, players: Ints) -> Ints:
    """The first player of each video or sound."""
    first: dict[str, int] = {}
    for one in players.tolist():
        first.setdefault(played(tree.source[one])[0], one)
    return np.array(list(first.values()), np.int32)
