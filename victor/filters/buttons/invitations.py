"""Invitations in a text: "Read more", "Click here for our app", at its end to subscribe.

Others at its end are to follow the author or the site on social networks.
"""

import re

from victor.arrays import Bools, places
from victor.text.regex import regex
from victor.tree.blocks import Blocks

_SHORTEST, _LONGEST = 4, 40  # words; documentation has shorter ones: "See also: map()"
_LINKED = 0.5  # minimum link density of an invitation to another article
_LAST, _END = 2, 4  # blocks at the end of the content that may invite to subscribe, and to follow
_LEAST = 5  # minimum blocks of content of such a text
# Labels before the title of another article: "Read more:", "LESEN SIE AUCH:".
LABELS = (
    *(r"read(?: (?:more|also|next|now|this|on))?", r"also read", r"see (?:also|more)"),
    *(r"learn more", r"watch(?: (?:more|also|now))?", r"more(?: (?:on|from|about) [^:]{1,40})?"),
    *(r"must[- ]read", r"recommended(?: reading)?", r"don.t miss", r"you (?:may|might) also like"),
    r"related(?: (?:articles?|stor(?:y|ies)|posts?|content|links?|photos?|videos?|news|reading))?",
    *(r"lesen sie (?:auch|mehr)", r"mehr (?:zum thema|dazu)", r"lesetipp", r"siehe auch"),
    *(r"auch interessant", r"lees (?:ook|meer|verder)", r"l[äæ]s (?:också|også|även|mere?)"),
    *(r"les (?:også|mer)", r"lue (?:myös|lisää)", r"(?:[àa] )?lire (?:aussi|également)"),
    *(r"voir aussi", r"le[ae]r? (?:también|además|más)", r"ver (?:también|más)"),
    *(r"te puede interesar", r"mira también", r"leia (?:também|mais)", r"veja (?:também|mais)"),
    *(r"saiba mais", r"leggi anche", r"vedi anche", r"(?:prze)?czytaj (?:też|także|więcej)"),
    *(r"zobacz (?:też|także)", r"(?:pře)?čtěte (?:si )?(?:také|též|více)", r"prečítajte si"),
    *(r"pročitajte (?:i|još|više)", r"citește (?:și|mai mult)", r"διαβάστε (?:επίσης|ακόμη)"),
    *(r"читайте (?:также|ещё|еще|також)", r"читать далее", r"по теме", r"прочетете (?:още|повече)"),
    *(r"ayrıca oku", r"baca juga", r"xem thêm", r"đọc thêm", r"อ่าน(?:เพิ่มเติม|ต่อ)"),
    *(r"[اإأ]قر[أا] أيضا\u064b?", r"بیشتر بخوانید", r"קראו (?:גם|עוד)", r"(?:ये|यह) भी पढ़ें"),
    *(r"関連(?:記事)?", r"あわせて読みたい", r"相关(?:阅读|新闻|文章)", r"(?:推荐|延伸)阅读"),
    *(r"延伸閱讀", r"관련\s?기사"),
)
_LABEL = regex(rf"[\W_]{{0,4}}(?:{'|'.join(LABELS)})\s{{0,2}}[:：|»>–—]", re.IGNORECASE)
# The same label as the only text outside links, without a verb that may begin a sentence.
_ALONE = regex(
    rf"[\W_]{{0,4}}(?!(?:read|watch|see|learn|more)\b)(?:{'|'.join(LABELS)})[\W_]{{0,4}}",
    re.IGNORECASE,
)
_LONGEST_LABEL = 60  # characters
# A link to the rest of a text or of a list, as the whole block.
_MORE = regex(
    r"\W*(?:read (?:more|(?:the )?full (?:story|article))|continue reading|(?:view|see) all"
    r"|(?:learn|see|show|view) more|click to (?:enlarge|expand|shrink)|more info(?:rmation)?"
    r"|find out more|weiterlesen|mehr (?:lesen|erfahren)"
    r"|lire (?:la suite|plus)|en savoir plus|(?:leer|ver|saber) más|(?:leia|ler|saiba) mais"
    r"|leggi (?:tutto|di più)|scopri di più|lees (?:meer|verder)|czytaj (?:więcej|dalej)"
    r"|читать (?:далее|дальше|полностью)|подробнее|číst (?:více|dál)|l[äæ]s mere?|les mer|lue lisää"
    r"|devamını oku|阅读全文|查看(?:更多|全文)|展开全文|继续阅读|阅读更多|続きを読む|もっと見る"
    r"|더\s?보기|자세히 보기)\W*",
    re.IGNORECASE,
)
_LONGEST_MORE = 4  # words
_CLICK = regex(r"\W{0,4}(?:get [^.]{1,40} by )?click(?:ing)? here\b", re.IGNORECASE)
_SUBSCRIBE = regex(
    r"newsletter|subscrib(?:e|ing)\b|sign(?:ing)? up|abonnier|abonnez|suscr[ií]b|assine(?!d)"
    r"|iscriviti|nieuwsbrief|nyhetsbrev|підпис|подпи[сш]|订阅|訂閱|구독",
    re.IGNORECASE,
)
# Invitations to follow authors or sites: names are in upper case, unlike "Follow these steps on".
_WHOM = r"(?:us|me|him|her|them|our \w+|(?-i:(?:the )?[A-Z@][^:!?]{1,45}?))"
_FOLLOW = regex(
    rf"\W{{0,4}}(?:(?:please )?(?:follow|like|find) {_WHOM} on|folg(?:en|e|t)\b[^.:]{{1,40}} auf"
    r"|suivez\b[^.:]{1,40} sur|s[ií]gu?[ea]nos en|siga\b[^.:]{1,40} no|segui(?:ci)?\b[^.:]{1,40} su"
    r"|volg\b[^.:]{1,40} op) (?:our |the )?(?:social media|twitter|facebook|instagram|x\b|tiktok"
    r"|youtube|telegram|whatsapp|threads|bluesky|linkedin|google news)",
    re.IGNORECASE,
)


