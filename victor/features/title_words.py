"""``title.*``: words shared with the page's titles: ``title``, ``og:title`` and first ``h1``.

Comparison ignores case; in scripts without spaces each character counts as a word. Blocks of more
than 40 words are prose and share nothing. On a page without an ``h1``, or whose first one is the
name of its site or section, a heading with the words of the title is the ``h1`` of these columns.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Doubles, Floats, Hashes, some
from victor.compiled import door
from victor.config import Task
from victor.features.columns import Columns, picked, ratio
from victor.text import characters
from victor.text.hashing import BASE, hashes
from victor.text.statistics import Characters
from victor.tree.blocks import HEADING, Blocks
from victor.tree.html_tags import HEADINGS

# Shares of common words, and position relative to the first ``h1``.
NAMES = (
    "overlap",
    "covered",
    "og_covered",
    "h1_covered",
    "is_h1",
    "after_h1",
    "from_h1",
    "same_as_title",
    "in_description",
)
_LONGEST = 40  # maximum words of a block that is compared
_LEAST = 4  # minimum words of another heading that is the title
_HALF = 0.5  # minimum share of a title's words in it; link density from which it is a link
_COMMON = 1 / 3  # maximum share of the words of the ``h1`` in it
MOST_TEXTS = 8  # maximum texts that blocks are compared with in one call
_FAR = 200  # maximum distance from the ``h1`` in blocks


def prepare(names: Sequence[str], task: Task) -> Columns:
    """Shares from 0 to 1, indicators, and ``from_h1``, a number of blocks.

    ``overlap``: share of the block's words that occur in the title; ``covered``, ``og_covered``,
    ``h1_covered``: share of the words of title, og:title and first h1 that occur in the block.
    ``is_h1``: the block is in the first h1; ``after_h1``: in it or after it, 0.5 on pages without
    one; ``from_h1``: blocks from its start, below 0 before it. ``same_as_title``: the block has
    exactly the words of title or og:title. ``in_description``: share of the block's words that
    occur in the page's description.
    """
    return picked(_table, NAMES, names)


def _table(blocks: Blocks) -> Floats:
    _, shares, low, high = _titles(blocks)
    return title_columns(shares, low, high, _FAR)


def headline(blocks: Blocks) -> int:
    """The first ``h1`` with text, or another heading that is the title; 0 if there is none.

    Args:
        blocks: of the page.
    """
    return _titles(blocks)[0]


def _titles(blocks: Blocks) -> tuple[int, Doubles, int, int]:
    """The headline, the words that blocks share with the titles, and the headline's blocks."""
    if "titles" not in blocks.cache:
        found = _compared(blocks, blocks.tree.first_h1)
        other = _other_headline(blocks, *found[1:])
        blocks.cache["titles"] = _compared(blocks, other) if other else found
    titles: tuple[int, Doubles, int, int] = blocks.cache["titles"]
    return titles


def _compared(blocks: Blocks, h1: int) -> tuple[int, Doubles, int, int]:
    """A heading, the words that blocks share with titles and heading, its first and last block.

    The last is exclusive; the range is empty if there is no heading (0).
    """
    tree, head, low, high = blocks.tree, blocks.tree.head, 0, 0
    if h1:
        low, high = blocks.of_text[[tree.opened[h1], tree.closed[h1] - 1]].tolist()
        high += 1
    description = head.get("meta:description") or head.get("meta:og:description", "")
    title = " ".join(blocks.text[low:high])
    texts = [head.get("title", ""), head.get("meta:og:title", ""), title, description]
    short = blocks.words <= _LONGEST
    return h1, shared_words(blocks.text, short, texts, *characters.TABLES), low, high


def _other_headline(blocks: Blocks, shares: Doubles, low: int, high: int) -> int:
    """The first heading with the words of a title, if the ``h1`` is neither a title nor like it.

    Args:
        blocks: the n blocks.
        shares: [2, 4, n] see :func:`title_columns`, also for ``low`` and ``high``.
    """
    inside, covered = shares
    both = (inside[:2] == 1) & (covered[:2] >= _HALF)
    titled = both[0] | both[1]
    titled &= blocks.link_share < _HALF
    if not some(titled) or some(titled[low:high]):  # true of most pages
        return 0
    titled &= (blocks.signs & HEADING > 0) & (blocks.words >= _LEAST) & ~blocks.hidden
    if not some(titled):
        return 0
    first = int(titled.argmax())
    if covered[2, first] > _COMMON:
        return 0
    return int(blocks.tree.nearest(blocks.tree.named(HEADINGS))[blocks.holder[first]])


