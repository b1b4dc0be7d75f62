"""Appeals to readers: to pay for the site, or to subscribe to its newsletters.

"Support our newsroom", "Please consider a donation", "Get the best stories in your inbox".
"""

import re
from collections.abc import Collection, Sequence
from itertools import compress

import numpy as np

from victor.arrays import Bools, Indices, Numbers, indices
from victor.filters.buttons.outside import QUOTED, outside
from victor.text.cues import signs_in
from victor.text.regex import any_of, folded, regex
from victor.tree.blocks import HEADING, Blocks

# One of these signs is in nearly every appeal.
_OF_PAYMENT = "pport us", "pport our", "onsider ", "s little as", "ecome a", "bscribe ", "a coffee"
_OF_NEWSLETTERS = "ewsletter", " inbox", "ailing list"
SIGNS = (*_OF_PAYMENT, *_OF_NEWSLETTERS)
_SHORTEST, _LONGEST = 8, 100  # words of an appeal to pay
_MOST = 0.7  # share of the content above which they are the text of the page
_GIFT = r"(?:donation|contribution|gift)s?\b"
_MEMBER = r"(?:member|supporter|patron|subscriber|donor|contributor|friend)s?\b"
_MEDIA = (
    r"(?:journalis[mt]s?|newsroom|report(?:ing|ers)|coverage|news|stories|publication|magazine)\b"
)
# What readers shall do, and for whom.
_ASKS = rf"""
consider (?:support|donat|contribut|subscrib)ing|consider (?:making )?an? (?:[\w-]+ ){{0,3}}{_GIFT}
(?:consider becoming|become) an? (?:[\w-]+ ){{0,2}}{_MEMBER}|give an? (?:[\w-]+ ){{0,3}}{_GIFT}
your (?:[\w-]+ ){{0,2}}{_GIFT}|(?:need|ask)s? (?:for )?your (?:support|help)
(?:donate|subscribe) (?:today|now|to get)|(?:please|can|['’]ll) support us\b|support our\b
as little as [$£€]|buy (?:us|me) a coffee
"""
_SITES = rf"""
our (?:[\w-]+ ){{0,2}}(?:{_MEDIA}|work\b|independence)|support us\b|readers like you
reader[- ](?:supported|funded|donations)|(?:independent|local|quality) {_MEDIA}
keep (?:[\w'’-]+ ){{1,7}}?(?:free|independent|going|running|alive|open)\b
(?:if|do|did) you(?:['’]re|['’]ve| have)? (?:enjoy|like|f[io]u?nd|value)\w* (?:the|this|these|our)\b
"""
# These, and the pattern of newsletters, match folded text.
_ASK = regex(rf"\b(?:{any_of(_ASKS)})")
_SITE = regex(rf"\b(?:{any_of(_SITES)})")
_OF_AUTHOR = regex(r"\b[Mm]y\b")  # who says so in a text of theirs
_TEMPLATE = regex(
    r"Thanks for reading\b.{0,80}[.!] Subscribe for free to receive new posts"
    r"|reader-supported publication\. To receive new posts and support my work"
)
_SUBSCRIBES = r"""
(?:^|[.!?:–—|*])\W{{0,4}}(?:please )?{0}\b[^.!?]{{0,120}}\b(?:newsletters?|inbox|mailing list)\b
\bnewsletters?\b[^.!?]{{0,120}}[.!?:–—]\W{{0,4}}{0}\b
(?:delivered|straight|right|directly)(?: \w+)? (?:in)?to your (?:e-?mail )?inbox
newsletter\b.{{0,80}}\b(?:anmeld|abonnier|erhalten)
\b(?:anmeld|abonn|inscri|suscri|assine|iscri|schrijf|prenumerera|tilaa|zapisz)\w*.{{0,60}}\bnewsletter
""".format(r"(?:sign up|subscribe|register|join|get|receive)")
_NEWSLETTER = regex(any_of(_SUBSCRIBES))
_NEWSLETTER_SIGNS = "newsletter", "inbox", "mailing list"  # every match has one
_LONGEST_INVITATION = 350  # characters of one to subscribe
# What headings of appeals are about, and titles of pages whose content they are.
_SUBJECT = regex(
    r"donat|support|subscri|member|contribut|patron|newsletter|inbox|e-?mail|mailing", re.IGNORECASE
)
_QUOTES = ('"', "“", "‘", "«", "„")


