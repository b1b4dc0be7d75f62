"""``blockquote`` elements that quote nothing: they only indent, or hold a whole post."""

import re

import numpy as np

from victor.arrays import Bools, Ints, places, sums_before
from victor.document.kinds.elements import CODE, Kinds
from victor.text.regex import regex
from victor.tree.post_texts import post_texts
from victor.tree.tree import Tree

_NEARLY_ALL, _SEVERAL = 0.9, 3  # share of the text, and paragraphs, of text indented as a whole
_MANY = 4  # adjacent elements that only indent, whatever separates their paragraphs
_PARAGRAPHS = frozenset("p h1 h2 h3 h4 h5 h6 li td dd pre".split())
_LISTS = frozenset("ul ol dl table".split())
_QUOTING = regex(r"quot|cite|reply", re.IGNORECASE)
_DISCUSSION = regex(
    r"(?:^|[\s_-])(?:post|comment|message|reply|answer|question)(?:$|[\s_-])", re.IGNORECASE
)


def no_quotations(tree: Tree, texts: Bools, kind: Kinds) -> Ints:
    """The ``blockquote`` elements that are not quotations.

    Pages of the 1990s use them to indent all of their paragraphs, forums for the text of a post,
    documentation to indent code, and docutils to indent nested lists.

    Args:
        tree: the page's tree.
        texts: [t] whether each text is content.
        kind: [m] the kinds of elements.
    """
    quotes = tree.named(("blockquote",)) & tree.holds
    code = _examples(tree, texts, quotes, kind == CODE)
    return np.array([*post_texts(tree), *_indented(tree, texts, quotes), *code], np.int32)


def _examples(tree: Tree, texts: Bools, quotes: Bools, code: Bools) -> list[int]:
    """Those that hold only code, outside of discussions, or only lists, as docutils writes them.

    Args:
        tree: the page's tree.
        texts: [t] whether each text is content.
        quotes: [m] the elements that may quote.
        code: [m] the elements that are code blocks.
    """
    found = _holding_only(tree, texts, quotes, code)
    found = found[~discussed(tree)[found]] if len(found) else found
    in_items = quotes & tree.named(("li", "dd"))[tree.parent]
    in_items &= np.append(tree.named(("div",))[1:], False)  # its first child
    lists = _holding_only(tree, texts, in_items, code | tree.named(_LISTS))
    return [one for one in {*found.tolist(), *lists.tolist()} if not _says_so(tree, one)]


def _holding_only(tree: Tree, texts: Bools, quotes: Bools, parts: Bools) -> Ints:
    """Those of the elements ``quotes`` whose content is all in some of the ``parts`` in them."""
    if not (quotes.any() and parts.any()):
        return np.zeros(0, np.int32)
    others = texts & ~parts[tree.nearest(parts | quotes)[tree.node]]
    return places(quotes & (tree.sums(texts) > 0) & (tree.sums(others) == 0))


def discussed(tree: Tree) -> Bools:
    """[m] whether an element is in a post, by class: posts quote code, too.

    The class of ``body`` describes the page as a whole, such as a blog post.

    Args:
        tree: the page's tree.
    """
    posts = tree.matching("class", _DISCUSSION.search) & ~tree.named(("body",))
    return np.asarray(tree.nearest(posts) > 0)


def _says_so(tree: Tree, element: int) -> bool:
    """Whether the attributes of an element say that it quotes."""
    return _is_stated(tree, element) or bool(_QUOTING.search(tree.attribute(element, "class")))


def _is_stated(tree: Tree, element: int) -> bool:
    """Whether an element states a source, or has the type of quotations in e-mails."""
    return bool(tree.attribute(element, "cite") or tree.attribute(element, "type") == "cite")


def _indented(tree: Tree, texts: Bools, quotes: Bools) -> list[int]:
    """Those that hold nearly all of the text, alone or together, in several paragraphs.

    Of several, half must have several paragraphs: else they may be a collection of quotations. A
    few may be long quotations, unless ``br`` elements separate their paragraphs, as on old pages.
    """
    sizes = np.fromiter(map(len, tree.text), np.int64, len(tree.text)) * texts
    inside, least = tree.sums(sizes), _NEARLY_ALL * sizes.sum()
    alone = places(quotes & (inside >= least) & (inside > 0))
    outer = places(tree.outermost(quotes) & (inside > 0))
    found = [one for one in _of_paragraphs(tree, alone) if not _is_quoted(tree, one)]
    if inside[outer].sum() < least:
        return found
    several = [one for one in _of_paragraphs(tree, outer) if not _is_quoted(tree, one)]
    are_several = 2 * len(several) >= len(outer)
    if are_several and (len(outer) >= _MANY or _gaps(tree, outer).any()):
        found += [one for one in outer.tolist() if not _is_quoted(tree, one)]
    return found


def _of_paragraphs(tree: Tree, elements: Ints) -> list[int]:
    """Those with several paragraphs, which two ``br`` elements may separate."""
    if not len(elements):
        return []
    paragraphs = tree.starts_within(tree.named(_PARAGRAPHS) & tree.holds, elements)
    paragraphs = np.maximum(paragraphs, 1) + _gaps(tree, elements)
    return list(elements[paragraphs >= _SEVERAL].tolist())


def _gaps(tree: Tree, elements: Ints) -> Ints:
    """How often two or more ``br`` elements separate the texts of each element."""
    parted = np.append(tree.tags_before(tree.named(("br",))) >= 4, False)  # a start and an end each
    gaps = sums_before(parted)
    return np.asarray(gaps[tree.closed[elements]] - gaps[tree.opened[elements] + 1])


def _is_quoted(tree: Tree, element: int) -> bool:
    """Whether an element is a quotation by its attributes, or by the text before or after it."""
    first, last = tree.bounds(element)
    before = tree.text[first - 1] if first else ""
    after = tree.text[last] if last < len(tree.text) else ""
    introduced = before.rstrip().endswith(":") or after.lstrip().startswith(("—", "–"))
    return introduced or _is_stated(tree, element)
