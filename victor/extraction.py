"""Extract the content of a page in one call: :func:`extract`."""

from collections.abc import Sequence
from functools import lru_cache
from numbers import Real
from os import PathLike, fspath

from victor.config.resources import DEFAULT_TASK
from victor.errors import VictorError, check_names, check_text, shown
from victor.output import OUTPUTS
from victor.page import Page, read_page
from victor.page.encodings import check_encoding
from victor.page.sources import Source
from victor.pipeline import Cleaner, load

_CLEANERS = 8  # number of cached cleaners, one per configuration


def extract(
    html: Source | None = None,
    *,
    url: str | None = None,
    output: str = "text",
    config: str | PathLike[str] = DEFAULT_TASK,
    keep: str | Sequence[str] | None = None,
    drop: str | Sequence[str] | None = None,
    select: str | Sequence[str] | None = None,
    remove: str | Sequence[str] | None = None,
    prefer: str | float | None = None,
    convention: str | None = None,
    encoding: str | None = None,
    ignore_robots: bool = False,
) -> str:
    """The main content of a page.

    Args:
        html: the page as bytes, text, path, open file or lxml tree. Without it, the page is fetched
            from ``url``, which requires the extra ``fetch``.
        url: the absolute URL of the page.
        output: the name of an output format, such as ``text`` or ``jsonl``.
        config: the name of a shipped model or configuration, or a path. It is loaded once.
        keep: roles to include, such as ``title``, whatever the configuration states.
        drop: roles to exclude.
        select: CSS selectors or XPaths of elements to include.
        remove: CSS selectors or XPaths of elements to exclude.
        prefer: ``precision``, ``recall`` or the beta of F-beta.
        convention: a convention of the model, which defines what counts as content, or ``none``.
        encoding: overrides the declared encoding.
        ignore_robots: fetch the page even if robots.txt forbids it.

    Returns:
        The page in this format, without the final line feed; empty if the page has no content and
        the format includes nothing else.

    Raises:
        VictorError: a name is unknown, an argument has another type, ``html`` is not a page, or
            ``url`` cannot be fetched.
    """
    _check(output, config, prefer)
    check_text("url", url)
    check_encoding(encoding)
    check_text("convention", convention)
    given = {"keep": keep, "drop": drop, "select": select, "remove": remove}
    changes = [None if one is None else tuple(check_names(key, one)) for key, one in given.items()]
    cleaner = _cleaner(fspath(config), prefer, convention, *changes)
    if html is not None:
        result = cleaner.clean(html, url=url, encoding=encoding)
    elif url is not None:
        result = cleaner.clean(_fetched(url, encoding, ignore_robots))
    else:
        raise VictorError("nothing to extract from: pass a page, or its URL as url=")
    return result.format(output).removesuffix("\n")


def _check(output: object, config: object, prefer: object) -> None:
    """Raise a ``VictorError`` if an argument has another type or the output is unknown."""
    if not isinstance(output, str):
        raise VictorError(f"output: expected the name of a format, found {shown(output)}")
    OUTPUTS.find(output)
    if not isinstance(config, str | PathLike):
        raise VictorError(f"config: expected a name or a path, found {shown(config)}")
    if not isinstance(prefer, str | Real | None):
        wanted = "expected precision, recall or a number"
        raise VictorError(f"prefer: {wanted}, found {shown(prefer)}")


@lru_cache(_CLEANERS, typed=True)  # as ``load`` refuses True, which equals 1
def _cleaner(
    name: str,
    prefer: str | float | None,
    convention: str | None,
    *changes: tuple[str, ...] | None,
) -> Cleaner:
    keep, drop, select, remove = changes
    given = {"keep": keep, "drop": drop, "select": select, "remove": remove}
    return load(name, prefer, convention=convention, **given)


def _fetched(url: str, encoding: str | None, ignore_robots: bool) -> Page:
    from victor.page.fetch import Fetching, fetch

    found = fetch(url, Fetching(ignore_robots=ignore_robots))
    return read_page(found.html, found.url, found.url, encoding, found.encoding)
