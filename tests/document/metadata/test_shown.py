"""Fields that are found in the text and the addresses of a page rather than in its head."""

import json
import time

import pytest
from metadata_pages import ARTICLE, BODY, URL, article, json_ld, page
from pages import blocks

import victor
from victor.document.metadata import statements
from victor.document.metadata.edited import edit_of
from victor.document.metadata.reader import read_metadata

BYLINE = "<p>By <a rel=author href=/ada>Ada Quill</a> <time>2024-05-17</time></p>"


@pytest.mark.parametrize(
    ("lines", "day"),
    [
        ("<p>Last updated: May 20, 2024", "2024-05-20"),
        ("<p>Published May 17, 2024 | Updated on May 20, 2024", "2024-05-20"),
        ("<p>This page was last modified on 20 May 2024", "2024-05-20"),
        ("<div>Last updated</div><div>May 20, 2024</div>", "2024-05-20"),
        ("<p>Dernière mise à jour le 20 mai 2024", "2024-05-20"),
        ("<p>最后更新：2024年5月20日", "2024-05-20"),
        ("<p>Boats. Last updated: Monday, May 20, 2024", "2024-05-20"),
        ("<p>12 boats ⋅ Updated May 20, 2024", "2024-05-20"),
        ("<p>Created by Ada Quill, last modified by Bo Rei on May 20, 2024", "2024-05-20"),
        ("<p>Last Update Posted : May 20, 2024", "2024-05-20"),
        ("<p>Last edited by Bo on May 20, 2024", None),
        ("<p>The museum updated its tickets for May 20, 2024", None),
        ("<p>Updated May 3, 2024", None),  # before it was published
    ],
)
def test_a_change_is_dated_by_its_label(lines, day):
    lang = {"D": "fr", "最": "zh"}.get(lines[3], "en")
    found = page(ARTICLE, f"<h1>Harbour bridge opens</h1>{BYLINE}{lines}{BODY}", lang=lang)
    assert (found.date, found.modified) == ("2024-05-17", day)


UPDATED = """
    en: Published 05/03/2024 12:29 pm EST Updated May 17, 2024
    en: Updated Fri. May 17 2024 10:56 PM ET
    en: Story Updated: May 17, 2024 at 8:29 AM
    ar: نشر في 3 مايو 2024 - آخر تحديث: 17 مايو 2024
    ca: Darrera actualització: 17 de maig de 2024
    da: Sidst ændret: 17. maj 2024
    de: Letzte Änderung: 17.05.2024
    el: Ενημερώθηκε: 17 Μαΐου 2024
    fr: MAJ le 17/05/2024
    hr: Zadnja izmjena: 17.05.2024.
    hu: Frissítve: 2024. május 17.
    id: Terakhir diperbarui: 17 Mei 2024
    ja: 2024年5月3日公開 2024年5月17日 12時00分更新
    lt: Atnaujinta: 2024-05-17
    nl: Aangepast op 17 mei 2024
    no: Sist endret: 17. mai 2024
    pl: Data aktualizacji: 17.05.2024
    pl: Ostatnia modyfikacja: 17.05.2024
    ro: Actualizat: 17 mai 2024
    ru: Последнее обновление: 17 мая 2024
    ru: Дата последнего изменения: 17.05.2024
    uk: Дата останньої зміни: 17.05.2024
    pl: Data ostatniej modyfikacji: 17.05.2024
    cs: Datum poslední změny: 17.05.2024
    bg: Последна промяна: 17.05.2024
    et: Viimati muudetud: 17.05.2024
    fa: آخرین به‌روزرسانی: ۲۸ اردیبهشت ۱۴۰۳
    he: עודכן לאחרונה: 17/05/2024
    ja: 更新日：令和6年5月17日
    kk: Соңғы жаңарту: 17.05.2024
    th: ปรับปรุง : 17 พ.ค. 2567 08:15 น.
    vi: Cập nhật lần cuối: 17/05/2024
    sl: Zadnja sprememba: 17. 5. 2024
    sv: Senast ändrad: 17 maj 2024
    da: Sidste ændring: 17. maj 2024
    fi: Viimeksi muutettu: 17.5.2024
    fi: Viimeisin päivitys: 17. toukokuuta 2024
    nl: Laatst geüpdatet op 17 mei 2024
    nl: Laatste wijziging: 17-05-2024
    pl: ostatnio zmienione: 2024/05/17 08:15
    sk: Posledná úprava: 17.05.2024
    cs: Naposledy změněno: 17. května 2024
    hu: Utoljára frissítve: 2024. május 17.
    hr: Posljednje ažuriranje: 17. svibnja 2024.
    sr: Последње ажурирање: 17. мај 2024.
    bg: Последно обновяване: 17 май 2024 г.
    uk: Востаннє оновлено 17 травня 2024 р.
    el: Τελευταία τροποποίηση: 17 Μαΐου 2024
    tr: Son değiştirilme: 17.05.2024
    ar: آخر تعديل: 17 مايو 2024
    fa: آخرین ویرایش: ۲۸ اردیبهشت ۱۴۰۳
    he: מועד השינוי האחרון: 17/05/2024
    hi: अंतिम संशोधित: 17 मई 2024
    id: Terakhir diubah: 17 Mei 2024
    ko: 마지막 업데이트: 2024년 5월 17일
    th: แก้ไขครั้งล่าสุด: 17 พฤษภาคม 2567
    vi: Sửa đổi lần cuối: 17 tháng 5, 2024
    lv: Pēdējoreiz atjaunots: 2024. gada 17. maijs
    ka: ბოლო განახლება: 17 მაისი, 2024
    zh: 最后修改：2024-05-17
    zh: 最后更改: 2024/05/17 14:09 由 ada
    ar: آخر تعديل: 2024/05/17 14:09 بواسطة ada
    zh: 2024-05-17 06:40更新
"""


