"""Images that a page repeats: markers, and slides of galleries."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from operator import eq

from victor.document.pictures.versions import is_photo
from victor.text.regex import regex

_LEAST_SLIDES = 3
_SIGN, _NAMED = 4, 2  # occurrences of a marker without an alternative text and with one
# The alternative text of a marker: "White check mark", "right-arrow", "Bullet".
_NAMED_SIGN = regex(
    r"(?:(?:a|an|the|of|in|to|circled?|icons?|small|large|solid|outline|symbol|sign|white|black|green"
    r"|red|blue|gr[ae]y|orange|yellow|purple|right|left|up|down|list|point|stage"
    r"|check(?:ed|s|box|marks?)?|marks?|tick|bullet(?:point)?|arrows?|chevron|caret|stars?|dollar"
    r"|info|information|expand|collapse|open|close|plus|minus|quot(?:es?|ation)|share)(?:[\s_-]+|$))+",
    re.IGNORECASE,
)
_CHECK, _CROSS = regex(r"check|tick", re.IGNORECASE), regex(r"\b(?:x|cross)\b", re.IGNORECASE)
_LONGEST_SIGN = 40  # characters of it


def repeated_signs(
    keys: Mapping[int, tuple[str, str]], places: Sequence[int], meant: Sequence[bool]
) -> list[int]:
    """The images that a page repeats, without alternative text or with one that names a marker.

    These are bullets, check marks, dividers and pins. Adjacent equal ones count something, as stars
    do, and three adjacent images are a gallery.

    Args:
        keys: the URL and the alternative text of each image.
        places: the text that each image precedes.
        meant: whether each is content where it is: in a sentence, or alone in a cell.
    """
    at = [*zip(keys.values(), places, strict=True)]
    crowd = Counter(places)
    stay = {key for (key, place), one in zip(at, meant, strict=True) if one or crowd[place] > 2}
    stay |= {one[0] for one, after in pairwise(at) if one == after}
    count = Counter(key for key, _ in at)
    least = ((key, _NAMED if key[1] else _SIGN) for key in count)
    signs = {key for key, size in least if count[key] >= size and _is_sign(*key)} - stay
    if any(_CROSS.search(text) for _, text in count):  # check marks then say something, too
        signs = {key for key in signs if not _CHECK.search(key[1])}
    return [element for element, key in keys.items() if key in signs]


def _is_sign(address: str, text: str) -> bool:
    """Whether a repeated image is a marker: its alternative text is empty or names one."""
    if not text or len(text) > _LONGEST_SIGN:
        return not text
    return _NAMED_SIGN.fullmatch(text) is not None and not is_photo(address)


def repeated_slides(
    runs: Iterable[Sequence[int]], keys: Mapping[int, tuple[str, str]]
) -> Iterator[int]:
    """The repeated images of a gallery, and all images of galleries that only repeat earlier ones.

    Galleries have three different images or more; adjacent equal ones count something.

    Args:
        runs: images without text between.
        keys: the URL and the alternative text of each image.
    """
    seen = set[tuple[str, str]]()
    for run in runs:
        slides = [keys[one] for one in run]
        if len(set(slides)) < _LEAST_SLIDES or any(map(eq, slides, slides[1:])):
            continue
        first = dict(zip(slides[::-1], run[::-1], strict=True))
        is_copy = seen.issuperset(slides)
        yield from (one for one in run if is_copy or first[keys[one]] != one)
        seen.update(slides)
