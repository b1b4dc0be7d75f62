"""What `-o` may replace, and what names of outputs mean."""

import gzip
import json
import os
import re
import stat
import subprocess
import sys
from threading import Thread

import pytest
from conftest import DATA

ONE, TWO = DATA / "news-en.html", DATA / "news-de.html"


@pytest.mark.parametrize("name", ["page.txt", "rows.jsonl", "rows.parquet", "rows.jsonl.gz"])
def test_an_existing_file_is_replaced_by_force_only(cli, tmp_path, name):
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    out = tmp_path / name
    out.write_bytes(b"of another run")
    status, _, err = cli("clean", "-o", out, ONE)
    assert status == 2
    assert f"{out}: exists; use --force" in err
    assert out.read_bytes() == b"of another run"
    assert cli("clean", "--force", "-o", out, ONE)[0] == 0
    assert out.read_bytes() != b"of another run"


def test_files_of_a_directory_are_replaced_by_force_only(cli, tmp_path):
    assert cli("clean", "--format", "text", "-o", tmp_path / "out", ONE, TWO)[0] == 0
    status, _, err = cli("clean", "--format", "text", "-o", tmp_path / "out", ONE, TWO)
    assert status == 2
    assert "news-en.txt: exists" in err
    again = cli("clean", "--format", "text", "--workers", 1, "-o", tmp_path / "out", ONE, TWO)
    assert again[0] == 2
    assert "is not empty" in again[2]
    assert cli("clean", "--format", "text", "--force", "-o", tmp_path / "out", ONE, TWO)[0] == 0


@pytest.mark.parametrize("options", [(), ("--workers", 1)])
@pytest.mark.parametrize("name", ["two.txt", "x.md"])
def test_a_directory_whose_name_has_an_ending_is_named_with_a_slash(cli, tmp_path, name, options):
    status, _, err = cli("clean", *options, "-o", tmp_path / name, ONE, TWO)
    assert status == 2
    assert f"for a directory, use -o {tmp_path / name}/" in err
    assert not (tmp_path / name).exists()
    assert cli("clean", *options, "-o", f"{tmp_path / name}/", ONE, TWO)[0] == 0
    assert (tmp_path / name).is_dir()


@pytest.mark.parametrize("options", [(), ("--workers", 1)])
def test_a_file_named_with_a_slash_is_no_directory(cli, tmp_path, options):
    (tmp_path / "notes").write_text("mine")
    status, _, err = cli("clean", *options, "-o", f"{tmp_path / 'notes'}/", ONE, TWO)
    assert status == 2
    assert "expected a directory for several pages, found a file" in err
    assert (tmp_path / "notes").read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("options", [("--format", "text"), ("--to", "jsonl")])
def test_a_pipe_is_written_to_and_stays_one(cli, tmp_path, options):
    pipe, found = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    assert cli("clean", *options, "-o", pipe, ONE)[0] == 0
    reader.join(20)
    assert len(found[0]) > 500
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_nothing_to_clean_is_a_failure(cli, tmp_path):
    (tmp_path / "none").mkdir()
    (tmp_path / "empty.jsonl").touch()
    assert cli("clean", tmp_path / "none")[0] == 1
    assert cli("clean", tmp_path / "empty.jsonl")[0] == 1


def test_annotations_made_by_hand_are_never_replaced_by_converting(cli, tmp_path):
    file, other = tmp_path / "x.anno", tmp_path / "out" / "x.txt"
    file.write_text("# by hand\n[p] See\n")
    for force in ((), ("--force",)):
        status, _, err = cli("convert", "--format", "annotation", "-o", tmp_path, *force, file)
        assert (status, "refusing to overwrite the input" in err) == (1, True)
    assert file.read_text().startswith("# by hand\n")
    assert cli("convert", "-o", tmp_path / "out", file)[0] == 0
    other.write_text("mine")
    status, _, err = cli("convert", "-o", tmp_path / "out", file)
    assert (status, other.read_text()) == (1, "mine")
    assert "exists; use --force to replace it" in err
    assert cli("convert", "--force", "-o", tmp_path / "out", file)[0] == 0


