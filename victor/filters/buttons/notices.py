"""Notices about the page in its text: loading messages, advertisement labels, JavaScript warnings.

They include the log lines of a program that inserts reviews into shop pages, and placeholders of
templates.
"""

import re
from collections.abc import Callable, Mapping, Sequence, Set
from itertools import compress

from victor.arrays import Bools, indices
from victor.filters.buttons import accounts, appeals, javascript, paywalls, placeholders, software
from victor.filters.buttons.outside import QUOTED, outside
from victor.filters.buttons.page_labels import may_have_labels, page_labels
from victor.text.cues import signs_within
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.data_texts import DATA, SIGN
from victor.tree.html_tags import HEADINGS

# Elements in which such words are content: program output, terms, values of a product.
_EXEMPT = frozenset("li dt dd td th pre code blockquote caption figcaption summary label".split())
# A notice that Joomla writes instead of an e-mail address, whose text a script replaces.
_INSTEAD_OF_MAIL = regex(r"spam ?bots?|śmieci|спам-?бот", re.IGNORECASE)
# One of these signs is in every notice of a kind; rare letters at their start are found fast.
_SIGNS_OF: Mapping[str, Sequence[str]] = {
    "report": ("bvseo",),
    "external": ("xtern",),
    "cookies": ("ookie",),
    "script": javascript.SIGNS,
    "storage": ("信息存储", "vides information storage"),
    "sales": ("mmission", "pensat"),
    "error": ("Ctrl", "טעות בכתבה"),
    "code": ("扫一扫", "掃一掃", "识别二维码", "蓝字"),
    "reading": (
        *("eading time", "eading Time", "min read", "sezeit", "de lecture", "de lectura"),
        *("di lettura", "de leitura", "estijd", "ästid", "czytania", "чтения", "читання"),
        *("okuma s", "读时间", "讀時間", "読了時間"),
    ),
    "rights": ("무단", "無断", "انتهای پیام", "کد خبر"),
    "official": (".gov", ".mil", "ficial, secure websites", "oficiales y seguros"),
    "account": accounts.SIGNS,
    "appeal": appeals.SIGNS,
    "paywall": paywalls.SIGNS,
    "software": software.SIGNS,
    "placeholder": placeholders.SIGNS,
    "data": (SIGN,),
}
_PAIRS = [(sign, kind) for kind, signs in _SIGNS_OF.items() for sign in signs]
# The signs and their kinds that a text may have, by whether it is ASCII.
_MAY_HAVE = {False: dict(_PAIRS), True: {sign: kind for sign, kind in _PAIRS if sign.isascii()}}
# Functions that find the notices of a kind wherever they are.
_FINDERS: Mapping[str, Callable[[Sequence[tuple[int, str]], Blocks], list[int]]] = {
    "account": accounts.accounts,
    "paywall": paywalls.paywalls,
    "placeholder": placeholders.placeholders,
    "software": software.software,
}
_REPORTS = ("bvseo_sdk, ", "bvseo_bulk, ", "bvseo-msg: ")
_LINE = 200  # maximum characters of a log line
_SENTENCE = regex(r"[^\W\d_] [^\W\d_]+ [^\W\d_]|[.!?…。！？]$")
_LABEL = 50  # maximum characters of a label before the page's own URL, and of the scheme
_START = 300  # characters of a notice that are read
# Notices instead of a video or a post that a page shows only to those who accept cookies.
_WITHHELD = regex(
    r"externe[rn]? inhalt nicht verfügbar$|empfohlener (?:redaktioneller|externer) inhalt$"
    r"|(?:an dieser stelle|hier) (?:finden|findest|sehen|befindet|würde)[^.]{0,80}\bexterne"
    r"|ich bin (?:damit )?einverstanden, dass mir (?:\w+ )?externe"
    r"|(?:ihre|deine) privatsphäre-einstellungen verhindern"
    r"|(?:zur anzeige|zum (?:laden|anzeigen)|um)\b[^.]{0,60}\bexterne[^.]{0,80}"
    r"(?:einwillig|zustimm)"
    r"|(?:mit|wir (?:benötigen|brauchen)) (?:ihrer?|deiner?) (?:zustimmung|einwilligung)"
    r"[^.]{0,60}\bextern"
    r"|(?:this|the) content (?:is ?n.t|is not|cannot be|can.t be)"
    r" (?:visible|available|shown|displayed|loaded)[^.]{0,30} (?:cookie|privacy)"
    r"|to (?:view|see|watch|display|load) this (?:content|video|post|embed)[^.]{0,60}\bcookies"
    r"|(?:x|twitter) and its partners use cookies"
    r"|(?:ce|le) contenu (?:est|n.est|n.a|ne peut)[^.]{0,60}\bcookies"
    r"|(?:este|el) contenido (?:no|está|requiere)[^.]{0,60}\bcookies"
    r"|(?:questo|il) contenuto (?:non|è|richiede)[^.]{0,60}\bcookie"
    r"|(?:om )?(?:deze|dit) (?:inhoud|video|content)[^.]{0,60}\bcookies"
    r"|(?:pour (?:voir|afficher|lire|visionner) (?:ce|cette|le|la)"
    r"|para (?:ver|visualizar) (?:este|esta|el|o|a)|per (?:vedere|visualizzare) (?:questo|il))"
    r" (?:conten[ui]\w*|conteúdo|v[ií]d[eé]o|post|publica\w+)[^.]{0,60}\bcookies?",
    re.IGNORECASE,
)
# A legal notice of Chinese platforms below texts that their users published.
_OF_PLATFORM = regex(r"仅(?:为用户)?提供信息存储|only provides information storage services\.?$")
# What a site earns from the links of a page; authors who say "I" state it as a part of their text.
_AFFILIATE = regex(
    r"\b(?:we|(?:our|this) sites?|(?:these|our) links) (?:may|might|could|can|will)\b[^.]{0,40}"
    r"\b(?:commissions?|compensat(?:ion|ed))\b"
    r"|\b(?:we (?:may |also )?earn|(?:may|can) earn us) (?:\w+ ){0,2}commissions?\b",
    re.IGNORECASE,
)
# Notices of rights in Korea and Japan, and the last lines of reports in Iran: end, and number.
_RIGHTS = regex(
    r"무단\s?(?:전재|복제|배포)[^.]{0,40}금지|無断(?:転載|複製)[^。]{0,20}(?:禁|お断り)"
    r"|^\W*انتهای پیام\W*\w{0,3}$|^\W*کد خبر\s?:?\s?\d+$"
)
# How long it takes to read the page.
_READING = regex(
    r"^\W*(?:(?:(?:(?:estimated |average |approximate )?reading time|(?:geschätzte )?lesezeit"
    r"|(?:temps|durée) de lecture|tiempo (?:estimado )?de lectura|tempo (?:stimato )?di lettura"
    r"|tempo (?:estimado )?de leitura|leestijd|lästid|czas czytania|время чтения|час читання"
    r"|okuma süresi|(?:预计)?[阅閱][读讀][时時][间間]|読了時間)"
    r"\W{0,4}(?:\w{1,8}\.?\s)?\W?\d{1,3}\s?[^\W\d]{0,10}\.?|\d{1,3}[\s-]min(?:ute)?s? read"
    r"|\d{1,3}\smin\w{0,4}\.? (?:lesezeit|de lectur[ae]|di lettura|de leitura))\W*$)",
    re.IGNORECASE,
)
# The notice of a script that lets readers report errors.
_OF_ERROR = regex(
    r"(?:ошибк|опечатк|помилк|памылк|грешк|қате|kļūd|klaid|error\b|mistake|typo\b)[^.]{0,40}.{0,60}ctrl\W{1,3}enter"
    r"|^.{0,40}טעות בכתבה.{0,60}$",
    re.IGNORECASE,
)
# Beside the picture of a code that leads to the page or to an account on WeChat.
_OF_CODE = regex(
    r"^\W*(?:微信|手机|手機)?[扫掃]一[扫掃][，,\s]?(?:在|用|到|手机|手機|[关關]注|分享|[阅閱][读讀]|打[开開]).{0,16}$"
    r"|^\W*长按.{0,4}识别二维码.{0,12}$|^\W*点击上方.{0,2}蓝字.{0,8}$"
)
# How to tell a website of the government of the United States or Singapore from others.
_OFFICIAL = regex(
    r"^(?:official web ?sites? (?:use|links end with) \.(?:gov|mil)"
    r"|an? \.(?:gov|mil) website belongs to|secure \.(?:gov|mil) websites use https"
    r"|los sitios web (?:oficiales usan|seguros) \.(?:gov|mil)"
    r"|un sitio web \.(?:gov|mil) pertenece a)"
    r"|share sensitive information only on official, secure websites"
    r"|sitios web oficiales y seguros\.$",
    re.IGNORECASE,
)
# Patterns of legal notices by kind, and the most words of such a notice.
_LEGAL = {
    "storage": (_OF_PLATFORM, 45),
    "sales": (_AFFILIATE, 60),
    "reading": (_READING, 8),
    "rights": (_RIGHTS, 40),
    "error": (_OF_ERROR, 40),
    "code": (_OF_CODE, 40),
    "official": (_OFFICIAL, 60),
}


