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
