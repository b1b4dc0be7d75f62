"""Lines that list the topics of a page as links: "Tags: harbour, ferries", "Filed under: News"."""

import numpy as np

from victor.arrays import Bools, Indices, indices
from victor.filters.buttons.outside import text_outside_links
from victor.text.regex import any_of, regex
from victor.tree.blocks import HEADING, Blocks

_LONGEST_LABEL = 60  # characters outside links
_MOST_OF_LABEL = 3  # words of a label above links
_LINKED = 0.9  # link density of a link
_FACTS = ("li", "dd", "td", "th")  # elements of a list or table of facts
# Not "Keywords:", which are part of scientific articles.
_LABELS = r"""
tags?|tagged(?: (?:as|under|with))?|(?:filed|posted) (?:in|under)|categories|topics?
categori[sz]ed(?: (?:as|in|under))?|schlagw(?:orte|örter)|kategorien?|themen|stichwörter
(?:abgelegt|veröffentlicht) (?:in|unter)|étiquettes|catégories|thèmes|publié dans
classé (?:dans|sous)|etiquetas|categor[íi]as|temas|publicado e[nm]|archivado en|marcadores|tópicos
etichette|categorie|argomenti|(?:pubblicato|archiviato) in|trefwoorden|categorieën|onderwerpen
ge(?:plaatst|post) in|tagi|etykiety|kategorie|opublikowano w|štítky|rubriky|kategórie|značky
címkék|kategóriák|etichete|categorii|ετικέτες|κατηγορίες|метки|теги|рубрик[аи]|категори[ия]
опубликовано в(?: рубрике)?|мітки|позначки|теми|етикети|таг(?:ове|ови)|etiketler|kategoriler
etiketter|kategorier|emneord|stikord|avainsanat|asiasanat|tunnisteet|kategori|từ khóa|chủ đề|thẻ
แท็ก|ป้ายกำกับ|(?:ال)?وسوم|برچسب(?:\u200c?ها)?|תגיות|תגים|टैग|タグ|カテゴリー?|标签|標籤|分[类類]
태그|카테고리
"""
_ANY = any_of(_LABELS)
# Both match text in lower case.
_BEGINS = regex(rf"[\W_]{{0,4}}(?:{_ANY})(?!\w)")
_LABEL = regex(rf"[\W_]{{0,4}}(?:{_ANY})[\W_]{{0,40}}")


def topics(linked: Indices, kept: Bools, blocks: Blocks) -> list[int]:
    """Content blocks that are a label and the links to topics after it.

    An item or a cell beside others that are content is one of several facts and stays.

    Args:
        linked: the content blocks with links and few words.
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    found = [one for one in linked.tolist() if _BEGINS.match(blocks.text[one].lower())]
    found = [one for one in found if not blocks.signs[one] & HEADING]
    found = [one for one in found if _is_label(text_outside_links(blocks, one))]
    if not found:  # true of most pages
        return []
    fact = np.append(kept & blocks.tree.named(_FACTS)[blocks.at_node], False)
    return [one for one in found if not (fact[one] and (fact[one - 1] or fact[one + 1]))]


def topic_labels(kept: Bools, blocks: Blocks) -> list[int]:
    """Content blocks that are only such a label, if the links to topics after it are lost.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    ends = indices(kept[:-1] & ~kept[1:]).tolist()
    short = [one for one in ends if blocks.words.item(one) <= _MOST_OF_LABEL]
    linked = blocks.link_share.item
    above = [one for one in short if not linked(one) and linked(one + 1) >= _LINKED]
    return [one for one in above if _is_label(blocks.text[one])]


def _is_label(text: str) -> bool:
    plain = " ".join(text.lower().split())
    return len(plain) <= _LONGEST_LABEL and _LABEL.fullmatch(plain) is not None
