"""Addresses of links and images, made absolute."""

from urllib.parse import urljoin, urlsplit

_SCHEMES = ("http://", "https://", "mailto:", "tel:", "ftp://", "#")
_LONGEST = 4_000  # characters


class Addresses:
    """Resolves addresses against a page's base (HTML, 2.4.2), each once."""

    def __init__(self, url: str | None, base: str | None = None) -> None:
        """Set the base.

        Args:
            url: the address of the page, if known.
            base: the address in its ``base`` element, if it has one.
        """
        self.base = _join(url or "", base) if base else url or ""
        try:
            parts = urlsplit(self.base)
        except ValueError:
            self.base, parts = "", urlsplit("")
        self._site = f"{parts.scheme}://{parts.netloc}" if parts.netloc and parts.scheme else ""
        self._found: dict[str, str] = {}

    def resolve(self, written: str) -> str:
        """The absolute address; ``""`` if it is empty or not one to follow (``javascript:``)."""
        found = self._found.get(written)
        if found is None:
            found = self._found[written] = self._resolve(written)
        return found

    def _resolve(self, written: str) -> str:
        address = "".join(written.split("\n")).strip().replace(" ", "%20")
        if not address or len(address) > _LONGEST:
            return ""
        if address.startswith(_SCHEMES):
            return address
        if address[0] == "/" and address[1:2] != "/" and self._site and "/." not in address:
            return self._site + address
        address = _join(self.base, address)
        scheme = address.partition(":")[0].lower() if ":" in address.partition("/")[0] else ""
        return address if scheme in ("", "http", "https", "mailto", "tel", "ftp") else ""


def _join(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:
        return ""
