"""Embedded posts of social networks that are not content: quotations for a script to replace."""

from collections.abc import Iterator

import numpy as np

from victor.arrays import Bools, Ints, places, sums_before
from victor.document.pictures.inserted import PARAGRAPHS, between_paragraphs
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

TAG = "blockquote"
_MOST = 200  # posts of a page
_LONGEST_LINE = 200  # characters of the line that names the author
# Networks by a class of the quotation, with what a link that opens the post alone contains.
_NETWORKS = {
    "twitter-": ("Twitter post", regex(r"//(?:\w+\.)?(?:twitter|x)\.com/\w+/status(?:es)?/\d")),
    "instagram-media": ("Instagram post", regex(r"instagram\.com/(?:[\w.]+/)?(?:p|reel|tv)/\w")),
    "tiktok-embed": ("TikTok video", regex(r"tiktok\.com/@[^/]+/video/\d")),
    "bluesky-embed": ("Bluesky post", regex(r"bsky\.app/profile/[^/]+/post/\w")),
    "mastodon-embed": ("Mastodon post", regex(r"/@[\w.@-]+/\d")),
    "text-post-media": ("Threads post", regex(r"threads\.(?:net|com)/@[^/]+/post/\w")),
    "reddit-": ("Reddit post", regex(r"reddit\.com/(?:r|user)/\w+/comments/\w")),
}
# Attributes with the URL of the post; the date in it is often a link to it, too.
_ADDRESSES = ("data-instgrm-permalink", "data-text-post-permalink", "cite")
_AUTHOR = regex(r"@\w")


def embedded_posts(tree: Tree, texts: Bools, holds: Bools) -> Ints:
    """The quotations without content that are embedded posts after some content.

    Content follows in the same element, or this has some paragraphs of content.

    Args:
        tree: the page's tree.
        texts: [t] whether each text is content.
        holds: [m] the elements that hold content.
    """
    found = places(tree.named((TAG,)) & ~holds).tolist() if TAG in tree.tags else []
    posts = np.array([one for one in found[:_MOST] if _network(tree, one)], np.int32)
    if not len(posts):
        return posts
    around, before = tree.nearest(holds), sums_before(texts)
    holder = around[posts]
    follows = before[tree.opened[posts]] > before[tree.opened[holder]]
    is_followed = before[tree.closed[holder]] > before[tree.closed[posts]]
    first = posts[follows & is_followed], posts[follows & ~is_followed]
    least = 0, PARAGRAPHS
    shown = [
        between_paragraphs(tree, some, holds, around, number)
        for some, number in zip(first, least, strict=True)
    ]
    return np.sort(np.concatenate(shown))


def post_of(blocks: Blocks, element: int) -> tuple[str, str]:
    """The URL of an embedded post as the page states it, ``""`` for none, and the line to show.

    Args:
        blocks: of the page.
        element: one of :func:`embedded_posts`.
    """
    tree = blocks.tree
    name, is_post = _NETWORKS[_network(tree, element)]
    stated = [tree.attribute(element, one) for one in _ADDRESSES]
    links = [tree.attribute(one, "href") for one in _links_in(tree, element)]
    address = next(filter(is_post.search, (*stated, *reversed(links))), "")
    return address, _line(blocks, element) or name


def _links_in(tree: Tree, element: int) -> Iterator[int]:
    """The links in an element."""
    for one in range(element + 1, len(tree.tag)):
        if tree.parent[one] < element:
            return
        if tree.tag_of(one) == "a":
            yield one


def _line(blocks: Blocks, element: int) -> str:
    """The last line of a post if it names the author; else ``""``."""
    last = int(blocks.tree.closed[element]) - 1
    if last < blocks.tree.opened[element]:
        return ""
    line = blocks.text[int(blocks.of_text[last])].lstrip("—–- ")
    return line if _AUTHOR.search(line) and len(line) <= _LONGEST_LINE else ""


def _network(tree: Tree, element: int) -> str:
    """The class of a network that a quotation has; ``""`` for others."""
    names = tree.attribute(element, "class")
    return next((one for one in _NETWORKS if one in names), "") if names else ""
