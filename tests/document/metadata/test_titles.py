"""The title of a page, and the name of its site."""

import time

import pytest
from metadata_pages import BODY, URL, article, cleaned, json_ld, page


@pytest.mark.parametrize("sign", ["-", "|", "_", "– "])
def test_a_title_of_only_the_site_is_not_that_of_the_page(sign):
    found = page(f"<title>{sign}Tide</title>", "<h1>Harbour bridge opens</h1>")
    assert found.title == "Harbour bridge opens"


def test_the_name_of_a_page_in_its_address_is_no_title():
    stated = "<meta property='og:title' content='harbour-bridge-opens-again'>"
    found = page(f"<title>Harbour bridge opens again</title>{stated}", BODY)
    assert found.title == "Harbour bridge opens again"
    found = page(f"<title>python-harbour-bridge</title>{stated.replace('opens-again', 'x')}", BODY)
    assert found.title == "python-harbour-bridge"


@pytest.mark.parametrize("day", ["26 Oktober 2010", "3. Mai 2011", "26 Октября 2010"])
def test_a_date_before_the_section_ends_the_title(day):
    found = page(f"<title>Briefe vom Hafen - {day} - Blog - Bilder und Geschichten</title>", BODY)
    assert found.title == "Briefe vom Hafen"


def test_a_long_heading_is_the_title_if_the_head_has_only_one_word():
    found = page("<title>TIDE</title>", f"<h1>Alte Brücke wird wieder geöffnet</h1>{BODY}")
    assert found.title == "Alte Brücke wird wieder geöffnet"
    stated = "<title>Tide</title><meta property=og:title content=Moorings>"
    assert page(stated, f"<h1>Best of all the old buoys</h1>{BODY}").title == "Moorings"


def test_a_kicker_goes_also_if_the_heading_ends_with_a_period():
    head = "<title>Wie man Bojen pflegt - Tide</title>"
    head += "<meta property=og:title content='Wie man Bojen pflegt'>"
    found = page(head, f"<h1><span>WISSEN</span> Wie man Bojen pflegt.</h1>{BODY}")
    assert found.title == "Wie man Bojen pflegt"


def test_the_title_is_the_heading_that_resembles_the_title_of_the_head():
    found = page(
        "<title>Harbour bridge opens again | The Tide</title>",
        "<h1>The Tide</h1><h1>Harbour bridge opens again</h1>",
    )
    assert (found.title, found.sources["title"]) == ("Harbour bridge opens again", "h1")


def test_a_link_in_the_heading_shares_only_small_words_with_the_title():
    found = page(
        "<title>What to watch when the harbour opens - The Tide</title>",
        "<h1>What to watch when the harbour opens <a href='#'>Add to ...</a></h1>",
    )
    assert found.title == "What to watch when the harbour opens"


@pytest.mark.parametrize(
    "title",
    [
        *("Le pont rouvre | La Marée", "La Marée - Le pont rouvre", "Le pont rouvre — La Marée"),
        *("Le pont rouvre｜La Marée", "Le pont rouvre － La Marée"),
    ],
)
def test_a_title_is_without_the_name_of_the_site(title):
    head = f'<title>{title}</title><meta property="og:site_name" content="La Marée">'
    found = page(head, lang="fr")
    assert (found.title, found.site) == ("Le pont rouvre", "La Marée")


@pytest.mark.parametrize(
    ("rest", "site"),
    [
        ("Quillport wiki", "Quillport wiki"),
        ("Tide 2.1 documentation", "Tide 2.1 documentation"),
        ("by Ada Quill", None),
        ("17 May 2024", None),
        ("How the old town got its longest and oldest bridge", None),
    ],
)
def test_what_follows_the_heading_in_the_title_is_the_site(rest, site):
    head = f"<title>Harbour bridge - {rest}</title>"
    assert page(head, "<h1>Harbour bridge</h1>", url="https://a.example/b").site == site
    assert page(head, "<h1>Bridges</h1>", url="https://a.example/b").site is None


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


