"""Notices that a page needs JavaScript."""

import re
from collections.abc import Sequence

from victor.text.regex import regex
from victor.tree.blocks import Blocks

_LONGEST = 35  # maximum words of a notice about JavaScript
SIGNS = ("avaScript", "avascript")
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
    r"|widget|slideshow|gallery|player|function|element|is an? [\w ]{0,30}web app)|enable"
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
_ADVICE = regex(r"(?i:\b(?:make sure|check|if you|how to)\b)|\b(?:I|my|My)\b")


def requests(content: Sequence[tuple[int, str]], blocks: Blocks) -> list[int]:
    """Blocks that ask for JavaScript; none if the page is about it.

    Args:
        content: the numbers and texts of the content blocks.
        blocks: the blocks of the page.
    """
    if _mentions(blocks.tree.title):
        return []
    found = [place for place, text in content if _mentions(text)]
    return found if all(_asks(blocks, place) for place in found) else []


def _mentions(text: str) -> bool:
    return any(map(text.__contains__, SIGNS))


def _asks(blocks: Blocks, place: int) -> bool:
    """Whether a block that mentions JavaScript says that it is off or must be enabled."""
    text = blocks.text[place]
    is_short = bool(blocks.words[place] <= _LONGEST)
    found = (pattern.search(text) for pattern in (_NEEDED, _TO_READER))
    return is_short and all(found) and _ADVICE.search(text) is None
