"""``texrex.*``: the 37 features of texrex's perceptron, scaled to 0..1.

Schäfer, *Efficient High-precision Boilerplate Detection Using Multilayer Perceptrons*, section 2.
The constants, and the features that the paper omits (tags, years, blocks without a sentence end,
proportion of start tags), are those of texrex 1.0. Markup is measured on the parsed tags, which
consist of names, attributes and brackets, without the elements that ``preclean`` removes.
"""

import re
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Doubles, Floats, Ints, Numbers
from victor.config import Task
from victor.features.columns import Columns, ratio, stack
from victor.features.texts import sentence
from victor.text.characters import ALPHA, LOWER, NUM, PUNCT, UPPER, WHITE
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.html_tags import VOID
from victor.tree.tree import Tree

# Divisors of columns, which are then clipped to 0..1.
_LENGTH, _SENTENCE_LENGTH, _SENTENCES, _EMPTY = 1000, 100, 10, 20

# Expressions that start with a literal are fast; none can match across blocks.
_COUNTED = {
    "emails": regex(r"@[\w-]+\.\w"),
    "urls": regex(r"(?:https?://|www\.)\S+"),
    "hashtags": regex(r"#[^\W\d]\w*"),
    "years": regex(r"20\d\d(?!\d)"),
}
_CONTAINERS: Mapping[str, frozenset[str]] = {
    name: frozenset(tags.split())
    for name, tags in {
        "in_article": "article",
        "in_section": "section",
        "in_div": "div",
        "in_p": "p",
        "in_heading": "h1 h2 h3 h4 h5 h6",
        "in_blockquote": "blockquote",
        "in_td": "td th",
        "in_li": "li",
    }.items()
}
_DOCTYPES = ("html4", "html5", "xhtml")
# The 37 columns, in the order of the paper's list.
NAMES = (
    *("markup", "markup_3", "markup_5", *_CONTAINERS, "outside", "empty_before", "anchors"),
    *("tags", "opening", *_COUNTED),
    *("length", "length_share", "text_distance", "block_distance"),
    *("punct", "alpha", "num", "upper", "copyright"),
    *("sentence_length", "no_sentence", "sentences", "stop"),
    *(f"doctype_{name}" for name in _DOCTYPES),
    "page_markup",
)

_ByName = Mapping[str, Numbers]


def prepare(names: Sequence[str], task: Task) -> Columns:
    """All values are between 0 and 1."""
    return lambda blocks: _table(blocks, names, task)