@pytest.mark.parametrize(
    ("title", "book", "author", "line"),
    [
        ("山田一郎 霧の港", "霧の港", "山田一郎", "山田一郎"),
        ("Coast eBook of The Fog, by Ada M. Quill", "THE FOG", "", "BY ADA M. QUILL"),
    ],
)
def test_a_heading_with_the_author_of_a_book_is_not_its_title(title, book, author, line):
    head = f"<title>{title}</title><meta name=dc.creator content='{author}'>"
    assert page(head, f"<h1>{book}</h1><h2>{line}</h2><p>{BODY}").title == book


def test_a_heading_that_leads_home_is_the_name_of_the_site():
    found = page(
        "<title>Le train du matin - Carnets</title>",
        "<h1><a href='https://tide.example/'>Carnets</a></h1><h2>Le train du matin</h2>",
    )
    assert found.title == "Le train du matin"


@pytest.mark.parametrize("title", ["Carnets - Marées", "Marées | Carnets"])
def test_below_a_heading_that_leads_home_a_single_word_may_be_the_title(title):
    head = "<h1><a href='https://tide.example/'>Carnets</a></h1><h2>Marées</h2>"
    found = cleaned(f"<title>{title}</title>", f"{head}<p>§ {BODY}<h2>Moulins</h2>")
    assert (found.title, found.site) == ("Marées", "Carnets")


@pytest.mark.parametrize("name", ["Harbour 2.1 documentation", "Harbour"])
def test_a_single_word_above_the_text_may_precede_the_heading_of_all_pages(name):
    body = f"<h1>{name}</h1><ul><li>Contents</ul><h2>Buoys <a href='#buoys'>#</a></h2><p>§ {BODY}"
    assert cleaned(f"<title>Buoys | {name}</title>", body).title == "Buoys"
    assert cleaned(f"<title>{name}: Buoys</title>", body).title != "Buoys"


@pytest.mark.parametrize(
    ("title", "headings", "expected"),
    [
        ("Tides: The Book of Harbours — a notebook", ["Tides"], "Tides"),
        ("堤防: 港のノート — 個人の記録", ["堤防"], "堤防"),
        (
            "Port - Boats leave on Monday",
            ["Port", "Boats leave on Monday"],
            "Boats leave on Monday",
        ),
    ],
)
def test_without_h1_the_heading_above_the_text_may_begin_the_title(title, headings, expected):
    body = "".join(f"<h2>{one}</h2>" for one in headings)
    assert cleaned(f"<title>{title}</title>", f"{body}<p>§ {BODY}").title == expected


def test_a_heading_that_leads_to_another_page_of_the_site_is_not_that_of_this_one():
    head = "<title>Morning tides — The Book of Tides 2</title>"
    body = "<h1><a href='../index.html'>The Book of Tides 2</a></h1><h1>Morning tides</h1>"
    assert page(head, body).title == "Morning tides"
    head = "<title>Harbour bridge opens - Notes</title>"
    body = "<h1>Notes</h1><h1><a href='https://coast.example/1'>Harbour bridge opens</a></h1>"
    assert page(head, body).title == "Harbour bridge opens"


def test_a_linked_heading_with_the_name_of_the_section_is_not_the_title():
    head = "<title>A bridge for every boat · Good Job, Harbour! · The Tide</title>"
    stated = json_ld(article(headline="A bridge for every boat"))
    body = "<h1><a href=/features/gjh>The Latest From Good Job, Harbour!</a></h1>"
    assert page(head + stated, body).title == "A bridge for every boat"


def test_the_heading_of_a_blog_has_the_name_in_its_host_and_not_the_title_of_the_post():
    head = "<title>Lost in Tides: Bridges and the road to the sea</title>"
    body = "<h1>Lost in Tides</h1><p>Bridges and the road to the sea</p>"
    found = page(head, body, "https://lostintides.blogspot.com/2024/05/bridges.html")
    assert (found.title, found.site) == ("Bridges and the road to the sea", "Lost in Tides")


