"""The heading of a page, the title that readers see: :class:`Headings`."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools
from victor.document.metadata import schema
from victor.document.metadata.likeness import dice, host, is_root, same_page, words
from victor.document.metadata.names import is_byline
from victor.document.metadata.passages import Passages
from victor.document.pictures.icons import icons_in
from victor.document.texts.copies import equal_copies_in
from victor.document.texts.heading_tools import animated_in, texts_of, tools_in
from victor.document.texts.permalinks import MARKERS, link_of
from victor.text.regex import regex
from victor.tree.urls import absolute

_BETWEEN = regex(r"\s*[^\w\s]+\s*")  # punctuation between two titles
_SIGN = regex(r"\s?[:|·•»–—-]\s")  # after the title of a page, before the name of its site
ALIKE = 0.5  # minimum similarity of a heading and a title
SAME = 0.8  # minimum similarity of a lower heading and the title
_TOPICS = 2  # texts before and after the start of the heading that may be its topic
MOST_HEADINGS = 15  # headings that are compared
_AUTHORS = ("author", "dc.creator", "dcterms.creator")  # names of ``meta`` elements
_ASIDE = frozenset(("nav", "aside", "footer"))
_EXTENSION = regex(r"\.\w{2,5}$")
_LEAST_SLUG = 4  # words of a URL that may be a title
_ENDS = 8  # last texts of a heading


@dataclass(frozen=True)
class Headings(Passages):
    """A page, and the heading that is its title."""

    @cached_property
    def heading(self) -> int:
        """The heading element that resembles the page's title most; 0 without one."""
        score, best = self._first_heading()
        found = best if score >= 1 else self._lower(score, best)
        return best if best and found != best and self._names_author(found) else found

    def _lower(self, score: float, best: int) -> int:
        """A heading that is the title instead of the best ``h1``; else this one."""
        if best and (own := self._of_chapter(best) or self._of_section(best)):
            return own
        # If the best is similar, only a heading right below it may be the title instead.
        lower = self._below(best) if score >= ALIKE else self._full({"h2", "h3"}).tolist()
        others = [one for one in lower[:MOST_HEADINGS] if not self.leads_elsewhere(one)]
        other = self._most_alike(others)
        is_better = other[0] >= SAME and other[0] > score
        return other[1] if is_better else best or self._at_start_of_title()

    def _names_author(self, heading: int) -> bool:
        """Whether a heading is a byline or a stated author, as below the titles of books."""
        text = self.text(heading)
        return is_byline(text) or text in map(self.content_of, _AUTHORS)

    @cached_property
    def heading_text(self) -> str:
        """The text of the heading without buttons and hidden text; empty without a heading."""
        return self._joined(self._in_heading, 1_000) if self.heading else ""

    @property
    def first_of_heading(self) -> str:
        """The first text of the heading."""
        return schema.plain(self.tree.text[self._in_heading[0]])

    @property
    def last_of_heading(self) -> str:
        """The last text of the heading."""
        return schema.plain(self.tree.text[self._in_heading[-1]])

    @property
    def ends_of_heading(self) -> list[str]:
        """The last eight texts of the heading joined, the last seven, and so on to the last one."""
        texts = self._in_heading[-_ENDS:]
        return [self._joined(texts[place:], 1_000) for place in range(len(texts))]

    def is_near_heading(self, text: str) -> bool:
        """Whether ``text`` is one of the texts around the heading's start."""
        first = self.tree.opened[self.heading]
        around = self.tree.text[max(0, first - _TOPICS) : first + _TOPICS]
        return any(schema.plain(one) == text for one in around)

    @cached_property
    def _in_heading(self) -> Sequence[int]:
        """The texts of the heading, without buttons, icons, permalinks, hidden and repeated texts.

        All of its texts if none would be left.
        """
        tree, heading = self.tree, self.heading
        whole = range(tree.opened[heading], tree.closed[heading])
        if len(whole) == 1:  # nothing would be left
            return whole
        tools = (*tools_in(tree, heading), *animated_in(tree, heading), *icons_in(tree, heading))
        out = texts_of(tree, tools)
        out.update(place for place in (whole[0], whole[-1]) if self._is_permalink(place))
        if self.blocks is not None:
            out.update(equal_copies_in(self.blocks, heading))
        return [place for place in whole if place not in out] or whole if out else whole

    def _is_permalink(self, place: int) -> bool:
        """Whether a text is a permalink marker; the sign of "C#" is not the only text of a link."""
        return self.tree.text[place].strip() in MARKERS and link_of(self.tree, place) > 0

    def _first_heading(self) -> tuple[float, int]:
        """The similarity of the best ``h1``, and its element; see :meth:`_last_of_same`.

        A link to another page of the site is used only if no other heading is similar: a manual's
        name, which links to its start, may be as similar as the heading of a chapter. Links to
        other sites are allowed: the title of a post about such a page may link to it.
        """
        headings = self._full_h1
        score, best = self._most_alike(headings)
        if best and self.text(best) == self.name_in_brackets:
            rest = [one for one in headings if one != best]
            return self._most_alike(rest) if self._link_of(best) else (score, best)
        if len(headings) > 1 and best and self.leads_elsewhere(best, within=True):
            rest = [one for one in headings[:MOST_HEADINGS] if not self.leads_elsewhere(one)]
            own = self._most_alike(rest)
            return own if own[0] >= ALIKE else (score, best)
        return score, self._last_of_same(headings, best)

    @cached_property
    def name_in_brackets(self) -> str:
        """The name of the site in brackets at the end of the title, as in DokuWiki, or empty.

        A heading of the page has it, too.
        """
        before, bracket, name = self.tree.title.rstrip().rpartition(" [")
        name = name.removesuffix("]") if bracket and name.endswith("]") else ""
        shown = map(self.text, self._full_h1[:MOST_HEADINGS]) if name and before else ()
        return name if name in shown else ""

    def _last_of_same(self, headings: Sequence[int], best: int) -> int:
        """The last heading with the same text before the content, as earlier ones are in bars.

        If the content starts with it, keep ``best``: the byline may be between the two.
        """
        if len(headings) < 2 or self.blocks is None or self.content is None:
            return best
        text, first = self.text(best), int(self.content.argmax())
        last = int(self.blocks.first[first]) if self.content[first] else 0
        before = (one for one in headings[:MOST_HEADINGS] if self.tree.opened[one] < last)
        return max((one for one in before if one > best and self.text(one) == text), default=best)

    def _of_chapter(self, heading: int) -> int:
        """The chapter's heading if the page's title is its words and then this heading; else 0.

        This one is then the name of a book or a site: "What is a tide? - The Book of Tides". The
        chapter's is right below, or another ``h1``, which may have more words. If the name comes
        first, it is a later ``h1``.
        """
        title, text = self.tree.title.casefold(), self.text(heading).casefold()
        if title == text:
            return 0
        if title.startswith(text) and _SIGN.match(title, len(text)):  # "Tides: What is a tide?"
            own, later = words(title[len(text) :]), self._full_h1[:MOST_HEADINGS]
            return next((one for one in later if one > heading and words(self.text(one)) == own), 0)
        if not title.endswith(text):
            return 0
        rest = title.removesuffix(text)
        for one in self._below(heading):
            lower = self.text(one).casefold()
            if lower and _BETWEEN.fullmatch(rest.removeprefix(lower)):
                return one
        return self._with_words(words(rest), after=heading)

    def _with_words(self, wanted: Sequence[str], after: int) -> int:
        """The next ``h1`` with all of these words; 0 without one."""
        later = (one for one in self._full_h1[:MOST_HEADINGS] if wanted and one > after)
        return next((one for one in later if {*wanted} <= {*words(self.text(one))}), 0)

    def _of_section(self, heading: int) -> int:
        """The longer heading above the content at one end of the page's title; 0 without one.

        This one is then the name of the site or a section: "The Tide » Bridges » A Bridge Opens".
        A short one may be the rest of the title: "Bridges - Tide" or, below a link to the start
        page, "Tide - Bridges".
        """
        name, title = words(self.text(heading)), words(self.tree.title)
        if not {*name} <= {*title}:
            return 0
        for one in self._above_content(heading):
            own = words(self.text(one))
            is_end = own != title and own in (title[: len(own)], title[-len(own) :])
            is_longer = is_end and len(own) > len(name)
            is_rest = title == own + name or (title == name + own and self._leads_home(heading))
            if (is_longer or is_rest) and not self.leads_elsewhere(one):
                return one
        return 0

    def _at_start_of_title(self) -> int:
        """The heading above the content with which the title begins: "Tides: The Book of Harbours".

        For pages without ``h1``; 0 without one, or if another heading is in the rest of the title.
        """
        title = self.tree.title
        for one in self._above_content(0) if _SIGN.search(title) else ():
            rest = title.removeprefix(self.text(one))
            if _SIGN.match(rest) and not self.leads_elsewhere(one):
                others = self._full({"h2", "h3"})[:MOST_HEADINGS].tolist()
                return 0 if any(self.text(other) in rest for other in others) else one
        return 0

    def _above_content(self, heading: int) -> list[int]:
        """The ``h2`` and ``h3`` elements from a heading to the first two blocks of the content.

        From the start of the page for heading 0.
        """
        rows = self.rows_at_content(0, 2)
        if self.blocks is None or not rows:
            return []
        start = self.tree.closed[heading] if heading else 0
        ends = np.array((start, self.blocks.first[rows.stop]), np.int32)
        low, high = self.tree.opened.searchsorted(ends).tolist()
        lower = (one for one in self._full({"h2", "h3"}).tolist() if low <= one < high)
        return list(islice(lower, MOST_HEADINGS))

    def _below(self, heading: int) -> list[int]:
        """The ``h2`` and ``h3`` elements right after a heading, with no text between."""
        tree, end = self.tree, int(self.tree.closed[heading])
        low, high = tree.opened.searchsorted((end, end + 1)).tolist()
        tags = enumerate(tree.tag[low:high].tolist(), low)
        return [
            one for one, tag in tags if tree.tags[tag] in ("h2", "h3") and tree.closed[one] > end
        ]

    def _full(self, names: Collection[str]) -> NDArray[np.int64]:
        """The elements with these tags that contain text, outside navigation."""
        return (self.tree.named(names) & self._full_outside).nonzero()[0]

    @cached_property
    def _full_h1(self) -> list[int]:
        return list(self._full({"h1"}).tolist())

    @cached_property
    def _full_outside(self) -> Bools:
        """[m] whether an element contains text and is outside navigation."""
        tree = self.tree
        if _ASIDE.isdisjoint(tree.tags):
            return tree.holds
        return np.asarray(tree.holds & (tree.nearest(tree.named(_ASIDE)) == 0))

    def _most_alike(self, headings: Iterable[int]) -> tuple[float, int]:
        """The greatest similarity to the page's titles, and the heading that has it."""
        scored = [(self._alike(one), -one) for one in islice(headings, MOST_HEADINGS)]
        score, place = max(scored, default=(0.0, 0))
        return score, -place

    def _alike(self, heading: int) -> float:
        """The greatest Dice coefficient with the page's titles, plus 0.1 for a part of a title."""
        mine = frozenset(words(self.text(heading)))
        titles = self._titles
        if self._address_words and heading in self._foremost:
            titles = [*titles, self._address_words]
        best = max(dice(mine, one) + 0.1 * (mine <= one) for one in titles)
        return best if mine and not (best and self._leads_home(heading)) else 0.0

    @cached_property
    def _titles(self) -> list[frozenset[str]]:
        """The sets of words of the titles in the head."""
        stated = [self.tree.title, *(found.value for found in self.meta("og:title"))]
        return [frozenset(words(one)) for one in stated]

    @cached_property
    def _address_words(self) -> frozenset[str]:
        """The words at the end of the page's URL if they may be a title; else empty.

        A title in another script is preferred: the URL may be that of a translation.
        """
        if not self.tree.title.isascii():
            return frozenset()
        path = (self.url or "").partition("?")[0].partition("#")[0].rstrip("/")
        slug = _EXTENSION.sub("", unquote(path.rpartition("/")[2])).replace("_", " ")
        found = frozenset(one for one in words(slug) if not any(map(str.isdigit, one)))
        return found if len(found) >= _LEAST_SLUG else frozenset()

    @cached_property
    def _foremost(self) -> frozenset[int]:
        """The ``h1`` elements, or else the ``h2`` and ``h3`` elements."""
        return frozenset(self._full_h1 or self._full({"h2", "h3"}).tolist())

    def _leads_home(self, heading: int) -> bool:
        """Whether a heading links to the site's start page: its text is the site's name."""
        address = "" if self.is_home else self._link_of(heading)
        return address == "/" or is_root(address)

    def leads_elsewhere(self, heading: int, within: bool = False) -> bool:
        """Whether a heading links to another page.

        Args:
            heading: its element.
            within: whether only pages of the same host count.
        """
        address = absolute(self._link_of(heading), self.base)
        if not address or not self.url or (within and host(address) != host(self.url)):
            return False
        return not same_page(address, self.url)

    def _link_of(self, heading: int) -> str:
        """The URL of the link around all text of a heading; empty without one."""
        tree = self.tree
        first, last = tree.bounds(heading)
        if not tree.linked[first] or not tree.linked[first:last].all():
            return ""
        within = tree.named({"a"}) & (tree.opened <= first) & (tree.closed >= last)
        links = np.flatnonzero(within)
        return tree.attribute(int(links[-1]), "href") if len(links) else ""
