"""The types of terms, before which the style sheets of Sphinx and Docutils show a colon."""

import pytest

import victor

CLEANER = victor.load("keep-everything")


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("<b>délka</b><span class=classifier>float</span>", "délka : float"),
        ("a<span class=classifier>int</span><span class=classifier>x</span>", "a : int : x"),
        ("a <span>:</span> <span class=classifier>int</span>", "a : int"),
        ("<span class=classifier>int</span>", "int"),
        ("a<span class=type>int</span>", "aint"),
    ],
)
def test_a_colon_precedes_the_type_of_a_term(term, text):
    result = CLEANER.clean(f"<dl><dt>{term}</dt><dd>Délka v metrech.</dd></dl>")
    assert result.text == f"{text}\nDélka v metrech.\n"
    assert result.markdown.replace("**", "").startswith(f"{text}\n: ")


def test_a_type_without_its_term_has_no_colon():
    page = "<dl><dt>a</dt><dt><i>b</i><span class=classifier>int</span></dt><dd>c</dd></dl>"
    found = victor.load("keep-everything", remove="i").clean(page)
    assert ":" not in found.text
