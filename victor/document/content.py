"""Which blocks are content: by their labels, then by roles and selectors."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from victor.arrays import Bools, Ints, places
from victor.config import CONTINUATION, HEADER, LIST, Task
from victor.data import Labels
from victor.document.kinds.elements import LONGEST_HEADING
from victor.document.kinds.formulas import NAMES_OF_IMAGES, may_have_written_images
from victor.document.kinds.rendered import Formulas, Rendered, formulas_of, rendered
from victor.document.kinds.settled import Settled, settle, without_lists
from victor.document.kinds.signs import Signs, bits_of, matching, signs_of
from victor.document.kinds.standfirst import standfirst
from victor.document.kinds.verse import stanzas
from victor.document.pictures.smileys import SMILEY_SIGNS, SMILEYS
from victor.document.texts.unseen import seen_texts
from victor.tree.blocks import Blocks
from victor.tree.lists import (
    in_layout,
    is_middle_in_list,
    layout_lists,
    lists_of_posts,
    lists_of_sections,
)
from victor.tree.tables import grids


@dataclass(frozen=True)
class Content:
    """The content of a page, from which its text and its parts are made."""

    blocks: Blocks
    kept: Bools  # [n]
    headings: Bools  # [n] labelled as headers
    items: Bools  # [n] labelled as items of lists
    continues: Bools  # [n] labelled as continuing the block before
    url: str | None = None

    @cached_property
    def texts(self) -> Bools:
        """[t] the texts of the blocks that are kept; not to be modified."""
        return self.kept[self.blocks.of_text.astype(np.intp)]  # NumPy reads it in less time

    @cached_property
    def standfirst(self) -> list[int]:
        """See :func:`standfirst`."""
        return standfirst(self.blocks.tree, self.texts)

    @cached_property
    def signs(self) -> Signs:
        """The signs in the values of attributes."""
        return signs_of(self.blocks.tree)

    @cached_property
    def settled(self) -> Settled:
        """The texts that are content, and what elements are; not to be modified."""
        known = self.rendered, self.formulas
        found = settle(self.blocks.tree, self.signs, self._seen, *known, self._summary)
        return without_lists(found, self.layout) if len(self.layout) else found

    @cached_property
    def _seen(self) -> Bools:
        """[t] the texts of the blocks that are kept, without those that readers do not see."""
        return seen_texts(self.blocks, self.texts)

    @cached_property
    def rendered(self) -> Rendered:
        """What scripts have drawn from formulas."""
        return rendered(self.blocks.tree, self.signs)

    @cached_property
    def formulas(self) -> Formulas:
        """The formulas that are content."""
        return formulas_of(self.blocks.tree, self._seen, self.texts, self.rendered)

    @cached_property
    def layout(self) -> Ints:
        """The lists that are layout, also around posts and sections; those with numbers are not."""
        tree = self.blocks.tree
        found, attributes = lists_of_sections(tree, self.texts), tree.attributes
        if is_middle_in_list(tree, self.texts):
            for lists in (layout_lists(self.blocks, self.kept), lists_of_posts(tree, self.texts)):
                found = np.union1d(found, lists)
        if not len(found):  # true of most pages
            return found
        numbers = (attributes[one].get("start", attributes[one].get("value")) for one in found)
        return found if {*numbers} <= {None, "1"} else found[:0]

    def _summary(self, texts: Bools) -> list[int]:
        """The standfirst in some texts."""
        same = texts is self.texts
        return self.standfirst if same else standfirst(self.blocks.tree, texts)

    @cached_property
    def has_written_images(self) -> bool:
        """Whether there is a formula or smiley on the page, or an image that may be one."""
        tree, is_named = self.blocks.tree, self.signs.any & bits_of(NAMES_OF_IMAGES) > 0
        smileys = matching(tree, self.signs, "class", SMILEYS, SMILEY_SIGNS, ("img",))
        is_written = smileys is not None or len(self.rendered.stated) > 0
        return is_written or may_have_written_images(tree, is_named)


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
    if (verse := stanzas(tree)) is not None:  # its lines often begin like the rest of a sentence
        continues[blocks.within(verse)] = False
    if len(content.layout):
        items[in_layout(blocks, content.layout)] = False
    if (tables := grids(tree)) is not None:
        items[blocks.within(tables)] = False
    return content


def _short(blocks: Blocks, headings: Bools) -> Bools:
    """[n] the blocks labelled as headers, without those too long for a heading."""
    long = [one for one in places(headings).tolist() if len(blocks.text[one]) > LONGEST_HEADING]
    if long:
        headings[long] = False
    return headings


def _kept_blocks(blocks: Blocks, labels: Labels, task: Task) -> Bools:
    """[n] whether a block is content: by its label, then by what the task includes and excludes."""
    kept = np.asarray(labels.y != task.other)
    chosen = chosen_blocks(blocks, task)
    return kept if chosen is None else chosen.of(kept)


class Chosen(NamedTuple):
    """The n blocks that a task includes and excludes whatever their labels."""

    included: Bools  # [n]
    excluded: Bools  # [n]

    def of(self, kept: Bools) -> Bools:
        """[n] which blocks are content.

        Args:
            kept: [n] which blocks are content by their labels.
        """
        return np.asarray((kept | self.included) & ~self.excluded)


def chosen_blocks(blocks: Blocks, task: Task) -> Chosen | None:
    """The blocks that a task includes and excludes by roles, and then by selectors.

    Args:
        blocks: n blocks.
        task: states the roles and selectors.

    Returns:
        None if the task states none.
    """
    if not (task.keep or task.drop or task.select or task.remove):
        return None
    none = np.zeros(len(blocks), bool)
    keep, drop = _of_roles(blocks, task) if task.keep or task.drop else (none, none)
    select, remove = _in_elements(blocks, task) if task.select or task.remove else (none, none)
    return Chosen((keep & ~drop | select) & ~remove, drop & ~select | remove)


def _of_roles(blocks: Blocks, task: Task) -> list[Bools]:
    """[n] the blocks with the roles that the task keeps, and those with the roles that it drops."""
    from victor.document.roles import ROLES, page_roles  # slow to import, and not always needed

    roles, wanted = page_roles(blocks), (task.keep, task.drop)
    return [np.isin(roles, [ROLES.index(name) for name in names]) for names in wanted]


def _in_elements(blocks: Blocks, task: Task) -> list[Bools]:
    """[n] the blocks in the elements that the task selects, and in those that it removes."""
    from victor.tree.selectors import select  # rarely needed

    wanted = {"select": task.select, "remove": task.remove}
    return [blocks.inside(select(blocks.tree, found, key)) for key, found in wanted.items()]
