"""Every sample page, by every shipped task and in every format, against files to be read in a diff.

``pytest tests/test_golden.py --update-golden`` writes them; ``git diff`` then shows what changed.
"""

from functools import cache

import pytest
from conftest import DATA, ROOT

from victor import VictorError, pipeline
from victor.config import resources
from victor.output import OUTPUTS

GOLDEN = ROOT / "tests" / "golden"
PAGES = sorted(DATA.glob("*.html"))
# Formats that hold the text of every block: one page shows them.
LONG = {"annotation", "jsonl", "label_studio", "html", "tei", "prevertical", "json"}
LONG_PAGE = "mail-en"
WIDTH = 60  # of a block's text


@cache
def cleaner(task):
    return pipeline.load(task)


@cache
def shipped():
    """The tasks that need no learning."""
    found = []
    for name in resources.names("configs"):
        try:
            cleaner(name)
        except VictorError:
            continue
        found.append(name)
    return found


def labels(page):
    """A line for each block: its labels by the tasks that cut the page so, and its text."""
    cuts = {}
    for task in shipped():
        result = cleaner(task).clean(page)
        cuts.setdefault(tuple(result.block_columns.text), []).append((task, result))
    for text, results in cuts.items():
        yield "# " + " ".join(task for task, _ in results)
        for i, line in enumerate(text):
            keys = " ".join(result.blocks[i].label for _, result in results)
            yield f"{keys}  {line if len(line) <= WIDTH else line[: WIDTH - 1] + '…'}"
        yield ""


def check(name, text, update):
    path = GOLDEN / name
    if update:
        path.write_text(text, "utf-8")
    stored = path.read_text("utf-8") if path.is_file() else None
    assert text == stored, f"{name}: see --update-golden"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_labels_of_every_task(path, update_golden):
    check(f"{path.stem}.labels.txt", "\n".join(labels(path.read_bytes())), update_golden)


@pytest.mark.parametrize(
    ("name", "stem"),
    [(name, path.stem) for path in PAGES for name in OUTPUTS
     if name not in LONG or path.stem == LONG_PAGE],
)  # fmt: skip
def test_output_in_every_format(name, stem, update_golden):
    result = cleaner("web").clean((DATA / f"{stem}.html").read_bytes(), stem)
    check(f"{stem}.{name}{OUTPUTS[name].SUFFIX}", result.format(name), update_golden)


def test_every_golden_file_belongs_to_a_page():
    assert {path.name.split(".")[0] for path in GOLDEN.iterdir()} == {path.stem for path in PAGES}
