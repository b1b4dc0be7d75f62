"""What a page has to say about itself, ready for the readers of each field: :class:`Evidence`."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import compress, islice
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import numpy as np
from numpy.typing import NDArray

from victor.arrays import some
from victor.document.icons import icons_in
from victor.document.metadata import schema
from victor.document.page_type import page_type
from victor.document.unseen import animated_in, echoes_in, texts_of, tools_in
from victor.document.vocabulary import LEVEL
from victor.text.characters import UNSPACED_RANGE
from victor.text.regex import regex
from victor.tree.attributes import LOOKED_AT
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree
from victor.tree.urls import absolute

_META = "meta:"  # before the name of a ``meta`` element
_LONGEST = 20_000  # characters of an attribute or a meta element that are read
_WORDS = regex(rf"[{UNSPACED_RANGE}]|[^\W{UNSPACED_RANGE}]+")
# Nearly all addresses, for which there is no need to divide them by the rules of RFC 3986.
_WITH_HOST = regex(r"https?://(?:www\.)?([a-z0-9.-]+)(?:[/?#]|$)")
_WITH_PATH = regex(r"https?://[a-z0-9.-]+/[A-Za-z0-9_.~-]")
_ARTICLES = ("article", "posting", "blogpost", "report", "review", "qapage", "question")
# A review is of something that the page is about; a posting that hires is no article.
_OTHERS = frozenset(("jobposting", "aggregaterating", "review"))
_PAGES = frozenset(("webpage", "itempage", "aboutpage", "faqpage", "medicalwebpage"))
_WORKS = frozenset(
    """
    recipe videoobject video course book howto podcastepisode movie creativework product event
    dataset softwareapplication softwaresourcecode podcast episode tvepisode musicalbum
    photograph thesis chapter guide profilepage speech
    """.split()
)
_CLOSING = frozenset(",.;:!?")
_LOWER = frozenset(("h2", "h3", "h4"))
_BETWEEN = regex(r"\s*[^\w\s]+\s*")  # two titles
_ALIKE = 0.5  # similarity of headings and titles
_SAME = 0.8  # of a lower heading and the title
_NEAR_BEFORE, _NEAR_AFTER = 6, 40  # texts around the start of the heading
_REACH = 60  # blocks between a title that is no heading and the content
_LEAST_WORDS = 3  # of a part of a title
_LIKELY, _SURE = 0.5, 0.9  # probability of the type of a page
_UNSIGNED = frozenset(("collection", "listing", "product", "service"))  # types of pages
_LONG, _STANDFIRST = 100, 1  # characters of a paragraph; paragraphs before a byline
_LONGEST_TYPE = 200  # characters
_REVIEW = regex(r"(?:^|[/\s])Review\s*$")
_HITS = 100  # values that are marked
_TOPICS = 2  # texts before and after the start of the heading that may be its topic
_HEADINGS = 15  # that are compared
_ENDS = 8  # texts of a heading


class Found(NamedTuple):
    """A value of a field, and where it was found."""

    value: str
    source: str


@dataclass(frozen=True)
class Evidence:
    """A page, and what is looked up in it more than once."""

    tree: Tree
    address: str | None = None
    language: str | None = None  # BCP 47
    blocks: Blocks | None = None
    content: NDArray[np.bool_] | None = None

    def content_of(self, name: str) -> str:
        """The first content of ``meta`` elements of a name; empty without any."""
        return self._contents.get(name, "")

    def meta(self, *names: str) -> Iterator[Found]:
        """The first values of ``meta`` elements, in the order of ``names``."""
        for name in self.known(names):
            if value := schema.plain(self._contents[name]):
                yield Found(value, f"meta {name}")

    def known(self, names: Iterable[str]) -> list[str]:
        """Those of some names that ``meta`` elements have."""
        contents = self._contents
        return [name for name in names if name in contents]

    def every(self, name: str) -> list[str]:
        """All values of ``meta`` elements of a name."""
        if name not in self._contents:
            return []
        also = self.tree.head.get(f"also:{name}", "")[:_LONGEST].split("\n")
        return [text for line in (self.content_of(name), *also) if (text := schema.plain(line))]

    @cached_property
    def _contents(self) -> Mapping[str, str]:
        """The first contents of ``meta`` elements by name: readers ask for many names."""
        head = self.tree.head.items()
        return {key[len(_META) :]: text for key, text in head if key.startswith(_META)}

    @cached_property
    def base(self) -> str | None:
        """The address that others on the page are relative to."""
        base = self.tree.head.get("base", "")
        return absolute(base, self.address) or self.address

    @cached_property
    def url(self) -> str | None:
        """The address of the page, as given or as the page states it."""
        return self.address or absolute(self.tree.url or "", None)

    @cached_property
    def objects(self) -> list[schema.Object]:
        """The objects of JSON-LD."""
        return schema.read_objects(self.tree.schema)

    @cached_property
    def item(self) -> schema.Object:
        """The object of JSON-LD that is about the page; empty if there is none."""
        ranked = [(self._rank(one), -place) for place, one in enumerate(self.objects)]
        if not ranked:
            return {}
        (kind, matching), place = max(ranked)
        rivals = [rank for rank, _ in ranked if rank[0] == kind]
        if not kind or (not matching and len(rivals) > 1):
            return {}
        return self.objects[-place]

    @cached_property
    def is_article(self) -> bool:
        """Whether the object of JSON-LD is one that has an author."""
        return bool(self.item) and _kind(self.item) == 3

    @cached_property
    def is_work(self) -> bool:
        """Whether the object of JSON-LD is an article or another work, not a mere page."""
        return bool(self.item) and _kind(self.item) >= 2

    @cached_property
    def is_product(self) -> bool:
        """Whether JSON-LD or Open Graph calls the page one of a product."""
        return self._type.startswith("product") or "product" in schema.types(self.item)

    @cached_property
    def kind(self) -> tuple[str, float]:
        """The most probable type of the page and its probability; no type without its content."""
        if self.blocks is None or self.content is None:
            return "", 0.0
        return page_type(self.tree, self.blocks, self.content, self.address)

    @property
    def is_unsigned(self) -> bool:
        """Whether the page is surely of a type that nobody signs or dates, such as a shop's.

        What looks like a byline or a date there is of what the page lists or sells.
        """
        is_sure = self.kind[0] in _UNSIGNED and self.kind[1] >= _SURE
        return is_sure and not (self.is_article or self.says_article)

    @cached_property
    def says_article(self) -> bool:
        """Whether Open Graph calls the page an article."""
        return self._type == "article"

    @property
    def _type(self) -> str:
        return self.content_of("og:type").strip().lower().removeprefix("og:")

    def near(self, names: Collection[str], before: int, after: int) -> list[int]:
        """Elements with text near the heading: those after it, then those before.

        Args:
            names: tags of the elements.
            before: how many texts before the heading are near, at most 6.
            after: how many texts after its start are, at most 40.
        """
        low, start, high = self._around(before, after)
        chosen = self.tree.named(names)[low:high] & self.tree.holds[low:high]
        return sorted((chosen.nonzero()[0] + low).tolist(), key=lambda one: one < start)

    def marked_near(self, cues: Sequence[str], before: int, after: int) -> list[tuple[int, str]]:
        """Elements near the heading, as :meth:`near`, and their marks, as :meth:`marked`."""
        values, numbers, rows = self._near_values
        marks = {numbers[place]: mark for place, mark in _hits(values, cues).items()}
        found = {element: marks[number] for element, number in rows if number in marks}
        if not found:
            return []
        (low, start, high), holds = self._around(before, after), self.tree.holds
        near = (pair for pair in found.items() if low <= pair[0] < high and holds[pair[0]])
        return sorted(near, key=lambda pair: pair[0] < start)

    @cached_property
    def _near_values(self) -> tuple[str, list[int], list[tuple[int, int]]]:
        """The values of their attributes, NUL after each; their numbers; elements and numbers."""
        seen = self.tree.looked_at
        first, _, last = self._around(_NEAR_BEFORE, _NEAR_AFTER)
        low, high = seen.element.searchsorted((first, last)).tolist()
        numbers = seen.value[low:high].tolist()
        distinct = [number for number in dict.fromkeys(numbers) if number >= 0]
        values = "\0".join([*(seen.values[number] for number in distinct), ""]).lower()
        return values, distinct, list(zip(seen.element[low:high].tolist(), numbers, strict=True))

    def _around(self, before: int, after: int) -> tuple[int, int, int]:
        """The first element near the heading, the first of the heading, and the one after the last.

        Args:
            before: see :meth:`near`, also for ``after``.
        """
        title = self.start
        ends = np.array((title - before, title, min(title + after, self._end) + 1), np.int32)
        low, start, high = self.tree.opened.searchsorted(ends).tolist()
        return low, start, high

    def lines(self, before: int, after: int) -> list[str]:
        """The blocks near the heading: those after it, then those before."""
        if self.blocks is None or not len(self.blocks):
            return []
        place = int(self.blocks.of_text[self.start])
        text = self.blocks.text
        last = place + after
        if self._end < len(self.blocks.of_text):
            last = min(last, int(self.blocks.of_text[self._end]))
        return [*text[place + 1 : last], *text[max(0, place - before) : place + 1]]

    @cached_property
    def start(self) -> int:
        """The text that a byline and a date are near: the first of the heading.

        An article without a heading has them near its title, or its first content; of other pages
        without one, the start of the page.
        """
        if self.blocks is None or self._first_content is None:
            return int(self.tree.opened[self.heading])
        first = self._first_content
        near = range(first, max(-1, first - _REACH - 1), -1)
        title = next((one for one in near if self._is_title(self.blocks.text[one])), first)
        return int(self.blocks.first[title])

    @cached_property
    def _end(self) -> int:
        """The text after the last that a byline and a date are near.

        Without a heading, more than a standfirst comes after them.
        """
        if self.blocks is None or self.content is None or self._first_content is None:
            return self.teaser
        kept = np.flatnonzero(self.content)[: 2 * _NEAR_AFTER].tolist()
        long = [one for one in kept if len(self.blocks.text[one]) >= _LONG][_STANDFIRST:]
        return min([self.teaser, *(int(self.blocks.first[one]) for one in long[:1])])

    @cached_property
    def _first_content(self) -> int | None:
        """The first block of the main content of an article without a heading.

        None for other pages: lists and forums would give one of the bylines and dates of many.
        """
        if self.heading or self.blocks is None or self.content is None or not some(self.content):
            return None
        is_article = self.is_article or self.says_article
        if not is_article and (self.kind[0] != "article" or self.kind[1] < _LIKELY):
            return None
        return int(self.content.argmax())

    def _is_title(self, text: str) -> bool:
        """Whether a text has nearly the words of a title that the head states, or half of them."""
        mine = frozenset(words(text))
        is_part = sum(map(str.isalpha, mine)) >= _LEAST_WORDS  # more than a day
        return any(
            _dice(mine, one) >= (_ALIKE if is_part and mine <= one else _SAME)
            for one in self._titles
        )

    @cached_property
    def teaser(self) -> int:
        """The first text of a heading after the title that is a link: it is of another page."""
        tree = self.tree
        headings = self._full(_LOWER)
        headings = headings[tree.opened[headings] > self.start][:_HEADINGS]
        for heading in headings[tree.linked[tree.opened[headings]]].tolist():
            linked = tree.linked[tree.opened[heading] : tree.closed[heading]].all()
            if linked and similarity(self.text(heading), tree.title) < _ALIKE:
                return int(tree.opened[heading])
        return len(tree.text)

    def field(self, key: str) -> Any:
        """A value of the page's object, references resolved; None without it."""
        return self._resolve(self.item.get(key)) if self.item else None

    @cached_property
    def _resolve(self) -> Any:
        return schema.with_references(self.objects)

    def _rank(self, item: schema.Object) -> tuple[int, int]:
        """What an object is, and whether it names this page's address or headline."""
        kind = _kind(item)
        if not kind:
            return 0, 0
        page = item.get("mainEntityOfPage")
        inner = page.get("@id") if isinstance(page, dict) else page
        places = (item.get("url"), item.get("@id"), inner)
        if any(isinstance(one, str) and same_page(one, self.url) for one in places):
            return kind, 1
        headline = next(schema.texts(item.get("headline") or item.get("name")), "")
        return kind, int(bool(headline) and overlap(headline, self.tree.title) >= 0.8)

    @cached_property
    def heading(self) -> int:
        """The element of the heading that resembles the page's title most, 0 if there is none."""
        score, best = self._first_heading()
        if score >= 1:
            return best
        if best and (chapter := self._of_chapter(best)):
            return chapter
        # If it is much alike, only one right below may be the title instead.
        lower = self._below(best) if score >= _ALIKE else self._full({"h2", "h3"}).tolist()
        own = [one for one in lower[:_HEADINGS] if not self._leads_elsewhere(one)]
        other = self._most_alike(own)
        return other[1] if other[0] >= _SAME and other[0] > score else best

    def _first_heading(self) -> tuple[float, int]:
        """The best ``h1``, and its similarity; not a link to another page if others are alike.

        Of equal ones, it is :meth:`_last_of_same`.

        A manual's name, which leads to its start, may be as alike as the heading of a chapter; the
        title of a post about another site's page may lead there.
        """
        headings = self._full({"h1"}).tolist()
        score, best = self._most_alike(headings)
        if len(headings) > 1 and best and self._leads_elsewhere(best, within=True):
            rest = [one for one in headings[:_HEADINGS] if not self._leads_elsewhere(one)]
            own = self._most_alike(rest)
            return own if own[0] >= _ALIKE else (score, best)
        return score, self._last_of_same(headings, best)

    def _last_of_same(self, headings: Sequence[int], best: int) -> int:
        """The last heading of the same text in front of the content: others are in bars.

        If the content begins with one, the first stays: the byline may stand between them.
        """
        if len(headings) < 2 or self.blocks is None or self.content is None:
            return best
        text, first = self.text(best), int(self.content.argmax())
        last = int(self.blocks.first[first]) if self.content[first] else 0
        before = (one for one in headings[:_HEADINGS] if self.tree.opened[one] < last)
        return max((one for one in before if one > best and self.text(one) == text), default=best)

    def _of_chapter(self, heading: int) -> int:
        """The heading right below that the page's title begins with, where it ends with this one.

        Then this is the name of a book, or of a site: "What is a tide? - The Book of Tides".
        """
        title, text = self.tree.title.casefold(), self.text(heading).casefold()
        if not title.endswith(text) or title == text:
            return 0
        for one in self._below(heading):
            lower = self.text(one).casefold()
            if lower and _BETWEEN.fullmatch(title.removesuffix(text).removeprefix(lower)):
                return one
        return 0

    def _below(self, heading: int) -> list[int]:
        """The headings right after a heading."""
        tree, end = self.tree, int(self.tree.closed[heading])
        low, high = tree.opened.searchsorted((end, end + 1)).tolist()
        tags = enumerate(tree.tag[low:high].tolist(), low)
        return [
            one for one, tag in tags if tree.tags[tag] in ("h2", "h3") and tree.closed[one] > end
        ]

    def _full(self, names: Collection[str]) -> NDArray[np.int64]:
        """The elements of some names that have text."""
        found = self.tree.named(names).nonzero()[0]
        return found[self.tree.closed[found] > self.tree.opened[found]]

    def _most_alike(self, headings: Iterable[int]) -> tuple[float, int]:
        """The greatest similarity with the page's titles, and the heading."""
        scored = [(self._alike(one), -one) for one in islice(headings, _HEADINGS)]
        score, place = max(scored, default=(0.0, 0))
        return score, -place

    @cached_property
    def heading_text(self) -> str:
        """The text of the heading, without buttons and what is hidden; empty without a heading."""
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
        """The last text of the heading, the last two, and so on."""
        texts = self._in_heading[-_ENDS:]
        return [self._joined(texts[place:], 1_000) for place in range(len(texts))]

    @cached_property
    def _in_heading(self) -> Sequence[int]:
        """The texts of the heading, without those that readers do not see as its words.

        These are buttons, animations, icons, what is hidden, and what is there a second time.
        """
        tree, heading = self.tree, self.heading
        whole = range(tree.opened[heading], tree.closed[heading])
        if len(whole) == 1:  # nothing would be left
            return whole
        tools = (*tools_in(tree, heading), *animated_in(tree, heading), *icons_in(tree, heading))
        out = texts_of(tree, tools)
        if self.blocks is not None:
            out.update(echoes_in(self.blocks, heading))
        return [place for place in whole if place not in out] or whole if out else whole

    def is_near_heading(self, text: str) -> bool:
        """Whether one of the texts before and after the heading's start is ``text``."""
        first = self.tree.opened[self.heading]
        around = self.tree.text[max(0, first - _TOPICS) : first + _TOPICS]
        return any(schema.plain(one) == text for one in around)

    def _is_broken(self, place: int) -> bool:
        """Whether a tag that ends a line is a space before a text."""
        return bool(self._broken[place]) and self.tree.text[place][:1] not in _CLOSING

    @cached_property
    def _broken(self) -> NDArray[np.bool_]:
        """[t + 1] whether a ``br``, or a tag of a block-level element, stands before a text."""
        tree, out = self.tree, np.zeros(len(self.tree.text) + 1, bool)
        level = tree.named(LEVEL)
        out[tree.opened[level | tree.named({"br"})]] = True
        out[tree.closed[level]] = True
        return out

    def _alike(self, heading: int) -> float:
        """How similar a heading is to the page's titles, 0 to 1; part of one is more so."""
        mine = frozenset(words(self.text(heading)))
        best = max(_dice(mine, one) + 0.1 * (mine <= one) for one in self._titles)
        return best if mine and not (best and self._leads_home(heading)) else 0.0

    @cached_property
    def _titles(self) -> list[frozenset[str]]:
        """The words of the titles that the head states."""
        stated = [self.tree.title, *(found.value for found in self.meta("og:title"))]
        return [frozenset(words(one)) for one in stated]

    def _leads_home(self, heading: int) -> bool:
        """Whether a heading is a link to the site's start page: its text is the site's name."""
        address = "" if self.is_home else self._link_of(heading)
        return address == "/" or _is_root(address)

    def _leads_elsewhere(self, heading: int, within: bool = False) -> bool:
        """Whether a heading is a link to another page than this one.

        Args:
            heading: its element.
            within: whether it must be a page of the same host.
        """
        address = absolute(self._link_of(heading), self.base)
        if not address or not self.url or (within and host(address) != host(self.url)):
            return False
        return not same_page(address, self.url)

    def _link_of(self, heading: int) -> str:
        """The address of the link that a heading is; empty if it is none, or has other text."""
        tree = self.tree
        first, last = int(tree.opened[heading]), int(tree.closed[heading])
        if not tree.linked[first] or not tree.linked[first:last].all():
            return ""
        within = tree.named({"a"}) & (tree.opened <= first) & (tree.closed >= last)
        links = np.flatnonzero(within)
        return tree.attribute(int(links[-1]), "href") if len(links) else ""

    @cached_property
    def is_home(self) -> bool:
        """Whether the page is at the root of its site."""
        return _is_root(self.url or "")

    def text(self, element: int, longest: int = 1_000) -> str:
        """The text of an element, white space normalised, of at most ``longest`` characters."""
        first, last = int(self.tree.opened[element]), int(self.tree.closed[element])
        return self._joined(range(first, last), longest)

    def parts(self, element: int, longest: int, between: str = "") -> list[str]:
        """The text of an element by block, as :meth:`text`.

        Args:
            element: its number.
            longest: characters of each block that are returned, and about as many of all.
            between: stands between texts of a block without white space between.
        """
        first, last = int(self.tree.opened[element]), int(self.tree.closed[element])
        found: list[str] = []
        while first < last and sum(map(len, found)) <= longest:
            end = min(last, self._end_of_block(first))
            found.append(self._joined(range(first, end), longest, between))
            first = end
        return found

    def _end_of_block(self, text: int) -> int:
        """The first text of the block after that of a text; that of no block without blocks."""
        if self.blocks is None:
            return len(self.tree.text)
        return int(self.blocks.first[self.blocks.of_text[text] + 1])

    def _joined(self, places: Sequence[int], longest: int, between: str = "") -> str:
        pieces: list[str] = []
        size = 0
        for place in places:
            if pieces:
                apart = self.tree.spaced[place] or self._is_broken(place)
                pieces.append(" " if apart else between)
            pieces.append(self.tree.text[place])
            size += len(pieces[-1])
            if size > longest:
                break
        return " ".join("".join(pieces)[:longest].split())

    @cached_property
    def in_comments(self) -> list[bool]:
        """Of each block, whether it is within what is marked as comments."""
        if self.blocks is None:
            return []
        comments = np.zeros(len(self.tree.tag), bool)
        comments[[element for element, _ in self.marked("comment")]] = True
        within: list[bool] = self.blocks.any_of(self.tree.enclosing_count(comments)).tolist()
        return within

    def holder(self, element: int) -> int:
        """The element of the schema.org item that an element is in; 0 without one."""
        return int(self._holders[self.tree.parent[element]])

    def holder_types(self, element: int) -> str:
        """The types of the schema.org item that an element is in, lower case; empty without one."""
        holder = self.holder(element)
        return self.tree.attribute(holder, "itemtype").lower()[:_LONGEST_TYPE] if holder else ""

    @cached_property
    def _holders(self) -> NDArray[np.int32]:
        """[m] the nearest element with a type of schema.org at or above each, 0 without one."""
        seen, typed = self.tree.looked_at, np.zeros(len(self.tree.tag), bool)
        typed[seen.element[seen.name == LOOKED_AT.index("itemtype")]] = True
        return self.tree.nearest(typed)

    def is_of_review(self, value: str) -> bool:
        """Whether a value is in texts of reviews alone, of which it then is the author or the day.

        ``meta`` elements with an ``itemprop`` may be in any item of schema.org.
        """
        reviews, rest = self._texts_of_reviews
        return value in reviews and value not in rest and _is_whole(value, reviews)

    @cached_property
    def _texts_of_reviews(self) -> tuple[str, str]:
        """The texts in reviews, NUL between, and all others; both empty without reviews."""
        inside, text = self._in_reviews, self.tree.text
        if not some(inside):
            return "", ""
        return "\0".join(compress(text, inside)), "\0".join(compress(text, ~inside))

    @cached_property
    def _in_reviews(self) -> NDArray[np.bool_]:
        """[t] the texts in reviews that are part of another item of schema.org, as of a product.

        The only item of a page may be what a critic wrote.
        """
        tree = self.tree
        reviews = tree.matching("itemtype", _REVIEW.search)
        if some(reviews):
            is_part = tree.matching("itemprop", lambda names: "review" in names.lower().split())
            is_part |= self._holders[tree.parent] > 0
            reviews &= is_part
        return tree.enclosing_count(reviews) > 0

    @cached_property
    def _values(self) -> str:
        """The values of the attributes that were looked at, lower case, NUL after each."""
        return "\0".join([*self.tree.looked_at.values, ""]).lower()

    def marked(self, *cues: str) -> list[tuple[int, str]]:
        """Elements with one of ``cues`` in a class, an id or an itemprop, and that value."""
        hits, seen = _hits(self._values, cues), self.tree.looked_at
        if not hits:
            return []
        wanted = np.zeros(len(seen.values) + 1, bool)  # the last is that of addresses
        wanted[list(hits)] = True
        rows = np.flatnonzero(wanted[seen.value])[:500]
        pairs = zip(seen.element[rows].tolist(), seen.value[rows].tolist(), strict=True)
        return [(element, hits[value]) for element, value in pairs]


