"""Corpora in their published layouts, and their gold on blocks."""

import gzip
import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import BLOCK_TAGS, EVERY_TAG

from victor.errors import VictorError
from victor.evaluate.gold import corpus_name, read_gold
from victor.evaluate.gold.align import match_tokens, project, tokens
from victor.evaluate.gold.page import GoldPage, GoldSegment
from victor.page import read_page
from victor.pipeline import blocks_of

PAGE = """<html><body><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>
<h1>The title</h1><p>A paragraph with <b>bold</b> words in it.</p>
<ul><li>First item</li><li>Second item</li></ul><p>Copyright nobody</p></body></html>"""


def labels_of(gold: GoldPage, plan=BLOCK_TAGS):
    page = blocks_of(plan, read_page(gold.html))
    y = project(gold, page, plan.task)
    return [(plan.task.keys[i], text) for i, text in zip(y.tolist(), page.text, strict=True)]


EXPECTED = [
    ("o", "Home"),
    ("o", "News"),
    ("h", "The title"),
    ("p", "A paragraph with bold words in it."),
    ("l", "First item"),
    ("l", "Second item"),
    ("o", "Copyright nobody"),
]


@pytest.fixture
def corpora(tmp_path):
    """One page in the layout of each corpus."""

    def put(name, text):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode() if isinstance(text, str) else text
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)

    gold = {
        "url": "https://www.a.example/x",
        "_internal": {"page_type": {"primary": "article"}},
        "ground_truth": {
            "main_content": "The title\n\nA paragraph with bold words in it.\n\n"
            "First item\nSecond item",
            "main_content_markdown": "# The title\n\nA paragraph with **bold** words in it.\n\n"
            "- First item\n- [Second item](http://b.example)",
        },
    }
    put("wcxb/ground-truth/0001.json", json.dumps(gold))
    put("wcxb/html/0001.html.gz", PAGE)
    put("cleaneval/input/1.html", f'<text id="http://a.example/x" encoding="unset">{PAGE}</text>')
    put(
        "cleaneval/GoldStandard/1.txt",
        "URL: http://a.example/x\n\n  <h>The title\n<p>A paragraph\n  with bold words in it."
        "\n <l>First item\n<L>Second item",
    )
    marked = (
        PAGE.replace("<h1>", '<h1 class="krdwrd-tag-3">')
        .replace("<p>A", '<p class="lead krdwrd-tag-3">A')
        .replace("<li>F", '<li class="krdwrd-tag-3">F')
        .replace("Second item", '<kw class="krdwrd-tag-3">Second item</kw>')
        .replace("<body>", '<body class="krdwrd-tag-1">')
    )
    put("canola/merged/7.html.gz", marked)
    put("canola/plan.canola", "7\n")
    spans = (
        PAGE.replace("The title", '<span class="x-nc-sel1">The title</span>')
        .replace("<p>A", '<p><span class="x-nc-sel2">A')
        .replace("it.</p>", "it.</span></p>")
        .replace(
            "First item",
            '<span class="x-nc-sel0">no <span class="x-nc-sel3">First item</span></span>',
        )
        .replace("Second item", '<span class="x-nc-sel3">Second item</span>')
    )
    put("l3s/annotated/ab-1.html.gz", spans)
    put("l3s/original/ab-1.html.gz", PAGE.replace("First", "no First"))
    put("l3s/url-mapping.txt", "<urn:uuid:ab-1>\thttp://a.example/x\n")
    return tmp_path


@pytest.mark.parametrize("name", ["wcxb", "cleaneval"])
def test_text_gold_gives_labels(corpora, name):
    (gold,) = read_gold([corpora / name])
    assert corpus_name(corpora / name) == name
    assert gold.host == "a.example"
    assert labels_of(gold) == EXPECTED
    fine = labels_of(gold, EVERY_TAG)
    assert ("c", "bold") in fine
    assert ("c", "words in it.") in fine


def test_canola_marks_are_read_and_removed(corpora):
    (gold,) = read_gold([corpora / "canola"])
    assert b"krdwrd" not in gold.html
    assert b"<kw" not in gold.html
    content = [text for label, text in labels_of(gold) if label != "o"]
    assert content == [text for label, text in EXPECTED if label != "o"]


