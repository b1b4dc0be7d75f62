"""`victor clean` with URLs, with options for content, and on pages without content."""

import json

import pytest
from conftest import DATA
from servers import answer, serving

pytest.importorskip("httpx2")
pytest.importorskip("protego")

PAGE = (DATA / "news-en.html").read_bytes()
CLEAN = ("clean", "--format", "text")


def test_an_address_is_a_page_like_others(cli):
    with serving({"/news": answer(PAGE)}) as server:
        status, out, err = cli(*CLEAN, f"{server.url}/news")
    assert (status, err) == (0, "")
    assert out == cli(*CLEAN, DATA / "news-en.html")[1]


def test_the_header_declares_the_encoding_and_redirects_the_address(cli):
    page = answer("<p>Съешь же ещё".encode("koi8-r"), kind="text/html; charset=koi8-r")
    with serving({"/a": page}) as server:
        row = json.loads(cli("clean", "--format", "jsonl", f"{server.url}/a")[1])
        assert row["url"] == f"{server.url}/a"
    assert row["text"] == "Съешь же ещё\n"


def test_addresses_that_fail_are_named_and_the_others_still_cleaned(cli):
    pages = {
        "/good": answer(PAGE),
        "/paper": answer(b"%PDF-1.7", kind="application/pdf"),
        "/private": answer(PAGE),
        "/robots.txt": answer(b"User-agent: *\nDisallow: /private\n"),
    }
    with serving(pages) as server:
        names = [f"{server.url}/{name}" for name in ("none", "paper", "private", "good")]
        status, out, err = cli(*CLEAN, *names)
        assert server.paths.count("/robots.txt") == 1
        assert cli(*CLEAN, "--ignore-robots", names[2])[0] == 0
    assert status == 1
    assert "footbridge" in out
    assert f"{names[0]}: skipped: HTTP status: 404" in err
    assert f"{names[1]}: skipped: not HTML: application/pdf" in err
    assert f"{names[2]}: skipped: forbidden by robots.txt" in err
    assert "3 of 4 pages failed" in err


def test_each_address_has_a_file_in_the_directory(cli, tmp_path):
    with serving({"/": answer(PAGE), "/a/b.html": answer(PAGE)}) as server:
        host = server.url.removeprefix("http://").replace(":", "_")
        names = [f"{server.url}/", f"{server.url}/a/b.html", f"{server.url}/?page=2"]
        names += [f"{server.url}/?{'long' * 200}"]
        assert cli(*CLEAN, "-o", tmp_path, *names)[0] == 0
    found = sorted(path.name for path in tmp_path.iterdir())
    assert found[:2] == [f"{host}.txt", f"{host}_a_b.txt"]
    assert found[2].startswith(f"{host}_long")
    assert found[3].startswith(f"{host}_page_2-")


@pytest.mark.parametrize("letters", ["漢字", "ž", "a漢", "𝔸"])
def test_an_address_in_any_script_has_a_file(cli, tmp_path, letters):
    with serving({"/": answer(PAGE)}) as server:
        names = [f"{server.url}/?{letters * 80}{i}" for i in range(2)]
        assert cli(*CLEAN, "-o", tmp_path, *names)[0] == 0
    found = [path.name for path in tmp_path.iterdir()]
    assert len(found) == 2
    assert all(letters in name and len(name.encode()) < 120 for name in found)