@pytest.mark.parametrize("line", [line.strip() for line in UPDATED.strip().splitlines()])
def test_labels_of_changes_in_many_languages(line):
    lang, text = line.split(": ", 1)
    body = f"<h1>Harbour</h1><p>{text}</p>{BODY}"
    assert page(body=body, url="https://tide.example/a", lang=lang).modified == "2024-05-17"
    head = json_ld(article(datePublished="2024-05-03"))  # which the line does not correct
    assert page(head, body, "https://tide.example/a", lang).date == "2024-05-03"


# Sentences about the last edit, as MediaWiki writes them in some languages.
IN_SENTENCES = """
    ar: آخر تعديل لهذه الصفحة كان يوم ١٧ مايو ٢٠٢٤، الساعة ١٤:٠١.
    et: Selle lehekülje viimane muutmine: 17. mai 2024, kell 14:02.
    fi: Sivua on viimeksi muutettu 17. toukokuuta 2024 kello 14.02.
    he: דף זה נערך לאחרונה ב־17 במאי 2024, בשעה 14:02.
    hu: A lap utolsó módosítása: 2024. május 17., 14:02
    id: Halaman ini terakhir diubah pada 17 Mei 2024, pukul 14.02.
    tr: Sayfa en son 14.02, 17 Mayıs 2024 tarihinde değiştirildi.
    ka: ეს გვერდი ბოლოს დარედაქტირდა: 14:02, 17 მაისი 2024.
    vi: Trang này được sửa đổi lần cuối vào ngày 17 tháng 5 năm 2024, 14:02.
"""


@pytest.mark.parametrize("line", [line.strip() for line in IN_SENTENCES.strip().splitlines()])
@pytest.mark.parametrize("name", ["id=footer-info-lastmod", "class=VPLastUpdated"])
def test_an_element_is_named_as_that_of_the_last_change(line, name):
    lang, text = line.split(": ", 1)
    body = f"<h1>Harbour</h1>{BODY}<ul><li {name}>{text}</ul>"
    assert page(body=body, url="https://tide.example/a", lang=lang).modified == "2024-05-17"
    several = f"{body}<p {name}>2024-05-18"
    assert page(body=several, url="https://tide.example/a", lang=lang).modified is None


