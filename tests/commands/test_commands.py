"""Whole pages through the command line, bad ones among good ones."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import DATA

from victor import __version__
from victor.commands import COMMANDS
from victor.compiled import built
from victor.config import resources
from victor.evaluate.gold import read_gold
from victor.evaluate.gold.annotation import parse
from victor.labelers import LABELERS
from victor.output import OUTPUTS
from victor.pipeline import Cleaner

GOOD = """<!DOCTYPE html><html><head><title>T</title></head><body><nav><a href=/>Home</a></nav>
<h1>A title of a page</h1><p>This is a paragraph of running text, with two sentences. It is long
enough to be taken for content by any model that was learned on real pages.</p>
<footer><a href=/c>Copyright</a></footer></body></html>"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "good.html"
    path.write_text(GOOD, "utf-8")
    return path


@pytest.mark.parametrize("name", OUTPUTS)
def test_every_output_keeps_the_contract(cli, sample_model, page, name):
    status, out, err = cli("clean", "--model", sample_model, "--format", name, page)
    assert (status, err) == (0, "")
    assert out.endswith("\n")
    assert "paragraph of running text" in out
    empty = page.with_name("empty.html")
    empty.write_text("<html></html>")
    status, out, err = cli("clean", "--model", sample_model, "--format", name, empty)
    assert status == 0
    assert "no text on this page" in err


@pytest.mark.parametrize("name", LABELERS)
def test_every_labeler_is_named_in_a_configuration_or_documented(name):
    texts = [path.read_text("utf-8") for path in resources.files("configs").values()]
    assert any(f"{name}:" in text or f"labeler: {name}" in text for text in texts)


def test_standard_input_to_standard_output(cli, sample_model):
    options = ("clean", "--model", sample_model, "--format", "text")
    status, out, _ = cli(*options, "-", stdin=GOOD.encode())
    assert status == 0
    assert "two sentences. It is long enough" in out


def test_the_default_output_is_markdown(cli, page):
    status, out, _ = cli("clean", "--config", "web", page)
    assert status == 0
    assert out.startswith("# A title of a page\n\nThis is a paragraph")


def test_the_ending_of_the_output_chooses_the_format(cli, page, tmp_path):
    for name, start in [
        ("a.txt", "This"),
        ("b.html", "<"),
        ("c.anno", "# victor"),
        ("d.md", "#"),
    ]:
        assert cli("clean", "-o", tmp_path / name, page)[0] == 0
        assert (tmp_path / name).read_text().startswith(start)
    assert cli("clean", "--format", "text", "-o", tmp_path / "e.md", page)[0] == 0
    assert (tmp_path / "e.md").read_text() == (tmp_path / "a.txt").read_text()


def test_annotations_learn_again(cli, sample_model, page, tmp_path):
    folder = tmp_path / "out"
    options = ("--model", sample_model, "--format", "annotation")
    assert cli("clean", *options, "-o", folder, page)[0] == 0
    (folder / "good.html").write_text(GOOD)
    document = parse(folder / "good.anno").document
    assert [block.text for block in document.blocks][:2] == ["Home", "A title of a page"]
    (gold,) = read_gold([folder])
    assert gold.complete


def test_the_same_page_gives_the_same_bytes(cli, sample_model, page):
    runs = {cli("clean", "--model", sample_model, "--format", "jsonl", page)[1] for _ in range(3)}
    assert len(runs) == 1


def test_json_lines_say_how_sure_the_cleaner_is(cli, sample_model, page):
    other = page.with_name("other.html")
    other.write_text("<p>Perhaps.")
    options = ("clean", "--model", sample_model, "--format", "jsonl")
    sure, unsure = map(json.loads, cli(*options, page, other)[1].splitlines())
    assert 0 <= unsure["confidence"] < sure["confidence"] <= 1


def test_prefer_keeps_more_or_less_of_a_page(cli, sample_model):
    options = ("clean", "--model", sample_model, "--format", "text", DATA / "forum-en.html")
    default = cli(*options)[1]
    assert cli(*options, "--prefer", "1")[1] == default
    sizes = [len(cli(*options, "--prefer", beta)[1]) for beta in ("0.05", "precision", 1, 20)]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]
    assert cli(*options, "--prefer", "recall")[1] == cli(*options, "--prefer", "2.0")[1]


