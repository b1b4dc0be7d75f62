"""JSON responses, and error responses that state what is wrong, and at which key."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from victor.output import jsonl


def answer(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON response; lone surrogates become question marks.

    Args:
        value: a JSON-serializable value.
        status: the HTTP status.
        headers: additional headers.
    """
    return Response(jsonl.line(value), status, headers, "application/json")


class Problem(Exception):  # noqa: N818 - the term of RFC 9457
    """A request that is refused, with the content of the error response.

    Args:
        status: the HTTP status, 4xx or 5xx.
        message: what was expected and found, with the nearest known name.
        key: the wrong key, option or header, such as ``pages[3].html``; empty if there is none.
        retry: seconds after which the same request may succeed; None if it will not.
    """

    def __init__(self, status: int, message: str, key: str = "", retry: int | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.key, self.retry = status, message, key, retry

    def answer(self, headers: Mapping[str, str] | None = None) -> Response:
        """The error response.

        Args:
            headers: additional headers.
        """
        at = {"key": self.key} if self.key else {}
        retry = {} if self.retry is None else {"Retry-After": str(self.retry)}
        error = {"status": self.status, **at, "message": self.message}
        return answer({"error": error}, self.status, {**retry, **(headers or {})})