@pytest.mark.parametrize(
    "name", ["name=last-updated", "itemprop=dateUpdate", "property=article:modified:time"]
)
def test_a_change_that_any_name_states_is_the_last_resort(name):
    stated = f"{ARTICLE}<meta {name} content='2024-05-20T08:00:00Z'>"
    body = f"<h1>Harbour bridge opens</h1>{BYLINE}{{}}{BODY}"
    assert page(stated, body.format("")).modified == "2024-05-20T08:00:00Z"
    assert page(stated, body.format("<p>Updated: May 19, 2024")).modified == "2024-05-19"
    interval = stated.replace("2024-05-20T08:00:00Z", "daily")
    assert page(interval, body.format("")).modified is None


EDITED = """
    en: This page was last edited on 1 October 2022, at 16:49.
    en: This page was last edited by Ann on 1 October 2022
    en: Last edited: Saturday, October 1, 2022
    de: Diese Seite wurde zuletzt am 1. Oktober 2022 um 16:49 Uhr bearbeitet.
    de: Zuletzt bearbeitet am 1. Oktober 2022
    en: Posted on 2022-09-12 Edited on 2022-10-01
    de: Bearbeitet am 1. Oktober 2022
    es: Editado el 1 de octubre de 2022
    fr: Édité le 1 octobre 2022
    fr: La dernière modification de cette page a été faite le 1 octobre 2022 à 12:00.
    es: Esta página se editó por última vez el 1 oct 2022 a las 16:49.
    sv: Sidan redigerades senast den 1 oktober 2022 kl. 16.49.
    sv: Senast redigerad den 1 oktober 2022, kl 16.49
    it: Questa pagina è stata modificata per l'ultima volta il 1 ott 2022 alle 16:49.
    it: Ultima modifica: 1 ottobre 2022
    pt: Esta página foi editada pela última vez às 16h49min de 1 de outubro de 2022.
    nl: Deze pagina is voor het laatst bewerkt op 1 okt 2022 om 16:49.
    pl: Tę stronę ostatnio edytowano 1 paź 2022, 16:49.
    ru: Эта страница в последний раз была отредактирована 1 октября 2022 в 16:49.
    uk: Цю сторінку востаннє відредаговано о 16:49, 1 жовтня 2022.
    cs: Stránka byla naposledy editována 1. 10. 2022 v 16:49.
    ca: La pàgina va ser modificada per darrera vegada el 1 oct 2022 a les 16:49.
    da: Denne side blev senest ændret den 1. oktober 2022 kl. 16:49.
    no: Denne siden ble sist redigert 1. okt. 2022 kl. 16:49.
    tr: Bu sayfa en son 16.49, 1 Ekim 2022 tarihinde değiştirilmiştir.
    ko: 이 문서는 2022년 10월 1일 (토) 16:49에 마지막으로 편집되었습니다.
    ja: 最終更新 2022年10月1日 (土) 16:49
    ja: このページの最終更新日時は 2022年10月1日 (土) 16:49 です。
    zh: 本页面最后修订于2022年10月1日 (星期六) 16:49
    zh: 本頁面最後修訂於 2022年10月1日 (星期六) 16:49
    zh: 最后更新于2022年10月1日
"""


@pytest.mark.parametrize("line", [line.strip() for line in EDITED.strip().splitlines()])
def test_the_last_edit_is_the_last_change(line):
    lang, text = line.split(": ", 1)
    for body in (f"<h1>Harbour</h1><p>{text}", f"<h1>Harbour</h1>{BODY * 45}<p>{text}"):
        assert page(body=body, url="https://tide.example/a", lang=lang).modified == "2022-10-01"


@pytest.mark.parametrize(
    "text",
    [
        "Last edited by Ann; 3 Oct 2022 at 05:00.",
        "Last edited by Ann on Mon Oct 3, 2022 5:00 pm, edited 1 time in total.",
        "Last edited: Oct 3, 2022 by Ann",
        "Zuletzt bearbeitet am 3. Oktober 2022 von Ann",
        "Einmal editiert, zuletzt von Ann (3. Oktober 2022)",
        "edited Oct 3, 2022 at 5:00",
        "The map that Ann last edited on 3 Oct 2022",
    ],
)
def test_edits_by_users_are_none_of_the_page(text):
    assert page(body=f"<h1>Harbour</h1>{BODY * 45}<p>{text}</p>").modified is None


