"""Answers in JSON, and requests that cannot be served: which key is wrong, and why."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from victor.output import jsonl


def answer(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A value as JSON; half surrogate pairs become question marks.

    Args:
        value: ready for JSON.
        status: the HTTP status.
        headers: of the answer.
    """
    return Response(jsonl.line(value), status, headers, "application/json")


class Problem(Exception):  # noqa: N818 - the term of RFC 9457
    """A request that is refused.

    Args:
        status: the HTTP status, 4xx or 5xx.
        message: what was expected and found, and the nearest right name.
        key: the key, option or header at fault, such as ``pages[3].html``; empty if it is none.
        retry: seconds after which the same request may succeed; None if it will not.
    """

    def __init__(self, status: int, message: str, key: str = "", retry: int | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.key, self.retry = status, message, key, retry

    def answer(self, headers: Mapping[str, str] | None = None) -> Response:
        """The answer.

        Args:
            headers: to add.
        """
        at = {"key": self.key} if self.key else {}
        retry = {} if self.retry is None else {"Retry-After": str(self.retry)}
        error = {"status": self.status, **at, "message": self.message}
        return answer({"error": error}, self.status, {**retry, **(headers or {})})
