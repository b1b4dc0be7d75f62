"""The attributes of parts, derived from their elements."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from victor.arrays import Bools, Ints, places
from victor.document.kinds.code import code_text, structured
from victor.document.kinds.headings import level_of
from victor.document.parts import Part
from victor.document.pictures.enlarged import enlarging_links
from victor.document.pictures.left_out import left_out
from victor.document.pictures.shown import Images, are_written, picture
from victor.document.vocabulary import HEADINGS
from victor.text.regex import regex
from victor.tree import mails
from victor.tree.attributes import may_have
from victor.tree.players import played

if TYPE_CHECKING:
    from victor.document.roles import Post

_TASK_LIST = regex(r"(?:^|\s)inline-task-list(?:\s|$)")
_DRAWN_BOX = regex(r"(?:^|\s)checkbox-(?:on|off)(?:\s|$)")
_TASK = regex(r"(?:^|[\s_-])(?:tasks?|todos?|check-?list|chcklst)", re.IGNORECASE)
_FOLDING = frozenset(("collapse", "tab", "pill", "modal"))  # toggles of Bootstrap and others
_LONGEST_NAME = 300  # characters of a class or an id that are read
_MOST_CELLS = 1_000  # that a cell spans; one page has a colspan of 9007199254740991
# Default attributes by kind; other kinds have none.
DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "heading": {"level": 2},
    "list": {"ordered": False, "start": 1},
    "item": {"checked": None},
    "cell": {"header": False, "colspan": 1, "rowspan": 1},
}
_DESCRIBED = frozenset((*HEADINGS, "ol", "th"))  # tags whose parts have other attributes
# Classes of lists that are shown without numbers: carousels, Magento's products, Twitter's stream.
_UNNUMBERED = regex(r"(?i)carousel|slides|breadcrumb|\b(?:product|stream)-items\b")
_DECIMAL = regex(r"(?i)(?:^|[;\s])list-style(?:-type)?\s*:[^;]*\bdecimal\b")


class Details:
    """The attributes of the parts of a page."""

    def __init__(
        self,
        images: Images,
        code: Ints,
        headings: Ints,
        posts: "Mapping[int, Post]",
        notes: Mapping[int, str],
        is_marked: bool,
    ) -> None:
        """Set what the attributes of a page's parts are derived from.

        Args:
            images: of the page, with the attributes of its links, cells and numbered lists.
            code: the elements that become code blocks.
            headings: the elements that become headings by their role.
            posts: the posts by element.
            notes: the labels of footnotes, by element.
            is_marked: False for plain text, which needs neither images nor code languages.
        """
        blocks = images.blocks
        self.tree, self.text, self.of_text = blocks.tree, blocks.text, blocks.of_text
        self.attributes, self.code, self.posts, self.notes = images.attributes, code, posts, notes
        self.numbered: list[Part] = []  # the ordered lists that have been described
        self._images, self._headings, self._is_marked = images, headings, is_marked
        self._enlarging: set[int] = set()  # links that only show the image in them, see `pictures`
        self._language, self._addresses = blocks.language, images.addresses

    @property
    def as_usual(self) -> Bools:
        """[m] whether the part of an element has the attributes in :data:`DEFAULTS`."""
        tree = self.tree
        usual = ~tree.named(_DESCRIBED)
        other = [*self.code.tolist(), *self._headings.tolist(), *self.posts, *self.notes]
        for box in self._inputs:
            other += (box - 1, max(box - 2, 0), max(box - 3, 0))
        other += self._drawn_boxes
        if may_have(tree.attributes, ("colspan", "rowspan")):
            found = self.attributes.items()
            other += [one for one, of in found if "colspan" in of or "rowspan" in of]
        if other:
            usual[other] = False
        if self._counted:
            usual[list(self._counted)] = False
        if "thead" in tree.tags:
            usual[tree.named(("thead",))[tree.parent[tree.parent]]] = False
        return usual

    @cached_property
    def _inputs(self) -> frozenset[int]:
        if "input" not in self.tree.tags:
            return frozenset()
        return frozenset(self.tree.named(("input",)).nonzero()[0].tolist())

    @cached_property
    def _drawn_boxes(self) -> dict[int, bool]:
        """Items of tasks whose box a style sheet draws, in Confluence and Notion: is it checked?"""
        tree = self.tree
        if not tree.looked_at.has("inline-task-list", "checkbox-o"):  # true of nearly all pages
            return {}
        items = tree.named(("li",))
        lists = tree.matching("class", _TASK_LIST.search, tree.named(("ul",)))
        found = {
            one: self._has_class(one, "checked")
            for one in places(items & lists[tree.parent]).tolist()
        }
        boxes = tree.matching("class", _DRAWN_BOX.search, items[tree.parent])
        found |= {
            int(tree.parent[one]): self._has_class(one, "checkbox-on")
            for one in places(boxes).tolist()
        }
        return found

    def _has_class(self, element: int, name: str) -> bool:
        return name in self.tree.attribute(element, "class").split()

    @cached_property
    def _counted(self) -> frozenset[int]:
        """The ``ul`` elements that their style, or that of all of their items, numbers."""
        tree = self.tree
        if not tree.looked_at.has("decimal"):  # true of nearly all pages
            return frozenset()
        styled, items = tree.matching("style", _DECIMAL.search), tree.named(("li",))
        counted, bulleted = tree.parent[items & styled], tree.parent[items & ~styled]
        found = (tree.mask(counted) & ~tree.mask(bulleted) | styled) & tree.named(("ul",))
        return frozenset(places(found).tolist())

    @cached_property
    def pictures(self) -> dict[int, Part | None]:
        """The image, formula, smiley or link of each of the images; None if it is not shown."""
        images = self._images
        if not (self._is_marked or are_written(images)):
            return dict.fromkeys(images.elements.tolist())
        found = {one: picture(images, one) for one in images.elements.tolist()}
        found |= dict.fromkeys(left_out(images, found))
        if self._is_marked:
            self._enlarge(found)
        return found

    def _enlarge(self, found: Mapping[int, Part | None]) -> None:
        """Replace images by the larger versions to which they are linked."""
        links = enlarging_links(self.tree, found, self.attributes, self._addresses)
        for link, image, address in links:
            self._enlarging.add(link)
            image.attributes["address"] = address

    def describe(self, part: Part, wraps: bool = False) -> None:
        """Set the attributes of a part, and the text of code.

        Args:
            part: a block-level part.
            wraps: whether it only wraps others, and has the element around these.
        """
        kind, element = part.kind, part.element
        tag = "" if wraps else self.tree.tag_of(element)
        part.attributes.update(DEFAULTS.get(kind, ()))
        if kind == "heading":
            part.attributes["level"] = HEADINGS.get(tag) or level_of(self.tree, element)
        elif kind == "list" and self._is_numbered(element, tag):
            part.attributes["ordered"] = True
            self.numbered.append(part)
        elif kind == "post":
            post = self.posts[element]
            part.attributes.update(author=post.author, date=post.date, depth=post.depth)
        elif kind == "footnote":
            part.attributes["label"] = self.notes[element]
        elif kind == "item":
            part.attributes["checked"] = self._task_box(element)
        elif kind == "cell":
            self._describe_cell(part, tag)
        elif kind == "code":
            self._describe_code(part)

    def _is_numbered(self, element: int, tag: str) -> bool:
        """Whether a list shows numbers; Quill writes ``ol`` for all lists."""
        if tag == "ol":
            first = self.tree.attributes[element + 1 : element + 2]
            if first and first[0].get("data-list") == "bullet":
                return False
            return _UNNUMBERED.search(self.tree.attribute(element, "class")) is None
        return bool(tag) and element in self._counted

    def address(self, link: int) -> str:
        """The target of a link; ``""`` if it has none, or only shows the image in it."""
        attributes = self.attributes[link]
        written = attributes.get("href", "")
        if link in self._enlarging or (written[:1] == "#" and _folds(attributes)):
            return ""
        mail = mails.address_of(attributes) if "/cdn-cgi/" in written else None
        return self._addresses.resolve(written) if mail is None else mail

    def player(self, number: int) -> Part | None:
        """The link to what a player plays; None if it cannot be followed.

        Args:
            number: of the player, as a row of ``inset`` of the tree.
        """
        address, title = played(self.tree.source[number])
        address = self._addresses.resolve(address)
        return Part("link", [title], address=address) if address else None

    def _describe_code(self, part: Part) -> None:
        part.attributes["language"] = self._language(part.element) if self._is_marked else ""
        part.children.append(code_text(self.tree, part.element, self._special))
        low, high = (int(one[part.element]) for one in (self.tree.opened, self.tree.closed))
        part.first, part.last = int(self.of_text[low]), int(self.of_text[high - 1])

    @cached_property
    def _special(self) -> Any:
        return structured(self.tree, self.code)

    def _task_box(self, item: int) -> bool | None:
        """Whether the box at the start of an item is checked; None if there is none."""
        if item in self._drawn_boxes:
            return self._drawn_boxes[item]
        if self._inputs.isdisjoint(range(item + 1, item + 4)):
            return None
        for element in range(item + 1, min(item + 4, len(self.tree.tag))):
            tag = self.tree.tag_of(element)
            if tag == "input" and self.tree.parent[element] >= item:
                found = self.tree.attributes[element]
                return "checked" in found if self._is_of_task(item, found) else None
            if tag not in ("label", "p"):
                return None
        return None

    def _is_of_task(self, item: int, box: Mapping[str, str]) -> bool:
        """Whether a box shows if a task is done; others belong to filters or scripts.

        Args:
            item: the list item that it is in.
            box: the attributes of the ``input``.
        """
        if box.get("type", "").lower() != "checkbox" or (box.get("name") and box.get("value")):
            return False
        around = (self.tree.attributes[one] for one in (int(self.tree.parent[item]), item))
        names = (one.get(name, "") for one in (*around, box) for name in ("class", "id"))
        is_named = any(_TASK.search(name[:_LONGEST_NAME]) for name in names)
        is_sent = box.get("name") or box.get("value") or box.get("id", "") in self._labelled
        return is_named or "disabled" in box or not is_sent

    @cached_property
    def _labelled(self) -> frozenset[str]:
        """The ids of the elements that ``label`` elements name."""
        labels = np.flatnonzero(self.tree.named(("label",))).tolist()
        return frozenset(self.tree.attribute(one, "for") for one in labels) - {""}

    def _describe_cell(self, part: Part, tag: str) -> None:
        found = self.attributes.get(part.element, {})  # a cell that only wraps has none
        colspan, rowspan = (_span(found.get(name, "")) for name in ("colspan", "rowspan"))
        above = self.tree.parent.item(self.tree.parent.item(part.element))
        header = tag == "th" or self.tree.tag_of(above) == "thead"
        part.attributes.update(header=header, colspan=colspan, rowspan=rowspan)


def _folds(link: Mapping[str, str]) -> bool:
    """Whether a link to an anchor shows and hides that, as a question does its answer."""
    toggle = link.get("data-bs-toggle") or link.get("data-toggle")
    return toggle in _FOLDING if toggle else "aria-expanded" in link


def _span(text: str) -> int:
    """The number of cells that ``colspan`` or ``rowspan`` states, if it is valid."""
    digits = text.strip()[:20]
    is_number = digits.isascii() and digits.removeprefix("-").isdigit()
    return min(max(1, int(digits)), _MOST_CELLS) if is_number else 1
