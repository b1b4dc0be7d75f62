"""Headings that are none: the standfirst below the title, and paragraphs set in bold."""

from victor.arrays import Bools, Ints, places, some
from victor.document.elements import LONGEST_HEADING
from victor.document.vocabulary import HEADINGS
from victor.text.regex import regex
from victor.tree.tree import Tree

_LOWER_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_STANDFIRST = 100  # characters that one has at least
_TITLE = 40  # characters at the start of one that the title of the page must lack
_SENTENCE = regex(r"[.…。!！][\"'”’»」)]*$")


def bold_paragraphs(tree: Tree, long: Ints) -> list[int]:
    """The headings below the first level with so much text that they are paragraphs set in bold.

    Args:
        tree: of the page.
        long: the headings and others with many characters, white space among them.
    """
    lower = (one for one in long.tolist() if tree.tags[tree.tag[one]] in _LOWER_HEADINGS)
    return [one for one in lower if _is_long(tree, one)]


def _is_long(tree: Tree, heading: int) -> bool:
    """Whether a heading is too long for one."""
    first, last = int(tree.opened[heading]), int(tree.closed[heading])
    whole = "".join(tree.text[first : min(last, first + LONGEST_HEADING)])  # each has a character
    start = whole[: 4 * LONGEST_HEADING]  # nearly always enough: many may hold a long text
    return any(len(" ".join(text.split())) > LONGEST_HEADING for text in (start, whole))


def standfirst(tree: Tree, texts: Bools) -> list[int]:
    """The heading right after the title that sums the text up in sentences, if there is one.

    Where others are as long, the page is a list of such; so may be the title itself.

    Args:
        tree: of the page.
        texts: [t] those that are content.
    """
    found = _heading_at(tree, texts, 0)
    if found and tree.tags[tree.tag[found]] == "h1":
        found = _heading_at(tree, texts, int(tree.closed[found]))
    if not found or not _sums_up(tree, found) or _may_be_title(tree, found):
        return []
    lower = places(tree.named(_LOWER_HEADINGS) & tree.holds).tolist()
    return [found] if [one for one in lower if _sums_up(tree, one)] == [found] else []


def _heading_at(tree: Tree, texts: Bools, start: int) -> int:
    """The heading with the first text that is content from a place on; 0 if that is in none."""
    place = start + int(texts[start:].argmax()) if start < len(texts) else -1
    element = int(tree.node[place]) if place >= 0 and texts[place] else 0
    while element and tree.tags[tree.tag.item(element)] not in HEADINGS:
        element = tree.parent.item(element)
    return element


def _sums_up(tree: Tree, heading: int) -> bool:
    """Whether a heading is long and ends as a sentence does that asks nothing."""
    first, last = int(tree.opened[heading]), int(tree.closed[heading])
    if last <= first or not _SENTENCE.search(tree.text[last - 1][-10:].rstrip()):
        return False
    return sum(map(len, tree.text[first : min(last, first + _STANDFIRST)])) > _STANDFIRST


def _may_be_title(tree: Tree, heading: int) -> bool:
    """Whether a heading begins as the title of the page, or is not below one of the first level."""
    text = " ".join(tree.text[int(tree.opened[heading])].split())
    titles = tree.named(("h1",)) & tree.holds & (tree.closed <= tree.opened[heading])
    return text[:_TITLE] in tree.title or not some(titles)
