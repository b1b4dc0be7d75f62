"""Classes of characters of any script, as bits per code point.

Classes follow the Unicode general category. The table is filled on demand with the code points of
pages, so that importing costs nothing.
"""

import unicodedata

import numpy as np
from numpy.typing import NDArray

from victor.text.regex import regex

ALPHA = 1
NUM = 2
PUNCT = 4
WHITE = 8
OTHER = 16
UPPER = 32
LOWER = 64
STOP = 128  # ends a sentence before white space
WIDE_STOP = 256  # ends a sentence anywhere
CLOSING = 512  # allowed between a full stop and the following white space
IDEOGRAPH = 1024
KANA = 2048
SOUTH_EAST = 4096  # Thai, Lao, Khmer, Myanmar

BITS = {name: value for name, value in list(globals().items()) if name.isupper()}

WORD = ALPHA | NUM
UNSPACED = IDEOGRAPH | KANA | SOUTH_EAST

_STOPS = frozenset(".!?…‼⁇⁈⁉؟۔܀܁܂।॥։።፧᠃᠉‽⸮")
_WIDE_STOPS = frozenset("。！？｡．﹒﹗﹖︒။")
UNSPACED_RANGES = (
    (0x0E00, 0x0EFF, SOUTH_EAST),
    (0x1000, 0x109F, SOUTH_EAST),
    (0x1780, 0x17FF, SOUTH_EAST),
    (0x3041, 0x30FF, KANA),
    (0x31F0, 0x31FF, KANA),
    (0x3400, 0x4DBF, IDEOGRAPH),
    (0x4E00, 0x9FFF, IDEOGRAPH),
    (0xF900, 0xFAFF, IDEOGRAPH),
    (0xFF66, 0xFF9D, KANA),
    (0x20000, 0x323AF, IDEOGRAPH),
)
# The same ranges for a character class of a regular expression.
UNSPACED_RANGE = "".join(f"{chr(low)}-{chr(high)}" for low, high, _ in UNSPACED_RANGES)
UNSPACED_LETTER = regex(f"[{UNSPACED_RANGE}]")
# A run of letters and digits, or a letter of a script without spaces between words.
TOKEN = regex(rf"[{UNSPACED_RANGE}]|[^\W_{UNSPACED_RANGE}]+")
# Control characters, except white space, for ``str.translate``.
CONTROLS = dict.fromkeys([*range(9), *range(14, 28), *range(127, 133), *range(134, 160)])
# Invisible marks of the direction of writing.
DIRECTIONS = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
NO_DIRECTIONS = str.maketrans("", "", DIRECTIONS)
NO_DIGITS = str.maketrans("", "", "0123456789")
# Full-width digits, and those of Arabic, Persian, Indic, Thai, Lao, Tibetan, Burmese and Khmer.
_ZEROS = "0٠۰०০੦૦୦௦౦೦൦๐໐༠၀០０"
DIGITS = "".join(chr(ord(zero) + n) for zero in _ZEROS for n in range(10))
# Of several scripts, for ``str.endswith``.
COLONS = (":", "：")
QUESTION_MARKS = ("?", "？", "؟")
_CLASS = {"L": ALPHA, "M": ALPHA, "N": NUM, "P": PUNCT, "Z": WHITE}
_CASE = {"Lu": UPPER, "Lt": UPPER, "Ll": LOWER}

_table = np.zeros(0x110000, np.uint16)
_small = np.zeros(0x110000, np.uint32)


def flags(code_points: NDArray[np.uint32]) -> NDArray[np.uint16]:
    """The bits of each code point."""
    found = _table[code_points]
    if not found.all():
        for code in np.unique(code_points[found == 0]).tolist():
            _learn(code)
        found = _table[code_points]
    return found


def _learn(code: int) -> None:
    """Add a code point to the tables."""
    _table[code] = classify(chr(code))
    small = chr(code).lower()
    _small[code] = ord(small) if len(small) == 1 else code


def lower(code_points: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Lower-case each code point; call :func:`flags` on them first."""
    return _small[code_points]


def classify(char: str) -> int:
    """The bits of one character; never 0."""
    category = unicodedata.category(char)
    bits = WHITE if char.isspace() else _CLASS.get(category[0], OTHER)
    bits |= _CASE.get(category, 0)
    if char in _STOPS:
        bits |= STOP
    if char in _WIDE_STOPS:
        bits |= WIDE_STOP
    if category in ("Pe", "Pf", "Pi") or char in "\"'":
        bits |= CLOSING
    if bits & ALPHA:
        code = ord(char)
        bits |= next((bit for low, high, bit in UNSPACED_RANGES if low <= code <= high), 0)
    return bits


# For doors: the bits and the lower case of each code point, and the function that fills both for a
# code point whose bits are 0.
TABLES = (_table, _small, _learn)


# Controls, direction marks, line separators, byte order marks, annotation anchors, tags.
_HARMFUL = regex(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_UNSEEN = regex("[\u00ad\u200b\u2060]")  # allow or prevent line breaks


def word_count(text: str) -> int:
    """The approximate number of words; in scripts without spaces, two letters count as one."""
    count = len(text.split())
    return count if text.isascii() else count + len(UNSPACED_LETTER.findall(text)) // 2


def printable(text: str) -> str:
    """Text without characters that move the cursor or change the direction in a terminal.

    Joiners are kept: words of many scripts, and emoji, need them.
    """
    if text.isascii() and text.isprintable():
        return text
    return _HARMFUL.sub("\ufffd", _UNSEEN.sub("", text))
