"""A running `victor serve`, and a client for it."""

import http.client
import json
import re
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from conftest import ROOT

for name in ("starlette", "uvicorn", "tinycss2"):
    pytest.importorskip(name)

JSON = {"Content-Type": "application/json"}
HTML = {"Content-Type": "text/html; charset=utf-8"}


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def error(self):
        return self.json["error"]


class Client:
    """Requests to a server, with its cookie."""

    def __init__(self, port, process=None):
        self.port, self.process, self.cookie = port, process, ""
        self.url = f"http://127.0.0.1:{port}"

    def ask(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        body = body.encode() if isinstance(body, str) else body
        cookie = {"Cookie": self.cookie} if self.cookie else {}
        connection.request(method, path, body, {**cookie, **(headers or {})})
        found = connection.getresponse()
        answer = Answer(found.status, dict(found.getheaders()), found.read())
        connection.close()
        if cookie := found.getheader("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        return answer

    def get(self, path, **headers):
        return self.ask("GET", path, headers=headers)

    def post(self, path, value, **headers):
        return self.ask("POST", path, json.dumps(value), {**JSON, **headers})

    def send(self, path, page, **headers):
        return self.ask("POST", path, page, {**HTML, **headers})


@contextmanager
def started(*arguments):
    """A client for a separate server."""
    command = [sys.executable, "-m", "victor", "serve", "--port", "0", "--workers", "1"]
    process = subprocess.Popen(
        [*command, *map(str, arguments)], stderr=subprocess.PIPE, text=True, cwd=ROOT
    )
    line = process.stderr.readline()
    found = re.search(r":(\d+)/", line)
    assert found, line
    try:
        yield Client(int(found[1]), process)
    finally:
        process.terminate()
        process.wait(60)
        process.stderr.close()


@pytest.fixture(scope="session")
def server():
    with started("--max-bytes", "300k", "--max-pages", "5", "--timeout", "20") as found:
        yield found


@pytest.fixture
def client(server):
    """A client without a session."""
    return Client(server.port)
