"""The topics of a page: its keywords, or the links that name them."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain

import numpy as np

from victor.arrays import Bools, places
from victor.document.metadata import schema
from victor.document.metadata.evidence import Evidence
from victor.document.metadata.likeness import key_of, words
from victor.document.metadata.names import unique
from victor.document.metadata.statements import Found
from victor.text.characters import UNSPACED_LETTER, word_count
from victor.text.cues import signs_in
from victor.text.regex import regex
from victor.tree.tree import Tree

_TAGS = ("article:tag", "og:article:tag", "parsely-tags", "sailthru.tags", "citation_keywords",
    "news_keywords", "dc.subject", "keywords")  # fmt: skip
# Values that are not meant for readers: identifiers, and objects that JavaScript wrote as text.
_IDENTIFIER = regex(
    r"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24,64}|\[object Object\]", re.IGNORECASE
)
# Values besides topics that publishing systems state for statistics and advertising. Keys that also
# occur in titles ("Time: a short history") match only with values that programs write.
_INTERNAL = regex(
    r"(?:wc|word ?count|(?:page|article|content|doc)[ -]?type|article ?id|partner|ssts"
    r"|lockedpostsource|layercake|adnode|primary_category)\s?:.*"
    r"|day\s?:\s?\w{2,6}day|time\s?:\s?\d\d[.:]\d\d|section\s?:\s?(?!\d)\S+|template\s?:\s?\S+"
    r"|path:\S+|(?:clone|lite|elevated)\s?:\s?(?:true|false|yes|no|\d)"
    r"|(?:page|type)\s?:\s?(?:archived|article|feature|gallery|news|post|report|review|story|video)"
    r"|(?-i:[a-z]+(?:Date|Group|Id|Product|Status|Title|Type))\s?:.*"
    r"|locale\s?:\s?[a-z]{2}(?:[_-][a-z]{2})?|access\s?:\s?(?:free|meter(?:ed)?|paid|premium)"
    r"|type_(?:news|deal|feature|guide|how_to|listicle|review|video)|channel_\w+|_[a-z][\w-]*"
    r"|@\S+|(?-i:[a-z]+(?:_[a-z]+){2,})|(?:region|quote|secondary brand)\s?:.*"
    r"|(?-i:[A-Z]{2}_\S.*\.(?:com|net|info)|\[[A-Z ]+\])"  # papers that share an article
    r"|\d{6,}|(?-i:[a-z_]+:[^\s|]+\|\S+|[A-Z]{2}\|[a-z].*)|/(?:article|story|video)",
    re.IGNORECASE,
)
_CODE = regex(r"[<>{}=]")  # in keywords whose quotation marks do not match
_SYSTEMS = ("json-ld", "meta parsely-page", "meta parsely-tags", "meta sailthru.tags")
_TOPIC = regex(r"^(?:category|subject|topic|tag)\s?:\s?(?=\w)", re.IGNORECASE)
_HEADLINE, _LONG_HEADLINE = 6, 16  # minimum words of a headline; in unspaced scripts
_BETWEEN_TAGS = regex(r"[,;，、]")
# Chinese keywords with only spaces between.
_HAN_WORDS = regex(r"(?:[\u3400-\u9fff]{1,12}\s){2,49}[\u3400-\u9fff]{1,12}")
_LONGEST_TAG = 60  # characters
_MOST_TAGS = 50
_LINKED, _LISTED = "rel=tag", "list of topics"  # sources
_WRAPPERS = frozenset("li span b strong em p".split())  # around each link of a list of topics
_MOST_GROUPS = 2  # of linked topics, as above and below an article; teasers have their own
# The category of posts without one in WordPress, in many languages, and the name of such lists.
_NO_TOPIC = frozenset(
    (
        "tags", "uncategorized", "uncategorised", "unkategorisiert", "nicht kategorisiert",
        "non classé", "sans catégorie", "sin categoría", "sin categoria", "sem categoria",
        "senza categoria", "geen categorie", "niet gecategoriseerd", "bez kategorii",
        "nezařazené", "nezaradené", "nincs kategorizálva", "fără categorie", "necategorizat",
        "без рубрики", "без категории", "без категорії", "без категория", "некатегоризовано",
        "некатегоризирано", "nekategorizirano", "nekategorizovano", "χωρίς κατηγορία",
        "okategoriserade", "okategoriserad", "ikke kategoriseret", "ukategoriseret",
        "ukategorisert", "luokittelematon", "sense categoria", "sen categoría", "määratlemata",
        "bez kategorijas", "kategorisiz", "tak berkategori", "chưa được phân loại",
        "chưa phân loại", "ไม่มีหมวดหมู่", "غير مصنف", "دسته‌بندی نشده", "अवर्गीकृत", "未分類", "未分类",
        "미분류",
    )
)  # fmt: skip
_SIGNS = ("tag", "Tag", "topic", "Topic", "keyword", "themen", "etiqueta", "argoment")
_SMALL_SIGNS = tuple(dict.fromkeys(map(str.lower, _SIGNS)))
# Classes of lists of topics, and the URLs to which these link.
_LIST = regex(
    r"(?:^|[\s_-])(?:tags?|topics?|keywords?|tag-?(?:list|links)|themen|etiquetas|argomenti)"
    r"(?:[\s_-]|$)",
    re.IGNORECASE,
)
_ADDRESS = regex(
    r"/(tag[is]?|topics|topic(?=/\D)|keywords?|thema|themen|themes?|argomenti|etiquetas?|temas?"
    r"|taxonomy/term)/",
    re.IGNORECASE,
)
_ELSEWHERE = ("nav", "header", "footer")
_OF_SITE = "meta keywords"  # often the same on all pages of a site
_MANY = 5  # keywords that may be the site's
_RELATED = 0.4  # their share that has a word of the text, below which they are
_SAID = 0.2  # their share that is in the text, below which they are
_LEAST_TEXT = 80  # words of a text that would have some of its keywords
_LONG_WORD = regex(r"\w{4,}")
_SEVERAL = 3  # values that are a tag each, even with a comma: "Quill, Ada"
_MOST_LISTED = 15  # topics of a list
_FEW = 3  # words of a topic that is no thread
_DIVIDED = 5  # least words of a divided headline
_LABEL = 30  # most characters of a list besides its topics


def tags(
    page: Evidence, title: Found | None = None, others: Collection[str] = ()
) -> tuple[list[str], str]:
    """The keywords, and where they were found.

    Args:
        page: the page.
        title: its title; a headline is removed from the tags unless it is the only one.
        others: names of authors and of the site, which are not topics.
    """
    on_page = _linked(page, others), _listed(page, others)
    for stated, source in chain(_keywords(page), *on_page):
        if not stated:
            continue
        is_spaced = len(stated) == 1 and _HAN_WORDS.fullmatch(stated[0])
        values = stated[0].split() if is_spaced else stated
        is_split = len(values) >= _SEVERAL and all(value.count(",") <= 1 for value in values)
        pieces = values if is_split else chain.from_iterable(map(_BETWEEN_TAGS.split, values))
        short = (tag for piece in pieces if 1 < len(tag := piece.strip(" #\"'")) <= _LONGEST_TAG)
        topics = (topic for tag in short if (topic := _topic(tag, source)))
        topics = (topic for topic in topics if topic.casefold() not in _NO_TOPIC)
        found = _without(others, list(unique(topics)))
        if source == _OF_SITE and _are_of_site(page, title, found):
            continue
        own = _without_headline(found, title)
        if own and not (title and _is_divided(title.value, own)):
            return own[:_MOST_TAGS], source
    return [], ""


def _are_of_site(page: Evidence, title: Found | None, tags: Sequence[str]) -> bool:
    """Whether there are many keywords, of which the page's title and content have hardly any.

    They are then those of the site: "news, sport, Harbour, jobs".
    """
    if len(tags) < _MANY or page.content is None:
        return False
    text = " ".join([title.value if title else "", *page.kept_texts()]).casefold()
    keys = [tag.casefold() for tag in tags]
    if word_count(text) < _LEAST_TEXT or sum(key in text for key in keys) >= _SAID * len(keys):
        return False
    said = set(_LONG_WORD.findall(text))
    related = [key for key in keys if not said.isdisjoint(_LONG_WORD.findall(key))]
    return len(related) < _RELATED * len(keys)


def _is_divided(title: str, tags: Sequence[str]) -> bool:
    """Whether tags are only the words of a headline, divided at its commas or spaces.

    Small words may be missing, and a section may follow.
    """
    own, found = words(title), words(" ".join(tags))
    if len(tags) > 1 and len(own) >= _HEADLINE and found == own:
        return True
    if len(tags) < _DIVIDED or any(" " in tag for tag in tags):
        return False
    return _are_in_order(found, own) or _are_in_order(words(" ".join(tags[:-1])), own)


def _are_in_order(some: Sequence[str], all_words: Sequence[str]) -> bool:
    """Whether words occur among others in the same order."""
    rest = iter(all_words)
    return all(word in rest for word in some)


def _without(others: Collection[str], tags: list[str]) -> list[str]:
    """The tags without names of authors and the site, unless there is nothing else."""
    names = set(map(key_of, others)) - {""}
    return [tag for tag in tags if key_of(tag) not in names] or tags


def _topic(tag: str, source: str) -> str:
    """Strip the kind from a tag such as "Subject: Ports"; empty for internal values of systems."""
    if _IDENTIFIER.fullmatch(tag) or _CODE.search(tag):
        return ""
    if source not in _SYSTEMS:
        return tag
    return "" if _INTERNAL.fullmatch(tag) else _TOPIC.sub("", tag, 1)


def _without_headline(tags: list[str], title: Found | None) -> list[str]:
    """Remove the page's title from the tags if it is a headline; a short title may be a topic."""
    if not title:
        return tags
    least = _LONG_HEADLINE if UNSPACED_LETTER.search(title.value) else _HEADLINE
    if len(words(title.value)) < least:
        return tags
    headline = title.value.casefold()
    return [tag for tag in tags if tag.casefold() != headline] or tags


