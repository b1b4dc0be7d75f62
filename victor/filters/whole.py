"""``whole``: keep or drop code blocks, tables and quotations as a whole; complete kept headings.

The features of a line of code or a table cell say little, as it has few words: the majority label
of the words in the whole part is more reliable; a tie is content. Layout tables do not count as
tables. A code block or a table of data between content, or after a text that ends with a colon, is
content, too, as the text around it explains it; so is the caption of code. All lines of a heading
are content if one of them is: half a title is misleading. A heading at the end of the content, of
which no text is left, is none; neither is a label such as "Related:", nor a doubtful text where
content is rare (:mod:`victor.filters.stray`).
"""

import numpy as np

from victor.arrays import Bools, Floats, Indices, Ints, indices, some, sums_before
from victor.config import CONTINUATION, Task
from victor.data import Labels
from victor.filters.stray import without_stray
from victor.registry import NoOptions
from victor.text.characters import COLONS
from victor.text.regex import regex
from victor.tree.blocks import HEADING, Blocks
from victor.tree.html_tags import HEADINGS
from victor.tree.tree import Tree

_NEAR = 4  # maximum blocks between a code block or table and the content beside it
_AROUND = 5  # levels from such a part up to an element with both
_FROM_CODE = 8  # the same after code: notebooks have outputs in elements of their own
_POSSIBLE = 0.1  # minimum probability of the most probable block of such a table
_PROBABLE, _HALF = 0.15, 0.5  # minimum probability of a caption of code; its maximum link density
_ROWS = 4  # minimum rows of such a table if it has no header cells
_LINKED = {True: 0.9, False: 0.3}  # its maximum link density, with and without header cells
_LONGEST_QUOTATION = 300  # maximum words of a quotation that is completed
_SEVERAL = 3  # headings at the end of the content that are a list
_LONGEST_LAST = 12  # maximum words of a last heading that is dropped
_LEAST = 50  # minimum words of the content without which it stays
_LONGEST_LABEL = 5  # maximum words of a text that ends with a colon and is dropped like a heading
_DOUBTFUL = 0.8  # probability of content below which it may be as long as a heading
_SENTENCE = regex(r"[.!?…。！？؟][\"'”’»)]*$")
_LONGEST = 30  # maximum words of a heading; longer ones are text in an unclosed element


Options = NoOptions


def apply(labels: Labels, blocks: Blocks, task: Task, options: NoOptions) -> Labels:
    """Labels in which the blocks of each such part are all content or all boilerplate.

    Lines of a heading become content or stay unchanged.

    Args:
        labels: labels of n blocks.
        blocks: the n blocks.
        task: defines the boilerplate label.
        options: unused.
    """
    kept = labels.y != task.other
    if not some(kept):
        return labels
    wanted = kept
    if some(blocks.undivided):
        possible = labels.scores[:, task.other] <= 1 - _POSSIBLE
        wanted = _with_explained(_majority(kept, blocks), possible, blocks)
        if "figcaption" in blocks.tree.codes:
            wanted = _with_captions(wanted, 1 - labels.scores[:, task.other], blocks)
    wanted = _with_lines(wanted, blocks) if "br" in blocks.tree.codes else wanted
    likely = 1 - labels.scores[:, task.other]
    wanted = without_stray(wanted, likely, blocks)
    wanted = _without_last_heading(wanted, likely, blocks)
    if wanted is kept or (wanted == kept).all():
        return labels
    y = np.where(wanted, np.where(kept, labels.y, _content(labels, task)), task.other)
    return Labels(y.astype(np.int32), labels.scores)


def _content(labels: Labels, task: Task) -> "np.ndarray[tuple[int], np.dtype[np.intp]]":
    """[n] the most probable content label, never a continuation."""
    scores = labels.scores.copy()
    scores[:, [i for i in (task.other, task.role(CONTINUATION)) if i >= 0]] = -1
    return np.asarray(scores.argmax(axis=1))


def _majority(kept: Bools, blocks: Blocks) -> Bools:
    """[n] whether a block is content, by the words in its part: at least half of them are.

    Long quotations are not completed: old pages indent all of their text with ``blockquote``. A
    part with most of the page's content is not dropped: it may be a listing.
    """
    part = blocks.undivided.astype(np.intp)
    words = np.maximum(blocks.words, 1).astype(np.float64)
    balance = np.bincount(part, np.where(kept, words, -words))
    decided = np.bincount(part, words * kept) <= (words @ kept) / 2
    decided |= balance >= 0
    decided[0] = False
    indented = blocks.tree.named(("blockquote",))[: len(balance)]
    decided[indented & (balance >= 0) & (np.bincount(part, words) > _LONGEST_QUOTATION)] = False
    return np.where(decided[part], balance[part] >= 0, kept)


