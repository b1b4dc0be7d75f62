"""The numbers of the items of ordered lists, as browsers show them (HTML, 4.4.5 and 4.4.8)."""

from collections.abc import Iterable, Mapping, Sequence

from victor.arrays import places
from victor.document.parts import Part
from victor.text.regex import regex
from victor.tree.tree import Tree

_OWNERS = frozenset(("ol", "ul", "menu", "dir"))  # lists, which have items of their own
_INTEGER = regex(r"\s*([+-]?[0-9]{1,20})")
_NOT_SHOWN = regex(r"(?i)(?:^|[;\s])display\s*:\s*none")
Attributes = Mapping[str, str]


def number_items(lists: Sequence[Part], attributes: Mapping[int, Attributes], tree: Tree) -> None:
    """Set the first number of each list, and all numbers if these are not consecutive.

    Items that were left out count, unless the page does not show them. An item without a number,
    which is text of the list itself, gets the one before that of the next item.

    Args:
        lists: ordered lists; modified in place.
        attributes: of the lists, by element.
        tree: the page's tree.
    """
    owned = _owned(lists, tree)
    for part in lists:
        about, items = attributes.get(part.element, {}), part.parts
        step = -1 if "reversed" in about else 1
        kept = {item.element for item in items}
        shown = [one for one in owned.get(part.element, ()) if one in kept or _is_shown(one, tree)]
        first = _integer(about.get("start"), len(shown) if step < 0 else 1)
        found = _numbers(shown, first, step, tree)
        _set(part, _filled([found.get(item.element) for item in items], first, step), step)


def _owned(lists: Iterable[Part], tree: Tree) -> dict[int, list[int]]:
    """The items of each list, by element."""
    wanted = tree.mask([part.element for part in lists])
    items = places(tree.named(("li",)))
    owner = tree.nearest(tree.named(_OWNERS))[tree.parent[items]]
    chosen = wanted[owner]
    found: dict[int, list[int]] = {}
    for item, of in zip(items[chosen].tolist(), owner[chosen].tolist(), strict=True):
        found.setdefault(of, []).append(item)
    return found


def _is_shown(item: int, tree: Tree) -> bool:
    """Whether an item does not state that it is not displayed."""
    if not tree.hidden[item]:
        return True
    about = tree.attributes[item]
    return "hidden" not in about and not _NOT_SHOWN.search(about.get("style", ""))


def _numbers(items: Iterable[int], first: int, step: int, tree: Tree) -> dict[int, int]:
    """The number of each item of a list."""
    found, number = {}, first
    for item in items:
        found[item] = number = _integer(tree.attribute(item, "value"), number)
        number += step
    return found


def _filled(numbers: Sequence[int | None], first: int, step: int) -> list[int]:
    """Numbers without gaps."""
    known = next(((place, one) for place, one in enumerate(numbers) if one is not None), None)
    number = known[1] - step * known[0] if known else first
    found = []
    for one in numbers:
        found.append(number if one is None else one)
        number = found[-1] + step
    return found


def _set(part: Part, numbers: Sequence[int], step: int) -> None:
    if not numbers:
        return
    part.attributes["start"] = start = numbers[0]
    if step < 0:
        part.attributes["reversed"] = True
    if any(one != start + step * place for place, one in enumerate(numbers)):
        for item, number in zip(part.parts, numbers, strict=True):
            item.attributes["number"] = number


def _integer(text: str | None, default: int) -> int:
    """The integer that a text begins with."""
    found = _INTEGER.match(text) if text else None
    return int(found[1]) if found else default
