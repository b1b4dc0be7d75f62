import gzip
import re

from conftest import DATA
from lxml import etree

import victor

CLEANER = victor.load("keep-everything")


def prevertical(page, name="prevertical", **options):
    """The output without the type of the page, which is a guess."""
    return re.sub(' type="[a-z]+"', "", CLEANER.clean(page, **options).format(name))


def test_paragraphs_headings_items_and_tables_are_units():
    page = """<html lang=cs><title>Most &amp; řeka</title><body><h2>Nadpis</h2>
    <p>Voda &lt; led<br>je.<ul><li>jedna<ul><li>dvě</ul></ul><blockquote><p>Citát</blockquote>
    <table><tr><th>a<th>b<tr><td>1<td>2</table><pre>if a:\n\n  b</pre>"""
    assert prevertical(page, id="x", url="https://a.example/?a=1&b=2") == (
        '<doc id="x" url="https://a.example/?a=1&amp;b=2" title="Most &amp; řeka" language="cs">'
        '\n<p heading="1">\nNadpis\n</p>\n<p>\nVoda &lt; led\nje.\n</p>\n'
        "<p>\njedna\n</p>\n<p>\ndvě\n</p>\n<p>\nCitát\n</p>\n<p>\na\tb\n1\t2\n</p>\n"
        "<p>\nif a:\n\n  b\n</p>\n</doc>\n"
    )


def test_the_title_is_an_option():
    page = "<title>A bridge over the river</title><body><p>It was built in a year."
    assert "<p" in prevertical(page)
    assert "A bridge over the river\n" not in prevertical(page)
    titled = prevertical(page, "prevertical+title")
    assert '<p heading="1">\nA bridge over the river\n</p>\n<p>\nIt was' in titled


def test_a_tag_is_on_one_line_whatever_the_id():
    assert prevertical("", id="a\rb\nc") == '<doc id="a b c">\n</doc>\n'


def test_a_page_without_text_is_a_document():
    assert prevertical("<img src=/a.png>", id="x") == '<doc id="x">\n</doc>\n'


def test_the_sample_pages_are_well_formed_and_keep_all_words():
    for page in sorted(DATA.glob("*.html")):
        result = CLEANER.clean(page)
        root = etree.fromstring(result.format("prevertical").encode())
        assert "".join(root.itertext()).split() == result.text.split()


def test_a_crawl_becomes_one_file(cli, sample_model, tmp_path):
    file = tmp_path / "corpus.prevert.gz"
    pages = sorted(DATA.glob("news-*.html"))
    status, _, _ = cli("clean", "--model", sample_model, "--workers", 2, "-o", file, *pages)
    assert status == 0
    corpus = etree.fromstring(f"<corpus>{gzip.decompress(file.read_bytes()).decode()}</corpus>")
    assert [one.get("id") for one in corpus] == [page.name for page in pages]
    assert all(len(one) > 2 for one in corpus)
