"""The dates of a page."""

import time

import numpy as np
import pytest
from metadata_pages import ARTICLE, BODY, URL, article, json_ld, page
from pages import blocks

from victor.document.metadata import Metadata, statements
from victor.document.metadata.dates import in_address, iso, zone_between
from victor.document.metadata.reader import read_metadata

UNDATED = URL.rpartition("/2024")[0]


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("2024-05-17", "en", "2024-05-17"),
        ("2024-05-17T08:30:00+0200", "en", "2024-05-17T08:30:00+02:00"),
        ("2024-05-17 08:30", "en", "2024-05-17T08:30:00"),
        ("2024-05-17T08:30:5Z", "en", "2024-05-17T08:30:05Z"),
        ("Fri, 17 May 2024 10:00:00 GMT", "en", "2024-05-17T10:00:00Z"),
        ("Fri, May 17 2024 10:00 EDT", "en", "2024-05-17T10:00:00-04:00"),
        ("Fri, 17 May 2024 10:00:00 +9999", "en", "2024-05-17"),
        ("Fri, 17 May 2024 10:00:00 +0200 (CEST)", "en", "2024-05-17T10:00:00+02:00"),
        ("Fri, 17 May 2024 10:00:00 XYZ", "en", "2024-05-17"),
        ("Fri May 17 2024 10:00:00 GMT+0000 (UTC)", "en", "2024-05-17T10:00:00+00:00"),
        (
            "Fri May 17 2024 10:00:00 GMT+0100 (Central European Standard Time)",
            "en",
            "2024-05-17T10:00:00+01:00",
        ),
        ("Fri May 17 10:00:00 EDT 2024", "en", "2024-05-17T10:00:00-04:00"),
        ("Fri May 17 10:00:00 CST 2024", "en", "2024-05-17T10:00:00-06:00"),
        ("Fri May 17 10:00:00 CST 2024", "zh-CN", "2024-05-17T10:00:00+08:00"),
        ("Tue May  7 10:00:00 2024", "en", "2024-05-07T10:00:00"),
        ("2024/05/17 21:20", "en", "2024-05-17T21:20:00"),
        ("2024/5/17 21:20:31", "en", "2024-05-17T21:20:31"),
        ("2024/05/17 21:20:31 +0900", "ja", "2024-05-17T21:20:31+09:00"),
        ("2024/05/17 99:20", "en", "2024-05-17"),
        ("17 May 2024, not 2024/05/18 21:20", "en", "2024-05-17"),
        ("2024-05-17 07:21:15 EST", "en", "2024-05-17T07:21:15-05:00"),
        ("2024-05-17 19:19:00 UTC", "en", "2024-05-17T19:19:00Z"),
        ("2024-05-17 19:19:00 CEST", "en", "2024-05-17T19:19:00+02:00"),
        ("2024-05-17 19:19:00 GMT+0100", "en", "2024-05-17T19:19:00+01:00"),
        ("2024-05-17T19:19-5:00", "en", "2024-05-17T19:19:00-05:00"),
        ("2024-05-17 19:19 UTC-5", "en", "2024-05-17T19:19:00-05:00"),
        ("2024-05-17 19:19:05+02", "en", "2024-05-17T19:19:05+02:00"),
        ("2024-05-17 19:19-2024-05-18", "en", "2024-05-17T19:19:00"),
        ("2024-05-17 19:19 Estimated", "en", "2024-05-17T19:19:00"),
        ("2024-05-17 19:19 Zebras", "en", "2024-05-17T19:19:00"),
        ("1715933000", "en", "2024-05-17T08:03:20Z"),
        ("1715933000123", "en", "2024-05-17T08:03:20Z"),
        ("20240517", "en", "2024-05-17"),
        ("20240517080000", "en", "2024-05-17T08:00:00"),
        ("20240517T08:30:05Z", "en", "2024-05-17T08:30:05Z"),
        ("20240517T083000+0900", "en", "2024-05-17T08:30:00+09:00"),
        ("20240517 15:21:00", "en", "2024-05-17T15:21:00"),
        ("20240517 99:21:00", "en", "2024-05-17"),
        ("2024051715213", "en", None),
        ("20241745", "en", None),
        ("May 17th, 2024", "en", "2024-05-17"),
        ("5/7/2024", "en-US", "2024-05-07"),
        ("5/7/2024", "en-GB", "2024-07-05"),
        ("17.05.2024", "de", "2024-05-17"),
        ("Freitag, 17. Mai 2024, 10:30 Uhr", "de", "2024-05-17"),
        ("17 de mayo de 2024", "es", "2024-05-17"),
        ("le 17 août 2024 à 7h", "fr", "2024-08-17"),
        ("17 мая 2024 г.", "ru", "2024-05-17"),
        ("2024年5月17日", "ja", "2024-05-17"),
        ("2024년 5월 17일", "ko", "2024-05-17"),
        ("17 مايو 2024", "ar", "2024-05-17"),
        ("١٧ مايو ٢٠٢٤", "ar", "2024-05-17"),
        ("17 พฤษภาคม 2567", "th", "2024-05-17"),
        ("17 tháng 5, 2024", "vi", "2024-05-17"),
        ("2024. május 17.", "hu", "2024-05-17"),
        ("17. toukokuuta 2024", "fi", "2024-05-17"),
        ("2024-05-17T10:30:99+99:99", "en", "2024-05-17"),
        ("2024-13-45", "en", None),
        ("31 February 2024", "en", None),
        ("3 of 2024 people may agree", "en", None),
    ],
)
def test_notations_of_dates(text, language, day):
    assert iso(text, language) == day


