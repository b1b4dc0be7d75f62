"""The type of a page, such as article or forum: a multinomial logistic regression.

Its features are hashed words of the markup and of the URL (classes, names of ``meta`` elements,
JSON-LD types), and *measures* such as the link density, each compared with some thresholds. No
word of the text is a feature, so it does not depend on the language. ``experiments/page_type``
learns and evaluates it.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import compress, repeat
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Doubles, Floats, Ints, Numbers
from victor.compiled import door
from victor.text.regex import regex
from victor.text.statistics import COLUMNS
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

TYPES = ("article", "collection", "documentation", "forum", "listing", "product", "service")
WEIGHTS = Path(__file__).with_suffix(".npz")

# Elements are counted by the group of their tag; group 0 is every other tag.
_GROUPS = (
    "h1|h2|h3 h4 h5 h6|p|ul|ol|li|a|img picture|input textarea|button|form|table|tr|td th|pre"
    "|code kbd samp|time|article|section|nav|aside|blockquote|dl dt dd|div|span|label"
    "|figure figcaption|strong b|em i|br hr|details summary|main|center font|noscript"
).split("|")
_GROUP_OF = {tag: number for number, tags in enumerate(_GROUPS, 1) for tag in tags.split()}
_SIGNS = "$", "€", "£", "?", "202"  # prices, questions, years
# Statistics of texts, without those of single writing systems.
_STATISTICS = (
    "alpha num punct other tokens alpha_tokens num_tokens mixed_tokens other_tokens capitals uppers"
    " word_run sentences begins ends"
).split()
_ROWS = np.array([COLUMNS.index(name) for name in _STATISTICS], np.int32)
_LONG_BLOCK, _SHORT_BLOCK = 25, 6  # words: a long one has more, a short one fewer
_SEARCHED = 20_000  # characters of the content in which these are counted

_MOST_VALUES = 1_000  # distinct attribute values that are read
_LONGEST = 20_000  # characters of each kind that are read
_MOST_TYPES = 100  # JSON-LD types that are read per script
_TYPE = regex(r'\s{0,9}:\s{0,9}\[?\s{0,9}"([^"]{1,80})"')
# Maps each byte to a lower-case letter or a space.
_LETTERS = bytes(byte if 97 <= byte <= 122 else 32 for byte in bytes(range(256)).lower())


def page_type(
    tree: Tree, blocks: Blocks, content: Bools, url: str | None = None
) -> tuple[str, float]:
    """The most probable of ``TYPES`` and its probability, 0 to 1.

    Args:
        tree: the page.
        blocks: its blocks, n of them.
        content: [n] which blocks are main content.
        url: the page's URL; by default the one that the page states.
    """
    shares = probabilities(_learned(), words(tree, url or tree.url), measures(blocks, content))
    best = int(shares.argmax())
    return TYPES[best], float(shares[best])


@cache
def _learned() -> Mapping[str, Numbers]:
    with np.load(WEIGHTS, allow_pickle=False) as arrays:
        return {name: widened(arrays[name]) for name in arrays.files}


def widened(array: Numbers) -> Numbers:
    """The array, with floats, which are stored as float16, converted to float32."""
    return array.astype(np.float32, copy=False) if array.dtype.kind == "f" else array


def probabilities(
    learned: Mapping[str, Numbers], hashes: NDArray[np.uint32], values: Floats
) -> Floats:
    """[k] the probability of each type.

    Args:
        learned: ``known``, sorted hashes [h]; ``words`` [h, k], their weights; ``thresholds``
            [f, q]; ``steps`` [f * q, k], the weights of values above them; ``bias`` [k].
        hashes: of the page's words, as :func:`words` returns them.
        values: [f] its measures.
    """
    words = learned["bias"], learned["known"], learned["words"]
    scores = type_scores(*words, learned["thresholds"], learned["steps"], hashes, values)
    odds = np.exp(scores - scores.max())
    return np.asarray(odds / odds.sum())


@door("text")
def type_scores(
    bias: Floats,
    known: NDArray[np.uint32],
    words: Floats,
    thresholds: Floats,
    steps: Floats,
    hashes: NDArray[np.uint32],
    values: Floats,
) -> Floats:
    """[k] the score of each type; see :func:`probabilities`.

    The weights are added in their order, so that the sums are the same on any processor.
    """
    seen = words[np.isin(known, hashes)]
    above = steps[(values[:, None] > thresholds).ravel()]
    return np.asarray(bias + seen.sum(0) + above.sum(0))


def words(tree: Tree, url: str | None) -> NDArray[np.uint32]:
    """The hashes of the words of the markup and of the URL.

    Args:
        tree: the page.
        url: the page's URL, None if unknown.
    """
    kinds = {
        b"url": _of_url(url or ""),
        b"head": _of_head(tree.head),
        b"json-ld": _of_schema(tree.schema),
    }
    hashes: list[int] = []
    for kind, found in kinds.items():
        hashes.extend(map(crc32, found, repeat(crc32(kind))))
    values = _joined(tree.looked_at.values[:_MOST_VALUES])
    of_values = word_hashes(values, b"attribute")
    return np.concatenate((np.array(hashes, np.uint32), of_values))


@door("text")
def word_hashes(text: bytes, prefix: bytes) -> NDArray[np.uint32]:
    """[w] the distinct CRC-32 of the runs of ASCII letters in a text, in lower case, in order.

    Args:
        text: in any encoding that contains ASCII.
        prefix: what is hashed before each word.
    """
    hashes = dict.fromkeys(map(crc32, text.translate(_LETTERS).split(), repeat(crc32(prefix))))
    return np.array(list(hashes), np.uint32)


def _split(texts: Iterable[str]) -> set[bytes]:
    """The runs of ASCII letters in texts, in lower case."""
    return set(_joined(texts).translate(_LETTERS).split())


def _joined(texts: Iterable[str]) -> bytes:
    return " ".join(texts)[:_LONGEST].encode("utf-8", "replace")


def _of_url(url: str) -> set[bytes]:
    """The words of a URL, and its shape."""
    site, _, rest = url[:_LONGEST].partition("://")[2].partition("/")
    path = rest.partition("?")[0].rstrip("/")
    depth, hyphens = path.count("/") + bool(path), path.rpartition("/")[2].count("-")
    shape = {b"depth %d" % min(depth, 5), b"hyphens %d" % min(hyphens, 6)}
    return _split([rest]) | {b"host " + word for word in _split([site])} | shape if site else set()


def _of_head(head: Mapping[str, str]) -> set[bytes]:
    """Names of ``meta`` elements, and the words of those that state a type or a program."""
    names = {name[:80].encode("utf-8", "replace") for name in head}
    return names | _split((head.get("meta:og:type", ""), head.get("meta:generator", "")))


def _of_schema(schema: Iterable[str]) -> set[bytes]:
    """The types in JSON-LD, which is often invalid and therefore not parsed."""
    pieces = (piece for text in schema for piece in text.split('"@type"', _MOST_TYPES)[1:])
    found = (_TYPE.match(piece) for piece in pieces)
    return {m[1].rpartition("/")[2].lower().encode("utf-8", "replace") for m in found if m}


def measures(blocks: Blocks, content: Bools) -> Floats:
    """[f] numbers that describe the page.

    Args:
        blocks: its blocks, n of them.
        content: [n] which blocks are main content.
    """
    tree, kept = blocks.tree, content.nonzero()[0]
    texts = blocks.first[[kept[0], kept[-1] + 1]] if len(kept) else (0, 0)
    low, high = tree.opened.searchsorted(texts).tolist()
    linked = blocks.words * blocks.link_share
    return page_measures(
        1 + len(_GROUPS),
        np.fromiter(map(_GROUP_OF.get, tree.tags, repeat(0)), np.int32, len(tree.tags)),
        tree.tag,
        low,
        high,
        content,
        blocks.words,
        float(linked.sum()),
        float(linked[kept].sum()),
        blocks.text_stats.table,
        _ROWS,
        blocks.text,
        len(tree.head),
        len(tree.title),
    )


@door(
    "text",
    SIGNS=" ".join(_SIGNS),
    LONG_BLOCK=_LONG_BLOCK,
    SHORT_BLOCK=_SHORT_BLOCK,
    SEARCHED=_SEARCHED,
)
def page_measures(
    groups: int,
    group: Ints,
    tag: Ints,
    low: int,
    high: int,
    content: Bools,
    words: Floats,
    linked: float,
    linked_inside: float,
    table: Ints,
    rows: Ints,
    text: Sequence[str],
    named: int,
    title: int,
) -> Floats:
    """[f] numbers that describe a page.

    Args:
        groups: the number of groups of tags.
        group: the group of each tag.
        tag: [m] see :class:`~victor.tree.tree.Tree`.
        low: the first element of the content, and ``high`` the one after the last.
        content: [n] the blocks that are main content.
        words: [n] the number of words of each block.
        linked: the number of words in links; ``linked_inside``: in links in the content.
        table: [s, n] statistics of the texts of the blocks.
        rows: the rows of ``table`` that are used.
        text: [n] the texts.
        named: the number of names in the head.
        title: the number of characters of the page's title.
    """
    of, count = group.take(tag), max(int(np.count_nonzero(content)), 1)
    page, span = (np.bincount(chosen, minlength=groups) for chosen in (of, of[low:high]))
    sizes = _sizes(content, words, linked, linked_inside, (len(tag), named, title))
    of_text = _of_text(table.take(rows, 0), words, content, text)
    return np.concatenate([page, span / count, sizes, of_text]).astype(np.float32)


def _sizes(
    content: Bools,
    words: Floats,
    linked: float,
    linked_inside: float,
    page: tuple[int, int, int],
) -> list[float]:
    """Sizes, link density, and where the content is.

    Args:
        content: see :func:`page_measures`, also for ``words``, ``linked`` and ``linked_inside``.
        page: the numbers of elements, of names in the head, and of characters of the title.
    """
    n, places, (tags, named, title) = len(words), np.flatnonzero(content), page
    kept = words[places]
    long, total, inside = kept > _LONG_BLOCK, float(words.sum()), float(kept.sum())
    count, all_words, kept_words = max(len(kept), 1), max(total, 1), max(inside, 1)
    sizes = [n, len(kept), total, inside, tags, named]
    shares = [
        len(kept) / max(n, 1),
        inside / all_words,
        linked / all_words,
        linked_inside / kept_words,
        float(kept[long].sum()) / kept_words,
        inside / count,
        kept.max(initial=0),
    ]
    counts = [np.count_nonzero(long), np.count_nonzero(kept < _SHORT_BLOCK), title]
    where = [(places[end] / n if len(places) else 1.0) for end in (0, -1)]
    return [*sizes, *shares, *counts, *where, np.count_nonzero(np.diff(places) > 1)]


def _of_text(table: Ints, words: Floats, content: Bools, text: Sequence[str]) -> Doubles:
    """Statistics of the content per word, and its prices, questions and years per character."""
    statistics = table @ content / max(float(words[content].sum()), 1.0)
    start = "\n".join(compress(text, content.tolist()))[:_SEARCHED]
    signs = [start.count(sign) / max(len(start), 1) for sign in _SIGNS]
    return np.concatenate([statistics, signs])
