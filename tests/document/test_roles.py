"""What each block is on the page."""

import random

import numpy as np
import pytest
from conftest import DATA
from hypothesis import given
from pages import BLOCK_TAGS as PLAN
from pages import blocks, markup, random_page

import victor
from victor.document.roles import ROLES, page_roles, posts
from victor.document.roles.patterns import is_date
from victor.document.roles.post import Post
from victor.page import read_page
from victor.pipeline import blocks_of
from victor.tree.blocks import Blocks

PROSE = " ".join(["The ferry crosses the bay twice a day, and nobody in the village minds."] * 4)


def roles_of(html: str) -> dict[str, str]:
    """The role of each text."""
    made = blocks(html)
    roles = page_roles(made)
    return {text: ROLES[role] for text, role in zip(made.text, roles.tolist(), strict=True)}


ARTICLE = f"""<html><head><title>Die Fähre fährt wieder | Küstenbote</title></head><body>
<nav><a href=/>Die Fähre</a></nav><h1>Küstenbote</h1><article><h1>Die Fähre fährt wieder</h1>
<p class=standfirst>Nach drei Jahren Pause.</p>
<div class=meta><span class=byline>Von Anna Brandt</span><br><time>gestern</time></div>
<p>{PROSE}</p><blockquote><p>Endlich!</p></blockquote><p>{PROSE}</p>
<figure><img src=x><figcaption>Der Hafen. Foto: P. Lind</figcaption></figure>
<pre>ferry --sail</pre>
<table><tr><th>Tag<th>Zeit<tr><td>Mo<td>9 Uhr<tr><td>Di<td>10 Uhr</table></article>
<section id=comments><h3>Kommentare</h3><div class=comment><b class=author>Max</b>
<time datetime=2026-03-14>14. März</time><p>Ich freue mich.</p></div></section></body></html>"""


def test_the_parts_of_an_article_have_roles():
    roles = roles_of(ARTICLE)
    assert {text: role for text, role in roles.items() if role} == {
        "Die Fähre fährt wieder": "title",
        "Nach drei Jahren Pause.": "subtitle",
        "Von Anna Brandt": "byline",
        "gestern": "date",
        "Endlich!": "quotation",
        "Der Hafen. Foto: P. Lind": "caption",
        "ferry --sail": "code",
        **dict.fromkeys(("Tag", "Zeit", "Mo", "9 Uhr", "Di", "10 Uhr"), "table"),
        **dict.fromkeys(("Kommentare", "Max 14. März", "Ich freue mich."), "comment"),
    }


@pytest.mark.parametrize(
    ("title", "heading"),
    [
        ("港口渡轮恢复运行_海岸新闻", "<h1>海岸新闻</h1><h1>港口渡轮恢复运行</h1>"),
        ("Паром снова ходит — Новости", "<h1>Новости</h1><h2 class=title>Паром снова ходит</h2>"),
        ("The ferry is back", "<div class=headline>The ferry is back</div><h2>More</h2>"),
        ("The ferry is back", "<b>The ferry is back</b>"),
        ("The ferry is back", "<p>The ferry is back</p><h1>The ferry is back</h1>"),
        ("Ferries: what is new", "<h1>What is new on the ferries</h1><h2>Ferries</h2>"),
    ],
)
def test_the_title_is_the_heading_that_resembles_the_stated_title(title, heading):
    made = blocks(f"<title>{title}</title><body>{heading}<p>{PROSE}</p>")
    found = np.flatnonzero(page_roles(made) == ROLES.index("title"))
    assert len(found) == 1
    assert made.text[found[0]] in (heading.split(">")[-2].split("<")[0], made.text[0])
    assert made.text[found[0]] not in ("海岸新闻", "Новости", "More")


def test_a_page_without_a_stated_title_has_its_first_h1():
    assert roles_of(f"<h2>News</h2><h1>The ferry</h1><p>{PROSE}")["The ferry"] == "title"


@pytest.mark.parametrize(
    ("line", "role"),
    [
        ("By Anna Brandt", "byline"),
        ("Par Anne Martin", "byline"),
        ("Автор: Анна Иванова", "byline"),
        ("作者：王小明", "byline"),
        ("14 March 2026", "date"),
        ("Veröffentlicht am 14.3.2026", "date"),
        ("14 de marzo de 2026", "date"),
        ("2026年3月14日", "date"),
        ("25 Best Ferries in 2026", ""),
        ("By the sea", ""),
        ("Chapter 3", ""),
    ],
)
def test_lines_below_the_title_are_read(line, role):
    html = f"<title>The ferry</title><h1>The ferry</h1><div>{line}</div><p>{PROSE}"
    assert roles_of(html)[line] == role


def test_a_link_to_an_author_is_a_byline():
    html = "<title>The ferry</title><h1>The ferry</h1><div><a href=/author/ab>Anna Brandt</a></div>"
    assert roles_of(html)["Anna Brandt"] == "byline"


def test_what_is_beside_the_name_in_a_byline_is_none():
    others = "<li>Facebook</li><li>5 Min Read</li>"
    html = (
        f"<title>The ferry</title><h1>The ferry</h1><ul class=byline><li>Anna Brandt{others}</ul>"
    )
    roles = roles_of(f"{html}<p>{PROSE}")
    assert [text for text, role in roles.items() if role == "byline"] == ["Anna Brandt"]


