"""Leave out rules that divide nothing."""

from collections.abc import Sequence
from itertools import pairwise

from victor.document.parts import Part
from victor.tree.tree import Tree

_HOLDERS = frozenset("list item definitions definition quotation post footnote".split())
_ENDING = frozenset("item definition quotation".split())  # at whose ends a rule divides nothing


def without_idle_rules(parts: Sequence[Part], tree: Tree, ends: bool = True) -> list[Part]:
    """Remove rules after other rules, around code in a box, and at the ends of all parts.

    Between two rules, something was left out. Forums draw rules in boxes of code and quotations,
    and themes above the heading of an item.

    Args:
        parts: block-level parts; modified in place.
        tree: the page's tree.
        ends: whether rules at the ends are removed.
    """
    for part in parts:
        if part.kind in _HOLDERS:
            part.children[:] = without_idle_rules(part.parts, tree, part.kind in _ENDING)
    drawn = _drawn_around_code(parts, tree)
    out = list[Part]()
    for part in parts:
        is_rule = part.kind == "rule"
        if not is_rule or not (id(part) in drawn or (out[-1].kind == "rule" if out else ends)):
            out.append(part)
    if ends and out and out[-1].kind == "rule":
        del out[-1]
    return out


def _drawn_around_code(parts: Sequence[Part], tree: Tree) -> set[int]:
    """The ids of the rules beside code in a box that holds at most a label before the code."""
    pairs = [(one, other) for one, other in pairwise(parts)]
    pairs += [(other, one) for one, other in pairs]
    return {
        id(one)
        for one, other in pairs
        if one.kind == "rule" and other.kind == "code" and _is_in_box(one, other, tree)
    }


def _is_in_box(rule: Part, code: Part, tree: Tree) -> bool:
    box, element = int(tree.parent[rule.element]), code.element
    if box != tree.parent[element] or tree.closed[box] != tree.closed[element]:
        return False
    return bool(tree.opened[element] - tree.opened[box] <= 1)