@pytest.mark.parametrize(
    "label", ["Thread:", "Thema:", "Discussion :", "Тема:", "[问路]", "【公告】"]
)
def test_the_label_of_a_thread_is_not_part_of_its_title(label):
    found = page("<title>Open bridges</title>", f"<h1><span>{label}</span> Open bridges</h1>")
    assert found.title == "Open bridges"
    assert page("", f"<h1>{label} Open bridges</h1>").title == f"{label} Open bridges"


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


def test_a_blog_may_be_named_by_its_host_and_a_word():
    head = "<title>Over the bridge « the tide.example blog</title>"
    body = f"<h1>the <a href=/>tide.example</a> blog.</h1><h2>Over the bridge</h2>{BODY}"
    found = page(head, body, url="https://tide.example/blog/over")
    assert (found.title, found.site) == ("Over the bridge", "the tide.example blog")


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


@pytest.mark.parametrize("sign", [":", " –", " -"])
def test_a_topic_on_a_line_of_the_heading_has_the_sign_of_the_head(sign):
    head = f"<meta property='og:title' content='Hafen{sign} Die Brücke ist wieder offen'>"
    body = "<h1>Hafen<br>Die Brücke ist wieder offen</h1>"
    assert page(head, body, lang="de").title == f"Hafen{sign} Die Brücke ist wieder offen"


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


NOTICE = "<p>© 2024 Acme Boats Ltd. All rights reserved. Terms of use.</p>"


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Annual report of the harbour - 2024", NOTICE),
        ("About the harbour | Boats", NOTICE),
        ("Harbour guide - Terms", NOTICE),
        ("Who owns a photo? - Copyright law", "<p>In copyright law a photo is a work.</p>"),
        ("Who owns a photo? - Law", "<p>Copyright law says this.</p>"),
        ("Harbour bridge opens | TV", "<a href=/tv/>TV</a>"),
        ("Harbour bridge opens - Cata", "<a href=/>Catalogo</a>"),
    ],
)
def test_other_ends_of_titles_are_no_sites(title, shown):
    found = page(f"<title>{title}</title>", f"<h2>Boats</h2>{shown}", url="https://tide.example/7")
    assert (found.site, found.title) == (None, title)


@pytest.mark.parametrize(
    "notice",
    [
        "COPYRIGHT 2024 Coast Weekly",
        "© 2024 <b>Coast Weekly</b>",
        "Copyright © 2014-2024 by Coast Weekly, all rights reserved",
        "&copy; Coast Weekly 2024",
    ],
)
def test_notices_of_copyright_name_the_site(notice):
    head = "<title>Boats are late again today - Coast Weekly</title>"
    assert page(head, f"<h2>Boats</h2><footer>{notice}</footer>").site == "Coast Weekly"


def test_without_an_address_a_link_to_another_host_is_not_to_the_start():
    shown = "<a href=https://coast.example/>Coast Weekly</a>"
    assert page("<title>Boats are late - Coast Weekly</title>", shown, url=None).site is None
    shown = "<a href=/>Coast Weekly</a>"
    assert page("<title>Boats are late - Coast Weekly</title>", shown, url=None).site


def test_labels_with_much_white_space_take_no_square_of_time():
    link = f"<a href=/ title='a{' ' * 20_000}b'>"
    start = time.perf_counter()
    assert page("<title>Boats are late - Coast Weekly</title>", link * 60).site is None
    assert time.perf_counter() - start < 5


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
        ("Puente del puerto <button>★</button>", "Puente del puerto"),
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


def test_permalinks_at_a_heading_are_not_part_of_the_title_but_number_signs_are():
    head = "<title>Playbooks in C# - The Tide Docs</title>"
    for marker in ("¶", "#", "\uf0c1"):
        link = f'<a class="headerlink" href="#playbooks">{marker}</a>'
        for markup in (link, f"<span>{link}</span>"):
            found = page(head, f"<h1>Playbooks in C#{markup}</h1>")
            assert (found.title, found.sources["title"]) == ("Playbooks in C#", "h1")
    assert page(head, "<h1>Playbooks in C#</h1>").title == "Playbooks in C#"
    assert page(head, "<h1>Playbooks in C<sup>#</sup></h1>").title == "Playbooks in C#"


