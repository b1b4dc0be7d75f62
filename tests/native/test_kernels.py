"""Every compiled kernel gives what its reference in Python gives."""

import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import lines, markup, texts

from victor import pipeline
from victor.compiled import KERNELS
from victor.features import attribute
from victor.text import characters

seeds = st.integers(0, 2**32 - 1)


def ints(random, *shape, most=5, least=0):
    return random.integers(least, most, shape).astype(np.int32)


def floats(random, *shape):
    return random.normal(size=shape).astype(np.float32)


def flags(random, *shape):
    return random.random(shape) < 0.4


def keys(random, n):
    return random.integers(0, 2**63, max(1, n // 2)).astype(np.uint64)[
        random.integers(0, max(1, n // 2), n)
    ]


def tree(random):
    """m elements over t texts, as a parser leaves them: one child after the other."""
    m, t = int(random.integers(0, 30)), int(random.integers(1, 12))
    parent = np.array([random.integers(-1, e) for e in range(m)], np.int32)
    opened = ints(random, m, most=t + 1)
    return parent, opened, np.minimum(opened + ints(random, m), t).astype(np.int32), t


def bits(random, m):
    return random.integers(0, 2**63, m).astype(np.uint64)


def blocks_of(random, t):
    """Some of t texts begin a block: where, and the block of each text."""
    starts = np.flatnonzero(np.append(True, flags(random, t - 1)))
    of_text = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, t)))
    return np.append(starts, t).astype(np.int32), of_text.astype(np.int32)


def nearest(random):
    parent = tree(random)[0]
    return flags(random, len(parent)), parent


def depth(random):
    return (tree(random)[0],)


def ancestor_bits(random):
    parent = tree(random)[0]
    return bits(random, len(parent)), parent


def enclosing_count(random):
    _, opened, closed, t = tree(random)
    return flags(random, len(opened)), opened, closed, t


def unpack_bits(random):
    columns = int(random.integers(1, 65))
    return bits(random, 7), columns


def tags_by_set(random):
    _, opened, closed, t = tree(random)
    first, _ = blocks_of(random, t)
    block = np.full(t + 1, -1, np.int32)
    block[first[:-1]] = np.arange(len(first) - 1)
    sets = bits(random, len(opened)) & np.uint64(31)
    return sets, flags(random, len(opened)), opened, closed, block, 5, len(first) - 1


def factorize(random):
    return (keys(random, int(random.integers(0, 40))),)


def chain(random):
    n, k = int(random.integers(2, 40)), int(random.integers(1, 6))
    return np.exp(2 * random.normal(size=(n, k))), np.exp(random.normal(size=(k, k)))


def around_blocks(random):
    parent, opened, closed, t = tree(random)
    first, of_text = blocks_of(random, t)
    n, m = len(first) - 1, len(parent)
    # An element holds some text or is never asked for.
    closed = np.maximum(closed, np.minimum(opened + 1, t)).astype(np.int32)
    opened = np.minimum(opened, closed - 1).astype(np.int32)
    chosen = KERNELS["nearest"].reference(flags(random, m), parent)
    node = ints(random, n, least=-1, most=max(m, 1)) if m else np.full(n, -1, np.int32)
    measures = np.abs(floats(random, 2, n))
    whole = np.ceil(measures[0])
    return (
        *(node, chosen, parent, opened, closed, of_text, whole),
        *(measures[1], ints(random, n), flags(random, n)),
    )


def group_measures(random):
    n = int(random.integers(1, 30))
    group = KERNELS["factorize"].reference(keys(random, n))
    return group, np.abs(np.ceil(floats(random, n))), np.abs(floats(random, n))


def group_shares(random):
    n = int(random.integers(1, 30))
    return ints(random, n, least=-1), np.abs(np.ceil(floats(random, n))), 9


def ranked(random):
    f = int(random.integers(1, 6))
    values = floats(random, f, int(random.integers(0, 300)))
    return values, floats(random, f), np.abs(floats(random, f)), floats(random, f, 64)


def rows(random):
    return floats(random, int(random.integers(1, 40)), int(random.integers(1, 40)))


def normal(random):
    made = rows(random)
    return made, made.shape[1]


def windows(random):
    made = rows(random)
    start, stop = sorted(random.integers(0, len(made) + 1, 2).tolist())
    return made, made.shape[1], start, stop, int(random.integers(1, 9))


def rectified(random):
    made = rows(random)
    return made, floats(random, made.shape[1])


def add_positive(random):
    made = rows(random)
    return made, floats(random, *made.shape), floats(random, made.shape[1])


def attended(random):
    n, m, heads, part = (int(size) for size in random.integers(1, 20, 4))
    logits = 4 * floats(random, n, heads * m)
    return logits, floats(random, m, heads * part), n, heads


