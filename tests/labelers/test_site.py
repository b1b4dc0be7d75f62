"""What a taught model knows of a site: the places of its template, and texts that recur."""

import importlib.util
from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest
from conftest import DATA
from hypothesis import given
from hypothesis import strategies as st
from networks import WIDTH, labeler, random_weights

import victor
from victor import config, pipeline
from victor.evaluate.explain import explain
from victor.labelers.base import Training
from victor.labelers.neural import network as _network
from victor.labelers.neural import site
from victor.page import read_page

WEB = pipeline.plan(config.load("web"))


def blocks(html):
    return pipeline.blocks_of(WEB, read_page(html))


# Places and texts


def test_places_are_the_tags_and_classes_of_three_elements_around():
    one, other = blocks(
        "<main><div class='lead box'><p>Ferries are back.</p></div>"
        "<ul class='spec-17'><li>Memory</li></ul><section><p>No class</p></section></main>"
    ), blocks(
        "<body><p>First</p><main><div class='box lead'><p>Winter timetable</p></div>"
        "<ul class='spec-4'><li>Weight</li></ul><section><p>Nor here</p></section></main>"
    )  # fmt: skip
    places = dict(zip(one.text, one.place.tolist(), strict=True))
    others = dict(zip(other.text, other.place.tolist(), strict=True))
    assert places["Ferries are back."] == others["Winter timetable"] > 0  # in any order
    assert places["Memory"] == others["Weight"] > 0  # digits often number elements
    assert places["No class"] == others["Nor here"] == others["First"] == 0
    assert len(set(places.values())) == 3


def test_texts_are_known_in_any_case_but_not_single_words():
    found = site.keys(
        blocks("<p>Our newsletter</p><p>OUR NEWSLETTER</p><p>Home</p><p>Our ferry</p>")
    )
    newsletter, again, home, ferry = found[1].tolist()
    assert newsletter == again != ferry
    assert home == 0


# Evidence


@given(
    st.lists(
        st.lists(st.tuples(st.integers(1, 6), st.booleans()), min_size=1, max_size=8),
        min_size=1,
        max_size=5,
    )
)
def test_each_page_has_one_vote_for_each_place_and_text(pages):
    votes = defaultdict(lambda: [0.0, 0.0])
    for page in pages:
        for key in {key for key, _ in page}:
            found = [content for other, content in page if other == key]
            votes[key][0] += found.count(False) / len(found)
            votes[key][1] += found.count(True) / len(found)
    found = site.remembered([seen(page) for page in pages], "mine", {})
    assert found[site.KEYS].tolist() == sorted(votes)
    assert found[site.VOTES] == pytest.approx(np.array([votes[key] for key in sorted(votes)]))
    every = [content for page in pages for _, content in page]
    assert found[site.BLOCKS].tolist() == [every.count(False), every.count(True)]
    # In two rounds, the same.
    first = site.remembered([seen(page) for page in pages[:2]], "mine", {})
    again = site.remembered([seen(page) for page in pages[2:]], "mine", first)
    assert again[site.KEYS].tolist() == found[site.KEYS].tolist()
    assert again[site.VOTES] == pytest.approx(found[site.VOTES])
    assert again[site.BLOCKS].tolist() == found[site.BLOCKS].tolist()


def seen(page):
    """The votes of a page, given a key and whether it is content for each block."""
    keys = sorted({key for key, _ in page})
    shares = [np.mean([content for other, content in page if other == key]) for key in keys]
    kept = sum(content for _, content in page)
    votes = np.stack([1 - np.array(shares), shares], axis=1)
    size = np.array([len(page) - kept, kept], float)
    return site.Votes(np.array(keys, np.uint64), votes, np.zeros_like(votes), size)


def test_votes_under_another_convention_are_replaced():
    first = site.remembered([seen([(3, True)])], "news", {})
    assert site.remembered([seen([(4, False)])], "taught", first)[site.KEYS].tolist() == [4]


def test_evidence_is_the_odds_of_a_place_and_of_a_text():
    page = blocks("<div class='a'><p>Ferries are back.</p></div><p>Our newsletter</p><p>Home</p>")
    place, text = site.keys(page)[:, 0].tolist()
    known = {
        site.KEYS: np.sort(np.array([place, text], np.uint64)),
        site.BLOCKS: np.float32([7, 1]),
    }
    votes = {place: (0, 2), text: (0.5, 0.5)}
    known[site.VOTES] = np.float32([votes[key] for key in known[site.KEYS].tolist()])
    usual = np.array([8, 2]) / 10
    wanted = 0.0
    for no, yes in votes.values():
        wanted += np.log((yes + usual[1] * 0.03) / (no + usual[0] * 0.03)) - np.log(
            usual[1] / usual[0]
        )
    assert site.reader(known)(page).evidence == pytest.approx([wanted, 0, 0])
    empty = blocks("")
    assert site.reader(known)(empty).evidence.tolist() == []