def test_a_standfirst_has_two_blocks_at_most():
    html = "<title>The ferry</title><h1>The ferry</h1><div class=lead>{}</div>" + f"<p>{PROSE}"
    roles = roles_of(html.format("<p>It sails again.<p>From May."))
    assert roles["It sails again."] == roles["From May."] == "subtitle"
    assert "subtitle" not in roles_of(html.format("<p>It sails again." * 3)).values()


TEASERS = "".join(
    f"<div class=teaser><a href=/{i}>Noch eine Fähre {i}</a><span class=author>Eva Lind</span>"
    f"<time>{i}. März 2026</time></div>"
    for i in range(1, 9)
)
LONG = f"<p>{PROSE}</p>" * 14
SIGNED = "<p class=byline>Anna Brandt</p><p class=date>14. März 2026</p>"


@pytest.mark.parametrize(
    "page",
    [
        f"<h1>Die Fähre</h1>{SIGNED}{LONG}{TEASERS}",
        f"<h1>Die Fähre</h1>{LONG}{SIGNED}{TEASERS}",
        f"<h1>Die Fähre</h1>{'<p>Ein Satz.</p>' * 20}{SIGNED}<p>{PROSE}</p>",
    ],
)
def test_bylines_and_dates_of_teasers_are_not_those_of_the_page(page):
    roles = roles_of(f"<title>Die Fähre</title>{page}")
    assert {text: role for text, role in roles.items() if role in ("byline", "date")} == {
        "Anna Brandt": "byline",
        "14. März 2026": "date",
    }


def test_a_list_of_articles_without_a_title_has_bylines_and_dates():
    roles = roles_of(TEASERS.replace("</a>", "</a><br>").replace("<time", "<br><time"))
    assert roles["Eva Lind"] == "byline"
    assert roles["8. März 2026"] == "date"


def test_tables_for_layout_are_none():
    cells = f"<tr><td>{PROSE}<td><table><tr><td>a<td>b<tr><td>c<td>d</table>"
    assert "table" not in [roles_of(f"<table>{cells}</table>")[PROSE]]
    assert roles_of("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>")["a"] == ""
    assert roles_of("<table><tr><td>a<tr><td>b</table>")["a"] == ""


def test_a_quotation_around_the_whole_page_is_none():
    assert roles_of(f"<blockquote><p>{PROSE}</p></blockquote>")[PROSE] == ""


def forum(count: int = 4) -> str:
    post = """<div class="post" id=post{0}><div class=author>Member{0}</div>
    <span class=date title="2026-03-{0}4">Tuesday</span><p>{1} {0}</p></div>"""
    listed = "".join(post.format(i, PROSE) for i in range(1, count + 1))
    return f"<title>Which ferry?</title><h1>Which ferry?</h1><div class=posts>{listed}</div>"


def test_posts_of_a_forum():
    roles = roles_of(forum())
    assert roles["Which ferry?"] == "title"
    assert {role for text, role in roles.items() if text != "Which ferry?"} == {"post"}


def test_posts_have_authors_and_dates():
    made = blocks(forum())
    found = posts(made, page_roles(made))
    assert [(one.author, one.date, one.depth) for one in found] == [
        (f"Member{i}", f"2026-03-{i}4", 0) for i in range(1, 5)
    ]
    assert [made.text[one.last][-1] for one in found] == list("1234")
    assert [made.text[one.first] for one in found] == [f"Member{i}" for i in range(1, 5)]


WRITERS = ("Ana", "Bo", "Cyril", "Dia")


def read_posts(post: str, end: str = "", start: str = "") -> list[tuple[str, str]]:
    """The authors and dates of a thread: ``{0}`` of a post is a name, ``{1}`` a number."""
    listed = "".join(
        post.format(name, place).replace("PROSE", f"{PROSE} {name}")
        for place, name in enumerate(WRITERS, 1)
    )
    body = f"{start}<h1>Which ferry?</h1><div itemtype=QAPage>{listed}{end}</div>"
    made = blocks(f"<title>Which ferry?</title>{body}")
    return [(one.author, one.date) for one in posts(made, page_roles(made))]


@pytest.mark.parametrize(
    "post",
    [
        pytest.param(
            """<article class="message message--post"><div class="message-cell message-cell--user">
            <a class="avatar"><span>{0:.1}</span></a><h4><a class=username href=/m>{0}</a></h4>
            <h5 class=userTitle>Member</h5></div><div class="message-cell message-cell--main">
            <time datetime=2026-03-1{1}>March</time><div class=message-userContent>PROSE</div></div>
            </article>""",
            id="writer and text are two cells",
        ),
        pytest.param(
            """<article class="CommentPost Post Post--{1}"><header><h3><a href=/u/{0}>
            <span class=Avatar>{0:.1}</span> <span class=username>{0}</span></a></h3>
            <time datetime=2026-03-1{1}>3 days ago</time></header><div class=Post-body><p>PROSE</p>
            </div></article>""",
            id="the name is that of the body",
        ),
        pytest.param(
            """<div class="post"><p class=author><a href=#p{1}><span class=sr-only>Post</span></a>
            by <a class=username href=/u>{0}</a> » <time datetime=2026-03-1{1}>then</time></p>
            <p>PROSE</p></div>""",
            id="a link before that of the author",
        ),
        pytest.param(
            """<div class="post"><div class=author>{0}</div><div class=author-registered>Joined
            <time datetime=2015-01-01>2015</time></div><div class=post-date><a href=#{1}>#{1}</a>
            · <span class=when title=2026-03-1{1}>March</span></div><p>PROSE</p>
            <time class=edited datetime=2026-05-05>edited</time></div>""",
            id="other dates and numbers",
        ),
        pytest.param(
            """<table><tr class="athing comtr"><td class=default><div><span class=comhead>
            <a href="user?id={0}" class=hnuser>{0}</a> <span class=age title=2026-03-1{1}>
            <a href="item?id={1}">3 hours ago</a></span></span></div><div class=comment>
            <div class="commtext c00">PROSE</div></div></table>""",
            id="a table for each post",
        ),
    ],
)
def test_posts_of_common_forums(post):
    dates = [f"2026-03-1{i}" for i in range(1, 5)]
    assert read_posts(post) == list(zip(WRITERS, dates, strict=True))


