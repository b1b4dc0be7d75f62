"""Elements by CSS selectors and XPath."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pages import blocks, markup

from victor.errors import VictorError
from victor.tree.selectors import check, select

PAGE = """<html><body><nav id=top><a href=/x>Menu</a></nav><div class='ad wide'>Kup teď</div>
<main><h2>Ein Artikel</h2><p>Привет <b>мир</b> und mehr.</p><p lang=cs>Druhý odstavec</p></main>
<o:p>Office</o:p><my-card @click=f :on=1 é=2>Karte</my-card></body></html>"""


def found(selector: str, html: str = PAGE) -> list[str]:
    """The XPaths of what a selector matches."""
    tree = blocks(html).tree
    return [tree.xpath(element) for element in select(tree, [selector]).nonzero()[0].tolist()]


@pytest.mark.parametrize(
    ("selector", "paths"),
    [
        (".ad, nav", ["/html/body/nav", "/html/body/div"]),
        ("main p:nth-of-type(2)", ["/html/body/main/p[2]"]),
        ("main > h2 + p", ["/html/body/main/p[1]"]),
        ("h2 ~ p[lang]", ["/html/body/main/p[2]"]),
        ("nav ~ main b", ["/html/body/main/p[1]/b"]),
        ("my-card", ["/html/body/my-card"]),
        ("//p[contains(., 'мир')]", ["/html/body/main/p[1]"]),
        ("/html/body/main/p[2] | /html/body/nav", ["/html/body/nav", "/html/body/main/p[2]"]),
        ("(//p)[1]", ["/html/body/main/p[1]"]),
        ("./html", ["/html"]),
        ("//b[following-sibling::text()[contains(., 'und mehr')]]", ["/html/body/main/p[1]/b"]),
        ("//*[@_click]", ["/html/body/my-card"]),
        ("o_p", ["/html/body/o_p"]),
        (".absent", []),
    ],
)
def test_elements_are_found(selector, paths):
    assert found(selector) == paths


def test_several_selectors_match_what_any_of_them_matches():
    made = blocks(PAGE)
    inside = made.inside(select(made.tree, ["nav", "//main"]))
    kept = [text for text, hit in zip(made.text, inside, strict=True) if not hit]
    assert kept == ["Kup teď", "Office Karte"]


def test_no_selectors_match_nothing():
    assert not select(blocks(PAGE).tree, []).any()


@given(markup())
@example(PAGE)
@example('<a:b>x</a:b><p">y</p"><a_b>z</a_b><p;>w</p;>')
def test_the_paths_that_victor_prints_match_their_elements(html):
    tree = blocks(html).tree
    for element in range(1, len(tree.tag)):
        assert select(tree, [tree.xpath(element)]).nonzero()[0].tolist() == [element]


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        ("p[", "--remove 'p[': not a valid CSS selector: Expected ident"),
        ("", "--remove '': not a valid CSS selector"),
        ("p::before", "Pseudo-elements are not supported"),
        ("p:blinking", "The pseudo-class :blinking is unknown"),
        ("//p[", "--remove '//p[': not a valid XPath: Invalid expression"),
        ("//p[f(.)]", "not a valid XPath: Unregistered function"),
        ("//svg:g", "not a valid XPath: Undefined namespace prefix"),
        ("//p/text()", "--remove '//p/text()': selects text or attributes, not elements"),
        ("//p = 'x'", "selects true or false, not elements"),
        ("//p[document('/etc/hosts')]", "not a valid XPath: Unregistered function"),
        ("a" * 10_001, "10001 characters; at most 10000"),
        (":not(" * 1_900, "not a valid CSS selector"),
    ],
)
def test_an_invalid_selector_is_explained(selector, message):
    with pytest.raises(VictorError) as error:
        select(blocks(PAGE).tree, [selector], "--remove")
    assert message in str(error.value)
    assert len(str(error.value)) < 250


def test_selectors_can_be_checked_without_a_page():
    check([".ad", "//article"])
    with pytest.raises(VictorError, match="--select 'p>': not a valid CSS selector"):
        check(["p>"], "--select")
    with pytest.raises(VictorError, match="Unregistered function"):
        check(["//p[foo()]"])
    with pytest.raises(VictorError, match="selects text or attributes"):
        check(["//article/p/text()"])


@given(st.text(max_size=12))
def test_any_selector_gives_elements_or_a_message(selector):
    try:
        select(blocks(PAGE).tree, [selector])
    except VictorError as error:
        assert str(error).startswith("selector")


ODD = "<p \x0b='\x01' 1a=2 xml:lang=x xmlns:q=y é>\ufffe\x0ca</p><-x>b</-x><a:b:c>c</a:b:c><_>d</_>"


@pytest.mark.parametrize("html", ["", "text only", ODD, "<div>" * 30_000 + "deep", "<p>a" * 30_000])
def test_any_page_can_be_searched(html):
    made = blocks(html)
    assert made.inside(select(made.tree, ["*"])).all()
    assert select(made.tree, ["body *", "//p/a"]).sum() <= len(made.tree.tag)