def test_l3s_nearest_mark_wins(corpora):
    (gold,) = read_gold([corpora / "l3s"])
    assert gold.url == "http://a.example/x"
    roles = {segment.text: segment.role for segment in gold.segments}
    assert roles["The title"] == "headline"
    assert roles["First item"] == "supplemental"
    assert roles["no"] == "other"
    assert ("h", "The title") in labels_of(gold)


def test_damaged_corpora_are_named(corpora):
    (corpora / "wcxb" / "html" / "0001.html.gz").unlink()
    with pytest.raises(VictorError, match=r"0001\.html\.gz: cannot be read"):
        list(read_gold([corpora / "wcxb"]))
    (corpora / "wcxb" / "ground-truth" / "0001.json").write_text("{")
    with pytest.raises(VictorError, match=r"0001\.json: damaged"):
        list(read_gold([corpora / "wcxb"]))
    (corpora / "l3s" / "url-mapping.txt").unlink()
    assert next(read_gold([corpora / "l3s"])).url is None


@pytest.mark.parametrize("changes", [{"url": 5}, {"ground_truth": {"main_content": ["x"]}}])
def test_values_of_other_types_in_gold_are_named(corpora, changes):
    file = corpora / "wcxb" / "ground-truth" / "0001.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))
    with pytest.raises(VictorError, match=r"0001\.json: damaged: '\w+': expected text, found"):
        list(read_gold([corpora / "wcxb"]))


@pytest.mark.parametrize("internal", [None, {"page_type": None}, {"page_type": {"primary": 1}}])
def test_gold_may_lack_a_page_type(corpora, internal):
    file = corpora / "wcxb" / "ground-truth" / "0001.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"_internal": internal}))
    assert next(read_gold([corpora / "wcxb"])).kind == ""


def test_an_unknown_layout_is_refused(tmp_path):
    with pytest.raises(VictorError, match="no annotations"):
        corpus_name(tmp_path)
    with pytest.raises(VictorError, match="no such file"):
        corpus_name(tmp_path / "nowhere")


def annotate(folder, text, page=PAGE):
    (folder / "x.html").write_text(page, "utf-8")
    (folder / "x.anno").write_text(text, "utf-8")
    return folder / "x.anno"


def test_pages_of_one_name_are_distinguished_by_their_path(cli, tmp_path):
    folder = tmp_path / "gold"
    for site in ("s1", "s2"):
        (folder / site).mkdir(parents=True)
        (folder / site / "index.html").write_text(PAGE)
        (folder / site / "index.anno").write_text("# page: index.html\n[h] The title\n")
    (folder / "s2" / "other.html").write_text(PAGE)
    (folder / "s2" / "other.anno").write_text("# page: other.html\n[h] The title\n")
    assert [page.id for page in read_gold([folder])] == ["s1/index", "s2/index", "other.html"]
    assert [page.id for page in read_gold([folder / "s1"])] == ["index.html"]
    results = [tmp_path / f"{name}.json" for name in ("boilerpipe", "keep-everything")]
    for result in results:
        assert cli("evaluate", "--config", result.stem, "--json", result, folder)[0] == 0
    assert "| all pages | 3 |" in cli("compare", *results)[1]


def test_an_annotation_edited_by_hand(tmp_path):
    """Blocks left out are boilerplate; lines may be split differently than by the tool."""
    file = annotate(
        tmp_path,
        "# my notes\n\n[h] The title\n[p] A paragraph with\n[c] bold\n[c] words in it.\n"
        "[l] First item\n[l] Second item\n",
    )
    (gold,) = read_gold([file])
    assert labels_of(gold) == EXPECTED


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[x] text", "x.anno:2: label 'x'"),
        ("no label", "x.anno:2: expected"),
        ("[] t", "expected"),
        ("# labels: p paragraph, p header", "x.anno:2: label 'p' is declared twice"),
    ],
)
def test_wrong_lines_are_named(tmp_path, line, message):
    file = annotate(tmp_path, f"[h] The title\n{line}\n")
    with pytest.raises(VictorError, match=message.replace("[", r"\[")):
        list(read_gold([file]))


