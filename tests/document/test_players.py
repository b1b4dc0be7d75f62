"""Embedded players of videos and sounds are links to the pages that people open."""

from contextlib import nullcontext

import numpy as np
import pytest

import victor
from victor.compiled import using

CLEANER = victor.load("keep-everything")
WITHOUT_ASIDES = victor.load("keep-everything", remove="aside, .advert")
VIDEO = "https://www.youtube.com/embed/abcdefghijk"
WATCH = "https://www.youtube.com/watch?v=abcdefghijk"
PLAYER = f"<iframe src='{VIDEO}' title='My talk'></iframe>"
OTHER = "<iframe></iframe>"
LINK = f"[My talk]({WATCH})"


def markdown(page, cleaner=CLEANER):
    return cleaner.clean(page).format("markdown-title").rstrip("\n")


@pytest.mark.parametrize(
    ("player", "link"),
    [
        (f"<iframe src={VIDEO}>", f"[YouTube video]({WATCH})"),
        (f"<iframe src='{VIDEO}?start=9&amp;list=PL1' title=' a\n*b* '>", f"[a \\*b\\*]({WATCH})"),
        ("<iframe src=//www.youtube-nocookie.com/embed/abcdefghijk>", f"[YouTube video]({WATCH})"),
        (f"<iframe src=about:blank data-src={VIDEO}>", f"[YouTube video]({WATCH})"),
        (f"<iframe data-lazy-src={VIDEO}>", f"[YouTube video]({WATCH})"),
        ("<lite-youtube videoid=abcdefghijk title=Talk></lite-youtube>", f"[Talk]({WATCH})"),
        ("<amp-youtube data-videoid=abcdefghijk></amp-youtube>", f"[YouTube video]({WATCH})"),
        (
            "<iframe src='https://www.youtube.com/embed/videoseries?si=1&list=PL12'>",
            "[YouTube playlist](https://www.youtube.com/playlist?list=PL12)",
        ),
        (
            "<iframe src='https://player.vimeo.com/video/12?byline=0'>",
            "[Vimeo video](https://vimeo.com/12)",
        ),
        (
            "<iframe src='https://player.vimeo.com/video/12?dnt=1&h=3f'>",
            "[Vimeo video](https://vimeo.com/12/3f)",
        ),
        (
            "<iframe src=https://embed.ted.com/talks/lang/de/ann_harbours>",
            "[TED talk](https://www.ted.com/talks/ann_harbours)",
        ),
        (
            "<iframe src='//player.bilibili.com/player.html?aid=1&bvid=BV1x' title=港>",
            "[港](https://www.bilibili.com/video/BV1x)",
        ),
        (
            "<iframe src='https://v.qq.com/txp/iframe/player.html?vid=a1'>",
            "[Tencent video](https://v.qq.com/x/page/a1.html)",
        ),
        (
            "<iframe src=https://player.youku.com/embed/XMT==>",
            "[Youku video](https://v.youku.com/v_show/id_XMT==.html)",
        ),
        (
            "<iframe src=https://rutube.ru/play/embed/1a>",
            "[Rutube video](https://rutube.ru/video/1a/)",
        ),
        (
            "<iframe src='https://vk.com/video_ext.php?oid=-1&id=2&hd=2'>",
            "[VK video](https://vk.com/video-1_2)",
        ),
        (
            "<iframe src=https://archive.org/embed/harbour_1901>",
            "[Internet Archive](https://archive.org/details/harbour_1901)",
        ),
        (
            "<iframe src='https://www.loom.com/embed/1a?hide=1'>",
            "[Loom video](https://www.loom.com/share/1a)",
        ),
        (
            "<iframe src=https://streamable.com/e/1a>",
            "[Streamable video](https://streamable.com/1a)",
        ),
        (
            "<iframe src='https://www.facebook.com/plugins/video.php?width=500&"
            "href=https%3A%2F%2Fwww.facebook.com%2Fann%2Fvideos%2F12%2F&show_text=0'>",
            "[Facebook video](https://www.facebook.com/ann/videos/12/)",
        ),
        (
            "<iframe src='https://www.instagram.com/reel/1a_/embed/captioned/'>",
            "[Instagram post](https://www.instagram.com/reel/1a_/)",
        ),
        (
            "<iframe src='https://embed.podcasts.apple.com/de/podcast/hafen/id12?i=34&theme=auto'>",
            "[Apple podcast](https://podcasts.apple.com/de/podcast/hafen/id12?i=34)",
        ),
        (
            "<iframe src=https://www.dailymotion.com/embed/video/x8>",
            "[Dailymotion video](https://www.dailymotion.com/video/x8)",
        ),
        (
            "<iframe src='https://geo.dailymotion.com/player/x1.html?mute=1&video=x8'>",
            "[Dailymotion video](https://www.dailymotion.com/video/x8)",
        ),
        (
            "<iframe src='https://open.spotify.com/embed/album/3S?utm_source=oembed'>",
            "[Spotify audio](https://open.spotify.com/album/3S)",
        ),
        (
            "<iframe src='https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb"
            "&color=red'>",
            "[SoundCloud audio](https://soundcloud.com/a/b)",
        ),
        (
            "<iframe src='https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/1"
            "&color=red'>",
            "[SoundCloud audio](https://w.soundcloud.com/player/?url="
            "https%3A//api.soundcloud.com/tracks/1)",
        ),
    ],
)
def test_a_player_is_a_link_to_the_page_of_what_it_plays(player, link):
    assert markdown(f"<p>Watch the talk:</p>{player}</iframe><p>Done.") == (
        f"Watch the talk:\n\n{link}\n\nDone."
    )