@pytest.mark.parametrize(
    ("local", "other", "zone"),
    [
        ("2023-11-08T17:49:09", "2023-11-09T01:49:09Z", "-08:00"),
        ("2023-11-08T17:49:09", "2023-11-09T02:49:09+01:00", "-08:00"),
        ("2023-11-08T17:49:09", "2023-11-08T17:49:09Z", "Z"),
        ("2023-11-08T17:49:09", "2023-11-08T12:19:09Z", "+05:30"),
        ("2023-11-08T17:19:00", "2023-11-08T19:19:00Z", "-02:00"),
        ("2023-11-08T17:30:00", "2023-11-08T19:30:00Z", "-02:00"),
        ("2023-11-08T17:30:00", "2023-11-08T20:00:00Z", None),
        ("2023-11-08T17:00:00", "2023-11-08T19:00:00Z", None),
        ("2023-11-08T17:49:09", "2023-11-08T19:49:10Z", None),
        ("2023-11-08T17:49:09", "2023-11-08T19:52:09Z", None),
        ("2023-11-08T17:49:09", "2023-11-08T02:49:09Z", None),  # 15 hours
        ("2023-11-08T05:49:09", "2023-11-08T17:49:09Z", None),  # p.m. is missing
        ("2023-11-08T17:49:09", "2023-11-08T17:49:09", None),
        ("2023-11-08T17:49:09", "2023-11-08", None),
    ],
)
def test_the_zone_of_a_local_time_by_another_notation_of_the_instant(local, other, zone):
    assert zone_between(local, other) == zone


@pytest.mark.parametrize(
    "unit", ["GMT ", "2024/05/17 ", "2024/05/17 10:10:10 ", "Fri May 17 (", "+"]
)
def test_long_values_take_linear_time(unit):
    start = time.process_time()
    for _ in range(200):
        iso(unit * 100_000)
        iso(f"Fri May 17 2024 10:00:00 {unit * 100_000}")
        iso(f"2024-05-17 10:00:00 {unit * 100_000}")
    assert time.process_time() - start < 3


def test_dates_in_addresses():
    assert in_address(URL) == "2024-05-17"
    assert in_address("https://tide.example/2024/may/17/bridge") == "2024-05-17"
    assert in_address("https://tide.example/17/05/bridge") is None
    assert in_address("https://tide.example/20240517-bridge") == "2024-05-17"
    assert in_address("https://tide.example/2024/12/bridge") is None


def test_published_and_modified_are_told_apart():
    fields = {"datePublished": "2024-05-17T06:00:00Z", "dateModified": "2024-05-19"}
    found = page(json_ld(article(**fields)))
    assert (found.date, found.modified) == ("2024-05-17T06:00:00Z", "2024-05-19")
    assert found.sources["date"] == "json-ld"


@pytest.mark.parametrize(
    ("stated", "shown"),
    [
        ("2024-05-17T06:30:00+02:00", "2024-05-17T06:30:00+02:00"),
        ("2024-05-17T00:00:00Z", "2024-05-17"),
        ("2024-05-18T06:30:00Z", "2024-05-17"),
    ],
)
def test_a_day_has_the_time_that_another_source_states(stated, shown):
    first = "<meta name=pubdate content=20240517>"
    body = f"<h1>Harbour bridge opens</h1><time datetime={stated}>17 May</time>"
    assert page(first, body).date == shown
    body = "<h1>Harbour bridge opens</h1><p>Updated: 2024-05-17 18:00</p>"
    assert page(first, body).date == "2024-05-17"
    body = "<h1>Harbour bridge opens</h1><abbr title=2024-05-17T06:30:00Z>1 hour ago</abbr>"
    assert page("", body).date == "2024-05-17T06:30:00Z"


@pytest.mark.parametrize(
    ("shown", "others", "date"),
    [
        ("2023-11-08 17:49:09", ["2023-11-09T01:49:09Z"] * 2, "2023-11-08T17:49:09-08:00"),
        ("2023-11-08 17:49:09", ["2023-11-09T01:49:09Z", "2023-11-09T01:49:09+00:00"],
         "2023-11-08T17:49:09-08:00"),
        ("2023-11-08 17:49:09", ["2023-11-09T01:49:09Z", "2023-11-09T00:49:09Z"],
         "2023-11-08T17:49:09"),
        ("2023-11-08 17:00:00", ["2023-11-09T01:00:00Z"], "2023-11-08T17:00:00"),
    ],
)  # fmt: skip
def test_a_local_time_has_the_zone_by_which_other_sources_state_it(shown, others, date):
    names = ("article:published_time", "datePublished")
    head = "".join(
        f"<meta property={name} content={value}>"
        for name, value in zip(names, others, strict=False)
    )
    body = f"<h1>Harbour bridge opens</h1><time datetime='{shown}'>8 November 2023</time>"
    assert page(head, body, "https://tide.example/a").date == date


def test_a_stated_time_has_the_zone_of_the_time_that_is_shown_but_not_of_a_change():
    stated = "<meta itemprop=datePublished content='2024-05-17 19:19:00'>"
    body = "<h1>Harbour bridge opens</h1><time datetime='2024-05-17 19:19:00 {}'>17 May</time>"
    assert page(stated, body.format("UTC")).date == "2024-05-17T19:19:00Z"
    assert page(stated, body.format("EST")).date == "2024-05-17T19:19:00-05:00"
    changed = "<meta property=article:modified_time content=2024-05-17T17:19:00Z>"
    assert page(stated + changed, "<h1>Harbour bridge opens</h1>").date == "2024-05-17T19:19:00"


@pytest.mark.parametrize(
    ("others", "zone"),
    [
        (["2023-11-08T17:49:09Z"], ""),
        (["2023-11-08T17:49:09-08:00"], "-08:00"),
        (["2023-11-08T17:49:09Z", "2023-11-09T01:49:09Z"], "-08:00"),
    ],
)
def test_the_same_time_marked_as_utc_in_the_head_may_be_local(others, zone):
    names = ("article:published_time", "datePublished")
    head = json_ld(article(datePublished="2023-11-08 17:49:09"))
    for name, value in zip(names, others, strict=False):
        head += f"<meta property={name} content={value}>"
    assert page(head).date == f"2023-11-08T17:49:09{zone}"