def test_results_replace_older_results_but_no_other_file(cli, tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.anno").write_text("[p] See\n")
    given = [tmp_path / "a.anno", tmp_path / "b.anno"]
    results, notes = tmp_path / "results.json", tmp_path / "notes.json"
    notes.write_text('{"mine": 1}')
    for _ in range(2):
        assert cli("agreement", *given, "--json", results)[0] == 0
    for wrong in (notes, given[0]):
        status, _, err = cli("agreement", *given, "--json", wrong)
        assert (status, "exists; use --force" in err or "the input: --json" in err) == (2, True)
    status, _, err = cli("agreement", *given, "--force", "--json", given[0])
    assert (status, "refusing to overwrite the input: --json" in err) == (2, True)
    assert cli("agreement", *given, "--force", "--json", notes)[0] == 0


def test_a_report_replaces_a_report_but_no_other_page(cli, tmp_path):
    page, out = tmp_path / "page.html", tmp_path / "report.html"
    page.write_text("<p>Hello.")
    for _ in range(2):
        assert cli("report", page, "--config", "keep-everything", "-o", out)[0] == 0
    out.write_text("<!doctype html><p>A page.")
    status, _, err = cli("report", page, "--config", "keep-everything", "-o", out)
    assert (status, "report.html: exists; use --force" in err) == (2, True)
    assert cli("report", page, "--force", "--config", "keep-everything", "-o", out)[0] == 0


def test_files_of_a_corpus_are_not_replaced_by_results(cli, tmp_path):
    (tmp_path / "page.html").write_text("<p>Hello.")
    command = ("report", tmp_path, "--force", "--config", "keep-everything")
    status, _, err = cli(*command, "-o", tmp_path / "page.html")
    assert (status, "refusing to overwrite a file of" in err) == (2, True)
    assert (tmp_path / "page.html").read_text() == "<p>Hello."
    for _ in range(2):
        assert cli(*command, "-o", tmp_path / "report.html")[0] == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_results_are_written_to_a_pipe_without_reading_it(cli, tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.anno").write_text("[p] See\n")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert cli("agreement", tmp_path / "a.anno", tmp_path / "b.anno", "--json", pipe)[0] == 0
    assert os.read(reader, 1) == b"{"
    os.close(reader)


def test_files_left_out_of_a_directory_are_counted(cli, tmp_path):
    folder, empty = tmp_path / "pages", tmp_path / "empty"
    folder.mkdir()
    empty.mkdir()
    for name in ("a.html", "a.anno", "look.css", "picture.PNG", ".hidden"):
        (folder / name).write_text("<p>Hello.")
    options = ("clean", "--config", "keep-everything", "-o", tmp_path / "out", "--force")
    assert "left out" not in cli(*options, folder)[2]
    for name in ("page", "b.php", "c.php", "table.parquet"):
        (folder / name).write_text("<p>Hello.")
    for more in ((), ("--workers", 1)):
        err = cli(*options, *more, folder, empty)[2]
        assert "pages: 4 files left out (.php: 2, " in err
        assert "no ending: 1" in err
        assert "empty: no pages found" in err
    assert cli(*options, folder / "a.html", folder / "b.php")[0] == 0
    for name in ("a.html", "table.parquet"):
        (folder / name).unlink()
    for more in ((), ("--workers", 1)):
        status, _, err = cli(*options, *more, folder)
        assert (status, "pages: no pages found; 3 files left out (.php: 2, " in err) == (1, True)


def test_files_with_unknown_endings_are_pages_if_all_inputs_are(cli, tmp_path):
    folder = tmp_path / "mirror"
    (folder / "en").mkdir(parents=True)
    names = ("index.html", "about", "page.php?id=3", "en/old.asp")
    for name in (*names, ".hidden", "robots.txt", "look.css", "rows.jsonl"):
        (folder / name).write_text("<p>Hello.")
    options = ("clean", "--config", "keep-everything", "--to", "jsonl", "--fields", "id")
    _, out, err = cli(*options, folder)
    assert out.count("\n") == 1
    assert "mirror: 4 files left out (" in err
    assert "files named explicitly are read, and --from pages reads unknown extensions" in err
    status, out, err = cli(*options, "--from", "pages", folder)
    assert (status, sorted(json.loads(line)["id"] for line in out.splitlines())) == (
        0,
        sorted(names),
    )
    assert "mirror: 1 file left out (.jsonl: 1); files named explicitly are read\n" in err


def test_a_directory_without_pages_says_what_it_has(cli, tmp_path):
    (tmp_path / "a.txt").write_text("Hello.")
    (tmp_path / "b.txt").write_text("Hello.")
    for more in ((), ("--workers", 1)):
        status, _, err = cli("clean", "--config", "keep-everything", *more, tmp_path)
        message = "no pages found; 2 files left out (.txt: 2); files named explicitly are read\n"
        assert (status, message in err) == (1, True)


def test_the_output_is_not_counted_as_left_out(cli, tmp_path):
    (tmp_path / "a.html").write_text("<p>Hello.")
    options = ("clean", "--config", "keep-everything", "--to", "jsonl")
    status, _, err = cli(*options, "-o", tmp_path / "rows.jsonl", tmp_path)
    assert (status, "left out" in err) == (0, False)


@pytest.mark.skipif(os.name == "nt", reason="symbolic links")
def test_files_of_a_directory_are_read_in_order_with_links_to_files(cli, tmp_path):
    folder = tmp_path / "pages"
    for name in ("b/x.html", "B/.q.html", "b.html", ".h.html", "a.html"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"<p>{name}")
    links = {"c.html": "a.html", "dir": "b", "none.html": "missing", "loop.html": "loop.html"}
    for name, target in links.items():
        (folder / name).symlink_to(target)
    _, out, err = cli("clean", "--config", "keep-everything", "--format", "text", folder)
    assert "pages: 3 files left out (broken link: 2, linked directory: 1)" in err
    assert out.split() == [".h.html", "B/.q.html", "a.html", "b/x.html", "b.html", "a.html"]


def test_the_files_that_a_message_suggests_for_several_pages_can_be_written(cli, tmp_path):
    for name in ("a.html", "b.html"):
        (tmp_path / name).write_text("<p>Hello.")
    clean = ("clean", "--config", "keep-everything", tmp_path / "a.html", tmp_path / "b.html")
    status, _, err = cli(*clean, "-o", tmp_path / "x.md")
    assert status == 2
    suggested = re.search(r"for a single file, use (.*), or any name with --to stream;", err)[1]
    suggested = re.findall(r"(\.[a-z]+)(?: \(([^)]*)\))?", suggested)
    names = [name + end for name, ends in suggested for end in ("", *ends.split(", "))]
    assert {".jsonl.zst", ".prevert.gz", ".parquet", ".wet.gz"} < {*names}
    for name in names:
        assert cli(*clean, "--workers", 1, "--force", "-o", tmp_path / f"x{name}")[0] == 0
        assert (tmp_path / f"x{name}").is_file()
    assert cli(*clean, "--to", "stream", "-o", tmp_path / "x.md")[0] == 0
    assert (tmp_path / "x.md").read_text().split() == ["Hello.", "Hello."]


def test_a_message_says_how_to_compress_a_single_page(cli, tmp_path):
    page, out = tmp_path / "a.html", tmp_path / "a.json.gz"
    page.write_text("<p>Hello.")
    clean = ("clean", "--config", "keep-everything", "-o", out, page)
    for options in ((), ("--format", "json")):
        status, _, err = cli(*clean, *options)
        assert (status, "add --to stream" in err) == (2, True)
        assert not out.exists()
    assert cli(*clean, "--to", "stream")[0] == 0
    assert json.loads(gzip.decompress(out.read_bytes()))["title"] is None


def test_a_run_without_inputs_writes_nothing(cli, tmp_path):
    (tmp_path / "empty").mkdir()
    status, _, err = cli("clean", "-o", tmp_path / "x.jsonl", tmp_path / "empty")
    assert (status, "0 inputs" in err) == (1, True)
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]


@pytest.mark.parametrize("options", [(), ("--workers", 1)])
def test_an_address_is_that_of_one_page(cli, tmp_path, options):
    for name in ("a.html", "b.html"):
        (tmp_path / name).write_text("<p>Hello.")
    clean = ("clean", "--config", "keep-everything", *options, "--format", "jsonl", "--url")
    assert "http://a.example/" in cli(*clean, "http://a.example/", tmp_path / "a.html")[1]
    status, _, err = cli(*clean, "http://a.example/", tmp_path)
    assert (status, "--url: expected one page, found several" in err) == (2, True)
    status, _, err = cli(*clean, "foo", tmp_path / "a.html")
    assert (status, "--url: expected a URL that starts with" in err) == (2, True)


def test_an_error_names_the_shipped_model_that_fits_a_configuration(cli, tmp_path):
    for text, fits in (("extends: web-crf\n", True), ("extends: web-crf\nbullet: [x]\n", True),
                       ("extends: web-crf\nwithout: [token.words]\n", False)):  # fmt: skip
        task = tmp_path / "mine.yaml"
        task.write_text(text)
        status, _, err = cli("clean", "--config", task, tmp_path / "page.html")
        assert (status, "learn one: victor learn" in err) == (2, True)
        assert (f"{task} names no model; add 'model: web-crf'" in err) is fits


@pytest.mark.parametrize("gold", ["[?] Hello.\n", ""])
def test_nothing_to_evaluate_is_an_error(cli, tmp_path, gold):
    (tmp_path / "a.html").write_text("<p>Hello.")
    (tmp_path / "a.anno").write_text(gold)
    status, _, err = cli("evaluate", "--config", "keep-everything", tmp_path)
    assert status == 2
    assert "left out" in err
    assert "nothing to evaluate" in err


@pytest.mark.parametrize(
    ("arguments", "closed", "status", "message"),
    [
        (("clean", "{page}", "-o", "{out}"), 1, 0, ""),
        (("clean", "{page}", "-o", "{out}", "--workers", "1"), 1, 0, "1 input: 1 cleaned"),
        (("clean", "{page}"), 1, 2, "standard output: cannot be written"),
        (("--version",), 1, 2, "standard output: cannot be written"),
        (("clean", "-"), 0, 0, "no text"),
    ],
)
def test_closed_standard_streams_are_no_accident(tmp_path, arguments, closed, status, message):
    page, out = tmp_path / "page.html", tmp_path / "out.jsonl"
    page.write_text("<p>The harbour reopened on Monday, and many people came to see it.")
    command = [
        sys.executable,
        "-m",
        "victor",
        *(one.format(page=page, out=out) for one in arguments),
    ]
    streams = {"stdout": subprocess.DEVNULL, "stdin": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    found = subprocess.run(
        command, **streams, text=True, check=False, preexec_fn=lambda: os.close(closed)
    )
    assert (found.returncode, found.stderr.count("Traceback")) == (status, 0)
    assert message in found.stderr
    assert out.exists() is ("{out}" in arguments)


def test_results_are_printed_even_if_their_file_cannot_be_written(cli, tmp_path):
    (tmp_path / "file").write_text("")
    found = cli("evaluate", "--ceiling", "--json", tmp_path / "file" / "x.json", DATA)
    assert (found[0], "x.json: cannot be written" in found[2]) == (2, True)
    assert "| word F1 |" in found[1]
