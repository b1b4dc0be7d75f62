"""Elements in a heading that are not part of its text: buttons, hidden words and animations."""

from collections.abc import Iterable, Sequence

from victor.text.regex import regex
from victor.tree.buttons import is_button
from victor.tree.tree import Tree, is_hidden_style

_IN_HEADING = 30  # elements within a heading that are examined
_WORDS = regex(r"[^\W_]+")
_BETWEEN_PIECES = regex(r"\s[-–—|·•:/]+\s|[|:_：｜]")  # of a title
_LONGEST_TITLE = 400  # characters
_COMPARED = 200  # characters of a button that are compared with the title


def elements_in(tree: Tree, heading: int) -> list[int]:
    """The first elements within a heading that hold text.

    Args:
        tree: the page's tree.
        heading: its element.
    """
    last, found = tree.closed.item(heading), []
    for one in range(heading + 1, min(heading + _IN_HEADING, len(tree.tag))):
        low = tree.opened.item(one)
        if low >= last:
            break
        if low < tree.closed.item(one):
            found.append(one)
    return found


def texts_of(tree: Tree, elements: Iterable[int]) -> set[int]:
    """The numbers of the texts of some elements.

    Args:
        tree: the page's tree.
        elements: their numbers.
    """
    return {place for one in elements for place in range(tree.opened[one], tree.closed[one])}


def tools_in(tree: Tree, heading: int) -> list[int]:
    """The elements of a heading that are not part of its text: buttons and hidden elements.

    They contain words that the page's title lacks, and the heading has other text. A button may
    also be a word that a script explains, or a choice: "Weather in [Berlin]" for the title
    "Weather today".

    Args:
        tree: the page's tree.
        heading: its element.
    """
    first, last = tree.bounds(heading)
    found = [one for one in elements_in(tree, heading) if _is_tool(tree, one)]
    if not found:
        return []
    out = texts_of(tree, found)
    left = [place for place in range(first, last) if place not in out and tree.text[place].strip()]
    if not left:
        return []
    return [one for one in found if tree.hidden[one] or _is_beside_title(tree, one, left)]


def _is_beside_title(tree: Tree, button: int, left: Sequence[int]) -> bool:
    """Whether a button is before or after the rest of a heading, which is like the page's title.

    On that side, the rest begins or ends with the same word as a piece of the title.
    """
    is_last = tree.opened[button] > left[-1]
    if not (is_last or tree.closed[button] <= left[0]):
        return False
    end = -1 if is_last else 0
    near = _WORDS.findall(tree.text[left[end]].lower())
    pieces = map(_WORDS.findall, _BETWEEN_PIECES.split(tree.title[:_LONGEST_TITLE].lower()))
    return bool(near) and any(piece[end] == near[end] for piece in pieces if piece)


def _is_tool(tree: Tree, element: int) -> bool:
    """Whether an element is a button or hidden, without a word or with one that the title lacks.

    One with a number may offer a choice: a size that opens a list of sizes.
    """
    if not (is_button(tree, element) or (tree.hidden[element] and _is_out(tree, element))):
        return False
    own = "".join(tree.text[tree.opened[element] : tree.closed[element]])[:_COMPARED].lower()
    title = set(_WORDS.findall(tree.title[:_LONGEST_TITLE].lower()))
    if not title or any(map(str.isdecimal, own)):
        return False
    words = _WORDS.findall(own)
    return not words or not title.issuperset(words)


def _is_out(tree: Tree, element: int) -> bool:
    """Whether a hidden element is hidden from everyone, not only from screen readers."""
    is_mute = tree.attribute(element, "aria-hidden").lower() == "true"
    return not is_mute or is_hidden_style(tree.attribute(element, "style"))


def animated_in(tree: Tree, heading: int) -> list[int]:
    """The hidden elements of a heading that repeat its other texts, once or several times.

    Args:
        tree: the page's tree.
        heading: its element.
    """
    first, last = tree.bounds(heading)
    found = [one for one in elements_in(tree, heading) if tree.hidden[one]]
    if not found:
        return []
    out = texts_of(tree, found)
    own = letters_of("".join(tree.text[place] for place in sorted(out)))
    others = letters_of(
        "".join(tree.text[place] for place in range(first, last) if place not in out)
    )
    times = len(own) // max(len(others), 1)
    return found if others and times and own == others * times else []


def letters_of(text: str) -> str:
    """The letters and digits of a text, case-folded.

    Args:
        text: any.
    """
    return "".join(filter(str.isalnum, text)).casefold()
