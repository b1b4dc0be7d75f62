"""The blocks of a page's title and subtitle."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from victor.arrays import Bools, Numbers
from victor.document.roles.cued_page import CuedPage
from victor.document.roles.patterns import LONGEST
from victor.text.characters import TOKEN
from victor.text.regex import regex
from victor.tree.blocks import Blocks

_NEAR = 12  # blocks after the title in which its byline and date are looked for
_STANDFIRST = 100  # maximum words of a subtitle
_SUBTITLES = 2  # maximum blocks
_CERTAIN = 0.75  # similarity of a heading to a title at which the search ends
_SAME = 0.9  # share of the best score above which candidates are as good
_CANDIDATES = 12  # most elements of a kind that are compared with the title
_BETWEEN = regex(r"\s+[|\-–—·•:»/]+\s+|[_|｜»]")  # between a title and the name of the site


def page_title(page: CuedPage) -> tuple[int, int]:
    """The blocks ``low:high`` of the page's title; empty if there is none."""
    known, scored = _titles(page.tree.head), list[tuple[float, int, int]]()
    if not known:
        h1 = np.array([page.tree.first_h1])
        return next(((low, low + 1) for low, _ in _ranges(page, h1[h1 > 0])), (0, 0))
    for candidates, least, weight in _title_candidates(page):
        for low, high in candidates:
            score, high = _likeness(page, low, high, known)
            if score >= least:
                scored.append((weight * score, low, high))
        best = max((score for score, _, _ in scored), default=0.0)
        if best >= _CERTAIN:
            break
    return _above_content(
        page, [(low, high) for score, low, high in scored if score > _SAME * best]
    )


def _titles(head: Mapping[str, str]) -> list[frozenset[str]]:
    """The words of each of the page's titles, with and without what may be the site's name."""
    found = (head.get("title", ""), head.get("meta:og:title", ""))
    stated = [one[:LONGEST] for one in found if one.strip()]
    parts = [max(_BETWEEN.split(one), key=len) for one in stated]
    known = (_words(one) for one in dict.fromkeys((*stated, *parts)))
    return [words for words in known if words]


def _words(text: str) -> frozenset[str]:
    return frozenset(TOKEN.findall(text[:LONGEST].casefold()))


def _title_candidates(page: CuedPage) -> Iterator[tuple[Iterable[tuple[int, int]], float, float]]:
    """Yield the blocks that may be the title, the most likely kind of element first.

    With each kind: the least similarity to the page's titles, and the weight of the similarity.
    """
    tree = page.tree
    yield _ranges(page, np.array(tree.h1, np.int32)), 0.2, 1.0
    yield _ranges(page, page.elements("title")), 0.5, 0.85
    yield _ranges(page, np.flatnonzero(tree.named({"h2", "h3"}) & tree.holds)), 0.5, 0.6
    short = np.flatnonzero((page.blocks.words <= 40) & (page.blocks.link_share < 0.5))
    yield ((i, i + 1) for i in short[:_CANDIDATES].tolist()), 0.75, 0.5


def _ranges(page: CuedPage, elements: Numbers) -> Iterable[tuple[int, int]]:
    """The blocks of each of the first elements."""
    low, high = page.range(elements[:_CANDIDATES])
    return zip(low.tolist(), high.tolist(), strict=True)


def _likeness(
    page: CuedPage, low: int, high: int, known: Sequence[frozenset[str]]
) -> tuple[float, int]:
    """The F-measure of the words of blocks and the most similar title, and the blocks' new end.

    A heading may hold more than the title, such as a date; so its first block is also compared.
    """
    best = 0.0, high
    for end in (high, low + 1) if 1 < high - low <= _NEAR else (low + 1,):
        words = _words(" ".join(page.blocks.text[low:end]))
        score = max(2 * len(words & one) / (len(words) + len(one)) for one in known)
        best = max(best, (score, end))
    return best


def _above_content(page: CuedPage, candidates: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The last candidate before the first prose that follows a candidate; empty without any."""
    if len(candidates) < 2:
        return next(iter(candidates), (0, 0))
    candidates = sorted(candidates)
    prose = np.flatnonzero(page.prose)
    after = prose[np.searchsorted(prose, candidates[0][1]) :]
    content = int(after[0]) if len(after) else len(page.blocks)
    return max((one for one in candidates if one[0] < content), default=candidates[0])


def near_title(blocks: Blocks, low: int, high: int) -> range:
    """The blocks around the title; empty without one."""
    return range(max(0, low - _NEAR // 3), min(len(blocks), high + _NEAR)) if high else range(0)


def subtitles(page: CuedPage, high: int) -> Bools:
    """[n] a standfirst, or an ``h2`` directly after the title."""
    blocks, out = page.blocks, np.zeros(len(page.blocks), bool)
    if not high:
        return out
    after = slice(high, high + _NEAR)
    named = page.around("subtitle")[after] & (blocks.words[after] <= _STANDFIRST)
    if np.count_nonzero(named) <= _SUBTITLES:  # more are an introduction, which is text
        out[after] = named
    if high < len(blocks) and page.tree.tag_of(blocks.node[high]) == "h2":
        out[high] = True
    return out
