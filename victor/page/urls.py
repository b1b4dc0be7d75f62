"""Parts of page URLs."""

from urllib.parse import urlsplit


def host(url: str | None) -> str:
    """The host of a URL; empty if there is none or the URL is invalid."""
    try:
        return urlsplit(url or "").hostname or ""
    except ValueError:
        return ""
