"""The authors of a page."""

import numpy as np
import pytest
from metadata_pages import ARTICLE, BODY, LONG, URL, article, cleaned, json_ld, page
from pages import blocks

from victor.document.metadata.names import names_in, stated_names
from victor.document.metadata.reader import read_metadata


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("By Ada Quill and Ben Ink | 3 May 2024", ["Ada Quill", "Ben Ink"]),
        ("By ADA R. QUILL, Staff Writer", ["ADA R. QUILL"]),
        ("By Ada Quill <quill at tide dot example>", ["Ada Quill"]),
        ("Posted byAda Quill on May 3, 2024", ["Ada Quill"]),
        ("Added by Ada Quill", ["Ada Quill"]),
        ("Ajouté par Ada Quill", ["Ada Quill"]),
        ("by Ada Quill—10 min read", ["Ada Quill"]),
        ("By Ada Quill, Ben Ink, +12 more", ["Ada Quill", "Ben Ink"]),
        ("About Ada Quill", ["Ada Quill"]),
        ("About The Author", ["About The Author"]),
        ("Categories: Ada Quill, Boats", []),
        ("By Ada Quill No comments", ["Ada Quill"]),
        ("von Anna Feder Keine Kommentare Boote", ["Anna Feder"]),
        ("Posted at 6:47am on 14 Jan 2008", []),
        ("Written by", []),
        ("Von Anna Feder und Jörg Tinte", ["Anna Feder", "Jörg Tinte"]),
        ("Forfatter: Anne Fjer", ["Anne Fjer"]),
        ("Autor de la entrada: Lucía Pluma", ["Lucía Pluma"]),
        ("Autor da postagem: Ana Pena", ["Ana Pena"]),
        ("Auteur de l'article : Zoé Plume", ["Zoé Plume"]),
        ("লেখকঃ রহিমা কলম", ["রহিমা কলম"]),
        ("Författare: Anna Fjäder", ["Anna Fjäder"]),
        ("Tekijä: Aino Sulka", ["Aino Sulka"]),
        ("Szerzők: Toll Anna, Tinta Béla", ["Toll Anna", "Tinta Béla"]),
        ("Автори: Олена Перо", ["Олена Перо"]),
        ("Συγγραφέας: Μαρία Φτερού", ["Μαρία Φτερού"]),
        ("Hazırlayan: Ayşe Kalem", ["Ayşe Kalem"]),
        ("כותב: נועה נוצה", ["נועה נוצה"]),
        ("الكاتب: ليلى ريشة", ["ليلى ريشة"]),
        ("作成者: 山田花子", ["山田花子"]),
        ("von Redaktion", []),
        ("Por María R. Pluma", ["María R. Pluma"]),
        ("Par Zoé Plume et Luc Encre", ["Zoé Plume", "Luc Encre"]),
        ("Par Anne Le Plume le 4 mars 2024", ["Anne Le Plume"]),
        ("Par Zoé Plume le lundi 4 mars", ["Zoé Plume"]),
        ("Par ZOÉ LE PLUME | 4 mars", ["ZOÉ LE PLUME"]),
        ("Por Ana El Pluma el 4 de mayo", ["Ana El Pluma"]),
        ("Ali el Amrani", ["Ali el Amrani"]),
        ("Di Ugo Penna", ["Ugo Penna"]),
        ("Text: Jan Brk", ["Jan Brk"]),
        ("Автор: Иван Перов", ["Иван Перов"]),
        ("Автор: Редакция «Маяк» | 3 мая", ["Редакция «Маяк»"]),
        ("Автор: Иван Перов » Новости", ["Иван Перов"]),
        ("作者：王小明", ["王小明"]),
        ("责任编辑：王小明", ["王小明"]),
        ("来源：海港报", []),
        ('作者： size="20" 来源： size="20"', []),
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
        ("By ADA QUILL AND BEN INK", ["ADA QUILL", "BEN INK"]),
        ("The Associated Press. All Rights Reserved.)", ["The Associated Press"]),
        ("563 posts", []),
        ("by Kindle Edition", []),
        ("كتبت سلمى القلم", ["سلمى القلم"]),
    ],
)
def test_names_in_lines(line, names):
    assert names_in(line) == names


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Ada Quill, Ben Ink", ["Ada Quill", "Ben Ink"]),
        ("Ada Quill, MD, Ph.D.", ["Ada Quill"]),
        ("ADA QUILL<BR>The Harbour Ledger", ["ADA QUILL"]),
        ("Ada Quill, with Ben Ink and Cy Nib", ["Ada Quill", "Ben Ink", "Cy Nib"]),
        ("Ada Quill and Ben Ink, Nairobi", ["Ada Quill", "Ben Ink"]),
        ("Ada Quill, Ben and Cy", ["Ada Quill", "Ben", "Cy"]),
        ("Quill, Ben", ["Quill", "Ben"]),
        ("Ada Quill, Sr. Director of Boats", ["Ada Quill"]),
        ("Luigi Di Penna", ["Luigi Di Penna"]),
        ("José Volta e Pinto", ["José Volta e Pinto"]),
        ("Ana Pluma y Luis Tinta", ["Ana Pluma", "Luis Tinta"]),
        ("Di Penna", ["Di Penna"]),
        ("ada@tide.example (Ada Quill)", []),
        ("https://social.example/ada", []),
        ("admin", []),
        ("Администратор", []),
        ("Administrador", []),
        ("Ανώνυμος", []),
        ("مجهول", []),
        ("관리자", []),
        ("3 years", []),
        ("2 hours ago", []),
        ("5天前", []),
        ("馬上登入", []),
        ("50 Cent", ["50 Cent"]),
        ("Ans Day", ["Ans Day"]),
        ("An Min", ["An Min"]),
        ("vor 3 Tagen", []),
        ("3 gün önce", []),
        ("fyrir 5 klukkustundum", []),
        ("3 วันที่ผ่านมา", []),
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
    for mark in (" class=author-name", ""):
        byline = f"<h1>Harbour bridge opens</h1><p{mark}>By {name}</p>"
        assert page(head.format("article"), byline).authors == (name,)
        assert page(head.format("website"), byline).authors == ()
        person = f"{byline}<p>Written by Ada Quill</p>"
        assert page(head.format("article"), person).authors == ("Ada Quill",)


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
        ("港湾日报记者 王小桥 林大海", ("王小桥", "林大海")),
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
    ("line", "names"),
    [
        ("Posted by ada q. at March 5, 2005 10:12 AM", ("ada q",)),
        ("Posted by Ada Quill on 5 March 2005", ("Ada Quill",)),
        ("Posted by the sea", ()),
        ("Written by Ada Quill in 1923.", ()),
    ],
)
def test_a_line_below_a_post_may_state_who_wrote_it_and_when(line, names):
    body = f"<h1>Boats in May</h1>{LONG}"
    assert page(ARTICLE, f"{body}<p>{line}</p>").authors == names
    replies = "<p>Posted by Bo Ray at May 6, 2005 9:00</p><p>Posted by Cy Elm at May 7, 2005</p>"
    assert page(ARTICLE, f"{body}<p>{line}</p>{replies}").authors == ()
    comment = f"<div class=comments><p>{line}</p></div>"
    assert page(ARTICLE, body + comment).authors == ()


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


