"""Small elements around a field for an e-mail address: for a newsletter, an alert, a waiting list.

Their texts are in any language, but their fields are the same.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from victor.arrays import indices
from victor.text.regex import regex
from victor.tree.attributes import values_of
from victor.tree.tree import Tree

_FEW = 20  # fields for addresses of a page
_MOST_TEXTS = 60  # of a box
_MOST_ASKED = 3  # fields for text of the form, such as one for a name
_NAMES = ("name", "id", "placeholder")  # attributes of fields
_MAIL = regex(r"(?i)e-?mail|correo|courriel")
# Of classes and ids: names of such boxes, and of the services that handle the addresses.
_PURPOSE = regex(
    r"(?i)newsletter|subscri|sign-?_?up|opt-?_?in(?![a-z])|mailing|mailchimp|mc_embed|mc4wp|waitlist"
    r"|notify|back-?in-?stock"
)
_FORMS = ("form", "table")  # in a table, a form ends where it starts
_OTHERS = ("textarea", "select", "h1")  # in boxes of other kinds
_OTHER_TYPES = frozenset("password file tel number date radio".split())


class Box(NamedTuple):
    """A small element around a field for an e-mail address."""

    element: int
    form: int  # the element of the form within, or the field itself if there is none
    is_named: bool  # whether its class or id names its purpose


def address_boxes(tree: Tree) -> list[Box]:
    """The elements with a field for an e-mail address and some texts, but no field of other forms.

    Elements that hold a heading of the first level are left out, and so are the rows of forms that
    ask for more.

    Args:
        tree: the tree of the page.
    """
    if "input" not in tree.codes:
        return []
    inputs, types = indices(tree.named(("input",))).tolist(), values_of(tree.attributes, "type")
    kinds = {one: types.get(one, "text").lower() for one in inputs}
    fields = [one for one, kind in kinds.items() if _is_for_address(kind, one, tree)]
    if not fields:
        return []
    other = [one for one, kind in kinds.items() if kind in _OTHER_TYPES]
    around = _around([*other, *indices(tree.named(_OTHERS)).tolist()], tree)
    form = tree.nearest(tree.named(_FORMS)).item
    asked = Counter(form(one) for one, kind in kinds.items() if kind == "text" and form(one))
    own = [one for one in fields if form(one) not in around and asked[form(one)] <= _MOST_ASKED]
    boxes = {box: one for one in own[:_FEW] for box in _boxes(one, tree) if box not in around}
    if not boxes:
        return []
    inner = tree.nearest(tree.named(("form",))).item
    named = tree.matching(("class", "id"), _PURPOSE.search, tree.mask([*boxes])).item
    forms = ((box, one, inner(one)) for box, one in sorted(boxes.items()))
    return [Box(box, form if form >= box else one, named(box)) for box, one, form in forms]


def _is_for_address(kind: str, field: int, tree: Tree) -> bool:
    """Whether a field of some kind is for an e-mail address."""
    if kind != "text":
        return kind == "email"
    return _MAIL.search(" ".join([tree.attribute(field, name) for name in _NAMES])) is not None


def _boxes(field: int, tree: Tree) -> Iterator[int]:
    """The elements around a field with a few texts."""
    box = tree.parent.item(field)
    while box and (size := tree.closed.item(box) - tree.opened.item(box)) <= _MOST_TEXTS:
        if size:
            yield box
        box = tree.parent.item(box)


def _around(elements: Iterable[int], tree: Tree) -> set[int]:
    """The elements around any of several, and these."""
    found = set[int]()
    for one in elements:
        while one and one not in found:
            found.add(one)
            one = tree.parent.item(one)
    return found
