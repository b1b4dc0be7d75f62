"""What each block is on the page: title, byline, caption, comment and so on.

Labels state what a block is for the text; roles state what it is on the page, and are found by
elements, the names that authors give them, and words shared with the page's title. Names are code,
which is written in English nearly everywhere, so that this depends little on the page's language.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from victor import config
from victor.arrays import Bools, Ints, Numbers
from victor.text.characters import UNSPACED_RANGE
from victor.text.cues import cues_in
from victor.text.hashing import hashes
from victor.text.regex import regex
from victor.tree.attributes import may_have
from victor.tree.blocks import Blocks
from victor.tree.buttons import is_button
from victor.tree.tree import Tree, ancestor_bits

ROLES = ("", *config.ROLES)
_CODE = {name: code for code, name in enumerate(ROLES)}

Bits = NDArray[np.uint64]

# Words in names, a bit each; two that follow each other in a name are looked up together as well.
_CUES = {
    "byline": "byline byl author authors autor auteur writer contributor creator reporter"
    " journalist authorname",
    "date": "date dateline datetime timestamp age published pubdate posted updated modified time",
    "caption": "caption captiontext figcaption photocredit imagecredit imgcredit mediacredit",
    "comment": "comment comments commentlist commentarea disqus respond usercomments"
    " commentaire commentaires kommentar kommentare comentario comentarios",
    "post": "post posts message answer reply replie topicbody postbit postrow blockpost"
    " forumposting",
    "title": "title headline heading subject name hed",
    "subtitle": "subtitle subheadline subhead subheading subline standfirst dek deck lead lede"
    " intro summary chapo chapeau sapo ingress vorspann entradilla bajada sommario perex abstract",
    "opening": "question topic originalpost firstpost openingpost forumposting",
    "thread": "forumposting qapage",
    "user": "user username author poster bigusername member profile avatar nickname nick"
    " screenname postleft fn",
    "avatar": "avatar",
    "elsewhen": "joined registered registration since edited",
    # What elements are not, where their names also have such a word: in the order of the first.
    "not_byline": "bio avatar image img photo picture about related description social follow",
    "not_date": "read reading picker range event card",
    "not_caption": "carousel slide slider hero banner video player btn button",
    "not_comment": "count counter num number link links icon toggle btn button total open closed"
    " enabled disabled has no with allow anchor jump recent latest popular posting citation ilh"
    " selection",
    "not_post": "related recent latest popular next previous prev nav navigation grid feed card"
    " cards teaser featured pagination widget sidebar share new error alert success faq accordion"
    " type count link links button btn form icon category tag meta title thumbnail",
}
# Elements that have a role by their tag.
_TAGS = {
    "caption": "figcaption caption",
    "time": "time",
    "quotation": "blockquote",
    "code": "pre listing xmp",
    "table": "table",
    "address": "address",
}
_BITS = {name: 1 << place for place, name in enumerate(dict.fromkeys((*_CUES, *_TAGS)))}
# A bit is ruled out by the one so many places above it.
_RULED_OUT = list(_CUES).index("not_byline")
_TAG_BITS = {tag: _BITS[name] for name, tags in _TAGS.items() for tag in tags.split()}
_NAMES = ("class", "id", "itemprop", "itemtype")

_HEADINGS = ("h1", "h2", "h3")
_SHORT = 25  # most words of a byline
_DATE_WORDS = 12  # most words of a date
_PROSE = 20  # least words of a block that is likely to be prose
_MAIN_MATTER = 60  # least words of prose outside comments that they are about
_WHOLE = 0.6  # the share of the page's words from which an element is the page's layout
_NEAR = 12  # blocks after the title in which its byline and date are looked for
_AFTER = 2  # blocks after the text that may be its byline and date
_CERTAIN = 0.75  # likeness of a heading to a title from which no other is looked for
_SAME = 0.9  # of the best score: candidates that are as good
_CANDIDATES = 12  # most elements of a kind that are compared with the title
_LINKS = 8  # most links near the title that are looked at
_NAMES_OF_POSTS = 40  # most names of elements that may be those of posts
_LONGEST = 300  # most characters of a title or a name that are read
_SIGNED = 3  # comments of which one has an author or a date
_ABOUT_COMMENTS = ("form", "h1", "h2", "h3", "h4", "h5", "h6", "noscript", "button")
_LEAST_OF_POST = 8  # mean words of posts, with names and buttons
_MOST_ITEMS = 20_000  # most elements that may be posts

_WORD = regex(rf"[{UNSPACED_RANGE}]|[^\W_{UNSPACED_RANGE}]+")
_BETWEEN = regex(r"\s+[|\-–—·•:»/]+\s+|[_|｜»]")  # a title and the name of the site
_DATE = regex(
    # 2007-03-14, 14.3.2007, 2007年3月14日; 14 March 2007, 14 de marzo de 2007; March 14th, 2007
    r"(?<!\d)(?:\d{4}|\d\d?)\s?[-/.年년]\s?\d\d?\s?[-/.月월]\s?(?:\d{4}|\d\d?)(?!\d)"
    r"|(?<!\d)\d\d?(?:st|nd|rd|th|er|[.ºª])?\s(?:de\s|of\s)?[^\W\d_]{3,20}[.,]?\s(?:del?\s)?(?:19|20)\d\d"
    r"|[^\W\d_]{3,20}\.?\s\d\d?(?:st|nd|rd|th)?,?\s(?:19|20)\d\d"
)
_AUTHORS = regex(
    r"/(?:authors?|autor(?:es|en|i|zy)?|auteurs?|autori|writers?|by|byline|contributors?|reporters?"
    r"|journalists?|columnists?|staff|people|profiles?|users?)/",
    re.IGNORECASE,
)
_DIGIT = regex(r"\d")
_LETTERS = regex(r"[^\W\d_]+")
# "By" and its like, with a name after it.
_BY = regex(
    r"(?:\w+\s)?(?:(?:by|von|par|por|di|door|av|af|przez|от|od|autore?|autora|author|auteur|autor\w*"
    r"|författare|texte?|testo|tekst|автор|текст|foto|words)\b\s?[:：]?\s?(?-i:[^\W\d_a-zа-я])"
    r"|(?:作者|記者|记者|文|撰文|取材|글|기자|بقلم|كتب)\s?[:：/／|]?\s?\w)",
    re.IGNORECASE,
)

_ITEM = regex(r"(?:^|[\s-])comment(?:[-_]?[0-9]+|\s|$)")
_BY_WORD = regex(r"^(?:by|von|par|por|от|作者)\b\s*[:：]?", re.IGNORECASE)
# What states how deep a post is or how far it is indented, the surest first.
_INDENT = {
    **dict.fromkeys(
        ("data-depth", "data-level", "data-indent", "aria-level", "indent"),
        regex(r"^(\d{1,4})"),
    ),
    "class": regex(r"(?:^|[\s_-])(?:depth|level|indent)-?(\d{1,3})(?!\d)"),
}
_LEVELS = tuple(_INDENT)
_SPACES = regex(r"(?:margin|padding)-(left|right)\s?:\s?(\d{1,4})")
_FIRST = 12  # elements of a post in which its author, date and depth are looked for
_LONGEST_NAME = 80  # most characters of an author or a date
_DATED = 0.6  # share of the halves of posts that may have a date
_NAMED = 0.8  # share of the halves of posts that may name a user
_PAIRED = 0.75  # least share of posts that hold two halves or more
_LEAST_BODIES = 4  # of posts, from which what is around them is looked at
_OUTER = 4  # elements around the body of a post that may be the post
_DATED_TEXTS = 3  # of an element that is a date
_NUMBER = regex(r"#\s?\d+")  # of a post
_ISO = regex(r"^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*(?: ?Z| ?[+-]\d\d:?\d\d)?).*", re.DOTALL)
_MATTER = regex(r"user[-_]?(?:content|text|body|signature)|signature", re.IGNORECASE)
# What users wrote, and what a reader may select.
_NO_NAME = regex(rf"{_MATTER.pattern}|user-?select", re.IGNORECASE)
_ABOUT_USERS = regex(
    r"(?:author|user|poster|member)[-_]?"
    r"(?:location|title|rank|role|registered|joined|since|totalposts|postcount|likes|stat"
    r"|picture|photo|image|avatar)",
    re.IGNORECASE,
)
_FRAME = regex(r"(?:^|[\s_-])(?:header|footer)(?:\s|$)", re.IGNORECASE)  # of a list of posts
_BRACKETED = regex(r"[\[(（【].*[\])）】]", re.DOTALL)
# What stands before the name of an author.
_LABEL = regex(
    r"(?:(?:(?:user|member|display|nick|screen)[ -]?)?names?|author|user|poster"
    r"|(?:posted|written) by|autor(?:in|e|a)?|verfasser(?:in)?|benutzer(?:name)?|auteur|utilisateur"
    r"|pseudo|usuario|nombre|nome|nom|utente|gebruiker|naam|автор|имя|пользователь|作者|投稿者|名前|글쓴이|작성자)\s?[:：]?",
    re.IGNORECASE,
)
_HOST = regex(r"(?:https?:)?//(?:www\.)?([^/?#]*)", re.IGNORECASE)
# A part of an address after that for authors or users which is no name.
_NO_PROFILE = regex(
    r"(?:(?:log|sign)[-_]?(?:in|up|out)|register|auth|password|new|me|)(?:[/?#.]|$)", re.IGNORECASE
)
_ADDRESS = regex(r"^@|@\S+\.|://|^www\.")  # of a page, of mail, or a mention
_CHANGED = regex(
    r"(?:last )?(?:edited|modified|updated)|(?:zuletzt )?(?:bearbeitet|geändert)|modifié|éditée?|"
    r"modificado|editado|modificato|编辑于|最后编辑|изменено|отредактировано",
    re.IGNORECASE,
)
_CLOCK = regex(
    r"(?<![\d:.])\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\s?[ap]\.?m\.?)?(?![\d:]|\.\d)", re.IGNORECASE
)
_YEAR = regex(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# When something else happened than that a post was written.
_NOT_WRITTEN = regex(
    rf"{_CHANGED.pattern}|\b(?:joined|registered|since|seen|visit|active|login|online|wrote|said|"
    r"inscrit|membre|écrit|beigetreten|registriert|mitglied|schrieb|iscritto|registrado|escribió|"
    r"зарегистрирован|регистрация|писал)\b|注册|登録|가입",
    re.IGNORECASE,
)
_WEEKDAY = (
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mo|di|mi|do|fr|sa|so)(?=[.,])"
    r"|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend"
    r"|(?:lun|mar|mer(?:cre)?|jeu|ven(?:dre)?|sam(?:e)?)(?:di)?|dim(?:anche)?"
    r"|lunes|martes|mi[eé](?:rcoles)?|jue(?:ves)?|vie(?:rnes)?|s[aá]b(?:ado)?|dom(?:ingo|enica)?"
    r"|(?:lune|marte|mercole|giove|vener)d[iì]|gio|sabato"
    r"|(?:maan|dins|woens|donder|vrij|zater|zon)dag|(?:ma|wo|vr|za|zo)(?=[.,])"
    r"|(?:mån|tis|tirs?|ons|tors?|fre|lör|lør|sön|søn)(?:dag)?|pon|wto|śro|czw|pią|sob|nie"
    r"|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|пн|вт|ср|чт|пт|сб|вс"
)
_POSTED = (
    "posted|written|sent|submitted|published|geschrieben|verfasst|erstellt|gepostet|veröffentlicht"
    "|publié|posté|envoyé|publicado|enviado|escrito|pubblicato|inviato|scritto|geplaatst"
    "|skrevet|skrivet|wysłan[yo]|napisan[yo]|dodano|добавлено|отправлено|написано|опубликовано|发表于|发布于|發表於"
)
_BY_WHOM = "by|von|par|por|da|door|przez|от"
_ON = "on|am|vom|den|le|el|il|от"  # a day
# When a post was written, after a word for it and perhaps its author. What else stands before a
# date is something that happens then: "Meeting 12 May 2020 10:00".
_WRITTEN = regex(
    rf"(?:(?:{_POSTED})\s(?:(?:{_BY_WHOM})\s\D{{1,60}}?\s)?"
    rf"|(?:{_POSTED}|{_BY_WHOM})\b\D{{0,60}}?[»·•|:,]\s?)?"
    rf"(?:(?:(?:reply|antwort|réponse|respuesta|risposta|ответ)\s{{1,2}})?(?:{_ON})\s?:?\s)?"
    rf"((?:{_CLOCK.pattern}[\s,–-]{{1,3}})?(?:(?:{_WEEKDAY})[.,]{{0,2}}\s)?(?:{_DATE.pattern}).*)",
    re.IGNORECASE,
)
_SIGNS = " ·|,-–—»•:"
_HEAD = 40  # texts of a post in which its date may be written
_STATED = ("datetime", "title", "content")  # attributes that may have a date
# Attributes of posts: who wrote them, and when.
_WRITERS = ("data-author", "data-username")
_TIMES = ("data-timestamp",)
_NO_NAMES = frozenset(("true", "false", "undefined", "null", "none"))
_INITIALS = 2  # most characters of an avatar that are no name
_STAMP = regex(r"(1\d{9})(?:\d{3})?")  # seconds or milliseconds since 1970


def page_roles(blocks: Blocks, title: str | None = None) -> NDArray[np.int8]:
    """What each block is on the page, as numbers of :data:`ROLES`; 0 for the body and the rest.

    Where several roles hold, the first of these wins: title, comment, post, code, caption,
    quotation, table, byline, date, subtitle. So a date inside a comment is a comment. On a page
    whose main matter is a discussion, what would be comments elsewhere are posts.

    Args:
        blocks: the page's blocks.
        title: the page's title, if known from elsewhere; compared with headings beside those that
            the page states.

    Returns:
        [n] numbers from 0 to ``len(ROLES) - 1``.
    """
    if not len(blocks):
        return np.zeros(0, np.int8)
    page = _Page(blocks)
    low, high = _title(page, title)
    near = _near(blocks, low, high)
    comments, found = _discussion(page, (low, high))
    discussed = comments | found
    chosen = {
        "subtitle": _subtitles(page, low, high),
        "date": _of_page(page, _dates(page, near), near, discussed),
        "byline": _of_page(page, _bylines(page, near), near, discussed),
        "table": page.inside(_data_tables(page)),
        "quotation": page.inside(page.parts("quotation")),
        "caption": page.around("caption"),
        "code": page.inside(page.parts("code")) | _all_code(blocks),
        "post": found,
        "comment": comments,
    }
    roles = np.zeros(len(blocks), np.int8)
    for name, where in chosen.items():
        roles[where] = _CODE[name]
    roles[low:high] = _CODE["title"]
    return roles


class _Page:
    """The names and tags of a page's elements as bits, of elements and of blocks."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks, self.tree = blocks, blocks.tree
        self.element, self.value, self.named = _named(self.tree)
        of_tag = np.array([_TAG_BITS.get(tag, 0) for tag in self.tree.tags], np.uint64)
        self.own: Bits = of_tag.take(self.tree.tag)  # [m]
        np.bitwise_or.at(self.own, self.element, self.named)
        self.text_bits: Bits = ancestor_bits(self.own, self.tree.parent)[self.tree.node]  # [t]
        self.bits: Bits = np.bitwise_or.reduceat(self.text_bits, blocks.first[:-1])  # [n]
        self.present = int(np.bitwise_or.reduce(self.own))
        self._elements: dict[str, Ints] = {}

    def has(self, name: str) -> bool:
        """Whether any element has the bit."""
        return bool(self.present & _BITS[name])

    def elements(self, name: str) -> Ints:
        """The elements that have text and the bit themselves, in document order."""
        if name not in self._elements:
            held = self.tree.closed > self.tree.opened
            chosen = (self.own & np.uint64(_BITS[name]) != 0) & held if self.has(name) else ()
            self._elements[name] = np.flatnonzero(chosen).astype(np.int32)
        return self._elements[name]

    def around(self, name: str) -> Bools:
        """[n] whether a block is inside an element with the bit."""
        if not self.has(name):
            return np.zeros(len(self.blocks), bool)
        return np.asarray(self.bits & np.uint64(_BITS[name]) != 0)

    def inside(self, elements: Ints) -> Bools:
        """[n] whether a block is inside one of some elements."""
        if not len(elements):
            return np.zeros(len(self.blocks), bool)
        chosen = np.zeros(len(self.tree.tag), bool)
        chosen[elements] = True
        return self.blocks.inside(chosen)

    def parts(self, name: str) -> Ints:
        """The elements with the bit that hold a part of the page, not nearly all of it."""
        found = self.elements(name)
        return found[self.words(found) < _WHOLE * self.words_before[-1]] if len(found) else found

    @cached_property
    def avatars(self) -> frozenset[int]:
        """The elements named as avatars."""
        return frozenset(self.elements("avatar").tolist())

    @cached_property
    def unnamed(self) -> Bools:
        """[t] texts that are no part of a name: what is hidden, and initials in place of images."""
        initials = self.text_bits & np.uint64(_BITS["avatar"]) != 0
        for place in np.flatnonzero(initials).tolist():
            initials[place] = len(self.tree.text[place].strip()) <= _INITIALS
        return np.asarray(initials | (self.tree.enclosing_count(self.tree.hidden) > 0))

    @cached_property
    def links(self) -> Ints:
        """The links with text."""
        return np.flatnonzero(self.tree.named(("a",)) & self.tree.holds).astype(np.int32)

    @cached_property
    def undated(self) -> Bools:
        """[t] texts that do not date a post: of profiles, quotations and code."""
        tree = self.tree
        bits = np.uint64(_BITS["elsewhen"] | _BITS["quotation"] | _BITS["code"])
        listed = tree.named(("dl", "cite"))
        return np.asarray((self.text_bits & bits != 0) | (tree.enclosing_count(listed) > 0))

    @cached_property
    def items(self) -> Ints:
        """[t] the items of lists around each text."""
        return np.asarray(self.tree.enclosing_count(self.tree.named(("li",))))

    @cached_property
    def terms(self) -> Ints:
        """The terms of definition lists that have text."""
        return np.flatnonzero(self.tree.named(("dt",)) & self.tree.holds).astype(np.int32)

    @cached_property
    def descriptions(self) -> Ints:
        """What describes the terms of definition lists and has text."""
        return np.flatnonzero(self.tree.named(("dd",)) & self.tree.holds).astype(np.int32)

    @cached_property
    def host(self) -> str:
        """The host that the page states for itself; empty if it states none."""
        found = _HOST.match(self.tree.url or "")
        return found[1].lower() if found else ""

    @cached_property
    def words_before(self) -> NDArray[np.float64]:
        """[n + 1] the words of the blocks before each."""
        return np.append(0.0, np.cumsum(self.blocks.words, dtype=np.float64))

    def words(self, elements: Ints) -> NDArray[np.float64]:
        """The words of the blocks that each element is around."""
        low, high = self.range(elements)
        return self.words_before[high] - self.words_before[low]

    def range(self, elements: Numbers) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The blocks ``low:high`` with text of each element, which must have some."""
        first = self.blocks.first
        low = np.searchsorted(first, self.tree.opened[elements], side="right") - 1
        return low, np.searchsorted(first, self.tree.closed[elements])

    @cached_property
    def prose(self) -> Bools:
        """[n] whether a block is likely to be prose."""
        return np.asarray((self.blocks.words >= _PROSE) & (self.blocks.link_share < 0.5))


def _named(tree: Tree) -> tuple[Ints, Ints, Bits]:
    """The attributes with a name of a role: their elements, values and bits.

    Those of ``html`` and ``body`` describe the page, and those of elements without text nothing.
    """
    seen = tree.looked_at
    rows = seen.rows(*_NAMES)
    wanted = (tree.closed > tree.opened) & ~tree.named(("html", "body"))
    rows = rows[wanted[seen.element[rows]]]
    used = np.zeros(len(seen.values), bool)
    used[seen.value[rows]] = True
    values, bits = np.flatnonzero(used), np.zeros(len(used), np.uint64)
    bits[values] = _without(cues_in([seen.values[v] for v in values.tolist()], *_VOCABULARY))
    rows = rows[bits[seen.value[rows]] != 0]
    return seen.element[rows], seen.value[rows], bits[seen.value[rows]]


def _without(bits: Ints) -> Ints:
    """Bits of names less those that another word of the name rules out."""
    return bits & ~((bits >> _RULED_OUT) & ((1 << len(_CUES) - _RULED_OUT) - 1))


def _vocabulary() -> tuple[NDArray[np.uint64], Ints]:
    """The hashes of all words in order, and the bits of each."""
    words: dict[str, int] = {}
    for name, listed in _CUES.items():
        for word in listed.split():
            words[word] = words.get(word, 0) | _BITS[name]
    ends = np.cumsum([len(word) for word in words])
    joined = np.frombuffer("".join(words).encode(), np.uint8)
    found = hashes(joined, np.append(0, ends[:-1]), ends)
    order = np.argsort(found)
    return found[order], np.array(list(words.values()), np.int32)[order]


_VOCABULARY = _vocabulary()


def _title(page: _Page, title: str | None) -> tuple[int, int]:
    """The blocks ``low:high`` of the page's title; empty if there is none."""
    known, scored = _titles(page.tree.head, title), list[tuple[float, int, int]]()
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


