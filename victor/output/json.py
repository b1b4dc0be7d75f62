"""``json``: one JSON object per page, with metadata and the structure of the main content.

``parts`` are nested as in :mod:`victor.document.parts`. A part is an object with its ``kind``, the
attributes that are set, and ``children`` (strings and parts), or ``text`` if its only child is a
string. Block-level parts state their origin: ``blocks``, the numbers of the first and last block;
``xpath``; ``block_label``, the label of the first block; ``probability``, the mean probability of
the labels of their blocks. Elements nested deeper than 128 levels have no ``xpath``, as the total
length of the paths would be quadratic.
"""

import json
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from victor.document.document import Block, Document
from victor.document.parts import Part
from victor.output.schema import METADATA, plain

SUFFIX = ".json"
_DEEPEST = 128  # levels of elements with a path, as selectors find them
_DIGITS = 4  # of probabilities
SEPARATOR = ""
FIELDS = [name for name in METADATA if name not in ("title", "sources")]  # which are elsewhere
Json = dict[str, Any]


class _Places(NamedTuple):
    """The blocks of a page, their scores and the XPaths of elements, for the origins of parts."""

    blocks: Sequence[Block]
    scores: Sequence[float]  # [n + 1] cumulative
    path: Callable[[int], str]  # of an element


def render(document: Document) -> str:
    """The page as a JSON object, with one line per name and per part."""
    about = page(document)
    parts = ",\n  ".join(map(_dumped, about.pop("parts")))
    lines = [f'"{name}": {_dumped(value)}' for name, value in about.items()]
    lines.append(f'"parts": [\n  {parts}\n ]' if parts else '"parts": []')
    text = "{\n " + ",\n ".join(lines) + "\n}\n"
    return text.encode("utf-8", "ignore").decode()  # lone surrogates cannot be written to a file


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def page(document: Document) -> Json:
    """A page as a dictionary ready for JSON.

    Args:
        document: the labelled page.
    """
    about = document.metadata
    blocks = list(document.blocks)
    scores = accumulate((plain(block.score, _DIGITS) or 0.0 for block in blocks), initial=0.0)
    tree = blocks[0].tree if blocks else None
    places = _Places(blocks, list(scores), tree.xpaths(_DEEPEST) if tree else lambda _: "")
    return {
        "id": document.id,
        "url": document.url or about.url,
        "title": about.title,
        **{name: plain(getattr(about, name), _DIGITS) for name in FIELDS},
        "sources": sources(document),
        "confidence": plain(document.confidence, _DIGITS),
        "task": document.task,
        "parts": [_part(part, places) for part in document.titled(document.parts)],
    }


def sources(document: Document) -> dict[str, str]:
    """The source of each metadata field.

    That of ``url`` is ``given`` if the caller passed another URL than the page states.

    Args:
        document: the labelled page.
    """
    about = document.metadata
    is_given = about.url and document.url and document.url != about.url
    return {**about.sources, **({"url": "given"} if is_given else {})}


def _part(part: Part, places: _Places) -> Json:
    about: Json = {"kind": part.kind}
    about |= {
        name: plain(value, _DIGITS) for name, value in part.attributes.items() if value is not None
    }
    if not part.is_inline:
        about |= _origin(part, places)
    match part.children:
        case []:
            return about
        case [str() as text]:
            return about | {"text": text}
        case children:
            nested = [one if isinstance(one, str) else _part(one, places) for one in children]
            return about | {"children": nested}


def _origin(part: Part, places: _Places) -> Json:
    """The blocks, XPath and scores of a block-level part; empty if it has no text."""
    first, last = part.first, part.last
    if not 0 <= first <= last < len(places.blocks):
        return {}
    # A list of lines with bullets has no element.
    path = places.path(part.element) if part.element > 0 else ""
    mean = (places.scores[last + 1] - places.scores[first]) / (last + 1 - first)
    return {
        "blocks": [first, last],
        **({"xpath": path} if path else {}),
        "block_label": places.blocks[first].label,  # not ``label``, an attribute of footnotes
        "probability": round(mean, _DIGITS),
    }
