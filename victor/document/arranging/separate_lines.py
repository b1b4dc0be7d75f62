"""Lines that each have an element of their own: of verse, and of documents converted from PDF.

Editions and lyrics sites wrap each line of a stanza in a ``div`` or ``p``. pdftohtml and pdf2htmlEX
give each line of a page its position.
"""

from collections.abc import Callable, Sequence

from victor.arrays import Bools, places
from victor.document.parts import Part, text_in
from victor.document.texts.tidy import joined_texts
from victor.text.regex import regex
from victor.tree.tree import Tree

_LONGEST = 70  # characters of a line of verse
_FEWEST = 3  # lines of a stanza
_OF_PDF = "white-space:nowrap", "\nt m0 x"
_POSITION = regex(r"position:absolute;top:\d+px;left:\d+px;white-space:nowrap")
_CLASSES = regex(r"t m\w+ x\w+ h\w+ y\w+ ff\w+ fs")
_LEAST = 8  # lines of a page from a PDF
_FULL = 0.92  # share of the width of most lines that a line and the next word would exceed
_MOST = 0.9  # share of these lines
_NARROWEST = 40  # characters of most lines


def with_verses(parts: Sequence[Part], held: Bools, tree: Tree) -> list[Part]:
    """Make a paragraph of the lines of each stanza.

    Args:
        parts: block-level parts.
        held: [m] see :func:`~victor.document.kinds.verse.stanzas`.
        tree: the page's tree.
    """

    def go_on(before: Part, part: Part) -> bool:
        if not (_is_verse(before) and _is_verse(part)):
            return False
        first, last = before.element, part.element
        around = tree.parent[last]
        beside = tree.parent[first] == around and held[around] and first < last
        return bool(beside and not (tree.parent[first + 1 : last] == around).any())

    runs = _runs(parts, go_on)
    return [
        one
        for run in runs
        for one in (run if len(run) < _FEWEST else [_joined(run, Part("break"))])
    ]


def _is_verse(part: Part) -> bool:
    """Whether a part may be a line of verse: a short paragraph without line breaks."""
    if part.kind != "paragraph" or any(one.kind in ("break", "image") for one in part.parts):
        return False
    return len(text_in(part.children)) <= _LONGEST


def lines_of_pdf(tree: Tree) -> Bools | None:
    """[m] the elements with a line of a PDF; None if there are none.

    Args:
        tree: the page's tree.
    """
    if not tree.looked_at.has(*_OF_PDF):  # true of nearly all pages
        return None
    lines = tree.matching("style", _POSITION.search) & tree.named(("p",))
    lines |= tree.matching("class", _CLASSES.match)
    return lines if len(places(lines & tree.holds)) >= _LEAST else None


def with_whole_paragraphs(parts: Sequence[Part], lines: Bools, tree: Tree) -> list[Part]:
    """Make paragraphs of lines that are full, each with the line after it.

    None if less than half of the lines would continue in lower case, as in a table.

    Args:
        parts: block-level parts.
        lines: [m] see :func:`lines_of_pdf`.
        tree: the page's tree.
    """
    found = [part for part in parts if part.kind == "paragraph" and lines[part.element]]
    widths = sorted(len(text_in(part.children)) for part in found)
    width = widths[int(_MOST * (len(widths) - 1))] if widths else 0

    def go_on(before: Part, part: Part) -> bool:
        same = tree.parent[before.element] == tree.parent[part.element]
        if not same or not (lines[before.element] and lines[part.element]):
            return False
        line, word = text_in(before.children), text_in(part.children).partition(" ")[0]
        is_text = before.kind == part.kind == "paragraph" and not word.isdigit()
        return is_text and len(line) + 1 + len(word) > _FULL * width

    runs = _runs(parts, go_on)
    rest = [text_in(one.children)[:1].islower() for run in runs for one in run[1:]]
    if width < _NARROWEST or 2 * sum(rest) < len(rest):
        return [*parts]
    return [_joined(run, " ") if len(run) > 1 else run[0] for run in runs]


def _runs(parts: Sequence[Part], go_on: Callable[[Part, Part], bool]) -> list[list[Part]]:
    """The parts, divided where a part does not go on with the next."""
    runs: list[list[Part]] = []
    for part in parts:
        if runs and go_on(runs[-1][-1], part):
            runs[-1].append(part)
        else:
            runs.append([part])
    return runs


def _joined(run: Sequence[Part], between: Part | str) -> Part:
    """A paragraph of several, with a space or break between them."""
    whole = Part("paragraph", [*run[0].children], run[0].element)
    for part in run[1:]:
        whole.children += [between, *part.children]
    whole.children[:] = joined_texts(whole.children)
    whole.first, whole.last = run[0].first, run[-1].last
    return whole
