"""From a :class:`Record`, one page of a source, to its :class:`Outcome` and its row.

`victor clean`, its workers and the datatrove step all call :func:`clean_record`.
``docs/formats.md`` describes the rows; every input has one.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from victor import __version__
from victor.errors import (
    NOT_HTML,
    TOO_LARGE,
    TOO_LONG,
    UNREADABLE,
    PageError,
    TooLargeError,
    VictorError,
    error_text,
)
from victor.output import OUTPUTS
from victor.output.schema import FIELDS
from victor.page import Page, read_page
from victor.page.binary import looks_binary

if TYPE_CHECKING:
    from victor.pipeline import Cleaner
    from victor.result import Result

T = TypeVar("T")
CLEANED, EMPTY, SKIPPED = "cleaned", "empty", "skipped"
# More reasons for skipping a page, beside those in victor.errors.
DAMAGED, DIED, ERROR = "damaged record", "worker died", "error"
FAILURES = (DAMAGED, TOO_LONG, DIED, UNREADABLE, ERROR)  # these set the exit status
_LANGUAGE = 35  # maximum characters: RFC 5646, section 4.4.1
_NO_PAGE: dict[str, Any] = {"text": "", "blocks": [], "authors": [], "tags": [], "robots": []}


@dataclass(frozen=True, slots=True)
class Record:
    """A page to clean, as read by a source."""

    id: str
    html: bytes = b""
    url: str | None = None
    date: str | None = None  # as in the source
    encoding: str | None = None  # declared by an HTTP header
    language: str | None = None  # declared by an HTTP header
    source: str = ""  # the file it comes from
    offset: int | None = None  # its position there in bytes or rows; None: the whole file
    target: str = ""  # path below the output directory, without ending
    skip: str | None = None  # why the source could not read it as a page
    columns: Mapping[str, Any] | None = None  # the other columns of its table, ready for JSON


@dataclass(frozen=True)
class Outcome:
    """A record after cleaning; ``result`` is None if it was skipped."""

    record: Record
    status: str
    reason: str | None = None
    result: "Result | None" = None

    def render(self, format: str) -> str | None:
        """The page in an output format; None if it was skipped."""
        return OUTPUTS.find(format).render(self.result.document) if self.result else None


def page_of(record: Record) -> Page:
    """Decode the page of a record.

    Raises:
        VictorError: it is not a page, or the source could not read it.
    """
    if reason := _skip_reason(record, None):
        raise VictorError(f"{record.source}: skipped: {reason}")
    return _decoded(record, None)


def clean_record(
    cleaner: "Cleaner",
    record: Record,
    render: Callable[[Outcome], T],
    encoding: str | None = None,
    max_bytes: int | None = None,
) -> tuple[Outcome, T]:
    """Clean a record and render the outcome.

    If either fails, the outcome is ``skipped`` with the error as its reason.

    Args:
        cleaner: the cleaner, from :func:`victor.load`.
        record: the page.
        render: called with the outcome, and again with a ``skipped`` outcome if it fails.
        encoding: overrides the encoding that header and page declare.
        max_bytes: skip larger pages.

    Raises:
        VictorError: the output cannot be written.
    """
    if reason := _skip_reason(record, max_bytes):
        return rendered(Outcome(record, SKIPPED, reason), render)
    outcome = attempt(record, lambda: cleaner.clean(_decoded(record, encoding)))
    return rendered(outcome, render)


def rendered(outcome: Outcome, render: Callable[[Outcome], T]) -> tuple[Outcome, T]:
    """An outcome and its rendering; ``skipped`` with the error if rendering fails.

    Args:
        outcome: the page after cleaning.
        render: called with the outcome, and again with a ``skipped`` outcome if it fails.

    Raises:
        VictorError: the output cannot be written.
    """
    try:
        return outcome, render(outcome)
    except PageError as error:
        outcome = Outcome(outcome.record, SKIPPED, f"{ERROR}: {error.reason}")
        return outcome, render(outcome)
    except VictorError:
        raise
    except Exception as error:
        outcome = Outcome(outcome.record, SKIPPED, failure(error))
        return outcome, render(outcome)


def attempt(record: Record, clean: "Callable[[], Result]") -> Outcome:
    """Clean a page; the outcome is ``skipped`` if that fails.

    Args:
        record: the page.
        clean: the function that cleans it.
    """
    try:
        result = clean()
        if reason := result.reason:
            return Outcome(record, EMPTY, reason, result)
        return Outcome(record, CLEANED, None, result)
    except TooLargeError as error:
        return Outcome(record, SKIPPED, f"{TOO_LARGE}: {error.reason}")
    except Exception as error:
        return Outcome(record, SKIPPED, failure(error))


def _skip_reason(record: Record, max_bytes: int | None) -> str | None:
    if record.skip:
        return record.skip
    if max_bytes is not None and len(record.html) > max_bytes:
        return f"{TOO_LARGE}: {len(record.html)} bytes"
    kind = looks_binary(record.html)
    return f"{NOT_HTML}: {kind}" if kind else None


def _decoded(record: Record, encoding: str | None) -> Page:
    """Decode a page; the name of a whole file omits its directories."""
    name = PurePath(record.id).name if record.offset is None else record.id
    page = read_page(record.html, name, record.url, encoding, record.encoding)
    return replace(page, language=record.language)


def failure(error: Exception) -> str:
    """The reason to report for a page that raised an error, on one line."""
    if isinstance(error, MemoryError):
        return f"{ERROR}: not enough memory"
    kind = "" if isinstance(error, VictorError) else f"{type(error).__name__}: "
    return f"{ERROR}: {kind}{error_text(error)}".removesuffix(": ")


def row(outcome: Outcome, model: str, fields: Sequence[str] = FIELDS) -> dict[str, Any]:
    """The row of an input, ready for JSON.

    Args:
        outcome: the input after cleaning.
        model: the name of the model.
        fields: names in :data:`~victor.output.schema.ROW`.
    """
    from victor.output import jsonl  # here, as it imports all formats

    record, result = outcome.record, outcome.result
    page = jsonl.row(result.document, ("url", *fields)) if result else _NO_PAGE
    values = page | {
        "id": record.id,
        "url": page.get("url") or record.url,
        "crawl_date": record.date,
        "language": page.get("language") or language_tag(record.language),
        "status": outcome.status,
        "reason": outcome.reason,
        "source": record.source,
        "offset": record.offset,
        "task": model.partition("@")[0],
        "model": model,
        "version": __version__,
        "columns": record.columns,
    }
    return {name: values.get(name) for name in fields}


@lru_cache(maxsize=8)
def model_name(cleaner: "Cleaner") -> str:
    """``TASK@HASH``, eight hexadecimal digits of the hash of configuration and weights."""
    from victor import config

    model = cleaner.model
    digest = hashlib.sha256(config.dump(model.task).encode())
    for name in sorted(model.weights):
        weights = np.ascontiguousarray(model.weights[name])
        digest.update(f"{name} {weights.dtype} {weights.shape}".encode() + weights.tobytes())
    return f"{model.task.name}@{digest.hexdigest()[:8]}"


def language_tag(declared: str | None) -> str | None:
    """The first language that an HTTP header declares; None if it is not a language tag."""
    tag = (declared or "").partition(",")[0].strip()
    known = tag and len(tag) <= _LANGUAGE and tag.replace("-", "").replace("_", "").isalnum()
    return tag if known else None
