"""Exports of Label Studio with values of any type: an error that names the task, or a document."""

import copy
import json

import pytest

from victor.commands import main
from victor.output import OUTPUTS

TASK = {
    "data": {
        "page": "a.html",
        "url": "http://a.example/",
        "title": "A title",
        "labels": {"p": "paragraph", "h": "header", "o": "other"},
        "blocks": [
            {"text": "one two", "space_before": True},
            {"text": "three", "space_before": False},
        ],
    },
    "annotations": [
        {
            "completed_by": {"email": "anna@example.org"},
            "result": [
                {
                    "type": "paragraphlabels",
                    "value": {
                        "start": "0",
                        "end": "1",
                        "startOffset": 0,
                        "endOffset": 3,
                        "paragraphlabels": ["paragraph"],
                    },
                }
            ],
        }
    ],
}
VALUES = (None, 5, -1, 1.5, True, "", "nan", [], {}, [[]], {"a": 1}, "a\0b", "../../x", 10**30)


def places(value, path=()):
    """The paths of all values of the task."""
    yield path
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*path, key))


def changed(path, value):
    task = copy.deepcopy(TASK)
    if not path:
        return value
    inner = task
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return task


@pytest.mark.parametrize(
    "path", list(places(TASK)), ids=lambda path: ".".join(map(str, path)) or "all"
)
def test_any_value_gives_files_below_the_output_or_an_error(path, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for value in VALUES:
        (tmp_path / "export.json").write_text(json.dumps([changed(path, value)]), "utf-8")
        for name in OUTPUTS:
            status = main(["convert", "export.json", "--format", name, "-o", "out"])
            error = capsys.readouterr().err
            assert status == 0 or error.startswith(("victor: export.json: ", "victor: out"))
    assert {one.name for one in tmp_path.iterdir()} <= {"export.json", "out"}