def test_citation_authors_are_in_one_element():
    head = '<meta name="author" content="Harbour Press">'
    head += '<meta name="citation_authors" content="Quill, Ada; Ink, Ben; Ray, B. C.">'
    assert page(head).authors == ("Ada Quill", "Ben Ink", "B. C. Ray")


@pytest.mark.parametrize("life", ["1861-1924", "1861-", "1861–1924.", "1861?-1924"])
def test_catalogues_add_the_years_of_a_life(life):
    creator = f"<meta name=dc.creator content='Quill, Ada M. (Ada Mary), {life}'>"
    assert page(creator).authors == ("Ada M. Quill",)


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
        ("By Ben Ink and Cleo Reed", ("Ben Ink", "Cleo Reed")),
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


BOAT = (
    "<div class='product single-product'><h1 class=product-title>Rowing boat §</h1>"
    "<p class=price>$ 1,299.00 §</p><form class=cart action=/cart/add>Quantity"
    "<button class=add-to-cart>Add to cart</button></form><p class=sku>SKU: 17</p>"
    "<p class=stock>In stock</p><div class=product-description><p>This boat of oak carries"
    " three people over any calm harbour. §</p></div><p>Customer reviews</p>"
)


def test_who_reviews_a_product_in_microdata_and_when_is_not_stated_of_the_page():
    stated = "<meta itemprop=author content='Ada Quill'>"
    stated += "<meta itemprop=datePublished content=2024-05-17>"
    review = f"<div itemscope itemtype=https://schema.org/Review>{stated}</div></div>"
    head = "<title>Rowing boat</title><meta property=og:type content=product>"
    found = cleaned(head, BOAT + review, "https://tide.example/products/boat")
    assert (found.page_type, found.authors, found.date) == ("product", (), None)
    found = cleaned(stated, f"<h1>Boats in May</h1>{LONG}")
    assert (found.authors, found.date) == (("Ada Quill",), "2024-05-17")


@pytest.mark.parametrize(
    "review",
    [
        "<div id=comments><p class=meta><strong class=woocommerce-review__author>Ada Quill</strong>"
        " – <time class=woocommerce-review__published-date datetime=2024-03-07>7 March 2024</time>",
        "<div class=review-list><p class=review-author>Review by <strong>Ada Quill</strong></p>"
        "<p class=review-date>Posted on <time datetime=2024-03-07>3/7/24</time></p>",
    ],
)
def test_who_reviews_a_product_below_it_and_when_is_not_stated_of_the_page(review):
    url = "https://tide.example/products/boat"
    found = cleaned("<title>Rowing boat</title>", f"{BOAT}{review}<p>It is dry.</div>", url)
    assert (found.page_type, found.authors, found.date) == ("product", (), None)


