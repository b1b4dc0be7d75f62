"""Lists and rules typed as plain characters, line by line."""

from collections.abc import Iterable, Sequence, Set
from itertools import chain, groupby
from typing import NamedTuple

from victor.document.arranging.bullets import BULLETS, CERTAIN, NUMBER
from victor.document.arranging.lists import list_of
from victor.document.building.details import DEFAULTS
from victor.document.parts import Part, text_in
from victor.text.characters import COLONS, DIGITS
from victor.text.regex import regex

Children = list[Part | str]
_FEWEST, _FEWEST_CLEAR = 3, 2  # least lines that are a list, also if it is clearly one
_CHECKS = frozenset("✓✔✅")  # have a meaning, so they are kept
_BRACKETS = frozenset("(（")
_DIGITS = _BRACKETS | frozenset(DIGITS)  # at the start of numbers
_NO_DIGITS = str.maketrans("", "", DIGITS)
_DASHES = frozenset("–—")
_SPOKEN, _MINUS = _DASHES | {"-"}, _DASHES | {"-", "*"}  # may introduce direct speech, or numbers
_SIGNS = BULLETS | _CHECKS | _DASHES
_SIGN = regex(rf"[{CERTAIN}{''.join(sorted(_CHECKS))}](?=\s|\w|$)|[·⁃∙*–—-](?=\s)")
_AROUND = frozenset(("strong", "emphasis", "link"))  # may begin with the marker
_SPEECH = regex(r"[?!…？！][\"'”»]?$")
_OF_LOGS = regex(r"[<+]|[\[(]?\d{1,2}:\d\d")  # starts of lines of chat logs and diffs
# Three stars, or six or more: others may be a rating.
_RULE = regex(r"-(?:\s?-){2,}|=(?:\s?=){2,}|_(?:\s?_){2,}|\*(?:\s?\*){2}(?:(?:\s?\*){3,})?")
_RULED = frozenset("-=_*")
_OF_SIGNS = ("paragraph", "heading")


class _Line(NamedTuple):
    """A line of a paragraph or list, or all of another part."""

    part: Part
    of: int  # number of lines of the part
    sign: str  # a bullet or a number
    children: Children


def has_typed_lists(texts: Sequence[str], starts: Set[str]) -> bool:
    """Whether enough texts begin with the marker of an item, or with consecutive numbers.

    Args:
        texts: the page's texts.
        starts: their first characters.
    """
    if not starts.isdisjoint(_SIGNS):
        signed = [text for text in texts if text[:1] in _SIGNS]
        if len(signed) >= _FEWEST_CLEAR:
            return True
    if starts.isdisjoint(_DIGITS):
        return False
    numbered = (NUMBER.match(text) for text in texts if text[:1] in _DIGITS)
    numbers = {int(found[1]) for found in numbered if found}
    return {1, 2} <= numbers or any({n + 1, n + 2} <= numbers for n in numbers)


def with_typed_lists(parts: Sequence[Part]) -> list[Part]:
    """Make lists of adjacent lines that begin with the same marker, or with consecutive numbers.

    Args:
        parts: block-level parts.
    """
    lines = list(chain.from_iterable(map(_lines, parts)))
    if sum(line.sign != "" for line in lines) < _FEWEST_CLEAR:  # most parts, on any page
        return _full(parts)
    runs = [[line for _, line in run] for _, run in groupby(enumerate(lines), _run)]
    introduced = [False, *(_introduces(run[-1]) for run in runs)]
    out: list[Part] = []
    for are_items, some in groupby(
        zip(runs, introduced, strict=False), lambda run: _are_items(*run)
    ):
        found = [run for run, _ in some]
        out += map(_typed_list, found) if are_items else _unchanged(chain.from_iterable(found))
    return out