@pytest.mark.parametrize("archive", ["Blog Archive", "Archive du blog", "Архив блога"])
def test_the_title_of_an_early_wordpress_page_names_the_site_and_the_post(archive):
    head = f"<title>The Tide Gang » {archive} » Stand by the bridge</title>"
    body = "<h1><a href=/>The Tide Gang</a></h1><h2>Stand by the bridge</h2>"
    found = page(head, body, "https://harbour.example/2013/02/bridge")
    assert (found.title, found.site) == ("Stand by the bridge", "The Tide Gang")


@pytest.mark.parametrize("topic", ["View topic", "Zobrazit téma", "Thema anzeigen"])
def test_the_title_of_a_forum_names_the_forum_and_the_topic(topic):
    for sign in ("•", "::"):
        head = f"<title>Houbařská poradna {sign} {topic} - Hřib?</title>"
        found = page(head, "<h2><a href=/t>Hřib?</a></h2>", "https://forum.example/t")
        assert (found.title, found.site) == ("Hřib?", "Houbařská poradna")


@pytest.mark.parametrize(
    ("stated", "site", "title"),
    [
        ("Home - Harbour Divers", "Harbour Divers", "Harbour Divers"),
        ("Hafentaucher | Startseite", "Hafentaucher", "Hafentaucher"),
        ("Ana Sayfa - Liman Dalgıçları", "Liman Dalgıçları", "Liman Dalgıçları"),
        ("Водолазы порта | Главная", "Водолазы порта", "Водолазы порта"),
        ("Početna | Lučki ronioci", "Lučki ronioci", "Lučki ronioci"),
        ("Főoldal - Kikötői Búvárok", "Kikötői Búvárok", "Kikötői Búvárok"),
        ("الرئيسية - غواصو الميناء", "غواصو الميناء", "غواصو الميناء"),
        ("Trang chủ | Thợ lặn cảng", "Thợ lặn cảng", "Thợ lặn cảng"),
        ("Inicio – Buzos del Puerto", "Buzos del Puerto", "Buzos del Puerto"),
        ("首頁 | 港口潛水", "港口潛水", "港口潛水"),
        ("Home", "Harbour Divers", None),
        ("Harbour Divers | Boats and piers", "Harbour Divers", "Boats and piers"),
    ],
)
def test_the_title_of_a_start_page_may_be_the_name_of_its_site(stated, site, title):
    head = f"<title>{stated}</title><meta property=og:site_name content='{site}'>"
    assert page(head, "", "https://www.tide.example/").title == title


@pytest.mark.parametrize(
    "start", ["Home", "Főoldal", "Ana Sayfa", "Головна", "الرئيسية", "トップページ"]
)
def test_a_start_page_is_not_the_name_of_its_site(start):
    links = "<nav><a href=/>Harbour Post</a> <a href=/sport>Sport</a></nav><h2>Boats</h2>"
    for title in (f"Harbour Post - {start}", f"{start} | Harbour Post"):
        found = page(f"<title>{title}</title>", links, "https://tide.example/")
        assert (found.title, found.site) == ("Harbour Post", "Harbour Post")


@pytest.mark.parametrize(
    ("title", "site"),
    [
        ("{} - Harbour Post", "Harbour Post"),
        ("{} - World - General - Harbour Post", "Harbour Post"),
        ("{} - The Harbour Post - The paper of the whole coast", "The Harbour Post"),
        ("{} ‹ Harbour Post", "Harbour Post"),
        ("Harbour Post - {}", "Harbour Post"),
        ("{} - Sport - Football", None),
        ("{} - World - World Affairs", None),
        ("{} - News - Harbour, ME", None),
        ("{} - Official Website", None),
        ("{} : Second Part", None),
        ("{} - by Ada Quill", None),
    ],
)
def test_what_is_beside_the_headline_in_the_title_may_be_the_site(title, site):
    headline = "Boats are late again"
    head = f"<title>{title.format(headline)}</title>"
    assert page(head, f"<p><b>{headline}</b></p>{BODY}", url=None).site == site


