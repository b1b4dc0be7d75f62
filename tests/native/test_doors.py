"""Every door gives what its reference in Python gives, and refuses what it cannot use."""

import os
import re
import subprocess
import sys
import warnings
from itertools import chain as chained
from itertools import pairwise

import numpy as np
import pytest
import tokens
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from networks import random_weights
from pages import blocks, lines, markup, texts

from victor import compiled, pipeline
from victor.arrays import places
from victor.compiled import DOORS, PARTS, alike, using
from victor.document import roles
from victor.document.building import builder
from victor.document.building.details import Details
from victor.document.building.source import source_of
from victor.document.content import Content
from victor.document.kinds import elements
from victor.document.parts import Part
from victor.features import attribute
from victor.labelers.neural import network
from victor.output import markdown
from victor.text import characters
from victor.text.statistics import COLUMNS
from victor.tree import libxml2, parse
from victor.tree.attributes import Written

CLEANER = pipeline.load("web")
assert CLEANER.clean("<p>A page.").metadata.page_type  # every door is imported,
assert not CLEANER.clean("<p>").text  # also those of plain text
BUILT = [name for name, door in DOORS.items() if door.compiled]
ERRORS = (TypeError, ValueError, IndexError)
VALUES = {  # whole numbers that are no indices, by door and place
    *(("around_blocks", 10), ("cues_in", 2), ("look_at", 4), ("assembled", 15)),
    *(("cue_columns", 3), ("structures", 5), ("landmarks", 7), ("text_columns", 0)),
    *(("hidden_by", 1), ("hidden_by", 4)),
    *(("inside_marked", 1), ("inside_marked", 2), ("ordered_events", 5)),
    *(("uses_in_content", 2), ("uses_in_content", 3), ("repeated_texts", 2)),
    *(("page_measures", 9), ("word_counts", 0)),
    *(("directly_before", 1), ("directly_before", 2), ("directly_before", 3)),
}
seeds = st.integers(0, 2**32 - 1)
needs_parts = pytest.mark.skipif(len(BUILT) < len(DOORS), reason="not built")
SAME_RULES = etree.LIBXML_VERSION[:2] == (2, 14)  # those of the compiled parser
same_rules = pytest.mark.skipif(not SAME_RULES, reason="lxml has another libxml2 than 2.14")

# ---- arguments by door ----


def ints(random, *shape, most=5, least=0):
    return random.integers(least, most, shape).astype(np.int32)


def floats(random, *shape):
    return random.normal(size=shape).astype(np.float32)


def flags(random, *shape):
    return random.random(shape) < 0.4