def _keywords(page: Evidence) -> Iterator[tuple[list[str], str]]:
    yield page.every(_TAGS[0]), f"meta {_TAGS[0]}"
    yield list(schema.texts(page.field("keywords"))), "json-ld"
    for name in page.known(_TAGS[1:]):
        yield page.every(name), f"meta {name}"
    yield list(schema.texts(page.parsely.get("tags"))), "meta parsely-page"


def _linked(page: Evidence, others: Collection[str]) -> Iterator[tuple[list[str], str]]:
    """The topics to which the page links (https://microformats.org/wiki/rel-tag).

    In many places of a page, the links belong to teasers of other pages.
    """
    links = [one for one in page.related("tag") if not _is_of_category(page.tree, one)]
    holders = _around(page.tree, links) if links else []
    if len({*holders}) <= _MOST_GROUPS:
        yield [name for name in map(page.text, links) if _is_topic(name, others)], _LINKED


def _listed(page: Evidence, others: Collection[str]) -> Iterator[tuple[list[str], str]]:
    """The topics in lists that are named so and link to the pages of topics."""
    tree = page.tree
    named = _named_lists(tree)
    if named is None:  # true of most pages
        return
    links = places((tree.nearest(named) > 0) & tree.named(("a",))).tolist()
    groups: dict[int, list[int]] = {}
    for link, holder in zip(links, _around(tree, links) if links else [], strict=True):
        groups.setdefault(holder, []).append(link)
    lists = {holder: found for holder, found in groups.items() if _is_list(page, holder, found)}
    elsewhere = tree.nearest(tree.named(_ELSEWHERE)) if lists else tree.parent
    lists = {holder: found for holder, found in lists.items() if not elsewhere[holder]}
    if len(lists) <= _MOST_GROUPS:
        names = map(page.text, chain.from_iterable(lists.values()))
        yield [name for name in names if _is_topic(name, others)], _LISTED