def invitations(kept: Bools, blocks: Blocks) -> list[int]:
    """Content blocks that only invite to something else.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    linked = kept & (blocks.link_share >= _LINKED)
    least = places(linked & (blocks.words <= _LONGEST_MORE)).tolist()
    found = [block for block in least if _MORE.fullmatch(blocks.text[block])]
    short = kept & (blocks.words >= _SHORTEST) & (blocks.words <= _LONGEST)
    found += [block for block in places(short & linked).tolist() if _invites(blocks, block)]
    short &= blocks.link_share > 0
    content = places(kept)
    last = content[-_END:] if len(content) >= _LEAST else content[:0]
    found += [one for one in last.tolist() if _asks_to_follow(blocks, one)]
    last = last[-_LAST:]
    return found + [
        one for one in last[short[last]].tolist() if _SUBSCRIBE.search(blocks.text[one])
    ]


def _asks_to_follow(blocks: Blocks, block: int) -> bool:
    """Whether a block with a link or an account asks to follow someone, and is no list item."""
    text = blocks.text[block]
    if blocks.item[block] or blocks.words[block] > _LONGEST or not _FOLLOW.match(text):
        return False
    return bool(blocks.link_share[block] > 0) or "@" in text


def _invites(blocks: Blocks, block: int) -> bool:
    text = blocks.text[block]
    if _LABEL.match(text) or _CLICK.match(text):
        return True
    if not _ALONE.match(text):  # nearly always
        return False
    alone = _outside_links(blocks, block)
    return len(alone) <= _LONGEST_LABEL and _ALONE.fullmatch(alone) is not None


def _outside_links(blocks: Blocks, block: int) -> str:
    """The text of a block outside links."""
    tree, texts = blocks.tree, range(blocks.first[block], blocks.first[block + 1])
    return "".join(tree.text[one] for one in texts if not tree.linked[one])
