"""The documentation site: it builds without a warning, loads nothing from elsewhere, and is whole.

Skipped where there is no MkDocs (extra ``docs``), and in a browser where there is no Chromium.
"""

import functools
import http.server
import json
import re
import subprocess
import sys
import threading
from urllib.parse import urlsplit

import pytest
from chromium import chromium, requests
from conftest import ROOT
from lxml import html

import victor
from victor.commands import COMMANDS

pytest.importorskip("mkdocs", reason="needs the extra 'docs'")
pytestmark = pytest.mark.slow
LOADED = "//@src | //link[not(@rel='canonical' or @rel='next' or @rel='prev')]/@href"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The built site."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(folder)]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert not re.search(r"^(?:WARNING|ERROR)", found.stderr, re.MULTILINE), found.stderr
    return folder


def pages(site):
    return sorted(site.rglob("*.html"))


def text(site, page):
    return html.fromstring((site / page / "index.html").read_bytes()).text_content()


def test_pages_load_nothing_from_other_hosts(site):
    assert len(pages(site)) > 30
    for page in pages(site):
        loaded = html.fromstring(page.read_bytes()).xpath(LOADED)
        assert loaded
        assert not [one for one in loaded if urlsplit(one).netloc], page


def test_style_sheets_load_nothing_from_other_hosts(site):
    for sheet in site.rglob("*.css"):
        found = re.findall(r"(?:url\(|@import)\s*[\"']?([^\"')]+)", sheet.read_text("utf-8"))
        assert not [one for one in found if urlsplit(one).netloc], sheet


def test_links_and_images_lead_to_files_of_the_site(site):
    """MkDocs checks Markdown; this is about what is left to check in HTML, such as pictures."""
    for page in pages(site):
        for link in html.fromstring(page.read_bytes()).xpath("//article//@src"):
            if not link.startswith("data:"):
                assert (page.parent / urlsplit(link).path).resolve().is_file(), (page, link)


def test_sources_of_generated_pages_are_left_out(site):
    assert not [one for one in site.rglob("*") if ".in" in one.suffixes]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_reference_has_every_command(name, site):
    assert f"usage: victor {name}" not in text(site, "reference/commands")
    assert f"victor {name} [-h]" in text(site, "reference/commands")


@pytest.mark.parametrize("name", sorted(set(victor.__all__) - {"__version__"}))
def test_the_reference_has_every_public_name(name, site):
    page = html.fromstring((site / "reference" / "python" / "index.html").read_bytes())
    assert [one for one in page.xpath("//h3/@id") if one.split(".")[-1] == name]


def test_the_reference_shows_names_without_the_roles_of_sphinx(site):
    assert not re.search(r":(?:class|func|meth|data|mod):", text(site, "reference/python"))


def test_contributing_and_changelog_are_in_the_site(site):
    assert "Set up a development environment" in text(site, "contributing")
    assert "Keep a Changelog" in text(site, "changelog")


def test_notebooks_show_what_they_print(site):
    assert "blocks are content, confidence" in text(site, "notebooks/clean")
    assert "learning a convention for web" in text(site, "notebooks/teach")


@pytest.mark.parametrize("name", ["clean", "teach"])
def test_notebooks_run_and_print_what_is_stored(name):
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    sys.path.insert(0, str(ROOT / "scripts"))
    import site_notebooks

    path = site_notebooks.NOTEBOOKS / f"{name}.ipynb"
    stored, found = nbformat.read(path, as_version=4), site_notebooks.run(path)
    for old, new in zip(stored.cells, found.cells, strict=True):
        old_words, new_words = words(old), words(new)
        assert len(old_words) == len(new_words), "run scripts/site_notebooks.py"
        assert all(map(alike, old_words, new_words)), "run scripts/site_notebooks.py"


def words(cell):
    return json.dumps(cell.get("outputs", ()), ensure_ascii=False, sort_keys=True).split()


def alike(old, new):
    """Whether two words are equal but for the last digits of their numbers."""
    number = r"\d+(?:\.\d+)?"
    pairs = zip(re.findall(number, old), re.findall(number, new), strict=False)
    near = all(abs(float(a) - float(b)) <= 0.02 + 0.02 * abs(float(a)) for a, b in pairs)
    return near and re.sub(number, "0", old) == re.sub(number, "0", new)


@pytest.fixture
def address(site):
    """A server of the site, at its address."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=site)
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture
def browser(tmp_path):
    with chromium(tmp_path, (800, 600)) as found:
        found.implicitly_wait(10)
        yield found


def requested(browser):
    """The hosts that were asked."""
    return {urlsplit(url).netloc for url in requests(browser) if url.startswith("http")}


FOUND = "return (document.querySelector('.md-search-result__link') || {}).href"


def test_search_finds_a_page_and_asks_no_other_host(address, browser):
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait

    for page in ("", "results/", "reference/python/"):
        browser.get(address + page)
    browser.find_element(By.CSS_SELECTOR, "label[for=__search]").click()
    browser.find_element(By.CSS_SELECTOR, "input.md-search__input").send_keys("comments")
    wait = WebDriverWait(browser, 20)  # the results follow each letter
    found = wait.until(lambda one: "comments" in (link := one.execute_script(FOUND) or "") and link)
    assert found.startswith(address)
    assert requested(browser) == {urlsplit(address).netloc}
