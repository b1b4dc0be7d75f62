"""``title.*``: words shared with the page's ``title``, its ``og:title`` and its first ``h1``.

Words are compared without regard to case; in scripts without spaces each character counts as a
word. Blocks of more than 40 words are prose, and share nothing.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from victor.blocks import Blocks, Floats, Numbers
from victor.characters import UNSPACED_RANGES
from victor.config import Task
from victor.features._columns import block_range, ratio, stack

_NAMES = (
    "overlap",
    "covered",
    "og_covered",
    "h1_covered",
    "is_h1",
    "after_h1",
    "from_h1",
    "same_as_title",
)
_LONGEST = 40
_FAR = 200
_UNSPACED = "".join(f"{chr(low)}-{chr(high)}" for low, high, _ in UNSPACED_RANGES)
_WORD = re.compile(rf"[^\W{_UNSPACED}]+|\n|[{_UNSPACED}]")


def known(task: Task) -> Sequence[str]:
    """Shares of words in common, and the place of the first ``h1``."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)].

    ``overlap``: the share of the block's words that the title has; ``covered``, ``og_covered``,
    ``h1_covered``: the share of the title's, og:title's and first h1's words that the block has.
    ``same_as_title``: it has the words of one of the titles and no others.
    """
    head, (low, high) = blocks.tree.head, _first_h1(blocks)
    h1 = " ".join(blocks.text[low:high])
    texts = (head.get("title", ""), head.get("meta:og:title", ""), h1)
    inside, covered = _shared(blocks, [frozenset(_words(text)) for text in texts])
    columns: dict[str, Numbers] = {
        "overlap": inside[0],
        "covered": covered[0],
        "og_covered": covered[1],
        "h1_covered": covered[2],
        "same_as_title": ((inside[:2] == 1) & (covered[:2] == 1)).any(axis=0),
    }
    return stack({**columns, **_places(len(blocks), low, high)}, names)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.replace("\n", " ").lower())


def _first_h1(blocks: Blocks) -> tuple[int, int]:
    """The blocks of the first ``h1`` that has text; none: an empty range."""
    tree = blocks.tree
    found = np.flatnonzero(tree.named({"h1"}) & (tree.closed > tree.opened))[:1]
    low, high = block_range(blocks, found.astype(np.int32))
    return (int(low[0]), int(high[0])) if len(found) else (0, 0)


def _places(n: int, low: int, high: int) -> dict[str, Numbers]:
    """[n] each: in the first h1, after its start, and how many blocks from its start."""
    place = np.arange(n)
    if high == low:
        return {"is_h1": np.zeros(n), "after_h1": np.full(n, 0.5), "from_h1": np.zeros(n)}
    return {
        "is_h1": (place >= low) & (place < high),
        "after_h1": place >= low,
        "from_h1": np.clip(place - low, -_FAR, _FAR),
    }


def _shared(
    blocks: Blocks, texts: Sequence[frozenset[str]]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Of each block and text: the share of the block's words, and of the text's; [texts, n] both.

    Of the text's words each is counted once.
    """
    vocabulary = {word: i for i, word in enumerate(sorted(frozenset().union(*texts)))}
    owner, word = _lookup(blocks, vocabulary)
    n, size = len(blocks), max(len(vocabulary), 1)
    total, known_word = np.bincount(owner, minlength=n), word >= 0
    owner, word = owner[known_word], word[known_word]
    once = np.unique(owner * size + word)
    inside, covered = [], []
    for text in texts:
        member = np.array([one in text for one in vocabulary], np.float64)
        inside.append(ratio(np.bincount(owner, member[word], n), total))
        held = np.bincount(once // size, member[once % size], n)
        covered.append(ratio(held, float(len(text))))
    return np.array(inside), np.array(covered)


def _lookup(
    blocks: Blocks, vocabulary: Mapping[str, int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Of each word of the short blocks: its block, and its number in the vocabulary or -1."""
    short = np.flatnonzero(blocks.words <= _LONGEST)
    text = "\n".join([blocks.text[i] for i in short.tolist()])
    found = _WORD.findall(text.lower())
    numbers = np.fromiter(map({**vocabulary, "\n": -2}.get, found, repeat(-1)), np.int64)
    apart = numbers == -2
    owner = np.append(short, 0)[np.cumsum(apart)]
    return owner[~apart], numbers[~apart]
