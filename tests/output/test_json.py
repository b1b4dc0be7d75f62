import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from output import parts as p

import victor
from victor.document.document import Block
from victor.document.metadata import Metadata
from victor.document.parts import Part
from victor.output import json as output
from victor.tree.parse import parse

CLEANER = victor.load("keep-everything")


def read(page):
    return json.loads(output.render(page))


def test_metadata_are_fields_of_the_page():
    about = Metadata(
        title="Pont",
        authors=("Zoé", "Luc"),
        language="fr",
        page_type_probability=0.123456,
        sources={"title": "json-ld"},
    )
    page = read(p.Page([], about, id="a.html", url="https://example.org/a", confidence=0.98765))
    assert page["id"] == "a.html"
    assert page["url"] == "https://example.org/a"
    assert (page["title"], page["authors"], page["author"]) == ("Pont", ["Zoé", "Luc"], "Zoé, Luc")
    assert (page["date"], page["tags"], page["parts"]) == (None, [], [])
    assert (page["page_type_probability"], page["confidence"]) == (0.1235, 0.9877)
    assert page["sources"] == {"title": "json-ld"}


def test_the_given_address_comes_before_the_one_that_the_page_states():
    head = "<link rel=canonical href='https://example.org/pont'>"
    page = f"<head>{head}</head><body><p>Le nouveau pont a ouvert ce matin.</p></body>"
    other, stated = "https://example.org/pont?from=feed", "https://example.org/pont"
    for url, wanted, source in ((other, other, "given"), (None, stated, "link canonical")):
        result = CLEANER.clean(page, url=url)
        for name in ("json", "jsonl"):
            row = json.loads(result.format(name))
            assert (row["url"], row["sources"]["url"]) == (wanted, source)
        assert f"url: {wanted}\n" in result.format("markdown+front_matter")
        assert f'"{wanted}"' in result.format("tei")
        assert f'rel="canonical" href="{stated}"' in result.format("html")


def test_text_is_readable_in_the_file():
    written = output.render(p.Page([p.paragraph("日本語 “quoted”")]))
    assert '"text": "日本語 “quoted”"' in written
    assert written.endswith("}\n")


def test_parts_are_nested():
    parts = [p.paragraph("a ", p.link("/x", "b")), p.bullets("c"), Part("rule")]
    assert read(p.Page(parts))["parts"] == [
        {
            "kind": "paragraph",
            "children": ["a ", {"kind": "link", "address": "/x", "text": "b"}],
        },
        {
            "kind": "list",
            "ordered": False,
            "start": 1,
            "children": [{"kind": "item", "children": [{"kind": "paragraph", "text": "c"}]}],
        },
        {"kind": "rule"},
    ]


def test_the_title_comes_first_if_the_text_lacks_it():
    page = p.Page([p.paragraph("Text")], heading=p.heading(1, "Titel"))
    assert [one["text"] for one in read(page)["parts"]] == ["Titel", "Text"]


def test_block_level_parts_state_where_they_are_from():
    tree = parse("<html><body><ul><li>a<li>b</ul><p>c</body></html>")
    blocks = tuple(
        Block("l", "list", text, score=score, element=element, tree=tree)
        for text, score, element in (("a", 0.5, 4), ("b", 1.0, 5))
    )
    listed = p.bullets("a", "b")
    listed.element, listed.first, listed.last = tree.tags.index("ul"), 0, 1
    listed.element = int((tree.tag == tree.tags.index("ul")).argmax())
    found = read(p.Page([listed], blocks=blocks))["parts"][0]
    assert found["blocks"] == [0, 1]
    assert found["xpath"] == "/html/body/ul"
    assert (found["block_label"], found["probability"]) == ("l", 0.75)


def test_parts_without_a_tree_have_no_xpath():
    text = p.paragraph("a")
    text.first = text.last = 0
    found = read(p.Page([text], blocks=(Block("p", "paragraph", "a", score=0.5),)))["parts"][0]
    assert found == {
        "kind": "paragraph",
        "blocks": [0, 0],
        "block_label": "p",
        "probability": 0.5,
        "text": "a",
    }


def test_deep_structure_is_written():
    assert "deep" in output.render(p.Page([p.nested(100)]))


def strings(one):
    """The strings in a page as read, in order."""
    if isinstance(one, str):
        return one
    return "".join([one.get("text", ""), *map(strings, one.get("children", []))])


@settings(max_examples=100)
@given(st.one_of(p.trees, p.loose_trees), p.metadata, st.text())
def test_any_page_is_written_and_read_again(parts, about, title):
    page = p.Page(parts, about, title=title)
    written = output.render(page).encode()
    expected = "".join(p.plain(parts)).encode("utf-8", "ignore").decode()
    assert "".join(map(strings, json.loads(written)["parts"])) == expected
    assert output.render(replace(page)).encode() == written
