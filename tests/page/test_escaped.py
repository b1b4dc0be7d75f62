"""Pages that are the text of a JSON string."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import victor
from victor.page import read_page

PAGE = """<html lang="cs"><body class="home"><h1 id="top">Most u přehrady</h1>
<p class="lead">Starosta řekl: \u201eVidíme se \U0001f389 v pátek\u201c.\tVstup je volný.</p>
<p>Vstup\\výstup: <a href="/mapa">mapa</a>
</body></html>"""


@pytest.mark.parametrize("ascii_only", [True, False])
def test_escapes_of_json_are_decoded(ascii_only):
    stored = json.dumps(PAGE, ensure_ascii=ascii_only)[1:-1]
    assert read_page(stored.encode()).html == read_page(stored).html == PAGE
    assert victor.extract(stored) == victor.extract(PAGE)


@given(st.text(max_size=60))
def test_any_text_in_such_a_page_is_decoded(text):
    page = f'<p id="1" class="2" title="3">{text}</p>'.replace("\r", "")
    assert read_page(json.dumps(page)[1:-1]).html == page


@pytest.mark.parametrize(
    "page",
    [
        '<p id="a" class="b">Napište <code>&lt;a href=\\"x\\" id=\\"y\\" title=\\"z\\"></code></p>',
        '<p id=\\"a\\" class=\\"b\\">Jen dva atributy\\n</p>',
        r"<p id=a>Cesta C:\new\u0041</p>",
    ],
)
def test_pages_about_escapes_stay_as_they_are(page):
    assert read_page(page).html == page