@pytest.mark.parametrize(
    ("line", "changed", "day"),
    [
        ("<time datetime=2024-05-19>19 May 2024</time>", "2024-05-19", "2024-05-19"),
        ("<p>19 May 2024</p>", "2024-05-19", "2024-05-19"),
        ("<p>Updated 19 May 2024</p>", "2024-05-19", "2024-05-02"),
        ("<p>Last updated</p><p>19 May 2024</p>", "2024-05-19", "2024-05-02"),
        ("<p>2 May 2024</p><p>19 May 2024</p>", "2024-05-19", "2024-05-02"),
        ("<p>19 May 2025</p>", "2025-05-19", "2024-05-02"),
        ("", "2024-05-19", "2024-05-02"),
    ],
)
def test_news_that_are_shown_with_a_new_day_weeks_later_have_that_day(line, changed, day):
    fields = {"datePublished": "2024-05-02T06:00:00Z", "dateModified": changed}
    body = f"<h1>Harbour bridge opens</h1>{line}"
    found = page(json_ld(article(**fields)), body)
    assert (found.date[:10], found.modified) == (day, changed)


@pytest.mark.parametrize(
    ("stated", "changed", "line", "day"),
    [
        ("2024-05-17T03:00:00Z", None, "16 May 2024", "2024-05-16"),
        ("2024-05-17T22:00:00+00:00", None, "18 May 2024", "2024-05-18"),
        ("2024-05-17T22:00:00+00:00", None, "16 May 2024", "2024-05-17T22:00:00+00:00"),
        ("2024-05-17T03:00:00+02:00", None, "16 May 2024", "2024-05-17T03:00:00+02:00"),
        ("2024-05-17T00:00:00Z", None, "16 May 2024", "2024-05-17T00:00:00Z"),
        ("2024-05-17T03:00:00Z", None, "16 May 2024 and 17 May 2024", "2024-05-17T03:00:00Z"),
        ("2024-05-17", "2024-05-17", "2 March 2021", "2021-03-02"),
        ("2024-05-17", None, "2 March 2021", "2021-03-02"),
        ("2024-05-17", "2024-06-01", "2 March 2021", "2024-05-17"),
        ("2024-05-17", None, "Updated 2 March 2021", "2024-05-17"),
        (
            "2024-05-17",
            None,
            "He was last seen on the bridge on 2 March 2021, in the rain.",
            "2024-05-17",
        ),
        ("2024-05-07", None, "5.7.2024", "2024-05-07"),
    ],
)
def test_a_stated_date_is_corrected_by_the_only_one_shown(stated, changed, line, day):
    fields = {"datePublished": stated} | ({"dateModified": changed} if changed else {})
    body = f"<h1>Harbour bridge opens</h1><p>{line}</p>"
    assert page(json_ld(article(**fields)), body, "https://tide.example/a").date == day
    if day < stated[:10]:  # the day in the URL confirms the stated one
        url = f"https://tide.example/{stated[:10].replace('-', '/')}/a"
        assert page(json_ld(article(**fields)), body, url).date == stated


@pytest.mark.parametrize(
    "beside",
    [
        "<aside><h3>Old pier</h3><p>2 March 2021</p></aside>",
        "<figure><img src=a.jpg><figcaption>The bridge, 2 March 2021</figcaption></figure>",
        "<nav><p>2 March 2021</p><p>1 / 12</p></nav>",
    ],
)
def test_a_date_beside_the_text_does_not_correct_the_stated_one(beside):
    head = json_ld(article(datePublished="2024-05-17"))
    body = f"<h1>Harbour bridge opens</h1>{beside}"
    assert page(head, body, "https://tide.example/a").date == "2024-05-17"


def test_english_dates_have_the_order_of_the_country_of_the_host():
    body = "<h1>Harbour bridge opens</h1><p>Published: 11/01/2024</p>"
    assert page("", body, "https://tide.example/a").date == "2024-11-01"
    assert page("", body, "https://tide.example.ie/a").date == "2024-01-11"


@pytest.mark.parametrize(
    "line",
    [
        "<time datetime='2024-03-02T10:00'>Saturday</time>",
        "<p>Publicado el 2 de marzo de 2024</p>",
        "<div class=post-date>2/3/2024</div>",
    ],
)
def test_dates_near_the_title(line):
    title = "El puente abre"
    found = page(f"<title>{title}</title>", f"<h1>{title}</h1>{line}", UNDATED, "es")
    assert found.date is not None and found.date[:10] == "2024-03-02"


MENU = "<p>12 March 2019</p>" + "".join(f"<p><a href=/{n}>Section {n}</a></p>" for n in range(60))


def with_menu(title: str, body: str, lang: str, content: str, kind: str) -> Metadata:
    """The metadata of a page after a menu, whose main content are the blocks with a text."""
    head = f"<title>{title}</title><meta property=og:type content={kind}>"
    made = blocks(f"<html lang={lang}><head>{head}</head><body>{MENU}{body}</body></html>")
    kept = np.array([content in text for text in made.text])
    return read_metadata(made.tree, UNDATED, None, made, kept)


