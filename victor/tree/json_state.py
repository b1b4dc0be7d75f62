"""Find text in a page's JSON: schema.org (``ld+json``) and the state of frameworks.

Some pages are empty and are filled from data in a script. There are no rules for specific sites: a
string that reads as prose is a passage, and a name in the same object is its title. schema.org
marks the main text of a page (https://schema.org/articleBody) and is trusted more than the rest.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from html import unescape
from itertools import accumulate, islice
from typing import Any, NamedTuple

from victor.text.characters import UNSPACED_LETTER
from victor.text.regex import regex
from victor.tree import rich_text
from victor.tree.attributes import may_have

SCHEMA, STATE, PROGRAM, VARIABLES = "schema", "state", "program", "variables"
_JAVASCRIPT = frozenset(("", "text/javascript", "application/javascript", "module"))
# Attributes in which Discourse, Inertia and React on Rails store a page's data.
_STATE_ATTRIBUTES = frozenset(("data-preloaded", "data-page", "data-react-props"))
# Assignments of JSON, and what is before the sign: few signs are of one, and they are fast to find.
_ASSIGNED = regex(r"=\s*(?:JSON\.parse\()?(?=[{\[\"])")
_TO_WINDOW = regex(r"(?:window|self|globalThis)[\w.\[\]\"' ]{1,60}\Z")
_TO_VARIABLE = regex(r"(?:\b(?:var|let|const)\s{1,9}|\.)[\w$]{1,60}\s{0,9}\Z")
_LONGEST = 90  # characters that these match
DECODER = json.JSONDecoder(strict=False)  # control characters in strings are common

# Types and keys of schema.org, besides ``articleBody``, that hold the text of a page.
_BODY = frozenset(
    (
        ("JobPosting", "description"),
        ("DiscussionForumPosting", "text"),
        ("SocialMediaPosting", "text"),
        ("Comment", "text"),
        ("HowToStep", "text"),
    )
)
_BODY_KINDS = frozenset(kind for kind, _ in _BODY)
_BODY_SIGNS = ('"articleBody"', *(f'"{kind}"' for kind in sorted(_BODY_KINDS)))
_NODES = (dict, list)
_TITLES = ("headline", "title", "name")
# Keys, in lower case, of data about the page, of its design, and of interface messages.
_ASIDE = frozenset(
    """
    author publisher creator provider brand logo image breadcrumb ispartof potentialaction i18n
    intl locale locales messages translation translations css styles stylesheet theme config
    runtimeconfig seo meta navigation nav menu footer consent cookies
    """.split()
)
_TAG = regex(
    r"</?(?:p|br|div|ul|ol|li|a|b|i|u|strong|em|span|h[1-6]|table|blockquote|pre|code|img|figure)"
    r"\b[^<>]*>",
    re.IGNORECASE,
)
_ANY_TAG = regex(r"<[^<>]*>")
_NO_LETTER = regex(r"[^\w ]|[\d_]")
_PARAGRAPH = regex(r"<(?:p|li|h[1-6])\b", re.IGNORECASE)
_UNDEFINED = regex(r"(?<=[:\[,])undefined\b")

# Lengths in characters.
_LARGEST = 2_000_000  # maximum of a script
SENTENCE = 60  # minimum of a string that may be prose
ENOUGH = 300  # minimum of missing text
_POOR = 3_000  # of a page's text, below which all JSON is searched
_BARE = 1_500  # of a page's prose, below which its article is assumed to be missing
_LONG = 200  # minimum of a passage in a variable; shorter ones are messages and teasers
_PROBE = 24  # of the pieces that are searched in the page
_NESTED = 200  # minimum of a string that may itself be JSON; maximum of titles
# Counts.
_MOST = 2_000  # maximum passages of a page
_MANY = 400  # pieces of one size from which look-ups at each position are faster than searches
_TRIES = 50  # maximum assignments of a script


class Script(NamedTuple):
    """A script that may hold data."""

    kind: str  # schema, state or program; variables: assignments other than to `window`
    text: str


class Passage(NamedTuple):
    """A string that reads as prose."""

    title: str  # of its object; empty if there is none
    text: str  # as in the source; HTML if ``is_html``, else without entities
    plain: str  # without tags, white space normalised
    is_body: bool  # whether schema.org marks it as the page's main text

    @property
    def is_html(self) -> bool:
        """Whether the text contains tags and must be parsed."""
        return bool(_TAG.search(self.text))


def script_kind(attributes: Mapping[str, str]) -> str:
    """The kind of data that a script with these attributes may hold; empty if it is not useful."""
    name = attributes.get("type", "").lower()
    if "json" in name:
        return SCHEMA if "ld+json" in name else STATE
    return PROGRAM if name in _JAVASCRIPT and "src" not in attributes else ""


def every_passage(
    scripts: Iterable[Script], attributes: Iterable[Mapping[str, str]]
) -> list[Passage]:
    """The distinct passages in scripts and attributes; those in variables last."""
    scripts = list(scripts)
    return _found([*scripts, *_in_attributes(attributes), *_variables(scripts)])


def _variables(scripts: Iterable[Script]) -> list[Script]:
    """Programs as sources of assignments to variables and to objects other than ``window``."""
    return [Script(VARIABLES, one.text) for one in scripts if one.kind == PROGRAM]


def _found(sources: Iterable[Script], only_bodies: bool = False) -> list[Passage]:
    found: dict[str, Passage] = {}
    passages = (passage for script in sources for passage in _passages_of(script, only_bodies))
    for one in islice(passages, _MOST):
        if one.plain not in found or not found[one.plain].is_body:
            found[one.plain] = one
    return list(found.values())


def _passages_of(script: Script, only_bodies: bool) -> Iterator[Passage]:
    passages = (one for value in values(script) for one in _passages(value, only_bodies))
    return filter(_is_long, passages) if script.kind == VARIABLES else passages


def _is_long(passage: Passage) -> bool:
    """Whether a passage is an article or a part of one, rather than a message."""
    in_paragraphs = _PARAGRAPH.search(passage.text) is not None
    return passage.is_body or in_paragraphs or len(passage.plain) >= _LONG


def articles(scripts: Iterable[Script]) -> Iterator[list[Passage]]:
    """The blocks of each rich text in scripts.

    Args:
        scripts: of a page.
    """
    for script in scripts:
        if script.kind in (STATE, PROGRAM) and rich_text.is_in(script.text):
            yield from map(_passages_of_nodes, _lists_in(script))


def _lists_in(script: Script) -> Iterator[list[Any]]:
    """The lists in a script's JSON, in any order."""
    pending = list(values(script))
    while pending:
        one = pending.pop()
        if type(one) is list:
            yield one
        if type(one) in _NODES:
            pending.extend(one.values() if type(one) is dict else one)
        elif type(one) is str and _may_be_json(one):
            pending.extend(values(Script(STATE, one)))


