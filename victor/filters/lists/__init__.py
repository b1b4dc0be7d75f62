"""``lists``: keep what belongs to a series: items, terms, headings, questions, cards, paragraphs.

An item such as "Memory: 4 GB" gives little evidence by itself; its neighbours give more. Items at
the end of a list stay unchanged, as half of those are something else, unless the list has no links
and is between content of the same element; so do items at the start of a list with links. A
definition is hard to understand without its term, a term without its definition, a label without
its value, an answer without its question, a card without its name, a thread without some of its
replies, and a paragraph that ends with a colon without the list that it announces. Text that the
page states as its content is content, too.
"""

from collections.abc import Sequence
from itertools import compress

import numpy as np

from victor.arrays import Bools, Floats
from victor.config import LIST, PARAGRAPH, Task
from victor.data import Labels
from victor.filters.lists.alike import lost_fields, lost_paragraphs, with_like
from victor.filters.lists.items import (
    announced,
    lists_between,
    lost_definitions,
    lost_items,
    lost_pairs,
    lost_terms,
)
from victor.filters.lists.labels import lost_values
from victor.filters.lists.notes import lost_footnotes, lost_notes
from victor.filters.lists.questions import lost_questions
from victor.filters.lists.recipes import lost_ingredients
from victor.filters.lists.replies import lost_replies
from victor.filters.lists.sections import lost_headings, lost_purposes
from victor.filters.lists.stated import lost_statements
from victor.registry import NoOptions
from victor.tree.blocks import ITEM, Blocks

Options = NoOptions


def apply(labels: Labels, blocks: Blocks, task: Task, options: NoOptions) -> Labels:
    """Labels in which such items and terms are list items, and other blocks are what others are.

    Blocks whose text is content elsewhere stay boilerplate if they may have been dropped for that.

    Args:
        labels: labels of n blocks.
        blocks: the n blocks.
        task: defines the labels for boilerplate, list items and paragraphs.
        options: unused.
    """
    label, kept = task.role(LIST), labels.y != task.other
    if label < 0 or not 0 < np.count_nonzero(kept) < len(kept):
        return labels
    lost = _between(kept)
    items = _items(lost, kept, blocks)
    if items:
        kept[items] = True
        lost = _between(kept)
    likely = with_like(lost, kept, blocks)
    paragraphs = lost_paragraphs(likely, kept, blocks)
    alike = {one: paragraphs[one] for one in _unrepeated([*paragraphs], blocks, kept)}
    if stated := _stated(kept, blocks):
        kept[stated] = True
        likely = with_like(_between(kept), kept, blocks)
    alike |= _alike(likely, kept, 1 - labels.scores[:, task.other], blocks)
    if not items and not alike and not stated:
        return labels
    y = labels.y.copy()
    y[stated] = paragraph if (paragraph := task.role(PARAGRAPH)) >= 0 else label
    y[items] = label
    y[[*alike]] = y[[*alike.values()]]
    return Labels(y, labels.scores)


def _between(kept: Bools) -> list[int]:
    """The lost blocks between the first and the last content block."""
    content = kept.nonzero()[0]
    first, last = content.item(0), content.item(-1)
    return list(((~kept[first:last]).nonzero()[0] + first).tolist())


def _items(lost: Sequence[int], kept: Bools, blocks: Blocks) -> list[int]:
    """The lost blocks of lists, those ``lost`` between content, and of lists of definitions."""
    tags, found = blocks.tree.codes, list[int]()
    if "li" in tags and lost:
        signs = blocks.signs.item
        in_lists = [one for one in lost if signs(one) & ITEM]
        missing = announced(kept, blocks)
        if in_lists:
            missing += lost_items(in_lists, kept, blocks) + lists_between(in_lists, kept, blocks)
        found += _unrepeated(missing, blocks, kept)
    if "dt" in tags:
        found += lost_terms(kept, blocks) + lost_definitions(kept, blocks)
        found += lost_pairs(kept, blocks)
    return found


def _stated(kept: Bools, blocks: Blocks) -> list[int]:
    """The lost blocks that belong to content by what the page or its markup says."""
    lost = lost_statements(kept, blocks) + lost_replies(kept, blocks)
    found = _unrepeated(lost + lost_ingredients(kept, blocks), blocks, kept)
    found += lost_notes(kept, blocks) + lost_footnotes(kept, blocks)
    return found + lost_values(kept, blocks)


def _alike(likely: list[int], kept: Bools, probability: Floats, blocks: Blocks) -> dict[int, int]:
    """The lost headings, questions and fields, each with a block that is labelled like it."""
    above = (kept[1:] > kept[:-1]).nonzero()[0].tolist()
    found = lost_headings(above, kept, blocks)
    found |= lost_questions(above, kept, probability, blocks)
    return found | lost_fields(likely, kept, blocks) | lost_purposes(above, blocks)


def _unrepeated(found: Sequence[int], blocks: Blocks, kept: Bools) -> list[int]:
    """The blocks whose text no kept block has: others may have been dropped as repeats.

    Cells of tables do not count: a table often has the words of a list above.
    """
    if not found:
        return []
    known = set(compress(blocks.text, (kept & ~blocks.tabular).tolist()))
    return [block for block in found if blocks.text[block] not in known]
