"""Notes that only subscribers may read on: "You have 2 articles left", "Réservé aux abonnés"."""

from collections.abc import Sequence

from victor.filters.buttons.outside import QUOTED, outside
from victor.text.regex import any_of, folded, regex
from victor.tree.blocks import Blocks

# One of these signs is in every such note; rare letters at their start are found fast.
SIGNS = (
    *("ue reading", "keep reading", "le left", "les left", "les remaining", "last article"),
    *("last free ", "bscribers", "bonnés", "bonnent", "bonnees", "bbonati", "scriptores"),
    *("ssinantes", "renumerator", "ubskryb", "одписчик", "会員限定", "有料記事", "残り"),
    *("阅读全文", "閱讀全文"),
)
_LONGEST = 150  # characters
_ENTER = r"(?:log ?in|sign (?:in|up)|register|subscribe|create an? (?:free )?account)"
_READERS = r"""
subscribers|abonnés|suscriptores|assinantes|abbonati|abonnent(?:inn)?en|abonnees|prenumeratorów
subskrybentów|подписчик\w+
"""
_FOR = r"(?:to|for|aux|à nos|para|agli|ai nostri|für(?: unsere)?|voor|dla|для)"
_ONLY = r"""
reserved|exclusive|available(?: only)?|réservée?s?|exclusiv[oa]s?|riservat[oai]
disponibile (?:solo )?|tylko|только|alleen|only|nur
"""
_FREE = r"(?: (?:to read|this month|for free)\b.*)?"
_NOTES = rf"""
you(?: have|.ve) (?:\w+ ){{1,3}}articles? (?:left|remaining){_FREE}
this is your last (?:\w+ )?article\b.*
(?:please )?{_ENTER}(?:,? or {_ENTER})?[^.]{{0,60}} to (?:continue|keep) reading\b.*
to (?:continue|keep) reading(?: this \w+)?, (?:please )?{_ENTER}\b.*|want to keep reading\b.*
[^.!?]{{0,60}}\b(?:{any_of(_ONLY)}) {_FOR} (?:\w+ ){{0,2}}(?:{any_of(_READERS)})\b[^.!?]{{0,30}}
this (?:article|content|post|story) is for (?:\w+ ){{0,2}}subscribers only
.{{0,20}}(?:会員限定(?:です|記事)?|有料記事(?:です)?)\W{{0,4}}(?:.{{0,30}}(?:登録|続き).*)?
残り[\s:：]{{0,2}}[\d,]+文字.*
[^。]{{0,20}}(?:登[录錄入]|[订訂][阅閱]|付[费費])[^。]{{0,6}}[阅閱][读讀]全文
"""
_NOTE = regex(rf"\W*(?:{any_of(_NOTES)})\W*")  # matches folded text


def paywalls(content: Sequence[tuple[int, str]], blocks: Blocks) -> list[int]:
    """Content blocks that are such notes.

    Args:
        content: the numbers and texts of the content blocks.
        blocks: the blocks of the page.
    """
    short = [(place, text) for place, text in content if len(text) <= _LONGEST]
    signed = [(place, text) for place, text in short if any(map(text.__contains__, SIGNS))]
    found = [place for place, text in signed if _NOTE.fullmatch(folded(text))]
    return outside(found, QUOTED, blocks)
