"""Embedded posts of social networks that are not content are links to these posts."""

from contextlib import nullcontext

import pytest

import victor
from victor.compiled import using

CLEANER = victor.load("keep-everything", remove=".not, blockquote, blockquote *")
TWEET = (
    "<blockquote class=twitter-tweet><p>Лодки вернулись <a href=https://t.co/1>pic</a></p>"
    "&mdash; Ann Q (@ann_q) <a href='https://twitter.com/ann_q/status/12?ref=a'>May 3, 2024</a>"
    "</blockquote>"
)
LINK = "[Ann Q (@ann_q) May 3, 2024](https://twitter.com/ann_q/status/12?ref=a)"


def markdown(page, cleaner=CLEANER):
    return cleaner.clean(page).format("markdown-title").rstrip("\n")


@pytest.mark.parametrize(
    ("post", "link"),
    [
        (TWEET, LINK),
        (
            "<blockquote class='instagram-media x' data-instgrm-permalink="
            "'https://www.instagram.com/p/1a/?u=b'><div>Sieh dir diesen Beitrag an</div>"
            "<p>Ein Beitrag geteilt von Ann (@ann)</p></blockquote>",
            "[Ein Beitrag geteilt von Ann (@ann)](https://www.instagram.com/p/1a/?u=b)",
        ),
        (
            "<blockquote class=instagram-media><a href=https://www.instagram.com/reel/1a/>投稿</a>"
            "</blockquote>",
            "[Instagram post](https://www.instagram.com/reel/1a/)",
        ),
        (
            "<blockquote class=tiktok-embed cite=https://www.tiktok.com/@ann/video/12><section>"
            "<a href=https://www.tiktok.com/@ann>@ann</a><p>barcos</p></section></blockquote>",
            "[TikTok video](https://www.tiktok.com/@ann/video/12)",
        ),
        (
            "<blockquote class=bluesky-embed><p>Boats</p>&mdash; Ann (@ann.example) <a "
            "href=https://bsky.app/profile/did:plc:1/post/3k>May 3</a></blockquote>",
            "[Ann (@ann.example) May 3](https://bsky.app/profile/did:plc:1/post/3k)",
        ),
        (
            "<blockquote class=mastodon-embed><a href=https://social.example/@ann/12>Post by "
            "@ann@social.example</a></blockquote>",
            "[Post by @ann@social.example](https://social.example/@ann/12)",
        ),
    ],
)
def test_a_post_that_is_not_content_is_a_link(post, link):
    for compiled in (nullcontext(), using("reference")):
        with compiled:
            assert markdown(f"<p>A.</p>{post}<p>B.") == f"A.\n\n{link}\n\nB."


@pytest.mark.parametrize(
    "quotation",
    [
        "<blockquote>Ann (@ann) <a href=https://twitter.com/ann/status/1>May 3</a></blockquote>",
        "<blockquote class=twitter-tweet>Tweet</blockquote>",
        "<blockquote class=twitter-tweet><a href=https://twitter.com/ann>Ann</a></blockquote>",
        f"<aside>{TWEET}</aside>",
        f"<div style=display:none>{TWEET}</div>",
    ],
)
def test_other_quotations_that_are_not_content_leave_no_trace(quotation):
    assert markdown(f"<p>A.</p>{quotation}<p>B.") == "A.\n\nB."


def test_a_post_that_is_content_is_a_quotation():
    cleaner = victor.load("keep-everything")
    assert markdown(f"<p>A.</p>{TWEET}<p>B.", cleaner).count("> ") == 2


def test_posts_in_a_row_are_paragraphs_and_those_at_the_end_stay_below_paragraphs():
    other = TWEET.replace("status/12", "status/13")
    both = f"{LINK}\n\n{LINK.replace('status/12', 'status/13')}"
    assert markdown(f"<div>A.<div>{TWEET}{other}</div>B.</div>") == f"A.\n\n{both}\n\nB."
    page = f"<article><p>A.<p>B.<p>C.{TWEET}{other}</article><div class=not>Share</div>"
    assert markdown(page) == f"A.\n\nB.\n\nC.\n\n{both}"
    assert markdown(f"<p class=not>Menu</p>{TWEET}<p>A.<p>B.<p>C.") == "A.\n\nB.\n\nC."


def test_outputs_with_markup_have_the_link_and_the_text_does_not():
    result = CLEANER.clean(f"<p>A.</p>{TWEET}<p>B.")
    assert result.text == "A.\n\nB.\n"
    address = "https://twitter.com/ann_q/status/12?ref=a"
    assert f'<p><a href="{address}">Ann Q (@ann_q) May 3, 2024</a></p>' in result.html
    assert f'<p><ref target="{address}">Ann Q (@ann_q) May 3, 2024</ref></p>' in result.format(
        "tei"
    )
    assert address in result.format("json")