@pytest.mark.parametrize(
    ("player", "link"),
    [
        ("<video controls src=/a/hafen.mp4 title='Der Hafen'>", "[Der Hafen](/a/hafen.mp4)"),
        ("<video controls src='a b.mp4?x=1#t=2'>", "[a b.mp4](a%20b.mp4?x=1#t=2)"),
        (
            "<audio controls src=/p%C5%99%C3%ADstav.mp3>No sound.",
            "[přístav.mp3](/p%C5%99%C3%ADstav.mp3)",
        ),
        ("<audio controls><source src=a.ogg><source src=a.mp3>Your browser", "[a.ogg](a.ogg)"),
        ("<video controls><p>x<source src=//host.example/s/>y", "[s](//host.example/s/)"),
        (
            "<video controls aria-label='港の船'><source src=data:x><source src=b.webm>",
            "[港の船](b.webm)",
        ),
    ],
)
def test_a_file_with_controls_is_a_link(player, link):
    tag = player[1:6]
    for compiled in (nullcontext(), using("reference")):
        with compiled:
            page = f"<p>Watch the talk:</p>{player}</{tag}><p>Done."
            assert markdown(page) == f"Watch the talk:\n\n{link}\n\nDone."


def test_the_url_of_a_file_is_absolute():
    page = "<p>Hör zu:</p><audio controls src=../lied.mp3></audio><p>Ende."
    made = CLEANER.clean(page, url="https://example.org/a/b/").format("markdown-title")
    assert made == "Hör zu:\n\n[lied.mp3](https://example.org/a/lied.mp3)\n\nEnde.\n"


def test_a_file_with_the_title_of_the_page_does_not_replace_its_heading():
    page = (
        "<title>Der Hafen</title><video controls src=a.mp4 title='Der Hafen'></video><p>Ein Text."
    )
    assert CLEANER.clean(page).markdown == "# Der Hafen\n\n[Der Hafen](a.mp4)\n\nEin Text.\n"


@pytest.mark.parametrize(
    "media",
    [
        "<video autoplay loop muted src=waves.mp4></video>",
        "<audio src=click.mp3></audio>",
        "<video controls src=blob:https://example.org/1></video>",
        "<video controls></video><picture><source src=a.png></picture>",
        "<video controls><source></video>",
    ],
)
def test_a_file_without_controls_or_url_leaves_no_trace(media):
    assert markdown(f"<p>Before.</p>{media}<p>After.") == "Before.\n\nAfter."


@pytest.mark.parametrize(
    "frame",
    [
        "<iframe src=https://ads.example/embed/abcdefghijk>",
        "<iframe src=https://www.youtube.com.example.org/embed/abcdefghijk>",
        "<iframe src='https://ads.example/?https://www.youtube.com/embed/abcdefghijk'>",
        "<iframe src=javascript://www.youtube.com/embed/abcdefghijk>",
        "<iframe src=https://www.youtube.com/subscribe_embed?channel=abc>",
        "<iframe src=https://www.youtube.com/embed/live_stream?channel=abc>",
        "<iframe src=https://www.youtube.com/embed/>",
        "<iframe src=https://www.youtube.com>",
        "<iframe src='https://www.facebook.com/plugins/like.php?href=https%3A%2F%2Fa.example%2F'>",
        "<iframe src='https://www.facebook.com/plugins/post.php?"
        "href=https%3A%2F%2Fwww.facebook.com%2Fphoto.php%3Fid%3D1&width=500'>",
        "<iframe src='https://player.vimeo.com/video/12?muted=1&background=1'>",
        f"<iframe src={VIDEO} width=1 height=1>",
        "<iframe>",
        "<lite-youtube videoid='a b'></lite-youtube>",
    ],
)
def test_other_frames_leave_no_trace(frame):
    assert markdown(f"<p>Before.</p>{frame}</iframe><p>After.") == "Before.\n\nAfter."


@pytest.mark.parametrize("rest", ["Done.", "Done: <math><mi>x</mi></math>"])
def test_outputs_with_markup_have_the_link_and_the_text_does_not(rest):
    page = f"<p>Watch the talk:</p>{PLAYER}<p>{rest}"
    result = CLEANER.clean(page)
    assert f'<p><a href="{WATCH}">My talk</a></p>' in result.html
    assert f'<p><ref target="{WATCH}">My talk</ref></p>' in result.format("tei")
    assert '"kind": "paragraph", "children": [{"kind": "link", "address"' in result.format("json")
    for name in ("text", "cleaneval", "annotation", "jsonl", "prevertical"):
        assert result.format(name) == CLEANER.clean(page.replace(PLAYER, OTHER)).format(name)