def test_evidence_counts_less_on_a_page_of_another_site():
    box = "<div class='p1'><p>{}</p></div>"
    page = blocks(box.format("Our ferry") + box.format("Our newsletter"))
    known = {
        site.KEYS: np.unique(page.place),
        site.VOTES: np.float32([[1, 0]]),
        site.BLOCKS: np.float32([1, 9]),
    }
    found = site.reader(known)
    texts = [f"Paragraph {i} of it" for i in range(19)]
    other = blocks("".join(map(box.format, texts)))
    alike, unlike = found(page).evidence[0], found(other).evidence[0]
    assert alike < 0
    assert unlike == pytest.approx(alike / 4)  # 1 of 20 keys is known, a quarter of a fifth


def test_filters_must_not_change_what_they_would_change_on_the_taught_pages():
    box = "<div class='{}'><p>{}</p></div>"
    page = blocks("".join(box.format(*one) for one in (("a", "Mine"), ("b", "It"), ("c", "Ads"))))
    order = np.argsort(page.place)
    known = {
        site.KEYS: page.place[order],
        site.VOTES: np.float32([[0, 3], [1, 2], [3, 0]])[order],
        site.BLOCKS: np.float32([9, 9]),
    }
    assert not site.reader(known)(page).fixed.any()  # as in older models
    # Of the second place, filters drop less than what is boilerplate there.
    known[site.CHANGES] = np.float32([[0, 2], [0, 0.9], [3, 0]])[order]
    kept, dropped = site.reader(known)(page).fixed.tolist()
    assert kept == [False, False, True]
    assert dropped == [True, False, False]


def with_evidence(**changes):
    """Weights with one convention, ``mine``, and evidence under it."""
    weights = random_weights(3)
    for name, shape in _network.convention_shapes(WIDTH, 3, 1).items():
        weights[name] = np.zeros(shape, np.float32)
    arrays = {
        "columns": np.array(labeler().space.columns),
        "conventions": np.array(["mine"]),
        site.KEYS: np.array([1, 9], np.uint64),
        site.VOTES: np.float32([[0.5, 2], [1, 0]]),
        site.BLOCKS: np.float32([9, 3]),
        site.CONVENTION: np.array(["mine"]),
    }
    return weights | arrays | changes


@pytest.mark.parametrize(
    ("name", "array"),
    [
        (site.KEYS, np.array([9, 1], np.uint64)),
        (site.KEYS, np.array([0, 1], np.uint64)),
        (site.KEYS, np.array([1, 9])),
        (site.KEYS, np.array([[1, 9]], np.uint64)),
        (site.VOTES, np.float32([[1, 1]])),
        (site.VOTES, np.float32([[np.nan, 1], [1, 1]])),
        (site.VOTES, np.float32([[-1, 1], [1, 1]])),
        (site.VOTES, np.array([["a", "b"], ["c", "d"]])),
        (site.BLOCKS, np.float32([1, 2, 3])),
        (site.CONVENTION, np.array(["yours"])),
        (site.CONVENTION, np.array([])),
        (site.CONVENTION, np.array(["mine", "mine"])),
        (site.CONVENTION, np.array([1.0])),
    ],
)
def test_damaged_votes_are_named(name, array):
    assert labeler().check(with_evidence()) is None
    assert f"'{name}'" in labeler().check(with_evidence(**{name: array}))


@pytest.mark.parametrize("name", site.NAMES[:-1])
def test_votes_need_all_their_arrays(name):
    weights = with_evidence()
    del weights[name]
    assert labeler().check(weights) == f"the array {name!r} is missing"


def test_changes_alone_are_named():
    assert "is missing" in site.problem({site.CHANGES: np.zeros((1, 2))}, ["mine"])


def test_evidence_counts_under_its_convention_alone():
    weights = with_evidence()
    assert site.KEYS in labeler().under(weights, "mine")
    assert site.KEYS not in labeler().under(weights, "")


