"""Fetch pages by URL: the only part of Victor that uses the network.

:func:`fetch` follows redirects, respects ``robots.txt`` (RFC 9309), and limits the time and size of
a download. It requires the extra ``fetch``.
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urljoin, urlsplit

from victor import __version__
from victor.errors import (
    HTTP_STATUS,
    NOT_HTML,
    TOO_LARGE,
    TOO_LONG,
    UNREADABLE,
    PageError,
    VictorError,
    did_you_mean,
    error_text,
    require,
    shown,
)
from victor.gunzip import Gunzip
from victor.page.binary import looks_binary, media_type
from victor.page.robots import MAX_ROBOTS, PRODUCT, Rules
from victor.page.sources import is_url, meant_url

USER_AGENT = f"{PRODUCT}/{__version__} (+https://github.com/victor-cleaner/victor)"
MAX_REDIRECTS = 10
_PORTS = {"http": 80, "https": 443}
_TYPES = ("text/html", "application/xhtml+xml", "text/plain", "application/xml", "text/xml", "")
_HEADERS = {
    "User-Agent": USER_AGENT,
    "Accept": "text/html, application/xhtml+xml, text/plain;q=0.8",
    # A single coding, so that the decompressed size can be limited while data arrives.
    "Accept-Encoding": "gzip",
}
T = TypeVar("T")


class FetchError(PageError):
    """A page cannot be fetched; ``reason`` is the message without the URL."""


@dataclass(frozen=True)
class Fetched:
    """A page as a server sent it."""

    html: bytes
    url: str  # after redirects
    encoding: str | None = None  # declared by the HTTP header
    language: str | None = None  # declared by the HTTP header


@dataclass(frozen=True)
class Fetching:
    """Options for fetching pages."""

    ignore_robots: bool = False
    max_bytes: int = 20 << 20  # per page, decompressed
    timeout: float = 30.0  # seconds per page, including redirects and robots.txt
    # The only hosts allowed, including redirects: NAME for the default ports, or NAME:PORT.
    hosts: frozenset[str] | None = None
    # Parsed robots.txt by scheme and host; shared by the pages of a run.
    robots: dict[str, Rules] = field(default_factory=dict, repr=False, compare=False)


def fetch(url: str, fetching: Fetching | None = None) -> Fetched:
    """Fetch a page.

    Args:
        url: an HTTP or HTTPS URL.
        fetching: limits, and whether to respect robots.txt; by default those of :class:`Fetching`.

    Raises:
        FetchError: the server cannot be reached, returns an error or something other than HTML or
            text, robots.txt forbids the page, or a limit is exceeded.
        VictorError: the extra ``fetch`` is not installed, or ``url`` is not an HTTP URL.
    """
    return _run(fetch_async(url, fetching))


async def fetch_async(url: str, fetching: Fetching | None = None) -> Fetched:
    """Fetch a page like :func:`fetch`, in an event loop."""
    _check_url(url)
    http = require_extra()
    fetching = fetching or Fetching()
    try:
        return await _fetch(http, url, fetching)
    except (TimeoutError, http.TimeoutException):
        raise FetchError(url, f"{TOO_LONG}: more than {fetching.timeout:g} s") from None
    except _RefusedError as error:
        raise FetchError(url, str(error)) from None
    except (http.HTTPError, http.InvalidURL, OSError, ValueError) as error:
        why = error_text(error) or type(error).__name__
        raise FetchError(url, f"{UNREADABLE}: {why}") from None


def require_extra() -> Any:
    """Import httpx2.

    Raises:
        VictorError: the extra ``fetch`` is not installed.
    """
    require("protego", "fetch")
    return require("httpx2", "fetch")


class _RefusedError(Exception):
    """The reason that a page is not fetched."""


def _check_url(url: str) -> None:
    if not isinstance(url, str) or not is_url(url):
        hint = meant_url(url) if isinstance(url, str) else ""
        raise VictorError(f"not a URL: expected http:// or https://, found {shown(url)}{hint}")


def _run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine, even if an event loop is already running, as in notebooks."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(coroutine)
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


async def _fetch(http: Any, url: str, fetching: Fetching) -> Fetched:
    # The client's timeouts are per read: a server that sends byte by byte does not exceed them.
    async with (
        asyncio.timeout(fetching.timeout),
        http.AsyncClient(headers=_HEADERS, timeout=fetching.timeout) as client,
        _response(client, url, fetching, not fetching.ignore_robots) as response,
    ):
        return await _fetched(response, fetching.max_bytes)


@asynccontextmanager
async def _response(client: Any, url: str, fetching: Fetching, ask: bool) -> AsyncIterator[Any]:
    """The response after redirects; with ``ask``, robots.txt must allow each URL."""
    for _ in range(MAX_REDIRECTS + 1):
        if not is_url(url):
            raise _RefusedError(f"{UNREADABLE}: redirected to {url[:200]!r}")
        parts = urlsplit(url)
        _ = parts.port  # raises ValueError if it is out of range; sockets do so otherwise
        if not parts.hostname:
            raise _RefusedError(f"{UNREADABLE}: the URL has no host name")
        if fetching.hosts is not None:
            _check_host(url, fetching.hosts)
        if ask and not await _allowed(client, url, fetching):
            raise _RefusedError("forbidden by robots.txt")
        async with client.stream("GET", url) as response:
            if not response.has_redirect_location:
                yield response
                return
            url = urljoin(str(response.url), response.headers["Location"])
    raise _RefusedError(f"{UNREADABLE}: more than {MAX_REDIRECTS} redirects")


def _check_host(url: str, hosts: frozenset[str]) -> None:
    parts = urlsplit(url)
    name, usual = (parts.hostname or "").lower(), _PORTS.get(parts.scheme.lower())
    port = parts.port or usual
    if not ((name in hosts and port == usual) or f"{name}:{port}" in hosts):
        found = name if port == usual else f"{name}:{port}"
        raise _RefusedError(f"the host {found!r} is not allowed{did_you_mean(found, hosts)}")


async def _allowed(client: Any, url: str, fetching: Fetching) -> bool:
    parts = urlsplit(url)
    origin = f"{parts.scheme.lower()}://{parts.netloc}"
    if origin not in fetching.robots:
        fetching.robots[origin] = await _robots(client, origin, fetching)
    return fetching.robots[origin].allow(url)


async def _robots(client: Any, origin: str, fetching: Fetching) -> Rules:
    """The rules of robots.txt: everything is allowed without one; raise if the server fails."""
    async with _response(client, f"{origin}/robots.txt", fetching, False) as response:
        if response.status_code >= 500:
            status = f"{HTTP_STATUS}: {response.status_code}"
            raise _RefusedError(f"robots.txt {UNREADABLE}: {status}")
        return Rules(await _body(response, MAX_ROBOTS) if response.is_success else b"")


async def _fetched(response: Any, max_bytes: int) -> Fetched:
    if not response.is_success:
        raise _RefusedError(f"{HTTP_STATUS}: {response.status_code}")
    kind = media_type(response.headers.get("Content-Type"))
    if kind not in _TYPES:
        raise _RefusedError(f"{NOT_HTML}: {kind}")
    html = await _body(response, max_bytes)
    if len(html) > max_bytes:
        raise _RefusedError(f"{TOO_LARGE}: more than {max_bytes} bytes")
    if found := looks_binary(html):
        raise _RefusedError(f"{NOT_HTML}: {found}")
    language = response.headers.get("Content-Language")
    return Fetched(html, str(response.url), response.charset_encoding, language)


async def _body(response: Any, limit: int) -> bytes:
    """The decompressed body, cut off one byte after ``limit``."""
    gunzip = Gunzip(2 * limit + 1024) if _is_gzip(response) else None
    body = bytearray()
    async for piece in response.aiter_raw():
        left = limit + 1 - len(body)
        body += gunzip.feed(piece, left) if gunzip else piece[:left]
        if len(body) > limit or (gunzip and gunzip.ended):
            return bytes(body)
    if gunzip:
        gunzip.close()
    return bytes(body)


def _is_gzip(response: Any) -> bool:
    coding = response.headers.get("Content-Encoding", "").strip().lower()
    if coding not in ("", "identity", "gzip", "x-gzip"):
        raise _RefusedError(f"{UNREADABLE}: unknown content encoding {coding!r}")
    return "gzip" in coding
