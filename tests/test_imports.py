"""One direction: stages import the data types and nothing of each other."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "victor"
# What any stage may use: data types, and helpers without knowledge of a stage.
DATA = {
    "arrays",
    "compiled",
    "config",
    "data",
    "errors",
    "files",
    "gunzip",
    "page",
    "registry",
    "text",
    "tree",
}
# Each may use itself as well. Baselines are stages, too: families, labelers, filters.
ALLOWED = {
    "arrays": set(),
    "compiled": set(),
    "data": {"arrays"},
    "errors": set(),
    "registry": {"errors"},
    "turns": set(),
    "files": {"errors", "gunzip"},
    "gunzip": set(),
    "text": {"arrays", "compiled"},
    "config": {"errors", "files", "tree"},  # the names of tags
    "page": {"arrays", "compiled", "errors", "files", "gunzip", "text", "tree", "__version__"},
    "tree": {"arrays", "compiled", "errors", "text"},
    "features": DATA | {"baselines"},
    "labelers": DATA | {"baselines", "decode"},
    "filters": DATA | {"baselines"},
    "baselines": DATA | {"features", "filters", "labelers"},
    "decode": DATA,
    "document": {"arrays", "compiled", "config", "data", "errors", "text", "tree"},
    "output": DATA | {"document"},
    "model": DATA,
    "plan": DATA | {"features", "filters", "labelers", "model", "output"},
    "result": DATA | {"decode", "document", "output", "plan", "turns"},
    "lookup": DATA | {"labelers", "model", "plan"},
    "pipeline": DATA
    | {"lookup", "plan", "result", "turns"}
    | {"decode", "document", "features", "filters", "labelers", "model", "output"},
    "batch": DATA | {"document", "output", "pipeline", "result", "__version__"},
    "annotate": DATA | {"document", "evaluate", "labelers", "output", "pipeline"},
}


def imported(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
            found |= {name[1] for name in names if name[0] == "victor" and len(name) > 1}
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("victor"):
            parts = node.module.split(".")
            found |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names}
    return found


@pytest.mark.parametrize("stage", ALLOWED)
def test_a_stage_imports_no_other_stage(stage):
    place = PACKAGE / stage
    for file in place.rglob("*.py") if place.is_dir() else [place.with_suffix(".py")]:
        assert imported(file) <= ALLOWED[stage] | {stage}, file


def test_nothing_imports_the_command_line():
    for file in PACKAGE.rglob("*.py"):
        if file.parent.name != "commands" and file.name != "__main__.py":
            assert "commands" not in imported(file), file


def test_only_commands_and_the_server_make_reports_to_look_at():
    for file in PACKAGE.rglob("*.py"):
        if file.parent.name not in ("commands", "report", "serve"):
            assert "report" not in imported(file), file


def test_what_makes_a_page_harmless_stands_alone():
    """No labels, scores or gold: only the page's own columns."""
    for name in ("css", "markup"):
        found = imported(PACKAGE / "report" / f"{name}.py")
        assert found <= {"arrays", "errors", "report", "tree"}, name


def test_only_commands_and_the_server_import_batch():
    """The package itself names what is to be imported from there when it is used."""
    for file in PACKAGE.rglob("*.py"):
        if not {"commands", "serve", "batch", "__init__.py"} & {
            *file.relative_to(PACKAGE).parts[:1]
        }:
            assert "batch" not in imported(file), file


def test_what_the_annotator_decides_needs_no_screen():
    for file in (PACKAGE / "annotate").glob("*.py"):
        names = {
            (alias.name if isinstance(node, ast.Import) else node.module or "").partition(".")[0]
            for node in ast.walk(ast.parse(file.read_text("utf-8")))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }
        assert file.stem in ("app", "lines") or "textual" not in names, file
        assert file.stem in ("app", "lines", "rows") or "rich" not in names, file


def test_nothing_is_read_with_pickle():
    for file in PACKAGE.rglob("*.py"):
        text = file.read_text("utf-8")
        assert "import pickle" not in text
        assert "allow_pickle=True" not in text


def test_names_are_completed_before_they_are_imported():
    code = "import victor; print({*victor.__all__} <= {*dir(victor)})"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "True\n"
