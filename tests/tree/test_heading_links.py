"""Links of headings to themselves that are beside the heading, as Starlight writes them."""

import pytest
from cleaned import CLEANER

_PAGE = (
    "<meta name=generator content='{}'><main><p>Read once.</p><div class=wrapper>"
    '<h2 id="{}">{}</h2><a class="anchor-link" href="#{}"><span class=icon></span>'
    "<span class=sr-only>{}</span></a></div><p>Each key has a default.</p></main>"
)


@pytest.mark.parametrize(
    ("heading", "link"),
    [
        ("Options", "Section titled “Options”"),
        ("Zubehör", "Abschnitt betitelt „Zubehör“"),
        ("設定", "Section titled “設定”"),
    ],
)
def test_a_link_beside_a_heading_that_leads_to_it_is_not_text(heading, link):
    page = _PAGE.format("Astro v5.18.2", heading, heading, heading, link)
    assert (
        CLEANER.clean(page).text.split() == f"Read once. {heading} Each key has a default.".split()
    )


def test_other_links_and_other_pages_stay():
    elsewhere = _PAGE.format("Astro v5.18.2", "a", "Options", "b", "Jump to the list")
    by_others = _PAGE.format("Hugo 0.111", "a", "Options", "a", "Jump to the list")
    for page in (elsewhere, by_others):
        assert "Jump to the list" in CLEANER.clean(page).text
