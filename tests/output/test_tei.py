from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from lxml import etree
from output import parts as p

from victor.document.metadata import Metadata
from victor.document.parts import Part
from victor.output import tei

T = "{http://www.tei-c.org/ns/1.0}"
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
LINES = {f"{T}{name}" for name in ("hi ref del code formula figure graphic figDesc").split()}


@cache
def schema():
    return etree.RelaxNG(etree.parse(Path(__file__).parent / "tei.rng"))


def read(page):
    """The root of a document that is valid TEI."""
    root = etree.fromstring(tei.render(page).encode(), etree.XMLParser(huge_tree=True))
    assert schema().validate(root), (schema().error_log.last_error, tei.render(page))
    return root


def body(*parts):
    """The content of the body of a valid document, on one line."""
    page = p.Page(list(parts))
    read(page)
    whole = tei.render(page).replace("\n", "")
    return whole.partition("<body>")[2].removesuffix("</body></text></TEI>")


def words(root):
    """The words of the text, and the labels of its footnotes; not the descriptions of images."""
    return "".join(_texts(root.find(f"{T}text"))).split()


def _texts(element):
    edge = "" if element.tag in LINES else "\n"
    yield edge
    if element.tag == f"{T}note":
        yield element.get("n") + " "
    if element.tag != f"{T}figDesc":
        yield element.text or ""
    for child in element:
        yield from _texts(child)
        yield child.tail or ""
    yield edge


def test_the_header_states_what_is_known():
    about = Metadata(
        title="Γέφυρα & ποτάμι",
        authors=("Ελένη", "Νίκος"),
        date="2026-03-14",
        modified="2026-03-15T10:00:00Z",
        site="Εφημερίδα",
        language="el",
        url="https://example.org/γέφυρα?a[]=1",
        licence="https://creativecommons.org/licenses/by/4.0/",
        tags=("γέφυρες",),
        description="Νέα γέφυρα",
    )
    root = read(p.Page([], about))
    found = {name: [one.text for one in root.iter(f"{T}{name}")] for name in ("author", "term")}
    assert found == {"author": ["Ελένη", "Νίκος"] * 2, "term": ["γέφυρες"]}
    assert root.findtext(f".//{T}titleStmt/{T}title") == "Γέφυρα & ποτάμι"
    assert [one.get("when") for one in root.iter(f"{T}date")] == [
        "2026-03-14",
        "2026-03-14",
        "2026-03-15T10:00:00+00:00",
    ]
    assert root.find(f".//{T}bibl/{T}ref").get("target") == "https://example.org/γέφυρα?a%5B%5D=1"
    assert root.find(f".//{T}licence").get("target") == about.licence
    assert root.find(f".//{T}language").get("ident") == "el"


def test_an_empty_page_is_valid():
    assert body() == "<p/>"


def test_headings_open_nested_divisions():
    parts = [p.paragraph("úvod"), *(p.heading(level, str(level)) for level in (2, 3, 2, 1))]
    assert body(*parts) == (
        '<p>úvod</p><div><head rend="h2">2</head><div><head rend="h3">3</head></div></div>'
        '<div><head rend="h2">2</head></div><div><head rend="h1">1</head></div>'
    )


def test_text_after_posts_is_in_a_division():
    post = Part("post", [p.paragraph("Bonjour")], author="Zoé", date="2026-03-14", depth=0)
    assert body(post, p.paragraph("a"), p.paragraph("b"), p.heading(2, "c"), p.paragraph("d")) == (
        '<div type="post"><byline><name>Zoé</name><date when="2026-03-14">2026-03-14</date>'
        "</byline><p>Bonjour</p></div><div><p>a</p><p>b</p></div>"
        '<div><head rend="h2">c</head><p>d</p></div>'
    )


