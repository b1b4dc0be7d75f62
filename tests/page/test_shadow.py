"""Declarative shadow roots."""

import pytest

import victor
from victor.page import read_page

PAGE = """<html><head><title>Harbour bridge</title></head><body><bridge-app>
<template shadowrootmode="open"><style>p { color: navy }</style><main><h1>Harbour bridge</h1>
<p>The bridge <my-icon><template shadowrootmode="open"><svg></svg></template></my-icon> is open.
Trams and buses cross the river again, after two years of work on its forty-one piers.</p>
<template><p>Dear {{name}}, thank you for your message about the bridge.</p></template>
<p>Cyclists have a lane of their own, between the tracks and the footpath on the east side.</p>
</main></template></bridge-app></body></html>"""


def test_the_text_of_shadow_roots_is_read_and_that_of_other_templates_is_not():
    text = victor.extract(PAGE)
    assert text == victor.extract(PAGE.encode())
    assert "The bridge is open. Trams" in text and "Cyclists have a lane" in text
    assert "thank you" not in text


@pytest.mark.parametrize(
    "page",
    [
        "<p>Write <code>&lt;template shadowrootmode=open&gt;</code>.</p></template>",
        "<template><p>Not a root</p></template><p>shadowrootmode=</p>",
        "<template shadowrootmode=open",
    ],
)
def test_pages_without_shadow_roots_stay_as_they_are(page):
    assert read_page(page).html == page
