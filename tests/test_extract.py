"""One call from Python: what can be passed, what comes back, and what is refused."""

import io
import json
import multiprocessing
import pickle
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from conftest import DATA
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree, html

import victor
from victor import VictorError
from victor.batch.record import Outcome, Record, row
from victor.output import OUTPUTS
from victor.page import read_page
from victor.pipeline import Cleaner

NEWS = DATA / "news-en.html"
BYTES = NEWS.read_bytes()
TEXT = BYTES.decode()
MARK = "footbridge"  # a word of the page


@pytest.fixture(scope="module")
def cleaner() -> Cleaner:
    return victor.load("web")


def test_hello_world():
    assert victor.extract("<p>Hello <b>world</b>!</p>") == "Hello world!"


@pytest.mark.parametrize(
    "page",
    [
        lambda: BYTES,
        lambda: bytearray(BYTES),
        lambda: memoryview(BYTES),
        lambda: TEXT,
        lambda: NEWS,
        lambda: NEWS.open("rb"),
        lambda: NEWS.open(encoding="utf-8"),
        lambda: io.BytesIO(BYTES),
        lambda: io.StringIO(TEXT),
        lambda: html.document_fromstring(TEXT),
        lambda: html.document_fromstring(TEXT).getroottree(),
        lambda: etree.fromstring(BYTES, etree.HTMLParser(encoding="utf-8")),
    ],
)
def test_a_page_can_be_passed_in_many_ways(page):
    assert victor.extract(page()) == victor.extract(BYTES)
    assert MARK in victor.extract(BYTES)


def test_the_convention_is_an_argument():
    forum = (DATA / "forum-en.html").read_bytes()
    found = {name: victor.extract(forum, convention=name) for name in ("general", "agreed")}
    assert victor.extract(forum) == found["general"] != found["agreed"]
    assert found["agreed"] == victor.load("web", convention="agreed").clean(forum).text.strip()
    with pytest.raises(VictorError, match="did you mean 'naeb'"):
        victor.extract(BYTES, convention="neab")


def test_an_element_is_a_page_without_what_follows_it():
    tree = html.fromstring("<div><p id=a>Erster Satz.</p> danach <p>Zweiter Satz.</p></div>")
    assert victor.extract(tree.get_element_by_id("a")) == "Erster Satz."


def test_a_file_gives_the_page_its_name(cleaner):
    assert cleaner.clean(NEWS).document.id == "news-en.html"
    with NEWS.open("rb") as file:
        assert cleaner.clean(file).document.id == "news-en.html"
    assert cleaner.clean(NEWS, id="mine").document.id == "mine"


def test_a_packed_file(tmp_path):
    import gzip

    path = tmp_path / "news.html.gz"
    path.write_bytes(gzip.compress(BYTES))
    assert victor.extract(path) == victor.extract(BYTES)


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("https://a.example/page", r"extract\(url='https://a.example/page'\)"),
        (" http://a.example\n", r"extract\(url='http://a.example'\)"),
        ("www.a.example/page", r"extract\(url='https://www.a.example/page'\)"),
        ("page.html", r"pass Path\('page.html'\)"),
        ("pages/page.HTM.GZ", "pass Path"),
        (str(NEWS), "pass Path"),
        (None, "nothing to extract from: pass a page, or its URL as url="),
        (42, "found int"),
        ([BYTES], "found list"),
        ({"html": TEXT}, "found dict"),
        (b"%PDF-1.7\n", "not HTML: a PDF file"),
        ("%PDF-1.7\n", "not HTML: a PDF file"),
        ('{"title": "A", "html": "<p>Brücke</p>"}', "not HTML: JSON"),
        (b' [{"title": "A"}]', "not HTML: JSON"),
        (b'{"html": "<p>One"}\n{"html": "<p>Two"}\n', "not HTML: JSON"),
        (b"WARC/1.1\r\nWARC-Type: response\r\n", "not HTML: a WARC file"),
        ('<?xml version="1.0"?>\n<!-- news -->\n<rss version="2.0"><channel>', "an RSS feed"),
        (b'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">', "an Atom feed"),
        (b'\xef\xbb\xbf<?xml version="1.0"?><urlset>', "not HTML: a sitemap"),
        ('<!-- news --><rss version="2.0"><channel>', "an RSS feed"),
        ('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">', "an SVG image"),
        (b"\x89PNG\r\n", "not HTML: a PNG image"),
        (Path("no-such-page.html"), "no-such-page.html: cannot be read: No such file"),
    ],
)
def test_what_is_not_a_page_is_refused_with_what_to_do_instead(page, message):
    with pytest.raises(VictorError, match=message):
        victor.extract(page)