@pytest.mark.parametrize(
    ("post", "date"),
    [
        pytest.param(
            """<div class="post" data-username="{0}" data-timestamp="177345000{1}000">
            <a href=/u/{0}><span class=avatar>{0:.1}</span></a>
            <a class=username href=/u>@{0:.1}</a><p>PROSE</p>
            </div>""",
            "2026-03-14T01:00:0{}Z",
            id="attributes of the post",
        ),
        pytest.param(
            """<article data-author="{0}"><div><div class="post"><b class=username>Guest</b>
            <time datetime=2026-03-1{1}>March</time><p>PROSE</p>
            <div class=quote data-author=Eva>PROSE</div></div></div></article>""",
            "2026-03-1{}",
            id="attributes of what is around the post, and of a quotation in it",
        ),
        pytest.param(
            """<div class="post" data-author="true" data-timestamp="{1}"><b class=username>{0}</b>
            <p>PROSE</p></div>""",
            "",
            id="no name and no time",
        ),
    ],
)
def test_authors_and_dates_that_posts_state_as_attributes(post, date):
    assert read_posts(post) == [(name, date.format(i)) for i, name in enumerate(WRITERS, 1)]


def test_posts_of_which_only_some_have_a_class():
    kinds = dict(zip(WRITERS, ("topic-owner-post", "", "", "topic-owner-post"), strict=False))
    listed = "".join(
        f"<li class='{kind}' itemprop=comment><a class=username href=/u>{name}</a><p>{PROSE} {name}"
        for name, kind in kinds.items()
    )
    page = f"<title>Which ferry?</title><h1>Which ferry?</h1><ul itemtype=QAPage>{listed}</ul>"
    made = blocks(page)
    assert [one.author for one in posts(made, page_roles(made))] == [*kinds]


@pytest.mark.parametrize(
    ("name", "author"),
    [
        pytest.param("<a class=username href=/u>Captain {0}</a>", "Captain {0}", id="for readers"),
        pytest.param("<a class=username href=/u>USER_{1}</a>", "USER_{1}", id="in other case"),
        pytest.param("<a class=username href=/u>user_{1} Admin</a>", "user_{1}", id="with a rank"),
        pytest.param("<b class=user-status>Offline</b>", "user_{1}", id="a status"),
        pytest.param("<button class=user-follow>Follow {0}</button>", "user_{1}", id="a button"),
        pytest.param("<a href=/users/eva>Eva</a>", "user_{1}", id="a link"),
    ],
)
def test_names_that_are_shown_come_before_those_of_attributes(name, author):
    post = f"<div class=post data-author=user_{{1}}>{name}<p>PROSE</p></div>"
    expected = [author.format(who, place) for place, who in enumerate(WRITERS, 1)]
    assert [who for who, _ in read_posts(post)] == expected


def test_a_name_that_is_stated_and_shown_comes_before_a_status():
    head = "<div class=author><a href=/u>Offline {1}</a> <a href=/u>{0}</a></div>"
    post = f"<div class=post data-author={{0}}>{head}<p>PROSE</p></div>"
    assert [who for who, _ in read_posts(post)] == list(WRITERS)


def test_whom_a_post_mentions_did_not_write_it():
    post = "<div class=post data-author={0}><p>PROSE</p>MENTION</div>"
    start = post.replace("MENTION", "<p>Ask <a class=username href=/u>Eva</a>.</p>")
    found = read_posts(post.replace("MENTION", ""), start=start.format("Finn", 0))
    assert [who for who, _ in found][-4:] == list(WRITERS)
    assert "Eva" not in [who for who, _ in found]


@pytest.mark.parametrize(
    ("profile", "author"),
    [
        ("<dl class=user><dt>Author</dt><dd>{0}</dd><dd>Posts 5</dd></dl>", "{0}"),
        ("<dl class=user><dt>Verfasser:</dt><dd>{0}</dd></dl>", "{0}"),
        (
            "<dl class=user><dt>Автор</dt><dd>{0}</dd><dt>С нами с</dt><dd>2012</dd></dl>",
            "{0}",
        ),
        ("<dl class=user><dt>{0}</dt><dd>Administrator</dd><dd>Posts 5</dd></dl>", "{0}"),
        ("<dl class=user><dt>{0}:</dt><dd>Administrator</dd><dd>Posts 5</dd></dl>", "{0}"),
        ("<b class=user-label>Autor:</b> <b class=user-name>{0}</b>", "{0}"),
    ],
)
def test_labels_beside_names_are_no_authors(profile, author):
    post = f"<div class=post>{profile}<p>PROSE</p></div>"
    assert [who for who, _ in read_posts(post)] == [author.format(who) for who in WRITERS]