def _with_explained(kept: Bools, possible: Bools, blocks: Blocks) -> Bools:
    """[n] whether a block is content, or in a visible code block or table that belongs to content.

    There must be content within a few blocks on both sides, a few elements up at most, or a text
    that ends with a colon directly before the part. If the content before it is directly before,
    that after it may be further up. Adjacent parts count as one. A table needs a block that is
    ``possible`` [n] as content: a model that was taught otherwise is right.
    """
    lost = _held(~kept & ~blocks.hidden, blocks) & ~_held(kept, blocks)
    if not some(lost) or not some(kept):  # true of most pages
        return kept
    tree, content, parts = blocks.tree, indices(kept), indices(lost)
    is_possible = _held(possible, blocks)[parts]
    parts = parts[_are_code(parts, blocks) | (_are_data(parts, blocks) & is_possible)]
    if not len(parts):
        return kept
    first, last = (blocks.of_text[text] for text in (tree.opened[parts], tree.closed[parts] - 1))
    first, last = _joined(first, last)
    place = content.searchsorted(first)
    before, after = content[place - 1], content[place % len(content)]
    around = _around(parts, tree.named(("pre",))[blocks.undivided[before]], tree)
    low, high = (blocks.of_text[text] for text in (tree.opened[around], tree.closed[around] - 1))
    is_next = before == first - 1
    between = (place < len(content)) & ((after <= high) | is_next)
    between &= (first - before <= _NEAR) & (after - last <= _NEAR)
    colon = np.array([blocks.text[one].endswith(COLONS) for one in before.tolist()])
    found = (place > 0) & (before >= low) & (between | (colon & is_next))
    return kept | tree.mask(parts[found])[blocks.undivided]


def _around(parts: Indices, after_code: Bools, tree: Tree) -> Indices:
    """An element around each part, in which to look for content; a higher one after code."""
    for level in range(_FROM_CODE):
        climbs = after_code | (level < _AROUND)
        parts = np.where(climbs, tree.parent[parts], parts).astype(np.intp)
    return parts


def _held(chosen: Bools, blocks: Blocks) -> Bools:
    """Whether each element is such a part with one of the ``chosen`` blocks [n]."""
    held = blocks.tree.mask(blocks.undivided[chosen])
    held[0] = False  # that of blocks in no part
    return held


def _are_code(parts: Indices, blocks: Blocks) -> Bools:
    """Whether each part is a code block, or a quotation of nothing else."""
    tree = blocks.tree
    code, quoted = tree.named(("pre", "ol"))[parts], tree.named(("blockquote",))[parts]
    if some(quoted):
        other = blocks.undivided[~blocks.within(tree.named(("pre",)))]
        code |= quoted & ~np.isin(parts, other)
    return code


def _are_data(parts: Indices, blocks: Blocks) -> Bools:
    """Whether each part is a table with header cells or several rows, and few links.

    Neither a form, nor a table that holds another one.
    """
    tree = blocks.tree
    others = blocks.other_tables
    is_table = tree.named(("table",)) if others is None else tree.named(("table",)) | others
    tables = is_table[parts] & (parts > 0)
    if not some(tables):
        return tables
    of = tree.nearest(is_table)[tree.parent]
    fields, headed, rows = (
        np.bincount(of[tree.named(tags)], minlength=len(of))[parts]
        for tags in (("table", "input", "textarea"), ("th",), ("tr",))
    )
    words = np.maximum(blocks.words, 1)
    linked, every = (
        np.bincount(blocks.undivided, one, len(of))[parts]
        for one in (words * blocks.link_share, words)
    )
    if others is not None:
        headed += others[parts]  # they state what they are
    most = np.where(headed > 0, _LINKED[True], _LINKED[False])
    tables &= (fields == 0) & ((headed > 0) | (rows >= _ROWS))
    return np.asarray(tables & (linked < most * every))


