"""Gold that stands in the HTML itself, as classes of elements around the text."""

from collections.abc import Callable

from victor.evaluate.gold.page import GoldSegment
from victor.page import read_page
from victor.tree.parse import parse

_NOT_SHOWN = ("script", "style", "title", "meta", "link", "base", "template")


def marked_segments(
    html: bytes, mark: Callable[[str], str | None], unmarked: str = "other"
) -> list[GoldSegment]:
    """Each text of the page with the role of its nearest marked ancestor.

    Args:
        html: the annotated page.
        mark: from a ``class`` attribute to a role, None if it is no mark.
        unmarked: the role of text under no mark.
    """
    tree = parse(read_page(html).html, delete=_NOT_SHOWN, image_text=False)
    roles = [unmarked]  # the root's
    for parent, attributes in zip(tree.parent.tolist()[1:], tree.attributes[1:], strict=True):
        roles.append(mark(attributes.get("class", "")) or roles[parent])
    return [
        GoldSegment(roles[node], " ".join(text.split()))
        for node, text in zip(tree.node.tolist(), tree.text, strict=True)
    ]
