"""Remove line breaks from text that was wrapped at a fixed width, as in mails and on old pages.

There, ``br`` ends lines in the middle of sentences, in Chinese and Japanese even of words.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from victor.arrays import Ints, places
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.feeds import WIDE

_LEAST = 8  # minimum wrapped lines of an element
_SHARE = 0.6  # minimum share of its line breaks that are due to the width
_NARROWEST, _WIDEST = 48, 110  # columns
_LONGER = 0.1  # share of the lines that may be longer
# Share of paragraphs with a short last line, less than a share of their longest; poems have few.
_ENDING, _SHORT = 1 / 3, 0.8
_INDENTS = ("\xa0", "\u3000")  # before paragraphs
_CLOSING = frozenset(",.;:!?)]")
_BLANK = " \t\r\n"
_WORD = regex(r"(?!\S{0,3}(?:https?:|www\.))[^\s\u2e80-\uabff\uf900-\uffff]{1,25}")
_EXACT = ("pre", "listing", "xmp", "textarea", "code")


def without_wraps(blocks: Blocks) -> Blocks:
    """The blocks without such line breaks; the same object if there are none.

    The elements of the breaks become ``wbr``, so that each line continues the one before.
    """
    lines = _wrapped(blocks) if "br" in blocks.tree.tags else []
    if not lines:
        return blocks
    tree, starts = blocks.tree, blocks.first[lines]
    tag, spaced, space_before = tree.tag.copy(), tree.spaced.copy(), blocks.space_before.copy()
    tags = tree.tags if "wbr" in tree.tags else (*tree.tags, "wbr")
    tag[tree.named(("br",)) & np.isin(tree.opened, starts)] = tags.index("wbr")
    joined = [one for one in lines if _meet(blocks.text[one - 1], blocks.text[one])]
    spaced[blocks.first[joined]] = space_before[joined] = False
    joined_tree = replace(tree, tags=tags, tag=tag, spaced=spaced)
    return replace(blocks, tree=joined_tree, space_before=space_before)


def _wrapped(blocks: Blocks) -> list[int]:
    """The blocks whose line continues the wrapped line before.

    Elements with few lines are judged together with others in the same element, if the last lines
    of some are short.
    """
    lines = _broken(blocks)
    if len(lines) < _LEAST:
        return []
    found, others = list[int](), defaultdict[int, list[tuple[list[int], list[int]]]](list)
    for element, some in _by_element(blocks, lines).items():
        full = _full(blocks, some)
        if _is_wrapped(blocks, full, len(some)):
            found += full
        else:
            others[blocks.tree.parent.item(element)].append((some, full))
    together = (_wrapped_together(blocks, several) for several in others.values())
    return found + list(chain.from_iterable(together))


def _wrapped_together(
    blocks: Blocks, several: Sequence[tuple[Sequence[int], Sequence[int]]]
) -> list[int]:
    """The wrapped lines of several elements, each with all its lines and its full ones."""
    full = [line for _, of_one in several for line in of_one]
    if not _is_wrapped(blocks, full, sum(len(lines) for lines, _ in several)):
        return []
    ending = sum(_ends_early(blocks, lines) for lines, _ in several)
    return full if ending >= _ENDING * len(several) else []


def _ends_early(blocks: Blocks, lines: Sequence[int]) -> bool:
    """Whether the last line of an element is shorter than its other lines."""
    longest = max(_width(blocks.text[line - 1]) for line in lines)
    return _width(blocks.text[lines[-1]]) < _SHORT * longest


def _by_element(blocks: Blocks, lines: Ints) -> dict[int, list[int]]:
    """The lines of each element, without those of too few in the element around it."""
    elements = blocks.node[lines]
    around = blocks.tree.parent[elements]
    enough = np.bincount(around)[around] >= _LEAST
    found = defaultdict[int, list[int]](list)
    for line, element in zip(lines[enough].tolist(), elements[enough].tolist(), strict=True):
        found[element].append(line)
    return found


def _broken(blocks: Blocks) -> Ints:
    """The blocks that a single ``br`` separates from the block before, in the same element."""
    tree = blocks.tree
    breaks = tree.named(("br",))
    if np.count_nonzero(breaks) < _LEAST or len(blocks) < _LEAST:
        return np.zeros(0, np.int32)
    lone = np.ones(len(tree.text), bool)
    for tags in (breaks, blocks.level):
        lone &= tree.tags_before(tags) == 2
    lone &= tree.enclosing_count(tree.named(_EXACT)) == 0
    chosen = lone[blocks.first[:-1]]
    chosen[1:] &= blocks.node[1:] == blocks.node[:-1]
    chosen[0] = False
    return places(chosen)


def _full(blocks: Blocks, lines: Sequence[int]) -> list[int]:
    """Those of the ``lines`` of an element whose first word did not fit in the line before."""
    widths = [_width(blocks.text[line - 1]) for line in lines]
    width = sorted(widths)[int((1 - _LONGER) * (len(widths) - 1))]
    if not _NARROWEST <= width <= _WIDEST:
        return []
    return [
        line
        for line, before in zip(lines, widths, strict=True)
        if 2 * before > width < before + _start(blocks.text[line])
        and not _is_indented(blocks, line)
    ]


def _is_wrapped(blocks: Blocks, full: Sequence[int], count: int) -> bool:
    """Whether full lines show that a text of ``count`` lines was wrapped."""
    runs_on = sum(map(_runs_on, (blocks.text[line] for line in full)))
    return len(full) >= max(_LEAST, _SHARE * count) and 2 * runs_on >= len(full)


def _width(text: str) -> int:
    """The columns of a text; in Chinese and Japanese, each character outside ASCII takes two."""
    if text.isascii() or not WIDE.search(text):
        return len(text)
    return 2 * len(text) - len(text.encode("ascii", "ignore"))


def _start(text: str) -> int:
    """The columns that the first word of a text needs after another; 0 for a URL."""
    if WIDE.match(text):
        return 2
    word = _WORD.match(text)
    return 1 + len(word[0]) if word else 0


def _runs_on(text: str) -> bool:
    """Whether a line begins like the middle of a sentence."""
    return text[:1].islower() or WIDE.match(text) is not None


def _meet(before: str, after: str) -> bool:
    """Whether two lines meet without a space: between wide characters and before punctuation."""
    is_close = after[:1] in _CLOSING or WIDE.match(after) is not None
    return is_close and WIDE.match(before[-1:]) is not None


def _is_indented(blocks: Blocks, line: int) -> bool:
    text = blocks.tree.text[blocks.first.item(line)]
    return text.lstrip(_BLANK).startswith(_INDENTS)
