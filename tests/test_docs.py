"""What the documentation shows is run; what it should name is named."""

import dataclasses
import re
from pathlib import Path

import pytest
from conftest import ROOT
from documentation import DOCS, GENERATED, PAGES, RUN, blocks, checkout, name

from victor import config, features
from victor.batch.sinks import SINKS
from victor.batch.sources import SOURCES
from victor.commands import COMMANDS
from victor.features import FAMILIES
from victor.filters import FILTERS
from victor.labelers import LABELERS
from victor.output import OUTPUTS

__all__ = ["checkout"]
README = (ROOT / "README.md").read_text("utf-8")
OTHERS = [ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
CONFIGURATION = DOCS / "configuration.md"
ELSEWHERE = {DOCS / f"{page}.md" for page in ("tutorial", "coming-from", "documents")}  # own tests
LONG = "clean-pages configuration configure crawl evaluate first-steps report scale"
SLOW = {ROOT / "README.md", *(DOCS / f"{page}.md" for page in LONG.split())}
DEFAULTS = (bool, int, float, str)
PRINTED = {"README.md": "/html"}
WRITTEN = {"docs/report.md": ["page.html", "corpus.html", "systems.html"]}


def pages_to_run():
    """Each page with blocks that run; slow ones are marked."""
    return [
        pytest.param(page, marks=[pytest.mark.slow] if page in SLOW else [], id=name(page))
        for page in PAGES
        if page not in ELSEWHERE and any(block.runs for block in blocks(page))
    ]


@pytest.mark.parametrize("page", pages_to_run())
def test_what_a_page_shows_runs(page, checkout):
    printed = checkout.run_page(page)
    assert PRINTED.get(name(page), "") in printed
    for file in WRITTEN.get(name(page), []):
        assert (checkout.folder / file).stat().st_size > 100


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_block_says_what_it_is_and_why_it_is_not_run(page):
    for block in blocks(page):
        assert block.language or page in GENERATED, (
            f"a block without a language: {block.text[:60]!r}"
        )
        if block.reason is not None and page not in GENERATED:
            assert block.language in RUN, f"not run anyway: {block.text[:60]!r}"
            assert len(block.reason.split()) > 1, f"no reason: {block.text[:60]!r}"


def test_the_first_command_cleans_a_page(checkout):
    """Its last part; the wheel's test sets up an environment from nothing."""
    first = next(block for block in blocks(ROOT / "README.md") if block.runs)
    command = first.text.strip().rpartition("&& ")[2].replace(".venv/bin/", "")
    found = checkout.run("bash", "-c", command)
    assert found.returncode == 0, found.stderr
    assert len(found.stdout.split()) > 100


def test_the_command_that_runs_the_tests_is_what_ci_runs():
    shown = [ROOT / "README.md", *OTHERS]
    lines = [line for page in shown for block in blocks(page) for line in block.text.splitlines()]
    assert any(line.endswith("pytest") for line in lines)
    assert "\npytest\n" in (ROOT / ".ci" / "run").read_text()


@pytest.mark.parametrize("page", [*PAGES, *OTHERS], ids=name)
def test_links_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if ":" in link:
            assert re.fullmatch(r"https?://[\w.-]+\.\w+(?:/[^\s<>\"]*)?|mailto:\S+@\S+", link), link
        elif file := link.partition("#")[0]:
            assert (page.parent / file).exists(), link


def prose(page):
    """A page without its code blocks."""
    text = page.read_text("utf-8")
    return re.sub(r"^( *)```.*?^\1```", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors(page):
    """The anchors of its headings, as GitHub makes them; MkDocs checks those of the site."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    plain = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower() for heading in headings]
    return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("page", [*PAGES, *OTHERS], ids=name)
def test_links_lead_to_headings(page):
    for file, anchor in re.findall(r"\]\(([^)\s:#]*)#([^)\s]+)\)", prose(page)):
        target = (page.parent / file).resolve() if file else page
        if target.suffix == ".md" and target != DOCS / "reference" / "commands.md":  # made
            assert anchor in anchors(target), f"{file}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_tables_are_whole(page):
    """A blank line within a table ends it, and what follows is shown as text."""
    text = prose(page)
    for part in re.split(r"\n(?:[^|\n].*)?\n", f"\n{text}\n"):
        rows = [line for line in part.splitlines() if line.startswith("|")]
        assert not rows or re.fullmatch(r"[|: -]+", (*rows, "")[1]), rows[:2]
        widths = {len(re.findall(r"(?<!\\)\|", row)) for row in rows}
        assert len(widths) < 2, f"rows of different lengths below {rows[0]!r}"


def keys():
    """The fields of all parts of a configuration."""
    kinds = [
        config.Task,
        config.Preclean,
        config.Segment,
        config.Template,
        config.Window,
        config.Conjunction,
        config.Decode,
        *(module.Options for module in (*LABELERS.values(), *FILTERS.values())),
    ]
    return [field for kind in kinds for field in dataclasses.fields(kind) if field.name != "source"]


def documented():
    names = {field.name for field in keys()}
    task = config.load("web")
    for family in FAMILIES:
        if family not in ("container", "split"):
            names |= {f"{family}.{name}" for name in features.known(family, task)}
    return sorted(
        names
        | set(LABELERS)
        | set(FILTERS)
        | set(OUTPUTS)
        | set(config.resources.names("configs")) - {"_shared"}
    )


@pytest.mark.parametrize("name", documented())
def test_the_reference_names_every_key_and_column(name):
    assert f"`{name}`" in CONFIGURATION.read_text("utf-8")


def defaults():
    """Keys whose default is a number, true or false, or a name."""
    found = {(field.name, field.default) for field in keys()}
    return sorted((key, str(value).lower()) for key, value in found if isinstance(value, DEFAULTS))


@pytest.mark.parametrize(("key", "value"), defaults())
def test_the_reference_has_the_default(key, value):
    shown = rf"`?{re.escape(value)}`?" if value else "(?:empty|file name.*)"
    text = CONFIGURATION.read_text("utf-8")
    assert re.search(rf"`{key}` (?:\|[^|]+\| {shown} \||\(\w+, default {shown}\))", text)


@pytest.mark.parametrize("name", [*SOURCES, *SINKS])
def test_every_source_and_sink_is_documented(name):
    assert f"| `{name}` |" in (ROOT / "docs" / "formats.md").read_text("utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name):
    assert any(f"victor {name}" in page.read_text("utf-8") for page in PAGES)


def test_the_columns_of_shipped_tasks_exist():
    known = set(features.known_columns(config.load("web")))
    assert {"container.p", "token.alpha_rel", "div_group.word_ratio"} <= known


def test_the_repository_speaks_of_the_project_alone():
    for path in [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "victor").rglob("*.py"),
    ]:
        text = path.read_text("utf-8")
        assert not re.search(r"(?:^|[\s(`])/(?:tmp|root|home|work)/", text), path
        assert isinstance(path, Path)
