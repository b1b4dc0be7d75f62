"""uvicorn's HTTP protocol, with JSON responses to invalid requests and timeouts for clients."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from victor.serve.guard import HEADERS
from victor.serve.problem import Problem

SLOWEST = 20.0  # seconds in which the head of a request must arrive
_LEAST = 64 << 10  # bytes of a response that must be read in this time


class Protocol(H11Protocol):
    """Closes connections on which no request arrives, or no response is read."""

    _late: asyncio.TimerHandle | None = None
    _unread = 0  # bytes of responses in the write buffer, at the last check

    def connection_made(self, transport: Any) -> None:
        """Start the timeout for the first request.

        Args:
            transport: the connection.
        """
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Process part of a request, and update the timeout.

        Args:
            data: the bytes.
        """
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Start the timeout for reading the response and for the next request."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout.

        Args:
            exc: the error that closed the connection, if any.
        """
        self._unwatch()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Respond to an invalid request as JSON, and close the connection.

        Args:
            msg: the message of uvicorn; not used.
        """
        problem = Problem(400, "the request is not valid HTTP/1.1")
        found = problem.answer({**HEADERS, "Connection": "close"})
        head = h11.Response(status_code=400, headers=found.raw_headers)
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            for event in (head, h11.Data(data=bytes(found.body)), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _watch(self) -> None:
        """Start the timeout if the client has to send a head or read a response; else cancel it."""
        if self._answers() and not self.transport.get_write_buffer_size():
            self._unwatch()
        elif self._late is None:
            self._wait()

    def _answers(self) -> bool:
        """Whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self) -> None:
        self._unread = self.transport.get_write_buffer_size()
        self._late = self.loop.call_later(SLOWEST, self._end)

    def _end(self) -> None:
        """Close the connection, unless a request is being answered or a long response read."""
        self._late, unread = None, self.transport.get_write_buffer_size()
        if unread > max(0, self._unread - _LEAST):
            self.transport.abort()  # close() would wait until all is read
        elif unread:
            self._wait()
        elif not self._answers():
            self.transport.close()

    def _unwatch(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