@pytest.mark.parametrize(
    "start",
    [
        '<?xml version="1.0"?>\n<!DOCTYPE html>\n<html><body>',
        "<svg><path></svg>",
        '{"a": 1}',
    ],
)
def test_what_begins_like_another_format_is_a_page(start):
    page = f"{start}<p>The ferry was late.</p>"
    assert "The ferry was late." in victor.extract(page)


def test_a_wrong_type_is_also_a_type_error(cleaner):
    for wrong in (None, 42, object(), ["<p>"]):
        with pytest.raises(TypeError, match="expected bytes, str, Path, an open file"):
            cleaner.clean(wrong)


def test_a_file_in_another_encoding_is_best_opened_in_binary_mode(tmp_path, cleaner):
    path = tmp_path / "page.html"
    path.write_bytes("<p>Příliš žluťoučký kůň.".encode("cp1250"))
    with path.open(encoding="utf-8") as file, pytest.raises(VictorError, match="binary mode, 'rb'"):
        cleaner.clean(file)


@pytest.mark.parametrize(
    "text",
    [
        "Hello",
        "Hello world, this is text",
        "Siehe https://a.example/page für mehr.",
        "and/or",
        "Die Datei heißt page.html und liegt hier.",
        "1 < 2 und 3 > 2",
        "日本語の文章です。",
        "مرحبا بالعالم",
    ],
)
def test_plain_text_is_its_content(text):
    assert victor.extract(text) == text


def test_lines_and_paragraphs_of_plain_text_survive():
    mail = (
        "Liebe Anna,\r\n\r\ndas Treffen ist am Freitag.\r\nBis dann!\r\n \r\nViele Grüße\r\nJan\r\n"
    )
    lines = [line for line in victor.extract(mail).splitlines() if line]
    wanted = ["Liebe Anna,", "das Treffen ist am Freitag.", "Bis dann!", "Viele Grüße", "Jan"]
    assert lines == wanted
    assert victor.extract(mail.encode()) == victor.extract(mail)


def test_addresses_in_angle_brackets_are_text_in_a_mail():
    mail = "From: Anna <anna@a.example>\nSee <https://a.example/x> & <file>, if a<b.\n\nBye"
    assert "From: Anna <anna@a.example>" in victor.extract(mail)
    assert "See <https://a.example/x> & <file>, if a" in victor.extract(mail)


@pytest.mark.parametrize(
    ("fragment", "text"),
    [
        ("<ul><li>pan<li>tomate</ul>", ["pan", "tomate"]),
        ("<h2>Titre</h2><p>Une phrase.", ["Titre", "Une phrase."]),
        ("<div>Видно</div><div hidden>Скрыто</div>", ["Видно"]),
        ("<p style='display: none'>x</p>", []),
        ("", []),
        ("  \n ", []),
        ("<p>", []),
    ],
)
def test_all_visible_text_of_a_fragment_is_content(fragment, text):
    lines = [line.lstrip("-•*# ") for line in victor.extract(fragment).splitlines()]
    assert [line for line in lines if line] == text


def test_boilerplate_of_a_whole_page_stays_boilerplate():
    page = "<!DOCTYPE html><html><body><nav><a href=/>Home</a> <a href=/b>Blog</a></nav></body>"
    assert victor.extract(page) == ""


def test_messages_in_scripts_change_nothing(cleaner):
    """The state of an application may have more text than a short page, but none of the content."""
    story = "".join(
        f"<p>On day {i} the crew found a new path along the river, and it was steep.</p>"
        for i in range(24)
    )
    links = "".join(f"<li><a href=/{i}>More news {i}</a></li>" for i in range(20))
    page = f"<html><body><ul>{links}</ul><article><h1>Paths</h1>{story}</article>"
    said = [f"Message {i}: your session has ended, so sign in again to go on." for i in range(80)]
    state = f"<script type=application/json>{json.dumps({'texts': said})}</script>"
    plain, full = cleaner.clean(f"{page}</body></html>"), cleaner.clean(f"{page}{state}")
    assert full.text.count("steep") == 24
    assert full.text == plain.text
    assert "json" not in full.block_columns.tree.tags