BAD = {
    "empty.html": (b"", 0, "no text on this page"),
    "program.html": (b"\x7fELF\x02\x01\x01" + bytes(range(256)) * 20, 1, "a program"),
    "boilerplate.html": (bytes(range(256)) * 40, 1, "binary data"),
    "paper.html": (b"%PDF-1.7\n...", 1, "a PDF file"),
    "deep.html": (b"<div>" * 200_000 + b"deep text", 0, ""),
    "textless.html": (b"<html><body><img src=x></body></html>", 0, "no text on this page"),
    "broken.html.gz": (b"\x1f\x8b\x08\x00damaged", 1, "cannot be read"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_named_and_the_others_still_cleaned(cli, sample_model, page, name):
    data, status, message = BAD[name]
    bad = page.with_name(name)
    bad.write_bytes(data)
    found, out, err = cli("clean", "--model", sample_model, "--format", "text", bad, page)
    assert found == status
    assert message in err
    assert "Traceback" not in err
    assert "two sentences" in out
    if status:
        assert name in err
        assert "1 of 2 pages failed" in err


@pytest.mark.parametrize("command", ["clean", "features", "explain", "report", "annotate"])
def test_every_command_refuses_files_that_are_not_pages(cli, page, tmp_path, command):
    bad = page.with_name("paper.html")
    bad.write_bytes(b"%PDF-1.7\n...")
    options = ("-o", tmp_path / "report.html") if command == "report" else ()
    status, out, err = cli(command, *options, bad)
    assert status
    assert out == ""
    assert f"{bad}: skipped: not HTML: a PDF file" in err


@pytest.mark.slow
def test_a_page_of_20_megabytes(cli, sample_model, page):
    row = "<p>Some words of a very long page, number {}. They go on, and on, and on.{}</p>\n"
    big = page.with_name("big.html")
    big.write_text("".join(row.format(i, " And on." * 6) for i in range(160_000)))
    assert 20e6 < big.stat().st_size < 20 << 20
    status, out, _ = cli("clean", "--model", sample_model, "--format", "text", big, page)
    assert status == 0
    assert "two sentences" in out


@pytest.mark.parametrize("command", ["annotate", "report", "explain"])
def test_commands_for_pages_name_the_crawls_that_they_do_not_read(cli, tmp_path, command):
    crawl = tmp_path / "crawl.warc.gz"
    crawl.write_bytes(b"")
    output = ("-o", tmp_path / "out.html") if command == "report" else ()
    status, _, err = cli(command, *output, crawl)
    assert status == 2
    assert f"{crawl}: skipped: warc, not a page; 'victor sample' writes pages" in err


def test_a_missing_file_and_a_folder(cli, sample_model, page):
    options = ("clean", "--model", sample_model, "--format", "text")
    status, out, err = cli(*options, page.with_name("nowhere.html"), page.parent)
    assert (status, out) == (2, "")
    assert "nowhere.html: no such file or directory" in err
    assert "two sentences" in cli(*options, page.parent)[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("clean", "--config", "wbe", "x"), "did you mean 'web'"),
        (("clean", "--config", "cleaneval-exp1", "x"), "victor learn --config cleaneval-exp1"),
        (("clean", "--model", "nowhere", "x"), "unknown model 'nowhere'"),
        (("clean", "--model", "articel", "x"), "did you mean 'article'?"),
        (("clean", "--config", str(DATA), "x"), "data: expected a file, found a directory"),
        (("clean", "--model", str(DATA / "news-en.html"), "x"), "a file; a model is a directory"),
        (("clean", "--config", "nothing", "x"), "unknown config 'nothing'; known: article, boiler"),
        (("clean", "--config", "nothing", "x"), "texrex, web, web-crf\n"),
        (("clean", "--format", "txt", "x"), "did you mean 'text'"),
        (("clean", "--prefer", "recal", "x"), "victor: --prefer: expected a name or a number"),
        (("clean", "--keep", "title,coment", "x"), "--keep: unknown role 'coment'; did you mean"),
        (("clean", "--select", "##", "x"), "--select: selector '##': not a valid CSS selector"),
        (("clean", "--convention", "wcxb-dv", "x"), "--convention: unknown convention 'wcxb-dv'"),
        (("clean", "--ignore-robots", str(DATA)), "--ignore-robots: no input is a URL"),
        (("clean", "--restart", "x.html"), "--restart needs -o"),
        (("evaluate", "--folds", "2", "--prefer", "recal", str(DATA)), "--prefer: expected a name"),
        (("evaluate", "--ceiling", "--without", "token.wrods", str(DATA)), "--without: 'token.wr"),
        (("evaluate", "--seed", "1", str(DATA)), "--seed needs --folds"),
        (("evaluate", "https://a.example/x"), "https://a.example/x: save this page to a file"),
        (("features", "--codes", str(DATA / "blog-en.html")), "--codes: web has no bins"),
        (("evaluate", "--ceiling", "--workers", "2", str(DATA)), "--workers needs --folds"),
        (("evaluate", "--folds", "2", "--workers", "0", str(DATA)), "--workers"),
        (("evaluate", "--ceiling", "--convention", "x", str(DATA)), "--convention needs a model"),
        (
            ("evaluate", "--folds", "2", "--convention", "x", "--config", "web-crf", str(DATA)),
            "--convention x: crf has no conventions",
        ),
        (("evaluate", "--pages", "", str(DATA)), "--pages: the name is empty"),
        (("evaluate", "--pages", "nowhere", str(DATA)), "--pages nowhere: no such directory"),
        (("learn", "--pages", "nowhere", str(DATA)), "--pages nowhere: no such directory"),
        (("report", "--pages", __file__, str(DATA)), "test_commands.py: expected a directory"),
        (("features", "--columns", "tokn.*", str(DATA / "news-en.html")), "did you mean 'token.*'"),
        (
            ("features", "--columns", "{char,sentence}.*,tokn.*", str(DATA / "news-en.html")),
            "no feature 'tokn.*'",
        ),
        (("evaluate", "--prefer", "recal", str(DATA)), "did you mean 'recall'"),
        (("clean", "--config", "bte", "--prefer", "2", "x"), "--prefer: no effect on 'bte'"),
        (("evaluate", "--config", "bte", "--prefer", "2", str(DATA)), "--prefer: no effect on"),
        (
            ("evaluate", "--config", "bte", "--prefer", "2", "--folds", "2", str(DATA)),
            "--prefer: no effect on 'bte', which is equally sure of all blocks",
        ),
        (("evaluate", "--prefer", "2", "--ceiling", str(DATA)), "--ceiling does not decode"),
        (("claen", "x"), "did you mean 'clean'"),
        (("clean",), "FILE|DIR|URL|-"),
        (("clean", "--confg", "web", "x"), "--confg"),
        (("learn", "nowhere"), "nowhere: no such file"),
        (("evaluate", "--scores", "wrods", str(DATA)), "did you mean 'words'"),
        (("evaluate", "--folds", "99", str(DATA)), "the number of hosts, found 99"),
        (("evaluate", "--folds", "0", str(DATA)), "the number of hosts, found 0"),
        (("clean", "--max-bytes", "0", "-o", "x.jsonl", str(DATA)), "--max-bytes: expected 1 or"),
        (("evaluate", "--worst", "-1", str(DATA)), "--worst: expected 0 or more, found -1"),
        (("features", str(DATA)), "found a directory"),
        (("clean", "--charset", "utf-99", "x"), "unknown encoding 'utf-99'"),
        (("clean", "--charset", "utf9", "x"), "'utf9'; did you mean 'utf-8'?"),
        (("evaluate", "--without", "token.*", str(DATA)), "--without needs"),
        (("evaluate", "--model", "x", "--ceiling", str(DATA)), "need --config"),
        (("learn", "-o", str(DATA / "news-en.html"), str(DATA)), "expected a directory"),
        (("configs", "wbe"), "did you mean 'web'"),
        (("convert", "--format", "cleanevl", "x"), "did you mean 'cleaneval'"),
    ],
)
def test_wrong_names_and_values_have_status_2_and_a_hint(cli, arguments, message):
    status, _, err = cli(*arguments)
    assert status == 2
    assert message in err
    assert "Traceback" not in err