@door("columns", TITLE_TEXTS=4, TITLE_COLUMNS=len(NAMES))
def title_columns(shares: Doubles, low: int, high: int, far: int) -> Floats:
    """[columns, n] the columns.

    Args:
        shares: [2, 4, n] shares of common words with title, ``og:title``, first ``h1`` and
            description; see :func:`shared_words`.
        low: the first block of the ``h1``.
        high: the block after its last one; ``low`` if there is no ``h1``.
        far: maximum distance from the ``h1`` in blocks.
    """
    inside, covered = shares
    whole, place = inside * covered, np.arange(shares.shape[2]) - low
    has_h1 = high > low
    rows = (
        *(inside[0], *covered[:3]),
        (place >= 0) & (place < high - low),
        (place >= 0) if has_h1 else np.full(len(place), 0.5),
        np.clip(place, -far, far) * has_h1,
        (whole[0] == 1) | (whole[1] == 1),
        inside[3],
    )
    return np.array(rows, np.float32)


@door("text", MOST_TEXTS=MOST_TEXTS, BASE=BASE, **characters.BITS)
def shared_words(
    text: Sequence[str],
    asked: Bools,
    others: Sequence[str],
    bits: NDArray[np.uint16],
    small: NDArray[np.uint32],
    learn: Any,
) -> Doubles:
    """[2, k, n] shares of words that n blocks and k other texts have in common.

    First the share of the block's words that occur in the text, then the share of the text's
    distinct words that occur in the block.

    Args:
        text: [n] the texts of the blocks.
        asked: [n] whether each block is compared; the shares of others are 0.
        others: the k other texts; at most :data:`MOST_TEXTS`.
        bits: see :data:`victor.text.characters.TABLES`, also for ``small`` and ``learn``.

    Raises:
        ValueError: there are more other texts.
    """
    if len(others) > MOST_TEXTS:
        raise ValueError("others: too many texts")
    owner, words, vocabularies = _words(text, asked, others)
    n = len(text)
    vocabularies = [np.unique(one) for one in vocabularies]
    counts = [_in_common(owner, words, one, n) for one in vocabularies]
    inside, covered = np.array(counts, np.float64).reshape(-1, 2, n).transpose(1, 0, 2)
    sizes = np.array([[len(one)] for one in vocabularies], np.float64).reshape(-1, 1)
    shares = ratio(inside, np.bincount(owner, minlength=n)), ratio(covered, sizes)
    return np.array(shares)


def _in_common(
    owner: NDArray[np.int64], words: Hashes, text: Hashes, n: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """[n] twice: number of a block's words in the text, and of the text's words in the block.

    ``text`` is sorted and without repetitions. There is no table of blocks by words: a page may be
    all heading.
    """
    place = np.searchsorted(text, words)
    hit = np.flatnonzero(np.append(text, np.uint64(0))[place] == words)
    pairs = np.unique(owner[hit] * (len(text) + 1) + place[hit])
    return np.bincount(owner[hit], minlength=n), np.bincount(pairs // (len(text) + 1), minlength=n)


def _words(
    text: Sequence[str], asked: Bools, others: Sequence[str]
) -> tuple[NDArray[np.int64], Hashes, list[Hashes]]:
    """Block and hash of each word of the blocks in ``asked``; word hashes of each other text."""
    chosen = np.flatnonzero(asked)
    chars = Characters([*(text[i] for i in chosen.tolist()), *others])
    starts, ends = _bounds(chars.flags)
    found = hashes(characters.lower(chars.code_points), starts, ends)
    bounds = np.searchsorted(starts, chars.offsets)
    owner = np.repeat(chosen, np.diff(bounds[: len(chosen) + 1]))
    page, *words = np.split(found, bounds[len(chosen) : -1])
    return owner, page, words


def _bounds(flags: NDArray[np.uint16]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The start and end offsets of words."""
    word = (flags & characters.WORD) != 0
    alone = (flags & characters.UNSPACED) != 0
    follows = word[1:] & word[:-1] & ~alone[1:] & ~alone[:-1]  # the character before it in its word
    starts = word.copy()
    starts[1:] &= ~follows
    ends = word.copy()
    ends[:-1] &= ~follows
    return np.flatnonzero(starts), np.flatnonzero(ends) + 1
