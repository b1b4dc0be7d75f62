"""Detects the language of a text, if py3langid is installed."""

from collections.abc import Callable
from functools import cache
from importlib import import_module

_LEAST = 100  # characters, below which detection is not reliable


def detected(text: str) -> str | None:
    """The language of a text as ISO 639-1; None if the text is short or py3langid is missing.

    Args:
        text: a few hundred characters.
    """
    classify = _classifier()
    if classify is None or len(text) < _LEAST:
        return None
    return str(classify(text)[0])


@cache
def _classifier() -> Callable[[str], tuple[str, float]] | None:
    """py3langid's function, its model loaded; None without the package.

    It unpacks the model into a temporary file: where that fails (a full disk, no temporary
    directory), there is no detection, but no page is lost.
    """
    try:
        classify: Callable[[str], tuple[str, float]] = import_module("py3langid").classify
        classify("")
    except (ImportError, OSError):
        return None
    return classify
