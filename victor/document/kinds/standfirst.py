"""Text marked up as headings: the standfirst below the title, and paragraphs set in bold."""

from victor.arrays import Bools, Ints, places, some
from victor.document.kinds.elements import LONG_LINE, LONGEST_HEADING
from victor.document.vocabulary import HEADINGS
from victor.text.characters import QUESTION_MARKS
from victor.text.regex import regex
from victor.tree.tree import Tree

_LOWER_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_LONG_QUESTION = 200  # characters, above which a question may be a paragraph
_STANDFIRST = 100  # characters; a standfirst has more
_TITLE = 40  # characters at its start that the title must not contain; the description has more
_LONGEST = 2_000  # characters of a description
_DESCRIPTIONS = ("meta:description", "meta:og:description")
# Several sentences, the last of which is complete.
_SENTENCES = regex(r"\w{3}[.!?…][\"'”’)]*\s+[\"'“‘(]*[^\W\d_].*[.!?…][\"'”’)]*$")
_SENTENCE = regex(r"[.…。!！][\"'”’»」)]*$")


def bold_paragraphs(tree: Tree, long: Ints) -> list[int]:
    """The headings below the first level that are too long for one: paragraphs set in bold.

    Of several sentences, less suffices.

    Args:
        tree: the page's tree.
        long: headings and other lines with many characters, including white space.
    """
    lower = (one for one in long.tolist() if tree.tag_of(one) in _LOWER_HEADINGS)
    return [one for one in lower if _is_long(tree, one)]


def _is_long(tree: Tree, heading: int) -> bool:
    """Whether a heading is too long for one, or long and of several sentences.

    White space is normalised.
    """
    first, last = tree.bounds(heading)
    whole = "".join(tree.text[first : min(last, first + LONGEST_HEADING)])  # none is empty
    start = whole[: 4 * LONGEST_HEADING]  # nearly always enough: long texts are slow
    for piece in (start, whole):
        text = " ".join(piece.split())
        if len(text) > LONGEST_HEADING:
            return True
    least = _LONG_QUESTION if text.endswith(QUESTION_MARKS) else LONG_LINE
    return len(text) > least and _SENTENCES.search(text) is not None


def standfirst(tree: Tree, texts: Bools) -> list[int]:
    """The heading right after the title that summarises the text, if there is one.

    It is the description of the page, or consists of sentences. Empty if other headings are like
    it, as in a list of articles, or if it may be the title.

    Args:
        tree: the page's tree.
        texts: [t] whether each text is content.
    """
    found = _heading_at(tree, texts, 0)
    if found and tree.tag_of(found) == "h1":
        found = _heading_at(tree, texts, int(tree.closed[found]))
    stated = found and _is_description(tree, found)
    if not found or not (stated or _sums_up(tree, found)) or _may_be_title(tree, found):
        return []
    if stated:
        return [found]
    lower = places(tree.named(_LOWER_HEADINGS) & tree.holds).tolist()
    return [found] if [one for one in lower if _sums_up(tree, one)] == [found] else []


def _heading_at(tree: Tree, texts: Bools, start: int) -> int:
    """The heading of the first text from ``start`` on that is content; 0 if that is in none."""
    place = start + int(texts[start:].argmax()) if start < len(texts) else -1
    return tree.around(tree.node.item(place), HEADINGS) if place >= 0 and texts[place] else 0


def _is_description(tree: Tree, heading: int) -> bool:
    """Whether a heading is the description of the page."""
    first, last = tree.bounds(heading)
    text = " ".join("".join(tree.text[first : min(last, first + _STANDFIRST)]).split())
    stated = (tree.head.get(name, "") for name in _DESCRIPTIONS)
    return len(text) > _TITLE and any(" ".join(one[:_LONGEST].split()) == text for one in stated)


def _sums_up(tree: Tree, heading: int) -> bool:
    """Whether a heading is long and ends like a sentence that is not a question."""
    first, last = tree.bounds(heading)
    if last <= first or not _SENTENCE.search(tree.text[last - 1][-10:].rstrip()):
        return False
    return sum(map(len, tree.text[first : min(last, first + _STANDFIRST)])) > _STANDFIRST


def _may_be_title(tree: Tree, heading: int) -> bool:
    """Whether the page's title contains the start of a heading, or no ``h1`` precedes it."""
    text = " ".join(tree.text[int(tree.opened[heading])].split())
    titles = tree.named(("h1",)) & tree.holds & (tree.closed <= tree.opened[heading])
    return text[:_TITLE] in tree.title or not some(titles)
