"""Report files: their content, and that nothing in them runs or loads."""

import json
import re
import shutil
from base64 import b64encode
from hashlib import sha256

import hostile
import numpy as np
import pytest
from conftest import DATA
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html
from pages import BLOCK_TAGS, EVERY_TAG, blocks, markup

from victor.errors import TooLargeError
from victor.page import read_page
from victor.pipeline import Cleaner, blocks_of, load
from victor.report import css
from victor.report.markup import Marks, framed
from victor.report.page import COLOURS, view

pytest.importorskip("tinycss2")

TAGS = set(
    "html head meta style body a abbr acronym address article aside b bdi bdo big blockquote br "
    "caption center cite code col colgroup dd del details dfn dir div dl dt em fieldset figcaption "
    "figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd label legend li main mark "
    "menu nav ol p pre q rp rt ruby s samp search section small span strike strong sub summary sup "
    "table tbody td tfoot th thead time tr tt u ul var wbr".split()
)
ATTRIBUTES = set(
    "align alt bgcolor border cellpadding cellspacing class clear color colspan dir face height "
    "hidden id lang nowrap open reversed rowspan size span src start style type valign value width "
    "charset http-equiv content".split()
)


def data_of(report):
    """The report's data, as its script reads it."""
    return json.loads(re.search(r'id="data">(.*?)</script>', report, re.DOTALL)[1])


def frame_of(page):
    n = len(page)
    labels = len(BLOCK_TAGS.task.keys)
    marks = Marks(tuple(BLOCK_TAGS.task.keys), np.arange(n) % labels, np.full(n, 50))
    return framed(page, marks, "")


def shown(html, cleaner):
    """A page's view."""
    page = read_page(html, "page.html")
    return view(cleaner, page, blocks_of(cleaner.plan, page))


# What is safe


def check(frame):
    """That a frame has nothing but what is on the lists."""
    tree = lxml_html.document_fromstring(frame)
    for element in tree.iter():
        assert element.tag in TAGS, element.tag
        for name, value in element.attrib.items():
            assert name in ATTRIBUTES or name.startswith("data-victor"), (element.tag, name)
            if name == "src":
                assert value.startswith("data:image/")
    (policy,) = tree.findall(".//meta[@http-equiv]")
    assert policy.get("content").startswith("default-src 'none'; ")
    styles = [element.text or "" for element in tree.iter("style")][1:]  # the first is ours
    styles += [element.get("style") or "" for element in tree.iter()]
    for word in ("url(", "@import", "//", "expression(", "image-set", "@font-face", "@keyframes",
                 "position:fixed", "position:var", "behavior", "moz-binding", "@namespace", "</",
                 "cursor", "cross-fade", "progid", "src("):  # fmt: skip
        assert word not in " ".join(styles), word
    return tree


def test_no_address_stands_in_a_style_sheet():
    sheet = 'a[href^="http://x/"]{color:red} p{content:"http://x/";color:green}'
    frame = frame_of(blocks(f"<style>{sheet}</style><p>text"))
    check(frame)
    assert "color:green" in frame
    assert "color:red" not in frame


@pytest.mark.parametrize("size", [1, 2, 3])
def test_of_hostile_pages_only_looks_and_text_are_left(size):
    cleaner = load("boilerpipe")
    for page in hostile.pages(size=size).values():
        tree = check(shown(page, cleaner).frame)
        # A page's own attributes cannot speak as a mark.
        assert all(element.tag == "span" for element in tree.xpath("//*[@data-victor]"))


@given(st.lists(st.sampled_from(hostile.page().splitlines()), max_size=8))
def test_whatever_is_put_together_is_harmless(lines):
    check(frame_of(blocks("\n".join(lines))))