def notices(kept: Bools, blocks: Blocks) -> list[int]:
    """Content blocks that are only notices about the page or a part of it.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    places = indices(kept).tolist()
    texts = [*map(blocks.text.__getitem__, places)]
    whole = "\n".join(texts).encode("utf-8", "replace")
    known = _MAY_HAVE[whole.isascii()]
    signs = [*compress(known, signs_within(whole, [*known]).tolist())]
    kinds = {known[sign] for sign in signs}
    found = _own_addresses(whole, places, texts, blocks)
    if "appeal" in kinds:
        present = [sign for sign in signs if sign in appeals.SIGNS]
        found += appeals.appeals(present, kept, blocks)
        kinds.remove("appeal")
    has_labels = may_have_labels(texts)
    if not kinds and not has_labels:
        return found  # true of most pages
    content = [*zip(places, texts, strict=True)]
    labels = page_labels(content, kept, blocks) if has_labels else []
    found += _outside_exempt(labels + _by_text(content, kinds, blocks), blocks)
    if "data" in kinds:
        data = [place for place, text in content if DATA.match(text)]
        found += outside(data, (*QUOTED, "td"), blocks)
    for kind, find in _FINDERS.items():
        found += find(content, blocks) if kind in kinds else []
    if "cookies" in kinds:
        found += indices(kept & blocks.consenting).tolist()
    return found + _reports(content, blocks) if "report" in kinds else found


def _own_addresses(
    whole: bytes, places: Sequence[int], texts: Sequence[str], blocks: Blocks
) -> list[int]:
    """The blocks that are only the page's own URL, perhaps after a label, outside of code.

    Args:
        whole: the content as UTF-8.
        places: of the content blocks.
        texts: of the content blocks.
        blocks: the blocks of the page.
    """
    if b"://" not in whole:  # true of most pages
        return []
    _, _, stated = (blocks.tree.url or "").partition("://")
    address = stated.removesuffix("index.html").rstrip("/")
    if "/" not in address or address.encode("utf-8", "replace") not in whole:
        return []
    ends, longest = (f"://{address}", f"://{address}/"), len(address) + _LABEL
    pairs = zip(places, texts, strict=True)
    found = [place for place, text in pairs if len(text) <= longest and text.endswith(ends)]
    return outside(found, ("pre", "code"), blocks)


def _by_text(content: Sequence[tuple[int, str]], kinds: Set[str], blocks: Blocks) -> list[int]:
    """The blocks with words of notices, which have other meanings in some elements."""
    found = list[int]()
    if "script" in kinds:
        found += javascript.requests(content, blocks)
    if kinds & {"external", "cookies"} and "cookie" not in blocks.tree.title.lower():
        found += [place for place, text in content if _WITHHELD.match(text[:_START])]
    for kind in _LEGAL:
        found += _legal(kind, content, blocks) if kind in kinds else []
    return found


def _outside_exempt(found: list[int], blocks: Blocks) -> list[int]:
    """The found blocks that are in headings or outside elements where such words are content."""
    if not found:
        return found
    tree = blocks.tree
    around = tree.nearest(tree.named((*_EXEMPT, *HEADINGS)))[blocks.at_holder[found]]
    certain = [_INSTEAD_OF_MAIL.search(blocks.text[place]) is not None for place in found]
    return [*compress(found, (around == 0) | tree.named(HEADINGS)[around] | certain)]


def _legal(kind: str, content: Sequence[tuple[int, str]], blocks: Blocks) -> list[int]:
    """The legal notices of a kind."""
    pattern, longest = _LEGAL[kind]
    signs = _SIGNS_OF[kind]
    likely = [(place, text) for place, text in content if any(map(text.__contains__, signs))]
    found = [place for place, text in likely if pattern.search(text)]
    return [place for place in found if blocks.words[place] <= longest]


def _reports(content: Sequence[tuple[int, str]], blocks: Blocks) -> list[int]:
    """Log lines of Bazaarvoice, a provider of shop reviews, and of lists that start with one."""
    found = [place for place, text in content if text.startswith(_REPORTS)]
    found = [place for place in found if not blocks.undivided[place]]  # code may show them
    tree, parents = blocks.tree, blocks.tree.parent[blocks.item].tolist()
    first = {parent: place for place, parent in reversed([*enumerate(parents)])}
    logs = {parents[place] for place in found if first[parents[place]] == place} - {0}
    logs = {one for one in logs if tree.tag_of(one) in ("ul", "ol")}
    return found + [place for place, text in content if parents[place] in logs and _is_log(text)]


def _is_log(text: str) -> bool:
    """Whether a text may be a log line: values separated by commas, or a name with ``_``."""
    return len(text) <= _LINE and ("," in text or "_" in text) and _SENTENCE.search(text) is None