def test_several_pages_go_to_a_folder_with_the_structure_kept(cli, sample_model, page, tmp_path):
    deeper = page.parent / "in" / "sub" / "a.htm"
    deeper.parent.mkdir(parents=True)
    deeper.write_text(GOOD)
    target = tmp_path / "out"
    options = ("clean", "--model", sample_model, "--format", "text", "-o", target)
    assert cli(*options, page.parent / "in")[0] == 0
    assert [str(p.relative_to(target)) for p in target.rglob("*.txt")] == ["sub/a.txt"]


def test_pages_that_would_overwrite_each_other_are_refused(cli, sample_model, page, tmp_path):
    other = tmp_path / "other" / "good.htm"
    other.parent.mkdir()
    other.write_text(GOOD)
    status, _, err = cli("clean", "--model", sample_model, "-o", tmp_path / "out", page, other)
    assert status == 2
    assert "have the same output file" in err
    status, _, err = cli("clean", "--model", sample_model, "-o", tmp_path / "out", page, page)
    assert (status, err.endswith("given twice\n")) == (2, True)


def test_a_page_that_raises_an_error_is_skipped(cli, sample_model, page, monkeypatch):
    clean = Cleaner.clean

    def fail_on_bad(self, page):
        if "bad" in page.html:
            raise RuntimeError("a bug")
        return clean(self, page)

    monkeypatch.setattr(Cleaner, "clean", fail_on_bad)
    bad = page.with_name("bad.html")
    bad.write_text("<p>bad")
    status, out, err = cli("clean", "--model", sample_model, "--format", "text", bad, page)
    assert status == 1
    assert "bad.html: skipped: error: RuntimeError: a bug" in err
    assert "two sentences" in out


