"""``attribute.CUE`` and ``attribute.CUE_near``: names that authors give to elements around a block.

Cues are words in ``class``, ``id``, ``role``, ``itemprop`` and ``itemtype`` (schema.org). These are
names in code, which are nearly always English, whatever the language of the text. ``html`` and
``body`` are excluded: their attributes describe the whole page.
"""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Bools, Floats, Ints, unpack_bits
from victor.compiled import door
from victor.config import Task
from victor.features.columns import Columns, picked
from victor.text.cues import cues_in, vocabulary
from victor.tree.attributes import LOOKED_AT
from victor.tree.blocks import Blocks
from victor.tree.nesting import bits_around

# Words without plural s; each belongs to one cue only. Two adjacent words of a name are also looked
# up as one, so that "read-more", "readMore" and "readmore" are the same.
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
    " upsell recirc recirculation latest readnext upnext mostread suggested suggestion",
    "ad": "ad advert advertisement advertising adsense promo promotion sponsor sponsored banner"
    " outbrain taboola affiliate",
    "cookie": "cookie consent gdpr modal popup overlay dialog lightbox onetrust didomi cookiebot"
    " cmp ccpa privacy",
    "byline": "byline author date dateline datetime meta metadata timestamp published posted",
    "title": "title headline heading subtitle subheading",
    "pagination": "pagination pager paging paginate pagenav pagenumber",
    "product": "product price sku spec specification offer",
    "description": "description desc summary summarie detail excerpt abstract",
    "card": "card item tile listing",
    "search": "search searchbox login signin signup register form newsletter subscribe"
    " subscription donate donation paywall",
    "review": "review rating testimonial",
    "thread": "thread message post topic forum",
    "screenreader": "sronly visuallyhidden screenreader assistive",
    "hidden": "hidden hide collapse collapsed invisible",
    "profile": "bio signature avatar profile aboutauthor authorbox",
    "delivery": "shipping delivery return warranty payment",
    "tooltip": "tooltip popover tip dropdown",
    "question": "faq accordion question answer toggle",
    "job": "job vacancy career",
    "feature": "feature benefit highlight hero cta",
    "gallery": "gallery slider carousel slide swiper slick",
    "tag": "tag category categorie label badge chip keyword",
    "quote": "quote pullquote blockquote citation reference footnote",
}
# Each cue on any element around some of the block's text, and on the nearest three elements.
NAMES = (*_CUES, *(f"{name}_near" for name in _CUES))
_READ = np.isin(LOOKED_AT, ("class", "id", "role", "itemprop", "itemtype"))
_NEAR = 3  # the holding element and two above it


def prepare(names: Sequence[str], task: Task) -> Columns:
    """1 or 0."""
    return picked(_table, NAMES, names)


def _table(blocks: Blocks) -> Floats:
    tree, seen = blocks.tree, blocks.tree.looked_at
    attributes = seen.element, seen.name, seen.value, cues(seen.values), _READ
    places = tree.frame.astype(np.int32), tree.parent, tree.node, blocks.first, blocks.node
    return cue_columns(*attributes, *places, len(_CUES), _NEAR)


@door("columns")
def cue_columns(
    element: Ints,
    name: Ints,
    value: Ints,
    of_value: Ints,
    read: Bools,
    frame: Ints,
    parent: Ints,
    text_node: Ints,
    first: Ints,
    node: Ints,
    k: int,
    steps: int,
) -> Floats:
    """[2 * k, n] 1 where an element around a block has a cue; then 1 where a near element has it.

    Args:
        element: [a] see :class:`~victor.tree.attributes.Attributes`, also for ``name``, ``value``.
        of_value: [v] the cues in each value, as bits.
        read: [w] whether attributes of each name count.
        frame: [z] elements whose attributes do not count.
        parent: [m] see :class:`~victor.tree.tree.Tree`.
        text_node: [t] the element that holds each text.
        first: [n + 1] see :class:`~victor.tree.blocks.Blocks`, also for ``node`` [n].
        k: number of cues; at most 32.
        steps: number of near elements: ``node`` and its ancestors.
    """
    chosen = read[name] & (value >= 0)
    own = np.zeros(len(parent), np.uint64)
    np.bitwise_or.at(own, element[chosen], of_value[value[chosen]].astype(np.uint64))
    own[frame] = 0
    around, near = bits_around(own, parent, text_node, first), np.zeros(len(node), np.uint64)
    for _ in range(steps):
        near |= own[node]
        node = parent[node]
    return np.concatenate([unpack_bits(bits, k) for bits in (around, near)])


def cues(values: Sequence[str]) -> Ints:
    """[v] the cues in each of the attributes' ``values`` [v], bit i for the i-th cue."""
    return cues_in(values, _HASHES, _BITS)


_HASHES, _BITS = vocabulary(
    {
        word + ending: 1 << i
        for i, words in enumerate(_CUES.values())
        for word in words.split()
        for ending in ("", "s")
    }
)
