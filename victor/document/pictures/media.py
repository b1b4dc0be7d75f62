"""Images, rules, embedded posts and players that are content, by what is around them."""

from typing import NamedTuple

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.document.content import Content
from victor.document.kinds.elements import (
    IMAGE,
    RULE,
    Kinds,
    held,
    hold,
    holding_content,
    shown_images,
)
from victor.tree.data_texts import with_data
from victor.tree.signatures import after_posts
from victor.tree.tree import Tree


class Media(NamedTuple):
    """Images, rules, embedded posts and players that are content, and the elements around them."""

    images: Ints  # with the formulas that are stated in attributes
    rules: Ints
    embedded: Ints  # posts of other sites, without content; among ``images``
    players: Ints  # as rows of the tree's insets
    holds: Bools  # [m] the elements that hold content or one of these

    def outside(self, tree: Tree, code: Ints) -> "Media":
        """Those that are not in code blocks.

        Args:
            tree: the page's tree.
            code: [m] the nearest code block at or above each element, 0 if there is none.
        """
        images, rules, players = self.images, self.rules, self.players
        return self._replace(
            images=images[code[tree.parent[images]] == 0],
            rules=rules[code[tree.parent[rules]] == 0],
            players=players[code[tree.inset[players, 2]] == 0],
        )


def media_of(content: Content, kind: Kinds, holds: Bools, wanted: bool, marked: bool) -> Media:
    """The images, rules, embedded posts and players that are content.

    Args:
        content: the page's blocks, and which of them are content.
        kind: [m] see :class:`~victor.document.kinds.settled.Settled`.
        holds: [m] the elements that hold content.
        wanted: whether images are wanted.
        marked: whether images beside boilerplate, posts and players are, too.
    """
    tree, (texts, _, uses) = content.blocks.tree, content.settled
    shown = with_data(tree, texts)  # it does not separate an image from content
    if wanted:
        shown, kind = _without_notes(tree, shown, kind)
    images, rules, holds = shown_images(
        kind, uses, tree.parent, tree.opened, tree.closed, shown, holds, tree.hidden, int(wanted)
    )
    if marked:
        images, holds = _with_further_images(tree, kind, texts, images, holds)
    if len(content.formulas.stated):
        images = np.union1d(images, content.formulas.stated)
    found = Media(images, rules, images[:0], images[:0], holds)
    return _with_players(content, _with_embedded(content, found)) if marked else found


def _without_notes(tree: Tree, texts: Bools, kind: Kinds) -> tuple[Bools, Kinds]:
    """Texts with what software adds to posts, which separates no image; no images in it.

    Nor are there rules before and after it.
    """
    found = after_posts(tree)
    if found is None:
        return texts, kind
    added = tree.enclosing_count(found) > 0
    beside = (np.append(added, False) | np.append(False, added))[tree.opened]
    dropped = (kind == IMAGE) & (tree.nearest(found) > 0) | (kind == RULE) & beside
    return texts | added, np.where(dropped, 0, kind).astype(np.int8)


def _with_further_images(
    tree: Tree, kind: Kinds, texts: Bools, images: Ints, holds: Bools
) -> tuple[Ints, Bools]:
    """The images that are shown, and the elements that hold them, with images beside boilerplate.

    Text never needs these.
    """
    from victor.document.pictures.cards import card_images
    from victor.document.pictures.inserted import inserted_images
    from victor.document.pictures.lead import lead_image

    further = kind == IMAGE
    further[images] = False
    more = lead_image(tree, kind, texts, images)
    if some(further):
        with_text = holding_content(texts, tree.opened, tree.closed)
        more += inserted_images(tree, places(further), texts, with_text, images)
        more += card_images(tree, places(further), texts, images)
    if not more:
        return images, holds
    holds, found = holds.copy(), np.array(more, np.int32)
    hold(holds, tree.parent, found)
    return np.union1d(images, found), holds


def _with_embedded(content: Content, media: Media) -> Media:
    from victor.document.pictures.embedded import embedded_posts

    tree = content.blocks.tree
    posts = embedded_posts(tree, content.settled.texts, media.holds)
    if not len(posts):
        return media
    holds = held(media.holds, tree.parent, tree.parent[posts])
    return media._replace(images=np.union1d(media.images, posts), embedded=posts, holds=holds)


def _with_players(content: Content, media: Media) -> Media:
    from victor.document.pictures.players import shown_players

    tree, (texts, _, uses) = content.blocks.tree, content.settled
    players = shown_players(tree, uses, texts, media.holds)
    if not len(players):
        return media
    holds = held(media.holds, tree.parent, tree.inset[players, 2])
    return media._replace(players=players, holds=holds)