def _table(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    visible = np.maximum(blocks.chars.count((blocks.chars.flags & WHITE) == 0), 1)
    columns = {
        **_markup(blocks, visible, task),
        **_containers(blocks),
        **{name: _matches(blocks, pattern) / visible for name, pattern in _COUNTED.items()},
        **_places(blocks),
        **_characters(blocks, visible),
        **_sentences(blocks, task),
        **_doctypes(blocks),
    }
    return np.clip(stack(columns, names), 0, 1)


def _markup(blocks: Blocks, visible: Numbers, task: Task) -> _ByName:
    """Columns about the tags before and within a block: bytes, number and kinds."""
    tree = blocks.tree
    starts, ends = _tag_bytes(tree)
    begins = blocks.chars.offsets[:-1].astype(np.intp)
    text = np.add.reduceat(_utf8_bytes(blocks), begins) - 1  # - the line feed
    bytes_ = blocks.sum_of(_by_text(tree, tree.opened, starts) + _by_text(tree, tree.closed, ends))
    opened = blocks.sum_of(_by_text(tree, tree.opened, starts > 0))
    closed = blocks.sum_of(_by_text(tree, tree.closed, ends > 0))
    anchors = blocks.sum_of(_by_text(tree, tree.opened, tree.named({"a"})))
    markup = ratio(bytes_, bytes_ + text)
    whole = float(starts.sum() + ends.sum())
    return {
        "markup": markup,
        "markup_3": _smooth(markup, 1),
        "markup_5": _smooth(markup, 2),
        "anchors": anchors / visible,
        "tags": (opened + closed) / visible,
        "opening": ratio(opened, opened + closed),
        "empty_before": blocks.sum_of(_by_text(tree, tree.opened, _empty(tree, task))) / _EMPTY,
        "page_markup": np.full(len(blocks), whole / (whole + text.sum())),
    }


def _tag_bytes(tree: Tree) -> tuple[Doubles, Doubles]:
    """[m] the bytes of start tags and of end tags; an attribute has a space, = and two quotes."""
    names = np.array([len(name) for name in tree.tags], np.float64)[tree.tag]
    sizes = (
        sum(map(len, attributes)) + sum(map(len, attributes.values())) + 4 * len(attributes)
        for attributes in tree.attributes
    )
    inside = np.fromiter(sizes, np.float64, len(tree.attributes))
    there = names > 0  # the root has no tags
    return there * (names + inside + 2), (there & ~tree.named(VOID)) * (names + 3)


def _utf8_bytes(blocks: Blocks) -> NDArray[np.int64]:
    """The number of UTF-8 bytes of each code point of ``blocks.chars.joined``."""
    points = blocks.chars.code_points
    return np.asarray(1 + (points > 0x7F) + (points > 0x7FF).astype(np.int64) + (points > 0xFFFF))


def _by_text(tree: Tree, places: Ints, weights: Numbers) -> Doubles:
    """[t] sums of the weights [m] of the elements whose tags directly precede each text."""
    size = len(tree.text)
    return np.asarray(np.bincount(places, weights, minlength=size + 1)[:size], np.float64)


def _empty(tree: Tree, task: Task) -> Numbers:
    """[m] whether an element is block-level and without text."""
    level = tree.named(frozenset(task.tag_classes["block"]) - VOID)
    return np.asarray(level & (tree.opened == tree.closed))


def _smooth(column: Doubles, reach: int) -> Doubles:
    """[n] moving averages, with the values at both ends repeated."""
    padded = np.pad(column, reach, mode="edge")
    return np.convolve(padded, np.full(2 * reach + 1, 1 / (2 * reach + 1)), mode="valid")


def _containers(blocks: Blocks) -> _ByName:
    """Indicators of the nearest container; ``outside``: none, or it has text before the block."""
    tree, first = blocks.tree, blocks.first[:-1]
    nearest = tree.nearest(tree.named(frozenset().union(*_CONTAINERS.values())))
    holder = nearest[tree.node[first]]
    columns: dict[str, Numbers] = {
        name: tree.named(tags)[holder] for name, tags in _CONTAINERS.items()
    }
    return columns | {"outside": (holder == 0) | (tree.opened[holder] < first)}


def _matches(blocks: Blocks, pattern: re.Pattern[str]) -> NDArray[np.int64]:
    """[n] the number of matches of a regular expression in each block."""
    starts = [match.start() for match in pattern.finditer(blocks.chars.joined)]
    return np.diff(np.searchsorted(np.array(starts, np.int64), blocks.chars.offsets))


def _places(blocks: Blocks) -> _ByName:
    """Length, and distance from the middle of the page: 0 there, 1 at both ends."""
    n, lengths = len(blocks), blocks.lengths
    share = lengths / lengths.sum()
    return {
        "length": lengths / _LENGTH,
        "length_share": share,
        "text_distance": np.abs(2 * (np.cumsum(share) - share / 2) - 1),
        "block_distance": np.abs(2 * np.arange(n) / n - 1),
    }


def _characters(blocks: Blocks, visible: Numbers) -> _ByName:
    """Proportions of characters; upper case is relative to the cased letters."""
    flags = blocks.chars.flags
    upper, lower = (blocks.chars.count((flags & bit) != 0) for bit in (UPPER, LOWER))
    shares: dict[str, Numbers] = {
        name: blocks.chars.count((flags & bit) != 0) / visible
        for name, bit in (("punct", PUNCT), ("alpha", ALPHA), ("num", NUM))
    }
    copyright_ = blocks.chars.count(blocks.chars.code_points == ord("©")) > 0
    return shares | {"upper": ratio(upper, upper + lower), "copyright": copyright_}


def _sentences(blocks: Blocks, task: Task) -> _ByName:
    count = blocks.sentences
    return {
        "sentence_length": blocks.lengths / np.maximum(count, 1) / _SENTENCE_LENGTH,
        "no_sentence": count == 0,
        "sentences": np.maximum(count, 1) / _SENTENCES,
        "stop": sentence.prepare(("end",), task)(blocks)[0],
    }


def _doctypes(blocks: Blocks) -> _ByName:
    """Indicators of the document type; all 0 if it is missing or unknown."""
    declared = " ".join(blocks.tree.head.get("doctype", "").lower().split())
    kind = next((name for name in ("xhtml", "html 4") if name in declared), "")
    if declared.rstrip("> ") == "<!doctype html" or "about:legacy-compat" in declared:
        kind = "html5"
    kind = kind.replace(" ", "")
    return {f"doctype_{name}": np.full(len(blocks), name == kind) for name in _DOCTYPES}