@pytest.mark.parametrize(
    ("lang", "title", "line", "day", "names"),
    [
        ("en", "Bridge opens again", "15 Nov 2007 | By Ada Quill", "2007-11-15", ("Ada Quill",)),
        ("de", "Brücke öffnet wieder", "17.05.2024 von Eva Feder-Tinte", "2024-05-17",
         ("Eva Feder-Tinte",)),
        ("zh", "海港大桥恢复通车", "2005-01-06 08:13 来源：海港网", "2005-01-06T08:13:00", ()),
    ],
)  # fmt: skip
def test_an_article_without_a_heading_has_its_byline_near_its_title_or_text(
    lang, title, line, day, names
):
    text = "".join(f"<p>§ {title}. {'Word after word of it, ' * 9}</p>" for _ in range(5))
    for shown in (f"<font>{title}</font>", ""):
        body = f"<div>{shown}<p>{line}</p></div>{text}"
        found = with_menu(f"{title} | La Marée", body, lang, "§", "article")
        assert (found.date, found.authors) == (day, names)


@pytest.mark.parametrize(
    ("kind", "is_shown"),
    [
        (("documentation", 0.9), True),
        (("listing", 0.4), True),
        (("listing", 0.7), False),
        (("forum", 0.7), False),
        (("service", 0.4), False),
    ],
)
def test_a_title_that_is_no_heading_has_its_byline_on_other_pages(kind, is_shown, monkeypatch):
    monkeypatch.setattr(statements, "page_type", lambda *_: kind)
    text = "".join(f"<p>§ {'Word after word of it, ' * 9}</p>" for _ in range(5))
    byline = "<p>By Ada Quill</p><p>May 17, 2024</p>"
    found = with_menu("Bridge opens", f"<b>Bridge opens</b>{byline}{text}", "en", "§", "website")
    signed = ("2024-05-17", ("Ada Quill",))
    assert (found.date, found.authors) == (signed if is_shown else ("2019-03-12", ()))
    found = with_menu("Bridge opens", f"<b>All boats</b>{byline}{text}", "en", "§", "website")
    assert found.authors == ()


def under_masthead(lines: str) -> str | None:
    """The date of an article whose title is no heading, under some lines."""
    titles = "<b>The bridge opens</b><p>What the town has waited for</p><p>By Ada Quill</p>"
    text = "".join(f"<p>§ {'Word after word of it, ' * 9}</p>" for _ in range(5))
    made = blocks(
        "<html lang=en><head><title>The bridge opens</title><meta property=og:type content=article>"
        f"</head><body>{lines}{titles}{text}</body></html>"
    )
    kept = np.array(["§" in text for text in made.text])
    return read_metadata(made.tree, UNDATED, None, made, kept).date


def test_what_stands_in_the_text_of_an_article_is_not_its_byline():
    text = "".join(f"<p>§ {'Word after word of it, ' * 9}</p>" for _ in range(5))
    book = "<p>The Harbour Book</p><p>By Ben Ink</p><p>Tide Press, 3 May 1998</p>"
    found = with_menu("Bridges in books", f"{text}{book}{text}", "en", "§", "article")
    assert (found.date, found.authors) == (None, ())


def test_the_first_of_many_goods_does_not_date_a_page_without_a_heading():
    goods = "".join(
        f"<li class=product><a href=/buy/{n}>Boat {n}</a> <b>$ {n}00</b>"
        f"<p>By Ada Quill, 1{n} May 2024</p><button>Add to cart</button></li>"
        for n in range(9)
    )
    found = with_menu("Boats", f"<ul>{goods}</ul>", "en", "Boat", "website")
    assert (found.date, found.authors) == ("2019-03-12", ())


@pytest.mark.parametrize("kind", ["collection", "listing", "product", "service"])
def test_what_a_shop_or_a_list_shows_neither_dates_nor_signs_it(kind, monkeypatch):
    shown = "<h1>Boote</h1><p class=byline>Von Eva Feder</p><p>Angebot bis 2. August 2026</p>"
    signed = ("2026-08-02", ("Eva Feder",))
    dated = "<meta name=date content=2024-05-17>"
    an_article = "<meta property=og:type content=article>"
    cases = [
        (0.95, "", (None, ())),
        (0.7, "", signed),
        (0.95, dated, ("2024-05-17", ())),
        (0.95, an_article, signed),
    ]
    for sure, stated, expected in cases:
        monkeypatch.setattr(statements, "page_type", lambda *_, sure=sure: (kind, sure))
        made = blocks(f"<html lang=de><head><title>Boote</title>{stated}</head>{shown}{BODY}")
        kept = np.ones(len(made), bool)
        found = read_metadata(made.tree, "https://tide.example/boote", None, made, kept)
        assert (found.date, found.authors) == expected
        assert (found.page_type, found.page_type_probability) == (kind, sure)


@pytest.mark.parametrize(
    ("lines", "issued", "changed"),
    [
        ("<p>Updated on May 20, 2024</p><p>Published May 17, 2024</p>", "17", "20"),
        ("<time>2024-05-17</time><p>Updated: May 20, 2024</p>", "17", "20"),
        ("<div class=date>Updated: May 20, 2024</div><p>Ada Quill on May 17, 2024", "17", "20"),
        ("<p>Updated on May 20, 2024</p>", "20", "20"),
        ("<p>May 20, 2024</p><p>Open again since May 17, 2024</p>", "20", None),
        ("<p>Updated May 17, 2024</p><p>Open until May 20, 2024</p>", "17", "17"),
    ],
)
def test_the_day_of_publication_may_be_below_that_of_a_change(lines, issued, changed):
    found = page("", f"<h1>Harbour bridge opens</h1>{lines}{BODY}", UNDATED)
    assert found.date == f"2024-05-{issued}"
    assert found.modified == (f"2024-05-{changed}" if changed else None)


