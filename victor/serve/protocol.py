"""HTTP as uvicorn reads it, with JSON for requests that are none, and limits for slow clients."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from victor.serve.guard import HEADERS
from victor.serve.problem import Problem

SLOWEST = 20.0  # seconds for the head of a request
_LEAST = 64 << 10  # bytes of an answer that a client reads in this time


class Protocol(H11Protocol):
    """Closes connections on which no request arrives, or no answer is read."""

    _late: asyncio.TimerHandle | None = None
    _unread = 0  # bytes of answers, when the connection was last looked at

    def connection_made(self, transport: Any) -> None:
        """Wait for the first request.

        Args:
            transport: the connection.
        """
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Read part of a request.

        Args:
            data: some bytes.
        """
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait until the answer is read, and for the next request."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more.

        Args:
            exc: why it was lost.
        """
        self._unwatch()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request of HTTP, and close the connection.

        Args:
            msg: why.
        """
        problem = Problem(400, "the request is not valid HTTP/1.1")
        found = problem.answer({**HEADERS, "Connection": "close"})
        head = h11.Response(status_code=400, headers=found.raw_headers)
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            for event in (head, h11.Data(data=bytes(found.body)), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _watch(self) -> None:
        """Limit the time in which the client has to do something: send a head, read an answer."""
        if self._answers() and not self.transport.get_write_buffer_size():
            self._unwatch()
        elif self._late is None:
            self._wait()

    def _answers(self) -> bool:
        """Whether a request is under way."""
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self) -> None:
        self._unread = self.transport.get_write_buffer_size()
        self._late = self.loop.call_later(SLOWEST, self._end)

    def _end(self) -> None:
        """Close the connection, unless its client reads a long answer."""
        self._late, unread = None, self.transport.get_write_buffer_size()
        if unread > max(0, self._unread - _LEAST):
            self.transport.abort()  # closing would wait until all is read
        elif unread:
            self._wait()
        elif not self._answers():
            self.transport.close()

    def _unwatch(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
