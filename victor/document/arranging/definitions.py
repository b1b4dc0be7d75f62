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
    yield part
    last = part.children[-1] if part.children else None
    if isinstance(last, Part) and last.kind == "definitions" and last.element == part.element:
        del part.children[-1]
        part.last = last.first - 1 if last.first >= 0 else part.last
        yield from last.parts