def _titles(head: Mapping[str, str], title: str | None) -> list[frozenset[str]]:
    """The words of each of the page's titles, with and without what may be the site's name."""
    stated = [title or "", head.get("title", ""), head.get("meta:og:title", "")]
    stated = [one[:_LONGEST] for one in stated if one.strip()]
    parts = [max(_BETWEEN.split(one), key=len) for one in stated]
    known = (_words(one) for one in dict.fromkeys((*stated, *parts)))
    return [words for words in known if words]


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text[:_LONGEST].casefold()))


def _title_candidates(page: _Page) -> Iterator[tuple[Iterable[tuple[int, int]], float, float]]:
    """The blocks that may be the title, the likeliest kind of element first.

    With each kind: the least likeness to the page's titles, and the weight of the likeness.
    """
    tree = page.tree
    held = tree.closed > tree.opened
    yield _ranges(page, np.flatnonzero(tree.named({"h1"}) & held)), 0.2, 1.0
    yield _ranges(page, page.elements("title")), 0.5, 0.85
    yield _ranges(page, np.flatnonzero(tree.named({"h2", "h3"}) & held)), 0.5, 0.6
    short = np.flatnonzero((page.blocks.words <= 40) & (page.blocks.link_share < 0.5))
    yield ((i, i + 1) for i in short[:_CANDIDATES].tolist()), 0.75, 0.5