def missing_passages(
    scripts: Sequence[Script], attributes: Iterable[Mapping[str, str]], texts: Sequence[str]
) -> list[Passage]:
    """The passages missing in ``texts``, if they have at least as much text.

    Text that schema.org marks as the main text may be shorter. Scripts are parsed only if needed,
    as nearly all pages contain all of their text.
    """
    found = _offered(scripts, attributes, texts)
    if length(found) < ENOUGH:
        return []
    page = " ".join(texts)
    if not lacking(found, page):  # nor with normalised white space
        return []
    missing = lacking(found, " ".join(page.split()))
    if length(missing) >= max(ENOUGH, sum(map(len, texts))):
        return missing
    bodies = [one for one in missing if one.is_body]
    return bodies if length(bodies) >= ENOUGH else []


def _offered(
    scripts: Sequence[Script], attributes: Iterable[Mapping[str, str]], texts: Sequence[str]
) -> list[Passage]:
    """The passages in a page's scripts; the less text it has, the more scripts are read."""
    if not _is_poor(texts):
        bodies = [one for one in scripts if one.kind == SCHEMA and _has_body(one)]
        return _found(bodies, only_bodies=True)
    variables = [] if has_prose(texts, _BARE) else _variables(scripts)
    return _found([*scripts, *_in_attributes(attributes), *variables])


