"""What links say to screen readers about their target: "(opens in a new tab)"."""

import re

from victor.arrays import Bools
from victor.text.regex import any_of, regex
from victor.tree.tree import Tree

_LONGEST = 80  # characters
_ANNOUNCED = r"""
(?:(?:the |this )?link )?(?:(?:will )?open(?:s|ing)?|is opened)(?: up)?(?: in)?(?: an?| the)? (?:new|another|separate|external)(?: browser)? (?:window|tab|page|site|website)(?: or tab)?
in an? new (?:window|tab)|link is external|external (?:link|site|website)|link sends e-?mail
(?<=[(\[])(?:external|new (?:window|tab))
(?:(?:externer )?link )?(?:wird )?(?:öffnet )?(?:sich )?(?:in|im) (?:einem )?neue[nm] (?:browser-?)?(?:fenster|tab)(?: geöffnet)?|externer link
(?:(?:s.ouvre|ouverture|ouvre) )?(?:dans )?(?:une? )?(?:nouvelle fenêtre|nouvel onglet)|lien externe
(?:se )?abre (?:en )?(?:una )?(?:nueva (?:ventana|pestaña)|ventana nueva|pestaña nueva)|enlace externo
abre (?:em |numa? |num )?(?:uma? )?(?:nova (?:janela|aba|guia)|novo separador)|link externo
(?:si )?apre (?:in )?(?:una )?nuova (?:finestra|scheda)|(?:link|collegamento) esterno
(?:opent|wordt geopend) in (?:een )?nieuw (?:venster|tabblad)|externe link
(?:länk till annan webbplats,? ?)?öppnas i (?:ett )?(?:nytt fönster|en ny flik|ny flik)|extern länk
(?:åpnes|åpner) i (?:et )?(?:nytt vindu|ny fane)|åbner i (?:et )?(?:nyt vindue|ny fane)|ekstern lenke|eksternt link
(?:linkki )?avautuu (?:uuteen|uudessa) (?:ikkunaan|välilehteen|ikkunassa|välilehdessä)|ulkoinen linkki
otwiera się w (?:nowym oknie|nowej karcie)|link zewnętrzny|otevře se v (?:novém okně|nové kartě)|externí odkaz
(?:открыва|откро)ется в нов(?:ом окне|ой вкладке)|внешняя ссылка|yeni (?:pencerede|sekmede) açılır
(?:新しい|別)?(?:ウィンドウ|ウインドウ|タブ)[でが]開(?:く|きます)|外部(?:リンク|サイト)
在?新(?:窗口|視窗|标签页|分頁)中?(?:打开|開啟)|外部[链鏈連][接結]|새 ?창(?:(?:으로|에서) ?)?(?:열림|열기)?
"""  # noqa: E501
_WHOLE = regex(rf"[\W_]{{0,4}}(?:{any_of(_ANNOUNCED)})[\W_]{{0,4}}", re.IGNORECASE)


def without_announcements(tree: Tree, texts: Bools) -> Bools:
    """Drop the last texts of links that only say how their target opens, after other text.

    Sites hide them by classes of their own, and often by a style sheet.

    Args:
        tree: the page's tree.
        texts: [t] whether each text is content; not modified.
    """
    if "a" not in tree.tags:
        return texts
    last = tree.closed[tree.named(("a",)) & (tree.closed - tree.opened > 1)] - 1
    found = [place for place in last[texts[last]].tolist() if _is_one(tree.text[place])]
    if not found:  # true of nearly all pages
        return texts
    out = texts.copy()
    out[found] = False
    return out


def _is_one(text: str) -> bool:
    """Whether a text only says how the target of a link opens."""
    return len(text) <= _LONGEST and _WHOLE.fullmatch(text.strip()) is not None