def test_the_report_runs_its_own_script_and_nothing_else(cli, tmp_path):
    page = tmp_path / "hostile.html"
    page.write_text(hostile.page(), "utf-8")
    target = tmp_path / "out" / "report.html"
    assert cli("report", page, "--config", "boilerpipe", "-o", target)[0] == 0
    report = target.read_text("utf-8")
    tree = lxml_html.document_fromstring(report)
    policy = tree.find(".//meta[@http-equiv]").get("content")
    data, script = tree.findall(".//script")
    assert data.get("type") == "application/json"
    digest = b64encode(sha256(script.text.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none'; ")
    assert "innerHTML" not in script.text
    (frame,) = tree.findall(".//iframe")
    assert frame.get("sandbox") == "allow-same-origin"
    assert not tree.xpath("//@src | //link | //object | //embed | //form | //base")
    assert "<" not in data.text
    assert not re.search(r"(?:src|href|url|import)\W{1,3}(?:https?:)?//", script.text)
    assert data_of(report)["pages"][0]["id"] == "hostile.html"


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("p{color:red;background:url(x) red}", "p{color:red;}"),
        ("p{background:u\\72l(x);c:\\75 rl(x)}", ""),
        ("p{background:URL( 'x' );--x:url(x);a:calc(1px + (2px))}", "p{a:calc(1px + (2px));}"),
        ("p{x:var(--a, image-set('a' 1x))} q{y:z}", "q{y:z;}"),
        ("@import 'x';@charset 'x';@font-face{a:b}@keyframes k{a{b:c}}p{d:e}", "p{d:e;}"),
        ("@media print{@import 'x';p{a:b}}", "@media print{p{a:b;}}"),
        ("@supports (a:b){p{a:b}}@supports (a:url(x)){p{a:b}}", "@supports (a:b){p{a:b;}}"),
        ("@layer x{p{a:b !important}}", "p{a:b !important;}"),
        ("p{position:fixed;position:relative;position:STICKY}", "p{position:relative;}"),
        ("a:link{b:c}a:hover{d:e}a:any-link{f:g}",
         "a:not(.victor){b:c;}a:hover{d:e;}a:not(.victor){f:g;}"),
        ("p{content:'</style>'}", "p{content:\"<\\/style>\";}"),
        ("a[title='</style>']{b:c}", 'a[title="<\\/style>"]{b:c;}'),
        ("}}p{a:b} q{c:d}", "q{c:d;}"),
        ("[data-v\\69 ctor]{a:b}p{c:d}", "p{c:d;}"),
        ("p{a:b;q{c:url(x);d:e}}", "p{a:b;q{d:e;}}"),
        ("p{a:b", "p{a:b;}"),
        ("<!-- p{a:b} -->", "p{a:b;}"),
        ("@media x{" * 99 + "p{a:b}" + "}" * 99, ""),
        ("p{width:1px\\9 ;b:c}", "p{width:1px\\\t;b:c;}"),
        ("@media (400px<=width<900px){p{a:b}}", "@media (400px<=width<900px){p{a:b;}}"),
        ("p{--x:a</style>}", "p{--x:a<\\/style>;}"),
        ("p{b:c;a:cross-fade('//x/y', red)}q{a:-webkit-cross-fade('x', red)}", "p{b:c;}"),
        ("p{filter:progid:DX.Loader(src='x');-ms-filter:'pro\\67id:x(y)';a:b}", "p{a:b;}"),
        ("p{filter:blur(1px);a:filter('x', blur(1px))}", "p{filter:blur(1px);}"),
        ("p{a:-moz-image-rect('x', 0);b:SRC('x');c:unknown('//x');d:e}", "p{d:e;}"),
        ("p{--p:fixed;position:var(--p);position:static}", "p{--p:fixed;position:static;}"),
        ("p{color:" + "(" * 600 + "}q{r:s}", ""),
        ("p{color:" + "(" * 600 + ")" * 600 + ";a:b}q" + "[" * 600 + "]" * 600 + "{r:s}t{u:v}",
         "p{a:b;}t{u:v;}"),
    ],
)  # fmt: skip
def test_a_sheet_keeps_looks_alone(given, wanted):
    assert css.sheet(given) == wanted


@given(st.text("{}();:@!\\/*'\"<>- \nabimportul,x0", max_size=60))
def test_no_sheet_ends_its_element_or_names_a_resource(text):
    for made in (css.sheet(text), css.declarations(text)):
        assert "</" not in made
        assert "url(" not in made.lower()
        assert css.sheet(made) == css.sheet(css.sheet(made))


@given(markup())
def test_marks_hold_the_text_of_the_blocks(html):
    for plan in (BLOCK_TAGS, EVERY_TAG):
        page = blocks(html, plan)
        tree = lxml_html.document_fromstring(frame_of(page))
        found = [""] * len(page)
        for mark in tree.xpath("//*[@data-victor]"):
            found[int(mark.get("data-victor"))] += mark.text or ""
        assert ["".join(text.split()) for text in found] == [
            "".join(text.split()) for text in page.text
        ]


