"""``main_content``: keep only the largest run of content between the title and the comments.

Kohlschuetter, Fankhauser, Nejdl, *Boilerplate Detection using Shallow Text Features* (2010),
section 4.3.2, *Main Content Filter*, for news. The paper's eleven indicator strings are not
published; the ones below are common headings of comment sections.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from victor.baselines.boilerpipe import largest_block
from victor.config import Task
from victor.config.ranges import Count
from victor.data import Labels
from victor.text.regex import regex
from victor.tree.blocks import Blocks

COMMENTS = frozenset(
    "comments|user comments|reader comments|readers comments|your comments|comments on this article"
    "|add your comment|add a comment|post a comment|leave a comment|have your say".split("|")
)
_SEPARATORS = regex(r"\s+[-–—|:»·]+\s+|\s*[|»]\s*|:\s+")
_NO_LETTERS = regex(r"[\W\d_]+")
_SHORTEST = 3  # minimum number of words of a title


@dataclass(frozen=True)
class Options:
    """Options of the filter."""

    gap: Count = 5  # maximum boilerplate blocks between two content blocks of a run


def apply(labels: Labels, blocks: Blocks, task: Task, options: Options) -> Labels:
    """Remove content above the title, below the comments' heading or outside the largest run.

    Both are those nearest to the longest content block, as menus may contain the same texts.
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
    """Texts that identify a block as the title: the page's title and its longest part."""
    parts = _SEPARATORS.split(title)
    for text in (title, max(parts, key=len)):
        if len(text.split()) >= _SHORTEST:
            yield _letters(text)


def _letters(text: str) -> str:
    """The words in lower case, separated by single spaces, without digits and punctuation."""
    return _NO_LETTERS.sub(" ", text.lower()).strip()
