"""``urls``: pages fetched from the web, one at a time."""

from dataclasses import replace

from victor.batch.chunk import Input
from victor.batch.record import Record
from victor.page.fetch import FetchError, Fetching, fetch


def read(one: Input, fetching: Fetching) -> Record:
    """Fetch a page as a record, with ``skip`` if it cannot be fetched.

    Args:
        one: the URL.
        fetching: limits, and whether to respect robots.txt.

    Raises:
        VictorError: the extra ``fetch`` is not installed.
    """
    record = Record(one.id, url=one.name, source=one.name, target=one.target)
    try:
        found = fetch(one.name, fetching)
    except FetchError as error:
        return replace(record, skip=error.reason)
    return replace(
        record, html=found.html, url=found.url, encoding=found.encoding, language=found.language
    )
