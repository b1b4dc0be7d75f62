"""A web server on this machine, whose pages are functions."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Handler = Callable[[BaseHTTPRequestHandler], None]


def answer(
    body: bytes = b"", status: int = 200, kind: str = "text/html", **headers: str
) -> Handler:
    """A page; underscores in the names of headers are hyphens."""

    def handle(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        if kind:
            request.send_header("Content-Type", kind)
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), value)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    return handle


def redirect(to: str, status: int = 302) -> Handler:
    """A redirect."""
    return answer(status=status, Location=to)


class Server:
    """A running server; ``requests`` has the path and the headers of each request."""

    def __init__(self, pages: Mapping[str, Handler]) -> None:
        self.requests: list[tuple[str, Mapping[str, str]]] = []
        outer = self

        class Requests(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.requests.append((self.path, dict(self.headers)))
                missing = answer(b"<h1>Not found</h1>", 404)
                try:
                    pages.get(self.path.partition("?")[0], missing)(self)
                except ConnectionError:  # the client has given up
                    self.close_connection = True

            do_POST = do_HEAD = do_GET  # noqa: N815

            def log_message(self, *_: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Requests)
        self.http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in self.requests]


@contextmanager
def serving(pages: Mapping[str, Handler]) -> Iterator[Server]:
    """A server that runs inside the ``with`` statement."""
    server = Server(pages)
    thread = threading.Thread(target=server.http.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.http.shutdown()
        server.http.server_close()
