"""Headings and titles that a model loses although the text below them is content."""

from collections.abc import Iterator

import numpy as np

from victor.arrays import Bools, Indices, indices
from victor.filters.lists.notes import is_no_icon
from victor.tree.blocks import HEADING, Blocks
from victor.tree.html_tags import HEADINGS

_LINKED = 0.5  # link density from which a heading leads elsewhere, but for links to itself
_LEAST, _LEAST_APART = 8, 15  # minimum words of the text below; if the content before is outside
_NEAR = 2  # maximum blocks up to that content
_MOST = 0.6  # minimum share of the words of an element to unfold that is content
_LONGEST_TITLE = 4  # maximum words of the title of a box for notes


def lost_headings(above: list[int], kept: Bools, blocks: Blocks) -> dict[int, int]:
    """Headings labelled boilerplate above content, each with a block that is content.

    The text or code follows directly, in the same element, and content with another text precedes
    it there or nearly so. If a heading links to itself, that content may be anywhere, and the text
    short; other links are none. Higher headings directly above are content, too. The heading of an
    element to unfold (``summary``) is content if most of the element is.

    Args:
        above: the lost blocks directly above content.
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    tags, signs = blocks.tree.codes, blocks.signs.item
    is_folded = "summary" in tags and "details" in tags
    above = [one for one in above if signs(one) & HEADING and not signs(one + 1) & HEADING]
    if not is_folded and not above:  # true of most pages
        return {}
    lost = (blocks.signs & HEADING > 0) & ~kept & ~blocks.hidden & (blocks.words > 0)
    linked = indices(lost & (blocks.link_share >= _LINKED)).tolist()
    lost[[one for one in linked if one not in blocks.own_linked]] = False
    above = [one for one in above if lost[one]]
    found = {one: one + 1 for one in _between(above, kept, blocks)} if above else {}
    for one in [*found]:
        while lost[one - 1] and _belongs(one - 1, one, blocks):
            found[one - 1], one = found[one], one - 1
    if is_folded:
        found |= _of_folded(indices(lost), kept, blocks)
    return found


def _belongs(above: int, heading: int, blocks: Blocks) -> bool:
    """Whether a block is another line of a heading, or the heading of a section around its."""
    level = blocks.heading_level.item
    return blocks.node.item(above) == blocks.node.item(heading) or level(above) < level(heading)


def lost_purposes(above: list[int], blocks: Blocks) -> dict[int, int]:
    """Titles of boxes ("Note") labelled boilerplate above content, each with this content.

    Args:
        above: the lost blocks directly above content.
        blocks: the n blocks.
    """
    short = [one for one in above if blocks.words.item(one) <= _LONGEST_TITLE]
    short = [one for one in short if is_no_icon(blocks.text[one])]
    return {one: one + 1 for one in short if blocks.opens_note[one]}


def _between(above: list[int], kept: Bools, blocks: Blocks) -> Iterator[int]:
    """The headings directly ``above`` content that have content before them, too."""
    tree, content = blocks.tree, indices(kept)
    for one in (one for one in above if one > content[0]):
        heading, words = int(blocks.node[one]), blocks.words[one + 1]
        is_own = one in blocks.own_linked
        is_text = is_own or words >= _LEAST
        is_text |= blocks.undivided[one + 1] > 0 or blocks.item[one + 1] > 0
        if tree.tag_of(heading) not in HEADINGS[1:] or not is_text:
            continue
        around = int(tree.parent[heading])
        first, last = blocks.of_text[[tree.opened[around], tree.closed[around] - 1]].tolist()
        before = int(content[content.searchsorted(one) - 1])
        near = is_own or (one - before <= _NEAR and words >= _LEAST_APART)
        repeats = blocks.text[one] == blocks.text[before]
        if one < last and (before >= first or near) and not repeats:
            yield one


def _of_folded(lost: Indices, kept: Bools, blocks: Blocks) -> dict[int, int]:
    """The lost headings of elements to unfold, each with the first block of content in it."""
    tree, found = blocks.tree, dict[int, int]()
    summaries = tree.nearest(tree.named(("summary",)))[blocks.at_node[lost]]
    folded = tree.nearest(tree.named(("details",)))[summaries]
    for one, summary, around in zip(*(x.tolist() for x in (lost, summaries, folded)), strict=True):
        if not summary or not around or tree.closed[summary] >= tree.closed[around]:
            continue
        low, high = blocks.of_text[[tree.closed[summary], tree.closed[around] - 1]].tolist()
        within = slice(low, high + 1)
        words = np.where(kept[within], blocks.words[within], 0).sum()
        if words >= max(_LEAST, _MOST * blocks.words[within].sum()):
            found[one] = low + int(kept[within].argmax())
    return found