@pytest.mark.parametrize(
    "author",
    [
        "<b class=fn>{0}</b> <span class=says>says:</span>",
        "<b class=fn>{0}</b> <span class=says>ha dicho el lunes:</span>",
        "<cite class=fn>{0}</cite> <i>guest</i>",
        "<span itemprop=name>{0}</span> <i>guest</i>",
        "{0} <span class=says>dijo:</span>",
        "{0} says:",
        "{0} sagt",
        "{0} a dit :",
        "{0} пишет:",
    ],
)
def test_verbs_after_names_are_no_part_of_them(author):
    post = f"<div class=post><div class='comment-author vcard'>{author}</div><p>PROSE</p></div>"
    assert [who for who, _ in read_posts(post)] == list(WRITERS)


@pytest.mark.parametrize("name", ["{0} Says", "{0} Dit", "{0}says"])
def test_a_name_may_be_like_a_verb(name):
    post = f"<div class=post><div class=comment-author>{name}</div><p>PROSE</p></div>"
    assert [who for who, _ in read_posts(post)] == [name.format(who) for who in WRITERS]


def test_the_author_of_an_article_did_not_write_its_only_comment():
    comment = """<div class="comment comment-1"><b class=author>Max</b><time>today</time>
    <p>I look forward to it.</p></div>"""
    made = blocks(f"<h1>Ferry</h1><article data-author=Anna><p>{PROSE}</p>{comment}</article>")
    assert [one.author for one in posts(made, page_roles(made))] == ["Max"]


def test_two_posts_in_an_element_are_two():
    post = """<div class="post"><span class=username>{0}</span><time datetime=2026-03-1{1}>x</time>
    <p>PROSE</p></div>"""
    pair = f"<div class=post-group>{post}{post.replace('{0}', '{0}a')}</div>"
    assert [name for name, _ in read_posts(pair)] == [w for n in WRITERS for w in (n, f"{n}a")]


@pytest.mark.parametrize(
    ("post", "end"),
    [
        pytest.param(
            """<article class="message" data-author="{0}"><div class="message-cell">
            <a class=username href=/m>{0}</a></div><div class="message-cell"><p>PROSE</p></div>
            </article>""",
            "<div class=message-cell><p>News of the harbour</p></div>",
            id="an advertisement that is named as half a post",
        ),
        pytest.param(
            """<div id=p{1} class="blockpost rowodd"><h2>#{1} <a href=#p{1}>today</a></h2>
            <div class=postleft><dl><dt><strong>{0}</strong></dt><dd>Member</dd><dd>Posts: 12</dd>
            <dd><a href=https://{0}.example>Site web</a></dd></dl></div><div class=postright>
            <h3>Which ferry?</h3><div class=postmsg><p>PROSE</p></div></div></div>""",
            "",
            id="a profile whose head is no link",
        ),
        pytest.param(
            """<article><div class=PostUser><h3 class=PostUser-name>{0}</h3></div>
            <div class=Post-body><p>PROSE</p></div></article>""",
            "",
            id="the body follows its writer",
        ),
        pytest.param(
            """<li><div class=reply-author><a class=user-name href=/u>{0}</a></div>
            <div class=reply-content><p>PROSE</p></div></li>""",
            """<li class=list-footer><div class=reply-author>Author</div>
            <div class=reply-content>Posts</div></li>""",
            id="the foot of a list has such parts",
        ),
        pytest.param(
            """<div class=item><div class=post-content><p>PROSE</p></div><div class=item-footer>
            answered <time>2026-03-1{1}</time> by <a class=user-link href=/user/{0}>{0}</a></div>
            </div>""",
            "",
            id="the writer follows the body",
        ),
        pytest.param(
            """<div class="post"><div class=author-joined>Joined: May 2012</div>
            <div class=author-location><a href=/map>Bergen</a></div>
            <div class=author-name><a href=/u>{0}</a></div><p>PROSE</p></div>""",
            "",
            id="what is said of users comes before their names",
        ),
    ],
)
def test_posts_are_found_with_their_writers(post, end):
    assert [name for name, _ in read_posts(post, end=end)] == list(WRITERS)


def test_dates_may_be_before_the_posts():
    post = """<div id=post-2{1} class=reply-header><span class=post-date>{1} March 2026</span></div>
    <div class="loop-item"><div class=reply-author><a class=author-link href=/u>{0}</a></div>
    <div class=reply-content><p>PROSE</p></div></div>"""
    page = "<article id=post-20><h2>Boats</h2>"
    dated = [f"{number} March 2026" for number in range(1, 5)]
    assert read_posts(post, start=page) == list(zip(WRITERS, dated, strict=True))
    undated = post.replace("{1} March 2026", "New")
    assert read_posts(undated, start=page) == [(name, "") for name in WRITERS]


@pytest.mark.parametrize(
    ("when", "date"),
    [
        ("<a title='1{1}/05/2026 18:03' href=/a>3 years</a> ago", "1{}/05/2026 18:03"),
        ("<a title='See timeline at 1{1}/05/26 18:03:00'>3 years ago</a>", "1{}/05/26 18:03:00"),
        (
            '<span title="Sender\'s time: May 1{1}, 2026, 9:15">3 years</span>',
            "May 1{}, 2026, 9:15",
        ),
        (
            "<i class=time data-tippy-content='Friday, May 1{1}, 2026 at 3:43 PM'>3 years</i>",
            "Friday, May 1{}, 2026 at 3:43 PM",
        ),
        ("<a title='1{1}/05/2026' href=/a>3 years</a> ago", ""),
    ],
)
def test_dates_that_posts_show_as_titles(when, date):
    head = f"<h4><b class=username>{{0}}</b> {when}</h4>"
    post = f"<div class='journal has-notes'>{head}<p>PROSE</p></div>"
    assert read_posts(post) == [(name, date.format(i)) for i, name in enumerate(WRITERS, 1)]


