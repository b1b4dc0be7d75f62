"""Models on disk."""

import json
import shutil

import numpy as np
import pytest

import victor
from victor import model
from victor.errors import VictorError
from victor.pipeline import load


def test_the_same_model_gives_the_same_bytes(sample_model, tmp_path):
    model.save(model.load(sample_model), tmp_path / "again")
    for file in sample_model.iterdir():
        assert (tmp_path / "again" / file.name).read_bytes() == file.read_bytes()


@pytest.fixture
def broken(sample_model, tmp_path):
    folder = tmp_path / "broken"
    shutil.copytree(sample_model, folder)
    return folder


def damage_missing(folder):
    (folder / "weights.npz").unlink()


def damage_truncated(folder):
    data = (folder / "weights.npz").read_bytes()
    (folder / "weights.npz").write_bytes(data[: len(data) // 2])


def damage_pickled(folder):
    np.savez(folder / "weights.npz", state=np.array([{}], object))


def damage_shape(folder):
    weights = dict(np.load(folder / "weights.npz"))
    np.savez(folder / "weights.npz", **weights | {"state": weights["state"][1:]})


def damage_nan(folder):
    weights = dict(np.load(folder / "weights.npz"))
    weights["state"][0, 0] = np.nan
    np.savez(folder / "weights.npz", **weights)


def damage_task(folder):
    text = (folder / "config.yaml").read_text("utf-8")
    assert "image_text: true" in text
    changed = text.replace("image_text: true", "image_text: false")
    (folder / "config.yaml").write_text(changed, "utf-8")


def damage_meta(folder):
    (folder / "meta.json").write_text("{", "utf-8")


def damage_format(folder):
    meta = json.loads((folder / "meta.json").read_text("utf-8")) | {"format": 99}
    (folder / "meta.json").write_text(json.dumps(meta), "utf-8")


def damage_array(folder):
    np.savez(folder / "weights.npz", transition=np.zeros((5, 5)))


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (damage_missing, "weights.npz is missing"),
        (damage_truncated, "damaged"),
        (damage_pickled, "damaged"),
        (damage_shape, "has shape"),
        (damage_nan, "not numbers"),
        (damage_task, "differs from the one that the weights were learned with"),
        (damage_meta, "meta.json: damaged"),
        (damage_format, "format 99"),
        (damage_array, "'state' is missing"),
    ],
)
def test_a_damaged_model_says_what_is_wrong(broken, damage, said):
    damage(broken)
    with pytest.raises(VictorError, match=said):
        load(str(broken))


def _again(folder, change):
    weights = dict(np.load(folder / "weights.npz"))
    np.savez(folder / "weights.npz", **{name: change(array) for name, array in weights.items()})


NUMBERS = "biuf"


@pytest.mark.parametrize(
    "change",
    [
        lambda array: array.astype(array.dtype.newbyteorder(">")),
        np.asfortranarray,
        lambda array: array.astype(np.longdouble) if array.dtype.kind == "f" else array,
    ],
    ids=["byte order", "columns first", "long"],
)
@pytest.mark.parametrize("name", ["web", "web-crf"])
def test_weights_are_brought_to_one_layout(name, change, tmp_path):
    folder = tmp_path / "model"
    shutil.copytree(model.find(name), folder)
    _again(folder, change)
    found, wanted = model.load(folder).weights, model.load(model.find(name)).weights
    for key, array in wanted.items():
        assert found[key].flags.c_contiguous
        assert found[key].dtype.isnative
        np.testing.assert_array_equal(found[key], array)
    page = "<p>A paragraph of running text, with a number of words.</p>" * 9
    assert load(str(folder)).clean(page).text == load(name).clean(page).text


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda array: array.astype(complex) if array.dtype.kind in NUMBERS else array, "complex"),
        (lambda array: array.astype("S") if array.dtype.kind in NUMBERS else array, "expected"),
        (lambda array: array + np.float32(np.inf) if array.dtype.kind == "f" else array, "numbers"),
    ],
    ids=["complex", "bytes", "infinite"],
)
def test_weights_that_are_no_numbers_are_refused(broken, change, said):
    _again(broken, change)
    with pytest.raises(VictorError, match=said):
        load(str(broken))


def test_half_precision_and_whole_numbers_are_read(tmp_path):
    folder = tmp_path / "model"
    shutil.copytree(model.find("web"), folder)
    _again(folder, lambda array: array.astype(np.float16) if array.dtype.kind == "f" else array)
    assert model.load(folder).weights["input"].dtype == np.float32
    _again(folder, lambda array: array.astype(np.int32) if array.dtype.kind == "f" else array)
    assert isinstance(load(str(folder)).clean("<p>words</p>").text, str)


def test_what_comes_after_the_scores_may_be_changed(broken):
    """Weights do not depend on it."""
    text = (broken / "config.yaml").read_text("utf-8")
    changed = text.replace("method: expected_f1", "method: marginal\n  prefer: recall")
    (broken / "config.yaml").write_text(changed, "utf-8")
    found = load(str(broken)).plan.task.decode
    assert (found.method, found.prefer.beta) == ("marginal", 2.0)


def test_an_unknown_model_names_the_nearest():
    with pytest.raises(VictorError, match="did you mean 'web'"):
        victor.load("wbe")


@pytest.mark.parametrize("name", ["web", "web-crf", "cleaneval-crf", "texrex"])
def test_shipped_models(name):
    cleaner = victor.load(name)
    meta = cleaner.model.meta
    assert meta["attribution"]
    assert meta["scores"]
    assert meta["command"].startswith("victor learn")
    folder = model.find(name)
    assert sum(file.stat().st_size for file in folder.iterdir()) < 5_000_000


def test_from_python(sample_model):
    result = victor.load(str(sample_model)).clean(
        "<html><body><p>Hello <b>world</b>, this is a paragraph of some length, as pages have"
        " them. It has two sentences.</p></body></html>"
    )
    assert result.blocks[0].xpath == "/html/body/p"
    assert 0 <= result.blocks[0].score <= 1
    assert result.blocks[0].label in result.task.labels
    assert isinstance(result.text, str)
    assert 0 <= result.confidence <= 1
