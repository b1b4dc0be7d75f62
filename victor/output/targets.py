"""The targets of links within a page: which parts get an ``id``, and where the links lead then.

A link within a page names an element by its ``id`` or, if it is an ``a``, by its ``name`` (HTML,
7.4.6.4). Its target in the document is the first block-level part at or after the element.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import quote, unquote

from victor.document.document import Document
from victor.document.parts import Part
from victor.output.markup import Notes, blank, key_of, label_of
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.html_tags import HEADINGS
from victor.tree.names import named_elements
from victor.tree.tree import Tree

_LINES = frozenset(("heading", "paragraph", "term", "caption"))
_OTHERS = frozenset(("code", "formula", "rule"))
# Parts whose first paragraph may be written without a tag.
_HOLDERS = frozenset(("item", "definition", "cell", "footnote"))
_CODED = regex(r"\.(?=[0-9A-F]{2})")  # in a name, where it looks like an encoded character


def with_targets(notes: Notes, document: Document, parts: Sequence[Part]) -> Notes:
    """Add the ids of the parts to which links lead, and the new URLs of these links.

    A link whose target is not in the document leads to the page if its URL is known, else nowhere.

    Args:
        notes: the footnotes of the document.
        document: the labelled page.
        parts: its block-level parts.
    """
    if not notes.fragments:
        return notes
    page, stated = document.url or document.metadata.url or "", document.metadata.url or ""
    links = _fragments(notes.fragments, {url.partition("#")[0] for url in ("", page, stated)})
    found = _targets(document, parts, set(links.values())) if links else {}
    ids: dict[int, str] = {}
    leads = {url: _on_page(url, page) for url in links}
    for url, fragment in links.items():
        if fragment in found:
            part, name = found[fragment]
            leads[url] = "#" + ids.setdefault(key_of(part), _id_of(part, name, notes))
    return notes._replace(ids=ids, links=leads)


def _on_page(url: str, page: str) -> str | None:
    """The absolute URL of a place on the page; None if that of the page is unknown."""
    if not url.startswith("#"):
        return url
    return page.partition("#")[0] + url if page else None


def _fragments(urls: Iterable[str], own: set[str]) -> dict[str, str]:
    """The fragment of each URL that leads to a place on the page.

    Args:
        urls: the URLs of links.
        own: the URLs of the page without fragments, also ``""``.
    """
    split = {url: url.partition("#") for url in urls}
    return {url: name for url, (before, _, name) in split.items() if name and before in own}


def _id_of(part: Part, name: str, notes: Notes) -> str:
    """The id of a target: that of a footnote, or its name, encoded so that XML allows it.

    The prefix keeps it apart from the ids of footnotes, and from the names that scripts use.
    """
    if part.kind == "footnote" and notes.footnotes.get(label_of(part)) is part:
        return f"note-{notes.numbers[label_of(part)]}"
    encoded = quote(name, safe="", errors="surrogatepass").replace("~", "%7E")
    return f"part-{_CODED.sub('.2E', encoded).replace('%', '.')}"


# Where targets are ------------------------------------------------------------------------------


class _Place(NamedTuple):
    """A place on the page: twice the number of texts before it, less 1 in a text; an element."""

    texts: int
    element: int


@dataclass
class _Outline:
    """The lines of a document, and its parts without text, with the parts around them."""

    leaves: list[Part] = field(default_factory=list)
    around: dict[int, Part] = field(default_factory=dict)  # by id of the part in it
    first: dict[int, Part] = field(default_factory=dict)  # the first leaf in each part, by id

    def add(self, part: Part) -> None:
        """Add a part and the parts in it."""
        if part.kind in _OTHERS or (part.kind in _LINES and not blank(part.children)):
            self.leaves.append(part)
            inner: Part | None = part
            while inner and id(inner) not in self.first:
                self.first[id(inner)] = part
                inner = self.around.get(id(inner))
        elif part.kind not in _LINES:
            for one in part.parts:
                self.around[id(one)] = part
                self.add(one)

    def target(self, leaf: Part, element: int) -> Part:
        """The outermost part that begins with a leaf and is at or in an element.

        Where a writer gives no element to the leaf, the part around it.
        """
        part, around = leaf, self.around.get(id(leaf))
        while around and (
            _is_text_of(part, around, self.first[id(around)])
            or (self.first[id(around)] is leaf and around.element >= element)
        ):
            part, around = around, self.around.get(id(around))
        return part


def _is_text_of(part: Part, around: Part, first: Part) -> bool:
    """Whether a part may be written as the text of the part around it."""
    if around.kind == "figure" or (part.kind == "caption" and around.kind == "table"):
        return True
    return part.kind == "paragraph" and around.kind in _HOLDERS and part is first


def _targets(
    document: Document, parts: Sequence[Part], fragments: Iterable[str]
) -> dict[str, tuple[Part, str]]:
    """The target of each fragment that has one, and its name."""
    if document.content is None:
        return {}
    blocks, outline = document.content.blocks, _Outline()
    for part in parts:
        outline.add(part)
    leaves = sorted(outline.leaves, key=lambda leaf: _end(leaf, blocks))
    ends = [_end(leaf, blocks) for leaf in leaves]
    found = {}
    for fragment, name, element, heading in _elements(blocks.tree, fragments):
        place = bisect_left(ends, _start(element, blocks))
        if place < len(leaves) and _is_kept(element, heading, leaves[place], blocks):
            found[fragment] = (outline.target(leaves[place], element), name)
    return found


def _elements(tree: Tree, fragments: Iterable[str]) -> Iterator[tuple[str, str, int, int]]:
    """Yield each fragment of an element, with its name, the element, and the heading around it."""
    wanted = {name for one in fragments for name in (one, unquote(one))}
    names, headings = named_elements(tree, wanted), tree.nearest(tree.named(HEADINGS))
    for fragment in fragments:
        name = fragment if fragment in names else unquote(fragment)
        if name in names:
            yield fragment, name, names[name], int(headings[names[name]])


def _start(element: int, blocks: Blocks) -> _Place:
    return _Place(2 * int(blocks.tree.opened[element]), element)


def _end(leaf: Part, blocks: Blocks) -> _Place:
    """Where a leaf ends: its last text, or the last element in it."""
    if leaf.last >= 0:
        return _Place(2 * int(blocks.first[leaf.last + 1]) - 1, 0)
    return _start(max(one.element for one in leaf.walk()), blocks)


def _is_kept(element: int, heading: int, leaf: Part, blocks: Blocks) -> bool:
    """Whether a leaf is the target of links to an element, or what that is about was left out.

    If the leaf is behind the element, all text of that was left out. Then the element is at most
    the heading of the leaf.
    """
    tree, whole = blocks.tree, heading or element
    low, high = tree.bounds(whole)
    has_text = leaf.first >= 0
    begin = int(blocks.first[leaf.first]) if has_text else _end(leaf, blocks).texts // 2 - 1
    if low == high or begin < high or not blocks.level[whole]:
        return True
    return heading > 0 and leaf.kind != "heading"
