"""Regions: the greatest run, body text extraction, maximum subsequence segmentation."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from pages import markup

from victor import config, pipeline
from victor.arrays import greatest_run
from victor.baselines.bte import labeler as bte
from victor.decode import greatest_subsequence
from victor.page import read_page
from victor.pipeline import blocks_of
from victor.tree.html_tags import VOID

PLAN = pipeline.plan(config.load("bte"))
PAGE = (
    "<body><ul><li><a href=1>Home</a></li><li><a href=2>News</a></li></ul>"
    "<div><p>One two three four five six seven.</p>"
    "<p>Eight <b>nine</b> ten eleven twelve.</p></div>"
    "<ul><li><a href=3>About us</a></li></ul></body>"
)


def best(gains):
    """The greatest sum of neighbours, 0 for none, by trying all."""
    n = len(gains)
    return max([0.0, *(sum(gains[i:j]) for i in range(n) for j in range(i + 1, n + 1))])


@given(st.lists(st.integers(-9, 9), max_size=25))
def test_no_run_gains_more_than_the_greatest(gains):
    chosen = greatest_run(np.array(gains, float))
    places = np.flatnonzero(chosen)
    assert np.array(gains, float)[chosen].sum() == best(gains)
    assert not len(places) or places[-1] - places[0] + 1 == len(places)


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40)), max_size=20), st.floats(0.3, 3))
def test_a_subsequence_has_the_greatest_score(rows, beta):
    p, words = (np.array([row[i] for row in rows], float) for i in range(2))
    scores = np.maximum(words, 0.1) * (p - 1 / (1 + beta**2))
    chosen = greatest_subsequence(p, words, beta)
    assert np.isclose(scores[chosen].sum(), best(scores.tolist()), atol=1e-9)


def tags_before(page):
    """Of each text: start and end tags since the one before it, counted one by one."""
    counts = [0] * (len(page.tree.text) + 1)
    for element, tag in enumerate(page.tree.tag):
        counts[page.tree.opened[element]] += 1
        if page.tree.tags[tag] not in VOID:
            counts[page.tree.closed[element]] += 1
    return counts


@given(markup(), st.sampled_from((0.5, 1.0, 3.25)))
def test_no_region_has_more_words_less_tags_than_the_body(html, tag):
    page = blocks_of(PLAN, read_page(html))
    before, words = tags_before(page), page.words.tolist()

    def gain(low, high):
        inside = before[page.first[low] + 1 : page.first[high]]
        return sum(words[low:high]) - tag * sum(inside)

    chosen = np.flatnonzero(bte.body(page, tag))
    reached = gain(chosen[0], chosen[-1] + 1) if len(chosen) else 0
    n = len(page)
    gains = [0, *(gain(i, j) for i in range(n) for j in range(i + 1, n + 1))]
    assert np.isclose(reached, max(gains))


def test_the_body_is_cleaned_without_a_model(cli, tmp_path):
    (tmp_path / "page.html").write_text(PAGE)
    status, out, _ = cli("clean", "--config", "bte", "--format", "text", tmp_path / "page.html")
    assert status == 0
    assert out == "One two three four five six seven.\n\nEight nine ten eleven twelve.\n"


def test_a_configuration_by_path_needs_no_model_either(cli, tmp_path):
    (tmp_path / "page.html").write_text(PAGE)
    (tmp_path / "all.yaml").write_text("extends: bte\nlabeler: {bte: {tag: 0}}\n")
    command = ("clean", "--config", tmp_path / "all.yaml", "--format", "text")
    status, out, _ = cli(*command, tmp_path / "page.html")
    assert status == 0
    assert out.startswith("Home")
