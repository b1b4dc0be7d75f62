"""Restore lists that the markup or the labels of blocks divide or join."""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import groupby, pairwise

from victor.arrays import Ints, places
from victor.document.arranging.bullets import begins_with_bullet
from victor.document.building.details import DEFAULTS
from victor.document.parts import Part, numbers_of
from victor.document.vocabulary import HEADINGS
from victor.tree.tree import Tree

_FEWEST = 3  # least adjacent lists of one item that are one list
_MOST_AROUND = 8  # levels climbed from an item by label
_TEXTS = frozenset(("paragraph", "heading"))


def list_of(items: Sequence[Part], like: Part | None = None) -> Part:
    """Make a list of items.

    Args:
        items: one or more.
        like: the list whose element and attributes to copy; by default, the list is bulleted.
    """
    about = like.attributes if like else DEFAULTS["list"]
    found = Part("list", [*items], like.element if like else 0, **about)
    found.first = next((item.first for item in items if item.first >= 0), -1)
    found.last = max(item.last for item in items)
    return found


# ---- items by their labels ----


def lists_of_labels(parts: list[Part], tree: Tree) -> list[Part]:
    """Take items that are items only by label out of the lists of the page.

    Such items in the same cell of a layout table become one list if one begins with a bullet, else
    a list for each run of siblings of the same tag, or of lines of the same element. Others become
    paragraphs.

    Args:
        parts: block-level parts.
        tree: the page's tree.
    """
    labelled = {id(one) for one in parts if one.kind == "list" and _has_labelled(one, tree)}
    if not labelled:
        return parts
    cells, out = tree.nearest(tree.named(("td", "th"))), list[Part]()
    for part in parts:
        out += _divided(part, tree, cells) if id(part) in labelled else [part]
    return out


def _has_labelled(part: Part, tree: Tree) -> bool:
    """Whether a list has items by label; a list of the page has them at the end."""
    items = part.children[-1:] if part.element else part.children
    return any(isinstance(item, Part) and _is_labelled(item, part, tree) for item in items)


def _is_labelled(item: Part, of: Part, tree: Tree) -> bool:
    """Whether an item is neither an ``li`` nor text in a list of the page."""
    in_list = item.element == of.element and of.element > 0
    return not in_list and tree.tag_of(item.element) != "li"


def _divided(part: Part, tree: Tree, cells: Ints) -> list[Part]:
    """The list of the page, and the parts that its items by label become."""

    def place(item: Part) -> int:
        return int(cells[item.element]) if _is_labelled(item, part, tree) else -1

    out: list[Part] = []
    for cell, found in groupby(part.parts, place):
        items = list(found)
        out += [list_of(items, part)] if cell < 0 else _of_labels(items, tree)
    return out


def _of_labels(items: Sequence[Part], tree: Tree) -> list[Part]:
    """Items by label as one list if one has a bullet, else as a list for each run of siblings."""
    if any(map(begins_with_bullet, items)):
        return [list_of(items)]
    out: list[Part] = []
    for _, found in groupby(items, lambda item: _sibling(item, tree)):
        run = list(found)
        out += [list_of(run)] if len(run) > 1 else run[0].parts
    return out


def _sibling(item: Part, tree: Tree) -> tuple[int, int, int]:
    """A key that an item shares with siblings of the same tag, and with lines of its element.

    Siblings may each be wrapped in the same number of elements that hold nothing else.
    """
    element, depth = item.element, 0
    while depth < _MOST_AROUND and _is_alone(element, tree):
        element, depth = int(tree.parent[element]), depth + 1
    return int(tree.parent[element]), int(tree.tag[element]), depth


def _is_alone(element: int, tree: Tree) -> bool:
    """Whether the parent of an element holds no other text."""
    around = tree.parent[element]
    is_same = tree.opened[around] == tree.opened[element]
    return bool(is_same and tree.closed[around] == tree.closed[element])


# ---- adjacent lists ----


