"""Notices about the page in its text: loading messages, advertisement labels, JavaScript warnings.

They include the log lines of a program that inserts reviews into shop pages.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import compress

from victor.arrays import Bools, places, some
from victor.filters.buttons import accounts
from victor.text.cues import signs_within
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.data_texts import DATA, SIGN
from victor.tree.html_tags import HEADINGS

_LONGEST = 35  # maximum words of a notice about JavaScript
_LABEL = 45  # maximum characters of a label
_SIGNS = " .:-–—|*[]()↓▼"
# Elements in which such words are content: program output, terms, values of a product.
_EXEMPT = frozenset("li dt dd td th pre code blockquote caption figcaption summary label".split())
_MENTIONS = ("avaScript", "avascript")
_OF_STORAGE = ("信息存储", "vides information storage")
_OF_SALES = ("mmission", "pensat")
# One of these signs is in every notice of a kind; rare letters at their start are found fast.
_SIGNS_OF: Mapping[str, Sequence[str]] = {
    "report": ("bvseo",),
    "external": ("xtern",),
    "cookies": ("ookie",),
    "script": _MENTIONS,
    "storage": _OF_STORAGE,
    "sales": _OF_SALES,
    "account": accounts.SIGNS,
    "data": (SIGN,),
}
_KINDS = [kind for kind, signs in _SIGNS_OF.items() for _ in signs]
_EVERY_SIGN = [sign for signs in _SIGNS_OF.values() for sign in signs]
_REPORTS = ("bvseo_sdk, ", "bvseo_bulk, ", "bvseo-msg: ")
_LINE = 200  # maximum characters of a log line
_SENTENCE = regex(r"[^\W\d_] [^\W\d_]+ [^\W\d_]|[.!?…。！？]$")
_DOTS = ("...", "…")
_LOADING = regex(
    r"(?:(?:now |still )?loading|please wait|lädt|wird geladen|laden|chargement(?: en cours)?"
    r"|cargando|carregando|a carregar|caricamento(?: in corso)?|загрузка|завантаження|ładowanie"
    r"|wczytywanie|načítání|yükleniyor|laddar|laster inn|indlæser|ladataan|betöltés|se încarcă"
    r"|φόρτωση|memuat|đang tải|กำลังโหลด|جار[يٍ]? التحميل|در حال بارگذاری|加载中|加載中|載入中"
    r"|読み込み中|로딩 ?중)"
    r"(?: (?:more|data|comments|content|page))?\s?(?:…|\.{3,5})",
    re.IGNORECASE,
)
_ADVERTISEMENT = frozenset(
    (
        "advertisement", "advertisements", "advertisement continue reading below",
        "advertisement - page continues below", "advertisement - story continues below",
        "advertisement - continue reading below", "advertisement - scroll to continue",
        "article continues after advertisement", "article continues below advertisement",
        "story continues after advertisement", "story continues below advertisement",
        "article continues below", "story continues below", "article continues below this ad",
        "article continues after this advertisement", "story continues below this ad",
        "continue reading below", "scroll to continue", "scroll to continue with content",
        "advertisement - scroll to continue with content", "weiterlesen nach der anzeige",
        "la suite après cette publicité", "la suite après la publicité",
        "continúa después de la publicidad", "continua após a publicidade",
        "continua depois da publicidade", "l'articolo continua dopo la pubblicità",
        "lees verder onder de advertentie", "artikel gaat verder onder de advertentie",
        "tekst gaat verder onder de advertentie", "tekst gaat verder onder de foto",
        "artikeln fortsätter efter annonsen", "artikeln fortsätter under annonsen",
        "artikkelen fortsetter under annonsen", "saken fortsetter under annonsen",
        "artiklen fortsætter efter annoncen", "artiklen fortsætter under annoncen",
        "juttu jatkuu mainoksen jälkeen", "artikkeli jatkuu mainoksen jälkeen",
        "dalsza część artykułu pod materiałem wideo", "dalsza część tekstu pod wideo",
        "dalsza część artykułu pod wideo", "článok pokračuje pod reklamou",
        "a cikk a hirdetés után folytatódik", "articolul continuă după reclamă",
        "продолжение после рекламы", "продовження після реклами", "haberin devamı aşağıda",
        "i\u0307çeriğin devamı aşağıda", "請繼續往下閱讀", "廣告]請繼續往下閱讀",
    )
)  # fmt: skip
_CLOSED = frozenset(
    (
        "comments are closed", "comments are closed for this post", "comments are now closed",
        "commenting is closed", "comments off", "comments are off", "kommentare sind geschlossen",
        "die kommentarfunktion ist geschlossen", "les commentaires sont fermés",
        "los comentarios están cerrados", "i commenti sono chiusi",
        "os comentários estão encerrados", "os comentários estão fechados",
        "reacties zijn gesloten", "kommentarer är stängda", "komentarze są wyłączone",
        "komentáře jsou uzavřeny", "комментарии закрыты", "комментирование закрыто",
        "yorumlar kapalı", "yorumlar kapatıldı", "コメントは受け付けていません",
        "現在コメントは受け付けていません", "commentaires fermés", "comentarios cerrados",
        "comentários encerrados", "kommentarer är avstängda", "kommentering är avstängd",
        "der er lukket for kommentarer", "lukket for kommentarer", "kommentarer er stengt",
        "kommentointi on suljettu", "comentariile sunt închise", "коментарі закриті",
        "коментирането е затворено", "τα σχόλια έχουν κλείσει", "komentar ditutup",
        "التعليقات مغلقة", "סגור לתגובות", "评论已关闭", "留言功能已關閉",
        "no comments yet", "be the first to comment", "no reviews yet",
        "be the first to review this item", "be the first to review this product",
        "es wurden noch keine kommentare geschrieben", "noch keine kommentare",
        "aucun commentaire", "aucun commentaire pour le moment", "no hay comentarios",
        "nenhum comentário", "nessun commento", "geen reacties", "brak komentarzy",
        "нет комментариев", "комментариев пока нет", "henüz yorum yapılmamış",
        "belum ada komentar", "暂无评论", "暫無評論", "コメントはまだありません", "댓글이 없습니다",
        "لا توجد تعليقات",
    )
)  # fmt: skip
# Words with other meanings, such as the display of a device, or a section's name.
_AMBIGUOUS = frozenset(
    (
        "anzeige", "werbung", "publicité", "publicidad", "publicidade", "pubblicità", "publicitat",
        "advertentie", "annonse", "reklam", "reklama", "reklame", "реклама", "sponsored", "广告",
        "廣告", "広告", "광고",
    )
)  # fmt: skip
# Labels of a table of contents, which go if the table is no content.
_CONTENTS = frozenset(
    (
        "table of contents", "contents", "in this article", "on this page", "jump to",
        "jump to section", "inhalt", "inhaltsverzeichnis", "in diesem artikel", "sommaire",
        "table des matières", "dans cet article", "índice", "contenido", "contenidos",
        "tabla de contenidos", "en este artículo", "sumário", "neste artigo", "indice",
        "indice dei contenuti", "inhoud", "inhoudsopgave", "spis treści", "obsah", "содержание",
        "оглавление", "içindekiler", "目录", "目錄", "目次", "목차",
    )
)  # fmt: skip
_MARKS = _ADVERTISEMENT | _AMBIGUOUS | _CLOSED | _CONTENTS
_NEEDED = regex(
    r"(?:en|dis)abled?\b|reactivate|turn(?:ed)? o(?:n|ff)\b|(?:requires?|supports?) java ?script"
    r"|java ?script(?: is (?:required|not available)| ?不可用)|aktivier"
    r"|activ(?:er|ez|é|ad[oa]|ar|e)\b|habilit|abilita|attiva|ativ(?:ar|e|ado)\b|włącz|включ|отключ|povol|inschakel|aktivera"
    r"|etkinleştir|ενεργοποι|(?:有効|無効|オン)に|启用|啟用|开启|開啟|禁用",
    re.IGNORECASE,
)
# Phrases that address the reader of the page, unlike text about JavaScript.
_TO_READER = regex(
    r"^\W*(?:please|sorry|warning|note|attention|you (?:need|must|have|will|are)"
    r"|this (?:site|page|web|app|forum|board|e-?mail address|content|feature|video|form|map|service"
    r"|widget|slideshow|gallery|player|function|element)|enable"
    r"|to (?:view|see|use|watch|read|post|comment|continue|access|display|play|get|enjoy)"
    r"|java ?script|it (?:looks|seems|appears)|we(?:.ve| have)? (?:detected|noticed)"
    r"|for (?:full|the best)|our (?:site|page|web)|bitte|um |diese|veuillez|pour |activez|ce site"
    r"|cette page|por favor|para |active|esta (?:página|web)|este sitio|per |attiva|questo sito"
    r"|questa pagina|włącz|aby |для |пожалуйста|включите|prosím|pro |schakel|gelieve|om |lütfen"
    r"|vänligen|för att |παρακαλώ|请|請|您|このサイト|このページ|ご利用"
    r"|我们检测到|我們偵測到)"
    r"|\b(?:your|ihrem|deinem|ihren|tu|su|votre|il tuo|seu|uw|je|din|twojej) "
    r"(?:web )?(?:browser|navegador|navigateur|przeglądar|webbläsar)"
    r"|お使いのブラウザ|ブラウザの設定",
    re.IGNORECASE,
)
# A notice that Joomla writes instead of an e-mail address, whose text a script replaces.
_INSTEAD_OF_MAIL = regex(r"spam ?bots?|śmieci|спам-?бот", re.IGNORECASE)
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
    r"|(?:deze|dit) (?:inhoud|video|content)[^.]{0,60}\bcookies",
    re.IGNORECASE,
)
# A legal notice of Chinese platforms below texts that their users published.
_OF_PLATFORM = regex(r"仅(?:为用户)?提供信息存储|only provides information storage services\.?$")
_LONGEST_OF_PLATFORM = 45  # words
# What a site earns from the links of a page; authors who say "I" tell it as a part of their text.
_AFFILIATE = regex(
    r"\b(?:we|(?:our|this) sites?|(?:these|our) links) (?:may|might|could|can|will)\b[^.]{0,40}"
    r"\b(?:commissions?|compensat(?:ion|ed))\b",
    re.IGNORECASE,
)
_LONGEST_OF_SALES = 60  # words
_ADVICE = regex(r"(?i:\b(?:make sure|check|if you|how to)\b)|\b(?:I|my|My)\b")


def notices(kept: Bools, blocks: Blocks) -> list[int]:
    """Content blocks that are only notices about the page or a part of it.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    texts = [*compress(blocks.text, kept.tolist())]
    whole = "\n".join(texts).encode("utf-8", "replace")
    signs = signs_within(whole, _EVERY_SIGN).tolist()
    kinds = {kind for kind, has in zip(_KINDS, signs, strict=True) if has}
    if not (kinds or _may_have_labels(texts)):
        return []  # true of most pages
    content = [*zip(places(kept).tolist(), texts, strict=True)]
    found = _labels(content, kept, blocks) + (_needs(content, blocks) if "script" in kinds else [])
    if kinds & {"external", "cookies"} and "cookie" not in blocks.tree.title.lower():
        found += [place for place, text in content if _WITHHELD.match(text[:_START])]
    if "storage" in kinds:
        found += _short_with(_OF_PLATFORM, _OF_STORAGE, _LONGEST_OF_PLATFORM, content, blocks)
    if "sales" in kinds:
        found += _short_with(_AFFILIATE, _OF_SALES, _LONGEST_OF_SALES, content, blocks)
    found = _outside_exempt(found, blocks) if found else found
    if "data" in kinds:
        data = [place for place, text in content if DATA.match(text)]
        found += accounts.outside(data, (*accounts.QUOTED, "td"), blocks)
    if "account" in kinds:
        found += accounts.accounts(content, blocks)
    if "cookies" in kinds:
        found += places(kept & blocks.consenting).tolist()
    return found + _reports(content, blocks) if "report" in kinds else found


