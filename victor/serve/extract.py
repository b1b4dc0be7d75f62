"""``POST /extract``: clean one page or several, sent as JSON or HTML, and return rows."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from starlette.datastructures import Headers, QueryParams
from starlette.requests import Request
from starlette.responses import Response

from victor.batch.record import SKIPPED
from victor.errors import VictorError, did_you_mean
from victor.output import OUTPUTS
from victor.output.schema import FIELDS
from victor.page.fetch import Fetched, FetchError, Fetching, fetch_async
from victor.page.sources import check_url
from victor.serve import schema
from victor.serve.jobs import Choice, Extract
from victor.serve.limits import Place
from victor.serve.problem import Problem, answer
from victor.serve.schema import Json
from victor.serve.server import Server
from victor.serve.workers import LostError

_HTML = ("text/html", "application/xhtml+xml", "text/plain")
_KINDS = ("application/json", *_HTML)


async def extract(request: Request) -> Response:
    """Handle ``POST /extract``.

    Args:
        request: one page as HTML, or pages and options as JSON.

    Raises:
        Problem: the request is invalid, or its only page is skipped.
    """
    server = Server.of(request)
    with server.gate.entered() as place:
        asked, pages, key = await _asked(request, server, place)
        for i, page in enumerate(pages):
            check_page_url(page.get("url"), f"pages[{i}].url" if "pages" in asked else "url")
        rows = await _rows(request, asked, pages)
        for row in rows:
            server.metrics.pages[row["status"]] += 1
        if "pages" in asked:
            return answer({"pages": [_chosen(row, asked) for row in rows]})
        if rows[0]["status"] == SKIPPED:
            raise Problem(422, f"{key}: skipped: {rows[0]['reason']}", key)
        return answer(_chosen(rows[0], asked))


async def _asked(request: Request, server: Server, place: Place) -> tuple[Json, list[Json], str]:
    """The options, the pages, and where these are; the ``html`` of a page is bytes or text."""
    kind, charset = content_type(request.headers, _KINDS)
    body = await place.body(request)
    if kind in _HTML:
        asked = _query(request.query_params, server)
        if not body.strip() and "url" in asked and server.settings.hosts:
            return asked, [await _fetched(asked, server, place)], "url"
        return asked, [{**asked, "html": body, "encoding": charset}], "body"
    if request.query_params:
        raise Problem(400, "options belong in the JSON body, not in the query string", "query")
    asked = schema.read_json(body)
    schema.check(asked, schema.extract(server.settings))
    _check_formats(asked)
    if ("pages" in asked) == ("html" in asked or "url" in asked):
        raise Problem(422, "expected either 'html' (or 'url') or 'pages'", "html")
    if "pages" in asked:
        return asked, list(asked["pages"]), "pages"
    if "html" in asked:
        return asked, [asked], "html"
    return asked, [await _fetched(asked, server, place)], "url"


def content_type(headers: Headers, known: Sequence[str]) -> tuple[str, str | None]:
    """The media type of a body, and its charset; None if not declared.

    Args:
        headers: the headers of the request.
        known: the accepted media types.

    Raises:
        Problem: 415, the type is not accepted.
    """
    kind, *parameters = (part.strip() for part in headers.get("content-type", "").split(";"))
    if kind.lower() not in known:
        close = did_you_mean(kind, known)
        nearest = close if "?" in close else ""  # the message has all of them
        message = f"expected {' or '.join(known)}, found {kind[:60]!r}{nearest}"
        raise Problem(415, message, "Content-Type")
    pairs = (one.partition("=") for one in parameters)
    charset = {name.lower(): value.strip('"') for name, _, value in pairs}.get("charset")
    return kind.lower(), charset


def query_values(params: QueryParams, wanted: Mapping[str, Any]) -> Json:
    """The parameters of a query, converted to the types of a schema.

    Args:
        params: the query parameters.
        wanted: the schema of an object.

    Raises:
        Problem: 422, a value does not match the schema, or a parameter is given twice.
    """
    found: Json = {}
    for name, text in params.multi_items():
        if name in found:
            raise Problem(422, f"{name[:60]}: given twice", name[:60])
        found[name] = _value(text, wanted["properties"].get(name, {}))
    schema.check(found, wanted)
    return found


def _value(text: str, wanted: Mapping[str, Any]) -> Any:
    """Convert a parameter to the JSON value of its schema; lists are comma-separated."""
    if wanted.get("type") == "array":
        return [one.strip() for one in text.split(",")]
    if wanted.get("type") == "boolean":
        return {"true": True, "false": False}.get(text, text)
    if "anyOf" in wanted:  # a name or a number
        with suppress(ValueError):
            return float(text)
    return text


def _query(params: QueryParams, server: Server) -> Json:
    wanted = schema.extract(server.settings)
    options = {k: v for k, v in wanted["properties"].items() if k not in ("html", "pages")}
    asked = query_values(params, {**wanted, "properties": options})
    _check_formats(asked)
    return asked


def _check_formats(asked: Mapping[str, Any]) -> None:
    for i, name in enumerate(asked.get("formats", ())):
        try:
            OUTPUTS.find(name)
        except VictorError as error:
            raise Problem(422, f"formats[{i}]: {error}", f"formats[{i}]") from None


def check_page_url(url: str | None, key: str) -> None:
    """Refuse a relative URL of a page.

    Args:
        url: may be missing.
        key: its place in the request.

    Raises:
        Problem: it is relative.
    """
    try:
        check_url(url, key)
    except VictorError as error:
        raise Problem(422, str(error), key) from None


async def _fetched(asked: Json, server: Server, place: Place) -> Json:
    """The page at the URL of a request."""
    found = await _fetch(asked["url"], server)
    place.hold(len(found.html))
    about = {"url": found.url, "encoding": found.encoding, "language": found.language}
    return {**asked, **about, "html": found.html}


async def _fetch(url: str, server: Server) -> Fetched:
    settings = server.settings
    if not settings.hosts:
        message = "url: this server fetches no pages: send html, or start it with --allow-host"
        raise Problem(422, message, "url")
    hosts = frozenset(settings.hosts)
    fetching = Fetching(
        max_bytes=settings.max_bytes,
        timeout=settings.timeout,
        hosts=hosts,
        robots=server.robots.current(),
    )
    try:
        return await fetch_async(url, fetching)
    except FetchError as error:
        raise Problem(422, f"url: {error.reason}", "url") from None
    except VictorError as error:  # not a URL
        raise Problem(422, f"url: {error}", "url") from None


async def _rows(request: Request, asked: Json, pages: Sequence[Json]) -> list[Json]:
    """The rows in order; at most one page per worker is processed at a time."""
    server = Server.of(request)
    turn = asyncio.Semaphore(server.workers.count)

    async def one(number: int, page: Json) -> Json:
        async with turn:
            if await request.is_disconnected():
                raise Problem(400, "the client has closed the connection")
            return await _row(server, asked, page, number)

    jobs = (one(*numbered) for numbered in enumerate(pages))
    found = await asyncio.gather(*jobs, return_exceptions=True)  # wait for all, even if one fails
    for row in found:
        if isinstance(row, BaseException):
            raise row
    return [row for row in found if not isinstance(row, BaseException)]


async def _row(server: Server, asked: Json, page: Json, number: int) -> Json:
    fields = tuple(asked.get("fields", FIELDS))
    job = Extract(
        page["html"],
        page.get("id") or f"#{number}",
        page.get("url"),
        page.get("encoding"),
        page.get("language"),
        choice(asked),
        tuple(dict.fromkeys((*fields, "status", "reason"))),
        tuple(asked.get("formats", ())),
    )
    try:
        found: Json = await server.workers.run(job)
    except LostError as error:
        return _lost(job, str(error))
    return found


def _lost(job: Extract, reason: str) -> Json:
    known = {"id": job.id, "url": job.url, "status": SKIPPED, "reason": reason}
    return {name: known.get(name) for name in job.fields}


def choice(asked: Mapping[str, Any]) -> Choice:
    """The cleaning options of a request.

    Args:
        asked: a validated request.
    """
    keep, drop = (tuple(asked[name]) if name in asked else None for name in ("keep", "drop"))
    task = asked.get("task", Choice.task)
    return Choice(task, asked.get("prefer"), keep, drop, asked.get("convention"))


def _chosen(row: Json, asked: Json) -> Json:
    """The row with the requested fields; if skipped, also with its status and the reason."""
    wanted = asked.get("fields", FIELDS)
    skipped = ("status", "reason") if row["status"] == SKIPPED else ()
    return {name: row[name] for name in row if name in (*wanted, *skipped, "outputs")}