def test_a_page_that_is_not_there_is_named(tmp_path):
    (tmp_path / "y.anno").write_text("[p] x\n")
    with pytest.raises(VictorError, match=r"y\.html is not in the same directory"):
        list(read_gold([tmp_path]))


def test_roles_that_a_task_does_not_have():
    gold = GoldPage("1", PAGE.encode(), None, [GoldSegment("headlin", "The title")])
    with pytest.raises(VictorError, match="no label for 'headlin'"):
        labels_of(gold)


def test_repeated_text_is_content_only_where_the_gold_has_it():
    html = "<p>Home page</p><h1>Home page</h1><p>This is the long text of the home page.</p>"
    gold = GoldPage(
        "1",
        html.encode(),
        None,
        [
            GoldSegment("header", "Home page"),
            GoldSegment("paragraph", "This is the long text of the home page."),
        ],
    )
    assert [label for label, _ in labels_of(gold)].count("h") == 1


def test_a_title_is_where_the_text_is_and_not_in_the_menu_above():
    html = (
        "<ul><li>Stove cleaning</li><li>Contact</li></ul><p>Stove cleaning and repair</p>"
        "<h1>Stove cleaning and repair</h1><p>We clean stoves of any kind.</p>"
    )
    segments = [
        GoldSegment("header", "Stove cleaning and repair"),
        GoldSegment("paragraph", "We clean stoves of any kind."),
    ]
    found = labels_of(GoldPage("1", html.encode(), None, segments))
    assert [label for label, _ in found] == ["o", "o", "o", "h", "p"]


LONG = "A long line of words that the annotator has put after what follows it on the page."
LATER = "What follows is longer still, so that the common subsequence takes it and not the other."


def paragraphs(html, *texts):
    gold = GoldPage("1", html.encode(), None, [GoldSegment("paragraph", text) for text in texts])
    return "".join(label for label, _ in labels_of(gold))


def test_long_blocks_out_of_order_need_not_be_there_word_for_word():
    moved = f"<p>{LONG} (1)</p><p>{LATER} {LATER}</p>"
    assert paragraphs(moved, f"{LATER} {LATER}", LONG) == "pp"
    twice = f"<p>{LONG} (1)</p><p>{LONG} (2)</p><p>{LATER} {LATER}</p>"
    assert paragraphs(twice, f"{LATER} {LATER}", LONG) == "pop"  # the gold has it once
    other = f"<p>{LONG} And half of it is not in the gold at all.</p><p>{LATER} {LATER}</p>"
    assert paragraphs(other, f"{LATER} {LATER}", LONG) == "op"


def test_the_same_words_again_and_again_are_not_found_in_one_place():
    html = f"<p>{'buy now ' * 10}</p><p>{LATER}</p>"
    assert paragraphs(html, LATER, "buy now buy now buy") == "op"


def test_a_line_that_the_gold_cuts_stays_whole():
    """A block of one piece alone takes nothing from it."""
    html = "<h2>Talk</h2><p>Tech conference in Lyon, France</p><i>tech</i><h2>Show</h2>"
    pieces = ("Talk", "Tech", "conference", "in", "Lyon,", "France", "Show")
    assert paragraphs(html, *pieces) == "hpoh"


def common_length(a, b):
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1][j + 1] = (
                table[i][j] + 1 if x == y else max(table[i][j + 1], table[i + 1][j])
            )
    return table[-1][-1]


@given(st.text("abc", max_size=20), st.text("abc", max_size=20))
def test_matching_is_a_longest_common_subsequence(a, b):
    match = match_tokens(list(a), list(b))
    pairs = [(i, j) for i, j in enumerate(match.tolist()) if j >= 0]
    assert all(a[i] == b[j] for i, j in pairs)
    assert all(x[1] < y[1] for x, y in pairwise(pairs))
    assert len(pairs) == common_length(a, b)


def test_very_long_pages_are_matched_in_pieces(monkeypatch):
    from victor.evaluate.gold import align

    monkeypatch.setattr(align, "_CELLS", 500)
    words = [str(i) for i in range(300)]
    assert (match_tokens(words, words) >= 0).mean() > 0.9


def test_tokens():
    assert tokens("It's 3 o'clock, 今日は!") == ["it", "s", "3", "o", "clock", "今", "日", "は"]