def test_titles_of_links_to_other_pages_are_no_dates_of_posts():
    posts = "<div class=reply><a class=username href=/u>{0}</a> {2}<p>PROSE</p></div>"
    link = "<a title='Journal, 5 May 2026 @3:34' href=/j>Journal</a>"
    other = posts.replace("{2}", link).format("Eva").replace("PROSE", PROSE)
    assert read_posts(posts.replace("{2}", ""), end=other)[-1] == ("Eva", "")


def test_messages_of_a_mailing_list_are_posts():
    post = """<div class=email><div class=email-author><a href=/users/{1}>{0}</a></div>
    <time datetime=2026-03-1{1}>March</time><div class=email-body><p>PROSE</p></div></div>"""
    dates = [f"2026-03-1{i}" for i in range(1, 5)]
    assert read_posts(post) == list(zip(WRITERS, dates, strict=True))


@pytest.mark.parametrize(
    ("link", "author"),
    [
        ("<a href=/u/{0}>{0}</a>", "{}"),
        ("<a href=/u/{0}@b.example>{0}<small>@b.example</small></a>", "{}"),
        ("<a href=https://a.example/~{0}>{0}</a>", "{}"),
        ("<a href=//a.example/@{0}/>{0}</a>", "{}"),
        ("<a href=/members/{0}.7/>{0}</a>", "{}"),
        ("<a href=/u/0/contacts>{0}@b.example</a>", ""),
        ("<a href=https://other.example/~{0}>{0}</a>", ""),
    ],
)
def test_a_link_to_a_profile_names_the_author(link, author):
    page = "<link rel=canonical href=https://news.a.example/ferries>"
    found = read_posts(f"<div class=reply>{link}<p>PROSE</p></div>", start=page)
    assert [name for name, _ in found] == [author.format(name) for name in WRITERS]


def test_links_beside_the_name_of_a_user_are_no_names():
    post = """<div class=reply><a class=user_homepage_display href=https://c.example>Homepage</a>
    by <a href=/~{0}>{0}</a><p>PROSE</p></div>"""
    assert [name for name, _ in read_posts(post)] == list(WRITERS)


def test_what_customers_say_is_no_discussion():
    said = """<div class=card><span class=author>{0}</span><div class=post-text>On time, and a
    friendly crew.</div></div>"""
    listed = "".join(said.format(name) for name in WRITERS)
    roles = roles_of(f"<title>Ferries</title><h1>Ferries</h1><p>{PROSE}</p>{listed}")
    assert "post" not in roles.values()


@pytest.mark.parametrize(
    ("head", "date"),
    [
        (
            "<p class=author>by <a class=username href=/u>{0}</a> » Tue Aug 1{1}, 2019 1:47 am</p>",
            "Tue Aug 1{}, 2019 1:47 am",
        ),
        (
            "<div class=thead>1{1}. März 2026, 16:26</div><b class=username>{0}</b>",
            "1{}. März 2026, 16:26",
        ),
        ("<b class=username>{0}</b> <i>am 1{1}. Mai 2026, 10:00</i>", "1{}. Mai 2026, 10:00"),
        ("<b class=username>{0}</b> <i>Verfasst: Di, 1{1}. Mai 2026</i>", "Di, 1{}. Mai 2026"),
        (
            "<b class=username>{0}</b> <i>Posted by {0} on 1{1} May 2026, 9:00</i>",
            "1{} May 2026, 9:00",
        ),
        (
            "<b class=username>{0}</b> <i>« Reply #{1} on: May 1{1}, 2026, 9:00:01 AM »</i>",
            "May 1{}, 2026, 9:00:01 AM",
        ),
        ("<b class=username>{0}</b> <i>2:15 pm March 1{1}, 2026</i>", "2:15 pm March 1{}, 2026"),
        ("<b class=username>{0}</b><p>Meeting 1{1} May 2026 10:00</p>", ""),
        ("<b class=username>{0}</b><p>Treffen am 1{1}. Mai 2026, 10:00</p>", ""),
        ("<b class=username>{0}</b><p>By 1{1} May 2026 10:00</p>", ""),
        ("<b class=username>{0}</b> <i>2026年3月1{1}日</i>", "2026年3月1{}日"),
        ("<b class=username>{0}</b> <i>le 1{1} mars 2026</i>", "1{} mars 2026"),
        ("<b class=username>{0}</b> <i>2026. május 1{1}., 10:00</i>", "2026. május 1{}., 10:00"),
        ("<b class=username>{0}</b> <i>2026. gada 1{1}. maijs</i>", "2026. gada 1{}. maijs"),
        ("<b class=username>{0}</b> <i>1{1} พฤษภาคม 2569, 10:00</i>", "1{} พฤษภาคม 2569, 10:00"),
        ("<b class=username>{0}</b> <i>মে 1{1}, 2026</i>", "মে 1{}, 2026"),
        ("<b class=username>{0}</b> <i>1{1} می ۲۰۲۶</i>", "1{} می ۲۰۲۶"),
        ("<b class=username>{0}</b> <i>5월 1{1}, 2026</i>", "5월 1{}, 2026"),
        (
            "<dl class=profile><dd>Joined:</dd><dd>Tue May 1{1}, 2012 3:05 pm</dd></dl>"
            "<b class=username>{0}</b> <i>1{1} March 2026</i>",
            "1{} March 2026",
        ),
        ("<b class=username>{0}</b><p><b>Joined:</b> 1{1} May 2012 3:05 pm</p>", ""),
        ("<b class=username>{0}</b><p>Member since 1{1} May 2012</p>", ""),
        ("<b class=username>{0}</b><p>Connect to 127.0.0.1:5972{1}</p>", ""),
        ("<b class=username>{0}</b><blockquote>Eva, 1{1} May 2020 3:05 pm</blockquote>", ""),
        (
            "<b class=username>{0}</b> <i>1{1} May 2026, 9:00</i>"
            "<p><em>Last edited by Eva at <span class=time>9:17 am</span></em></p>",
            "1{} May 2026, 9:00",
        ),
        (
            "<b class=username>{0}</b> <i>1{1} May 2026, 9:00</i>"
            "<span class=modified><span>Last Edit</span>: 20 May 2026, 9:17 by Eva</span>",
            "1{} May 2026, 9:00",
        ),
    ],
)
def test_dates_of_posts_that_nothing_names(head, date):
    post = f"<div class=post>{head}<p>PROSE</p></div>"
    assert read_posts(post) == [(name, date.format(i)) for i, name in enumerate(WRITERS, 1)]


