"""The array CRF against CRFsuite's own tagger, on models that CRFsuite has learned."""

import numpy as np
import pycrfsuite
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from victor.config import Bins
from victor.data import Codes
from victor.decode import marginals, viterbi
from victor.labelers import Instance, Space
from victor.labelers.base import Training
from victor.labelers.crf import labeler as crf
from victor.labelers.crf.discretise import discretiser
from victor.labelers.crf.template import layout

SIZES = (2, 4, 3)


def make(seed, n, template):
    random = np.random.default_rng(seed)
    codes = np.stack([random.integers(0, size, n) for size in SIZES], axis=1).astype(np.int32)
    return Instance(None, None, template(codes)), random.integers(0, 3, n).astype(np.int32)


def chain(template, options=None):
    """The labeler of three labels for a layout."""
    return crf.CRF(options or crf.Options(), Space((), ("p", "c", "other"), template))


def windows(bigrams):
    return layout(
        [((0,), (-2, -1, 0, 1)), ((1,), (0,)), ((2,), (-1, 1)), ((0, 2), (0, 1))], SIZES, bigrams
    )


@settings(max_examples=15)
@given(st.integers(0, 1000), st.booleans())
def test_arrays_equal_the_tagger(tmp_path_factory, seed, bigrams):
    template = windows(bigrams)
    random = np.random.default_rng(seed)
    pages = [make(seed + i, int(random.integers(1, 12)), template) for i in range(12)]
    instances, y = [p[0] for p in pages], [p[1] for p in pages]
    kept = {}
    export = crf._export

    def export_and_keep(model, size, labels):
        kept["tagger"] = model.tagger_
        kept["weights"] = export(model, size, labels)
        return kept["weights"]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            crf,
            "_export",
            lambda *given: _tagged(export_and_keep(*given), given[0], instances, bigrams, kept),
        )
        labeler = chain(template, crf.Options(c2=0.1, max_iterations=30))
        weights = labeler.learn(Training(instances, y))
    score = labeler.scorer(weights)
    for instance, (tags, tables) in zip(instances, kept["tagged"], strict=True):
        potentials = score(instance)
        if not bigrams:
            assert not potentials.transition.any()
        assert np.allclose(marginals(potentials), tables, atol=2e-4)
        assert _near_best(potentials, viterbi(potentials), tags)


def _tagged(weights, model, instances, whole, kept):
    tagger = model.tagger_
    kept["tagged"] = []
    for instance in instances:
        rows = [[str(a) for a in row if a >= 0] for row in instance.codes.attributes().tolist()]
        chains = [rows] if whole else [[row] for row in rows]
        tags, tables = [], []
        for chain in chains:
            tags += [int(tag) for tag in tagger.tag(pycrfsuite.ItemSequence(chain))]
            known = set(tagger.labels())
            tables += [
                [tagger.marginal(str(k), t) if str(k) in known else 0.0 for k in range(3)]
                for t in range(len(chain))
            ]
        kept["tagged"].append((tags, np.array(tables)))
    return weights


def _near_best(potentials, ours, theirs):
    def total(y):
        state = potentials.state[np.arange(len(y)), y].sum()
        return state + potentials.transition[y[:-1], y[1:]].sum()

    # The exported weights have six decimals: labellings that differ have equal scores.
    return list(ours) == theirs or abs(total(np.array(ours)) - total(np.array(theirs))) < 1e-3


@given(st.integers(0, 1000), st.integers(0, 30))
def test_attributes_against_a_plain_reference(seed, n):
    template = windows(True)
    codes = np.stack(
        [np.random.default_rng(seed).integers(0, size, n) for size in SIZES], axis=1
    ).astype(np.int32)
    rows = template(codes).attributes()
    seen = [{int(a) for a in row if a >= 0} for row in rows]
    weights = np.random.default_rng(1).normal(size=(len(template.offsets) * template.width, 3))
    expected = np.array([weights[sorted(row)].sum(axis=0) for row in seen]).reshape(n, 3)
    score = chain(template).scorer(
        {"state": weights.astype(np.float32), "transition": np.zeros((3, 3), np.float32)}
    )
    instance = Instance(None, None, template(codes))
    assert np.allclose(score(instance).state, expected, atol=1e-4)
    for i, row in enumerate(seen):  # one attribute says for each offset whether there is a block
        present = {
            template.offsets.index(o) * template.width for o in template.offsets if 0 <= i + o < n
        }
        assert {a for a in row if a % template.width == 0} == present


@given(st.lists(st.floats(-5, 5, width=32), min_size=1, max_size=20))
def test_discretising_takes_the_largest_value_not_greater(values):
    listed, scaled = Bins(values=(-1.0, 0.0, 0.5, 2.0)), Bins(scale=4)
    from victor.data import Table

    table = Table(("a", "b"), np.array([values, values], np.float32).T)
    codes = discretiser([listed, scaled])(table)
    for (one, other), value in zip(codes.tolist(), values, strict=True):
        below = [i for i, edge in enumerate(listed.values) if edge <= value]
        assert one == max(below, default=0)
        assert other == min(max(int(value * 4), 0), 3)


def test_chunks_of_a_long_page_are_scored_as_one(monkeypatch):
    template = windows(True)
    instance, _ = make(3, 100, template)
    weights = {
        "state": np.random.default_rng(0).normal(size=(len(template.offsets) * template.width, 3)),
        "transition": np.zeros((3, 3)),
    }
    whole = chain(template).scorer(weights)(instance).state
    monkeypatch.setattr(crf, "_CHUNK", 7)
    assert np.allclose(chain(template).scorer(weights)(instance).state, whole)


def test_codes_of_no_blocks():
    template = windows(True)
    assert template(np.zeros((0, 3), np.int32)).attributes().shape == (0, 4 * 5)
    assert isinstance(template(np.zeros((0, 3), np.int32)), Codes)
