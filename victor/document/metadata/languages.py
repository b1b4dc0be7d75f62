"""The language of a page, as BCP 47."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice

from victor.document.metadata.detect import LATIN, detected, is_latin
from victor.document.metadata.evidence import Evidence
from victor.document.metadata.statements import Found
from victor.text.regex import regex

_TAG = regex(r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?:[-_.@].*)?")
_META = ("content-language", "og:locale", "dc.language", "dcterms.language", "language")
_NONE = frozenset(("xx", "und", "mul", "zxx"))
# Codes of languages that detectors confuse, and synonymous codes.
_ALIKE = (
    frozenset(("no", "nb", "nn", "da")),
    frozenset(("sr", "hr", "bs", "sh", "cnr", "me", "sl")),
    frozenset(("id", "ms", "jv")),
    frozenset(("zh", "yue", "cn", "wuu")),
    frozenset(("tl", "fil")),
    frozenset(("cs", "sk", "cz")),
    frozenset(("es", "gl", "ast", "ca")),
    frozenset(("hi", "mr", "ne")),
    frozenset(("uk", "ua")),
    frozenset(("ja", "jp")),
    frozenset(("ro", "mo")),
    frozenset(("fa", "prs", "ur")),
    frozenset(("he", "iw", "yi")),
)
_RENAMED = {"iw": "he", "in": "id", "ji": "yi", "cn": "zh", "jp": "ja", "cz": "cs", "ua": "uk"}
_SAMPLE = 300  # characters that are compared with the markup
_MORE = 1_200  # further characters, which must agree to overrule it
_LONGEST_HEADER = 200  # characters
_PIECES = 200  # blocks or texts that are read


def language(page: Evidence, given: str | None = None) -> Found | None:
    """The language that the markup states, unless the text is clearly in another.

    Args:
        page: the page.
        given: the header ``Content-Language``, which is often the same for all pages of a server;
            it counts if the markup states no language.
    """
    markup = stated(page) or _of_header(given or "")
    text = _text(page, _SAMPLE + _MORE)
    if not markup:
        found = detected(text)
        return Found(found, "detected") if found else None
    expected = _alike(markup.value)
    found = detected(text[:_SAMPLE], expected)
    if not found or found in expected:
        return markup
    # Only another script or two parts of the text that agree overrule the markup.
    is_other = detected(text[_SAMPLE : _SAMPLE + _MORE]) == found
    is_other = is_other or (not LATIN.isdisjoint(expected) and not is_latin(text[:_SAMPLE]))
    return Found(found, "detected") if is_other else markup


def _of_header(given: str) -> Found | None:
    """The first valid language of a header."""
    tags = filter(None, map(normalised, given[:_LONGEST_HEADER].split(",")))
    return next((Found(tag, "given") for tag in tags), None)


@lru_cache(256)  # most pages are in a few languages
def normalised(tag: str) -> str | None:
    """Normalise a language tag to BCP 47: ``pt_br`` to ``pt-BR``; None if it is invalid."""
    match = _TAG.fullmatch(tag.strip()[:40].lower())
    if not match or match[1] in _NONE:
        return None
    name, script, region = match.groups()
    parts = [_RENAMED.get(name, name), script and script.title(), region and region.upper()]
    return "-".join(part for part in parts if part)


def stated(page: Evidence) -> Found | None:
    """The language that the markup states."""
    tree = page.tree
    for element in range(1, min(4, len(tree.tag))):
        name = tree.tag_of(element)
        if name not in ("html", "body"):
            continue
        for attribute in ("lang", "xml:lang"):
            if tag := normalised(tree.attribute(element, attribute).partition(",")[0]):
                return Found(tag, f"{name} {attribute}")
    for value, source in page.meta(*_META):
        if tag := normalised(value.partition(",")[0]):
            return Found(tag, source)
    return None


@lru_cache(256)
def _alike(tag: str) -> frozenset[str]:
    """The language of a tag, and those that detectors confuse with it."""
    name = tag.partition("-")[0]
    return frozenset((name,)).union(*(one for one in _ALIKE if name in one))


def _text(page: Evidence, size: int) -> str:
    """The start of the main content, or of all text if the content is unknown."""
    text: Iterable[str] = page.tree.text if page.blocks is None else page.blocks.text
    if page.blocks is not None and page.content is not None:
        text = page.kept_texts()
    pieces: list[str] = []
    for piece in islice(text, _PIECES):
        pieces.append(piece)
        size -= len(piece) + 1
        if size < 0:
            break
    return "\n".join(pieces)