def _run(numbered: tuple[int, _Line]) -> tuple[str, int]:
    """A key that lines of the same run share, by their places."""
    place, (_, _, sign, _) = numbered
    number = NUMBER.match(sign)
    return sign.translate(_NO_DIGITS), int(number[1]) - place if number else 0


def _lines(part: Part) -> list[_Line]:
    """The lines of a paragraph, or of a list made by labels if all of its lines have a marker.

    A part with several markers is not split, as its lists may be nested. Beside bullets,
    numbers are no markers.
    """
    if part.kind == "list" and not part.element and not part.get("ordered"):
        held = [one for item in part.parts for one in item.parts]
    else:
        held = [part]
    if not any(map(_may_be_marked, held)):  # true of most parts
        return [_Line(part, 1, "", [])]
    found = [line for one in held if one.kind == "paragraph" for line in _split(one.children)]
    signs = [_sign(line) for line in found]
    bullets = ["" if NUMBER.match(sign) else sign for sign in signs]
    signs = bullets if any(bullets) else signs
    is_all = all(one.kind == "paragraph" for one in held) and (part in held or all(signs))
    is_one = len({sign.translate(_NO_DIGITS) for sign in signs} - {""}) == 1
    if not is_one or not is_all or any(_OF_LOGS.match(text_in(line)) for line in found):
        return [_Line(part, 1, "", [])]
    return [_Line(part, len(found), *one) for one in zip(signs, found, strict=True)]


def _may_be_marked(part: Part) -> bool:
    """Whether a part is a paragraph of which a line may begin with a marker; a cheap test."""
    if part.kind != "paragraph":
        return False
    several = len(part.children) > 1 and "break" in [one.kind for one in part.parts]
    return several or _sign(part.children) != ""


def _split(children: Iterable[Part | str]) -> list[Children]:
    """Split children at line breaks."""
    lines: list[Children] = [[]]
    for one in children:
        if isinstance(one, Part) and one.kind == "break":
            lines.append([])
        else:
            lines[-1].append(one)
    return lines


def _sign(line: Children) -> str:
    """The marker that a line begins with; ``""`` if there is none."""
    start = start_of(line)
    first = start[:1]
    if first not in _SIGNS and first not in _BRACKETS and not first.isdecimal():  # nearly always
        return ""
    found = NUMBER.match(start) or _SIGN.match(start)
    return found[0] if found else ""


def start_of(line: Children) -> str:
    """The text that a line begins with, up to the first inline part; it may be in bold or a link.

    Args:
        line: parts and strings.
    """
    while line and isinstance(line[0], Part) and line[0].kind in _AROUND:
        line = line[0].children
    return line[0] if line and isinstance(line[0], str) else ""


def _introduces(line: _Line) -> bool:
    """Whether a line announces what follows, with a colon at its end."""
    if line.part.kind not in _OF_SIGNS:
        return False
    return text_in(line.children or line.part.children).rstrip().endswith(COLONS)


def _are_items(run: Sequence[_Line], is_introduced: bool) -> bool:
    """Whether lines with the same marker are items.

    Hyphens may also be minus signs, or introduce direct speech, as dashes do.
    """
    sign = run[0].sign
    if not sign or not _are_enough(run, is_introduced):
        return False
    texts = [text_in(line.children)[len(line.sign) :].strip() for line in run]
    if sign in _MINUS and all(text[:1].isdigit() for text in texts):
        return False
    if sign in _SPOKEN and any(map(_SPEECH.search, texts)):
        return False
    return all(any(map(str.isalnum, text)) for text in texts)


def _are_enough(run: Sequence[_Line], is_introduced: bool) -> bool:
    """Whether there are enough lines with a marker: at least three, or two with numbers.

    Dashes are only markers after a colon. There, two lines are enough with other signs, and
    elsewhere with those that are bullets and nothing else. Two numbers, or those that do not begin
    with 1, may be of headings if they are in bold or links.
    """
    sign, are_several = run[0].sign, len(run) >= _FEWEST
    if sign in _DASHES:
        return are_several and is_introduced
    number, are_two = NUMBER.match(sign), len(run) >= _FEWEST_CLEAR
    if number is None:
        return are_several or (are_two and (is_introduced or sign in CERTAIN))
    are_plain = all(isinstance(line.children[0], str) for line in run)
    return are_two and are_several + are_plain + (int(number[1]) == 1) > 1


