"""The metadata of threads, which the opening post has where the page does not state them."""

import pytest

from victor import pipeline
from victor.document.metadata import Metadata
from victor.document.metadata.threads import with_opening_post
from victor.document.roles import Post

CLEANER = pipeline.load("web")
URL = "https://boards.example/viewtopic.php?t=4217"
TEXTS = (
    "Which of the ferries takes bicycles in winter? The timetable has nothing about it.",
    "The small one does, if you are there early enough to bring it below the deck.",
    "Only on weekdays, as I learned last year, when they left me at the pier.",
    "There is a list at the office, but nobody has changed it since the summer.",
)


def thread(url: str = URL, before: str = "") -> Metadata:
    profile = "".join(f"<dd><b>Badge {number}:</b> {number}</dd>" for number in range(20))
    posts = "".join(
        f'<div id="p{number}" class="post has-profile bg{number % 2}"><dl class="postprofile">'
        f'<dt><a href="./memberlist.php?u={number}" class="username">member{number}</a></dt>'
        f'{profile}</dl><div class="postbody"><div class="content">{text}</div>'
        f'<p class="author"><time>2024-02-{number}4T18:41:02+00:00</time></p></div></div>'
        for number, text in enumerate(TEXTS, 1)
    )
    page = (
        '<html lang="en"><head><title>Bicycles on ferries - Boards</title></head>'
        '<body id="phpbb" class="section-viewtopic"><ul class="breadcrumbs"><li>Board index</ul>'
        f'<h2 class="topic-title">Bicycles on ferries</h2>{before}{posts}</body></html>'
    )
    return CLEANER.clean(page, url=url).metadata


def test_the_author_and_the_date_of_a_thread_are_those_of_its_opening_post():
    found = thread()
    assert (found.page_type, found.authors) == ("forum", ("member1",))
    assert (found.date or "")[:10] == "2024-02-14"
    assert found.sources["date"] == "opening post"


@pytest.mark.parametrize(
    ("day", "language", "date"),
    [
        ("07-12-2021, 02:20 PM", "en", None),
        ("07-25-2021, 02:20 PM", "en", "2021-07-25"),
        ("07/12/2021", "fr", "2021-12-07"),
        ("3 weeks ago", "en", None),
    ],
)
def test_a_day_that_may_be_a_month_is_no_date_of_a_thread(day, language, date):
    known = Metadata(authors=("ada",), language=language)
    assert with_opening_post(known, Post(0, 1, "ada", day, 0, 1), URL).date == date
    assert with_opening_post(known, Post(0, 1, "ben", day, 0, 1), URL) == known
    assert with_opening_post(known, Post(0, 1, "ada", day, 1, 1), URL) == known


@pytest.mark.parametrize(
    ("path", "is_first"),
    [
        ("viewtopic.php?f=2&t=41&start=0", True),
        ("threads/ferries.41/", True),
        ("threads/ferries.41/page-1", True),
        ("thread-222085.html", True),
        ("t/ferries/41/1", True),
        ("threads/ferries.41/page-2", False),
        ("thread-41-2-1.html", False),
        ("index.php?topic=41.15", False),
        ("t/ferries/41/17", False),
        ("viewtopic.php?p=4711", False),
        ("thread/41?pageNo=2", False),
        ("thread/41?pageNo=1", True),
        ("showthread.php?t=41&pagenumber=2", False),
        ("index.php/topic,41.15.html", False),
        ("index.php/topic,41.0.html", True),
        ("t41p25-ferries", False),
        ("t41-ferries", True),
        ("ferries-t41-15.html", False),
        ("ferries-t41.html", True),
        ("forum/41/2/", False),
        ("forum/41/ferries/", True),
        ("forum/ferries?limitstart=10", False),
        ("forum/ferries?limitstart=0", True),
        ("thread.php?id=41&s=2", False),
        ("showthread.php?s=2f3ab7&t=41", True),
    ],
)
def test_only_the_first_page_of_a_thread_opens_it(path, is_first):
    post = Post(0, 1, "ada", "", 0, 1)
    found = with_opening_post(Metadata(), post, f"https://boards.example/{path}")
    assert found.authors == (("ada",) if is_first else ())


@pytest.mark.parametrize("more", ["&start=20", "&page=2", "&start=20#p3"])
def test_the_first_post_of_a_later_page_does_not_open_the_thread(more):
    assert "opening post" not in thread(URL + more).sources.values()


def test_a_text_before_the_first_post_may_be_the_opening_one():
    before = f"<p>{TEXTS[0] * 3}</p>"
    assert "opening post" not in thread(before=before).sources.values()


def test_posts_of_discuz_have_authors_and_dates():
    texts = (
        "周末想带爸妈去会展中心看展览，从老码头这边出发，请问步行桥上有没有电梯，轮椅能不能上去？",
        "我上周刚去过，步行桥两头都有电梯，轮椅没问题，就是风有点大，给老人多带件外套吧。",
    )
    posts = "".join(
        f'<div id="post_{number}"><table id="pid{number}" class="plhin"><tr><td class="pls">'
        f'<div class="pi"><div class="authi"><a href="space-uid-{number}.html" class="xw1">'
        f"成员{number}</a></div></div><p><em>注册会员</em></p></td>"
        '<td class="plc"><div class="pi"><div class="pti"><div class="authi">'
        f'<em id="authorposton{number}">发表于 2024-3-1{number} 10:20</em>'
        '<span class="pipe">|</span><a href="#" rel="nofollow">只看该作者</a></div></div></div>'
        f'<div class="pct"><table><tr><td class="t_f" id="postmessage_{number}">{text}</td></tr>'
        "</table></div></td></tr></table></div>"
        for number, text in enumerate(texts, 1)
    )
    page = (
        '<html lang="zh"><head><title>老码头怎么走 - 出行 - 论坛</title></head><body>'
        f'<h1><span id="thread_subject">老码头怎么走</span></h1><div id="postlist">{posts}</div>'
    )
    found = CLEANER.clean(page, url="https://boards.example/thread-41-1-1.html").document.posts
    assert [(post.author, post.date) for post in found] == [
        ("成员1", "发表于 2024-3-11 10:20"),
        ("成员2", "发表于 2024-3-12 10:20"),
    ]