def test_the_stated_author_of_an_article_may_have_a_review_of_a_product_in_it():
    stated = "<title>Un bateau</title><meta name=author content='Ada Quill'>"
    review = "<div itemprop=review itemscope itemtype=https://schema.org/Review>{}<b>8/10</b></div>"
    item = "<div itemscope itemtype=https://schema.org/Product><h1>Un bateau</h1>{}</div>"
    own = item.format(BODY + review.format("<i>Essai : Ada Quill</i>"))
    assert page(stated + ARTICLE, own).authors == ("Ada Quill",)
    other = item.format(BODY + review.format("<i>Ada Quillington</i>"))
    assert page(stated, other).authors == ("Ada Quill",)


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
        "<table><tr><th>By<th>Ada Quill<tr><td>1 May<td>9 May</table>",
        "<span class=author id=reply-7>Ada Quill</span>",
        "<article class='post author-ben-ink'><p>Ada Quill</p></article>",
        "<div class=pull-quote__author><b class=author>Ada Quill</b></div>",
        "<span class=et_pb_testimonial_author>Ada Quill</span>",
        "<ul class=authorStats><li>Ada Quill</li></ul>",
    ],
)
def test_links_and_elements_that_name_no_author(other):
    for url in (URL, None):
        found = page("<title>Bridge opens</title>", f"<h1>Bridge opens</h1>{other}", url)
        assert found.authors == ()


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


def test_the_host_of_a_site_is_no_person():
    head = "<meta name=author content=tide.example>"
    body = "<h1>Harbour bridge opens</h1><p class=byline>By Ada Quill</p>"
    assert page(head, body, url="https://www.tide.example/bridge").authors == ("Ada Quill",)


@pytest.mark.parametrize("host", ["Ebb.com", "ebb.co.uk", "EBB.DE"])
def test_a_host_that_is_stated_as_author_is_the_last_choice(host):
    stated = json_ld(article(author={"name": host}))
    byline = "<h1>Harbour bridge opens</h1><p class=byline>By Ada Quill</p>"
    assert page(stated, byline).authors == ("Ada Quill",)
    assert page(stated, "<h1>Harbour bridge opens</h1>").authors == (host,)


@pytest.mark.parametrize(
    ("stated", "names"),
    [
        (["Ada Quill", "The Tide"], ("Ada Quill",)),
        (["Ada Quill", "Ben Ink", "Harbour News"], ("Ada Quill", "Ben Ink")),
        (["The Tide", "Harbour News"], ("The Tide", "Harbour News")),
    ],
)
def test_outlets_are_no_authors_beside_people(stated, names):
    assert page(json_ld(article(author=[{"name": one} for one in stated]))).authors == names


@pytest.mark.parametrize(
    ("stated", "name"),
    [
        ("Ada Quill for The Harbour Tide", "Ada Quill"),
        ("Ada Quill For Harbour Tide", "Ada Quill"),
        ("Friends for the Harbour", "Friends for the Harbour"),
        ("Ada Quill - Bridge Team", "Ada Quill"),
        ("سلمى القلم - الميناء", "سلمى القلم"),
        ("Harbour 24 - Bridge Team", "Harbour 24 - Bridge Team"),
    ],
)
def test_the_site_is_not_part_of_an_author(stated, name):
    site = '<meta property="og:site_name" content="Harbour Tide">'
    assert page(site + json_ld(article(author={"name": stated}))).authors == (name,)


@pytest.mark.parametrize("byline", ["By Ada Quill", "by Ada Quill", "Written by: Ada Quill"])
def test_who_signs_the_article_comes_before_who_uploaded_it(byline):
    head = json_ld(article(author="Cleo Reed"))
    body = f"<h1>Harbour bridge opens</h1><p>{{}}</p><p>{byline}</p>"
    assert page(head, body.format("14 May 2026")).authors == ("Ada Quill",)
    assert page(head, body.format("Cleo Reed, 14 May 2026")).authors == ("Cleo Reed",)
    other = body.replace(byline, "photographed by Ada Quill")
    assert page(head, other.format("14 May 2026")).authors == ("Cleo Reed",)


@pytest.mark.parametrize(
    ("links", "names"),
    [
        ("<p>See <a href=/author/ada>Ada Quill</a></p>", ("Ada Quill",)),
        ("<a href=/author/ada>Ada Quill</a><a href=/author/ben>Ben Ink</a>", ()),
        ("<nav><a href=/author/ada>Ada Quill</a></nav>", ()),
        ("<a href=/users/clippings/add>Ada Quill</a>", ()),
    ],
)
def test_all_links_to_authors_on_a_page_may_agree(links, names):
    found = page(ARTICLE, f"<h1>Harbour bridge opens</h1>{BODY * 40}<div>{links}</div>")
    assert found.authors == names