def test_headings_and_posts_in_quotations_are_allowed_there():
    post = Part("post", [p.paragraph("x")], author="", date="", depth=0)
    assert body(Part("quotation", [p.heading(2, "a"), post])) == (
        '<quote><p rend="heading">a</p>'
        '<floatingText type="post"><body><p>x</p></body></floatingText></quote>'
    )


def test_lists_keep_their_numbers():
    assert body(p.bullets("a", p.bullets("b", "c", ordered=True, start=4))) == (
        '<list rend="bulleted"><item>a</item><item><list rend="ordered">'
        '<item n="4">b</item><item n="5">c</item></list></item></list>'
    )


def test_definitions_are_pairs():
    kinds = [("definition", "0"), ("term", "a"), ("term", "b"), ("definition", "1"), ("term", "c")]
    one = Part("definitions", [Part(kind, [text]) for kind, text in kinds])
    assert body(one) == (
        '<list type="gloss"><label/><item>0</item><label>a<lb/>b</label><item>1</item>'
        "<label>c</label><item/></list>"
    )


def test_tables_have_labels_and_spans():
    rows = [p.row("město", "počet", header=True), p.row(p.cell("Brno", colspan=2, rowspan=3))]
    assert body(Part("table", [Part("caption", ["Obyvatelé"]), *rows])) == (
        '<table><head>Obyvatelé</head><row role="label"><cell role="label">město</cell>'
        '<cell role="label">počet</cell></row>'
        '<row><cell cols="2" rows="3">Brno</cell></row></table>'
    )


def test_code_and_formulas():
    code = Part("code", ["if a < b:\n  c"], language="c++")
    assert '<code lang="c++" xml:space="preserve">if a &lt; b:\n  c</code>' in tei.render(
        p.Page([code])
    )
    formula = Part("formula", ["x_1"], display=False)
    assert body(p.paragraph(formula)) == '<p><formula notation="TeX">x_1</formula></p>'


def test_images_alone_are_figures_and_in_no_paragraph():
    image = Part("image", address="/a.png", alt="most")
    alone = Part("paragraph", [image, " "])
    graphic = '<graphic url="/a.png"/><figDesc>most</figDesc>'
    assert body(alone, p.paragraph("x")) == f"<figure>{graphic}</figure><p>x</p>"
    assert body(Part("figure", [alone]), p.paragraph("x")) == f"<figure>{graphic}</figure><p>x</p>"
    linked = Part("paragraph", [Part("link", [image], address="/a")])
    assert f'<p><ref target="/a"><figure>{graphic}</figure></ref></p>' in body(linked)


def test_a_figure_has_an_address_a_description_and_a_caption():
    image = Part("image", address="/a b.png", alt="most")
    assert body(Part("figure", [image, Part("caption", ["Most"])])) == (
        '<figure><graphic url="/a%20b.png"/><figDesc>most</figDesc><head>Most</head></figure><p/>'
    )


def test_references_point_at_notes():
    text = p.paragraph("a", Part("reference", label="*"))
    note = Part("footnote", [p.paragraph("b")], label="*")
    root = read(p.Page([text, note]))
    assert root.find(f".//{T}ref").get("target") == "#note-1"
    assert root.find(f".//{T}note").get(XML_ID) == "note-1"


@pytest.mark.parametrize("address", [one for one in p.ADDRESSES if one and "script:" in one])
def test_addresses_that_run_scripts_become_text(address):
    assert body(p.paragraph(p.link(address, "x"))) == "<p>x</p>"


def test_deep_structure_is_valid():
    assert words(read(p.Page([p.nested(100)]))) == ["deep"]


@settings(max_examples=100)
@given(p.trees, p.metadata)
def test_documents_are_valid_and_have_the_words_of_the_parts(parts, about):
    assert words(read(p.Page(parts, about))) == p.words(parts)


@settings(max_examples=100)
@given(p.loose_trees)
def test_parts_in_places_that_tei_forbids_are_made_to_fit(parts):
    read(p.Page(parts))
