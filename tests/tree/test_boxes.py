"""White space that stands for icons and other boxes."""

import pytest
from cleaned import CLEANER, markdown

ICON = "<svg><path></svg>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"See the <a href=/g>guide{ICON}</a>. Then go.", "See the [guide](/g). Then go."),
        (f"Both (<a href=/u>units<i>{ICON}</i></a>) differ.", "Both ([units](/u)) differ."),
        (f"The <a href=/g>guide{ICON}{ICON}</a>: read it.", "The [guide](/g): read it."),
        (f"The <a href=/g>guide{ICON}</a> is new.", "The [guide](/g) is new."),
        (f"The <a href=/g>guide{ICON}</a><b>is</b> new.", "The [guide](/g) **is** new."),
        (f"The <a href=/g>guide {ICON}</a>!", "The [guide](/g) !"),
        (f"The <a href=/g>guide{ICON}</a> !", "The [guide](/g) !"),
        (f"Use <a href=/a>ASP{ICON}</a><b>.NET</b>", "Use [ASP](/a) **.NET**"),
        ("Click the lens (<img src=/a.png>).", "Click the lens ( ![](/a.png))."),
    ],
)
def test_no_space_of_an_icon_is_before_punctuation(html, expected):
    assert markdown(f"<p>{html}</p>") == expected


def test_the_blocks_that_are_labelled_keep_it():
    made = CLEANER.clean(f"<p>See the <a href=/g>guide{ICON}</a>. Then go.")
    assert made.text.strip() == "See the guide. Then go."
    assert [block.text for block in made.blocks] == ["See the guide . Then go."]