@pytest.mark.parametrize(
    ("title", "site"),
    [
        ("Boats are late - World - coast.com.au", "coast.com.au"),
        ("CoastWeekly.com | News | Boats are late", "CoastWeekly.com"),
        ("CoastWeekly.com: Boats are late", "CoastWeekly.com"),
        ("www.coast.de - Boats are late", "coast.de"),
        ("Node.js - Boats are late", None),
        ("CoastWeekly.com", None),
    ],
)
def test_a_host_in_the_title_is_the_site_if_the_address_is_unknown(title, site):
    assert page(f"<title>{title}</title>", "<h2>Boats</h2>", url=None).site == site
    other = page(f"<title>{title}</title>", "<h2>Boats</h2>", url="https://tide.example/7")
    assert other.site is None


def test_a_name_without_spaces_between_its_words_may_be_long():
    headline = "港の橋がふたたび開通した朝の話"
    head = f"<title>{headline}｜港湾新聞社オンライン</title>"
    found = page(head, f"<h1>{headline}</h1>", lang="ja")
    assert (found.site, found.title) == ("港湾新聞社オンライン", headline)


@pytest.mark.parametrize("name", ["boats:care", "care"])
@pytest.mark.parametrize("site", ["<h1><a href=/doku.php?id=start>Tide</a></h1>", "<p>Tide</p>"])
def test_the_heading_is_the_title_if_the_head_has_only_the_name_of_the_file(name, site):
    head = f"<title>{name} [Tide]</title>"
    assert page(head, f"{site}<h1>Looking after buoys</h1>{BODY}").title == "Looking after buoys"


@pytest.mark.parametrize("heading", ["Looking after buoys", ""])
def test_the_name_in_brackets_that_is_the_heading_of_all_pages_is_that_of_the_site(heading):
    name = "<h1><a href=/doku.php?id=start>Tide Wiki</a></h1>"
    own = f"<h1>{heading}</h1>" if heading else ""
    found = page("<title>boats:care [Tide Wiki]</title>", f"{name}{own}{BODY}")
    assert (found.title, found.site) == (heading or "boats:care", "Tide Wiki")
    assert page("<title>The bridge opens [Video]</title>", BODY).site is None


@pytest.mark.parametrize("title", ["Tide Project: Buoys at night", "Tide Project - Buoys at night"])
def test_of_two_headings_that_are_the_title_the_first_is_the_name_of_the_site(title):
    body = "<h1>Tide Project</h1>{}<h1>Buoys at night{}</h1>"
    found = page(f"<title>{title}</title>", body.format("<p>Home", ""), url=None)
    assert (found.title, found.site) == ("Buoys at night", "Tide Project")
    assert page(f"<title>{title}</title>", body.format("", " and day")).title != "Buoys at night"


@pytest.mark.parametrize(
    ("stated", "generator", "title", "site"),
    [
        ("Buoys at night (The Book of Tides)", "texi2any", "Buoys at night", "The Book of Tides"),
        ("Top (The Book of Tides)", "texi2any", "The Book of Tides", None),
        ("Index (The Tides)", "makeinfo", "Index (The Tides)", "The Tides"),
        ("Tides: Buoy Class Reference", "Doxygen 1.9", "Buoy Class Reference", "Tides"),
        ("Tides: Main Page", "Doxygen 1.9", "Tides", None),
    ],
)
def test_generators_of_manuals_write_their_names_into_titles(stated, generator, title, site):
    head = f"<title>{stated}</title><meta name=generator content='{generator}'>"
    found = page(head, "<h3>2.1 On buoys</h3>", url=None)
    assert (found.title, found.site) == (title, site)
    assert page(f"<title>{stated}</title>", url=None).title == stated
