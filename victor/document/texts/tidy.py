"""Remove from lines what is not part of their text: permalinks, emphasis, labels of notes."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby

from victor.document.parts import Part
from victor.document.vocabulary import PERMALINKS, TO_TOP
from victor.text.regex import regex

# The label at the start of a note, or the symbol before links back; empty brackets of a label.
_SIGN = r"(?:(?:[*＊※†]|注釈|註釋|脚注|注|註|[Nn]ot[ea]|Anm\.)\s?)?"
_BEFORE_LABEL = (regex(rf"[\[(（［]?{_SIGN}"), regex(r"[\[(（［]?"))
_AFTER_LABEL = regex(r"[\])）］]?[.:：]?(?:\s+|$)|(?<=\d)[\]).]+(?=[^\W\d])")
# What is left of a label whose number links back: a sign, or the punctuation of "1. Text"; and of
# two links back, "↑ a et b" in French wikis.
_BEFORE_NOTE = regex(r"(?:[\^↑](?:\s+et(?=\s))?|[:：]|[.)\]](?=\s))\s*")
_BRACKETS = frozenset(("[]", "()", "［］", "（）"))
_DASHES = ("–", "-")  # of a range of references
_NEAR = 3  # places from a reference to the next one, with a raised comma and a space between
_AROUND_LABELS = ("superscript", "strong", "link")
_EMPTY_LABEL = regex(r"\s*(?:\[\s*\]|\(\s*\))[.:]?\s*")
_SIGN_BEFORE = regex(r"^[#¶§]\s+")  # a permalink; without a space, it is a hashtag
_TOP = regex(r"#(?:$|.*(?:top|page|head|start|begin))", re.IGNORECASE)  # a URL
_OPEN_END = regex(r"\b(?:a|an|and|at|from|in|of|on|or|over|the|to)\s*$")


def tidy_line(line: Part) -> None:
    """Remove permalinks at the ends of a line, and links and emphasis around a whole heading.

    Args:
        line: a heading, term or caption; modified in place.
    """
    _without_permalinks(line)
    if line.kind != "heading":
        return
    _without_strong(line)
    if len(line.children) > 1 and all(map(_is_inner, line.children)):
        line.children[:] = without_marks(line.children, "link")  # its number and its name
    while len(line.children) == 1:
        (around,) = line.children
        if isinstance(around, str) or not _is_inner_link(around):
            break
        line.children[:] = around.children
        _without_permalinks(line)
        if line.children and isinstance(line.children[0], str):
            rest = _SIGN_BEFORE.sub("", line.children[0])
            line.children[:1] = [rest] if rest else []


def _without_strong(heading: Part) -> None:
    """Remove the marks of a heading all of whose words are bold, also in links."""
    children = heading.children
    if all(isinstance(one, str) for one in children):
        return
    if not has_words(texts_outside(children, "strong")):
        children[:] = without_marks(children, "strong")
        _without_permalinks(heading)


def has_words(texts: Iterable[str]) -> bool:
    """Whether any of some texts has a letter or digit."""
    return any(map(str.isalnum, chain.from_iterable(texts)))


def texts_outside(children: Iterable[Part | str], kind: str) -> Iterator[str]:
    """The texts in children and their descendants that are in no mark of a kind."""
    for one in children:
        if isinstance(one, str):
            yield one
        elif one.kind != kind:
            yield from texts_outside(one.children, kind)


def without_marks(children: Iterable[Part | str], kind: str) -> list[Part | str]:
    """Replace the marks of a kind, in children and their descendants, by what they hold."""
    found = list[Part | str]()
    for one in children:
        if isinstance(one, str):
            found.append(one)
            continue
        one.children[:] = without_marks(one.children, kind)
        found += one.children if one.kind == kind else [one]
    return joined_texts(found)


def joined_texts(children: Iterable[Part | str]) -> list[Part | str]:
    """Join adjacent strings.

    Args:
        children: inline parts and strings.
    """
    out = list[Part | str]()
    for kind, run in groupby(children, type):
        some = list(run)
        out += ["".join(map(str, some))] if kind is str else some
    return out


def _without_permalinks(line: Part) -> None:
    """Remove permalinks at the ends of a line, and a link to the top of the page at its end."""
    _without_last_permalinks(line)
    first = (place for place, one in enumerate(line.children) if not _is_permalink(one))
    del line.children[: next(first, None)]
    if len(line.children) > 1 and _leads_up(*line.children[-2:]):
        del line.children[-1]
        _without_last_permalinks(line)
    if line.children and isinstance(line.children[-1], str):
        line.children[-1] = line.children[-1].rstrip(" ¶")
        if not line.children[-1]:
            del line.children[-1]


def _without_last_permalinks(line: Part) -> None:
    while line.children and _is_permalink(line.children[-1]):
        del line.children[-1]


def _is_inner_link(part: Part) -> bool:
    """Whether a part is a link to a place on the page."""
    return part.kind == "link" and part.attributes.get("address", "").startswith("#")


def _is_inner(child: Part | str) -> bool:
    """Whether a child is a link to a place on the page, or a space between such links."""
    return not child.strip() if isinstance(child, str) else _is_inner_link(child)


def _leads_up(before: Part | str, child: Part | str) -> bool:
    """Whether a part is a link to the top of the page, as manuals have beside headings.

    In "from the top", it is part of the sentence.
    """
    if isinstance(child, str) or not _is_inner_link(child) or _goes_on(before):
        return False
    return _is_called(child, TO_TOP) and _TOP.match(child.attributes["address"]) is not None


def _goes_on(before: Part | str) -> bool:
    return isinstance(before, str) and _OPEN_END.search(before) is not None


def without_label(line: Part, note: Part) -> None:
    """Remove the label at the start of a note, as outputs write it anyway."""
    if not (line.children and note.children and note.parts[0].first == line.first >= 0):
        return
    holder, child, single = line, line.children[0], True
    while isinstance(child, Part) and child.kind in _AROUND_LABELS and child.children:
        single = single and len(child.children) == 1
        holder, child = child, child.children[0]
    if not isinstance(child, str):
        return
    is_line = len(line.children) == 1 and len(note.parts) > 1
    is_alone = is_line if holder is line else single
    if is_alone and _EMPTY_LABEL.fullmatch(child):
        del line.children[0]
    elif end := _label_end(child, note.attributes["label"]):
        rest = child[end:]
        holder.children[:1] = [rest] if rest else []
        if not rest and single and holder is not line:
            line.children[:2] = map(_without_point, line.children[1:2])


def _without_point(child: Part | str) -> Part | str:
    """What follows a raised label, without the punctuation of "1. Text"."""
    return _BEFORE_NOTE.sub("", child, count=1) if isinstance(child, str) else child


def _label_end(text: str, label: str) -> int:
    """The end of the label or symbol at the start of a text; 0 if there is neither."""
    for before in _BEFORE_LABEL:
        place = found.end() if (found := before.match(text)) else 0
        after = _AFTER_LABEL.match(text, place + len(label))
        if after and text.startswith(label, place):
            return after.end()
    found = _BEFORE_NOTE.match(text)
    return found.end() if found else 0


def without_space(line: Part) -> None:
    """Remove white space at the start of a line."""
    if line.children and isinstance(line.children[0], str):
        line.children[0] = line.children[0].lstrip()
        if not line.children[0]:
            del line.children[0]


def _is_permalink(child: Part | str) -> bool:
    if isinstance(child, str) or child.kind != "link":
        return child == " "
    return _is_called(child, ("", *PERMALINKS))


def _is_called(link: Part, names: tuple[str, ...]) -> bool:
    """Whether a link holds only text, which is one of ``names``."""
    texts = [one for one in link.children if isinstance(one, str)]
    return len(texts) == len(link.children) and "".join(texts).strip().lower() in names


def without_brackets(line: Part) -> None:
    """Remove brackets and raised commas around references to footnotes, which are raised anyway.

    Args:
        line: its children are modified in place.
    """
    children = line.children
    if len(children) == 1 and children[0]:  # true of most lines
        return
    for first, last in _runs_of_references(children):
        before, after = _said(children, first - 1), _said(children, last + 1)
        if before[-1:] and after[:1] and before[-1] + after[0] in _BRACKETS:
            _say(children, first - 1, before[:-1])
            _say(children, last + 1, after[1:])
        for place in range(first + 1, last):
            if not isinstance(children[place], str) and (mark := _said(children, place)):
                children[place] = mark.strip() if mark.strip() in _DASHES else ""
                if children[place + 1] == " ":
                    children[place + 1] = ""
    children[:] = joined_texts(one for one in children if isinstance(one, Part) or one)


def _runs_of_references(children: Sequence[Part | str]) -> list[tuple[int, int]]:
    """The first and last places of adjacent references, with at most a comma or dash between."""
    runs = list[tuple[int, int]]()
    for place, one in enumerate(children):
        if isinstance(one, str) or one.kind != "reference":
            continue
        last = runs[-1][1] if runs else -_NEAR - 1
        between = [_said(children, number) for number in range(max(0, last + 1), place)]
        is_next = place - last <= _NEAR and all(between)
        is_next &= "".join(between).strip() in (",", ";", "", *_DASHES)
        if is_next:
            runs[-1] = (runs[-1][0], place)
        else:
            runs.append((place, place))
    return runs


def _said(children: Sequence[Part | str], place: int) -> str:
    """A text, also a raised one; ``""`` for other parts and outside the line."""
    one = children[place] if 0 <= place < len(children) else ""
    if isinstance(one, str):
        return one
    only = one.children[0] if one.kind == "superscript" and len(one.children) == 1 else ""
    return only if isinstance(only, str) else ""


def _say(children: list[Part | str], place: int, text: str) -> None:
    """Replace such a text; a raised one that is empty goes."""
    one = children[place]
    if text and isinstance(one, Part):
        one.children[:] = [text]
    else:
        children[place] = text