@pytest.mark.parametrize("name", sorted(path.name for path in DATA.glob("*.html")))
def test_sample_pages_keep_their_text_and_order(name):
    cleaner = load("boilerpipe")
    page = read_page((DATA / name).read_bytes(), name)
    made = blocks_of(cleaner.plan, page)
    found = view(cleaner, page, made)
    tree = lxml_html.document_fromstring(found.frame)
    numbers = [int(mark.get("data-victor")) for mark in tree.xpath("//*[@data-victor]")]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(len(made)))
    assert [block["text"] for block in found.blocks] == list(made.text)


def test_a_page_looks_as_it_did():
    frame = frame_of(
        blocks(
            "<html lang=de><head><style>.a{color:red}</style></head><body class=b><p class=a "
            "style='margin:0;background:url(x)'>One<br>two <b>three</b></p>"
            "<img src=x.png alt='A tree' width=20 height=30 class=c><img "
            "src='data:image/png;base64,AAAA' width=1><table border=1><tr><td colspan=2>four"
            "</table>"
            "<custom-one>five</custom-one><textarea>six</textarea><a href=x>seven</a>"
        )
    )
    assert '<html lang="de">' in frame
    assert '<body class="b">' in frame
    assert "<style>.a{color:red;}</style>" in frame
    assert '<p class="a" style="margin:0;">' in frame
    assert 'style="width:20px;height:30px;" class="c"' in frame
    assert '<img alt="" src="data:image/png;base64,AAAA" width="1">' in frame
    assert '<table border="1">' in frame
    assert '<td colspan="2">' in frame
    assert "<pre><span" in frame
    assert "<a> <span" in frame or "<a><span" in frame


# Texts


@pytest.fixture(scope="module")
def sampled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    for path in sorted(DATA.glob("*.anno"))[:4]:
        shutil.copy(path, folder)
        shutil.copy(path.with_suffix(".html"), folder)
    return folder


@pytest.fixture
def reported(cli, tmp_path, sample_model):
    def run(*arguments):
        target = tmp_path / "report.html"
        status, _, err = cli("report", *arguments, "--model", sample_model, "-o", target)
        assert status == 0, err
        return target.read_text("utf-8")

    return run


def test_a_page_alone_is_shown_block_by_block(reported, tmp_path):
    page = tmp_path / "news-en.html"
    shutil.copy(DATA / "news-en.html", page)
    data = data_of(reported(page))
    (shown,) = data["pages"]
    assert data["overview"] is False
    assert set(shown["facts"]) == {"confidence"}
    assert shown["counts"] == {}
    (one,) = (block for block in shown["blocks"] if block["text"] == "At a glance")
    assert one["path"].startswith("/html/body/")
    shares = [amount for _, _, amount in one["shares"]]
    assert sum(shares) + sum(one["around"]) == pytest.approx(one["sum"], abs=0.1)
    assert data["labels"][one["other"]] != data["labels"][one["label"]]
    assert all(0 <= name < len(data["names"]) for name, _, _ in one["shares"])


def test_with_an_annotation_beside_it_the_errors_are_shown(reported, cli, tmp_path):
    page = tmp_path / "page.html"
    text = "Some words of running text. " * 9
    page.write_text(f"<ul><li><a href=/>menu</a></ul><h1>A heading</h1><p>{text}</p>")
    (tmp_path / "page.anno").write_text(f"[l] menu\n[o] A heading\n[o] {text}\n")
    (shown,) = data_of(reported(page))["pages"]
    assert "word_f1" in shown["facts"]
    assert shown["counts"]["kept"] >= 1
    errors = {block["text"][:1]: block.get("error") for block in shown["blocks"]}
    assert errors["S"] == "kept"
    assert errors["m"] == "missed"
    assert 'data-victor-error="missed"' in shown["frame"]


def test_a_corpus_is_summed_up_and_its_worst_pages_are_linked(reported, sampled):
    report = reported(sampled, "--worst", "3")
    tree, data = lxml_html.document_fromstring(report), data_of(report)
    titles = [title.text for title in tree.findall(".//h2") if title.text]
    assert titles == ["Scores", "Labels", "Calibration", "Averages over classes",
                      "Pages ranked by confidence", "Precision-recall trade-off",
                      "Worst pages"]  # fmt: skip
    assert [page["facts"]["word_f1"] for page in data["pages"]] == sorted(
        page["facts"]["word_f1"] for page in data["pages"]
    )
    links = [link.text for link in tree.xpath("//a[starts-with(@href, '#page-')]")]
    assert links == [page["id"] for page in data["pages"]]
    assert len(links) == 3
    assert len(tree.findall(".//svg[@role='img']")) == 3


