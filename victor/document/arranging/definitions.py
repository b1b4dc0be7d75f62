"""Definitions whose end tags are left out: the parser nests each in the one before."""

from collections.abc import Iterator

from victor.arrays import some
from victor.document.parts import Part
from victor.tree.tree import Tree


def has_nested(tree: Tree) -> bool:
    """Whether a ``dd`` is directly in another; a cheap test.

    Args:
        tree: the page's tree.
    """
    definitions = tree.named(("dd",))
    return some(definitions & definitions[tree.parent])


def with_siblings(parts: list[Part]) -> list[Part]:
    """Make siblings of definitions and those directly in them.

    Args:
        parts: block-level parts; lists of definitions are modified.
    """
    for part in parts:
        if part.kind == "definitions":
            part.children[:] = [one for child in part.parts for one in _divided(child)]
    return parts


def _divided(part: Part) -> Iterator[Part]:
    """Yield a term or definition, then the definitions in it that have no list of their own."""
    last = part.children[-1] if part.children else None
    if not isinstance(last, Part) or last.kind != "definitions" or last.element != part.element:
        yield part
        return
    del part.children[-1]
    if part.children:
        part.last = last.first - 1 if last.first >= 0 else part.last
        yield part
    yield from last.parts