def test_edits_of_comments_and_posts_are_none_of_the_page(monkeypatch):
    line = "<p>Last edited: Oct 3, 2022</p>"
    comment = f"<div class=comment><p>Ann says: the boats are back.</p>{line}</div>"
    assert page(body=f"<h1>Harbour</h1>{BODY * 45}{comment}").modified is None
    for kind, day in (("article", "2022-10-03"), ("forum", None)):
        monkeypatch.setattr(statements, "page_type", lambda *_, kind=kind: (kind, 0.9))
        made = blocks(f"<html lang=en><title>Harbour</title><h1>Harbour</h1>{BODY * 45}{line}")
        found = read_metadata(made.tree, "https://tide.example/a", None, made, made.words > 20)
        assert found.modified == day


@pytest.mark.parametrize(
    "unit", ["this page was ", "diese seite wurde zuletzt ", "(", "이 문서는 "]
)
def test_long_lines_about_edits_take_linear_time(unit):
    start = time.process_time()
    for _ in range(20):
        edit_of(unit * 5_000, has_posts=False)
    assert time.process_time() - start < 3


def test_changes_of_what_a_page_lists_are_none_of_the_page():
    item = (
        "<h3>Boat</h3><p>Old and blue and in need of paint, as ever.</p><p>Updated May {}, 2024</p>"
    )
    body = f"<h1>Boats</h1>{BODY * 3}{''.join(map(item.format, range(1, 9)))}"
    assert page("", body).modified is None


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ("<a href=/><img alt='Tide Example logo'></a>", "Tide Example"),
        ("<footer>© 2024 Tide Example, all rights reserved</footer>", "Tide Example"),
        ("<footer>Tide Example © 2024</footer>", "Tide Example"),
        ("<footer><b>Tide Example</b> <i>© 2024</i></footer>", "Tide Example"),
        ("<footer>Ebb Ltd © 2024</footer>", None),
        ("<a href=/>tideexample</a>", None),
        ("<a href=/boats>Tide Example</a>", None),
    ],
)
def test_a_site_is_called_as_its_host_on_its_logo_or_its_notice(body, name):
    address = "https://www.tideexample.example/bridge"
    assert page("<title>Harbour bridge opens</title>", body + BODY, address).site == name
    assert page("<title>橋が開通</title>", body + BODY, address, "ja").site is None


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("theharbourstar", "Harbour Star"),
        ("harbourstar", "The Harbour Star"),
        ("theharbourstars", None),
        ("theebb", None),  # "Ebb" is too short
    ],
)
def test_a_host_may_have_an_article_that_the_name_lacks(label, name):
    notice = f"<footer>© 2024 {name or label.removeprefix('the').title()[:11]}</footer>"
    address = f"https://www.{label}.example/bridge"
    assert page("<title>Harbour bridge opens</title>", BODY + notice, address).site == name


@pytest.mark.parametrize(
    ("host", "title", "body", "name"),
    [
        ("hdp.example", "Bridge opens", "<a href=/>Harbour Daily Post</a>", "Harbour Daily Post"),
        ("hpm.example", "Bridge opens", "<a href=/>Harbour Post</a>", None),
        ("news.hdp.example", "Bridge opens", "<a href=/>HDP News - Home</a>", "HDP News"),
        ("hdp.example", "Bridge opens - HDP Live", "", "HDP Live"),
        ("hdp.example", "Bridge opens - HDP in 2024", "", None),
        ("hdp.example", "Bridge opens", "<a href=/>Visit HDP</a>", None),
        ("hdp.example", "Bridge opens", "<footer>© 2024 HDP Media, Inc.</footer>", "HDP Media"),
        (
            "quillport.example",
            "Bridge opens",
            "<a href=/>Quillport Harbour</a>",
            "Quillport Harbour",
        ),
        ("quillportboats.example", "Bridge opens", "<a href=/>Quillport</a>", "Quillport"),
        ("quillportboats.example", "Bridge opens", "<a href=/>Quill</a>", None),
        ("quillportboats.example", "Bridge opens", "<a href=/>quillport</a>", None),
    ],
)
def test_a_site_may_have_a_name_with_the_label_of_its_host(host, title, body, name):
    address = f"https://www.{host}/bridge"
    assert page(f"<title>{title}</title>", body + BODY, address).site == name