def test_pages_on_standard_output_are_separated(cli, sample_model, page):
    out = cli("clean", "--model", sample_model, "--format", "text", page, page)[1]
    first, second = out.split("\n\n\n") if "\n\n\n" in out else out.split("\n\nA title")
    assert "two sentences" in first
    assert "two sentences" in second


def test_learn_clean_evaluate(cli, tmp_path):
    """The whole way, on the sample pages."""
    folder = tmp_path / "mine"
    status, _, err = cli("learn", "--config", "cleaneval-crf", "-o", folder, DATA)
    assert status == 0
    assert "p paragraph" in err
    assert "iterations, loss" in err
    status, out, _ = cli("clean", "--model", folder, DATA / "news-en.html")
    assert status == 0
    assert out.startswith("URL: http")
    report = tmp_path / "scores.json"
    status, out, _ = cli("evaluate", "--model", folder, "--scores", "all", "--json", report, DATA)
    assert status == 0
    for line in ("| word F1 |", "| total |", "| evert words F1 |", "| all labels |", "worst pages"):
        assert line in out
    rows = json.loads(report.read_text())
    assert len(rows["pages"]) >= 16
    assert rows["means"]["word_f1"]["mean"] > 0.9


def test_folds_on_the_sample_pages(cli):
    status, out, err = cli("evaluate", "--config", "web-crf", "--folds", 4, "--workers", 2, DATA)
    assert status == 0
    assert "fold 4 of 4" in err
    assert "4 folds by host" in out


def test_ceiling_of_the_sample_pages(cli):
    status, out, _ = cli("evaluate", "--ceiling", "--scores", "words, cleaneval", DATA)
    assert status == 0
    mean = float(next(line for line in out.splitlines() if "word F1 |" in line).split("|")[2])
    assert mean > 0.98


def test_features_prints_a_row_for_each_block(cli, page):
    status, out, _err = cli("features", "--columns", "token.words,position.*", page)
    rows = [line.split("\t") for line in out.splitlines()]
    assert status == 0
    assert rows[0][:2] == ["text", "token.words"]
    assert {len(row) for row in rows} == {len(rows[0])}
    assert rows[2][0] == "A title of a page"
    assert rows[2][1] == "5"