@pytest.mark.parametrize(
    ("line", "is_day"),
    [
        ("17 พฤษภาคม 2567", True),
        ("28 اردیبهشت 1403", True),
        ("১৭ মে ২০২৪", True),
        ("2024. május 17.", True),
        ("14 inch 1366 x 768", False),
        ("13 inch 2560 x 1600", False),
    ],
)
def test_years_of_other_calendars_need_a_month_of_their_script(line, is_day):
    assert is_date(line) == is_day


def test_a_date_in_what_few_users_wrote_is_not_when():
    start = "<div class=post><b class=username>Eva</b><p>1 May 2026, 9:00 was it.</p></div>"
    post = "<div class=post><b class=username>{0}</b><p>PROSE</p></div>"
    assert {date for _, date in read_posts(post, start=start)} == {""}


CELLS = """<article class="message message--post"><div class=message-inner>
<div class="message-cell message-cell--user"><h4><a class=username href=/m>{0}</a></h4></div>
<div class="message-cell message-cell--main"><time datetime=2026-03-1{1}>March</time>
<div class=message-userContent>PROSE</div></div>VOTES</div></article>"""
VOTES = '<div class="message-cell message-cell--vote"><a href=/vote>0</a></div>'
REPLY = """<form class="message message--quickReply"><div class="message-cell">Write your reply
</div></form>"""


@pytest.mark.parametrize(
    "post",
    [
        pytest.param(CELLS.replace("VOTES", VOTES), id="a third cell with votes"),
        pytest.param(CELLS.replace("VOTES", ""), id="two cells"),
    ],
)
def test_a_form_for_replies_does_not_split_posts(post):
    expected = [(name, f"2026-03-1{i}") for i, name in enumerate(WRITERS, 1)]
    assert read_posts(post, end=REPLY)[:4] == expected
    assert len(read_posts(post, end=REPLY)) <= 5


def test_groups_of_an_answer_and_its_reply_are_two_posts_each():
    post = """<div class="post"><a class=username href=/u>{0}</a><p>PROSE</p></div>"""
    pair = f"<div class=post-group>{post}{post.replace('{0}', '{0}a')}</div>"
    single = "<div class=post-group><div class=post><b class=username>Eva</b>Yes.</div></div>"
    names = [name for name, _ in read_posts(pair, end=single)]
    assert names == [*(w for n in WRITERS for w in (n, f"{n}a")), "Eva"]


def test_names_of_two_letters_and_days_of_edited_posts():
    post = """<div class="post edited"><a class=avatar href=/u>李明</a>
    <span class=date>1{1} May 2026</span><div class=info><a title="Member since 12 March 2010">*</a>
    </div><p>PROSE</p></div>"""
    assert read_posts(post) == [("李明", f"1{i} May 2026") for i in range(1, 5)]


@pytest.mark.parametrize(
    ("head", "author"),
    [
        ("<b class=user-tag>[OP]</b> <b class=user-name>{0}</b>", "{0}"),
        ("<b class=author-tag>【楼主】</b> <a class=user-name href=/u>{0}</a>", "{0}"),
        ("<b class=username>[deleted user]</b>", "[deleted user]"),
        ("<button class=user-follow>Follow</button> <a class=username href=/u>{0}</a>", "{0}"),
        ("<button class=username>{0}</button>", "{0}"),
        ("<span class='user-select-none'>Beantwortet von</span> <b class=username>{0}</b>", "{0}"),
        ("<div class=user-stats><p>Posts<p>91<p>Thanks<p>Joined</div>", ""),
        ("<p class=user-box><a href=/u/{0}><i class=Avatar>{0:.1}</i><b>{0}</b></a></p>", "{0}"),
        ("<p class=user><a href=/u><i class=avatar>{0:.2}</i></a></p>", None),
        ("<p class=user><a href=/u><i hidden>Guest</i> <b>{0}</b></a></p>", "{0}"),
        ("<a href=/users/12-{0}>{0}</a>", "{0}"),
        ("<a href=https://harbour.example/people/{0}>{0}</a>", "{0}"),
        ("<a href=https://elsewhere.example/people/{0}>{0}</a>", ""),
        ("<a href=/users/login?to={0}>Sign in</a>", ""),
        ("<p><a href=/users/eva>@eva</a> you are right</p>", ""),
        ("<p>PROSE <a href=/users/eva>Eva</a></p>", ""),
    ],
)
def test_the_author_is_the_name_beside_signs_and_buttons(head, author):
    post = f"""<div class="post">{head}<time datetime=2026-03-1{{1}}>March</time>
    <p>PROSE</p></div>"""
    start = "<link rel=canonical href=https://harbour.example/t/1><span class=username>Eva</span>"
    found = [name for name, _ in read_posts(post, start=start)]
    initials = [name[:2] for name in WRITERS]
    assert found == (initials if author is None else [author.format(name) for name in WRITERS])