def joined_lists(parts: Sequence[Part], tree: Tree) -> list[Part]:
    """Join lists of one line each, bulleted ones of the same class, and numbers that go on.

    Args:
        parts: block-level parts.
        tree: the page's tree.
    """
    if not any(one.kind == other.kind == "list" for one, other in pairwise(parts)):
        return [*parts]
    for test, fewest in ((_goes_on, _FEWEST), (_is_divided, 2), (_is_numbered_on, 2)):
        parts = _with_runs(parts, test, fewest, tree)
    return [*parts]


def _with_runs(
    parts: Sequence[Part], test: Callable[[Part, Part, Tree], bool], fewest: int, tree: Tree
) -> list[Part]:
    """Join lists if adjacent ones pass a test, and at least ``fewest`` do."""
    runs: list[list[Part]] = []
    for part in parts:
        if runs and test(runs[-1][-1], part, tree):
            runs[-1].append(part)
        else:
            runs.append([part])
    return [one for run in runs for one in (run if len(run) < fewest else [_joined(run)])]


def _is_divided(before: Part, part: Part, tree: Tree) -> bool:
    """Whether two parts are bulleted lists with the same parent and class, and no text between."""
    if before.kind != "list" or part.kind != "list" or before.attributes != part.attributes:
        return False
    one, other = before.element, part.element
    if part.attributes["ordered"] or not one or tree.parent[one] != tree.parent[other]:
        return False
    last = before.parts[-1].element  # of a list that was joined
    is_class = tree.attribute(one, "class") == tree.attribute(other, "class")
    return is_class and bool(tree.closed[tree.parent[last]] == tree.opened[other])


def _goes_on(before: Part, part: Part, tree: Tree) -> bool:
    """Whether two parts are lists of one line, siblings on the page, with consecutive numbers."""
    if not (_is_single(before) and _is_single(part)):
        return False
    if tree.parent[before.element] != tree.parent[part.element]:
        return False
    number = int(before.attributes["start"]) + bool(before.attributes["ordered"])
    return part.attributes == {**before.attributes, "start": number}


def _is_numbered_on(before: Part, part: Part, tree: Tree) -> bool:
    """Whether the numbers of a list, typed or of a sibling on the page, go on with those before."""
    if (
        part.kind != "list"
        or before.kind != "list"
        or not (_is_ordered(before) and _is_ordered(part))
    ):
        return False
    if part.element and tree.parent[part.element] != tree.parent[before.element]:
        return False
    return bool(part.get("start") == numbers_of(before, before.parts)[-1] + 1)


def _is_single(part: Part) -> bool:
    """Whether a part is a list of the page with one item, which is a paragraph."""
    if part.kind != "list" or not part.element or len(part.children) != 1:
        return False
    return [one.kind for one in part.parts[0].parts] == ["paragraph"]


def _joined(lists: Sequence[Part]) -> Part:
    return list_of([item for one in lists for item in one.parts], lists[0])


# ---- text in a list, before its items ----


def without_text_before(parts: Sequence[Part]) -> list[Part]:
    """Move text at the start of ordered lists, which has no number, before these lists.

    Args:
        parts: block-level parts.
    """
    out: list[Part] = []
    for part in parts:
        if begins_with_text(part):
            text, *items = part.parts
            start = numbers_of(part, part.parts)[1]
            out += text.parts
            part = list_of(items, part)
            part.attributes["start"] = start
        out.append(part)
    return out


def begins_with_text(part: Part) -> bool:
    """Whether an ordered list has text that is in none of its items, before these.

    Args:
        part: a block-level part.
    """
    if part.kind != "list" or not part.attributes["ordered"] or len(part.children) < 2:
        return False
    first = part.parts[0]
    return first.element == part.element and all(one.kind != "list" for one in first.parts)


# ---- headings between the items of a list ----


def headings_between_items(tree: Tree) -> set[int]:
    """The headings that are in a list, but in none of its items.

    Args:
        tree: the page's tree.
    """
    headings = places(tree.named((*HEADINGS, "heading")) & tree.holds)
    lists = tree.named(("ul", "ol"))
    around = tree.nearest(lists | tree.named(("li",)))[tree.parent[headings]]
    return {*headings[lists[around]].tolist()}


def with_headings_between(parts: Sequence[Part], headings: Collection[int]) -> list[Part]:
    """Divide lists at such headings, which would otherwise be in the items before them.

    Args:
        parts: block-level parts; modified in place.
        headings: their elements.
    """
    out: list[Part] = []
    for part in parts:
        out += _divided_at(part, headings) if part.kind == "list" else [part]
    return out