def test_configs_lists_and_shows(cli):
    status, out, _ = cli("configs")
    assert status == 0
    for name in (
        "web",
        "web-crf",
        "cleaneval",
        "cleaneval-crf",
        "cleaneval-exp1",
        "cleaneval-exp2",
        "cleaneval-exp3",
    ):
        assert name in out
    assert "_shared" not in out
    assert "every_tag: true" in cli("configs", "cleaneval-crf")[1]


def test_convert_to_cleaneval(cli, tmp_path):
    file = tmp_path / "x.anno"
    file.write_text("# url: http://a.example/\n[h] T\n[p] See\n[c] this\n[c]!\n[o] x\n[l] i\n")
    status, out, _ = cli("convert", file)
    assert status == 0
    assert out == "URL: http://a.example/\n\n<h>T\n\n<p>See this!\n\n<l>i\n"


def test_converted_documents_are_separated(cli, tmp_path):
    for name in "ab":
        (tmp_path / f"{name}.anno").write_text(f"[p] Text {name}\n")
    files = [tmp_path / "a.anno", tmp_path / "b.anno"]
    status, out, _ = cli("convert", "--format", "markdown", "-o", "-", *files)
    assert (status, out) == (0, "Text a\n\nText b\n")
    assert cli("convert", "--format", "markdown", tmp_path)[1] == out
    assert cli("convert", "-o", tmp_path / "out", tmp_path)[0] == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.txt", "b.txt"]
    (tmp_path / "a.anno").write_text("[x] Text\n")
    status, out, err = cli("convert", "--format", "text", tmp_path)
    assert (status, out) == (1, "Text b\n")
    assert "a.anno:1: " in err
    status, _, err = cli("convert", "--format", "annotation", "-o", tmp_path, "--force", tmp_path)
    assert (status, "refusing to overwrite the input" in err) == (1, True)
    (tmp_path / "empty").mkdir()
    status, _, err = cli("convert", tmp_path / "empty")
    assert (status, "empty: no annotations (.anno) here" in err) == (2, True)
    status, _, err = cli("convert", "-o", tmp_path / "all.jsonl", *files)
    assert (status, "expected a directory; name it" in err) == (2, True)


def test_commands_start_quickly_and_help_names_them_all(cli):
    status, out, _ = cli("--help")
    assert status == 0
    for name in COMMANDS:
        assert name in out


def test_a_reader_that_goes_away_is_no_error(sample_model, page):
    command = f"{sys.executable} -m victor clean --model {sample_model} {page} {page} | head -1"
    found = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False
    )
    assert "Traceback" not in found.stderr
    assert found.stdout == "# A title of a page\n"


