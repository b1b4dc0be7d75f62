"""How much the server takes on at once, and how it reads bodies."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.requests import ClientDisconnect, Request

from victor.serve.problem import Problem

_SLOWEST = 30.0  # seconds for a body to arrive
_BODIES = 16  # of the largest size that are held in memory at once
RETRY = 2  # seconds


class Gate:
    """Requests under way, and the bytes of their bodies.

    Args:
        requests: how many there may be.
        max_bytes: of a body.
    """

    def __init__(self, requests: int, max_bytes: int) -> None:
        self.most, self.max_bytes = requests, max_bytes
        self.requests, self.bytes = 0, 0

    @contextmanager
    def entered(self) -> Iterator["Place"]:
        """A place for a request.

        Raises:
            Problem: 503, all of them are taken.
        """
        if self.requests >= self.most:
            raise Problem(503, f"busy: {self.requests} requests are waiting", retry=RETRY)
        self.requests += 1
        place = Place(self)
        try:
            yield place
        finally:
            self.requests -= 1
            self.bytes -= place.bytes


class Place:
    """A request under way."""

    def __init__(self, gate: Gate) -> None:
        self._gate, self.bytes = gate, 0

    def hold(self, size: int) -> None:
        """Count bytes until the request is done.

        Args:
            size: bytes.

        Raises:
            Problem: 503, there are too many of all requests.
        """
        if self._gate.bytes + size > _BODIES * self._gate.max_bytes:
            raise Problem(503, "busy: too many bytes are being cleaned", retry=RETRY)
        self.bytes += size
        self._gate.bytes += size

    async def body(self, request: Request) -> bytes:
        """The body of a request.

        Args:
            request: not yet read.

        Raises:
            Problem: it is compressed, too large, too slow, or ends early.
        """
        if coding := request.headers.get("content-encoding", ""):
            known = "send the body as it is, without Content-Encoding"
            raise Problem(415, f"unknown coding {coding[:40]!r}; {known}", "Content-Encoding")
        try:
            async with asyncio.timeout(_SLOWEST):
                return await self._read(request)
        except TimeoutError:
            raise Problem(408, f"the body took more than {_SLOWEST:g} s to arrive") from None
        except ClientDisconnect:
            raise Problem(400, "the body ends before its declared length") from None

    async def _read(self, request: Request) -> bytes:
        pieces, limit = [], self._gate.max_bytes
        async for piece in request.stream():
            self.hold(len(piece))
            pieces.append(piece)
            if self.bytes > limit:
                raise Problem(413, f"expected at most {limit:,} bytes, found more (--max-bytes)")
        return b"".join(pieces)