@pytest.mark.parametrize(
    ("title", "body", "name"),
    [
        (
            "Harbour Post: Bridge opens",
            "<footer>© 2024 Harbour Post, Quillport</footer>",
            "Harbour Post",
        ),
        ("Harbour Post - Bridges - All", "<a href=/>Harbour Post</a>", "Harbour Post"),
        ("HP: Bridge opens", "<footer>© 2024 HP</footer>", "HP"),
        ("Harbour Post: Bridge opens", "<h1>Bridge opens</h1>", "Harbour Post"),
        ("Ada Quill - Bridge opens", "<h1>Bridge opens</h1>", "Ada Quill"),
        ("2024 - Bridge opens", "<h1>Bridge opens</h1>", None),
        ("Harbour: Post: Bridge opens", "<h1>Bridge opens</h1>", None),
        ("HP: Bridge opens", "<a href=/>HP</a>", None),  # may be a product
        ("News - Bridge opens", "<a href=/>News</a>", None),
        ("Harbour Post", "<a href=/>Harbour Post</a>", None),
        ("Harbour Post: Bridge opens", "<a href=/boats>Harbour Post</a>", None),
        ("Harbour Post: Bridge opens", "<a href=/>Harbour Post</a><h1>Harbour Post</h1>", None),
    ],
)
def test_a_site_before_the_title_is_on_a_link_to_the_start_or_has_the_rights(title, body, name):
    address = "https://quillport.example/bridge"
    assert page(f"<title>{title}</title>", body + BODY, address).site == name


def test_the_base_of_relative_addresses_has_the_host_of_a_page_without_an_address():
    head = "<title>Tide Example - Harbour bridge opens</title>"
    found = page(f"{head}<base href=https://www.tideexample.example/news/>", url=None)
    assert (found.title, found.site) == ("Harbour bridge opens", "Tide Example")
    assert page(f"{head}<base href=/news/>", url=None).site is None
    other = "<base href=https://www.ebb.example/>"
    assert page(head + other, url="https://tideexample.example/1").site == "Tide Example"
    assert page(head + other, url=None).site is None


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("港口大桥今天重新开放了_社会_港湾新闻网", "港湾新闻网"),
        ("港口大桥今天重新开放了--港湾网", "港湾网"),
        ("港口大桥今天重新开放了_港湾网_社会", "港湾网"),
        ("港口大桥今天重新开放了_大桥-GWN博客", "GWN博客"),
        ("港口大桥今天重新开放了_社会", None),
        ("港口大桥今天重新开放了_互联网_社会", None),
        ("大桥_港湾网", None),  # too short for a title
        ("港口大桥今天重新开放了_什么是这座港口最有名的论坛", None),
    ],
)
def test_a_site_is_named_after_channels(title, name):
    assert page(f"<title>{title}</title>", BODY, "https://harbour.example/x", "zh").site == name


def test_the_day_in_the_address_comes_before_another_in_the_text():
    claim = "<p>Claimed on May 3, 2024 in a post"
    assert page("", f"<h1>Harbour bridge opens</h1>{claim}{BODY}").date == "2024-05-17"
    near = f"<h1>Harbour bridge opens</h1>{claim}<p>May 16, 2024 7 pm{BODY}"
    assert page("", near, URL.replace("17", "16")).date == "2024-05-16"


def test_a_heading_after_the_article_is_none_of_the_article():
    teaser = "<h1><a href=/row>Where to row and sail</a></h1><p>By Bo Raymond</p><p>May 3, 2024</p>"
    byline = "<p>By <a href=/author/ada>Ada Quill</a> May 17, 2024</p>"
    bays = "".join(f"<p>Bay {i} is wide and calm in every season of the year." for i in range(40))
    html = f"<title>Best bays for boats</title>{ARTICLE}<h2>Best bays</h2>{byline}{bays}{teaser}"
    found = victor.load("web").clean(html, url="https://tide.example/bays").metadata
    assert (found.authors, found.date) == (("Ada Quill",), "2024-05-17")