@pytest.mark.parametrize(
    ("first", "second", "issued", "changed"),
    [
        ("class=updated itemprop=dateModified", "class='entry-date published'", "17", "20"),
        ("class=last-modified", "", "17", "20"),
        ("class=updated itemprop=datePublished", "class=updated", "20", None),  # before it
        ("class='published updated'", "", "20", None),
    ],
)
def test_an_element_that_is_marked_as_a_change_is_no_publication(first, second, issued, changed):
    times = f"<time {first} datetime=2024-05-20>20 May</time>"
    other = f"<time {second} datetime=2024-05-17>17 May</time>"
    found = page("", f"<h1>Harbour bridge opens</h1>{times}{other}{BODY}", UNDATED)
    assert found.date == f"2024-05-{issued}"
    assert found.modified == (f"2024-05-{changed}" if changed else None)
    for beside in ("", "<aside><time datetime=2023-03-03>3 March 2023</time></aside>"):
        alone = page("", f"<h1>Harbour bridge opens</h1>{times}{beside}{BODY}", UNDATED)
        assert (alone.date, alone.modified) == ("2024-05-20", None)


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("<p>Published on 17 May 2024</p>", "2024-05-17"),
        ("<p>Posted by Ada Quill on May 17, 2024</p>", "2024-05-17"),
        ("<p>Veröffentlicht am 17. Mai 2024</p>", "2024-05-17"),
        ("<p>Publié le</p><p>17 mai 2024</p>", "2024-05-17"),
        ("<p>瀏覽：167 發布日期：2024-05-17 11:42</p>", "2024-05-17"),
        ("<p>公開日時：2024年5月17日</p>", "2024-05-17"),
        ("<p>등록일 2024.05.17</p>", "2024-05-17"),
        ("<p>Yayınlanma tarihi: 17 Mayıs 2024</p>", "2024-05-17"),
        ("<p>Дата публикации: 17.05.2024</p>", "2024-05-17"),
        ("<p>Data publikacji: 17 maja 2024</p>", "2024-05-17"),
        ("<p>Ημερομηνία δημοσίευσης: 17 Μαΐου 2024</p>", "2024-05-17"),
        ("<p>發佈日期：2024-05-17</p>", "2024-05-17"),
        ("<p>승인 2024.05.17 10:20</p>", "2024-05-17"),
        ("<p>প্রকাশ: ১৭ মে ২০২৪</p>", "2024-05-17"),
        ("<p>这本书发布于 2024-05-17</p>", None),
        ("<p>Published</p><p>The winter of 17 May 2024 was long for all of us</p>", None),
        ("<p>Published 17 May 2024</p><p>Published 18 May 2024</p>", None),
        ("<p>Published on 3 May 2024, updated on 17 May 2024</p>", "2024-05-03"),
        ("<p>Open until 17 May 2024</p>", None),
        ("<div class=comment><p>Posted on 17 May 2024</p></div>", None),
    ],
)
def test_a_labelled_day_far_from_the_title_is_the_last_resort(line, day):
    body, url = f"<h1>Bridge opens</h1>{BODY * 45}{line}", "https://tide.example/bridge"
    assert page("<title>Bridge opens</title>", body, url).date == day
    assert page("<title>The Tide</title>", body, "https://tide.example/").date is None
    assert page("<meta property=og:type content=product>", body, url).date is None


def test_tags_in_a_description_are_left_out():
    head = '<meta name=description content="{}">'
    assert page(
        head.format("&lt;p&gt;Boats &lt;a href=/b&gt;again&lt;/a&gt;.&lt;/p&gt;")
    ).description == ("Boats again.")
    for about in ("The <p> element", "Between <b> and <strong>: a vector<int>"):
        written = about.replace("<", "&lt;").replace(">", "&gt;")
        assert page(head.format(written)).description == about
    empty = head.format("&lt;p&gt;&lt;/p&gt;") + "<meta name=twitter:description content=Boats>"
    assert page(empty).description == "Boats"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("hr { clear: both; } @media screen { .a { top: 0; } } Boats again", "Boats again"),
        ("h1 { top: 0 } .a, .b { left: 0; } Boats again", "Boats again"),
        ("body { margin: 0; } has no effect here", "body { margin: 0; } has no effect here"),
        ("<p>Boats again, and ...", "Boats again, and ..."),
        ("Boats again.<br />All day", "Boats again. All day"),
        ("Boats again</p>", "Boats again"),
        ("Boats again. <a href='/b", "Boats again."),
        ("<p> and <br> are elements", "<p> and <br> are elements"),
    ],
)
def test_code_in_a_description_is_left_out(written, shown):
    content = written.replace("<", "&lt;").replace('"', "&quot;")
    assert page(f'<meta name=description content="{content}">').description == shown


def test_a_description_that_is_the_whole_text_is_shortened():
    whole = "The harbour bridge opened again after a winter of repairs. " * 30
    head = (
        f'<meta property="og:description" content="{whole}"><meta name=description content="{{}}">'
    )
    short = "The harbour bridge opened again after repairs."
    assert page(head.format(short)).description == short
    found = page(head.format("News from the coast")).description
    assert found and 900 < len(found) <= 1_000 and found.endswith("of repairs.")


def test_a_heading_that_the_address_names_comes_before_a_title_of_all_pages():
    head, body = "<title>The heart of the coast</title>", "<h1>Harbour bridge opens: all news</h1>"
    named = "https://tide.example/r/harbour_bridge_opens_all/?page=2"
    assert page(head, body, named).title == "Harbour bridge opens: all news"
    assert page(head, body, "https://tide.example/r/opens").title == "The heart of the coast"


def test_the_byline_is_below_the_last_of_equal_headings_before_the_text():
    heading, menu = "<h1>Harbour bridge opens</h1>", "<li>Boats<li>Tides<li>Fish" * 8
    bar = f"<div>{heading}<h2><a href=/s>Service</a></h2><ul>{menu}</ul></div>"
    article = f"{heading}<p>The pier stays closed.</p><p>By Ada Quill</p>{BODY * 20}"
    made = blocks(f"<title>Harbour bridge opens</title>{ARTICLE}{bar}{article}")
    content = np.array(["winter of repairs" in text for text in made.text])
    assert read_metadata(made.tree, URL, None, made, content).authors == ("Ada Quill",)


