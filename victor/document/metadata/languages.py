"""The language of a page, as BCP 47."""

import re

from victor.document.metadata.detect import detected
from victor.document.metadata.evidence import Evidence, Found

_TAG = re.compile(r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?:[-_.@].*)?")
_META = ("content-language", "og:locale", "dc.language", "dcterms.language", "language")
_NONE = frozenset(("xx", "und", "mul", "zxx"))
# Codes of languages that a detector does not tell apart, or that have two codes.
_ALIKE = (
    frozenset(("no", "nb", "nn", "da")),
    frozenset(("sr", "hr", "bs", "sh", "cnr", "me", "sl")),
    frozenset(("id", "ms", "jv")),
    frozenset(("zh", "yue", "cn", "wuu")),
    frozenset(("he", "iw")),
    frozenset(("tl", "fil")),
    frozenset(("cs", "sk", "cz")),
    frozenset(("es", "gl", "ast", "ca")),
    frozenset(("hi", "mr", "ne")),
    frozenset(("uk", "ua")),
    frozenset(("ja", "jp")),
    frozenset(("ro", "mo")),
    frozenset(("fa", "prs", "ur")),
)
_RENAMED = {"iw": "he", "in": "id", "ji": "yi", "cn": "zh", "jp": "ja", "cz": "cs", "ua": "uk"}
_SAMPLE = 200  # characters that are compared with the markup
_MORE = 1_200  # that outweigh it


def language(page: Evidence) -> Found | None:
    """The language that the markup states, unless its text is clearly in another."""
    markup = stated(page)
    text = _text(page, _SAMPLE + _MORE)
    found = detected(text[:_SAMPLE] if markup else text)
    if not found or (markup and _same(markup.value, found)):
        return markup
    # Two parts of the text outweigh the markup, one does not.
    if not markup or detected(text[_SAMPLE : _SAMPLE + _MORE]) == found:
        return Found(found, "detected")
    return markup


def normalised(tag: str) -> str | None:
    """A language tag as BCP 47 writes it: ``pt_br`` as ``pt-BR``; None if it is none."""
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
        name = tree.tags[tree.tag[element]]
        if name not in ("html", "body"):
            continue
        for attribute in ("lang", "xml:lang"):
            if tag := normalised(tree.attributes[element].get(attribute, "").partition(",")[0]):
                return Found(tag, f"{name} {attribute}")
    for value, source in page.meta(*_META):
        if tag := normalised(value.partition(",")[0]):
            return Found(tag, source)
    return None


def _same(tag: str, detected: str) -> bool:
    name = tag.partition("-")[0]
    return name == detected or any(name in one and detected in one for one in _ALIKE)


def _text(page: Evidence, size: int) -> str:
    """The start of the main content, or of all text where it is unknown."""
    if page.blocks is None:
        text = page.tree.text
    elif page.content is None:
        text = page.blocks.text
    else:
        text = [page.blocks.text[place] for place in page.content.nonzero()[0][:200].tolist()]
    pieces: list[str] = []
    for piece in text:
        pieces.append(piece)
        size -= len(piece) + 1
        if size < 0:
            break
    return "\n".join(pieces)