def test_a_player_within_a_text_divides_the_paragraph():
    page = f"<p>Watch <b>this</b> talk: {PLAYER} <b>Then</b> go on.</p>"
    assert markdown(page) == f"Watch **this** talk:\n\n{LINK}\n\n**Then** go on."
    assert CLEANER.clean(page).text == "Watch this talk: Then go on.\n"


@pytest.mark.parametrize(
    ("page", "written"),
    [
        ("<h2>Talk {} in full</h2>", f"## Talk {LINK} in full"),
        ("<ul><li>{}</li><li>b</li></ul>", f"- {LINK}\n- b"),
        ("<figure>{}<figcaption>Ann speaks.</figcaption></figure>", f"{LINK}\n\nAnn speaks."),
        ("<blockquote><p>Ann:</p>{}</blockquote>", f"> Ann:\n>\n> {LINK}"),
        (
            "<table><tr><th>a<th>b<tr><td>c<td>{}</table>",
            f"| a | b |\n| --- | --- |\n| c | {LINK} |",
        ),
        ("<p><a href=/x>Talk {}</a></p>", f"[Talk](/x)\n\n{LINK}"),
        ("<pre>a{}b</pre>", "```\na b\n```"),
        ("<p><code>a</code> {}</p>", f"`a`\n\n{LINK}"),
    ],
)
def test_a_player_is_where_it_stands(page, written):
    assert markdown(f"<p>x</p>{page.format(PLAYER)}<p>y</p>") == f"x\n\n{written}\n\ny"


def test_a_player_beside_boilerplate_or_in_it_is_not_shown():
    other = f"<div class=advert>Advertisement</div>{PLAYER}"
    page = f"<p>a</p><aside>News {PLAYER} more news</aside><p>b</p>"
    assert markdown(page, WITHOUT_ASIDES) == "a\n\nb"
    assert markdown(f"<div>{other}<div class=advert>b</div></div><p>c</p>", WITHOUT_ASIDES) == "c"
    assert markdown(f"<div style='display:none'>{PLAYER}</div><p>c</p>") == "c"


def test_a_player_in_a_box_with_a_credit_between_paragraphs_is_shown():
    box = f"<div>{PLAYER}<p class=advert>Video: Ann</p></div>"
    page = f"<div><p>a</p><p>b</p>{box}<p>c</p></div>"
    assert markdown(page, WITHOUT_ASIDES) == f"a\n\nb\n\n{LINK}\n\nc"


def test_the_same_video_is_shown_once():
    lazy = f"<iframe data-src={VIDEO} title='My talk'></iframe><noscript>{PLAYER}</noscript>"
    assert markdown(f"<p>a</p>{lazy}<p>b</p>") == f"a\n\n{LINK}\n\nb"


def test_features_and_labels_do_not_depend_on_players():
    web, text = victor.load("web"), "<p>" + "A long sentence of an article, with words. " * 9
    with_player, without = (web.clean(f"<h1>A</h1>{text}{one}{text}") for one in (PLAYER, OTHER))
    assert LINK in with_player.markdown
    assert with_player.block_columns.text == without.block_columns.text
    assert np.array_equal(with_player.labels.scores, without.labels.scores)


@pytest.mark.parametrize("offset", [0, 3, 30])
def test_wrapped_lines_are_joined_around_a_player(offset):
    line = "この橋は冬の間に修理が行われ、五月の初めに再び"
    text = f"{line}\n  開通した。{line}\n{line}"
    page = f"<p>{text[:offset]}{PLAYER}{text[offset:]}</p><p>終"
    plain = CLEANER.clean(f"<html><body>{page}")
    assert plain.text == CLEANER.clean(f"<html><body>{page.replace(PLAYER, OTHER)}").text
    words = markdown(page).replace(LINK, "").replace("\n", "").replace(" ", "")
    assert words == plain.text.replace("\n", "").replace(" ", "")
    assert LINK in markdown(page)


def test_white_space_of_code_does_not_depend_on_a_player():
    code = "<div style='white-space:pre'><code>a</code> {}<code>b</code></div>"
    found = [CLEANER.clean(f"<p>x</p>{code.format(one)}").text for one in (PLAYER, OTHER)]
    assert found[0] == found[1]


def test_the_compiled_parser_and_the_plain_one_agree():
    page = f"<p>é {PLAYER} ü <iframe src={VIDEO}></iframe>x</p><lite-youtube videoid=abcdefghij1>"
    page += "<p>a <video controls title=ö>é<source src=a><source src=b></video>b<source src=c>"
    with using("reference"):
        tree = CLEANER.clean(page).block_columns.tree
    other = CLEANER.clean(page).block_columns.tree
    assert (list(tree.source), tree.inset.tolist()) == (list(other.source), other.inset.tolist())
    assert len(tree.source) == 4
