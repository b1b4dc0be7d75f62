"""Rich text as editors save it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from victor.tree.rich_text import paragraphs

PLAIN = ["<h2>Der Hafen</h2>", "<p>Die <Brücke> ist &amp; offen.</p>", "<li>Montag</li>"]
PLAIN[1] = "<p>Die &lt;Brücke&gt; ist offen.</p>"
SPANS = ("Die ", "<Brücke>", " ist offen.")


def nested(key, leaf, **changed):
    """The same text with other names, as ProseMirror's by default."""
    names = {"heading": "heading", "paragraph": "paragraph", "list": "bulletList", **changed}
    text = [{"type": "text", leaf: span, "marks": []} for span in SPANS]
    title, day = ([{"type": "text", leaf: one}] for one in ("Der Hafen", "Montag"))
    item = {"type": "listItem", key: [{"type": "paragraph", key: day}]}
    return [
        {"type": names["heading"], "attrs": {"level": 2}, key: title},
        {"type": names["paragraph"], key: text},
        {"type": "advertisement", "data": {"id": 7}, key: []},
        {"type": names["list"], key: [item]},
    ]


@pytest.mark.parametrize(
    "nodes",
    [
        nested("content", "text"),  # ProseMirror
        nested("children", "text", heading="heading-two", list="list"),  # Slate
        nested("content", "value", heading="Heading2Block", paragraph="ParagraphBlock"),
    ],
)
def test_trees_of_nodes(nodes):
    assert paragraphs(nodes) == [*PLAIN[:2], "<p>Montag</p>"]


def test_contentful_and_newspapers_with_links():
    link = {"nodeType": "hyperlink", "data": {"uri": "/b"}, "content": [leaf("<Brücke>")]}
    content = [leaf("Die "), link, leaf(" ist offen.")]
    nodes = [
        {"nodeType": "heading-2", "data": {}, "content": [leaf("Der Hafen")]},
        {"nodeType": "paragraph", "data": {}, "content": content},
    ]
    assert paragraphs(nodes) == PLAIN[:2]


def leaf(text):
    return {"nodeType": "text", "value": text, "marks": [], "data": {}}


def test_portable_text_draft_and_editor_js():
    spans = [{"_type": "span", "text": span} for span in SPANS]
    sanity = [
        {"_type": "block", "style": "h2", "children": [{"_type": "span", "text": "Der Hafen"}]},
        {"_type": "block", "style": "normal", "children": spans, "markDefs": []},
        {"_type": "block", "listItem": "bullet", "children": [{"text": "Montag"}]},
    ]
    assert paragraphs(sanity) == PLAIN
    text = "".join(SPANS)
    draft = [
        {"type": "header-two", "text": "Der Hafen", "inlineStyleRanges": []},
        {"type": "unstyled", "text": text, "depth": 0},
        {"type": "unordered-list-item", "text": "Montag"},
    ]
    assert paragraphs(draft) == PLAIN
    editor = [
        {"type": "header", "data": {"text": "Der Hafen", "level": 2}},
        {"type": "paragraph", "data": {"text": text}},
    ]
    assert paragraphs(editor) == PLAIN[:2]


@pytest.mark.parametrize(
    "nodes",
    [
        [],
        ["text"],
        [{"type": "product", "text": "Eine Lampe"}],
        [{"type": "image", "children": [{"text": "Ein Bild"}]}],
        [{"type": ["paragraph"], "text": "Kein Name"}],
        [{"type": "paragraph", "text": 7}, {"type": "paragraph"}],
    ],
)
def test_other_lists_have_no_blocks(nodes):
    assert paragraphs(nodes) == []


def test_no_depth_is_too_deep():
    node = {"type": "paragraph", "content": [{"text": "innen"}]}
    for _ in range(5_000):
        node = {"type": "section", "content": [node]}
    assert paragraphs([{"type": "paragraph", "text": "außen"}, node]) == ["<p>außen</p>"]


_KEYS = st.sampled_from(["type", "text", "content", "children", "data", "level", "x"])
_LEAVES = st.none() | st.booleans() | st.integers() | st.sampled_from(["paragraph", "h2", "<a>"])
_JSON = st.recursive(_LEAVES, lambda inner: st.lists(inner) | st.dictionaries(_KEYS, inner))


@given(st.lists(_JSON))
def test_any_list_is_read(nodes):
    assert all(block.startswith("<") and block.endswith(">") for block in paragraphs(nodes))