def test_pages_of_one_name_are_separate_pages(reported, cli, tmp_path):
    """And what nobody has finished is named once."""
    folder, words = tmp_path / "gold", "Some words of running text. " * 9
    for site, label in (("s1", "o"), ("s2", "p"), ("s3", "?")):
        (folder / site).mkdir(parents=True)
        (folder / site / "index.html").write_text(f"<p>{words}</p>")
        (folder / site / "index.anno").write_text(f"# page: index.html\n[{label}] {words}\n")
    tree = lxml_html.document_fromstring(report := reported(folder))
    assert [one.text for one in tree.xpath("//a[starts-with(@href, '#page-')]")] == [
        page["id"] for page in data_of(report)["pages"]
    ] == ["s1/index", "s2/index"]  # fmt: skip
    assert [page["facts"]["word_f1"] for page in data_of(report)["pages"]] == [0, 1]
    assert "2 of 2, by word F1" in report
    err = cli("report", folder, "--config", "boilerpipe", "-o", tmp_path / "x.html")[2]
    assert err.count("left out") == 1


def test_systems_are_compared(reported, cli, sampled, tmp_path):
    others = [tmp_path / f"{name}.json" for name in ("keep-everything", "boilerpipe")]
    for other in others:
        assert cli("evaluate", "--config", other.stem, "--json", other, sampled)[0] == 0
    report = reported(sampled, "--compare", *others)
    tree = lxml_html.document_fromstring(report)
    titles = [title.text for title in tree.findall(".//h2") if title.text]
    assert "All systems" in titles
    assert any(title.startswith("boilerpipe compared with ") for title in titles)
    assert "boilerpipe: word_f1" in data_of(report)["pages"][0]["facts"]


def test_pages_without_gold_are_ranked_by_confidence(cli, tmp_path, sample_model, monkeypatch):
    folder = tmp_path / "pages"
    folder.mkdir()
    for path in sorted(DATA.glob("*.html"))[:3]:
        shutil.copy(path, folder)
    (folder / "paper.html").write_bytes(b"%PDF-1.7\n")
    target = tmp_path / "report.html"
    options = ("--model", sample_model, "--worst", "2", "-o", target)
    clean = Cleaner.clean

    def breaks(self, page):
        if page.id == "large.html":
            raise TooLargeError(page.id, "many blocks")
        return clean(self, page) if page.id != "odd.html" else 1 / 0

    monkeypatch.setattr(Cleaner, "clean", breaks)
    (folder / "large.html").write_text("<p>Many words")
    (folder / "odd.html").write_text("<p>Odd words")
    (folder / "strange\x01<b>.html").write_text("<title>A\x02 title</title><p>Few words")
    status, _, err = cli("report", folder, *options)
    assert status == 1
    assert err.count("a PDF file") == 1
    assert "large.html: skipped: too large: many blocks" in err
    assert "odd.html: skipped: ZeroDivisionError" in err
    report = target.read_text("utf-8")
    assert "a PDF file" in report
    sure = [page["facts"]["confidence"] for page in data_of(report)["pages"]]
    assert sure == sorted(sure)
    assert len(sure) == 2
    assert "strange\ufffd&lt;b&gt;.html" in report


def test_the_same_page_gives_the_same_report(reported):
    assert len({reported(DATA / "mail-en.html") for _ in range(2)}) == 1


def test_a_page_from_a_pipe_and_one_without_text(cli, tmp_path):
    target = tmp_path / "report.html"
    for page in (b"<p>Some words", b""):
        assert cli("report", "-", "--config", "boilerpipe", "-o", target, stdin=page)[0] == 0
        (shown,) = data_of(target.read_text("utf-8"))["pages"]
        assert len(shown["blocks"]) == bool(page)