@pytest.mark.parametrize(
    "text",
    [
        "§ Boat builder <a href=/people/ben>Ben Tar</a> has bought the old pier.",
        "§ <a href=/people/ben>Ben Tar</a> hat den alten Steg am Hafen gekauft.",
    ],
)
def test_whom_an_article_is_about_is_not_its_author(text):
    assert cleaned(ARTICLE, f"<h1>Pier sold</h1><p>{text}</p>").authors == ()


def test_a_commenter_near_the_title_is_not_the_author():
    body = "<h1>Bridge opens</h1><p>By <a href=/quill>Ada Quill</a></p>" + "<p>It is open.</p>" * 8
    comment = "<div class=isso-comment><span class=isso-author>Carl Loud</span><p>No.</p></div>"
    assert page(ARTICLE, body + comment).authors == ("Ada Quill",)


def test_a_commenter_is_not_the_author_but_a_post_may_be_marked_as_a_comment():
    link = "<div class=comment-block><a href=/profile/12>Ben Tar</a> Well done</div>"
    assert page(ARTICLE, f"<h1>Bridge opens</h1>{'<p>Short news</p>' * 9}{link}").authors == ()
    byline = "<p>By <a href=/profile/7>Ada Quill</a></p>"
    for mark in ("comments-open", "no-comments single"):
        body = f"<div class='{mark}'><h1>Bridge opens</h1>{byline}{BODY}</div>"
        assert page(ARTICLE, body + link).authors == ("Ada Quill",)


@pytest.mark.parametrize(("host", "names"), [("tide", ("Ada Quill",)), ("books", ())])
def test_a_search_for_an_author_on_another_site_leads_to_no_profile(host, names):
    link = f"<a href='https://{host}.example/?author=ada'>Ada Quill</a>"
    assert page(ARTICLE, f"<h1>Bridge opens</h1><h3>{link}</h3>").authors == names


@pytest.mark.parametrize(
    "body",
    [
        "<div class=byline><time>3 May 2024</time> <p class=byline__category>Boats & Piers</div>",
        "<div class=byline><time>3 de mayo de 2024</time> <p class=byline__tag>Puerto</div>",
        "<p class=login-username>Username or address</p>",
    ],
)
def test_marks_of_categories_and_forms_name_no_authors(body):
    assert page(ARTICLE, f"<h1>Bridge opens</h1>{body}").authors == ()


@pytest.mark.parametrize(
    ("end", "names"),
    [
        ("<h2>Article by</h2><p>Ada Quill</p>", ("Ada Quill",)),
        ("<div>Geschrieben von:</div><div>Jörg Tinte</div>", ("Jörg Tinte",)),
        ("<p>Escrito por</p><p>María Pluma</p>", ("María Pluma",)),
        ("<aside><h3>Author</h3><p>Ada Quill</p></aside>", ("Ada Quill",)),
        ("<h6>Author(s)</h6><ul><li>Ada Quill</li></ul>", ("Ada Quill",)),
        ("<p>Author</p><p>Harbour News</p>", ()),
        ("<h2>About the author</h2><p>Ada Quill is a diver in Seaham.</p>", ("Ada Quill",)),
        ("<h3>Über die Autorin</h3><p>Anna Feder ist Taucherin.</p>", ("Anna Feder",)),
        ("<h3>Об авторе</h3><p>Иван Перов — водолаз.</p>", ("Иван Перов",)),
        ("<h3>Sobre la autora</h3><p>María Pluma</p>", ("María Pluma",)),
        ("<p>This post was written by Ada Quill, a diver.</p>", ("Ada Quill",)),
        ("<p>Dieser Beitrag wurde von Anna Feder und Bo Ray verfasst.", ("Anna Feder", "Bo Ray")),
        ("<p>Questo articolo è stato scritto da Ugo Penna</p>", ("Ugo Penna",)),
        ("<h2>About the author</h2><p>She dives in Seaham.</p>", ()),
        ("<p>This post was written by a diver.</p>", ()),
        ("<p>Written by</p><p>Ada Quill</p><p>Written by</p><p>Bo Ray</p>", ()),
        ("<div class=comment><p>Written by</p><p>Ada Quill</p></div>", ()),
    ],
)
def test_authors_named_below_a_label_or_in_a_sentence_about_the_article(end, names):
    assert page(ARTICLE, f"{LONG}{end}<p>Further news").authors == names


