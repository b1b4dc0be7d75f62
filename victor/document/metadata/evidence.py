"""The page as the reader of each field sees it: :class:`Evidence`.

It is built in layers: :mod:`~victor.document.metadata.statements` in the head and in JSON-LD,
:mod:`~victor.document.metadata.passages` of elements, :mod:`~victor.document.metadata.headings`,
and, in this module, what is near the title heading.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from victor.arrays import Bools, places, some
from victor.document.metadata.headings import ALIKE, MOST_HEADINGS, SAME, Headings
from victor.document.metadata.likeness import dice, similarity, words
from victor.document.metadata.passages import hits_in
from victor.text.regex import regex
from victor.tree.blocks import Blocks

_LOWER = frozenset(("h2", "h3", "h4"))
_BEFORE = 6  # texts before the start of the heading that are near it
_AFTER = 40  # maximum texts after it
_BELOW = 25  # texts below the content that are near it
_REACH = 60  # blocks between the content and a title that is not a heading
_LEAST_WORDS = 3  # minimum number of words in a part of a title
_LEAST_LAST = 4  # minimum number of words in the last part
# Between the parts of a title.
SEPARATOR = regex(r"(\s(?:[-–—－|·•»«:/~<>‹›]+\s|[|｜»·•]\s?)|[|｜»·•]\s?)")
_LIKELY = 0.5  # minimum probability of the page type
# Types of pages on which a text like the title may be that of one of several posts or items.
_SEVERAL, _RATHER_LIKELY = frozenset(("forum", "listing")), 0.65
_LATE, _LATE_SHARE = 100, 0.25  # words of the content before a heading that is not its title
_LONG, _STANDFIRST = 100, 1  # characters of a long paragraph; such paragraphs before a byline


@dataclass(frozen=True)
class Evidence(Headings):
    """A page, and the lookups that several fields share."""

    def near(self, names: Collection[str], after: int) -> list[int]:
        """Elements with text near the heading: those after it, then those before.

        Args:
            names: tags of the elements.
            after: number of texts after its start, at most 40.
        """
        low, start, high = self._around(after)
        chosen = self.tree.named(names)[low:high] & self.tree.holds[low:high]
        found = (chosen.nonzero()[0] + low).tolist()
        first = bisect_left(found, start)
        return [*found[first:], *found[:first]]

    def marked_near(self, cues: Sequence[str], after: int) -> list[tuple[int, str]]:
        """Elements near the heading (see :meth:`near`) with their marks (see :meth:`marked`)."""
        likely = self.tree.looked_at.occurring(cues)
        if not likely:
            return []
        values, distinct, elements, numbers = self._near_values
        marks = {distinct[place]: mark for place, mark in hits_in(values, likely).items()}
        if not marks:
            return []
        pairs = zip(elements, numbers, strict=True)
        found = {element: marks[number] for element, number in pairs if number in marks}
        (low, start, high), holds = self._around(after), self.tree.holds
        near = (pair for pair in found.items() if low <= pair[0] < high and holds[pair[0]])
        return sorted(near, key=lambda pair: pair[0] < start)

    @cached_property
    def below(self) -> range:
        """The texts directly below the main content, where templates may sign a post.

        Comments and teasers follow it, or the end of the element that also holds the heading.
        """
        blocks, tree = self.blocks, self.tree
        if blocks is None or self.content is None or not self.heading or self.kind[0] == "forum":
            return range(0)
        commented = np.array(self.in_comments, bool)
        kept, after = places(self.content & ~commented), places(commented)
        if not len(kept):
            return range(0)
        start = int(blocks.first[kept[-1] + 1])
        rest = [len(tree.text), *blocks.first[after[after > kept[-1]]].tolist()]
        holder = self.heading
        while holder and tree.closed[holder] < start:
            holder = int(tree.parent[holder])
        return range(start, min(start + _BELOW, int(tree.closed[holder]), self.teaser, *rest))

    @cached_property
    def _near_values(self) -> tuple[str, list[int], list[int], list[int]]:
        """Attributes near the heading: values ending in NUL, their numbers; elements, numbers."""
        seen = self.tree.looked_at
        first, _, last = self._around(_AFTER)
        low, high = seen.element.searchsorted((first, last)).tolist()
        numbers = seen.value[low:high].tolist()
        distinct = [number for number in dict.fromkeys(numbers) if number >= 0]
        values = "\0".join([*map(seen.values.__getitem__, distinct), ""]).lower()
        return values, distinct, seen.element[low:high].tolist(), numbers

    def _around(self, after: int) -> tuple[int, int, int]:
        """The first element near the heading, the first of the heading, and the one after the last.

        Args:
            after: see :meth:`near`.
        """
        known = self._known_elements
        if after not in known:
            title = self.start
            ends = np.array((title - _BEFORE, title, min(title + after, self._end) + 1), np.int32)
            low, start, high = self.tree.opened.searchsorted(ends).tolist()
            known[after] = low, start, high
        return known[after]

    @cached_property
    def _known_elements(self) -> dict[int, tuple[int, int, int]]:
        return {}

    def lines(self, before: int, after: int) -> list[str]:
        """The texts of the blocks near the heading: those after it, then those before."""
        known = self._known_lines
        if (before, after) not in known:
            known[before, after] = self._lines(before, after)
        return known[before, after]

    @cached_property
    def _known_lines(self) -> dict[tuple[int, int], list[str]]:
        return {}

    def _lines(self, before: int, after: int) -> list[str]:
        text = self.blocks.text if self.blocks else []
        return [text[row] for row in self.rows_near(before, after)]

    def rows_near(self, before: int, after: int) -> list[int]:
        """The blocks near the heading, in the order of :meth:`lines`."""
        if self.blocks is None or not len(self.blocks):
            return []
        place = int(self.blocks.of_text[self.start])
        last = min(place + after, len(self.blocks))
        if self._end < len(self.blocks.of_text):
            last = min(last, int(self.blocks.of_text[self._end]))
        return [*range(place + 1, last), *range(max(0, place - before), place + 1)]

    @cached_property
    def start(self) -> int:
        """The text near which bylines and dates are searched: the first of the heading.

        Without a heading, it is the title above the content, or else the first content of an
        article, or else a text like a title in the head, and the start of other pages.
        """
        first = self._first_content
        if self.blocks is None or (first is None and not self._may_show_title):
            return self._start_without_title
        near = reversed(self.rows_at_content(_REACH, 1))
        title = next((row for row in near if self._is_title(self.blocks.text[row])), first)
        return int(self.blocks.first[title]) if title is not None else self._start_without_title

    @property
    def _start_without_title(self) -> int:
        """The heading if it resembles a title in the head; else the text outside links that is one.

        The heading, or the start of the page, if there is no such text or several.
        """
        heading, blocks = int(self.tree.opened[self.heading]), self.blocks
        if blocks is None or (self.heading and self._is_title(self.heading_text)):
            return heading
        titles = {*_headlines(self.tree.title), *_headlines(self.content_of("og:title"))}
        rows = [row for row, text in enumerate(blocks.text) if text in titles] if titles else []
        free = [text for text in blocks.first[rows].tolist() if not self.tree.linked[text]]
        return free[0] if len(free) == 1 else heading

    @property
    def _may_show_title(self) -> bool:
        """Whether a text above the content may be the title, on a page without a heading."""
        kind, probability = self.kind
        if self.heading or self.shows_others or self.offers:
            return False
        return kind not in _SEVERAL or probability < _RATHER_LIKELY

    @cached_property
    def _end(self) -> int:
        """The first text beyond the range of bylines and dates.

        Without a heading, the range ends at the second long paragraph, as one may be a standfirst.
        """
        if self.blocks is None or self.content is None or self._first_content is None:
            return self.teaser
        kept = np.flatnonzero(self.content)[: 2 * _AFTER].tolist()
        long = [one for one in kept if len(self.blocks.text[one]) >= _LONG][_STANDFIRST:]
        return min([self.teaser, *(int(self.blocks.first[one]) for one in long[:1])])

    @cached_property
    def _first_content(self) -> int | None:
        """The first block of the main content of an article without a heading before it.

        None for other pages: in lists and forums, one of many bylines and dates would be picked.
        """
        if self.blocks is None or self.content is None or not some(self.content):
            return None
        if self.heading and not self._is_late(self.blocks, self.content):
            return None
        if not self.states_article and (self.kind[0] != "article" or self.kind[1] < _LIKELY):
            return None
        return int(self.content.argmax())

    def _is_late(self, blocks: Blocks, content: Bools) -> bool:
        """Whether a large part of the main content precedes the heading, as for a teaser's."""
        first = int(blocks.of_text[self.tree.opened[self.heading]])
        if not some(content[:first]):
            return False
        before = blocks.words[:first] @ content[:first]
        return bool(before > _LATE and before > _LATE_SHARE * (blocks.words @ content))

    def _is_title(self, text: str) -> bool:
        """Whether a text has nearly the words of a title in the head, or is a large part of one."""
        mine = frozenset(words(text))
        is_part = sum(map(str.isalpha, mine)) >= _LEAST_WORDS  # more than a date
        return any(
            dice(mine, one) >= (ALIKE if is_part and mine <= one else SAME) for one in self._titles
        )

    @cached_property
    def teaser(self) -> int:
        """The first text of a linked heading after the title (a teaser), or the end of the page."""
        tree = self.tree
        headings = self._full(_LOWER)
        headings = headings[tree.opened[headings] > self.start][:MOST_HEADINGS]
        for heading in headings[tree.linked[tree.opened[headings]]].tolist():
            linked = tree.linked[tree.opened[heading] : tree.closed[heading]].all()
            if linked and similarity(self.text(heading), tree.title) < ALIKE:
                return int(tree.opened[heading])
        return len(tree.text)


def _headlines(title: str) -> Iterator[str]:
    """A title and its longest part, if they have several words; the last may be the site."""
    parts = SEPARATOR.split(title)[::2]
    longest = max(parts, key=len)
    if len(words(title)) >= _LEAST_WORDS:
        yield title
    if len(words(longest)) >= (_LEAST_WORDS if longest in parts[:-1] else _LEAST_LAST):
        yield longest
