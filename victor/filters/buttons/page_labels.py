"""Labels of parts of a page: "Loading...", "Advertisement", "Share this article", "Contents".

They include the messages of forms, such as "Thank you! Your submission has been received!".
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import repeat

from victor.arrays import Bools, some
from victor.text.characters import COLONS
from victor.text.regex import regex
from victor.tree.blocks import HEADING, Blocks
from victor.tree.html_tags import HEADINGS

_LABEL = 55  # maximum characters of a label
_SIGNS = " .:-–—|*[]()↓▼"
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
        "dalszy ciąg materiału pod wideo", "dalszy ciąg artykułu pod materiałem wideo",
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
        "belum ada komentar", "tidak ada komentar", "0 件のコメント", "комментариев нет",
        "немає коментарів", "няма коментари", "δεν υπάρχουν σχόλια", "niciun comentariu",
        "žádné komentáře", "ไม่มีความคิดเห็น", "không có nhận xét nào", "ليست هناك تعليقات",
        "אין תגובות", "沒有留言", "暂无评论", "暫無評論", "コメントはまだありません",
        "댓글이 없습니다",
        "لا توجد تعليقات",
    )
)  # fmt: skip
# Messages of forms, which scripts show: those of Webflow, and of newsletters in general; and the
# questions of forms below articles of help centres.
_FORMS = frozenset(
    (
        "thank you! your submission has been received!",
        "oops! something went wrong while submitting the form", "oops! something went wrong",
        "thank you for signing up!", "thanks for signing up!", "thank you for subscribing!",
        "thanks for subscribing!", "please enter a valid email address",
        "please enter a valid email", "vielen dank für ihre anmeldung!",
        "vielen dank für deine anmeldung!", "bitte geben sie eine gültige e-mail-adresse ein",
        "merci pour votre inscription !", "merci de votre inscription !",
        "¡gracias por suscribirte!", "obrigado por se inscrever!", "grazie per l'iscrizione!",
        "bedankt voor je aanmelding!", "was this helpful?", "was this page helpful?",
        "was this article helpful?", "was this information helpful?", "is this page helpful?",
        "was this useful?", "was this page useful?", "did this answer your question?",
        "did you find this useful?", "did you find this helpful?", "war dieser beitrag hilfreich?",
        "war dieser artikel hilfreich?", "war diese seite hilfreich?", "war das hilfreich?",
        "cet article vous a-t-il été utile ?", "¿fue útil este artículo?",
        "¿te resultó útil este artículo?", "esse artigo foi útil?", "was dit artikel nuttig?",
        "questo articolo ti è stato utile?",
    )
)  # fmt: skip
# Headings of forms for comments and reviews.
_ASKING = frozenset(
    (
        "leave a comment", "leave a reply", "leave your comment", "leave a response",
        "post a comment", "add a comment", "add comment", "write a comment", "submit a comment",
        "your answer", "your comment on this answer", "your comment on this question",
        "write a review", "add your review", "kommentar schreiben", "kommentar hinterlassen",
        "schreibe einen kommentar", "einen kommentar hinterlassen", "laisser un commentaire",
        "ajouter un commentaire", "deja un comentario", "dejar un comentario",
        "deja una respuesta", "publicar un comentario", "deixe um comentário",
        "deixe o seu comentário", "postar um comentário", "lascia un commento",
        "posta un commento", "plaats een reactie", "laat een reactie achter", "geef een reactie",
        "dodaj komentarz", "zostaw komentarz", "lämna en kommentar", "legg igjen en kommentar",
        "skriv en kommentar", "přidat komentář", "napsat komentář", "оставить комментарий",
        "добавить комментарий", "написать комментарий", "залишити коментар", "додати коментар",
        "bir yanıt yazın", "yorum yap", "tinggalkan komentar", "コメントを残す", "コメントを書く",
        "发表评论", "發表留言", "發佈留言", "댓글 남기기", "اترك تعليقا", "اترك رد",
    )
)  # fmt: skip
# Labels of buttons of social networks, and requests to say how a recipe has turned out.
_SHARING = frozenset(
    (
        "share this", "share this article", "share this story", "share this post",
        "share this page", "share this news", "share this entry", "share on social media",
        "seite teilen", "artikel teilen", "beitrag teilen", "diesen artikel teilen",
        "diesen beitrag teilen", "diese seite teilen", "partager la page", "partager cette page",
        "partager cet article", "partager l'article", "compartir esta página",
        "compartir este artículo", "compartir en redes sociales", "compartilhe este artigo",
        "compartilhar este artigo", "partilhar este artigo", "condividi questo articolo",
        "condividi questa pagina", "condividi sui social", "deel dit artikel", "deel deze pagina",
        "dela artikeln", "dela sidan", "del artikkelen", "del siden", "udostępnij artykuł",
        "sdílet článek", "поделиться статьей", "分享至", "分享到", "この記事をシェア",
        "この記事をシェアする", "did you make this recipe?", "tried this recipe?",
        "made this recipe?", "hast du dieses rezept gekocht?", "hast du das rezept ausprobiert?",
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
        "jump to section", "inhalt", "inhaltsverzeichnis", "in diesem artikel", "in diesem beitrag",
        "auf dieser seite", "sommaire", "table des matières", "dans cet article", "sur cette page",
        "índice", "contenido", "contenidos", "tabla de contenidos", "en este artículo",
        "en esta página", "sumário", "neste artigo", "nesta página", "indice", "in questo articolo",
        "indice dei contenuti", "inhoud", "inhoudsopgave", "in dit artikel", "op deze pagina",
        "spis treści", "obsah", "содержание", "оглавление", "içindekiler",
        "目录", "目錄", "目次", "목차",
    )
)  # fmt: skip
# Those of them that also name a section: a summary, or what is in a box.
_SECTIONS = frozenset(
    (
        "contents", "inhalt", "sommaire", "índice", "contenido", "contenidos", "sumário", "indice",
        "inhoud", "obsah", "содержание",
    )
)  # fmt: skip
_PROSE = 15  # minimum words of a paragraph that is no part of a table of contents
_LINKED = 0.5  # its maximum link density
_ALONE = _CLOSED | _FORMS | _ASKING | _SHARING  # certain labels, also in headings
_MARKS = _ADVERTISEMENT | _AMBIGUOUS | _ALONE | _CONTENTS


def may_have_labels(texts: Sequence[str]) -> bool:
    """Whether any text may be a label; a cheap test.

    Args:
        texts: of the blocks that are content.
    """
    short = "\n".join([text for text in texts if len(text) <= _LABEL]).lower()
    if not _MARKS.isdisjoint(map(str.strip, short.split("\n"), repeat(_SIGNS))):
        return True
    return "...\n" in short or "…\n" in short or short.endswith(_DOTS)


def page_labels(content: Sequence[tuple[int, str]], kept: Bools, blocks: Blocks) -> list[int]:
    """Blocks that say that a part of the page is loading, an advertisement, closed or below.

    Args:
        content: the numbers and texts of the content blocks.
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    short = [pair for pair in content if len(pair[1]) <= _LABEL]
    found = [place for place, text in short if text.endswith(_DOTS) and _LOADING.fullmatch(text)]
    marked = [
        (place, plain) for place, text in short if (plain := text.strip(_SIGNS).lower()) in _MARKS
    ]
    contents = [pair for pair in marked if pair[1] in _CONTENTS]
    found += [place for place, text in contents if _is_alone(place, text, kept, blocks)]
    return found + _advertisements([one for one in marked if one[1] not in _CONTENTS], blocks)


def _is_alone(place: int, label: str, kept: Bools, blocks: Blocks) -> bool:
    """Whether no table of contents follows a label directly."""
    after = place + 1
    if not some(kept[after : after + 1]):
        return True
    is_text = blocks.words[after] >= _PROSE or blocks.signs[after] & HEADING > 0
    is_text &= blocks.link_share[after] < _LINKED
    return bool(is_text) and label not in _SECTIONS and not blocks.text[after].endswith(COLONS)


def _advertisements(marked: Sequence[tuple[int, str]], blocks: Blocks) -> list[int]:
    """The ``marked`` blocks that label an advertisement, rather than a section about advertising.

    A word with other meanings, or one in a heading, must occur at least twice, unless it says that
    comments are closed or that there are none, is a message or the heading of a form, or of buttons
    to share the page.
    """
    tree = blocks.tree
    if not marked:
        return []
    title, count = tree.title.lower(), Counter(text for _, text in marked)
    heading = tree.nearest(tree.named(HEADINGS))[blocks.at_holder]
    return [
        place
        for place, text in marked
        if text not in title
        and (count[text] > 1 or text in _ALONE or (text in _ADVERTISEMENT and not heading[place]))
    ]