def lacking(found: Sequence[Passage], page: str) -> list[Passage]:
    """The passages missing in a page's text; titles that occur in it are removed."""
    if len(found) < _MANY:  # most occur literally, so that their pieces need not be searched
        found = [one for one in found if one.plain not in page]
    pieces = [piece for one in found for piece in (one.title, *_pieces(one.plain))]
    has = page if len(pieces) < _MANY else _held(page, pieces)
    return [_untitled(one, has) for one in found if not _stands_in(one.plain, has)]


def _is_poor(texts: Iterable[str]) -> bool:
    """Whether a page has little text; on most pages, a few texts are enough to decide."""
    return not any(map(_POOR.__le__, accumulate(map(len, texts))))


def has_prose(texts: Iterable[str], least: int) -> bool:
    """Whether texts that are long enough for prose have at least so many characters together."""
    sizes = (size for size in map(len, texts) if size >= SENTENCE)
    return any(map(least.__le__, accumulate(sizes)))


def length(passages: Iterable[Passage]) -> int:
    """The characters of some passages."""
    return sum(len(one.plain) for one in passages)


def _has_body(script: Script) -> bool:
    return any(sign in script.text for sign in _BODY_SIGNS)


def _untitled(passage: Passage, has: Collection[str]) -> Passage:
    """A passage without its title if this is in the page's text, or among the pieces of it."""
    return passage._replace(title="") if passage.title in has else passage


