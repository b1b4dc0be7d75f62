"""Cues: the words that authors give to elements, as in ``class="post-date articleBody"``."""

from array import array
from collections.abc import Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase

import numpy as np

from victor.arrays import Bools, Hashes, Ints
from victor.compiled import door
from victor.text.hashing import BASE, hashes

# Classes of the bytes of a name; no cue has bytes above ASCII.
_SMALL, _CAPITAL = (
    np.array([chr(byte) in letters for byte in range(256)])
    for letters in (ascii_lowercase, ascii_uppercase)
)
_APART = np.array([chr(byte) in " \t\n\r\f" for byte in range(256)])  # separates names
_MOST = 31  # maximum number of signs, one bit each


@door("text", BASE=BASE)
def cues_in(values: Sequence[str], known: Hashes, bits: Ints) -> Ints:
    """[v] the cues in each of the ``values`` of attributes [v], as bits.

    Args:
        values: ``class``, ``id`` and others; words are split at non-letters and capitals.
        known: [w] the sorted hashes of the cues' words; two adjacent words are looked up as well.
        bits: [w] the bit of each word's cue.
    """
    text = "\n".join([value.replace("\n", " ") for value in values])
    coded = np.frombuffer(text.encode("ascii", "replace"), np.uint8)
    small, capital = _SMALL[coded], _CAPITAL[coded]
    letter = small | capital
    starts = np.flatnonzero(letter & ~_goes_on(small, capital))
    value = np.cumsum(coded == ord("\n"))[starts]
    name = np.cumsum(_APART[coded])[starts]
    letters = coded[letter] | 0x20  # in lower case
    bounds = np.append(np.cumsum(letter)[starts] - 1, len(letters))
    pairs = np.flatnonzero(name[:-1] == name[1:])  # adjacent words of a name
    first = np.concatenate((np.arange(len(starts)), pairs))
    last = np.concatenate((np.arange(len(starts)), pairs + 1))
    out = np.zeros(len(values), np.int32)
    words = hashes(letters, bounds[first], bounds[last + 1])
    place = np.minimum(np.searchsorted(known, words), len(known) - 1)
    np.bitwise_or.at(out, value[first], np.where(known[place] == words, bits[place], 0))
    return out


def vocabulary(words: Mapping[str, int]) -> tuple[Hashes, Ints]:
    """The sorted hashes of words, and the bits of each; the arguments of :func:`cues_in`.

    Args:
        words: the bits by word, in small letters.
    """
    ends = np.cumsum([len(word) for word in words])
    joined = np.frombuffer("".join(words).encode(), np.uint8)
    found = hashes(joined, np.append(0, ends[:-1]), ends)
    order = np.argsort(found)
    return found[order], np.array(list(words.values()), np.int32)[order]


def _goes_on(small: Bools, capital: Bools) -> Bools:
    """Whether each letter continues the previous word: "mainNav" and "HTMLText" are two words."""
    out = np.zeros(len(small), bool)
    out[1:] = (small[1:] & (small[:-1] | capital[:-1])) | (capital[1:] & capital[:-1])
    out[1:-1] &= ~(capital[1:-1] & capital[:-2] & small[2:])
    return out


@door("text")
def signs_in(values: Sequence[str], signs: Sequence[str]) -> Ints:
    """[v] the ``signs`` that each of the ``values`` [v] contains, as bits.

    Args:
        values: attribute values.
        signs: at most 31 ASCII strings of two or more characters.

    Raises:
        ValueError: ``signs`` has more strings, or others.
    """
    if len(signs) > _MOST or not all(sign.isascii() and len(sign) > 1 for sign in signs):
        raise ValueError("signs: expected at most 31 texts in ASCII of two characters or more")
    text = "\0".join([*(value.replace("\0", " ") for value in values), ""])
    out = np.zeros(len(values), np.int32)
    for bit, sign in enumerate(signs):
        place = start = 0
        at = text.find(sign)
        while at >= 0:
            place += text.count("\0", start, at)
            start = at
            out[place] |= 1 << bit
            at = text.find(sign, text.find("\0", at))
    return out


@door("text")
def signs_within(data: "bytes | array[int]", signs: Sequence[str]) -> Bools:
    """[s] whether ``data`` contains each of the ``signs`` [s].

    Args:
        data: text in UTF-8, as bytes or an array of bytes.
        signs: short strings.
    """
    whole = bytes(data)
    return np.array([sign.encode() in whole for sign in signs], bool)