def test_a_fragment_with_main_content_is_cleaned(cleaner):
    body = html.document_fromstring(TEXT).body
    inside = "".join(html.tostring(part, encoding="unicode") for part in body)
    result = cleaner.clean(inside)
    assert MARK in result.text
    assert 0 < sum(block.label != "o" for block in result.blocks) < len(result.blocks)


@given(st.text(max_size=200) | st.binary(max_size=200))
def test_any_text_and_bytes_give_text_or_a_clear_error(page):
    try:
        assert isinstance(victor.extract(page), str)
    except VictorError as error:
        assert str(error)


@given(st.text("abé <>&;\n\r\t/!-", max_size=80))
def test_plain_text_keeps_its_words(text):
    found = victor.extract(text)
    if "<" not in text and "&" not in text and "/" not in text:
        assert found.split() == text.split()


@pytest.mark.parametrize("name", OUTPUTS)
def test_every_output(cleaner, name):
    assert victor.extract(BYTES, output=name) == (
        cleaner.clean(BYTES).format(name).removesuffix("\n")
    )


def test_unknown_names_are_errors_with_the_nearest_name():
    with pytest.raises(VictorError, match="did you mean 'text'"):
        victor.extract(BYTES, output="txt")
    with pytest.raises(VictorError, match="did you mean 'web'"):
        victor.extract(BYTES, config="webb")


def test_the_address_of_a_page_that_is_passed_is_only_its_address():
    found = json.loads(victor.extract("<p>Text", url="http://a.example/x", output="jsonl"))
    assert found["url"] == "http://a.example/x"


def test_options_reach_the_cleaner():
    more, less = (victor.extract(BYTES, prefer=prefer) for prefer in (20.0, 0.05))
    assert len(more) > len(less)
    koi8 = "<p>Съешь же ещё этих мягких булок.".encode("koi8-r")
    assert "мягких" in victor.extract(koi8, encoding="koi8-r")
    assert victor.extract(BYTES, config="boilerpipe") != victor.extract(BYTES)


def test_an_empty_list_replaces_that_of_the_configuration(tmp_path):
    task = tmp_path / "task.yaml"
    task.write_text("extends: keep-everything\nremove: [b]\n")
    page = "<p>Some <b>bold</b> words"
    assert victor.extract(page, config=task) == "Some words"
    assert victor.extract(page, config=task, remove=[]) == "Some bold words"
    victor.extract(page, prefer=1)
    with pytest.raises(VictorError, match="prefer"):
        victor.extract(page, prefer=True)


def test_a_configuration_is_read_once(monkeypatch):
    from victor import extraction

    loaded = []
    load = extraction.load
    monkeypatch.setattr(extraction, "load", lambda *a, **k: loaded.append(a) or load(*a, **k))
    extraction._cleaner.cache_clear()
    for _ in range(3):
        victor.extract("<p>x")
        victor.extract("<p>x", prefer="recall")
    assert len(loaded) == 2


def test_the_function_stays_when_its_module_is_imported():
    import victor.extraction

    assert callable(victor.extract)
    from victor import extract

    assert extract is victor.extract


def test_a_result_knows_its_title_and_its_row(cleaner):
    result = cleaner.clean(BYTES, id="a", url="http://a.example/")
    assert "Council backs tidal footbridge" in result.title
    found = result.to_dict()
    assert json.loads(json.dumps(found)) == found
    assert (found["id"], found["text"]) == ("a", result.text)


@pytest.mark.parametrize("url", ["", "http://a.example", "file:///a/b.html", "urn:isbn:1"])
def test_absolute_urls_of_any_kind_are_those_of_a_page(cleaner, url):
    assert cleaner.clean("<p>Hello.", url=url).to_dict()["url"] == (url or None)


