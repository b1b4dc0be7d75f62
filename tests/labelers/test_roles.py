"""What a taught model knows of roles: whether titles, dates or comments are content."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pages
import pytest
from conftest import DATA
from hypothesis import given
from hypothesis import strategies as st
from networks import labeler, random_weights

import victor
from victor import config, pipeline
from victor.data import Labels
from victor.evaluate.explain import explain
from victor.evaluate.gold import read_gold
from victor.evaluate.learning import example
from victor.labelers.neural import network as _network
from victor.labelers.neural import roles, site
from victor.page import read_page

WEB = pipeline.plan(config.load("web"))
TITLE, DATE, COMMENT = (config.ROLES.index(role) + 1 for role in ("title", "date", "comment"))


def seen(role, content, logit, words=None):
    n = len(content)
    words = np.full(n, 8.0) if words is None else np.array(words, np.float64)
    return roles.Observed(
        np.full(n, role), np.array(content, bool), words, np.array(logit, np.float64)
    )


def biases(pages, **before):
    known = {"role_names": np.array([*before], "U"), "role_biases": np.float32([*before.values()])}
    found = roles.learned(pages, known if before else {})
    return dict(zip(*(found[name].tolist() for name in roles.NAMES), strict=True))


# Learning


def test_what_the_pages_agree_on_outweighs_the_network():
    kept = biases([seen(TITLE, [True], [-3.0])] * 8)["title"]
    lost = biases([seen(TITLE, [False], [2.0])] * 8)["title"]
    assert kept > 3 and lost < -2
    assert 0 < biases([seen(TITLE, [True], [-3.0])] * 3)["title"] < kept


def test_a_role_on_which_the_network_is_right_gets_little():
    pages = [seen(DATE, [True], [3.0]), seen(DATE, [False], [-3.0])] * 4
    assert abs(biases(pages)["date"]) < 0.1


def test_one_page_is_not_enough_and_other_roles_get_nothing():
    assert set(biases([seen(TITLE, [True], [-3.0])]).values()) == {0.0}
    found = biases([seen(TITLE, [True], [-3.0])] * 5)
    assert [name for name, bias in found.items() if bias] == ["title"]


def test_teaching_goes_on_from_the_biases_before():
    pages = [seen(TITLE, [True], [-3.0])] * 2
    found = biases(pages, title=3.0, date=-2.0)
    assert found["title"] > biases(pages)["title"] + 0.5
    assert found["date"] == -2


def test_a_page_with_many_blocks_of_a_role_counts_once():
    one = seen(DATE, [True], [-1.0])
    many = seen(DATE, [True] * 50, [-1.0] * 50)
    assert biases([many, one])["date"] == pytest.approx(biases([one, one])["date"], abs=1e-4)


def test_one_page_does_not_outweigh_seven_others():
    as_expected = [seen(COMMENT, [False] * 9, [-6.0] * 9)] * 7
    assert biases([*as_expected, seen(COMMENT, [True] * 9, [-6.0] * 9)])["comment"] == 0
    assert biases([seen(COMMENT, [True] * 9, [-6.0] * 9)] * 2)["comment"] > 2


@given(
    st.lists(
        st.lists(
            st.tuples(st.booleans(), st.floats(-8, 8), st.integers(0, 40)), min_size=1, max_size=5
        ),
        min_size=2,
        max_size=6,
    )
)
def test_a_bias_is_the_most_probable_one(pages):
    given_pages = [seen(TITLE, *zip(*page, strict=True)) for page in pages]
    used = [page for page in given_pages if page.words.sum()]
    found = biases(given_pages)["title"]
    if len(used) < 2:
        assert found == 0
        return
    grid = np.linspace(-12, 12, 4801)
    total = -(grid**2) / 8
    for page in used:
        p = 1 / (1 + np.exp(-(page.logit[:, None] + grid)))
        right = np.where(page.content[:, None], p, 1 - p)
        total += page.words / page.words.sum() @ np.log(right)
    best = grid[total.argmax()]
    content = np.mean([page.words / page.words.sum() @ page.content for page in used])
    if (content if best > 0 else 1 - content) < 1 / 3:
        best = 0  # most pages disagree
    assert found == pytest.approx(best, abs=0.02)


# Evidence


def with_biases(**changed):
    names = np.array(["title", "date", "of tomorrow"])
    vectors = _network.convention_shapes(16, 3, 1)
    known = {roles.NAMES[0]: names, roles.NAMES[1]: np.float32([2.5, -1, 4])}
    of_site = {
        site.KEYS: np.zeros(0, np.uint64),
        site.VOTES: np.zeros((0, 2), np.float32),
        site.BLOCKS: np.float32([1, 1]),
        site.CONVENTION: np.array(["mine"]),
    }
    conventions = {name: np.zeros(shape, np.float32) for name, shape in vectors.items()}
    named = {**conventions, "conventions": np.array(["mine"])}
    return {**random_weights(), **named, **of_site, **known, **changed}


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("role_names", np.array([1.0, 2.0, 3.0])),
        ("role_names", np.array(["title"])),
        ("role_biases", np.float32([[1, 2, 3]])),
        ("role_biases", np.float32([1, np.nan, 2])),
    ],
)
def test_damaged_biases_are_named(name, array):
    assert labeler().check(with_biases()) is None
    assert "'role_" in labeler().check(with_biases(**{name: array}))


@pytest.mark.parametrize("name", roles.NAMES)
def test_biases_need_both_arrays(name):
    weights = with_biases()
    del weights[name]
    assert labeler().check(weights) == f"the array {name!r} is missing"


def test_filters_may_complete_code_but_not_restore_it():
    made = pages.blocks("<p>So geht es.</p><pre>make\nmake install</pre><p>Oder so.</p>")
    fixed = np.array([[False, True, True, False], [False] * 4])
    run = SimpleNamespace(plan=WEB, blocks=made)

    def filtered(*kept):
        before, after = (
            Labels(np.where(found, 0, WEB.task.other), np.zeros((4, 5), np.float32))
            for found in (np.array(kept), np.ones(4, bool))
        )
        return (pipeline._as_taught(before, after, fixed, run).y != WEB.task.other).tolist()

    assert filtered(True, False, False, True) == [True, False, False, True]
    assert filtered(True, True, False, True) == [True, True, True, True]


def test_biases_count_under_their_convention_alone():
    assert roles.NAMES[1] in labeler().under(with_biases(), "mine")
    assert roles.NAMES[1] not in labeler().under(with_biases(), "")


def test_an_explanation_lists_what_the_role_adds():
    blocks = pipeline.blocks_of(WEB, read_page((DATA / "news-en.html").read_bytes()))
    shipped = victor.load("web").model
    known = {name: with_biases()[name] for name in (*roles.NAMES, *site.NAMES[:-1])}
    weights = {**shipped.weights, **known, site.CONVENTION: np.array(["general"])}
    made = explain(pipeline.Cleaner(replace(shipped, weights=weights)), blocks)
    held = roles.evidence(weights)(pipeline.instance_of(WEB, blocks))
    assert sorted(set(held.tolist())) == [-1.0, 0.0, 2.5]
    for one, bias in zip(made.explanations, held, strict=True):
        amounts = {
            origin.name: amount for origin, amount in zip(one.origins, one.amounts, strict=True)
        }
        sign = (one.runner_up == WEB.task.other) - (one.label == WEB.task.other)
        assert amounts["role"] == pytest.approx(sign * bias)


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        ((2.5, -1.0), "roles kept more often: title; dropped more often: date"),
        ((0.9, 1.0), "roles kept more often: date"),
        ((-0.9, 0.9), ""),
    ],
)
def test_notable_biases_are_named(found, wanted):
    known = {"role_names": np.array(["title", "date"]), "role_biases": np.float32(found)}
    assert labeler().summary(with_biases(**known)) == wanted
    assert labeler().summary(random_weights()) == ""


def test_pages_in_less_memory_have_the_same_roles():
    [gold] = read_gold([DATA / "news-en.anno"])
    whole = pipeline.instance_of(WEB, pipeline.blocks_of(WEB, read_page(gold.html)))
    assert roles.of(example(gold, WEB).instance).tolist() == roles.of(whole).tolist()
    assert TITLE in roles.of(whole).tolist()


# Pages of several sites, from the command line

LAYOUTS = (
    '<div class="masthead"><a href="/">{site}</a></div><article><h1>{title}</h1>'
    '<p class="byline">By Ada Brook</p><time datetime="2026-03-0{day}">{day} March 2026</time>'
    "{body}</article><footer>All rights reserved</footer>",
    '<header><a href="/">{site}</a></header><main><h1 class="headline">{title}</h1>'
    '<div class="meta"><span class="date">March {day}, 2026</span></div><div class="text">{body}'
    "</div></main><aside><a href='/more'>More news</a></aside>",
    '<table><tr><td><a href="/">{site}</a></td></tr></table><div id="story"><h1>{title}</h1>'
    '<div class="published">2026-03-0{day}</div>{body}</div><p>Contact: news@{site}.example</p>',
)
STORIES = (
    ("Swimming pool reopens on Monday", "The pool", "the roof and the boilers"),
    ("Ferry to the islands starts again", "The ferry", "the two engines and the ramp"),
    ("Library stays open until ten", "The library", "the reading room and the old stairs"),
    ("Bridge over the Elm is closed", "The bridge", "the piers and the eastern approach"),
    ("New trains for the coastal line", "The line", "the platforms and the signal boxes"),
    ("Market hall gets a glass roof", "The hall", "the iron columns and the stone floor"),
)


def page(number):
    title, thing, parts = STORIES[number]
    body = "".join(
        f"<p>{thing} was closed for {count} years while workers repaired {parts}, which had been "
        f"in poor condition since the storm, according to the council and its {who}.</p>"
        for count, who in (("two", "engineers"), ("three", "spokeswoman"), ("four", "auditors"))
    )
    layout = LAYOUTS[number % len(LAYOUTS)]
    inner = layout.format(site=f"site{number}", title=title, day=number + 1, body=body)
    return f"<html><head><title>{title} - Site {number}</title></head><body>{inner}</body></html>"


@pytest.mark.parametrize("is_content", [True, False])
def test_titles_are_content_if_they_were_on_the_annotated_pages(cli, tmp_path, is_content):
    learn, clean = tmp_path / "learn", tmp_path / "next.html"
    learn.mkdir()
    for number in range(5):
        html, title = page(number), STORIES[number][0]
        (learn / f"site{number}_1.html").write_text(html)
        found = victor.load("web").clean(html).blocks
        body = [text for text in found.text if " was closed for " in text]
        labels = {**dict.fromkeys(body, "p"), title: "h" if is_content else "o"}
        lines = (f"[{labels.get(text, 'o')}] {text}\n" for text in found.text)
        (learn / f"site{number}_1.anno").write_text("".join(lines))
    clean.write_text(page(5))
    status, _, err = cli("learn", "-o", tmp_path / "m", learn)
    assert status == 0
    assert f"\nroles {'kept' if is_content else 'dropped'} more often: title" in err
    status, out, _ = cli("clean", "--format", "text", "--model", tmp_path / "m", clean)
    assert status == 0
    assert (STORIES[5][0] in out) == is_content
    assert out.count(" was closed for ") == 3
