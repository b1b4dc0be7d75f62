"""Build the same pages with the themes of MkDocs, Sphinx, Pelican and Hexo that are installed.

    python -m experiments.themes.build FOLDER [--hexo DIR]

Writes FOLDER/GENERATOR-THEME/PAGE.html from the sources in ``experiments/themes/pages``. DIR has
the ``node_modules`` of Hexo and its themes. Generators that are not installed, and themes with
which one fails, are reported and left out.
"""

import json
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import command_line
from experiments.themes.source import Source, sources

SITE, AUTHOR = "Saltholme Letters", "Ines Calloway"
SPHINX = """
alabaster classic sphinxdoc scrolls agogo traditional nature haiku pyramid bizstyle furo
sphinx_rtd_theme pydata_sphinx_theme sphinx_book_theme sphinx_material
""".split()
PELICAN = ("notmyidea", "simple")
_START = 20  # characters
_SECONDS = 300  # that a generator may take
Build = Callable[[str, Sequence[Source], Path], str]  # theme, pages, working directory: pattern


def mkdocs(theme: str, pages: Sequence[Source], here: Path) -> str:
    """Build a site with MkDocs; the pages are at the pattern that is returned."""
    write(here / "docs/index.md", f"# {SITE}\n\nNotes from the estuary.\n")
    for page in pages:
        write(here / f"docs/{page.name}.md", f"# {page.title}\n\n{page.markdown}")
    extensions = "[tables, fenced_code, toc]"
    settings = f"site_name: {SITE}\nsite_author: {AUTHOR}\nmarkdown_extensions: {extensions}\n"
    write(here / "mkdocs.yml", f"{settings}theme: {theme}\n")
    run(["mkdocs", "build", "-q"], here)
    return "site/{}/index.html"


def sphinx(theme: str, pages: Sequence[Source], here: Path) -> str:
    """The same with Sphinx."""
    names = "\n".join(page.name for page in pages)
    write(here / "index.md", f"# {SITE}\n\n```{{toctree}}\n{names}\n```\n")
    for page in pages:
        write(here / f"{page.name}.md", f"# {page.title}\n\n{page.markdown}")
    settings = f"project = {SITE!r}\nauthor = {AUTHOR!r}\nextensions = ['myst_parser']\n"
    write(here / "conf.py", f"{settings}html_theme = {theme!r}\n")
    run(["sphinx-build", "-q", "-b", "html", ".", "_build"], here)
    return "_build/{}.html"


def pelican(theme: str, pages: Sequence[Source], here: Path) -> str:
    """The same with Pelican."""
    for page in pages:
        about = f"Title: {page.title}\nDate: {page.date}\nAuthor: {page.author}\nSlug: {page.name}"
        write(here / f"content/{page.name}.md", f"{about}\nTags: coast\n\n{page.markdown}")
    write(here / "conf.py", f"SITENAME = {SITE!r}\nPATH = 'content'\nTHEME = {theme!r}\n")
    run(["pelican", "-q", "-s", "conf.py", "-o", "out"], here)
    return "out/{}.html"


def hexo(modules: Path) -> Build:
    """The same with Hexo, whose modules are in a directory."""

    def build(theme: str, pages: Sequence[Source], here: Path) -> str:
        (here / "node_modules").symlink_to((modules / "node_modules").resolve())
        about = json.loads((modules / "package.json").read_text("utf-8"))
        write(here / "package.json", json.dumps({**about, "hexo": {"version": ""}}))
        settings = f"title: {SITE}\nauthor: {AUTHOR}\nurl: https://letters.example.org\n"
        write(here / "_config.yml", f"{settings}permalink: :title/\ntheme: {theme}\n")
        for page in pages:
            head = f"title: {page.title}\ndate: {page.date}\nauthor: {page.author}\ntags: [coast]\n"
            write(here / f"source/_posts/{page.name}.md", f"---\n{head}---\n{page.markdown}")
        run(["npx", "hexo", "generate", "--silent"], here)
        return "public/{}/index.html"

    return build


def write(file: Path, text: str) -> None:
    """Write a file and the directories that it is in."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def run(command: Sequence[str], here: Path) -> None:
    """Run a generator; raises OSError if it is not installed, SubprocessError if it fails."""
    subprocess.run(command, cwd=here, check=True, capture_output=True, timeout=_SECONDS)


def builds(given: Namespace) -> Iterator[tuple[str, Sequence[str], Build]]:
    """Yield the name, the themes and the function of each generator."""
    yield "mkdocs", sorted(one.name for one in entry_points(group="mkdocs.themes")), mkdocs
    yield "sphinx", SPHINX, sphinx
    yield "pelican", PELICAN, pelican
    if given.hexo:
        found = sorted((given.hexo / "node_modules").glob("hexo-theme-*"))
        yield "hexo", [one.name.removeprefix("hexo-theme-") for one in found], hexo(given.hexo)


def copied(name: str, theme: str, build: Build, folder: Path) -> list[str]:
    """The pages of a theme, copied to the folder, by name.

    Pages that lack the first words of their text are left out: a script would load it.
    """
    out = folder / f"{name}-{theme}"
    with TemporaryDirectory() as here:
        pattern = build(theme, sources(), Path(here))
        built = {page: Path(here) / pattern.format(page.name) for page in sources()}
        texts = {page: file.read_text("utf-8") for page, file in built.items() if file.is_file()}
    found = {page.name: text for page, text in texts.items() if page.markdown[:_START] in text}
    for one, text in found.items():
        write(out / f"{one}.html", text)
    return list(found)


def main() -> None:
    """Build all pages."""
    parser = command_line.parser(__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--hexo", type=command_line.existing, metavar="DIR")
    given = parser.parse_args()
    for name, themes, build in builds(given):
        for theme in themes:
            try:
                count = len(copied(name, theme, build, given.folder))
            except (OSError, subprocess.SubprocessError) as error:
                print(f"{name}, {theme}: left out: {error}", file=sys.stderr)
            else:
                print(f"{name}, {theme}: {count} pages")


if __name__ == "__main__":
    command_line.run(main)