def test_the_heading_of_a_chapter_comes_before_the_name_of_the_book():
    head = "<title>What is a tide? - The Book of Tides</title>"
    body = "<h1>The Book of Tides</h1><h2>What Is a Tide?</h2>"
    assert page(head, body).title == "What Is a Tide?"
    assert page("<title>The Book of Tides</title>", body).title == "The Book of Tides"
    head, body = "<title>FAQ about the Tide Reader</title>", "<h1>The Tide Reader</h1><h2>FAQ</h2>"
    assert page(head, body).title == "The Tide Reader"


@pytest.mark.parametrize("heading", ["Morning tides", "The morning tides"])
def test_the_heading_of_a_chapter_may_follow_the_name_of_the_book_in_a_bar(heading):
    head = "<title>Morning tides - The Book of Tides</title>"
    body = f"<div><a href=/>Home</a><h1>The Book of Tides</h1></div><h1>{heading}</h1>"
    assert page(head, f"{body}<p>{BODY}</p>").title == heading


def test_headings_in_navigation_are_no_titles():
    head = "<title>Pier in tides - The Book</title>"
    nav = "<nav><h2><a href=index.html>In tides</a></h2></nav>"
    assert page(head, f"{nav}<h1>Structure Pier</h1><p>{BODY}</p>", "").title != "In tides"
    teaser = "<nav><h3>Harbour bridge closes on Monday</h3></nav>"
    head = "<title>Harbour bridge closes: on Monday, says the council</title>"
    assert page(head, f"{teaser}<h1>No way across the harbour</h1><p>{BODY}</p>").title != (
        "Harbour bridge closes on Monday"
    )


def test_what_only_the_heading_adds_without_a_sign_is_left_out():
    head = "<title>Tide overview | Harbours and bays | The Tide</title>"
    body = "<h1>Tide overview<div><button>Save</button> and categorize content</div></h1>"
    assert page(head, body).title == "Tide overview"
    named = "https://tide.example/tide-overview-harbours-and-bays"
    assert (
        page(head, "<h1>Tide overview <em>Harbours and bays</em></h1>", named).title
        != "Tide overview"
    )
    one, body = "<title>Iran | Reuters</title>", "<h1>Iran <em>warns of a tide</em></h1>"
    assert page(one, body).title == "Iran warns of a tide"
    body = "<h1>Tide overview <em>Harbours and bays</em></h1>"
    assert page(head, body).title == "Tide overview Harbours and bays"


def test_the_name_of_the_site_may_be_that_of_its_initials_and_in_the_heading():
    head = "<title>Bridges: overview | Tide and Harbour Agency</title>"
    assert page(head, url="https://www.tha.gov/bridges").title == "Bridges: overview"
    assert page(head, url="https://www.bay.gov/bridges").title.endswith("Agency")
    head = "<title>New Parking Rules - what to know</title>"
    made = page(head, "<h1>New Parking Rules</h1>", "https://www.npr.example/1")
    assert made.title == "New Parking Rules"
    head = "<title>Bridges: overview | Tide and Harbour Agency</title>"
    heading = "<h1>Harbour bridge opens again – Tide</h1>"
    head = "<title>Harbour bridge opens again – Tide - Tide</title>"
    head += "<meta property=og:site_name content=Tide>"
    assert page(head, heading).title == "Harbour bridge opens again"


def test_the_name_of_the_site_may_be_before_a_colon():
    head = "<title>The Tide: Harbour bridge opens</title><meta property=og:site_name content='{}'>"
    assert page(head.format("The Tide")).title == "Harbour bridge opens"
    assert page(head.format("The Bay")).title == "The Tide: Harbour bridge opens"


def test_line_breaks_in_the_heading_and_in_the_head_are_of_one_title():
    head = "<title>Tide - Harbour bridge &lt;br/&gt;opens again &lt;br/&gt;this spring</title>"
    body = "<h1>Harbour bridge<br>opens again<br>this spring</h1>"
    assert page(head, body).title == "Harbour bridge opens again this spring"


def test_what_a_template_did_not_fill_is_nothing():
    head = "<meta property=og:site_name content='{}'>"
    assert page(head.format("{{ site.name }} | ${name}")).site is None
    assert page(head.format("{{mustache}} news")).site == "{{mustache}} news"
    site = head.format("The Tide")
    for title in ("{{ page.title }}", "{{ page.title }} - The Tide"):
        made = page(f"{site}<title>{title}</title>", "<h1>Harbour bridge opens</h1>")
        assert made.title == "Harbour bridge opens"
    about = "{% include %} - Liquid reference"
    assert page(f"<title>{about}</title>", f"<h1>{about}</h1>").title == about


def test_the_address_is_the_last_resort():
    found = page("<title>Bridge</title>")
    assert (found.date, found.sources["date"]) == ("2024-05-17", "address")


@pytest.mark.parametrize("label", ["Founded: ", "Deadline to apply: ", "Expires ", "Gültig bis "])
def test_dates_of_other_things_are_not_that_of_the_page(label):
    body = f"<h1>Harbour bridge opens</h1><p>{label}2 March 2021</p>"
    assert page("", body, "https://tide.example/a").date is None


def test_a_time_after_a_label_of_other_things_is_not_that_of_the_page():
    terms = "<dl><dt>{}:</dt><dd>17 May 2024</dd><dt>{}:</dt><dd><time datetime=2024-11-17></time>"
    body = terms.replace("></time>", ">17 November 2024</time></dl><h1>Harbour bridge opens</h1>")
    assert page("", body.format("Published", "Expires"), UNDATED).date == "2024-05-17"
    assert page("", body.format("Read", "Published"), UNDATED).date == "2024-11-17"


