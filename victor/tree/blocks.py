"""The text blocks of a page: :class:`Blocks`.

A page is a handful of arrays rather than objects, so that features are array expressions.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bits, Bools, Doubles, Floats, Hashes, Indices, Ints, Numbers, some, union
from victor.compiled import door
from victor.text.statistics import COLUMNS, WORD_LENGTH, Characters, TextStats, statistics
from victor.tree.address_boxes import address_boxes
from victor.tree.buttons import buttons, plain_among
from victor.tree.code_languages import code_language, outermost_code
from victor.tree.code_notes import notes_of_code
from victor.tree.discussions import bodies_of_posts, comment_systems, hidden_fields
from victor.tree.field_labels import field_labels
from victor.tree.heading_links import leads_to_itself
from victor.tree.html_tags import HEADINGS
from victor.tree.ingredients import ingredients
from victor.tree.nesting import (
    bits_around,
    block_of_each,
    holding,
    tags_before,
    tags_between,
    within,
)
from victor.tree.note_boxes import note_boxes, texts_of_boxes
from victor.tree.note_lists import footnotes_in
from victor.tree.overlays import consents, overlays
from victor.tree.post_texts import post_texts
from victor.tree.prices import hidden_prices
from victor.tree.screens import SIGNS as NARROW_SIGNS
from victor.tree.screens import is_for_narrow, is_for_wide
from victor.tree.signatures import signatures
from victor.tree.surroundings import places_on_site, surroundings
from victor.tree.tables import layout_tables, other_tables
from victor.tree.tree import Tree

ITEM, HEADING, PARTED = 1, 2, 4  # bits of a block; see `Blocks.signs`
_BREAK = 4  # bit of an element, besides the first two
_KINDS = {"li": ITEM, **dict.fromkeys(HEADINGS, HEADING), "br": _BREAK}
_SPACED = COLUMNS.index("spaced_words")
_UNSPACED = slice(COLUMNS.index("ideographs"), COLUMNS.index("south_east") + 1)
_LENGTHS = np.array([WORD_LENGTH[name] for name in COLUMNS[_UNSPACED]])


@dataclass(frozen=True, eq=False)
class Blocks:
    """The n text blocks of a page; none is blank, n may be 0.

    A block is a run of the tree's texts, ``first[i]:first[i + 1]``. If blocks end at every tag,
    each text is a block.
    """

    tree: Tree
    text: Sequence[str]  # [n] white space normalised, nothing else changed
    first: Ints  # [n + 1] the block's first text
    level: Bools  # [m] whether blocks end at the tags of an element
    space_before: Bools  # [n] whether white space or a block-level tag precedes the block

    def __len__(self) -> int:
        return len(self.text)

    def light(self) -> "Blocks":
        """The same blocks in less memory, to hold thousands of pages.

        Attributes and styles are dropped: accessing them, or columns that depend on them, raises a
        RuntimeError. Words, link density, tables, undivided parts, code languages, buttons, prices,
        hidden blocks and fields, surroundings, places, signatures, posts, comment systems, titles,
        dialogs, screens and boxes for addresses are kept.
        """
        for code in outermost_code(self.tree).tolist():
            self.language(code)
        kept = replace(self, tree=self.tree.light())
        known = (
            "words link_share other_tables undivided languages of_code button in_button hidden"
            " hidden_prices surroundings place signed opens_note noted footnoted own_linked"
            " overlaid consenting for_narrow for_wide post hidden_field in_comment_system"
            " of_ingredients labelling asking"
        ).split()
        kept.__dict__.update({name: getattr(self, name) for name in known})
        kept.__dict__["known_plain"] = self.plain_buttons(self.button[self.button > 0].tolist())
        return kept

    def with_spaces(self, tree: Tree) -> "Blocks":
        """The same blocks of a tree that differs in ``spaced``, on which nothing cached depends.

        Args:
            tree: see :meth:`Tree.with_spaces`.
        """
        made = replace(self, tree=tree)
        made.__dict__.update({**self.__dict__, "tree": tree})
        return made

    @cached_property
    def of_text(self) -> Ints:
        """[t] the block that each text is in."""
        return block_of_each(self.first, len(self.tree.text))

    def any_of(self, per_text: NDArray[np.generic]) -> Bools:
        """[n] whether any value of the block's texts [t] is not zero."""
        return self._reduce(np.logical_or, per_text.astype(bool)).astype(bool)

    def sum_of(self, per_text: NDArray[np.generic]) -> Doubles:
        """[n] the sum of values [t] over the block's texts."""
        return self._reduce(np.add, per_text.astype(np.float64))

    def _reduce(self, ufunc: np.ufunc, per_text: NDArray[np.generic]) -> Doubles:
        if not len(self):
            return np.zeros(0)
        return np.asarray(ufunc.reduceat(per_text, self.first[:-1]))

    def inside(self, elements: Bools) -> Bools:
        """[n] whether some of a block's text is inside one of the chosen ``elements`` [m]."""
        tree = self.tree
        return holding(elements, tree.opened, tree.closed, self.first, len(tree.text))

    def within(self, elements: Bools) -> Bools:
        """[n] whether all of a block's text is inside the chosen ``elements`` [m]."""
        tree = self.tree
        return within(elements, tree.opened, tree.closed, self.first, len(tree.text))

    def around(self, bits: Bits) -> Bits:
        """[n] the union of the bits [m] of all elements that contain some text of the block."""
        return bits_around(bits, self.tree.parent, self.tree.node, self.first)

    def tags_between(self, elements: Bools, kept: Ints) -> Ints:
        """[k - 1] the number of tags of chosen elements [m] between a kept block and the next."""
        tree = self.tree
        return tags_between(elements, tree.opened, tree.closed, self.first, kept, len(tree.text))

    @cached_property
    def signs(self) -> NDArray[np.uint8]:
        """[n] bits of each block: in a list item, in a heading, parted from the previous block.

        Block-level tags or several ``br`` part blocks. Must not be modified.
        """
        tree = self.tree
        columns = tree.parent, tree.opened, tree.closed, tree.node, self.first
        return signs_of_tags(tree.numbered(_KINDS), self.level, *columns)

    @cached_property
    def node(self) -> Ints:
        """[n] the block-level element that each block is in."""
        return self._nearest(self.level)

    @cached_property
    def other_tables(self) -> Bools | None:
        """[m] see :func:`~victor.tree.tables.other_tables`."""
        return other_tables(self.tree)

    @cached_property
    def undivided(self) -> Ints:
        """[n] the outermost code block, data table or quotation of each block, 0 for none."""
        tree, tags, listings = self.tree, {"pre", "table", "blockquote"}, self.tree.listings
        others = union((listings, self.other_tables))
        if others is None and tree.codes.keys().isdisjoint(tags):
            return np.zeros(len(self), np.int32)
        chosen = tree.named(tags) & tree.holds
        chosen[layout_tables(tree, tree.holds)] = False
        if "blockquote" in tree.codes:
            chosen[post_texts(tree)] = False
        if others is not None:
            chosen |= others
        if not some(chosen):
            return np.zeros(len(self), np.int32)
        if tree.prose_in_pre is not None:
            chosen &= ~tree.prose_in_pre
        return self._nearest(tree.outermost(chosen))

    @property
    def tabular(self) -> Bools:
        """[n] whether a block is in a table that is neither layout nor lines of code."""
        tables, listings = self.tree.named(("table",)), self.tree.listings
        if listings is not None:
            tables &= ~listings
        return np.asarray(tables[self.undivided] & (self.undivided > 0))

    @cached_property
    def languages(self) -> dict[int, str]:
        """A cache of the languages of code blocks, by element."""
        return {}

    def language(self, code: int) -> str:
        """The language of a code block; see :func:`~victor.tree.code_languages.code_language`.

        Args:
            code: the element of the code block.
        """
        if code not in self.languages:
            self.languages[code] = code_language(self.tree, code)
        return self.languages[code]

    @cached_property
    def of_code(self) -> list[int]:
        """The blocks beside code that say nothing else; see :func:`notes_of_code`."""
        if not (notes := notes_of_code(self.tree)):  # true of most pages
            return []
        found = np.zeros(len(self.tree.text))
        found[notes] = 1
        whole = self.sum_of(found) == np.diff(self.first)
        return list(whole.nonzero()[0].tolist())

    @cached_property
    def hidden(self) -> Bools:
        """[n] whether all of a block's text is marked as hidden, and not in a panel of tabs."""
        if not some(self.tree.concealed):
            return np.zeros(len(self), bool)
        return self.within(self.tree.concealed)

    @cached_property
    def signed(self) -> Bools:
        """[n] whether a block is in a signature or another note of forum software to a post."""
        found = signatures(self.tree)
        return np.zeros(len(self), bool) if found is None else self.inside(found)

    @cached_property
    def post(self) -> Ints | None:
        """[n] the element with the text of a post that a block is in; 0 if it is in none.

        None if the page has hardly any such elements.
        """
        found = bodies_of_posts(self.tree)
        if found is None:
            return None
        return np.asarray(self.tree.nearest(self.tree.mask(found))[self.node])

    @cached_property
    def hidden_field(self) -> Ints | None:
        """[n] the hidden ``textarea`` that a block is in; 0 if it is in none.

        None if the page has none. See :func:`~victor.tree.discussions.hidden_fields`.
        """
        found = hidden_fields(self.tree)
        return None if found is None else np.asarray(self.tree.nearest(found)[self.at_node])

    @cached_property
    def in_comment_system(self) -> Bools | None:
        """[n] whether a block is one of a comment system; None if the page has none.

        See :func:`~victor.tree.discussions.comment_systems`.
        """
        found = comment_systems(self.tree)
        return None if found is None else self.inside(found)

    @cached_property
    def opens_note(self) -> Bools:
        """[n] whether a block is the first of several in a box; see :func:`note_boxes`."""
        found, opens = note_boxes(self.tree), np.zeros(len(self), bool)
        if found is not None:
            first, last = (
                self.of_text[one[found]] for one in (self.tree.opened, self.tree.closed - 1)
            )
            opens[first[last > first]] = True
        return opens

    @cached_property
    def noted(self) -> list[tuple[int, int, int, int]]:
        """The blocks of boxes and quotations, and of the elements around; see ``texts_of_boxes``.

        Boxes that share a block with other texts are left out.
        """
        if not (boxes := texts_of_boxes(self.tree)):  # true of most pages
            return []
        block, first = np.append(self.of_text, len(self)), self.first
        ranges = ((box, block[[*box]].tolist()) for box in boxes)
        return [
            (low, high, around, end)
            for (start, stop, *_), (low, high, around, end) in ranges
            if first[low] == start and first[high] == stop
        ]

    @cached_property
    def of_ingredients(self) -> Bools | None:
        """[n] whether all of a block's text lists ingredients; None if no text of the page does."""
        found = ingredients(self.tree)
        return None if found is None else self.within(found)

    @cached_property
    def labelling(self) -> Bools | None:
        """[n] whether a class says that a block is a label; None if none may say so."""
        found = field_labels(self.tree)
        return None if found is None else found[self.at_node]

    @cached_property
    def asking(self) -> list[tuple[range, range]]:
        """The blocks of each small element with a field for an e-mail address, and of its form.

        The form counts as all of an element whose class or id names its purpose.
        """
        found = list[tuple[range, range]]()
        for box, form, is_named in address_boxes(self.tree):
            whole = self._blocks_in(box)
            found.append((whole, whole if is_named else self._blocks_in(form)))
        return found

    def _blocks_in(self, element: int) -> range:
        """The blocks with texts of an element; without any, an empty range before the next one."""
        first, end = self.tree.opened.item(element), self.tree.closed.item(element)
        if first < end:
            return range(self.of_text.item(first), self.of_text.item(end - 1) + 1)
        place = self.of_text.item(first) if first < len(self.of_text) else len(self)
        return range(place, place)

    @cached_property
    def footnoted(self) -> list[tuple[int, int, list[int]]]:
        """The blocks of footnotes, and those of links to them; see :func:`footnotes_in`."""
        block = self.of_text
        return [
            (int(block[first]), int(block[last - 1]) + 1, block[links].tolist())
            for first, last, links in footnotes_in(self.tree)
        ]

    @cached_property
    def heading_level(self) -> Ints:
        """[n] the level of the heading that a block is in, 1 to 6; 0 if it is in none."""
        tree, levels = self.tree, {tag: level for level, tag in enumerate(HEADINGS, 1)}
        of_tag = np.array([levels.get(tag, 0) for tag in tree.tags], np.int32)
        around = tree.nearest(tree.named(HEADINGS))[self.at_holder]
        return np.asarray(of_tag[tree.tag[around]])

    @cached_property
    def own_linked(self) -> frozenset[int]:
        """The headings that are links to themselves or to their section, as in HTML of RFCs."""
        tree, linked = self.tree, (self.link_share > 0) & (self.signs & HEADING > 0)
        linked &= tree.named(HEADINGS)[self.at_node]
        places = linked.nonzero()[0].tolist()
        return frozenset(one for one in places if leads_to_itself(tree, int(self.node[one])))

    @cached_property
    def overlaid(self) -> Bools:
        """[n] whether all of a block's text is in an overlay; see :func:`overlays`."""
        found = overlays(self.tree)
        return np.zeros(len(self), bool) if found is None else self.within(found)

    @cached_property
    def consenting(self) -> Bools:
        """[n] whether all of a block's text is in a dialog that asks for consent to cookies."""
        found = consents(self.tree)
        return np.zeros(len(self), bool) if found is None else self.within(found)

    @cached_property
    def for_narrow(self) -> Bools:
        """[n] whether only narrow screens show a block."""
        if not self.tree.looked_at.has(*NARROW_SIGNS):  # true of most pages
            return np.zeros(len(self), bool)
        return self.within(self.tree.matching("class", is_for_narrow, signs=NARROW_SIGNS))

    @cached_property
    def for_wide(self) -> Bools:
        """[n] whether only wide screens show a block."""
        return self.within(self.tree.matching("class", is_for_wide))

    @cached_property
    def item(self) -> Ints:
        """[n] the nearest list item around each block, 0 for none."""
        return self._nearest(self.tree.named({"li"}))

    @cached_property
    def button(self) -> Ints:
        """[n] the button that each block names; 0 if it is not just the name of a button."""
        chosen = buttons(self.tree) if some(self.in_button) else None
        if chosen is None:
            return np.zeros(len(self), np.int32)
        found = self._nearest(chosen)
        found *= self.in_button & (found >= self.node)
        return found

    @cached_property
    def in_button(self) -> Bools:
        """[n] whether all of a block's text is in buttons."""
        chosen = buttons(self.tree)
        return np.zeros(len(self), bool) if chosen is None else self.within(chosen)

    @cached_property
    def hidden_prices(self) -> list[tuple[int, int]]:
        """See :func:`~victor.tree.prices.hidden_prices`."""
        return hidden_prices(self.tree)

    def plain_buttons(self, found: Collection[int]) -> frozenset[int]:
        """See :func:`~victor.tree.buttons.plain_among`; light blocks know it for all buttons.

        Args:
            found: elements of buttons.
        """
        known: frozenset[int] | None = self.__dict__.get("known_plain")
        return plain_among(self.tree, found) if known is None else known.intersection(found)

    def _nearest(self, elements: Bools) -> Ints:
        """[n] the nearest chosen element [m] that holds each block's first text."""
        return self.tree.nearest(elements)[self.at_holder]

    @cached_property
    def holder(self) -> Ints:
        """[n] the element that holds each block's first text."""
        return self.tree.node[self.first[:-1]]

    @cached_property
    def at_holder(self) -> Indices:
        """[n] ``holder`` as indices."""
        return self.holder.astype(np.intp)

    @cached_property
    def at_node(self) -> Indices:
        """[n] ``node`` as indices."""
        return self.node.astype(np.intp)

    @cached_property
    def surroundings(self) -> Hashes:
        """[n] see :func:`~victor.tree.surroundings.surroundings`."""
        return surroundings(self.tree, self.at_node)

    @cached_property
    def place(self) -> Hashes:
        """[n] see :func:`~victor.tree.surroundings.places_on_site`."""
        return places_on_site(self.tree, self.node)

    @cached_property
    def total_words(self) -> float:
        """The number of words in all blocks."""
        return float(self.words.sum())

    @cached_property
    def cache(self) -> dict[str, Any]:
        """A cache of intermediate results shared by feature families, by name."""
        return {}

    @cached_property
    def chars(self) -> Characters:
        """The characters of the blocks as arrays."""
        return Characters(self.text)

    @cached_property
    def text_stats(self) -> TextStats:
        """Statistics of the texts of the blocks."""
        return statistics(self.text)

    @property
    def lengths(self) -> Ints:
        """[n] the number of code points of each block."""
        return self.text_stats["length"]

    @property
    def tokens(self) -> Ints:
        """[n] the number of tokens: runs of characters other than white space."""
        return self.text_stats["tokens"]

    @property
    def sentences(self) -> Ints:
        """[n] the number of sentence ends; see :mod:`victor.text.statistics`."""
        return self.text_stats["sentences"]

    @property
    def is_unspaced(self) -> bool:
        """Whether there are characters of scripts without spaces between words."""
        return some(self.text_stats.table[_UNSPACED])

    @cached_property
    def words(self) -> Floats:
        """[n] the number of words: tokens with a letter or a digit.

        In scripts without spaces, words are estimated by the number of characters; see
        :data:`victor.text.statistics.WORD_LENGTH`.
        """
        return word_counts(self.text_stats.table, _LENGTHS)

    @cached_property
    def link_share(self) -> Floats:
        """[n] the share of a block's characters inside ``a`` elements with ``href``.

        White space around the texts between tags does not count.
        """
        return share_of(self.tree.text, self.tree.linked, self.of_text, len(self))

    @cached_property
    def linked_words(self) -> Floats:
        """[n] the share of a block's words inside links; each text is counted separately."""
        words = word_counts(statistics(self.tree.text).table, _LENGTHS)
        return _share(words, self.tree.linked, self.of_text, len(self))

    @cached_property
    def free_words(self) -> Floats:
        """[n] the number of words outside links."""
        return outside_links(self.words, self.link_share)


