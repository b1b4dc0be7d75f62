"""An extra suffices: its commands run with the packages that it brings, and name it without them.

Every other package is hidden from the processes, as if it had not been installed.
"""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib import metadata

import crawls
import pytest
from conftest import DATA, ROOT
from packaging.requirements import Requirement
from servers import answer, serving

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
# Commands by the extras that they need: run with all of them, and without the last.
COMMANDS = {
    "fetch": [
        "clean --format text {server}/page.html",
        "explain {server}/page.html",
        "features {server}/page.html",
    ],
    "warc": [
        "clean --workers 1 -o out.jsonl crawl.warc.gz",
        "clean --workers 1 -o out.jsonl.zst pages",
        "clean --workers 1 -o out.jsonl crawl.jsonl.zst",
        "clean --workers 1 -o out.wet.gz crawl.jsonl",
    ],
    "parquet": [
        "clean --workers 1 -o out.parquet pages",
        "clean --workers 1 -o out.jsonl crawl.parquet",
    ],
    "report": [
        "report bare.html",
        "report pages",
        "report pages/news-en.html",
        "report -",
    ],
    "report,learn": ["report --compare one.json two.json -- pages"],
    "learn": [
        "learn -o mine pages",
        "learn --config web-crf -o mine pages",
        "learn --config boilerpipe-tree -o mine pages",
        "learn --config boilerpipe-svm -o mine pages",
        "evaluate --config web-crf pages",
        "evaluate --config web-crf --folds 2 --scores all --worst 1 pages",
        "compare one.json two.json",
    ],
    "learn,neural": ["learn --weights all --start none -o mine pages"],
    "annotate": ["annotate pages"],
    "serve": ["serve --port 0"],
}
UNENDING = {
    "learn,neural": "torch, rapidfuzz",
    "annotate": "victor.annotate.app",
    "serve": "victor.serve.app, victor.serve.workers",
}
CORE = [
    "--version",
    "clean bare.html",
    "clean --format text -",
    *(
        f"clean --format {name} pages/news-en.html"
        for name in ("tei", "html", "json", "annotation")
    ),
    "clean --workers 2 -o out.jsonl.gz pages",
    "clean -o texts --format text pages",
    "explain --block footbridge pages/news-en.html",
    "explain --config boilerpipe pages/news-en.html",
    "features pages/news-en.html",
    "configs",
    "configs --label-studio web",
    "convert pages/news-en.anno",
    "agreement pages pages",
    "completion bash",
]
SITECUSTOMIZE = '''
"""Hides modules, in this process and in those that it starts."""
import json, os, sys

HIDDEN = set(json.loads(os.environ["HIDDEN"]))

class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in HIDDEN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hide())
'''


def needed(requirements: Iterable[str], extra: str = "") -> Iterator[str]:
    """The distributions behind requirements, and those behind these."""
    for requirement in map(Requirement, requirements):
        name, wanted = requirement.name, {"", *requirement.extras}
        if name == PROJECT["name"]:
            for one in requirement.extras:
                yield from needed(PROJECT["optional-dependencies"][one])
        elif requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
            yield name
            behind = _behind(name)
            for one in wanted:
                yield from needed((text for text in behind if _concerns(text, one)), one)


def _behind(name: str) -> Iterable[str]:
    try:
        return metadata.requires(name) or ()
    except metadata.PackageNotFoundError:
        pytest.skip(f"{name} is not installed")


def _concerns(requirement: str, extra: str) -> bool:
    return ("extra ==" in requirement) == bool(extra)


def hidden(extras: str) -> list[str]:
    """The modules that neither the core nor extras bring."""
    wanted = [*PROJECT["dependencies"], f"{PROJECT['name']}[{extras}]"]
    brought = {name.lower().replace("_", "-") for name in [PROJECT["name"], *needed(wanted)]}
    return sorted(
        module
        for module, owners in metadata.packages_distributions().items()
        if not brought & {owner.lower().replace("_", "-") for owner in owners}
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Pages, crawls and results that the commands read."""
    folder = tmp_path_factory.mktemp("extras")
    (folder / "pages").mkdir()
    for name in ("news-en", "news-de", "forum-en", "blog-fr"):
        for ending in (".html", ".anno"):
            shutil.copy(DATA / f"{name}{ending}", folder / "pages")
    shutil.copy(DATA / "news-en.html", folder / "bare.html")
    for kind in ("warc.gz", "jsonl", "jsonl.zst", "parquet"):
        crawls.write(kind, folder, crawls.SAMPLES[:2])
    for name, value in [("one", "web"), ("two", "article")]:
        command = ["evaluate", "--config", value, "--json", f"{name}.json", "pages"]
        made = victor(folder, command, [])
        assert made.returncode == 0, made.stderr
    (folder / "hide").mkdir()
    (folder / "hide" / "sitecustomize.py").write_text(SITECUSTOMIZE)
    return folder


def victor(folder, command, hide, module=True):
    paths = [str(folder / "hide"), str(ROOT)]
    environment = {
        **os.environ,
        "HIDDEN": json.dumps(hide),
        "PYTHONPATH": os.pathsep.join(paths),
    }
    with (DATA / "news-de.html").open("rb") as page:
        return subprocess.run(
            [sys.executable, *["-m", "victor"] * module, *command],
            cwd=folder, env=environment, stdin=page, capture_output=True, text=True, check=False,
        )  # fmt: skip


@pytest.fixture
def ask(folder, tmp_path):
    """Run a command in a separate folder, with only the packages of an extra."""
    shutil.copytree(folder, tmp_path / "own")

    def run(line, extra):
        page = answer((DATA / "news-en.html").read_bytes())
        with serving({"/page.html": page, "/robots.txt": answer(status=404)}) as server:
            command = line.format(server=server.url).split()
            return victor(tmp_path / "own", command, hidden(extra))

    return run


@pytest.mark.slow
@pytest.mark.parametrize("line", CORE)
def test_these_need_no_extra(ask, line):
    found = ask(line, "")
    assert found.returncode == 0, found.stderr


LINES = [(extra, line) for extra, lines in COMMANDS.items() for line in lines]


@pytest.mark.slow
@pytest.mark.parametrize(("extra", "line"), LINES)
def test_a_missing_extra_is_named(ask, extra, line):
    others, _, missing = extra.rpartition(",")
    found = ask(line, others)
    assert found.returncode in (1, 2), found.stdout
    assert f"pip install 'victor-cleaner[{missing}]'" in found.stderr
    assert "Traceback" not in found.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("extra", "line"), [one for one in LINES if one[0] not in UNENDING])
def test_an_extra_suffices(ask, extra, line):
    found = ask(line, extra)
    assert found.returncode == 0, found.stderr


@pytest.mark.slow
@pytest.mark.parametrize("extra", UNENDING)
def test_an_extra_suffices_to_begin(folder, extra):
    """For commands that wait for a person or for requests, and those that take minutes."""
    found = victor(folder, ["-c", f"import {UNENDING[extra]}"], hidden(extra), module=False)
    assert found.returncode == 0, found.stderr
