"""Cues: words in the names of elements (classes, ids, microdata) that indicate their roles."""

import re

import numpy as np

from victor.arrays import Bits, Ints
from victor.document.roles.patterns import LONGEST
from victor.text.cues import cues_in, vocabulary
from victor.tree.tree import Tree

# Words in names, a bit per cue; two adjacent words of a name are also looked up joined.
_CUES = {
    "byline": "byline byl author authors autor auteur writer contributor creator reporter"
    " journalist authorname",
    "date": "date dateline datetime timestamp age published pubdate posted updated modified time"
    " authorposton",
    "caption": "caption captiontext figcaption photocredit imagecredit imgcredit mediacredit",
    "comment": "comment comments commentlist commentarea disqus respond usercomments"
    " commentaire commentaires kommentar kommentare comentario comentarios",
    "post": "post posts message answer reply replie topicbody postbit postrow blockpost emailbody"
    " hasnotes forumposting",
    "title": "title headline heading subject name hed",
    "subtitle": "subtitle subheadline subhead subheading subline standfirst dek deck lead lede"
    " intro summary chapo chapeau sapo ingress vorspann entradilla bajada sommario perex abstract",
    "opening": "question topic originalpost firstpost openingpost forumposting",
    "thread": "forumposting qapage",
    "user": "user username author poster bigusername member profile avatar nickname nick"
    " screenname postleft fn authi hnuser",
    "avatar": "avatar",
    "elsewhen": "joined registered registration since edited",
    # Words that rule out the cue of the same name, in the order of the first cues.
    "not_byline": "bio avatar image img photo picture about related description social follow",
    "not_date": "read reading picker range event card",
    "not_caption": "carousel slide slider hero banner video player btn button",
    "not_comment": "count counter num number link links icon toggle btn button total open closed"
    " enabled disabled has no with allow anchor jump recent latest popular posting citation ilh"
    " selection",
    "not_post": "related recent latest popular next previous prev nav navigation grid feed card"
    " cards teaser featured pagination widget sidebar share new error alert success faq accordion"
    " type count link links button btn form icon category tag meta title thumbnail",
}
# Elements that have a role by their tag.
_TAGS = {
    "caption": "figcaption caption",
    "time": "time",
    "quotation": "blockquote",
    "code": "pre listing xmp",
    "table": "table",
    "address": "address",
}
BITS = {name: 1 << place for place, name in enumerate(dict.fromkeys((*_CUES, *_TAGS)))}
# A bit is ruled out by the one this many places above it.
_RULED_OUT = list(_CUES).index("not_byline")
TAG_BITS = {tag: BITS[name] for name, tags in _TAGS.items() for tag in tags.split()}
_NAMES = ("class", "id", "itemprop", "itemtype")


def named_elements(tree: Tree) -> tuple[Ints, Ints, Bits]:
    """The attributes that contain a cue: their elements, values and bits.

    Those of ``html`` and ``body``, which describe the page, and of elements without text are not
    included.
    """
    seen = tree.looked_at
    rows = seen.rows(*_NAMES)
    wanted = tree.holds & ~tree.named(("html", "body"))
    rows = rows[wanted[seen.element[rows]]]
    used = np.zeros(len(seen.values), bool)
    used[seen.value[rows]] = True
    values, bits = np.flatnonzero(used), np.zeros(len(used), np.uint64)
    bits[values] = _without(cues_in([seen.values[v] for v in values.tolist()], *_VOCABULARY))
    rows = rows[bits[seen.value[rows]] != 0]
    return seen.element[rows], seen.value[rows], bits[seen.value[rows]]


def _without(bits: Ints) -> Ints:
    """Bits of names without those that another word of the name rules out."""
    return bits & ~((bits >> _RULED_OUT) & ((1 << len(_CUES) - _RULED_OUT) - 1))


def _bits_by_word() -> dict[str, int]:
    words: dict[str, int] = {}
    for name, listed in _CUES.items():
        for word in listed.split():
            words[word] = words.get(word, 0) | BITS[name]
    return words


_VOCABULARY = vocabulary(_bits_by_word())


def part_with(names: str, cue: str) -> str:
    """The first of several names with a cue, without digits: ``comment-`` of ``comment-12``."""
    parts = [re.sub("[0-9]+", "", one) for one in names[:LONGEST].split()]
    found = cues_in(parts, *_VOCABULARY) & BITS[cue]
    return next((one for one, hit in zip(parts, found.tolist(), strict=True) if hit), names)
