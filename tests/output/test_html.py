import lxml.html
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from output import parts as p

from victor.document.metadata import Metadata
from victor.document.parts import Part
from victor.output import html

LINES = {"a", "em", "strong", "del", "sub", "sup", "code", "cite", "time", "img"}
# What is allowed beyond the defaults of nh3, which are those of the sanitiser ammonia.
ALSO = {
    **{"code": {"class"}, "*": {"id"}, "time": {"datetime"}},
    **{"ol": {"start", "reversed"}, "li": {"value"}},
}


def article(*parts):
    """The content of the article, on one line."""
    whole = html.render(p.Page(list(parts))).replace("\n", "")
    return whole.partition("<body><article>")[2].removesuffix("</article></body></html>")


def sanitised(markup):
    nh3 = pytest.importorskip("nh3")
    allowed = {**nh3.ALLOWED_ATTRIBUTES, **ALSO}
    return nh3.clean(markup, attributes=allowed, link_rel=None)


def body(page):
    whole = html.render(page)
    return whole[whole.index("<article>") : whole.rindex("</article>") + len("</article>")]


def text_of(markup):
    """The text that a parser of HTML reads."""
    return "".join(_texts(lxml.html.fragment_fromstring(markup)))


def _texts(element):
    edge = "" if element.tag in LINES else "\n"
    yield edge + (element.text or "")
    for child in element:
        yield from _texts(child)
        yield child.tail or ""
    yield edge if element.tag not in ("cite", "time") else " "


def test_a_document_states_its_metadata():
    about = Metadata(
        title="Most přes řeku",
        authors=("Jana Nováková", "R&D <team>"),
        date="2026-03-14",
        language="cs",
        url="https://example.org/most?a=1&b=2",
        site="Noviny",
        tags=("mosty", "řeky"),
    )
    head = lxml.html.fromstring(html.render(p.Page([], about)).encode()).find("head")
    named = {
        (one.get("name") or one.get("property"), one.get("content")) for one in head.iter("meta")
    }
    assert head.getroottree().getroot().get("lang") == "cs"
    assert head.findtext("title") == "Most přes řeku"
    assert named >= {
        ("author", "Jana Nováková"),
        ("author", "R&D <team>"),
        ("keywords", "mosty, řeky"),
    }
    assert named >= {("article:published_time", "2026-03-14"), ("og:site_name", "Noviny")}
    assert head.find("link").attrib == {"rel": "canonical", "href": about.url}


def test_an_empty_page_is_a_document():
    assert html.render(p.Page([], title="Nic")).startswith("<!doctype html>\n<html>\n<head>")
    assert article() == ""


def test_the_title_comes_first_if_the_text_lacks_it():
    page = p.Page([p.paragraph("Text")], heading=p.heading(1, "Título"))
    assert body(page) == "<article>\n<h1>Título</h1>\n<p>Text</p>\n</article>"


@pytest.mark.parametrize("address", [one for one in p.ADDRESSES if one and "script:" in one])
def test_addresses_that_run_scripts_become_text(address):
    assert article(p.paragraph(p.link(address, "klikni"))) == "<p>klikni</p>"
    assert article(p.paragraph(Part("image", address=address, alt="x"))) == "<p></p>"


@pytest.mark.parametrize("address", ["https://example.org/é?a[]=1#x", "/a", "mailto:a@b.cz"])
def test_safe_addresses_stay(address):
    assert article(p.paragraph(p.link(address, "x"))) == f'<p><a href="{address}">x</a></p>'


@pytest.mark.parametrize("address", ["#", "#x", "", None, "http://", "http://[", "http://a:99999/"])
def test_links_to_nothing_become_text(address):
    assert article(p.paragraph(p.link(address, "x"))) == "<p>x</p>"


def test_a_link_in_a_link_is_one_link():
    inner = p.link("/b", "b")
    assert article(p.paragraph(p.link("/a", "a ", inner))) == '<p><a href="/a">a b</a></p>'


def test_text_that_looks_like_markup_stays_text():
    assert article(p.paragraph("<script>1 & 2</script>")) == (
        "<p>&lt;script&gt;1 &amp; 2&lt;/script&gt;</p>"
    )


def test_items_of_one_paragraph_have_none():
    listed = p.bullets("eins", p.bullet("zwei", p.bullets("drei", ordered=True, start=3)))
    assert article(listed) == (
        '<ul><li>eins</li><li>zwei<ol start="3"><li>drei</li></ol></li></ul>'
    )
    assert "<li><p>a</p><p>b</p></li>" in article(p.bullets(p.bullet("a", "b")))
    assert article(p.bullets(p.bullet("fait", checked=True))) == "<ul><li>☑ fait</li></ul>"


def test_definitions_keep_their_terms():
    inner = [Part("term", ["HTML"]), Part("definition", [p.paragraph("a language")])]
    assert article(Part("definitions", inner)) == "<dl><dt>HTML</dt><dd>a language</dd></dl>"