def _named_lists(tree: Tree) -> Bools | None:
    """[m] the elements whose class is that of a list of topics; None without any."""
    if not tree.looked_at.has(*_SMALL_SIGNS):
        return None
    seen = tree.looked_at
    likely = signs_in(seen.values, _SIGNS).nonzero()[0].tolist()
    found = [value for value in likely if _LIST.search(seen.values[value])]
    if not found:
        return None
    rows, wanted = seen.rows("class"), np.zeros(len(seen.values), bool)
    wanted[found] = True
    return tree.mask(seen.element[rows[wanted[seen.value[rows]]]])


def _is_list(page: Evidence, around: int, links: Sequence[int]) -> bool:
    """Whether an element holds little but links to topics."""
    if len(links) > _MOST_LISTED or not all(_leads_to_topic(page, link) for link in links):
        return False
    names = sum(len(page.text(link)) for link in links)
    return len(page.text(around)) <= names + len(links) + _LABEL


def _leads_to_topic(page: Evidence, link: int) -> bool:
    """Whether a link leads to the page of a topic; a topic of a forum is a thread."""
    found = _ADDRESS.search(page.targets.get(link, ""))
    return found is not None and (
        not found[1].startswith("topic") or len(page.text(link).split()) <= _FEW
    )


def _is_of_category(tree: Tree, link: int) -> bool:
    """Whether a link is that of WordPress to a category, which is a section of the site."""
    return "category" in tree.attribute(link, "rel").lower()


def _is_topic(name: str, others: Collection[str]) -> bool:
    return name not in others and name.casefold() not in _NO_TOPIC


def _around(tree: Tree, links: Sequence[int]) -> list[int]:
    """The element around the list that each link is in."""
    around: list[int] = tree.nearest(~tree.named(_WRAPPERS))[tree.parent[links]].tolist()
    return around
