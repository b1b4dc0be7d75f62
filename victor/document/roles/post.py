"""The comments and posts of a page, with their authors, dates and depths."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Ints
from victor.document.roles.cued_page import CODE, CuedPage
from victor.document.roles.depths import depths_of_posts
from victor.document.roles.discussion import opening_post
from victor.document.roles.repeated import repeated, single_comment
from victor.document.roles.stated import whole_posts
from victor.document.roles.times import dates_of_posts
from victor.document.roles.writers import author_of, authors_of_posts
from victor.tree.blocks import Blocks


@dataclass(frozen=True)
class Post:
    """A comment, or a post of a discussion."""

    first: int  # its first block
    last: int  # its last block before the next post; replies are separate posts
    author: str  # "" if the page does not state one
    date: str  # as in an attribute, else as in the text; "" if the page does not state one
    depth: int  # 0: not an answer to another
    element: int


def posts(blocks: Blocks, roles: NDArray[np.int8]) -> list[Post]:
    """The comments and posts of a page, in document order.

    Args:
        blocks: the page's blocks.
        roles: [n] as :func:`page_roles` finds them.
    """
    chosen = np.isin(roles, (CODE["comment"], CODE["post"]))
    if not chosen.any():
        return []
    page = CuedPage(blocks)
    found = _without_page(page, _posts_of(page, roles))
    low, high = page.range(found)
    high = np.minimum(high, np.append(low[1:], len(blocks)))
    whole = whole_posts(page.tree, found)
    rows = zip(
        *(found.tolist(), low.tolist(), high.tolist()),
        *(of(page, found, whole, high.tolist()) for of in (authors_of_posts, dates_of_posts)),
        depths_of_posts(page.tree, found),
        strict=True,
    )
    read = [
        Post(low, high - 1, who, when, depth, post)
        for post, low, high, who, when, depth in rows
        if high > low
    ]
    is_post = (roles == CODE["post"]).tolist()
    # Without either, it is a form, or a heading above comments.
    return [one for one in read if one.author or one.date or is_post[one.first]]


def _posts_of(page: CuedPage, roles: NDArray[np.int8]) -> Ints:
    """The elements of posts and of comments, in document order."""
    found = []
    for role in ("post", "comment"):
        where = roles == CODE[role]
        if where.any():
            items = [repeated(page, cue, where) for cue in ("post", "comment")]
            chosen = max(items, key=lambda one: float(page.words(one).max(initial=0) * len(one)))
            found.append(chosen if len(chosen) else single_comment(page, where))
            if role == "post" and len(chosen):
                found.append(opening_post(page, chosen))
    return np.unique(np.concatenate(found)).astype(np.int32)


def _without_page(page: CuedPage, found: Ints) -> Ints:
    """Drop links, which are teasers, and a first element around all posts that is the whole page.

    An opening post around its answers has an author, or prose before the first of them.
    """
    tree = page.tree
    found = found[~tree.named(("a",))[found]]
    if len(found) < 3 or tree.closed[found[0]] < tree.closed[found[1:]].max():
        return found
    outer, (low, high) = int(found[0]), page.range(found[:2])[0].tolist()
    is_post = low == high or page.prose[low:high].any() or author_of(page, outer, high)
    return found if is_post else found[1:]
