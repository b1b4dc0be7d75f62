"""Texts that do not belong to the content around them, by where they are.

Promotions and notices above the title, and a few words far below the rest, look like content if
they are sentences. Lines of navigation, captions and single dates are rarely part of a text,
whatever is beside them. What a model takes for content with a high probability stays, and so do
cells of data tables, quotations and code, which are kept as a whole.
"""

import numpy as np

from victor.arrays import Bools, Floats, Indices, Ints, indices, some
from victor.tree.blocks import HEADING, Blocks

_LIKELY, _LIKELY_BELOW = 0.8, 0.7  # probabilities of content from which a text stays
_MOST = 0.2  # share of the words above the title from which they are the content
_FAR = 4  # minimum blocks of boilerplate before a text that is far below
_FEW = 20  # its maximum words
_LEAST = 6  # minimum blocks of content above it
_OTHER = ("nav", "figcaption", "time")
_PART = 0.3  # maximum share of the content's words in such elements
_LINES = 2  # maximum blocks of a caption; more are a text
_NEEDED = ("pre", "code", "table", "blockquote")  # what needs its caption
_DATE, _DATES = 12, 2  # maximum words of a date, and maximum dates; more of them structure a list


def without_stray(kept: Bools, likely: Floats, blocks: Blocks) -> Bools:
    """[n] whether a block is content, and not stray.

    Args:
        kept: [n] whether each block is content.
        likely: [n] the probability of it.
        blocks: the n blocks.
    """
    doubtful = kept & (likely < _LIKELY) & (blocks.undivided == 0)
    if not some(doubtful):
        return kept
    gone = _above_title(doubtful, kept, blocks) + _in_others(doubtful, kept, blocks)
    gone += _far_below(kept, likely, blocks)
    if not gone:  # true of most pages
        return kept
    out = kept.copy()
    out[gone] = False
    return out


def _above_title(doubtful: Bools, kept: Bools, blocks: Blocks) -> list[int]:
    """Doubtful texts above the first ``h1``, with visible boilerplate between, if they are few.

    A section or a standfirst is directly above the title. Headings of certain content stay.
    """
    tree = blocks.tree
    if not tree.first_h1:
        return []
    title = int(blocks.of_text[tree.opened[tree.first_h1]])
    if not some(doubtful[:title]):  # true of most pages
        return []
    lost, words = indices(~kept[:title] & ~blocks.hidden[:title]), blocks.words * kept
    if not len(lost) or words[:title].sum() > _MOST * words.sum():
        return []
    above = slice(0, int(lost[-1]))
    names = (blocks.signs[:-1] & HEADING > 0) & kept[1:] & ~doubtful[1:]
    found = doubtful[above] & ~names[above]
    return list(indices(found & ~_in_divided_lists(found, kept, blocks)).tolist())


def _in_divided_lists(found: Bools, kept: Bools, blocks: Blocks) -> Bools:
    """Whether each of the first blocks is in a list of which other content blocks stay.

    Args:
        found: [k] the blocks that would go, of the first k.
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    stays = kept.copy()
    stays[: len(found)] &= ~found
    lists = blocks.tree.parent[blocks.item]  # 0 for none
    divided = blocks.tree.mask(lists[stays & (lists > 0)])
    return np.asarray(divided[lists[: len(found)]])


def _far_below(kept: Bools, likely: Floats, blocks: Blocks) -> list[int]:
    """The last content block if it is short, unlike the others, and far below them."""
    content = indices(kept)
    if len(content) < _LEAST or content[-1] - content[-2] <= _FAR:  # true of most pages
        return []
    last = int(content[-1])
    if blocks.words[last] > _FEW or likely[last] >= _LIKELY_BELOW:
        return []
    alike = blocks.surroundings[content[:-1]] == blocks.surroundings[last]
    return [] if some(alike) else [last]


def _in_others(doubtful: Bools, kept: Bools, blocks: Blocks) -> list[int]:
    """The doubtful blocks that are navigation, captions or dates, if these are a small part."""
    tree = blocks.tree
    if tree.codes.keys().isdisjoint(_OTHER):
        return []
    around = tree.nearest(tree.named(_OTHER))[blocks.at_holder]
    found = indices(doubtful & (around > 0))
    found = found[blocks.signs[found] & HEADING == 0] if len(found) else found
    if not len(found):  # true of most pages
        return []
    words = blocks.words * kept
    if words @ (around > 0) > _PART * words.sum():
        return []
    stays = _dates(found, around[found], blocks) | _captions(around, found, kept, blocks)
    return list(found[~stays].tolist())


def _dates(found: Indices, around: Ints, blocks: Blocks) -> Bools:
    """Whether each block is in ``time``, but long or one of several.

    Args:
        found: some blocks.
        around: the element around each.
        blocks: the blocks of the page.
    """
    dates = blocks.tree.named(("time",))[around]
    if np.count_nonzero(dates) > _DATES:
        return dates
    return np.asarray(dates & (blocks.words[found] > _DATE))


def _captions(around: Ints, found: Indices, kept: Bools, blocks: Blocks) -> Bools:
    """Whether each block is in a caption that is a text, or of code, data, a quotation or a card.

    Args:
        around: [n] the nearest element of ``_OTHER`` around each block.
        found: some blocks.
        kept: [n] whether each block is content.
        blocks: the blocks of the page.
    """
    tree, of = blocks.tree, around[found]
    captions = tree.named(("figcaption",))[of]
    if not some(captions):
        return captions
    holders = tree.named(("figure",))  # and what holds captions outside figures
    alone = captions & (tree.nearest(holders)[of] == 0)
    holders[tree.parent[of[alone]]] = True
    figures = tree.nearest(holders)
    figure, beside = figures[of], figures[blocks.at_holder[kept & (around == 0)]]
    needed = tree.starts_within(tree.named(_NEEDED), figure) > 0
    needed |= np.bincount(beside, minlength=len(tree.tag))[figure] > 0
    several = np.bincount(around[kept])[of] > _LINES
    return np.asarray(captions & (several | (needed & (figure > 0))))
