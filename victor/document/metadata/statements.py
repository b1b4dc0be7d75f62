"""What a page states about itself in its head and in JSON-LD: :class:`Statements`."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import Any, NamedTuple

from victor.arrays import Bools
from victor.document.metadata import schema
from victor.document.metadata.likeness import host, is_root, overlap, same_page
from victor.document.page_type import page_type
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree
from victor.tree.urls import absolute

STATED = ("json-ld", "meta")  # sources that state something about the page, or their starts
_META = "meta:"  # before the name of a ``meta`` element
_LONGEST = 20_000  # characters of an attribute or a meta element that are read
_ARTICLES = ("article", "posting", "blogpost", "report", "review", "qapage", "question")
# A review is about the subject of the page; a job posting is not an article.
_OTHERS = frozenset(("jobposting", "aggregaterating", "review"))
_PAGES = frozenset(("webpage", "itempage", "aboutpage", "faqpage", "medicalwebpage"))
_WORKS = frozenset(
    """
    recipe videoobject video course book howto podcastepisode movie creativework product event
    dataset softwareapplication softwaresourcecode podcast episode tvepisode musicalbum
    photograph thesis chapter guide profilepage speech jobposting realestatelisting
    """.split()
)
# Objects that a page may hold beside its own text.
_EMBEDDED = frozenset(("videoobject", "video", "profilepage"))
_SURE = 0.9  # minimum probability of the page type
# Top-level domains of countries where English dates have the day first.
_DAY_FIRST = frozenset("ae au bd gh hk ie in ke lk mt my ng nz pk sg tz ug uk za zm zw".split())
# Types of pages that offer something, and of all whose bylines and dates are those of others.
_OFFERS = frozenset(("collection", "product", "service"))
_UNSIGNED = _OFFERS | {"listing"}


class Found(NamedTuple):
    """A value of a field, and where it was found."""

    value: str
    source: str


@dataclass(frozen=True)
class Statements:
    """A page, and what its head and its JSON-LD state."""

    tree: Tree
    address: str | None = None
    language: str | None = None  # BCP 47
    blocks: Blocks | None = None
    content: Bools | None = None

    @cached_property
    def title(self) -> str:
        """The text of ``title``; ``""`` if it is an unfilled template."""
        return schema.plain(self.tree.title)

    def kept_texts(self) -> Iterator[str]:
        """The texts of the content blocks; none if the content is unknown."""
        if self.blocks is None or self.content is None:
            return iter(())
        return compress(self.blocks.text, self.content.tolist())

    def content_of(self, name: str) -> str:
        """The first content of the ``meta`` elements with a name; empty without any."""
        return self._contents.get(name, "")

    def meta(self, *names: str) -> Iterator[Found]:
        """The first values of ``meta`` elements, in the order of ``names``."""
        contents = self._contents
        for name in names:
            if name in contents and (value := schema.plain(contents[name])):
                yield Found(value, f"meta {name}")

    def known(self, names: Iterable[str]) -> list[str]:
        """The given names for which the page has ``meta`` elements."""
        contents = self._contents
        return [name for name in names if name in contents]

    def every(self, name: str) -> list[str]:
        """All values of the ``meta`` elements with a name."""
        if name not in self._contents:
            return []
        also = self.tree.head.get(f"also:{name}", "")[:_LONGEST].split("\n")
        return [text for line in (self.content_of(name), *also) if (text := schema.plain(line))]

    @cached_property
    def _contents(self) -> Mapping[str, str]:
        """The first contents of ``meta`` elements by name, as readers look up many names."""
        head, size = self.tree.head.items(), len(_META)
        return {key[size:]: text for key, text in head if key.startswith(_META)}

    @cached_property
    def parsely(self) -> schema.Object:
        """The object in ``parsely-page``, which describes the page for statistics; else empty."""
        stated = self.content_of("parsely-page")
        item = next(schema.read_values([stated]), None) if stated else None
        return item if isinstance(item, dict) else {}

    @cached_property
    def base(self) -> str | None:
        """The base of the page's relative URLs."""
        base = self.tree.head.get("base", "")
        return absolute(base, self.address) or self.address

    @cached_property
    def url(self) -> str | None:
        """The URL of the page, as given, or else as the page states it."""
        return self.address or absolute(self.tree.url or "", None)

    @cached_property
    def host(self) -> str:
        """The host of the page, or else that of its relative URLs; empty if both are unknown."""
        return host(self.url or self.base)

    @cached_property
    def locale(self) -> str | None:
        """The language, for dates: English of a country that writes the day first, by the host."""
        if self.language == "en" and self.host.rpartition(".")[2] in _DAY_FIRST:
            return "en-GB"
        return self.language

    @cached_property
    def is_home(self) -> bool:
        """Whether the page is at the root of its site."""
        return is_root(self.url or "")

    @cached_property
    def objects(self) -> list[schema.Object]:
        """The JSON-LD objects of the page."""
        return schema.read_objects(self.tree.schema)

    @cached_property
    def item(self) -> schema.Object:
        """The JSON-LD object that describes the page; empty if there is none."""
        ranked = [(self._rank(one), -place) for place, one in enumerate(self.objects)]
        if not ranked:
            return {}
        (kind, matching), place = max(ranked)
        rivals = [rank for rank, _ in ranked if rank[0] == kind]
        if not kind or (not matching and len(rivals) > 1):
            return {}
        if not matching and not _EMBEDDED.isdisjoint(schema.types(self.objects[-place])):
            return {}
        return self.objects[-place]

    @cached_property
    def is_article(self) -> bool:
        """Whether the page's JSON-LD object is an article or a posting."""
        return bool(self.item) and _kind(self.item) == 3

    @cached_property
    def is_work(self) -> bool:
        """Whether the page's JSON-LD object is an article or another work, not just a page."""
        return bool(self.item) and _kind(self.item) >= 2

    @cached_property
    def is_product(self) -> bool:
        """Whether JSON-LD or Open Graph calls the page a product."""
        return self._type.startswith("product") or "product" in schema.types(self.item)

    @cached_property
    def kind(self) -> tuple[str, float]:
        """The most probable type of the page and its probability; an empty type without text."""
        if not self.blocks or self.content is None:
            return "", 0.0
        return page_type(self.tree, self.blocks, self.content, self.address)

    @property
    def is_unsigned(self) -> bool:
        """Whether the page is surely of a type without author and date, such as a product page.

        Apparent bylines and dates there belong to what the page lists or sells.
        """
        is_sure = self.kind[0] in _UNSIGNED and self.kind[1] >= _SURE
        return is_sure and not self.states_article

    @property
    def offers(self) -> bool:
        """Whether the page is probably of a type that offers goods or services."""
        return self.kind[0] in _OFFERS

    @property
    def shows_others(self) -> bool:
        """Whether bylines and dates in the text are those of what the page lists or sells."""
        return self.is_home or self.is_product or self.is_unsigned

    @property
    def names_reviewers(self) -> bool:
        """Whether authors and dates may be those of reviews of a product, as in its microdata."""
        return self.kind[0] == "product" and not self.states_article

    @cached_property
    def says_article(self) -> bool:
        """Whether Open Graph calls the page an article."""
        return self._type == "article"

    @property
    def states_article(self) -> bool:
        """Whether JSON-LD or Open Graph calls the page an article."""
        return self.is_article or self.says_article

    @property
    def seems_article(self) -> bool:
        """Whether JSON-LD or Open Graph calls the page an article, or it looks like one."""
        return self.states_article or self.kind[0] == "article"

    @property
    def _type(self) -> str:
        return self.content_of("og:type").strip().lower().removeprefix("og:")

    def field(self, key: str) -> Any:
        """A value of the page's JSON-LD object, references resolved; None if missing."""
        value = self.item.get(key)
        return None if value is None else self._resolve(value)

    @cached_property
    def _resolve(self) -> Any:
        return schema.with_references(self.objects)

    def _rank(self, item: schema.Object) -> tuple[int, int]:
        """The kind of an object, and 1 if it states this page's URL or headline, else 0."""
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


def _kind(item: schema.Object) -> int:
    """3 for an article or a posting, 2 for another work, 1 for a page, 0 for anything else."""
    names = schema.types(item)
    if any(name.endswith(_ARTICLES) and name not in _OTHERS for name in names):
        return 3
    if any(name in _WORKS or name.endswith("event") for name in names):
        return 2
    return int(not _PAGES.isdisjoint(names))
