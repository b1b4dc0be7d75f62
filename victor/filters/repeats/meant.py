"""Repetition that is meant: items of other lists or cards, headings, paragraphs of one element."""

from dataclasses import dataclass, field

import numpy as np

from victor.arrays import Bools, Hashes, Indices, Ints, indices, some
from victor.filters.lists.questions import REPLY
from victor.tree.blocks import Blocks
from victor.tree.html_tags import HEADINGS

_CLIMB = 12  # elements climbed from a block to its card
_CARDS = 3  # minimum number of cards
_COPIES = 2  # minimum number of repeated blocks in a card; one may be a notice
_TITLE = 15  # maximum words of a card's title
_CARD, _OWN = 300, 0.1  # maximum words of a card; minimum share of its words that are not copies
_QUOTING = ("blockquote", "aside")
_OF_CARDS = frozenset("img amp-img picture h1 h2 h3 h4 h5 h6 form iframe".split())
_FEW = 3  # maximum blocks that an author repeats; copies of a text have more


def is_meant(gone: Bools, ids: Hashes, chosen: Indices, blocks: Blocks) -> Bools:
    """[m] whether a repeated block belongs where it is.

    Args:
        gone: [m] whether a block repeats an earlier one.
        ids: [m] numbers, equal for equal texts.
        chosen: [m] the numbers of the blocks.
        blocks: of the page.
    """
    number = ids.astype(np.int64)
    firsts = np.zeros(int(number.max()) + 1, np.int64)
    firsts[number[::-1]] = np.arange(len(ids))[::-1]  # of several, the last assignment counts
    first, is_unique = firsts[number], np.bincount(number)[number] == 1
    meant = _items(gone, first, chosen, blocks) | _headings(gone, first, chosen, blocks)
    meant |= _paragraphs(gone, first, chosen, blocks)
    meant[_in_cards(gone & ~meant, first, is_unique, chosen, blocks)] = True
    return np.asarray(meant)


def _items(gone: Bools, first: Indices, chosen: Indices, blocks: Blocks) -> Bools:
    """[m] the plain items of lists that also have unique items.

    Two lists of requirements share lines, and two manuals share steps. A copy of a list repeats
    all items of it, and a carousel repeats items at the end of the same list: others before its
    last new item, as "Rest day" in a plan, are meant.
    """
    tree, out = blocks.tree, np.zeros(len(gone), bool)
    item = blocks.item[chosen].astype(np.intp)
    if not some(gone & (item > 0)):
        return out
    lists = np.where(item > 0, tree.parent[item], 0).astype(np.intp)
    number = np.arange(len(gone))
    last = np.full(len(tree.tag), -1)  # the last place in each list that repeats nothing
    unique = (lists > 0) & ~gone & (first == number)
    last[lists[unique]] = number[unique]
    elsewhere = (lists != lists[first]) & (last[lists] >= 0)
    out = gone & (lists > 0) & (elsewhere | (number < last[lists])) & ~blocks.hidden[chosen]
    out &= ~blocks.inside(tree.named(_QUOTING))[chosen]
    out[out] = tree.starts_within(tree.named(_OF_CARDS), item[out]) == 0
    return np.asarray(out)


def _paragraphs(gone: Bools, first: Indices, chosen: Indices, blocks: Blocks) -> Bools:
    """[m] a few paragraphs without links that occur again, further below in the same element.

    Their author repeats them: questions to several people, captions of one scene, facts. Templates
    repeat elements with several paragraphs, and promotions, which have links.
    """
    tree, number = blocks.tree, np.arange(len(gone))
    element = tree.nearest(blocks.level)[blocks.at_holder[chosen]].astype(np.intp)
    around, is_paragraph = tree.parent[element], tree.named(("p",))[element]
    out = gone & is_paragraph & (around == around[first]) & (number - first > 1)
    if not some(out):  # nearly always
        return np.asarray(out)
    out &= ~blocks.hidden[chosen] & (blocks.link_share[chosen] == 0)
    out &= ~blocks.inside(tree.named(_QUOTING))[chosen]
    run = np.cumsum(np.append(True, gone[1:] != gone[:-1]))
    count = np.bincount(run)
    return np.asarray(out & ((count <= _FEW) & (count == np.bincount(run, out)))[run])


def _in_cards(
    gone: Bools,
    first: Indices,
    is_unique: Bools,
    chosen: Indices,
    blocks: Blocks,
) -> list[int]:
    """The places of what several parallel cards with different titles share.

    Plans and products have the same features; dropping them would leave only the first complete.
    """
    tree = blocks.tree
    likely = gone & ~blocks.hidden[chosen] & (blocks.link_share[chosen] < 1)
    likely &= (blocks.button[chosen] == 0) & ~blocks.inside(tree.named(_QUOTING))[chosen]
    if not some(likely):
        return []
    cards = _Cards(blocks, gone, chosen, is_unique)
    pairs = zip(indices(likely).tolist(), first[likely].tolist(), strict=True)
    return [place for place, other in pairs if cards.hold(place, other)]