def _typed_list(run: Sequence[_Line]) -> Part:
    found = list_of([_item(line) for line in run])
    if number := NUMBER.match(run[0].sign):
        found.attributes |= {"ordered": True, "start": int(number[1])}
    return found


def _item(line: _Line) -> Part:
    """Make an item of a line, without its marker unless that has a meaning."""
    sign = "" if line.sign in _CHECKS else line.sign
    return item_of(_paragraph(line.children, line.part), sign)


def item_of(paragraph: Part, sign: str) -> Part:
    """Make an item of a paragraph.

    Args:
        paragraph: modified in place.
        sign: the marker in its :func:`start_of`, which is removed.
    """
    _remove_sign(paragraph.children, len(sign))
    item = Part("item", [paragraph], paragraph.element, **DEFAULTS["item"])
    item.first, item.last = paragraph.first, paragraph.last
    return item


def _remove_sign(children: Children, length: int) -> None:
    first = children[0]
    if isinstance(first, str):
        children[0] = first[length:].lstrip()
    else:
        _remove_sign(first.children, length)
    if children[0] == "" or (isinstance(first, Part) and not first.children):
        del children[0]
        if children and isinstance(children[0], str):
            children[0] = children[0].lstrip()


def _paragraph(children: Children, like: Part) -> Part:
    """A paragraph with the element and blocks of another part."""
    paragraph = Part("paragraph", children, like.element)
    paragraph.first, paragraph.last = like.first, like.last
    return paragraph


def _unchanged(lines: Iterable[_Line]) -> list[Part]:
    """The parts of lines; paragraphs of the remaining lines if others became items."""
    out: list[Part] = []
    for _, some in groupby(lines, lambda line: id(line.part)):
        found = list(some)
        part = found[0].part
        if len(found) < found[0].of:
            broken = [[Part("break"), *line.children] for line in found]
            part = _paragraph(list(chain.from_iterable(broken))[1:], part)
        out.append(part)
    return _full(out)


def _full(parts: Iterable[Part]) -> list[Part]:
    """Parts without paragraphs that hold nothing."""
    return [part for part in parts if part.children or part.kind != "paragraph"]


# ---- rules ----


def has_typed_rules(texts: Sequence[str], starts: Set[str]) -> bool:
    """Whether any text is a typed rule, such as ``-----``.

    Args:
        texts: the page's texts.
        starts: their first characters.
    """
    if starts.isdisjoint(_RULED):
        return False
    return any(map(_RULE.fullmatch, [text for text in texts if text[:1] in _RULED]))


def with_rules(parts: list[Part], texts: Sequence[str]) -> list[Part]:
    """Replace typed rules by rules.

    Args:
        parts: block-level parts; modified in place.
        texts: the page's texts.
    """
    return _ruled(parts, any("__" in text and text.strip("_ ") for text in texts))


def _ruled(parts: list[Part], is_form: bool) -> list[Part]:
    """Parts with typed rules replaced; on a form, underscores are blanks to fill in."""
    for part in parts:
        if part.kind in ("quotation", "post"):
            part.children[:] = _ruled(part.parts, is_form)
    return [Part("rule", None, one.element) if _is_rule(one, is_form) else one for one in parts]


def _is_rule(part: Part, is_form: bool) -> bool:
    text = part.children[0] if part.kind in _OF_SIGNS and len(part.children) == 1 else ""
    if not isinstance(text, str) or (is_form and text.startswith("_")):
        return False
    return _RULE.fullmatch(text) is not None
