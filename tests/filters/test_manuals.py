"""Lines of links between the sections of a manual are no text of it."""

import numpy as np
import pytest
from pages import blocks

from victor.filters.buttons.manuals import links_of_manuals

TEXT = "<p>Die Brücke über den Fluss ist seit heute wieder offen.</p>"
NEXT = "Nächste: <a href=b.html accesskey=n rel=next>Die <code>Brücke</code></a>"
UP = "Nach oben: <a href=a.html accesskey=u rel=up>Der Fluss</a>"


def gone(page):
    """The texts of a page that lead to other sections."""
    made = blocks(f"{TEXT}{page}{TEXT}")
    return [made.text[one] for one in links_of_manuals(np.ones(len(made), bool), made)]


@pytest.mark.parametrize(
    "line", [NEXT, f"{NEXT}, {UP}", f"{NEXT} &nbsp; [<a href=i.html rel=index>Index</a>]"]
)
def test_a_line_of_links_to_other_sections_goes(line):
    assert len(gone(f"<div class=header><p>{line}</p></div>")) == 1


def test_the_same_line_without_keys_goes():
    below = NEXT.replace(" accesskey=n rel=next", "")
    assert len(gone(f"<p>{NEXT}</p>{TEXT}<p>{below}</p>")) == 2
    assert not gone(f"{TEXT}<p>{below}</p>")


@pytest.mark.parametrize("line", [f"Davon handelt {NEXT}.", UP.replace("rel=up", "rel=help")])
def test_other_links_stay(line):
    assert not gone(f"<p>{line}</p>")
