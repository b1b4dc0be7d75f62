"""``shallow.*``: shallow text features that other families lack.

Kohlschuetter, Fankhauser, Nejdl, *Boilerplate Detection using Shallow Text Features* (2010),
sections 3.3 and 3.4. Words are tokens with a letter or a digit. The paper's other features are
``token.words``, ``position.from_start``, ``position.relative`` and ``container.TAG``.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Floats, Ints, Numbers, sums_before
from victor.config import Task
from victor.features.columns import Columns, ratio, stack
from victor.text import characters
from victor.text.regex import regex
from victor.tree.blocks import Blocks

# Word and sentence length, capitals, full stops, dates, bars, densities and quotients.
NAMES = tuple(
    "word_length sentence_length capital_abs capital_rel upper_abs upper_rel stop_rel dates bars"
    " link text words_quotient text_quotient".split()
)
_WIDTH = 80
_SENTENCE_ENDS = tuple(map(ord, ".?!;"))
_MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_DAYS = "Mon|Tue|Wed|Thu|Fri|Sat|Sun"
_DATE = regex(
    r"\b(?:[0-9]{1,4}(?:[:/-][0-9]{1,4}){1,2}|(?:19|20)[0-9]{2}|[0-9]{1,2}(?:am|pm|AM|PM)|[aApP]\.?[mM]\b"
    rf"|(?:{_MONTHS})[a-z]*|(?:{_DAYS})(?:[a-z]*day)?|GMT|EST|EDT|PST|PDT)\b"
)


def prepare(names: Sequence[str], task: Task) -> Columns:
    """Dates and text density, which are slow, are computed only if requested."""
    return lambda blocks: _table(blocks, names)


def _table(blocks: Blocks, names: Sequence[str]) -> Floats:
    columns: dict[str, Numbers] = _words(blocks)
    if "dates" in names:
        columns["dates"] = _dates(blocks)
    if {"text", "text_quotient"} & set(names):
        columns["text"] = _text_density(blocks)
        columns["text_quotient"] = _quotient(columns["text"])
    if "link" in names:
        columns["link"] = blocks.linked_words
    return stack(columns, names)


def _words(blocks: Blocks) -> dict[str, Numbers]:
    """The columns that depend on words and punctuation only."""
    words, chars = blocks.words, blocks.chars
    is_word = (chars.token_flags & characters.WORD) != 0
    capital = is_word & ((chars.flags[chars.token_starts] & characters.UPPER) != 0)
    upper = (chars.token_flags & (characters.UPPER | characters.LOWER)) == characters.UPPER
    ends = chars.count(np.isin(chars.code_points, _SENTENCE_ENDS))
    capitals, uppers = chars.tokens_with(capital), chars.tokens_with(is_word & upper)
    return {
        "word_length": ratio(chars.count((chars.flags & characters.WHITE) == 0), words),
        "sentence_length": ratio(words, np.maximum(ends, 1)),
        "capital_abs": capitals,
        "capital_rel": ratio(capitals, words),
        "upper_abs": uppers,
        "upper_rel": ratio(uppers, words),
        "stop_rel": ratio(chars.count(chars.code_points == ord(".")), words),
        "bars": chars.count(chars.code_points == ord("|")),
        "words_quotient": _quotient(words),
    }


def _dates(blocks: Blocks) -> Ints:
    """[n] the number of dates, times and parts of these in English notation."""
    places = np.fromiter((hit.start() for hit in _DATE.finditer(blocks.chars.joined)), np.int64)
    return np.diff(np.searchsorted(places, blocks.chars.offsets)).astype(np.int32)


def _quotient(values: Numbers) -> Numbers:
    """[n] the ratio to the previous block's value; 0 if that is 0, and for the first block."""
    return ratio(values, np.concatenate(([0], values[:-1])))


def _text_density(blocks: Blocks) -> Floats:
    """[n] words per line of text wrapped at 80 characters (equation 1).

    A token longer than a line gets a separate line. The last line is not counted unless it is the
    only one. In scripts without spaces, where lines break anywhere, words are spread evenly.
    """
    first = np.searchsorted(blocks.chars.token_starts, blocks.chars.offsets)
    lines, last = _wrapped(blocks, first[:-1], first[1:])
    is_word = (blocks.chars.token_flags & characters.WORD) != 0
    seen = sums_before(is_word)
    density = ratio(seen[last] - seen[first[:-1]], lines - 1)
    unspaced = blocks.chars.count((blocks.chars.flags & characters.UNSPACED) != 0) > 0
    even = blocks.words / np.where(unspaced, np.maximum(blocks.lengths / _WIDTH, 1), 1)
    return np.where(unspaced | (lines == 1), even, density).astype(np.float32)


def _wrapped(
    blocks: Blocks, first: NDArray[np.int64], end: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """[n] the number of lines of each block's tokens ``first:end``, and the last line's start."""
    starts = blocks.chars.token_starts
    ends = np.flatnonzero(_solid_ends(blocks))
    after = np.searchsorted(ends, starts + _WIDTH, side="right")  # first token of the next line
    after = np.maximum(after, np.arange(len(starts)) + 1)
    lines, line = np.ones(len(first), np.int64), first.copy()
    open_ = np.flatnonzero(after[line] < end)
    while len(open_):
        line[open_] = after[line[open_]]
        lines[open_] += 1
        open_ = open_[after[line[open_]] < end[open_]]
    return lines, line


def _solid_ends(blocks: Blocks) -> Bools:
    """Whether a character is the first white space after a token."""
    white = (blocks.chars.flags & characters.WHITE) != 0
    return np.asarray(white & ~np.concatenate(([True], white[:-1])))
