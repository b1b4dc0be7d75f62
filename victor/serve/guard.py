"""Access control: checks of host and origin, and the security headers of every response.

A website open in the same browser must not be able to use this server. It cannot read responses, as
CORS is not enabled. It cannot send state-changing requests, as their origin is checked. And it
cannot become same-origin by resolving its own name to this machine (DNS rebinding), as requests
with unknown host names are refused.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from victor.page.urls import host as host_of
from victor.serve.metrics import Metrics
from victor.serve.problem import Problem

# The frame of a page inherits the policy and marks blocks by inline styles: 'unsafe-inline'.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
_DRAIN_SECONDS, _DRAIN_BYTES = 2.0, 64 << 20
_SAFE = ("GET", "HEAD", "OPTIONS")


class Guard:
    """ASGI middleware that checks requests, and adds headers to responses and counts them.

    Args:
        app: the application.
        names: host names of this server, besides IP addresses and ``localhost``.
        metrics: the counters of responses.
        routes: the routes of the application; requests are counted by the paths of these.
    """

    def __init__(
        self, app: ASGIApp, names: Collection[str], metrics: Metrics, routes: Iterable[Route]
    ) -> None:
        self._app, self._names = app, {name.lower() for name in names}
        self._metrics = metrics
        self._paths: dict[object, str] = {route.endpoint: route.path for route in routes}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a connection (ASGI)."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body = _Body(receive)
        sending = self._sending(scope, body, send)
        try:
            self._check(scope["method"], Headers(scope=scope))
        except Problem as problem:
            await problem.answer()(scope, body.receive, sending)
            return
        try:
            await self._app(scope, body.receive, sending)
        except asyncio.CancelledError:  # the time to finish requests at shutdown is over
            if not body.answered:
                found = Problem(503, "the server is stopping").answer(HEADERS)
                await found(scope, receive, send)

    def _check(self, method: str, headers: Headers) -> None:
        host = headers.get("host", "")
        name = host_of(f"//{host}")
        if not (_is_ip_address(name) or name == "localhost" or name in self._names):
            known = "start it with --public-name to use this name"
            raise Problem(421, f"this server is not named {host[:100]!r}; {known}", "Host")
        if method in _SAFE:
            return
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
        foreign = origin is not None and _netloc_of(origin) != host.lower()
        if foreign or site not in ("same-origin", "none"):
            raise Problem(403, f"requests from other sites are refused: {origin!r:.100}", "Origin")

    def _sending(
        self, scope: Scope, body: "_Body", send: Send
    ) -> Callable[[Message], Awaitable[None]]:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                body.answered = True
                await body.drain()
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                path = self._paths.get(scope.get("endpoint"), "other")  # not a client's path
                self._metrics.requests[path, message["status"]] += 1
            await send(message)

        return sending


class _Body:
    """The body of a request; its rest is read, within limits, before the response starts.

    A client that is still sending when the connection is closed does not read the response.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive, self._over = receive, False
        self.answered = False  # whether the response has started

    async def receive(self) -> Message:
        message = await self._receive()
        self._over = not message.get("more_body", False)
        return message

    async def drain(self) -> None:
        size = 0
        with suppress(TimeoutError):
            async with asyncio.timeout(_DRAIN_SECONDS):
                while not self._over and size < _DRAIN_BYTES:
                    size += len((await self.receive()).get("body", b""))


def _netloc_of(origin: str) -> str:
    """Host and port of the ``Origin`` header; empty if there are none, as for ``null``."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _is_ip_address(name: str) -> bool:
    """Whether a host, without brackets, is an IP address, which rules out DNS rebinding."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
