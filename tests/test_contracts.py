"""Contracts of all registered filters and labelers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import BLOCK_TAGS, QUICK, blocks, markup, text_of

from victor import config, pipeline
from victor.data import Labels
from victor.decode import decode
from victor.filters import FILTERS, repeats
from victor.labelers import LABELERS
from victor.labelers.base import Training
from victor.pipeline import instance_of

TASK = BLOCK_TAGS.task


def labels(*keys):
    y = np.array([TASK.keys.index(key) for key in keys], np.int32)
    return Labels(y, np.eye(len(TASK.labels), dtype=np.float32)[y])


@pytest.mark.parametrize("name", FILTERS)
@pytest.mark.parametrize("keys", ["", "o", "c", "ocplh", "cc"])
def test_a_filter_gives_labels_of_the_same_blocks(name, keys):
    module = FILTERS[name]
    page = text_of(*("some words" for _ in keys)) if keys else blocks("")
    found = module.apply(labels(*keys), page, TASK, module.Options())
    assert found.y.shape == (len(keys),)
    assert found.y.dtype == np.int32
    assert found.scores.shape == (len(keys), len(TASK.labels))


def test_attach_begins_a_paragraph_where_there_is_nothing_to_continue():
    module = FILTERS["attach"]
    found = module.apply(labels(*"occ"), text_of("a", "b", "c"), TASK, module.Options())
    assert [TASK.keys[i] for i in found.y] == ["o", "p", "c"]


def test_minimum_empties_a_page_of_few_words():
    module = FILTERS["minimum"]
    page = text_of("two words", "three more words")
    few = module.apply(labels(*"po"), page, TASK, module.Options(words=3))
    enough = module.apply(labels(*"po"), page, TASK, module.Options(words=2))
    assert [TASK.keys[i] for i in few.y] == ["o", "o"]
    assert [TASK.keys[i] for i in enough.y] == ["p", "o"]


def kept(page, y, words):
    found = repeats.apply(labels(*y), page, TASK, repeats.Options(words=words))
    return "".join(TASK.keys[i] for i in found.y)


def test_repeats_takes_out_the_later_copy():
    copied = "One two.", "Three four.", "x", "z"
    page = text_of(*copied, "boilerplate", *copied, "y")
    assert kept(page, "hplpohplpp", words=6) == "hplpooooop"
    assert kept(page, "hplpohplpp", words=7) == "hplpohplpp"
    assert kept(page, "hplpohoppl", words=4) == "hplpohoppl"  # of the copy, too little was kept


def test_repeats_leaves_tables_and_code_alone():
    line = "the same words"
    page = blocks(f"<pre>{line}</pre><pre>{line}</pre><td>{line}</td><p>{line}</p><p>{line}</p>")
    assert kept(page, "ppppp", words=3) == "ppppo"
    assert kept(page, "pppoo", words=3) == "pppoo"


def test_repeats_leaves_refrains_alone():
    refrain = "Voda teče,<br>kámen stojí,<br>řeka jde dál."
    verses = ("Sloka první<br>o vodě", refrain, "Sloka<br>druhá", refrain)
    song = "".join(f"<p>{verse}</p>" for verse in verses)
    page = blocks(f"<div>{song}</div><blockquote><p>{refrain}</p></blockquote>")
    assert kept(page, "p" * 13, words=5) == "p" * 10 + "ooo"
    wide = f"<div><div class=wide>{refrain}</div><div class=narrow>{refrain}</div></div>"
    assert kept(blocks(wide), "p" * 6, words=5) == "pppooo"
    cut = refrain.replace("<br>", "<div></div>")
    assert kept(blocks(f"<div><p>a<br>b</p><p>{cut}</p><p>{cut}</p></div>"), "p" * 8, words=5) == (
        "pppppooo"
    )


def repeated_plainly(ids, words, least):
    """All runs against all runs that end before they begin."""
    out = [False] * len(ids)
    for start in range(len(ids)):
        for end in range(start + 1, len(ids) + 1):
            run = ids[start:end]
            before = (ids[i : i + len(run)] for i in range(start - len(run) + 1))
            if sum(words[start:end]) >= least and run in before:
                out[start:end] = [True] * len(run)
    return out


@given(st.lists(st.integers(1, 4), max_size=16), st.integers(0, 12))
def test_repeats_against_a_plain_search(ids, least):
    """Blocks of one number have the same words; some have none. The first of each stays."""
    words = [(0, 1, 3, 7)[i - 1] for i in ids]
    found = repeats.repeated(np.array(ids, np.uint64), np.array(words, np.float32), least)
    assert found.tolist() == repeated_plainly(ids, words, least)
    assert {i for i, gone in zip(ids, found, strict=True) if not gone} == set(ids)


NESTED = (
    "<body><div><div><p>menu</p></div></div><div><section><p>long text</p></section>"
    "<section><p>more text</p><p>and</p></section></div></body>"
)


@pytest.mark.parametrize(
    ("depth", "wanted"), [(0, "opoo"), (1, "oopp"), (2, "oppp"), (3, "pppp"), (9, "pppp")]
)
def test_ancestor_keeps_the_group_with_most_text(depth, wanted):
    module = FILTERS["ancestor"]
    found = module.apply(labels(*"pppp"), blocks(NESTED), TASK, module.Options(depth=depth))
    assert [TASK.keys[i] for i in found.y] == list(wanted)


def test_ancestor_weighs_what_is_kept_alone():
    module = FILTERS["ancestor"]
    found = module.apply(labels(*"hooc"), blocks(NESTED), TASK, module.Options())
    assert [TASK.keys[i] for i in found.y] == list("hooo")


@given(markup(), st.integers(0, 4), st.integers(0, 99))
def test_ancestor_by_climbing_the_tree(html, depth, seed):
    module, page = FILTERS["ancestor"], blocks(html)
    y = np.random.default_rng(seed).integers(0, len(TASK.labels), len(page)).astype(np.int32)
    given = Labels(y, np.eye(len(TASK.labels), dtype=np.float32)[y])
    found = module.apply(given, page, TASK, module.Options(depth=depth))
    sizes: dict[int, int] = {}
    groups = [_climb(page, i, depth) for i in range(len(page))]
    for i in np.flatnonzero(y != TASK.other):
        sizes[groups[i]] = sizes.get(groups[i], 0) + len(page.text[i])
    best = max(sizes, key=sizes.get, default=None)
    wanted = [y[i] if groups[i] == best else TASK.other for i in range(len(page))]
    assert found.y.tolist() == wanted


def _climb(page, block, depth):
    paragraphs = "div table ul ol p section article h1 h2 h3 h4 h5 h6 header body".split()
    tree, element = page.tree, int(page.tree.node[page.first[block]])
    while element and tree.tags[tree.tag[element]] not in paragraphs:
        element = int(tree.parent[element])
    for _ in range(depth):
        if tree.parent[element]:
            element = int(tree.parent[element])
    return element


@pytest.mark.parametrize("name", LABELERS)
def test_a_labeler_learns_scores_and_checks(name):
    """The same pages give the same weights; pages without blocks are pages."""
    if "torch" in LABELERS[name].learned_by:
        pytest.importorskip("torch")
    columns = [*TASK.features, "shallow.*"]
    labeler = {name: QUICK.get(name, {})}
    plan = pipeline.plan(config.override(TASK, {"labeler": labeler, "features": columns}))
    pages = [
        text_of("A sentence of some length.", "menu", "Another sentence."),
        blocks(""),
        text_of("x"),
    ]
    instances = [instance_of(plan, page) for page in pages]
    y = [np.array([0, 4, 0], np.int32), np.zeros(0, np.int32), np.array([4], np.int32)]
    weights, again = (plan.learn(Training(instances, y)) for _ in range(2))
    assert all(np.array_equal(weights[key], again[key]) for key in weights)
    assert plan.labeler.check(weights) is None
    assert plan.labeler.check({})
    score = plan.labeler.scorer(weights)
    for page, instance in zip(pages, instances, strict=True):
        found = decode(score(instance), page.words, TASK.other, "viterbi")
        assert found.scores.shape == (len(page), len(TASK.labels))
        assert np.allclose(found.scores.sum(axis=1), 1, atol=1e-5)
