"""The texts of posts in forums and mail archives, and comment systems below articles."""

import re

from victor.arrays import Bools, Ints, places, some
from victor.text.regex import regex
from victor.tree.marks import COMMENT_SYSTEMS, POST_BODIES
from victor.tree.tree import Tree

# Classes of the texts of posts.
_BODY = regex(
    r"(?:^|\s)(?:post(?:[-_](?:content|body|text|message)|text|content)"
    r"|message-(?:body|content)|note-text|email-body)(?=\s|$)",
    re.IGNORECASE,
)
# Classes and ids of Isso, Artalk, Waline, Twikoo, Gitalk, DisqusJS, Disqus and Commento.
_SYSTEM = regex(
    r"(?:^|\s)(?:isso-thread|artalk|wl-(?:reaction|comment|meta-head|cards)|twikoo|tk-comments"
    r"|gt-container|dsqjs|disqus_thread|commento-root)(?=\s|$)",
    re.IGNORECASE,
)
_HIDES = regex(r"(?:^|\s)(?:hidden|d-none|hide)(?=\s|$)")
SEVERAL = 3  # least posts of a thread


def bodies_of_posts(tree: Tree) -> Ints | None:
    """The innermost elements that are named as texts of posts; None if there are fewer than three.

    Args:
        tree: the page's tree.
    """
    if tree.looked_at.marks.isdisjoint(POST_BODIES):  # true of most pages
        return None
    found = places(tree.matching("class", _BODY.search, signs=POST_BODIES) & tree.holds)
    if len(found) < SEVERAL:
        return None
    innermost: Ints = found[tree.starts_within(found, found) == 1]
    return innermost


def hidden_fields(tree: Tree) -> Bools | None:
    """[m] the fields that a class hides, for the source of a post; None if there are none.

    Args:
        tree: the page's tree.
    """
    if "textarea" not in tree.codes:  # true of most pages
        return None
    fields = tree.named(("textarea",)) & tree.holds
    found = tree.matching("class", _HIDES.search, fields) if some(fields) else fields
    return found if some(found) else None


def comment_systems(tree: Tree) -> Bools | None:
    """[m] the elements into which comment systems insert comments; None if there are none.

    Args:
        tree: the page's tree.
    """
    if tree.looked_at.marks.isdisjoint(COMMENT_SYSTEMS):  # true of nearly all pages
        return None
    found = tree.matching(("class", "id"), _SYSTEM.search, signs=COMMENT_SYSTEMS)
    found[tree.frame] = False  # classes of ``body`` say what is shown on the page
    return found