def test_what_was_said_about_a_post_is_no_half_of_it():
    post = """<div class="post-layout"><div class="answercell post-cell">PROSE<span class=user>{0}
    </span></div><div class="comments post-cell"><ul><li class=comment><p>Thanks for these words,
    {0}, they were of help to many.</p><a class=comment-user>Asker{1}</a></ul></div></div>"""
    assert len(read_posts(post)) > 4


def test_teasers_of_a_blog_are_no_posts():
    teaser = (
        "<div class=post><h2><a href=/{0}>Story {0}</a></h2><span class=author>A</span>{1}</div>"
    )
    roles = roles_of("<title>Blog</title>" + "".join(teaser.format(i, PROSE) for i in range(5)))
    assert "post" not in roles.values()


def comment(name: str, inside: str = "") -> str:
    return (
        f"<li class=comment><cite class=fn>{name}</cite><p>Words of {name} about this, at"
        f" some length.</p>{inside}</li>"
    )


DEPTHS = [("Ana", 0), ("Bo", 1), ("Cy", 2), ("Di", 0)]


def discussion(thread: str) -> list[Post]:
    """The posts of a page with a thread of comments."""
    made = blocks(f"<title>A</title><h1>A</h1><p>{PROSE * 2}</p><ol id=comments>{thread}</ol>")
    return posts(made, page_roles(made))


def test_replies_are_deeper_than_what_they_answer():
    deepest = f"<ul>{comment('Cy')}</ul>"
    found = discussion(comment("Ana", f"<ul>{comment('Bo', deepest)}</ul>") + comment("Di"))
    assert [(one.author, one.depth) for one in found] == DEPTHS
    assert [one.last - one.first for one in found] == [1, 1, 1, 1]


def test_replies_may_be_in_a_list_beside_what_they_answer():
    def item(name: str, replies: str = "") -> str:
        own = comment(name).replace("li class", "div class").replace("</li>", "</div>")
        return f"<li>{own}<ol>{replies}</ol></li>"

    found = discussion(item("Ana", item("Bo", item("Cy"))) + item("Di"))
    assert [(one.author, one.depth) for one in found] == DEPTHS


@pytest.mark.parametrize(
    "level", ["style='margin-left:{}0px'", "data-depth={}", "class='comment depth-{}'"]
)
def test_depth_is_read_from_indentation(level):
    rows = "".join(
        comment(name).replace("<li class=comment", f"<li class=comment {level.format(depth)}")
        if "class" not in level
        else comment(name).replace("class=comment", level.format(depth))
        for name, depth in (("Ana", 1), ("Bo", 2), ("Cy", 3), ("Di", 1))
    )
    made = blocks(f"<title>A</title><h1>A</h1><p>{PROSE * 2}</p><ul id=comments>{rows}</ul>")
    assert [one.depth for one in posts(made, page_roles(made))] == [0, 1, 2, 0]


def test_wrappers_of_comments_are_no_levels():
    def wrapped(name: str, replies: str = "") -> str:
        body = comment(name).replace("li class", f"article id=comment-{name} class")
        body = body.replace("</li>", "</article>")
        return f'<li class="comment depth-1">{body}<ol>{replies}</ol></li>'

    thread = wrapped("Ana", wrapped("Bo", wrapped("Cy"))) + wrapped("Di")
    assert depths_of(thread) == {"Ana": 0, "Bo": 1, "Cy": 2, "Di": 0}


@pytest.mark.parametrize(
    ("attribute", "dir", "deeper"),
    [
        ("style=margin-left:30px", "ltr", True),
        ("style=padding-right:30px", "rtl", True),
        ("style=padding-right:30px", "ltr", False),
        ("style='margin-left: 30px; margin-right: 30px'", "ltr", False),
        ("aria-level=2", "ltr", True),
        ("role=heading aria-level=2", "ltr", False),
    ],
)
def test_what_is_no_indentation_is_no_level(attribute, dir, deeper):
    thread = comment("Ana") + comment("Bo").replace("<p>", f"<p {attribute}>") + comment("Cy")
    assert depths_of(thread, dir) == {"Ana": 0, "Bo": int(deeper), "Cy": 0}


def depths_of(thread: str, dir: str = "ltr") -> dict[str, int]:
    """How deep the comment of each author is."""
    page = f"<html dir={dir}><title>A</title><h1>A</h1><p>{PROSE * 2}</p>"
    made = blocks(f"{page}<ol id=comments>{thread}</ol>")
    return {one.author: one.depth for one in posts(made, page_roles(made))}