def _pieces(plain: str) -> list[str]:
    """About a dozen evenly spaced pieces of a passage."""
    step = max(_PROBE, len(plain) // 12)
    return [plain[i : i + _PROBE] for i in range(0, max(1, len(plain) - _PROBE), step)]


def _stands_in(plain: str, has: Collection[str]) -> bool:
    """Whether at least a third of a passage's pieces are in the page's text, or among ``has``."""
    pieces = _pieces(plain)
    least = (len(pieces) + 2) // 3
    return any(islice((True for piece in pieces if piece in has), least - 1, None))


def _held(page: str, pieces: Iterable[str]) -> set[str]:
    """The pieces that occur in a page's text.

    A search takes time linear in the page: many pieces of one size are looked up at each position
    instead.

    Args:
        page: the text.
        pieces: many.
    """
    by_size: dict[int, set[str]] = {}
    for piece in pieces:
        by_size.setdefault(len(piece), set()).add(piece)
    found: set[str] = set()
    for size, wanted in by_size.items():
        if len(wanted) < _MANY:
            found.update(piece for piece in wanted if piece in page)
        else:
            found |= wanted.intersection(page[i : i + size] for i in range(len(page)))
    return found


def _in_attributes(attributes: Iterable[Mapping[str, str]]) -> Iterator[Script]:
    if not may_have(attributes, _STATE_ATTRIBUTES):
        return  # true of nearly all pages
    for found in attributes:
        if not _STATE_ATTRIBUTES.isdisjoint(found):
            yield from (
                Script(STATE, text) for name, text in found.items() if name in _STATE_ATTRIBUTES
            )


def values(script: Script) -> Iterator[Any]:
    """The JSON values of a script; anything else is skipped.

    Args:
        script: of at least 60 and at most two million characters.
    """
    text = script.text.strip()
    if not SENTENCE <= len(text) <= _LARGEST:
        return
    for start in _starts(script.kind, text):
        with suppress(ValueError, RecursionError):
            yield _decoded(text, start)


def _decoded(text: str, start: int) -> Any:
    """The JSON value that starts at a place; ``undefined``, which JavaScript allows, is null."""
    try:
        return DECODER.raw_decode(text, start)[0]
    except json.JSONDecodeError as error:
        if not text.startswith("undefined", error.pos):
            raise
        return DECODER.raw_decode(_UNDEFINED.sub("null", text[start:]))[0]


def _starts(kind: str, text: str) -> list[int]:
    """The starts of JSON in a script; those in ``window`` do not count as variables."""
    if kind not in (PROGRAM, VARIABLES):
        return [0]
    held = _assigned(_TO_WINDOW, text)
    if kind == PROGRAM:
        return held
    return [start for start in _assigned(_TO_VARIABLE, text) if start not in held]


def _assigned(target: re.Pattern[str], text: str) -> list[int]:
    """The starts of JSON that is assigned to a target."""
    signs = ((found.start(), found.end()) for found in _ASSIGNED.finditer(text))
    starts = (end for at, end in signs if target.search(text, max(0, at - _LONGEST), at))
    return list(islice(starts, _TRIES))


def _passages(value: Any, only_bodies: bool) -> Iterator[Passage]:
    """Passages in order; with an explicit stack, as JSON may nest deeper than Python recurses."""
    pending: list[tuple[str, str, str, Any]] = [("", "", "", value)]
    while pending:
        kind, title, key, one = pending.pop()
        if type(one) is dict:
            kind = _type(one)
            items = _worth_a_look(one, kind)
            title = _title(one, items)
            pending.extend([(kind, title, name, item) for name, item in reversed(items)])
        elif type(one) is list:
            if not only_bodies and (blocks := _passages_of_nodes(one)):
                yield from blocks
            else:
                pending.extend([(kind, "", key, item) for item in reversed(one) if item])
        elif type(one) is str:
            if _may_be_json(one):
                pending.extend(("", "", "", item) for item in values(Script(STATE, one)))
            elif only_bodies and not _is_body(kind, key):
                continue
            elif passage := _passage(kind, title, key, one):
                yield passage


def without_tags(text: str) -> str:
    """The text of markup, white space normalised."""
    return " ".join(unescape(_ANY_TAG.sub(" ", text)).split())


def _passages_of_nodes(nodes: list[Any]) -> list[Passage]:
    """The passages of a list of nodes of rich text."""
    found = (_passage("", "", "", block) for block in rich_text.paragraphs(nodes))
    return [passage for passage in found if passage]


def _type(found: Mapping[str, Any]) -> str:
    """The type of an object; empty if it has none or several."""
    kind = found.get("@type")
    return kind if isinstance(kind, str) else ""


def _worth_a_look(found: Mapping[str, Any], kind: str) -> list[tuple[str, Any]]:
    """The items of an object that may hold prose; most objects have none."""
    shortest = 1 if kind in _BODY_KINDS else SENTENCE
    return [
        (name, item)
        for name, item in found.items()
        if (
            len(item) >= shortest or item[:1] == "<"
            if type(item) is str
            else type(item) in _NODES and item
        )
        and name.lower() not in _ASIDE
    ]


def _is_body(kind: str, key: str) -> bool:
    return key == "articleBody" or (kind, key) in _BODY


def _may_be_json(text: str) -> bool:
    return len(text) > _NESTED and text[0] + text[-1] in ("{}", "[]")


def _title(found: Mapping[str, Any], items: Iterable[tuple[str, Any]]) -> str:
    """The title of an object, if some of these items are strings."""
    if str not in [type(item) for _, item in items]:
        return ""
    titles = (found[name] for name in _TITLES if isinstance(found.get(name), str))
    return next((title for title in titles if 0 < len(title) <= _NESTED), "")


def _passage(kind: str, title: str, key: str, text: str) -> Passage | None:
    """The passage of a string under ``key`` of an object of ``kind``; None if it is not prose."""
    is_body = _is_body(kind, key)
    if not is_body and (_is_short(text) or (" " not in text and text.isascii())):
        return None  # a name or a URL, mostly
    # JSON may contain lone surrogates, which pages cannot.
    text = text.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    if not _TAG.search(text):
        text = unescape(text)
    plain = without_tags(text)
    if is_body or _is_prose(plain, bool(_PARAGRAPH.search(text))):
        return Passage(title, text, plain, is_body) if plain else None
    return None


def _is_short(text: str) -> bool:
    """Whether a string is too short for prose, and has no paragraphs, which may be escaped."""
    return len(text) < SENTENCE and "<" not in text and "&" not in text


def _is_prose(plain: str, in_paragraphs: bool) -> bool:
    """Whether a text is mostly words with spaces, and long enough or in paragraphs."""
    if "{" in plain or not (len(plain) >= SENTENCE or in_paragraphs):
        return False
    spaced = 12 * plain.count(" ") >= len(plain) - 12 or bool(UNSPACED_LETTER.search(plain))
    return spaced and 5 * len(_NO_LETTER.findall(plain)) <= len(plain)