def test_results_that_are_no_numbers_are_refused(cli, tmp_path):
    result, target = tmp_path / "x.json", tmp_path / "report.html"
    result.write_text('{"pages": [{"id": "mail-en.html", "word_f1": NaN}]}')
    options = ("--config", "boilerpipe", "--compare", result, "-o", target)
    status, _, err = cli("report", DATA / "mail-en.anno", *options)
    assert status == 2
    assert f"{result}: page 'mail-en.html' has a word_f1 of nan: expected a finite number" in err
    assert not target.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nothing.html",), "nothing.html: no such file or directory"),
        ((".",), "no pages found"),
        ((DATA, "--worst", "0"), "--worst: expected 1 or more"),
        ((DATA / "mail-en.html", "--compare", "nothing.json"), "nothing.json: cannot be read"),
        (("good.html", "--compare", "x.json"), "--compare needs gold"),
        ((DATA / "mail-en.anno", "--score", "word_f2", "--compare", "x"), "did you mean 'word_f1'"),
    ],
)
def test_errors_of_the_report(cli, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    if "good.html" in arguments:
        (tmp_path / "good.html").write_text("<p>Words")
    status, _, err = cli("report", *arguments, "--config", "boilerpipe")
    assert status == 2
    assert said in err
    assert not (tmp_path / "report.html").exists()


def test_without_its_extra_the_command_says_so(cli, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "tinycss2", None)
    status, _, err = cli("report", DATA / "mail-en.html")
    assert (status, "victor-cleaner[report]" in err) == (2, True)


# What can be read


def luminance(rgb):
    """WCAG 2.2, relative luminance."""
    parts = [
        c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def rgb(code):
    code = code.strip("#")
    code = "".join(c * 2 for c in code) if len(code) == 3 else code
    return [int(code[i : i + 2], 16) for i in (0, 2, 4)]


def themes():
    text = (DATA.parent / "victor" / "report" / "report.css").read_text("utf-8")
    light, dark = re.findall(r":root \{(.*?)\}", text, re.DOTALL)[:2]
    for theme in (light, dark):
        yield dict(re.findall(r"--(\w+): (#\w+)", theme))


@pytest.mark.parametrize("theme", list(themes()), ids=("light", "dark"))
def test_text_and_lines_stand_out(theme):
    """WCAG 2.2 AA: 4.5 for text, 3 for what else has to be seen."""
    for name in ("text", "faint", "link", "bad"):
        for ground in ("back", "panel"):
            assert contrast(rgb(theme[name]), rgb(theme[ground])) >= 4.5, (name, ground)
    for name in ("for", "against", "s0", "s1", "s2", "s3"):
        assert contrast(rgb(theme[name]), rgb(theme["panel"])) >= 3, name


@pytest.mark.parametrize("colour", [code for code, _ in COLOURS] + ["104 104 104"])
def test_letters_stand_out_on_the_colours_of_labels(colour):
    assert contrast([int(part) for part in colour.split()], [255] * 3) >= 4.5


def test_labels_differ_in_more_than_colour():
    assert len({line for _, line in COLOURS}) == len(COLOURS)


def test_of_a_long_page_the_beginning_is_shown(cli, tmp_path, monkeypatch):
    monkeypatch.setattr("victor.report.page.MOST_BLOCKS", 3)
    page = tmp_path / "long.html"
    page.write_text("".join(f"<div><p>Block {i}</p></div>" for i in range(6)))
    target = tmp_path / "report.html"
    assert cli("report", page, "--config", "boilerpipe", "-o", target)[0] == 0
    (found,) = data_of(target.read_text("utf-8"))["pages"]
    assert [block["text"] for block in found["blocks"]] == ["Block 0", "Block 1", "Block 2"]
    assert "Block 2" in found["frame"]
    assert "Block 3" not in found["frame"]


def test_a_page_that_nests_without_end(cli, tmp_path):
    page = tmp_path / "deep.html"
    page.write_text("<div>" * 200_000 + "deep text")
    target = tmp_path / "report.html"
    assert cli("report", page, "--config", "boilerpipe", "-o", target)[0] == 0
    (found,) = data_of(target.read_text("utf-8"))["pages"]
    assert "deep text" in found["frame"]
    assert len(found["blocks"][0]["path"]) < 400


def test_style_that_nests_without_end_is_left_out(cli, tmp_path):
    deep = "(" * 5000
    (tmp_path / "deep.html").write_text(
        f"<style>p{{color:{deep}</style><p style='margin:0;color:{deep}'>deep text"
    )
    (tmp_path / "other.html").write_text("<p>other text")
    target = tmp_path / "out" / "report.html"
    assert cli("report", tmp_path, "--config", "boilerpipe", "-o", target)[0] == 0
    pages = data_of(target.read_text("utf-8"))["pages"]
    (deep,) = (page["frame"] for page in pages if page["id"] == "deep.html")
    assert len(pages) == 2
    assert '<p style="margin:0;">' in deep
