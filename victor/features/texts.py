"""The families ``char``, ``token``, ``sentence``, ``density`` and ``position``.

``char.*`` and ``token.*``: characters by class, and tokens (runs of characters other than white
space) with letters, digits, both or neither: counts and shares (thesis, section 4.2). Added for
tokens: words, the average length in characters, the longest run of tokens with letters and without
digits, and the shares of capitalised and of upper-case tokens.

``sentence.*``: number of sentences, average length in words, and whether the block begins or ends
one (thesis, section 4.2); :mod:`victor.text.statistics` defines sentence ends. As in the thesis,
abbreviations are not detected. A block without sentence ends counts as one sentence in
``avg_length``.

``density.*``: link density is the proportion of a block inside links (here of its characters;
``page_link`` of the page's words); text density is the number of words per line after wrapping at
80 characters, excluding the last of several lines (Kohlschuetter, Fankhauser, Nejdl, *Boilerplate
Detection using Shallow Text Features*, 2010, section 3, equation 1; here approximated by spreading
words evenly over the lines).

``position.*``: relative position from 0 to 1, blocks before and after, and proportion of the page's
words before (thesis, section 4.3).

All are quotients of a few counts, computed in one call: a page has so few blocks that separate
calls would cost more than the arithmetic.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain

import numpy as np

from victor.arrays import Floats, Ints
from victor.compiled import door
from victor.config import Task
from victor.features.columns import Columns, picked, quotient, ratio
from victor.text.statistics import COLUMNS as STATISTICS
from victor.tree.blocks import Blocks

_CHARACTERS = ("alpha", "num", "punct", "white", "other")
_TOKENS = ("alpha", "num", "mixed", "other")
_WRAP = 80  # characters per line


@dataclass(frozen=True)
class TextFamily:
    """A family whose columns are consecutive rows of the table."""

    NAMES: tuple[str, ...]
    end: int  # the row after its last one

    def prepare(self, names: Sequence[str], task: Task) -> Columns:
        """Counts, shares from 0 to 1, averages and indicators, by name."""
        rows = slice(self.end - len(self.NAMES), self.end)
        return picked(lambda blocks: _table(blocks)[rows], self.NAMES, names)


# The columns of each family, in the order of the table's rows.
_NAMES = (
    tuple(f"{name}_{kind}" for name in _CHARACTERS for kind in ("abs", "rel")),
    (
        *(f"{name}_{kind}" for name in _TOKENS for kind in ("abs", "rel")),
        *("words", "avg_length", "word_run", "capital_rel", "upper_rel"),
    ),
    ("count", "avg_length", "begin", "end"),
    ("link", "text", "page_link"),
    ("relative", "from_start", "from_end", "words_before"),
)
char, token, sentence, density, position = map(TextFamily, _NAMES, accumulate(map(len, _NAMES)))


def _table(blocks: Blocks) -> Floats:
    """[k, n] the columns of all families."""
    if "texts" not in blocks.cache:
        linked = 1 - quotient(float(blocks.free_words.sum()), blocks.total_words)
        given = blocks.text_stats.table, blocks.words, blocks.link_share, linked, _WRAP
        blocks.cache["texts"] = text_columns(*given)
    found: Floats = blocks.cache["texts"]
    return found


@door("columns", STATISTICS=" ".join((*STATISTICS, "")), TEXT_COLUMNS=position.end)
def text_columns(stats: Ints, words: Floats, link: Floats, linked: float, wrap: int) -> Floats:
    """[k, n] the columns of all families.

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
    average_length = ratio(lengths - (tokens - 1), tokens)
    capitals = ratio(np.array([counts["capitals"], counts["uppers"]]), tokens)
    before = np.cumsum(words) - words
    total = np.float32(max(float(words.sum()), 1.0))
    rows = (
        *chain.from_iterable(zip(classes, classes / lengths, strict=True)),
        *chain.from_iterable(zip(kinds, ratio(kinds, tokens), strict=True)),
        *(words, average_length, counts["word_run"], *capitals),
        *(sentences, ratio(words, np.maximum(sentences, 1)), counts["begins"], counts["ends"]),
        *(link, np.where(lengths > wrap, words * wrap / lengths, words), np.full(n, linked)),
        *(place / n, place, n - 1 - place, before / total),
    )
    return np.array(rows, np.float32)
