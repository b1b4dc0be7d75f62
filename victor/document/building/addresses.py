"""Absolute URLs of links and images, and the attributes of elements."""

from array import array
from collections.abc import Mapping, Sequence
from urllib.parse import urljoin, urlsplit

from victor.arrays import Ints
from victor.compiled import door
from victor.text.regex import regex
from victor.tree.attributes import Written
from victor.tree.tree import Tree
from victor.tree.urls import stripped

_SCHEMES = ("http://", "https://", "mailto:", "tel:", "ftp://", "#")
_NOWHERE = frozenset(("", "#", "#!"))  # placeholders for scripts
_LONGEST = 4_000  # characters
_SITE = regex(r"https?://[A-Za-z0-9.-]+(?=[/?#]|$)")


class Addresses:
    """Resolves URLs against a page's base URL (HTML, 2.4.2) and caches the results."""

    def __init__(self, url: str | None, base: str | None = None, folder: str = "") -> None:
        """Set the base URL.

        Args:
            url: the URL of the page, if known.
            base: the URL in its ``base`` element, if it has one.
            folder: the local folder with the images of a saved page. Their URLs stay relative.
        """
        self.page = url or ""
        self.base = _join(self.page, base) if base else self.page
        usual = _SITE.match(self.base)
        try:
            self._site = usual[0] if usual else _site_of(self.base)
        except ValueError:
            self.base = self._site = ""
        name = self.base.partition("?")[0].rpartition("/")[2].rpartition(".")[0]
        is_published = bool(name) and folder[: len(name)] == name  # by iWeb, for one
        self._folder = "" if is_published else folder
        self._found: dict[str, str] = {}

    def resolve(self, written: str) -> str:
        """The absolute URL; ``""`` if it is empty or cannot be followed (``javascript:``)."""
        if written.startswith("data:"):
            return ""  # long, so slow to look up
        found = self._found.get(written)
        if found is None:
            found = self._found[written] = self._resolve(written)
        return found

    def _resolve(self, written: str) -> str:
        address = stripped(written).replace(" ", "%20")
        if address in _NOWHERE or len(address) > _LONGEST:
            return ""
        if address.startswith(_SCHEMES):
            return address
        if address[0] == "/" and address[1:2] != "/" and self._site and "/." not in address:
            return self._site + address
        if self._folder and stripped(written).removeprefix("./").startswith(self._folder):
            return address
        address = _join(self.base, address)
        scheme = address.partition(":")[0].lower() if ":" in address.partition("/")[0] else ""
        return address if scheme in ("", "http", "https", "mailto", "tel", "ftp") else ""


def _site_of(address: str) -> str:
    """The scheme and host of a URL; ``""`` if it lacks one of these."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc and parts.scheme else ""


def _join(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:
        return ""


def plain_address(address: str) -> str:
    """A URL without scheme, ``www.``, fragment and final slash."""
    path = address.partition("#")[0].partition("//")[2]
    return path.removeprefix("www.").rstrip("/") or address


def attributes_of(tree: Tree, elements: Ints) -> Sequence[Mapping[str, str]]:
    """The attributes of each of c elements.

    Args:
        tree: the page's tree.
        elements: [c] their numbers.
    """
    all_of = tree.attributes
    if not isinstance(all_of, Written):
        return [all_of[element] for element in elements.tolist()]
    columns = (all_of.first, all_of.name, all_of.end, all_of.values)
    return written_attributes(elements, all_of.names, *columns)


@door("parse")
def written_attributes(
    element: Ints,
    names: Sequence[str],
    first: "array[int]",
    name: "array[int]",
    end: "array[int]",
    values: "array[int]",
) -> Sequence[Mapping[str, str]]:
    """[c] the attributes of each element, read from columns.

    Args:
        element: [c] the elements.
        names: see :class:`~victor.tree.attributes.Written`, also for ``first`` [m], ``name`` [a],
            ``end`` [a] and ``values``.
    """
    written = Written(list(names), first, name, end, values)
    return [written[one] for one in element.tolist()]
