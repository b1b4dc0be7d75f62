"""Limits on concurrent requests, and on the size and duration of request bodies."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.requests import ClientDisconnect, Request

from victor.serve.problem import Problem

_SLOWEST = 30.0  # seconds in which a body must arrive
_DIGITS = 15  # of a stated length
_BODIES = 16  # limit of all bodies in memory, in bodies of the maximum size
RETRY = 2  # seconds, for Retry-After


class Gate:
    """Counts and limits concurrent requests and the bytes of their bodies.

    Args:
        requests: the maximum number of concurrent requests.
        max_bytes: the maximum size of a body.
    """

    def __init__(self, requests: int, max_bytes: int) -> None:
        self.most, self.max_bytes = requests, max_bytes
        self.requests, self.bytes = 0, 0

    @contextmanager
    def entered(self) -> Iterator["Place"]:
        """Admit a request; leaving the context releases its place.

        Raises:
            Problem: 503, too many requests are under way.
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
    """An admitted request."""

    def __init__(self, gate: Gate) -> None:
        self._gate, self.bytes = gate, 0

    def hold(self, size: int) -> None:
        """Count bytes until the request is done.

        Args:
            size: the number of bytes.

        Raises:
            Problem: 503, all requests together hold too many bytes.
        """
        if self._gate.bytes + size > _BODIES * self._gate.max_bytes:
            raise Problem(503, "busy: too many bytes are being cleaned", retry=RETRY)
        self.bytes += size
        self._gate.bytes += size

    async def body(self, request: Request) -> bytes:
        """Read the body of a request.

        Args:
            request: a request that has not been read.

        Raises:
            Problem: the body is compressed (415), too large (413), too slow (408), or ends early
                (400); or all requests together hold too many bytes (503).
        """
        coding = request.headers.get("content-encoding", "")
        if coding and coding.strip().lower() != "identity":
            advice = "send the body uncompressed, without this header"
            message = f"the coding {coding[:40]!r} is not supported; {advice}"
            raise Problem(415, message, "Content-Encoding")
        stated = request.headers.get("content-length", "")
        if stated.isdecimal() and (len(stated) > _DIGITS or int(stated) > self._gate.max_bytes):
            raise self._too_large()
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
                raise self._too_large()
        return b"".join(pieces)

    def _too_large(self) -> Problem:
        limit = self._gate.max_bytes
        return Problem(413, f"expected at most {limit:,} bytes, found more (--max-bytes)")
