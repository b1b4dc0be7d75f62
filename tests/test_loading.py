"""Loading a cleaner imports only what it needs: each new process waits for it."""

import subprocess
import sys

import pytest

import victor.pipeline  # noqa: F401 - registers all doors
from victor.compiled import built

# Modules that take milliseconds to import and that few pages or tasks need.
RARELY_NEEDED = (
    *("difflib", "gzip", "html.parser", "xml.etree"),
    *("victor.baselines.boilerpipe.shallow", "victor.features.regexp"),
    *("victor.labelers.attribution", "victor.tree.soup"),
)
ONLY_FOR_PARTS = ("victor.document.arranging.arrangement", "victor.document.pictures.images")


def imported(program: str) -> set[str]:
    made = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(made.stdout.split())


def test_the_package_itself_imports_nothing():
    found = imported("import victor")
    assert {name for name in found if name.startswith("victor")} == {"victor"}
    assert "numpy" not in found


@pytest.mark.skipif(not built(), reason="lxml parses pages then, and imports some of them")
def test_a_cleaner_imports_what_plain_text_needs():
    found = imported("import victor; victor.load('web').clean('<p>A page.</p>').text")
    assert not found & {*RARELY_NEEDED, *ONLY_FOR_PARTS}
