"""``token.CLASS_abs``, ``token.CLASS_rel``, ``token.avg_length``, ``token.word_run``.

Thesis, section 4.2: tokens are runs of characters other than white space; they hold letters,
digits, both, or neither. Added: the average length of tokens in characters, the longest run of
tokens without digits that has a letter in each, and the shares of tokens that begin with a capital
and that have capitals only.
"""

from collections.abc import Sequence

from victor.blocks import Blocks, Floats, Numbers
from victor.config import Task
from victor.features._columns import ratio, stack

_CLASSES = ("alpha", "num", "mixed", "other")
_NAMES = (
    *(f"{name}_{kind}" for name in _CLASSES for kind in ("abs", "rel")),
    "words",
    "avg_length",
    "word_run",
    "capital_rel",
    "upper_rel",
)


def known(task: Task) -> Sequence[str]:
    """Four classes absolute and relative; words, lengths, runs and capitals."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)]."""
    counts, tokens = blocks.counts, blocks.tokens
    kinds = {name: counts[f"{name}_tokens"] for name in _CLASSES}
    columns: dict[str, Numbers] = {f"{name}_abs": count for name, count in kinds.items()}
    shares = {f"{name}_rel": ratio(count, tokens) for name, count in kinds.items()}
    others: dict[str, Numbers] = {
        "words": blocks.words,
        "avg_length": ratio(blocks.lengths - (tokens - 1), tokens),
        "word_run": counts["word_run"],
        "capital_rel": ratio(counts["capitals"], tokens),
        "upper_rel": ratio(counts["uppers"], tokens),
    }
    return stack({**columns, **shares, **others}, names)
