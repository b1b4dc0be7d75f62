"""Pages without main content, and why; and fragments, all of whose text is content."""

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from victor.arrays import Bools, some
from victor.config import HEADER, LIST, Task
from victor.data import Labels
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

NO_TEXT, ALL_BOILERPLATE = "no text", "all blocks are boilerplate"
ALL_LEFT_OUT = "all content is left out by --drop, --keep or selectors"
_FRAMES = "a frame set: its text is in other pages"
_SCRIPTED = "no text in the HTML: a script writes it in the browser"
_ERROR_PAGE = "an error page"

# Ids of the elements that the scripts of web frameworks fill.
_APPS = frozenset(
    "root app app-root react-root main-app __next __nuxt ___gatsby svelte q-app mount".split()
)
_NOSCRIPT_SHARE = 0.5  # of the words: a page that requires scripts says little else
_STATUS = regex(r"(?<![\w.,:/-])(?:40[0-9]|410|429|451|50[0-4])(?![\w,:/-]|\.\w)")
_TITLE = 200  # characters of a title that are searched
_FEW_WORDS = 300  # an error page has fewer: an article about errors may have a number in its title
# The shell of an application has little text, such as that of a footer, and far more markup.
_SHELL_TEXT, _MARKUP = 250, 200  # most characters; least characters of markup for each
_LINKED = 0.5  # least share of linked words in a shell that consists of custom elements
# A shell whose "content" is its footer has fewer words, and at least this share of them there.
_FEW_FOOTER_WORDS, _FOOTER_SHARE = 250, 0.9
_FOOTER = regex(r"(?:^|[\s_-])footer(?:$|[\s_-])", re.IGNORECASE)  # in a class or id
# Elements in which a shell has no text.
_CONTENT = frozenset("h1 h2 h3 article main p li td pre blockquote dd figcaption".split())


def why_empty(tree: Tree, blocks: Blocks) -> str:
    """Why a page has no main content, as a phrase for messages.

    Args:
        tree: the page.
        blocks: its text blocks, all of them boilerplate.
    """
    if tree.named({"frameset"}).any():
        return _FRAMES
    if _is_scripted(tree, blocks):
        return _SCRIPTED
    if not len(blocks):
        return NO_TEXT
    if blocks.total_words < _FEW_WORDS and _STATUS.search(tree.title[:_TITLE]):
        return f"{_ERROR_PAGE}: {tree.title[:_TITLE]}"
    return ALL_BOILERPLATE


def is_shell(kept: Bools, blocks: Blocks, size: Callable[[], int]) -> bool:
    """Whether a page is an application whose scripts have not run, so that no text is content.

    Args:
        kept: [n] whether each block is labelled as content.
        blocks: the text blocks of the page.
        size: returns the number of its characters; called only for a page with little text.
    """
    return _is_unwritten(blocks, size) or _is_footer(kept, blocks)


def _is_unwritten(blocks: Blocks, size: Callable[[], int]) -> bool:
    """Whether a page has little text, far more markup, and an element that scripts fill."""
    text = int(blocks.lengths.sum())
    if text > _SHELL_TEXT or not len(blocks) or size() < _MARKUP * text:
        return False
    tree = blocks.tree
    stated = blocks.inside(tree.named(_CONTENT)) & ~blocks.inside(tree.named(("noscript",)))
    if some(stated):
        return False
    linked = float((blocks.link_share * blocks.words).sum())
    custom = linked >= _LINKED * blocks.total_words
    return _has_empty_application(tree, custom) or _asks_for_scripts(blocks)


def _is_footer(kept: Bools, blocks: Blocks) -> bool:
    """Whether nearly all content of a page with little text is in its footer."""
    if blocks.total_words >= _FEW_FOOTER_WORDS:
        return False
    tree = blocks.tree
    footers = tree.named(("footer",))
    for name in ("class", "id"):
        footers |= tree.matching(name, _FOOTER.search)
    footers[tree.named(("html", "body", "main"))] = False
    inside = kept & blocks.inside(footers)
    return float(blocks.words @ inside) >= _FOOTER_SHARE * float(blocks.words @ kept)


def keep_visible(labels: Labels, blocks: Blocks, task: Task) -> Labels:
    """Label all visible text of a fragment as content.

    Args:
        labels: labels of n blocks; their scores are kept.
        blocks: the blocks.
        task: names headers, lists, and the tags that mark them.
    """
    y = np.full(len(blocks), task.paragraph, np.int32)
    for role, tags in ((LIST, "list"), (HEADER, "header")):
        if (label := task.role(role)) >= 0:
            y[_inside(blocks, frozenset(task.tag_classes.get(tags, ())))] = label
    y[blocks.inside(blocks.tree.hidden)] = task.other
    return replace(labels, y=y)


def _inside(blocks: Blocks, tags: frozenset[str]) -> Bools:
    return blocks.inside(blocks.tree.named(tags))


def _is_scripted(tree: Tree, blocks: Blocks) -> bool:
    """Whether scripts write the page: it asks to enable them, or its application is empty."""
    if _asks_for_scripts(blocks):
        return True
    return blocks.total_words < _FEW_WORDS and _has_empty_application(tree)


def _asks_for_scripts(blocks: Blocks) -> bool:
    """Whether at least half of a page's words are for browsers without scripts."""
    words = blocks.total_words
    unscripted = float(blocks.words[_inside(blocks, frozenset({"noscript"}))].sum())
    return words > 0 and unscripted >= _NOSCRIPT_SHARE * words


def _has_empty_application(tree: Tree, custom: bool = True) -> bool:
    """Whether an element that scripts fill is empty; ``custom``: include custom elements."""
    chosen = tree.named([tag for tag in tree.tags if custom and "-" in tag])
    chosen |= tree.matching("id", _APPS.__contains__)
    return some(chosen & ~tree.holds)
