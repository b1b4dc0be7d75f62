"""The code blocks of the documentation, and how they are run."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import crawls
import pytest
from conftest import ROOT

DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(p for p in DOCS.rglob("*.md") if ".in." not in p.name)]
RUN = ("sh", "python")  # the languages of blocks that are run
# Pages that experiments write show how their figures were measured, on corpora that are elsewhere.
GENERATED = {p.with_name(p.name.replace(".in.", ".")) for p in DOCS.rglob("*.in.md")}
_ELSEWHERE = re.compile(r"\b(?:CORPORA|CORPUS|FILE|FOLDER|PARTITION)\b")
_BLOCK = re.compile(
    r"(?:^ *<!-- (?P<comment>(?:not run:|prints).*?)-->\n+)?"
    r"^(?P<indent> *)(?P<fence>```+)(?P<language>[^\n]*)\n(?P<text>.*?)^(?P=indent)(?P=fence)$",
    re.DOTALL | re.MULTILINE,
)
_SHELL = """import subprocess
def _sh(commands):
    if __name__ == "__main__":  # not in the processes that a block starts
        subprocess.run(["bash", "-euo", "pipefail", "-c", commands], check=True)
"""


@dataclass(frozen=True)
class Block:
    """A code block, and why it is not run, if it says so; or what the block before prints."""

    language: str
    text: str
    reason: str | None = None
    printed: bool = False

    @property
    def runs(self) -> bool:
        return self.language in RUN and self.reason is None


def blocks(page: Path) -> list[Block]:
    """All fenced blocks of a page, in order."""
    return [_block(one, page) for one in _BLOCK.finditer(page.read_text("utf-8"))]


def _block(found: re.Match[str], page: Path) -> Block:
    language, text = found["language"].strip(), found["text"]
    if page in GENERATED and _ELSEWHERE.search(text):
        return Block(language, text, "it measures on corpora")
    kind, _, reason = (found["comment"] or "").partition(":")
    return Block(language, text, reason.strip() if kind == "not run" else None, "prints" in kind)


def name(page: Path) -> str:
    """The page as reports of tests name it."""
    return page.relative_to(ROOT).as_posix()


def script(found: list[Block]) -> str:
    """A Python program that runs the blocks in order; those in Python share their names."""
    parts = [
        one.text if one.language == "python" else f"_sh({installed(one.text)!r})"
        for one in found
        if one.runs
    ]
    return "\n".join([_SHELL, *parts])


def installed(commands: str) -> str:
    """Commands without installations, which the wheel's test has, and without these tests."""
    lines = commands.replace("\\\n", "").replace(".venv/bin/", "").splitlines()
    lines = [one.rpartition("&& ")[2] if "pip install" in one else one for one in lines]
    return "\n".join(one for one in lines if "pip install" not in one and one != "pytest")


@dataclass(frozen=True)
class Checkout:
    """A folder with the sample pages and a small crawl, and `victor` and `python` on the path."""

    folder: Path
    environment: dict[str, str]

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def run_page(self, page: Path) -> str:
        """What the blocks of a page print, after they ran without an error."""
        for one in blocks(page):
            if one.language == "yaml" and (file := re.match(r"# (\S+\.yaml)\n", one.text)):
                (self.folder / file[1]).write_text(one.text, "utf-8")
        (self.folder / "page.py").write_text(script(blocks(page)), "utf-8")
        found = self.run(sys.executable, "page.py")
        assert found.returncode == 0, found.stderr
        lines = {line.strip() for line in found.stdout.splitlines()} | {"...", ""}
        for one in filter(lambda block: block.printed, blocks(page)):
            missing = [line for line in one.text.splitlines() if line.strip() not in lines]
            assert not missing, f"the page shows what is not printed: {missing}"
        return found.stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """See :class:`Checkout`."""
    for part in ("data", "scripts"):
        shutil.copytree(ROOT / part, tmp_path / part)
    (tmp_path / "crawl").mkdir()
    crawls.write("warc.gz", tmp_path / "crawl", crawls.SAMPLES)
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool, command in (("python", ""), ("victor", "-m victor ")):
        (tools / tool).write_text(f'#!/bin/sh\nexec {sys.executable} {command}"$@"\n')
        (tools / tool).chmod(0o755)
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    python_path = f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    return Checkout(tmp_path, {**os.environ, "PATH": path, "PYTHONPATH": python_path})