def test_a_person_named_below_the_article_outweighs_the_outlet_that_is_stated_as_author():
    outlet = {"@type": "Organization", "name": "Tide Ltd"}
    end = "<p>Written by</p><p>Ada Quill</p>"
    assert page(json_ld(article(author=outlet)), LONG + end).authors == ("Ada Quill",)


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        ("<p>Ada Quill | Staff Writer | 3 May 2024</p>", ("Ada Quill",)),
        ("<p>Anna Feder, Redakteurin</p>", ("Anna Feder",)),
        ("<p>Zoé Plume</p><p>Journaliste</p>", ("Zoé Plume",)),
        ("<p>María Pluma · Redactora · 3 de mayo de 2024</p>", ("María Pluma",)),
        ("<p>Ada Quill | Staff Writer | Boats</p>", ()),
        ("<p>Ada Quill, author of The Tide</p>", ()),
        ("<p>Ada Quill | Harbour Master | 3 May 2024</p>", ()),
        ("<p>Staff Writers | Editor</p>", ()),
    ],
)
def test_a_name_with_the_role_of_a_writer_below_the_title_is_that_of_the_author(lines, names):
    assert page(ARTICLE, f"<h1>Harbour bridge opens</h1>{lines}{BODY}").authors == names


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        ("<p>Ada Quill | 3 May 2024</p>", ("Ada Quill",)),
        ("<p>Ada Quill Dec 05, 2023 2 Shares</p>", ("Ada Quill",)),
        ("<p>3 May 2024 <b>Ada R. Quill</b></p>", ("Ada R. Quill",)),
        ("<p>Anna Feder</p><p>03.05.2024</p>", ("Anna Feder",)),
        ("<p>Boats</p><p>ByAda Quill</p><p>3 May 2024</p>", ("Ada Quill",)),
        ("<p>3 mei 2024 | Anna de Vries</p>", ("Anna de Vries",)),
        ("<p>3. svibnja 2024. · Ana Pero</p>", ("Ana Pero",)),
        ("<p>3 мая 2024 г. · Анна Перова</p>", ("Анна Перова",)),
        ("<p>Ayşe Kalem · 3 gün önce</p>", ("Ayşe Kalem",)),
        ("<p>Jana Pérová · před 3 dny</p>", ("Jana Pérová",)),
        ("<p>مریم قلمی · 3 روز پیش</p>", ("مریم قلمی",)),
        ("<p>Publicat în 3 mai 2024</p>", ()),
        ("<p>Објављено у 3. мај 2024.</p>", ()),
        ("<p>תאריך פרסום 3 במאי 2024</p>", ()),
        ("<p>نوشته شده 3 مه 2024</p>", ()),
        ("<p>Diposting di 3 Mei 2024</p>", ()),
        ("<p>Ada Quill</p><p>3 boats</p>", ()),
        ("<p>Harbour News | 3 May 2024</p>", ()),
        ("<p><a href=/topics/boats>Small Boats</a></p><p>3 May 2024</p>", ()),
        ("<p>Staff Writer | 3 May 2024</p>", ()),
        ("<p>All Insights</p><p>3 May 2024</p>", ()),
    ],
)
def test_a_full_name_beside_the_date_below_the_title_is_that_of_the_author(lines, names):
    body = f"<h1>Harbour bridge opens</h1><div class=meta>{lines}</div>{LONG}"
    assert cleaned(ARTICLE, body).authors == names


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        ("<p>Vera Lugina</p><p>14. März 2024</p>", ("Vera Lugina",)),
        ("<p>سلمى حدّاد</p><p>14 مارس 2024</p>", ("سلمى حدّاد",)),
        ("<p>Vera Lugina</p><p>Zimmerfrau</p><p>14. März 2024</p>", ()),  # in a play
        ("<p>Vera Lugina ist da</p><p>14. März 2024</p>", ()),
    ],
)
def test_a_name_alone_between_title_and_date_is_that_of_the_author_also_in_the_text(lines, names):
    made = blocks(f"{ARTICLE}<h1>Abend am Fluss</h1>{lines}<p>Vera Lugina kommt heim.</p>")
    found = read_metadata(made.tree, None, None, made, np.ones(len(made), bool))
    assert found.authors == names


def test_contributors_are_the_authors_of_patents_and_of_some_journals():
    names = ("Ada Quill", "Ink, Ben", "Lamp Works GmbH")
    stated = "".join(f"<meta name=DC.contributor content='{one}'>" for one in names)
    assert page(ARTICLE + stated, BODY).authors == ("Ada Quill", "Ben Ink")
    assert page(f"{ARTICLE}<meta name=author content='Cy Pen'>{stated}", BODY).authors == (
        "Cy Pen",
    )


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("โดย สมชาย ใจดี", ("สมชาย ใจดี",)),
        ("โดย: สมชาย ใจดี | 3 พ.ค. 2567", ("สมชาย ใจดี",)),
        ("ผู้เขียน: สมชาย ใจดี", ("สมชาย ใจดี",)),
        ("โดยในวันนี้ มีผู้มาร่วมงานจำนวนมาก", ()),
        ("โดย นายสมชาย กล่าวว่าสะพานแห่งนี้จะช่วยให้การเดินทางสะดวกขึ้นมาก", ()),
    ],
)
def test_thai_bylines_end_after_the_name(line, names):
    assert page(ARTICLE, f"<h1>สะพานใหม่เปิดแล้ว</h1><p>{line}</p>{BODY}").authors == names


