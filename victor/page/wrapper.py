"""CleanEval's wrapper around a page: ``<text id= title= encoding=>``."""

import html as entities
import re

_WRAPPER = re.compile(r"\A[\s\ufeff]*<text\s(?P<attributes>[^<]*?)>(?=\s*(?:<|\Z))", re.IGNORECASE)
_WRAPPER_ATTRIBUTE = re.compile(
    r"\b(id|title|encoding)\s*=\s*\"(.*?)\"(?=\s+\w+=|\s*\Z)", re.DOTALL
)


def unwrap(html: str) -> tuple[str, dict[str, str]]:
    """The page within CleanEval's wrapper, and the wrapper's attributes (empty if there is none).

    The published files do not escape quotes inside the title, so that a value ends only where
    another attribute or the tag's end follows.
    """
    found = _WRAPPER.match(html)
    if not found:
        return html, {}
    pairs = _WRAPPER_ATTRIBUTE.findall(found["attributes"])
    body = re.sub(r"</text>\s*\Z", "", html[found.end() :], flags=re.IGNORECASE)
    return body, {key.lower(): entities.unescape(value) for key, value in pairs}
