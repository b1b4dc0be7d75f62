"""The rules of ``robots.txt`` (RFC 9309), parsed and matched in bounded time."""

import re

from victor.errors import require
from victor.text.regex import regex

PRODUCT = "Victor"  # the product token, which robots.txt names
MAX_ROBOTS = 500 << 10  # maximum bytes of robots.txt that are parsed: RFC 9309, section 2.5
_MAX_STEPS = 50_000_000  # rules with wildcards, times the length of a URL: less than 0.3 s
_AGENT = regex(
    r"\s*user(?:-|\s+)?agent(?=[\s:])\s*+:?+\s*+(\*(?![^\s#])|[a-z_-]+|(?=[^\s#]))", re.IGNORECASE
)


class Rules:
    """The rules of a ``robots.txt`` file for Victor.

    Args:
        data: its bytes, of which the first 500 kB are parsed.

    Raises:
        VictorError: the extra ``fetch`` is not installed.
    """

    def __init__(self, data: bytes) -> None:
        lines = data[:MAX_ROBOTS].decode("utf-8-sig", "replace").splitlines()
        if len(data) > MAX_ROBOTS:
            lines.pop()  # half a line: the path of its rule would match more pages
        self._wildcards = sum("*" in line for line in lines)
        self._parsed = require("protego", "fetch").Protego.parse("\n".join(map(_line, lines)))

    def allow(self, url: str) -> bool:
        """Whether Victor may fetch a URL.

        Args:
            url: the absolute URL.

        Raises:
            ValueError: the URL is invalid, or matching it would take too long.
        """
        if self._wildcards * len(url) > _MAX_STEPS:
            raise ValueError("robots.txt has too many wildcards for a URL of this length")
        return bool(self._parsed.can_fetch(url, PRODUCT))


def _line(line: str) -> str:
    """A line of ``robots.txt``, in which all user agents but Victor and ``*`` have one name.

    Protego stores each rule for each user agent of its group: the product of both, in time and
    memory.
    """
    found = _AGENT.match(line)
    if not found:
        return line
    name = found[1].lower()
    return f"User-agent: {name if name in ('*', PRODUCT.lower()) else 'other'}"
