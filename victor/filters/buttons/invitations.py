"""Invitations within a text: to another article ("Read more: ...") or, at its end, to subscribe."""

import re

from victor.arrays import Bools, places
from victor.text.regex import regex
from victor.tree.blocks import Blocks

_LONGEST = 40  # maximum words
_LINKED = 0.5  # minimum link density of an invitation to another article
_LAST = 2  # blocks at the end of the content that may invite to subscribe
_LEAST = 5  # minimum blocks of content of such a text
# Labels before the title of another article, in capitals or not: "Read more:", "Lesen Sie auch:".
_LABEL = regex(
    r"[\W_]{0,4}(?i:"
    r"read(?: (?:more|also|next|now|this|on))?|also read|see (?:also|more)|learn more"
    r"|watch(?: (?:more|also|now))?|more(?: (?:on|from|about) [^:]{1,40})?|must[- ]read"
    r"|related(?: (?:articles?|stor(?:y|ies)|posts?|content|links?|photos?|videos?|news|reading"
    r"|coverage))?|recommended(?: reading)?|don.t miss|you (?:may|might) also like"
    r"|lesen sie (?:auch|mehr)|mehr (?:zum thema|dazu)|lesetipp|siehe auch|auch interessant"
    r"|(?:à )?lire (?:aussi|également)|voir aussi|le[ae]r? (?:también|además|más)"
    r"|ver (?:también|más)|te puede interesar|mira también|leia (?:também|mais)"
    r"|veja (?:também|mais)|saiba mais|leggi anche|vedi anche|lees (?:ook|meer|verder)|l[äæ]s (?:också|også|även|mere?)"
    r"|les (?:også|mer)|lue (?:myös|lisää)|czytaj (?:też|także|więcej)|zobacz (?:też|także)"
    r"|čtěte (?:také|více)|читайте (?:также|ещё|еще)|читать далее|по теме|читайте також"
    r"|ayrıca oku|baca juga|xem thêm|関連(?:記事)?|相关(?:阅读|新闻|文章)|延伸閱讀|관련\s?기사"
    r")\s{0,2}[:：|»>–—]"
)
_SUBSCRIBE = regex(
    r"newsletter|subscrib(?:e|ing)\b|sign(?:ing)? up|abonnier|abonnez|suscr[ií]b|assine(?!d)"
    r"|iscriviti|nieuwsbrief|nyhetsbrev|підпис|подпи[сш]|订阅|訂閱|구독",
    re.IGNORECASE,
)


def invitations(kept: Bools, blocks: Blocks) -> list[int]:
    """Content blocks that only invite to something else.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    short = kept & (blocks.words <= _LONGEST) & (blocks.link_share > 0)
    linked = places(short & (blocks.link_share >= _LINKED)).tolist()
    found = [block for block in linked if _LABEL.match(blocks.text[block])]
    content = places(kept)
    last = content[-_LAST:] if len(content) >= _LEAST else content[:0]
    return found + [
        one for one in last[short[last]].tolist() if _SUBSCRIBE.search(blocks.text[one])
    ]