@door("columns", ITEM=ITEM, HEADING=HEADING, PARTED=PARTED, BREAK=_BREAK)
def signs_of_tags(
    kind: NDArray[np.uint8],
    level: Bools,
    parent: Ints,
    opened: Ints,
    closed: Ints,
    node: Ints,
    first: Ints,
) -> NDArray[np.uint8]:
    """[n] bits of each block: in a list item, in a heading, parted from the previous block.

    Args:
        kind: [m] whether an element is a list item, a heading, or a ``br``, as bits.
        level: [m] whether blocks end at the tags of an element.
        parent: [m] see :class:`~victor.tree.tree.Tree`, also for ``opened``, ``closed``, ``node``.
        first: [n + 1] see :class:`Blocks`.
    """
    bits = (kind & (ITEM | HEADING)).astype(np.uint64)
    around = bits_around(bits, parent, node, first)
    br = kind & _BREAK > 0
    ends, breaks = (tags_before(one, opened, closed, len(node)) for one in (level & ~br, br))
    parted = ((ends > 0) | (breaks > 2))[first[:-1]]
    return np.where(parted, around + np.uint64(PARTED), around).astype(np.uint8)


@door("columns", STATISTICS=" ".join((*COLUMNS, "")))
def word_counts(stats: Ints, lengths: Doubles) -> Floats:
    """[n] the number of words of each text.

    Args:
        stats: [s, n] see :class:`~victor.text.statistics.TextStats`.
        lengths: [3] characters per word in each kind of script without spaces.
    """
    words: Floats = stats[_SPACED].astype(np.float32)
    for count, length in zip(stats[_UNSPACED], lengths, strict=True):
        words += np.ceil(count / length).astype(np.float32)
    return words


@door("columns")
def outside_links(words: Floats, link: Floats) -> Floats:
    """[n] the number of words of each block outside links.

    Args:
        words: [n] words of each block.
        link: [n] share of each block's characters in links.
    """
    return words * (1 - link)


@door("text")
def share_of(text: Sequence[str], chosen: Bools, of_text: Ints, n: int) -> Floats:
    """[n] the share of a block's characters in the chosen texts.

    White space around a text does not count.

    Args:
        text: [t].
        chosen: [t].
        of_text: [t] the block that each text is in.
        n: number of blocks.
    """
    sizes = np.fromiter(map(len, map(str.strip, text)), np.float64, len(text))
    return _share(sizes, chosen, of_text, n)


def _share(sizes: Numbers, chosen: Bools, of_text: Ints, n: int) -> Floats:
    """[n] the share of ``chosen`` texts [t] in the sum of a block's ``sizes`` [t]."""
    part, whole = (
        np.bincount(of_text, weights=weights, minlength=n) for weights in (sizes * chosen, sizes)
    )
    return (part / np.maximum(whole, 1)).astype(np.float32)