def appeals(signs: Sequence[str], kept: Bools, blocks: Blocks) -> list[int]:
    """Content blocks that ask readers to pay or to subscribe, and what stands with them.

    Args:
        signs: those of :data:`SIGNS` that the content has.
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    short = kept & (blocks.words <= _LONGEST)
    near = indices(short).tolist()
    signed = signs_in([blocks.text[one] for one in near], signs).tolist()
    likely = [*compress(near, signed)]
    sure = [one for one in likely if _is_sure(blocks.text[one], blocks.words[one])]
    sure = outside(sure, QUOTED, blocks)
    if not sure or _SUBJECT.search(blocks.tree.title):
        return []
    found = _with_boxes(sure, short, kept, blocks)
    found[_headings(found, kept, blocks)] = True
    is_text = blocks.words @ found > _MOST * (blocks.words @ kept)
    return [] if is_text else list(indices(found).tolist())


def _is_sure(text: str, words: float) -> bool:
    may_invite = len(text) <= _LONGEST_INVITATION and _has(text, _OF_NEWSLETTERS)
    if may_invite and _NEWSLETTER.search(folded(text)):
        return True
    if not _has(text, _OF_PAYMENT) or text.startswith(_QUOTES) or words < _SHORTEST:
        return False
    if _TEMPLATE.search(text):
        return True
    small = folded(text)
    return bool(_ASK.search(small) and _SITE.search(small)) and not _OF_AUTHOR.search(text)


def _has(text: str, signs: Collection[str]) -> bool:
    return any(map(text.__contains__, signs))


def _is_similar(text: str) -> bool:
    small = folded(text)
    if _ASK.search(small) or _SITE.search(small):
        return True
    return _has(small, _NEWSLETTER_SIGNS) and _NEWSLETTER.search(small) is not None


def _with_boxes(sure: list[int], short: Bools, kept: Bools, blocks: Blocks) -> Bools:
    """[n] whether a block is a ``sure`` appeal, or in an element of appeals and little else.

    Half of the words of such an element are in sure appeals, or a third of its blocks are similar
    to them. It holds at most half of the content.
    """
    words, asked = blocks.words * kept, np.zeros(len(blocks))
    asked[sure] = blocks.words[sure]
    size, of_sure = _held(words, blocks), _held(asked, blocks)
    small = (of_sure > 0) & (size <= words.sum() / 2)
    near = indices(short & blocks.within(small)).tolist()
    alike = np.zeros(len(blocks))
    alike[[one for one in near if _is_similar(blocks.text[one])]] = 1
    of_similar = _held(alike, blocks)
    several = (of_similar > 1) & (3 * of_similar >= _held(kept, blocks))
    found = kept & blocks.within(small & ((2 * of_sure >= size) | several))
    found[sure] = True
    return np.asarray(found)


def _held(values: Numbers, blocks: Blocks) -> Numbers:
    """[m] the sum of the values [n] of the blocks in each element."""
    per_text = np.zeros(len(blocks.tree.text))
    per_text[blocks.first[:-1]] = values
    return blocks.tree.sums(per_text)


def _headings(found: Bools, kept: Bools, blocks: Blocks) -> Indices:
    """The content blocks before the ``found`` ones that are headings of appeals."""
    content = indices(kept)
    before = content[:-1][found[content[1:]]]
    before = before[blocks.signs[before] & HEADING > 0]
    return before[[_SUBJECT.search(blocks.text[one]) is not None for one in before.tolist()]]