@pytest.mark.parametrize(
    "lines",
    [
        "<b>Ada Quill</b> <a href=mailto:x>ada at tide.example</a><br><i>Thu Feb  2 2012</i>",
        "<ul><li><em>From</em>: Ada Quill &lt;<a>ada@tide.example</a>&gt;<li>Date: 2 Feb 2012</ul>",
        "<strong>From:</strong> Ada Quill (<a><em>ada@tide.example</em></a>)<br>2 Feb 2012",
    ],
)
def test_the_sender_of_a_message_in_an_archive_of_a_mailing_list_is_its_author(lines):
    body = f"<h1>[tides] Slow links</h1>{lines}<hr><pre>Use a queue for each gauge.</pre>"
    assert page(ARTICLE, body).authors == ("Ada Quill",)


@pytest.mark.parametrize(
    "line",
    [
        "From: 2 Feb 2012",
        "From: Tarn, to: Weir",
        "Ada Quill ada@tide.example",  # without a date
    ],
)
def test_other_lines_with_from_and_addresses_name_no_sender(line):
    assert page(ARTICLE, f"<h1>Slow links</h1><p>{line}</p><p>Boats</p>{BODY}").authors == ()


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("<p>Анна Перова | 3 мая 2024 г. §", ("Анна Перова",)),
        ("<p>Ona Plunksna | 2024 m. gegužės 3 d. §", ("Ona Plunksna",)),
        ("<p>Duration Time 0:00 §", ()),
    ],
)
def test_the_line_with_the_author_and_the_date_may_be_content(line, names):
    body = f"<h1>Harbour bridge opens</h1>{line}{LONG}"
    assert cleaned(ARTICLE, body).authors == names


def test_what_is_beside_the_date_and_in_the_text_is_not_the_author():
    line = "<p>Ada Quill | 3 May 2024</p>"
    text = f"<p>§ The Ada Quill, a ferry, was the first boat.</p>{BODY}"
    assert cleaned(ARTICLE, f"<h1>Harbour bridge opens</h1>{line}{text}").authors == ()


@pytest.mark.parametrize(
    ("byline", "names"),
    [
        ("By <a href=/p/1>Ada Quill</a> <a href=/s>Tide News</a>", ("Ada Quill",)),
        ("<a href=/profile/7-ada/>ada</a> <span>Members</span>", ("ada",)),
        ("<b>Ada</b> <b>Quill</b>", ("Ada Quill",)),
        ("<p>tide</p><p>von Jörg Tinte</p>", ("Jörg Tinte",)),
        ("<p>Sections</p><p>By</p><p>Ada Quill</p>", ("Ada Quill",)),
        ("<a>Ada Quill</a>,<a>Ben Ink</a>", ("Ada Quill", "Ben Ink")),
        ("<span>Categories: </span><a>Ada Quill</a>, <a>Boats</a>", ()),
    ],
)
def test_what_surrounds_the_names_in_a_byline_is_no_part_of_them(byline, names):
    body = f"<h1>Harbour bridge opens</h1><div class=byline>{byline}</div>{BODY}"
    assert page(ARTICLE, body).authors == names


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Made by the Quill Team http://www.quill-design.example/", ()),
        ("Quill Design - www.quill-design.example", ()),
        ("Ada Quill - www.tide.example", ("Ada Quill",)),
        ("Ada Quill", ("Ada Quill",)),
    ],
)
def test_who_made_the_site_is_not_its_author(value, names):
    assert page(f"<meta name=author content='{value}'>", "<h2>Boats</h2>").authors == names


def test_a_company_with_its_address_is_no_author_beside_a_byline():
    head = "<meta name=author content='Tide.example GmbH, Munich, Germany'>"
    assert page(head, f"<h1>Bridge</h1>{BODY}").authors == ("Tide.example GmbH",)
    byline = "<p>Von <span>Ada Quill</span>, Berlin</p>"
    assert page(head, f"<h1>Bridge opens</h1>{byline}{BODY}", lang="de").authors == ("Ada Quill",)


def test_an_address_in_brackets_after_a_name_goes_with_them():
    assert stated_names("Tide Waves (www.tide.example)") == ["Tide Waves"]


def test_the_name_of_a_user_may_follow_a_date():
    for line in ("11.09.2011, 16:20 von tidewriter", "May 3, 2024 by tidewriter"):
        assert page("", f"<h1>Die Brücke</h1><p>{line}</p>{BODY}").authors == ("tidewriter",)
    assert page("", f"<h1>Il ponte</h1><p>3.5.2024 2 minuti di lettura</p>{BODY}").authors == ()


