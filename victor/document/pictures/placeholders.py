"""URLs that stand where a script later puts that of an image."""

import re

from victor.text.regex import regex

_NO_URL = ("data:", "about:", "{", "[", "#", "//:", "http://:", "https://:")  # the last lack a host
_UNSET = frozenset(("null", "undefined", "none", "false", "true"))  # what scripts leave
# File names, perhaps with a hash that a build tool adds; whole names that editors and sliders use;
# or fields for a script to fill: ``_{width}x.jpg``, ``?w={width}`` (but no formula after a ``?``).
_PLACEHOLDER = regex(
    r"(?:^|[/_.-])(?:blank|spacer|pixel|place-?holder|transparent|1x1|clear|loading)[\w-]*"
    r"(?:\.[0-9a-f]{6,32})?\.(?:gif|png|svg|jpe?g)"
    r"|/(?:(?:empty|dummy)\.(?:gif|png|svg)|(?:space(?:ball)?|dot|shim|trans)\.gif)(?:[?#]|$)"
    r"|(?:^[^?]*[^a-z?]|=)(?:\{|%7b)(?:width|height|size|quality|format)(?:\}|%7d)",
    re.IGNORECASE,
)
_SIGNS = (
    *("blank", "spacer", "pixel", "placeholder", "place-holder", "transparent", "1x1", "clear"),
    *("loading", "/empty.", "/dummy.", "/space.", "/spaceball.", "/dot.", "/shim.", "/trans."),
    *("{", "%7b"),
)


def is_real(address: str) -> bool:
    """Whether a value is a URL, and not that of a placeholder.

    Args:
        address: the value of an attribute, or a candidate of a ``srcset``.
    """
    if address.lstrip().startswith(_NO_URL) or address in _UNSET:
        return False
    end = address[-200:]
    lower = end.lower()  # searched first: most URLs contain none of the words
    return not (any(map(lower.__contains__, _SIGNS)) and _PLACEHOLDER.search(end))