def stop_and_go(random):
    """Texts between tags, some white at an end or within."""
    pieces = ["a", "b1", " c", "d ", "e  \n f", "é", "\u3000g", "日本", "x", "\x1fh i"]
    return [pieces[i] for i in random.integers(0, len(pieces), int(random.integers(1, 12)))]


def join_texts(random):
    text = stop_and_go(random)
    return text, flags(random, len(text)), blocks_of(random, len(text))[0]


def stripped_lengths(random):
    return (stop_and_go(random),)


def side_by_side(random):
    text = stop_and_go(random)
    m = len(text) + 1
    node = ints(random, len(text), least=-1, most=m)
    opened = ints(random, m, most=len(text) + 1)
    closed = (opened + ints(random, m, most=2)).astype(np.int32)
    return text, node, flags(random, len(text)), opened, closed, flags(random, m)


ARGUMENTS = {
    function.__name__: function
    for function in (
        *(
            nearest,
            depth,
            ancestor_bits,
            enclosing_count,
            unpack_bits,
            tags_by_set,
            factorize,
            chain,
        ),
        *(around_blocks, group_measures, group_shares, ranked, normal, windows, rectified),
        *(add_positive, attended, join_texts, stripped_lengths, side_by_side),
    )
} | {"tags_before": enclosing_count}
OF_TEXTS = {"text_stats", "shared_words", "cues_in"}


def copies(arguments):
    return [one.copy() if isinstance(one, np.ndarray) else one for one in arguments]


def assert_alike(found, wanted):
    if isinstance(wanted, list):
        assert found == wanted
        return
    assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
    if wanted.dtype.kind == "f":
        np.testing.assert_allclose(found, wanted, rtol=2e-5, atol=1e-6)
    else:
        np.testing.assert_array_equal(found, wanted)


def test_every_kernel_is_tried():
    assert set(KERNELS) == set(ARGUMENTS) | OF_TEXTS


@pytest.mark.parametrize("name", ARGUMENTS)
@given(seed=seeds)
def test_a_kernel_equals_its_reference(name, seed):
    kernel = KERNELS[name]
    if kernel.compiled is None:
        pytest.skip("not built")
    arguments = ARGUMENTS[name](np.random.default_rng(seed))
    first, second = copies(arguments), copies(arguments)
    found, wanted = kernel.compiled(*first), kernel.reference(*second)
    for made, reference in zip((found, *first), (wanted, *second), strict=True):
        if isinstance(reference, np.ndarray | list):
            assert_alike(made, reference)


def needs(name):
    return pytest.mark.skipif(KERNELS[name].compiled is None, reason="not built")


@needs("text_stats")
@given(texts)
def test_counts_of_texts(text):
    text = [" ".join(line.split()) for line in text]
    found, wanted = (function(text, *characters.TABLES) for function in KERNELS["text_stats"])
    for made, reference in zip(found, wanted, strict=True):
        assert_alike(made, reference)


@needs("shared_words")
@given(texts, st.lists(lines, min_size=1, max_size=4), seeds)
def test_words_that_texts_share(text, others, seed):
    asked = flags(np.random.default_rng(seed), len(text))
    arguments = (text, asked, [*others, ""][:4], *characters.TABLES)
    assert_alike(*(function(*arguments) for function in KERNELS["shared_words"]))


names = st.sampled_from(
    "main Nav mainNav main-nav HTMLMain Readmore read more READ_more sidebar2 ad ads \t \n - _ é "
    "postBody cta X xY socialShare".split(" ")
)


@needs("cues_in")
@given(st.lists(st.lists(names, max_size=5).map("".join), min_size=1, max_size=6))
def test_cues_in_names(values):
    arguments = (values, attribute._HASHES, attribute._BITS)
    assert_alike(*(function(*arguments) for function in KERNELS["cues_in"]))


@pytest.mark.parametrize("name", [name for name in KERNELS if KERNELS[name].compiled])
def test_a_kernel_refuses_what_it_cannot_use(name):
    with pytest.raises((TypeError, ValueError, BufferError)):
        KERNELS[name].compiled()
    with pytest.raises((TypeError, ValueError, BufferError)):
        KERNELS[name].compiled(*(["x"] for _ in range(12)))


@settings(max_examples=15, deadline=None)
@given(markup())
def test_a_page_is_the_same_without_any_kernel(html):
    cleaner = pipeline.load("web")
    found = cleaner.clean(html)
    with pytest.MonkeyPatch.context() as patch:
        without_kernels(patch)
        again = cleaner.clean(html)
    assert found.text == again.text
    np.testing.assert_allclose(found.labels.scores, again.labels.scores, atol=1e-4)


def without_kernels(patch):
    """The references in the place of every kernel, wherever it was imported."""
    for name, kernel in KERNELS.items():
        for module in [m for n, m in sys.modules.items() if n.startswith("victor")]:
            if getattr(module, name, None) is kernel.compiled is not None:
                patch.setattr(module, name, kernel.reference)