def _outside_exempt(found: list[int], blocks: Blocks) -> list[int]:
    """The found blocks that are in headings or outside elements where such words are content."""
    tree = blocks.tree
    around = tree.nearest(tree.named((*_EXEMPT, *HEADINGS)))[blocks.holder[found]]
    certain = [_INSTEAD_OF_MAIL.search(blocks.text[place]) is not None for place in found]
    return [*compress(found, (around == 0) | tree.named(HEADINGS)[around] | certain)]


def _short_with(
    pattern: re.Pattern[str],
    signs: Sequence[str],
    longest: int,
    content: Sequence[tuple[int, str]],
    blocks: Blocks,
) -> list[int]:
    """The blocks of at most ``longest`` words with one of two signs in which a pattern occurs."""
    likely = [(place, text) for place, text in content if signs[0] in text or signs[1] in text]
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


def _may_have_labels(texts: Sequence[str]) -> bool:
    """Whether any text may be a label; a cheap test."""
    short = "\n".join([text for text in texts if len(text) <= _LABEL]).lower()
    if not _MARKS.isdisjoint([line.strip(_SIGNS) for line in short.split("\n")]):
        return True
    return any(f"{dots}\n" in short or short.endswith(dots) for dots in _DOTS)


def _labels(content: Sequence[tuple[int, str]], kept: Bools, blocks: Blocks) -> list[int]:
    """Blocks that say that a part of the page is loading, an advertisement, closed or below."""
    short = [pair for pair in content if len(pair[1]) <= _LABEL]
    found = [place for place, text in short if text.endswith(_DOTS) and _LOADING.fullmatch(text)]
    marked = [
        (place, plain) for place, text in short if (plain := text.strip(_SIGNS).lower()) in _MARKS
    ]
    found += [place for place, text in marked if text in _CONTENTS and _is_alone(place, kept)]
    return found + _advertisements([one for one in marked if one[1] not in _CONTENTS], blocks)


