"""The role of each block on the page: title, byline, caption, comment and so on.

Labels state what a block is in the text; roles state what it is on the page. They are found by
elements, their names (classes, ids), and words shared with the page's title. Names are code, which
is written in English nearly everywhere, so roles depend little on the page's language.
"""

import numpy as np
from numpy.typing import NDArray

from victor.document.roles.bylines import byline_blocks, date_blocks, of_page
from victor.document.roles.cued_page import CODE, ROLES, CuedPage
from victor.document.roles.discussion import discussed_blocks
from victor.document.roles.post import Post, posts
from victor.document.roles.tables import data_tables
from victor.document.roles.title_blocks import near_title, page_title, subtitles
from victor.tree.blocks import Blocks

__all__ = ("ROLES", "Post", "page_roles", "posts")


def page_roles(blocks: Blocks) -> NDArray[np.int8]:
    """The role of each block on the page, as numbers of :data:`ROLES`; 0 for the body and the rest.

    If several roles apply, the first of these wins: title, comment, post, code, caption,
    quotation, table, byline, date, subtitle. So a date inside a comment is a comment. If the main
    content of a page is a discussion, its comments are posts.

    Args:
        blocks: the page's blocks.

    Returns:
        [n] numbers from 0 to ``len(ROLES) - 1``.
    """
    if not len(blocks):
        return np.zeros(0, np.int8)
    page = CuedPage(blocks)
    low, high = page_title(page)
    near = near_title(blocks, low, high)
    comments, in_posts = discussed_blocks(page, (low, high))
    discussed = comments | in_posts
    found = {  # each overwrites those before it
        "subtitle": subtitles(page, high),
        "date": of_page(page, date_blocks(page, near), near, discussed),
        "byline": of_page(page, byline_blocks(page, near), near, discussed),
        "table": page.inside(data_tables(page)),
        "quotation": page.inside(page.parts("quotation")),
        "caption": page.around("caption"),
        "code": page.inside(page.parts("code")) | blocks.within(blocks.tree.named({"code"})),
        "post": in_posts,
        "comment": comments,
    }
    roles = np.zeros(len(blocks), np.int8)
    for name, where in found.items():
        roles[where] = CODE[name]
    roles[low:high] = CODE["title"]
    return roles