@pytest.mark.parametrize("label", ["Registrován: ", "Joined ", "Registriert: ", "Membre depuis "])
def test_the_day_on_which_a_member_joined_is_not_that_of_the_post(label):
    body = f"<h1>Harbour bridge opens</h1><p>{label}2. 3. 2021</p><p>Napsal: 17. 5. 2024 13:00</p>"
    assert page("", body, UNDATED, lang="cs").date == "2024-05-17"


def test_a_shown_month_tells_the_order_of_a_numeric_date():
    head = "<meta property=article:published_time content=03-09-2026>"
    body = "<h1>Harbour bridge opens</h1><p>Published {}</p>"
    assert page(head, body.format("March 9, 2026"), UNDATED).date == "2026-03-09"
    assert page(head, body.format("09/03/2026"), UNDATED).date == "2026-09-03"


@pytest.mark.parametrize(
    ("above", "line", "below", "day"),
    [
        ("", "03/04/2024", "", "2024-03-04"),
        ("", "03/04/2024", "<p>25/03/2024: pier closed", "2024-04-03"),
        ("", "03/04/2024", "<p>03/25/2024: pier closed", "2024-03-04"),
        ("", "03/04/2024", "<p>25/03/2024 <p>03/26/2024", "2024-03-04"),
        ("", "03/04/2024", "<p>25.03.2024", "2024-03-04"),
        ("", "03-04-2024", "<p>03-25-2024", "2024-03-04"),
        ("", "Wednesday 03/04/2024", "", "2024-04-03"),
        ("", "Monday, 03/04/2024", "<p>25/03/2024", "2024-03-04"),
        ("<p>Friday, March 15, 2024", "08/03/2024", "", "2024-03-08"),
        ("<p>Friday, March 15, 2024 <p>May 3, 2024", "08/03/2024", "", "2024-08-03"),
        ("<p>Friday, September 6, 2024", "08/03/2024", "", "2024-08-03"),
        ("", "25/12/2023", "<p>03/25/2024", "2023-12-25"),
    ],
)
def test_other_dates_of_the_page_decide_whether_a_date_starts_with_the_day(above, line, below, day):
    body = f"{above}<h1>Bridge opens</h1><p>{line}</p>{BODY}{below}"
    assert page(ARTICLE, body, "https://tide.example/a").date == day


def test_other_dates_decide_the_order_in_a_date_of_change_and_in_other_languages():
    body = f"<h1>Bridge opens</h1>{BODY}<p>Updated on 09/10/2025</p><p>25/03/2024"
    assert page("", body, "https://tide.example/a").modified == "2025-10-09"
    body = f"<h1>Puente abierto</h1><p>03/04/2024</p>{BODY}<p>03/25/2024"
    assert page(ARTICLE, body, "https://marea.example/a", "es").date == "2024-03-04"


def test_a_numeric_current_day_decides_nothing():
    body = f"<div>Jueves 02/11/2023</div><h1>Puente</h1><div>02/11/2023 19:20</div>{BODY}"
    assert page(ARTICLE, body, "https://marea.example/a", "es").date == "2023-11-02"


def test_a_date_in_a_caption_or_sentence_is_not_that_of_the_page():
    caption = "The harbour bridge is opened in Tidetown, in this June 3, 2023, file photo."
    heading = "<h1>Harbour bridge opens</h1>"
    url = "https://tide.example/7"
    assert page("", f"{heading}<p>{caption}</p>", url=url).date is None
    posted = f"{heading}<p>{caption}</p><p>Fri, Jan. 18, 2024</p>"
    assert page("", posted, url=url).date == "2024-01-18"
    caption = "旧桥在2019年3月3日因两艘船撞上北侧桥墩而关闭，此后一直没有开放。"
    assert page("", f"<h1>新桥开放</h1><p>{caption}</p>", url=url, lang="zh").date is None


def test_of_dates_around_the_title_the_nearest_is_that_of_the_page():
    above = "<p>01/02/2019</p><p>Read on</p><p>26/03/2017 by Ada Quill, no comments</p>"
    found = page("", f"{above}<h1>Harbour bridge opens</h1>", url="https://tide.example/7")
    assert found.date == "2017-03-26"
    widget = "<p class=post-date>3 May 2024</p>" * 3
    below = f"<h1>Harbour bridge opens</h1><p>27 Sep 2016</p>{BODY}{widget}"
    assert page("", below, url="https://tide.example/7").date == "2016-09-27"


def test_the_current_day_is_not_that_of_the_page_if_an_earlier_one_has_a_label():
    top = "<p>January 15, 2024</p><h1>Harbour bridge opens</h1>"
    for below, day in (
        ("Published on Saturday, Dec 29, 2023", "2023-12-29"),
        ("Posted on January 17, 2024", "2024-01-15"),  # as of a comment
    ):
        url = "https://tide.example/7"
        assert page("", f"{top}{BODY * 10}<p>{below}</p>", url=url).date == day


@pytest.mark.parametrize("title", ["{}", "{} - Coast Weekly", "Coast Weekly - {}"])
def test_a_byline_below_a_title_that_is_no_heading_is_found_far_from_the_content(title):
    headline = "Harbour bridge opens again today"
    menu = "".join(f"<p>Section {number}</p>" for number in range(70))
    body = f"{menu}<p>{headline}</p><p>By Ada Quill</p><p>January 8, 2008</p>{BODY}"
    for heading in ("", "<h2>Other news in technology</h2>"):
        found = page(f"<title>{title.format(headline)}</title>", heading + body, url=None)
        assert (found.date, found.authors) == ("2008-01-08", ("Ada Quill",))
    again = f"{body}<p>{headline}</p>"
    assert page(f"<title>{title.format(headline)}</title>", again, url=None).date is None
    linked = body.replace(f"<p>{headline}</p>", f"<p><a href=/7>{headline}</a></p>")
    assert page(f"<title>{title.format(headline)}</title>", linked, url=None).date is None