def test_companies_are_left_out_beside_people():
    people = [{"@type": "Person", "name": one} for one in ("Tide Media Inc.", "Ada Quill")]
    assert page(json_ld(article(author=people))).authors == ("Ada Quill",)


def test_a_byline_may_have_others_than_the_linked_author():
    byline = "<p>By {}</p><p><a rel=author href=/ada>Ada Quill</a></p>"
    several = byline.format("Ada Quill, Ben Ink and Cy Elm")
    assert page(ARTICLE, f"<h1>Bridge opens</h1>{several}{BODY}").authors == (
        "Ada Quill",
        "Ben Ink",
        "Cy Elm",
    )
    alone = byline.format("Ada Quill and Tide Foundation")
    assert page(ARTICLE, f"<h1>Bridge opens</h1>{alone}{BODY}").authors == ("Ada Quill",)


def test_a_german_name_may_follow_the_date_after_durch():
    line = "<p>08/08/2017 durch Anna Feder Keine Kommentare Boote</p>"
    assert page("", f"<h1>Die Brücke öffnet</h1>{line}{BODY}", lang="de").authors == ("Anna Feder",)


def test_full_names_may_have_slashes_between():
    assert stated_names("Ada Quill/Ben Ink") == ["Ada Quill", "Ben Ink"]
    assert stated_names("ada/quill") == ["ada/quill"]
    head = "<meta name=author content='Ada Quill / Ben Ink'>"
    stated = json_ld(article(author={"@type": "Person", "name": "Auswärtige Autoren"}))
    assert page(head + stated).authors == ("Ada Quill", "Ben Ink")


SIGNED_BELOW = """<main><article><header><h1>Tide mill turns again</h1></header><div>{}</div>
<footer>Published <time datetime=2024-03-05T08:10:00+00:00>March 5, 2024</time>
<span class=byline>By <a href=/ines rel=author>Ines Calloway</a></span></footer></article>
<div class=comments-area><ol><li class=comment><div class=comment-author><b>Petra Lind</b></div>
<time datetime=2024-04-01T10:00:00+00:00>April 1, 2024</time><p>He worked there.</p></li></ol></div>
</main>"""


def test_a_post_may_be_signed_and_dated_below_its_text():
    text = "<p>§ The wheel of the tide mill turned again after sixty years of silence.</p>" * 50
    found = cleaned("", SIGNED_BELOW.format(text))
    assert (found.authors, found.date) == (("Ines Calloway",), "2024-03-05T08:10:00+00:00")
    plain = SIGNED_BELOW.replace("By", "").replace("class=byline", "").replace("rel=author", "")
    assert cleaned("", plain.format(text)).authors == ()


@pytest.mark.parametrize(
    ("lang", "line", "name"),
    [
        ("sw", "Na Juma Kalamu", "Juma Kalamu"),
        ("el", "Της Μαρίας Πένα", "Μαρίας Πένα"),
        ("fil", "Ni Juan dela Pluma", "Juan dela Pluma"),
        ("cy", "Gan Siân Pluen", "Siân Pluen"),
        ("is", "Eftir Önnu Penna", "Önnu Penna"),
        ("sq", "Nga Ana Pena", "Ana Pena"),
    ],
)
def test_words_for_by_that_begin_other_lines_elsewhere(lang, line, name):
    shown = f"<h1>Harbour bridge</h1><p>{line}</p>{BODY}"
    assert page("<title>Harbour bridge</title>", shown, lang=lang).authors == (name,)
    marked = f"<h1>Harbour bridge</h1><p class=byline>{line}, 3/5/2024</p>{BODY}"
    assert page("<title>Harbour bridge</title>", marked, lang=lang).authors == (name,)
    assert page("<title>Harbour bridge</title>", shown).authors == ()


@pytest.mark.parametrize("name", ["Б.Болд", "නිමල් පෙරේරා", "សុខ សារ៉ាន់"])
def test_names_beside_dates_in_scripts_without_case_or_spaces(name):
    body = f"<h1>§Harbour bridge</h1><p>{name} 2024-05-17</p><p>§{'The bridge opened. ' * 60}</p>"
    assert cleaned(f"<title>Harbour bridge</title>{ARTICLE}", body).authors == (name,)


def test_the_reporter_stands_for_the_outlet_that_portals_state():
    head = (
        f"<title>산책로</title>{ARTICLE}<meta property=og:article:author content='물결일보 | 포털'>"
    )
    shown = "<h2>산책로</h2><em>김다리 기자</em>"
    notice = "<p>Copyright ⓒ 물결일보. All rights reserved.</p>"
    assert page(head, f"{shown}{BODY}{notice}", lang="ko").authors == ("김다리",)


