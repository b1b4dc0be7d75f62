"""Lists of other articles in a text: a label such as "Related articles:", and the links below.

Sections of encyclopedias ("See also") stay, and so do lists with most of the content.
"""

from itertools import compress

import numpy as np

from victor.arrays import Indices, indices
from victor.filters.buttons.invitations import LABELS
from victor.text.regex import any_of, folded, regex
from victor.tree.blocks import HEADING, Blocks

_LINKED = 0.9  # minimum link density of a link to another article
_LONGEST = 90  # characters of a label
_HALF = 0.5  # maximum share of the content's words in such links
# Of these labels, headings of other sections.
_SECTIONS = r"recommended|more\b[^:：]*$"
_LISTS = r"""
also(?: see| of interest)?|(?:related|similar) (?:reads|searches|information)
(?:if you (?:like|liked|enjoyed) this\b.{0,20}\W)?you (?:may|might) also (?:like|enjoy)
editors?['’]s? (?:recommendations|picks?)|mehr (?:zu|über) [^:]{1,50}:
(?:das(?: thema)?|dieses thema) könnte (?:sie|dich) auch interessieren
(?:weitere|ähnliche) (?:artikel|beiträge)
articles? (?:liés|similaires)|relacionad[oa]s
(?:artículos|noticias|notas|artigos|notícias) relacionad[oa]s|(?:articoli|notizie) correlat[ei]
potrebbe(?:ro)? interessarti(?: anche)?|gerelateerde? (?:artikelen|berichten|nieuws)
powiązane (?:artykuły|tematy)|mohlo by vás (?:také )?zajímat|kapcsolódó (?:cikkek|cikkeink|hírek)
(?:новости|статьи) по теме|вам (?:также )?(?:может (?:быть интересно|понравиться)|понравится)
ilgili (?:haberler|içerikler)|(?:berita|artikel) terkait
σχετικ[άα] (?:[άα]ρθρα|θ[έε]ματα|ν[έε]α)|свързани (?:новини|статии)
povezan[ei] (?:vijesti|vesti|članci)|повезан[еи] (?:вести|чланци)|նմանատիպ նյութեր
მსგავსი (?:სიახლეები|სტატიები|ამბები)|(?:susiję|panašūs) straipsniai|saistītie raksti
seotud (?:artiklid|lood)|aiheeseen liittyv(?:ää|iä)|tengdar fréttir|artikel berkaitan
(?:notícies|articles) relacionad[ae]s|lotutako albisteak|(?:oxşar|əlaqəli) xəbərlər
habari zinazohusiana
bài liên quan|(?:เรื่อง|บทความ)ที่เกี่ยวข้อง|(?:مقالات|مواضيع|موضوعات|أخبار) (?:ذات صلة|متعلقة)
(?:مطالب|اخبار) مرتبط|متعلقہ (?:خبریں|مضامین)|כתבות (?:נוספות|קשורות)(?: שיעניינו אתכם)?
संबंधित (?:(?:ख़?|\u0959)बरें|समाचार)|सम्बन्धित (?:समाचार|खबर)|সম্পর্কিত (?:খবর|সংবাদ)
தொடர்புடைய செய்திகள்|సంబంధిత వార్తలు
関連情報|相关(?:推荐|内容|链接)|猜[你您]喜欢|作者其他文章
verwandte (?:artikel|beiträge|inhalte|themen)|contenus? (?:associés?|liés?|similaires?)
(?:entradas|publicaciones|publicações|postagens|contenidos?|conteúdos?) relacionad[oa]s?
(?:post|contenuti|contenuto) correlat[io]|gerelateerde (?:inhoud|onderwerpen)|powiązane wpisy
související (?:články|příspěvky|obsah)|súvisiace (?:články|príspevky)
kapcsolódó (?:bejegyzések|tartalom)
articole (?:similare|asemănătoare|înrudite)|relaterade (?:artiklar|inlägg|nyheter)
relaterede (?:artikler|indlæg|nyheder)|relaterte (?:artikler|innlegg|saker)
lignende (?:innlegg|saker)
aiheeseen liittyvät artikkelit|похожие (?:статьи|записи|материалы|новости)
(?:схожі|пов['’]язані) (?:статті|записи|матеріали|новини)|подобни (?:публикации|статии)
slični (?:članci|postovi)|слични (?:чланци|текстови)|povezani članki
benzer (?:yazılar|içerikler|haberler)
ilgili (?:yazılar|gönderiler)|artikel (?:serupa|lainnya)|(?:các )?bài viết (?:liên quan|tương tự)
(?:مقالات|مواضيع) مشابهة|(?:نوشته|پست|مقال).{1,4}های? (?:مرتبط|مشابه)|פוסטים קשורים
संबंधित (?:लेख|पोस्ट)
সম্পর্কিত পোস্ট|相關推薦|関連(?:投稿|コンテンツ)|관련 ?(?:글|게시물|콘텐츠)
"""
_ANY = any_of(f"{LABELS}{_LISTS}").replace("ı", "i")
_LABEL = regex(rf"[\W_]{{0,4}}(?!{_SECTIONS})(?:{_ANY})[\W_]{{0,4}}")  # matches folded text


def related(content: Indices, blocks: Blocks) -> list[int]:
    """Content blocks that are a label above links to other articles, and these links.

    Linked headings may have texts below them, so they end a list.

    Args:
        content: the content blocks.
        blocks: the blocks of the page.
    """
    is_link = blocks.link_share[content] >= _LINKED
    above, found = indices(is_link[1:] > is_link[:-1]), list[int]()
    texts = map(blocks.text.__getitem__, content[above].tolist())
    labels = [*compress(above.tolist(), map(_is_label, texts))]
    if not labels:  # nearly always
        return found
    words = blocks.words[content]
    if words @ is_link > _HALF * words.sum():
        return found
    is_link &= (words > 0) & (blocks.signs[content] & HEADING == 0)
    ends = np.append(~is_link, True)
    for label in labels:
        end = label + 1 + int(ends[label + 1 :].argmax())
        found += content[label:end].tolist() if end > label + 1 else []
    return found


def _is_label(text: str) -> bool:
    return len(text) <= _LONGEST and _LABEL.fullmatch(folded(text)) is not None
