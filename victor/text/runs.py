"""Runs of words, by which texts are compared that are divided differently."""

from collections.abc import Iterable, Set

from victor.text.characters import TOKEN

Run = tuple[str, ...]
_SIZE = 4  # words of a run
_SAME = 0.9  # least share of a text's runs that a copy has


def runs(text: str) -> list[Run]:
    """The runs of a text; none if it has fewer words.

    Args:
        text: in any case.
    """
    words = TOKEN.findall(text.lower())
    return [*zip(*(words[i:] for i in range(_SIZE)), strict=False)]


def runs_of(texts: Iterable[str]) -> set[Run]:
    """The runs of several texts, also from one text to the next.

    Args:
        texts: in any case.
    """
    return set(runs("\n".join(texts)))


def is_within(text: str, known: Set[Run]) -> bool:
    """Whether a text consists of runs that are known.

    Args:
        text: any text.
        known: runs of another text.
    """
    own = runs(text)
    return bool(own) and sum(map(known.__contains__, own)) >= _SAME * len(own)
