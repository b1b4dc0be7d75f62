"""``victor sample``: random pages of a crawl, to annotate."""

import random

import crawls
import pytest

from victor.page import read_page

PAGES = [
    (f"{name}-{number}.html", f"<h1>{name} {number}</h1><p>Ein Satz über {name}.</p>".encode())
    for name in ("ulm", "bonn", "trier")
    for number in range(9)
]


def sites(folder, pages, kind="jsonl"):
    """A crawl in which the start of a page's name is its site."""
    path = crawls.write(kind, folder, pages)
    data = path.read_text("utf-8")
    for site in ("ulm", "bonn", "trier"):
        data = data.replace(f"http://a.example/{site}", f"http://{site}.example/{site}")
    path.write_text(data, "utf-8")
    return path


def drawn(cli, tmp_path, *arguments, folder="out"):
    code, _, err = cli("sample", *arguments, "-o", tmp_path / folder)
    assert code == 0, err
    return sorted(path.name for path in (tmp_path / folder).iterdir()), err


@pytest.mark.parametrize("kind", crawls.KINDS)
def test_every_source_is_sampled(cli, tmp_path, kind):
    path = crawls.write(kind, tmp_path, crawls.SAMPLES)
    names, err = drawn(cli, tmp_path, path, "--pages", 4, "--per-host", 9)
    assert len(names) == 4
    assert f"4 pages of {len(crawls.SAMPLES)}" in err
    for name in names:
        page = read_page((tmp_path / "out" / name).read_bytes())
        assert kind == "folder" or page.url.startswith("http://a.example/")
        assert any(page.html.strip() in read_page(html).html for _, html in crawls.SAMPLES)


def test_a_few_pages_of_each_site(cli, tmp_path):
    path = sites(tmp_path, PAGES)
    names, err = drawn(cli, tmp_path, path, "--pages", 20)
    assert [name.split(".")[0] for name in names] == ["bonn"] * 2 + ["trier"] * 2 + ["ulm"] * 2
    assert f"6 pages of {len(PAGES)}, at most 2 of a site (--per-host)" in err


def test_the_choice_depends_on_the_seed_and_not_on_the_order(cli, tmp_path):
    first, _ = drawn(cli, tmp_path, sites(tmp_path, PAGES), folder="a")
    shuffled = random.Random(1).sample(PAGES, len(PAGES))
    by_url = ("--column", "id=url")
    again, _ = drawn(cli, tmp_path, sites(tmp_path, PAGES), *by_url, folder="b")
    mixed, _ = drawn(cli, tmp_path, sites(tmp_path, shuffled), *by_url, folder="c")
    other, _ = drawn(cli, tmp_path, sites(tmp_path, PAGES), "--seed", 7, folder="d")
    assert again == mixed
    assert len({tuple(first), tuple(other)}) == 2


def test_an_encoding_that_only_the_header_states_is_not_lost(cli, tmp_path):
    text = "<p>Žluťoučký kůň úpěl ďábelské ódy.</p>"
    body = text.encode("iso8859-2")
    data = crawls.record("http://a.example/", body, "text/html; charset=iso-8859-2")
    (tmp_path / "crawl.warc").write_bytes(data)
    (name,), _ = drawn(cli, tmp_path, tmp_path / "crawl.warc")
    assert text in read_page((tmp_path / "out" / name).read_bytes()).html


@pytest.mark.parametrize(
    "body",
    [
        "\ufeff<p>Grüße</p>".encode(),
        "<p>Grüße aus Ulm</p>".encode("utf-16"),
        "Grüße aus Ulm, <b>heute</b>".encode(),
    ],
)
def test_a_page_is_read_as_in_the_crawl(cli, tmp_path, body):
    (tmp_path / "crawl.warc").write_bytes(crawls.record("http://a.example/", body))
    (name,), _ = drawn(cli, tmp_path, tmp_path / "crawl.warc")
    page = read_page((tmp_path / "out" / name).read_bytes())
    assert page.url == "http://a.example/"
    assert page.html.strip() == read_page(body).html


def test_what_is_no_page_is_counted(cli, tmp_path):
    records = [crawls.record("http://a.example/i", b"GIF89a", "image/gif")]
    records += [crawls.record("http://a.example/p", b"<p>Ein Satz.</p>")]
    (tmp_path / "crawl.warc").write_bytes(b"".join(records))
    names, err = drawn(cli, tmp_path, tmp_path / "crawl.warc")
    assert (len(names), "1 page of 1; 1 input skipped" in err) == (1, True)


def test_a_missing_column_and_unread_files_are_named(cli, tmp_path):
    path = sites(tmp_path, PAGES)
    status, _, err = cli("sample", path, "--column", "html=htlm", "-o", tmp_path / "out")
    assert (status, "--column html=htlm: no such column; did you mean 'html'?" in err) == (2, True)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "page.php").write_bytes(b"PK\x03\x04")
    status, _, err = cli("sample", tmp_path / "folder", "-o", tmp_path / "out")
    assert (status, "folder: no pages found; 1 file left out (.php: 1)" in err) == (1, True)
    status, _, err = cli("sample", tmp_path / "folder" / "page.php", "-o", tmp_path / "out")
    assert (status, "no pages; 1 input skipped" in err) == (1, True)


def test_files_are_not_replaced_silently(cli, tmp_path):
    path = sites(tmp_path, PAGES)
    drawn(cli, tmp_path, path)
    code, _, err = cli("sample", path, "-o", tmp_path / "out")
    assert (code, "--force" in err) == (2, True)
    drawn(cli, tmp_path, path, "--force")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--pages", "0"], "--pages: expected 1 or more, found 0"),
        (["--per-host", "0"], "--per-host: expected 1 or more, found 0"),
        (["--from", "wark"], "--from: unknown"),
        (["https://a.example/"], "save this page to a file first"),
        (["none.warc"], "none.warc: no such file or directory"),
    ],
)
def test_wrong_arguments(cli, tmp_path, arguments, message):
    path = sites(tmp_path, PAGES)
    code, _, err = cli("sample", path, *arguments, "-o", tmp_path / "out")
    assert (code, message in err) == (2, True), err


def test_a_crawl_without_pages(cli, tmp_path):
    (tmp_path / "crawl.jsonl").write_text("", "utf-8")
    code, _, err = cli("sample", tmp_path / "crawl.jsonl", "-o", tmp_path / "out")
    assert (code, "no pages" in err) == (1, True)
