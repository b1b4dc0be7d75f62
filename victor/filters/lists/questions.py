"""Headings and questions that a model loses above content."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from victor.arrays import Bools, Floats, Indices, Ints, indices
from victor.text.characters import QUESTION_MARKS
from victor.text.regex import regex
from victor.tree.blocks import HEADING, Blocks

REPLY = regex(r"\W{0,4}(?:re|aw|antw|sv|odp)\s?[:：]", re.IGNORECASE)  # the topic above a post
_LONGEST = 25  # maximum words
_LEAST, _LEAST_LINKED = 5, 12  # minimum words of the text, or link, below a linked heading
_ALIKE = {False: 2, True: 3}  # least number of others of the same kind; of linked headings
_SERIES, _NEARLY_ALL = 5, 0.7  # linked headings above content: minimum number and share of a kind
_DOUBTFUL, _DOUBT = 3, 0.3  # headings none of which is content: minimum number and probability
_LINKED = 0.9  # link density from which a heading is a link

_FIGURES = ("figure", "figcaption")

Kind = tuple[int, bool]  # the surroundings of a block, and whether it is a link


def lost_questions(
    above: Sequence[int], kept: Bools, probability: Floats, blocks: Blocks
) -> dict[int, int]:
    """Headings and questions labelled boilerplate above content, each with one that is content.

    At least two others in elements of the same tags and classes are content there; three others if
    they are links, which must have a text below. If nearly all linked headings of a kind are above
    content, they are content even if no other is, and so are at least three headings of a kind that
    are doubtful on average. Topics of threads ("Re: ...") stay boilerplate.

    Args:
        above: the lost blocks directly above content.
        kept: [n] whether each block is content.
        probability: [n] of each block that it is content.
        blocks: the n blocks.
    """
    below, lost = _below(blocks, above, kept), above
    if below is None:
        below = np.arange(1, len(kept) + 1, dtype=np.int32)
    else:
        lost = (_follows(kept, below) > kept).nonzero()[0].tolist()
    asks = _askers(blocks, lost, below)
    if not asks:  # true of most pages
        return {}
    kinds = _kinds(blocks, asks, indices(_follows(kept, below)), below)
    lost = [one for one in kinds if not kept[one]]
    if not lost:
        return {}
    alike = _by_kind((one for one in kinds if kept[one]), kinds)
    found = {one: alike.get(kinds[one], []) for one in lost}
    several = {one: same[0] for one, same in found.items() if len(same) >= _ALIKE[kinds[one][1]]}
    alone = _of_series(lost, kinds, blocks) + _doubtful(kinds, alike, probability, blocks)
    return {one: int(below[one]) for one in alone} | several


def _by_kind(some: Iterable[int], kinds: Mapping[int, Kind]) -> dict[Kind, list[int]]:
    """Some of the headings and questions by their kind."""
    out: dict[Kind, list[int]] = {}
    for one in some:
        out.setdefault(kinds[one], []).append(one)
    return out


def _doubtful(
    kinds: Mapping[int, Kind],
    alike: Mapping[Kind, Sequence[int]],
    probability: Floats,
    blocks: Blocks,
) -> list[int]:
    """The headings of the kinds of which none is content, if several are doubtful on average.

    Links of a single word each are names of members.
    """
    alone = [one for one, kind in kinds.items() if kind not in alike]
    if len(alone) < _DOUBTFUL:  # true of most pages
        return []
    series = _by_kind((one for one in alone if blocks.signs.item(one) & HEADING), kinds)
    several = [(kind[1], same) for kind, same in series.items() if len(same) >= _DOUBTFUL]
    several = [one for one in several if not one[0] or blocks.words[one[1]].max() > 1]
    return [one for _, same in several if probability[same].mean() >= _DOUBT for one in same]


def _follows(kept: Bools, below: Ints) -> Bools:
    """[n] whether the block ``below`` each is content."""
    return np.append(kept, False)[below]


def _kinds(blocks: Blocks, lost: list[int], above: Indices, below: Ints) -> dict[int, Kind]:
    """The headings and questions above content that may be content, and their kinds.

    Only those with the surroundings of a lost one.

    Args:
        blocks: the n blocks.
        lost: the headings and questions that are labelled boilerplate.
        above: the blocks that content follows.
        below: [n] the block that follows each.
    """
    known, linked = set(blocks.surroundings[lost].tolist()), blocks.link_share >= _LINKED
    kinds = dict(zip(above.tolist(), blocks.surroundings[above].tolist(), strict=True))
    alike = [one for one, kind in kinds.items() if kind in known]
    likely = [one for one in alike if _is_likely(one, below.item(one), linked, blocks)]
    return {one: (kinds[one], bool(linked[one])) for one in _askers(blocks, likely, below)}


def _is_likely(heading: int, text: int, linked: Bools, blocks: Blocks) -> bool:
    """Whether a block is short and visible, and has a text below if it is a link."""
    words = blocks.words.item
    if words(heading) > _LONGEST or blocks.hidden[heading]:
        return False
    return not linked[heading] or words(text) >= (_LEAST_LINKED if linked[text] else _LEAST)


def _below(blocks: Blocks, above: Sequence[int], kept: Bools) -> Ints | None:
    """[n] the next block, except for boilerplate in figures; n if there is none.

    None if no boilerplate in figures is directly ``above`` content, so that it does not matter.
    """
    if blocks.tree.codes.keys().isdisjoint(_FIGURES):
        return None
    figures = blocks.inside(blocks.tree.named(_FIGURES))
    if not any(map(figures.item, above)):
        return None
    lost, place = figures > kept, np.arange(1, len(blocks) + 1, dtype=np.int32)
    place[:-1][lost[1:]] = len(blocks)
    return np.asarray(np.minimum.accumulate(place[::-1])[::-1])


def _askers(blocks: Blocks, among: Sequence[int], below: Ints) -> list[int]:
    """The blocks among some that are a heading, a question or the name of what opens below it.

    None of these follows, except for a heading of a lower level.

    Args:
        blocks: the n blocks.
        among: some blocks.
        below: [n] the block that follows each.
    """
    signs, text, opening = blocks.signs.item, blocks.text, _opening(blocks, among)
    return [
        one
        for one in among
        if (signs(one) & HEADING or text[one].endswith(QUESTION_MARKS) or one in opening)
        and not text[after := below.item(one)].endswith(QUESTION_MARKS)
        and not (signs(after) & HEADING and not _is_lower(after, one, blocks))
        and not REPLY.match(text[one])
    ]


def _opening(blocks: Blocks, among: Sequence[int]) -> frozenset[int]:
    """The blocks among some that open the text below: a ``summary``, or a button with a state."""
    button = blocks.button.item
    named = {element: one for one in among if (element := button(one))}
    found = {named[one] for one in named.keys() - blocks.plain_buttons([*named])}
    if "summary" in blocks.tree.codes:
        within = blocks.within(blocks.tree.named(("summary",)))
        found.update(one for one in among if within[one])
    return frozenset(found)


def _is_lower(heading: int, above: int, blocks: Blocks) -> bool:
    """Whether two blocks are headings, and the first is of a lower level."""
    return 0 < blocks.heading_level.item(above) < blocks.heading_level.item(heading)


def _of_series(lost: Sequence[int], kinds: Mapping[int, Kind], blocks: Blocks) -> list[int]:
    """The lost headings that are links, if nearly all others of their kind are above content, too.

    Args:
        lost: some of the headings and questions above content.
        kinds: of all of these, and whether each is a link.
        blocks: the n blocks.
    """
    heading = blocks.signs & HEADING > 0
    above = Counter(kind for one, kind in kinds.items() if heading[one])
    many = {kind for kind, size in above.items() if kind[1] and size >= _SERIES}
    found = [one for one in lost if heading[one] and kinds[one] in many]
    if not found:  # true of most pages
        return found
    heading &= (blocks.link_share >= _LINKED) & ~blocks.hidden
    size = Counter(blocks.surroundings[heading].tolist())
    return [one for one in found if above[kinds[one]] >= _NEARLY_ALL * size[kinds[one][0]]]