def test_the_heading_may_be_that_of_the_address():
    body = f"<h2>Menu of the day</h2><h2>The bridge opens again today</h2>{BODY}"
    address = "https://tide.example/the-bridge-opens-again-today.html"
    assert (
        page("<title>tide.example</title>", body, address).title == "The bridge opens again today"
    )
    assert page("<title>橋が開通</title>", body, address).title == "橋が開通"


def test_a_video_on_a_page_is_not_the_page():
    video = {"@type": "VideoObject", "name": "Live broadcast", "uploadDate": "2024-05-16"}
    found = page(f"<title>Harbour bridge</title>{json_ld(video)}", BODY, "https://tide.example/x")
    assert (found.title, found.date) == ("Harbour bridge", None)
    found = page(f"<title>Live broadcast</title>{json_ld(video)}", BODY, "https://tide.example/x")
    assert found.date == "2024-05-16"


@pytest.mark.parametrize(
    "stated",
    [
        json_ld(article(author={"@type": "Organization", "name": "Quay Houses"})),
        "<meta name=author content='Quay Media'>",
        "<meta name=author content='Quay House'>",  # who holds the rights
    ],
)
def test_people_come_before_the_outlet_that_is_stated(stated):
    body = f"<h1>Harbour bridge opens</h1>{BYLINE}{BODY}<p>© 2024 Quay House</p>"
    assert page(ARTICLE + stated, body).authors == ("Ada Quill",)
    person = json_ld(article(author={"@type": "Person", "name": "Quay House"}))
    assert page(person, body).authors == ("Quay House",)


def test_organisations_are_not_cut():
    stated = json_ld(article(author={"@type": "Organization", "name": "Quay & Quay (Boats)"}))
    assert page(stated, BODY).authors == ("Quay & Quay",)


@pytest.mark.parametrize(
    ("text", "is_own"),
    [
        ("<footer>Text under {}</footer>", True),
        (f"<p>This text is licensed under {{}}</p>{BODY * 20}", True),
        (f"<p>Photo by Ada, licensed under {{}}</p>{BODY * 20}", False),
        (f"<figure><img src=a.jpg><figcaption>{{}}</figcaption></figure>{BODY * 20}", False),
        (f"<p>Read more about {{}}</p>{'<p>Boats</p>' * 20}", False),
    ],
)
def test_an_open_licence_to_which_the_text_links(text, is_own):
    address = "https://creativecommons.org/licenses/by-sa/4.0/"
    found = page("", BODY + text.format(f"<a href='{address}'>CC BY-SA</a>"))
    assert found.licence == (address if is_own else None)


def test_an_address_without_a_host_is_not_canonical():
    assert page("<link rel=canonical href='https://bridge-opens'>").url == URL


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        ("<p>港湾网5月17日电（记者 李大海、赵一平）大桥今天开通。", ("李大海", "赵一平")),
        ("<p>（本报记者李大海 记者赵一平）大桥今天开通。", ("李大海", "赵一平")),
        ("<p>2024-05-17 来源：港湾网 作者：王小明", ("王小明",)),
        ("<p>大桥今天开通（记者 摄影）。", ()),
        ("<p>〔記者王小明／台北報導〕大橋今天開通。", ("王小明",)),
        ("<p>記者王小明、李大海／台北報導</p><p>大橋今天開通。", ("王小明", "李大海")),
        ("<p>（海港社記者王小明台北17日電）大橋今天開通。", ("王小明",)),
        ("<p>【記者李海台北報導】大橋今天開通。", ("李海",)),
        ("<p>〔即時新聞／綜合報導〕大橋今天開通。", ()),
        ("<p>▲港口大橋。（圖／記者王小明攝）", ()),
        ("<p>▲港口大橋。（圖／記者林大海攝）</p><p>記者王小明／台北報導", ("王小明",)),
        ("<p>中華民國113年5月17日 記者王小明／台北報導", ("王小明",)),
        ("<p>記者昨天到現場採訪報導大橋開通。", ()),
    ],
)
def test_reporters_within_a_chinese_text(lines, names):
    found = page(ARTICLE, f"<h1>港口大桥重新开放</h1>{lines}<p>市民们来到桥上。</p>", lang="zh")
    assert found.authors == names


