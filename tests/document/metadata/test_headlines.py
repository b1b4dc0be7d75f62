"""Headlines that differ from the title in the head of a page."""

import pytest
from metadata_pages import cleaned

TEXT = f"<p>§ {'The harbour bridge opened again after a winter of repairs. ' * 5}</p>" * 5
LISTED = "<p>§ Boats for sale</p>" * 5


@pytest.mark.parametrize(
    ("title", "above", "found"),
    [
        ("The Tide : Bridges : Harbour bridge opens again", "<h1>The Tide : Bridges</h1>", True),
        ("Harbour bridge opens again - Bridges - News of the Tide", "<h1>Bridges</h1>", True),
        ("The Tide » Harbour bridge opens again", "<h1><a href=/b>The Tide</a></h1><p>2 May", True),
        ("Why the harbour bridge opens again in May - Bridges", "<h1>Bridges</h1>", False),
        ("Harbour bridge opens again, in time for all boats", "<h1>All boats in time</h1>", False),
    ],
)
def test_a_heading_of_the_site_or_a_section_precedes_the_headline(title, above, found):
    headline, head = "<h2>Harbour bridge opens again</h2>", f"<title>{title}</title>"
    assert (cleaned(head, above + headline + TEXT).title == "Harbour bridge opens again") == found
    assert cleaned(head, above + TEXT + headline).title != "Harbour bridge opens again"


SHOWN = "<div>Harbour bridge opens again</div>"


@pytest.mark.parametrize(
    "title",
    [
        "News > Bridges -- {}",
        "Coast Online: {} | Bridges",
        "{} - Bridges - News",
        "{}_Bridges_Coast",
        "Bridges/ {} (from Coast Weekly)",
    ],
)
def test_the_title_is_the_part_that_the_page_shows(title):
    whole = title.format("Harbour bridge opens again")
    head = f"<title>{whole}</title>"
    assert cleaned(head, SHOWN + TEXT).title == "Harbour bridge opens again"
    assert cleaned(head, TEXT).title == whole


@pytest.mark.parametrize("above", ["<div>{{ headline }}</div>", "<div>\u200b</div>"])
def test_placeholders_of_templates_are_no_part_of_the_title(above):
    title = "Harbour bridge opens again - Bridges"
    assert cleaned(f"<title>{title}</title>", above + TEXT).title == title


@pytest.mark.parametrize(
    ("title", "shown", "found"),
    [
        ("Why the harbour bridge opens - again", "<p>the harbour bridge opens</p>", None),
        ("Harbour bridge opens again and again - Coast", SHOWN, None),
        ("Bridge opens - Harbour bridge and boats", "<p>Bridge opens</p>", None),  # too short
        ("Harbour bridge opens again - Coast", f"<a href=/b>{SHOWN}</a>", None),
        ("Harbour bridge opens again - May 17, 2024", "<p>May 17, 2024</p>", None),
        (
            "Harbour bridge opens again: boats and trains return",
            f"{SHOWN}<p>boats and trains return</p>",
            None,
        ),
        ("Ebb and Flow Weekly - Bridge opens - News", "<p>Ebb and Flow Weekly</p>", None),
        (
            "Harbour bridge: opens again in May - Coast",
            "<p>opens again in May</p><p>Harbour bridge: opens again in May</p>",
            "Harbour bridge: opens again in May",
        ),
        ("海港大桥恢复通车 - 海岸", "<p>海港大桥恢复通车</p>", "海港大桥恢复通车"),
    ],
)
def test_what_is_a_part_of_a_title(title, shown, found):
    head = f"<title>{title}</title><meta name=application-name content='Ebb and Flow Weekly'>"
    expected = found or title.removeprefix("Ebb and Flow Weekly - ")
    assert cleaned(head, shown + TEXT).title == expected


def test_the_title_of_a_start_page_is_whole():
    head = "<title>Coast Online - Harbour bridge opens again</title>"
    found = cleaned(head, SHOWN + TEXT, "https://tide.example/")
    assert found.title == "Coast Online - Harbour bridge opens again"


@pytest.mark.parametrize("head", ["", "<title>News of the coast</title>", "<title>Article</title>"])
@pytest.mark.parametrize(
    "shown",
    ["<h3>{}</h3>", "<h2><b>{}</b></h2><p>2 May", "<p class=storyHead>{}", "<td id=title1>{}</td>"],
)
def test_a_marked_headline_stands_for_a_title_that_the_page_does_not_show(head, shown):
    headline = shown.format("Harbour bridge opens again")
    found = cleaned(head, f"{headline}</p>{TEXT}")
    assert (found.title, found.sources["title"]) == ("Harbour bridge opens again", "heading")
    assert cleaned(head, f"{headline}</p>{LISTED}").title != "Harbour bridge opens again"


@pytest.mark.parametrize(
    ("title", "menu"),
    [("Coast.example: Bridges", "<a href=/b>Bridges</a>"), ("News of the Coast Weekly", "Weekly")],
)
def test_a_section_in_a_menu_does_not_show_the_title(title, menu):
    body = f"<p>{menu}</p><p>Coast Weekly</p><h3>Harbour bridge opens again</h3>{TEXT}"
    assert cleaned(f"<title>{title}</title>", body).title == "Harbour bridge opens again"


@pytest.mark.parametrize(
    ("head", "shown"),
    [
        ("<title>Bridge opens again today</title>", "<h3>{}</h3>"),
        ("<title>News</title>", "<h3>« {}</h3>"),
        ("<title>News</title>", "<h3>{} »</h3>"),
        ("<meta property=og:title content='News of the coast'>", "<h3>{}</h3>"),
        ("<title>News of the coast</title>", "<h3>{}</h3><p>News of the coast</p>"),
        ("<title>News of the coast</title>", "<p>{}</p>"),
        ("<title>News of the coast</title>", "<h3><a href=/b>{}</a></h3>"),
        ("<title>News of the coast</title>", "<h3>Bridges</h3>"),
        ("<title>News of the coast</title>", "<h3>By Ada Quill and Ben Ink</h3>"),
        ("<title>News of the coast</title>", "<h3>Friday, May 17, 2024</h3>"),
        ("<title>News of the coast</title>", "<h3>Cookies help us to run this site.</h3>"),
    ],
)
def test_other_texts_do_not_stand_for_a_title(head, shown):
    found = cleaned(head, shown.format("Harbour bridge opens again") + TEXT)
    assert found.sources["title"] != "heading"