def _ranges(page: _Page, elements: Numbers) -> Iterable[tuple[int, int]]:
    """The blocks of each of the first elements."""
    low, high = page.range(elements[:_CANDIDATES])
    return zip(low.tolist(), high.tolist(), strict=True)


def _likeness(
    page: _Page, low: int, high: int, known: Sequence[frozenset[str]]
) -> tuple[float, int]:
    """The F-measure of the words of blocks and the most similar title, and the blocks' new end.

    A heading may hold more than the title, such as a date: then its first block is compared.
    """
    best = 0.0, high
    for end in (high, low + 1) if 1 < high - low <= _NEAR else (low + 1,):
        words = _words(" ".join(page.blocks.text[low:end]))
        score = max(2 * len(words & one) / (len(words) + len(one)) for one in known)
        best = max(best, (score, end))
    return best


def _above_content(page: _Page, candidates: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The last candidate before the first prose that follows a candidate; empty without any."""
    if len(candidates) < 2:
        return next(iter(candidates), (0, 0))
    candidates = sorted(candidates)
    prose = np.flatnonzero(page.prose)
    after = prose[np.searchsorted(prose, candidates[0][1]) :]
    content = int(after[0]) if len(after) else len(page.blocks)
    return max((one for one in candidates if one[0] < content), default=candidates[0])


def _near(blocks: Blocks, low: int, high: int) -> range:
    """The blocks around the title; empty without one."""
    return range(max(0, low - _NEAR // 3), min(len(blocks), high + _NEAR)) if high else range(0)


def _subtitles(page: _Page, low: int, high: int) -> Bools:
    """[n] a standfirst, or an ``h2`` directly after the title."""
    blocks, out = page.blocks, np.zeros(len(page.blocks), bool)
    if not high:
        return out
    after = slice(high, high + _NEAR)
    out[after] = page.around("subtitle")[after] & (blocks.words[after] <= 100)
    if high < len(blocks) and page.tree.tags[page.tree.tag[blocks.node[high]]] == "h2":
        out[high] = True
    return out


def _bylines(page: _Page, near: range) -> Bools:
    """[n] who wrote the page, or what is on it; a line that is nothing but a date is none."""
    blocks, here = page.blocks, slice(near.start, near.stop)
    short, out = blocks.words <= _SHORT, page.around("byline")
    out[here] |= page.around("address")[here]
    for i in np.flatnonzero((blocks.words[here] <= _DATE_WORDS) & ~out[here]).tolist():
        out[near.start + i] = _BY.match(blocks.text[near.start + i]) is not None
    out &= short
    if near and not out[here].any():
        out |= _by_link(page, near) & short
    for i in np.flatnonzero(out).tolist():
        text = blocks.text[i]
        out[i] = _LETTERS.search(text) is not None and not _is_date(text)
    return out


def _by_link(page: _Page, near: range) -> Bools:
    """[n] links near the title that state, or whose address states, that they are to an author."""
    tree, first = page.tree, page.blocks.first
    low, high = np.searchsorted(tree.opened, (first[near.start], first[near.stop]))
    links = np.flatnonzero(tree.named({"a"})[low:high])[:_LINKS] + low
    chosen = [e for e in links.tolist() if tree.closed[e] > tree.opened[e] and _to_author(tree, e)]
    return page.inside(np.array(chosen, np.int32))


def _to_author(tree: Tree, link: int) -> bool:
    attributes = tree.attributes[link]
    if "author" in attributes.get("rel", ""):
        return True
    return _AUTHORS.search(attributes.get("href", "")[:_LONGEST]) is not None


def _dates(page: _Page, near: range) -> Bools:
    """[n] when it was written."""
    short = page.blocks.words <= _DATE_WORDS
    out = page.around("time") & short
    for i in np.flatnonzero(page.around("date") & short & ~out).tolist():
        out[i] = _DIGIT.search(page.blocks.text[i]) is not None
    for i in (np.flatnonzero((short & ~out)[near.start : near.stop]) + near.start).tolist():
        out[i] = _is_date(page.blocks.text[i])
    return out


def _of_page(page: _Page, found: Bools, near: range, discussed: Bools) -> Bools:
    """[n] those of some bylines or dates that are of the page, not of what it leads to.

    They are near the title, else directly after the text, or the only ones and beside each other.

    Args:
        page: the page.
        found: [n] the bylines or dates.
        near: the blocks around the title; empty without one.
        discussed: [n] the blocks of comments and posts.
    """
    found = found & ~discussed
    places = np.flatnonzero(found)
    if not near or len(places) < 2 or places[-1] - places[0] <= _AFTER:
        return found
    prose = np.flatnonzero(page.prose & ~discussed)
    end = int(prose[-1]) + 1 if len(prose) else len(found)
    chosen = np.zeros_like(found)
    for first, last in ((near.start, near.stop), (end, end + _AFTER)):
        if not chosen.any():
            chosen[first:last] = found[first:last]
    return chosen


def _is_date(text: str) -> bool:
    """Whether a line is a date, with little beside it: in any language."""
    if len(text) > 80 or not _DIGIT.search(text) or not _DATE.search(text):
        return False
    return len(_LETTERS.findall(text)) <= 7


def _all_code(blocks: Blocks) -> Bools:
    """[n] whether all of a block's text is inside ``code``."""
    code = blocks.tree.named({"code"})
    if not code.any():
        return np.zeros(len(blocks), bool)
    inside = blocks.tree.enclosing_count(code) > 0
    return np.asarray(np.logical_and.reduceat(inside, blocks.first[:-1]))


def _data_tables(page: _Page) -> Ints:
    """The tables that hold data: those without tables inside, with two rows and columns or more.

    Tables for layout hold paragraphs, or rows of different lengths.
    """
    found, tree = page.elements("table"), page.tree
    if not len(found):
        return found
    of = tree.nearest(tree.named({"table"}))
    nested = np.zeros(len(tree.tag), bool)
    nested[of[tree.parent[found]]] = True
    rows, cells, heads = (
        np.bincount(of[tree.named(names)], minlength=len(tree.tag))[found]
        for names in ({"tr"}, {"td", "th"}, {"th"})
    )
    words = page.words(found) / np.maximum(cells, 1)
    regular = (rows >= 2) & (cells >= 2 * rows - 1) & (words <= np.where(heads, 60, 15))
    return found[regular & ~nested[found] & ~_of_layout(tree, found)]


def _of_layout(tree: Tree, tables: Ints) -> Bools:
    """Whether tables have a role that says that they hold no data."""
    seen, layout = tree.looked_at, np.zeros(len(tree.tag), bool)
    for row in seen.rows("role").tolist():
        if seen.values[seen.value[row]] in ("presentation", "none"):
            layout[seen.element[row]] = True
    return layout[tables]


def _discussion(page: _Page, title: tuple[int, int]) -> tuple[Bools, Bools]:
    """[n] twice: what are comments, and what are posts of a discussion."""
    sections, forms = _comment_sections(page, title)
    comments = page.inside(sections) & ~forms
    alone = page.blocks.words[page.prose & ~comments].sum() < _MAIN_MATTER
    thread = _thread(page)
    free, inside = page.blocks.free_words, page.inside(thread)
    answers = free[inside & comments].sum() > 0.5 * free[inside].sum()
    if len(thread) and (alone or not answers or _is_stated(page)):
        sections = sections[~_contains(page.tree, sections, thread)]
        return page.inside(sections) & ~forms & ~answers, inside
    matter = free[comments].sum() >= 0.3 * free.sum() and (alone or _is_stated(page))
    if len(sections) and matter and _are_posts(page, _repeated(page, "comment")):
        return np.zeros_like(comments), comments
    return comments, np.zeros_like(comments)


def _comment_sections(page: _Page, title: tuple[int, int]) -> tuple[Ints, Bools]:
    """The elements for comments that hold some, and [n] the blocks of forms for others.

    They are not around the title, and not between it and the first prose.
    """
    found = page.elements("comment")
    low, high = page.range(found)
    prose = np.flatnonzero(page.prose[title[1] :])
    start = title[1] + int(prose[0]) if len(prose) else 0
    found = found[(low > title[0]) & ((low >= title[1]) & (high > start)) | (title[1] == 0)]
    found = found[_of_readers(page, found)]
    if not len(found):
        return found, np.zeros(len(page.blocks), bool)
    items = _comments(page, page.inside(found))
    held = _hold_comments(page, found, items) | _hold_text(page, found)
    forms = np.flatnonzero(page.tree.named(("form",)) & page.tree.holds).astype(np.int32)
    empty = forms[~_hold_comments(page, forms, items)]
    around = found[~held]
    around = around[_contains(page.tree, around, forms)]
    return found[held], page.inside(np.concatenate((empty, around)))


def _of_readers(page: _Page, elements: Ints) -> Bools:
    """[e] whether elements named as comments are not in code or a sentence, as its authors' are."""
    tree, first = page.tree, page.blocks.first
    starts = np.zeros(len(tree.text) + 1, bool)
    starts[first] = True
    whole = starts[tree.opened[elements]] & starts[tree.closed[elements]]
    code = tree.named(("pre", "code", "listing", "xmp"))
    return np.asarray(whole & ~code[elements] & (tree.nearest(code)[elements] == 0))


def _comments(page: _Page, where: Bools) -> Ints:
    """The elements of single comments within some blocks: they have text, an author or a date."""
    found = [_repeated(page, cue, where) for cue in ("post", "comment")]
    likely = [one for one in (*found, _single(page, where)) if _are_comments(page, one)]
    return np.unique(np.concatenate((np.zeros(0, np.int32), *likely)))


def _are_comments(page: _Page, items: Ints) -> bool:
    """Whether elements hold more than a button or a number, or the first have authors or dates."""
    if len(items) > 1 and page.words(items).mean() >= _LEAST_OF_POST:
        return True
    ends = page.range(items[:_SIGNED])[1].tolist()
    first = zip(items[:_SIGNED].tolist(), ends, strict=True)
    return any(_author(page, one, end) or _date(page, one, end) for one, end in first)


def _hold_comments(page: _Page, elements: Ints, items: Ints) -> Bools:
    """[e] whether elements hold prose, or hold or are in one of some comments."""
    low, high = page.range(elements)
    prose = np.append(0, np.cumsum(page.prose))
    within = _contains(page.tree, elements, items) | _contained(page.tree, elements, items)
    return np.asarray((prose[high] > prose[low]) | within)


def _hold_text(page: _Page, elements: Ints) -> Bools:
    """[e] whether elements hold as many words as a post, outside of forms, headings and links."""
    free = np.where(page.blocks.inside(page.tree.named(_ABOUT_COMMENTS)), 0, page.blocks.free_words)
    low, high = page.range(elements)
    words = np.append(0, np.cumsum(free))
    return np.asarray(words[high] - words[low] >= _LEAST_OF_POST)


def _thread(page: _Page) -> Ints:
    """The posts of a forum or the answers to a question, if they are the page's main matter."""
    free, none = page.blocks.free_words, np.zeros(0, np.int32)
    least = 0.3 * free.sum()
    if free[page.around("post")].sum() < least:
        return none
    found = _repeated(page, "post")
    if not _are_posts(page, found):
        return none
    found = np.append(_opening(page, found), found)
    return found if free[page.inside(found)].sum() >= least else none


def _is_stated(page: _Page) -> bool:
    """Whether the page states that it is a discussion."""
    types = ("DiscussionForumPosting", "QAPage")
    return page.has("thread") or any(name in text for text in page.tree.schema for name in types)


def _are_posts(page: _Page, items: Ints) -> bool:
    """Whether repeated elements have authors, and no headings of their own, as teasers have."""
    tree = page.tree
    if not len(items):
        return False
    if page.words(items).mean() < _LEAST_OF_POST:
        return False
    users = np.concatenate([page.elements(cue) for cue in ("user", "byline")])
    if _contains(tree, items, users).mean() < 0.5 and not _is_stated(page):
        return False
    named = page.text_bits & np.uint64(_BITS["user"] | _BITS["byline"]) != 0
    headings = np.flatnonzero(tree.named((*_HEADINGS, "h4", "h5")) & (tree.closed > tree.opened))
    headings = headings[(tree.linked & ~named)[tree.opened[headings]]][:_MOST_ITEMS]
    headings = headings[_contained(tree, headings, items)]
    # In a thread, headings repeat its subject.
    texts = [tree.text[place].strip().casefold() for place in tree.opened[headings].tolist()]
    return sum(texts[0] not in text for text in texts) < max(0.5 * len(items) - 1, 1)


def _opening(page: _Page, posts: Ints) -> Ints:
    """The longest question or first post that stands before the others, if it has another name.

    It has prose and an author: other elements of such names are headings and menus.
    """
    found = page.elements("opening")
    found = found[page.tree.closed[found] <= page.tree.opened[posts[0]]]
    found = found[_contains(page.tree, found, page.elements("user"))]
    low, high = page.range(found)
    prose = np.append(0, np.cumsum(page.prose))
    found = found[prose[high] > prose[low]]
    longest = page.words(found).argsort()[-1:]
    return np.asarray(found[longest])


def _repeated(page: _Page, name: str, where: Bools | None = None) -> Ints:
    """The elements of one name that hold the most words, for their number, of the names with a cue.

    There are at least two beside each other, so that what is around all of them is not meant.

    Args:
        page: the page.
        name: the cue.
        where: [n] the blocks in which they begin; anywhere by default.
    """
    best, most = np.zeros(0, np.int32), 0.0
    for elements in _by_name(page, name):
        if where is not None:
            elements = elements[where[page.range(elements)[0]]]
        outer, beside = _nesting(page.tree, elements)
        words = float(page.words(elements[outer]).sum()) * (1 - 1 / beside)
        if words > most:
            best, most = elements, words
    return _with_writers(page, _halved(page, name, best))


def _halved(page: _Page, name: str, elements: Ints) -> Ints:
    """The elements that each hold two of some others, the writer and the text of a post, or these.

    Args:
        page: the page.
        name: the cue.
        elements: of one name, beside each other.
    """
    if len(elements) < 2:
        return elements
    dates = np.concatenate([page.elements(cue) for cue in ("time", "date")])
    if (page.own[elements] & np.uint64(_BITS["comment"])).any() and name == "post":
        return elements  # the other half is what others said about it
    if _contains(page.tree, elements, dates).sum() > _DATED * len(elements):
        return elements  # each is a post
    outer = _stating(page, name, elements)
    if len(outer) or len(elements) < 4:
        return outer if len(outer) else elements
    for outer in _by_name(page, name):
        held = page.tree.starts_within(elements, outer)
        if len(outer) > 1 and 2 * len(outer) == len(elements) and (held == 2).all():
            return outer
    return _nearly_halved(page, name, elements)


def _stating(page: _Page, name: str, elements: Ints) -> Ints:
    """The elements around most of such halves that state who wrote them; none if there are none."""
    tree, none = page.tree, np.zeros(0, np.int32)
    if not may_have(tree.attributes, _WRITERS) or _names_users(page, elements).mean() > _NAMED:
        return none
    for outer in _by_name(page, name):
        stating = [bool(_attribute(tree, one, _WRITERS)) for one in outer.tolist()]
        outer = outer[np.array(stating, bool)]
        held = tree.starts_within(elements, outer)
        if held.sum() > 0.5 * len(elements) and held.min() >= 2 and held.max() <= 3:
            return np.asarray(outer)
    return none


def _with_writers(page: _Page, elements: Ints) -> Ints:
    """What is around each of some elements if nearly all follow who wrote them, else these.

    Shorter texts beside names are teasers and what customers say.
    """
    tree, users = page.tree, np.uint64(_BITS["user"] | _BITS["byline"])
    if len(elements) < _LEAST_BODIES or page.words(elements).mean() < _PROSE:
        return elements
    around, before = tree.parent[elements], tree.opened[elements] - 1
    follow = (page.text_bits[before] & users != 0) & (before >= tree.opened[around])
    is_alone = tree.starts_within(elements, around) == tree.starts_within(elements, elements)
    if (follow & is_alone).mean() <= _NAMED or _names_users(page, elements).mean() >= 0.5:
        return elements
    is_frame = tree.matching("class", _FRAME.search)[around]
    return np.unique(np.where(is_alone, around, elements)[~is_frame])


def _nearly_halved(page: _Page, name: str, elements: Ints) -> Ints:
    """The same where a few hold one or three: the form for a reply, or a cell with votes.

    Elements that each name a user are posts, however many of them are in a group.
    """
    if _names_users(page, elements).sum() > _NAMED * len(elements):
        return elements
    for outer in _by_name(page, name):
        held = page.tree.starts_within(elements, outer)
        outer, held = outer[held > 0], held[held > 0]
        apart = 1 < len(outer) < len(elements) == held.sum()
        if apart and held.max() <= 3 and (held > 1).mean() >= _PAIRED:
            return outer
    return elements


def _names_users(page: _Page, elements: Ints) -> Bools:
    """[e] whether each element holds one that is named as a user, not as what a user wrote."""
    users = page.elements("user")
    is_matter = page.tree.matching("class", _MATTER.search)
    return _contains(page.tree, elements, users[~is_matter[users]])


def _by_name(page: _Page, name: str) -> Iterator[Ints]:
    """The elements with a cue in their names, by the name that has it, in document order."""
    rows = np.flatnonzero(page.named & np.uint64(_BITS[name]))[:_MOST_ITEMS]
    values = page.tree.looked_at.values
    names: dict[str, int] = {}
    number = np.zeros(len(values), np.int32)
    for value in np.unique(page.value[rows]).tolist():
        number[value] = names.setdefault(_part_with(values[value], name), len(names))
    group = number[page.value[rows]]
    order = np.argsort(group, kind="stable")
    for part in np.split(order, np.flatnonzero(np.diff(group[order])) + 1)[:_NAMES_OF_POSTS]:
        yield np.unique(page.element[rows[part]])


def _part_with(names: str, cue: str) -> str:
    """The first of several names with a cue, less its digits: ``comment-`` of ``comment-12``."""
    parts = [re.sub("[0-9]+", "", one) for one in names[:_LONGEST].split()]
    found = cues_in(parts, *_VOCABULARY) & _BITS[cue]
    return next((one for one, hit in zip(parts, found.tolist(), strict=True) if hit), names)


def _nesting(tree: Tree, elements: Ints) -> tuple[Bools, int]:
    """[e] which of some elements are in no other, and how many there are that hold no other."""
    opened, closed = tree.opened[elements], tree.closed[elements]
    ends = np.maximum.accumulate(np.append(0, closed))[:-1]
    return opened >= ends, int((opened[1:] >= closed[:-1]).sum()) + 1


def _contains(tree: Tree, elements: Ints, others: Ints) -> Bools:
    """[e] whether each element contains one of the others."""
    return np.asarray(tree.starts_within(others, elements) > 0)


def _contained(tree: Tree, elements: Numbers, others: Ints) -> Bools:
    """[e] whether each element is in one of the others."""
    inside = np.zeros(len(tree.tag), bool)
    inside[others] = True
    return tree.nearest(inside)[elements] > 0


@dataclass(frozen=True)
class Post:
    """A comment, or a post of a discussion."""

    first: int  # its first block
    last: int  # its last block before the next post; replies are separate posts
    author: str  # "" if the page does not state one
    date: str  # as an attribute or else the text has it; "" if the page does not state one
    depth: int  # 0: answers no other
    element: int


def posts(blocks: Blocks, roles: NDArray[np.int8]) -> list[Post]:
    """The comments and posts of a page, in document order.

    Args:
        blocks: the page's blocks.
        roles: [n] as :func:`page_roles` finds them.
    """
    chosen = np.isin(roles, (_CODE["comment"], _CODE["post"]))
    if not chosen.any():
        return []
    page = _Page(blocks)
    found = _without_page(page, _posts_of(page, roles))
    low, high = page.range(found)
    high = np.minimum(high, np.append(low[1:], len(blocks)))
    whole = _whole_posts(page.tree, found)
    rows = zip(
        *(found.tolist(), low.tolist(), high.tolist()),
        *(of(page, found, whole, high.tolist()) for of in (_authors_of_posts, _dates_of_posts)),
        _depths(page.tree, found),
        strict=True,
    )
    read = [
        Post(low, high - 1, who, when, depth, post)
        for post, low, high, who, when, depth in rows
        if high > low
    ]
    is_post = (roles == _CODE["post"]).tolist()
    # Without either it is a form, or a heading over comments.
    return [one for one in read if one.author or one.date or is_post[one.first]]


def _posts_of(page: _Page, roles: NDArray[np.int8]) -> Ints:
    """The elements of posts and of comments, in document order."""
    found = []
    for role in ("post", "comment"):
        where = roles == _CODE[role]
        if where.any():
            items = [_repeated(page, cue, where) for cue in ("post", "comment")]
            chosen = max(items, key=lambda one: float(page.words(one).max(initial=0) * len(one)))
            found.append(chosen if len(chosen) else _single(page, where))
            if role == "post" and len(chosen):
                found.append(_opening(page, chosen))
    return np.unique(np.concatenate(found)).astype(np.int32)


def _without_page(page: _Page, found: Ints) -> Ints:
    """Posts without the page of a site around all others, and without links, which are teasers.

    An opening post around its answers has a writer or prose before the first of them.
    """
    tree = page.tree
    found = found[~tree.named(("a",))[found]]
    if len(found) < 3 or tree.closed[found[0]] < tree.closed[found[1:]].max():
        return found
    outer, (low, high) = int(found[0]), page.range(found[:2])[0].tolist()
    is_post = low == high or page.prose[low:high].any() or _author(page, outer, high)
    return found if is_post else found[1:]


def _single(page: _Page, where: Bools) -> Ints:
    """The only comment of a page, by a number in its name or as it has no other word in it."""
    rows = np.flatnonzero(page.named & np.uint64(_BITS["comment"]))[:_MOST_ITEMS]
    values = page.tree.looked_at.values
    chosen = [row for row in rows.tolist() if _ITEM.search(values[page.value[row]][:_LONGEST])]
    found = np.unique(page.element[chosen]).astype(np.int32)
    found = found[where[page.range(found)[0]]]
    return found[_nesting(page.tree, found)[0]]


def _depths(tree: Tree, elements: Ints) -> list[int]:
    """How deep each post is among the posts: by nesting, else by what states its indentation."""
    depths = _nested(tree, elements)
    if any(depths):
        return depths
    stated = _indentations(tree, elements)
    levels = {level: rank for rank, level in enumerate(sorted(set(stated)))}
    return [levels[level] for level in stated]


def _nested(tree: Tree, elements: Ints) -> list[int]:
    """How many of some elements are around each; one that begins with another is no deeper."""
    depths, around = list[int](), list[tuple[int, int, int]]()
    ends = tree.closed[elements].tolist()
    for start, end in zip(tree.opened[elements].tolist(), ends, strict=True):
        while around and around[-1][1] <= start:
            around.pop()
        first, _, depth = around[-1] if around else (start, end, 0)
        depths.append(depth + (first < start))
        around.append((start, end, depths[-1]))
    return depths


def _indentations(tree: Tree, elements: Ints) -> list[float]:
    """What posts state as their levels; one that states none has that of what it begins with."""
    is_rtl = any(one.get("dir", "").lower() == "rtl" for one in tree.frame_attributes)
    stated, before = list[float](), -1
    for element, start in zip(elements.tolist(), tree.opened[elements].tolist(), strict=True):
        around = stated[-1] if start == before else 0.0
        stated.append(_indentation(tree, element, is_rtl) or around)
        before = start
    return stated


def _indentation(tree: Tree, element: int, is_rtl: bool) -> float:
    """What a post or one of its first elements states as its level or indentation; 0 if none."""
    for place in range(element, min(element + _FIRST, len(tree.tag))):
        if place > element and tree.parent[place] < element:
            break
        attributes = tree.attributes[place]
        for name in _LEVELS:
            found = _INDENT[name].search(attributes.get(name, "")[:_LONGEST])
            if found and not (name == "aria-level" and attributes.get("role") == "heading"):
                return float(found[1])
        if indent := _indent(attributes.get("style", "")[:_LONGEST], is_rtl):
            return indent
    return 0.0


def _indent(style: str, is_rtl: bool) -> float:
    """How much further a style moves in the start of lines than their end."""
    left, right = (
        sum(float(size) for one, size in _SPACES.findall(style) if one == side)
        for side in ("left", "right")
    )
    return max(right - left if is_rtl else left - right, 0.0)


def _whole_posts(tree: Tree, elements: Ints) -> list[int]:
    """The element of each post with its author and date, where what was found is only its body.

    It is as many levels above as with most of the posts, and holds no other post.
    """
    levels = np.zeros(len(elements), np.int32)
    for _, alone in _around(tree, elements):
        levels += alone
    usual = int(np.median(levels)) if len(levels) else 0
    pairs = zip(elements.tolist(), levels.tolist(), strict=True)
    return [_ancestor(tree, element, min(own, usual)) for element, own in pairs]


def _around(tree: Tree, elements: Ints) -> Iterator[tuple[Ints, Bools]]:
    """[e] twice for each level above posts: what is around each, and whether it is around no other.

    What is around the only post of a page may be anything.
    """
    held = tree.starts_within(elements, elements)
    above, alone = elements, np.ones(len(elements), bool)
    for _ in range(_OUTER if len(elements) > 1 else 0):
        above = tree.parent[above]
        alone = alone & (above > 0) & (tree.starts_within(elements, above) == held)
        alone &= ~np.isin(above, elements)
        yield above, alone


def _ancestor(tree: Tree, element: int, levels: int) -> int:
    for _ in range(levels):
        element = int(tree.parent[element])
    return element


def _authors_of_posts(
    page: _Page, elements: Ints, whole: Sequence[int], ends: Sequence[int]
) -> list[str]:
    """Who wrote each post: as readers see it, or as the post states it, which may be for programs.

    A part of a name that is shown, such as an initial, and a name with a rank are those stated.
    """
    pairs = list(zip(whole, ends, strict=True))
    stated = _stated_authors(page.tree, elements)
    rows = list(zip(stated, pairs, strict=True))
    shown = [_shown_author(page, *pair, who) if who else "" for who, pair in rows]
    if not _are_writers(shown, stated):
        shown = stated
    return [
        (who if not name or name in who or who in name else name) or _author(page, *pair)
        for name, (who, pair) in zip(shown, rows, strict=True)
    ]


def _shown_author(page: _Page, element: int, high: int, stated: str) -> str:
    """The name of an author that readers see: what the post states if it also shows this."""
    tree = page.tree
    low = int(tree.opened[element])
    texts = tree.text[low : min(int(tree.closed[element]), low + _HEAD)]
    is_shown = any(text.strip() == stated for text in texts)
    return stated if is_shown else _named_author(page, element, high)[0]


def _are_writers(shown: Sequence[str], stated: Sequence[str]) -> bool:
    """Whether what is shown as names is that of most posts, and of one stated author each.

    What is beside several authors is a status such as "Offline", or somebody whom posts mention.
    """
    pairs = {(name, who) for name, who in zip(shown, stated, strict=True) if name}
    is_usual = 2 * sum(map(bool, shown)) > sum(map(bool, stated))
    return is_usual and len({name for name, _ in pairs}) == len(pairs)


def _stated_authors(tree: Tree, elements: Ints) -> list[str]:
    """Who wrote each post, as an attribute states it; "" where none does."""
    stated = (text.strip() for text in _stated(tree, elements, _WRITERS))
    return [one if _is_name(one) and one.lower() not in _NO_NAMES else "" for one in stated]


def _stated_times(tree: Tree, elements: Ints) -> list[str]:
    """When each post was written, as an attribute states it in seconds; "" where none does."""
    stated = (_STAMP.fullmatch(text) for text in _stated(tree, elements, _TIMES))
    times = [datetime.fromtimestamp(int(one[1]), UTC) if one else None for one in stated]
    return [f"{one:%Y-%m-%dT%H:%M:%SZ}" if one else "" for one in times]


def _stated(tree: Tree, elements: Ints, names: Sequence[str]) -> list[str]:
    """The first of some attributes of each post or of what is around it alone; "" without any."""
    if not may_have(tree.attributes, names):
        return [""] * len(elements)
    found = [_attribute(tree, element, names) for element in elements.tolist()]
    for above, alone in _around(tree, elements):
        for place in np.flatnonzero(alone).tolist():
            found[place] = found[place] or _attribute(tree, int(above[place]), names)
    return found


def _attribute(tree: Tree, element: int, names: Sequence[str]) -> str:
    return next((text for name in names if (text := tree.attribute(element, name))), "")


def _author(page: _Page, element: int, high: int) -> str:
    """Who wrote a post: what is named so, or else a link to a profile; a doubtful name at last."""
    name, doubtful = _named_author(page, element, high)
    return name or _linked_author(page, element, high) or doubtful


def _named_author(page: _Page, element: int, high: int) -> tuple[str, str]:
    """The first short text named as the author of a post; of an avatar only without another.

    Of what is around a link that is named so, too, it is the text of this link. Buttons, labels and
    what is in brackets, such as "[author]", are often signs beside the name, as are ranks and
    places: the second is such a one, if there is no other.
    """
    doubtful = ""
    for one, name in _authors(page, element, high):
        is_sign = _BRACKETED.fullmatch(name) or _LABEL.fullmatch(name) or is_button(page.tree, one)
        if not (is_sign or _ABOUT_USERS.search(page.tree.attribute(one, "class"))):
            return name, ""
        doubtful = doubtful or name
    return "", doubtful


def _authors(page: _Page, element: int, high: int) -> Iterator[tuple[int, str]]:
    """The elements of a post that are named as its author or a user, with the names in them."""
    tree, avatars = page.tree, page.avatars
    bylines, users = (_within(page, cue, element, high) for cue in ("byline", "user"))
    links = [one for one in users if tree.linked[tree.opened[one]] and one not in avatars]
    links = [one for one in links if not _ABOUT_USERS.search(tree.attribute(one, "class"))]
    for one in sorted([*bylines, *users], key=avatars.__contains__):
        inner = next((link for link in links if one < link and _is_around(tree, one, link)), None)
        inner = inner or _head_of_profile(page, one) or one
        name = _BY_WORD.sub("", _name(page, inner)).strip(" :,|·•-–—@")
        least = 2 if one in avatars else 1  # an avatar may be an initial
        is_other = _NO_NAME.search(tree.attribute(one, "class")) or _is_matter(page, inner)
        if least <= len(name) and _is_name(name) and not is_other:
            yield inner, name


def _head_of_profile(page: _Page, element: int) -> int:
    """The term that a list begins with, if it is the only one: what follows describes it; else 0.

    What follows a label such as "Author" is the name.
    """
    tree, of_text = page.tree, page.blocks.of_text
    low, high = int(tree.opened[element]), int(tree.closed[element])
    place = int(np.searchsorted(page.terms, element + 1))
    inside = [one for one in page.terms[place : place + 2].tolist() if tree.opened[one] < high]
    if not inside or tree.opened[inside[0]] != low:
        return 0
    if _LABEL.fullmatch(_name(page, inside[0])):
        return _described(page, inside[0], high)
    return inside[0] if len(inside) == 1 and of_text[high - 1] - of_text[low] > 1 else 0


def _described(page: _Page, term: int, high: int) -> int:
    """The description that follows a term of a list before text ``high``; 0 if there is none."""
    after = page.descriptions[np.searchsorted(page.descriptions, term + 1) :][:1].tolist()
    return next((one for one in after if page.tree.opened[one] < high), 0)


def _is_name(text: str) -> bool:
    """Whether a text may be a name."""
    return len(text) <= _LONGEST_NAME and any(map(str.isalpha, text)) and not _is_date(text)


def _is_matter(page: _Page, element: int) -> bool:
    """Whether an element is more than a name: without links, and of more than two blocks."""
    tree, of_text = page.tree, page.blocks.of_text
    low, high = int(tree.opened[element]), int(tree.closed[element])
    return of_text[high - 1] - of_text[low] > 1 and not tree.linked[low:high][:_FIRST].any()


def _linked_author(page: _Page, element: int, high: int) -> str:
    """The text of a link to a profile on the same site before the prose of a post."""
    tree, prose = page.tree, page.prose
    low = int(page.blocks.of_text[tree.opened[element]])
    end = int(page.blocks.first[low + int(np.append(prose[low:high], True).argmax())])
    place = int(np.searchsorted(page.links, element + 1))
    for link in page.links[place : place + _LINKS].tolist():
        if tree.closed[link] > end:
            break
        name = _name(page, link)
        if _is_name(name) and not _ADDRESS.search(name) and _to_profile(page, link):
            return name
    return ""


def _to_profile(page: _Page, link: int) -> bool:
    """Whether a link leads to the page of a user or author on the same site."""
    href = page.tree.attribute(link, "href")[:_LONGEST]
    found = _AUTHORS.search(href)
    if found is None or _NO_PROFILE.match(href, found.end()):
        return False
    host = _HOST.match(href)
    return host is None or host[1].lower() == page.host


def _is_around(tree: Tree, outer: int, inner: int) -> bool:
    low, high = int(tree.opened[inner]), int(tree.closed[inner])
    return bool(tree.opened[outer] <= low and high <= tree.closed[outer])


def _dates_of_posts(
    page: _Page, elements: Ints, whole: Sequence[int], ends: Sequence[int]
) -> list[str]:
    """When each post was written: as it is named, as the post states it, or else as it is written.

    What posts state may be in another time zone than what readers see. Texts are only read where
    most of the posts that have no other date have one there.
    """
    pairs = list(zip(whole, ends, strict=True))
    named = [_named_date(page, element, high) for element, high in pairs]
    stated = _stated_times(page.tree, elements)
    dates = [sure or other for (sure, _), other in zip(named, stated, strict=True)]
    rows = zip(pairs, dates, strict=True)
    written = ["" if date else _written_date(page, *pair) for pair, date in rows]
    if 2 * sum(map(bool, written)) > dates.count(""):
        dates = [date or text for date, text in zip(dates, written, strict=True)]
    return [date or poor for date, (_, poor) in zip(dates, named, strict=True)]


def _date(page: _Page, element: int, high: int) -> str:
    """What is named as the date of a post; a poor one only without another."""
    return next(filter(None, _named_date(page, element, high)), "")


def _named_date(page: _Page, element: int, high: int) -> tuple[str, str]:
    """When a post was written: an attribute of what is named so, or of what it holds, or its text.

    When its author joined never counts. When it was changed is poor, and so is a time without a
    day: the second is such a one.
    """
    tree, poor = page.tree, ""
    for cue in ("time", "date"):
        for one in _within(page, cue, element, high):
            if _is_elsewhen(page, one):
                continue
            for text in _stated_dates(tree, one):
                text = _ISO.sub(r"\1", _NUMBER.sub("", text)).strip(_SIGNS)
                if 0 < len(text) <= _LONGEST_NAME and _DIGIT.search(text):
                    if not (_is_change(tree, one) or _CLOCK.fullmatch(text)):
                        return text, ""
                    poor = poor or text
    return "", poor


def _is_change(tree: Tree, element: int) -> bool:
    """Whether an element, or the short one around it, says first that a post was changed."""
    around = int(tree.parent[element])
    low, high = int(tree.opened[around]), int(tree.closed[around])
    start = tree.text[low] if high - low <= _DATED_TEXTS else ""
    return any(_CHANGED.match(text.lstrip(" .,([")) for text in (_text(tree, element), start))


def _written_date(page: _Page, element: int, high: int) -> str:
    """The date in the first texts of a post before its prose, one with a time of day if any has.

    Lists in a post describe its author.
    """
    tree, found = page.tree, ""
    low, end = int(tree.opened[element]), int(tree.closed[element])
    block = int(page.blocks.of_text[low])
    prose = block + int(np.append(page.prose[block:high], True).argmax())
    end = min(end, int(page.blocks.first[prose]), low + _HEAD)
    listed = page.items[low:end] > page.items[low:end].min(initial=len(tree.tag))
    for place in (np.flatnonzero(~(page.undated[low:end] | listed)) + low).tolist():
        if _is_day(tree.text[place]):
            text = _NUMBER.sub("", " ".join(tree.text[place].split())).strip(f"{_SIGNS}«@")
            when = _WRITTEN.fullmatch(text)
            if when is None or _NOT_WRITTEN.search(f"{_before(page, place)} {text}"):
                continue
            if _CLOCK.search(text):
                return when[1].rstrip(" (")
            found = found or when[1]
    return found


def _before(page: _Page, text: int) -> str:
    """The short text before one in the same block, which may say what it is."""
    of_text = page.blocks.of_text
    is_same = text > 0 and of_text[text - 1] == of_text[text]
    return page.tree.text[text - 1][-_LONGEST_NAME:] if is_same else ""


def _is_day(text: str) -> bool:
    """Whether a text is a date with its year and little beside it."""
    return _YEAR.search(text[:_LONGEST_NAME]) is not None and _is_date(text.strip())


def _is_elsewhen(page: _Page, element: int) -> bool:
    """Whether an element or the one around it alone is named as the date of something else."""
    around = int(page.tree.parent[element])
    named = page.own[[element, around]] & np.uint64(_BITS["elsewhen"]) != 0
    size = int(page.tree.closed[around] - page.tree.opened[around])
    users = page.elements("user")
    after = users[np.searchsorted(users, around + 1) :][:1].tolist()
    is_alone = size <= _DATED_TEXTS and not any(_is_around(page.tree, around, e) for e in after)
    return bool(named[0] or (named[1] and is_alone))


def _stated_dates(tree: Tree, element: int) -> Iterator[str]:
    """What may be the date of a post, the surest first: attributes, then the text."""
    attributes = tree.attributes[element]
    names = _STATED if tree.tags[tree.tag[element]] != "time" else _STATED[:1]
    yield from (attributes.get(name, "").strip() for name in names)
    for inner in range(element + 1, min(element + 3, len(tree.tag))):
        if tree.parent[inner] < element:
            break
        stated = (tree.attribute(inner, name).strip() for name in _STATED)
        yield from (text for text in stated if _DATE.search(text[:_LONGEST]))
    yield _text(tree, element)
    yield " ".join(" ".join(tree.text[tree.opened[element] : tree.closed[element]]).split())


def _within(page: _Page, cue: str, element: int, high: int) -> list[int]:
    """The first elements with a cue inside a post, before block ``high``; the innermost first."""
    tree, found = page.tree, page.elements(cue)
    end = min(int(tree.closed[element]), int(page.blocks.first[high]))
    low = int(np.searchsorted(found, element + 1))
    inside = [one for one in found[low : low + _FIRST].tolist() if tree.closed[one] <= end]
    return sorted(inside, key=lambda one: (int(tree.opened[one]), int(tree.closed[one]), -one))


def _text(tree: Tree, element: int) -> str:
    """The text of an element; of more than a few words, that of its first link."""
    low, high = int(tree.opened[element]), int(tree.closed[element])
    linked = np.flatnonzero(tree.linked[low : min(high, low + _FIRST)])
    if high - low > 1 and len(linked):
        low, high = low + int(linked[0]), low + int(linked[0]) + 1
    return " ".join(" ".join(tree.text[low : min(high, low + _FIRST)]).split())[:_LONGEST]


def _name(page: _Page, element: int) -> str:
    """The name in an element, as :func:`_text`; without initials and what is hidden if possible."""
    tree = page.tree
    low, high = int(tree.opened[element]), int(tree.closed[element])
    shown = (~page.unnamed[low : min(high, low + _FIRST)]).nonzero()[0].tolist()
    if not shown or len(shown) == high - low:
        return _text(tree, element)
    linked = [place for place in shown if tree.linked[low + place]]
    chosen = linked[:1] or shown
    return " ".join(" ".join(tree.text[low + place] for place in chosen).split())[:_LONGEST]