def test_a_decoded_page_may_get_another_name_and_url(cleaner):
    page = read_page("<p>Hello.", "a", "http://a.example/")
    found = cleaner.clean(page, id="b", url="http://b.example/").to_dict()
    assert (found["id"], found["url"]) == ("b", "http://b.example/")
    found = cleaner.clean(page).to_dict()
    assert (found["id"], found["url"]) == ("a", "http://a.example/")
    with pytest.raises(victor.VictorError, match="encoding: a Page is already decoded"):
        cleaner.clean(page, encoding="utf-8")


def test_results_are_short_to_read(cleaner):
    result = cleaner.clean(BYTES)
    assert len(repr(result)) < 160
    assert "Council backs" in repr(result)
    assert f"{len(result.blocks)} blocks" in repr(result)
    assert repr(result.blocks) == f"<{len(result.blocks)} blocks>"
    assert all(len(repr(one)) < 500 for one in (result.document, result.page))
    assert repr(cleaner) == "<Cleaner web>"
    assert "0 of 0 blocks" in repr(cleaner.clean(b""))


class _Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.names |= {name for name, _ in attributes}


@given(text=st.text(max_size=60))
def test_a_notebook_shows_text_and_never_runs_it(cleaner, text):
    page = f"<title>&lt;script>{text}</title><p>&lt;img src=x onerror=alert(1)&gt; {text}"
    shown = _Tags(cleaner.clean(page)._repr_html_())
    assert shown.tags <= {"div", "p", "strong", "small", "br"}
    assert shown.names <= {"style", "title"}


def test_a_notebook_shows_few_of_many_blocks(cleaner):
    shown = cleaner.clean("<p>Ein Absatz mit Wörtern.</p>" * 5000)._repr_html_()
    assert len(shown) < 100_000
    assert "and 4800 more blocks" in shown


def test_results_can_be_keys(cleaner):
    result = cleaner.clean(BYTES)
    assert {result: 1}[result] == 1


def test_results_survive_pickling(cleaner):
    result = cleaner.clean(BYTES)
    again = pickle.loads(pickle.dumps(result))
    assert again.text == result.text
    assert again.blocks[3].xpath == result.blocks[3].xpath
    outcome = Outcome(Record("a"), "cleaned", None, again)
    assert row(outcome, "web@0")["text"] == result.text


@pytest.mark.parametrize(
    ("name", "prefer"), [("web", "recall"), ("web-crf", "recall"), ("boilerpipe", None)]
)
def test_cleaners_survive_pickling(name, prefer):
    cleaner = victor.load(name, prefer=prefer)
    again = pickle.loads(pickle.dumps(cleaner))
    assert again.clean(BYTES).text == cleaner.clean(BYTES).text
    assert repr(again) == repr(cleaner)


def test_cleaners_work_in_processes_that_start_from_nothing(cleaner):
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        (found,) = pool.map(cleaner.clean, [BYTES])
    assert found.text == cleaner.clean(BYTES).text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"encoding": "windows-1520"}, "encoding: unknown encoding 'windows-1520'; did you mean"),
        ({"encoding": 5}, "encoding: expected text, found 5"),
        ({"output": None}, "output: expected the name of a format, found None"),
        ({"config": None}, "config: expected a name or a path, found None"),
        ({"config": ""}, "name: expected a name or a path, found ''"),
        ({"prefer": [1]}, "prefer: expected precision, recall or a number, found [1]"),
        ({"keep": 5}, "keep: expected a name or a list of names, found 5"),
        ({"url": 5}, "url: expected text, found 5"),
        ({"url": "foo"}, "url: expected an absolute URL such as 'https://example.org/page', found"),
        ({"url": "/a/b.html"}, "found '/a/b.html'"),
        ({"url": "www.a.example/b"}, "did you mean 'https://www.a.example/b'?"),
        ({"url": "//a.example/b"}, "did you mean 'https://a.example/b'?"),
        ({"url": " http://a.example/b\n"}, "did you mean 'http://a.example/b'?"),
    ],
)
def test_arguments_of_another_kind_are_errors(options, message):
    with pytest.raises(victor.VictorError, match=re.escape(message)):
        victor.extract("<p>Hello.", **options)


def test_none_changes_nothing_and_wrong_declarations_are_ignored():
    page = b'<meta charset="windows-1520"><p>Gr\xfc\xdfe aus der Stadt.'
    assert victor.extract(page, keep=None, drop=None, encoding=None) == victor.extract(page)
    assert "Grüße" in victor.extract(page, config="keep-everything")