def _is_whole(value: str, text: str) -> bool:
    """Whether a value is in a text as words, not only as a part of some."""
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None


def _hits(values: str, cues: Sequence[str]) -> dict[int, str]:
    """The values, NUL after each, that have one of ``cues``, by number."""
    hits: dict[int, str] = {}
    for cue in cues:
        place = start = 0
        at = values.find(cue)
        while at >= 0 and len(hits) < _HITS:
            place += values.count("\0", start, at)
            start = at
            end = values.find("\0", at)
            hits[place] = values[max(at - 200, values.rfind("\0", 0, at) + 1) : end][:400]
            at = values.find(cue, end)
    return hits


def _kind(item: schema.Object) -> int:
    """3 for an article or a posting, 2 for another work, 1 for a page, 0 for all else."""
    names = schema.types(item)
    if any(name.endswith(_ARTICLES) and name not in _OTHERS for name in names):
        return 3
    if not _WORKS.isdisjoint(names):
        return 2
    return int(not _PAGES.isdisjoint(names))


def _is_root(address: str) -> bool:
    """Whether an address is that of a site's start page."""
    if _WITH_PATH.match(address):
        return False
    try:
        parts = urlsplit(address[:2_000])
    except ValueError:
        return False
    return bool(parts.netloc) and parts.path in ("", "/") and "=" not in parts.query


def same_page(one: str, other: str | None) -> bool:
    """Whether two addresses are of the same page, whatever their scheme, query and fragment."""
    return bool(other) and _page(one) == _page(other or "") != ""


def _page(address: str) -> str:
    address = unquote(address[:2_000]).lower().partition("#")[0].partition("?")[0]
    return address.partition("//")[2].removeprefix("www.").rstrip("/")


def host(address: str | None) -> str:
    """The host of an address, without ``www.``; empty if it has none."""
    if not address:
        return ""
    if found := _WITH_HOST.match(address):
        return found[1]
    try:
        return (urlsplit(address).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def words(text: str) -> tuple[str, ...]:
    """The words of a text, case folded, of its first 1,000 characters."""
    return _words(text[:1_000])


@lru_cache(256)  # titles are compared with many texts
def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORDS.findall(text.casefold()))


def overlap(one: str, other: str) -> float:
    """The share of the distinct words of ``one`` that ``other`` has."""
    mine = frozenset(words(one))
    return len(mine.intersection(words(other))) / len(mine) if mine else 0.0


def similarity(one: str, other: str) -> float:
    """The Dice coefficient of the distinct words of two texts."""
    return _dice(frozenset(words(one)), frozenset(words(other)))


def _dice(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0
