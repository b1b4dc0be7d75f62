"""The ASGI application with its routes, and the function that runs it."""

import errno
import signal
import socket
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from victor import __version__
from victor.batch.pool import StartError
from victor.errors import VictorError, error_text, notify
from victor.serve import playground
from victor.serve.extract import extract
from victor.serve.guard import Guard
from victor.serve.jobs import Choice
from victor.serve.limits import RETRY, Gate
from victor.serve.openapi import openapi
from victor.serve.problem import Problem, answer
from victor.serve.protocol import Protocol
from victor.serve.server import Server
from victor.serve.settings import FIRST, Settings
from victor.serve.workers import Workers

_STATIC = {
    "frame.js": "text/javascript",
    "playground.js": "text/javascript",
    "playground.css": "text/css",
    "sample.html": "text/plain",
    "icon.svg": "image/svg+xml",
}
_CONNECTIONS = 1000  # above this number, uvicorn answers 503
_LISTENING = 128  # backlog: connections waiting to be accepted
_EXPIRING = 60  # seconds between checks for expired sessions
_GRACE = 5  # seconds, beyond the timeout of a page, to finish requests at shutdown


def application(server: Server) -> ASGIApp:
    """The ASGI application.

    Args:
        server: a server whose workers have started.
    """
    handlers: Any = {
        Problem: _refused,
        HTTPException: _not_served,
        StartError: _unable,
        VictorError: _wrong,
        Exception: _failed,
    }
    routes = _routes()
    app = Starlette(routes=routes, exception_handlers=handlers)
    app.router.redirect_slashes = False
    app.state.server = server
    return Guard(app, server.settings.names, server.metrics, routes)  # wraps error responses, too


def _routes() -> list[Route]:
    return [
        Route("/", _page("index.html", "text/html")),
        *(Route(f"/static/{name}", _page(name, kind)) for name, kind in _STATIC.items()),
        Route("/extract", extract, methods=["POST"]),
        Route("/health", _health),
        Route("/metrics", _metrics),
        Route("/openapi.json", _openapi),
        Route("/playground", playground.overview),
        Route("/playground/pages", playground.add, methods=["POST"]),
        Route("/playground/pages/{number}", playground.change, methods=["POST"]),
        Route("/playground/teach", playground.teach, methods=["POST"]),
        Route("/playground/clear", playground.clear, methods=["POST"]),
        Route("/playground/download", playground.download),
    ]


def _page(name: str, kind: str) -> Callable[[Request], Any]:
    async def serve(request: Request) -> Response:
        return Response(_asset(name), 200, {"Cache-Control": "no-cache"}, kind)

    return serve


@cache
def _asset(name: str) -> bytes:
    if name == "frame.js":  # shared with reports
        return files("victor.report").joinpath(name).read_bytes()
    return files(__package__).joinpath("static", name).read_bytes()


async def _health(request: Request) -> Response:
    return answer({"status": "ok", "version": __version__})


async def _metrics(request: Request) -> Response:
    server = Server.of(request)
    return Response(server.metrics.text(server.gauges()), media_type="text/plain; version=0.0.4")


async def _openapi(request: Request) -> Response:
    return answer(openapi(Server.of(request).settings))


async def _refused(request: Request, problem: Problem) -> Response:
    return problem.answer()


async def _not_served(request: Request, error: HTTPException) -> Response:
    message = f"{request.method:.20} {request.url.path:.200}: {error.detail}"
    return Problem(error.status_code, message).answer(error.headers)


async def _unable(request: Request, error: StartError) -> Response:
    return Problem(503, str(error), retry=RETRY).answer()


async def _wrong(request: Request, error: VictorError) -> Response:
    key = str(error).partition(":")[0]
    return Problem(422, str(error), key if key in Choice.__annotations__ else "").answer()


async def _failed(request: Request, error: Exception) -> Response:
    return Problem(500, f"internal server error: {type(error).__name__}").answer()


def run(settings: Settings, host: str, port: int) -> None:
    """Serve until SIGINT or SIGTERM; pending requests are answered before it returns.

    Args:
        settings: the settings of the server.
        host: the address to listen on.
        port: the port; 0 for any free port.

    Raises:
        VictorError: the address is in use or does not exist, or a model cannot be loaded.
    """
    listening = _listen(host, port)
    first = tuple(name for name in (*settings.models, *FIRST) if name in settings.tasks)
    workers = Workers(
        settings.models, first, settings.workers, settings.timeout, settings.max_memory
    )
    with listening, workers:
        found = Server(settings, workers, Gate(settings.queue, settings.max_bytes))
        workers.observe = found.metrics.seconds.add
        server = uvicorn.Server(_config(found))
        for one in (signal.SIGINT, signal.SIGTERM):  # uvicorn raises them again at exit
            signal.signal(one, lambda *_: None)
        notify(f"{_address(listening)} (stop with Ctrl+C)")
        server.run([listening])
    notify("stopped")


def _config(server: Server) -> uvicorn.Config:
    return uvicorn.Config(
        application(server),
        http=Protocol,
        ws="none",
        lifespan="off",
        log_level="error",
        access_log=False,
        server_header=False,
        limit_concurrency=_CONNECTIONS,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=int(server.settings.timeout) + _GRACE,
        callback_notify=server.sessions.expire,
        timeout_notify=_EXPIRING,
    )


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, *_, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(place, family=family, backlog=_LISTENING)
    except (OSError, UnicodeError) as error:  # UnicodeError: not a valid host name
        taken = port and getattr(error, "errno", None) in (errno.EADDRINUSE, errno.EACCES)
        hint = "; choose another --port, or 0 for any free port" if taken else ""
        raise VictorError(f"--host {host} --port {port}: {error_text(error)}{hint}") from None


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