def _is_alone(place: int, kept: Bools) -> bool:
    """Whether no content follows a block directly."""
    return not some(kept[place + 1 : place + 2])


def _advertisements(marked: Sequence[tuple[int, str]], blocks: Blocks) -> list[int]:
    """The ``marked`` blocks that label an advertisement, rather than a section about advertising.

    A word with other meanings, or one in a heading, must occur at least twice, unless it says that
    comments are closed or that there are none.
    """
    tree = blocks.tree
    if not marked:
        return []
    title, count = tree.title.lower(), Counter(text for _, text in marked)
    heading = tree.nearest(tree.named(HEADINGS))[blocks.holder]
    return [
        place
        for place, text in marked
        if text not in title
        and (count[text] > 1 or text in _CLOSED or (text in _ADVERTISEMENT and not heading[place]))
    ]


def _needs(content: Sequence[tuple[int, str]], blocks: Blocks) -> list[int]:
    """Blocks that ask for JavaScript; none if the page is about it."""
    if _mentions(blocks.tree.title):
        return []
    found = [place for place, text in content if _mentions(text)]
    return found if all(_asks(blocks, place) for place in found) else []


def _mentions(text: str) -> bool:
    return any(map(text.__contains__, _MENTIONS))


def _asks(blocks: Blocks, place: int) -> bool:
    """Whether a block that mentions JavaScript says that it is off or must be enabled."""
    text = blocks.text[place]
    is_short = bool(blocks.words[place] <= _LONGEST)
    found = (pattern.search(text) for pattern in (_NEEDED, _TO_READER))
    return is_short and all(found) and _ADVICE.search(text) is None