def test_an_explanation_lists_what_the_site_adds():
    found = blocks("<div class='lead'><p>Ferries are back.</p></div><p>Subscribe to us now</p>")
    keys = np.unique(site.keys(found))[1:]
    shipped = victor.load("web").model
    votes = np.stack([np.arange(len(keys)), np.arange(len(keys))[::-1]], axis=1)
    added = {site.KEYS: keys, site.VOTES: votes.astype(np.float32), site.BLOCKS: np.float32([9, 3])}
    weights = {**shipped.weights, **added, site.CONVENTION: np.array(["general"])}
    made = explain(pipeline.Cleaner(replace(shipped, weights=weights)), found)
    assert made.explanations
    for one, held in zip(made.explanations, site.reader(weights)(found).evidence, strict=True):
        amounts = {
            origin.name: amount for origin, amount in zip(one.origins, one.amounts, strict=True)
        }
        sign = (one.runner_up == WEB.task.other) - (one.label == WEB.task.other)
        assert amounts["site"] == pytest.approx(sign * held)
        odds = np.log(one.probabilities[one.label] / one.probabilities[one.runner_up])
        assert sum(one.amounts) + one.before + one.after == pytest.approx(odds, abs=0.01)


# Pages of one site, from the command line


def page(number, story, partner):
    """A page of a site that puts a partner's text in its news, in a box like any other."""
    paragraphs = "".join(f"<p>{text}</p>" for text in story)
    return (
        f"<html><head><title>News {number}</title></head><body>"
        "<nav><a href='/'>Home</a> <a href='/sport'>Sport</a></nav>"
        f"<article class='story'><h1>{story[0]}</h1>{paragraphs}"
        f"<div class='box-b{number}'><p>{partner}</p></div>"
        f"<div class='text'><p>{story[-1]} That is all that is known so far, the council said.</p>"
        "</div></article><footer><p>All rights reserved</p></footer></body></html>"
    )


STORIES = (
    (
        "The swimming pool reopens on Monday after two years of repairs to its roof and boilers.",
        "The council spent more than a million pounds on the work, which was delayed three times.",
    ),
    (
        "A ferry service between the islands will start again in April, its owner announced today.",
        "Two boats have been bought from a company in Norway, and will sail four times each day.",
    ),
    (
        "Teachers of the grammar school have voted to strike for a day at the end of the month.",
        "Their union says that the offer of the ministry is below the rise of prices this year.",
    ),
    (
        "The county library lends tools and sewing machines from next week, besides its books.",
        "A drill can be kept for three days, the head of the library told reporters on Tuesday.",
    ),
)
PARTNERS = (
    "The hills above the lake are best seen from a warm cabin, where breakfast is served all day.",
    "Nothing beats a walk along the coast, with the wind at your back and good boots on your feet.",
    "A good night of sleep begins with a mattress that was made for you, by people who know how.",
    "Fresh bread, smoked fish and a view of the harbour: the terrace is open late all summer.",
)


def annotate(file, html, is_content):
    """Write a page, and its annotation beside it."""
    file.parent.mkdir(exist_ok=True)
    file.write_text(html)
    texts = victor.load("web").clean(html).blocks.text
    lines = (f"[{'p' if is_content(text) else 'o'}] {text}\n" for text in texts)
    file.with_suffix(".anno").write_text("".join(lines))


def test_a_box_that_is_boilerplate_on_one_page_is_so_on_the_next(cli, tmp_path):
    learn, clean = tmp_path / "learn", tmp_path / "next.html"
    for number in range(3):
        story = STORIES[number]
        html = page(number, story, PARTNERS[number])
        annotate(learn / f"news_{number}.html", html, lambda text, story=story: text in story)
    clean.write_text(page(3, STORIES[3], PARTNERS[3]))
    status, _, err = cli("learn", "-o", tmp_path / "m", learn)
    assert (status, "learning a convention for web" in err) == (0, True)

    def text(*options):
        status, out, err = cli("clean", "--format", "text", *options, clean)
        assert (status, err) == (0, "")
        return out

    assert PARTNERS[3] in text()
    assert PARTNERS[3] in text("--model", tmp_path / "m", "--convention", "none")
    taught = text("--model", tmp_path / "m")
    assert PARTNERS[3] not in taught
    assert all(sentence in taught for sentence in STORIES[3])


def thread(number):
    """A page of a forum: a post with a signature, and an answer that quotes it."""
    first, second = STORIES[number]
    signature = f"Sent from my garden shed in Ambleford. {PARTNERS[number]}"
    return (
        f"<html><head><title>Thread {number}</title></head><body>"
        "<nav><a href='/'>Forum</a> <a href='/new'>New posts</a></nav>"
        f"<article class='message'><h4 class='message-name'>Ada</h4>"
        f"<div class='bbWrapper'>{first} Does anybody know more about it than that?</div>"
        f"<div class='message-signature'><div class='sig'>{signature}</div></div></article>"
        "<article class='message'><h4 class='message-name'>Ben</h4>"
        f"<blockquote class='bbCodeBlock--quote'><div class='bbCodeBlock-content'>"
        f"{first} Does anybody know more about it than that?</div></blockquote>"
        f"<div class='bbWrapper'>{second} I read it in the local paper this morning.</div>"
        "</article><footer><p>All rights reserved</p></footer></body></html>"
    )


