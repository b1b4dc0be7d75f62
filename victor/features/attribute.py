"""``attribute.CUE`` and ``attribute.CUE_near``: what authors call the elements around a block.

Cues are looked for in ``class``, ``id``, ``role``, ``itemprop`` and ``itemtype`` (schema.org). They
are names in code, which is written in English nearly everywhere; they say nothing of the language
of the text. ``html`` and ``body`` are left out: what they are called is said of the whole page.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from operator import add

import numpy as np
from numpy.typing import NDArray

from victor.blocks import Blocks, Floats, Tree
from victor.config import Task
from victor.features._columns import stack

# Words without their plural s; each is a cue of one kind only. Two that follow each other are
# looked up together as well, so that "read-more", "readMore" and "readmore" are the same.
_CUES = {
    "content": "content main article entry story text articlebody postbody storybody blogpost"
    " prose richtext wysiwyg",
    "comment": "comment commentlist reply replie response respond discussion disqus",
    "navigation": "navigation nav navbar menu submenu menubar breadcrumb crumb toc tableofcontent"
    " sitenav topnav",
    "footer": "footer foot copyright legal colophon contentinfo disclaimer",
    "sidebar": "sidebar widget aside complementary rail sidepanel sidecolumn",
    "share": "share sharing sharethis addthis social follow facebook twitter",
    "related": "related recommend recommended recommendation more readmore teaser trending popular"
    " upsell",
    "ad": "ad advert advertisement advertising adsense promo promotion sponsor sponsored banner",
    "cookie": "cookie consent gdpr modal popup overlay dialog lightbox",
    "byline": "byline author date dateline datetime meta metadata timestamp published posted",
    "title": "title headline heading subtitle subheading",
    "pagination": "pagination pager paging paginate pagenav pagenumber",
    "product": "product price sku spec specification offer",
    "description": "description desc summary summarie detail excerpt abstract",
    "card": "card item tile listing",
    "search": "search searchbox login signin signup register form newsletter subscribe"
    " subscription",
    "review": "review rating testimonial",
    "thread": "thread message post topic forum",
}
_BITS = {
    word + ending: 1 << i
    for i, words in enumerate(_CUES.values())
    for word in words.split()
    for ending in ("", "s")
}
_NAMES = (*_CUES, *(f"{name}_near" for name in _CUES))
_ATTRIBUTES = frozenset(("class", "id", "role", "itemprop", "itemtype"))
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_LONGEST = 500  # characters of an attribute that are read, so that the cache stays small
_NEAR = 3  # the holding element and two above it


def known(task: Task) -> Sequence[str]:
    """Each cue on any element around some of the block's text, and on the nearest three."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)] 1 or 0."""
    tree = blocks.tree
    own, parent = _cues_of_elements(tree), np.append(tree.parent, np.int32(-1))
    node, near = blocks.node, own[blocks.node]
    for _ in range(_NEAR - 1):
        node = parent[node]
        near = near | own[node]
    anywhere = np.bitwise_or.reduceat(_with_those_above(own, parent)[tree.node], blocks.first[:-1])
    columns = {name: anywhere >> i & 1 for i, name in enumerate(_CUES)}
    return stack(columns | {f"{name}_near": near >> i & 1 for i, name in enumerate(_CUES)}, names)


def _cues_of_elements(tree: Tree) -> NDArray[np.int32]:
    """[m + 1] a bit per cue of each element that holds text; 0 at the end, for -1."""
    wanted = (tree.closed > tree.opened) & ~tree.named(("html", "body"))
    elements, bits = [], []
    for element in np.flatnonzero(wanted).tolist():
        found = 0
        for name, value in tree.attributes[element].items():
            if name in _ATTRIBUTES:
                found |= cues(value[:_LONGEST])
        if found:
            elements.append(element)
            bits.append(found)
    out = np.zeros(len(tree.tag) + 1, np.int32)
    out[elements] = bits
    return out


@lru_cache(maxsize=1 << 15)
def cues(text: str) -> int:
    """The cues in an attribute's value, bit i for the i-th."""
    words = _WORD.findall(text)
    if not text.islower():
        words = [word.lower() for word in words]
    found = 0
    for word in words:
        found |= _BITS.get(word, 0)
    for pair in map(add, words, words[1:]):
        found |= _BITS.get(pair, 0)
    return found


def _with_those_above(own: NDArray[np.int32], parent: NDArray[np.int32]) -> NDArray[np.int32]:
    """[m + 1] the bits of each element and of all that hold it."""
    bits, above = own, parent
    # After i rounds each element has the bits of 2**i levels: a bit seen twice does no harm.
    while (above >= 0).any():
        bits, above = bits | bits[above], above[above]
    return bits
