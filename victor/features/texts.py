"""The columns of the families about text and position, computed in one call.

They are quotients of a few counts: a page has so few blocks that separate calls would cost more
than the arithmetic. Each family documents its columns.
"""

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from victor.arrays import Floats, Ints
from victor.compiled import door
from victor.features.columns import Columns, picked, quotient, ratio
from victor.text.statistics import COLUMNS as STATISTICS
from victor.tree.blocks import Blocks

_CHARACTERS = ("alpha", "num", "punct", "white", "other")
_TOKENS = ("alpha", "num", "mixed", "other")
_WRAP = 80  # characters per line
# The columns of each family, in the order of the table's rows.
FAMILIES = {
    "char": tuple(f"{name}_{kind}" for kind in ("abs", "rel") for name in _CHARACTERS),
    "token": (
        *(f"{name}_{kind}" for kind in ("abs", "rel") for name in _TOKENS),
        *("capital_rel", "upper_rel", "avg_length", "words", "word_run"),
    ),
    "sentence": ("count", "avg_length", "begin", "end"),
    "density": ("link", "text", "page_link"),
    "position": ("relative", "from_start", "from_end", "words_before"),
}
_ENDS = dict(zip(FAMILIES, accumulate(map(len, FAMILIES.values())), strict=True))


def columns_of(family: str, names: Sequence[str]) -> Columns:
    """The columns of one of :data:`FAMILIES`."""
    known, end = FAMILIES[family], _ENDS[family]
    return picked(lambda blocks: _table(blocks)[end - len(known) : end], known, names)


def _table(blocks: Blocks) -> Floats:
    """[k, n] the columns of all families."""
    if "texts" not in blocks.kept:
        linked = 1 - quotient(float(blocks.free_words.sum()), blocks.total_words)
        given = blocks.text_stats.table, blocks.words, blocks.link_share, linked, _WRAP
        blocks.kept["texts"] = text_columns(*given)
    found: Floats = blocks.kept["texts"]
    return found


@door("columns", STATISTICS=" ".join((*STATISTICS, "")), TEXT_COLUMNS=max(_ENDS.values()))
def text_columns(stats: Ints, words: Floats, link: Floats, linked: float, wrap: int) -> Floats:
    """[k, n] the columns of :data:`FAMILIES`.

    Args:
        stats: [s, n] see :class:`~victor.text.statistics.TextStats`.
        words: [n] words of each block.
        link: [n] share of each block's characters in links.
        linked: share of the page's words in links.
        wrap: characters per line.
    """
    counts = dict(zip(STATISTICS, stats, strict=True))
    lengths, tokens, sentences = counts["length"], counts["tokens"], counts["sentences"]
    n, place = len(words), np.arange(len(words))
    classes = stats[1:6]
    kinds = np.array([counts[f"{name}_tokens"] for name in _TOKENS])
    rest = np.array([counts["capitals"], counts["uppers"], lengths - (tokens - 1)])
    before = np.cumsum(words) - words
    total = np.float32(max(float(words.sum()), 1.0))
    rows = (
        *(*classes, *(classes / lengths)),
        *(*kinds, *ratio(kinds, tokens), *ratio(rest, tokens), words, counts["word_run"]),
        *(sentences, ratio(words, np.maximum(sentences, 1)), counts["begins"], counts["ends"]),
        *(link, np.where(lengths > wrap, words * wrap / lengths, words), np.full(n, linked)),
        *(place / n, place, n - 1 - place, before / total),
    )
    return np.array(rows, np.float32)
