"""The title of a page as a heading of its document."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, islice, takewhile

from victor.document.building.addresses import plain_address
from victor.document.parts import Part
from victor.document.texts.tidy import tidy_line
from victor.text.regex import regex

_WORDS = regex(r"[^\W_]+")
_SHARED = 0.9  # least share of common words in two titles that are the same
_SEARCHED = 12  # parts at the start of the main content in which the title may be
_OTHERS = 60  # headings of the first level after these that are compared
_LEAST = 8  # characters of a title that a heading may begin with
_FIRST = 1_000  # characters of a heading that are compared
_LONGER, _LONGEST = 3, 100  # a part longer than so many titles and characters is not the title
_TOP = 3  # first parts, whose first heading may be the title whatever its level
_LITTLE = 300  # characters before the title, such as a date and a byline
_LONG = 12  # least characters, without spaces, of a title at the end of such a heading
_KICKER = 60  # most characters before it: "Harbour: The bridge opens"
# The last character of a kicker; after an opening quotation mark, the title would be a quotation.
_SIGNS = frozenset(":：|｜–—―-•·・】］")
_QUOTATION = regex(r'"[^"]+"|[“„][^“”]+[“”]|«[^»]+»|「[^」]+」')
_NUMBER = regex(r"\d{1,3}(?:\.\d{1,3})*")  # of a section; with a period, it may be that of an item
_LETTERS = regex(r"[^\W\d_]{3}")


def heading_of(title: str, parts: Sequence[Part]) -> Part | None:
    """The title as a heading of the first level; None if it is empty or already in the parts.

    Args:
        title: of the page.
        parts: the main content.
    """
    words, count = set(_WORDS.findall(title.lower())), _at_top(parts)
    if not words or _has_heading(title, words, parts, count):
        return None
    above = takewhile(lambda part: part.kind != "table", parts[:_SEARCHED])
    paragraphs = filter(_is_paragraph, above)
    if any(_is_same(words, part, _longest(title)) for part in paragraphs):
        return None
    if _begun_by_title(words, parts, count) is not None:
        return None
    return Part("heading", [title], level=1)


def with_heading(title: str, parts: Sequence[Part]) -> list[Part]:
    """The parts, in which a title at the top is a heading of the first level.

    There, it is a paragraph or its first line, or a heading below that of the site, which is not
    content.

    Args:
        title: of the page.
        parts: the main content, which contains the title.
    """
    words, count = sorted(_WORDS.findall(title.lower())), _at_top(parts)
    top = enumerate(takewhile(lambda part: part.kind == "paragraph", parts[:_TOP]))
    alike = (place for place, part in top if _is_paragraph(part) and _sorted_words(part) == words)
    place = next(alike, None)
    if place is None or _has_heading(title, set(words), parts, count):
        place = _lower_title(title, set(words), parts, count)
    if place is not None:
        return [*parts[:place], _as_heading(parts[place]), *parts[place + 1 :]]
    place = _begun_by_title(set(words), parts, count)
    if place is None or _has_heading(title, set(words), parts, count):
        return list(parts)
    return [*parts[:place], *_divided(parts[place]), *parts[place + 1 :]]


def without_own_link(parts: list[Part], addresses: Sequence[str]) -> list[Part]:
    """The parts, in which the first heading, if it is a link to the page itself, is none.

    Args:
        parts: the main content with its title; not modified.
        addresses: the URLs of the page.
    """
    place = next((place for place, part in enumerate(parts[:_TOP]) if part.get("level")), None)
    link = _only_link(parts[place]) if place is not None else None
    own = {*map(plain_address, filter(None, addresses))}
    if place is None or not link or plain_address(link.attributes["address"]) not in own:
        return parts
    linked = parts[place]
    heading = Part("heading", link.children, linked.element, **linked.attributes)
    heading.first, heading.last = linked.first, linked.last
    return [*parts[:place], heading, *parts[place + 1 :]]


def _only_link(part: Part) -> Part | None:
    """The link that is all of a part; None if it is something else."""
    only = part.children[0] if len(part.children) == 1 else ""
    return only if isinstance(only, Part) and only.kind == "link" else None


def _begun_by_title(words: set[str], parts: Sequence[Part], count: int) -> int | None:
    """The paragraph at the top whose first line is the title, as on old pages; None without one.

    Args:
        words: of the title, in lower case; a short one may begin anything.
        parts: the main content.
        count: of the parts at the top.
    """
    top = parts[: min(_TOP, count)] if sum(map(len, words)) >= _LEAST else ()
    for place, part in enumerate(takewhile(_is_paragraph, top)):
        end = _first_break(part)
        if end and {*_words_of(part.children[:end])} == words:
            return place
    return None


def _first_break(paragraph: Part) -> int:
    """The number of children before the first line break of a paragraph; 0 without one."""
    kinds = (isinstance(one, Part) and one.kind == "break" for one in paragraph.children)
    return next((place for place, is_break in enumerate(kinds) if is_break), 0)


def _divided(paragraph: Part) -> tuple[Part, Part]:
    """The first line of a paragraph as a heading of the first level, and the rest of it."""
    end = _first_break(paragraph)
    line = Part("paragraph", paragraph.children[:end], paragraph.element)
    rest = Part("paragraph", paragraph.children[end + 1 :], paragraph.element)
    line.first = line.last = paragraph.first
    rest.first, rest.last = min(paragraph.first + 1, paragraph.last), paragraph.last
    return _as_heading(line), rest


def _is_paragraph(part: Part) -> bool:
    """Whether a part is a paragraph with text of the page, and not only what a player is named."""
    return part.kind == "paragraph" and part.first >= 0


def _lower_title(title: str, words: set[str], parts: Sequence[Part], top: int) -> int | None:
    """The first heading if it is the title and there is none of the first level; else None."""
    levels = [part.get("level") for part in parts]
    place = next((place for place, level in enumerate(levels[: max(top, _TOP)]) if level), None)
    if place is None or 1 in levels:
        return None
    is_title = _is_same(words, parts[place], _longest(title))
    return place if is_title or (place < top and _has_kicker(title, parts[place])) else None


def _at_top(parts: Sequence[Part]) -> int:
    """The number of parts at the top of the main content, before any running text."""
    sizes = accumulate(sum(map(len, _strings(part))) for part in parts[:_SEARCHED])
    return 1 + sum(1 for _ in takewhile(lambda size: size <= _LITTLE, sizes))


def _sorted_words(part: Part) -> list[str]:
    return sorted(_words_of([part]))


def _words_of(children: Sequence[Part | str]) -> list[str]:
    """The words of parts and strings, in lower case."""
    strings = ([one] if isinstance(one, str) else _strings(one) for one in children)
    return _WORDS.findall(" ".join(chain.from_iterable(strings))[:_FIRST].lower())


def _has_heading(title: str, words: set[str], parts: Sequence[Part], count: int) -> bool:
    """Whether a heading of the parts is the title.

    Args:
        title: of the page.
        words: its words, in lower case.
        parts: the main content.
        count: of the parts at the top.
    """
    top, headings = max(count, _TOP), [*enumerate(parts[:_SEARCHED])]
    headings = [(place, part) for place, part in headings if part.kind == "heading"]
    first = [part for place, part in headings if part.get("level") == 1 or place < top]
    later = [part for part in parts[_SEARCHED:] if part.get("level") == 1][:_OTHERS]
    if any(_is_same(words, part, _longest(title)) for part in (*first, *later)):
        return True
    if any(_is_like(title, part) for part in first):
        return True
    return any(_has_kicker(title, part) for part in _first_headings(parts, count))


def _longest(title: str) -> int:
    """The most characters of a part that is the title."""
    return _LONGER * len(title) + _LONGEST


def _as_heading(part: Part) -> Part:
    heading = Part("heading", [*part.children], part.element, level=1)
    heading.first, heading.last = part.first, part.last
    tidy_line(heading)
    return heading


def _is_same(words: set[str], part: Part, longest: int) -> bool:
    """Whether a part has the words of the title, except for a few."""
    if sum(len(one) for one in part.children if isinstance(one, str)) > longest:
        return False  # true of most paragraphs
    text = " ".join(_strings(part))
    if len(text) > longest or len(text) < _SHARED * len(words):
        return False
    text = text.lower()
    most = int(len(words) * (1 - _SHARED) + 1e-9)
    missing = islice((word for word in words if word not in text), most + 1)
    if len(list(missing)) > most:  # nearly always, and faster than splitting words
        return False
    own = set(_WORDS.findall(text))
    return len(own & words) >= _SHARED * max(len(own | words), 1)


def _has_kicker(title: str, heading: Part) -> bool:
    """Whether a heading is the title with a kicker before it, or without the title's kicker.

    ``Harbour: The bridge opens`` for ``The bridge opens``. A kicker ends in punctuation or is a
    quotation, and has letters. Before a title of any length, it may be the number of a section.
    """
    shorter, longer = sorted((_unspaced(title), _unspaced("".join(_strings(heading)))), key=len)
    kicker = longer.removesuffix(shorter)
    if _NUMBER.fullmatch(kicker):
        return True
    if len(shorter) < _LONG or kicker == longer or not 0 < len(kicker) <= _KICKER:
        return False
    ends = kicker[-1] in _SIGNS or _QUOTATION.fullmatch(kicker) is not None
    return ends and _LETTERS.search(kicker) is not None


def _first_headings(parts: Sequence[Part], count: int) -> Iterator[Part]:
    """The first heading at the top of the main content, and those of the first level."""
    yield from islice((part for part in parts[:count] if part.kind == "heading"), 1)
    yield from (part for part in parts[:_SEARCHED] if part.get("level") == 1)


def _unspaced(text: str) -> str:
    return "".join(text[:_FIRST].split())


def _is_like(title: str, part: Part) -> bool:
    """Whether a heading of the first level begins with the title, or is most of its end."""
    if part.get("level") != 1:
        return False
    own, other = _unspaced(title), _unspaced("".join(_strings(part)))
    if min(len(own), len(other)) < _LEAST or len(other) > len(own) + _LONGEST:
        return False
    return other.startswith(own) or (own.endswith(other) and 2 * len(other) > len(own))


def _strings(part: Part) -> list[str]:
    only = part.children[0] if len(part.children) == 1 else None
    if isinstance(only, str):  # the usual case
        return [only]
    found, pending = list[str](), [part]
    while pending:  # as `walk`, in less time
        children = pending.pop().children
        found += [one for one in children if isinstance(one, str)]
        pending += [one for one in children[::-1] if isinstance(one, Part)]
    return found