@pytest.mark.parametrize(
    ("head", "tags"),
    [
        ("<meta name=keywords content='boats, Tide Daily, Ada Quill, ports'>", ("boats", "ports")),
        ("<meta name=keywords content='Tide Daily'>", ("Tide Daily",)),
        (
            "".join(
                f"<meta property=article:tag content='{one}'>" for one in ("Quill, Ada", "b2", "c3")
            ),
            ("Quill, Ada", "b2", "c3"),
        ),
        (
            "".join(f"<meta property=article:tag content='{one}'>" for one in ("a1, b2", "c3")),
            ("a1", "b2", "c3"),
        ),
    ],
)
def test_tags_without_the_site_and_with_their_commas(head, tags):
    site = "<meta property=og:site_name content='Tide Daily'>"
    assert page(site + head, f"<h1>Harbour bridge opens</h1>{BYLINE}{BODY}").tags == tags


@pytest.mark.parametrize(
    ("head", "body", "name"),
    [
        ("<title>Bridge opens | Tide.example</title>", "", "Tide.example"),
        ("<title>Bridge opens</title>", "<a href=/>www.TIDE.example</a>", "TIDE.example"),
        ("<title>Bridge opens</title>", "<p>© 2026 tide.example Ltd.</p>", "tide.example"),
        ("<title>Bridge opens</title>", "<a href=/>iTide</a>", None),
        ("<meta property=og:site_name content='Tide -'>", "", "Tide"),
    ],
)
def test_a_site_may_have_the_name_of_its_host(head, body, name):
    assert page(head, f"<h1>Bridge opens</h1>{body}", "https://www.tide.example/a").site == name


@pytest.mark.parametrize(
    ("stated", "last", "host", "name"),
    [
        ("Economy", "O Tempo", "www.otempo.example", "O Tempo"),
        ("Порт", "Tide", "tide.example", "Порт"),
        ("Food and Drug Office", "FDO", "www.fdo.example", "Food and Drug Office"),
        ("El Mar Ázul", "Azul", "azul.example", "El Mar Ázul"),
        ("Harbour", "Sport", "tide.example", "Harbour"),
    ],
)
def test_a_stated_section_is_not_the_site_if_the_title_ends_with_the_name_in_the_host(
    stated, last, host, name
):
    head = f"<title>Bridge opens - {last}</title><meta property=og:site_name content='{stated}'>"
    assert page(head, "<h1>Bridge opens</h1>", f"https://{host}/a").site == name


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [
        ("Description", False),
        ("displayarticle", False),
        ("#", False),
        ("Boats", True),
        ("Just another WordPress site", False),
        ("Ein weiterer WordPress-Blog", False),
        ("Just another day at the harbour", True),
        ("海港大桥", True),
    ],
)
def test_a_default_is_no_description(text, is_kept):
    found = page(f"<meta name=description content='{text}'>").description
    assert found == (text if is_kept else None)


def test_a_description_is_more_than_the_title():
    head = "<title>Bridge opens</title><meta property=og:description content='Bridge opens'>"
    assert page(head).description is None
    more = "<meta name=description content='After a winter, boats leave again.'>"
    assert page(head + more).description == "After a winter, boats leave again."


def test_names_of_the_site_are_no_tags_however_they_are_written():
    site = "<meta property=og:site_name content='The Tide®'>"
    tags = "".join(f"<meta property=article:tag content='{one}'>" for one in ("the tide", "boats"))
    assert page(site + tags).tags == ("boats",)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Posts are licensed under CC BY-SA 4.0.", "CC BY-SA 4.0"),
        ("Available under CC0", "CC0"),
        (
            "The text is released under the Creative Commons Attribution 4.0 License Contact",
            "Creative Commons Attribution 4.0 License",
        ),
        ("Available under a Creative Commons licence.", "Creative Commons"),
        ("All photos are licensed under CC BY-SA 4.0.", None),
        ("Ada writes about Creative Commons, and how texts under CC BY are shared", None),
        ("Sold under the Creative Commons brand", None),
    ],
)
def test_an_open_licence_that_the_end_of_the_page_names(line, name):
    assert page(body=f"{BODY * 20}<footer><p>{line}</p></footer>").licence == name
    assert page(body=f"<p>{line}</p>{BODY * 20}").licence is None


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("The bridge is open again and...", "The bridge is open again, and free.", 1),
        ("The bridge is open", "The bridge is open again, and free.", 1),
        ("The bridge is open.", "The bridge is open. It is free.", 0),
        ("The bridge is open…", "Ten songs for the summer.", 0),
    ],
)
def test_of_descriptions_the_whole_one_is_taken(first, second, expected):
    head = f"<meta property=og:description content='{first}'>"
    head += f"<meta name=description content='{second}'>"
    assert page(head).description == (first, second)[expected]
    assert page(f"<meta name=description content='{first} Read more »'>").description == first


