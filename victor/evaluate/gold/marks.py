"""Gold within the HTML: classes of the elements around annotated text."""

from collections.abc import Callable

from victor.config import OTHER
from victor.evaluate.gold.page import GoldSegment
from victor.page import read_page
from victor.tree.parse import parse

_INVISIBLE = ("script", "style", "title", "meta", "link", "base", "template")


def marked_segments(html: bytes, mark: Callable[[str], str | None]) -> list[GoldSegment]:
    """All texts of a page, each with the role of its nearest marked ancestor, or ``other``.

    Args:
        html: the annotated page.
        mark: maps a ``class`` attribute to a role, or None if it has no mark.
    """
    tree = parse(read_page(html).html, delete=_INVISIBLE, image_text=False)
    roles = [OTHER]  # the root's
    for parent, attributes in zip(tree.parent.tolist()[1:], tree.attributes[1:], strict=True):
        roles.append(mark(attributes.get("class", "")) or roles[parent])
    return [
        GoldSegment(roles[node], " ".join(text.split()))
        for node, text in zip(tree.node.tolist(), tree.text, strict=True)
    ]