def test_a_table_has_a_caption_a_head_and_spans():
    table = Part("table", [
        Part("caption", ["Einwohner"]),
        p.row("Stadt", "Zahl", header=True),
        p.row(p.cell("Brno", header=True), "400"),
        p.row(p.cell("keine Angabe", colspan=2)),
    ])  # fmt: skip
    assert article(table) == (
        "<table><caption>Einwohner</caption>"
        '<thead><tr><th scope="col">Stadt</th><th scope="col">Zahl</th></tr></thead>'
        '<tbody><tr><th scope="row">Brno</th><td>400</td></tr>'
        '<tr><td colspan="2">keine Angabe</td></tr></tbody></table>'
    )


def test_code_keeps_its_white_space_and_language():
    code = Part("code", ["\n  if a < b:\n\tpass\n"], language="python")
    assert (
        '<pre><code class="language-python">\n  if a &lt; b:\n\tpass\n</code></pre>'
        in html.render(p.Page([code]))
    )


def test_formulas_are_marked_as_such():
    formula = Part("formula", ["a < b"], display=False)
    assert article(p.paragraph(formula)) == '<p><code class="language-math">a &lt; b</code></p>'
    block = Part("formula", ["x^2"], display=True)
    assert article(block) == '<pre><code class="language-math">x^2</code></pre>'


def test_a_figure_has_its_caption_last():
    image = Part("image", address="/a.png", alt='the "bridge"')
    figure = Part("figure", [Part("caption", ["Puente"]), image])
    assert article(figure) == (
        '<figure><img src="/a.png" alt="the &quot;bridge&quot;">'
        "<figcaption>Puente</figcaption></figure>"
    )


def test_footnotes_and_references_link_to_each_other():
    text = p.paragraph("Text", Part("reference", label="a b"), Part("reference", label="x"))
    note = Part("footnote", [p.paragraph("Poznámka")], label="a b")
    assert article(text, note) == (
        '<p>Text<sup id="ref-1"><a href="#note-1">a b</a></sup><sup id="ref-2">x</sup></p>'
        '<aside id="note-1"><p><a href="#ref-1">a b</a> Poznámka</p></aside>'
    )


def test_images_alone_in_a_figure_are_in_no_paragraph():
    image = Part("image", address="/a.png", alt="")
    linked = Part("link", [image], address="/a")
    figure = Part("figure", [Part("paragraph", [image, " ", linked]), p.paragraph("Text")])
    assert article(figure) == (
        '<figure><img src="/a.png" alt=""><a href="/a"><img src="/a.png" alt=""></a>'
        "<p>Text</p></figure>"
    )


@pytest.mark.parametrize("kind", ["term", "definition"])
def test_definitions_without_terms_are_a_list(kind):
    entries = [Part(kind, [text]) for text in ("eins", "zwei")]
    assert article(Part("definitions", entries)) == "<ul><li>eins</li><li>zwei</li></ul>"


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("ar-EG", '<html lang="ar-EG" dir="rtl">'),
        ("az-Arab", '<html lang="az-Arab" dir="rtl">'),
        ("ur-Latn", '<html lang="ur-Latn">'),
        ("ku", '<html lang="ku">'),
        (None, "<html>"),
    ],
)
def test_the_direction_is_that_of_the_script(language, expected):
    page = p.Page([p.paragraph("x")], Metadata(language=language, image="http://a.example/i.png"))
    assert expected in html.render(page)
    assert '<meta property="og:image" content="http://a.example/i.png">' in html.render(page)


def test_replies_are_inside_the_posts_that_they_answer():
    posts = [
        Part("post", [p.paragraph(text)], author=author, date=date, depth=depth)
        for text, author, date, depth in (
            ("Frage", "Ada", "2026-03-14", 0),
            ("Antwort", "", "gestern", 1),
            ("Danke", None, None, 0),
        )
    ]
    assert article(*posts) == (
        '<article><header><cite>Ada</cite> <time datetime="2026-03-14">2026-03-14</time></header>'
        "<p>Frage</p><article><header><span>gestern</span></header><p>Antwort</p></article>"
        "</article><article><p>Danke</p></article>"
    )


def test_deep_structure_is_written():
    assert "deep" in html.render(p.Page([p.nested(100)]))
    posts = [Part("post", [p.paragraph("x")], author="", date="", depth=n) for n in range(3000)]
    assert html.render(p.Page(posts)).count("<p>x</p>") == 3000


@settings(max_examples=100)
@given(p.trees)
def test_a_parser_reads_the_words_of_the_parts(parts):
    boxes = str.maketrans("", "", "☑☐")  # of tasks
    read = text_of(body(p.Page(parts))).translate(boxes).split()
    assert read == " ".join(p.words(parts)).translate(boxes).split()


@settings(max_examples=100)
@given(st.one_of(p.trees, p.loose_trees))
def test_a_sanitiser_leaves_the_article_as_it_is(parts):
    markup = body(p.Page(parts))
    assert sanitised(markup) == markup


@settings(max_examples=100)
@given(p.metadata, st.text())
def test_the_head_holds_text_alone(about, title):
    whole = html.render(p.Page([], about, title=title))
    head = lxml.html.fromstring(whole.encode()).find("head")
    assert {one.tag for one in head} <= {"meta", "title", "link"}
    assert all(one.get("href").startswith("http") for one in head.iter("link"))