def test_the_page_of_a_site_around_all_posts_is_no_post():
    inner = "".join(
        f"<div id=post-{i}><b class=username>{name}</b><p>{PROSE}</p></div>"
        for i, name in enumerate(WRITERS)
    )
    head = "<ul><li>Themen<li>Mitglieder</ul><time>vor 2 Wochen</time>"
    question = f"<b class=username>Eva</b><p>{PROSE}</p>"
    for before, authors in ((head, WRITERS), (question, ("Eva", *WRITERS))):
        page = f"<title>Fähren</title><h1>Fähren</h1><article id=post-9>{before}{inner}</article>"
        made = blocks(page)
        found = posts(made, page_roles(made))
        assert tuple(one.author for one in found) == authors
        assert {one.depth for one in found[1:]} == {int(before == question)}


def test_a_single_comment_is_found():
    made = blocks(ARTICLE)
    (one,) = posts(made, page_roles(made))
    assert (one.author, one.date, one.depth) == ("Max", "2026-03-14", 0)


def test_comments_that_are_the_main_matter_are_posts():
    rows = "".join(comment(name) for name in ("Ana", "Bo", "Cy", "Di"))
    html = f"<title>Ferry?</title><h1>Ferry?</h1><ul class=comments>{rows}</ul>"
    assert roles_of(html.replace("class=fn", "class=username"))["Ana"] == "post"


def test_a_comment_count_in_a_header_is_no_comment():
    html = f"""<title>The ferry</title><article><header class=has-comments><h1>The ferry</h1>
    <div class='meta comments-link'>By Anna Brandt</div></header><p>{PROSE}</article>"""
    assert "comment" not in roles_of(html).values()


FORM = """<div id=respond class=comment-respond><h3>Schreibe einen Kommentar</h3>
<form class=comment-form><label>Kommentar</label><label>Name</label><button>Senden</button></form>
</div>"""


@pytest.mark.parametrize(
    "section",
    [
        FORM,
        f"<section id=comments><h2>Kommentare</h2><p>Noch keine Kommentare.</p>{FORM}</section>",
        "<span class=comments><b>12</b></span><div class=comments>Lade Kommentare</div>",
        "<div class=comment><p>0</div><div class=comment><p>40</div><div class=comment><p>8</div>",
    ],
)
def test_forms_and_counts_without_comments_are_none(section):
    html = f"<title>Die Fähre</title><h1>Die Fähre</h1><p>{PROSE}</p>{section}"
    assert "comment" not in roles_of(html).values()


@pytest.mark.parametrize(
    "written",
    [
        "".join(comment(name) for name in ("Ana", "Bo")),
        "<li class=comment><b class=fn>Ana</b><p>Endlich.</li>",
        f"<li><p>{PROSE}</p></li>",
    ],
)
def test_a_form_beside_comments_is_none_of_them(written):
    listed = f"<section id=comments><h2>Kommentare</h2><ol>{written}</ol>{FORM}</section>"
    roles = roles_of(f"<title>Die Fähre</title><h1>Die Fähre</h1><p>{PROSE}</p>{listed}")
    found = {text for text, role in roles.items() if role == "comment"}
    assert found and found.isdisjoint(("Schreibe einen Kommentar", "Kommentar", "Name", "Senden"))
    assert "Kommentare" in found


@pytest.mark.parametrize(
    "part",
    [
        "<pre><code><span class='token comment'># sail at noon</span>\nsail()</code></pre>",
        "<pre><span class=hljs-comment>// mittags</span></pre>",
        f"<ul><li>Lind, A. <i>Ferries</i>. <span class=citation-comment>{PROSE}</span></ul>",
        f"<p>Sie sagte: <span class=comment>{PROSE}</span> Das war alles.</p>",
        f"<p class=ilh-all><span class=ilh-comment>({PROSE})</span></p>",
    ],
)
def test_comments_in_code_and_sentences_are_none_of_readers(part):
    html = f"<title>The ferry</title><h1>The ferry</h1><p>{PROSE}</p>{part}<p>{PROSE} x</p>"
    assert "comment" not in roles_of(html).values()


@given(markup())
def test_any_markup_has_roles(html):
    made = blocks(html)
    roles = page_roles(made)
    assert roles.shape == (len(made),)
    assert posts(made, roles) == posts(made, page_roles(made))


def test_damaged_pages_have_roles():
    chance = random.Random(7)
    for _ in range(150):
        made = blocks_of(PLAN, read_page(random_page(chance)))
        check_posts(made)


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<h1>" * 20_000 + "x",
        "<div class=comment>x" * 20_000,
        "<div class=post><b class=author>x</b>" * 20_000,
        "<table><tr><td>x" * 5_000,
        "<time>" * 20_000 + "1",
        f"<title>{'a ' * 50_000}</title><h1>{'a ' * 50_000}",
        f"<p class='{'comment ' * 50_000}'>x",
        "<div class=post>2026-" + "1" * 50_000,
    ],
)
def test_hostile_pages_have_roles(html):
    check_posts(blocks(html))


def check_posts(made: Blocks) -> None:
    roles = page_roles(made)
    assert roles.dtype == np.int8
    assert ((roles >= 0) & (roles < len(ROLES))).all()
    for one in posts(made, roles):
        assert 0 <= one.first <= one.last < len(made)


@pytest.mark.parametrize(
    "name", ["blog-en", "blog-fr", "news-ar", "news-de", "news-ru", "news-zh", "recipe-pt"]
)
def test_comments_of_readers_are_found_whatever_the_markup(name):
    page = (DATA / f"{name}.html").read_bytes()
    with_them, without = (victor.extract(page, **{how: ["comment"]}) for how in ("keep", "drop"))
    assert len(with_them) > len(without) + 20
