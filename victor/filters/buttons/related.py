"""Lists of other articles in a text: a label such as "Related articles:", and the links below.

Sections of encyclopedias ("See also") stay, and so do lists with most of the content.
"""

import re

import numpy as np

from victor.arrays import Bools, places, some
from victor.filters.buttons.invitations import LABELS
from victor.text.regex import regex
from victor.tree.blocks import HEADING, Blocks

_LINKED = 0.9  # minimum link density of a link to another article
_LONGEST = 10  # words of a label
_HALF = 0.5  # maximum share of the content's words in such links
# Labels before a link, but headings of sections above several.
_SECTIONS = (
    r"see also|siehe auch|voir aussi|ver también|veja também|vedi anche|zobacz też|xem thêm"
    r"|learn more|recommended|more\b[^:：]*$"
)
_HEADINGS = (
    *(r"also(?: see| of interest)?", r"(?:related|similar) (?:reads|searches|information)"),
    r"(?:if you (?:like|liked|enjoyed) this\b.{0,20}\W)?you (?:may|might) also (?:like|enjoy)",
    *(r"editors?['’]s? (?:recommendations|picks?)", r"mehr (?:zu|über) [^:]{1,50}:"),
    *(r"das könnte (?:sie|dich) auch interessieren", r"(?:weitere|ähnliche) (?:artikel|beiträge)"),
    *(r"articles? (?:liés|similaires)", r"sur le même (?:sujet|thème)", r"relacionad[oa]s"),
    r"(?:artículos|noticias|notas|artigos|notícias) relacionad[oa]s",
    *(r"(?:articoli|notizie) correlat[ei]", r"potrebbe(?:ro)? interessarti(?: anche)?"),
    *(r"gerelateerde? (?:artikelen|berichten|nieuws)", r"powiązane (?:artykuły|tematy)"),
    *(r"mohlo by vás (?:také )?zajímat", r"kapcsolódó (?:cikkek|cikkeink|hírek)"),
    *(r"(?:материалы|новости|статьи) по теме", r"до теми", r"ilgili (?:haberler|içerikler)"),
    *(r"(?:berita|artikel) terkait", r"(?:tin|bài) liên quan", r"(?:เรื่อง|ข่าว|บทความ)ที่เกี่ยวข้อง"),
    *(r"(?:مقالات|مواضيع|أخبار) ذات صلة", r"(?:مطالب|اخبار) مرتبط", r"כתבות נוספות"),
    *(r"関連(?:ニュース|リンク|情報)", r"相关(?:推荐|内容|报道|链接)", r"猜[你您]喜欢"),
    *(r"作者其他文章", r"相關(?:新聞|文章|報導|閱讀)", r"관련\s?뉴스"),
)
_LABEL = regex(
    rf"[\W_]{{0,4}}(?!{_SECTIONS})(?:{'|'.join((*LABELS, *_HEADINGS))})[\W_]{{0,4}}",
    re.IGNORECASE,
)


def related(kept: Bools, blocks: Blocks) -> list[int]:
    """Content blocks that are a label above links to other articles, and these links.

    Linked headings may have texts below them, so they end a list.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    content = places(kept)
    words = blocks.words[content]
    linked = (blocks.link_share[content] >= _LINKED) & (words > 0)
    linked &= blocks.signs[content] & HEADING == 0
    above = linked[1:] & ~linked[:-1] & (words[:-1] <= _LONGEST)
    if not some(above) or words @ linked > _HALF * words.sum():
        return []
    found = list[int]()
    for label in places(above).tolist():
        if _LABEL.fullmatch(blocks.text[content[label]]):
            end = label + 1 + int(np.append(~linked[label + 1 :], True).argmax())
            found += content[label:end].tolist()
    return found
