"""Tables that LaTeXML, the converter of arXiv, writes as ``span`` elements within paragraphs."""

import re

import numpy as np

from victor.text.regex import regex
from victor.tree.attributes import value_of
from victor.tree.events import Columns

_PAGE = "ltx_document"  # class of its first ``article``
_SIGN = b'class="ltx_tabular'
_TAG = regex(rb"<(/?)(span|td|th)\b([^<>]*)>")
# The table, its sections, rows and cells, of which headers have a second class.
_CLASS = regex(rb'\sclass="ltx_(tabular|thead|tbody|tfoot|tr|td)(?=[\s"])(?:[^"]*\s(ltx_th)\b)?')
_SPAN = regex(rb"\sltx_(colspan|rowspan)_(\d{1,3})(?=[\s\"])")
_CELLS = (b"td", b"th")


def is_by_latexml(columns: Columns) -> bool:
    """Whether LaTeXML wrote a page.

    Args:
        columns: the columns of the page.
    """
    if "article" not in columns.tags:
        return False
    article = np.frombuffer(columns.tag, np.int32) == columns.tags["article"]
    first = value_of(columns.attributes, int(article.argmax()), "class")
    return _PAGE in first.split()


def with_tables(html: str | bytes, columns: Columns) -> str | bytes:
    """The page with the elements of tables instead of such spans.

    Spans in the cells of tables stay: there, LaTeXML uses them for line breaks.

    Args:
        html: the same object is returned if it has none.
        columns: the columns of the page.
    """
    if not is_by_latexml(columns):
        return html
    source = html if isinstance(html, bytes) else html.encode("utf-8", "replace")
    renamed = _TAG.sub(_Tables().renamed, source) if _SIGN in source else source
    return html if renamed == source else renamed


class _Tables:
    """Renames spans."""

    def __init__(self) -> None:
        self.names: list[bytes] = []  # of the open spans
        self.cells = 0  # that are open

    def renamed(self, tag: re.Match[bytes]) -> bytes:
        """A tag with the name and the spans of a table's element, if it is one."""
        end, name, attributes = tag.groups()
        if name == b"span" and end:
            name = self.names.pop() if self.names else name
        elif name == b"span":
            name = b"span" if self.cells else _name(attributes)
            self.names.append(name)
        if name in _CELLS:
            self.cells += -1 if end else 1
        if name == b"span" or tag[2] != b"span":
            return tag[0]
        spans = b"".join(b' %b="%b"' % found.groups() for found in _SPAN.finditer(attributes))
        return b"<%b%b%b%b>" % (end, name, attributes, spans)


def _name(attributes: bytes) -> bytes:
    """The name of an element for a span."""
    found = _CLASS.search(attributes)
    if not found:
        return b"span"
    return b"th" if found[2] else found[1].replace(b"tabular", b"table")
