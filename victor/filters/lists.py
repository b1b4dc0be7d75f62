"""``lists``: keep what belongs to a series: items, terms, headings, questions, cards, paragraphs.

An item such as "Memory: 4 GB" gives little evidence by itself; its neighbours give more. Items at
the ends of a list stay unchanged: half of those are something else. A definition is hard to
understand without its term, an answer without its question, a card without its name, and a
paragraph that ends with a colon without the list that it announces.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import compress

import numpy as np

from victor.arrays import Bools, Ints, places, some, sums_before
from victor.config import LIST, PARAGRAPH, Task
from victor.data import Labels
from victor.filters.paragraphs import lost_paragraphs
from victor.filters.stated import lost_statements
from victor.registry import NoOptions
from victor.text.characters import COLONS, QUESTION_MARKS
from victor.text.regex import regex
from victor.tree.blocks import HEADING, ITEM, Blocks
from victor.tree.html_tags import HEADINGS
from victor.tree.tree import Tree

_MOST = 0.6  # minimum share of a list's items that are content
_HALF = 0.5  # minimum share of the headings or paragraphs of cards that are content
_CARDS = 3  # minimum of them
_FIELDS = ("p", "blockquote", *HEADINGS)  # of cards; a "div" is often a price or a button
# Elements that make an item more than a line of text: a teaser, a product, an advertisement.
MORE = frozenset("div img amp-img picture button h1 h2 h3 h4 h5 h6 form iframe".split())
_LONGEST_TERM = 12  # maximum words
_SHORTEST = 4  # minimum words of a definition; details about an author have fewer
REPLY = regex(r"\W{0,4}(?:re|aw|antw|sv|odp)\s?[:：]", re.IGNORECASE)  # the topic above a post
_LONGEST_QUESTION = 25  # maximum words
_ALIKE = {False: 2, True: 3}  # least number of others of the same kind; of linked headings
_LEAST_BELOW, _LEAST_LINKED = 5, 12  # minimum words of the text, or link, below a linked heading
_SERIES, _NEARLY_ALL = 5, 0.7  # linked headings above content: minimum number and share of a kind
_LINKED = 0.9  # link density from which a term is a menu link


Options = NoOptions


def apply(labels: Labels, blocks: Blocks, task: Task, options: NoOptions) -> Labels:
    """Labels in which such items and terms are list items, and questions are what others are.

    Args:
        labels: labels of n blocks.
        blocks: the n blocks.
        task: defines the labels for boilerplate and list items.
        options: unused.
    """
    label, kept = task.role(LIST), labels.y != task.other
    if label < 0 or not 0 < np.count_nonzero(kept) < len(kept):
        return labels
    tags, found = blocks.tree.tags, []
    if "li" in tags:
        found += [*_lost_items(blocks, kept), *_announced(blocks, kept)]
    if "dt" in tags:
        found += places(_lost_terms(blocks, kept)).tolist()
    paragraphs = lost_paragraphs(kept, blocks)
    alike = {one: paragraphs[one] for one in _unrepeated([*paragraphs], blocks, kept)}
    alike |= _lost_questions(blocks, kept) | _lost_fields(blocks, kept)
    stated = _unrepeated(lost_statements(kept, blocks), blocks, kept)
    if not found and not alike and not stated:
        return labels
    y = labels.y.copy()
    y[stated] = paragraph if (paragraph := task.role(PARAGRAPH)) >= 0 else label
    y[[*alike]] = y[[*alike.values()]]
    y[found] = label
    return replace(labels, y=y)


def _lost_items(blocks: Blocks, kept: Bools) -> list[int]:
    """Blocks of lost items, except those that repeat content and were dropped for that."""
    if not some(blocks.signs[kept] & ITEM):  # true of many pages
        return []
    item = blocks.item
    if not _may_miss(item, kept, blocks.tree):
        return []
    lost = blocks.tree.mask(_missing(item, kept, blocks.tree))
    return _unrepeated(places(lost[item]).tolist(), blocks, kept)


def _announced(blocks: Blocks, kept: Bools) -> list[int]:
    """Blocks of lists after a paragraph that ends with a colon, with content in the same element.

    At the end of a text, such lists are related articles.
    """
    content, visible = places(kept), ~blocks.hidden
    before = places(kept[:-1] & ~kept[1:]).tolist()
    before = [one for one in before if blocks.text[one].endswith(COLONS)]
    lists = (_list_after(one, blocks, content) for one in before)
    found = [block for some in lists for block in some if visible[block] and not kept[block]]
    return _unrepeated(found, blocks, kept)


def _unrepeated(found: Sequence[int], blocks: Blocks, kept: Bools) -> list[int]:
    """The blocks whose text no kept block has: others may have been dropped as repeats."""
    known = set(compress(blocks.text, kept.tolist())) if found else set()
    return [block for block in found if blocks.text[block] not in known]


def _list_after(paragraph: int, blocks: Blocks, content: Ints) -> range:
    """The blocks of the list beside a paragraph; none if no content follows it.

    Args:
        paragraph: a block.
        blocks: the n blocks.
        content: those that are content.
    """
    tree, element = blocks.tree, int(blocks.node[paragraph])
    after = int(tree.closed[element])
    begun = np.arange(*tree.opened.searchsorted([after, after + 1]))
    lists = begun[(tree.parent[begun] == tree.parent[element]) & (tree.closed[begun] > after)]
    tags = [tree.tag_of(one) for one in (element, *lists[:1])]
    if tags not in (["p", "ul"], ["p", "ol"]):
        return range(0)
    ends = (tree.closed[lists[0]], tree.closed[tree.parent[element]])
    last, end = (int(blocks.of_text[one - 1]) for one in ends)
    first, following = content.searchsorted([last + 1, end + 1])
    return range(paragraph + 1, last + 1) if first < following else range(0)


def _lost_terms(blocks: Blocks, kept: Bools) -> Bools:
    """[n] whether a block is a short term labelled boilerplate before a content definition."""
    tree, found = blocks.tree, np.zeros(len(kept), bool)
    both = places(tree.named(("dt", "dd")) & tree.holds)
    terms, after = both[:-1], both[1:]
    beside = (tree.parent[terms] == tree.parent[after]) & tree.named(("dd",))[after]
    beside &= tree.named(("dt",))[terms]
    terms, first = terms[beside], blocks.of_text[tree.opened[terms[beside]]]
    is_one = blocks.of_text[tree.closed[terms] - 1] == first
    defined = sums_before(blocks.words * kept)
    bounds = (tree.opened[after[beside]], tree.closed[after[beside]] - 1)
    start, end = (blocks.of_text[texts] for texts in bounds)
    is_one &= defined[end + 1] - defined[start] >= _SHORTEST
    found[first[is_one]] = True
    found &= ~kept & ~blocks.hidden & (blocks.words <= _LONGEST_TERM) & (blocks.button == 0)
    return found & (blocks.link_share < _LINKED)


def _lost_questions(blocks: Blocks, kept: Bools) -> dict[int, int]:
    """Headings and questions labelled boilerplate above content, each with one that is content.

    At least two others in elements of the same tags and classes are content there; three others if
    they are links, which must have a text below. If nearly all linked headings of a kind are above
    content, they are content even if no other is. Topics of threads ("Re: ...") stay boilerplate.
    """
    below = _below(blocks, kept)
    above = np.append(kept, False)[below]
    if not _askers(blocks, places(above & ~kept), below):  # true of most pages
        return {}
    linked = blocks.link_share >= _LINKED
    least = np.where(linked, _LEAST_LINKED, _LEAST_BELOW)
    plain = np.append(blocks.words >= least, False)[below]
    above &= blocks.words <= _LONGEST_QUESTION
    likely = places(above & (~linked | plain) & ~blocks.hidden)
    asks = np.array(_askers(blocks, likely, below), np.int64)
    lost = asks[~kept[asks]].tolist()
    if not lost:
        return {}
    of_asks = zip(blocks.surroundings[asks].tolist(), linked[asks].tolist(), strict=True)
    kinds = dict(zip(asks.tolist(), of_asks, strict=True))
    alike = dict[tuple[int, bool], list[int]]()
    for one in asks[kept[asks]].tolist():
        alike.setdefault(kinds[one], []).append(one)
    found = {one: alike.get(kinds[one], []) for one in lost}
    several = {one: same[0] for one, same in found.items() if len(same) >= _ALIKE[kinds[one][1]]}
    return {one: int(below[one]) for one in _of_series(lost, kinds, blocks)} | several


def _of_series(
    lost: Sequence[int], kinds: Mapping[int, tuple[int, bool]], blocks: Blocks
) -> list[int]:
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


def _below(blocks: Blocks, kept: Bools) -> Ints:
    """[n] the next block, except for boilerplate in figures; n if there is none."""
    tags, place = blocks.tree.tags, np.arange(len(blocks) + 1)
    if "figure" in tags or "figcaption" in tags:
        figures = blocks.inside(blocks.tree.named(("figure", "figcaption")))
        place[:-1][figures & ~kept] = len(blocks)
        place = np.minimum.accumulate(place[::-1])[::-1]
    return np.asarray(place[1:])


def _askers(blocks: Blocks, among: Ints, below: Ints) -> list[int]:
    """The blocks among some that are a heading or a question, before one that is neither.

    A heading of a lower level may also follow.

    Args:
        blocks: the n blocks.
        among: some blocks.
        below: [n] the block that follows each.
    """
    signs, text = blocks.signs.item, blocks.text
    return [
        one
        for one, after in zip(among.tolist(), below[among].tolist(), strict=True)
        if (signs(one) & HEADING or text[one].endswith(QUESTION_MARKS))
        and not text[after].endswith(QUESTION_MARKS)
        and not (signs(after) & HEADING and not _is_lower(after, one, blocks))
        and not REPLY.match(text[one])
    ]


def _is_lower(heading: int, above: int, blocks: Blocks) -> bool:
    """Whether two blocks are headings, and the first is of a lower level."""
    tree = blocks.tree
    first, second = (tree.tag_of(blocks.node[one]) for one in (heading, above))
    return first > second and {first, second} <= {*HEADINGS}


def _lost_fields(blocks: Blocks, kept: Bools) -> dict[int, int]:
    """Headings and paragraphs of cards labelled boilerplate, each with one that is content.

    Cards are elements with the same tags and classes, and with one such block each. A heading needs
    a text below if the others have one.
    """
    field = blocks.tree.named(_FIELDS)[blocks.node] & (blocks.words > 0) & ~blocks.hidden
    content = places(kept)
    lost = places(field & ~kept)
    lost = lost[(lost > content[0]) & (lost < content[-1])]
    if not len(lost):
        return {}
    kinds, fields = blocks.surroundings, places(field)
    alike: dict[int, list[int]] = {kind: [] for kind in kinds[lost].tolist()}
    for one, kind in zip(fields.tolist(), kinds[fields].tolist(), strict=True):
        if kind in alike:
            alike[kind].append(one)
    several = [np.array(same) for same in alike.values() if len(same) >= _CARDS]
    found = {one: like for same in several for one, like in _holes(same, kept, blocks)}
    if not found:  # true of most pages
        return {}
    after, heading = kept.copy(), blocks.signs & HEADING > 0
    after[[*found]] = True
    return {
        one: like
        for one, like in found.items()
        if not heading[one] or after[one + 1] or not kept[like + 1]
    }


def _holes(fields: Ints, kept: Bools, blocks: Blocks) -> Iterator[tuple[int, int]]:
    """The lost ones among alike fields, between those that are content, with the first of these.

    None if most are lost, or if some are in the same card. Texts that content has stay lost.
    """
    held, cards = fields[kept[fields]], blocks.tree.parent[blocks.node[fields]]
    if len(held) < _HALF * len(fields) or len(np.unique(cards)) < len(fields):
        return
    known = {blocks.text[one] for one in held.tolist()}
    for one in fields[~kept[fields] & (fields > held[0]) & (fields < held[-1])].tolist():
        if blocks.text[one] not in known:
            yield one, int(held[0])


def _may_miss(item: Ints, kept: Bools, tree: Tree) -> bool:
    """Whether any list has both kept and lost items; few pages have one."""
    here, lost = item[kept], item[~kept]
    held = tree.mask(tree.parent[here[here > 0]])
    return some(held[tree.parent[lost[lost > 0]]])


def _missing(item: Ints, kept: Bools, tree: Tree) -> Ints:
    """The list items to restore: plain, lost, and between kept items.

    Args:
        item: [n] the list item of each block, 0 for none.
        kept: [n] whether each block is content.
        tree: the tree of the page.
    """
    items = places(tree.mask(item[item > 0]))
    lists, is_held = tree.parent[items], tree.mask(item[kept])[items]
    every, some_held = (np.bincount(lists, weights) for weights in (None, is_held))
    holes = ~is_held & (some_held[lists] >= _MOST * every[lists])
    if some(holes):
        holes &= _are_between(is_held, items, lists)
    if not some(holes):
        return items[:0]
    found = items[holes]
    plain = tree.starts_within(tree.named(MORE), found) == 0
    return np.asarray(found[plain])


def _are_between(held: Bools, items: Ints, lists: Ints) -> Bools:
    """Whether each item has kept items both before and after it in its list."""
    first = np.full(int(lists.max()) + 1, np.iinfo(np.int32).max)
    last = np.zeros(len(first), np.int64)
    first[lists[held][::-1]] = items[held][::-1]
    last[lists[held]] = items[held]
    return np.asarray((items > first[lists]) & (items < last[lists]))
