"""``whole``: keep or leave out code blocks, tables and quotations as a whole.

A line of code or a cell of a table is short and has few words, so that its own features say little:
the decision of most of the words around it is better. Layout tables are no tables here. The text of
a button beside a code block, which copies it, is left out.
"""

import re
from dataclasses import dataclass, replace

import numpy as np

from victor.arrays import Bools, some
from victor.config import CONTINUATION, Task
from victor.data import Labels
from victor.tree.blocks import Blocks

_BUTTONS = ("button", "a", "span", "div")
_COPY = re.compile(
    r"(?:copy(?: (?:code|to clipboard|code block|snippet))?|copied|kopieren|code kopieren"
    r"|copier(?: le code)?|copiar(?: código)?|copia(?: codice)?|kopi(?:uj|ëren|era|írovat)"
    r"|копировать|скопировать|复制(?:代码)?|複製|コピー(?:する)?|复制成功|복사)[!.]?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Options:
    """This filter has no options."""


def apply(labels: Labels, blocks: Blocks, task: Task, options: Options) -> Labels:
    """Labels by which the blocks of each such part are all content or all boilerplate.

    Args:
        labels: of n blocks.
        blocks: the n blocks.
        task: says which label means boilerplate.
        options: none.
    """
    if not len(blocks) or not some(blocks.undivided):
        return labels
    kept = labels.y != task.other
    wanted = _majority(kept, blocks) & ~_copies(kept, blocks)
    if (wanted == kept).all():
        return labels
    y = np.where(wanted, np.where(kept, labels.y, _content(labels, task)), task.other)
    return replace(labels, y=y.astype(np.int32))


def _copies(kept: Bools, blocks: Blocks) -> Bools:
    """[n] whether a block is the name of a button that copies the code block beside it."""
    tree, out = blocks.tree, np.zeros(len(blocks), bool)
    code, listings = tree.named(("pre",)), tree.listings
    inside = blocks.inside(code if listings is None else code | listings)
    beside = np.zeros(len(blocks), bool)
    beside[1:] |= inside[:-1]
    beside[:-1] |= inside[1:]
    for block in (beside & kept & ~inside).nonzero()[0].tolist():
        tag = tree.tags[tree.tag[blocks.holder[block]]]
        out[block] = tag in _BUTTONS and _COPY.fullmatch(blocks.text[block]) is not None
    return out


def _content(labels: Labels, task: Task) -> "np.ndarray[tuple[int], np.dtype[np.intp]]":
    """[n] the most probable label of content."""
    scores = labels.scores.copy()
    scores[:, [i for i in (task.other, task.role(CONTINUATION)) if i >= 0]] = -1
    return np.asarray(scores.argmax(axis=1))


def _majority(kept: Bools, blocks: Blocks) -> Bools:
    """[n] whether a block is content, by most of the words of the part that it is in."""
    part = blocks.undivided
    words = np.maximum(blocks.words, 1).astype(np.float64)
    balance = np.bincount(part, np.where(kept, words, -words))
    return np.where((part > 0) & (balance[part] != 0), balance[part] > 0, kept)
