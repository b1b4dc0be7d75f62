"""Which blocks are content: by their labels, then by roles and selectors."""

import numpy as np

from victor.arrays import Bools, places
from victor.config import CONTINUATION, HEADER, LIST, Task
from victor.data import Labels
from victor.document.kinds.elements import LONGEST_HEADING
from victor.document.structure import Content
from victor.tree.blocks import Blocks
from victor.tree.lists import in_layout


def content_of(blocks: Blocks, labels: Labels, task: Task, url: str | None = None) -> Content:
    """Determine the content of a page.

    Args:
        blocks: n blocks.
        labels: the labels of the blocks.
        task: states which roles and elements are kept or dropped.
        url: the URL of the page.
    """
    headings, items, continues = (
        labels.y == task.role(role) for role in (HEADER, LIST, CONTINUATION)
    )
    headings, kept = _short(blocks, np.asarray(headings)), _kept_blocks(blocks, labels, task)
    content, tree = Content(blocks, kept, headings, items, continues, url), blocks.tree
    for summary in content.standfirst:
        headings[blocks.of_text[tree.opened[summary] : tree.closed[summary]]] = False
    if len(content.layout):
        items[in_layout(blocks, content.layout)] = False
    return content


def _short(blocks: Blocks, headings: Bools) -> Bools:
    """[n] the blocks labelled as headers, without those too long for a heading."""
    long = [one for one in places(headings).tolist() if len(blocks.text[one]) > LONGEST_HEADING]
    if long:
        headings[long] = False
    return headings


def _kept_blocks(blocks: Blocks, labels: Labels, task: Task) -> Bools:
    """[n] whether a block is content: by its label, then its role, then selectors."""
    kept = labels.y != task.other
    if task.keep or task.drop:
        kept = _by_roles(blocks, np.asarray(kept), task)
    return _by_selectors(blocks, np.asarray(kept), task) if task.select or task.remove else kept


def _by_roles(blocks: Blocks, kept: Bools, task: Task) -> Bools:
    """[n] the kept blocks after the roles that the task keeps and drops."""
    from victor.document.roles import ROLES, page_roles  # slow to import, and not always needed

    roles = page_roles(blocks)
    keep, drop = (
        np.isin(roles, [ROLES.index(name) for name in names]) for names in (task.keep, task.drop)
    )
    return np.asarray((kept | keep) & ~drop)


def _by_selectors(blocks: Blocks, kept: Bools, task: Task) -> Bools:
    """[n] the kept blocks after the selectors of the task."""
    from victor.tree.selectors import select  # rarely needed

    if task.select:
        kept = kept | blocks.inside(select(blocks.tree, task.select, "select"))
    if task.remove:
        kept = kept & ~blocks.inside(select(blocks.tree, task.remove, "remove"))
    return np.asarray(kept)