def test_the_name_of_the_site_in_the_title_is_no_headline():
    menu = "".join(f"<p>Section {number}</p>" for number in range(70))
    body = f"{menu}<p>Tidetown Research Service</p><p>January 8, 2008</p>{BODY}"
    head = "<title>Boats | Tidetown Research Service</title>"
    assert page(head, body, url=None).date is None


def test_the_date_of_a_comment_below_a_short_text_is_not_that_of_the_page():
    text = "<h1>Harbour bridge</h1><p>The bridge is open.</p><p>Ada, 3 May 2024</p>"
    comment = "<li class=comment><span class=comment-metadata>5 May 2024</span><p>Thanks!</li>"
    body = f"{text}<ol class=comments>{comment}</ol>"
    assert page("<title>Harbour bridge</title>", body, url=None).date == "2024-05-03"


def test_the_day_of_an_event_is_not_the_date_of_its_page():
    event = {
        "@type": "MusicEvent", "name": "Harbour bridge opens",
        "startDate": "2024-06-09T19:00", "endDate": "2024-06-10",
    }  # fmt: skip
    shown = "<p>Opens <time datetime=2024-06-09>9 June</time>, closes 10 June 2024</p>"
    body = f"<h1>Harbour bridge opens</h1>{shown}"
    assert page(json_ld(event), body, UNDATED).date is None
    assert page(json_ld({**event, "@type": "Thing"}), body, UNDATED).date == "2024-06-09"
    stated = "<meta property=article:published_time content=2024-06-09>"
    assert page(stated + json_ld(event), body, UNDATED).date == "2024-06-09"
    posted = "<p>Published on 3 May 2024</p>"
    assert page(json_ld(event), body + posted, UNDATED).date == "2024-05-03"


@pytest.mark.parametrize(
    "shown",
    [
        "<h2><span class=tribe-event-date-start>June 9, 2024 @ 7:00 pm</span></h2>",
        "<p>Tides: <abbr class='published dtstart' title=2024-06-09>June 9, 2024</abbr></p>",
        "<div class=event-when><p>June 9, 2024</p></div>",
        "<p>Classes start</p><span class='text start-date'>June 9, 2024</span>",
        "<div class=date>7–9 June 2024</div>",
        "<p><time datetime=2024-06-09T10:30>2024-06-09, 10:30–11:15</time>, Great Hall</p>",
        "<p class=date>June 9, 2024, 7:00 pm - 11:30 pm</p>",
        "<p class=date>7. bis 9. Juni 2024</p><div class=datetime>9 Jun 2024, 19:00</div>",
        "<p class=when>Tidetown, du 9 au 12 juin 2024</p><p class=date>9 juin 2024</p>",
    ],
)
def test_a_class_or_several_days_in_a_row_may_say_that_a_day_is_that_of_an_event(shown):
    body = f"<h1>Harbour bridge opens</h1>{shown}{BODY}"
    assert page("<title>Harbour bridge opens</title>", body, UNDATED).date is None
    posted = "<p class=post-date>May 3, 2024</p>"
    assert page("<title>Harbour</title>", body + posted, UNDATED).date == "2024-05-03"


@pytest.mark.parametrize(
    "line", ["Vol. 3 - 9 June 2024", "9 June 2024 - 3", "2024-06-09T13:42-08:00"]
)
def test_what_is_not_several_days_in_a_row(line):
    body = f"<h1>Harbour bridge opens</h1><p class=date>{line}</p>{BODY}"
    assert page("<title>Harbour bridge opens</title>", body, UNDATED).date[:10] == "2024-06-09"


def test_the_title_and_date_of_a_job_are_those_of_its_posting():
    job = {"@type": "JobPosting", "title": "Bridge keeper", "datePosted": "2024-05-17"}
    head = "<meta property=og:title content='Tide - Bridge keeper'>" + json_ld(job)
    found = page(head, "<h2>Bridge keeper</h2>", UNDATED)
    assert (found.title, found.date) == ("Bridge keeper", "2024-05-17")


@pytest.mark.parametrize(
    ("label", "lang"),
    [
        ("When:", "en"),
        ("Beginn:", "de"),
        ("Anmeldefrist:", "de"),
        ("Bewerbungsschluss", "de"),
        ("Début", "fr"),
        ("Date limite :", "fr"),
        ("Fecha de inicio:", "es"),
        ("Inizio", "it"),
        ("Quando:", "pt"),
        ("Начало:", "ru"),
    ],
)
def test_the_days_of_an_event_are_not_its_publication(label, lang):
    event = f"<h1>Swans on the harbour</h1><p><b>{label}</b> 19/10/2024</p>{BODY}"
    assert page("<title>Swans</title>", event, UNDATED, lang).date is None


@pytest.mark.parametrize(
    ("line", "lang"),
    [
        ("published 02/10/2024, last modified 05/10/2024", "en-GB"),
        ("veröffentlicht 02.10.2024 , zuletzt geändert 05.10.2024", "de"),
        ("pubblicato 02/10/2024, ultima modifica 05/10/2024", "it"),
    ],
)
def test_a_line_below_the_text_may_say_when_a_page_was_published_and_changed(line, lang):
    """As templates of Plone write it."""
    body = f"<h1>Swans</h1>{BODY * 20}<div>{line}</div>"
    found = page("<title>Swans</title>", body, UNDATED, lang)
    assert (found.date, found.modified) == ("2024-10-02", "2024-10-05")


def test_dates_of_notion_begin_with_an_at_sign():
    row = "<table><tr><th>Date</th><td><time>@May 17, 2024</time></td></tr></table>"
    assert page("<title>Swans</title>", f"<h1>Swans</h1>{row}{BODY}", UNDATED).date == "2024-05-17"
