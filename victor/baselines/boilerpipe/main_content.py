"""``main_content``: the largest stretch of content between the title and the comments.

Kohlschuetter, Fankhauser, Nejdl, *Boilerplate Detection using Shallow Text Features* (2010),
section 4.3.2, *Main Content Filter*: for news. Its eleven indicators are not published; these are
what such sections are headed with.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from victor.baselines.boilerpipe import largest_block
from victor.config import Task
from victor.data import Labels
from victor.tree.blocks import Blocks

COMMENTS = frozenset(
    (
        "comments",
        "user comments",
        "reader comments",
        "readers comments",
        "your comments",
        "comments on this article",
        "add your comment",
        "add a comment",
        "post a comment",
        "leave a comment",
        "have your say",
    )
)
_SEPARATORS = re.compile(r"\s+[-–—|:»·]+\s+|\s*[|»]\s*|:\s+")
_NO_LETTERS = re.compile(r"[\W\d_]+")
_SHORTEST = 3  # words of a title that is recognised


@dataclass(frozen=True)
class Options:
    """What a stretch is."""

    gap: int = 5  # blocks of boilerplate that may stand between two of its blocks


def apply(labels: Labels, blocks: Blocks, task: Task, options: Options) -> Labels:
    """Boilerplate above the title and below the comments' heading; of the rest the largest stretch.

    Title and heading are those next to the longest block of content: both also stand in menus.
    """
    content = labels.y != task.other
    if not content.any():
        return labels
    longest = int(np.where(content, blocks.words, -1).argmax())
    plain = [_letters(text) for text in blocks.text]
    titles = set(_titles(blocks.tree.head.get("title", "")))
    top = max((i for i in range(longest) if plain[i] in titles), default=0)
    end = min((i for i in range(longest, len(plain)) if plain[i] in COMMENTS), default=len(plain))
    y = np.full_like(labels.y, task.other)
    y[top:end] = labels.y[top:end]
    within = replace(labels, y=y)
    return largest_block.apply(within, blocks, task, largest_block.Options(options.gap))


def _titles(title: str) -> Iterator[str]:
    """What a block may say that repeats the page's title: all of it, or its longest part."""
    parts = _SEPARATORS.split(title)
    for text in (title, max(parts, key=len)):
        if len(text.split()) >= _SHORTEST:
            yield _letters(text)


def _letters(text: str) -> str:
    """Small letters, words set apart by single spaces, and nothing else."""
    return _NO_LETTERS.sub(" ", text.lower()).strip()
