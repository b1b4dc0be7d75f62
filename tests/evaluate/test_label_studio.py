"""Label Studio: out and back without loss, several annotators, damaged exports."""

import json
import xml.etree.ElementTree as ET

import pytest
from conftest import DATA
from hypothesis import given
from hypothesis import strategies as st
from pages import lines

from victor import config
from victor.document.document import Block, Document
from victor.evaluate.gold import label_studio as gold
from victor.evaluate.gold.annotation import parse
from victor.output import annotation, label_studio

LABELS = {"p": "paragraph", "h": "header", "o": "other"}
blocks = st.lists(
    st.tuples(st.sampled_from([*LABELS.items(), ("?", "?")]), lines, st.booleans()), max_size=8
)


def exported(document, **annotation):
    """A task as the server gives it back once somebody has submitted what was imported."""
    made = json.loads(label_studio.render(document))
    task = made[0]
    done = (task.pop("predictions", None) or task.get("annotations") or [{"result": []}])[0]
    task["annotations"] = [
        {"id": 5, "completed_by": 1, "was_cancelled": False, **done, **annotation}
    ]
    return made


def read(tmp_path, tasks):
    file = tmp_path / "export.json"
    file.write_text(json.dumps(tasks), "utf-8")
    return list(gold.read(file))


@given(blocks, st.booleans())
def test_out_and_back_nothing_is_lost(tmp_path_factory, found, by_model):
    cut = [Block(*label, text, space_before) for label, text, space_before in found]
    task = "web" if by_model else ""
    made = Document("page.html", "http://a.example/", cut, LABELS, task=task)
    (back,) = read(tmp_path_factory.mktemp("studio"), exported(made))
    assert annotation.render(back.document) == annotation.render(made)
    assert back.annotator == "1"


@pytest.mark.parametrize("file", sorted(DATA.glob("*.anno")), ids=lambda file: file.stem)
def test_the_sample_pages_come_back_as_they_were(tmp_path, cli, file):
    assert cli("convert", "--format", "label_studio", "-o", tmp_path, file)[0] == 0
    tasks = json.loads((tmp_path / f"{file.stem}.json").read_text("utf-8"))
    tasks[0]["annotations"][0]["completed_by"] = {"id": 3, "email": "ann@a.example"}
    (tmp_path / "export.json").write_text(json.dumps(tasks), "utf-8")
    assert cli("convert", "-o", tmp_path, tmp_path / "export.json")[0] == 0
    back = tmp_path / "ann" / file.name
    assert back.read_text("utf-8") == annotation.render(parse(file).document)


def test_a_models_labels_are_predictions(cli, sample_model):
    page = DATA / "news-en.html"
    status, out, _ = cli("clean", "--model", sample_model, "--format", "label_studio", page)
    (task,) = json.loads(out)
    (prediction,) = task["predictions"]
    assert status == 0
    assert prediction["model_version"] == "web-crf"
    assert 0 < prediction["score"] <= 1
    assert len(prediction["result"]) == len(task["data"]["blocks"])


def test_the_interface_has_the_tasks_labels(cli):
    status, out, _ = cli("configs", "web", "--label-studio")
    view = ET.fromstring(out)
    assert status == 0
    labels = [label.attrib for label in view.iter("Label")]
    assert [one["value"] for one in labels] == list(config.load("web").labels.values())
    assert labels[0]["hotkey"] == "p"
    assert view.find("Paragraphs").attrib["value"] == "$blocks"
    assert "--label-studio needs a task" in cli("configs", "--label-studio")[2]


def test_each_annotator_has_files_that_agreement_takes(tmp_path, cli):
    made = Document("x.html", None, [Block("p", "paragraph", "One"), Block("o", "other", "Two")],
                    LABELS)  # fmt: skip
    (task,) = exported(made)
    other = json.loads(json.dumps(task["annotations"][0]))
    other["completed_by"] = 2
    other["result"][1]["value"]["paragraphlabels"] = ["paragraph"]
    dropped = {**other, "was_cancelled": True, "completed_by": 9}
    task["annotations"] += [other, dropped]
    (tmp_path / "export.json").write_text(json.dumps([task]), "utf-8")
    assert cli("convert", "-o", tmp_path / "by", tmp_path / "export.json")[0] == 0
    assert sorted(p.name for p in (tmp_path / "by").iterdir()) == ["1", "2"]
    status, out, _ = cli("agreement", tmp_path / "by" / "1", tmp_path / "by" / "2")
    assert status == 0
    assert "| Two | other | paragraph | 1 | x |" in out


def test_annotators_with_the_same_name_at_two_hosts_are_distinct(tmp_path):
    (task,) = exported(Document("x.html", None, [Block("p", "paragraph", "One")], LABELS))
    (done,) = task["annotations"]
    people = [{"id": n, "email": f"anna@uni-{n}.example"} for n in "ab"]
    task["annotations"] = [{**done, "completed_by": who} for who in people]
    alone = {**task, "annotations": task["annotations"][1:]}
    names = [one.annotator for one in read(tmp_path, [task, alone])]
    assert names == ["anna", "anna_uni-b.example", "anna_uni-b.example"]


def test_regions_over_several_blocks_and_parts_of_one(tmp_path):
    texts = ["😀 One", "Two two", "Three", "Four"]
    (task,) = exported(Document("x.html", None, [Block("?", "?", text) for text in texts], LABELS))

    def region(role, start, end, first, last):
        value = {"start": str(start), "end": str(end), "startOffset": first, "endOffset": last,
                 "paragraphlabels": [role]}  # fmt: skip
        return {"type": "paragraphlabels", "value": value}

    result = [region("paragraph", 0, 1, 0, 2), region("header", 1, 2, 2, 5), {"type": "choices"}]
    task["annotations"] = [{"result": result}]
    (back,) = read(tmp_path, [task])
    assert [block.role for block in back.document.blocks] == ["paragraph", "header", "header", "?"]


TASK = (
    '[{"data": {"blocks": [{"text": "One", "space_before": true}], "labels": {"p": "paragraph"},'
    ' "page": "x", "url": null}, "annotations": [{"result": [{"type": "paragraphlabels",'
    ' "value": {"start": %s, "end": "0", "startOffset": 0, "endOffset": 1,'
    ' "paragraphlabels": ["paragraph"]}}]}]}]'
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        ("{}", "expected a list of tasks"),
        ("[]", "x.json: no annotations in this export"),
        ('[{"text": "x"}]', "task 1: not a task created by Victor"),
        ('[{"data": {"blocks": [], "labels": {"p": "paragraph"}, "page": "x", "url": null},'
         ' "annotations": [{"result": [{"type": "paragraphlabels", "value":'
         ' {"paragraphlabels": ["list"]}}]}]}]', "unknown label 'list'; known: paragraph"),
        (TASK % '"-1"', "a label starts at block -1"),
        (TASK % "Infinity", "task 1: not a task created by Victor"),
    ],
)  # fmt: skip
def test_other_json_is_refused(tmp_path, cli, text, said):
    (tmp_path / "x.json").write_text(text, "utf-8")
    status, _, err = cli("convert", tmp_path / "x.json")
    assert status == 1
    assert said in err