def _divided_at(part: Part, headings: Collection[int]) -> list[Part]:
    """A list, or the lists and headings that it becomes; numbers go on."""
    out, pending = list[Part](), list[tuple[Part, int]]()
    for item, number in zip(part.parts, numbers_of(part, part.parts), strict=True):
        at = next((i for i, one in enumerate(item.parts) if one.element in headings), None)
        pending.append((item, number))
        if at is not None:
            after, item.children[:] = item.parts[at:], item.parts[:at]
            out += [*_piece(part, pending), *after]
            pending = []
    return [*out, *_piece(part, pending)] if out else [part]


def _piece(part: Part, items: Iterable[tuple[Part, int]]) -> list[Part]:
    """A list of those items, with their numbers, that are not empty; none if all are."""
    items = [(item, number) for item, number in items if item.children]
    if not items:
        return []
    found = list_of([item for item, _ in items], part)
    if part.attributes["ordered"]:
        found.attributes["start"] = items[0][1]
    return [found]


# ---- items that hold only a list ----


def without_wrappers(parts: Sequence[Part], tree: Tree) -> list[Part]:
    """Remove items that hold only a list, as editors write for indented lists.

    The inner list moves to the item before; if all items are like this, the inner lists replace
    the outer one. An image replaces a list that holds nothing else, such as a carousel.

    Args:
        parts: block-level parts; modified in place.
        tree: the page's tree.
    """
    out: list[Part] = []
    for part in parts:
        wraps = [*map(_is_wrapper, part.parts)] if part.kind == "list" else []
        if not any(wraps):
            out += part.parts[0].parts if _is_of_image(part) else [part]
        elif all(wraps) and not _is_ordered(part):
            out += [one for item in part.parts for one in item.parts]
        else:
            _indent(part, wraps, tree)
            out.append(part)
    return out


def _is_of_image(part: Part) -> bool:
    """Whether a part is a list of one item, which holds images without text."""
    if part.kind != "list" or len(part.children) != 1 or _is_ordered(part):
        return False
    found = [one for item in part.parts for one in item.walk()]
    texts = (text for one in found for text in one.children if isinstance(text, str))
    return any(one.kind == "image" for one in found) and not any(map(str.strip, texts))


def _is_ordered(part: Part) -> bool:
    return bool(part.attributes["ordered"])


def _is_wrapper(item: Part) -> bool:
    """Whether an item holds nothing but lists."""
    if not item.children or item.attributes["checked"] is not None:
        return False
    return all(one.kind == "list" for one in item.parts)


def _indent(part: Part, wraps: Sequence[bool], tree: Tree) -> None:
    """Move the lists of items that hold nothing else into the items before, if these have text.

    In a numbered list, they stay if other items follow, whose numbers would change.
    """
    if _is_ordered(part) and not all(wraps[wraps.index(True) :]):
        return
    out: list[Part] = []
    added: Part | None = None
    for item, is_wrapper in zip(part.parts, wraps, strict=True):
        if is_wrapper and out and _may_hold(out[-1], item, tree):
            added = _add(item.parts, out[-1], added)
        else:
            out.append(item)
            added = None
    part.children[:] = out


def _may_hold(before: Part, item: Part, tree: Tree) -> bool:
    """Whether ``before`` begins with text, and no text of ``item`` was left out."""
    first, last, element = item.parts[0].element, item.parts[-1].element, item.element
    is_whole = tree.opened[first] == tree.opened[element]
    is_whole &= tree.closed[last] == tree.closed[element]
    return bool(is_whole and before.parts and before.parts[0].kind in _TEXTS)


def _add(lists: Sequence[Part], item: Part, added: Part | None) -> Part | None:
    """Add lists to an item, bulleted ones to the list added before; return the last list."""
    for part in lists:
        item.last = max(item.last, part.last)
        if added is None or _is_ordered(added) or _is_ordered(part):
            item.children.append(part)
            added = part
        else:
            added.children += part.children
            added.last = max(added.last, part.last)
    return added
