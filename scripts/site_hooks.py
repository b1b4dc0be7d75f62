"""Hooks of MkDocs that generate pages, so that no generated page is committed.

They add pages from elsewhere in the repository, convert notebooks to pages, insert the reference of
commands, and point links out of ``docs/`` to the repository. The files in ``docs/`` are plain
Markdown with relative links, which also work on GitHub.
"""

import json
import re
import sys
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

import reference

ELSEWHERE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
IMAGE = re.compile(r"(<img\b[^>]*\bsrc=\")([^\":]+)")
LINK = re.compile(r"(\]\()([^)\s:#]+)((?:#[^)\s]*)?\))")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the repository that are not in ``docs/``, and the notebooks."""
    for name, path in ELSEWHERE.items():
        text = relinked((ROOT / name).read_text("utf-8"), "", config)
        files.append(File.generated(config, path, content=text))
    for one in [PurePosixPath(file.src_uri) for file in files if file.src_uri.endswith(".ipynb")]:
        text = notebook((ROOT / "docs" / one).read_text("utf-8"))
        text = relinked(text, f"docs/{one.parent}", config)
        text += f"\n[{one.name}]({one.name}) is this page as a notebook.\n"
        files.append(File.generated(config, one.with_suffix(".md").as_posix(), content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Insert generated parts, and adapt links to the site."""
    if "<!-- commands -->" in markdown:
        markdown = markdown.replace("<!-- commands -->", reference.commands())
    if page.file.src_uri == "reference/python.md":  # directives of mkdocstrings instead of a list
        markdown = re.sub(r"^- `([\w.]+)`: .*$", r"::: \1\n", markdown, flags=re.MULTILINE)
    if page.file.generated_by:
        return markdown
    markdown = IMAGE.sub(lambda found: found[1] + _image(found[2], page.file, files), markdown)
    return relinked(markdown, f"docs/{PurePosixPath(page.file.src_uri).parent}", config)


def _image(source: str, page: File, files: Files) -> str:
    """The URL of an image in HTML; MkDocs adapts only those in Markdown."""
    found = files.get_file_from_path(normpath(f"{PurePosixPath(page.src_uri).parent}/{source}"))
    return found.url_relative_to(page) if found else source


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Remove the Sphinx roles of names in docstrings."""
    return re.sub(r":(?:class|data|func|meth|mod):<code>~?", "<code>", html)


def relinked(markdown: str, folder: str, config: MkDocsConfig) -> str:
    """The text with its links, relative to a folder, pointing to the site or the repository."""
    here = normpath(folder or ".").removeprefix("docs").strip("/") or "."

    def link(found: re.Match[str]) -> str:
        target = normpath(f"{folder}/{found[2]}" if folder else found[2])
        return f"{found[1]}{_place(target, here, config)}{found[3]}"

    return LINK.sub(link, markdown)


def _place(target: str, here: str, config: MkDocsConfig) -> str:
    """The URL of a file of the repository, relative to a folder of the site if it is there."""
    if target in ELSEWHERE:
        return relpath(ELSEWHERE[target], here)
    if target.startswith("docs/"):
        name = target.removeprefix("docs/")
        return relpath(re.sub(r"\.ipynb$", ".md", name), here)
    kind = "tree" if (ROOT / target).is_dir() else "blob"
    return f"{config.extra['repository']}/{kind}/main/{target}"


def notebook(source: str) -> str:
    """A notebook as Markdown: text, code and outputs."""
    return "\n\n".join(_cell(cell) for cell in json.loads(source)["cells"]) + "\n"


def _cell(cell: dict[str, Any]) -> str:
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return text
    return "\n\n".join([f"```python\n{text}\n```", *map(_output, cell["outputs"])])


def _output(output: dict[str, Any]) -> str:
    """An output: HTML unchanged, anything else as text."""
    data = output.get("data", {})
    if "text/html" in data:
        return f'<div class="shown">{"".join(data["text/html"])}</div>'
    text = "".join(output.get("text") or data.get("text/plain", ""))
    return f"``` {{ .text .shown }}\n{text.rstrip()}\n```"