def keys(random, n):
    some = random.integers(0, 2**63, max(1, n // 2)).astype(np.uint64)
    some[:1] = 2**64 - 1
    return some[random.integers(0, len(some), n)]


def tree(random):
    """m elements over t texts, as a parser leaves them: one child after the other."""
    m, t = int(random.integers(1, 30)), int(random.integers(1, 12))
    parent = np.array([0, *(random.integers(0, e) for e in range(1, m))], np.int32)
    opened = ints(random, m, most=t + 1)
    return parent, opened, np.minimum(opened + ints(random, m), t).astype(np.int32), t


def blocks_of(random, t):
    """Some of t texts begin a block: how many do, and the block of each text."""
    starts = np.append(True, flags(random, t - 1))
    return int(starts.sum()), (np.cumsum(starts) - 1).astype(np.int32)


def pieces(random):
    """Texts between tags, some white at an end or within."""
    some = ["a", "b1", " c", "d ", "e  \n f", "é", "\u3000g", "日本", "x", "\x1fh i", ""]
    return [some[i] for i in random.integers(0, len(some), int(random.integers(1, 12)))]


def words(random):
    some = "main Nav mainNav main-nav HTMLMain Readmore read more READ_more ads \t - é x".split(" ")
    chosen = random.integers(0, len(some), (int(random.integers(0, 6)), 4))
    return ["".join(some[i] for i in row) for row in chosen]


def parse_source(random):
    many = f"<p {' '.join(f'a{i}={i}' for i in range(1_100))}>"
    text = tokens.page(random) if random.random() < 0.9 else many + tokens.page(random)
    page = parse.without_nul(text.encode())
    never = {"title", "svg", "script", "style", "meta", "link", "math", "iframe", "object", "embed"}
    deleted = frozenset(never if random.random() < 0.8 else ())
    kinds = parse.kinds_of(deleted, frozenset({"nobr"}), True, random.random() < 0.5)
    return page, kinds, int(random.choice([random.integers(0, 12), 50, 399]))


def look_at(random):
    written = Written()
    some = {"class": "a b", "id": "é", "href": "/x", "x": "y", "style": ""}
    for _ in range(int(random.integers(0, 9))):
        written.append({name: some[name] for name in some if random.random() < 0.5})
    wanted = [compiled_number(name) for name in written.names]
    columns = written.first, written.name, written.end, written.values
    return *map(np.asarray, columns), np.array(wanted, np.int32), compiled_number("href")


def written_attributes(random):
    first, name, end, values, wanted, _ = look_at(random)
    names = [f"n{number}" for number in range(len(wanted))]
    element = ints(random, 4 if len(first) else 0, most=max(len(first), 1))
    return element, names, first, name, end, values


def values_named(random):
    first, name, end, values, wanted, _ = look_at(random)
    return int(random.integers(0, 6)), len(wanted), first, name, end, values


def compiled_number(name):
    names = ("class", "id", "role", "itemprop", "itemtype", "href", "style")
    return names.index(name) if name in names else -1


def text_stats(random):
    return pieces(random), *characters.TABLES


def shared_words(random):
    text = pieces(random)
    return text, flags(random, len(text)), pieces(random)[:4], *characters.TABLES


def cues_in(random):
    return words(random), attribute._HASHES, attribute._BITS


def signs_in(random):
    some = ["main", "ain", "Nav", "read more", "日a", "aa", "-"]
    signs = [one for one in some[:-1] if one.isascii() and random.random() < 0.7]
    return ["".join(some[i] for i in ints(random, 6, most=len(some))) for _ in range(4)], signs


def signs_within(random):
    data = "".join(pieces(random)).encode("utf-8", "replace")
    signs = ["a", "", "é", "\\", data[2:9].decode("utf-8", "ignore"), "ab", "long sign"]
    places = range(int(random.integers(0, 30)))  # many signs are found in another way
    return data, signs + [data[at : at + 6].decode("utf-8", "ignore") for at in places]


def repeated_texts(random):
    some = ["a", "a ", "a\u3000", " a", "", " ", "b", "ab"]
    text = [random.choice(some) for _ in range(int(random.integers(0, 20)))]
    return (
        text,
        flags(random, len(text)) | flags(random, len(text)),
        ints(random, len(text), most=2),
    )


def cut(random):
    text, m = pieces(random), int(random.integers(1, 12))
    opened = ints(random, m, most=len(text) + 1)
    closed = np.minimum(opened + ints(random, m, most=3), len(text)).astype(np.int32)
    node = ints(random, len(text), most=m)
    return text, node, flags(random, len(text)), opened, closed, *flags(random, 3, m)


def meeting(random):
    text, node, spaced, opened, closed, _, *chosen = cut(random)
    return text, node, spaced, opened, closed, *chosen


def pieces_of(random):
    text = pieces(random)
    n, of_text = blocks_of(random, len(text))
    first = np.searchsorted(of_text, np.arange(n + 1)).astype(np.int32)
    spaced = ["".join(f" {one}" if random.random() < 0.5 else one for one in text[low:high])
              for low, high in pairwise(first)]  # fmt: skip
    number = np.flatnonzero(flags(random, len(text))).astype(np.int32)
    blocks = [" ".join(one.split()) for one in spaced]
    return text, number, blocks, of_text[number], flags(random, n), first


def separators_before(random):
    parent, opened, closed, t = tree(random)
    tags = "p ul dl li dt h1 caption table tr td div br hr".split()[int(random.integers(0, 12)) :]
    uses = [elements._OF_TAG.get(random.choice(tags), 0) for _ in parent]
    parts = flags(random, len(parent))
    n, of_text = blocks_of(random, t)
    first = np.searchsorted(of_text, np.arange(n + 1)).astype(np.int32)
    kept = np.flatnonzero(np.append(True, flags(random, n - 1))).astype(np.int32)
    uses[0], parts[0], node = 0, False, ints(random, t, most=len(parent))
    columns = parts, parent, opened, closed, node, first, kept
    return np.array(uses, np.uint16), *columns, *flags(random, 4, n)


def assembled(random):
    """Nested tags, some unclosed, of a page that is content, often but for some blocks."""
    some = (
        "ul ol li dl dt dd table tr td th p h2 a b em i sup code br hr blockquote pre thead figure"
    )
    tags = [f"<{slash}{one}>" for one in [*some.split(), "div"] for slash in ("", "/")]
    more = ["one", " two ", " ¶", "<a href='/x'>", "<a href='#y'>#</a>", "<td colspan=3>",
            "<img src=/i.png alt=x>", "<li><input type=checkbox>", "<ol start=4>", "<ol reversed>",
            "<p><iframe src=https://www.youtube.com/embed/abcdefghijk></iframe><p>",
            "<blockquote>" * 15, "<a href=/z><b><i><sup><del><code><s><sub><em>",
            "<div class=comment><b class=author>Ann</b><time>2024-05-01</time>"]  # fmt: skip
    chosen = ints(random, int(random.integers(1, 80)), most=len(tags) + 4 * len(more))
    page = "".join((tags + 4 * more)[one] for one in chosen)
    made = blocks(f"<p>start<p>{page}<p>end")
    kept = flags(random, len(made)) | (random.random() < 0.5)
    kept[0] = True
    content = Content(made, kept, *flags(random, 3, len(made)))
    source = source_of(content, roles.posts(made, roles.page_roles(made)), True)
    return source.details, *chained.from_iterable(source.columns)


def uses(random, m):
    """What elements of some tags are for, those of the root first."""
    tags = "p ul li h1 figcaption div br hr a figure img span".split()
    return np.array([0, *(elements._OF_TAG.get(random.choice(tags), 0) for _ in range(m - 1))],
                    np.uint16)  # fmt: skip


def holding_content(random):
    _, opened, closed, t = tree(random)
    return flags(random, t), opened, closed


def wide_lines(random):
    _, opened, closed, t = tree(random)
    text = ["x" * int(random.integers(0, 500)) for _ in range(t)]
    return uses(random, len(opened)), opened, closed, text


def line_tags(random):
    *columns, text = wide_lines(random)
    return *columns, len(text)


def uses_in_content(random):
    parent, opened, closed, _ = tree(random)
    m = len(parent)
    return uses(random, m), parent, opened, closed, *flags(random, 2, m)


def shown_images(random):
    parent, opened, closed, t = tree(random)
    m = len(parent)
    kind = ints(random, m, most=4, least=-2).astype(np.int8)
    columns = uses(random, m), parent, opened, closed, flags(random, t), *flags(random, 2, m)
    return kind, *columns, int(random.integers(0, 2))


def ordered_events(random):
    parent, opened, _, t = tree(random)
    m, opened = len(parent), np.sort(opened)
    which = ints(random, m, most=6)
    images, rules = (np.flatnonzero(which == number).astype(np.int32) for number in (2, 3))
    inset = np.stack([ints(random, 4, most=most) for most in (t + 1, 9, m, m)], 1)
    inset = inset[np.lexsort((inset[:, 3], inset[:, 0]))]
    insets = np.flatnonzero(flags(random, 4)).astype(np.int32)
    columns = insets, inset, opened, ints(random, t, most=m), parent
    return flags(random, t), which == 1, images, rules, *columns


def short_links(random):
    _, opened, closed, t = tree(random)
    some = ["[1]", "1" * 11, "a", "[", "] ", "\0", "ivx", " x.", "ab", "日", "†", "٣", "B"]
    some += [" " * 11, "1 2 3 4 5 6", " a\t\u3000", "i" * 11]
    text = [random.choice(some) for _ in range(t)]
    return uses(random, len(opened)), opened, closed, flags(random, len(opened)), text


SIGNS = [*"\\`*_[](){}<>&~$|!#+-=:;.^ 1é日\u3000\n", "&amp;", "12) ", "word", " a ", "---", "# "]
SIGNS += ["®", "™", "$", "$", "$$", "\\(", "\\)", "x_1", "\\frac"]
INSIDE = (
    "emphasis strong deleted link image break subscript superscript code_span formula reference"
)
STARTS = [-1, 1, 1, 5, None, 10**8, 2**31, 10**20, -(10**20)]
NUMBERS = [None, None, -1, 1, 2, 10**8, 10**20, -(10**20)]
AROUND = (
    "paragraph heading list quotation figure table code definitions footnote rule image caption"
)
ABOUT = {
    "heading": {"level": 3},
    "link": {"address": "/a b"},
    "image": {"address": "https://e.org/(x", "alt": "![x]"},
    "formula": {"display": False},
    "reference": {"label": "1"},
    "footnote": {"label": "1"},
    "code": {"language": "c"},
}


def line_of(random, depth=0):
    """The children of a line: strings full of signs, and parts."""
    found = []
    for _ in range(int(random.integers(0, 5))):
        if depth < 3 and random.random() < 0.4:
            kind = str(random.choice(INSIDE.split()))
            inner = ["x_"] if kind == "formula" else line_of(random, depth + 1)
            found.append(Part(kind, inner, **ABOUT.get(kind, {})))
        elif not found or isinstance(found[-1], Part):
            chosen = random.integers(0, len(SIGNS), int(random.integers(1, 5)))
            found.append("".join(SIGNS[one] for one in chosen))
    return found


def parts_of(random, depth=0):
    """Block-level parts within each other."""
    found = []
    for _ in range(int(random.integers(0, 4))):
        kind = str(random.choice(AROUND.split()))
        about = dict(ABOUT.get(kind, {}))
        if kind in ("list", "quotation", "figure", "footnote") and depth < 3:
            children = parts_of(random, depth + 1)
            if kind == "list":
                start = STARTS[int(random.integers(0, len(STARTS)))]
                about = {"ordered": bool(random.random() < 0.5), "start": start}
                about |= {"reversed": True} if random.random() < 0.2 else {}
                box = [None, True, False][int(random.integers(0, 3))]
                numbers = [NUMBERS[one] for one in ints(random, 3, most=len(NUMBERS)).tolist()]
                children = [
                    Part("item", parts_of(random, depth + 1), checked=box, number=number)
                    for number in numbers
                ]
        elif kind in ("table", "definitions", "list", "quotation", "figure", "footnote", "rule"):
            children = []
        else:
            children = ["a\n\tb "] if kind == "code" else line_of(random)
        found.append(Part(kind, children, **about))
    return found


def style_of(random):
    fields = [bool(one) for one in flags(random, 4)]
    in_cell, beside_text = random.random() < 0.3, random.random() < 0.2
    return markdown.Style(*fields, frozenset("1"), in_cell, beside_text=beside_text)


def block_lines(random):
    made = builder.assembled(*assembled(random)) if random.random() < 0.3 else parts_of(random)
    return made, style_of(random)


def inline_text(random):
    return line_of(random), style_of(random)


def cell_texts(random):
    return [Part("cell", parts_of(random, 2)) for _ in "abc"], style_of(random).of_cell


def kinds_in(random):
    return block_lines(random)[:1]


def share_of(random):
    text = pieces(random)
    n, of_text = blocks_of(random, len(text))
    return text, flags(random, len(text)), of_text, n


def word_hashes(random):
    return " ".join(words(random)).encode(), "".join(words(random)[:1]).encode()


def type_scores(random):
    types, words, measures, levels = random.integers(2, 6, 4)
    known = np.unique(random.integers(0, 99, 20 * words)).astype(np.uint32)
    hashes = random.integers(0, 99, int(random.integers(0, 40))).astype(np.uint32)
    weights = floats(random, types), known, floats(random, len(known), types)
    limits = floats(random, measures, levels), floats(random, measures * levels, types)
    return *weights, *limits, hashes, floats(random, measures)


def page_measures(random):
    some = ["", *pieces(random), "$5 or £4?", "€ 2020202", "x" * 9_999 + "2022"]
    text = [some[i] for i in ints(random, int(random.integers(0, 12)), most=len(some))]
    n, counted = len(text), ints(random, 2, most=40)
    words = ints(random, len(text), most=40).astype(np.float32)
    elements = 9, ints(random, 4, most=9), ints(random, 30, most=4), *counted.tolist()
    links = flags(random, n), words, float(words.sum() / 3), float(words.sum() / 5)
    return *elements, *links, ints(random, 21, n, most=50), ints(random, 14, most=21), text, 3, 50


def nearest(random):
    parent = tree(random)[0]
    return flags(random, len(parent)), parent


def ancestor_bits(random):
    parent = tree(random)[0]
    return keys(random, len(parent)), parent


def first_of(random, t):
    """Where the blocks of t texts begin, and t."""
    starts = np.flatnonzero(np.append(True, flags(random, t - 1)))
    return np.append(starts, t).astype(np.int32)


def enclosing(random):
    _, opened, closed, t = tree(random)
    return flags(random, len(opened)), opened, closed, t


def tags_before(random):
    return enclosing(random)


def tags_between(random):
    chosen, opened, closed, t = enclosing(random)
    first = first_of(random, t)
    return chosen, opened, closed, first, places(flags(random, len(first) - 1)), t


def directly_before(random):
    parent, opened, closed, _ = tree(random)
    codes = ints(random, len(parent), most=4)
    return codes, parent, opened, closed, flags(random, 4), int(random.integers(0, 4))


def tags_starting(random):
    signs = random.choice(list(b"</b "), int(random.integers(0, 40_000))).astype(np.uint8)
    return signs.tobytes(), b"/bB"[: int(random.integers(0, 4))]


def is_utf8(random):
    texts = ["a" * 50, "é", "中文", "😀", "\ud7ff", "\ue000"]
    data = bytearray("".join(random.choice(texts, int(random.integers(0, 20)))).encode())
    if data and random.random() < 0.5:
        data[int(random.integers(len(data)))] = int(random.integers(256))
    return (bytes(data),)


def repeated(random):
    n = int(random.integers(0, 40))
    ids = random.integers(1, 5, n).astype(np.uint64)
    return ids, np.ceil(4 * np.abs(floats(random, n))), float(random.integers(0, 12))


def holding(random):
    chosen, opened, closed, t = enclosing(random)
    return chosen, opened, closed, first_of(random, t), t


def within(random):
    return holding(random)


def signs_of_tags(random):
    parent, opened, closed, t = tree(random)
    kind, level = ints(random, len(parent), most=8).astype(np.uint8), flags(random, len(parent))
    columns = parent, opened, closed, ints(random, t, most=len(parent)), first_of(random, t)
    return kind, level, *columns


def layout_by_shape(random):
    parent, opened, closed, t = tree(random)
    kind = random.choice([0, 1, 2, 4, 4, 8, 12, 16], len(parent)).astype(np.uint8)
    some = ("ab", "日本語", " \u3000\n", "\ta ") * 3
    text = [one * int(random.integers(300)) for one in some][:t]
    return kind, flags(random, len(parent)), parent, opened, closed, text


def block_of_each(random):
    t = int(random.integers(1, 12))
    return first_of(random, t), t


def bits_around(random):
    parent, *_, t = tree(random)
    m = len(parent)
    return keys(random, m), parent, ints(random, t, most=m), first_of(random, t)


def set_bits(random):
    some = ["p", "div", "é", ""]
    known = {one: int(bits) for one, bits in zip(some, keys(random, 4), strict=True)}
    tags = [*some, "td"]
    return [tags[i] for i in ints(random, 7, most=len(tags))], known


def with_tags(random):
    some = ["p", "div", "é", "", "td", "a"]
    codes = {name: code for code, name in enumerate(some[:4])}
    names = [some[i] for i in ints(random, int(random.integers(0, 5)), most=len(some))]
    return ints(random, int(random.integers(0, 30)), most=4), codes, 4, frozenset(names)


def sets_of(random, m):
    """The sets of six tags, and the tags of m elements."""
    return keys(random, 6), ints(random, m, most=6)


def inside_sets(random):
    parent, *_, t = tree(random)
    m, k = len(parent), int(random.integers(1, 65))
    columns = flags(random, m), parent, ints(random, t, most=m), first_of(random, t)
    return *sets_of(random, m), *columns, int(random.integers(0, k + 1)), k


def page_shape(random):
    parent, opened, closed, t = tree(random)
    m, first = len(parent), first_of(random, t)
    words = np.ceil(9 * np.abs(floats(random, len(first) - 1)))
    places = parent, opened, closed, ints(random, t, most=m), first
    return *sets_of(random, m), *places, words, 5.0, int(random.integers(0, 64))


def cue_columns(random):
    parent, *_, t = tree(random)
    m, first, v = len(parent), first_of(random, t), int(random.integers(1, 9))
    a = int(random.integers(0, 9))
    marks = ints(random, a, most=m), ints(random, a, most=4), ints(random, a, most=v, least=-1)
    frame = np.flatnonzero(flags(random, min(m, 3))).astype(np.int32)
    places = parent, ints(random, t, most=m), first, ints(random, len(first) - 1, most=m)
    return *marks, ints(random, v, most=99), flags(random, 4), frame, *places, 7, 3


def structures(random):
    parent, *_, n = tree(random)
    m, a = len(parent), int(random.integers(0, 9))
    marks = ints(random, a, most=m), ints(random, a, most=3), ints(random, a, most=4, least=-1)
    words, link = np.ceil(np.abs(floats(random, n))), np.abs(floats(random, n))
    return ints(random, n, most=m), parent, ints(random, m), 5, *marks, 1, 4, words, link


def tag_groups(random):
    parent, *_, n = tree(random)
    m, words = len(parent), np.ceil(np.abs(floats(random, n)))
    return *sets_of(random, m), parent, ints(random, n, most=m), words, int(random.integers(0, 4))


def landmarks(random):
    parent, opened, closed, t = tree(random)
    opened = np.sort(opened)
    closed = np.minimum(np.maximum(closed, opened), t).astype(np.int32)
    m, first, a = len(parent), first_of(random, t), int(random.integers(0, 4))
    n, some = len(first) - 1, ["main", "Main", "é", ""]
    marks = ints(random, a, most=m), ints(random, a, most=3), ints(random, a, most=4, least=-1)
    words = np.ceil(np.abs(floats(random, n)))
    of_blocks = first, ints(random, n, most=m), words, float(words.sum())
    h1 = int(random.integers(0, m))
    places = *sets_of(random, m), parent, opened, closed, t
    return *places, *marks, some, 1, *of_blocks, h1, int(random.integers(0, 4))


def text_columns(random):
    n = int(random.integers(1, 30))
    stats = ints(random, len(COLUMNS), n, most=150)
    stats[0] += 1  # a block has characters
    words, link = np.ceil(np.abs(floats(random, n))), np.abs(floats(random, n))
    return stats, words, link, float(random.random()), 80


def word_counts(random):
    stats = ints(random, len(COLUMNS), int(random.integers(0, 30)), most=150)
    return stats, np.array([1.65, 3.0, 4.0])


def outside_links(random):
    n = int(random.integers(0, 30))
    return np.ceil(np.abs(floats(random, n))), random.random(n).astype(np.float32)


def tags_by_set(random):
    _, opened, closed, t = tree(random)
    tag, first = ints(random, len(opened), most=6), first_of(random, t)
    return keys(random, 6), flags(random, 6), tag, opened, closed, first, t, 5


def around_blocks(random):
    parent, opened, closed, t = tree(random)
    n, of_text = blocks_of(random, t)
    # An element holds some text or is never asked for.
    closed = np.maximum(closed, np.minimum(opened + 1, t)).astype(np.int32)
    opened = np.minimum(opened, closed - 1).astype(np.int32)
    first = np.searchsorted(of_text, np.arange(n + 1)).astype(np.int32)
    node, m = ints(random, n, most=len(parent)), len(parent)
    words, link = np.ceil(np.abs(floats(random, n))), np.abs(floats(random, n))
    places = *sets_of(random, m), parent, opened, closed, first, of_text
    return node, *places, words, link, ints(random, n)


def group_measures(random):
    n = int(random.integers(1, 30))
    return keys(random, n), np.abs(np.ceil(floats(random, n))), np.abs(floats(random, n))


def inside_marked(random):
    _, opened, closed, t = tree(random)
    m, a = len(opened), int(random.integers(0, 9))
    marks = ints(random, a, most=m), ints(random, a, most=3)
    return *marks, ints(random, m, most=3), opened, closed, 1, 2, t


def hidden_by(random):
    some = ["", "TRUE", "true ", "Display: None", "display:none", "visibility: hid den", "none"]
    some += ["visibility :hidden;\u0130", "display:\u65e5", "d display:  none", "vIsibility:hidden"]
    a, m = int(random.integers(0, 12)), int(random.integers(1, 9))
    places = ints(random, a, most=m), ints(random, a, most=4), ints(random, a, most=len(some))
    return *places, some, np.array([2, 0, 3], np.int32), m


def title_columns(random):
    n = int(random.integers(1, 30))
    low = int(random.integers(0, n))
    shares = random.choice([0, 0.25, 1], (2, 4, n))
    return shares, low, int(random.integers(low, n + 1)), 9


def ranked(random):
    f = int(random.integers(1, 6))
    values = floats(random, f, int(random.integers(0, 300)))
    return values, floats(random, f), np.abs(floats(random, f)), floats(random, f, 64)


def scored(random):
    """The arguments of a network of random sizes, with pages of more than one chunk."""
    f, k, n = (int(random.integers(1, most)) for most in (30, 6, 600))
    d, w = 4 * int(random.integers(1, 12)), int(random.integers(1, 70))
    shapes = ((f, d), (d,), (4, 3, d, d), (4, d), (4, d, d), *[(d, d)] * 3, (d,))
    shapes += ((d, w), (w,), (w, d), (d,), (d, k), (k,))
    arrays = [random.normal(0, 0.5 / shape[-1] ** 0.5, shape) for shape in shapes]
    lookup = floats(random, f), np.abs(floats(random, f)), random.uniform(-1, 1, (f, 64))
    given = (floats(random, f, n), *lookup, *arrays)
    return tuple(array.astype(np.float32) for array in given)


def chain(random):
    n, k = int(random.integers(2, 40)), int(random.integers(1, 6))
    return np.exp(2 * random.normal(size=(n, k))), np.exp(random.normal(size=(k, k)))


def decided(random):
    n, k = int(random.integers(0, 40)), int(random.integers(2, 6))
    scores = 2 * random.normal(size=(n, k)), random.normal(size=(k, k))
    words = random.integers(0, 50, n).astype(np.float32)
    betas = random.choice([0.5, 1, 2, 4], 2).tolist()
    return *scores, words, int(random.integers(0, k)), *betas


ARGUMENTS = {
    function.__name__: function
    for function in (
        *(parse_source, look_at, text_stats, shared_words, cues_in, cut, share_of, word_hashes),
        *(type_scores, page_measures),
        *(pieces_of, separators_before, signs_in, signs_within, repeated_texts, meeting),
        *(written_attributes, values_named),
        *(assembled, holding_content, wide_lines, line_tags, uses_in_content, shown_images),
        *(ordered_events, short_links),
        *(block_lines, inline_text, cell_texts, kinds_in),
        *(tags_before, tags_between, tags_starting, repeated, is_utf8, directly_before, with_tags),
        *(nearest, ancestor_bits, enclosing, holding, block_of_each, bits_around),
        *(set_bits, inside_sets, page_shape, cue_columns, structures, text_columns, tags_by_set),
        *(around_blocks, group_measures, tag_groups, landmarks, inside_marked, hidden_by),
        *(within, signs_of_tags, layout_by_shape, word_counts, outside_links),
        *(title_columns, ranked, scored, chain, decided),
    )
}


def copies(arguments):
    return [one.copy() if isinstance(one, np.ndarray) else one for one in arguments]


# ---- both give the same ----


def test_every_door_is_tried():
    assert set(DOORS) == set(ARGUMENTS)


def test_the_architecture_lists_every_door():
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rows = [
        line for line in page.splitlines() if line.startswith(tuple(f"| `{p}` " for p in PARTS))
    ]
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == {*DOORS, *PARTS}


@pytest.mark.parametrize("name", BUILT)
@given(seed=seeds)
def test_a_door_equals_its_reference(name, seed):
    if name == "parse_source" and not SAME_RULES:
        pytest.skip("lxml has another libxml2 than 2.14")
    DOORS[name].checked(*ARGUMENTS[name](np.random.default_rng(seed)))


@needs_parts
@given(texts, st.lists(lines, min_size=1, max_size=4), seeds)
def test_doors_of_texts_equal_their_references(text, others, seed):
    asked = flags(np.random.default_rng(seed), len(text))
    DOORS["text_stats"].checked(text, *characters.TABLES)
    DOORS["shared_words"].checked(text, asked, [*others, ""][:4], *characters.TABLES)


MEASURES = "ranked around_blocks group_measures tag_groups structures text_columns".split()
MEASURES += ["outside_links"]


@pytest.mark.parametrize("name", MEASURES)
@given(seed=seeds)
def test_values_that_are_not_finite_go_through_as_in_python(name, seed):
    if name not in BUILT:
        pytest.skip("not built")
    random = np.random.default_rng(seed)
    arguments = copies(ARGUMENTS[name](random))
    strange = [np.nan, 1e-45, np.inf, -np.inf]
    for array in arguments:
        if isinstance(array, np.ndarray) and array.dtype.kind == "f" and array.size:
            places = random.integers(0, array.size, 2)
            array.reshape(-1)[places] = random.choice(strange, 2)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        DOORS[name].checked(*arguments)


@needs_parts
@pytest.mark.parametrize("high", [1e-45, 1e-40, 1e-38, 0.0])
def test_edges_as_close_as_can_be_make_a_constant_column(high):
    weights = random_weights()
    weights["edges"][0] = 0
    weights["edges"][0, -1] = high
    values = np.array([[0], [high], [1], [-1], [np.inf]], np.float32) * np.ones(6, np.float32)
    found = []
    for mode in ("compiled", "reference"):
        with using(mode):
            found.append(network.ranking(weights)(values)[:, 0])
    np.testing.assert_array_equal(*found)
    assert len(set(found[0].tolist())) == 1


# ---- what a door refuses ----


def wrong(array):
    """Values that are not such an array."""
    yield array.astype(np.float64 if array.dtype != np.float64 else np.float32)
    yield array.astype(np.int64 if array.dtype.kind == "i" else np.int16)
    yield array.astype(object)
    yield array[None]
    yield np.repeat(array, 2, axis=-1)[..., ::2] if array.size > 1 else None
    yield array.astype(array.dtype.newbyteorder("S")) if array.dtype.itemsize > 1 else None
    yield memoryview(array.tobytes() + b"x")[1:]
    yield array.tolist()
    yield None


@pytest.mark.parametrize("name", BUILT)
@pytest.mark.parametrize("seed", range(3))
def test_arrays_of_another_type_shape_or_layout_are_refused(name, seed):
    arguments = ARGUMENTS[name](np.random.default_rng(seed))
    for place, argument in enumerate(arguments):
        if not isinstance(argument, np.ndarray):
            continue
        for other in wrong(argument):
            if argument.dtype == np.uint8 and isinstance(other, memoryview):
                continue  # bytes are what it takes
            with pytest.raises(ERRORS):
                DOORS[name].compiled(*arguments[:place], other, *arguments[place + 1 :])


@pytest.mark.parametrize("name", BUILT)
@pytest.mark.parametrize("value", [500_000_000, 2**31 - 1, -2, -(2**31)])
@given(seed=seeds)
@settings(max_examples=15)
def test_no_index_is_trusted(name, value, seed):
    """Where an index is refused, numpy refuses it, too; other whole numbers are only values."""
    random = np.random.default_rng(seed)
    arguments = ARGUMENTS[name](random)
    for place, argument in enumerate(arguments):
        if not isinstance(argument, np.ndarray) or argument.dtype != np.int32 or not argument.size:
            continue
        changed = copies(arguments)
        changed[place].flat[random.integers(0, argument.size)] = value
        if (name, place) in VALUES:
            DOORS[name].compiled(*changed)
        else:
            with pytest.raises(IndexError):
                DOORS[name].compiled(*changed)


@pytest.mark.parametrize("name", ["nearest", "ancestor_bits"])
@pytest.mark.parametrize("parent", [[1], [0, 1], [0, 0, -1], [0, 5], [500_000_000]])
def test_a_circle_of_elements_is_refused_by_both(name, parent):
    parent = np.array(parent, np.int32)
    kind = {"nearest": bool, "ancestor_bits": np.uint64}[name]
    for function in (DOORS[name].reference, DOORS[name].compiled or DOORS[name].reference):
        with pytest.raises(IndexError):
            function(np.zeros(len(parent), kind), parent)


@pytest.mark.parametrize("name", BUILT)
def test_other_arguments_are_refused(name):
    arguments = ARGUMENTS[name](np.random.default_rng(0))
    for wrong_ones in ((), arguments[:-1], (*arguments, 1), [["x"]] * len(arguments)):
        with pytest.raises(ERRORS):
            DOORS[name].compiled(*wrong_ones)
    for place, argument in enumerate(arguments):
        if isinstance(argument, list):
            for other in ("text", [1], [None], [b"x"], 5, {"a": 1}):
                with pytest.raises(ERRORS):
                    DOORS[name].compiled(*arguments[:place], other, *arguments[place + 1 :])
        if isinstance(argument, int):
            for other in ("1", 1.5, 2**70, -1):
                with pytest.raises((*ERRORS, OverflowError)):
                    DOORS[name].compiled(*arguments[:place], other, *arguments[place + 1 :])


@needs_parts
def test_what_changes_a_list_while_it_is_read_does_no_harm():
    bits, small, _ = characters.TABLES
    text, empty = ["abc", "def"] * 50, np.zeros_like(bits)

    def learn(code):
        text.clear()
        empty[code] = characters.ALPHA

    assert DOORS["text_stats"].compiled(text, empty, small, learn)[0].shape == (21, 100)
    with pytest.raises(ValueError, match="no bits"):
        DOORS["text_stats"].compiled(["abc"], np.zeros_like(bits), small, lambda code: None)


class _Changing(Details):
    """Changes what a door works on while it asks."""

    def __init__(self, details, columns):
        self.__dict__.update(details.__dict__)
        self.columns, self.seen = columns, []

    def describe(self, part, wraps=False):
        self.seen.append(part)
        super().describe(part, wraps)
        self._change()

    def address(self, link):
        self._change()
        return super().address(link)

    def _change(self):
        self.pictures.clear()
        for column in self.columns:
            if isinstance(column, np.ndarray):
                column[:] = 250
        for part in self.seen:
            part.children = []


@needs_parts
def test_what_changes_columns_and_parts_while_they_are_read_does_no_harm():
    page = (
        "<h2>one</h2><ul><li>two <a href=/x>three <img src=/i.png></a> four<ol><li>five</ol></ul>"
    )
    made = blocks(f"<p>start {page} <a href=/y><img src=/j.png>{page}</a> end")
    kept, labels = np.ones(len(made), bool), np.zeros((3, len(made)), bool)
    source = source_of(Content(made, kept, *labels), (), True)
    columns = [one.copy() if isinstance(one, np.ndarray) else one
               for one in chained.from_iterable(source.columns)]  # fmt: skip
    DOORS["assembled"].compiled(_Changing(source.details, columns), *columns)


# ---- constants, pages, switches ----


@needs_parts
def test_every_constant_of_a_part_is_compared_with_python():
    for source in PARTS:
        assert set(compiled.part(source).CONSTANTS) == compiled.COMPARED[source]


@needs_parts
def test_a_part_with_other_constants_is_refused():
    with pytest.warns(RuntimeWarning, match="BASE"):
        assert compiled.part("text", BASE=3) is None


@needs_parts
@same_rules
@settings(max_examples=25, deadline=None)
@given(markup(), st.integers(1, 60))
def test_whole_pages_are_the_same_whatever_the_limits(html, opened):
    html += "<p>" + "<nobr>" * 4 + "text" + "</b>" * 3 + "<!" * 5
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(libxml2, "_OPEN_SEARCHED", opened)
        patch.setattr(libxml2, "_OPEN_SEARCHED_PER_BYTE", 0)
        patch.setattr(libxml2, "_NEVER_TOO_DEEP", 0)
        patch.setattr(parse, "_DEEPEST", opened)
        with using("checked"):
            found = CLEANER.clean(html)
        with using("reference"):
            again = CLEANER.clean(html)
    assert found.block_columns.tree.parser == again.block_columns.tree.parser
    assert found.text == again.text
    np.testing.assert_allclose(found.labels.scores, again.labels.scores, atol=1e-4)


@needs_parts
@same_rules
@pytest.mark.parametrize("tag", ["nobr", "span", "svg"])
def test_ignored_and_deleted_elements_count_as_open(tag):
    """The parser has them open, and looks through them."""
    html = f"<body><p>before</p>{f'<{tag}>' * 5000}text" + "</b>" * 100_000
    parsers, texts = [], []
    for mode in ("compiled", "reference"):
        with using(mode):
            found = CLEANER.clean(html)
        parsers.append(found.block_columns.tree.parser)
        texts.append(found.text)
    assert parsers[0] == parsers[1]
    assert texts[0] == texts[1]


@needs_parts
@pytest.mark.parametrize(
    ("switch", "built", "used"),
    [("VICTOR_PURE", "False", "reference"), ("VICTOR_CHECK_COMPILED", "True", "checked")],
)
def test_switches_of_the_environment(switch, built, used):
    code = (
        "import victor; from victor import compiled, decode\n"
        "text = victor.load('web').clean('<p>A paragraph of running text.</p>' * 9).text\n"
        "door = compiled.DOORS['chain']\n"
        "print(compiled.built(), [n for n in door._fields if getattr(door, n) is decode.chain])"
    )
    environment = {**os.environ, switch: "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [built, f"['{used}']"]


@needs_parts
def test_a_difference_is_an_error_while_both_are_run():
    def other(number):
        return number + 1

    run = compiled._checked(lambda number: number, other)
    with pytest.raises(AssertionError, match="compiled 2, reference 1"):
        run(1)


def test_what_is_alike():
    assert alike((np.ones(2), ["a"]), (np.ones(2), ["a"]))
    for other in (np.ones(3), np.ones(2, np.float32), np.full(2, np.nan)):
        assert not alike(other, np.ones(2))
    assert not alike({"a": 1, "b": 2}, {"b": 2, "a": 1})
    assert not alike(["a"], ["a", "b"])