def test_filters_do_not_drop_signatures_and_quotations_that_are_content(cli, tmp_path):
    def is_content(text):
        return text not in ("Forum", "New posts", "Ada", "Ben", "All rights reserved")

    for number in range(3):
        annotate(tmp_path / "learn" / f"{number}.html", thread(number), is_content)
    (tmp_path / "next.html").write_text(thread(3))
    assert cli("learn", "-o", tmp_path / "m", tmp_path / "learn")[0] == 0

    def text(*options):
        return cli("clean", "--format", "text", *options, tmp_path / "next.html")[1]

    first = f"{STORIES[3][0]} Does anybody know more"
    assert text().count(first) == 1  # without the copy of the first post
    taught = text("--model", tmp_path / "m")
    assert taught.count(first) == 2
    assert PARTNERS[3] in taught


def manual(number, name="manual"):
    """A page of a manual, with code between its paragraphs."""
    first, second = STORIES[number]
    return (
        f"<html><head><title>Chapter {number}</title></head><body><main class='{name}'>"
        f"<h1>Chapter {number} of it</h1><p>{first}</p>"
        f"<div class='code-{name}'><pre>open door {number}\nclose window {number}\n</pre></div>"
        f"<p>{second}</p></main><footer><p>All rights reserved</p></footer></body></html>"
    )


@pytest.mark.parametrize("name", ["manual", "handbook"])  # the taught site, and another one
def test_filters_do_not_restore_code_that_is_boilerplate(cli, tmp_path, name):
    for number in range(3):
        is_content = ("Chapter", *STORIES[number])
        annotate(
            tmp_path / "learn" / f"{number}.html",
            manual(number),
            lambda text, starts=is_content: text.startswith(starts),
        )
    (tmp_path / "next.html").write_text(manual(3, name))
    assert cli("learn", "-o", tmp_path / "m", tmp_path / "learn")[0] == 0

    def text(*options):
        return cli("clean", "--format", "text", *options, tmp_path / "next.html")[1]

    assert "close window 3" in text()
    taught = text("--model", tmp_path / "m")
    assert "window" not in taught
    assert all(sentence in taught for sentence in STORIES[3])


def test_the_same_pages_teach_the_same(cli, tmp_path):
    for name in ("one", "two"):
        status, _, _ = cli("learn", "-o", tmp_path / name, DATA)
        assert status == 0
    first, second = ((tmp_path / name / "weights.npz").read_bytes() for name in ("one", "two"))
    assert first == second
    with np.load(tmp_path / "one" / "weights.npz", allow_pickle=False) as arrays:
        assert len(arrays[site.KEYS]) == len(arrays[site.VOTES]) > 100


def test_pages_in_less_memory_teach_the_same():
    whole = blocks((DATA / "news-en.html").read_bytes())
    assert site.keys(whole.light()).tolist() == site.keys(whole).tolist()


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed")
def test_learning_all_weights_adds_to_what_is_known_of_a_site():
    plan = pipeline.plan(
        config.override(config.load("web"), {"labeler": {"neural_crf": {"width": 16, "epochs": 1}}})
    )
    weights = plan.labeler.learn(training(plan, ["a", "b"]))
    taught = plan.labeler.learn(replace(training(plan, ["a", "a"]), start=weights, taught="mine"))
    votes = taught[site.VOTES].sum()
    for conventions, name, times in ((["mine"] * 2, "mine", 2), (["a"] * 2, "a", 1),
                                     (["a", "b"], "mine", 1)):  # fmt: skip
        found = plan.labeler.learn(replace(training(plan, conventions), start=taught))
        assert site.convention_of(found) == name
        assert found[site.VOTES].sum() == pytest.approx(times * votes)
        assert plan.labeler.check(found) is None


def training(plan, conventions):
    """Two sample pages, each under a convention."""
    pages = [
        pipeline.instance_of(plan, blocks((DATA / f"{name}.html").read_bytes()))
        for name in ("news-en", "blog-en")
    ]
    random = np.random.default_rng(1)
    y = [random.integers(0, 5, len(page.blocks)).astype(np.int32) for page in pages]
    return Training(pages, y, conventions=conventions)
