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
(?:abgelegt|veröffentlicht|einsortiert) (?:in|unter)|kategorisiert (?:als|in)
(?:verschlagwortet|getaggt) mit|étiquettes|étiqueté(?: avec)?|catégories|thèmes|publié dans
class[ée] (?:dans|sous)|catégorisé(?: (?:comme|dans))?|etiquetas|etiquetado(?: como)?
categor[íi]as?|categorizado (?:como|em|en)|temas|publicado e[nm]|archivado (?:en|bajo)
(?:arquivado|registrado) (?:em|sob)|marcado como|marcadores|tópicos|etichette|categori[ae]
argomenti|(?:pubblicato|archiviato|categorizzato) (?:in|come|sotto)|taggato(?: con)?|trefwoorden
categorieën|onderwerpen|ge(?:plaatst|post) in|gecategoriseerd (?:als|in)|getagd(?: met)?|tagi
etykiety|kategori[ae]|opublikowano w|zamieszczono w(?: kategorii)?|oznacz(?:ono|one) jako
otagowano|štítky|rubriky|zařazeno v|kategória|kategórie|značky|tagy|zaradené v|címkék?|kategóriák
etichete|categorii|ετικέτες|κατηγορίες|κατηγορία|метки|теги|рубрик[аи]|категори[ия]
(?:опубликован[оа]|размещено) в(?: (?:рубрике|категории))?|мітки|позначки|теґи|теми|категорі[їя]
опубліковано (?:в|у)|етикети|таг(?:ове|ови)|публикувано в|категориј[аеи]|ознак[еи]
kategorij[aeo]s?
oznake|značke|tagovi|катэгоры[іяі]|меткі|kategooriad?|rubriigid|sildid|kategorijas|birkas|žymos
žymės|etiquetes|etiquetat com|arxivat (?:a|sota)|etiketak|kategoriak|etiket(?:ler)?|etiketlər
kategori
kategoriler|kateqoriya(?:lar)?|etiketter|kategorier|taggar|ämnen|publicerat i|märkt
emneord|stikord|stikkord|arkiver(?:et|t) under|tagger|publisert i|kategori(?:at?|ssa)?
avainsanat|luok(?:at|ka)
asiasanat|tunnisteet|julkaistu kategoriassa|flokkar|ditandai|diposkan di
từ khóa|chủ đề|thẻ|chuyên mục|thể loại|nhãn|แท็ก|ป้ายกำกับ|หมวดหมู่|(?:ال)?وسوم
(?:ال)?تصنيف(?:ات)?
(?:ال)?فئات|(?:ال)?أقسام|برچسب(?:\u200c?ها)?|دسته(?:\u200c?بندی)?(?:\u200c?ها)?|رده(?:\u200c?ها)?
תגיות|תגים|קטגורי(?:ות|ה)|टैग(?:्स)?|श्रेणी|श्रेणियाँ|ট্যাগ(?:সমূহ)?|বিভাগ|குறிச்சொற்கள்|பிரிவுகள்
კატეგორი(?:ა|ები)|ტეგები|կատեգորիաներ|պիտակներ|санаттар|тегтер|タグ(?:付け)?|カテゴリー?|标签|標籤
分[类類](?:目录|目錄)?|태그|카테고리|분류
"""
_ANY = any_of(_LABELS)
# Both match text in lower case.
_BEGINS = regex(rf"[\W_]{{0,4}}(?:{_ANY})(?!\w)")
_LABEL = regex(rf"(?:[\W_]{{0,40}}(?:{_ANY})(?!\w)){{1,2}}[\W_]{{0,40}}")  # one label or two


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
