"""CleanEval's wrapper around a page: ``<text id= title= encoding=>``."""

import html as entities
import re

_WRAPPER = re.compile(r"\A[\s\ufeff]*<text\s(?P<attributes>[^<]*?)>(?=\s*(?:<|\Z))", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"\b(id|title|encoding)\s*=\s*\"(.*?)\"(?=\s+\w+=|\s*\Z)", re.DOTALL)


def unwrap(html: str) -> tuple[str, dict[str, str]]:
    """The page inside CleanEval's wrapper and the wrapper's attributes, empty if there is none.

    The published files do not escape quotes in titles, so that a value ends only before another
    attribute or the end of the tag.
    """
    found = _WRAPPER.match(html)
    if not found:
        return html, {}
    pairs = _ATTRIBUTE.findall(found["attributes"])
    body = re.sub(r"</text>\s*\Z", "", html[found.end() :], flags=re.IGNORECASE)
    return body, {key.lower(): entities.unescape(value) for key, value in pairs}