def test_descriptions_may_end_with_more():
    text = "Books for people who want to read more"
    assert page(f"<meta name=description content='{text}'>").description == text


def test_tags_of_parsely_are_the_last_choice():
    head = """<meta name=parsely-page content='{"tags": ["Bridges", "Tide", "type: report"]}'>"""
    assert page(head).tags == ("Bridges", "Tide")
    assert page(f"{head}<meta name=keywords content=Harbour>").tags == ("Harbour",)


@pytest.mark.parametrize(
    ("title", "notice", "site"),
    [
        ("Bridge | Harbour Post Online", "© 2024 The Harbour Post Company", "Harbour Post Online"),
        ("Harbour Post Online - Kent", "© 2024 Harbour Post", "Harbour Post Online"),
        ("Harbour Coast - Harbour Post Online", "© Harbour Post", "Harbour Post Online"),
        ("Bridge | Sport", "© 2024 The Harbour Post Company", None),
        ("Bridge | Shop boats", "© 2024 Shop Kent", None),
        ("Harbour Post Online", "© 2024 Harbour Post", None),
    ],
)
def test_a_part_of_the_title_that_begins_like_the_holder_names_the_site(title, notice, site):
    heading = "<h1>The ferries wait for the bridge</h1>"
    body = f"{heading}{BODY}<footer>{notice}</footer>"
    assert page(f"<title>{title}</title>", body, url=None).site == site


@pytest.mark.parametrize("stated", ["Blog", "NEWS", "Documentation"])
def test_the_name_of_a_section_that_every_site_may_have_is_not_the_site(stated):
    post = {"@type": "BlogPosting", "isPartOf": {"@type": "Blog", "name": stated}}
    head = "<title>Bridge opens | The Tide</title>"
    body = f"<h1>Bridge opens</h1>{BODY}"
    data = f"<script type=application/ld+json>{json.dumps(post)}</script>"
    assert page(head + data, body, url=None).site == "The Tide"
    assert page(f"<meta property=og:site_name content={stated}>", body, url=None).site is None


@pytest.mark.parametrize("heading", ["Function strength", "strength", "Klasse strength"])
def test_a_heading_may_have_a_word_before_what_the_title_has(heading):
    found = page("<title>strength | Brew</title>", f"<h1>{heading}</h1>{BODY}", url=None)
    assert (found.title, found.site) == (heading, "Brew")


def test_what_follows_a_part_of_a_longer_heading_is_not_the_site():
    body = f"<h1>Premium apartments for sale</h1>{BODY}"
    found = page("<title>Apartments for sale | Updated 2025</title>", body, url=None)
    assert found.site is None


@pytest.mark.parametrize(
    ("start", "site"),
    [
        ("<b><a href=news>Harbour News</a></b> <a href=new>new</a>", "Harbour News"),
        ("<a href=new>new</a> <a href=news>Harbour News</a>", None),
        ("<b>Harbour News</b> <a href=new>new</a>", None),
        ("<a href=news>Bridges</a>", None),
    ],
)
def test_a_site_after_the_title_is_in_the_link_that_the_page_begins_with(start, site):
    body = f"<table><tr><td>{start}<tr><td><a href=//a.example>Bridge opens</a></table>{BODY}"
    found = page("<title>Bridge opens | Harbour News</title>", body, "https://quillport.example/1")
    assert found.site == site
    assert (found.title == "Bridge opens") == (site is not None)