def test_the_version_states_whether_it_is_compiled(cli):
    status, out, _ = cli("--version")
    assert status == 0
    assert out.startswith(f"victor {__version__}, ")
    assert ("compiled" in out) == built()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("clean", "--format", "text--links", "x.html"),
            "text: expected options such as '-links', found '--links'",
        ),
        (("clean", "--fromat", "text", "x.html"), "clean: unknown option '--fromat'; did you mean"),
        (
            ("clean", "x.html", "-x.html"),
            "clean: unknown option '-x.html'; to read the file, write ./-x.html",
        ),
        (("completion", "bsh"), "SHELL: unknown name 'bsh'; did you mean 'bash'?"),
        (
            ("learn", "--weights", "al", "x.html"),
            "--weights: unknown name 'al'; did you mean 'all'",
        ),
        (("explain", "x.html", "--blok=y"), "unknown option '--blok'; did you mean '--block'?"),
        (("clean", "--timeout", "nan", "x.html"), "expected seconds (e.g. 30, 0.5), found 'nan'"),
        (("clean", "--timeout=-1", "x.html"), "expected seconds (e.g. 30, 0.5), found '-1'"),
        (("explain", "*.html"), "*.html: expected one page, found several pages"),
        (("explain", "x.jsonl"), "x.jsonl: expected one page, found no page"),
        (("features", "*.html"), "*.html: expected one page, found several pages"),
        (("explain", "x.html", "--top", "-1"), "--top: expected 1 or more, found -1"),
        (("clean", "-o", "x.html", "x.html"), "x.html: refusing to overwrite the input"),
        (("clean", "-o", "x.jsonl", "./x.jsonl"), "x.jsonl: refusing to overwrite the input"),
        (("report", "-o", "x.html", "x.html"), "x.html: refusing to overwrite the input"),
        (("report", "x.html", "--score", "word_f1"), "--score needs --compare"),
        (("clean", "@names"), "names: the list contains itself"),
        (("clean", "--workers", "1", "@nul"), "nul: not a text file with one path per line"),
        (("configs", "nosuch"), "known: article,"),
        (("clean", "x.html", ""), "clean: FILE|DIR|URL|-: the name is empty"),
        (("features", ""), "features: FILE|URL|-: the name is empty"),
        (("clean", "-o", "", "x.html"), "clean: -o: the name is empty"),
        (("clean", "--model", "", "x.html"), "clean: --model: the name is empty"),
        (("report", "-o", "", "x.html"), "report: -o: the name is empty"),
        (("learn", "--start", "", "x.html"), "learn: --start: the name is empty"),
    ],
)
def test_wrong_usage_is_reported(cli, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    for name in ("x.html", "y.html", "x.jsonl", "-x.html"):
        Path(name).write_text(GOOD, "utf-8")
    Path("names").write_text("x.html\n@names\n")
    Path("nul").write_bytes(b"x.html\0y.html\0")
    status, out, err = cli(*arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert Path("x.html").read_text("utf-8") == Path("x.jsonl").read_text("utf-8") == GOOD


def test_an_output_directory_that_is_a_file_is_reported(cli, sample_model, page):
    target = page / "below" / "out.txt"
    status, _, err = cli("clean", "--model", sample_model, "-o", target, page)
    assert status == 1
    assert f"victor: {target}: cannot be written: " in err


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are Unicode elsewhere")
@pytest.mark.parametrize("command", ["clean", "report", "convert"])
def test_a_page_whose_name_is_not_unicode_is_a_page(cli, sample_model, page, command):
    named = page.with_name("bad\udcff.html")
    page.rename(named)
    out = page.with_name("out")
    options = ("--model", sample_model, "-o", out)
    if command == "convert":
        cli("clean", *options, "--format", "annotation", named)
        (named,) = out.iterdir()
        options = ("-o", page.with_name("text"))
    assert cli(command, *options, named)[0] == 0
    assert not list(page.parent.rglob("*.part"))


def test_what_goes_to_a_pipe_is_utf_8_wherever_it_runs(sample_model, page):
    page.write_text(GOOD.replace("running", "l\u00e4ufig"), "utf-8")
    command = [sys.executable, "-m", "victor", "clean", "--model", str(sample_model), str(page)]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    out = subprocess.run(command, capture_output=True, check=True, env=environment).stdout
    assert "of l\u00e4ufig text" in out.decode("utf-8")


def test_an_explanation_does_not_steer_the_terminal(cli, page):
    page.write_text(GOOD.replace("running", "\x1b[31mred"), "utf-8")
    out = cli("explain", page)[1]
    assert "of \ufffd[31mred text" in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("convert", "deep.json"),
        ("compare", "deep.json", "deep.json"),
        ("learn", "--scores", "deep.json", DATA),
        ("configs", "./deep.yaml"),
    ],
)
def test_endless_nesting_is_reported(cli, tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    for name in ("deep.json", "deep.yaml"):
        Path(name).write_text("[" * 100_000)
    status, _, err = cli(*arguments)
    assert status
    assert "deep." in err


def test_a_name_that_states_another_format_is_refused(cli, page, tmp_path):
    status, _, err = cli("clean", "-o", tmp_path / "x.pdf", page)
    assert (status, "unknown extension .pdf" in err) == (2, True)
    assert cli("clean", "--format", "text", "-o", tmp_path / "x.log", page)[0] == 0
    assert not (tmp_path / "x.pdf").exists()


def test_a_hyphen_as_output_is_standard_output(cli, page):
    assert cli("clean", "-o", "-", page) == cli("clean", page)


def test_nothing_asked_for_is_answered_by_the_commands(cli):
    status, _, err = cli()
    assert (status, "annotate" in err) == (2, True)