def _with_captions(kept: Bools, probability: Floats, blocks: Blocks) -> Bools:
    """[n] whether a block is content, or in a caption of code that is content.

    Neither a button or link beside the code, nor a text that is improbable [n], such as the name of
    a terminal for screen readers.
    """
    tree = blocks.tree
    captions = blocks.within(tree.named(("figcaption",))) & (blocks.button == 0)
    captions &= (probability >= _PROBABLE) & (blocks.link_share < _HALF)
    code = kept & blocks.within(tree.named(("pre",)))
    if not some(captions & ~kept) or not some(code):  # true of most pages
        return kept
    figure = tree.nearest(tree.named(("figure",)))[blocks.at_node]
    return np.asarray(kept | (captions & (figure > 0) & np.isin(figure, figure[code])))


def _joined(first: Ints, last: Ints) -> tuple[Ints, Ints]:
    """The first and last block of the run of adjacent parts in which each part is."""
    ends = np.append(first[1:] - last[:-1] > 1, True)
    starts = np.roll(ends, 1)
    run = np.cumsum(starts) - 1
    return first[starts][run], last[ends][run]


def _with_lines(kept: Bools, blocks: Blocks) -> Bools:
    """[n] whether a block is content, or a line of a heading in which another line is content.

    A line must have links if the content lines do, and none if they do not: a linked brand above a
    product name does not count. Nor do buttons, hidden lines and lines without words.
    """
    changes, signs = (kept[1:] ^ kept[:-1]).nonzero()[0].tolist(), blocks.signs.item
    if not any(signs(one) & signs(one + 1) & HEADING for one in changes):  # true of most pages
        return kept
    found = [pair for pair in _lines(blocks) if 0 < kept[slice(*pair)].sum() < pair[1] - pair[0]]
    out = kept.copy() if found else kept
    for first, last in found:
        lines, linked = slice(first, last), blocks.link_share[first:last] > 0
        alike = linked == linked[kept[lines]].any()
        plain = (blocks.button[lines] == 0) & ~blocks.hidden[lines] & (blocks.words[lines] > 0)
        out[lines] |= alike & plain
    return out


def _without_last_heading(kept: Bools, likely: Floats, blocks: Blocks) -> Bools:
    """[n] whether a block is content, without the heading or label at the end of the content.

    What it announces is boilerplate: reviews, related products, a form. Several headings in a row
    form a list; sentences and questions make sense alone.
    """
    last = indices(kept)[-_SEVERAL:]
    if not len(last):
        return kept
    final = last.item(-1)
    if not blocks.signs.item(final) & HEADING and not _is_label(final, likely, blocks):
        return kept  # true of most pages
    heading = blocks.signs[last] & HEADING > 0
    heading[-1] = True
    heading &= [not _SENTENCE.search(blocks.text[block]) for block in last.tolist()]
    heading &= blocks.words[last] <= _LONGEST_LAST
    count = 0 if heading.all() else int(heading[::-1].argmin())
    follows = some(blocks.words[last[-1] + 1 :] > 0)
    if not count or not follows or (blocks.words @ kept) < _LEAST:
        return kept
    out = kept.copy()
    out[last[-count:]] = False
    return out


def _is_label(block: int, likely: Floats, blocks: Blocks) -> bool:
    """Whether a block outside tables and code is a few words that end with a colon.

    If it is doubtful, it may also be a sentence: "For more on tides, see:".
    """
    text, words = blocks.text[block], blocks.words.item(block)
    if not text.endswith(COLONS) or blocks.undivided[block]:
        return False
    most = _LONGEST_LAST if likely[block] < _DOUBTFUL else _LONGEST_LABEL
    return words <= most


def _lines(blocks: Blocks) -> list[tuple[int, int]]:
    """The blocks ``first:last`` of each short heading with several lines and no other structure.

    A heading with a block-level element in it may hold a card or a button bar.
    """
    tree = blocks.tree
    headings = indices(tree.named(HEADINGS) & tree.holds)
    first, last = blocks.of_text[tree.opened[headings]], blocks.of_text[tree.closed[headings] - 1]
    several = first < last
    if not some(several):
        return []
    headings, first, last = headings[several], first[several], last[several] + 1
    words = sums_before(blocks.words)
    parts = np.cumsum(blocks.level & ~tree.named(("br",)))
    end = tree.opened.searchsorted(tree.closed[headings]) - 1
    short = (words[last] - words[first] <= _LONGEST) & (parts[end] == parts[headings])
    return [*zip(first[short].tolist(), last[short].tolist(), strict=True)]