@dataclass(frozen=True)
class _Cards:
    """The parallel elements around repeated blocks."""

    blocks: Blocks
    gone: Bools  # [m]
    chosen: Indices  # [m]
    unique: Bools  # [m] whether no other block has the same text
    known: dict[int, bool] = field(default_factory=dict)  # whether an element is a card
    # [m] the number of children with text and a given tag, by tag code
    children: dict[int, Indices] = field(default_factory=dict)

    def hold(self, place: int, other: int) -> bool:
        """Whether a block and the earlier one that it repeats are in two cards."""
        tree = self.blocks.tree
        block, before = self.chosen[[place, other]].tolist()
        mine, above = _below_common(self.blocks, block, before)
        theirs, same = _below_common(self.blocks, before, block)
        if not mine or not theirs or above != same or tree.tag[mine] != tree.tag[theirs]:
            return False
        if mine not in self.known:
            self.known[mine] = self._is_one(mine)
        return self.known[mine] and self._has_title(mine) and self._has_title(theirs)

    def _bounds(self, element: int) -> tuple[int, int]:
        """The places of the blocks in an element."""
        tree, of_text = self.blocks.tree, self.blocks.of_text
        ends = of_text[tree.opened[element]], of_text[tree.closed[element] - 1] + 1
        low, high = np.searchsorted(self.chosen, ends).tolist()
        return low, high

    def _has_title(self, element: int) -> bool:
        """Whether the text of an element's first block is short and unique."""
        low, high = self._bounds(element)
        is_short = low < high and self.blocks.words[self.chosen[low]] <= _TITLE
        return bool(is_short and self.unique[low])

    def _is_one(self, element: int) -> bool:
        """Whether an element is a card: it has siblings, repeated lines and unique text."""
        low, high = self._bounds(element)
        gone, inside = self.gone[low:high], self.chosen[low:high]
        words = self.blocks.words[inside]
        if np.count_nonzero(gone) < _COPIES or words.sum() > _CARD:
            return False
        if words @ ~gone < _OWN * words.sum() or self._is_post(inside):
            return False
        return self._beside(element) >= _CARDS

    def _beside(self, element: int) -> int:
        """The number of siblings of an element with its tag that have text, with itself."""
        tree = self.blocks.tree
        tag = tree.tag.item(element)
        if tag not in self.children:
            alike = (tree.tag == tag) & tree.holds
            self.children[tag] = np.bincount(tree.parent[alike], minlength=len(alike))
        return int(self.children[tag][tree.parent[element]])

    def _is_post(self, inside: Indices) -> bool:
        """Whether blocks are those of a post, whose copies are quotations and signatures."""
        return any(REPLY.match(self.blocks.text[block]) for block in inside.tolist())


def _below_common(blocks: Blocks, block: int, other: int) -> tuple[int, int]:
    """The child, with a block, of the innermost element that also has another; and that element.

    Both are 0 if that element is far above the block.
    """
    tree, text = blocks.tree, blocks.first.item(other)
    element, below = tree.node.item(blocks.first.item(block)), 0
    for _ in range(_CLIMB):
        if tree.opened.item(element) <= text < tree.closed.item(element):
            return below, element
        below, element = element, tree.parent.item(element)
    return 0, 0


def _holds(blocks: Blocks, element: int, block: int) -> bool:
    """Whether an element holds a block."""
    opened, closed = blocks.tree.opened[element], blocks.tree.closed[element]
    return bool(opened <= blocks.first[block] < closed)


def _headings(gone: Bools, first: Indices, chosen: Indices, blocks: Blocks) -> Bools:
    """[m] the headings whose text stays, unless the block before says the same.

    The text of a copy that has only headings is that of something else.
    """
    heading, out = whole_headings(blocks)[chosen] > 0, np.zeros(len(gone), bool)
    likely = gone & heading & (blocks.link_share[chosen] < 1)
    if not some(likely):
        return out
    after, before = _neighbours(~heading, ~gone)
    restored = -1
    for place in indices(likely).tolist():
        last = max(restored, int(before[place]))
        has_text = after[place] < len(gone) and not gone[after[place]]
        is_again = last >= 0 and first[last] == first[place]
        if not has_text or is_again or REPLY.match(blocks.text[int(chosen[place])]):
            continue
        rows = chosen[[place, int(first[place]), int(after[place])]].tolist()
        if _is_within(blocks, *rows):
            out[place], restored = True, place
    return out


def _is_within(blocks: Blocks, heading: int, other: int, text: int) -> bool:
    """Whether a text is in the outermost element around a heading that another block is not in."""
    below, _ = _below_common(blocks, heading, other)
    is_heading = below and blocks.tree.tag_of(below) in HEADINGS
    return not below or is_heading or _holds(blocks, below, text)


def _neighbours(after: Bools, before: Bools) -> tuple[Ints, Ints]:
    """[m] the first place from each on that is in ``after``, and the last up to it in ``before``.

    They are m and -1 if there is none.
    """
    number = np.arange(len(after))
    following = np.where(after, number, len(after))[::-1]
    preceding = np.maximum.accumulate(np.where(before, number, -1))
    return np.minimum.accumulate(following)[::-1].astype(np.int32), preceding.astype(np.int32)


def whole_headings(blocks: Blocks) -> Ints:
    """[n] the heading whose whole text is the block, 0 for none.

    Args:
        blocks: of the page.
    """
    tree, of_text = blocks.tree, blocks.of_text
    found = tree.nearest(tree.named(HEADINGS))[blocks.at_holder]
    number = indices(found > 0)
    heading = found[number].astype(np.intp)
    is_all = of_text[tree.opened[heading]] == number
    is_all &= of_text[tree.closed[heading] - 1] == number
    found[number[~is_all]] = 0
    return found
