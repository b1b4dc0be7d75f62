"""Text statistics: character classes, tokens, sentences, and keys for comparison."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Hashes, Ints, sums_before
from victor.compiled import door
from victor.text import characters
from victor.text.characters import ALPHA, CLOSING, LOWER, NUM, STOP, UPPER, WHITE, WIDE_STOP, WORD
from victor.text.hashing import BASE, hashes

# Per text: characters, and those of each class; tokens, and those with letters only, digits only,
# both, neither; tokens with a letter or digit and no character of a script without spaces;
# characters of each such script; capitalised tokens, upper-case tokens; the longest run of tokens
# with letters only; sentences; whether the text begins with one, ends with one.
COLUMNS = (
    "length alpha num punct white other tokens alpha_tokens num_tokens mixed_tokens other_tokens"
    " spaced_words ideographs kana south_east capitals uppers word_run sentences begins ends"
).split()
_PLACES = {name: place for place, name in enumerate(COLUMNS)}
# Average characters per word in scripts without spaces, by column: Chinese about 1.6 (Sproat and
# Emerson, First Bakeoff, 2003); kana are mostly inflection; Thai about 4.
WORD_LENGTH = {"ideographs": 1.65, "kana": 3.0, "south_east": 4.0}


@dataclass(frozen=True)
class Characters:
    """The characters of n texts as arrays."""

    text: Sequence[str]

    @cached_property
    def joined(self) -> str:
        """All texts, each followed by a line feed; no block contains one."""
        return "\n".join([*self.text, ""])

    @cached_property
    def lengths(self) -> Ints:
        """[n] number of code points of each text."""
        return np.fromiter(map(len, self.text), np.int32, len(self.text))

    @cached_property
    def offsets(self) -> NDArray[np.int64]:
        """[n + 1] start of each text in ``joined``, and the length of ``joined``."""
        ends = np.cumsum(self.lengths + 1, dtype=np.int64)
        return np.concatenate(([0], ends))

    @cached_property
    def owner(self) -> Ints:
        """The index of the text of each code point of ``joined``."""
        return np.repeat(np.arange(len(self.text), dtype=np.int32), self.lengths + 1)

    @cached_property
    def code_points(self) -> NDArray[np.uint32]:
        """The code points of ``joined``."""
        return np.frombuffer(self.joined.encode("utf-32-le", "surrogatepass"), np.uint32)

    @cached_property
    def flags(self) -> NDArray[np.uint16]:
        """The :mod:`victor.text.characters` bits of each code point of ``joined``."""
        return characters.flags(self.code_points)

    def count(self, mask: Bools) -> Ints:
        """[n] number of code points of ``joined`` in ``mask``, per text."""
        return self._per_text(np.flatnonzero(mask))

    def _per_text(self, places: NDArray[np.int64]) -> Ints:
        return np.diff(np.searchsorted(places, self.offsets)).astype(np.int32)

    def first(self, mask: Bools) -> NDArray[np.int64]:
        """[n] position of the first code point in ``mask`` of each text, -1 if it has none."""
        places = np.flatnonzero(mask)
        found = np.append(places, len(mask))[np.searchsorted(places, self.offsets[:-1])]
        return np.where(found < self.offsets[1:], found, -1)

    def last(self, mask: Bools) -> NDArray[np.int64]:
        """[n] position of the last code point in ``mask`` of each text, -1 if it has none."""
        places = np.flatnonzero(mask)
        found = np.append(places, -1)[np.searchsorted(places, self.offsets[1:]) - 1]
        return np.where(found >= self.offsets[:-1], found, -1)

    @cached_property
    def token_starts(self) -> NDArray[np.int64]:
        """The start in ``joined`` of each token, a run of characters other than white space."""
        solid = (self.flags & WHITE) == 0
        return np.flatnonzero(solid & ~np.concatenate(([False], solid[:-1])))

    @cached_property
    def token_flags(self) -> NDArray[np.uint16]:
        """The union of the bits in each token."""
        if not len(self.token_starts):
            return np.zeros(0, np.uint16)
        seen = self.flags & np.uint16(~WHITE & 0xFFFF)
        return np.bitwise_or.reduceat(seen, self.token_starts)

    def tokens_with(self, mask: Bools) -> Ints:
        """[n] number of tokens in ``mask``, per text."""
        return self._per_text(self.token_starts[mask])


@dataclass(frozen=True)
class TextStats:
    """Statistics of n texts."""

    table: Ints  # [len(COLUMNS), n]
    keys: Hashes  # [n] hash of the letters, if any, else of all but white space

    def __getitem__(self, column: str) -> Ints:
        """[n] one of ``COLUMNS``."""
        found: Ints = self.table[_PLACES[column]]
        return found


def statistics(text: Sequence[str]) -> TextStats:
    """Statistics of each text of ``text``."""
    return TextStats(*text_stats(text, *characters.TABLES))


@door("text", COLUMNS=" ".join((*COLUMNS, "")), BASE=BASE, **characters.BITS)
def text_stats(
    text: Sequence[str], bits: NDArray[np.uint16], small: NDArray[np.uint32], learn: Any
) -> tuple[Ints, Hashes]:
    """The table and the keys of :class:`TextStats`.

    The arguments after ``text`` are :data:`victor.text.characters.TABLES`.
    """
    if not text:
        return np.zeros((len(COLUMNS), 0), np.int32), np.zeros(0, np.uint64)
    chars = Characters(text)
    columns = (chars.lengths, *_classes(chars), *_tokens(chars), *_sentences(chars))
    return np.array(columns, np.int32), _keys(chars)


def _classes(chars: Characters) -> list[Ints]:
    bits = (ALPHA, NUM, characters.PUNCT, WHITE, characters.OTHER)
    found = [chars.count((chars.flags & bit) != 0) for bit in bits]
    found[3] -= 1  # the line feed after each text
    return found


def _tokens(chars: Characters) -> list[Ints]:
    """Counts of tokens by class (thesis, section 4.2), and the longest run."""
    seen = chars.token_flags
    letters, digits = (seen & ALPHA) != 0, (seen & NUM) != 0
    kinds = (letters & ~digits, digits & ~letters, letters & digits, ~letters & ~digits)
    spaced = ((seen & WORD) != 0) & ((seen & characters.UNSPACED) == 0)
    capital = (chars.flags[chars.token_starts] & UPPER) != 0
    upper = (seen & (UPPER | LOWER)) == UPPER
    unspaced = (characters.IDEOGRAPH, characters.KANA, characters.SOUTH_EAST)
    return [
        chars.tokens_with(np.ones(len(seen), bool)),
        *map(chars.tokens_with, (*kinds, spaced)),
        *(chars.count((chars.flags & bit) != 0) for bit in unspaced),
        *map(chars.tokens_with, (capital, upper)),
        _longest_run(chars, kinds[0]),
    ]


def _longest_run(chars: Characters, mask: Bools) -> Ints:
    """[n] length of the longest run of tokens in ``mask`` within each text."""
    if not len(mask):
        return np.zeros(len(chars.text), np.int32)
    bounds = np.searchsorted(chars.token_starts, chars.offsets)
    first, has_some = bounds[:-1], np.diff(bounds) > 0
    places = np.arange(len(mask))
    # Distance to the last token that is not in the mask or ends the previous text.
    barrier, begins = np.where(mask, -1, places), first[has_some]
    barrier[begins] = np.maximum(barrier[begins], begins - 1)
    run = np.where(mask, places - np.maximum.accumulate(barrier), 0)
    out = np.zeros(len(chars.text), np.int32)
    out[has_some] = np.maximum.reduceat(run, begins)
    return out


def _sentences(chars: Characters) -> list[Ints | Bools]:
    """[n] sentence ends; whether a text begins with a sentence; whether it ends with one.

    A sentence ends at a full stop, exclamation or question mark (of any script) before white space,
    a closing mark or the end of the text; the wide marks of Chinese and Japanese end it anywhere. A
    run of such marks counts once.
    """
    flags = chars.flags
    after = np.append(flags[1:], np.uint16(WHITE))
    narrow = ((flags & STOP) != 0) & ((after & (WHITE | CLOSING)) != 0)
    wide = ((flags & WIDE_STOP) != 0) & ((after & WIDE_STOP) == 0)
    first = chars.first((flags & WORD) != 0)
    last = chars.last((flags & (WHITE | CLOSING)) == 0)
    begins = (first >= 0) & ((flags[first] & LOWER) == 0)
    ends = (last >= 0) & ((flags[last] & (STOP | WIDE_STOP)) != 0)
    return [chars.count(narrow | wide), begins, ends]


def _keys(chars: Characters) -> Hashes:
    counted = (chars.flags & ALPHA) != 0
    wordless = chars.count(counted) == 0
    if wordless.any():
        counted |= ((chars.flags & WHITE) == 0) & wordless[chars.owner]
    bounds = sums_before(chars.count(counted))
    return hashes(chars.code_points[counted], bounds[:-1], bounds[1:])
