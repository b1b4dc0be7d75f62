"""Parts of pages that React streams after the page."""

import pytest

import victor
from victor.page import read_page

PAGE = """<html><head><title>Install</title></head><body><main><h1>Install</h1>
<p>Load the library with the command below, then restart the server.</p>
<!--$?--><template id="B:0"></template><div class="skeleton">Loading</div><!--/$-->
<p>The server prints its address. Open it in a browser to see the first page.</p>
</main><footer>Legal</footer>%s</body></html>"""
PART = '<div hidden id="S:0"><div><pre>npm install harbour</pre></div></div>'
CALL = '<script>$RC=function(b,c){};$RC("B:0","S:0")</script>'


@pytest.mark.parametrize("end", [PART + CALL, PART, PART.replace("hidden", 'hidden=""')])
def test_a_streamed_part_is_read_at_its_place(end):
    html = read_page((PAGE % end).encode()).html
    assert html == read_page(PAGE % end).html
    assert "restart the server.</p>\n<!--$?--><div><pre>npm install harbour</pre></div>" in html
    assert "Loading" not in html and 'id="S:0"' not in html


def test_no_part_is_lost_if_two_have_the_same_id():
    html = read_page(PAGE % (PART + PART.replace("npm", "yarn"))).html
    assert html.count("install harbour") == 2
    assert '<div hidden id="S:0"><div><pre>yarn' in html


def test_the_code_of_a_streamed_page_is_between_its_paragraphs():
    text = victor.extract(PAGE % (PART + CALL))
    assert text.index("restart the server") < text.index("npm install") < text.index("prints its")


def test_parts_within_parts_and_with_fallbacks_are_at_their_places():
    page = (
        '<p>One</p><!--$?--><template id="B:a"></template><!--$--><i>soon</i><!--/$--><!--/$-->'
        '<p>Five</p><div hidden id="S:b"><p>Three</p></div><script>$RS("S:b","P:b")</script>'
        '<div hidden id="S:a"><p>Two</p><template id="P:b"></template>'
        '<!--$--><script>x = "<div>"</script><!-- <div> --><p>Four</p><!--/$--></div>'
        '<script>$RC("B:a","S:a")</script>'
    )
    html = read_page(page).html
    texts = [html.index(f"<p>{word}</p>") for word in ("One", "Two", "Three", "Four", "Five")]
    assert texts == sorted(texts) and "soon" not in html


@pytest.mark.parametrize(
    "page",
    [
        PAGE % '<div hidden id="S:1"><p>Without a place</p></div>',
        PAGE % '<div hidden id="S:0"><p>Without an end',
        '<div hidden id="S:0"><template id="B:0"></template></div>',
        '<!--$?--><template id="B:1"></template><template id="B:2"></template><!--/$-->'
        '<div hidden id="S:1"><p>a</p></div><div hidden id="S:2"><p>In a fallback</p></div>',
    ],
)
def test_pages_with_other_parts_stay_as_they_are(page):
    assert read_page(page).html == page
