"""Lines that only a style makes."""

import pytest
from cleaned import CLEANER

TEXT = "<p>Die alte Brücke über den Fluss ist seit dem Frühjahr wieder für alle offen.</p>"


def markdown(page):
    return CLEANER.clean(f"<body>{TEXT}{page}{TEXT}").markdown.split("\n\n")[1]


@pytest.mark.parametrize(
    "line",
    [
        "span style='display:block'",
        "span style='color: red; display: block;'",
        "span class=d-block",
    ],
)
def test_what_a_style_shows_as_a_block_is_a_line(line):
    verse = (
        f"<{line}>Der Wind war still,</span><{line}>die Flut war nah,</span> <{line}>und da.</span>"
    )
    shown = "Der Wind war still,  \ndie Flut war nah,  \nund da."
    assert markdown(f"<p>{verse}</p>") == shown
    assert (
        markdown(f"<p>Am Tor<{line}>stand sie</span>allein.</p>")
        == "Am Tor  \nstand sie  \nallein."
    )
    assert markdown(f"<p>{verse.replace('</span>', '</span><br>')}Ja") == f"{shown}  \nJa"
    made = CLEANER.clean(f"<body>{TEXT}<p>{verse}</p>{TEXT}")
    assert "Der Wind war still,\ndie Flut war nah,\nund da." in made.text


def test_the_lines_of_a_heading_are_words_apart():
    title = "<h2><span class=block>Die Brücke</span><span class=block>über den Fluss</span></h2>"
    assert markdown(title) == "## Die Brücke über den Fluss"


@pytest.mark.parametrize(
    "page",
    [
        "<span style='display:block;float:left'>D</span>ie alte Brücke.",
        "<span style='position:absolute;display:block'>D</span>ie alte Brücke.",
        "<span style='display:inline-block'>D</span>ie alte Brücke.",
        "<span class=wp-block-text>D</span>ie alte Brücke.",
        "<span class='md:block'>D</span>ie alte Brücke.",
    ],
)
def test_what_is_beside_the_text_is_no_line(page):
    assert markdown(f"<p>{page}</p>") == "Die alte Brücke."


def test_lines_of_code_stay_as_they_are():
    code = "<span style='display:block'>make</span>\n<span style='display:block'>check</span>"
    assert "make\ncheck" in CLEANER.clean(f"<body>{TEXT}<pre>{code}</pre>{TEXT}").markdown
