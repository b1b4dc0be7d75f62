"""One input of a batch, and what became of it: :class:`Record` to a row.

A row is a ``dict`` ready for JSON; ``docs/formats.md`` lists its fields. Every input gives one.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from victor import __version__
from victor.errors import VictorError
from victor.output import jsonl
from victor.page import read_page
from victor.page.binary import looks_binary

if TYPE_CHECKING:
    from victor.pipeline import Cleaner, Result

_T = TypeVar("_T")
CLEANED, EMPTY, SKIPPED = "cleaned", "empty", "skipped"
NO_TEXT, ALL_BOILERPLATE = "no text", "all blocks are boilerplate"  # why a page is empty
# Why one is skipped; what follows a colon is about the page, what stands before it is counted.
NOT_HTML, HTTP_STATUS, DAMAGED = "not HTML", "HTTP status", "damaged record"
TOO_LARGE, TOO_LONG, DIED = "too large", "took too long", "worker died"
UNREADABLE, ERROR = "cannot be read", "error"
FAILURES = (DAMAGED, TOO_LONG, DIED, UNREADABLE, ERROR)  # what no input should come to
_LANGUAGE = 35  # characters: RFC 5646, section 4.4.1


@dataclass(frozen=True, slots=True)
class Record:
    """A page to clean, as a source found it."""

    id: str
    html: bytes = b""
    url: str | None = None
    date: str | None = None  # as the source has it
    charset: str | None = None  # what an HTTP header says
    language: str | None = None  # likewise
    source: str = ""  # the file that it came from
    offset: int | None = None  # its place there: bytes, or the number of a line or row
    target: str = ""  # path without ending below an output folder
    skip: str | None = None  # why this is no page, where the source knows already


@dataclass(frozen=True)
class Outcome:
    """A record after cleaning: ``result`` is None if it was skipped."""

    record: Record
    status: str
    reason: str | None = None
    result: "Result | None" = None


def attempt(
    cleaner: "Cleaner", record: Record, charset: str | None = None, max_bytes: int | None = None
) -> Outcome:
    """Clean a record; nothing that a page brings is raised.

    Args:
        cleaner: as :func:`victor.load` gives it.
        record: the page.
        charset: overrides what header and page say.
        max_bytes: larger pages are skipped.
    """
    if reason := record.skip or _no_page(record.html, max_bytes):
        return Outcome(record, SKIPPED, reason)
    try:
        page = read_page(record.html, record.id, record.url, charset, record.charset)
        result = cleaner.clean(page)
        if not len(result.parts):
            return Outcome(record, EMPTY, NO_TEXT, result)
        if np.all(result.labels.y == result.task.other):
            return Outcome(record, EMPTY, ALL_BOILERPLATE, result)
        return Outcome(record, CLEANED, None, result)
    except Exception as error:
        return Outcome(record, SKIPPED, failure(error))


def failure(error: Exception) -> str:
    """The reason that an exception makes, on one line."""
    said = " ".join(str(error).split())[:200]
    return f"{ERROR}: {type(error).__name__}: {said}".removesuffix(": ")


def _no_page(data: bytes, max_bytes: int | None) -> str | None:
    if max_bytes is not None and len(data) > max_bytes:
        return f"{TOO_LARGE}: {len(data)} bytes"
    kind = looks_binary(data)
    return f"{NOT_HTML}: {kind}" if kind else None


def row(outcome: Outcome, model: str) -> dict[str, Any]:
    """What is told of an input: its fields in the order of ``docs/formats.md``."""
    record, result = outcome.record, outcome.result
    told = jsonl.row(result.document) if result else _NOTHING
    return {
        "id": record.id,
        "url": told["url"] or record.url,
        "date": record.date,
        "title": told["title"],
        "language": _language(record, result),
        "text": told["text"],
        "status": outcome.status,
        "reason": outcome.reason,
        "confidence": told["confidence"],
        "source": record.source,
        "offset": record.offset,
        "task": model.partition("@")[0],
        "model": model,
        "version": __version__,
        "blocks": told["blocks"],
    }


_NOTHING: dict[str, Any] = {
    "url": None, "title": "", "text": "", "confidence": None, "blocks": []
}  # fmt: skip


def clean_record(
    cleaner: "Cleaner", record: Record, charset: str | None = None, max_bytes: int | None = None
) -> dict[str, Any]:
    """A record's row; nothing that a page brings is raised. Arguments as of :func:`attempt`."""
    outcome = attempt(cleaner, record, charset, max_bytes)
    return guarded(lambda found: row(found, model_name(cleaner)), outcome)


def guarded(render: Callable[[Outcome], _T], outcome: Outcome) -> _T:
    """``render`` an outcome; if that fails, the outcome of its failure.

    Raises:
        VictorError: it cannot be written, which is no fault of the page.
    """
    try:
        return render(outcome)
    except VictorError:
        raise
    except Exception as error:
        return render(Outcome(outcome.record, SKIPPED, failure(error)))


@lru_cache(maxsize=8)
def model_name(cleaner: "Cleaner") -> str:
    """``TASK@HASH``: eight hexadecimal digits of configuration and weights tell models apart."""
    from victor import config

    model = cleaner.model
    digest = hashlib.sha256(config.dump(model.task).encode())
    for name in sorted(model.weights):
        weights = np.ascontiguousarray(model.weights[name])
        digest.update(f"{name} {weights.dtype} {weights.shape}".encode() + weights.tobytes())
    return f"{model.task.name}@{digest.hexdigest()[:8]}"


def _language(record: Record, result: "Result | None") -> str | None:
    """What the page declares (HTML, 3.2.6.2), else what its HTTP header does."""
    tree = result.parts.tree if result else None
    declared = [record.language]
    if tree is not None:
        html = np.flatnonzero(tree.named(("html",)))[:1].tolist()
        found = [tree.attributes[i] for i in html]
        declared = [at.get(key) for at in found for key in ("lang", "xml:lang")] + declared
    for one in declared:
        tag = (one or "").partition(",")[0].strip()
        if tag and len(tag) <= _LANGUAGE and tag.replace("-", "").replace("_", "").isalnum():
            return tag
    return None