@pytest.mark.parametrize(
    "start",
    [
        *("[물결일보=김다리 기자]", "[물결일보 김다리 기자]", "(부산=물결통신) 김다리 기자 ="),
        *("[김다리의 바다]", "[사진=물결일보]"),
    ],
)
def test_korean_texts_begin_with_their_reporters(start):
    text = (
        f"<p>{start} 오래된 다리가 겨울 공사를 마치고 다시 열렸다. {'시민들이 걸었다. ' * 20}</p>"
    )
    found = page(f"<title>다리</title>{ARTICLE}", f"<h1>다리</h1>{text}", lang="ko").authors
    assert found == (("김다리",) if "기자" in start else ())


@pytest.mark.parametrize(
    ("line", "authors"),
    [
        ('<p style="text-align:right;"><strong>Lê Bút</strong></p>', ("Lê Bút",)),
        ("<p align=right>Ada Quill</p>", ("Ada Quill",)),
        ("<p>Lê Bút</p>", ()),
        ('<p style="text-align:right;">The bridge opened</p>', ()),
        ('<p style="text-align:right">以上</p>', ()),
    ],
)
def test_a_name_at_the_right_below_a_text_signs_it(line, authors):
    made = blocks(f"<head>{ARTICLE}</head><h1>Harbour bridge</h1>{BODY * 9}{line}")
    kept = np.ones(len(made), bool)
    assert read_metadata(made.tree, None, None, made, kept).authors == authors


def test_the_authors_of_a_paper_by_latexml_are_without_affiliations():
    creator = (
        "<span class='ltx_creator ltx_role_author'><span class=ltx_personname>{}</span>"
        "<span class=ltx_author_notes>Tide University</span></span>"
    )
    authors = creator.format("Ada Quill") + " " + creator.format("Ben Ink and Ann Marsh")
    body = f"<h1>Bridges open</h1><div class=ltx_authors>{authors}</div>"
    assert page(body=body).authors == ("Ada Quill", "Ben Ink", "Ann Marsh")


def test_the_author_of_a_topic_in_flarum():
    post = "<article><h3 class=PostUser-name>ann</h3><p>Is the bridge open?</p></article>"
    other = post.replace("ann", "ben")
    body = f"<noscript><h1>Bridge opens</h1>{post}<hr>{other}</noscript>"
    assert page("<title>Bridge opens - Tide</title>", body).authors == ("ann",)


@pytest.mark.parametrize(
    ("name", "authors"),
    [
        ("Quill, Ada", ("Ada Quill",)),
        ("Quill, Ada M.", ("Ada M. Quill",)),
        ("Квилл, Ада", ("Ада Квилл",)),
        ("Ada Quill, Ben Ink", ("Ada Quill", "Ben Ink")),
        ("Hosted By</div><div>Ada Quill", ()),
        ("mehr", ()),
    ],
)
def test_a_link_to_an_author_names_one_person(name, authors):
    link = f"<a href=/members/ada-quill><div>{name}</div></a>"
    assert page(body=f"<h1>The old harbour bridge</h1>{link}").authors == authors


def test_links_in_a_catalogue_name_one_person_each():
    names = "<li><a href=/q><span>Quill, Ada M.</span></a> [author.]<li><a href=/i>Ink, Ben</a>"
    body = f"<h2>The harbour bridge</h2><h5 class=author>By: <ul>{names}</ul></h5>"
    assert page(body=body).authors == ("Ada M. Quill", "Ben Ink")
    body = "<h2>The harbour bridge</h2><p class=author>By <a href=/r>Ada Quill, Ben Ink</a></p>"
    assert page(body=body).authors == ("Ada Quill", "Ben Ink")


@pytest.mark.parametrize("folder", ["De", "Par", "Por"])
def test_a_title_below_a_breadcrumb_that_may_mean_by_is_no_author(folder):
    crumbs = f"<div>Guide</div><div>{folder}</div>"
    head = "<title>Das Heft der Eisgeräusche</title>"
    body = f"{crumbs}<h1>Das Heft der Eisgeräusche</h1>{BODY}"
    assert page(head, body).authors == ()
    assert page(head, body.replace("</h1>", f"</h1><p>{folder}</p><p>Ada Quill</p>")).authors


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("es", "De Tide Wiki"),
        ("fr", "De Tide Wiki"),
        ("bg", "от Tide Wiki"),
        ("el", "Από Tide Wiki"),
    ],
)
def test_the_wiki_that_a_page_is_from_is_not_its_author(lang, text):
    head = "<title>Harbour - Tide Wiki</title><meta name=generator content='MediaWiki 1.43.0'>"
    body = f"<h1>Harbour</h1><div id=siteSub>{text}</div>{BODY}"
    found = page(head, body, "https://tide.example/wiki/Harbour", lang)
    assert found.authors == () and found.site == "Tide Wiki"