def test_a_list_can_hold_addresses(cli, tmp_path):
    with serving({"/news": answer(PAGE)}) as server:
        listed = tmp_path / "list.txt"
        listed.write_text(f"{server.url}/news\n{DATA / 'blog-fr.html'}\n")
        status, out, _ = cli(*CLEAN, f"@{listed}")
        assert status == 0
        assert "footbridge" in out
        status, _, err = cli("clean", "-o", tmp_path / "out.jsonl", f"@{listed}")
    assert status == 2
    assert f"URLs cannot be cleaned with -o {tmp_path / 'out.jsonl'}; leave it out" in err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--fields", "url,text", "--format", "jsonl"), "with --fields; leave it out, and use"),
        (("--workers", "2", "-o", "out"), "with --workers; leave it out\n"),
        (("--timeout", "3"), "with --timeout; leave it out\n"),
        (("x.warc",), "together with WARC files and tables; clean them separately"),
    ],
)
def test_an_address_in_a_batch_is_an_error_that_names_the_reason(
    cli, tmp_path, monkeypatch, options, message
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.warc").write_bytes(b"")
    status, _, err = cli("clean", "http://127.0.0.1:9/x", *options)
    assert (status, f"/x: URLs cannot be cleaned {message}" in err) == (2, True)


@pytest.mark.parametrize("name", ["ftp://a.example/x", "file:///tmp/x.html", "www.a.example"])
def test_other_addresses_get_a_hint(cli, name):
    status, _, err = cli("clean", name)
    assert (status, "a URL starts with https:// or http://" in err) == (2, True)


def test_commands_about_one_page_fetch_it(cli):
    with serving({"/news": answer(PAGE)}) as server:
        status, out, _ = cli("explain", f"{server.url}/news", "--block", "footbridge")
        assert (status, "footbridge" in out) == (0, True)
        status, _, err = cli("report", f"{server.url}/news")
    assert status == 2
    assert "save this page to a file first" in err


@pytest.mark.parametrize("option", ["--keep", "--drop", "--fields"])
@pytest.mark.parametrize("value", ["a,,b", "", ","])
def test_lists_of_names_are_checked(cli, option, value):
    status, _, err = cli("clean", option, value, DATA / "news-en.html")
    assert status == 2
    assert "expected comma-separated names" in err


def test_unknown_fields_are_errors_with_the_nearest_name(cli):
    status, _, err = cli("clean", "--fields", "id,titel", "-o", "x.jsonl", DATA / "news-en.html")
    assert status == 2
    assert "--fields: unknown field 'titel'; did you mean 'title'?" in err


def rows(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_rows_have_the_fields_that_are_asked_for(cli, tmp_path):
    out = tmp_path / "out.jsonl"
    page = DATA / "news-en.html"
    assert cli("clean", "--fields", "text,id", "-o", out, page)[0] == 0
    assert list(rows(out)[0]) == ["text", "id"]
    assert cli("clean", "--no-blocks", "--force", "-o", out, page)[0] == 0
    assert "text" in rows(out)[0]
    assert "blocks" not in rows(out)[0]
    shown = cli("clean", "--fields", "id,title", "--format", "jsonl", page)[1]
    assert list(json.loads(shown)) == ["id", "title"]


@pytest.mark.parametrize("option", [("--fields", "id"), ("--no-blocks",)])
def test_only_rows_have_fields(cli, option):
    status, _, err = cli("clean", *option, "--format", "text", DATA / "news-en.html")
    assert status == 2
    assert f"{option[0]}: only rows have fields" in err


def test_roles_and_selectors_say_what_is_content(cli):
    page = DATA / "news-en.html"
    whole, short = (cli(*CLEAN, *given, page)[1] for given in ((), ("--remove", "p, li")))
    assert len(short) < len(whole) / 2
    assert cli(*CLEAN, "--select", "//h1", page)[1] != whole
    kept, dropped = (cli(*CLEAN, option, "title", page)[1] for option in ("--keep", "--drop"))
    assert "Council backs tidal footbridge" in kept
    assert "Council backs tidal footbridge" not in dropped
    status, _, err = cli(*CLEAN, "--keep", "tilte", page)
    assert (status, "title" in err) == (2, True)


def test_lists_of_names_can_be_repeated(cli):
    page = DATA / "news-en.html"
    for option, first, second in (("--keep", "title", "date"), ("--drop", "subtitle", "title")):
        joined = cli(*CLEAN, option, f"{first},{second}", page)[1]
        assert cli(*CLEAN, option, first, option, second, page)[1] == joined
        assert cli(*CLEAN, option, second, page)[1] != joined
    rows = cli("clean", "--fields", "id,title", "--fields", "date", "--format", "jsonl", page)[1]
    assert list(json.loads(rows)) == ["id", "title", "date"]


def test_a_selector_that_matches_nothing_is_reported(cli):
    pages = DATA / "news-en.html", DATA / "blog-en.html"
    _, out, err = cli(
        *CLEAN, "--select", ".nosuch", "--remove", "h1", "--remove", "//nav/x", *pages
    )
    assert out
    assert "no element matches the selector '.nosuch'" in err
    assert "no element matches the selector '//nav/x'" in err
    assert "'h1'" not in err


def test_the_command_says_why_a_page_gives_nothing(cli, tmp_path):
    page = tmp_path / "app.html"
    page.write_text("<html><body><div id=root></div><script src=app.js></script></body></html>")
    menu = tmp_path / "menu.html"
    menu.write_text("<html><body><nav><a href=/>Home</a></nav></body></html>")
    status, out, err = cli(*CLEAN, page, menu)
    assert (status, out.strip()) == (0, "")
    assert "app.html: no main content: no text in the HTML: a script writes it" in err
    assert "menu.html: no main content: all blocks are boilerplate" in err
